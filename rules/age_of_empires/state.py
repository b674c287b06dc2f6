"""The state of a game: both cities, units, stocks, cards, and what is still to be settled.

What has begun and is not finished – an attack, a payment of labour, an event – lies on `stack`, the innermost last.
"""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from rules.age_of_empires.procedures import AnyProcedure

LAND = ""
"""Where a unit is that stands in no man's land (layout-6); a ship there is at sea (layout-7)."""
SETTING_UP, COLLECTION, CONSTRUCTION, RESEARCH, MOVEMENT, ATTACK, ALLOCATION, DISCARD = range(8)
"""The phases of a turn (turn-1)."""


class Building(msgspec.Struct, frozen=True, gc=False):
    """A building of a city. `damage` in hit points; `known`: the opponent has looked at a face-down one; `part` names
    its secret part; `stage` of a wonder from 1 to 4 (wonder-6); `held`: turns of the opponent for which a wonder or
    five relics have stood (victory-2); `relics` stored in it, `lying` on it, each as `owner/card`."""

    card: str
    villagers: int = 0
    damage: int = 0
    face_down: bool = False
    known: bool = False
    part: str = ""
    stage: int = 0
    held: int = 0
    relics: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A unit: its card, its tokens, and where it stands: in whose city (`LAND`: no man's land) on which space."""

    card: str
    owner: str
    city: str
    space: str
    soldiers: int
    monks: int = 0
    relic: str = ""
    mode: str = ""
    """Of a ship: `attack` or `defence` (position-2)."""
    steps: int = -1
    """Steps that it may still take in the move that it is making; -1: it has not begun to move in this turn."""
    extra: int = 0
    """Steps more in this turn."""
    moved: bool = False
    fought: bool = False
    attacked: bool = False
    lifted: bool = False
    responded: bool = False


class Side(msgspec.Struct, frozen=True):
    """What a seat has. `deck`: the cards still to be drawn, in no order, less `missing` ones that nobody recorded;
    `later`: the decks of ages to come; `cards`: what lies complete in the data area; `research`: villagers on cards
    there; `laid`: starting buildings as (card, space, part) before the cities are shown; `seen_hand`: cards of the
    opponent's hand that this seat has seen; `truce`: the turn up to which no unit may attack the city."""

    civilization: str = ""
    age: int = 1
    food: int = 0
    wood: int = 0
    stone: int = 0
    gold: int = 0
    pool: int = 0
    city: Map[str, Building] = Map()
    gaps: tuple[str, ...] = ()
    starters: tuple[str, ...] = ()
    laid: tuple[tuple[str, str, str], ...] = ()
    deck: tuple[str, ...] = ()
    missing: int = 0
    later: Map[str, tuple[str, ...]] = Map()
    hand: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    snuffed: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    research: Map[str, int] = Map()
    seen_hand: tuple[str, ...] = ()
    truce: int = 0


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]
    turn: int


class State(msgspec.Struct, frozen=True):
    """Everything. `step`: the part of a phase; `counts`: what was done in this turn, by what it was (`villagers`,
    `soldiers:c-2`, `produced:food`); `land`: relics in no man's land; `sea`: the side that is sea, once a Dock is
    placed (sea-4); `coasts`: the seats that are bordered by the sea on both sides (sea-5)."""

    turn: int = 0
    active: str = ""
    starter: str = ""
    phase: int = 0
    step: str = ""
    sides: Map[str, Side] = Map()
    units: Map[str, Unit] = Map()
    land: tuple[str, ...] = ()
    with_sea: bool = False
    sea: str = ""
    coasts: tuple[str, ...] = ()
    counts: Map[str, int] = Map()
    mover: str = ""
    stack: tuple[AnyProcedure, ...] = ()
    ending: Ending | None = None


replace = msgspec.structs.replace


def with_side(state: State, seat: str, **changes: Any) -> State:
    """The state with fields of a seat's side changed."""
    return replace(state, sides=state.sides.set(seat, replace(state.sides[seat], **changes)))


def with_building(state: State, seat: str, space: str, **changes: Any) -> State:
    """The state with fields of a building changed; unchanged if it is not there."""
    side = state.sides[seat]
    building = side.city.get(space)
    if building is None:
        return state
    city = side.city.set(space, replace(building, **changes))
    return replace(state, sides=state.sides.set(seat, replace(side, city=city)))


def with_unit(state: State, name: str, **changes: Any) -> State:
    """The state with fields of a unit changed; unchanged if it is not there."""
    unit = state.units.get(name)
    if unit is None:
        return state
    return replace(state, units=state.units.set(name, replace(unit, **changes)))


def counted(state: State, what: str, number: int = 1) -> State:
    """The state with so many more of something counted for this turn."""
    return replace(state, counts=state.counts.set(what, state.counts.get(what, 0) + number))


def without_one(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one copy of one; unchanged where it is not among them."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def on_top(state: State, **changes: Any) -> State:
    """The state with fields of the innermost thing changed; unchanged if nothing has begun."""
    if not state.stack:
        return state
    return replace(state, stack=(*state.stack[:-1], replace(state.stack[-1], **changes)))
