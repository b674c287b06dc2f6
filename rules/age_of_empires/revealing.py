"""Turning up one's own face-down buildings (card-building-6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions
from rules.age_of_empires.cities import spaces_of
from rules.age_of_empires.game import Refusal
from rules.age_of_empires.state import State
from rules.ruleset import Action


def reveals(state: State, seat: str) -> Iterator[Action]:
    """The own face-down buildings may be turned up at any time in the own turn."""
    side = state.sides[seat]
    for space in spaces_of(side):
        if side.city[space].face_down:
            yield actions.Reveal(space)


def why_not_reveal(state: State, seat: str, action: actions.Reveal) -> Refusal:
    """Why a building is not turned up."""
    if action.space in state.sides[seat].city:
        return "card-building-6", f"the building at {action.space} lies face up already"
    return "card-building-6", f"no own building lies face down at {action.space}"
