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
from rules.hellenes.where import is_fleet
from rules.parts import decks
from rules.secrecy import UNKNOWN


def view(game: Game, state: State, seats: tuple[str, ...]) -> State:
    """The state as these seats together see it; no seats: what anybody may see."""
    if all(seat in seats for seat in SEATS):
        return state
    own = own_blocks(game, seats)
    shown, blocks = state.shown, state.blocks
    known = {name: standing for name, standing in blocks.items() if name in own or (shown and name in shown)}
    return changed(
        state,
        hands=decks.as_seen(state.hands, seats),
        committed=Map({seat: use if seat in seats else UNKNOWN for seat, use in state.committed.items()})
        if state.committed
        else state.committed,
        blocks=blocks if len(known) == len(blocks) else Map(known),
        moved=state.moved & own,
        aboard=Map({cargo: fleet for cargo, fleet in state.aboard.items() if cargo in own})
        if state.aboard
        else state.aboard,
        came=Map({name: way for name, way in state.came.items() if name in own})
        if state.came
        else state.came,
        sustained=state.sustained & own,
        initiated=state.initiated & own,
        pending=_pending(state.pending, seats),
        stack=tuple(_procedure(each, seats) for each in state.stack) if state.stack else (),
    )


def own_blocks(game: Game, seats: tuple[str, ...]) -> frozenset[str]:
    """The blocks of these seats, on the map or not."""
    known: frozenset[str] | None = game.remembered.get(("own", seats))
    if known is None:
        known = frozenset(name for name, block in game.blocks.items() if block.side in seats)
        game.remembered["own", seats] = known
    return known


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


WIDE = 2**240
"""The numbers from which all that is filled in is picked: one for blocks and one for cards, as drawing each of them by
itself takes far longer."""


class _Picks:
    """Picks items by one large number drawn from chance."""

    __slots__ = ("_chance", "_number", "_room", "_seat")

    def __init__(self, chance: Chance, seat: str) -> None:
        self._chance, self._seat = chance, seat
        self._number, self._room = 0, 1

    def below(self, size: int) -> int:
        """A number from 0 to `size - 1`."""
        if self._room <= 2**32:
            (self._number,) = self._chance.roll(f"resample:{self._seat}", self._seat, 1, WIDE)
            self._room = WIDE
        self._number, found = divmod(self._number, size)
        self._room //= size
        return found

    def take(self, items: list[str]) -> str:
        """One of the items, each as likely as another, and out of the list."""
        return items.pop(self.below(len(items)))

    def either(self, first: list[str], second: list[str]) -> str:
        """One of the items of both lists, and out of its list."""
        at = self.below(len(first) + len(second))
        return first.pop(at) if at < len(first) else second.pop(at - len(first))


def resample(game: Game, state: State, seat: str, chance: Chance) -> State:
    """From a seat's view a full state that contradicts nothing the seat knows: any blocks that fit their places, at
    printed steps, any cards."""
    other = OTHER[seat]
    picks = _Picks(chance, other)
    state = _fill_blocks(game, state, other, picks)
    left = unseen(game, state)
    for each in SEATS:
        hand = state.hands.get(each, ())
        if UNKNOWN in hand:
            full = tuple(picks.take(left) if card == UNKNOWN else card for card in hand)
            state = changed(state, hands=state.hands.set(each, full))
        if state.committed.get(each) == UNKNOWN:
            card = picks.take(left)
            use = "sacrifice" if state.season == "new-year" else "actions"
            state = changed(state, committed=state.committed.set(each, f"{card}/{use}"))
    return _fill_procedures(game, state, other, chance)


def _fill_blocks(game: Game, state: State, side: str, picks: _Picks) -> State:
    missing = _missing(game, state, side)
    if not missing:
        return state
    free = [name for name in sorted(own_blocks(game, (side,))) if name not in state.blocks]
    fleets = [name for name in free if is_fleet(game, name)]
    land = [name for name in free if not is_fleet(game, name)]
    made: dict[str, Standing] = {}
    for place, inside in sorted(
        missing, key=lambda each: (each[0] not in game.seas, _inland(game, each[0]), each)
    ):
        for _ in range(missing[place, inside]):
            if place in game.seas:
                name = picks.take(fleets or land)
            elif _inland(game, place):
                name = picks.take(land or fleets)
            else:
                name = picks.either(land, fleets)
            made[name] = Standing(place, game.blocks[name].steps, inside)
    return changed(state, blocks=state.blocks.update(made))


def _inland(game: Game, place: str) -> bool:
    return place in game.provinces and not game.provinces[place].seas


def _missing(game: Game, state: State, side: str) -> dict[tuple[str, bool], int]:
    """How many blocks of a side are not known, by place and walls."""
    count: dict[tuple[str, bool], int] = {}
    for key, here in state.field.items():
        owner, place = game.where[key]
        if owner == side:
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
