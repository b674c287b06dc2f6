"""What is decided in the Gondor game alone."""

from __future__ import annotations

from typing import Annotated

from rules.ruleset import Action
from rules.secrecy import Hidden


class FillCauldrons(Action, frozen=True):
    """West chooses in secret which cauldrons hold oil; the others are dummies (GONDOR-8)."""

    oil: Annotated[tuple[str, ...], Hidden(each=True)]


class Bombard(Action, frozen=True):
    """A siege catapult tries to breach a hexside (GONDOR-17)."""

    engine: str
    hexside: str


class ThrowHead(Action, frozen=True):
    """A siege catapult throws a head into the city (GONDOR-24)."""

    engine: str
    hex: str


class Ram(Action, frozen=True):
    """Grond rams the Great Gate (GONDOR-20)."""

    engine: str


class Shoot(Action, frozen=True):
    """A catapult fires at an enemy unit (GONDOR-27)."""

    engine: str
    target: str


class ShootEngine(Action, frozen=True):
    """A city catapult fires at a siege engine (GONDOR-27)."""

    engine: str
    target: str


class DestroyEngine(Action, frozen=True):
    """A unit destroys an enemy engine without a crew instead of attacking (GONDOR-15)."""

    unit: str
    engine: str


class SetTower(Action, frozen=True):
    """A siege tower stands against this hexside (GONDOR-21)."""

    engine: str
    hexside: str


class RaiseLadder(Action, frozen=True):
    """A unit raises a ladder against a wall (GONDOR-22)."""

    unit: str
    hexside: str


class ThrowDown(Action, frozen=True):
    """A unit on the wall tries to throw a ladder down instead of attacking (GONDOR-22)."""

    unit: str
    ladder: str


class SeizeGate(Action, frozen=True):
    """A unit seizes the undefended gate to the next level (GONDOR-23)."""

    unit: str
    hexside: str


class Pour(Action, frozen=True):
    """West uses an oil counter (GONDOR-25)."""


class Withhold(Action, frozen=True):
    """West uses no oil counter now (GONDOR-25)."""


class RallyToBanner(Action, frozen=True):
    """A unit near the royal banner rallies without a roll (GONDOR-34)."""

    unit: str


ACTIONS: tuple[type[Action], ...] = (
    FillCauldrons, Bombard, ThrowHead, Ram, Shoot, ShootEngine, DestroyEngine, SetTower, RaiseLadder, ThrowDown,
    SeizeGate, Pour, Withhold, RallyToBanner,
)  # fmt: skip
