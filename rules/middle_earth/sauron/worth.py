"""What bots should know of the Sauron game alone: when a spell is worth its points."""

from __future__ import annotations

from collections.abc import Hashable

from rules.middle_earth.game import Game
from rules.middle_earth.outlook import Front
from rules.middle_earth.sauron.beast import ARMOUR, FLIGHT, HORN, beast_of
from rules.middle_earth.sauron.magic_things import PEDESTAL
from rules.middle_earth.sauron.spells import ECLIPSE, SINISTER_VISIONS, WRATH, angry_ringwraith, is_in_force
from rules.middle_earth.state import State
from rules.middle_earth.strikes import chance_of
from rules.parts.hexes import distance

THRONE = 6.0
"""For Sauron's standing where his pedestal is."""
SPENT = 0.5
"""What a magic point is worth (as in `evaluation`)."""


def fixtures(game: Game, state: State) -> Hashable:
    """From where the wrath of the Ringwraith spreads."""
    angry = angry_ringwraith(game, state)
    return angry and state.leaders[angry].hex


def worth(game: Game, state: State, seat: str, faced: Front) -> float:
    """What the spells in force, the spell to be aimed and Sauron's pedestal are worth to the seat."""
    casters = [leader for leader in game.leaders_of[seat] if game.board.leaders[leader].magic]
    if not casters:
        return 0.0
    total = sum(_throne(game, state, leader, faced) for leader in casters if leader in state.leaders)
    if state.in_force and state.phase == "A":
        total += _in_force(game, state, seat, faced)
    if state.casting is not None and state.casting.caster in casters:
        total += _aimed(game, state, seat)
    return total


def _throne(game: Game, state: State, leader: str, faced: Front) -> float:
    here = state.leaders[leader].hex
    pedestals = [now.hex for name, now in state.markers.items() if game.board.markers[name].kind == PEDESTAL]
    if here not in pedestals:
        return 0.0
    away = faced.near.get(here, 20)
    return THRONE - 0.15 * max(away - 6, 0) - (2.0 if away < 3 else 0.0)


def _in_force(game: Game, state: State, seat: str, faced: Front) -> float:
    """What spells bring that work for the rest of this turn; cast in phase E they come too late for the attack."""
    total = 0.0
    beast = beast_of(game)
    near = faced.near.get(state.units[beast].hex, 20) if beast in state.units else 20
    if is_in_force(state, ECLIPSE):
        total += sum(
            1.2 for unit in game.units_of[seat]
            if unit in state.units and not game.board.units[unit].missile_only
            and not state.units[unit].disrupted and faced.near.get(state.units[unit].hex, 20) <= 3
        )  # fmt: skip
    if is_in_force(state, WRATH):
        ringwraith = game.counter("ringwraith")
        if ringwraith in state.leaders:
            here = state.leaders[ringwraith].hex
            total += sum(
                0.5 for unit in game.units_of[game.enemy[seat]]
                if unit in state.units and distance(state.units[unit].hex, here) <= 3
            )  # fmt: skip
    if is_in_force(state, HORN) and near <= 5:
        total += 4.0
    if is_in_force(state, FLIGHT) and 5 < near <= 12:
        total += 3.0
    if is_in_force(state, ARMOUR) and near <= 6:
        total += 9.0
    return total


def _aimed(game: Game, state: State, seat: str) -> float:
    """What the declared visions are likely to bring at their best target."""
    casting = state.casting
    assert casting is not None
    spell = game.board.spells[casting.spell]
    if casting.spell != SINISTER_VISIONS:
        return 0.0
    ranges = game.board.magic[casting.spell]
    works = chance_of(ranges[min(casting.points - spell.minimum, len(ranges) - 1)])
    start = state.leaders[casting.caster].hex
    foes = [
        (state.units[unit].hex, _shaken(game, state, unit))
        for unit in game.units_of[game.enemy[seat]]
        if unit in state.units and not state.units[unit].disrupted
    ]
    best = 0.0
    for target in sorted({name for name, _ in foes if distance(start, name) <= spell.numbers["reach"]}):
        gain = sum(loss for name, loss in foes if distance(target, name) <= spell.numbers["radius"])
        best = max(best, gain)
    return works * (best - SPENT * casting.points)


def _shaken(game: Game, state: State, unit: str) -> float:
    """What disrupting the unit is worth on the average, and that it then neither moves nor attacks."""
    card = game.board.units[unit]
    least = game.board.values[(card.reduced if state.units[unit].reduced else card.full).morale]
    return 0.25 * card.value * (7 - least) / 6
