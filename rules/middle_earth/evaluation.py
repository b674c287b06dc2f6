"""How good a position is for a seat, in demoralization points: for bots that look one decision ahead.

Counted are victory points (those of hexes in part), the strength on the map (reduced and disrupted units less), how
near each army is to breaking, where the seat's own pieces stand, and what has been begun: the best hex that a piece on
the move can reach, the melee that is declared, the spell that is to be aimed. So a move is begun only for a better
place, goes straight there and ends there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from rules.middle_earth.game import Game
from rules.middle_earth.leaders import is_alone, leads, rating
from rules.middle_earth.melee import DECLARING, WINDOW
from rules.middle_earth.movement import open_ways
from rules.middle_earth.outlook import (
    HELD,
    Front,
    best_strike,
    front,
    goal,
    row_of,
    wards,
)
from rules.middle_earth.ranks import Ranks, ranks, worth_of
from rules.middle_earth.reach import ways_of_leader, ways_of_unit
from rules.middle_earth.state import State, members
from rules.middle_earth.strikes import strike
from rules.middle_earth.victory import prizes
from rules.middle_earth.zones import in_enemy_zone

LEADER, MAGIC_POINT = 8.0, 0.5
BREAKING = 25.0
"""What it is worth that an army comes near to its level, the square of the part that is reached."""
ALONE = 6.0
TROUBLE = 0.1
"""What beginning a move costs, so that nobody moves for nothing."""
STEP = 0.01
HELD_BACK = -12.0
"""What a piece off the map is worth; worse than any place on it."""
DECLARED = 20.0
"""For declaring attacks rather than not; and twice as much against an attacker who has a better target."""
GAIN = 1.5
"""What a loss of the enemy is worth, points and strength together."""
WON = 1000.0
FORESEEN = frozenset({"move"})
"""Decisions of which the best end is counted before."""


def evaluate(game: Game, state: State, seat: str) -> float:
    """How good the position is for the seat: higher is better, 0 about even."""
    enemy = game.enemy[seat]
    if state.outcome is not None:
        return WON * ((seat in state.outcome.winners) - (enemy in state.outcome.winners))
    afoot = _afoot(game, state, seat)
    own, foes = ranks(game, state, seat, afoot), ranks(game, state, enemy)
    printed, strength = own.printed, own.strength
    for unit in afoot:
        printed += game.board.units[unit].value
        strength += worth_of(game.board.units[unit].value, state.units[unit])
    faced = front(game, state, seat, printed, foes)
    total = strength - foes.strength + HELD * (own.prizes - foes.prizes)
    total += _at_rest(game, state, seat, faced, own, foes, afoot)
    total += _on_the_move(game, state, seat, faced, own)
    if state.step == "melee" and state.seat == seat:
        total += _pending(game, state)
    return total + game.exclusive.worth(game, state, seat, faced)


def _at_rest(
    game: Game, state: State, seat: str, faced: Front, own: Ranks, foes: Ranks, afoot: tuple[str, ...]
) -> float:
    """What all is worth that does not change while a unit is on the move; looked up where it was reckoned before."""
    row = row_of(game, state, faced, seat, own)
    moving = state.marching.piece if state.marching is not None else ""
    key = (
        len(afoot),
        moving if moving in game.board.leaders else "",
        state.leaders,
        state.reserves,
        state.markers,
        state.totals,
        state.eliminated,
        state.killed,
        foes.number,
    )
    found = row.rest.get(key)
    if found is None:
        enemy = game.enemy[seat]
        points, held = game.exclusive.scores(game, state), prizes(game, state)
        found = points.get(seat, 0.0) - points.get(enemy, 0.0)
        found -= held.get(seat, 0.0) - held.get(enemy, 0.0)
        found += HELD_BACK * _still_to_come(game, state, seat, own.count + len(afoot))
        found += _captains(game, state, seat) - _captains(game, state, enemy)
        found += _nerves(game, state, seat) + row.total + _warded(game, state, seat, afoot)
        for leader in game.leaders_of[seat]:
            if leader in state.leaders and leader != moving:
                found += _company(game, state, leader, afoot)
        row.rest[key] = found
    return found


def _afoot(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The unit, or the two in formation, of the seat that are on the move on the map."""
    marching = state.marching
    if marching is None or marching.piece not in state.units or game.seat_of[marching.piece] != seat:
        return ()
    return members(state, marching.piece)


def _still_to_come(game: Game, state: State, seat: str, present: int) -> int:
    """How many units and leaders of the seat have not come yet, whether they are due or not."""
    captains = sum([1 for leader in game.leaders_of[seat] if leader in state.leaders])
    gone = sum([1 for piece in (*state.eliminated, *state.killed) if game.seat_of[piece] == seat])
    return len(game.units_of[seat]) + len(game.leaders_of[seat]) - present - captains - gone


def _captains(game: Game, state: State, seat: str) -> float:
    total = 0.0
    for leader in game.leaders_of[seat]:
        now = state.leaders.get(leader)
        if now is not None:
            total += (LEADER / 2 if now.wounded else LEADER) + MAGIC_POINT * now.points
        elif leader in state.reserves:
            total += MAGIC_POINT * game.board.leaders[leader].magic
    return total


def _nerves(game: Game, state: State, seat: str) -> float:
    total = 0.0
    for army, level in game.board.levels_of.items():
        if level and army not in state.demoralized:
            part = min(state.totals.get(army, 0) / level, 1.0) ** 2 * BREAKING
            total += -part if game.board.data.army[army].side == seat else part
    return total


# Where the seat's own units stand


