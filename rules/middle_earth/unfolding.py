"""What a decision unfolds into: its events so far and the state after them."""

from __future__ import annotations

from rules.chance import Chance
from rules.middle_earth.game import Game
from rules.middle_earth.state import State
from rules.ruleset import Event


class Unfolding:
    """Collects the events of one `decide`. `happen` adds an event and moves the state on; dice come from `chance`."""

    __slots__ = ("chance", "events", "game", "losses", "state")

    def __init__(self, game: Game, state: State, chance: Chance) -> None:
        self.game = game
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.losses = False
        """Whether a unit or a leader was lost, so that the game may be over."""

    def happen(self, event: Event) -> None:
        """Adds an event."""
        self.events.append(event)
        self.state = self.game.evolution[type(event)](self.game, self.state, event)
