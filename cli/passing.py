"""`pass-ahead`: a seat's own standing order to let moments for reactions go by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failures import usage
from cli.playing import Game, awaited_lines
from cli.shell import Shell, command, kebab, shortened

if TYPE_CHECKING:
    from replays.session import Session
    from replays.standing import StandingOrder

EVERY, THIS, NONE = "every", "this", "none"


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "Playing", "pass-ahead", seats=True, changes=True)(pass_ahead)


def pass_ahead(
    shell: Shell,
    game: Game,
    moment: Annotated[
        str | None,
        typer.Argument(
            metavar="[MOMENT]",
            help="every; this (the kind that is open now); the name of a kind; or none, which takes the order back. "
            "Without it the order is told.",
            show_default=False,
        ),
    ] = None,
    until: Annotated[
        str,
        typer.Option(
            "--until", metavar="own|turn|recalled", help="Your next impulse, the turn's end, or never."
        ),
    ] = "own",
) -> None:
    """Passes ahead for one seat (--as SEAT): nobody else is told, and no file tells it."""
    from cli import answers, names, telling
    from replays.standing import moment_open

    if len(shell.seats) != 1:
        raise usage("Say who passes ahead: --as SEAT.")
    session = names.session(shell.archive(), game)
    seats = names.seats_shown(shell.seats, session.row)
    seat = (seats or ())[0]
    before = session.state
    done = None
    open_now = moment_open(session.opened, before, seat)
    if moment is not None:
        done = session.pass_ahead(seat, order_of(session, seat, moment, until))
    told = telling.acted(session, before, done, seats) if done is not None else None
    order = session.passing_ahead(seat)
    shell.answer(
        answers.PassedAhead(
            **telling.at_session(session),
            seat=seat,
            moment=None if order is None else order.moment or EVERY,
            until=None if order is None else order.until,
            events=told.events if told is not None else [],
            narration=told.narration if told is not None else [],
        )
    )
    title = {each.name: each.title for each in session.opened.ruleset.seats}.get(seat, seat)
    shell.tell(
        said(title, order, open_now), *(told.narration if told is not None else ()), *awaited_lines(session)
    )


def order_of(session: Session, seat: str, moment: str, until: str) -> StandingOrder | None:
    """The order that is meant, None for `none`."""
    from typing import get_args

    from replays.standing import StandingOrder, Until, moment_open

    if until not in get_args(Until):
        raise usage(f"--until takes own, turn or recalled, not {shortened(until)!r}.")
    wanted = kebab("-".join(moment.lower().split()))
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", wanted):
        raise usage(
            f"{shortened(moment)!r} is no kind of moment: write every, this, none, or a kind as in before-battle."
        )
    if wanted == NONE:
        return None
    if wanted == THIS:
        wanted = moment_open(session.opened, session.state, seat)
        if not wanted:
            raise usage(f"{seat} is not asked to let anything go by now; name the kind of moment, or every.")
    return StandingOrder("" if wanted == EVERY else wanted, until)  # type: ignore[arg-type]


def said(seat: str, order: StandingOrder | None, open_now: str = "") -> str:
    """What the seat is told of its order; `open_now`: the kind of moment that was open for it, "" if none was."""
    if order is None:
        return f"{seat}: nothing is passed ahead."
    what = "every moment for a reaction" if not order.moment else f"every moment {order.moment}"
    end = {
        "own": "until the seat's next impulse",
        "turn": "until the turn ends",
        "recalled": "until that is taken back",
    }
    other = order.moment and open_now and order.moment != open_now
    hint = f" The kind that is open now is {open_now}." if other else ""
    return f"{seat}: {what} goes by {end[order.until]}.{hint}"
