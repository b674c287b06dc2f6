"""The rows of an answer, and how they are written: as a table for people, CSV, JSON or Parquet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from cli.failures import BAD_INPUT, Failure

FORMATS = ("table", "csv", "json", "parquet")


class Rows(msgspec.Struct):
    """The answer to a query: the names and DuckDB types of its columns, and its rows."""

    columns: list[str]
    types: list[str]
    rows: list[tuple[Any, ...]]


def bad_query(message: str) -> Failure:
    """A query that cannot be answered."""
    return Failure(BAD_INPUT, "bad-query", message)


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
        text = _csv(found)
        if terminal.is_terminal():  # a file or a pipe gets every character
            text = "\n".join(map(terminal.printable, text.split("\n")))
        sys.stdout.write(text)
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
    """The rows as a table of text, at most 60 cells a column; what is cut ends in "…"."""
    from rich.cells import cell_len, set_cell_size

    cells = [["" if value is None else _text(value) for value in row] for row in found.rows]
    widths = [
        min(60, max([cell_len(name), *(cell_len(row[at]) for row in cells)]))
        for at, name in enumerate(found.columns)
    ]

    def fit(cell: str, width: int) -> str:
        return set_cell_size(cell, width) if cell_len(cell) <= width else set_cell_size(cell, width - 1) + "…"

    def line(row: list[str]) -> str:
        return "  ".join(fit(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()

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

    import duckdb

    connection = duckdb.connect(":memory:")
    connection.execute("SET enable_progress_bar = false")
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
        raise bad_query(f"{out} cannot be written: {str(error).strip().splitlines()[0]}") from error
    finally:
        connection.close()
