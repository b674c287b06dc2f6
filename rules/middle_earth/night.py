"""Fanatics and night (7.37, 9.33, 10.0)."""

from __future__ import annotations

from rules.middle_earth.game import Game
from rules.middle_earth.paths import face
from rules.middle_earth.state import State

STEADFAST = ("W", "X")
"""Morale of West units that become fanatic when their army is demoralized (9.33)."""


def is_fanatic(game: Game, state: State, unit: str) -> bool:
    """Whether a unit that attacks in melee needs no roll for a casualty (7.37)."""
    card = game.board.units[unit]
    if card.role == "sauron":
        return game.exclusive.is_night(game, state)  # 10.0
    return card.army in state.demoralized and face(game, state, unit).morale in STEADFAST  # 9.33
