"""Rows into tables: a few in one statement, very many by DuckDB's appender."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb

from eventlog.catalog import Connection
from eventlog.errors import LogError, Unfit
from eventlog.record import Batch
from eventlog.rows import BATCH_COLUMNS, EVENT_COLUMNS, Row, batch_row, event_rows

_AT_ONCE: Final = 50
_FEW: Final = 200


def insert_batches(connection: Connection, number: int, placed: Sequence[tuple[int, Batch, str]]) -> None:
    """Batches of a game, each with its run and digest, and their events."""
    batches = [batch_row(number, run, batch, named) for run, batch, named in placed]
    events = [row for run, batch, _ in placed for row in event_rows(number, run, batch)]
    if len(batches) + len(events) > _FEW:
        load(connection, "batch", batches)
        load(connection, "event", events)
    else:
        insert(connection, "batch", BATCH_COLUMNS, batches)
        insert(connection, "event", EVENT_COLUMNS, events)


def insert(connection: Connection, table: str, columns: str, rows: Sequence[Row]) -> None:
    """Many rows in one statement; several where they are too many for one."""
    names = f"({', '.join('?' * (columns.count(',') + 1))})"
    try:
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            connection.execute(
                f"INSERT INTO archive.{table} ({columns}) VALUES {', '.join([names] * len(some))}",
                [value for row in some for value in row],
            )
    except (duckdb.ConversionException, duckdb.OutOfRangeException, duckdb.InvalidInputException) as error:
        raise unfit(error) from error


def load(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    """Very many rows into a table of the archive, fast."""
    append(connection, f"archive.{table}", rows)


def append(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    """Very many rows into any table, fast."""
    if not rows:
        return
    try:
        appender = connection.appender(table)
        appender.append_rows(rows)
        appender.flush()
    except (duckdb.ConversionException, duckdb.OutOfRangeException, duckdb.InvalidInputException) as error:
        raise unfit(error) from error


def unfit(error: Exception) -> LogError:
    """What DuckDB says of a value that no column takes."""
    return Unfit(f"A batch cannot be stored: {str(error).strip().splitlines()[0]}")
