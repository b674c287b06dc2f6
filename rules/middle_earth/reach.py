"""Where a piece on the move could get to, for bots; looked up once for all positions with the same enemies.

Friends are passed through, and whether one stands in a hex at the end is for the asker to see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.middle_earth.board import Step
from rules.middle_earth.game import Game, no_steps
from rules.middle_earth.outlook import Front
from rules.middle_earth.paths import open_steps, shuns_zones
from rules.middle_earth.state import State
from rules.middle_earth.terrain import steps
from rules.middle_earth.zones import in_enemy_zone

Ways = tuple[tuple[str, int], ...]
"""Hexes, each with the movement points spent until there."""


def ways_of_unit(game: Game, state: State, faced: Front, unit: str, left: int) -> Ways:
    """The hexes that the unit can reach from where it stands with so many points, its own left out."""
    card, standing = game.board.units[unit], state.units[unit]
    shuns = shuns_zones(game, state, unit) is not None
    sort = (card.role, card.arm, card.traits, bool(standing.partner), shuns)
    key = (sort, standing.hex, left, game.exclusive.passages(game, state))
    found = faced.ways.get(key)
    if found is None:
        found = faced.ways[key] = tuple(_unit_reaches(game, state, faced, unit, left))
    return found


def _unit_reaches(game: Game, state: State, faced: Front, unit: str, left: int) -> Iterator[tuple[str, int]]:
    seat, start = game.seat_of[unit], state.units[unit].hex
    card, near = game.board.units[unit], faced.near
    is_bound = bool(state.units[unit].partner or card.traits or shuns_zones(game, state, unit) is not None)
    own_steps = game.exclusive.extra_steps
    is_free = not is_bound and (own_steps is no_steps or not state.engines)
    best = {start: left}
    frontier = [start]
    while frontier:
        beyond: list[str] = []
        for name in frontier:
            points_left = best[name]
            entries: Iterable[Step]
            if is_free or (not is_bound and not own_steps(game, state, unit, name)):
                entries = steps(game, state, card.role, card.arm, name)
            else:
                entries = open_steps(game, state, unit, name, points_left)
            for after, points in entries:
                rest = points_left - points
                before = best.get(after, -1)
                if before >= rest or near.get(after, 1) == 0:  # 4.26, 4.27
                    continue
                best[after] = rest
                if before < 0:
                    yield after, left - rest
                if rest > 0 and (near.get(after, 1) > 1 or not in_enemy_zone(game, state, after, seat)):
                    beyond.append(after)
        frontier = beyond


def ways_of_leader(game: Game, state: State, faced: Front, leader: str, left: int, carrying: str) -> Ways:
    """The hexes that the leader can reach from where he stands with so many points, his own left out."""
    seat = game.seat_of[leader]
    foes = frozenset(
        state.leaders[foe].hex for foe in game.leaders_of[game.enemy[seat]] if foe in state.leaders
    )
    here = state.leaders[leader].hex
    key = (game.role(leader), here, left, carrying, foes, game.exclusive.passages(game, state))
    found = faced.ways.get(key)
    if found is None:
        found = faced.ways[key] = _leader_reaches(game, state, leader, here, left, carrying)
    return found


def _leader_reaches(game: Game, state: State, leader: str, here: str, left: int, carrying: str) -> Ways:
    points = {here: left}
    frontier = [here]
    while frontier:
        beyond: list[str] = []
        for name in frontier:
            for after, cost in open_steps(game, state, leader, name, points[name], carrying):
                rest = points[name] - cost
                if points.get(after, -1) < rest:
                    points[after] = rest
                    beyond.append(after)
        frontier = beyond
    del points[here]
    return tuple((name, left - rest) for name, rest in points.items())
