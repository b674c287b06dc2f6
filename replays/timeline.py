"""The states along one line of a game: any ply, forward and back.

States share structure, so a timeline keeps them in memory: every one it has visited near, and every 64th
besides. Nothing is
rolled or judged here; a state is the fold of the events before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any

import immutables
import msgspec

from eventlog import record
from eventlog.collector import collector_paused
from eventlog.errors import Damaged, UnknownType
from replays.opening import OpenGame
from replays.soundness import damage_first
from rules.ruleset import Event
from rules.secrecy import opened

if TYPE_CHECKING:
    from eventlog.archive import Archive

SPACING = 64
"""How many plies lie between two states that a timeline always keeps."""

Counts = immutables.Map[str, int]
"""For each purpose, how many results of it the line holds so far."""


class Position(msgspec.Struct, frozen=True):
    """Where a line stands: the state, the batch it follows from, and how often each purpose was rolled for
    until here."""

    state: Any
    counts: Any
    ply: int
    head: str
    entry: int


def counted(counts: Counts, outcomes: Iterable[Any]) -> Counts:
    """The counts after further results (anything that has a `purpose`)."""
    for outcome in outcomes:
        counts = counts.set(outcome.purpose, counts.get(outcome.purpose, 0) + 1)
    return counts


def _ply_of(chance: tuple[int, tuple[str, ...]]) -> int:
    return chance[0]


class Timeline:
    """One line from its beginning to its head. `len` is the number of batches; plies run from 0."""

    def __init__(self, open_game: OpenGame) -> None:
        self.open_game = open_game
        self._source: tuple[Archive, str] | None = None  # the archive and the game, once something was read
        self._events: list[Event] = []
        self._ends: list[int] = []  # for each ply, the number of events up to and with its batch
        self._heads: list[str] = []
        self._entries: list[int] = []
        self._chances: list[tuple[int, tuple[str, ...]]] = []  # (ply, purposes), only where there are any
        self._states: dict[int, Any] = {}
        self._order: list[int] = []  # the plies of the kept states, ascending
        self._counted: tuple[int, Counts] = (
            -1,
            immutables.Map(),
        )  # the counts last asked for, and of which ply

    @classmethod
    def read(cls, archive: Archive, game: str, head: record.Head, open_game: OpenGame) -> Timeline:
        """The history of the batch `head`, read from the archive."""
        timeline = cls(open_game)
        timeline.read_on(archive, game, head)
        return timeline

    def read_on(self, archive: Archive, game: str, head: record.Head) -> None:
        """Adds what lies between the timeline's end and the batch `head`, which must follow from it."""
        first = len(self)
        self._source = (archive, game)
        with damage_first(archive, game), collector_paused():
            history = archive.history(game, head, first)
            codec = self.open_game.codec
            events: list[Event] | None = None
            if codec.is_current(history.types):
                with suppress(Damaged):  # said better below, event by event
                    events = codec.decode_many(history.events)
            if events is None or len(events) != sum(history.counts):
                # Older shapes are changed into today's one by one, so the version of each event is needed.
                events = self._one_by_one(archive, game, archive.line_event_rows(game, head, first))
            total = len(self._events)
            self._events += events
            self._ends += islice(accumulate(history.counts, initial=total), 1, None)
            self._heads += history.digests
            self._entries += history.entries
            self._chances += history.purposes

    def _one_by_one(
        self, archive: Archive, game: str, rows: Sequence[tuple[int, str, int, str]]
    ) -> list[Event]:
        codec = self.open_game.codec
        try:
            return codec.decode_many([(name, version, payload) for _, name, version, payload in rows])
        except (Damaged, UnknownType):
            slug = archive.game(game).slug
            for ply, name, version, payload in rows:
                try:
                    codec.decode_row(name, version, payload)
                except UnknownType as error:
                    raise UnknownType(f"ply {ply} of game {slug}: {error}", error.newer) from None
                except Damaged as error:
                    raise Damaged(f"ply {ply} of game {slug}: {error}", ply=ply) from None
            raise

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def head(self) -> record.Head:
        """The last batch of the line."""
        return self.head_at(len(self) - 1)

    def head_at(self, ply: int) -> record.Head:
        """The batch of this ply."""
        return record.Head(self._heads[ply], ply)

    def entry_at(self, ply: int) -> int:
        """The number of the entry that the batch of this ply belongs to."""
        return self._entries[ply]

    def entry_start(self, ply: int) -> int:
        """The first ply of the entry that the batch of this ply belongs to."""
        entry = self._entries[ply]
        while ply > 0 and self._entries[ply - 1] == entry:
            ply -= 1
        return ply

    def entry_end(self, ply: int) -> int:
        """The last ply of the entry that the batch of this ply belongs to."""
        entry = self._entries[ply]
        while ply + 1 < len(self) and self._entries[ply + 1] == entry:
            ply += 1
        return ply

    def events_of(self, ply: int) -> Sequence[Event]:
        """The events of the batch of this ply."""
        return self._events[self._ends[ply - 1] if ply else 0 : self._ends[ply]]

    def state_at(self, ply: int) -> Any:
        """The state after the batch of this ply. Raises IndexError beyond the head."""
        if not 0 <= ply < len(self):
            raise IndexError(f"ply {ply} lies beyond the head {len(self) - 1}")
        known = self._states.get(ply)
        if known is not None:
            return known
        below = bisect_right(self._order, ply)
        evolve, game = self.open_game.ruleset.evolve, self.open_game.game
        if below:
            start = self._order[below - 1]
            state = self._states[start]
        else:
            start, state = -1, self.open_game.ruleset.initial(game)
        near = max(start, ply - SPACING)
        at = self._ends[start] if start >= 0 else 0
        with self._damage_first(), collector_paused():
            for step in range(start + 1, ply + 1):
                end = self._ends[step]
                for event in self._events[at:end]:
                    state = evolve(game, state, event)
                at = end
                if step % SPACING == 0 or step > near:
                    self._keep(step, state)
        return state

    def _damage_first(self) -> AbstractContextManager[None]:
        return damage_first(*self._source) if self._source is not None else nullcontext()

    def _keep(self, ply: int, state: Any) -> None:
        if ply not in self._states:
            self._states[ply] = state
            if self._order and self._order[-1] > ply:
                self._order.insert(bisect_right(self._order, ply), ply)
            else:
                self._order.append(ply)

    def counts_at(self, ply: int) -> Counts:
        """How many results of each purpose the line holds up to and with this ply.

        Reckoned on, or back, from the counts that were last asked for: a step costs what lies between.
        """
        known, counts = self._counted
        if ply < known - ply:
            known, counts = -1, immutables.Map()
        low, high = sorted((known, ply))
        change = 1 if known < ply else -1
        moving = counts.mutate()
        for _, purposes in self._chances[self._chances_until(low) : self._chances_until(high)]:
            for purpose in purposes:
                count = moving.get(purpose, 0) + change
                if count:
                    moving[purpose] = count
                else:
                    del moving[purpose]
        counts = moving.finish()
        self._counted = (ply, counts)
        return counts

    def _chances_until(self, ply: int) -> int:
        """How many items of `_chances` belong to plies up to and with this one."""
        return bisect_right(self._chances, ply, key=_ply_of)

    def at(self, ply: int) -> Position:
        """The position after the batch of this ply."""
        state = self.state_at(ply)
        return Position(state, self.counts_at(ply), ply, self._heads[ply], self._entries[ply])

    def extend(
        self, digest: str, entry: int, events: Sequence[Event], purposes: tuple[str, ...], state: Any
    ) -> None:
        """Adds one batch, with the state after it."""
        self._events += events
        self._ends.append(len(self._events))
        self._heads.append(digest)
        self._entries.append(entry)
        ply = len(self) - 1
        if purposes:
            self._chances.append((ply, purposes))
        self._keep(ply, state)
        self.counts_at(ply)
        stale = ply - 2 * SPACING
        if stale >= 0 and stale % SPACING:
            self._forget(stale)

    def _forget(self, ply: int) -> None:
        if ply in self._states:
            del self._states[ply]
            self._order.pop(bisect_right(self._order, ply) - 1)

    def cut(self, ply: int) -> None:
        """Leaves the plies up to and with this one."""
        if self._counted[0] > ply:
            self.counts_at(ply)
        del self._events[self._ends[ply] :], self._chances[self._chances_until(ply) :]
        del self._ends[ply + 1 :], self._heads[ply + 1 :], self._entries[ply + 1 :]
        while self._order and self._order[-1] > ply:
            del self._states[self._order.pop()]

    def seen_after(self, ply: int) -> tuple[str, ...]:
        """What the batches after this ply rolled, drew or opened, in order and once each, by open names alone."""
        seen: dict[str, None] = {}
        purposes = dict(self._chances[self._chances_until(ply) :])
        for at in range(ply + 1, len(self)):
            seen |= dict.fromkeys(f"roll {purpose}" for purpose in purposes.get(at, ()))
            for event in self.events_of(at):
                seen |= dict.fromkeys(f"open {name}" for name, _ in opened(event))
        return tuple(seen)
