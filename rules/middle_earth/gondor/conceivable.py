"""What a seat could form from the board in the siege, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.middle_earth.game import Game
from rules.middle_earth.gondor import actions
from rules.middle_earth.gondor.city import GATE, GREAT_GATE, TOWER, WALL, hexsides
from rules.middle_earth.gondor.oil import cauldrons
from rules.middle_earth.state import State
from rules.ruleset import Action


def conceivable(game: Game, state: State, seat: str) -> Iterator[Action]:
    """The actions of the siege that name the pieces and hexsides at hand."""
    yield actions.Pour()
    yield actions.Withhold()
    assert game.board.siege is not None
    for some in combinations(cauldrons(game), game.board.siege.oil_cauldrons):
        yield actions.FillCauldrons(some)
    own = [unit for unit in game.units_of[seat] if unit in state.units]
    enemies = [unit for unit in game.units_of[game.enemy[seat]] if unit in state.units]
    engines = [engine for engine in sorted(state.engines) if engine in game.board.engines]
    walls = [side for kind in (WALL, TOWER, GATE, GREAT_GATE) for side in hexsides(game, kind)]
    grid = game.board.grid
    for engine in engines:
        if state.engines[engine].seat != seat:
            continue
        yield actions.Ram(engine)
        here = state.engines[engine].hex
        for side in walls:
            if state.phase == "B":
                yield actions.Bombard(engine, side)
            if here in side:
                yield actions.SetTower(engine, side)
        for name in sorted(game.board.levels):
            if state.phase == "B":
                yield actions.ThrowHead(engine, name)
        for enemy in enemies:
            yield actions.Shoot(engine, enemy)
        for other in engines:
            yield actions.ShootEngine(engine, other)
    for unit in own:
        here = state.units[unit].hex
        yield actions.RallyToBanner(unit)
        for engine in engines:
            yield actions.DestroyEngine(unit, engine)
        for ladder in sorted(state.siege.raised):
            yield actions.ThrowDown(unit, ladder)
        for other in grid.neighbours[here]:
            side = grid.hexsides[here, other]
            if side in game.board.edges:
                yield actions.RaiseLadder(unit, side)
                yield actions.SeizeGate(unit, side)
