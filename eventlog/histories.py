"""Reading batches: a line's history in a few ranges, one batch, or the whole tree of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeVar

import msgspec

from eventlog import columns
from eventlog.catalog import Connection, Known
from eventlog.collector import collector_paused
from eventlog.errors import Damaged, NotFound
from eventlog.journal import Place, no_line, runs_of, standing
from eventlog.record import Batch, Chance, Event, Head
from eventlog.rows import BATCH_READ, batch_of
from eventlog.runs import Range, Run, owner, ranges, run_of
from eventlog.schema import first_row

MISSING: Final = "0" * 48
"""What fills up the digest of a parent of which only the first 8 bytes are known, since it is not there."""


class Stored(msgspec.Struct, frozen=True):
    """A batch and the digest that it is stored under."""

    digest: str
    batch: Batch


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


class _Stretch:
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


def _parts(
    connection: Connection, game: Known, line: str | Head, first: int, last: int | None
) -> tuple[dict[int, Run], list[Range]]:
    run, ply = place_of(connection, game, line)
    runs = runs_of(connection, game)
    if last is not None and last < ply:
        if last < 0:
            return runs, []
        run, ply = owner(runs, run, last), last
    return runs, ranges(runs, run, ply, max(first, 0))


def history(connection: Connection, game: Known, line: str | Head, first: int, last: int | None) -> History:
    """The history of a line or a batch from ply `first` to `last` (its head)."""
    _, parts = _parts(connection, game, line, first, last)
    stretch = _Stretch(game.number, parts)
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


def _gap(connection: Connection, game: Known, stretch: _Stretch, low: int, high: int) -> Damaged:
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


def _text(connection: Connection, stretch: _Stretch) -> str:
    """The events as one JSON array, each with its tag inside."""
    (text,) = _one(
        connection,
        f"SELECT string_agg({_TAGGED}, ',' ORDER BY e.ply, e.seq) FROM {stretch.of('event', 'e')}",
        stretch.parameters,
    )
    return f"[{text or ''}]"


def events(connection: Connection, game: Known, line: str | Head, first: int, last: int | None) -> Events:
    """The events of a line's or a batch's history, as one text."""
    stretch = _Stretch(game.number, _parts(connection, game, line, first, last)[1])
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
    stretch = _Stretch(game.number, _parts(connection, game, line, first, last)[1])
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
    stretch = _Stretch(game.number, _parts(connection, game, line, first, last)[1])
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
    stretch = _Stretch(game.number, _parts(connection, game, line, first, last)[1])
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


# Whole batches ------------------------------------------------------------------------------------------------------


def batches(
    connection: Connection, game: Known, line: str | Head, first: int, last: int | None
) -> list[Stored]:
    """The batches of a history, in order, with the digests they are stored under."""
    runs, parts = _parts(connection, game, line, max(first - 1, 0), last)
    stretch = _Stretch(game.number, parts)
    if stretch.empty:
        return []
    return [each for each in _whole(connection, game, stretch, runs, "ply") if each.batch.ply >= first]


def tree_batches(connection: Connection, game: Known) -> list[Stored]:
    """All batches of a game, parents first, whatever line they are on or none."""
    runs = runs_of(connection, game)
    stretch = _Stretch(game.number, ())
    stretch.source, stretch.parameters = "archive.{0} {1} WHERE {1}.game = $game", {"game": game.number}
    return _whole(connection, game, stretch, runs, "run, ply")


def batch(connection: Connection, game: Known, digest: str) -> Batch | None:
    """The batch of this digest, or None."""
    row = first_row(
        connection.execute(
            f"SELECT {BATCH_READ} FROM archive.batch b WHERE b.game = ? AND b.digest = ?",
            [game.number, bytes.fromhex(digest)],
        )
    )
    if row is None:
        return None
    run, ply = row[0], row[1]
    parent = ""
    if ply > 0:
        before = first_row(
            connection.execute(
                """SELECT digest FROM archive.batch WHERE game = $game AND ply = $ply - 1 AND run =
                (SELECT CASE WHEN $ply - 1 > coalesce(fork, -1) THEN run ELSE parent END FROM archive.run
                WHERE game = $game AND run = $run)""",
                {"game": game.number, "run": run, "ply": ply},
            )
        )
        parent = _parent(connection, game, row[3], before[0].hex() if before else None)
    rows = connection.execute(
        "SELECT seq, type, version, payload FROM archive.event WHERE game = ? AND run = ? AND ply = ? ORDER BY seq",
        [game.number, run, ply],
    ).fetchall()
    return batch_of(game.id, game.slug, row, parent, _events(game, ply, rows), game.begin)


def _events(game: Known, ply: int, rows: Iterable[Sequence[Any]]) -> list[Event]:
    """The events of a batch, from (…, seq, type, version, payload) in their order. Raises Damaged."""
    where = columns.at_ply(ply, game.slug)
    found = []
    for due, row in enumerate(rows):
        if row[-4] != due:
            what = (
                f"{where}: event {due} is not in its place; event.seq counts from 0 and holds {row[-4]} there"
            )
            raise Damaged(what, ply=ply)
        found.append(columns.decoded(columns.event, row[-3:], where, f"event.payload of event {due}", ply))
    return found


def _whole(
    connection: Connection, game: Known, stretch: _Stretch, runs: dict[int, Run], order: str
) -> list[Stored]:
    with collector_paused():
        order_of = "{0}." + order.replace(", ", ", {0}.")
        rows = connection.execute(
            f"SELECT {BATCH_READ} FROM {stretch.of('batch', 'b')} ORDER BY {order_of.format('b')}",
            stretch.parameters,
        ).fetchall()
        found = connection.execute(
            f"SELECT e.run, e.ply, e.seq, e.type, e.version, e.payload FROM {stretch.of('event', 'e')} "
            f"ORDER BY {order_of.format('e')}, e.seq",
            stretch.parameters,
        ).fetchall()
        by_place: dict[Place, list[Event]] = {
            place: _events(game, place[1], group) for place, group in groupby(found, itemgetter(0, 1))
        }
        digests: dict[Place, str] = {
            (row[0], row[1]): columns.decoded(
                columns.digest_of, row[-1], columns.at_ply(row[1], game.slug), "batch.digest", row[1]
            )
            for row in rows
        }
        for place in by_place:
            if place not in digests:
                what = "there are events, and no batch that they are of"
                raise Damaged(f"{columns.at_ply(place[1], game.slug)}: {what}", ply=place[1], what="missing")
        stored = []
        for row in rows:
            run, ply = row[0], row[1]
            parent = ""
            if ply > 0:
                here = run_of(runs, run)
                before = run if ply - 1 > here.fork else here.parent
                named = digests.get((before, ply - 1)) if before is not None else None
                parent = _parent(connection, game, row[3], named)
            stored.append(
                Stored(
                    digests[run, ply],
                    batch_of(game.id, game.slug, row, parent, by_place.get((run, ply), ()), game.begin),
                )
            )
        return stored


def _parent(connection: Connection, game: Known, beginning: int | None, named: str | None) -> str:
    """The digest of a batch's parent: that of the batch before it, if it begins as the batch says. Otherwise that of
    the batch that does begin so, which is then displaced, or of none, where it is missing."""
    if beginning is None:
        return ""
    text = f"{beginning:016x}"
    if named is not None and named.startswith(text):
        return named
    row = first_row(
        connection.execute(
            "SELECT digest FROM archive.batch WHERE game = ? AND starts_with(lower(hex(digest)), ?)",
            [game.number, text],
        )
    )
    return row[0].hex() if row is not None else text + MISSING
