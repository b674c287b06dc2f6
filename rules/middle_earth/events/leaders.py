"""Leaders: their combat, their fate and rally (7.2, 8.2, 8.3)."""

from __future__ import annotations

from typing import ClassVar

from rules.middle_earth.events.modifiers import Modifier
from rules.ruleset import Event


class DuelFought(Event, frozen=True):
    """Leader combat, rolled: `differential` is the attacker's rating less the defender's (7.22); the
    defender stands in `hex`."""

    version: ClassVar[int] = 2

    attacker: str
    defender: str
    attacker_rating: int
    defender_rating: int
    differential: int
    die: int
    result: str
    attacker_modifiers: tuple[Modifier, ...] = ()
    defender_modifiers: tuple[Modifier, ...] = ()
    hex: str = ""


class FateRolled(Event, frozen=True):
    """The roll of a leader whose unit suffered a loss (8.24): whether he suffers the same result."""

    version: ClassVar[int] = 2

    leader: str
    die: int
    result: str
    suffers: bool


class LeaderWounded(Event, frozen=True):
    """A leader is flipped (8.21)."""

    version: ClassVar[int] = 2

    leader: str
    rule: str


class LeaderKilled(Event, frozen=True):
    """A leader is out of the game."""

    version: ClassVar[int] = 2

    leader: str
    rule: str


class RelocationOrdered(Event, frozen=True):
    """A leader must join the nearest friendly unit (8.24, 8.1, 4.27)."""

    version: ClassVar[int] = 2

    leader: str
    rule: str


class LeaderRelocated(Event, frozen=True):
    """A leader joined a friendly unit."""

    version: ClassVar[int] = 2

    leader: str
    hex: str


class RallyRolled(Event, frozen=True):
    """A leader's attempt to rally a unit: `range` is that of the rally table (8.37) for his rating."""

    version: ClassVar[int] = 2

    leader: str
    unit: str
    rating: int
    range: tuple[int, int]
    dice: tuple[int, ...]
    rallied: bool
    modifiers: tuple[Modifier, ...] = ()
