"""Where it is good to stand, for bots: near what is to be taken, near enemies that can be beaten, out of the way of
those that cannot. What depends on the enemy alone is looked up once for all his positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from rules.middle_earth.board import ATTACKS
from rules.middle_earth.game import Game
from rules.middle_earth.paths import face
from rules.middle_earth.state import State
from rules.middle_earth.strikes import strike
from rules.parts.hexes import blocks, within

FAR = 40
NEARNESS = 0.45
"""For each hex nearer to the enemy, to a seat that feels strong."""
GOAL = 0.15
"""For each hex nearer to the scenario's hexes."""
FEAR = 0.1
"""How much of what the enemy could bring up counts against a hex, to a seat that feels weak."""
CAUTION = 1.35
"""How much of it is left to a seat that feels strong."""
EXPOSED, SHELTER = 1.3, 0.25
"""The part of the danger for a unit alone, and how much less of it each friend beside it leaves."""
CONTACT = 0.9
"""How much of what a melee would win counts before it is fought."""
BESIDE = 0.12
"""For each friend in an adjacent hex."""
WARD = 2.5
"""For keeping a magic leader company."""
DOOR = 1.5
"""For keeping free the hexes by which reinforcements still come."""
REACH = 5
"""How far the enemy's threat is looked for, in hexes."""


class Front(NamedTuple):
    """What the enemy's positions make of the map for a seat: how far he is, how much he could bring against each hex,
    and what the own units' stations were found to be worth (`stations`)."""

    near: Mapping[str, int]
    threat: Mapping[str, float]
    boldness: float
    doors: frozenset[str]
    stations: dict[tuple[str, str, bool, bool, str], tuple[float, float]]


Foes = tuple[tuple[str, str, bool, bool, str], ...]


def front(game: Game, state: State, seat: str, share: float) -> Front:
    """The front that this seat faces; `share` is its part of the strength of both, from 0 to 1."""
    foes = tuple(
        (unit, now.hex, now.disrupted, now.reduced, now.formation)
        for unit in game.units_of[game.enemy[seat]]
        if (now := state.units.get(unit)) is not None
    )
    boldness = (
        round(max(0.0, min(1.0, (share - 0.25) / 0.3)) * 50) / 50
    )  # fine: a kill must not change the mood
    doors = _doors(game, state, seat)
    key = (seat, foes, boldness, state.night, state.in_force, state.demoralized, doors)
    fronts: dict[object, Front] = game.kept.setdefault("fronts", {})
    found = fronts.get(key)
    if found is None:
        if len(fronts) > 64:
            fronts.clear()
        near, threat = _looked_up(game, state, foes)
        found = fronts[key] = Front(near, threat, boldness, doors, {})
    return found


def _looked_up(game: Game, state: State, foes: Foes) -> tuple[Mapping[str, int], Mapping[str, float]]:
    maps: dict[Foes, tuple[Mapping[str, int], Mapping[str, float]]]
    maps = game.kept.setdefault("far and near", {})
    found = maps.get(foes)
    if found is None:
        if len(maps) > 64:
            maps.clear()
        found = maps[foes] = (_distances(game, [each[1] for each in foes]), _threats(game, state, foes))
    return found


def _distances(game: Game, starts: Iterable[str]) -> dict[str, int]:
    """How far each hex of the board is from the nearest of these."""
    found = dict.fromkeys(starts, 0)
    frontier = list(found)
    neighbours = game.board.grid.neighbours
    while frontier:
        beyond = []
        for name in frontier:
            away = found[name] + 1
            for after in neighbours[name]:
                if after not in found:
                    found[after] = away
                    beyond.append(after)
        frontier = beyond
    return found


def _threats(game: Game, state: State, foes: Foes) -> dict[str, float]:
    found: dict[str, float] = {}
    for unit, place, disrupted, _, _ in foes:
        letter = face(game, state, unit).attack
        if disrupted or not letter:
            continue
        power = (len(ATTACKS) - 1 - ATTACKS.index(letter)) / (len(ATTACKS) - 1)
        for name in within(place, min(game.board.units[unit].allowance + 1, REACH)):
            found[name] = found.get(name, 0.0) + power
    return found


