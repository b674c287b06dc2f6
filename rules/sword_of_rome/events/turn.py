"""Turns, phases, rounds and impulses (5)."""

from __future__ import annotations

from rules.ruleset import Event


class TurnBegan(Event, frozen=True):
    """A turn begins (5)."""

    turn: int


class PhaseBegan(Event, frozen=True):
    """A phase of the turn begins (5)."""

    phase: str


class RoundBegan(Event, frozen=True):
    """A round of the Action Phase begins; the seats in their order (5.4)."""

    round: int
    queue: tuple[str, ...]


class QueueSet(Event, frozen=True):
    """The seats that are still to act, in this order."""

    queue: tuple[str, ...]


class FirstPlayerNamed(Event, frozen=True):
    """Who goes first in all five rounds (5.3)."""

    seat: str
    by: str


class ImpulseBegan(Event, frozen=True):
    """It is this seat's impulse: to play a card or to pass (6)."""

    seat: str


class ImpulseEnded(Event, frozen=True):
    """A seat's impulse is over; `passed`: it played no card."""

    seat: str
    passed: bool


class NormalPlayMade(Event, frozen=True):
    """The one normal card play of the impulse is done (7.1.2)."""

    seat: str


class DesperateTimesAnnounced(Event, frozen=True):
    """A seat announces Desperate Times; those with fewer VP are asked once more (7.4-d)."""

    seat: str
    card: str
    asked: tuple[str, ...]


class GallicEventRolled(Event, frozen=True):
    """Three players: 2d6 on the Gallic events table (5.4)."""

    dice: tuple[int, ...]
    title: str


class GameEnded(Event, frozen=True):
    """The game is over; `how`: automatic-victory, victory-points and the like; `scores` are victory points."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]
