"""`views`, `sql`: questions to all games at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import usage
from cli.shell import Shell, command

if TYPE_CHECKING:
    from eventlog.view_columns import View


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "The archive")(views)
    command(app, "The archive", seats=True)(sql)


def views(
    shell: Shell,
    pattern: Annotated[
        str | None,
        typer.Argument(
            metavar="[VIEW]", help="Those whose name holds this: warlog, sauron.unit …", show_default=False
        ),
    ] = None,
) -> None:
    """Lists the views that `sql` can be asked for: what a row is, what tells rows apart, and the columns."""
    from cli import answers
    from cli.failures import not_found
    from eventlog.asking import views as all_views
    from eventlog.described import in_sql
    from eventlog.meant import views_near
    from replays.course import Rulesets

    wanted = in_sql((pattern or "").lower())  # of sword-of-rome the views are sword_of_rome.*
    found = [
        view
        for view in all_views(Rulesets(), all_lines=wanted.startswith("all_lines"))
        if wanted in view.view
    ]
    if not found:
        near = views_near(wanted, Rulesets())
        meant = f"did you mean {' or '.join(near)}?" if near else "`warlog views` lists them all."
        raise not_found(f"There is no view {pattern}; {meant}")
    shell.answer(
        [
            answers.ViewAnswer(
                view=view.view,
                about=view.about,
                grain=view.grain,
                key=list(view.key),
                columns=[
                    answers.ColumnAnswer(name=column.name, type=column.type, about=column.about)
                    for column in view.columns
                ],
            )
            for view in found
        ]
    )
    if pattern is None:
        shell.tell(*_in_short(found))
        return
    for view in found:
        width = max(len(column.name) for column in view.columns)
        shell.tell(
            f"{view.view}: {view.about}",
            f"  one row: {view.grain}; key: {', '.join(view.key)}",
            *(
                f"  {column.name.ljust(width)}  {column.type}  {column.about}".rstrip()
                for column in view.columns
            ),
            "",
        )


def _in_short(found: list[View]) -> list[str]:
    """The views of `warlog` each in a line, those of the rulesets by their names alone."""
    import textwrap

    lines: list[str] = []
    schemas: dict[str, list[str]] = {}
    for view in found:
        schema, _, name = view.view.partition(".")
        if schema == "warlog":
            lines.append(f"{view.view.ljust(17)} {view.about}")
        else:
            schemas.setdefault(schema, []).append(name)
    for schema, names in schemas.items():
        lines += ["", f"{schema}:"]
        lines += textwrap.wrap(", ".join(names), 100, initial_indent="  ", subsequent_indent="  ")
    lines += [
        "",
        "`warlog views NAME` tells the columns; under all_lines the same views have what was taken back, too.",
    ]
    return lines


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
