"""Walls (GONDOR-17, GONDOR-18, GONDOR-24, GONDOR-29): catapults against them, heads over them, men on them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth.events import (
    HexsideOpened,
    MarkerPlaced,
    Modifier,
    SiegeConducted,
    TotalChanged,
    UnitDisrupted,
)
from rules.middle_earth.game import Evolve, Game, Refusal, unchanged
from rules.middle_earth.gondor.actions import Bombard, ThrowHead
from rules.middle_earth.gondor.city import BREACH, GARRISON, GATE, TOWER, WALL, behind, feature, level_of
from rules.middle_earth.gondor.engines import crew_of, refuse_engine
from rules.middle_earth.gondor.events import BreachAttempted, HeadThrown, WallShook
from rules.middle_earth.paths import hex_of
from rules.middle_earth.state import State, changed
from rules.middle_earth.terrain import edge, fire_blocked
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import crossed, distance
from rules.ruleset import Action, Event

BREACHABLE = (WALL, TOWER, GATE)
CATAPULT = "catapult"
ON = "on"


def _refuse_catapult(game: Game, state: State, engine: str) -> Refusal | None:
    """Why the catapult can do nothing in the siege phase, or None (GONDOR-16)."""
    card = game.board.engines.get(engine)
    if card is None or card.kind != CATAPULT or card.side != state.seat:
        return "GONDOR-16", f"{game.title(engine)} is no siege catapult of yours"
    return refuse_engine(game, state, engine)


def refuse_bombardment(game: Game, state: State, engine: str, hexside: str) -> Refusal | None:
    """Why the catapult may not try to breach the hexside, or None (GONDOR-17)."""
    refused = _refuse_catapult(game, state, engine)
    if refused is not None:
        return refused
    kind = feature(game, state, hexside)
    if kind not in BREACHABLE:
        return (
            "GONDOR-17",
            f"{hexside} is no wall, tower or level gate that stands; the Great Gate falls to Grond",
        )
    _, upper = behind(game, hexside)
    here = hex_of(state, engine)
    away = distance(here, upper)
    needed = game.board.breach.get((away, kind), 0)
    if not needed:
        return "GONDOR-17", f"{game.title(engine)} in {here} cannot breach {hexside} at {away} hexes"
    if hexside not in crossed(here, upper)[-1]:
        return "GONDOR-17", f"{hexside} is not the hexside that a shot from {here} to {upper} strikes"
    blocked = fire_blocked(game, state, here, upper, but=hexside)
    if blocked:
        return "7.13", f"{game.title(engine)} has no line of fire from {here} to {upper}: {blocked}"
    return None


def bombardments(game: Game, state: State, engine: str) -> Iterator[Action]:
    """The hexsides that the catapult may try to breach."""
    if _refuse_catapult(game, state, engine) is not None:
        return
    here = hex_of(state, engine)
    farthest = max((away for away, _ in game.board.breach), default=0)
    for name in game.board.grid.within(here, farthest):
        if level_of(game, name) and name != here:
            for side in crossed(here, name)[-1]:
                if behind(game, side)[1] == name and refuse_bombardment(game, state, engine, side) is None:
                    yield Bombard(engine, side)


def bombard(unfolding: Unfolding, seat: str, action: Bombard) -> None:
    """One shot at a hexside; a breach may shake the unit behind it (GONDOR-17, GONDOR-18)."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_bombardment(game, state, action.engine, action.hexside)
    if refused is not None:
        raise IllegalAction(*refused)
    kind = feature(game, state, action.hexside)
    _, upper = behind(game, action.hexside)
    away = distance(hex_of(state, action.engine), upper)
    needed = game.board.breach[away, kind]
    conduct(unfolding, action.engine)
    dice = unfolding.chance.roll(f"breach:{action.engine}>{action.hexside}", seat, 2)
    breached = sum(dice) <= needed
    unfolding.happen(BreachAttempted(action.engine, action.hexside, kind, away, needed, dice, breached))
    if breached:
        unfolding.happen(HexsideOpened(action.hexside, BREACH))
        _shake(unfolding, upper)