# What a hex is worth to a unit


def station(
    game: Game, state: State, faced: Front, unit: str, here: str, friendly: AbstractSet[str]
) -> float:
    """What it is worth that the unit stands in a hex: the less dangerous, the more of the `friendly` hexes are beside
    it."""
    standing = state.units.get(unit)
    if standing is None:
        value, danger = _alone(game, state, faced, unit, here)
    else:
        key = (unit, here, standing.disrupted, standing.reduced, standing.formation)
        kept = faced.stations.get(key)
        if kept is None:
            kept = faced.stations[key] = _alone(game, state, faced, unit, here)
        value, danger = kept
    value += game.exclusive.ground(game, state, unit, here)
    friends = 0
    for name in game.board.grid.neighbours[here]:
        if name in friendly:
            friends += 1
    friends = min(friends, 3)
    value += BESIDE * friends - danger * (EXPOSED - SHELTER * friends)
    for leader in state.leaders_at.get(here, ()):
        if game.seat_of[leader] == game.seat_of[unit]:
            value += WARD if game.board.leaders[leader].magic else 0.2
    return value


def _alone(game: Game, state: State, faced: Front, unit: str, here: str) -> tuple[float, float]:
    """What the hex is worth to the unit, its friends aside, and the danger there."""
    card = game.board.units[unit]
    value = _pull(game, card.side, here, faced)
    near = faced.near.get(here, FAR)
    fires = card.missile_range > 0
    away = max(near, 2) if fires else near
    value -= NEARNESS * (0.15 + faced.boldness) * away
    danger = FEAR * (CAUTION - faced.boldness) * min(faced.threat.get(here, 0.0), 4.0) * card.value
    if near == 1 and not card.missile_only:
        danger *= 0.6
    elif near == 2 and fires:
        danger *= 0.4
    standing = state.units.get(unit)
    if near == 1 and standing is not None and not standing.disrupted:
        value += CONTACT * best_strike(game, state, unit, here)
    return (value - DOOR if here in faced.doors else value), danger


def best_strike(game: Game, state: State, unit: str, here: str, but: str = "") -> float:
    """The most that the unit may win by a melee attack from the hex, one target left out."""
    best = 0.0
    seat = game.seat_of[unit]
    for name in game.board.zoc[here]:
        there = state.at.get(name)
        if there is not None and game.seat_of[there[0]] != seat and name != but:
            worth = sum(game.board.units[foe].value for foe in there)
            best = max(best, strike(game, state, unit, there[0], name, here) * worth)
    return best


def _pull(game: Game, seat: str, here: str, faced: Front) -> float:
    own, other = _goals(game, seat), _goals(game, game.enemy[seat])
    value = 0.0
    if own:
        value -= GOAL * faced.boldness * own.get(here, FAR)
    if other:
        value -= 2 * GOAL * (1.2 - faced.boldness) * max(other.get(here, FAR) - 2, 0)
    return value


def _goals(game: Game, seat: str) -> Mapping[str, int]:
    """How far each hex is from the hexes for which the seat has points at the end."""
    key = ("goals", seat)
    kept: dict[str, int] | None = game.kept.get(key)
    if kept is None:
        named = [
            name
            for prize in game.board.scenario.victory.prizes
            if prize.side == seat
            for name in blocks(prize.hexes)
            if name in game.board.grid and game.board.terrain[name].movement
        ]
        kept = game.kept[key] = _distances(game, sorted(set(named))) if named else {}
    return kept


def _doors(game: Game, state: State, seat: str) -> frozenset[str]:
    """The few hexes by which the seat's reinforcements still enter; broad edges are no door."""
    if not game.board.scenario.arrivals:
        return frozenset()
    key = ("doors", seat, len(state.called), bool(state.reserves))
    kept: frozenset[str] | None = game.kept.get(key)
    if kept is None:
        regions = {
            each.region
            for number, each in enumerate(game.board.scenario.arrivals)
            if each.side == seat and (number not in state.called or state.reserves)
        }
        found = {name for region in regions for name in game.board.regions[region]}
        kept = game.kept[key] = frozenset(found) if len(found) <= 8 else frozenset()
    return kept
