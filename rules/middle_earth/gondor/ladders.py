"""Ladders (GONDOR-22): raised in Sauron's movement phase, climbed from the next turn on, used up by the attack."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth.events import PieceRemoved
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.gondor.actions import RaiseLadder, ThrowDown
from rules.middle_earth.gondor.city import TOWER, WALL, behind, feature
from rules.middle_earth.gondor.engines import LADDER, may_climb
from rules.middle_earth.gondor.events import LadderRaised, LadderShaken
from rules.middle_earth.melee import must_attack
from rules.middle_earth.movement import crowded, one_must_move_on
from rules.middle_earth.state import EngineState, State, changed, lead_of
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event


def ladders(game: Game) -> tuple[str, ...]:
    """The ladder markers by their numbers."""
    return game.markers_of(LADDER)


def wall_sides(game: Game, name: str) -> tuple[str, ...]:
    """The wall and tower hexsides, as built, under which the hex lies."""
    kept: dict[str, tuple[str, ...]] | None = game.kept.get("wall-sides")
    if kept is None:
        under: dict[str, list[str]] = {}
        for side, edge in sorted(game.board.edges.items()):
            if edge.id in (WALL, TOWER):
                under.setdefault(behind(game, side)[0], []).append(side)
        kept = game.kept["wall-sides"] = {lower: tuple(sides) for lower, sides in under.items()}
    return kept.get(name, ())


def refuse_raising(game: Game, state: State, unit: str, hexside: str) -> Refusal | None:
    """Why the unit may raise no ladder against the hexside now, or None."""
    title = game.title(unit)
    if unit not in state.units or game.seat_of[unit] != state.seat or game.role(unit) != "sauron":
        return "GONDOR-22", f"{title} is no unit of Sauron’s that could raise a ladder now"
    if not may_climb(game, unit) or game.board.units[unit].missile_only:
        return "GONDOR-22", f"{title} may not use ladders"
    now = state.units[unit]
    if hexside not in wall_sides(game, now.hex) or hexside in state.openings:
        return "GONDOR-22", f"{hexside} is no unbreached wall over {now.hex}, where {title} stands"
    if now.disrupted:
        return "7.57", f"{title} is disrupted"
    if unit in state.besieging:
        return "3.0", f"{title} was used in this turn’s siege phase"
    if unit in state.siege.entered:
        return "GONDOR-22", f"{title} entered a hex of the city in this phase"
    if held := crowded(game, state):
        return "4.28", one_must_move_on(held)
    if any(each.kind == LADDER and each.hex == now.hex for each in state.engines.values()):
        return "GONDOR-22", f"a ladder stands in {now.hex} already"
    if state.siege.ladders >= len(ladders(game)):
        return "GONDOR-22", "all ladders have been used"
    return None


def raising_options(game: Game, state: State) -> tuple[Action, ...]:
    """Every ladder that may be raised now."""
    if state.phase != "C" or state.siege.ladders >= len(ladders(game)):
        return ()
    return tuple(
        RaiseLadder(unit, side)
        for unit in game.units_of[state.seat]
        if unit in state.units
        for side in wall_sides(game, state.units[unit].hex)
        if refuse_raising(game, state, unit, side) is None
    )


def raise_ladder(unfolding: Unfolding, seat: str, action: RaiseLadder) -> None:
    """The ladder stands; the unit moves no more in this phase."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_raising(game, state, action.unit, action.hexside)
    if refused is not None:
        raise IllegalAction(*refused)
    ladder = ladders(game)[state.siege.ladders]
    unfolding.happen(LadderRaised(action.unit, ladder, state.units[action.unit].hex, action.hexside))


# Throwing down


