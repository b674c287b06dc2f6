"""Questions to an attached archive in SQL: `with archive.reading() as sql: sql("FROM warlog.games")`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from eventlog import courses
from eventlog.asking import Views
from eventlog.described import Described
from eventlog.errors import ArchiveUnusable
from eventlog.files import shown
from eventlog.meant import meant


class Reading:
    """An archive that is attached as `archive` for reading, with the views that the questions name.

    Called with a query it gives a DuckDB relation, which must be used before the archive is let go of. Errors are
    DuckDB's own, with a note of what may have been meant.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, rulesets: Mapping[str, Described]) -> None:
        self.connection = connection
        self._rulesets = rulesets
        self._views = Views(connection, rulesets)

    def __call__(self, query: str, parameters: Any = None) -> duckdb.DuckDBPyRelation:
        """The relation of a query."""
        self.prepare(query)
        try:
            return self.connection.sql(query, params=parameters)
        except duckdb.Error as error:
            raise self._noted(error, query) from None

    sql = __call__

    def execute(self, query: str, parameters: Any = None) -> duckdb.DuckDBPyConnection:
        """Runs a query; the rows are fetched from what it gives."""
        self.prepare(query)
        try:
            return self.connection.execute(query, parameters)
        except duckdb.Error as error:
            raise self._noted(error, query) from None

    def rulesets_here(self) -> dict[str, Described]:
        """The rulesets of the archive's games, as far as they are known."""
        return courses.here(self.connection, self._rulesets)

    def prepare(self, query: str) -> None:
        """Makes the views that a query names."""
        self._views.prepare(query)

    @contextmanager
    def only(self, games: str) -> Iterator[None]:
        """In the `with` the views hold the main lines of these games alone (a SELECT of their ids): what is asked of
        few games is then not looked up in all. `all_lines` is as it was."""
        self.prepare("warlog")
        main = "memory.reckoned.main"
        self.connection.execute(
            f"CREATE OR REPLACE TEMP TABLE others AS FROM {main} WHERE game_id NOT IN ({games})"
        )
        self.connection.execute(f"DELETE FROM {main} WHERE game_id NOT IN ({games})")
        try:
            yield
        finally:
            self.connection.execute(f"INSERT INTO {main} FROM others")
            self.connection.execute("DROP TABLE others")

    def close(self) -> None:
        """Takes the views away again."""
        self._views.close()

    def _noted(self, error: duckdb.Error, query: str) -> duckdb.Error:
        if near := meant(query, str(error), self._rulesets):
            error.add_note(near[0].upper() + near[1:])
        return error


def copy_of(path: Path, to: Path) -> None:
    """Copy the file of an archive that this process has attached, and what DuckDB has written beside it since.

    Another process does it: were the file closed in this one, DuckDB's lock on it would be gone.
    """
    copy = "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])"
    for one, other in ((path, to), (Path(f"{path}.wal"), Path(f"{to}.wal"))):
        if not one.exists():
            continue
        done = subprocess.run(
            [sys.executable, "-I", "-c", copy, str(one), str(other)], capture_output=True, check=False
        )
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise ArchiveUnusable(f"{shown(to)} cannot be written: {said[-1] if said else 'the copy failed'}")


@contextmanager
def snapshot(path: Path) -> Iterator[Path]:
    """A folder for a copy of the file at `path`, beside which there is room; it goes away with the `with`."""
    folder = Path(tempfile.mkdtemp(prefix="warlog-"))
    try:
        yield folder / path.name
    finally:
        shutil.rmtree(folder, ignore_errors=True)
