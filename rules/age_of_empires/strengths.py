"""What both sides bring to bear in a round, and what of it a building takes (combat-7, combat-9, combat-14)."""

from __future__ import annotations

from typing import NamedTuple

from rules.age_of_empires.attackers import gun, place_of, values_of
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.procedures import Attack, Hit
from rules.age_of_empires.ranges import reaches
from rules.age_of_empires.state import State
from rules.age_of_empires.values import (
    UnitValues,
    ability,
    monk_hit_points,
    target_classes,
    villager_hit_points,
)

BOMBARD, RANGED, MELEE = "bombard", "ranged", "melee"
ROUNDS = (BOMBARD, RANGED, MELEE)
VILLAGERS = "villagers"


class Blow(NamedTuple):
    """What one token brings to bear, against units and against a building."""

    units: int
    building: int


class Strength(NamedTuple):
    """A round as it stands: the attackers' blows, what the building takes, and the hits of both sides."""

    attack: int
    defence: int
    building: int
    hits: tuple[Hit, ...]


def guards(state: State, about: Attack) -> int:
    """The villagers that defend and live."""
    if about.kind != "building":
        return 0
    building = state.sides[about.city].city.get(about.space)
    return min(about.guards, building.villagers) if building is not None else 0


def strikers(state: State, about: Attack) -> int:
    """The villagers that attack and live (combat-22)."""
    if not about.villagers:
        return 0
    return min(about.villagers, state.sides[about.seat].city[about.space].villagers)


def _classes(game: Game, state: State, name: str) -> frozenset[str]:
    return target_classes(game.cards[state.units[name].card]) if name else frozenset()


def is_cavalry(game: Game, state: State, name: str) -> bool:
    """Whether a unit is cavalry that cancels the ranged round (card-unit-10)."""
    return bool(name) and "cavalry" in game.cards[state.units[name].card].subtypes


def cancelled(game: Game, state: State, about: Attack) -> bool:
    """Whether cavalry that takes part on the spot cancels the ranged round."""
    return is_cavalry(game, state, about.main) or is_cavalry(game, state, about.defender)


def rounds_left(game: Game, state: State, about: Attack) -> str:
    """The next round in which either side has strength; "" if there is none (combat-7)."""
    done = ROUNDS.index(about.round) + 1 if about.round else 0
    for each in ROUNDS[done:]:
        if each == MELEE and not (about.main or strikers(state, about)):
            continue
        found = strength(game, state, about, each)
        if found.attack or found.defence or found.building:
            return each
    return ""


def strength(game: Game, state: State, about: Attack, which: str) -> Strength:
    """A round with the state at its beginning (combat-10)."""
    if which == BOMBARD:
        return _bombard(game, state, about)
    if which == RANGED:
        return _ranged(game, state, about)
    return _melee(game, state, about)


def _defenders(state: State, about: Attack) -> tuple[str, ...]:
    found = (about.defender,) if about.defender else ()
    return (*found, VILLAGERS) if guards(state, about) else found


def _on_the_spot(state: State, about: Attack) -> tuple[str, ...]:
    found = (about.main,) if about.main else ()
    return (*found, VILLAGERS) if strikers(state, about) else found


def toughness(game: Game, state: State, about: Attack) -> int:
    """The hit points of all that defend."""
    enemy = other(about.seat)
    total = guards(state, about) * villager_hit_points(game, state.sides[enemy])
    if about.defender:
        unit = state.units[about.defender]
        total += unit.soldiers * values_of(game, state, about.defender).hit_points
        total += unit.monks * monk_hit_points(game, state.sides[enemy])
    return total


def left_for_building(game: Game, state: State, about: Attack, blows: list[Blow]) -> int:
    """What of the attackers' strength hits the building (combat-14)."""
    if about.kind != "building":
        return 0
    needed = toughness(game, state, about)
    if not needed:
        return sum(blow.building for blow in blows)
    if all(blow.units == blow.building for blow in blows):
        return max(sum(blow.units for blow in blows) - needed, 0)
    left = sorted(blows, key=lambda blow: (-blow.units, blow.building))
    while left and needed > 0:
        needed -= left.pop(0).units
    return sum(blow.building for blow in left) if needed <= 0 else 0


def _told(
    game: Game, state: State, about: Attack, blows: list[Blow], defence: int, hits: list[Hit]
) -> Strength:
    attack = sum(blow.units for blow in blows)
    against = _defenders(state, about)
    found = list(hits)
    if against and attack:
        found.insert(0, Hit(other(about.seat), attack, against))
    building = left_for_building(game, state, about, blows)
    return Strength(attack if against else 0, defence, building, tuple(found))


# The bombard round


