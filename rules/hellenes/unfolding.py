"""What a decision of this game unfolds into."""

from __future__ import annotations

from rules import unfolding
from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import State


class Unfolding(unfolding.Unfolding[Game, State]):
    """As in every game; with the agenda of a season, and Prestige."""

    __slots__ = ()

    def finish_step(self) -> None:
        """Goes on to the next thing on the agenda; without one, the season is over."""
        agenda = self.state.agenda
        self.happen(e.StepBegan(agenda[0] if agenda else "season-over"))

    def gain(self, side: str, amount: int, why: str) -> None:
        """A side gains Prestige (14.1); nothing happens for none."""
        if amount:
            self.happen(e.PrestigeGained(side, amount, why))
