"""2.8: what seats see, and positions that fit what a seat sees."""

from __future__ import annotations

from immutables import Map

from rules.chance import Chance
from rules.hellenes.committing import unseen
from rules.hellenes.game import OTHER, SEATS, Game
from rules.hellenes.recruiting import eligible
from rules.hellenes.state import (
    AnyProcedure,
    Assault,
    Moving,
    Pending,
    Recruiting,
    Standing,
    State,
    changed,
)
from rules.hellenes.where import is_fleet, outside
from rules.parts import decks
from rules.secrecy import UNKNOWN


def view(game: Game, state: State, seats: tuple[str, ...]) -> State:
    """The state as these seats together see it; no seats: what anybody may see."""
    if all(seat in seats for seat in SEATS):
        return state
    known = frozenset(name for name in state.blocks if game.blocks[name].side in seats or name in state.shown)
    own = frozenset(name for name in known if game.blocks[name].side in seats)
    return changed(
        state,
        hands=decks.as_seen(state.hands, seats),
        committed=Map({seat: use if seat in seats else UNKNOWN for seat, use in state.committed.items()}),
        blocks=state.blocks
        if len(known) == len(state.blocks)
        else Map({name: state.blocks[name] for name in known}),
        moved=state.moved & own,
        aboard=Map({cargo: fleet for cargo, fleet in state.aboard.items() if cargo in own}),
        came=Map({name: way for name, way in state.came.items() if name in own}),
        sustained=state.sustained & own,
        initiated=state.initiated & own,
        pending=_pending(state.pending, seats),
        stack=tuple(_procedure(each, seats) for each in state.stack),
    )


def _pending(pending: Pending | None, seats: tuple[str, ...]) -> Pending | None:
    if pending is None or not pending.drawn or pending.seat in seats:
        return pending
    return changed(pending, drawn=UNKNOWN)


def _procedure(procedure: AnyProcedure, seats: tuple[str, ...]) -> AnyProcedure:
    match procedure:
        case Moving(side, names) if side not in seats:
            return changed(procedure, names=(UNKNOWN,) * len(names))
        case Recruiting(side) if side not in seats:
            return changed(procedure, block=UNKNOWN)
        case Assault() if procedure.side not in seats and procedure.held:
            return changed(procedure, held=frozenset())
    return procedure


# For bots


def resample(game: Game, state: State, seat: str, chance: Chance) -> State:
    """From a seat's view a full state that contradicts nothing the seat knows: any blocks that fit their places, at
    printed steps, any cards."""
    other = OTHER[seat]
    state = _fill_blocks(game, state, other, chance)
    left = unseen(game, state)
    for each in SEATS:
        hands = decks.filled(state.hands, each, left, chance)
        left = [card for card in left if card not in hands.get(each, ())]
        state = changed(state, hands=hands)
        if state.committed.get(each) == UNKNOWN:
            card = chance.draw(f"resample:{each}", each, left)
            left.remove(card)
            use = "sacrifice" if state.season == "new-year" else "actions"
            state = changed(state, committed=state.committed.set(each, f"{card}/{use}"))
    return _fill_procedures(game, state, other, chance)


def _fill_blocks(game: Game, state: State, side: str, chance: Chance) -> State:
    missing = _missing(game, state, side)
    if not missing:
        return state
    free = [name for name, block in game.blocks.items() if block.side == side and name not in state.blocks]
    fleets = [name for name in free if is_fleet(game, name)]
    land = [name for name in free if not is_fleet(game, name)]
    blocks, aboard = state.blocks, state.aboard
    for place, inside in sorted(
        missing, key=lambda each: (each[0] not in game.seas, _inland(game, each[0]), each)
    ):
        for number in range(missing[place, inside]):
            if place in game.seas:
                fits = fleets if number % 2 == 0 and fleets else fleets or land
            elif _inland(game, place):
                fits = land or fleets
            else:
                fits = [*land, *fleets]
            name = chance.draw(f"resample:{side}", side, fits)
            (fleets if is_fleet(game, name) else land).remove(name)
            blocks = blocks.set(name, Standing(place, game.blocks[name].steps, inside))
    return changed(state, blocks=blocks, aboard=aboard)


def _inland(game: Game, place: str) -> bool:
    return place in game.provinces and not game.provinces[place].seas


def _missing(game: Game, state: State, side: str) -> dict[tuple[str, bool], int]:
    """How many blocks of a side are not known, by place and walls."""
    count: dict[tuple[str, bool], int] = {}
    for place in (*game.provinces, *game.seas):
        here = outside(game, state, side, place)
        if here:
            count[place, False] = here
    for place, number in state.walled.items():
        if state.control.get(place) == side:
            count[place, True] = number
    for name, standing in state.blocks.items():
        if game.side(name) == side:
            count[standing.place, standing.inside] -= 1
    return {each: number for each, number in count.items() if number}


def _fill_procedures(game: Game, state: State, side: str, chance: Chance) -> State:
    pending = state.pending
    if pending is not None and pending.drawn == UNKNOWN:
        state = changed(state, pending=changed(pending, drawn=_recruit(game, state, side, chance)))
    stack = []
    for procedure in state.stack:
        filled: AnyProcedure = procedure
        if isinstance(procedure, Moving) and UNKNOWN in procedure.names:
            here = sorted(
                name
                for name, standing in state.blocks.items()
                if standing.place == procedure.origin and game.side(name) == side
            )
            sea = any(place in game.seas for place in (procedure.origin, *procedure.path))
            here.sort(key=lambda name: is_fleet(game, name) != sea)
            filled = changed(procedure, names=tuple(here[: len(procedure.names)]))
        elif isinstance(procedure, Recruiting) and procedure.block == UNKNOWN:
            filled = changed(procedure, block=_recruit(game, state, side, chance))
        stack.append(filled)
    return changed(state, stack=tuple(stack))


def _recruit(game: Game, state: State, side: str, chance: Chance) -> str:
    fits = eligible(game, state, side)
    if not fits:
        fits = [
            name for name, block in game.blocks.items() if block.side == side and name not in state.blocks
        ]
    return chance.draw(f"resample:{side}", side, fits)
