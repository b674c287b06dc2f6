"""What happens in the Sauron game alone."""

from __future__ import annotations

from rules.ruleset import Event


class VisionRolled(Event, frozen=True):
    """A unit's roll against Sinister Visions: disrupted on `least` or more (SAURON-11)."""

    unit: str
    die: int
    least: int
    disrupted: bool


class WeaponFell(Event, frozen=True):
    """A fallen leader's weapon lies where several may take it up (SAURON-9)."""

    weapon: str
    seat: str
    hex: str


EVENTS: tuple[type[Event], ...] = (VisionRolled, WeaponFell)
