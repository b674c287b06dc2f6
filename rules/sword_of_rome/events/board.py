"""What stands on the map and its tracks: control, loyalty, sieges, VP, plunder and markers."""

from __future__ import annotations

from rules.ruleset import Event


class BoardSet(Event, frozen=True):
    """The scenario's start: who controls what, loyalty of walled cities, VP (3)."""

    control: tuple[tuple[str, str], ...]
    loyalty: tuple[tuple[str, int], ...]
    vp: tuple[tuple[str, int], ...]
    leaders: tuple[tuple[str, str], ...]


class ControlChanged(Event, frozen=True):
    """A space is controlled by a power or is independent; `loyalty`: of a walled city."""

    space: str
    power: str
    rule: str
    loyalty: int = 0


class LoyaltyChanged(Event, frozen=True):
    """The loyalty of a walled city rises or falls (7.3)."""

    space: str
    loyalty: int
    rule: str


class TribeSubjugated(Event, frozen=True):
    """A tribe is subjugated: an ordinary space from now on (13.5)."""

    space: str
    power: str


class CityFounded(Event, frozen=True):
    """A space becomes a walled city of loyalty 1 (7.2.1)."""

    space: str
    power: str
    rule: str


class SiegeChanged(Event, frozen=True):
    """A siege marker is laid or moved; level -1: it is taken away (13)."""

    space: str
    power: str
    level: int
    rule: str


class VictoryPointsChanged(Event, frozen=True):
    """A seat's VP change (4.1, 5.8)."""

    seat: str
    change: int
    vp: int
    rule: str


class PlunderChanged(Event, frozen=True):
    """The plunder track: positive are Gallic, negative Transalpine markers (14.1)."""

    power: str
    change: int
    track: int
    rule: str


class MinesDepleted(Event, frozen=True):
    """The Etruscan mines are depleted (7.2.3)."""

    lost: int


class MarkerPlaced(Event, frozen=True):
    """A marker of the event track comes into play; `against` a power."""

    marker: str
    against: str = ""


class MarkerRemoved(Event, frozen=True):
    """A marker leaves play."""

    marker: str
