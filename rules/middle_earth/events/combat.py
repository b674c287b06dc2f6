"""Missile combat and melee (7.1, 7.3)."""

from __future__ import annotations

from typing import ClassVar

from rules.middle_earth.events.modifiers import Modifier
from rules.ruleset import Event


class AttackDeclared(Event, frozen=True):
    """A unit is assigned to attack a defender in melee."""

    attacker: str
    defender: str


class AttackersNamed(Event, frozen=True):
    """All attackers of a defender are declared."""

    defender: str


class AttackResolved(Event, frozen=True):
    """Fire (`kind` missile) or a melee attack, rolled, against a unit in `hex`.

    `letter` is the row of the casualty possibility table (7.41) after `attack_modifiers`, `armour` its column after
    `armour_modifiers`; `dice` are empty where a fanatic needs none. If there is a casualty, `die` and `morale` give
    the result on the casualty results table (7.42); otherwise `die` is 0. `range` is [least, greatest].
    """

    version: ClassVar[int] = 2

    kind: str
    attacker: str
    defender: str
    letter: str
    armour: int
    range: tuple[int, int]
    dice: tuple[int, ...]
    casualty: bool
    morale: str = ""
    die: int = 0
    result: str = "-"
    attack_modifiers: tuple[Modifier, ...] = ()
    armour_modifiers: tuple[Modifier, ...] = ()
    morale_modifiers: tuple[Modifier, ...] = ()
    hex: str = ""


class UnitReduced(Event, frozen=True):
    """A unit is flipped to its reduced side."""

    unit: str
    rule: str


class UnitEliminated(Event, frozen=True):
    """A unit is out of the game; its value is added to its army's demoralization total (9.13)."""

    unit: str
    army: str
    value: int
    rule: str


class RetreatIgnored(Event, frozen=True):
    """A unit need not carry out a retreat; `rule` says why."""

    unit: str
    rule: str


class LossOrdered(Event, frozen=True):
    """One unit of a formation is to be eliminated, and the other then retreats so many hexes (8.46)."""

    units: tuple[str, ...]
    hexes: int
    cause: str


class MeleeEnded(Event, frozen=True):
    """All attacks on a defender are resolved or void."""

    defender: str
