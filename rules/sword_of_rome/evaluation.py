"""How good a position is for a seat, in hundredths of a Victory Point: for bots that look one decision ahead.

Counted are VP and what the next VP Phase would bring, support, CU, cards, sieges, plunder, PCs on which enemy CU stand
and that will surrender, and what has been begun and is not finished: support points, CU to be placed, an army on the
move, a battle. The same of the other seats counts against it.
"""

from __future__ import annotations

from rules.sword_of_rome.control import is_plain, is_tribal, raids
from rules.sword_of_rome.forces import of_power
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
SURRENDER = 0.7
"""How much of a PC that will surrender counts before it does."""
AGAINST = 0.34
"""How much the good of each other seat counts against one's own."""
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
    for other in playing(game, state):
        good = standing(game, state, other)
        value += good if other in side else -AGAINST * good
    return value + _begun(game, state, seat) + _marching(game, state, seat)


def standing(game: Game, state: State, seat: str) -> float:
    """What a seat has and will have, whoever looks."""
    value = POINT * state.vp.get(seat, 0) + DUE * change_due(game, state, seat)
    own = game.powers_of[seat]
    for space, holder in state.control.items():
        if holder in own:
            value += SUPPORT * state.loyalty.get(space, 1)
    for space, siege in state.sieges.items():
        holder = state.control[space]
        prize = _prize(game, seat, space)
        if siege.power in own:
            value += (SIEGE + prize * 0.4) * (1 + siege.level)
        elif holder in own:
            value -= (SIEGE + prize * 0.4) * (1 + siege.level)
    for power in game.powers:
        mine = power in own
        for space, force in of_power(state, power):
            holder = state.control[space]
            if mine:
                value += UNIT * (force.cu + force.inside) + LEADER * bool(force.leaders or force.shut)
            if not force.cu or holder == power or (holder not in own and not mine):
                continue
            if holder != INDEPENDENT and allied(game, state, power, holder):
                continue
            if is_plain(game, state, space):
                gain = SURRENDER * (SUPPORT + _prize(game, seat, space))
                value += gain if mine else -gain
            elif (
                mine and force.leaders and force.cu >= game.numbers.siege_least and space not in state.sieges
            ):
                value += SIEGE
        if mine and raids(game, power):
            value += PLUNDER * state.plunder
    return value + CARD * len(state.hands.get(seat, ()))


def _prize(game: Game, seat: str, space: str) -> float:
    """What holding a VP space is worth to a seat."""
    record = game.spaces[space]
    if not record.victory_point:
        return 0.0
    if record.home in game.powers_of[seat]:
        return DUE
    return DUE if any(game.powers[power].gains_spaces for power in game.powers_of[seat]) else DUE * 0.2


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
