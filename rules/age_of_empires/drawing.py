"""Drawing cards from one's own deck, a set of cards (setup-8, detail-2, turn-9)."""

from __future__ import annotations

from rules.age_of_empires import events
from rules.age_of_empires.state import Side
from rules.age_of_empires.unfolding import Unfolding


def deck_size(side: Side) -> int:
    """How many cards the deck holds."""
    return len(side.deck) - side.missing


def can_draw(side: Side) -> bool:
    """Whether a card can be drawn, from the deck or from the discard pile made anew (detail-2)."""
    return deck_size(side) > 0 or bool(side.discards)


def draw_card(unfolding: Unfolding, seat: str) -> None:
    """Draws a card; an empty deck is made anew of the discard pile, and if that is empty too nothing is drawn."""
    side = unfolding.state.sides[seat]
    if not can_draw(side):
        return
    if deck_size(side) <= 0:
        unfolding.happen(events.DeckReshuffled(seat))
        side = unfolding.state.sides[seat]
    card = unfolding.chance.draw(f"card:{seat}", seat, side.deck, known_to=())
    unfolding.happen(events.CardDrawn(seat, card))
