"""Seats and powers: who owns a power, who is friendly to whom (15), in which order seats act (4.4), and who decides
for a power that nobody owns (16.1)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Operation
from rules.sword_of_rome.state import INDEPENDENT, State, pair

ROME, GREECE, GAULS = "rome", "greece", "gauls"
ETRUSCANS, SAMNITES = "etruscans", "samnites"
VOLSCI, CARTHAGE, TRANSALPINE = "volsci", "carthage", "transalpine"


def allied(game: Game, state: State, first: str, second: str) -> bool:
    """Whether two powers are friendly: the same, of one seat (1-a), allied (15.2), or for one neutral activation
    (16.1.1)."""
    if first == second:
        return first != INDEPENDENT
    if pair(first, second) in state.alliances:
        return True
    seat_of = game.seat_of
    owner, other = seat_of.get(first), seat_of.get(second)
    if owner is not None and other is not None:
        return owner == other
    if owner is None and other is None:
        return False
    neutral, seat = neutral_activation(state)
    if not neutral:
        return False
    if owner is None:
        return neutral == first and seat == other
    return neutral == second and seat == owner


def neutral_activation(state: State) -> tuple[str, str]:
    """The neutral power that is being activated, and the seat that acts with it (16.1.1); "" if none is."""
    for procedure in state.stack:
        if type(procedure) is Operation and procedure.neutral:
            return procedure.neutral, procedure.seat
    return "", ""


def friends_of(game: Game, state: State, power: str) -> frozenset[str]:
    """The power itself and all that are friendly to it now, to be asked of many spaces at once."""
    return frozenset(name for name in game.powers if allied(game, state, power, name))


def active_seat(state: State) -> str:
    """The seat whose impulse it is, or that plays Desperate Times; "" if there is none."""
    for procedure in state.stack:
        seat: str = getattr(procedure, "seat", "")
        if seat:
            return seat
    return ""


def playing(game: Game, state: State) -> tuple[str, ...]:
    """The seats that are in the game, clockwise."""
    if not state.eliminated:
        return game.seats
    return tuple(seat for seat in game.seats if seat not in state.eliminated)


def clockwise_from(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The seats in the game, clockwise, from this one on (5.4)."""
    around = game.clockwise
    start = around.index(seat) if seat in around else 0
    ordered = around[start:] + around[:start]
    return tuple(each for each in ordered if each in game.seats and each not in state.eliminated)


def lowest_first(game: Game, state: State) -> tuple[str, ...]:
    """The seats from the lowest VP up, ties by 4.4."""
    return tuple(sorted(playing(game, state), key=lambda seat: (state.vp.get(seat, 0), game.tie[seat])))


def highest_first(game: Game, state: State) -> tuple[str, ...]:
    """The seats from the highest VP down, ties by 4.4."""
    return tuple(sorted(playing(game, state), key=lambda seat: (-state.vp.get(seat, 0), game.tie[seat])))


def tied_first(game: Game, seats: Iterable[str]) -> tuple[str, ...]:
    """Seats by the tie order alone (4.4)."""
    return tuple(sorted(seats, key=lambda seat: game.tie[seat]))


def excluded(game: Game, state: State, power: str) -> frozenset[str]:
    """The seats that may not decide for a non-player power: its arch-enemy and those allied with it (16.1-c)."""
    enemy = game.arch_enemy.get(power, "")
    hostile = game.powers_of.get(enemy, ())
    return frozenset(
        seat
        for seat in game.seats
        if seat == enemy
        or any(pair(own, other) in state.alliances for own in game.powers_of[seat] for other in hostile)
    )


def decider(game: Game, state: State, power: str, *, end_of_turn: bool = False) -> str:
    """The seat that decides for a power now."""
    owner = game.seat_of.get(power)
    if owner is not None:
        return owner
    for procedure in state.stack:  # 16.1-a
        if type(procedure) is Operation and procedure.neutral == power:
            return procedure.seat
    if power == CARTHAGE and pair(CARTHAGE, ROME) in state.alliances:  # 16.1-d
        return game.seat_of[ROME]
    order = lowest_first(game, state)
    if not order:
        return ""
    if not end_of_turn and game.options["neutral-deciders"] == "end-of-turn":
        return order[0]
    barred = excluded(game, state, power)
    for seat in order:
        if seat not in barred:
            return seat
    enemy = game.arch_enemy.get(power, "")
    return next((seat for seat in order if seat != enemy), order[0])


def controls(state: State, power: str, space: str) -> bool:
    """Whether the power itself controls the space."""
    return state.control.get(space) == power


def friendly_space(game: Game, state: State, power: str, space: str) -> bool:
    """Whether the space is controlled by the power or an ally of it (G-friendly)."""
    holder = state.control[space]
    return holder == power or (holder != INDEPENDENT and allied(game, state, power, holder))


def powers_in_order(game: Game, state: State) -> tuple[str, ...]:
    """Non-player powers first, then player powers from the lowest VP up (5.6, 5.7)."""
    own = (power for seat in lowest_first(game, state) for power in game.powers_of[seat])
    return (*(power for power in game.neutral if power in game.powers), *own)
