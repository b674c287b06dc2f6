"""Hands, decks and discards (6), and the events of cards step by step (7.1)."""

from __future__ import annotations

from typing import Annotated

from rules.ruleset import Event
from rules.secrecy import Hidden


class CardDrawn(Event, frozen=True):
    """A seat draws a card from its deck (6.2.2)."""

    seat: str
    card: Annotated[str, Hidden(known_to="seat")]


class CardDiscarded(Event, frozen=True):
    """A seat puts a card of its hand on its discard pile (6.2.1)."""

    seat: str
    card: str
    rule: str


class DiscardingEnded(Event, frozen=True):
    """A seat keeps the rest of its hand; those still to decide (6.2.1)."""

    queue: tuple[str, ...]


class CardPlayed(Event, frozen=True):
    """A card is played; `use`: ops, event, bribe, sail or desperate; `removed`: it leaves the game (7.1.3)."""

    seat: str
    card: str
    use: str
    removed: bool = False
    source: str = "hand"


class DeckReshuffled(Event, frozen=True):
    """The discards are the deck again (6.4)."""

    seat: str
    rule: str


class HandSeen(Event, frozen=True):
    """A seat looks at another's hand."""

    by: str
    of: str
    cards: Annotated[tuple[str, ...], Hidden(known_to="by", unknown=())]


class CardsPutAway(Event, frozen=True):
    """So many cards were put away and may be drawn anew (7.4)."""

    count: int


class EventStepped(Event, frozen=True):
    """The next operation of an event is due; `chosen`: what was chosen for it; `space`: where."""

    next: int
    chosen: str = ""
    space: str = ""
    left: int = 0


class SwordsRefused(Event, frozen=True):
    """A seat that was offered new CU does not want them."""

    seat: str


class EventCancelled(Event, frozen=True):
    """An announced event has no effect."""

    card: str
    why: str
