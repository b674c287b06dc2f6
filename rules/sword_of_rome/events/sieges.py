"""Sieges, sorties and relief (13), raids and looting (14)."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome.procedures import Modifier


class SiegeRolled(Event, frozen=True):
    """2d6 on the siege table (13.2, 14.2). `purpose`: siege, subjugation or raid; `total`: the dice with `modifiers`;
    `points`: siege points won, 0 being failure; `lost`: the CU that it costs the power that rolls."""

    power: str
    space: str
    purpose: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    points: int
    lost: int


class SiegeRollModified(Event, frozen=True):
    """The card `why` changes a roll that is not made yet (7.1): `value` is added to it; `losses` is the CU that it
    costs, -1: as the table says; `cancelled`: it is not made."""

    why: str
    value: int = 0
    losses: int = -1
    cancelled: bool = False


class CityLooted(Event, frozen=True):
    """A city that has fallen is looted (14.4)."""

    space: str
    power: str


class ReliefDecided(Event, frozen=True):
    """Whether the CU within the walls join the attack on their besiegers (13.4.2)."""

    joins: bool


class Sallied(Event, frozen=True):
    """The units within the walls attack their besiegers (13.4.1)."""

    leader: str
    space: str
    cu: int
