"""Very many rows as text that DuckDB reads on all cores: the fastest way into a table that needs no other library.

Fields are parted by control characters that neither JSON nor a name holds. Where a text holds one all the same (a
reason that somebody typed), its table is stored row by row instead.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import duckdb

from eventlog.catalog import Connection
from eventlog.columns import UNKNOWN_OPTIONS
from eventlog.courses import moment_row
from eventlog.described import Moment
from eventlog.record import NOTHING, UNKNOWN, Batch
from eventlog.rows import batch_row, event_rows, text_of
from eventlog.sql_types import literal
from eventlog.storing import append, unfit

PART: Final = "\x1f"
NULL: Final = "\x02"
LEAST: Final = 2_000
"""Rows of a table for which a file is worth while."""

AT_ONCE: Final = 120_000
"""Rows that are stored in one go: about as many as DuckDB puts together."""

_BATCH: Final = {
    "game": "INTEGER", "run": "INTEGER", "ply": "INTEGER", "id": "UUID", "parent": "VARCHAR", "kind": "VARCHAR",
    "entry": "INTEGER", "seat": "VARCHAR", "time": "TIMESTAMPTZ", "action": "VARCHAR", "options": "INTEGER",
    "digest": "VARCHAR", "chance": "VARCHAR", "opens": "VARCHAR", "secrets": "VARCHAR", "board": "VARCHAR",
    "whole": "VARCHAR", "reason": "VARCHAR", "carried": "VARCHAR",
}  # fmt: skip
_BATCH_SELECT: Final = (
    "game, run, ply, id, CAST('0x' || parent AS UBIGINT), kind, entry, seat, time, action, options, chance, opens, "
    "secrets, board, whole, reason, unhex(carried), unhex(digest)"
)
_EVENT: Final = {
    "game": "INTEGER", "run": "INTEGER", "ply": "INTEGER", "seq": "INTEGER", "type": "VARCHAR", "version": "INTEGER",
    "payload": "VARCHAR",
}  # fmt: skip
_MOMENT: Final = {
    "game": "INTEGER", "run": "INTEGER", "ply": "INTEGER", "first": "INTEGER", "last": "INTEGER", "turn": "INTEGER",
    "phase": "VARCHAR", "impulse": "INTEGER", "seat": "VARCHAR",
}  # fmt: skip

Placed = Sequence[tuple[int, Batch, str]]
"""Batches with the run they lie on and their digest."""

_BARE: Final = PART.join([NULL] * 6)


class Bulk:
    """Takes batches, their events and their moments, and stores them behind the back of whoever adds more.

    While it is open (`with`), the connection belongs to it. What cannot be stored raises Unfit from any method.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._writer = ThreadPoolExecutor(1, "bulk")
        self._writing: Future[None] | None = None
        self._load = _Load()

    def __enter__(self) -> Bulk:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._flush()
                self._settle()
        finally:
            self._writer.shutdown(wait=True, cancel_futures=True)

    def add(self, number: int, placed: Placed, moments: Sequence[Moment] = ()) -> None:
        """Take the batches of the game with this number, and its moments."""
        self._load.add(number, placed, moments)
        if self._load.lines > AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        self._settle()
        self._writing = self._writer.submit(self._load.write, self._connection)
        self._load = _Load()

    def _settle(self) -> None:
        """Wait for what is being written."""
        if self._writing is not None:
            self._writing.result()
            self._writing = None


