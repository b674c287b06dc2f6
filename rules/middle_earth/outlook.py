"""Where it is good to stand, for bots: near what is to be taken, near enemies that can be beaten, out of the way of
those that cannot. What depends on the enemy alone is looked up once for all his positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.middle_earth.board import ATTACKS
from rules.middle_earth.game import Game
from rules.middle_earth.paths import face
from rules.middle_earth.pieces import changed_unit
from rules.middle_earth.ranks import ENOUGH, KEPT, Ranks, beside
from rules.middle_earth.state import State, UnitState, changed
from rules.middle_earth.strikes import strike
from rules.middle_earth.victory import held_by
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
HELD = 0.4
"""How much of the points for hexes counts before the end."""
DOOR = 1.5
"""For keeping free the hexes by which reinforcements still come."""
FORMATION = 5.0
"""For a formation near the enemy."""
REACH = 5
"""How far the enemy's threat is looked for, in hexes."""


class Front(NamedTuple):
    """What the enemy's positions make of the map for a seat: how far he is, how much he could bring against each hex,
    what the own units' stations were found to be worth (`stations`, `rows`) and where they were found to get to
    (`ways`, see `reach`)."""

    near: Mapping[str, int]
    threat: Mapping[str, float]
    boldness: float
    doors: frozenset[str]
    stations: dict[tuple[str, str, bool, bool, str], tuple[float, float]]
    rows: dict[int, Row]
    ways: dict[object, tuple[tuple[str, int], ...]]


class Row(NamedTuple):
    """What the stations of a seat's units are worth, one by one (`values`) and together; for each hex of theirs what
    one more friend beside it is worth (`welcome`); what hexes were found to be worth to one on the move (`goals`), and
    what all that does not move was found to be worth (`rest`, see `evaluation`)."""

    values: list[float]
    total: float
    welcome: dict[str, float]
    goals: dict[object, dict[str, float]]
    rest: dict[object, float]


class Enemy(NamedTuple):
    """What follows from the enemy's positions for whoever faces him."""

    near: Mapping[str, int]
    threat: Mapping[str, float]
    ways: dict[object, tuple[tuple[str, int], ...]]


def front(game: Game, state: State, seat: str, printed: float, foes: Ranks) -> Front:
    """The front that this seat faces with units of so much worth; the bolder, the more that is of both sides' worth."""
    whole = printed + foes.printed
    share = printed / whole if whole else 0.5
    boldness = (
        round(max(0.0, min(1.0, (share - 0.25) / 0.3)) * 50) / 50
    )  # fine: a kill must not change the mood
    doors = _doors(game, state, seat)
    marks = game.exclusive.fixtures(game, state)
    key = (seat, foes.number, boldness, state.night, state.in_force, state.demoralized, doors, marks)
    fronts: dict[object, Front] = game.kept.setdefault("fronts", {})
    found = fronts.get(key)
    if found is None:
        if len(fronts) >= KEPT:
            fronts.clear()
        enemy = _looked_up(game, state, game.enemy[seat], foes)
        found = fronts[key] = Front(enemy.near, enemy.threat, boldness, doors, {}, {}, enemy.ways)
    return found


def _looked_up(game: Game, state: State, seat: str, foes: Ranks) -> Enemy:
    enemies: dict[int, Enemy] = game.kept.setdefault("enemies", {})
    found = enemies.get(foes.number)
    if found is None:
        if len(enemies) >= KEPT:
            enemies.clear()
        maps: dict[frozenset[str], Mapping[str, int]] = game.kept.setdefault("distances", {})
        near = maps.get(foes.hexes)
        if near is None:
            if len(maps) >= KEPT:
                maps.clear()
            near = maps[foes.hexes] = _distances(game, sorted(foes.hexes))
        found = enemies[foes.number] = Enemy(near, _threats(game, state, seat), {})
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