def _warded(game: Game, state: State, seat: str, afoot: tuple[str, ...]) -> float:
    """What the units of the seat gain by standing with their leaders."""
    total = 0.0
    for name, ward in wards(game, state, seat).items():
        for unit in state.at.get(name, ()):
            if game.seat_of[unit] == seat and unit not in afoot:
                total += ward
    return total


def _on_the_move(game: Game, state: State, seat: str, faced: Front, own: Ranks) -> float:
    """What the best hex is worth that the seat's piece on the move can reach, if one is."""
    moving = state.marching.piece if state.marching is not None else ""
    if game.seat_of.get(moving) != seat:
        return 0.0
    if moving in game.board.units:
        return _best_place(game, state, faced, moving, own, wards(game, state, seat))
    return _best_company(game, state, faced, moving, own.hexes)


def _best_place(
    game: Game, state: State, faced: Front, unit: str, own: Ranks, warded: Mapping[str, float]
) -> float:
    """The station of the best hex where the moving unit can end its move, with what its friends gain by it, less the
    way there."""
    marching = state.marching
    assert marching is not None
    best = -WON
    standing = state.units.get(unit)
    bonus = 0.0 if standing is not None else game.board.units[unit].value - HELD_BACK
    if standing is None and marching.carrying in game.board.leaders:
        bonus += LEADER - HELD_BACK
    row = row_of(game, state, faced, game.seat_of[unit], own)
    key = unit, standing is not None and (standing.reduced, standing.disrupted, standing.formation)
    goals = row.goals.setdefault(key, {})
    times = 2 if standing is not None and standing.partner else 1
    for name, way in _reached(game, state, faced, unit, marching.left, marching.steps > 0):
        value = goals.get(name)
        if value is None:
            value = goals[name] = goal(game, state, faced, unit, standing, name, own, row)
        if name in warded:
            value += times * warded[name]
        best = max(best, value - STEP * way)
    return best + bonus - TROUBLE


def _reached(
    game: Game, state: State, faced: Front, unit: str, left: int, may_stay: bool
) -> Iterator[tuple[str, int]]:
    """The hexes where the moving unit can end its move, each with the points spent; hexes of friends left out."""
    standing = state.units.get(unit)
    if standing is None:
        for name in open_ways(game, state, unit, left):
            yield name, 1
        return
    if may_stay:
        own = members(state, unit)
        if all(each in own for each in state.at[standing.hex]):
            yield standing.hex, 0
        if in_enemy_zone(game, state, standing.hex, game.seat_of[unit]):
            return
    at = state.at
    for way in ways_of_unit(game, state, faced, unit, left):
        if way[0] not in at:
            yield way


# Leaders


def _company(game: Game, state: State, leader: str, afoot: tuple[str, ...] = (), here: str = "") -> float:
    """What it is worth that a leader stands where he does: with his people, near those who need him, out of harm.
    Units on the move do not count; while one is, he may still follow it."""
    now = state.leaders.get(leader)
    value = 0.0
    if not here:
        assert now is not None
        here = now.hex
        value -= ALONE if not afoot and is_alone(game, state, leader) else 0.0
    elif not any(leads(game, state, leader, unit) for unit in state.at.get(here, ())):
        value -= ALONE
    seat = game.seat_of[leader]
    own = rating(game, state, leader)[0] if now is not None else game.board.leaders[leader].rating
    for unit in state.at.get(here, ()):
        if game.seat_of[unit] == seat and unit not in afoot:
            value += 0.05 * game.board.units[unit].value + (1.5 if state.units[unit].disrupted else 0.0)
    for name in game.board.grid.neighbours[here]:
        for unit in state.at.get(name, ()):
            if game.seat_of[unit] != seat:
                value -= 0.3
            elif unit not in afoot and leads(game, state, leader, unit):
                value += 1.2 if state.units[unit].disrupted else 0.15
        for foe in state.leaders_at.get(name, ()):
            if game.seat_of[foe] != seat:
                value += 0.8 * (own - rating(game, state, foe)[0])
    return value


def _best_company(game: Game, state: State, faced: Front, leader: str, friendly: AbstractSet[str]) -> float:
    """The best hex with friends that the moving leader can reach, less the way there."""
    marching = state.marching
    assert marching is not None
    if leader not in state.leaders:
        entries = open_ways(game, state, leader, marching.left)
        best = max((_company(game, state, leader, (), name) for name in entries), default=-WON)
        return best - TROUBLE + LEADER - HELD_BACK
    best = _company(game, state, leader, (), state.leaders[leader].hex) if marching.steps else -WON
    for name, spent in ways_of_leader(game, state, faced, leader, marching.left, marching.carrying):
        if name in friendly:
            best = max(best, _company(game, state, leader, (), name) - STEP * spent)
    return best - TROUBLE


# What has been begun


def _pending(game: Game, state: State) -> float:
    """What the declared attacks are likely to win. Melee costs the attacker nothing, so he declares all that he can,
    but nobody who has a better target than the one under attack."""
    fight = state.melee
    if fight is None or fight.stage not in (DECLARING, WINDOW) or fight.defender not in state.units:
        return 0.0
    total, left = DECLARED, 1.0
    whole = GAIN * sum(game.board.units[unit].value for unit in fight.units)
    for number, attacker in enumerate(fight.attackers):
        if attacker not in state.units:
            continue
        here = state.units[attacker].hex
        part = strike(game, state, attacker, fight.defender, fight.hex, here)
        other = GAIN * best_strike(game, state, attacker, here, fight.hex)
        if number and other > left * part * whole:
            total -= 2 * DECLARED
        total -= 0.9 * other
        left *= 1.0 - part
    return total + (1.0 - left) * whole
