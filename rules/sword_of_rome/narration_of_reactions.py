"""Forces that are moved by something else than a march, as the line of a whole impulse has them."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from rules.sword_of_rome.tellings import TELLINGS
from rules.sword_of_rome.wording import group, reasons

Rolled = events.InterceptionRolled | events.AvoidanceRolled

_TOLD_ELSEWHERE = frozenset({"retreat", "declined"})
"""Why a force goes where another event says so."""


def moved_told(game: Game, state: State, event: events.ForceMoved, rolled: Rolled | None) -> str:
    """`Valerius and 5 CU intercept from Roma: 2 against 2 (10.4)`, with the roll before it; "" where another event
    tells of the move. The state is the one before it."""
    if event.why in _TOLD_ELSEWHERE:
        return ""
    if rolled is None:
        return TELLINGS[events.ForceMoved](game, state, event)
    who = group(game, event.cu, event.leaders, event.power)
    added = f" ({reasons(rolled.modifiers)})" if rolled.modifiers else ""
    how = f": {rolled.die}{added} against {rolled.tactics}" if rolled.die else " with consent"
    if isinstance(rolled, events.InterceptionRolled):
        return f"{who} intercept from {game.title(event.origin)}{how} ({event.rule})"
    return f"{who} avoid battle to {game.title(event.space)}{how} ({event.rule})"
