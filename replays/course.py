"""How clock and tally went in a game: what the archive's views know of turns and phases, and of standings by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import astuple

from eventlog.described import (
    LAST,
    Commands,
    Course,
    Described,
    GoesAlong,
    Moment,
    Played,
    Stands,
    Told,
    TurnEnd,
)
from eventlog.record import Beginning
from replays.opening import UNDO, OpenGame, codec_of, data_hash, decode_data, find_ruleset, prepare
from rules import secrecy, whereabouts
from rules.ruleset import AnyRuleset, Clock, Event, installed

SHAPE = 1
"""Moves when a course is reckoned otherwise from the same log."""


class Rulesets(Mapping[str, Described]):
    """The installed rulesets as the archive's views see them; each is loaded when it is looked up."""

    def __getitem__(self, name: str) -> Described:
        return described(name)

    def __contains__(self, name: object) -> bool:
        return name in installed()

    def __iter__(self) -> Iterator[str]:
        return iter(installed())

    def __len__(self) -> int:
        return len(installed())


def made_by(rules: AnyRuleset) -> str:
    """What a stored course says of how it was reckoned."""
    return f"{SHAPE}.{rules.version}.{rules.state_shape}"


@lru_cache(maxsize=64)
def described(name: str) -> Described:
    """A ruleset as the archive's views see it. Raises NoSuchRuleset."""
    rules = find_ruleset(name)
    return Described(
        name=rules.name,
        title=rules.title,
        made=made_by(rules),
        event_types=rules.event_types,
        codec=codec_of(rules),
        marks=marks_of(rules),
        unknown=frozenset(
            str(kind.__struct_config__.tag)
            for kind in rules.event_types
            if any(marker.unknown != secrecy.UNKNOWN for _, marker in secrecy.hidden_fields(kind))
        ),
        course=course_of,
        owners=owners_of,
        told=told_by(rules),
    )


def told_by(rules: AnyRuleset) -> Told:
    """What the events of a ruleset tell that later ones leave unsaid, by the names of their types."""
    each = [
        (str(kind.__struct_config__.tag), telling) for kind, all in rules.tells.items() for telling in all
    ]
    return Told(
        [
            Stands(name, *astuple(telling))
            for name, telling in each
            if isinstance(telling, whereabouts.Stands)
        ],
        [
            GoesAlong(name, *astuple(telling))
            for name, telling in each
            if isinstance(telling, whereabouts.GoesAlong)
        ],
        [
            Commands(name, *astuple(telling))
            for name, telling in each
            if isinstance(telling, whereabouts.Commands)
        ],
    )


def marks_of(rules: AnyRuleset) -> dict[str, str]:
    """What kind of moment the events of each type are. A mark follows from the type alone: an event without values is
    marked as any other."""
    found = {}
    for kind in rules.event_types:
        mark = rules.mark(kind(**dict.fromkeys(kind.__struct_fields__)))
        if mark is not None:
            found[str(kind.__struct_config__.tag)] = str(mark)
    return found


