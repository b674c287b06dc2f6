"""5: the ways by which units move, found for all blocks of a kind at once and remembered."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.hellenes.game import OTHER, PERSIA, THESSALY, Game
from rules.hellenes.state import State
from rules.hellenes.where import aid, holding, hostile_cities

REMEMBERED = 50_000
NONE: frozenset[str] = frozenset()


class Way(NamedTuple):
    """A way of a unit: the places it enters, whether the last is beyond its range, the Deep Sea borders on it, and
    whether it ends within the walls of a besieged port."""

    path: tuple[str, ...]
    forced: bool = False
    deep: int = 0
    into: bool = False

    @property
    def to(self) -> str:
        """Where it ends."""
        return self.path[-1]


def via(origin: str, way: Way) -> str:
    """The last place before the end of a way."""
    return way.path[-2] if len(way.path) > 1 else origin


def remember(game: Game, key: Any, found: Any) -> Any:
    """Keeps what was found for the next time."""
    if len(game.remembered) > REMEMBERED:
        game.remembered.clear()
    game.remembered[key] = found
    return found


def closed(game: Game, state: State, side: str) -> frozenset[str]:
    """The places that a side may not enter (1.7, 12.0-b, 15.2-c, cards)."""
    has_aid = aid(game, state) > 0
    control = state.control
    key = ("closed", side, has_aid, state.peace, state.at_war, state.gela, state.effects, id(control))
    known = game.remembered.get(key)
    if known is not None and known[0] is control:
        return known[1]  # type: ignore[no-any-return]
    found: set[str] = set()
    if not has_aid:
        found.update(place for place in PERSIA if place in game.provinces)  # 1.7
    if state.peace:
        found.update(_closed_by_peace(game, state, side))
    if "gela" in game.provinces and not state.gela:
        found.add("gela")  # 15.2-c
    for effect in state.effects:
        word, _, what = effect.partition("/")
        if word == "storm":
            found.add(what)
        elif word == "earthquake":
            found.update(name for name, each in game.provinces.items() if each.nation == what)
    return remember(game, key, (control, frozenset(found)))[1]  # type: ignore[no-any-return]


def shaken(game: Game, state: State) -> frozenset[str]:
    """The areas of the nations that an earthquake shuts: nobody leaves them either (card 29)."""
    nations = {effect.partition("/")[2] for effect in state.effects if effect.startswith("earthquake/")}
    return (
        frozenset(name for name, each in game.provinces.items() if each.nation in nations)
        if nations
        else NONE
    )


def _closed_by_peace(game: Game, state: State, side: str) -> Iterable[str]:
    """12.0-b (1): areas in Greece controlled by or loyal to the other side."""
    other = OTHER[side]
    for name, province in game.provinces.items():
        if name not in game.greece:
            continue
        holder = state.control.get(name, "")
        if holder == other or (province.loyalty == other and holder != side):
            yield name


def no_stop(game: Game, state: State, side: str) -> frozenset[str]:
    """The seas in which a side may not stay during the Peace: off the other's ports alone (12.0-b)."""
    if not state.peace:
        return frozenset()
    own = {p.offshore for n, p in game.provinces.items() if p.port and state.control.get(n) == side}
    foreign = {
        p.offshore
        for n, p in game.provinces.items()
        if p.port and n in game.greece and OTHER[side] in (state.control.get(n), p.loyalty)
    }
    return frozenset(foreign - own)


def ways_of(
    game: Game,
    state: State,
    side: str,
    origin: str,
    reach: int,
    *,
    fleet: bool,
    inside: bool = False,
    winter: bool = False,
    calm: bool = False,
) -> tuple[Way, ...]:
    """All ways of a unit that stands in `origin`, in a fixed order.

    `winter`: enemies do not stop it (9.2.1-e); `calm`: Deep Sea borders do not count (card 1).
    """
    frame = _frame(game, state, side, fleet, winter)
    at = (origin, reach, inside, calm)
    found: tuple[Way, ...] | None = frame.found.get(at)
    if found is None:
        found = frame.found[at] = _found(game, frame, at, fleet, winter)
    return found


class Frame(NamedTuple):
    """What the ways of a side's fleets or land units depend on, and those that were found so far."""

    blocked: frozenset[str]
    hostile: frozenset[str]
    shut: frozenset[str]
    shaken: frozenset[str]
    staying: frozenset[str]
    besieged: frozenset[str]
    contested: frozenset[str]
    found: dict[tuple[str, int, bool, bool], tuple[Way, ...]]


def _frame(game: Game, state: State, side: str, fleet: bool, winter: bool) -> Frame:
    war = (state.peace, state.at_war, state.gela)
    now = (state.field, state.control, state.sieges, state.effects, state.yearly, state.in_play, *war)
    before = game.remembered.get(("frame", side, fleet, winter))
    if before is not None and all(map(operator.is_, before[0], now)):
        return before[1]  # type: ignore[no-any-return]
    enemy = holding(game, state, OTHER[side])
    hostile = hostile_cities(game, state, side)
    if f"thessaly/{side}" in state.yearly:
        hostile = hostile - frozenset(THESSALY)  # card 33: as through friendly land
    frame = Frame(
        frozenset() if winter else enemy.seas if fleet else enemy.areas,
        hostile,
        closed(game, state, side),
        shaken(game, state),
        no_stop(game, state, side),
        frozenset(place for place in state.sieges if state.control.get(place) == side)
        if fleet
        else frozenset(),
        ALL if winter else enemy.places | hostile | state.sieges,
        {},
    )
    return remember(game, ("frame", side, fleet, winter), (now, frame))[1]  # type: ignore[no-any-return]


