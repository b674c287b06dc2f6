"""Movement (4.0): one piece at a time, hex by hex, stopped by enemy zones of control (6.0, 6.11).

A move is `March`, then `Step` for each hex, then `Halt`; it ends by itself where the piece can go no further.
Magic leaders move in the magic phases (8.52), all else in its owner's movement phase (4.22).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.errors import IllegalAction
from rules.middle_earth import actions, arrivals, events
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.paths import allowance, bars_hex, can_reach, hex_of, open_steps, step_cost
from rules.middle_earth.pieces import changed_unit
from rules.middle_earth.stacking import can_rest_in
from rules.middle_earth.state import (
    EngineState,
    LeaderState,
    Marching,
    MarkerState,
    State,
    changed,
    lead_of,
    members,
    with_leader,
    with_unit,
)
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone
from rules.parts.hexes import distance
from rules.ruleset import Action, Event

# The single step


def _rests(game: Game, state: State, unit: str, name: str, left: int) -> bool:
    """Whether a unit that entered a hex of friends can end its move there or further on (4.28)."""
    if in_enemy_zone(game, state, name, game.seat_of[unit]):
        return False  # 6.0, 6.11: it must stop here, and the friend cannot leave
    if can_rest_in(game, state, unit, name):
        return True
    return left > 0 and can_reach(
        game, state, unit, lambda after: can_rest_in(game, state, unit, after), start=name, points=left
    )


def refuse_step(game: Game, state: State, marching: Marching, name: str) -> Refusal | None:
    """Why the moving piece may not enter the hex next, or None."""
    piece = marching.piece
    here = hex_of(state, piece)
    title = game.title(piece)
    if name not in game.board.grid:
        return "2.1", f"{name} is not on the map"
    if not here:
        return arrivals.refuse_entry(game, state, piece, name)
    if distance(here, name) != 1:
        return "4.25", f"{title} moves from hex to adjacent hex, and {name} is not next to {here}"
    points = step_cost(game, state, piece, here, name, marching.carrying)
    if points is None:
        return "4.29", f"{title} may not go from {here} to {name}: the terrain is closed to it"
    barred = bars_hex(game, state, piece, here, name, marching.carrying)
    if barred is not None:
        return barred
    if points > marching.left:
        return "4.26", f"{name} costs {points} movement points and {title} has {marching.left} left"
    if piece in state.units and in_enemy_zone(game, state, here, game.seat_of[piece]):
        return "6.11", f"{title} is in an enemy zone of control and may not move on"
    if (
        piece in state.units
        and name in state.at
        and not _rests(game, state, piece, name, marching.left - points)
    ):
        return "5.0", f"{title} could neither stay in {name} beside another unit nor go on from there"
    return None


def open_ways(game: Game, state: State, piece: str, left: int, carrying: str = "") -> Iterator[str]:
    """The hexes that the piece may enter next with so many points left, its own place aside (6.11)."""
    if piece in state.reserves:
        yield from arrivals.entry_hexes(game, state, piece)
        return
    is_unit = piece in state.units
    for name, points in open_steps(game, state, piece, hex_of(state, piece), left, carrying):
        if not is_unit or name not in state.at or _rests(game, state, piece, name, left - points):
            yield name


# Beginning and ending a move


def may_march(game: Game, state: State, piece: str) -> bool:
    """Whether the piece may begin a move now; the lean form of `refuse_march`."""
    if piece in state.moved:
        return False
    unit = state.units.get(piece)
    if unit is None:
        if piece not in state.leaders or piece in state.relocations:
            return False
        is_magic_phase = _is_magic(state)
        if (game.board.leaders[piece].magic > 0) != is_magic_phase:
            return False
        if is_magic_phase and state.attempted.get(piece) == state.phase:
            return False
    else:
        if _is_magic(state) or unit.disrupted:
            return False
        if unit.partner and unit.partner < piece:
            return False
        if state.besieging and not state.besieging.isdisjoint(members(state, piece)):
            return False
        if in_enemy_zone(game, state, unit.hex, game.seat_of[piece]):
            return False
    if game.exclusive.forbids_march(game, state, piece) is not None:
        return False
    return next(open_ways(game, state, piece, allowance(game, state, piece)), None) is not None


def crowded(game: Game, state: State) -> str:
    """The hex that one unit of the acting seat must leave, since it holds more of them than may stay (4.28); "" for
    none. What of the enemy stands so, where a formation found no way to retreat (8.46), waits for its own movement; and
    nobody must move on who cannot."""
    place = state.crowded
    if not place or game.seat_of[state.at[place][0]] != state.seat:
        return ""
    return place if any(may_march(game, state, unit) for unit in state.at[place]) else ""


def one_must_move_on(place: str) -> str:
    """What is said where a hex is crowded."""
    return f"{place} holds too many units: one of them must move on first"


def refuse_march(game: Game, state: State, piece: str, seat: str) -> Refusal | None:
    """Why the piece may not begin a move now, or None."""
    title = game.title(piece)
    if game.seat_of.get(piece) != seat:
        return "4.0", f"{title} is no piece of yours"
    held = crowded(game, state)
    if piece in state.reserves:
        refused = arrivals.refuse_beginning(game, state, piece)
        return refused or (("4.28", one_must_move_on(held)) if held else None)
    if piece not in state.units and piece not in state.leaders:
        return "4.0", f"{title} is not on the map"
    if held and piece not in state.at[held]:
        return "4.28", one_must_move_on(held)
    if piece in state.moved:
        formed = " (to take a formation is a unit's move, too)" if _is_formed(state, piece) else ""
        return "4.21", f"{title} has already moved in this phase{formed}"
    if piece in state.leaders:
        is_magic = game.board.leaders[piece].magic > 0
        if is_magic and not _is_magic(state):
            return "3.0", f"{title} is a magic leader and moves in the magic leader phases only"
        if not is_magic and _is_magic(state):
            return "4.22", f"{title} has no magic and does not move in this phase"
        if state.attempted.get(piece) == state.phase and _is_magic(state):
            return "8.52", f"{title} attempted a spell in this phase and may not move"
    else:
        if _is_magic(state):
            return "4.22", f"{title} moves only in its own movement phase"
        if lead_of(state, piece) != piece:
            return "8.44", f"{title} moves with its formation, under {game.title(lead_of(state, piece))}"
        if not state.besieging.isdisjoint(members(state, piece)):
            return "3.0", f"{title} was used in this turn's siege phase and may not move"
        if state.units[piece].disrupted:
            return "7.57", f"{title} is disrupted and may not move"
        if in_enemy_zone(game, state, state.units[piece].hex, seat):
            return "6.11", f"{title} is in an enemy zone of control and may not move out of it"
    forbidden = game.exclusive.forbids_march(game, state, piece)
    if forbidden is not None:
        return forbidden
    if next(open_ways(game, state, piece, allowance(game, state, piece)), None) is None:
        return "4.26", f"{title} has no hex that it could enter"
    return None


def _is_formed(state: State, piece: str) -> bool:
    return piece in state.units and bool(state.units[piece].formation)


def _is_magic(state: State) -> bool:
    return state.phase in ("A", "E")


def carried_by(game: Game, state: State, leader: str) -> dict[str, int]:
    """What could go along with a piece – a marker, an engine, a leader who enters – with the movement points then."""
    if leader in state.reserves:
        return dict.fromkeys(arrivals.companions(game, state, leader), arrivals.entry_points(game, leader))
    return {
        marker: points
        for marker, points in sorted(game.exclusive.carried(game, state, leader).items())
        if next(open_ways(game, state, leader, points, marker), None) is not None
    }


# Legal, decide


def marching_options(game: Game, state: State) -> Iterator[Action]:
    """What the moving piece may do next."""
    marching = state.marching
    assert marching is not None
    piece = marching.piece
    stopped = piece in state.units and in_enemy_zone(game, state, state.units[piece].hex, game.seat_of[piece])
    if not (stopped and marching.steps):
        for name in open_ways(game, state, piece, marching.left, marching.carrying):
            yield actions.Step(name)
        yield from game.exclusive.choices(game, state, "move")
    if marching.steps and _may_halt(game, state, piece):
        yield actions.Halt()


def _may_halt(game: Game, state: State, piece: str) -> bool:
    unit = state.units.get(piece)
    return unit is None or can_rest_in(game, state, piece, unit.hex)


def beginnings(game: Game, state: State, seat: str) -> Iterator[Action]:
    """The pieces that may begin to move (4.0); formations and the end of the phase are added elsewhere."""
    if held := crowded(game, state):
        for unit in state.at[held]:
            if may_march(game, state, unit):
                yield actions.March(unit)
        return
    for piece in game.units_of[seat]:
        if piece in state.units and may_march(game, state, piece):
            yield actions.March(piece)
    for piece in game.leaders_of[seat]:
        if piece in state.leaders and may_march(game, state, piece):
            yield actions.March(piece)
    yield from hauling_options(game, state, seat)


def hauling_options(game: Game, state: State, seat: str) -> Iterator[Action]:
    """The engines that can be moved, each with its crew."""
    for engine, now in sorted(state.engines.items()):
        if now.seat == seat and engine in game.board.engines:
            for unit in state.at.get(now.hex, ()):
                if engine in carried_by(game, state, unit) and may_march(game, state, unit):
                    yield actions.March(unit, engine)


def march(unfolding: Unfolding, seat: str, action: actions.March) -> None:
    """Begins a move."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_march(game, state, action.piece, seat)
    if refused is not None:
        raise IllegalAction(*refused)
    reserve = action.piece in state.reserves
    points = arrivals.entry_points(game, action.piece) if reserve else allowance(game, state, action.piece)
    if action.carrying:
        carried = carried_by(game, state, action.piece)
        if action.carrying not in carried:
            raise IllegalAction(
                "4.0", f"{game.title(action.carrying)} does not go along with {game.title(action.piece)}"
            )
        points = carried[action.carrying]
    unfolding.happen(events.MarchBegan(action.piece, points, action.carrying))


