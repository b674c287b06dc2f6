"""Hands and the decks that they are drawn from: sets of cards, in which any card may be unknown.

A deck is what of its cards is nowhere else; so a hand and the open cards are all that is kept. A card is drawn when it
is drawn, and an empty deck is made anew of the discards between two of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated

import immutables

from rules.chance import UNKNOWN, Chance
from rules.ruleset import Event
from rules.secrecy import Hidden

Hands = immutables.Map[str, tuple[str, ...]]
"""The cards that each seat holds, `"?"` for one that is not known."""


class CardDrawn(Event, frozen=True):
    """A seat draws a card, which it alone knows."""

    words = "{seat} draws {card}"

    seat: str
    card: Annotated[str, Hidden(known_to="seat")]


class DeckReshuffled(Event, frozen=True):
    """The discards of a seat are its deck again."""

    words = "{seat} makes a new deck of the discards"

    seat: str


def unseen(deck: Iterable[str], *seen: Collection[str]) -> list[str]:
    """The cards of a deck that are in none of these places: still to be drawn, or unknown where they are."""
    return [card for card in deck if not any(card in place for place in seen)]


def draw(seat: str, hand: Collection[str], unseen: list[str], chance: Chance) -> Event:
    """What comes next where a seat draws a card: its deck, if it is empty, is made anew, and otherwise the card."""
    if len(unseen) <= list(hand).count(UNKNOWN):
        return DeckReshuffled(seat)
    return CardDrawn(seat, chance.draw(f"card:{seat}", seat, unseen, known_to=(seat,)))


def without(hands: Hands, seat: str, card: str) -> Hands:
    """The hands when this card has left the seat's; an unknown one where it is not among those that are known."""
    hand = list(hands[seat])
    gone = card if card in hand else UNKNOWN
    if gone in hand:
        hand.remove(gone)
    return hands.set(seat, tuple(hand))


def may_be(hand: Collection[str], unseen: Iterable[str]) -> list[str]:
    """The cards that a hand may hold: those that are known, and where one is not, any that nobody has seen."""
    return [*(card for card in hand if card != UNKNOWN), *(unseen if UNKNOWN in hand else ())]


def as_seen(hands: Mapping[str, tuple[str, ...]], seats: Collection[str]) -> Hands:
    """The hands as these seats see them: the others' cards are counted and not named."""
    return Hands({seat: hand if seat in seats else (UNKNOWN,) * len(hand) for seat, hand in hands.items()})


def filled(hands: Hands, seat: str, unseen: list[str], chance: Chance) -> Hands:
    """The hands with any cards that nobody has seen in place of those that are unknown in the seat's; for bots."""
    full, left = list(hands.get(seat, ())), list(unseen)
    for at, card in enumerate(full):
        if card == UNKNOWN:
            full[at] = chance.draw(f"resample:{seat}", seat, left)
            left.remove(full[at])
    return hands.set(seat, tuple(full)) if full else hands
