"""What happens to blocks: they come, move, lose steps, go.

A block that only its owner knows stands in `block` or `names`, which are hidden; one that is turned up in `known`,
which is open.
"""

from __future__ import annotations

from typing import Annotated

from rules.ruleset import Event
from rules.secrecy import Hidden

Name = Annotated[str | None, Hidden(known_to="side")]
Names = Annotated[tuple[str, ...], Hidden(known_to="side", each=True)]


class BlockPlaced(Event, frozen=True):
    """A block comes onto the map."""

    side: str
    place: str
    block: Name
    steps: Annotated[int, Hidden(known_to="side", unknown=0)]
    inside: bool = False
    why: str = ""


class GroupBegan(Event, frozen=True):
    """A group moves or is mustered; `cost` actions are spent (4.1, 4.2)."""

    side: str
    place: str
    kind: str
    cost: int = 1


class GroupEnded(Event, frozen=True):
    """The group has moved."""

    side: str


class CargoLoaded(Event, frozen=True):
    """A land block is aboard a fleet (5.3)."""

    side: str
    place: str
    names: Names


class MoveBegan(Event, frozen=True):
    """Blocks are on a way on which dice are rolled (5.5, 5.6)."""

    side: str
    names: Names
    start: str
    path: tuple[str, ...]
    at: int
    forced: bool
    into: bool
    kind: str


class MoveReached(Event, frozen=True):
    """They are past a roll, the next at path[at]."""

    at: int


class BlocksMoved(Event, frozen=True):
    """A block, and after it what is aboard, is in another place."""

    side: str
    names: Names
    known: tuple[str, ...]
    start: str
    place: str
    via: str = ""
    inside_before: bool = False
    inside: bool = False
    kind: str = "move"


class StepLost(Event, frozen=True):
    """A block loses a step."""

    side: str
    place: str
    block: Name
    known: str = ""
    why: str = ""


class StepRebuilt(Event, frozen=True):
    """A block regains a step (4.5); `credit` is what the action still gives."""

    side: str
    place: str
    block: Name
    cost: int = 0
    credit: int = 0


class BlockRemoved(Event, frozen=True):
    """A block leaves the map for its pool (2.1, 9.2.4)."""

    side: str
    place: str
    block: Name
    known: str = ""
    inside: bool = False
    why: str = "destroyed"


class Pillaged(Event, frozen=True):
    """An area is pillaged (4.3)."""

    place: str
    side: str = ""
    cost: int = 0


class BlockDrawn(Event, frozen=True):
    """A block is drawn from a pool and not yet placed (4.4)."""

    side: str
    purpose: str
    block: Annotated[str, Hidden(known_to="side")]
    asked: tuple[str, ...] = ()
    appealed: bool = False
    ordinal: int = 0
    cost: int = 0


class RecruitAwaitsPlace(Event, frozen=True):
    """A block is to be placed in a home of its (4.4)."""

    side: str
    block: Annotated[str, Hidden(known_to="side")]
    full: bool = False


class BlockSustained(Event, frozen=True):
    """A block in the field is sustained (9.2.2)."""

    side: str
    place: str
    block: Name
    cost: int = 1


class ReturnContested(Event, frozen=True):
    """Returning units stand before the enemy at their home city (9.2.1.2)."""

    side: str
    place: str
    city: str


class ReturnSettled(Event, frozen=True):
    """A Return battle is over, or was not needed (9.3.1)."""

    side: str
    place: str


class SicilyAtWar(Event, frozen=True):
    """Sicily is at War (15.2-c)."""


class GelaJoined(Event, frozen=True):
    """Gela joins Syracuse (15.2-c)."""


class SecondExpedition(Event, frozen=True):
    """The Second Expedition is under way (15.2-b)."""


class WinterEnded(Event, frozen=True):
    """The markers of sustained units are taken off (9.0-a)."""
