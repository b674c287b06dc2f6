"""How good a position is for a seat, for bots."""

from __future__ import annotations

from rules.age_of_empires.game import Game
from rules.age_of_empires.state import State
from rules.age_of_empires.victory import scores


def evaluate(game: Game, state: State, seat: str) -> float:
    """Higher is better."""
    if seat not in state.sides:
        return 0.0
    found = scores(game, state)
    return found[seat] - sum(value for each, value in found.items() if each != seat)