def _shake(unfolding: Unfolding, name: str) -> None:
    game = unfolding.game
    assert game.board.siege is not None
    for unit in unfolding.state.at.get(name, ()):
        if game.role(unit) != "west" or unfolding.state.units[unit].disrupted:
            continue
        die = unfolding.chance.roll(f"breached:{unit}", game.seat_of[unit])[0]
        most = game.board.siege.breach_disrupts
        unfolding.happen(WallShook(unit, die, most, die <= most))
        if die <= most:
            unfolding.happen(UnitDisrupted(unit, "GONDOR-18"))


def conduct(unfolding: Unfolding, engine: str) -> None:
    """The engine and its crew are used in the siege phase (GONDOR-16)."""
    crew = crew_of(unfolding.game, unfolding.state, engine)
    unfolding.happen(SiegeConducted(engine))
    unfolding.happen(SiegeConducted(crew))


# GONDOR-24: heads


def heads(game: Game) -> tuple[str, ...]:
    """The head counters, in order."""
    return game.markers_of("head")


def head_in(game: Game, state: State, name: str) -> bool:
    """Whether a head lies in the hex."""
    return any(state.markers[head].hex == name for head in heads(game)[: state.siege.thrown])


def refuse_head(game: Game, state: State, engine: str, name: str) -> Refusal | None:
    """Why the catapult may not throw a head into the hex, or None."""
    refused = _refuse_catapult(game, state, engine)
    if refused is not None:
        return refused
    if not level_of(game, name):
        return "GONDOR-24", f"{name} is no hex of the city"
    assert game.board.siege is not None
    reach = game.board.siege.head_reach
    away = distance(hex_of(state, engine), name)
    if away > reach:
        return "GONDOR-24", f"{name} is {away} hexes away and heads fly {reach}"
    if state.siege.thrown >= len(heads(game)):
        return "GONDOR-24", "all heads have been thrown"
    if head_in(game, state, name):
        return "GONDOR-24", f"a head lies in {name} already"
    return None


def head_throws(game: Game, state: State, engine: str) -> Iterator[Action]:
    """The hexes into which the catapult may throw a head."""
    if state.siege.thrown >= len(heads(game)) or _refuse_catapult(game, state, engine) is not None:
        return
    assert game.board.siege is not None
    for name in game.board.grid.within(hex_of(state, engine), game.board.siege.head_reach):
        if refuse_head(game, state, engine, name) is None:
            yield ThrowHead(engine, name)


def throw_head(unfolding: Unfolding, seat: str, action: ThrowHead) -> None:
    """A head falls into the city, without a roll."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_head(game, state, action.engine, action.hex)
    if refused is not None:
        raise IllegalAction(*refused)
    assert game.board.siege is not None
    head = heads(game)[state.siege.thrown]
    conduct(unfolding, action.engine)
    unfolding.happen(HeadThrown(action.engine, head, action.hex))
    unfolding.happen(MarkerPlaced(head, action.hex))
    unfolding.happen(TotalChanged(GARRISON, game.board.siege.head_points, "GONDOR-39"))


def head_modifiers(game: Game, state: State, unit: str) -> tuple[Modifier, ...]:
    """A West unit where a head lies has morale one class worse (GONDOR-24)."""
    if game.role(unit) == "west" and state.siege.thrown and head_in(game, state, state.units[unit].hex):
        return (Modifier(-1, "a head in the hex", "GONDOR-24"),)
    return ()


# GONDOR-29: men on the wall


def ignores_retreat(game: Game, state: State, attacker: str, defender: str) -> Refusal | None:
    """A West unit struck over its own unbreached wall, tower or gate stands where it is to retreat without a loss."""
    if game.options.get("wall-stand", ON) != ON or game.role(defender) != "west":
        return None
    place, origin = state.units[defender].hex, hex_of(state, attacker)
    if not level_of(game, place) or not origin:
        return None
    for side in crossed(origin, place)[-1]:
        first, second = side.split("|")
        standing = edge(game, state, first, second)
        if place not in (first, second) or standing is None or standing.melee != "assault":
            return None
        if behind(game, side)[1] != place:
            return None
    return "GONDOR-29", f"{game.title(defender)} stands on the wall"


def _thrown(_: Game, state: State, event: HeadThrown) -> State:
    siege = msgspec.structs.replace(state.siege, thrown=state.siege.thrown + 1)
    return changed(state, siege=siege)


EVOLVE: dict[type[Event], Evolve] = {
    BreachAttempted: unchanged,
    WallShook: unchanged,
    HeadThrown: _thrown,
}