def refuse_going_on(game: Game, state: State, name: str) -> Refusal | None:
    """Why no unit beside the hex goes on into it, where one has stopped in an enemy zone of control; else None."""
    for unit in sorted(state.moved):
        here = state.units[unit].hex if unit in state.units else ""
        if here and name in game.board.grid.neighbours[here] and in_enemy_zone(game, state, here, state.seat):
            return (
                "6.0",
                f"{game.title(unit)} has stopped in {here}, in an enemy zone of control, and moves no further",
            )
    return None


def step(unfolding: Unfolding, action: actions.Step) -> None:
    """The moving piece enters a hex; it stops where it can go no further (6.0, 4.26)."""
    game, state = unfolding.game, unfolding.state
    marching = state.marching
    if marching is None:
        raise IllegalAction("4.0", "no piece is moving: name the piece first")
    refused = refuse_step(game, state, marching, action.hex)
    if refused is not None:
        raise IllegalAction(*refused)
    piece = marching.piece
    if piece in state.reserves:
        arrivals.enter_map(unfolding, piece, action.hex)
        if piece in state.units or piece in game.board.units:
            enter(unfolding, piece, action.hex)
        return
    points = step_cost(game, state, piece, hex_of(state, piece), action.hex, marching.carrying)
    assert points is not None
    unfolding.happen(events.PieceMoved(piece, action.hex, points))
    if piece in state.units:
        enter(unfolding, piece, action.hex)