def _bombard(game: Game, state: State, about: Attack) -> Strength:
    blows: list[Blow] = []
    there = (about.city, about.space)
    for name in (*about.bombers, about.main):
        found = values_of(game, state, name).bombard if name and state.units[name].soldiers else None
        if found is not None and (name != about.main or not found.least_range):
            blows.append(Blow(found.units, found.buildings))
    for space in about.fire:
        found = gun(game, state, about.seat, space)
        if found is not None:
            blows.append(Blow(found.units, found.buildings))
    enemy = other(about.seat)
    grouped: dict[tuple[str, ...], int] = {}
    for space in about.guns:
        found = gun(game, state, enemy, space)
        if found is None:
            continue
        inside = tuple(
            who
            for who in _attackers(state, about)
            if reaches(
                state, found, (enemy, space), there if who == VILLAGERS else place_of(state.units[who])
            )
        )
        if inside and found.units:
            grouped[inside] = grouped.get(inside, 0) + found.units
    if about.defender:
        found = values_of(game, state, about.defender).bombard
        near = _on_the_spot(state, about)
        if found is not None and not found.least_range and near and state.units[about.defender].soldiers:
            grouped[near] = grouped.get(near, 0) + found.units
    hits = [Hit(about.seat, damage, among) for among, damage in sorted(grouped.items())]
    return _told(game, state, about, blows, sum(grouped.values()), hits)


def _attackers(state: State, about: Attack) -> tuple[str, ...]:
    return (*_on_the_spot(state, about), *about.bombers, *((about.afar,) if about.afar else ()))


# The ranged round


def _ranged_value(values: UnitValues, against: frozenset[str]) -> int:
    bonus = values.bonus(against) if "bonus-is-ranged" in values.abilities else 0
    return values.ranged + bonus if values.ranged else 0


def _ranged(game: Game, state: State, about: Attack) -> Strength:
    stopped = cancelled(game, state, about)
    enemy = other(about.seat)
    ours = not stopped or bool(ability(game, state.sides[about.seat], "fires-at-half-despite-cavalry"))
    theirs = not stopped or bool(ability(game, state.sides[enemy], "fires-at-half-despite-cavalry"))
    blows: list[Blow] = []
    for name in (about.main, about.afar):
        if not name or not ours:
            continue
        values = values_of(game, state, name)
        each = _ranged_value(values, _classes(game, state, about.defender))
        harms = values.ranged if "ranged-value-harms-buildings" in values.abilities else 0
        blows += [Blow(each, harms)] * (state.units[name].soldiers if each else 0)
    if stopped and blows:
        blows = _halved(blows)
    if about.defender and "halves-ranged-strength" in values_of(game, state, about.defender).abilities:
        blows = _halved(blows)
    defence = 0
    if about.defender and theirs:
        values = values_of(game, state, about.defender)
        target = about.main or about.afar
        each = _ranged_value(values, _classes(game, state, target))
        defence = each * state.units[about.defender].soldiers
        if stopped:
            defence //= 2
        if about.main and "halves-ranged-strength" in values_of(game, state, about.main).abilities:
            defence //= 2
    among = (*_on_the_spot(state, about), *((about.afar,) if about.afar else ()))
    hits = [Hit(about.seat, defence, among)] if defence and among else []
    return _told(game, state, about, blows, defence if among else 0, hits)


def _halved(blows: list[Blow]) -> list[Blow]:
    """The strength of all together at half, rounded down."""
    if not blows:
        return blows
    units, building = sum(blow.units for blow in blows) // 2, sum(blow.building for blow in blows) // 2
    return [Blow(units, building)]


# The melee round


def _attack_value(values: UnitValues, against: frozenset[str]) -> int:
    bonus = 0 if "bonus-is-ranged" in values.abilities else values.bonus(against)
    return values.attack + bonus if values.attack else 0


def _melee(game: Game, state: State, about: Attack) -> Strength:
    token = game.data.token["villager"]
    blows: list[Blow] = []
    if about.main:
        values = values_of(game, state, about.main)
        each = _attack_value(values, _classes(game, state, about.defender))
        # sea-18: a ship fights what is on the coast; its attack harms buildings as any other
        house = values.attack + values.bonus(frozenset({"building"})) + values.against_buildings
        blow = Blow(each, house if values.attack else 0)
        blows += [blow] * state.units[about.main].soldiers
    blows += [Blow(token.attack, token.attack)] * strikers(state, about)
    defence = guards(state, about) * token.attack
    if about.defender:
        values = values_of(game, state, about.defender)
        each = _attack_value(values, _classes(game, state, about.main))
        defence += each * state.units[about.defender].soldiers
    among = _on_the_spot(state, about)
    hits = [Hit(about.seat, defence, among)] if defence and among else []
    return _told(game, state, about, blows, defence if among else 0, hits)
