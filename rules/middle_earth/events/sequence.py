"""Set-up and the sequence of play, with reinforcements (3.0)."""

from __future__ import annotations

from typing import ClassVar

from rules.ruleset import Event


class SetUpBegan(Event, frozen=True):
    """A seat sets up its pieces."""

    seat: str


class PieceBrought(Event, frozen=True):
    """A piece that is to be set up was named; its hex is still to be."""

    version: ClassVar[int] = 2

    piece: str


class TurnBegan(Event, frozen=True):
    """A game turn begins."""

    turn: int
    night: bool = False


class PhaseBegan(Event, frozen=True):
    """A phase (its letter) begins for the seat that acts in it."""

    phase: str
    seat: str


class StepBegan(Event, frozen=True):
    """A part of a combat phase begins: `missile`, `leaders` or `melee` (7.0)."""

    step: str


class SiegeConducted(Event, frozen=True):
    """A unit was used in the siege phase: this turn it neither moves nor fires any more (3.0, 7.11)."""

    unit: str


class ArrivalRolled(Event, frozen=True):
    """The roll for reinforcements, by the number of their record: they come on `least` or more."""

    arrival: int
    title: str
    die: int
    least: int
    comes: bool
    rule: str


class ReinforcementsDue(Event, frozen=True):
    """Reinforcements may enter the map in a region, now or on a later turn."""

    version: ClassVar[int] = 2

    arrival: int
    title: str
    pieces: tuple[str, ...]
    region: str
    rule: str


class ChoiceOffered(Event, frozen=True):
    """The owner is to pick one unit of the arrival with this number."""

    arrival: int
    seat: str


class ReinforcementChosen(Event, frozen=True):
    """The unit that the owner picked may enter the map in a region, now or on a later turn."""

    piece: str
    region: str
    rule: str


class PieceEntered(Event, frozen=True):
    """A piece in reserve entered the map in a hex at a cost in movement points, perhaps with a leader (`carrying`), and
    may move on."""

    version: ClassVar[int] = 2

    piece: str
    hex: str
    cost: int
    carrying: str = ""


class GameEnded(Event, frozen=True):
    """The game is over. `how`: decisive, marginal, annihilation, draw, resigned."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]
