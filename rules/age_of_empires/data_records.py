"""What the data files hold: one struct a kind of record, and all of them together.

Everything is plain (strings, numbers, tuples, dicts with string keys), so that the whole can be stored as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.age_of_empires.data_operations import AnyOperation
from rules.parts.record_origin import Record

RESOURCES = ("food", "wood", "stone", "gold")
Resource = Literal["food", "wood", "stone", "gold"]
CardType = Literal[
    "civilization",
    "age",
    "building",
    "wonder",
    "unit",
    "upgrade",
    "technology",
    "relic",
    "event",
]


class Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a record."""


class Cost(Plain, frozen=True):
    """An amount of each resource."""

    food: int = 0
    wood: int = 0
    stone: int = 0
    gold: int = 0


class Start(Plain, frozen=True):
    """What a civilization begins with (setting-1)."""

    food: int
    wood: int
    stone: int
    gold: int
    villagers: int


class Bombard(Plain, frozen=True):
    """Bombard values against units and buildings, and the distances in spaces (combat-17, combat-18)."""

    units: int
    buildings: int
    least_range: int
    range: int


class Bonus(Plain, frozen=True):
    """What is added for each token against a class (card-unit-8)."""

    against: str
    add: int


class Produces(Plain, frozen=True):
    """Villagers spent in one batch, the amount gained, and how many villagers the building holds (villager-7)."""

    resource: Resource
    villagers: int
    amount: int
    max_villagers: int


class Needed(Plain, frozen=True):
    """So many buildings of an age with different names (agecard-5)."""

    age: int
    different_names: int


class Modifier(Plain, frozen=True):
    """A change of a value of all that a scope names, from an age on."""

    scope: str
    field: str
    add: int
    from_age: int = 1


class Ability(Plain, frozen=True):
    """Something that a card does and that is no number of another one, from an age on."""

    does: str
    amount: int = 0
    from_age: int = 1


class Discount(Plain, frozen=True):
    """How much less of a resource the cards cost that are named, of a class, or trained at a building so named."""

    of: str
    resource: Resource
    less: int
    least: int


class Card(Record, frozen=True, kw_only=True):
    """A card. What a card of its type does not print is left at its default."""

    id: str
    title: str
    type: CardType
    subtypes: tuple[str, ...] = ()
    age: int = 1
    civilization: str = ""
    set: Literal["base", "nautical"] = "base"
    cost: Cost = Cost()
    requires: tuple[str, ...] = ()
    requires_buildings: Needed | None = None
    effect: str = ""
    copies_limit: int = 5
    hit_points: int = 0
    builders: int = 0
    researchers: int = 0
    garrison: int = 0
    villager_cap: int = 0
    stages: tuple[int, ...] = ()
    produces: Produces | None = None
    trains: tuple[str, ...] = ()
    trained_at: str = ""
    upgrades: str = ""
    develops: str = ""
    attack: int = 0
    ranged_attack: int = 0
    bonuses: tuple[Bonus, ...] = ()
    bombard: Bombard | None = None
    movement: int = 1
    max_tokens: int = 5
    upkeep_food: int = 0
    monks_needed: int = 1
    gold_yield: int = 0
    scenario_points: int = 0
    timing: str = ""
    start: Start | None = None
    start_cards: tuple[str, ...] = ()
    town_center_face_down: bool = False
    barred: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    abilities: tuple[Ability, ...] = ()
    discounts: tuple[Discount, ...] = ()
    free: tuple[str, ...] = ()
    operations: tuple[AnyOperation, ...] = ()


class Number(Record, frozen=True, kw_only=True):
    """A number of the rules."""

    id: str
    value: int


class Token(Record, frozen=True, kw_only=True):
    """A kind of token (token-2)."""

    id: str
    title: str
    cost: Cost = Cost()
    made_at: str = ""
    per_turn: int
    per_building: int = 0
    per_unit: int = 0
    hit_points: int = 0
    attack: int = 0


class Phase(Record, frozen=True, kw_only=True):
    """A phase of a turn by its number (turn-1), for its `names`; the course of the turn is the program's."""

    id: str
    number: int
    title: str


class Copies(Plain, frozen=True):
    """So many copies of a card."""

    card: str
    copies: int = 1


class Deck(Record, frozen=True, kw_only=True):
    """A total deck with its starting buildings (deck-1 to deck-9)."""

    id: str
    title: str
    civilization: str
    starting_buildings: tuple[str, ...]
    age_1: tuple[Copies, ...] = ()
    age_2: tuple[Copies, ...] = ()
    age_3: tuple[Copies, ...] = ()
    age_4: tuple[Copies, ...] = ()


KINDS: dict[str, type[Record]] = {
    "card": Card,
    "deck": Deck,
    "number": Number,
    "phase": Phase,
    "token": Token,
}


class GameData(msgspec.Struct, frozen=True):
    """All records by id."""

    card: dict[str, Card]
    deck: dict[str, Deck]
    number: dict[str, Number]
    token: dict[str, Token]
    phase: dict[str, Phase] = {}


RULES: Mapping[str, str] = {
    "card": "civ-13",
    "deck": "deck-1",
    "number": "setting-1",
    "phase": "turn-1",
    "token": "token-2",
}
"""For each kind of record the rule that speaks of it."""