def enter(unfolding: Unfolding, unit: str, name: str) -> None:
    """What a combat unit's coming into a hex brings about: enemy leaders there go to their own (4.27)."""
    game, state = unfolding.game, unfolding.state
    for leader in state.leaders_at.get(name, ()):
        if game.seat_of[leader] != game.seat_of[unit]:
            unfolding.happen(events.RelocationOrdered(leader, "4.27"))
    game.exclusive.on_entered(unfolding, unit, name)


def settle_march(unfolding: Unfolding) -> bool:
    """Ends the move of a piece that can go no further; whether it did."""
    game, state = unfolding.game, unfolding.state
    marching = state.marching
    assert marching is not None
    piece = marching.piece
    if not marching.steps:
        return False
    if piece in state.units and in_enemy_zone(game, state, state.units[piece].hex, game.seat_of[piece]):
        _end_march(unfolding, piece, "6.0")
        return True
    ways = open_ways(game, state, piece, marching.left, marching.carrying)
    if next(ways, None) is None and not any(True for _ in game.exclusive.choices(game, state, "move")):
        _end_march(unfolding, piece, "4.26")
        return True
    return False


def _end_march(unfolding: Unfolding, piece: str, rule: str = "") -> None:
    unfolding.happen(events.MarchEnded(piece, rule))
    unfolding.game.exclusive.on_halted(unfolding, piece)