class _Load:
    """Rows that are stored in one go."""

    def __init__(self) -> None:
        self.lines = 0
        self._odd = False
        """Whether a text is what NULL is written as."""
        self._games: list[tuple[int, Placed]] = []
        self._batches: list[str] = []
        self._events: list[str] = []
        self._moments: list[str] = []
        self._courses: list[tuple[int, Sequence[Moment]]] = []
        self._tails: dict[tuple[Any, ...], str] = {}

    def add(self, number: int, placed: Placed, moments: Sequence[Moment] = ()) -> None:
        self._games.append((number, placed))
        batches, events, part, null = self._batches.append, self._events.append, PART, NULL
        for run, batch, named in placed:
            head = f"{number}{part}{run}{part}{batch.ply}{part}"
            if null in (batch.seat, batch.reason, batch.board, batch.whole):
                self._odd = True
            options = batch.options
            if options is None:
                options = null
            elif options == UNKNOWN:
                options = UNKNOWN_OPTIONS
            chance = text_of(batch.chance) if batch.chance else null
            action = str(batch.action, "utf-8") if batch.action is not NOTHING else null
            batches(
                f"{head}{batch.id}{part}{batch.parent[:16] or null}{part}{batch.kind}{part}{batch.entry}{part}"
                f"{batch.seat or null}{part}{batch.time}{part}{action or null}{part}{options}{part}{named}{part}"
                f"{chance}{part}{_rest(batch)}\n"
            )
            for seq, event in enumerate(batch.events):
                events(
                    f"{head}{seq}{part}{event.type}{part}{event.version}{part}{str(event.payload, 'utf-8')}\n"
                )
        self.lines += len(placed) + sum([len(batch.events) for _, batch, _ in placed])
        if not moments:
            return
        self._courses.append((number, moments))
        tails = self._tails
        for moment in moments:
            rest = moment[2:]
            tail = tails.get(rest)
            if tail is None:
                tail = tails[rest] = _tail(*rest)
            self._moments.append(f"{number}{part}{moment[0]}{part}{moment[1]}{tail}")

    def write(self, connection: Connection) -> None:
        """Store everything. Raises Unfit."""
        if self._odd or not _write(connection, "batch", _BATCH, _BATCH_SELECT, self._batches):
            append(
                connection,
                "archive.batch",
                [batch_row(number, *each) for number, placed in self._games for each in placed],
            )
        if not _write(connection, "event", _EVENT, "*", self._events):
            append(
                connection,
                "archive.event",
                [
                    row
                    for number, placed in self._games
                    for run, batch, _ in placed
                    for row in event_rows(number, run, batch)
                ],
            )
        if not _write(connection, "moment", _MOMENT, "*", self._moments):
            append(
                connection,
                "archive.moment",
                [moment_row(number, each) for number, moments in self._courses for each in moments],
            )


def _tail(first: int, last: int, turn: int, phase: str, impulse: int, seat: str) -> str:
    """The columns of a moment that many moments have alike."""
    values = (first, last, turn, phase or NULL, impulse, seat or NULL)
    return "".join([f"{PART}{value}" for value in values]) + "\n"


def _rest(batch: Batch) -> str:
    """The columns of a batch that most batches leave empty."""
    if not (batch.opens or batch.secrets or batch.board or batch.whole or batch.reason or batch.carried):
        return _BARE
    return PART.join(
        [
            text_of(batch.opens) or NULL,
            text_of(batch.secrets) or NULL,
            batch.board or NULL,
            batch.whole or NULL,
            batch.reason or NULL,
            batch.carried or NULL,
        ]
    )


def _write(
    connection: Connection, table: str, columns: Mapping[str, str], select: str, lines: Sequence[str]
) -> bool:
    """Store lines; False where they are too few for it, or do not hold what they seem to."""
    if len(lines) < LEAST:
        return False
    text = "".join(lines)
    sound = (
        text.count("\n") == len(lines)
        and text.count(PART) == len(lines) * (len(columns) - 1)
        and "\r" not in text
        and "\0" not in text
    )
    if not sound:
        return False
    kinds = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    with tempfile.TemporaryDirectory(prefix="warlog-") as folder:
        file = Path(folder) / table
        try:
            file.write_text(text, encoding="utf-8", newline="")
        except UnicodeEncodeError:
            return False
        try:
            connection.execute(
                f"INSERT INTO archive.{table} SELECT {select} FROM read_csv({literal(str(file))}, columns={{{kinds}}}, "
                f"delim='{PART}', quote='', escape='', nullstr='{NULL}', header=false, auto_detect=false, "
                "new_line='\\n', max_line_size=1000000000)"
            )
        except (
            duckdb.ConversionException,
            duckdb.OutOfRangeException,
            duckdb.InvalidInputException,
        ) as error:
            raise unfit(error) from error
    return True
