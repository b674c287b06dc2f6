"""Pieces coming, changing and leaving: set-up (3.0), reduction and elimination (7.33, 9.13), engines and markers."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.middle_earth import events
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.state import (
    EngineState,
    LeaderState,
    MarkerState,
    State,
    UnitState,
    changed,
    with_leader,
    with_unit,
)
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Event


def enemy_units_in(game: Game, state: State, name: str, seat: str) -> bool:
    """Whether the hex holds combat units of the other seat."""
    here = state.at.get(name)
    return here is not None and game.seat_of[here[0]] != seat


def enemy_leaders_in(game: Game, state: State, name: str, seat: str) -> bool:
    """Whether the hex holds leaders of the other seat."""
    here = state.leaders_at.get(name)
    return here is not None and any(game.seat_of[each] != seat for each in here)


def leaders_with(game: Game, state: State, unit: str) -> tuple[str, ...]:
    """The leaders of the unit's side in its hex."""
    here = state.leaders_at.get(state.units[unit].hex, ())
    return tuple(each for each in here if game.seat_of[each] == game.seat_of[unit])


def eliminate(unfolding: Unfolding, unit: str, rule: str) -> None:
    """A unit is lost; its value goes to its army's total (9.12, 9.13)."""
    state = unfolding.state
    partner = state.units[unit].partner
    if partner:
        unfolding.happen(
            events.FormationEnded((unit, partner) if unit < partner else (partner, unit), "8.46")
        )
    card = unfolding.game.board.units[unit]
    unfolding.happen(events.UnitEliminated(unit, card.army, card.value, rule))
    unfolding.losses = True


# What the events do


def _unit_placed(game: Game, state: State, event: events.UnitPlaced) -> State:
    now = UnitState(event.hex, event.reduced, event.disrupted)
    before = state.units.get(event.unit)
    if before is not None and before.partner:
        state = _formation_ended(game, state, events.FormationEnded((event.unit, before.partner), ""))
    lost = tuple(each for each in state.eliminated if each != event.unit)
    state = _at_hand(state, event.unit)
    return with_unit(state, game.seat_of[event.unit], event.unit, now, eliminated=lost)


def _leader_placed(_: Game, state: State, event: events.LeaderPlaced) -> State:
    killed = tuple(each for each in state.killed if each != event.leader)
    state = _at_hand(state, event.leader)
    now = LeaderState(event.hex, event.wounded, event.points)
    return with_leader(state, event.leader, now, killed=killed)


def _at_hand(state: State, piece: str) -> State:
    """The state in which a piece that is placed waits nowhere any more."""
    if state.in_hand == piece:
        state = changed(state, in_hand="")
    return changed(state, reserves=state.reserves.delete(piece)) if piece in state.reserves else state


def _marker_placed(_: Game, state: State, event: events.MarkerPlaced) -> State:
    asked = tuple(each for each in state.questions if each.subject != event.marker)
    placed = MarkerState(event.hex, event.bearer)
    state = _at_hand(state, event.marker)
    return changed(state, markers=state.markers.set(event.marker, placed), questions=asked)


def _engine_placed(_: Game, state: State, event: events.EnginePlaced) -> State:
    engine = EngineState(event.kind, event.hex, event.seat, event.hexside)
    asked = tuple(each for each in state.questions if each.subject != event.engine)
    state = _at_hand(state, event.engine)
    return changed(state, engines=state.engines.set(event.engine, engine), questions=asked)


def _hexside_opened(_: Game, state: State, event: events.HexsideOpened) -> State:
    openings = state.openings.set(event.hexside, event.terrain)
    return changed(state, openings=openings, ajar=state.ajar.union(event.hexside.split("|")))


def _siege_conducted(_: Game, state: State, event: events.SiegeConducted) -> State:
    return changed(state, besieging=state.besieging | {event.unit})


def _piece_removed(game: Game, state: State, event: events.PieceRemoved) -> State:
    piece = event.piece
    if piece in state.units:
        partner = state.units[piece].partner
        if partner:
            state = _formation_ended(game, state, events.FormationEnded((piece, partner), ""))
        return with_unit(state, game.seat_of[piece], piece, None)
    if piece in state.leaders:
        return with_leader(state, piece, None, relocations=tuple(e for e in state.relocations if e != piece))
    if piece in state.markers:
        asked = tuple(each for each in state.questions if each.subject != piece)
        return changed(state, markers=state.markers.delete(piece), questions=asked)
    if piece in state.engines:
        return changed(state, engines=state.engines.delete(piece))
    return state


def _unit_reduced(game: Game, state: State, event: events.UnitReduced) -> State:
    unit = state.units[event.unit]
    return with_unit(state, game.seat_of[event.unit], event.unit, changed_unit(unit, reduced=True))


def _unit_eliminated(game: Game, state: State, event: events.UnitEliminated) -> State:
    return with_unit(
        state,
        game.seat_of[event.unit],
        event.unit,
        None,
        eliminated=(*state.eliminated, event.unit),
        totals=state.totals.set(event.army, state.totals.get(event.army, 0) + event.value),  # 9.13
        loss=None if state.loss is not None and event.unit in state.loss.units else state.loss,
    )


def _formation_ended(game: Game, state: State, event: events.FormationEnded) -> State:
    for name in event.units:
        unit = state.units.get(name)
        if unit is not None:
            state = with_unit(state, game.seat_of[name], name, changed_unit(unit, partner="", formation=""))
    return state


def _formation_taken(game: Game, state: State, event: events.FormationTaken) -> State:
    first, second = event.units
    for name, partner in ((first, second), (second, first)):
        unit = changed_unit(state.units[name], hex=event.hex, partner=partner, formation=event.formation)
        state = with_unit(state, game.seat_of[name], name, unit)
    return changed(state, moved=state.moved | {first, second})  # 8.45


def changed_unit(unit: UnitState, **fields: Any) -> UnitState:
    """The unit with these fields replaced."""
    return msgspec.structs.replace(unit, **fields)


EVOLVE: dict[type[Event], Evolve] = {
    events.UnitPlaced: _unit_placed,
    events.LeaderPlaced: _leader_placed,
    events.MarkerPlaced: _marker_placed,
    events.EnginePlaced: _engine_placed,
    events.HexsideOpened: _hexside_opened,
    events.SiegeConducted: _siege_conducted,
    events.PieceRemoved: _piece_removed,
    events.UnitReduced: _unit_reduced,
    events.UnitEliminated: _unit_eliminated,
    events.FormationEnded: _formation_ended,
    events.FormationTaken: _formation_taken,
}
