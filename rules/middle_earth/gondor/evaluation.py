"""How good a position of the siege is for a seat."""

from __future__ import annotations

from rules.middle_earth.evaluation import evaluate as standard
from rules.middle_earth.game import Game
from rules.middle_earth.state import State


def evaluate(game: Game, state: State, seat: str) -> float:
    """How good the position is for the seat: higher is better."""
    return standard(game, state, seat)
