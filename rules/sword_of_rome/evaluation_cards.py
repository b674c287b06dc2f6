"""What cards are worth in the hand: their Ops, and events that bring VP where an army stands in the right place."""

from __future__ import annotations

from typing import NamedTuple

from rules.secrecy import UNKNOWN
from rules.sword_of_rome.conditions import all_hold
from rules.sword_of_rome.data_conditions import ArmyAt
from rules.sword_of_rome.data_effects import GainVictoryPoints
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from rules.sword_of_rome.where import spaces_of

CARD, DRAWN = 3, 2
"""A card of the hand by its Ops, and the Ops that one not known, or not drawn yet, has on average."""
READY = 60
"""A VP that an event of the hand would bring at once."""


class Prospect(NamedTuple):
    """A way to play a card that brings VP: the number of the play, how many, and the army that it asks for."""

    play: int
    points: int
    army: ArmyAt | None


def prospects(game: Game) -> dict[str, Prospect]:
    """By card the plays that bring VP to the seat that plays it."""
    found: dict[str, Prospect] | None = game.kept.get("prospects")
    if found is None:
        found = {}
        for card in game.cards.values():
            for number, play in enumerate(card.plays):
                gained = [
                    each
                    for each in play.operations
                    if isinstance(each, GainVictoryPoints)
                    and each.count > 0
                    and each.power in game.powers_of.get(card.deck, ())
                ]
                if play.window == "own-action" and gained:
                    asked = [each for each in play.requires if isinstance(each, ArmyAt)]
                    army = asked[0] if len(asked) == len(play.requires) == 1 else None
                    found[card.id] = Prospect(number, sum(each.count for each in gained), army)
        game.kept["prospects"] = found
    return found


def in_hand(game: Game, state: State, seat: str) -> int:
    """What the cards of a seat's hand are worth, as far as they are known."""
    value = 0
    bringing = prospects(game)
    for card in state.hands.get(seat, ()):
        if card == UNKNOWN:
            value += CARD * DRAWN
            continue
        value += CARD * game.cards[card].ops
        prospect = bringing.get(card)
        if prospect is not None and all_hold(
            game, state, seat, game.cards[card].plays[prospect.play].requires
        ):
            value += READY * prospect.points
    return value


def wished(game: Game, state: State, seat: str, power: str, cu: int) -> dict[str, int]:
    """The spaces in which an army of so many CU would let the seat play an event for VP, with what that is worth."""
    found: dict[str, int] = {}
    bringing = prospects(game)
    for card in state.hands.get(seat, ()):
        prospect = bringing.get(card)
        if prospect is None or prospect.army is None or cu < prospect.army.units:
            continue
        if all_hold(game, state, seat, game.cards[card].plays[prospect.play].requires):
            continue
        for space in spaces_of(game, state, prospect.army.at, power):
            found[space] = max(found.get(space, 0), READY * prospect.points)
    return found
