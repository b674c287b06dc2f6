"""The process that answers one query: it sees the archive alone, may take so much time and memory, and then it ends.

DuckDB's own limits do not hold for a single function that makes a list of two thousand million numbers, and it does not
hear that it is to stop. A process of its own can be bounded, and ended, whatever it does.
"""

from __future__ import annotations

import datetime as dt
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import duckdb

from cli.failures import refusal_of
from cli.query import LATE, MEMORY, TOO_LARGE, Asked, too_late
from cli.rows import Rows, bad_query

if TYPE_CHECKING:
    from eventlog.archive import Archive

_LOCKED: dict[str, str | bool | int | float | list[str]] = {
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
    "memory_limit": f"{MEMORY // 2_500_000}MB",
    "threads": str(min(os.cpu_count() or 1, 4)),
}


def serve() -> None:
    """Answer the query that comes on standard input, on standard output: rows, or the error to say."""
    if hasattr(signal, "SIGINT"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked ends this process
    _bound()
    asked: Asked = pickle.load(sys.stdin.buffer)
    answer: Any
    try:
        answer = _answer(asked)
    except MemoryError:
        answer = refusal_of(bad_query(TOO_LARGE))
    except Exception as error:
        answer = refusal_of(error)
    sys.stdout.buffer.write(pickle.dumps(answer))
    sys.stdout.buffer.flush()
    os._exit(0)  # nothing is open for writing, and threads that hang need not be waited for


def _bound() -> None:
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (least, most))


def _answer(asked: Asked) -> Rows:
    from eventlog.archive import Archive
    from eventlog.attach import damage_said

    statement = _statement(asked.query)
    with _locked(Archive(asked.file, wait=asked.wait), asked.query) as connection:
        watch = threading.Timer(asked.seconds + 1, os._exit, [LATE])
        timer = threading.Timer(asked.seconds, connection.interrupt)
        for each in (watch, timer):
            each.daemon = True
            each.start()
        try:
            described, rows = _fetched(connection, statement)
        except (duckdb.InterruptException, RuntimeError) as error:
            raise bad_query(too_late(asked.seconds)) from error
        except duckdb.OutOfMemoryException as error:
            raise bad_query(TOO_LARGE) from error
        except duckdb.Error as error:
            raise damage_said(error, asked.file) or bad_query(
                f"the query cannot be answered: {_said(error, asked.query)}"
            ) from error
        finally:
            timer.cancel()
            watch.cancel()
    return Rows(_distinct([name for name, _ in described]), [kind for _, kind in described], rows)


def _statement(query: str) -> duckdb.Statement:
    try:
        statements = duckdb.extract_statements(query)
    except duckdb.Error as error:
        raise bad_query(f"the query is no SQL: {_said(error, query)}") from error
    if len(statements) != 1:
        raise bad_query(f"give one SELECT, not {len(statements)} statements.")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise bad_query("only a SELECT is answered: the archive cannot be changed by a query.")
    return statements[0]


def _said(error: duckdb.Error, query: str) -> str:
    """What is wrong with a query, and what was meant."""
    from eventlog.meant import meant, plainly
    from replays.course import Rulesets

    return meant(query, str(error), Rulesets()) or plainly(str(error))


Described = list[tuple[str, str]]
"""The name and the DuckDB type of each column."""


def _fetched(
    connection: duckdb.DuckDBPyConnection, query: duckdb.Statement
) -> tuple[Described, list[tuple[Any, ...]]]:
    """The columns and rows of a query. Times that Python cannot hold (infinity, a long interval) come as text."""
    cursor = connection.execute(query)
    described = [(str(column[0]), str(column[1])) for column in cursor.description or []]
    rows: list[tuple[Any, ...]] = []
    try:
        while chunk := cursor.fetchmany(10_000):
            rows += chunk
        too_large = False
    except (OverflowError, ValueError):
        too_large = True
    timed = [at for at, (_, kind) in enumerate(described) if any(word in kind for word in _TIMES)]
    if not too_large and not any(_is_last(row[at]) for row in rows for at in timed):
        return described, rows
    columns = ", ".join(f"c{at}" for at in range(len(described)))
    # Not the values again where they cannot be fetched at all.
    wanted = [
        f"CAST(c{at} AS VARCHAR)" if too_large and at in timed else f"c{at}" for at in range(len(described))
    ]
    texts = [f"CAST(c{at} AS VARCHAR)" for at in timed]
    text = _without_end(query.query)
    cursor = connection.execute(
        f"SELECT {', '.join([*wanted, *texts])} FROM (\n{text}\n) AS answer({columns})"
    )
    rows = []
    while chunk := cursor.fetchmany(10_000):
        for row in chunk:
            values, said = list(row[: len(described)]), row[len(described) :]
            for at, value in zip(timed, said, strict=True):
                if _is_last(values[at]) and "infinity" in value:
                    values[at] = value
            rows.append(tuple(values))
    return described, rows


def _without_end(query: str) -> str:
    """One statement up to the semicolon that ends it, if one does."""
    text = query.encode()
    for at, kind in duckdb.tokenize(query):
        if kind == duckdb.token_type.operator and text[at : at + 1] == b";":
            return text[:at].decode()
    return query


_TIMES = ("DATE", "TIMESTAMP", "INTERVAL")


def _is_last(value: Any) -> bool:
    """Whether the value is, or holds, a day at the end of Python's time: so infinity comes, too."""
    if isinstance(value, dt.date):
        return (value.year, value.month, value.day) in ((1, 1, 1), (9999, 12, 31))
    if isinstance(value, list | tuple):
        return any(map(_is_last, value))
    if isinstance(value, dict):
        return any(map(_is_last, [*value, *value.values()]))
    return False


@contextmanager
def _locked(archive: Archive, query: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection that sees the archive, read-only, with the views that the query names, and can open nothing else."""
    from eventlog.asking import Views
    from eventlog.attach import damage_said, said
    from replays.course import Rulesets

    with archive.reading():
        pass  # waits until the file is free, and refuses what is no archive of ours
    connection = duckdb.connect(":memory:", config=_LOCKED)
    try:
        try:
            connection.execute(
                f"ATTACH '{str(archive.path).replace(chr(39), chr(39) * 2)}' AS archive (READ_ONLY)"
            )
        except duckdb.Error as error:
            raise said(error, archive.path) from error
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute("SET enable_progress_bar = false")  # standard output is for the answer
        try:
            Views(connection, Rulesets()).prepare(query)
        except duckdb.Error as error:
            raise damage_said(error, archive.path) or error from error
        connection.execute("SET search_path = 'memory.main,archive.main'")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield connection
    finally:
        connection.close()


def _distinct(names: list[str]) -> list[str]:
    """Names that occur again get a number, so that no column is lost in an object."""
    taken: set[str] = set()
    found = []
    for name in names:
        number, chosen = 1, name
        while chosen in taken:
            number += 1
            chosen = f"{name}_{number}"
        taken.add(chosen)
        found.append(chosen)
    return found
