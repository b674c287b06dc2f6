"""Cards and their events, told in one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from rules.sword_of_rome.wording import card_title, cited, titles
from rules.wording import capital

Telling = Callable[[Game, State, Any], str]


def _card_played(game: Game, state: State, event: events.CardPlayed) -> str:
    record = game.cards[event.card]
    use = {
        "ops": f"for {record.ops} Ops (7.1)",
        "event": "as an event (7.1)",
        "bribe": "as a bribe (7.2.2)",
        "sail": "for a retreat by sea (12.4.3)",
        "desperate": "(7.4)",
    }[event.use]
    gone = ", out of the game" if event.removed else ""
    return f"{capital(game.seat_title(event.seat))}: {game.title(event.card)} {use}{gone}"


TELLINGS: dict[type[Event], Telling] = {
    events.CardDrawn: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {card_title(game, event.card)} drawn (6.2)"
    ),
    events.CardDiscarded: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {card_title(game, event.card)} discarded{cited(event.rule)}"
    ),
    events.DiscardingEnded: lambda game, state, event: "The rest of the hand is kept (6.2.1)",
    events.CardPlayed: _card_played,
    events.DeckReshuffled: lambda game, state, event: (
        f"The deck of {game.seat_title(event.seat)} is made new of the discards{cited(event.rule)}"
    ),
    events.SwordsRefused: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: no, thanks (7.1)"
    ),
    events.HandSeen: lambda game, state, event: (
        f"{capital(game.seat_title(event.by))}: a look at the hand of {game.seat_title(event.of)}"
        + (f": {titles(game, event.cards)}" if event.cards else "")
        + " (7.1)"
    ),
    events.EventStepped: lambda game, state, event: (
        f"The event goes on with {game.title(event.chosen)} (7.1)" if event.chosen else ""
    ),
    events.EventCancelled: lambda game, state, event: (
        f"{'The Gallic event' if event.card.startswith('gallic-event') else game.title(event.card)} has no effect: "
        f"{event.why} (7.1)"
    ),
    events.CardsPutAway: lambda game, state, event: "",
}
"""One line for each of these events."""
