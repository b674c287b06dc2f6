"""What a decision unfolds into: its events so far and the state after them."""

from __future__ import annotations

from rules.age_of_empires import events
from rules.age_of_empires.game import Game
from rules.age_of_empires.procedures import AnyProcedure
from rules.age_of_empires.state import State
from rules.chance import Chance
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

    def begin(self, procedure: AnyProcedure) -> None:
        """Begins something that is not finished at once."""
        self.happen(events.ProcedureBegan(procedure))

    def finish(self, idle: bool = False) -> None:
        """Finishes the innermost thing that has begun; `idle`: nothing came of it."""
        kind = type(self.state.stack[-1]).__struct_config__.tag
        self.happen(events.ProcedureEnded(str(kind), idle))
