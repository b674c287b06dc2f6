"""Reading whole batches: those of a history, one, or the whole tree of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import msgspec

from eventlog import columns
from eventlog.catalog import Connection, Known
from eventlog.collector import collector_paused
from eventlog.errors import Damaged
from eventlog.histories import Stretch, parts_of
from eventlog.journal import Place, runs_of
from eventlog.record import Batch, Event, Head
from eventlog.rows import BATCH_READ, batch_of
from eventlog.runs import Run, run_of
from eventlog.schema import first_row

MISSING: Final = "0" * 48
"""What fills up the digest of a parent of which only the first 8 bytes are known, since it is not there."""


class Stored(msgspec.Struct, frozen=True):
    """A batch and the digest that it is stored under."""

    digest: str
    batch: Batch


def batches(
    connection: Connection, game: Known, line: str | Head, first: int, last: int | None
) -> list[Stored]:
    """The batches of a history, in order, with the digests they are stored under."""
    runs, parts = parts_of(connection, game, line, max(first - 1, 0), last)
    stretch = Stretch(game.number, parts)
    if stretch.empty:
        return []
    return [each for each in _whole(connection, game, stretch, runs, "ply") if each.batch.ply >= first]


def tree_batches(connection: Connection, game: Known) -> list[Stored]:
    """All batches of a game, parents first, whatever line they are on or none."""
    runs = runs_of(connection, game)
    stretch = Stretch(game.number, ())
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
    connection: Connection, game: Known, stretch: Stretch, runs: dict[int, Run], order: str
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
