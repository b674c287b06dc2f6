"""What happens in the Sauron game alone."""

from __future__ import annotations

from typing import ClassVar

from rules.ruleset import Event


class VisionRolled(Event, frozen=True):
    """A unit's roll against Sinister Visions: disrupted on `least` or more (SAURON-11)."""

    unit: str
    die: int
    least: int
    disrupted: bool


class WeaponFell(Event, frozen=True):
    """A fallen leader's weapon lies where several may take it up (SAURON-9)."""

    version: ClassVar[int] = 2

    weapon: str
    seat: str
    hex: str


class BeastSummoned(Event, frozen=True):
    """The Beast appears in a hex (SAURON-13)."""

    unit: str
    hex: str


class FlightBegan(Event, frozen=True):
    """The Beast takes off; the hex where it lands is still to be named (SAURON-14)."""

    unit: str
    seat: str


class BeastFlew(Event, frozen=True):
    """The Beast landed in a hex (SAURON-14)."""

    unit: str
    hex: str


class BreathBlown(Event, frozen=True):
    """The Beast's death breath reaches these units (SAURON-14)."""

    beast: str
    units: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    VisionRolled, WeaponFell, BeastSummoned, FlightBegan, BeastFlew, BreathBlown,
)  # fmt: skip
