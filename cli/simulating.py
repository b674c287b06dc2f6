"""`simulate`: games played by bots and stored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import INTERRUPTED, Failure, usage
from cli.game_options import Data, Options, Played, Scenario, Tags
from cli.shell import Shell, command, shortened, warn
from cli.terminal import counted

if TYPE_CHECKING:
    from replays.simulate import Simulated

NARROWEST = 0.005
"""The narrowest interval that may be asked for: it takes some 150,000 games."""


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "The archive", changes=True)(simulate)


def simulate(
    shell: Shell,
    ruleset: Played,
    games: Annotated[str, typer.Option("-n", metavar="N", help="How many games.", show_default=False)],
    scenario: Scenario = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[SEAT=]BOT",
            help="random (the default), greedy or montecarlo.",
            show_default=False,
        ),
    ] = None,
    option: Options = None,
    data: Data = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="FILE.TABLE[ID].FIELD=VALUE",
            help="Sets a value of the data otherwise, as in units.unit[men-cavalry].full=A3X; FILE is one of those "
            "that `warlog data export` writes.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="N",
            help="The same seed plays the same games; else a new one is drawn.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        str | None,
        typer.Option(
            "--workers",
            metavar="N",
            help="How many processes play; else one a core, unless it is soon done. The games are the same.",
            show_default=False,
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="WIDTH",
            help="After N games play on until the 95 % interval of each seat's share of wins is narrower than this, "
            "as in 0.1 or 10%.",
            show_default=False,
        ),
    ] = None,
    tag: Tags = None,
) -> None:
    """Plays games by bots and stores them."""
    import secrets

    from cli import names
    from cli.progress import progress
    from replays.simulate import Interrupted, most_games
    from replays.simulate import simulate as play_games
    from rules.data_changes import changed

    count = names.number(games, "number of games")
    rules = names.ruleset(ruleset)
    chosen = names.scenario(rules, scenario)
    bots = names.bots(chosen.seats, bot or (), f"{rules.name} {chosen.name}")
    given = names.options(rules, option or ())
    tags = names.pairs(tag or (), "--tag")
    number = str(names.number(seed, "seed", 0) if seed is not None else secrets.randbelow(10**9))
    processes = names.workers(workers)
    width = None if until is None else _width(until)
    most = count if width is None else max(count, most_games(width))
    interrupted = False
    if set_ and "set" not in tags:
        tags["set"] = " ".join(set_)
    with changed(rules, data, set_ or ()) as folder, progress("Games", most) as tell:
        try:
            done = play_games(
                shell.archive(),
                rules.name,
                count,
                scenario=chosen.name,
                bots=bots,
                options=given,
                tags=tags,
                data_folder=folder,
                seed=number,
                workers=processes,
                until=width,
                progress=tell,
            )
        except Interrupted as stopped:
            done, interrupted = stopped.simulated, True
    if interrupted:
        raise _interrupted(done, number)
    if seed is None:
        warn(f"The seed was {number}: the same games again with --seed {number}.")
    titles = {seat.name: seat.title for seat in rules.seats}
    _tell(shell, done, number, titles, interval=width is not None)


def _width(text: str) -> float:
    """The width of an interval of shares: `0.1`, or `10%`."""
    match = re.fullmatch(r"(?P<number>[0-9]{0,3}(\.[0-9]{1,9})?)\s*(?P<percent>%?)", text.strip())
    width = float(match["number"]) / (100 if match["percent"] else 1) if match and match["number"] else 0.0
    if not NARROWEST <= width <= 1:
        raise usage(
            f"--until {shortened(text)!r} is no width of an interval: write one from {NARROWEST} to 1, or from "
            f"{NARROWEST:.1%} to 100%, as in 0.1 or 10%."
        )
    return width


def _interrupted(done: Simulated, seed: str) -> Failure:
    if not done.games:
        return Failure(INTERRUPTED, "interrupted", "Interrupted before a game was played: nothing is stored.")
    games = "1 game was" if done.games == 1 else f"{done.games} games were"
    return Failure(
        INTERRUPTED,
        "interrupted",
        f"Interrupted: {games} played and {'is' if done.games == 1 else 'are'} stored, whole; the same command with "
        f"--seed {seed} stores the others, too.",
    )


def _tell(shell: Shell, done: Simulated, seed: str, titles: dict[str, str], *, interval: bool) -> None:
    from cli import answers

    shell.answer(
        answers.Simulated(
            games=done.games,
            plies=done.plies,
            wins=dict(done.wins),
            draws=done.draws,
            unfinished=done.unfinished,
            seconds=round(done.seconds, 3),
            seed=seed,
            already=done.already,
            intervals={seat: [round(end, 4) for end in done.interval(seat)] for seat in done.wins},
        )
    )
    shell.tell(
        f"{counted(done.games, 'game')}, {counted(done.plies, 'ply', 'plies')} in {done.seconds:.1f} s."
    )
    if interval:
        for seat, wins in done.wins.items():
            low, high = done.interval(seat)
            shell.tell(f"  {titles[seat]}: {wins} won, {wins / done.games:.1%} ({low:.1%} to {high:.1%})")
        shell.tell(f"Draws {done.draws}; unfinished {done.unfinished}.")
    else:
        won = ", ".join(f"{titles[seat]} {wins}" for seat, wins in done.wins.items())
        shell.tell(f"Won: {won}; draws {done.draws}; unfinished {done.unfinished}.")
    if done.already:
        shell.tell(f"{done.already} of them were in the archive already.")
