"""What the views need to know of a ruleset, handed in by whoever knows rulesets: its event types, how older ones are
read, what its events mark, and how its clock and its tally went in a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from eventlog.codec import Codec
from eventlog.record import Beginning

LAST = 2**31 - 1
"""The `last` event of a moment that goes on to the end of its batch."""


class Moment(NamedTuple):
    """What a clock shows during a batch: for its events `first` to `last`, both included. -1 is the decision itself,
    which is made at the clock of the position before it; an event belongs to the clock that it leads to."""

    run: int
    ply: int
    first: int
    last: int
    turn: int
    phase: str
    impulse: int
    seat: str


class TurnEnd(NamedTuple):
    """The tally of a seat after a batch that ends a turn (`ended`), or where a line stands in the midst of one.
    `measures` is a JSON object of numbers."""

    run: int
    ply: int
    turn: int
    title: str
    ended: bool
    seat: str
    measures: str


class Course(msgspec.Struct, frozen=True):
    """How clock and tally went in a game, over all of its batches. It follows from the log and may be made anew; `made`
    says how it was reckoned (see `Described`)."""

    made: str
    moments: Sequence[Moment]
    ends: Sequence[TurnEnd]


class Played(msgspec.Struct, frozen=True):
    """A whole game as its course is reckoned from it.

    `runs` is (parent, fork) of each run, in order; `batches` (run, ply, seat) in the order of runs and plies;
    `events` the same with (type, version, payload) of each, in order; `stands` where lines stand, as (run, ply).
    """

    begin: Beginning
    data: bytes
    runs: Sequence[tuple[int | None, int | None]]
    batches: Sequence[tuple[int, int, str]]
    events: Mapping[tuple[int, int], Sequence[tuple[str, int, str]]]
    stands: Iterable[tuple[int, int]]


class Stands(NamedTuple):
    """Events of a type tell where pieces are: the fields that together name the place, the field with the pieces ("":
    the place of whatever goes on), and whether what goes along with them comes, too."""

    type: str
    place: tuple[str, ...]
    pieces: str
    marches: bool


class GoesAlong(NamedTuple):
    """Events of a type tell what goes along with pieces from then on: the reason, the field with the pieces, and the
    field with what goes along ("": nothing)."""

    type: str
    reason: str
    pieces: str
    along: str


class Commands(NamedTuple):
    """Events of a type tell who commands a side ("": as their field `side` has it) of a battle: the fields with the
    leader and with whose army it is, and a field with the value that it must have ("": any event does)."""

    type: str
    side: str
    leader: str
    army: str
    where: tuple[str, str]


class Told(msgspec.Struct, frozen=True):
    """What events of a ruleset tell that later ones leave unsaid."""

    stands: Sequence[Stands] = ()
    along: Sequence[GoesAlong] = ()
    commands: Sequence[Commands] = ()


class Described(msgspec.Struct, frozen=True):
    """A ruleset as the views see it. `marks`: what kind of moment the events of a type are (`battle`, `loss` …);
    `made`: changes whenever its clock or tally would be reckoned otherwise; `unknown`: of which types a field may hold
    "?" that Python reads as something else; `owners`: whose each piece of a game is that is always the same one's;
    `told`: where pieces are and who commands, as events tell it."""

    name: str
    title: str
    made: str
    event_types: Sequence[type[Any]]
    codec: Codec
    marks: Mapping[str, str]
    unknown: frozenset[str]
    course: Callable[[Played], Course]
    owners: Callable[[Beginning, bytes], Mapping[str, str]] = lambda begin, data: {}
    told: Told = Told()

    @property
    def schema(self) -> str:
        """The name of the ruleset in SQL."""
        return in_sql(self.name)


Describe = Callable[[], Mapping[str, Described]]
"""The rulesets there are, by name; those that are not looked up need not be loaded."""


def no_rulesets() -> Mapping[str, Described]:
    """None: then there are no views."""
    return {}


def in_sql(name: str) -> str:
    """A name as SQL has it: `_` stands for `-`."""
    return name.replace("-", "_")
