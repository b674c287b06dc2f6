"""`whatif`: a position played on by bots, many times."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.failures import usage
from cli.playing import Reference
from cli.shell import Shell, command

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cli import answers
    from replays.whatif import Branch, Outlook
    from rules.ruleset import Action

BAR = 30
"""How many characters long the bar of all trials is."""


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "History", seats=True, changes=True)(whatif)


def whatif(
    shell: Shell,
    reference: Reference,
    count: Annotated[str, typer.Option("-n", metavar="N", help="How many times.")] = "20",
    action: Annotated[
        str | None,
        typer.Option(
            "--action", metavar="ACTION", help="The next decision; else the bots take it.", show_default=False
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[SEAT=]BOT",
            help="Who decides; greedy unless said otherwise.",
            show_default=False,
        ),
    ] = None,
    same_chance: Annotated[
        bool, typer.Option("--same-chance", help="What is rolled is what the game itself would roll for it.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep each trial as a line of the game: whatif-1, whatif-2 …")
    ] = False,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The same trials again.", show_default=False)
    ] = None,
) -> None:
    """Plays on from there by bots, many times, and says what came of it; the game stays as it is."""
    from cli import names, telling
    from cli.choosing import read_actions
    from cli.terminal import is_terminal
    from replays.whatif import NoTrial, what_if

    number = names.number(count, "number of trials")
    archive = shell.archive()
    place = names.place(archive, reference)
    seats = names.seats_shown(shell.seats, place.row)
    if seats is not None and len(seats) > 1:
        raise usage("whatif asks what one seat may expect: name one with --as, or none.")
    bots = names.bots(tuple(place.row.begin.seats), bot or (), place.row.slug)
    first: tuple[str, Action] | None = None
    if action is not None:
        taken = read_actions(names.session_at(archive, place), action, seats)
        if len(taken) != 1:
            raise usage(f"{action!r} is a chain of {len(taken)} decisions: give --action the next one alone.")
        first = taken[0]
    chosen = str(names.number(seed, "seed", 0) if seed is not None else secrets.randbelow(10**9))

    def play(progress: Any) -> Outlook:
        return what_if(
            place,
            number,
            bots=bots,
            action=first,
            same_chance=same_chance,
            seats=seats,
            seed=chosen,
            keep=archive if keep else None,
            progress=progress,
        )

    try:
        if is_terminal(sys.stderr):
            with typer.progressbar(length=number, label="Trials", file=sys.stderr) as bar:
                found = play(lambda done, due: bar.update(done - bar.pos))
        else:
            found = play(lambda done, due: None)
    except NoTrial as error:
        raise usage(str(error)) from error
    everybody = list(place.row.begin.seats)
    shell.answer(_answer(found, everybody, chosen))
    titles = {seat.name: seat.title for seat in place.opened.ruleset.seats}
    clock = place.opened.ruleset.clock(place.opened.game, place.position.state)
    shell.tell(
        f"{place.row.slug}:{place.line}@{place.ply} ({telling.when(clock)}) played on {number} times:",
        *_told(found.whole, titles, everybody),
    )
    if len(found.by_action) > 1:
        for branch in found.by_action:
            shell.tell(f"{branch.text}:", *_told(branch, titles, everybody))


def _told(branch: Branch, titles: Mapping[str, str], seats: Iterable[str]) -> Iterable[str]:
    for seat in seats:
        low, high = branch.interval(seat)
        share = branch.wins.get(seat, 0) / branch.games
        bar = "█" * round(BAR * share)
        # The interval as a line under the bar's end.
        bar = bar.ljust(round(BAR * high), "░").ljust(BAR)
        spread = branch.spread(seat)
        scores = f"; scores {spread[0]:g} to {spread[-1]:g}, median {spread[2]:g}" if spread else ""
        yield (
            f"  {titles.get(seat, seat):<22} {bar} {share:4.0%} of {branch.games} ({low:.0%} to {high:.0%}){scores}"
        )
    if branch.draws or branch.unfinished:
        yield f"  draws {branch.draws}, unfinished {branch.unfinished}"


def _answer(found: Outlook, seats: list[str], seed: str) -> answers.OutlookAnswer:
    from cli import answers, telling

    whole = found.whole
    return answers.OutlookAnswer(
        games=whole.games,
        wins={seat: whole.wins.get(seat, 0) for seat in seats},
        draws=whole.draws,
        unfinished=whole.unfinished,
        intervals=_intervals(whole, seats),
        scores={seat: list(whole.spread(seat)) for seat in seats},
        by_action=[
            answers.BranchAnswer(
                action=telling.event_fields(branch.action) if branch.action is not None else None,
                text=branch.text,
                games=branch.games,
                wins={seat: branch.wins.get(seat, 0) for seat in seats},
                draws=branch.draws,
                unfinished=branch.unfinished,
                intervals=_intervals(branch, seats),
            )
            for branch in found.by_action
        ],
        seed=seed,
    )


def _intervals(branch: Branch, seats: list[str]) -> dict[str, list[float]]:
    return {seat: [round(end, 4) for end in branch.interval(seat)] for seat in seats}
