"""Corrections made by people at the table: the events of a ruling."""

from __future__ import annotations

from typing import Any

from rules.errors import IllegalAction
from rules.middle_earth import events
from rules.middle_earth.game import Game
from rules.middle_earth.state import State
from rules.ruleset import Event

KINDS = ("place", "move", "remove", "flip", "disrupt", "rally", "track")


def adjust(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    """The events of one correction.

    `{"place": piece, "hex": hex}` · `{"move": piece, "hex": hex}` · `{"remove": piece}` · `{"flip": piece}` ·
    `{"disrupt": unit}` · `{"rally": unit}` · `{"track": army, "value": total}`. Raises IllegalAction for anything else.
    """
    kind = next((word for word in KINDS if word in ruling), "")
    if not kind:
        raise IllegalAction("", f"a correction says one of {', '.join(KINDS)}")
    if kind == "track":
        army, total = str(ruling["track"]), ruling.get("value")
        if army not in game.board.data.army or not isinstance(total, int) or total < 0:
            raise IllegalAction(
                "", f'"track" names an army ({", ".join(sorted(game.board.data.army))}) and a "value" from 0'
            )
        return (events.TotalCorrected(army, total),)
    piece = _piece(game, str(ruling[kind]))
    if kind in ("place", "move"):
        return (_placed(game, state, piece, kind, str(ruling.get("hex", ""))),)
    if not _stands(state, piece):
        raise IllegalAction("", f"{game.title(piece)} is not on the map")
    if kind == "remove":
        return (events.PieceRemoved(piece),)
    if kind == "flip" and piece in state.leaders:
        leader = state.leaders[piece]
        return (events.LeaderPlaced(piece, leader.hex, not leader.wounded, leader.points),)
    if piece not in state.units:
        raise IllegalAction("", f"{game.title(piece)} is no combat unit")
    unit = state.units[piece]
    reduced = not unit.reduced if kind == "flip" else unit.reduced
    disrupted = unit.disrupted if kind == "flip" else kind == "disrupt"
    return (events.UnitPlaced(piece, unit.hex, reduced, disrupted),)


def _piece(game: Game, name: str) -> str:
    piece = game.piece_named(name)
    if not piece:
        raise IllegalAction("", f"there is no piece {name}")
    return piece


def _stands(state: State, piece: str) -> bool:
    """Whether the piece is on the map."""
    return any(piece in where for where in (state.units, state.leaders, state.markers, state.engines))


def _placed(game: Game, state: State, piece: str, kind: str, name: str) -> Event:
    if name not in game.board.grid:
        raise IllegalAction("2.1", f'"{name}" is no hex of the map: name one as in "1712"')
    if kind == "move" and not _stands(state, piece):
        raise IllegalAction("", f"{game.title(piece)} is not on the map: place it")
    seat = game.seat_of[piece]
    if piece in game.board.markers:
        return events.MarkerPlaced(piece, name)
    if piece in game.board.engines:
        return events.EnginePlaced(piece, game.board.engines[piece].kind, name, seat)
    others = (*state.at.get(name, ()), *state.leaders_at.get(name, ()))
    if any(game.seat_of[each] != seat for each in others):
        raise IllegalAction("4.27", f"{name} is held by the enemy")
    if piece in game.board.leaders:
        leader = state.leaders.get(piece)
        if leader is None:
            return events.LeaderPlaced(piece, name, points=game.board.leaders[piece].magic)
        return events.LeaderPlaced(piece, name, leader.wounded, leader.points)
    if any(each != piece for each in state.at.get(name, ())):
        raise IllegalAction("5.0", f"{name} holds a combat unit already")
    unit = state.units.get(piece)
    return (
        events.UnitPlaced(piece, name)
        if unit is None
        else events.UnitPlaced(piece, name, unit.reduced, unit.disrupted)
    )
