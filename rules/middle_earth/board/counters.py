"""The counters of a game as printed: units, leaders, markers and engines, made from their records (2.3, 2.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.middle_earth.data_records import (
    Arm,
    EngineRecord,
    GameData,
    LeaderRecord,
    MarkerRecord,
    Numbers,
    Role,
    Scenario,
    UnitType,
)

ATTACKS = ("A", "B", "C", "D", "E", "-")
"""Attack letters from best to worst; "-" is an E that a rule makes one letter worse."""
MORALES = ("W", "X", "Y", "Z")
"""Morale from best to worst."""

NUMBERED = ("cauldron", "ladder", "head")
"""Kinds of marker of which each is told from the others on the map."""


class Ratings(msgspec.Struct, frozen=True):
    """One side of a unit's counter (2.3). `attack` is "" for a unit that only fires; `missile` whether it fires."""

    attack: str
    missile: bool
    armour: int
    morale: str
    code: str


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A combat unit. `allowance` in movement points; `missile_range` in hexes, 0 for none; `value` by 9.12."""

    id: str
    title: str
    short: str
    type: str
    number: int
    side: str
    role: Role
    army: str
    nation: str
    arm: Arm
    full: Ratings
    reduced: Ratings
    allowance: int
    missile_range: int
    missile_only: bool
    never_disrupted: bool
    traits: frozenset[str]
    value: int


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """A leader. `nation` is "any" for one who leads all of his side; `magic` his points in this scenario, 0 if he
    has no magic; `inherits` nations that are his too once the leader named there is dead (ids of pieces)."""

    id: str
    title: str
    short: str
    side: str
    role: Role
    nation: str
    rating: int
    wounded: int
    magic: int
    allowance: int
    inherits: Mapping[str, tuple[str, ...]]


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A marker that stands on the map: a weapon with its first bearer (a piece) and bonus, or the pedestal."""

    id: str
    title: str
    kind: str
    side: str
    bearer: str
    bonus: int
    allowance: int


class Engine(msgspec.Struct, frozen=True, kw_only=True):
    """A siege engine. `allowance` in movement points, with its crew."""

    id: str
    title: str
    short: str
    kind: str
    side: str
    allowance: int


# Made from the records


def ratings(code: str) -> Ratings:
    """The ratings of a code: "Be3X" attacks as B, fires, armour 3, morale X; "e1Y" only fires (2.3)."""
    attack = code[0] if code[0] in ATTACKS else ""
    return Ratings(attack, "e" in code, int(code[-2]), code[-1], code)


def demoralization_value(full: Ratings, values: Mapping[str, int]) -> int:
    """The demoralization value of a unit from its full side (9.12)."""
    letters = ([full.attack] if full.attack else []) + (["E"] if full.missile else []) + [full.morale]
    return sum(values[letter] for letter in letters) + full.armour


def counter_id(game: str, kind: str, number: int = 1) -> str:
    """The id of a counter: game, type, number, as in "sauron-men-footmen-3" and "sauron-elendil-1"."""
    return f"{game}-{kind}-{number}"


def counter_ids(game: str, record: UnitType | MarkerRecord | EngineRecord) -> tuple[str, ...]:
    """The ids of all counters of a type, from 1."""
    return tuple(counter_id(game, record.id, number) for number in range(1, record.count + 1))


def ids_in_the_box(records: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The id and the side of every counter that a game has in its box (2.5), from its records by kind and id."""
    game = next(iter(records["game"]), "")
    found = [(counter_id(game, leader.id), leader.side) for leader in records["leader"].values()]
    for kind in ("unit", "engine", "marker"):
        for record in records[kind].values():
            found += [(piece, record.side) for piece in counter_ids(game, record)]
    return found


def unit_cards(data: GameData, game: str, numbers: Numbers, values: Mapping[str, int]) -> dict[str, Unit]:
    allowances = {"infantry": numbers.allowance_infantry, "cavalry": numbers.allowance_cavalry}
    ranges = {"": 0, "bow": numbers.missile_range_bow, "catapult": numbers.missile_range_catapult}
    found: dict[str, Unit] = {}
    for type_ in data.unit.values():
        full, reduced = ratings(type_.full), ratings(type_.reduced)
        for number, name in enumerate(counter_ids(game, type_), start=1):
            found[name] = Unit(
                id=name,
                title=type_.title if type_.count == 1 else f"{type_.title} {number}",
                short=type_.short,
                type=type_.id,
                number=number,
                side=type_.side,
                role=data.side[type_.side].role,
                army=type_.army,
                nation=type_.nation,
                arm=type_.arm,
                full=full,
                reduced=reduced,
                allowance=type_.allowance or allowances.get(type_.arm, numbers.allowance_infantry),
                missile_range=ranges[type_.missile],
                missile_only=not full.attack,
                never_disrupted=type_.never_disrupted,
                traits=frozenset(type_.traits),
                value=demoralization_value(full, values),
            )
    return found


def leader_cards(data: GameData, game: str, numbers: Numbers, scenario: Scenario) -> dict[str, Leader]:
    def leader(record: LeaderRecord) -> Leader:
        name = counter_id(game, record.id)
        return Leader(
            id=name,
            title=record.title,
            short=record.short,
            side=record.side,
            role=data.side[record.side].role,
            nation=record.nation,
            rating=record.rating,
            wounded=record.wounded,
            magic=scenario.magic.get(name, record.magic),
            allowance=numbers.allowance_leader,
            inherits={counter_id(game, dead): nations for dead, nations in record.inherits.items()},
        )

    return {counter_id(game, record.id): leader(record) for record in data.leader.values()}


def engine_cards(data: GameData, game: str) -> dict[str, Engine]:
    return {
        name: Engine(
            id=name,
            title=record.title if record.count == 1 else f"{record.title} {number}",
            short=record.short,
            kind=record.kind,
            side=record.side,
            allowance=record.allowance,
        )
        for record in data.engine.values()
        for number, name in enumerate(counter_ids(game, record), start=1)
    }


def marker_ids(game: str, record: MarkerRecord) -> tuple[str, ...]:
    """The ids of the markers that stand on the map each by itself: single ones, and those of which each is told from
    the others. Of the rest (breaches, disrupted …) any will do, and the state says what they show."""
    return counter_ids(game, record) if record.count == 1 or record.kind in NUMBERED else ()


def marker_card(game: str, record: MarkerRecord, number: int) -> Marker:
    return Marker(
        id=marker_ids(game, record)[number - 1],
        title=record.title if record.count == 1 else f"{record.title} {number}",
        kind=record.kind,
        side=record.side,
        bearer=counter_id(game, record.bearer) if record.bearer else "",
        bonus=record.bonus,
        allowance=record.allowance,
    )
