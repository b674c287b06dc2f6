"""Goofspiel with a die: actions, events, state and data."""

from typing import Annotated, ClassVar

from immutables import Map
from msgspec import Struct

from rules.ruleset import Action, Event
from rules.secrecy import Hidden, Opens


class Pass(Action, frozen=True): ...


class Again(Action, frozen=True): ...


class Spy(Action, frozen=True):
    slot: str


class Commit(Action, frozen=True):
    slot: Annotated[str, Hidden()]
    card: Annotated[str, Hidden()]  # any that it may be where the record does not know it


class CardDrawn(Event, frozen=True):
    seat: str
    slot: str
    card: Annotated[str, Hidden(known_to="seat", name="slot")]


class DeckReshuffled(Event, frozen=True):
    seat: str


class PrizeRolled(Event, frozen=True):
    version: ClassVar[int] = 2  # version 1 did not say what is carried over
    turn: int
    die: int
    carried: int


class SeatsAsked(Event, frozen=True):
    decision: str
    seats: tuple[str, ...]


class PrizeRolledAgain(Event, frozen=True):
    seat: str
    slot: str
    card: str
    set_aside: int
    die: int
    opens: ClassVar[Opens] = Opens("slot")


class CardSeen(Event, frozen=True):
    seat: str
    slot: str
    knowing: tuple[str, ...]
    card: Annotated[str, Hidden(known_to="knowing")]
    opens: ClassVar[Opens] = Opens("slot", to="seat")


class CardCommitted(Event, frozen=True):
    seat: str
    choice: str
    slot: Annotated[str, Hidden(known_to="seat", name="choice")]
    card: Annotated[str, Hidden(known_to="seat")]


class CardsRevealed(Event, frozen=True):
    slots: dict[str, str]
    cards: dict[str, str]
    winner: str
    prize: int
    parts: tuple[str, ...]
    opens: ClassVar[Opens] = Opens("parts")


class PointsSet(Event, frozen=True):
    seat: str
    points: int


class GameEnded(Event, frozen=True):
    how: str
    winners: tuple[str, ...]


class Held(Struct, frozen=True):
    slot: str
    card: str
    seen: tuple[str, ...] = ()


class State(Struct, frozen=True):
    points: Map[str, int]
    hands: Map[str, tuple[Held, ...]]
    drawn: Map[str, int]
    spies: Map[str, int]
    chosen: Map[str, Held] = Map()
    discards: frozenset[str] = frozenset()
    turn: int = 0
    decision: str = ""
    awaited: tuple[str, ...] = ()
    die: int = 0
    rolls: int = 0
    carried: int = 0  # shape 1 had none
    how: str = ""
    winners: tuple[str, ...] = ()


class Card(Struct, frozen=True):
    name: str
    seat: str
    rank: int
    source: str
    again: bool = False


class Data(Struct, frozen=True, kw_only=True):
    hand: int
    faces: int
    spies: int  # shape 1 had none
    turns: dict[str, int]
    card: tuple[Card, ...]


class Game(Struct, frozen=True):
    data: Data
    turns: int
    suits: dict[str, tuple[str, ...]]
    ranks: dict[str, int]
    aces: frozenset[str]
