"""How good a position is for a side, for bots."""

from __future__ import annotations

from rules.hellenes.game import Game
from rules.hellenes.state import State


def evaluate(game: Game, state: State, seat: str) -> float:
    return float(state.prestige if seat == "athens" else -state.prestige)
