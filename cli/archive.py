"""`simulate`, `sql`, `archive info`: many games at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.failures import usage
from cli.playing import Data
from cli.shell import Shell, command, warn


def add_to(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    command(app, "The archive", changes=True)(simulate)
    command(app, "The archive", seats=True)(sql)
    archive = typer.Typer(
        name="archive", help="Tells of the archive as a whole.", rich_markup_mode=None, no_args_is_help=True
    )
    command(archive, "The archive")(info)
    app.add_typer(archive, rich_help_panel="The archive")


def simulate(
    shell: Shell,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="What to play.", show_default=False)],
    games: Annotated[str, typer.Option("-n", metavar="N", help="How many games.", show_default=False)],
    scenario: Annotated[str | None, typer.Option("--scenario", metavar="S", show_default=False)] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot", metavar="[SEAT=]BOT", help="random (the default) or greedy.", show_default=False
        ),
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="K=V", show_default=False)] = None,
    data: Data = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="The same seed plays the same games; else a new one is drawn.",
            show_default=False,
        ),
    ] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", metavar="K=V", show_default=False)] = None,
) -> None:
    """Plays games by bots and stores them."""
    import secrets

    from cli import answers, names
    from cli.terminal import is_terminal
    from replays.simulate import simulate as play_games

    count = names.number(games, "number of games")
    rules = names.ruleset(ruleset)
    chosen = names.scenario(rules, scenario)
    bots = names.bots(chosen.seats, bot or (), f"{rules.name} {chosen.name}")
    given = names.options(rules, option or ())
    tags = names.pairs(tag or (), "--tag")
    number = str(names.number(seed, "seed", 0) if seed is not None else secrets.randbelow(10**9))

    def play_all(progress: Any) -> Any:
        return play_games(
            shell.archive(),
            rules.name,
            count,
            scenario=chosen.name,
            bots=bots,
            options=given,
            tags=tags,
            data_folder=data,
            seed=number,
            progress=progress,
        )

    if is_terminal(sys.stderr):
        with typer.progressbar(length=count, label="Games", file=sys.stderr) as bar:
            done = play_all(lambda played: bar.update(played - bar.pos))
    else:
        done = play_all(None)
    if seed is None:
        warn(f"The seed was {number}: the same games again with --seed {number}.")
    shell.answer(
        answers.Simulated(
            games=done.games,
            plies=done.plies,
            wins=dict(done.wins),
            draws=done.draws,
            unfinished=done.unfinished,
            seconds=round(done.seconds, 3),
            seed=number,
            already=done.already,
        )
    )
    won = ", ".join(f"{seat} {wins}" for seat, wins in done.wins.items())
    shell.tell(
        f"{done.games} games, {done.plies} plies in {done.seconds:.1f} s.",
        f"Won: {won}; draws {done.draws}; unfinished {done.unfinished}.",
        *([f"{done.already} of them were in the archive already."] if done.already else []),
    )


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
    from cli import answers, outputs
    from cli import query as asking
    from cli.names import number

    if shell.asked_as:
        raise usage("sql shows everything in the archive and cannot hide anything: it is refused with --as.")
    if format is None:
        format = "json" if shell.as_json else "table"
    if format not in asking.FORMATS:
        raise usage(f"--format takes {', '.join(asking.FORMATS)}, not {format}.")
    if format == "parquet" and out is None:
        raise usage("--format parquet needs --out FILE.")
    if out is not None:
        outputs.check(out, shell.archive_file)
    rows = asking.ask(shell.archive(), query, number(timeout, "number of seconds"))
    if out is None:
        asking.show(rows, "json" if shell.as_json else format)
        return
    size = asking.write(rows, format, out)
    count = len(rows.rows)
    shell.answer(answers.QueryWritten(file=str(out), bytes=size, rows=count, columns=rows.columns))
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
