"""Who may attack what (combat-1, combat-2, combat-17 to combat-24)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions
from rules.age_of_empires.cities import (
    card_of,
    is_complete,
    is_ship,
    on_coast,
    on_fringe,
    own_units,
    spaces_of,
    values_at,
)
from rules.age_of_empires.data_records import Bombard
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.ranges import reaches
from rules.age_of_empires.state import LAND, State, Unit
from rules.age_of_empires.steps import Place
from rules.age_of_empires.values import UnitValues, ability, can, unit_values
from rules.ruleset import Action
from rules.secrecy import UNKNOWN


def values_of(game: Game, state: State, name: str) -> UnitValues:
    """The values of a unit in play."""
    unit = state.units[name]
    return unit_values(game, state.sides[unit.owner], unit.card)


def place_of(unit: Unit) -> Place:
    """Where a unit stands."""
    return unit.city, unit.space


def ready(state: State, name: str) -> bool:
    """Whether a unit may still attack in this phase (combat-2, unit-7, sea-14)."""
    unit = state.units[name]
    return unit.soldiers > 0 and not unit.attacked and unit.mode != "defence"


def bombards(game: Game, state: State, name: str, there: Place) -> bool:
    """Whether a unit can bombard a place from where it stands."""
    unit = state.units[name]
    values = values_of(game, state, name)
    if unit.moved and "moves-or-bombards" in values.abilities:
        return False
    return reaches(state, values.bombard, place_of(unit), there)


def shoots_from_afar(game: Game, state: State, name: str, city: str, space: str) -> bool:
    """Whether bowmen in no man's land take part from there (the card Longbowman)."""
    unit = state.units[name]
    return (
        not unit.city
        and "shoots-from-no-mans-land" in values_of(game, state, name).abilities
        and on_fringe(state.sides[city].city, space)
    )


def reaches_out(game: Game, state: State, name: str) -> bool:
    """Whether a unit can take part against a building on which it does not stand."""
    values = values_of(game, state, name)
    return values.bombard is not None or "shoots-from-no-mans-land" in values.abilities


def gun(game: Game, state: State, seat: str, space: str) -> Bombard | None:
    """What a building can fire with now, as far as everybody knows: a Town Center only with enough villagers."""
    building = state.sides[seat].city[space]
    card = card_of(space, building)
    if card == UNKNOWN or not is_complete(building):
        return None
    found = values_at(game, state, seat, space).bombard
    if found is None:
        return None
    needs = can(game.cards[card], "fires-with-villagers")
    return None if needs is not None and building.villagers < needs.amount else found


def may_attack_city(state: State, seat: str) -> bool:
    """Whether units may attack the city of the seat's opponent (age-2, combat-2, the card The King is Dead)."""
    side = state.sides[other(seat)]
    return side.age > 1 and side.truce < state.turn


def takes_part_against_building(game: Game, state: State, name: str, space: str) -> bool:
    """Whether a unit can take part in an attack on an enemy building."""
    unit = state.units[name]
    enemy = other(unit.owner)
    if place_of(unit) == (enemy, space):
        return not is_ship(game, unit) or on_coast(state, enemy, space)
    return bombards(game, state, name, (enemy, space)) or shoots_from_afar(game, state, name, enemy, space)


def attackable_units(game: Game, state: State, seat: str) -> list[str]:
    """The enemy units in the own city (case b), and those in no man's land that may be attacked (case c)."""
    found = []
    for name in own_units(state, other(seat)):
        unit = state.units[name]
        if unit.city == seat or (not unit.city and state.sides[unit.owner].age > 1):
            found.append(name)
    return found


def takes_part_against_unit(game: Game, state: State, name: str, target: str) -> bool:
    """Whether a unit can take part in an attack on an enemy unit in the own city or in no man's land."""
    unit, enemy = state.units[name], state.units[target]
    if enemy.city:
        return place_of(unit) == place_of(enemy) or bombards(game, state, name, place_of(enemy))
    if unit.city != LAND:
        return False
    ships = is_ship(game, unit), is_ship(game, enemy)
    if ships == (True, True):  # combat-24
        return True
    if True in ships:
        return False
    return may_fight_in_land(game, state, unit.owner)


def may_fight_in_land(game: Game, state: State, seat: str) -> bool:
    """Whether a seat may attack units in no man's land (combat-21)."""
    return bool(ability(game, state.sides[seat], "fights-in-no-mans-land"))


def attacks(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Every attack with its first attacker."""
    names = [name for name in own_units(state, seat) if ready(state, name)]
    enemy = other(seat)
    if names and may_attack_city(state, seat):
        reaching = {name for name in names if reaches_out(game, state, name)}
        for space in spaces_of(state.sides[enemy]):
            for name in names:
                if name not in reaching and state.units[name].space != space:
                    continue
                if takes_part_against_building(game, state, name, space):
                    yield actions.AttackBuilding(space, name)
    for target in attackable_units(game, state, seat):
        for name in names:
            if takes_part_against_unit(game, state, name, target):
                yield actions.AttackUnit(target, name)
        at = state.units[target]
        if at.city == seat:
            for number in range(1, strikers_at(state, seat, at.space) + 1):  # combat-22
                yield actions.AttackUnit(target, villagers=number)
            for space in guns_at(game, state, seat, place_of(at), "attacked"):  # combat-20
                yield actions.AttackUnit(target, fire=space)


def guns_at(game: Game, state: State, seat: str, there: Place, used: str) -> list[str]:
    """The buildings of a seat that can fire at a place and have not `fired` or `attacked` in this turn."""
    return [
        space
        for space in spaces_of(state.sides[seat])
        if not state.counts.get(f"{used}:{space}")
        and reaches(state, gun(game, state, seat, space), (seat, space), there)
    ]


def strikers_at(state: State, seat: str, space: str) -> int:
    """How many villagers on a building may strike: those of a building do so once in a phase (turn-6)."""
    return 0 if state.counts.get(f"struck:{space}") else state.sides[seat].city[space].villagers


def joiners(game: Game, state: State, about: Attack) -> Iterator[Action]:
    """Who else may join an attack that has been declared."""
    seat = about.seat
    there = (about.city, about.space)
    for name in own_units(state, seat):
        if not ready(state, name):
            continue
        unit = state.units[name]
        if place_of(unit) == there and about.main:
            continue
        if about.kind == "building":
            fits = takes_part_against_building(game, state, name, about.space)
            if not bombards(game, state, name, there) and unit.city == LAND and about.afar:
                fits = False
        elif about.kind == "land":
            fits = not about.main and takes_part_against_unit(game, state, name, about.target)
            fits = fits or (unit.city != LAND and bombards(game, state, name, (LAND, "")))
        else:
            fits = takes_part_against_unit(game, state, name, about.target)
        if fits:
            yield actions.Join(name)
    if about.kind == "unit":
        if not about.villagers:
            for number in range(1, strikers_at(state, seat, about.space) + 1):
                yield actions.Join(villagers=number)
        for space in guns_at(game, state, seat, there, "attacked"):
            yield actions.Join(fire=space)
