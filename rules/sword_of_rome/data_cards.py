"""The records of leaders, cards, markers and Gallic events."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.sword_of_rome.data_conditions import Count, Identity, Land, Ops, Positive, Power
from rules.sword_of_rome.data_effects import AnyOperation, Play
from rules.sword_of_rome.data_origin import Die, Letter, Record, SeatId


class Leader(Record, frozen=True, kw_only=True):
    """A named leader. `activation`: the lowest Ops that activate him; `tactics`: a die at or under it succeeds (8.1);
    `penalty`: loyalty that keeping him costs each turn (8.2.3). `entry`: at the start, from the pool of consuls
    (8.2.2), or by `card`. `lands`: he never leaves them (17.1). `leaves`: he goes when the turn ends."""

    id: Identity
    title: str
    power: Power
    role: Literal["consul", "dictator", "named"]
    activation: Ops
    tactics: Die
    penalty: Count = 0
    entry: Literal["start", "pool", "event"]
    card: str = ""
    lands: tuple[Land, ...] = ()
    leaves: bool = False


class MinorLeader(Record, frozen=True, kw_only=True):
    """The minor leaders of a power, all alike (8.3)."""

    id: Power
    count: Positive
    activation: Ops
    tactics: Die


class Deck(Record, frozen=True, kw_only=True):
    """A seat's cards (6.1)."""

    id: SeatId
    title: str
    letter: Letter
    cards: Positive


class Card(Record, frozen=True, kw_only=True):
    """A card (7.1). `plays`: the ways to play its event. `removed`: leaves the game when played as an event;
    `reshuffle`: the deck is made new at the end of the turn (6.4). `naval`: its play can carry an army by sea; `bribe`:
    may be spent to bribe; `gallic_cancel`: with three players its event is lost and it cancels a Gallic event instead;
    `set_aside`: laid out at the start, never in the deck or the hand (7.4)."""

    id: Annotated[str, Meta(pattern=r"^[a-z]-[1-9][0-9]?$")]
    deck: SeatId
    number: Positive
    title: str
    ops: Ops
    removed: bool = False
    reshuffle: bool = False
    naval: bool = False
    bribe: bool = False
    gallic_cancel: bool = False
    set_aside: bool = False
    text: str
    missing: str = ""
    """What of the text the plays leave out."""
    plays: tuple[Play, ...]


class Marker(Record, frozen=True, kw_only=True):
    """A marker that events place. `lasts`: to the end of the turn or of the game. `each_enemy`: one for each power that
    it is placed against. `value` is its number and `losses` the CU that it costs a beaten army; `text` says how."""

    id: Identity
    title: str
    power: Power
    lasts: Literal["turn", "game"]
    text: str
    value: int = 0
    losses: Count = 0
    each_enemy: bool = False


class GallicEvent(Record, frozen=True, kw_only=True):
    """What two dice give when the Gallic seat would act and nobody has it (5.4)."""

    id: Annotated[str, Meta(pattern=r"^[0-9]+$")]
    roll: Count
    title: str
    text: str
    missing: str = ""
    """What of the text the operations leave out."""
    operations: tuple[AnyOperation, ...] = ()