def halt(unfolding: Unfolding, _: actions.Halt) -> None:
    """The moving piece stays where it is."""
    game, state = unfolding.game, unfolding.state
    marching = state.marching
    if marching is None:
        raise IllegalAction("4.0", "no piece is moving")
    if not marching.steps:
        raise IllegalAction("4.0", f"{game.title(marching.piece)} has not moved yet: name a hex")
    if not _may_halt(game, state, marching.piece):
        raise IllegalAction(
            "5.0", f"{game.title(marching.piece)} may not stay in a hex with a unit that cannot move away"
        )
    _end_march(unfolding, marching.piece)


# What the events do


def _march_began(_: Game, state: State, event: events.MarchBegan) -> State:
    return changed(state, marching=Marching(event.piece, event.points, event.carrying))


def _piece_moved(game: Game, state: State, event: events.PieceMoved) -> State:
    marching = state.marching
    if marching is not None and marching.piece == event.piece:
        state = changed(
            state,
            marching=Marching(event.piece, marching.left - event.cost, marching.carrying, marching.steps + 1),
        )
    leader = state.leaders.get(event.piece)
    if leader is not None:
        state = with_leader(state, event.piece, LeaderState(event.hex, leader.wounded, leader.points))
        if marching is not None and marching.carrying:
            spent = state.hauled.get(marching.carrying, 0) + event.cost
            state = changed(
                state,
                markers=state.markers.set(marching.carrying, MarkerState(event.hex)),
                hauled=state.hauled.set(marching.carrying, spent),
            )
        return state
    for unit in members(state, event.piece):
        state = with_unit(state, game.seat_of[unit], unit, changed_unit(state.units[unit], hex=event.hex))
    if marching is not None and marching.carrying in state.leaders:
        now = state.leaders[marching.carrying]
        state = with_leader(state, marching.carrying, LeaderState(event.hex, now.wounded, now.points))
    if marching is not None and marching.carrying in state.engines:
        engine = state.engines[marching.carrying]
        engine = EngineState(engine.kind, event.hex, engine.seat)
        state = changed(state, engines=state.engines.set(marching.carrying, engine))
    return state


def _march_ended(_: Game, state: State, event: events.MarchEnded) -> State:
    moved = members(state, event.piece) if event.piece in state.units else (event.piece,)
    carried = state.marching.carrying if state.marching is not None else ""
    if state.marching is not None and (carried in state.engines or carried in state.leaders):
        moved = (*moved, state.marching.carrying)
    return changed(state, marching=None, moved=state.moved.union(moved))


EVOLVE: dict[type[Event], Evolve] = {
    events.MarchBegan: _march_began,
    events.PieceMoved: _piece_moved,
    events.MarchEnded: _march_ended,
}
