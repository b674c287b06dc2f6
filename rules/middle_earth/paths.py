"""Where a piece could get to in a movement phase: one step (4.25 to 4.27), and all hexes within reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.middle_earth.board import Ratings, Step
from rules.middle_earth.game import Game, Refusal, no_steps, nothing
from rules.middle_earth.pieces import enemy_leaders_in, enemy_units_in
from rules.middle_earth.state import State
from rules.middle_earth.terrain import cost, is_clear_way, mover, steps
from rules.middle_earth.zones import in_enemy_zone


def hex_of(state: State, piece: str) -> str:
    """Where a unit, a leader or an engine stands; "" if it is not on the map."""
    unit = state.units.get(piece)
    if unit is not None:
        return unit.hex
    leader = state.leaders.get(piece)
    if leader is not None:
        return leader.hex
    engine = state.engines.get(piece)
    return engine.hex if engine is not None else ""


def face(game: Game, state: State, unit: str) -> Ratings:
    """The ratings on the side of the counter that is up (2.3)."""
    card = game.board.units[unit]
    return card.reduced if state.units[unit].reduced else card.full


def allowance(game: Game, state: State, piece: str) -> int:
    """The movement points of a leader, of a unit, or of the formation that a unit leads (4.11, 4.12, 8.45)."""
    unit = game.board.units.get(piece)
    if unit is None:
        return game.board.leaders[piece].allowance
    formation = state.units[piece].formation
    return game.board.formations[formation].allowance if formation else unit.allowance  # 8.45


def shuns_zones(game: Game, state: State, unit: str) -> Refusal | None:
    """Why a unit may not enter an enemy zone of control of its own will, if so (7.15, 9.32)."""
    card = game.board.units[unit]
    if card.missile_only and not state.units[unit].partner:  # 7.15
        return "7.15", f"{card.title} has missiles only and may not enter an enemy zone of control"
    if card.army in state.demoralized and face(game, state, unit).morale == "Z":  # 9.32
        return "9.32", f"{card.title} has lost heart and may not enter an enemy zone of control"
    return None


def step_cost(
    game: Game, state: State, piece: str, first: str, second: str, carrying: str = ""
) -> int | None:
    """The movement points for which a piece, perhaps with an engine, goes to an adjacent hex; None where it cannot."""
    kind = "engine" if carrying in game.board.engines else mover(game, piece)
    points = cost(game, state, game.role(piece), kind, first, second)
    if points is None and not carrying:
        return dict(game.exclusive.extra_steps(game, state, piece, first)).get(second)
    return points


def bars_hex(
    game: Game, state: State, piece: str, first: str, second: str, carrying: str = ""
) -> Refusal | None:
    """What keeps a piece out of an adjacent hex, movement points and stacking aside, or None."""
    seat = game.seat_of[piece]
    if enemy_units_in(game, state, second, seat):
        return "4.27", f"{second} is held by an enemy unit"
    forbidden = game.exclusive.forbids_step(game, state, piece, first, second, carrying)
    if forbidden is not None:
        return forbidden
    if piece not in state.units:
        if enemy_leaders_in(game, state, second, seat):
            return "4.27", f"{second} holds an enemy leader, and a leader may not enter it"
        return None
    if carrying in game.board.engines and second in state.at:
        return "5.0", f"an engine and its crew go only where no other unit stands, and {second} holds one"
    if state.units[piece].partner and not is_clear_way(game, state, first, second):
        return "8.41", f"a formation moves in clear terrain only, and the way to {second} is not clear"
    shuns = shuns_zones(game, state, piece)
    return shuns if shuns is not None and in_enemy_zone(game, state, second, seat) else None


def open_steps(
    game: Game, state: State, piece: str, here: str, left: int, carrying: str = ""
) -> Iterator[Step]:
    """The hexes that a piece could enter from a hex with so many points left, stacking aside; as `bars_hex` has it."""
    at, seat_of, seat = state.at, game.seat_of, game.seat_of[piece]
    unit = state.units.get(piece)
    in_formation = unit is not None and bool(unit.partner)
    shuns = unit is not None and shuns_zones(game, state, piece) is not None
    own = game.exclusive
    hauls = bool(carrying) and carrying in game.board.engines
    entries = steps(game, state, game.role(piece), "engine" if hauls else mover(game, piece), here)
    bound = own.forbids_step is not nothing and (
        hauls or bool(unit is not None and game.board.units[piece].traits)
    )
    if own.extra_steps is not no_steps and not carrying and state.engines:
        entries = (*entries, *own.extra_steps(game, state, piece, here))
    for entry in entries:
        name, points = entry
        if points > left:
            continue  # 4.26
        there = at.get(name)
        if there is not None and (hauls or seat_of[there[0]] != seat):
            continue  # 4.27, 5.0
        if bound and own.forbids_step(game, state, piece, here, name, carrying) is not None:
            continue
        if unit is None:
            if enemy_leaders_in(game, state, name, seat):
                continue  # 4.27
        elif (in_formation and not is_clear_way(game, state, here, name)) or (
            shuns and in_enemy_zone(game, state, name, seat)
        ):
            continue  # 8.41, 7.15, 9.32
        yield entry


def can_reach(
    game: Game,
    state: State,
    piece: str,
    accepts: Callable[[str], bool],
    *,
    start: str = "",
    points: int | None = None,
) -> bool:
    """Whether a piece can move to a hex that is accepted, from `start` (where it is) with `points` (its allowance)."""
    is_unit = piece in state.units
    start = start or hex_of(state, piece)
    seat = game.seat_of[piece]
    best = {start: allowance(game, state, piece) if points is None else points}
    frontier = [start]
    while frontier:
        beyond: list[str] = []
        for name in frontier:
            for after, price in open_steps(game, state, piece, name, best[name]):
                rest = best[name] - price
                if best.get(after, -1) >= rest:
                    continue
                best[after] = rest
                if accepts(after):
                    return True
                if rest > 0 and not (is_unit and in_enemy_zone(game, state, after, seat)):  # 6.0
                    beyond.append(after)
        frontier = beyond
    return False
