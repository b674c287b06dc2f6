"""Etruscan gold (7.2.2): an intruder turns back, or an army in the way lets the Etruscans pass."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.activation import send_back
from rules.sword_of_rome.control import raids
from rules.sword_of_rome.forces import enemies_outside, force
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.plunder import take_plunder
from rules.sword_of_rome.powers import ETRUSCANS, allied
from rules.sword_of_rome.procedures import Activation, Entry
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.strategy_cards import could_hold, has_card, refuse_holding
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import goes_on

BRIBE = "bribe"


def bribed_power(game: Game, state: State, entry: Entry) -> str:
    """The power whose army could be bribed in the entered space, "" if none could."""
    if state.phase != "action" or state.mines_depleted or ETRUSCANS not in game.seat_of or entry.sortie:
        return ""
    if entry.power == ETRUSCANS:  # 7.2.2-b
        march = find(state, Activation)
        for each in enemies_outside(game, state, entry.space, entry.power):
            if each.leaders and march is not None and goes_on(game, state, march, entry.space, march.left):
                return each.power
        return ""
    if allied(game, state, entry.power, ETRUSCANS):
        return ""
    own = force(state, entry.space, ETRUSCANS)
    return entry.power if own is not None and own.cu and own.leaders else ""


def asked(game: Game, state: State, entry: Entry) -> str:
    """The Etruscan seat if by what is open it could bribe now, else ""."""
    if not bribed_power(game, state, entry):
        return ""
    seat = game.seat_of[ETRUSCANS]
    if state.desperate.get(seat) and any(game.cards[card].bribe for card in state.desperate[seat]):
        return seat
    held = game.options["responses"] == "held"
    for card in game.deck[seat]:
        could = game.cards[card].bribe and could_hold(state, seat, card)
        if could and (not held or has_card(game, state, seat, card)):
            return seat
    return ""


def options(game: Game, state: State, seat: str) -> Iterator[actions.Play]:
    """The cards with which the seat can bribe."""
    for card in game.deck[seat]:
        if game.cards[card].bribe and has_card(game, state, seat, card):
            yield actions.Play(card, BRIBE)
    for card in state.desperate.get(seat, ()):  # 7.4-i
        if game.cards[card].bribe:
            yield actions.Play(card, BRIBE)


def refuse(game: Game, state: State, seat: str, card: str, use: str) -> Refusal | None:
    """Why the card cannot pay the bribe, or None."""
    if use != BRIBE:
        return "7.2.2", "the moment is for a bribe"
    if card in state.desperate.get(seat, ()):
        return None if game.cards[card].bribe else ("7.2.2", f"{game.title(card)} pays no bribe")
    refused = refuse_holding(game, state, seat, card)
    if refused is not None:
        return refused
    if not game.cards[card].bribe:
        return "7.2.2", f"a bribe takes a card of {game.numbers.bribe_ops} Ops"
    return None


def pay(unfolding: Unfolding, entry: Entry, seat: str, card: str) -> None:
    """The bribe is paid; its card leaves the game (7.1.3-b)."""
    game = unfolding.game
    power = bribed_power(game, unfolding.state, entry)
    source = "desperate" if card in unfolding.state.desperate.get(seat, ()) else "hand"
    unfolding.happen(events.CardPlayed(seat, card, BRIBE, True, source))
    if raids(game, power):  # 7.2.2-e
        take_plunder(unfolding, power, game.numbers.bribe_plunder, "7.2.2")
    if entry.power == ETRUSCANS:
        unfolding.happen(events.PassageBribed(power, entry.space))
        unfolding.finish()
    else:
        send_back(unfolding, entry, "bribed", "7.2.2")


def _passage(_: Game, state: State, event: events.PassageBribed) -> State:
    march = find(state, Activation)
    if march is None:
        return state
    return change_found(state, Activation, bribed=(*march.bribed, f"{event.power}/{event.space}"))


EVOLVE: dict[type[Event], Evolve] = {events.PassageBribed: _passage}
