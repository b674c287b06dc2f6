"""Movement (4.0)."""

from __future__ import annotations

from typing import ClassVar

from rules.ruleset import Event


class MarchBegan(Event, frozen=True):
    """A piece begins to move with so many movement points, perhaps with a marker."""

    version: ClassVar[int] = 2

    piece: str
    points: int
    carrying: str = ""


class PieceMoved(Event, frozen=True):
    """The moving piece entered a hex at a cost in movement points."""

    version: ClassVar[int] = 2

    piece: str
    hex: str
    cost: int


class MarchEnded(Event, frozen=True):
    """A piece has finished its move. `rule`: what stopped it, "" if its owner did."""

    version: ClassVar[int] = 2

    piece: str
    rule: str = ""
