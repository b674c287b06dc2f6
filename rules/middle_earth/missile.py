"""Missile combat (7.1): who may fire at whom, once a turn, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from rules.errors import IllegalAction
from rules.middle_earth import actions
from rules.middle_earth.casualties import MISSILE, resolve
from rules.middle_earth.game import Game, Refusal
from rules.middle_earth.paths import face
from rules.middle_earth.state import State, lead_of
from rules.middle_earth.terrain import fire_blocked
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import distance
from rules.ruleset import Action


def refuse_firing(game: Game, state: State, unit: str, seat: str) -> Refusal | None:
    """Why the unit may not fire at anybody now, or None."""
    if game.seat_of.get(unit) != seat:
        return "7.11", f"{game.title(unit)} is no unit of yours"
    if unit not in state.units:
        return "7.11", f"{game.title(unit)} is no combat unit on the map"
    if not face(game, state, unit).missile:
        return "7.11", f"{game.title(unit)} has no missiles"
    if unit in state.besieging:
        return "7.11", f"{game.title(unit)} was used in this turn's siege phase and may not fire as well"
    if unit in state.fired:
        return "7.14", f"{game.title(unit)} has already fired this turn"
    if state.units[unit].disrupted:
        return "7.57", f"{game.title(unit)} is disrupted and may not attack"
    if state.units[unit].partner:
        return "8.44", f"{game.title(unit)} is in a formation and does not fire"
    return None


def refuse_fire(game: Game, state: State, unit: str, target: str, seat: str) -> Refusal | None:
    """Why the unit may not fire at the target, or None."""
    refused = refuse_firing(game, state, unit, seat)
    if refused is not None:
        return refused
    return refuse_target(game, state, target, seat) or refuse_line(
        game,
        state,
        unit,
        state.units[unit].hex,
        target,
        state.units[target].hex,
        game.board.units[unit].missile_range,
    )


def refuse_target(game: Game, state: State, target: str, seat: str) -> Refusal | None:
    """Why nothing of the seat's may fire at the target, or None."""
    if target not in state.units or game.seat_of[target] == seat:
        return "7.11", f"{game.title(target)} is no enemy unit on the map"
    if lead_of(state, target) != target:
        return "8.44", f"{game.title(target)} is in a formation: name {game.title(lead_of(state, target))}"
    return game.exclusive.forbids_harm(game, state, target)


def refuse_line(
    game: Game, state: State, firer: str, here: str, target: str, there: str, reach: int
) -> Refusal | None:
    """Why a shot from one hex does not come to another, or None: out of reach (7.12), or blocked (7.13)."""
    away = distance(here, there)
    if away > reach or away == 0:
        return "7.12", f"{game.title(target)} is {away} hexes away and {game.title(firer)} reaches {reach}"
    blocked = fire_blocked(game, state, here, there)
    if blocked:
        return "7.13", f"{game.title(firer)} cannot fire from {here} to {there}: {blocked}"
    return None


def options(game: Game, state: State, seat: str) -> Iterator[Action]:
    """All fire that is allowed now (7.11)."""
    at, seat_of = state.at, game.seat_of
    for unit in game.units_of[seat]:
        card = game.board.units[unit]
        if not card.missile_range or unit not in state.units:
            continue
        if refuse_firing(game, state, unit, seat) is not None:
            continue
        here = state.units[unit].hex
        for name in within_reach(game, here, card.missile_range):
            there = at.get(name)
            if there is not None and seat_of[there[0]] != seat and not fire_blocked(game, state, here, name):
                for each in there:
                    if lead_of(state, each) == each and not game.exclusive.forbids_harm(game, state, each):
                        yield actions.Fire(unit, each)


def within_reach(game: Game, here: str, reach: int) -> tuple[str, ...]:
    """The hexes of the board at most so far away, the hex itself left out, sorted (7.12)."""
    key = ("within", here, reach)
    kept: tuple[str, ...] | None = game.kept.get(key)
    if kept is None:
        kept = game.kept[key] = tuple(name for name in game.board.grid.within(here, reach) if name != here)
    return kept


def fire(unfolding: Unfolding, seat: str, action: actions.Fire) -> None:
    """One unit fires (7.17)."""
    refused = refuse_fire(unfolding.game, unfolding.state, action.unit, action.target, seat)
    if refused is not None:
        raise IllegalAction(*refused)
    resolve(unfolding, MISSILE, action.unit, action.target)
