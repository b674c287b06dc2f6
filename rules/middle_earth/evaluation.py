"""How good a position is for a seat, in demoralization points: for bots that look one decision ahead.

Counted are victory points (those of hexes in part), the strength on the map (reduced and disrupted units less), how
near each army is to breaking, where the seat's own pieces stand, and what has been begun: the best hex that a piece on
the move can reach, the melee that is declared, the spell that is to be aimed. So a move is begun only for a better
place, goes straight there and ends there.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from rules.middle_earth.game import Game
from rules.middle_earth.leaders import is_alone, leads, rating
from rules.middle_earth.melee import DECLARING, WINDOW
from rules.middle_earth.movement import open_ways
from rules.middle_earth.outlook import Front, best_strike, front, station
from rules.middle_earth.paths import open_steps
from rules.middle_earth.state import State, members
from rules.middle_earth.strikes import strike
from rules.middle_earth.victory import prizes
from rules.middle_earth.zones import in_enemy_zone

REDUCED, DISRUPTED = 0.6, 0.75
"""What is left of a unit's worth."""
FORMATION = 5.0
LEADER, MAGIC_POINT = 8.0, 0.5
BREAKING = 25.0
"""What it is worth that an army comes near to its level, the square of the part that is reached."""
ALONE = 6.0
TROUBLE = 0.1
"""What beginning a move costs, so that nobody moves for nothing."""
STEP = 0.01
HELD_BACK = -12.0
"""What a piece off the map is worth; worse than any place on it."""
HELD = 0.4
"""How much of the points for hexes counts before the end."""
DECLARED = 20.0
"""For declaring attacks rather than not; and twice as much against an attacker who has a better target."""
GAIN = 1.5
"""What a loss of the enemy is worth, points and strength together."""
WON = 1000.0


def evaluate(game: Game, state: State, seat: str) -> float:
    """How good the position is for the seat: higher is better, 0 about even."""
    enemy = game.enemy[seat]
    if state.outcome is not None:
        return WON * ((seat in state.outcome.winners) - (enemy in state.outcome.winners))
    own, whole = _strength(game, state, seat)
    own += HELD_BACK * _still_to_come(game, state, seat)
    other, other_whole = _strength(game, state, enemy)
    share = whole / (whole + other_whole) if whole + other_whole else 0.5
    faced = front(game, state, seat, share)
    points = game.exclusive.scores(game, state)
    held = prizes(game, state)
    total = points.get(seat, 0.0) - points.get(enemy, 0.0)
    total -= (1.0 - HELD) * (held.get(seat, 0.0) - held.get(enemy, 0.0))
    total += own - other + _captains(game, state, seat) - _captains(game, state, enemy)
    total += _nerves(game, state, seat)
    total += _places(game, state, seat, faced)
    total += sum(_company(game, state, leader) for leader in game.leaders_of[seat] if leader in state.leaders)
    if state.step == "melee" and state.seat == seat:
        total += _pending(game, state)
    return total + game.exclusive.worth(game, state, seat, faced)


def _strength(game: Game, state: State, seat: str) -> tuple[float, float]:
    """The worth of the units on the map with their losses, and as printed."""
    total, printed = 0.0, 0.0
    units, standings = game.board.units, state.units
    for unit in game.units_of[seat]:
        standing = standings.get(unit)
        if standing is None:
            continue
        worth = float(units[unit].value)
        printed += worth
        if standing.reduced:
            worth *= REDUCED
        if standing.disrupted:
            worth *= DISRUPTED
        total += worth
    return total, printed


def _still_to_come(game: Game, state: State, seat: str) -> int:
    """How many units and leaders of the seat have not come yet, whether they are due or not."""
    gone = {*state.eliminated, *state.killed}
    return sum(
        1
        for piece in (*game.units_of[seat], *game.leaders_of[seat])
        if piece not in state.units and piece not in state.leaders and piece not in gone
    )


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


def _places(game: Game, state: State, seat: str, faced: Front) -> float:
    """The stations of the own units; of one on the move that of the best hex that it can reach."""
    marching = state.marching
    moving = marching.piece if marching is not None else ""
    total = 0.0
    standings = [(unit, now) for unit in game.units_of[seat] if (now := state.units.get(unit)) is not None]
    friendly = {now.hex for _, now in standings}
    for unit, standing in standings:
        if unit == moving or (standing.partner and standing.partner == moving):
            continue
        total += station(game, state, faced, unit, standing.hex, friendly)
        if standing.partner:
            total += _drill(faced, standing.hex)
    if moving in game.board.units and game.seat_of[moving] == seat:
        total += _best_place(game, state, faced, moving, friendly)
    elif moving in game.board.leaders and game.seat_of[moving] == seat:
        total += _best_company(game, state, moving, friendly)
    return total


