"""9.2.1: Winter moves into shelter – quartering, Return, displacement, the group move."""

from __future__ import annotations

import operator

from rules.hellenes import actions as a
from rules.hellenes import movement
from rules.hellenes.game import OTHER, Game
from rules.hellenes.state import State
from rules.hellenes.ways import Way, remember, ways_of
from rules.hellenes.where import (
    aid,
    at_home,
    blockaded,
    capacity,
    friendly_city,
    is_fleet,
    outside,
    units_at,
)


def sheltered(game: Game, state: State, name: str) -> bool:
    """Whether a block stands in a friendly city; whether there is room for all there is asked by `excess`."""
    return friendly_city(game, state, game.side(name), state.blocks[name].place)


def excess(game: Game, state: State, side: str, place: str) -> int:
    """How many blocks of a friendly city are outside it for want of room and not sustained (9.2.1.3-b)."""
    if not friendly_city(game, state, side, place):
        return 0
    supplied = state.supplied.get(game.key[side][place], 0)
    return units_at(game, state, side, place) - capacity(game, state, place) - supplied


def counts_outside(game: Game, state: State, name: str) -> bool:
    """Whether a block counts as outside friendly cities: in the field, or displaced (9.2.1.3-a)."""
    if not sheltered(game, state, name):
        return True
    return name not in state.moved and excess(game, state, game.side(name), state.blocks[name].place) > 0


def bound(game: Game, state: State, name: str) -> bool:
    """Whether a block stands before the enemy on its Return (9.2.4-d)."""
    standing = state.blocks[name]
    return not standing.inside and game.key[game.side(name)][standing.place] in state.returns


def takes_in(game: Game, state: State, name: str, place: str, count: int) -> bool:
    """Whether a city has room for blocks more, if those that have not moved this Winter make room (9.2.1.3-a)."""
    return rooms(game, state, game.side(name)).get(place, 0) >= count


def rooms(game: Game, state: State, side: str) -> dict[str, int]:
    """For each friendly city of a side how many blocks it has room for beside those that have moved this Winter."""
    now = (state.blocks, state.moved, state.returns, state.control, state.in_play, state.resumed)
    before = game.remembered.get(("rooms", side))
    if before is not None and all(map(operator.is_, before[0], now)):
        return before[1]  # type: ignore[no-any-return]
    found = {
        place: capacity(game, state, place)
        for place in game.cities
        if friendly_city(game, state, side, place)
    }
    for name in state.moved:
        if name in state.blocks and game.side(name) == side and not bound(game, state, name):
            place = state.blocks[name].place
            if place in found:
                found[place] -= 1
    return remember(game, ("rooms", side), (now, found))[1]  # type: ignore[no-any-return]


# 9.2.1.1: quartering


def quarters(game: Game, state: State, name: str) -> tuple[tuple[str, bool], ...]:
    """The adjacent friendly cities into which a block may quarter, and whether within walls."""
    standing, side = state.blocks[name], game.side(name)
    if (
        name in state.moved
        or name in state.aboard
        or not counts_outside(game, state, name)
        or standing.inside
    ):
        return ()
    fleet, place = is_fleet(game, name), standing.place
    if place in game.seas:
        near = game.seas[place].coasts if fleet else ()
    else:
        near = game.provinces[place].adjacent
    found = []
    count = 1 + sum(1 for carrier in state.aboard.values() if carrier == name)
    for city in near:
        if city not in game.provinces or not friendly_city(game, state, side, city):
            continue
        province = game.provinces[city]
        if fleet and not province.seas:
            continue
        besieged = city in state.sieges
        if besieged and not (fleet and province.port and place == province.offshore):
            continue  # S-wintering-fleets-c
        if takes_in(game, state, name, city, count):
            found.append((city, besieged))
    return tuple(found)


# 9.2.1.2: return


