"""One SELECT over the archive: it changes nothing, reads no other file, fetches nothing, and ends in time."""

from __future__ import annotations

import datetime as dt
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec

from cli.failures import BAD_INPUT, Failure

if TYPE_CHECKING:
    from eventlog.archive import Archive

FORMATS = ("table", "csv", "json", "parquet")

_LOCKED: dict[str, str | bool | int | float | list[str]] = {
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
}


class Rows(msgspec.Struct):
    """The answer to a query: the names and DuckDB types of its columns, and its rows."""

    columns: list[str]
    types: list[str]
    rows: list[tuple[Any, ...]]


def bad_query(message: str) -> Failure:
    """A query that cannot be answered."""
    return Failure(BAD_INPUT, "bad-query", message)


def ask(archive: Archive, query: str, seconds: int) -> Rows:
    """The rows of one SELECT. Raises Failure for anything else, for an error in it, and where it takes too long."""
    try:
        statements = duckdb.extract_statements(query)
    except duckdb.Error as error:
        raise bad_query(f"the query is no SQL: {_first_line(error)}") from error
    if len(statements) != 1:
        raise bad_query(f"give one SELECT, not {len(statements)} statements.")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise bad_query("only a SELECT is answered: the archive cannot be changed by a query.")
    with _locked(archive, query) as connection:
        timer = threading.Timer(seconds, connection.interrupt)
        timer.daemon = True
        timer.start()
        try:
            described, rows = _fetched(connection, statements[0])
        except duckdb.InterruptException as error:
            raise bad_query(
                f"the query took longer than {seconds} s; ask for less, or give it longer with --timeout."
            ) from error
        except duckdb.Error as error:
            raise bad_query(f"the query cannot be answered: {_first_line(error)}") from error
        except RuntimeError as error:  # how an interruption from the keyboard arrives
            raise KeyboardInterrupt from error
        finally:
            timer.cancel()
    return Rows(_distinct([name for name, _ in described]), [kind for _, kind in described], rows)


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
    """A connection of its own that sees the archive, read-only, and can open nothing else."""
    from eventlog.attach import said

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
        from eventlog.asking import Views
        from replays.course import Rulesets

        Views(connection, Rulesets()).prepare(query)
        connection.execute("SET search_path = 'archive.main,memory.main'")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        yield connection
    finally:
        connection.close()


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


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


# Writing what was found


def objects(found: Rows) -> list[dict[str, Any]]:
    """The rows as objects."""
    return [dict(zip(found.columns, map(_json_value, row), strict=True)) for row in found.rows]


def _json_value(value: Any) -> Any:
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _json_value(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    try:
        msgspec.json.encode(value)
    except (TypeError, ValueError):
        return str(value)
    return value


def show(found: Rows, form: str) -> None:
    """Prints the rows in one of FORMATS, but for parquet."""
    from cli import terminal

    if form == "json":
        terminal.print_json(msgspec.json.encode(objects(found)))
    elif form == "csv":
        sys.stdout.write(_csv(found))
    else:
        terminal.show(*table(found))


def write(found: Rows, form: str, out: Path) -> int:
    """Writes the rows to a file in one of FORMATS, whole or not at all; the size of the file. Raises FileUnwritable."""
    from eventlog.files import write_whole

    if form == "parquet":
        content = _parquet(found, out)
    elif form == "json":
        content = msgspec.json.encode(objects(found)) + b"\n"
    elif form == "csv":
        content = _csv(found).encode()
    else:
        content = "".join(f"{line}\n" for line in table(found)).encode()
    return write_whole(out, content)


def _csv(found: Rows) -> str:
    import csv
    import io

    rows = [["" if value is None else _text(value) for value in row] for row in found.rows]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([found.columns, *rows])
    return text.getvalue()


def table(found: Rows) -> list[str]:
    """The rows as a table of text, at most 60 cells a column."""
    from rich.cells import cell_len, set_cell_size

    cells = [["" if value is None else _text(value) for value in row] for row in found.rows]
    widths = [
        min(60, max([cell_len(name), *(cell_len(row[at]) for row in cells)]))
        for at, name in enumerate(found.columns)
    ]

    def line(row: list[str]) -> str:
        return "  ".join(set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()

    rows = f"({len(cells)} {'row' if len(cells) == 1 else 'rows'})"
    return [line(found.columns), line(["-" * width for width in widths]), *map(line, cells), rows]


def _text(value: Any) -> str:
    value = _json_value(value)
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list | dict):
        return msgspec.json.encode(value).decode()
    return str(value)


def _parquet(found: Rows, out: Path) -> bytes:
    """By a connection of its own: the one that answered can write no file. DuckDB gives files only, so it is one that
    does not last."""
    import tempfile

    connection = duckdb.connect(":memory:")
    try:
        columns = ", ".join(
            f'"{name.replace(chr(34), chr(34) * 2)}" {kind}'
            for name, kind in zip(found.columns, found.types, strict=True)
        )
        connection.execute(f"CREATE TABLE answer ({columns})")
        places = f"({', '.join('?' * len(found.columns))})"
        for at in range(0, len(found.rows), 500):
            chunk = found.rows[at : at + 500]
            connection.execute(
                f"INSERT INTO answer VALUES {', '.join([places] * len(chunk))}",
                [value for row in chunk for value in row],
            )
        with tempfile.TemporaryDirectory(prefix="warlog-") as folder:
            file = Path(folder) / "rows.parquet"
            target = str(file).replace("'", "''")
            connection.execute(f"COPY answer TO '{target}' (FORMAT parquet)")
            return file.read_bytes()
    except duckdb.Error as error:
        raise bad_query(f"{out} cannot be written: {_first_line(error)}") from error
    finally:
        connection.close()