class Follower:
    """Follows a game batch by batch along one run at a time, and writes its course down."""

    def __init__(self, opened: OpenGame) -> None:
        self._opened = opened
        self.moments: list[Moment] = []
        self.ends: list[TurnEnd] = []

    def clock(self, state: Any) -> Clock:
        """What the clock shows in a state."""
        return self._opened.ruleset.clock(self._opened.game, state)

    told = False
    """Whether the last batch that was passed has ended a turn or the game, so that what every seat has is told."""

    def passed(
        self, run: int, ply: int, seat: str, before: Any, now: Clock, events: Sequence[Event], after: Any
    ) -> Clock:
        """As `follow`, and where the batch ends a turn or the game, what every seat has then."""
        then = self.follow(run, ply, seat, before, now, events, after)
        over = self._opened.ruleset.result(self._opened.game, after) is not None
        self.told = over or now.turn != then.turn
        if self.told:
            self.tally(run, ply, now, after, ended=True)
        return then

    def follow(
        self, run: int, ply: int, seat: str, before: Any, now: Clock, events: Sequence[Event], after: Any
    ) -> Clock:
        """One batch, from the position before it (and its clock) to the one after it; the clock there."""
        then = self.clock(after)
        if _same(now, then):
            self.moments.append(Moment(run, ply, -1, LAST, now.turn, now.phase_title, now.impulse, seat))
            return then
        first, clock, state = -1, now, before
        for seq, event in enumerate(events):
            state = self._opened.ruleset.evolve(self._opened.game, state, event)
            following = self.clock(state)
            if not _same(clock, following):
                self._moment(run, ply, first, seq - 1, clock, seat)
                first, clock = seq, following
        self._moment(run, ply, first, LAST, clock, seat)
        return then

    def _moment(self, run: int, ply: int, first: int, last: int, clock: Clock, seat: str) -> None:
        self.moments.append(Moment(run, ply, first, last, clock.turn, clock.phase_title, clock.impulse, seat))

    def tally(self, run: int, ply: int, clock: Clock, state: Any, *, ended: bool) -> None:
        """What every seat has after a batch: `clock` is that of the turn which it ends, or stands in."""
        tally = self._opened.ruleset.tally(self._opened.game, state)
        for seat, measures in tally.items():
            text = msgspec.json.encode(measures, order="deterministic").decode()
            self.ends.append(TurnEnd(run, ply, clock.turn, clock.turn_title, ended, seat, text))

    @property
    def course(self) -> Course:
        """All that was written down."""
        return Course(made_by(self._opened.ruleset), self.moments, self.ends)


def _same(one: Clock, other: Clock) -> bool:
    return (
        one.turn == other.turn
        and one.phase == other.phase
        and one.impulse == other.impulse
        and one.phase_title == other.phase_title
    )


def course_of(played: Played) -> Course:
    """The course of a stored game. Raises whatever its rules do where it is damaged."""
    opened = _opened(played.begin, played.data)
    rules, game, decode = opened.ruleset, opened.game, opened.codec.decode_many
    follower = Follower(opened)
    forks = {(parent, fork) for parent, fork in played.runs if parent is not None}
    stands = set(played.stands)
    last_plies = {run: ply for run, ply, _ in played.batches}
    states: dict[tuple[int | None, int | None], Any] = {}
    state, clock, at = rules.initial(game), follower.clock(rules.initial(game)), -1
    for run, ply, seat in played.batches:
        if run != at:
            at = run
            parent, fork = played.runs[run]
            state = rules.initial(game) if parent is None else states[parent, fork]
            clock = follower.clock(state)
        before = state
        events = decode(played.events.get((run, ply), ()))
        for event in events:
            state = rules.evolve(game, state, event)
        now = clock
        if ply == 0:
            clock = follower.follow(run, ply, seat, before, now, events, state)
        else:
            clock = follower.passed(run, ply, seat, before, now, events, state)
        if not (ply and follower.told) and ((run, ply) in stands or ply == last_plies[run]):
            follower.tally(run, ply, clock, state, ended=False)
        if (run, ply) in forks:
            states[run, ply] = state
    return follower.course


def owners_of(begin: Beginning, data: bytes) -> Mapping[str, str]:
    """Whose each piece of a stored game is."""
    opened = _opened(begin, data)
    return opened.ruleset.owners(opened.game)


def _opened(begin: Beginning, data: bytes) -> OpenGame:
    options = tuple(sorted(begin.options.items()))
    return _prepared(begin.ruleset, data_hash(data), data, begin.scenario, options)


@lru_cache(maxsize=16)
def _prepared(
    ruleset: str, hash: str, data: bytes, scenario: str, options: Iterable[tuple[str, str]]
) -> OpenGame:
    rules = find_ruleset(ruleset)
    known = {option.name for option in (*rules.options, UNDO)}
    chosen = {name: value for name, value in options if name in known}
    return prepare(rules, decode_data(rules, data), scenario, chosen)
