"""Activated armies on their way (9), by sea too (9.6)."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome.procedures import Modifier


class MovementChanged(Event, frozen=True):
    """The movement points of the activated army change by an event."""

    left: int
    why: str


class ActivationCancelled(Event, frozen=True):
    """The army is not activated."""

    why: str


class TerrainEased(Event, frozen=True):
    """Links of this terrain are easy for the army on the move, until its action ends."""

    power: str
    why: str
    terrain: tuple[str, ...] = ("rough",)


class UnitsLeft(Event, frozen=True):
    """The moving leader leaves CU behind (9.1)."""

    space: str
    cu: int


class LeaderLeft(Event, frozen=True):
    """The moving leader leaves another leader behind (9.1)."""

    space: str
    leader: str


class UnitsTaken(Event, frozen=True):
    """The moving leader picks up CU, those that have used the fewest movement points (9.1, 9.5.2)."""

    space: str
    cu: int


class LeaderTaken(Event, frozen=True):
    """The moving leader takes another leader along (9.1)."""

    space: str
    leader: str


class ArmyMoved(Event, frozen=True):
    """A leader and what goes with him enter a space (9.2)."""

    power: str
    leader: str
    origin: str
    space: str
    cu: int
    followers: tuple[str, ...]
    points: int
    link: str


class MarchEnded(Event, frozen=True):
    """The activated army moves no further; `done`: its units may not move again in this impulse (9.5.2)."""

    leader: str
    space: str
    rule: str
    done: bool = False


class PassageBribed(Event, frozen=True):
    """An Etruscan army is let pass by the enemy army in the space (7.2.2)."""

    power: str
    space: str


class NavalCombatRolled(Event, frozen=True):
    """1d6 on the naval combat table (9.6.4)."""

    power: str
    space: str
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    result: str
    lost: int


class SeaMoveCancelled(Event, frozen=True):
    """A move of a power by sea does not take place, by the event of the card `why` (7.1)."""

    power: str
    space: str
    why: str


class MoveStopped(Event, frozen=True):
    """The moving army is to go back to the space it came from."""

    why: str


class CityBarred(Event, frozen=True):
    """A power may not go into its walls in a space in this impulse."""

    power: str
    space: str
    why: str
