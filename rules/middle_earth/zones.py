"""Zones of control (6.0): where they reach, whom they hold.

Only undisrupted combat units exert one (6.14, 6.15); `state.exerting` names the seat of the unit in each such hex.
"""

from __future__ import annotations

from rules.middle_earth.game import Game
from rules.middle_earth.state import State
from rules.middle_earth.terrain import edge


def reach(game: Game, state: State, name: str) -> tuple[str, ...]:
    """The hexes from which, and into which, zones of control reach this hex (6.0, 6.13)."""
    board = game.board
    built = board.zoc[name]
    if name not in state.ajar:
        return built
    found = list(built)
    for after in board.grid.neighbours[name]:
        if after not in built and board.grid.hexsides[name, after] in state.openings:
            feature = edge(game, state, name, after)
            passes = feature is None or feature.zoc  # 6.13: only where breached
            if passes and board.terrain[name].zoc and board.terrain[after].zoc:
                found.append(after)
    return tuple(found)


def in_enemy_zone(game: Game, state: State, name: str, seat: str) -> bool:
    """Whether a unit of the other seat exerts its zone of control on the hex; several add nothing (6.12)."""
    exerting = state.exerting
    for after in game.board.zoc[name] if name not in state.ajar else reach(game, state, name):
        if exerting.get(after, seat) != seat:  # 6.16: one's own never counts
            return True
    return False


def exerters(game: Game, state: State, name: str, seat: str) -> tuple[str, ...]:
    """The hexes of the other seat's units that exert their zones on the hex."""
    exerting = state.exerting
    return tuple(after for after in reach(game, state, name) if exerting.get(after, seat) != seat)
