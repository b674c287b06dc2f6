"""Very many rows as columns in JSON that DuckDB reads on all cores: the fastest way into a table that needs no other
library.

A line of the text holds the columns of one game, or of a part of one: an array a column, so that names stand there once
and a column that is empty all along not at all. Every text comes back as it was, whatever is in it.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from itertools import chain, repeat
from math import ceil
from operator import floordiv, sub
from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec

from eventlog.catalog import Connection
from eventlog.columns import EPOCH, UNKNOWN_OPTIONS
from eventlog.described import Moment
from eventlog.digests import settled_chances
from eventlog.errors import Unfit
from eventlog.laying import Fields, Laid, fields_of
from eventlog.record import UNKNOWN
from eventlog.rows import text_of
from eventlog.sql_types import literal
from eventlog.storing import unfit

AT_ONCE: Final = 118_000
"""Rows of a table that are stored in one go, at most: with those of one more game about as many as DuckDB puts together
(122,880)."""

LONGEST: Final = 5_000
"""Batches of a line: DuckDB reads in pieces that hold a line, and more of them at once where they are small."""

AHEAD: Final = 2
"""Pieces that may wait while another is being stored."""

_BATCH: Final = {
    "run": "INTEGER", "ply": "INTEGER", "id": "UUID", "parent": "VARCHAR", "kind": "VARCHAR", "entry": "INTEGER",
    "seat": "VARCHAR", "time": "BIGINT", "action": "VARCHAR", "options": "INTEGER", "chance": "VARCHAR",
    "opens": "VARCHAR", "secrets": "VARCHAR", "board": "VARCHAR", "whole": "VARCHAR", "reason": "VARCHAR",
    "carried": "VARCHAR", "digest": "VARCHAR",
}  # fmt: skip
_CONVERTED: Final = {
    "run": 'coalesce("run", 0)',
    "parent": "CAST('0x' || parent AS UBIGINT)",
    "time": "make_timestamptz(time)",
    "carried": "unhex(nullif(carried, ''))",
    "digest": "unhex(digest)",
    **{name: f"nullif({name}, '')" for name in ("seat", "action", "board", "whole", "reason")},
}
"""How a column of the table is made from one of the text, where they differ. Most games are one run."""

_EVENT: Final = {
    "run": "INTEGER", "ply": "INTEGER", "seq": "INTEGER", "type": "VARCHAR", "version": "INTEGER", "payload": "VARCHAR",
}  # fmt: skip
_MOMENT: Final = {
    "run": "INTEGER", "ply": "INTEGER", "first": "INTEGER", "last": "INTEGER", "turn": "INTEGER", "phase": "VARCHAR",
    "impulse": "INTEGER", "seat": "VARCHAR",
}  # fmt: skip

TABLES: Final = {"batch": _BATCH, "event": _EVENT, "moment": _MOMENT}
"""The tables that are stored like this, and the columns of their text."""

Columns = dict[str, Sequence[Any]]

_encode = msgspec.json.Encoder().encode
_MICROSECOND: Final = timedelta(microseconds=1)


class Bulk:
    """Takes batches, their events and their moments, and stores them behind the back of whoever adds more.

    While it is open (`with`), the connection belongs to it. `rows` is how many there will be in each table. What cannot
    be stored raises Unfit from any method.
    """

    def __init__(self, connection: Connection, rows: Mapping[str, int]) -> None:
        self._connection = connection
        self._writer = ThreadPoolExecutor(1, "bulk")
        self._writing: deque[Future[None]] = deque()
        self._tables = {name: _Lines(name, rows[name]) for name in TABLES}

    def __enter__(self) -> Bulk:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                for table in self._tables.values():
                    self._hand_over(table)
                self._settle(0)
        finally:
            self._writer.shutdown(wait=True, cancel_futures=True)

    def add(self, number: int, laid: Laid, moments: Sequence[Moment] = ()) -> None:
        """Take the batches of the game with this number, and its moments."""
        try:
            for lie_on, digests, fields in _parts(laid):
                self._take("batch", number, _batch_columns(lie_on, digests, fields))
                self._take("event", number, _event_columns(lie_on, fields))
            for start in range(0, len(moments), LONGEST):
                self._take("moment", number, _moment_columns(moments[start : start + LONGEST]))
        except UnicodeError:
            game = laid.batches[0].game
            raise Unfit(f"Game {game} holds text that is no Unicode, and cannot be written.") from None

    def _take(self, name: str, number: int, columns: Columns) -> None:
        table = self._tables[name]
        table.add(number, columns)
        if table.rows >= table.piece:
            self._hand_over(table)

    def _hand_over(self, table: _Lines) -> None:
        if table.rows:
            self._settle(AHEAD)
            self._writing.append(self._writer.submit(_write, self._connection, table.name, table.emptied()))

    def _settle(self, waiting: int) -> None:
        """Wait until no more pieces than these are to be stored yet."""
        while len(self._writing) > waiting:
            self._writing.popleft().result()


def _parts(laid: Laid) -> Iterator[tuple[Sequence[int], Sequence[str], Fields]]:
    """A game in parts of which each is a line: runs, digests, fields."""
    if len(laid.batches) <= LONGEST:
        yield laid.lie_on, laid.digests, laid.fields
        return
    for start in range(0, len(laid.batches), LONGEST):
        part = slice(start, start + LONGEST)
        yield laid.lie_on[part], laid.digests[part], fields_of(laid.batches[part])


def _batch_columns(lie_on: Sequence[int], digests: Sequence[str], fields: Fields) -> Columns:
    of = fields.of
    columns: Columns = {
        "ply": of["ply"],
        "id": of["id"],
        "parent": [parent[:16] or None for parent in of["parent"]],
        "kind": of["kind"],
        "entry": of["entry"],
        "time": [*map(floordiv, map(sub, of["time"], repeat(EPOCH)), repeat(_MICROSECOND))],
        "action": [*map(str, of["action"], repeat("utf-8"))],
        "options": of["options"],
        "digest": digests,
    }
    if any(lie_on):
        columns["run"] = lie_on
    if UNKNOWN in of["options"]:
        columns["options"] = [UNKNOWN_OPTIONS if options == UNKNOWN else options for options in of["options"]]
    if any(of["chance"]):
        columns["chance"] = [text_of(settled_chances(each)) if each else None for each in of["chance"]]
    for name in ("opens", "secrets"):
        if any(of[name]):
            columns[name] = [text_of(value) if value else None for value in of[name]]
    for name in ("seat", "board", "whole", "reason", "carried"):
        if any(of[name]):
            columns[name] = of[name]
    return columns


def _event_columns(lie_on: Sequence[int], fields: Fields) -> Columns:
    counts = [len(events) for events in fields.of["events"]]
    columns: Columns = {
        "ply": _each(fields.of["ply"], counts),
        "seq": list(chain.from_iterable(map(range, counts))),
        "type": fields.types,
        "version": fields.versions,
        "payload": fields.payloads,
    }
    if any(lie_on):
        columns["run"] = _each(lie_on, counts)
    return columns


def _each(values: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Every value as often as it counts."""
    return list(chain.from_iterable(map(repeat, values, counts)))


