"""What is certain of a decision while some of its chance is still to be rolled by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from replays.timeline import counted
from rules.chance import Chance, Request, Source, scripted
from rules.errors import ChanceNeeded, IllegalAction
from rules.projection import fold
from rules.ruleset import Action, Event

if TYPE_CHECKING:
    from replays.session import Session

TRIED = (1, 2, 3, 4, 5, 6)
"""The faces with which all that is still to be rolled is tried."""


def certain_events(
    session: Session, actions: Sequence[tuple[str, Action]], dice: Sequence[int], draws: Sequence[str]
) -> list[tuple[str, Event]]:
    """The events, with who acts, that come whatever falls after these dice and draws: those with which all trials of
    the rest begin. Nothing is recorded."""
    runs = [_run(session, actions, _completed(scripted(dice, draws), face)) for face in TRIED]
    common: list[tuple[str, Event]] = []
    for beside in zip(*runs, strict=False):
        if any(each != beside[0] for each in beside):
            break
        common.append(beside[0])
    return common


def _completed(given: Source, face: int) -> Source:
    """What is given, and after it always this face, or the item that stands in its place."""
    is_used_up = False

    def source(request: Request) -> tuple[int | str, ...]:
        nonlocal is_used_up
        if not is_used_up:
            try:
                return given(request)
            except ChanceNeeded:
                is_used_up = True
        if request.kind == "draw":
            return ((face - 1) % request.faces,)
        return (min(face, request.faces),) * request.count

    return source


def _run(session: Session, actions: Sequence[tuple[str, Action]], source: Source) -> list[tuple[str, Event]]:
    """The events of the actions with this chance, as far as they are legal with it, and of the passes after each."""
    rules, game = session.opened.ruleset, session.opened.game
    state, counts = session.position.state, session.position.counts
    found: list[tuple[str, Event]] = []
    left = list(actions)
    while True:
        asked = [(each.seat, rules.legal(game, state, each.seat)) for each in rules.awaiting(game, state)]
        passing = [(seat, legal[0]) for seat, legal in asked if len(legal) == 1 and rules.is_pass(legal[0])]
        if passing and found:
            seat, action = passing[0]
        elif left:
            seat, action = left.pop(0)
        else:
            return found
        chance = Chance(source, "trial", counts)
        try:
            events = rules.decide(game, state, seat, action, chance)
        except IllegalAction:
            return found
        found += [(seat, event) for event in events]
        state, counts = fold(rules, game, state, events), counted(counts, chance.outcomes)
