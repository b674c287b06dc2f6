"""When a movement phase may end: one unit a hex (4.28), and no leader left alone who could be joined (8.1)."""

from __future__ import annotations

from rules.middle_earth.game import Game, Refusal
from rules.middle_earth.leaders import lone_leaders, suitable_units
from rules.middle_earth.movement import crowded, may_march
from rules.middle_earth.paths import allowance, can_reach
from rules.middle_earth.state import State
from rules.parts.hexes import distance


def refuse_end(game: Game, state: State, seat: str) -> Refusal | None:
    """Why the movement phase may not end now, or None."""
    if held := crowded(game, state):
        return "4.28", f"{held} holds more than one combat unit"
    for leader in lone_leaders(game, state, seat):
        if _can_be_joined(game, state, leader):
            return "8.1", f"{game.title(leader)} must stand with a unit that he may lead when combat begins"
    return None


def _can_be_joined(game: Game, state: State, leader: str) -> bool:
    """Whether the owner can still bring the leader and a suitable unit together in this phase (8.1)."""
    suitable = suitable_units(game, state, leader)
    place = state.leaders[leader].hex
    if leader not in state.moved and game.board.leaders[leader].magic == 0:
        goals = {state.units[unit].hex for unit in suitable}
        far = allowance(game, state, leader)
        if any(distance(place, goal) <= far for goal in goals) and can_reach(
            game, state, leader, goals.__contains__
        ):
            return True
    if state.at.get(place):
        return False
    for unit in suitable:
        near = distance(place, state.units[unit].hex) <= allowance(game, state, unit)
        if near and may_march(game, state, unit) and can_reach(game, state, unit, lambda name: name == place):
            return True
    return False
