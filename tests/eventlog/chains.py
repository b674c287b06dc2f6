"""Plain games for the tests of the archive: a beginning, and as many moves of one counter as are wanted."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import msgspec

from eventlog.archive import Archive, RecordedGame
from eventlog.integrity import canonical, digest
from eventlog.record import Batch, Beginning, Event, Head, Person, Secret

KEY = bytes(range(16))
DATA = b'{"map":["alpha","beta"]}'
START = datetime(2026, 3, 1, 12, 0, 0, 250000, tzinfo=UTC)


def beginning(
    number: int = 1,
    *,
    ruleset: str = "counters",
    origin: str = "played",
    title: str = "",
    tags: dict[str, str] | None = None,
    data: bytes = DATA,
) -> Batch:
    """The first batch of game `number`."""
    return Batch(
        game=str(uuid.UUID(int=number)),
        ply=0,
        kind="begin",
        id=str(uuid.UUID(int=number << 64)),
        time=START,
        begin=Beginning(
            program="warlog 0.1.0",
            ruleset=ruleset,
            ruleset_version=1,
            scenario="short",
            seats={"red": Person("Åsa"), "blue": Person(bot="random")},
            data=hashlib.sha256(data).hexdigest(),
            key=KEY.hex(),
            origin=origin,  # type: ignore[arg-type]
            title=title,
            tags=tags or {},
        ),
        secrets=(Secret("/begin/key"),),
    )


def named(batch: Batch) -> str:
    """The batch's digest."""
    return digest(canonical(batch, KEY))


def head_of(batch: Batch) -> Head:
    return Head(named(batch), batch.ply)


def after(batch: Batch, mark: str = "main", *, entry: int | None = None) -> Batch:
    """A batch that follows; `mark` tells apart those that follow the same one."""
    ply = batch.ply + 1
    fields = msgspec.json.encode({"mark": mark, "to": f"{ply:04}"})
    return Batch(
        game=batch.game,
        ply=ply,
        parent=named(batch),
        entry=ply if entry is None else entry,
        id=str(uuid.uuid5(uuid.UUID(batch.id), mark)),
        time=START + timedelta(seconds=ply, microseconds=ply),
        seat=("red", "blue")[ply % 2],
        action=msgspec.Raw(b'{"type":"go"}'),
        options=ply,
        events=(Event("counter-moved", 1, msgspec.Raw(fields)), Event("turn-ended", 2, msgspec.Raw(b"{}"))),
    )


def chain(start: Batch, plies: int, mark: str = "main") -> list[Batch]:
    """`start` and so many batches after it."""
    batches = [start]
    for _ in range(plies):
        batches.append(after(batches[-1], mark))
    return batches


def stored(archive: Archive, batches: Iterable[Batch], slug: str = "") -> list[Batch]:
    """Store these batches as a game."""
    kept = list(batches)
    archive.record([RecordedGame(kept, DATA, slug=slug)])
    return kept
