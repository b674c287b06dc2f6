"""What a decision of this game unfolds into."""

from __future__ import annotations

from rules import unfolding
from rules.age_of_empires import events
from rules.age_of_empires.game import Game
from rules.age_of_empires.procedures import AnyProcedure
from rules.age_of_empires.state import State


class Unfolding(unfolding.Unfolding[Game, State]):
    """As in every game; with beginning and finishing of procedures."""

    __slots__ = ()

    def begin(self, procedure: AnyProcedure) -> None:
        """Begins something that is not finished at once."""
        self.happen(events.ProcedureBegan(procedure))

    def finish(self, idle: bool = False) -> None:
        """Finishes the innermost thing that has begun; `idle`: nothing came of it."""
        kind = type(self.state.stack[-1]).__struct_config__.tag
        self.happen(events.ProcedureEnded(str(kind), idle))
