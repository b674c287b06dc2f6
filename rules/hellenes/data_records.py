"""What the data files hold: one struct a kind of record, and all of them together."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.parts.record_origin import Record

Side = Literal["athens", "sparta"]


class Province(Record, frozen=True, kw_only=True):
    """A land area. `city` is empty where there is none; `offshore` is the sea of its port (1.4)."""

    id: str
    name: str
    map: Literal["greece", "sicily"]
    nation: str
    colour: str
    city: str = ""
    value: int = 0
    loyalty: Literal["athens", "sparta", "neutral", "persia"]
    port: bool = False
    offshore: str = ""
    adjacent: tuple[str, ...] = ()
    seas: tuple[str, ...] = ()
    revolt_region: str = ""
    x: int
    y: int


class Sea(Record, frozen=True, kw_only=True):
    """A sea; `deep` are the adjacent seas behind a Deep Sea border (1.8)."""

    id: str
    name: str
    map: Literal["greece", "sicily"]
    adjacent: tuple[str, ...] = ()
    deep: tuple[str, ...] = ()
    coasts: tuple[str, ...] = ()
    x: int
    y: int


class Block(Record, frozen=True, kw_only=True):
    """A unit block (2.1 to 2.4). `home` are the named homes where it is recruited, `available` says when (15.5)."""

    id: str
    number: int
    side: Side
    name: str
    nation: str
    colour: str
    type: Literal["hoplites", "infantry", "archers", "cavalry", "fleet"]
    steps: int
    letter: str
    strength: int
    home: tuple[str, ...]
    greek: bool
    available: str


class Card(Record, frozen=True, kw_only=True):
    """A card (3.1 to 3.6). `operation` names the function that carries its event out, `region` what it is about."""

    id: str
    number: int
    name: str
    border: str
    value: int
    side: Literal["athens", "sparta", "either"]
    type: Literal["event", "continuing", "leader"]
    continuing: bool
    leader_value: int = 0
    new_year: Literal["works", "no-effect", "barred"]
    operation: str
    region: str = ""
    effect: str


class Olympian(Record, frozen=True, kw_only=True):
    """An Olympian and the field of chance that he answers for (11.0)."""

    id: str
    name: str
    field: str
    effect: str


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run of card numbers."""

    first: int
    last: int


class Scenario(Record, frozen=True, kw_only=True):
    """A scenario (15)."""

    id: str
    number: str
    title: str
    first_year: int
    last_year: int
    deck: tuple[Numbers, ...]
    prestige: int
    prestige_side: Literal["", "athens", "sparta"]
    peace: bool
    war_resumed: bool
    maps: tuple[Literal["greece", "sicily"], ...]
    extra: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    control: dict[str, Side] = msgspec.field(default_factory=dict)
    sieges: tuple[str, ...] = ()
    first_expedition: tuple[str, ...] = ()
    second_expedition: tuple[str, ...] = ()
    about: str


class Deployment(Record, frozen=True, kw_only=True):
    """Blocks that a scenario begins with in one area."""

    id: str
    scenario: str
    province: str
    side: Side
    blocks: tuple[str, ...]


class Number(Record, frozen=True, kw_only=True):
    """A number of the rules, and the rule that says it."""

    id: str
    title: str
    value: int
    rule: str


class PeacePrice(Record, frozen=True, kw_only=True):
    """What it costs to end the Peace of Nicias in a year (12.1)."""

    id: str
    year: int
    price: int


class Season(Record, frozen=True, kw_only=True):
    """A season, or the New Year before them (0.2), for its `names`; the course of the year is the program's."""

    id: str
    title: str


KINDS: dict[str, type[Record]] = {
    "block": Block,
    "card": Card,
    "deployment": Deployment,
    "number": Number,
    "olympian": Olympian,
    "peace-price": PeacePrice,
    "province": Province,
    "scenario": Scenario,
    "sea": Sea,
    "season": Season,
}

RULES: dict[str, str] = {
    "block": "2.1",
    "card": "3.1",
    "deployment": "15.0",
    "number": "1.3",
    "olympian": "11.0-f",
    "peace-price": "12.1-c",
    "province": "1.1",
    "scenario": "15.0",
    "sea": "1.8",
    "season": "0.2",
}
"""For each kind of record the rule that speaks of it."""


class GameData(msgspec.Struct, frozen=True):
    """All records, by kind and id."""

    block: dict[str, Block]
    card: dict[str, Card]
    deployment: dict[str, Deployment]
    number: dict[str, Number]
    olympian: dict[str, Olympian]
    peace_price: dict[str, PeacePrice]
    province: dict[str, Province]
    scenario: dict[str, Scenario]
    sea: dict[str, Sea]
    season: dict[str, Season] = {}
