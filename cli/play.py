"""`play`: a game at the terminal, decision by decision, against people at the same screen or against bots.

It works the same with input from a pipe. Whoever plays alone against bots sees what their seat knows. What happens at
the table is `cli.sitting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import not_found, usage
from cli.shell import Shell, command

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.session import Session


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "Playing", seats=True, changes=True)(play)


def play(
    shell: Shell,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; else the last one.", show_default=False)
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Sentences for a screen reader, no map.")] = False,
    hot_seat: Annotated[
        bool,
        typer.Option(
            "--hot-seat", help="Several people at one keyboard: what a seat hides is shown to nobody else."
        ),
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[SEAT=]BOT",
            help="Who plays a seat: random, greedy or montecarlo; without SEAT all seats but yours.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Plays at the terminal: the story so far, the board, and a prompt."""
    from cli import names
    from cli.sitting import Sitting

    if shell.as_json:
        raise usage("play is for people and has no JSON; scripts use actions and act.")
    archive = shell.archive()
    session = names.session(archive, game if game is not None else _last_game(shell, archive))
    asked = names.seats_shown(shell.seats, session.row)
    bots = _bots(session, bot or (), asked)
    if hot_seat:
        if asked is not None:
            raise usage("--hot-seat shows each seat its own; leave --as out.")
        from cli.hot_seat import HotSeat

        HotSeat(archive, session, bots, plain=plain).run()
        return
    Sitting(archive, session, asked, bots, plain=plain).run()


def _last_game(shell: Shell, archive: Archive) -> str:
    """The game that was played last."""
    rows = archive.games() if shell.archive_named or shell.archive_file.exists() else []
    played = [row for row in rows if row.origin not in ("simulated", "whatif")]
    if not played:
        raise not_found(
            "there is no game to play yet; begin one with `warlog new RULESET` (`warlog rulesets`)."
        )
    return max(played, key=lambda row: row.last).slug


def _bots(session: Session, given: Sequence[str], asked: tuple[str, ...] | None) -> dict[str, str]:
    """The bot of each seat that one plays: by `--bot`, else as the game was begun."""
    from cli import names

    seats = tuple(session.row.begin.seats)
    words = names.bots(seats, given, session.row.slug)
    found = {seat: person.bot for seat, person in session.row.begin.seats.items() if person.bot}
    bare = words.pop("", None)
    found |= words
    if bare is not None:
        people = [seat for seat in seats if seat not in found]
        mine = set(asked) if asked is not None else set(people[:1])
        found |= {seat: bare for seat in people if seat not in mine}
    return found
