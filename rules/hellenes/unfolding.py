"""What a decision unfolds into: its events so far and the state after them."""

from __future__ import annotations

from rules.chance import Chance
from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.ruleset import Event


class Unfolding:
    """Collects the events of one `decide`. `happen` adds an event and moves the state on; dice come from `chance`."""

    __slots__ = ("chance", "events", "game", "state")

    def __init__(self, game: Game, state: State, chance: Chance) -> None:
        self.game = game
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Adds an event."""
        self.events.append(event)
        self.state = self.game.evolution[type(event)](self.game, self.state, event)

    def finish_step(self) -> None:
        """Goes on to the next thing on the agenda; without one, the season is over."""
        agenda = self.state.agenda
        self.happen(e.StepBegan(agenda[0] if agenda else "season-over"))

    def gain(self, side: str, amount: int, why: str) -> None:
        """A side gains Prestige (14.1); nothing happens for none."""
        if amount:
            self.happen(e.PrestigeGained(side, amount, why))