def refuse_throwing(game: Game, state: State, unit: str, ladder: str) -> Refusal | None:
    """Why the unit may not try to throw the ladder down, or None."""
    title = game.title(unit)
    if unit not in state.units or game.seat_of[unit] != state.seat or game.role(unit) != "west":
        return "GONDOR-22", f"{title} is no unit of West’s that could throw a ladder down now"
    if ladder not in state.siege.raised:
        return "GONDOR-22", f"{game.title(ladder)} stands against no wall"
    if state.units[unit].hex != behind(game, state.engines[ladder].hexside)[1]:
        return "GONDOR-22", f"{title} is not behind the wall against which {game.title(ladder)} stands"
    if state.units[unit].disrupted:
        return "7.57", f"{title} is disrupted"
    if unit in state.assigned or unit in state.advanced or lead_of(state, unit) != unit:
        return "GONDOR-22", f"{title} attacks or has acted in this phase already"
    if must_attack(game, state, unit):
        return "7.31", f"{title} is in an enemy zone of control and must attack a unit"
    return None


def throwing_options(game: Game, state: State) -> Iterator[Action]:
    """The ladders that may be thrown down, each with a unit that may do it."""
    for ladder in sorted(state.siege.raised):
        for unit in state.at.get(behind(game, state.engines[ladder].hexside)[1], ()):
            if refuse_throwing(game, state, unit, ladder) is None:
                yield ThrowDown(unit, ladder)


def throw_down(unfolding: Unfolding, seat: str, action: ThrowDown) -> None:
    """A roll instead of an attack."""
    game = unfolding.game
    refused = refuse_throwing(game, unfolding.state, action.unit, action.ladder)
    if refused is not None:
        raise IllegalAction(*refused)
    assert game.board.siege is not None
    least = game.board.siege.ladder_thrown_down
    die = unfolding.chance.roll(f"ladder:{action.ladder}", seat)[0]
    unfolding.happen(LadderShaken(action.unit, action.ladder, die, least, die >= least))
    if die >= least:
        unfolding.happen(PieceRemoved(action.ladder, "GONDOR-22"))


# Ladders go


def tidy(unfolding: Unfolding) -> bool:
    """Takes away ladders whose hex has been left, and forgets those that are gone; whether there were any."""
    state = unfolding.state
    for ladder in sorted(state.siege.raised) if state.siege.raised else ():
        engine = state.engines.get(ladder)
        here = state.at.get(engine.hex, ()) if engine is not None else ()
        if engine is not None and not any(unfolding.game.seat_of[unit] == engine.seat for unit in here):
            unfolding.happen(PieceRemoved(ladder, "GONDOR-22"))
            return True
    return False


def on_melee_ending(unfolding: Unfolding) -> None:
    """The ladders over which attacks were made are used up."""
    state = unfolding.state
    melee = state.melee
    if melee is None or not state.siege.raised:
        return
    attacked = {
        state.units[unit].hex
        for unit in melee.assigned
        if unit in state.units and unit not in melee.attackers and unit not in state.advanced
    }
    for ladder in sorted(state.siege.raised):
        engine = state.engines[ladder]
        over = behind(unfolding.game, engine.hexside)[1]
        stands = feature(unfolding.game, state, engine.hexside) in (WALL, TOWER)
        if engine.hex in attacked and over == melee.hex and stands:
            unfolding.happen(PieceRemoved(ladder, "GONDOR-22"))


# What the events do


def _raised(_: Game, state: State, event: LadderRaised) -> State:
    engine = EngineState(LADDER, event.hex, state.seat, event.hexside)
    siege = msgspec.structs.replace(
        state.siege, raised=state.siege.raised.set(event.ladder, state.turn), ladders=state.siege.ladders + 1
    )
    return changed(
        state,
        engines=state.engines.set(event.ladder, engine),
        moved=state.moved | {event.unit},
        siege=siege,
    )


def _shaken(_: Game, state: State, event: LadderShaken) -> State:
    return changed(state, assigned=state.assigned | {event.unit})


EVOLVE: dict[type[Event], Evolve] = {LadderRaised: _raised, LadderShaken: _shaken}