def _threats(game: Game, state: State, seat: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for unit in game.units_of[seat]:
        now = state.units.get(unit)
        if now is None or now.disrupted or not face(game, state, unit).attack:
            continue
        letter = face(game, state, unit).attack
        power = (len(ATTACKS) - 1 - ATTACKS.index(letter)) / (len(ATTACKS) - 1)
        for name in within(now.hex, min(game.board.units[unit].allowance + 1, REACH)):
            found[name] = found.get(name, 0.0) + power
    return found


# What a hex is worth to a unit


def row_of(game: Game, state: State, faced: Front, seat: str, own: Ranks) -> Row:
    """What it is worth that the units in these ranks stand where they do, their leaders aside."""
    found = faced.rows.get(own.number)
    if found is not None:
        return found
    names = game.units_of[seat]
    before = faced.rows.get(own.before)
    if before is None:
        values, welcome, places = [0.0] * len(names), {}, list(range(len(names)))
    else:
        values, places = before.values.copy(), own.altered
        welcome = {name: gain for name, gain in before.welcome.items() if name in own.hexes}
    for place in places:
        now, friends = own.standings[place], own.friends[place]
        if now is None:
            values[place] = 0.0
            continue
        value, danger = _kept(game, state, faced, names[place], now, now.hex)
        value += BESIDE * friends - danger * (EXPOSED - SHELTER * friends)
        values[place] = value + drill(faced, now.hex) if now.partner else value
        welcome[now.hex] = BESIDE + SHELTER * danger if friends < ENOUGH else 0.0
    if len(faced.rows) >= KEPT:
        faced.rows.clear()
    found = faced.rows[own.number] = Row(values, sum(values), welcome, {}, {})
    return found


def goal(
    game: Game, state: State, faced: Front, unit: str, now: UnitState | None, here: str, own: Ranks, row: Row
) -> float:
    """What it is worth that the unit comes to stand in a hex, to itself and to the friends beside it; `now` is how it
    stands in the position, None for one that is not on the map yet."""
    value, danger = _kept(game, state, faced, unit, now, here)
    others = beside(game, here) & own.hexes
    friends = min(len(others), ENOUGH)
    value += BESIDE * friends - danger * (EXPOSED - SHELTER * friends)
    if now is not None and now.partner:
        value = 2 * (value + drill(faced, here))
    if game.board.scenario.victory.prizes:
        value += HELD * held_by(game, game.seat_of[unit], (here,))
    return value + sum([row.welcome[name] for name in others]) if others else value


def drill(faced: Front, here: str) -> float:
    """What it is worth to each of two units that they are in formation: much near the enemy, trouble elsewhere."""
    return FORMATION / 2 if faced.near.get(here, 9) <= 4 else -0.5


def _kept(
    game: Game, state: State, faced: Front, unit: str, now: UnitState | None, here: str
) -> tuple[float, float]:
    if now is None:
        return _alone(game, state, faced, unit, here)
    key = (unit, here, now.disrupted, now.reduced, now.formation)
    kept = faced.stations.get(key)
    if kept is None:
        kept = faced.stations[key] = _alone(game, state, faced, unit, here)
    return kept


def wards(game: Game, state: State, seat: str) -> dict[str, float]:
    """What it is worth to a unit to stand in the hex of a leader of its own side, for each such hex."""
    found: dict[str, float] = {}
    for leader in game.leaders_of[seat]:
        now = state.leaders.get(leader)
        if now is not None:
            ward = WARD if game.board.leaders[leader].magic else 0.2
            found[now.hex] = found.get(now.hex, 0.0) + ward
    return found


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
        there = state
        if standing.hex != here:
            there = changed(state, units=state.units.set(unit, changed_unit(standing, hex=here)))
        value += CONTACT * best_strike(game, there, unit, here)
    value += game.exclusive.ground(game, state, unit, here)
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
    key = ("doors", seat, state.called, bool(state.reserves))
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
