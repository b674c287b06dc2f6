"""What a seat could form from the board, legal or not: for questions of the kind "why not?"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.middle_earth import actions
from rules.middle_earth.game import Game
from rules.middle_earth.state import State
from rules.ruleset import Action


def conceivable(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Every action that names the seat's own pieces, the enemy's, and hexes near them."""
    own = [unit for unit in game.units_of[seat] if unit in state.units]
    enemies = [unit for unit in game.units_of[game.enemy[seat]] if unit in state.units]
    own_leaders = [leader for leader in game.leaders_of[seat] if leader in state.leaders]
    enemy_leaders = [leader for leader in game.leaders_of[game.enemy[seat]] if leader in state.leaders]
    yield actions.End()
    yield from _hexes(game, state)
    for piece in (*own, *own_leaders):
        yield actions.March(piece)
    for piece in sorted(state.reserves):
        if game.seat_of[piece] == seat:
            yield actions.March(piece)
            for leader in game.leaders_of[seat]:
                if leader in state.reserves:
                    yield actions.March(piece, leader)
    for engine, now in sorted(state.engines.items()):
        for unit in state.at.get(now.hex, ()):
            if game.seat_of[unit] == seat:
                yield actions.March(unit, engine)
    for piece in (*game.units_of[seat], *game.leaders_of[seat]):
        if piece not in state.units and piece not in state.leaders:
            yield actions.Bring(piece)
    if state.questions:
        yield from (actions.Choose(piece) for piece in game.units_of[seat] if piece not in state.units)
    for unit in own:
        for enemy in enemies:
            yield actions.Attack(unit, enemy)
            yield actions.Fire(unit, enemy)
    for leader in own_leaders:
        for marker in sorted(state.markers):
            yield actions.March(leader, marker)
        for enemy in enemy_leaders:
            yield actions.Duel(leader, enemy)
        for unit in own:
            yield actions.Rally(leader, unit)
            yield actions.Relocate(leader, unit)
        for spell in sorted(game.board.spells):
            least = game.board.spells[spell].minimum
            most = max(least + len(game.board.magic[spell]), state.leaders[leader].points)
            for points in range(least - 1, most + 3):
                yield actions.Cast(leader, spell, points)
    yield from (
        actions.Halt(),
        actions.Resolve(),
        actions.StandFast(),
        actions.Decline(),
        actions.HoldPosition(),
    )
    for hexes in range(1, game.board.numbers.early_retreat_hexes + 2):
        yield actions.RetreatBeforeCombat(hexes)
    for unit in own:
        yield actions.Lose(unit)
        yield actions.BreakUp(unit)
        here = tuple(each for each in state.leaders_at.get(state.units[unit].hex, ()) if each in own_leaders)
        for number in range(len(here) + 1):
            for some in combinations(here, number):
                yield actions.Advance(unit, some)
        for name in game.board.grid.neighbours[state.units[unit].hex]:
            yield actions.Displace(unit, name)
    for leader in own_leaders:
        for first, second in combinations(own, 2):
            yield actions.Form(leader, (first, second))
    yield from game.exclusive.conceivable(game, state, seat)


def _hexes(game: Game, state: State) -> Iterator[Action]:
    """Steps, retreats and targets of spells: all hexes of the board while one is to be named; steps also beside units
    that have moved."""
    past = {
        name
        for unit in state.moved
        if unit in state.units
        for name in game.board.grid.neighbours[state.units[unit].hex]
    }
    for name in game.board.grid.hexes:
        if state.in_hand:
            yield actions.BringTo(name)
        if state.marching is not None or name in past:
            yield actions.Step(name)
        if state.retreats:
            yield actions.Retreat(name)
        if state.casting is not None:
            yield actions.Aim(name)
