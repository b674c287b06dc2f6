"""How good a position is for a seat, in hundredths of a Victory Point: for bots that look one decision ahead.

Counted are VP and what the next VP Phase would bring, support, CU where they can do something, cards, sieges, plunder,
and what armies stand against each other; then the same of the other seats, those ahead most.
"""

from __future__ import annotations

from rules.sword_of_rome.control import kind_of, raids
from rules.sword_of_rome.forces import of_power
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import allied, playing
from rules.sword_of_rome.state import INDEPENDENT, Activation, Battle, Impulse, State, find
from rules.sword_of_rome.victory import change_due

POINT, DUE = 100.0, 60.0
SUPPORT, UNIT, CARD, LEADER = 5.0, 9.0, 4.0, 6.0
SIEGE, PLUNDER = 12.0, 12.0
IN_REACH = 2.0
AGAINST = 0.35
"""How much the good of each other seat counts against one's own."""
STRAY = 0.5


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
    return value + _doing(game, state, seat)


def standing(game: Game, state: State, seat: str) -> float:
    """What a seat has, whoever looks."""
    value = POINT * state.vp.get(seat, 0) + DUE * change_due(game, state, seat)
    own = game.powers_of[seat]
    for space, holder in state.control.items():
        if holder in own:
            value += SUPPORT * state.loyalty.get(space, 1)
    for space, siege in state.sieges.items():
        holder = state.control[space]
        worth = SIEGE * (1 + siege.level) * (2 if game.spaces[space].victory_point else 1)
        if siege.power in own:
            value += worth
        elif holder in own:
            value -= worth
    for power in own:
        for _, force in of_power(state, power):
            value += UNIT * (force.cu + force.inside)
            value += LEADER * len(force.leaders)
        if raids(game, power):
            value += PLUNDER * state.plunder
    return value + CARD * len(state.hands.get(seat, ()))


def _doing(game: Game, state: State, seat: str) -> float:
    """Small worth of going where something is to be won, so that armies do not stand about."""
    value = 0.0
    for power in game.powers_of[seat]:
        for space, force in of_power(state, power):
            if not force.cu or not force.leaders:
                continue
            holder = state.control[space]
            if holder != power and not (holder != INDEPENDENT and allied(game, state, power, holder)):
                prize = 3.0 if game.spaces[space].victory_point else 1.0
                kind = kind_of(game, state, space)
                if kind == "normal" or force.cu >= game.numbers.siege_least:
                    value += 6.0 * prize
            for near in game.links[space]:
                for other in state.forces.get(near, ()):
                    if other.power == power or allied(game, state, power, other.power) or not other.cu:
                        continue
                    value += IN_REACH * max(min(force.cu - other.cu, 5), -5)
    march = find(state, Activation)
    if march is not None and march.seat == seat:
        value += STRAY * march.left
    battle = find(state, Battle)
    if battle is not None:
        attack, defence = battle.attacker.cu, battle.defender.cu
        if game.seat_of.get(battle.attacker.power) == seat:
            value += 4.0 * (attack - defence)
        elif game.seat_of.get(battle.defender.power) == seat:
            value += 4.0 * (defence - attack)
    impulse = find(state, Impulse)
    if impulse is not None and impulse.seat == seat and impulse.played:
        value += CARD
    return value
