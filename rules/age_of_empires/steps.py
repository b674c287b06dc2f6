"""Where a unit can take a step to (layout-15, move-1 to move-8, sea-14 to sea-21)."""

from __future__ import annotations

from rules.age_of_empires.cities import (
    beside,
    coast,
    fringe,
    is_gate,
    is_ship,
    is_wall,
    on_coast,
    on_fringe,
    unit_at,
)
from rules.age_of_empires.game import Game, Refusal, other
from rules.age_of_empires.spaces import place
from rules.age_of_empires.state import LAND, State, Unit
from rules.age_of_empires.values import unit_values

NO_MANS_LAND = "land"
"""How no man's land is called in an action."""
Place = tuple[str, str]
"""A city ("": no man's land) and a space."""


def allowance(game: Game, state: State, unit: Unit) -> int:
    """How many steps a unit may still take in this turn (move-1)."""
    if unit.steps >= 0:
        return unit.steps
    steps = unit_values(game, state.sides[unit.owner], unit.card).movement + unit.extra
    if engaged(game, state, unit):
        return min(steps, 1)  # move-4
    return steps


def engaged(game: Game, state: State, unit: Unit) -> bool:
    """Whether a unit stands on a building with an enemy unit (move-4)."""
    if not unit.city:
        return False
    return bool(unit_at(game, state, other(unit.owner), unit.city, unit.space, None))


def enterable(game: Game, state: State, unit: Unit) -> list[Place]:
    """Where one step leads, whoever stands there."""
    if is_ship(game, unit):
        return _by_sea(game, state, unit)
    if not unit.city:
        return _from_land(game, state, unit)
    side = state.sides[unit.city]
    here = side.city.get(unit.space)
    found: list[Place] = []
    own = unit.city == unit.owner
    shut = here is not None and is_wall(game, unit.space, here) and not is_gate(game, unit.space, here)
    blocked = not own and here is not None and is_wall(game, unit.space, here)
    if not blocked and not (not own and engaged(game, state, unit)):  # move-7, move-4
        for space in beside(side, unit.space):
            found.append((unit.city, space))
    if on_fringe(side.city, unit.space) and not (own and shut):  # move-6, move-8
        found.append((LAND, ""))
    return found


def _from_land(game: Game, state: State, unit: Unit) -> list[Place]:
    own, enemy = state.sides[unit.owner], state.sides[other(unit.owner)]
    found: list[Place] = []
    for space in fringe(own):
        building = own.city[space]
        if not is_wall(game, space, building) or is_gate(game, space, building):
            found.append((unit.owner, space))
    if enemy.age > 1:  # move-5
        found += [(other(unit.owner), space) for space in fringe(enemy)]
    return found


def _by_sea(game: Game, state: State, unit: Unit) -> list[Place]:
    """A ship goes along the coast, to sea and back, or to an enemy coast (sea-21)."""
    enemy = other(unit.owner)
    if not unit.city:
        found = [(unit.owner, space) for space in coast(state, unit.owner)]
        if state.sides[enemy].age > 1:
            found += [(enemy, space) for space in coast(state, enemy)]
        return found
    found = []
    line, rank = place(unit.space)
    for space in coast(state, unit.city):
        there = place(space)
        if abs(there[1] - rank) == 1 and (there[0] > 0) == (line > 0):
            found.append((unit.city, space))
    if unit.mode != "defence" and on_coast(state, unit.city, unit.space):  # sea-15
        found.append((LAND, ""))
    return found


def occupied(game: Game, state: State, unit: Unit, at: Place) -> bool:
    """Whether another own unit of the kind stands on a building (move-2, sea-20)."""
    return bool(at[0]) and bool(unit_at(game, state, unit.owner, at[0], at[1], is_ship(game, unit)))


