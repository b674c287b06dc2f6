"""What event cards do, as data: one struct an operation (event-1, turn-10)."""

from __future__ import annotations

from typing import Literal

import msgspec


class Operation(msgspec.Struct, frozen=True, tag_field="op", tag=str.lower, forbid_unknown_fields=True):
    """A part of what an event does."""


class Gain(Operation, frozen=True, tag="gain"):
    """Gain a resource: a fixed amount, or so much for `each` building of a name (at most `most`), and `more` where a
    building `more_with` is in play."""

    resource: Literal["food", "wood", "stone", "gold"]
    amount: int
    each: str = ""
    most: int = 0
    more_with: str = ""
    more: int = 0


class Hunt(Operation, frozen=True, tag="hunt"):
    """Roll a die; on `lost_on` the seat loses a villager of its choice."""

    lost_on: int


class Settle(Operation, frozen=True, tag="settle"):
    """New villagers into the pool, within the villager cap."""

    villagers: int


class LookAtHand(Operation, frozen=True, tag="look-at-hand"):
    """Look at the opponent's hand."""


class Draw(Operation, frozen=True, tag="draw"):
    """Draw cards."""

    cards: int


class March(Operation, frozen=True, tag="march"):
    """An own unit moves farther in this turn."""

    steps: int


class Mend(Operation, frozen=True, tag="mend"):
    """Remove damage markers from own buildings."""

    markers: int


class Enlist(Operation, frozen=True, tag="enlist"):
    """Soldiers for an own unit in the city, at no cost; `of` names a class of units, or `unit`."""

    soldiers: int
    of: str


class Damage(Operation, frozen=True, tag="damage"):
    """Lay damage markers on an enemy building; `spares` names cards, types and subtypes that it cannot harm."""

    markers: int
    spares: tuple[str, ...]
    fringe: bool = False


class Desert(Operation, frozen=True, tag="desert"):
    """Remove soldiers from an enemy unit that has at least `least`."""

    soldiers: int
    least: int


class Plague(Operation, frozen=True, tag="plague"):
    """Each seat removes villagers of its choice."""

    villagers: int


class Hasten(Operation, frozen=True, tag="hasten"):
    """Take villagers from an own card under research to the pool."""

    villagers: int


class Truce(Operation, frozen=True, tag="truce"):
    """No unit may attack the own city until the end of the opponent's next turn."""


class Search(Operation, frozen=True, tag="search"):
    """Search the own deck for a card of these types, show it and take it into the hand."""

    types: tuple[str, ...]


class Shield(Operation, frozen=True, tag="shield"):
    """A unit of a class loses fewer soldiers in a round."""

    of: str
    soldiers: int


AnyOperation = (
    Gain
    | Hunt
    | Settle
    | LookAtHand
    | Draw
    | March
    | Mend
    | Enlist
    | Damage
    | Desert
    | Plague
    | Hasten
    | Truce
    | Search
    | Shield
)
