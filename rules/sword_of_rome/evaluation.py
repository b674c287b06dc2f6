"""How good a position is for a seat, in hundredths of a Victory Point: for bots that look one decision ahead.

Counted are VP and what the next VP Phase would bring, support, CU, cards, sieges, plunder, PCs on which enemy CU stand
and that will surrender, and what has been begun and is not finished: support points, CU to be placed, an army on the
move, a battle. The same of the other seats counts against it.
"""

from __future__ import annotations

from rules.sword_of_rome.control import is_plain, is_tribal
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import allied, playing
from rules.sword_of_rome.procedures import (
    Activation,
    Battle,
    Entry,
    Impulse,
    Operation,
    Penalties,
    Placement,
    Support,
)
from rules.sword_of_rome.state import INDEPENDENT, State
from rules.sword_of_rome.victory import change_due

POINT, DUE = 100.0, 70.0
SUPPORT, UNIT, CARD, LEADER = 6.0, 10.0, 3.0, 5.0
SIEGE, PLUNDER = 12.0, 14.0
SURRENDER = 0.75
"""How much of a PC that will surrender counts before it does."""
AGAINST = 0.34
"""How much the good of each other seat counts against one's own."""
SIEGE_PRIZE = 0.375
PENDING = 0.9
OPS, MARCH, STEP = 3.0, 2.0, 0.3
STRENGTH = 3.0
NEAR = 1.5


def evaluate(game: Game, state: State, seat: str) -> float:
    """How good the (viewed) state is for the seat."""
    if state.ending is not None:
        return 100000.0 if seat in state.ending.winners else -100000.0
    if not state.vp:
        return 0.0
    side = next((each.seats for each in game.scenario.sides if seat in each.seats), (seat,))
    value = 0.0
    for other, good in standings(game, state).items():
        value += good if other in side else -AGAINST * good
    return value + _begun(game, state, seat) + _marching(game, state, seat)


def standings(game: Game, state: State) -> dict[str, float]:
    """What each seat has and will have, whoever looks; one look at every space for all seats together.

    The weights are multiples of 1/8, so that the sums are exact and do not depend on the order of the spaces.
    """
    seats, seat_of = playing(game, state), game.seat_of
    values = {
        seat: POINT * state.vp.get(seat, 0)
        + DUE * change_due(game, state, seat)
        + CARD * len(state.hands.get(seat, ()))
        for seat in seats
    }
    for space, holder in state.control.items():
        owner = seat_of.get(holder, "")
        if owner in values:
            values[owner] += SUPPORT * state.loyalty.get(space, 1)
    for space, siege in state.sieges.items():
        besieger, besieged = seat_of.get(siege.power, ""), seat_of.get(state.control[space], "")
        if besieger in values:
            values[besieger] += (SIEGE + _prize(game, besieger, space) * SIEGE_PRIZE) * (1 + siege.level)
        if besieged in values:
            values[besieged] -= (SIEGE + _prize(game, besieged, space) * SIEGE_PRIZE) * (1 + siege.level)
    for space, forces in state.forces.items():
        holder = state.control[space]
        victim = seat_of.get(holder, "")
        for force in forces:
            owner = seat_of.get(force.power, "")
            if owner in values:
                values[owner] += UNIT * (force.cu + force.inside) + LEADER * bool(force.leaders or force.shut)
            if not force.cu or holder == force.power:
                continue
            if holder != INDEPENDENT and allied(game, state, force.power, holder):
                continue
            if is_plain(game, state, space):
                if owner in values:
                    values[owner] += SURRENDER * (SUPPORT + _prize(game, owner, space))
                if victim in values:
                    values[victim] -= SURRENDER * (SUPPORT + _prize(game, victim, space))
            elif (
                owner in values
                and force.leaders
                and force.cu >= game.numbers.siege_least
                and space not in state.sieges
            ):
                values[owner] += SIEGE
    for power, record in game.powers.items():
        if record.raids and seat_of.get(power, "") in values:
            values[seat_of[power]] += PLUNDER * state.plunder
    return values


def _prize(game: Game, seat: str, space: str) -> float:
    """What holding a VP space is worth to a seat."""
    record = game.spaces[space]
    if not record.victory_point:
        return 0.0
    if record.home in game.powers_of[seat]:
        return DUE
    return DUE if any(game.powers[power].gains_spaces for power in game.powers_of[seat]) else DUE * 0.25


def _begun(game: Game, state: State, seat: str) -> float:
    """What has been begun and is still to come."""
    value = 0.0
    for procedure in state.stack:
        if isinstance(procedure, Support):
            whose = game.seat_of.get(procedure.power)
            worth = SUPPORT * procedure.points
            if procedure.mode == "lose":
                value += -worth if whose == seat else AGAINST * worth
            elif whose == seat:
                value += PENDING * worth * (1.4 if procedure.mode == "victory" else 1.0)
            elif procedure.seat != seat:
                value -= AGAINST * worth
        elif isinstance(procedure, Placement) and procedure.seat == seat:
            value += PENDING * UNIT * procedure.cu
        elif isinstance(procedure, Penalties) and procedure.seat == seat:
            value -= SUPPORT * procedure.owed
        elif isinstance(procedure, Operation) and procedure.seat == seat and procedure.stage != "used":
            value += PENDING * SUPPORT * procedure.value * (0.5 if procedure.neutral else 1.0) + OPS
        elif isinstance(procedure, Impulse) and procedure.seat == seat:
            value += 0.1
        elif isinstance(procedure, Battle) and not procedure.winner:
            odds = procedure.attacker.cu - procedure.defender.cu
            if game.seat_of.get(procedure.attacker.power) == seat:
                value += STRENGTH * odds
            elif game.seat_of.get(procedure.defender.power) == seat:
                value -= STRENGTH * odds
    return value


def _marching(game: Game, state: State, seat: str) -> float:
    """Where an army on the move of the seat has got to, and what is next to it."""
    march = next((each for each in reversed(state.stack) if isinstance(each, Activation)), None)
    if march is None or march.seat != seat or march.stage == "ended":
        return 0.0
    value = MARCH + STEP * march.left + (UNIT * 0.2 * min(march.cu, 10) if not march.used else 0.0)
    entry = next((each for each in reversed(state.stack) if isinstance(each, Entry)), None)
    if entry is not None:
        there = sum(
            each.cu
            for each in state.forces.get(entry.space, ())
            if each.power != march.power and not allied(game, state, march.power, each.power)
        )
        value += STRENGTH * (march.cu - there) if there else 0.0
    if not march.left or not march.cu:
        return value
    best = 0.0
    for near in game.links[march.space]:
        holder = state.control[near]
        if holder == march.power or (holder != INDEPENDENT and allied(game, state, march.power, holder)):
            continue
        there = sum(
            each.cu
            for each in state.forces.get(near, ())
            if each.power != march.power and not allied(game, state, march.power, each.power)
        )
        gain = NEAR * (SUPPORT + _prize(game, seat, near)) * 0.3
        if there:
            gain += STRENGTH * (march.cu - there)
        if is_tribal(game, state, near) or near in state.loyalty:
            gain = gain if march.cu >= game.numbers.siege_least else 0.0
        best = max(best, gain)
    return value + best
