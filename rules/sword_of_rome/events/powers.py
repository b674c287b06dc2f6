"""Alliances (15), non-player powers (16) and those that are out of the game."""

from __future__ import annotations

from rules.ruleset import Event


class AllianceOffered(Event, frozen=True):
    """One power offers another an alliance (15.1)."""

    power: str
    other: str


class AllianceMade(Event, frozen=True):
    """Two powers are allied (15.1, 18)."""

    power: str
    other: str
    rule: str = "15.1"


class AllianceRefused(Event, frozen=True):
    """The offer is refused, without penalty (15.1)."""

    power: str
    other: str


class AllianceEnded(Event, frozen=True):
    """Two powers are allied no longer (5.9, 15.5)."""

    power: str
    other: str
    rule: str


class AllianceLocked(Event, frozen=True):
    """An alliance cannot be broken before the turn ends."""

    power: str
    other: str


class RenewalDeclared(Event, frozen=True):
    """A seat says which of its alliances it would renew (15.4)."""

    seat: str
    pairs: tuple[str, ...]


class RenewalsOrdered(Event, frozen=True):
    """The seats that still declare what they would renew, in the order named among equal VP (4.4, 15.4)."""

    queue: tuple[str, ...]


class PowerActivated(Event, frozen=True):
    """A non-player power is marked as activated in this round (16.1.1)."""

    power: str
    seat: str


class SeatEliminated(Event, frozen=True):
    """A seat without a CU is out of the game (5.10.3)."""

    seat: str


class CarthageBeaten(Event, frozen=True):
    """Carthage was beaten in Carthago and is out of the game (17.2.2)."""
