"""A scenario made ready to be played: cards, numbers, decks, and what is looked up often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.age_of_empires.data_records import Card, Deck, GameData
from rules.age_of_empires.state import State
from rules.ruleset import Event

Evolve = Callable[["Game", State, Any], State]
Refusal = tuple[str, str]
"""Why something is forbidden: the rule's number and a sentence."""
SEATS = ("first", "second")


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """The game made ready with its options. Everything but `kept` is fixed; `kept` holds results of pure look-ups."""

    data: GameData
    cards: Mapping[str, Card]
    numbers: Mapping[str, int]
    decks: Mapping[str, Deck | None]
    """The deck of each seat; None where it is not known."""
    with_sea: bool
    limit: int
    """The turn after which the game ends by the limit; 0: none."""
    evolution: Mapping[type[Event], Evolve]
    ages: Mapping[int, str]
    """The card of each age."""
    kept: dict[Any, Any] = field(default_factory=dict)

    def title(self, name: str) -> str:
        """What people call a card."""
        card = self.cards.get(name)
        return card.title if card is not None else "a card" if name == "?" else name


def other(seat: str) -> str:
    """The opponent."""
    return SEATS[seat == SEATS[0]]
