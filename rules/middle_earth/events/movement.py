"""Movement (4.0)."""

from __future__ import annotations

from rules.ruleset import Event


class MarchBegan(Event, frozen=True):
    """A piece begins to move with so many movement points, perhaps with a marker."""

    piece: str
    points: int
    carrying: str = ""


class PieceMoved(Event, frozen=True):
    """The moving piece entered a hex at a cost in movement points."""

    piece: str
    hex: str
    cost: int


class MarchEnded(Event, frozen=True):
    """A piece has finished its move. `rule`: what stopped it, "" if its owner did."""

    piece: str
    rule: str = ""
