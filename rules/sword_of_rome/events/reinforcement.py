"""The end of the turn: attrition (5.5), surrender (5.6) and reinforcements (5.10)."""

from __future__ import annotations

from rules.ruleset import Event


class AttritionRolled(Event, frozen=True):
    """One die for an enemy space that holds own CU (5.5)."""

    power: str
    space: str
    cu: int
    die: int
    lost: int


class SurrenderRolled(Event, frozen=True):
    """The power rolls for a siege in the Surrender Phase, or is done (5.6)."""

    power: str
    space: str


class SurrenderOrdered(Event, frozen=True):
    """Which powers take cities and PCs next in the Surrender Phase, where VP are equal (5.6, 4.4)."""

    queue: tuple[str, ...]


class UnitsAllotted(Event, frozen=True):
    """CU still to be placed, and leaders (5.10)."""

    cu: int
    leaders: tuple[str, ...]


class UnitsForgone(Event, frozen=True):
    """There is no space where the CU may come (5.10-e), or they are not wanted."""

    powers: tuple[str, ...]
    cu: int
    rule: str


class PenaltyDecided(Event, frozen=True):
    """The Greeks keep a leader and lower loyalty, or dismiss him (8.2.3)."""

    leader: str
    kept: bool


class ReinforcingOrdered(Event, frozen=True):
    """Who reinforces next (5.10, 4.4)."""

    queue: tuple[str, ...]
