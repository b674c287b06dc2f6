"""What a decision of this game unfolds into."""

from __future__ import annotations

from rules import unfolding
from rules.chance import Chance
from rules.middle_earth.game import Game
from rules.middle_earth.state import State


class Unfolding(unfolding.Unfolding[Game, State]):
    """As in every game; and it notes whether anybody was lost."""

    __slots__ = ("losses",)

    def __init__(self, game: Game, state: State, chance: Chance) -> None:
        super().__init__(game, state, chance)
        self.losses = False
        """Whether a unit or a leader was lost, so that the game may be over."""