def stops(game: Game, state: State, unit: Unit, at: Place) -> bool:
    """Whether a unit that enters a place ends its move there: an enemy unit, or defenders (move-3)."""
    city, space = at
    if not city:
        return False
    if unit_at(game, state, other(unit.owner), city, space, None):
        return True
    return city != unit.owner and bool(state.sides[city].city[space].villagers)


def steps_of(game: Game, state: State, name: str) -> list[Place]:
    """The steps that a unit may take now: onto a building with another own unit only if it can go on from there."""
    unit = state.units[name]
    left = allowance(game, state, unit)
    if left < 1:
        return []
    found = []
    for at in enterable(game, state, unit):
        if not occupied(game, state, unit, at) or (
            left > 1 and not stops(game, state, unit, at) and _passes(game, state, unit, at, left - 1)
        ):
            found.append(at)
    return found


def _passes(game: Game, state: State, unit: Unit, at: Place, left: int) -> bool:
    """Whether a unit can go on from a building with another own unit to a place where it may stay (move-2)."""
    from rules.age_of_empires.state import replace

    there = replace(unit, city=at[0], space=at[1], steps=left)
    for further in enterable(game, state, there):
        if not occupied(game, state, unit, further):
            return True
        if (
            left > 1
            and not stops(game, state, unit, further)
            and _passes(game, state, unit, further, left - 1)
        ):
            return True
    return False


def retreats(game: Game, state: State, name: str) -> list[Place]:
    """Where a unit may withdraw to from an attack (combat-8)."""
    unit = state.units[name]
    found = []
    for at in enterable(game, state, unit):
        if occupied(game, state, unit, at) or (at[0] and at[0] != unit.owner):
            continue
        if at[0] and unit_at(game, state, other(unit.owner), at[0], at[1], None):
            continue
        if unit.city == unit.owner and not at[0]:
            continue  # a defender at home goes to an own building
        found.append(at)
    return found


def told(at: Place) -> str:
    """A place as an action names it."""
    return at[1] if at[0] else NO_MANS_LAND


def find(places: list[Place], to: str) -> Place | None:
    """The place of that name among these."""
    return next((at for at in places if named(at) == to), None)


def named(at: Place) -> str:
    """A place with its city, so that two cities' spaces are told apart."""
    return f"{at[0]}:{at[1]}" if at[0] else NO_MANS_LAND


def why_no_step(game: Game, state: State, name: str, to: str) -> Refusal:
    """Why a unit does not step there."""
    unit = state.units[name]
    if is_ship(game, unit):
        if unit.mode == "defence" and to == NO_MANS_LAND:
            return "sea-15", "a ship in defence mode does not leave its city"
        return "sea-17", "a ship moves along the coast, to sea, or from there to a coast"
    left = allowance(game, state, unit)
    if left < 1:
        return "move-1", "the unit has no steps left in this turn"
    city, _, space = to.partition(":")
    if city and city in state.sides and city != unit.owner and state.sides[city].age == 1:
        return "move-5", "no unit enters the city of a seat in age 1"
    here = state.sides[unit.city].city.get(unit.space) if unit.city else None
    if here is not None and is_wall(game, unit.space, here):
        if unit.city != unit.owner:
            return "move-7", "from an enemy wall a unit goes only back until the wall is destroyed"
        if to == NO_MANS_LAND and not is_gate(game, unit.space, here):
            return "move-6", "nobody leaves the own city over a wall without a gate"
    if unit.city and unit.city != unit.owner and engaged(game, state, unit):
        return "move-4", "a unit leaves an enemy unit by 1 step, and not onto another enemy building"
    if any(named(at) == to for at in enterable(game, state, unit)):
        return "move-2", "another own unit stands there, and the move cannot go on beyond it"
    home = state.sides[city].city.get(space) if not unit.city and city == unit.owner else None
    if home is not None and is_wall(game, space, home):
        return "move-6", "nobody comes back over a wall without a gate"
    return "layout-15", "a step leads to the building beside, or between the fringe and no man's land"
