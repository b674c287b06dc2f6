"""Something begins, goes on and ends; windows for responses (7.1.1)."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome.procedures import AnyProcedure


class ProcedureBegan(Event, frozen=True):
    """Something begins that is not finished at once: an activation, a battle, a window for responses."""

    procedure: AnyProcedure


class StageReached(Event, frozen=True):
    """The innermost thing that has begun goes on to its next part."""

    stage: str


class ProcedureEnded(Event, frozen=True):
    """The innermost thing that has begun is finished."""

    kind: str


class Passed(Event, frozen=True):
    """A seat lets the moment for responses go by (7.1.1)."""

    seat: str


class CardAnswered(Event, frozen=True):
    """A window stays open to the seat after its response, or is closed to it."""

    asked: tuple[str, ...]
