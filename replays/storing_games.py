"""Whole games stored in bulk, in their order; those that are there already are left as they are."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from eventlog.archive import Archive, RecordedGame
from eventlog.errors import ArchiveBusy, NameTaken, NotFound
from eventlog.integrity import canonical, digest

LATEST = 3.0
"""Seconds after which games are stored although they are few, so that no more than that is lost with this process."""

SHARE = 9
"""How many times as long as storing took last time is played, at least, before few games are stored: where the disk or
the processor is slow, less often."""

MOST = 10
"""How many times as many events as are stored at once may wait while somebody else has the archive."""


class Store:
    """Where games go: into the archive, some `bulk` events at a time (no archive: nowhere). `already` counts those that
    were there. Raises NameTaken where a game is there that was played otherwise."""

    def __init__(self, archive: Archive | None, bulk: int) -> None:
        self.already = 0
        self._archive = archive
        self._bulk = bulk
        self._waiting: list[RecordedGame] = []
        self._events = 0
        self._stored = time.monotonic()
        self._was_busy = False
        self._took = 0.0

    def add(self, game: RecordedGame, events: int) -> None:
        """Takes a game with so many events, and stores what waits once it is enough."""
        if self._archive is None:
            return
        self._waiting.append(game)
        self._events += events
        late = time.monotonic() - self._stored >= max(LATEST, SHARE * self._took)
        if late or (self._events >= self._bulk and not self._was_busy):
            try:
                self.flush()
                self._was_busy = False
            except ArchiveBusy:
                # Somebody reads for long; it is tried again, as long as there is room for what waits.
                if self._events >= MOST * self._bulk:
                    raise
                self._was_busy = True
                self._stored = time.monotonic()

    def flush(self) -> None:
        """Stores what waits: Ctrl-C is heard when that is done."""
        began = time.monotonic()
        if self._archive is not None and self._waiting:
            with _uninterrupted():
                self.already += _store(self._archive, self._waiting)
                self._waiting, self._events = [], 0
        self._stored = time.monotonic()
        self._took = self._stored - began


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Puts Ctrl-C off to the end, where this thread is the one that hears it."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before in (None, signal.SIG_IGN):
        yield
        return
    heard = False

    def hear(*_: object) -> None:
        nonlocal heard
        heard = True

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            raise KeyboardInterrupt


def _store(archive: Archive, played: list[RecordedGame]) -> int:
    """Stores the games that the archive does not hold; how many it held."""
    try:
        archive.record(played)
        return 0
    except NameTaken:
        new = [game for game in played if not _is_there(archive, game)]
        archive.record(new)
        return len(played) - len(new)


def _is_there(archive: Archive, game: RecordedGame) -> bool:
    """Whether the archive holds the game, batch for batch. Raises NameTaken where it was played otherwise there."""
    begin, last = game.batches[0], game.batches[-1]
    try:
        row = archive.game(begin.game)
    except NotFound:
        return False
    ended = digest(canonical(last, row.key))
    if all(line.head.digest != ended for line in archive.tree(row.id).lines.values()):
        raise NameTaken(
            f"{row.slug} was played from the same seed and went otherwise: simulate with another seed, or into another "
            "archive."
        )
    return True