def _moment_columns(moments: Sequence[Moment]) -> Columns:
    columns: Columns = dict(zip(_MOMENT, zip(*moments, strict=True), strict=True))
    if not any(columns["run"]):
        del columns["run"]
    for name in ("phase", "seat"):
        columns[name] = [value or None for value in columns[name]]
    return columns


class _Lines:
    """Rows of a table as lines of text.

    They are stored in pieces (`piece` rows) of one size, as few as can be. With a small one at the end, DuckDB would
    bring it and what lies beside it together when it next writes, and that costs as much as storing them once more.
    """

    def __init__(self, name: str, rows: int) -> None:
        self.name = name
        self.rows = 0
        self.piece = ceil(rows / max(ceil(rows / AT_ONCE), 1))
        self._lines: list[bytes] = []

    def add(self, number: int, columns: Columns) -> None:
        """Take rows of the game with this number; what is missing in `columns` is NULL."""
        if len(columns["ply"]):
            self._lines.append(_encode({"game": number, **columns}))
            self.rows += len(columns["ply"])

    def emptied(self) -> list[bytes]:
        """The lines, which are here no more."""
        lines, self._lines, self.rows = self._lines, [], 0
        return lines


def _write(connection: Connection, table: str, lines: Sequence[bytes]) -> None:
    """Store lines of text. Raises Unfit."""
    columns = TABLES[table]
    kinds = ", ".join([f"'{name}': '{kind}[]'" for name, kind in columns.items()])
    values = ", ".join([_CONVERTED.get(name, f'"{name}"') for name in columns])
    rows = ", ".join([f'unnest("{name}") AS "{name}"' for name in columns])
    with tempfile.TemporaryDirectory(prefix="warlog-") as folder:
        file = Path(folder) / table
        file.write_bytes(b"\n".join(lines))
        try:
            connection.execute(
                f"INSERT INTO archive.{table} SELECT game, {values} FROM (SELECT game, {rows} FROM "
                f"read_json({literal(str(file))}, columns={{'game': 'INTEGER', {kinds}}}, "
                f"format='newline_delimited', maximum_object_size={max(map(len, lines)) + 1}))"
            )
        except (
            duckdb.ConversionException,
            duckdb.OutOfRangeException,
            duckdb.InvalidInputException,
        ) as error:
            raise unfit(error) from error