def _drill(faced: Front, here: str) -> float:
    """What it is worth to each of two units that they are in formation: much near the enemy, trouble elsewhere."""
    return FORMATION / 2 if faced.near.get(here, 9) <= 4 else -0.5


def _best_place(game: Game, state: State, faced: Front, unit: str, friendly: AbstractSet[str]) -> float:
    """The station of the best hex where the moving unit can end its move, less the way there."""
    marching = state.marching
    assert marching is not None
    best = -WON
    standing = state.units.get(unit)
    paired = standing is not None and bool(standing.partner)
    bonus = 0.0
    if standing is None:
        bonus = game.board.units[unit].value - HELD_BACK
    others = friendly - {standing.hex} if standing is not None else friendly
    for name, way in _reached(game, state, faced, unit, marching.left, marching.steps > 0):
        value = station(game, state, faced, unit, name, others) - STEP * way
        if paired:
            value = 2 * (value + _drill(faced, name))
        best = max(best, value)
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
    seat = game.seat_of[unit]
    own = members(state, unit)
    start = standing.hex
    if may_stay and all(each in own for each in state.at[start]):
        yield start, 0
    if may_stay and in_enemy_zone(game, state, start, seat):
        return
    best = {start: left}
    frontier = [start]
    while frontier:
        beyond: list[str] = []
        for name in frontier:
            for after, points in open_steps(game, state, unit, name, best[name]):
                rest = best[name] - points
                if best.get(after, -1) >= rest:
                    continue
                is_new = after not in best
                best[after] = rest
                if is_new and after not in state.at:
                    yield after, left - rest
                if rest > 0 and (faced.near.get(after, 1) > 1 or not in_enemy_zone(game, state, after, seat)):
                    beyond.append(after)
        frontier = beyond


# Leaders


def _company(game: Game, state: State, leader: str, here: str = "") -> float:
    """What it is worth that a leader stands where he does: with his people, near those who need him, out of harm."""
    now = state.leaders.get(leader)
    if now is not None and state.marching is not None and state.marching.piece == leader and not here:
        return 0.0  # his best place counts
    value = 0.0
    if not here:
        assert now is not None
        here = now.hex
        value -= ALONE if is_alone(game, state, leader) else 0.0
    elif not any(leads(game, state, leader, unit) for unit in state.at.get(here, ())):
        value -= ALONE
    seat = game.seat_of[leader]
    own = rating(game, state, leader)[0] if now is not None else game.board.leaders[leader].rating
    for unit in state.at.get(here, ()):
        if game.seat_of[unit] == seat:
            value += 0.05 * game.board.units[unit].value + (1.5 if state.units[unit].disrupted else 0.0)
    for name in game.board.grid.neighbours[here]:
        for unit in state.at.get(name, ()):
            if game.seat_of[unit] != seat:
                value -= 0.3
            elif leads(game, state, leader, unit):
                value += 1.2 if state.units[unit].disrupted else 0.15
        for foe in state.leaders_at.get(name, ()):
            if game.seat_of[foe] != seat:
                value += 0.8 * (own - rating(game, state, foe)[0])
    return value


def _best_company(game: Game, state: State, leader: str, friendly: AbstractSet[str]) -> float:
    """The best hex with friends that the moving leader can reach, less the way there."""
    marching = state.marching
    assert marching is not None
    here = state.leaders[leader].hex if leader in state.leaders else ""
    best = -WON
    if marching.steps and here:
        best = _company(game, state, leader, here)
    if not here:
        for name in open_ways(game, state, leader, marching.left):
            best = max(best, _company(game, state, leader, name))
        return best - TROUBLE + LEADER - HELD_BACK
    points = {here: marching.left}
    frontier = [here]
    while frontier:
        beyond: list[str] = []
        for name in frontier:
            for after, cost in open_steps(game, state, leader, name, points[name], marching.carrying):
                rest = points[name] - cost
                if points.get(after, -1) >= rest:
                    continue
                points[after] = rest
                if after in friendly:
                    way = STEP * (marching.left - rest)
                    best = max(best, _company(game, state, leader, after) - way)
                beyond.append(after)
        frontier = beyond
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
