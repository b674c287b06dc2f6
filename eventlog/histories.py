"""Reading a line's history in a few ranges: its digests, events, chance and outline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from eventlog import columns
from eventlog.catalog import Connection, Known
from eventlog.collector import collector_paused
from eventlog.errors import Damaged, NotFound
from eventlog.journal import Place, no_line, runs_of, standing
from eventlog.record import Chance, Head
from eventlog.runs import Range, Run, owner, ranges
from eventlog.schema import first_row


class Standpoint(msgspec.Struct, frozen=True):
    """What a history says of a ply without its events."""

    ply: int
    digest: str
    entry: int
    kind: str
    seat: str


class History(msgspec.Struct, frozen=True):
    """The bare bones of a history from one ply on, for rebuilding.

    `digests`, `entries` and `counts` (number of events) have an item a ply; `purposes` is (ply, purposes of its rolls
    and draws) where there are any. `events` is a JSON array of all events, each with its tag (`type`) inside;
    `types` are the (type, version) that occur in it.
    """

    digests: list[str]
    entries: list[int]
    counts: list[int]
    purposes: list[tuple[int, tuple[str, ...]]]
    events: str
    types: frozenset[tuple[str, int]]


class Events(msgspec.Struct, frozen=True):
    """Events of a history: the ply of each, and a JSON array of them, each with its tag (`type`) inside."""

    plies: list[int]
    text: str
    types: frozenset[tuple[str, int]]


class _Purpose(msgspec.Struct):
    purpose: str


_chances = msgspec.json.Decoder(list[tuple[int, list[Chance]]]).decode
_purposes = msgspec.json.Decoder(list[tuple[int, list[_Purpose]]]).decode

# The tag is a column; here it is put back, since one decoding of one text is what is fast.
_TAGGED: Final = """CASE WHEN e.payload = '{}' THEN concat('{"type":"', e.type, '"}')
        ELSE concat('{"type":"', e.type, '",', substr(e.payload::VARCHAR, 2)) END"""


def place_of(connection: Connection, game: Known, line: str | Head) -> Place:
    """Where a line's head, or a batch, is stored. Raises NotFound."""
    if isinstance(line, str):
        head = standing(connection, game, line).head
        if head is None:
            raise no_line(connection, game, line)
        return head
    row = first_row(
        connection.execute(
            "SELECT run, ply FROM archive.batch WHERE game = ? AND ply = ? AND digest = ?",
            [game.number, line.ply, bytes.fromhex(line.digest)],
        )
    )
    if row is None:
        raise NotFound(f"Game {game.slug} has no batch {line.digest[:12]} at ply {line.ply}.")
    return row[0], row[1]


class Stretch:
    """The condition that selects the ranges of a history, of one table, and its parameters."""

    def __init__(self, number: int, parts: Sequence[Range]) -> None:
        self.empty = not parts
        if len(parts) == 1:
            self.source = (
                "archive.{0} {1} WHERE {1}.game = $game AND {1}.run = $run AND {1}.ply BETWEEN $low AND $high"
            )
            self.parameters: dict[str, Any] = {
                "game": number,
                "run": parts[0].run,
                "low": parts[0].low,
                "high": parts[0].high,
            }
        else:
            self.source = (
                "archive.{0} {1} JOIN (SELECT unnest($runs) AS run, unnest($lows) AS low, unnest($highs) AS high) r "
                "ON {1}.run = r.run AND {1}.ply BETWEEN r.low AND r.high WHERE {1}.game = $game"
            )
            self.parameters = {
                "game": number,
                "runs": [part.run for part in parts],
                "lows": [part.low for part in parts],
                "highs": [part.high for part in parts],
            }

    def of(self, table: str, alias: str) -> str:
        return self.source.format(table, alias)


def parts_of(
    connection: Connection, game: Known, line: str | Head, first: int, last: int | None
) -> tuple[dict[int, Run], list[Range]]:
    """The runs of a game, and the ranges of them on which these plies of a history lie."""
    run, ply = place_of(connection, game, line)
    runs = runs_of(connection, game)
    if last is not None and last < ply:
        if last < 0:
            return runs, []
        run, ply = owner(runs, run, last), last
    return runs, ranges(runs, run, ply, max(first, 0))


def history(connection: Connection, game: Known, line: str | Head, first: int, last: int | None) -> History:
    """The history of a line or a batch from ply `first` to `last` (its head)."""
    _, parts = parts_of(connection, game, line, first, last)
    stretch = Stretch(game.number, parts)
    if stretch.empty:
        return History([], [], [], [], "[]", frozenset())
    with collector_paused():
        rows = connection.execute(
            f"SELECT b.ply, b.digest, b.entry, b.chance FROM {stretch.of('batch', 'b')} ORDER BY b.ply",
            stretch.parameters,
        ).fetchall()
        low, high = parts[0].low, parts[-1].high
        if len(rows) != high - low + 1 or (rows[0][0], rows[-1][0]) != (low, high):
            raise _gap(connection, game, stretch, low, high)
        # Two plain questions are quicker than one that puts everything in order.
        text = _text(connection, stretch)
        counts: dict[int, int] = {}
        types: list[tuple[str, int]] = []
        for ply, kind, version, count in connection.execute(
            f"SELECT e.ply, e.type, e.version, count(*) FROM {stretch.of('event', 'e')} "
            "GROUP BY GROUPING SETS ((e.ply), (e.type, e.version))",
            stretch.parameters,
        ).fetchall():
            if ply is not None:
                counts[ply] = count
            else:
                types.append((kind, version))
        rolled = [(ply, chance) for ply, _, _, chance in rows if chance]
        return History(
            [row[1].hex() for row in rows],
            [row[2] for row in rows],
            [counts.get(ply, 0) for ply in range(low, high + 1)],
            [
                (ply, tuple([chance.purpose for chance in each]))
                for ply, each in _chance_of(game, rolled, _purposes)
            ],
            text,
            frozenset(types),
        )


