"""Advance, retreat and displacement (7.5 to 7.7)."""

from __future__ import annotations

from typing import ClassVar

from rules.ruleset import Event


class RetreatOrdered(Event, frozen=True):
    """A unit is obliged to retreat. `cause`: combat (7.54), leader (7.23) or early (before combat, 7.7)."""

    unit: str
    hexes: int
    cause: str


class UnitRetreated(Event, frozen=True):
    """The retreating unit entered a hex, with the leaders who go along."""

    version: ClassVar[int] = 2

    unit: str
    hex: str
    leaders: tuple[str, ...] = ()


class DisplacementChosen(Event, frozen=True):
    """A unit shall go to a hex that holds friends, or make room by going to a hex; nothing moves yet (7.61)."""

    unit: str
    hex: str


class UnitDisplaced(Event, frozen=True):
    """A unit made room for another (7.61), with the leaders who go along."""

    version: ClassVar[int] = 2

    unit: str
    hex: str
    leaders: tuple[str, ...] = ()


class RetreatEnded(Event, frozen=True):
    """A unit's retreat is over: `done`, or given up because there is no way."""

    unit: str
    done: bool = True


class EarlyRetreatRolled(Event, frozen=True):
    """The roll for a unit that retreated before combat (7.7)."""

    unit: str
    die: int
    disrupted: bool


class UnitDisrupted(Event, frozen=True):
    """A unit is disrupted."""

    unit: str
    rule: str


class RetreatsEnded(Event, frozen=True):
    """All retreats and displacements of one result are done and their markers set."""


class EarlyRetreatDeclined(Event, frozen=True):
    """The owner lets a unit stand that could retreat before combat."""

    unit: str


class UnitAdvanced(Event, frozen=True):
    """A victorious unit moved into the emptied hex (7.51), or followed up (7.7), with these leaders."""

    version: ClassVar[int] = 2

    unit: str
    hex: str
    leaders: tuple[str, ...] = ()


class AdvanceDeclined(Event, frozen=True):
    """No unit moves into the emptied hex."""

    hex: str
