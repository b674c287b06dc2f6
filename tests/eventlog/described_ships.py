"""A ruleset of three events as the archive's views see it, for tests without a game; one event has three versions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, ClassVar, Literal

import msgspec

from eventlog.codec import Chains, Codec
from eventlog.described import LAST, Course, Described, Moment, Played, TurnEnd


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=lambda name: name.lower()):
    """An event of the tests; all of version 1 but one."""

    version: ClassVar[int] = 1


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Position(msgspec.Struct, frozen=True):
    x: int
    y: int


class Rolled(Event, frozen=True):
    """Dice were rolled, with what changed them."""

    version: ClassVar[int] = 3

    who: str
    dice: tuple[int, ...]
    share: float
    to: str = "harbour"
    colour: Colour = Colour.RED


class Moved(Event, frozen=True):
    """A ship moved."""

    ship: str
    at: Position
    why: Literal["wind", "oars"]
    crew: dict[str, int]
    captain: str | None = None
    sunk: bool = False


class Seen(Event, frozen=True):
    """Somebody saw cards, which are not known to all."""

    cards: tuple[str, ...]


CHAINS = Chains(
    [
        ("event:rolled", 1, lambda old: {"who": old["name"], "dice": old["dice"], "share": 0.0}),
        ("event:rolled", 2, lambda old: {**old, "share": sum(old["dice"]) / 2, "to": "sea"}),
    ],
    {"event:rolled": 3, "event:moved": 1, "event:seen": 1},
)
TYPES: Sequence[type[Any]] = (Rolled, Moved, Seen)
CODEC = Codec(TYPES, CHAINS, unknown={"seen": {"cards": ()}})


def course(played: Played) -> Course:
    """Every ply is a turn of its own."""
    moments = [
        Moment(run, ply, -1, LAST, ply, f"phase {ply % 2}", 0, seat) for run, ply, seat in played.batches
    ]
    ends = [
        TurnEnd(run, ply, ply, f"Turn {ply}", True, "north", '{"points":2}') for run, ply, _ in played.batches
    ]
    return Course("1", moments, ends)


SHIPS = Described(
    name="ships",
    title="Ships",
    made="1",
    event_types=TYPES,
    codec=CODEC,
    marks={"rolled": "battle", "moved": "loss"},
    unknown=frozenset({"seen"}),
    course=course,
)


def rulesets() -> dict[str, Described]:
    """The one ruleset."""
    return {"ships": SHIPS}