def _gap(connection: Connection, game: Known, stretch: Stretch, low: int, high: int) -> Damaged:
    """The error for a history in which batches are missing, or there twice: the first ply at which it is so."""
    due = low
    for (ply,) in connection.execute(
        f"SELECT b.ply FROM {stretch.of('batch', 'b')} ORDER BY b.ply", stretch.parameters
    ).fetchall():
        if ply != due:
            break
        due += 1
    where = columns.at_ply(due, game.slug)
    if due > high:
        return Damaged(f"{where}: there are more batches than the line has plies", ply=due, what="reordered")
    return Damaged(f"{where}: the batch is missing", ply=due, what="missing")


_P = TypeVar("_P")


def _chance_of(
    game: Known, rows: list[tuple[int, str]], decode: Callable[[str], list[tuple[int, list[_P]]]]
) -> list[tuple[int, list[_P]]]:
    """The chance of plies, from (ply, JSON), in one go. Raises Damaged, which names the first that cannot be read."""
    if not rows:
        return []
    try:
        return decode(f"[{','.join([f'[{ply},{chance}]' for ply, chance in rows])}]")
    except columns.UNREADABLE:
        for ply, chance in rows:
            columns.decoded(
                decode, f"[[{ply},{chance}]]", columns.at_ply(ply, game.slug), "batch.chance", ply
            )
        raise


def _one(connection: Connection, query: str, parameters: dict[str, Any]) -> tuple[Any, ...]:
    row = first_row(connection.execute(query, parameters))
    assert row is not None
    return row


def _text(connection: Connection, stretch: Stretch) -> str:
    """The events as one JSON array, each with its tag inside."""
    (text,) = _one(
        connection,
        f"SELECT string_agg({_TAGGED}, ',' ORDER BY e.ply, e.seq) FROM {stretch.of('event', 'e')}",
        stretch.parameters,
    )
    return f"[{text or ''}]"


def events(connection: Connection, game: Known, line: str | Head, first: int, last: int | None) -> Events:
    """The events of a line's or a batch's history, as one text."""
    stretch = Stretch(game.number, parts_of(connection, game, line, first, last)[1])
    if stretch.empty:
        return Events([], "[]", frozenset())
    with collector_paused():
        plies, types = _one(
            connection,
            f"""SELECT list(e.ply ORDER BY e.ply), list(DISTINCT (e.type, e.version))
                FROM {stretch.of("event", "e")}""",
            stretch.parameters,
        )
        return Events(plies or [], _text(connection, stretch), frozenset(tuple(each) for each in types or ()))


def event_rows(
    connection: Connection, game: Known, line: str | Head, first: int, last: int | None
) -> list[tuple[int, str, int, str]]:
    """The same as rows: ply, type, version, payload."""
    stretch = Stretch(game.number, parts_of(connection, game, line, first, last)[1])
    if stretch.empty:
        return []
    with collector_paused():
        return connection.execute(
            f"SELECT e.ply, e.type, e.version, e.payload FROM {stretch.of('event', 'e')} ORDER BY e.ply, e.seq",
            stretch.parameters,
        ).fetchall()


def chance(
    connection: Connection, game: Known, line: str | Head, first: int, last: int | None
) -> list[tuple[int, list[Chance]]]:
    """The rolls and draws of a history: (ply, its chance) where there is any."""
    stretch = Stretch(game.number, parts_of(connection, game, line, first, last)[1])
    if stretch.empty:
        return []
    with collector_paused():
        rows = connection.execute(
            f"SELECT b.ply, b.chance FROM {stretch.of('batch', 'b')} AND b.chance IS NOT NULL ORDER BY b.ply",
            stretch.parameters,
        ).fetchall()
        return _chance_of(game, rows, _chances)


def outline(
    connection: Connection, game: Known, line: str | Head, first: int, last: int | None
) -> list[Standpoint]:
    """The plies of a history: digest, entry, kind and seat of each."""
    stretch = Stretch(game.number, parts_of(connection, game, line, first, last)[1])
    if stretch.empty:
        return []
    rows = connection.execute(
        f"SELECT b.ply, b.digest, b.entry, b.kind, b.seat FROM {stretch.of('batch', 'b')} ORDER BY b.ply",
        stretch.parameters,
    ).fetchall()
    found = []
    for ply, digest, entry, kind, seat in rows:
        where = columns.at_ply(ply, game.slug)
        named = columns.decoded(columns.digest_of, digest, where, "batch.digest", ply)
        columns.decoded(columns.batch_kind, kind, where, "batch.kind", ply)
        found.append(Standpoint(ply, named, entry, kind, seat or ""))
    return found
