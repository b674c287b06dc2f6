"""What a decision of this game unfolds into."""

from __future__ import annotations

from rules import unfolding
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import AnyProcedure
from rules.sword_of_rome.state import State


class Unfolding(unfolding.Unfolding[Game, State]):
    """As in every game; with the beginning, stages and end of procedures."""

    __slots__ = ()

    def begin(self, procedure: AnyProcedure) -> None:
        """Begins something that is not finished at once."""
        self.happen(events.ProcedureBegan(procedure))

    def reach(self, stage: str) -> None:
        """Goes on to the next part of what has begun."""
        self.happen(events.StageReached(stage))

    def finish(self) -> None:
        """Finishes the innermost thing that has begun."""
        kind = type(self.state.stack[-1]).__struct_config__.tag
        self.happen(events.ProcedureEnded(str(kind)))
