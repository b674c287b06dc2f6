"""How good a position is for a seat, in demoralization points: for bots that look one decision ahead.

Counted are victory points, the strength on the map (reduced and disrupted units less), where each unit stands – near
the scenario's hexes, near enemies it can beat, out of the way of those it cannot – and leaders with their units. Of a
piece on the move the best hex that it can enter next counts, so that beginning a good move is worth as much as its
first step.
"""

from __future__ import annotations

from rules.middle_earth.board import ATTACKS
from rules.middle_earth.casualties import MELEE, armour, attack_letter
from rules.middle_earth.game import Game
from rules.middle_earth.leaders import is_alone, rating
from rules.middle_earth.movement import open_ways
from rules.middle_earth.night import is_fanatic
from rules.middle_earth.paths import face
from rules.middle_earth.pieces import changed_unit
from rules.middle_earth.state import LeaderState, State, with_leader, with_unit
from rules.middle_earth.zones import in_enemy_zone
from rules.parts.hexes import blocks, distance

REDUCED, DISRUPTED = 0.6, 0.75
"""What is left of a unit's worth."""
FORMATION = 3.0
LEADER, MAGIC_POINT = 8.0, 0.7
ALONE = 4.0
NEARNESS = 0.35
"""For each hex nearer to a hex of the scenario, or to the enemy."""
THREAT = 0.4
"""How much of a likely loss in the next melee counts now."""
WON = 1000.0


def evaluate(game: Game, state: State, seat: str) -> float:
    """How good the position is for the seat: higher is better, 0 about even."""
    enemy = game.enemy[seat]
    if state.outcome is not None:
        return WON * ((seat in state.outcome.winners) - (enemy in state.outcome.winners))
    points = game.exclusive.scores(game, state)
    total = points.get(seat, 0.0) - points.get(enemy, 0.0)
    for side, sign in ((seat, 1.0), (enemy, -1.0)):
        total += sign * (_strength(game, state, side) + _captains(game, state, side))
    total += sum(_station(game, state, unit) for unit in game.units_of[seat] if unit in state.units)
    total += sum(_company(game, state, leader) for leader in game.leaders_of[seat] if leader in state.leaders)
    marching = state.marching
    if marching is not None and game.seat_of[marching.piece] == seat:
        total += _prospect(game, state, marching.piece, marching.left)
    if state.casting is not None and game.seat_of[state.casting.caster] == seat:
        total += 1.0
    return total


def _strength(game: Game, state: State, seat: str) -> float:
    total = 0.0
    for unit in game.units_of[seat]:
        standing = state.units.get(unit)
        if standing is None:
            continue
        worth = float(game.board.units[unit].value)
        if standing.reduced:
            worth *= REDUCED
        if standing.disrupted:
            worth *= DISRUPTED
        total += worth + (FORMATION if standing.partner else 0.0)
    return total


def _captains(game: Game, state: State, seat: str) -> float:
    total = 0.0
    for leader in game.leaders_of[seat]:
        now = state.leaders.get(leader)
        if now is not None:
            total += (LEADER / 2 if now.wounded else LEADER) + MAGIC_POINT * now.points
    return total


def _goals(game: Game, seat: str) -> tuple[tuple[str, int], ...]:
    key = ("goals", seat)
    kept: tuple[tuple[str, int], ...] | None = game.kept.get(key)
    if kept is None:
        kept = game.kept[key] = tuple(
            (name, prize.points)
            for prize in game.board.scenario.victory.prizes
            if prize.side == seat
            for name in blocks(prize.hexes)
        )
    return kept


def _station(game: Game, state: State, unit: str) -> float:
    """What it is worth that a unit stands where it does."""
    standing = state.units[unit]
    card = game.board.units[unit]
    here, seat = standing.hex, card.side
    goals = _goals(game, seat)
    value = 0.0
    if goals:
        value -= NEARNESS * min(distance(here, name) - points / 4 for name, points in goals)
    foes = [state.units[each].hex for each in game.units_of[game.enemy[seat]] if each in state.units]
    nearest = min((distance(here, foe) for foe in foes), default=0)
    value -= NEARNESS * (max(2, nearest) if card.missile_range else nearest)
    if nearest == 1:
        value += THREAT * _exchange(game, state, unit)
    return value


def _exchange(game: Game, state: State, unit: str) -> float:
    """What the unit may win by attacking its best adjacent enemy, less what it may lose to the attacks of all."""
    card = game.board.units[unit]
    here = state.units[unit].hex
    best, risk = 0.0, 0.0
    for name in game.board.zoc[here]:
        for foe in state.at.get(name, ()):
            if game.seat_of[foe] == card.side:
                continue
            best = max(best, _chance(game, state, unit, foe) * game.board.units[foe].value)
            risk += _chance(game, state, foe, unit) * card.value
    return best - risk


def _chance(game: Game, state: State, attacker: str, defender: str) -> float:
    """About how likely an attack hurts, from 0 to 1."""
    standing = state.units[attacker]
    if standing.disrupted or (not standing.partner and not face(game, state, attacker).attack):
        return 0.0
    if is_fanatic(game, state, attacker):
        return 1.0
    letter = attack_letter(game, state, attacker, state.units[defender].hex, MELEE)
    span = game.board.casualty[letter.value, armour(game, state, defender)[0]]
    if span is None or letter.value not in ATTACKS:
        return 0.0
    return sum(6 - abs(7 - roll) for roll in range(span[0], span[1] + 1)) / 36


def _company(game: Game, state: State, leader: str) -> float:
    """What it is worth that a leader stands where he does: with his people, near those who need him, out of harm."""
    here = state.leaders[leader].hex
    seat = game.seat_of[leader]
    value = -ALONE if is_alone(game, state, leader) else 0.0
    own, _ = rating(game, state, leader)
    for name in game.board.grid.neighbours[here]:
        for unit in state.at.get(name, ()):
            if game.seat_of[unit] == seat:
                value += 0.5 if state.units[unit].disrupted else 0.1
        for foe in state.leaders_at.get(name, ()):
            if game.seat_of[foe] != seat:
                value += 0.8 * (own - rating(game, state, foe)[0])
    return value


def _prospect(game: Game, state: State, piece: str, left: int) -> float:
    """How much better the best hex is that the moving piece can enter next; 0 if it does best to stay."""
    unit = state.units.get(piece)
    has_moved = state.marching is not None and state.marching.steps > 0
    if unit is not None and has_moved and in_enemy_zone(game, state, unit.hex, game.seat_of[piece]):
        return 0.0
    now = _station(game, state, piece) if unit is not None else _company(game, state, piece)
    best = 0.0 if has_moved else -WON
    for name in open_ways(game, state, piece, left):
        if unit is not None:
            moved = with_unit(state, game.seat_of[piece], piece, changed_unit(unit, hex=name, partner=""))
            best = max(best, _station(game, moved, piece) - now)
        else:
            leader = state.leaders[piece]
            gone = with_leader(state, piece, LeaderState(name, leader.wounded, leader.points))
            best = max(best, _company(game, gone, piece) - now)
    return best if best > -WON else 0.0
