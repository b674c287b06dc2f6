"""A scenario made ready to be played: map, decks, leaders, numbers, tables, and what is looked up often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.ruleset import Event
from rules.sword_of_rome.data_board import Board
from rules.sword_of_rome.data_cards import Card, Marker
from rules.sword_of_rome.data_map import Space
from rules.sword_of_rome.data_rules import Numbers, Places, PowerRecord
from rules.sword_of_rome.data_scenarios import Scenario
from rules.sword_of_rome.state import State

Evolve = Callable[["Game", State, Any], State]
Refusal = tuple[str, str]
"""Why something is forbidden: the rule's number and a sentence."""


class Leader(NamedTuple):
    """A leader, named or minor. `role`: consul, dictator, named or minor; `entry`: start, pool, event or minor."""

    id: str
    title: str
    power: str
    role: str
    activation: int
    tactics: int
    penalty: int = 0
    entry: str = "minor"
    lands: tuple[str, ...] = ()
    leaves: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A scenario made ready with its options. Everything but `kept` is fixed; `kept` holds results of pure look-ups."""

    board: Board
    scenario: Scenario
    options: Mapping[str, str]
    numbers: Numbers
    places: Places
    spaces: Mapping[str, Space]
    """The spaces in play, in the order of the alphabet."""
    links: Mapping[str, Mapping[str, str]]
    """For each space those that can be entered from it by land, with the terrain of the connection (2.3)."""
    clear_for: Mapping[tuple[str, str], tuple[str, ...]]
    """For connections that are clear for some powers these powers, both ways (9.2)."""
    road: tuple[str, ...]
    leaders: Mapping[str, Leader]
    minors: Mapping[str, tuple[str, ...]]
    cards: Mapping[str, Card]
    markers: Mapping[str, Marker]
    deck: Mapping[str, tuple[str, ...]]
    """For each seat the cards of its deck, Desperate Times left out (6.1)."""
    desperate: Mapping[str, tuple[str, ...]]
    """For each seat its Desperate Times (7.4)."""
    seats: tuple[str, ...]
    """The seats of the scenario, clockwise."""
    clockwise: tuple[str, ...]
    """All seats clockwise, also one that nobody has (5.4)."""
    powers: Mapping[str, PowerRecord]
    """The powers in play, player powers first."""
    powers_of: Mapping[str, tuple[str, ...]]
    seat_of: Mapping[str, str]
    """The seat that owns a player power; other powers are not in it."""
    neutral: tuple[str, ...]
    """The non-player powers in the order of 5.10.1."""
    arch_enemy: Mapping[str, str]
    """For each non-player power the seat that is its enemy (16.1)."""
    tie: Mapping[str, int]
    """The place of each seat in the tie order: 0 is best (4.4)."""
    evolution: Mapping[type[Event], Evolve]
    windows: Mapping[tuple[str, str], tuple[tuple[str, int], ...]]
    """By seat and window its cards that may be played there, each with the number of the play (7.1.1)."""
    kept: dict[Any, Any] = field(default_factory=dict)

    def seat_title(self, seat: str) -> str:
        """What people call a seat: it may have the same name as a power."""
        record = self.board.data.seat.get(seat)
        return record.title if record is not None else self.title(seat)

    def title(self, name: str) -> str:
        """What people call a space, leader, card, seat or power."""
        space = self.spaces.get(name)
        if space is not None:
            return space.title
        leader = self.leaders.get(name)
        if leader is not None:
            return leader.title
        card = self.cards.get(name)
        if card is not None:
            return f"{card.id.upper()} {card.title}"
        power = self.board.data.power.get(name)
        if power is not None:
            return power.title
        seat = self.board.data.seat.get(name)
        if seat is not None:
            return seat.title
        marker = self.markers.get(name)
        return marker.title if marker is not None else name
