"""`sql`, `archive info`: many games at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.failures import usage
from cli.shell import Shell, command


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "The archive", seats=True)(sql)
    archive = typer.Typer(
        name="archive", help="Tells of the archive as a whole.", rich_markup_mode=None, no_args_is_help=True
    )
    command(archive, "The archive")(info)
    app.add_typer(archive, rich_help_panel="The archive")


def sql(
    shell: Shell,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One SELECT.", show_default=False)],
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="table|csv|json|parquet",
            help="How the rows are written: a table, if nothing is said; json with --json.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to, else to the terminal.", show_default=False),
    ] = None,
    timeout: Annotated[
        str, typer.Option("--timeout", metavar="S", help="Seconds that the query may take.")
    ] = "30",
) -> None:
    """Asks the archive one SELECT; nothing can be changed by it, and no other file be read."""
    from cli import answers, outputs, rows
    from cli.names import number
    from cli.query import ask

    if shell.asked_as:
        raise usage("sql shows everything in the archive and cannot hide anything: it is refused with --as.")
    if format is None:
        format = "json" if shell.as_json else "table"
    if format not in rows.FORMATS:
        raise usage(f"--format takes {', '.join(rows.FORMATS)}, not {format}.")
    if format == "parquet" and out is None:
        raise usage("--format parquet needs --out FILE.")
    if out is not None:
        outputs.check(out, shell.archive_file)
    found = ask(shell.archive(), query, number(timeout, "number of seconds"))
    if out is None:
        rows.show(found, "json" if shell.as_json else format)
        return
    size = rows.write(found, format, out)
    count = len(found.rows)
    shell.answer(answers.QueryWritten(file=str(out), bytes=size, rows=count, columns=found.columns))
    shell.tell(f"{out}: {count} {'row' if count == 1 else 'rows'}, {size} bytes.")


def info(shell: Shell) -> None:
    """Tells the archive's versions and size, and what is in it."""
    from cli import answers

    file = shell.archive_file
    found = shell.archive().info()
    told = answers.ArchiveInfo(
        schema=found.schema,
        storage=str(found.storage),
        games=found.games,
        batches=found.batches,
        events=found.events,
        bytes=found.bytes,
        file=str(file),
    )
    shell.answer(told)
    shell.tell(
        f"{told.file}",
        f"  schema {told.schema}, storage {told.storage}, {told.bytes} bytes",
        f"  {told.games} games, {told.batches} batches, {told.events} events",
    )
