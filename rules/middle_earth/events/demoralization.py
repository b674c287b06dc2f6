"""Demoralization (9.0) and victory points."""

from __future__ import annotations

from rules.ruleset import Event


class TotalChanged(Event, frozen=True):
    """A demoralization total changes by something other than a lost unit."""

    army: str
    change: int
    rule: str


class ArmyDemoralized(Event, frozen=True):
    """An army's total exceeds its level (9.21)."""

    army: str
    total: int
    level: int


class VictoryPointsChanged(Event, frozen=True):
    """What gives a seat victory points gives it `change` more (or fewer), now `points`; `total` are all that it has."""

    seat: str
    reason: str
    change: int
    points: int
    total: int
