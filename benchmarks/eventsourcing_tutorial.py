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

import goofspiel
import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Duel(Aggregate):
    """The game as an aggregate. A hand is a list of cards."""

    @event("Begun")
    def __init__(self, suits: dict[str, list[str]]) -> None:
        self.suits = {seat: set(cards) for seat, cards in suits.items()}
        self.points = dict.fromkeys(suits, 0)
        self.hands: dict[str, list[str]] = {seat: [] for seat in suits}
        self.chosen: dict[str, str] = {}
        self.discards: set[str] = set()
        self.turn = self.die = self.carried = 0
        self.answered: list[str] = []
        self.gave_up = ""

    @event("CardDrawn")
    def card_drawn(self, seat: str, card: str) -> None:
        self.hands[seat].append(card)

    @event("DeckReshuffled")
    def deck_reshuffled(self, seat: str) -> None:
        self.discards -= self.suits[seat]

    @event("PrizeRolled")
    def prize_rolled(self, turn: int, die: int, carried: int) -> None:
        self.turn, self.die, self.carried, self.answered = turn, die, carried, []

    @event("Passed")
    def passed(self, seat: str) -> None:
        self.answered.append(seat)

    @event("PrizeRolledAgain")
    def prize_rolled_again(self, seat: str, card: str, die: int) -> None:
        self.hands[seat].remove(card)
        self.discards.add(card)
        self.die, self.answered = die, list(self.suits)

    @event("CardCommitted")
    def card_committed(self, seat: str, choice: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.chosen[seat] = card

    @event("CardsRevealed")
    def cards_revealed(self, choices: list[str], cards: dict[str, str], winner: str, prize: int) -> None:
        self.discards.update(cards.values())
        self.chosen.clear()
        self.die = 0
        self.carried = 0 if winner in self.points else prize
        if winner in self.points:
            self.points[winner] += prize

    @event("PointsSet")
    def points_set(self, seat: str, points: int) -> None:
        self.points[seat] = points

    @event("Resigned")
    def resigned(self, seat: str) -> None:
        self.gave_up = seat


class Duels(Application[UUID]):
    env: ClassVar[dict[str, str]] = {"PERSISTENCE_MODULE": "eventsourcing.sqlite"}


def store(
    cleaning: ExitStack, folder: Path, game: goofspiel.Game, events: Sequence[Any]
) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Store the events; what rebuilds the aggregate, and what gives its state."""
    application = Duels(env={"SQLITE_DBNAME": str(folder / "tutorial.sqlite")})
    cleaning.callback(application.close)
    duel = Duel(game.suits)
    for happened in events:
        fields = msgspec.to_builtins(happened)
        getattr(duel, fields.pop("type").replace("-", "_"))(**fields)
    application.save(duel)

    def rebuild() -> Any:
        return application.repository.get(duel.id)

    return rebuild, rebuild


def equals(found: Duel, state: goofspiel.State) -> bool:
    """Whether the aggregate came to the state of the game."""
    return (
        found.points == dict(state.points)
        and found.hands == {seat: list(hand) for seat, hand in state.hands.items()}
        and found.chosen == {seat: card for seat, (card,) in state.chosen.items()}
        and found.discards == state.discards
        and found.answered == list(state.answered)
        and (found.turn, found.die, found.carried, found.gave_up)
        == (state.turn, state.die, state.carried, state.resigned)
    )