def _found(
    game: Game, frame: Frame, at: tuple[str, int, bool, bool], fleet: bool, winter: bool
) -> tuple[Way, ...]:
    """The ways, found once for everything that they depend on."""
    origin, reach, inside, calm = at
    search = (fleet, winter, at, *frame[:6])
    key = (*search, frame.contested)
    known: tuple[Way, ...] | None = game.remembered.get(key)
    if known is not None:
        return known
    found = game.remembered.get(search)
    if found is None:
        if fleet:
            found = (
                ()
                if origin in frame.shaken
                else _sea_ways(game, frame.besieged, origin, reach, frame.blocked, frame.shut, inside, calm)
            )
        else:
            found = (
                ()
                if inside or origin in frame.shaken
                else _land_ways(game, origin, reach, frame.blocked, frame.hostile, frame.shut, winter)
            )
        remember(game, search, found)
    if frame.staying:
        found = tuple(way for way in found if way.path[-1] not in frame.staying)
    return remember(game, key, _choices(found, frame.contested))  # type: ignore[no-any-return]


ALL = frozenset({"*"})
"""Every place, where the last step of a way matters everywhere: in Winter."""


def _choices(found: Iterable[Way], contested: frozenset[str]) -> tuple[Way, ...]:
    """The best way for each end; for each last step to it where somebody may be met there."""
    best: dict[tuple[str, str, bool, bool], Way] = {}
    for way in found:
        path = way.path
        end = path[-1]
        last = path[-2] if len(path) > 1 and (end in contested or contested is ALL) else ""
        key = (end, last, way.forced, way.into)
        old = best.get(key)
        if old is None or (way.deep, len(way.path), way.path) < (old.deep, len(old.path), old.path):
            best[key] = way
    for key in [key for key in best if key[2]]:
        plain = best.get((key[0], key[1], False, key[3]))
        if plain is not None and plain.deep <= best[key].deep:
            del best[key]  # the forced way saves nothing
    return tuple(best[key] for key in sorted(best))


def _land_ways(
    game: Game,
    origin: str,
    reach: int,
    blocked: frozenset[str],
    hostile: frozenset[str],
    shut: frozenset[str],
    winter: bool,
) -> tuple[Way, ...]:
    provinces = game.provinces
    if origin not in provinces:
        return ()
    found: list[Way] = []
    frontier: list[tuple[tuple[str, ...], bool]] = [((), False)]
    seen: set[tuple[str, bool, str]] = set()
    for length in range(1, reach + 2):
        following = []
        for path, through in frontier:
            here = path[-1] if path else origin
            for place in provinces[here].adjacent:
                if place not in provinces or place in shut or place == origin or place in path:
                    continue
                enters = place in hostile
                if enters and through and not winter:
                    continue  # 5.4
                way = (*path, place)
                found.append(Way(way, length > reach))
                mark = (place, through or enters, "")
                if place in blocked or mark in seen:
                    continue  # 5.4: it stops
                seen.add(mark)
                following.append((way, through or enters))
        frontier = following
    return tuple(found)


def _sea_ways(
    game: Game,
    besieged: frozenset[str],
    origin: str,
    reach: int,
    blocked: frozenset[str],
    shut: frozenset[str],
    inside: bool,
    calm: bool,
) -> tuple[Way, ...]:
    seas, provinces = game.seas, game.provinces
    if origin in seas:
        if origin in shut:
            return ()
        starts: tuple[str, ...] = (origin,)
        first: list[tuple[tuple[str, ...], int]] = [((), 0)]
    else:
        province = provinces[origin]
        starts = (province.offshore,) if inside else province.seas
        first = [((sea,), 0) for sea in starts if sea in seas and sea not in shut]
    found: list[Way] = []
    layers = {0: first} if origin in seas else {1: first}
    for path, _ in first:
        if path:
            found.append(Way(path))
    best: dict[str, dict[int, int]] = {}
    for length in range(0 if origin in seas else 1, reach + 1):
        for path, deep in layers.get(length, []):
            here = path[-1] if path else origin
            if path and here in blocked:
                continue  # 5.4
            forced = length + 1 > reach
            for sea in seas[here].adjacent:
                if sea not in seas or sea in shut or sea in path or sea == origin:
                    continue
                crossings = deep + (sea in seas[here].deep and not calm)
                way = (*path, sea)
                found.append(Way(way, forced, crossings))
                earlier = best.setdefault(sea, {})
                if any(d <= crossings and n < length + 1 for d, n in earlier.items()):
                    continue
                if earlier.get(crossings) == length + 1 and sea not in blocked:
                    continue
                earlier[crossings] = min(length + 1, earlier.get(crossings, length + 1))
                layers.setdefault(length + 1, []).append((way, crossings))
            for coast in seas[here].coasts:
                if coast not in provinces or coast in shut or coast == origin:
                    continue
                way = (*path, coast)
                port = provinces[coast]
                if coast in besieged and port.offshore == here and port.port:
                    found.append(Way(way, forced, deep, True))  # 7.3
                found.append(Way(way, forced, deep))
    return tuple(found)