def returns(game: Game, state: State, name: str) -> tuple[tuple[Way, str], ...]:
    """The ways home of a block, and where on each it stands before the enemy, if it does."""
    standing, side = state.blocks[name], game.side(name)
    if name in state.moved or name in state.aboard:
        return ()
    if at_home(game, state, name) and not counts_outside(game, state, name):
        return ()
    fleet = is_fleet(game, name)
    if standing.inside and not (fleet and game.provinces[standing.place].port):
        return ()
    if standing.place in game.seas and not fleet:
        return ()
    count = 1 + sum(1 for carrier in state.aboard.values() if carrier == name)
    found = []
    for way in homeward(game, state, side, _winter_ways(game, state, name)):
        home = way.path[-1]
        if home not in game.homes[name] or home == standing.place:
            continue
        province = game.provinces[home]
        if fleet and province.port and province.offshore in way.path and _contested(game, state, side, home):
            end = way.path.index(province.offshore) + 1
            found.append((Way(way.path[:end], way.forced, way.deep), province.offshore))  # 9.2.1.2-d
        elif home in state.sieges and not way.into:
            found.append((way, home))
        elif takes_in(game, state, name, home, count):
            found.append((way, ""))
    return tuple(found)


def _contested(game: Game, state: State, side: str, home: str) -> bool:
    """Whether enemy fleets off a home port meet those who return; fleets that wait there for the fight change nothing
    (9.2.1.2-d)."""
    if blockaded(game, state, home):
        return True
    sea = game.provinces[home].offshore
    return game.key[side][sea] in state.returns and outside(game, state, OTHER[side], sea) > 0


def _winter_ways(game: Game, state: State, name: str) -> tuple[Way, ...]:
    standing = state.blocks[name]
    return movement.limits(
        game,
        state,
        name,
        ways_of(
            game,
            state,
            game.side(name),
            standing.place,
            movement.reach(game, name),
            fleet=is_fleet(game, name),
            inside=standing.inside,
            winter=True,
        ),
    )


def return_options(game: Game, state: State, name: str) -> dict[a.Return, tuple[Way, str]]:
    """The Returns of a block; `to` is the home city, `via` the last place before it or the sea where it is met."""
    found: dict[a.Return, tuple[Way, str]] = {}
    homes = returns(game, state, name)
    for way, stop in homes:
        if stop in game.seas:
            home = _home_off(game, state, name, stop)
            action = a.Return(name, home, stop)
        else:
            last = way.path[-2] if len(way.path) > 1 else state.blocks[name].place
            action = a.Return(name, way.to, last, way.into)
        old = found.get(action)
        if old is None or (way.deep, len(way.path)) < (old[0].deep, len(old[0].path)):
            found[action] = (way, stop)
    return found


def _home_off(game: Game, state: State, name: str, sea: str) -> str:
    side = game.side(name)
    return min(
        home
        for home in game.homes[name]
        if home in game.provinces
        and game.provinces[home].offshore == sea
        and friendly_city(game, state, side, home)
    )


# 9.2.1.4: the group move


def group_ways(game: Game, state: State, name: str) -> tuple[Way, ...]:
    """The ways of a block in a Winter group move: into friendly cities, never against besiegers."""
    if name in state.moved or name in state.aboard:
        return ()
    fleet, side = is_fleet(game, name), game.side(name)
    if state.blocks[name].inside and not (fleet and game.provinces[state.blocks[name].place].port):
        return ()
    if state.blocks[name].place in game.seas and not fleet:
        return ()
    count = 1 + sum(1 for carrier in state.aboard.values() if carrier == name)
    found = homeward(game, state, side, _winter_ways(game, state, name))
    free = rooms(game, state, side)
    key = ("group", id(found), id(free), count)
    known: tuple[object, object, object, tuple[Way, ...]] | None = game.remembered.get(key)
    if known is None or known[0] is not found or known[1] is not free or known[2] is not state.sieges:
        fitting = tuple(
            way
            for way in found
            if free.get(way.path[-1], 0) >= count and (way.into or way.path[-1] not in state.sieges)
        )
        known = (found, free, state.sieges, fitting)
        remember(game, key, known)
    return known[3]


def homeward(game: Game, state: State, side: str, found: tuple[Way, ...]) -> tuple[Way, ...]:
    """Those of the ways that end in a friendly city."""
    persia = side == "sparta" and aid(game, state) > 0
    key = ("homeward", id(found), id(state.control), side, persia)
    known: tuple[tuple[Way, ...], object, tuple[Way, ...]] | None = game.remembered.get(key)
    if known is None or known[0] is not found or known[1] is not state.control:
        ends = tuple(way for way in found if friendly_city(game, state, side, way.path[-1]))
        known = (found, state.control, ends)
        remember(game, key, known)
    return known[2]
