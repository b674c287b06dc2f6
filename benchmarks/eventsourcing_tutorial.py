"""The tiny game in the library `eventsourcing`, as its tutorial writes an aggregate.

The state is a plain mutable object (quicker to change than the states here, and only the last one is had); events are
what its methods are decorated with, JSON by the library's transcoder, one row each in an SQLite file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from goofspiel import pieces, play

OTHER = play.OTHER


class Duel(Aggregate):
    """The game as an aggregate. A hand is a dict from slot to card."""

    @event("Begun")
    def __init__(self, suits: dict[str, list[str]], spies: int) -> None:
        self.suits = {seat: set(cards) for seat, cards in suits.items()}
        self.points = dict.fromkeys(suits, 0)
        self.drawn = dict.fromkeys(suits, 0)
        self.spies = dict.fromkeys(suits, spies)
        self.hands: dict[str, dict[str, str]] = {seat: {} for seat in suits}
        self.seen: dict[str, list[str]] = {}
        self.chosen: dict[str, tuple[str, str]] = {}
        self.discards: set[str] = set()
        self.turn = self.die = self.rolls = self.carried = 0
        self.decision = self.how = ""
        self.awaited: list[str] = []
        self.winners: list[str] = []

    @event("CardDrawn")
    def card_drawn(self, seat: str, slot: str, card: str) -> None:
        self.hands[seat][slot] = card
        self.drawn[seat] += 1

    @event("DeckReshuffled")
    def deck_reshuffled(self, seat: str) -> None:
        self.discards -= self.suits[seat]

    @event("PrizeRolled")
    def prize_rolled(self, turn: int, die: int, carried: int) -> None:
        self.turn, self.die, self.carried, self.rolls = turn, die, carried, 1

    @event("SeatsAsked")
    def seats_asked(self, decision: str, seats: list[str]) -> None:
        self.decision, self.awaited = decision, list(seats)

    @event("PrizeRolledAgain")
    def prize_rolled_again(self, seat: str, slot: str, card: str, set_aside: int, die: int) -> None:
        del self.hands[seat][slot]
        self.discards.add(card)
        self.die = die
        self.rolls += 1

    @event("CardSeen")
    def card_seen(self, seat: str, slot: str, knowing: list[str], card: str) -> None:
        self.hands[OTHER[seat]][slot] = card
        self.seen[slot] = list(knowing)
        self.spies[seat] -= 1

    @event("CardCommitted")
    def card_committed(self, seat: str, choice: str, slot: str, card: str) -> None:
        self.chosen[seat] = (slot, card)
        self.awaited.remove(seat)

    @event("CardsRevealed")
    def cards_revealed(
        self, slots: dict[str, str], cards: dict[str, str], winner: str, prize: int, parts: list[str]
    ) -> None:
        for seat, slot in slots.items():
            del self.hands[seat][slot]
        self.discards.update(cards.values())
        self.chosen.clear()
        if winner:
            self.points[winner] += prize

    @event("PointsSet")
    def points_set(self, seat: str, points: int) -> None:
        self.points[seat] = points

    @event("GameEnded")
    def game_ended(self, how: str, winners: list[str]) -> None:
        self.decision, self.awaited = "", []
        self.how, self.winners = how, list(winners)


class Duels(Application[UUID]):
    env: ClassVar[dict[str, str]] = {"PERSISTENCE_MODULE": "eventsourcing.sqlite"}


def store(
    cleaning: ExitStack, folder: Path, game: pieces.Game, events: Sequence[Any]
) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Store the events; what rebuilds the aggregate, and what gives its state."""
    application = Duels(env={"SQLITE_DBNAME": str(folder / "tutorial.sqlite")})
    cleaning.callback(application.close)
    duel = Duel({seat: list(cards) for seat, cards in game.suits.items()}, game.data.spies)
    for happened in events:
        fields = msgspec.to_builtins(happened)
        getattr(duel, fields.pop("type").replace("-", "_"))(**fields)
    application.save(duel)

    def rebuild() -> Any:
        return application.repository.get(duel.id)

    return rebuild, rebuild


def equals(found: Duel, state: pieces.State) -> bool:
    """Whether the aggregate came to the state of the game."""
    return (
        found.points == dict(state.points)
        and found.hands == {seat: {held.slot: held.card for held in hand} for seat, hand in state.hands.items()}
        and found.chosen == {seat: (held.slot, held.card) for seat, held in state.chosen.items()}
        and found.discards == state.discards
        and found.awaited == list(state.awaited)
        and (found.turn, found.die, found.rolls, found.carried, found.decision, found.how)
        == (state.turn, state.die, state.rolls, state.carried, state.decision, state.how)
    )  # fmt: skip
