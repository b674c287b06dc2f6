"""Going through the parts of what has begun, without a word of those in which nothing happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import active_seat
from rules.sword_of_rome.procedures import Window
from rules.sword_of_rome.responses import asked
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding

PAUSED = ""
"""What a step gives when something else is settled first, or all is over."""

Step = Callable[[Unfolding, Any], str]
"""A part of a procedure: adds events and gives the part that follows, or PAUSED."""


def follow(
    unfolding: Unfolding,
    procedure: Any,
    steps: Mapping[str, Step],
    asks: Callable[[Game, State, Any], Decision | None],
) -> None:
    """Goes on from part to part up to a pause or a decision; only the part that is then due is an event."""
    stage: str = procedure.stage
    while True:
        following = steps[stage](unfolding, procedure)
        if following == PAUSED:
            return
        inner = unfolding.state.stack[-1]
        if type(inner) is not type(procedure):
            raise AssertionError(f"{stage} began something without a pause")
        procedure = msgspec.structs.replace(inner, stage=following)
        if following not in steps or asks(unfolding.game, unfolding.state, procedure) is not None:
            unfolding.reach(following)
            return
        stage = following


def after_responses(unfolding: Unfolding, window: str, following: str) -> str:
    """Asks for responses; what has begun goes on with `following` then, or at once where nobody could have one."""
    state = unfolding.state
    if state.phase != "action":
        return following
    found = asked(unfolding.game, state, window)
    if not found:
        return following
    unfolding.reach(following)
    unfolding.begin(Window(window, found, active_seat(state)))
    return PAUSED
