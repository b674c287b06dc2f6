"""Pieces that come onto the map: which are left, which is next, and what comes with a leader.

Counters of one kind are alike, so the one with the lowest number is always the next. A marker comes with the leader
to whom it belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.middle_earth import events
from rules.middle_earth.board import NUMBERED
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.leaders import may_stand_with
from rules.middle_earth.state import State, changed
from rules.ruleset import Event


def has_come(game: Game, state: State, piece: str) -> bool:
    """Whether the piece is on the map or out of the game."""
    if piece in game.board.units:
        return piece in state.units or piece in state.eliminated
    if piece in game.board.leaders:
        return piece in state.leaders or piece in state.killed
    return piece in state.markers or piece in state.engines


def next_of_each_kind(game: Game, pieces: Iterable[str]) -> tuple[str, ...]:
    """Of units of one kind the one with the lowest number, likewise of engines and of markers that stand by themselves,
    and all leaders; what belongs to a leader is left out."""
    found: dict[str, tuple[int, str]] = {}
    leaders = []
    for piece in pieces:
        if piece in game.board.leaders:
            leaders.append(piece)
        elif not belongs(game, piece):
            kind, _, number = piece.rpartition("-")
            found[kind] = min(found.get(kind, (99, "")), (int(number), piece))
    return (*(found[kind][1] for kind in sorted(found)), *sorted(leaders))


def belongs(game: Game, piece: str) -> bool:
    """Whether the piece is a marker that comes with a leader."""
    marker = game.board.markers.get(piece)
    return marker is not None and marker.kind not in NUMBERED


def can_accompany(game: Game, state: State, leader: str, name: str) -> bool:
    """Whether a unit with which the leader may stand is in the hex (8.1)."""
    return any(
        game.seat_of[unit] == game.seat_of[leader] and may_stand_with(game, state, leader, unit)
        for unit in state.at.get(name, ())
    )


def coming_along(game: Game, leader: str, name: str, pieces: Iterable[str]) -> Iterator[Event]:
    """The markers among the pieces that come with a leader: his weapon; what only a magic leader moves."""
    card = game.board.leaders[leader]
    for piece in pieces:
        marker = game.board.markers.get(piece)
        if marker is None or marker.side != card.side:
            continue
        if marker.bearer == leader:
            yield events.MarkerPlaced(piece, bearer=leader)
        elif not marker.bearer and card.magic:
            yield events.MarkerPlaced(piece, name)


def _brought(_: Game, state: State, event: events.PieceBrought) -> State:
    return changed(state, in_hand=event.piece)


EVOLVE: dict[type[Event], Evolve] = {events.PieceBrought: _brought}
