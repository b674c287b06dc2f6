"""Pieces and hexsides as they are set up, or put right by hand (3.0)."""

from __future__ import annotations

from typing import ClassVar

from rules.ruleset import Event


class UnitPlaced(Event, frozen=True):
    """A combat unit stands on the map; one that stood there already is now as said here."""

    unit: str
    hex: str
    reduced: bool = False
    disrupted: bool = False


class LeaderPlaced(Event, frozen=True):
    """A leader stands on the map. `points`: his magic points."""

    version: ClassVar[int] = 2

    leader: str
    hex: str
    wounded: bool = False
    points: int = 0


class MarkerPlaced(Event, frozen=True):
    """A marker lies in a hex, or goes with a leader (`bearer`)."""

    version: ClassVar[int] = 2

    marker: str
    hex: str = ""
    bearer: str = ""


class EnginePlaced(Event, frozen=True):
    """A siege engine or ladder stands in a hex, of a `kind` (`siege-tower`, `ladder` …), perhaps against a hexside."""

    engine: str
    kind: str
    hex: str
    seat: str
    hexside: str = ""


class HexsideOpened(Event, frozen=True):
    """A feature of a hexside is now another kind of terrain: a breach, an open gate."""

    hexside: str
    terrain: str


class PieceRemoved(Event, frozen=True):
    """A piece leaves the map without being a loss: a marker destroyed, an engine used up, a correction."""

    version: ClassVar[int] = 2

    piece: str
    rule: str = ""


class TotalCorrected(Event, frozen=True):
    """A demoralization total set by hand."""

    army: str
    total: int
