"""How good a position is for a seat, in hundredths of a Victory Point: for bots that look one decision ahead.

Counted are VP and what the next VP Phases would bring, more where the game could be won by them; what stands on the
board (`evaluation_board`); cards (`evaluation_cards`); and what has begun and is not finished: support points, CU to be
placed, an army on the move, a battle (`evaluation_marches`). What the others have counts against it, most of all that
one is about to win. No seat is treated otherwise than another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.sword_of_rome.evaluation_board import SUPPORT, UNIT, holdings, standings
from rules.sword_of_rome.evaluation_cards import CARD, DRAWN, in_hand
from rules.sword_of_rome.evaluation_marches import ahead, attempts_due, battle_due, entry_due
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import GAULS, playing
from rules.sword_of_rome.procedures import (
    Activation,
    Battle,
    Campaign,
    Desperation,
    Discarding,
    Entry,
    Impulse,
    Operation,
    Penalties,
    Placement,
    Proposal,
    Renewing,
    Support,
    Window,
)
from rules.sword_of_rome.state import State, changed, pair
from rules.sword_of_rome.victory import level_of

POINT = 100
DUE, LATER, LONG = 90, 20, 3
"""What a VP is worth that is due at the end of the turn, and more for each turn after it, up to so many."""
WINNING, CLOSE = 50, 3
"""How much more points count that come within so many of the level at which the game is won (4.2), squared."""
PLUNDER = 96
"""What a full plunder track is worth, a little less than the VP that it brings (14.1)."""
DESPERATE, SOONER = 44, 7
"""Desperate Times kept for later, and how much less each turn."""
LAST = 4
"""To be the last of the seats in each round of the turn."""
OPS, CAMPAIGN, PENDING = 8, 18, 9
"""A point of Ops to be used; an army of a Campaign to be activated; tenths of what is still to come."""
OFFERED = 4
"""Tenths of what an alliance is worth that has been offered."""
OWED = 5
"""A point of loyalty to be paid."""


def evaluate(game: Game, state: State, seat: str) -> float:
    """How good the (viewed) state is for the seat."""
    if state.ending is not None:
        return 100000.0 if seat in state.ending.winners else -100000.0
    if not state.vp:
        return 0.0
    side = next((each.seats for each in game.scenario.sides if seat in each.seats), (seat,))
    board, held = standings(game, state), holdings(game, state)
    level, left = level_of(game, state.turn), game.scenario.turns - state.turn
    last = _last(game, state)
    own = others = number = nearest = 0
    for each in playing(game, state):
        points, due = state.vp.get(each, 0), held[each].due
        value = (
            board[each] + POINT * points + (DUE + LATER * min(left, LONG)) * due + _cards(game, state, each)
        )
        if each == last:
            value += LAST
        close = points + due - level + CLOSE
        winning = WINNING * close * close if close > 0 else 0
        if each in side:
            own += value + winning
        else:
            others += value
            number += 1
            nearest = max(nearest, winning)
    return own - others / max(number, 1) - nearest + _begun(game, state, seat)


def _cards(game: Game, state: State, seat: str) -> int:
    """What a seat's cards are worth, and the Gauls' plunder."""
    value = in_hand(game, state, seat)
    if state.plunder and GAULS in game.powers_of[seat]:
        value += PLUNDER * state.plunder // game.numbers.plunder_track
    return value + _kept(state) * len(state.desperate.get(seat, ()))


def _last(game: Game, state: State) -> str:
    """The seat that is the last in each round of the turn."""
    if not state.first or state.phase != "action":
        return ""
    return game.clockwise[game.clockwise.index(state.first) - 1]


def _kept(state: State) -> int:
    """What Desperate Times are worth that are kept for later."""
    return max(DESPERATE - SOONER * state.turn, 0)


# What has begun and is still to come


def _begun(game: Game, state: State, seat: str) -> int:
    value = 0
    march: Activation | None = None
    for procedure in state.stack:
        if isinstance(procedure, Activation):
            march = procedure
        telling = _TELLINGS.get(type(procedure))
        if telling is not None:
            value += telling(game, state, seat, procedure)
    if march is not None and march.seat == seat and march.stage != "ended":
        value += ahead(game, state, march, seat) - march.used
    return value + _fighting(game, state, seat, march)


def _fighting(game: Game, state: State, seat: str, march: Activation | None) -> int:
    """What a battle promises that is fought or about to be."""
    for procedure in reversed(state.stack):
        if isinstance(procedure, Battle) and not procedure.winner:
            due = battle_due(game, state, procedure)
            return _for(game, seat, procedure.attacker.power, due) - _for(
                game, seat, procedure.defender.power, due
            )
        if isinstance(procedure, Entry) and march is not None and not procedure.result:
            due, enemy = entry_due(game, state, procedure, march)
            due -= attempts_due(game, state, procedure, march, due)
            if not enemy:
                enemy = next((each.power for each in procedure.interceptions), "")
            return _for(game, seat, march.power, due) - _for(game, seat, enemy, due)
    return 0


def _for(game: Game, seat: str, power: str, value: int) -> int:
    return value if game.seat_of.get(power) == seat else 0


def _support(game: Game, state: State, seat: str, support: Support) -> int:
    value = SUPPORT * support.points
    whose = game.seat_of.get(support.power)
    if support.mode == "lose":
        return -value if whose == seat else value // 3
    if whose == seat:
        return PENDING * value * (14 if support.mode == "victory" else 10) // 100
    return -value // 3 if support.seat != seat else value // 3


def _placement(game: Game, state: State, seat: str, placement: Placement) -> int:
    return PENDING * UNIT * placement.cu // 10 if placement.seat == seat else 0


def _penalties(game: Game, state: State, seat: str, penalties: Penalties) -> int:
    return -OWED * penalties.owed if penalties.seat == seat else 0


def _operation(game: Game, state: State, seat: str, operation: Operation) -> int:
    if operation.seat != seat or operation.stage == "used":
        return 0
    return OPS * operation.value // (2 if operation.neutral else 1)


def _campaign(game: Game, state: State, seat: str, campaign: Campaign) -> int:
    return CAMPAIGN * campaign.left if campaign.seat == seat else 0


def _impulse(game: Game, state: State, seat: str, impulse: Impulse) -> int:
    """Minor leaders do not come and go for nothing."""
    return -len(impulse.placed) if impulse.seat == seat else 0


def _window(game: Game, state: State, seat: str, window: Window) -> int:
    """Desperate Times that is announced will be used."""
    return OPS * 3 - _kept(state) if window.claim and window.claim[0] == seat else 0


def _desperation(game: Game, state: State, seat: str, desperation: Desperation) -> int:
    return OPS * 3 if desperation.seat == seat and desperation.stage == "choose" else 0


def _discarding(game: Game, state: State, seat: str, discarding: Discarding) -> int:
    if seat not in discarding.queue:
        return 0
    limit = game.scenario.hands[seat]  # type: ignore[index]
    return CARD * DRAWN * max(limit - len(state.hands.get(seat, ())), 0)


def _alliance(game: Game, state: State, seat: str, power: str, other: str) -> int:
    """What being allied is worth to a seat, against not being."""
    name = pair(power, other)
    with_it = changed(state, alliances=state.alliances | {name})
    without = changed(state, alliances=state.alliances - {name})
    own = standings(game, with_it)[seat] - standings(game, without)[seat]
    theirs = game.seat_of.get(other if game.seat_of.get(power) == seat else power, "")
    if theirs and theirs != seat:
        own -= (standings(game, with_it)[theirs] - standings(game, without)[theirs]) // 3
    return own


def _proposal(game: Game, state: State, seat: str, proposal: Proposal) -> int:
    if proposal.stage or game.seat_of.get(proposal.power) != seat:
        return 0
    theirs = _alliance(game, state, proposal.seat, proposal.power, proposal.other)
    own = _alliance(game, state, seat, proposal.power, proposal.other)
    return OFFERED * own // 10 if own > 0 and theirs > 0 else -1


def _renewing(game: Game, state: State, seat: str, renewing: Renewing) -> int:
    """What is declared counts half; it is renewed only if both are ready."""
    value = 0
    for declared in renewing.declared:
        alliance, _, by = declared.partition("/")
        if by == seat:
            power, _, other = alliance.partition("+")
            value += _alliance(game, state, seat, power, other) // 2
    return value


_TELLINGS: dict[type[Any], Callable[[Game, State, str, Any], int]] = {
    Support: _support,
    Placement: _placement,
    Penalties: _penalties,
    Operation: _operation,
    Campaign: _campaign,
    Desperation: _desperation,
    Discarding: _discarding,
    Proposal: _proposal,
    Renewing: _renewing,
    Window: _window,
    Impulse: _impulse,
}
