"""A decision taken at a sitting: where dice or draws are made by hand, they are asked for one after another, and what
each brings is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cli import telling
from cli.sitting_looks import Left

if TYPE_CHECKING:
    from cli.chance_by_hand import ByHand
    from cli.sitting import Sitting


def take(sitting: Sitting, read: Callable[[Any], list[tuple[str, Any]]]) -> bool:
    """Takes the actions that are read; where dice or draws are made by hand, asks for them one after another and
    tells what each brings. False if nothing was done."""
    from cli.chance_by_hand import ByHand

    given = ByHand()
    try:
        return _take_with(sitting, read, given)
    except (Left, EOFError, KeyboardInterrupt):
        if given.steps:
            what = "roll or draw" if len(given.steps) == 1 else f"{len(given.steps)} rolls or draws"
            sitting.say(
                "",
                f"The action was not finished, so neither it nor the {what} that you typed for it is recorded: "
                "note them, to type them again.",
            )
        raise


def _take_with(sitting: Sitting, read: Callable[[Any], list[tuple[str, Any]]], given: ByHand) -> bool:
    """As `take`; `given`: what was rolled and drawn so far, which grows."""
    from cli.chance_by_hand import ask
    from cli.choosing import chance_of, roll_title
    from rules.errors import ChanceNeeded

    told: list[str] = []
    before = sitting.session.state
    while True:
        chain: list[tuple[str, Any]] = []
        try:
            chain = read(chance_of(sitting.session, given.dice, given.draws))
            done = sitting.session.act_many(chain, dice=given.dice, draws=given.draws)
            break
        except ChanceNeeded as needed:
            if not needed.needs:
                raise
            state, told = _tell_what_is_certain(sitting, chain, given.dice, given.draws, told)
            title = roll_title(sitting.session, str(needed.needs[0]["purpose"]), state)
            if not ask(needed, title, given, sitting.ask, sitting.say, sitting.titles):
                sitting.say("Not done; nothing of it is recorded.")
                sitting.period = sitting.period_now()
                return False
    sitting.tell(telling.acted(sitting.session, before, done, sitting.seats).timed, told)
    return True


def _tell_what_is_certain(
    sitting: Sitting,
    chain: Sequence[tuple[str, Any]],
    dice: Sequence[int],
    draws: Sequence[str],
    told: list[str],
) -> tuple[Any, list[str]]:
    """Tells what the dice so far have brought about; gives the state after it, and all the lines that are told."""
    from replays.foreseeing import certain_events
    from rules.projection import fold
    from rules.secrecy import redact

    session = sitting.session
    opened, state = session.opened, session.state
    certain = certain_events(session, chain, dice, draws) if chain else []
    events = [event for _, event in certain]
    shown = [redact(event, sitting.seats, seat) if sitting.seats else event for seat, event in certain]
    lines = telling.timed(opened, state, events, sitting.seats, shown)
    sitting.tell(lines, told)
    return fold(opened.ruleset, opened.game, state, events), [line for _, line in lines]
