"""All views as Parquet files, for engines that read many files on many machines: `DIR/warlog/games/ruleset=sauron/…`.

The columns are those of the views. Those of `warlog` are parted by ruleset in the names of their folders, as DuckDB and
Spark read them; JSON is text.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from eventlog.asking import views
from eventlog.errors import FileUnwritable
from eventlog.files import shown
from eventlog.sql_types import literal, quoted
from eventlog.view_columns import View

if TYPE_CHECKING:
    from eventlog.archive import Archive


class Written(msgspec.Struct, frozen=True):
    """How many files were written, and rows in them."""

    files: int
    rows: int


def write(archive: Archive, folder: Path) -> Written:
    """Write every view of `warlog`, and those of the events of all rulesets of which the archive holds games, under a
    folder. Raises FileUnwritable, Outdated."""
    rows = 0
    with archive.reading() as sql:
        for view in views(sql.rulesets_here()):
            schema, _, name = view.view.partition(".")
            into = folder / schema / name
            try:
                into.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                why = (error.strerror or str(error)).lower()
                raise FileUnwritable(f"{shown(into)} cannot be made: {why}.") from error
            select = f"SELECT {_columns(view)} FROM {view.view}"
            target, options = str(into), "FORMAT parquet, COMPRESSION zstd"
            count = 0
            if schema == "warlog":
                parted = f"{options}, PARTITION_BY (ruleset), OVERWRITE_OR_IGNORE"
                count = _copy(sql.execute(f"COPY ({select}) TO {literal(target)} ({parted})").fetchall())
            if not count:  # without a row there is no folder of a ruleset: one file has the columns
                sql.execute(
                    f"COPY ({select}) TO {literal(f'{target}/part-0.parquet')} ({options})"
                ).fetchall()
                count = _copy(sql.execute(f"SELECT count(*) FROM {view.view}").fetchall())
            rows += count
    return Written(len(list(folder.rglob("*.parquet"))), rows)


def _copy(result: list[tuple[int, ...]]) -> int:
    return result[0][0] if result else 0


def _columns(view: View) -> str:
    return ", ".join(
        f"CAST({quoted(column.name)} AS VARCHAR) AS {quoted(column.name)}"
        if column.type == "JSON"
        else quoted(column.name)
        for column in view.columns
    )
