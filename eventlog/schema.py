"""The tables of an archive, and how a new archive comes into being.

An archive is one DuckDB file. Its envelope is in columns; payloads, actions and chance are JSON text, kept byte for
byte. What a key or the tree says already is not stored a second time: a batch's parent follows from its run and
ply, a move's head from the batch it points at, salts and hashes of secret parts from the game's key.
"""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

from eventlog.errors import ArchiveUnusable, Damaged
from eventlog.files import shown

SCHEMA = 1
"""The version of the tables below. A program reads its own and every older one."""

STORAGE = "v2.0.0"
"""The oldest DuckDB that can read a new archive."""

ANCHOR = """CREATE TABLE IF NOT EXISTS {0}.anchor (game INTEGER NOT NULL, slug VARCHAR NOT NULL, n INTEGER NOT NULL,
        digest BLOB NOT NULL)"""

CACHES = (
    # How clock and tally went in a game, as far as move `n` of its journal; `made`: how it was reckoned. No part of the
    # log, and without keys: see `courses`.
    "CREATE TABLE IF NOT EXISTS {0}.course (game INTEGER NOT NULL, n INTEGER NOT NULL, made VARCHAR NOT NULL)",
    # The clock of the events `first` to `last` of a batch, -1 being the decision itself.
    """CREATE TABLE IF NOT EXISTS {0}.moment (game INTEGER NOT NULL, run INTEGER NOT NULL, ply INTEGER NOT NULL,
        first INTEGER NOT NULL, last INTEGER NOT NULL, turn INTEGER NOT NULL, phase VARCHAR, impulse INTEGER NOT NULL,
        seat VARCHAR)""",
    # What a seat has at the end of a turn (`ended`), or where a line stands.
    """CREATE TABLE IF NOT EXISTS {0}.turn_end (game INTEGER NOT NULL, run INTEGER NOT NULL, ply INTEGER NOT NULL,
        turn INTEGER NOT NULL, title VARCHAR, ended BOOLEAN NOT NULL, seat VARCHAR NOT NULL, measures JSON NOT NULL)""",
)
"""Tables that can be made anew from the others at any time."""

TABLES = (
    # What the file is: schema (version), program, made (time).
    "CREATE TABLE {0}.about (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)",
    # A game's map, cards and tables as stored bytes, once, under their SHA-256.
    "CREATE TABLE {0}.data (hash BLOB PRIMARY KEY, content BLOB NOT NULL)",
    # `game` numbers and slugs are local to this file, `id` travels with the game. `begin` is the beginning that ply 0
    # records (kept here only), `seen_by` the seats whose view this is (NULL: everything), `result` a cache for lists.
    """CREATE TABLE {0}.game (game INTEGER PRIMARY KEY, id UUID NOT NULL UNIQUE, slug VARCHAR NOT NULL UNIQUE,
        title VARCHAR, ruleset VARCHAR NOT NULL, ruleset_version INTEGER NOT NULL, scenario VARCHAR NOT NULL,
        origin VARCHAR NOT NULL, begun TIMESTAMPTZ NOT NULL, data BLOB NOT NULL, seen_by JSON, begin JSON NOT NULL,
        result JSON)""",
    # A run is a stretch of batches; `fork` is the last ply that it shares with its parent, which owns that ply.
    """CREATE TABLE {0}.run (game INTEGER NOT NULL, run INTEGER NOT NULL, parent INTEGER, fork INTEGER,
        PRIMARY KEY (game, run))""",
    # `options` is -1 where it is not known; an absent text or JSON value is NULL. `parent` is the first 8 bytes of the
    # parent's digest: the parent follows from run and ply, and this tells a missing or displaced batch.
    """CREATE TABLE {0}.batch (game INTEGER NOT NULL, run INTEGER NOT NULL, ply INTEGER NOT NULL, id UUID NOT NULL,
        parent UBIGINT, kind VARCHAR NOT NULL, entry INTEGER NOT NULL, seat VARCHAR, time TIMESTAMPTZ NOT NULL,
        action JSON, options INTEGER, chance JSON, opens JSON, secrets JSON, board VARCHAR, whole VARCHAR,
        reason VARCHAR, carried BLOB, digest BLOB NOT NULL, PRIMARY KEY (game, run, ply))""",
    # No key: it would cost more room than the events themselves. One batch's events are written together or not at all.
    """CREATE TABLE {0}.event (game INTEGER NOT NULL, run INTEGER NOT NULL, ply INTEGER NOT NULL, seq INTEGER NOT NULL,
        type VARCHAR NOT NULL, version INTEGER NOT NULL, payload JSON NOT NULL)""",
    # The journal. Its key is where two writers meet. `run` and `ply` name the head.
    """CREATE TABLE {0}.move (game INTEGER NOT NULL, n INTEGER NOT NULL, kind VARCHAR NOT NULL, line VARCHAR NOT NULL,
        run INTEGER NOT NULL, ply INTEGER NOT NULL, source VARCHAR, who VARCHAR, time TIMESTAMPTZ NOT NULL, seen JSON,
        digest BLOB NOT NULL, PRIMARY KEY (game, n))""",
    # What each journal ended with when it was last written, and how the game is called: so it is noticed if the last
    # moves, or a game, are taken away. An archive made before there was this table gets it when it is next written. No
    # key: each row is written once and then changed in its place, and a key would make every move a tenth slower.
    ANCHOR,
    # Reserved: comments, glyphs and bookmarks; what remains of a game that was taken out.
    """CREATE TABLE {0}.note (game INTEGER NOT NULL, n INTEGER NOT NULL, run INTEGER NOT NULL, ply INTEGER NOT NULL,
        payload JSON NOT NULL, PRIMARY KEY (game, n))""",
    """CREATE TABLE {0}.tombstone (id UUID PRIMARY KEY, slug VARCHAR NOT NULL, title VARCHAR, ruleset VARCHAR NOT NULL,
        dropped TIMESTAMPTZ NOT NULL, who VARCHAR, reason VARCHAR)""",
    *CACHES,
)


ADDED = frozenset({"anchor", "course", "moment", "turn_end"})
"""Tables that archives of older programs of this schema lack; they get them when something is to be written there."""

OF_GAMES = ("game", "run", "batch", "event", "move", "note", "anchor")
"""The tables in which each row is of one game."""


def create(connection: duckdb.DuckDBPyConnection, path: Path, program: str, made: datetime) -> None:
    """Make a new, empty archive at `path`, or do nothing where somebody else has made one meanwhile.

    It is made whole under a temporary name and then linked into place, so that no half-made file can be met there.
    """
    with attached_fresh(connection, path) as fresh:
        make_tables(connection)
        connection.executemany(
            "INSERT INTO fresh.about VALUES (?, ?)",
            [("schema", str(SCHEMA)), ("program", program), ("made", made.isoformat())],
        )
        connection.execute("COMMIT")
        connection.execute("DETACH fresh")
        _place(fresh, path)


@contextmanager
def attached_fresh(connection: duckdb.DuckDBPyConnection, path: Path) -> Iterator[Path]:
    """A new file in the folder of an archive, attached as `fresh`, in a transaction. What of it is left in the end, by
    this name, goes away."""
    fresh = path.with_name(f".{uuid.uuid4().hex}.new")
    try:
        connection.execute(f"ATTACH ? AS fresh (STORAGE_VERSION '{STORAGE}')", [str(fresh)])
        connection.execute("BEGIN")
        yield fresh
    except BaseException:
        # Nothing half made is kept; whatever more goes wrong here says less than what went wrong before.
        for statement in ("ROLLBACK", "DETACH fresh"):
            with suppress(duckdb.Error):
                connection.execute(statement)
        raise
    finally:
        for leftover in (fresh, fresh.with_name(fresh.name + ".wal")):
            leftover.unlink(missing_ok=True)


def make_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """All tables, empty, in `fresh`."""
    for table in TABLES:
        connection.execute(table.format("fresh"))


def _place(fresh: Path, path: Path) -> None:
    try:
        os.link(fresh, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if path.exists():
            return
        fresh.rename(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def first_row(result: duckdb.DuckDBPyConnection) -> tuple[Any, ...] | None:
    """The first row of a result, or None. The result is read to its end: one that is half read would keep the
    connection from other work, and the archive from being let go."""
    rows = result.fetchall()
    return rows[0] if rows else None


def check(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse a DuckDB file that is not an archive, or one of a newer schema."""
    try:
        row = first_row(connection.execute("SELECT value FROM archive.about WHERE key = 'schema'"))
        version = int(row[0]) if row else 0
    except (duckdb.CatalogException, duckdb.BinderException, ValueError):
        version = 0
    if version < 1:
        raise ArchiveUnusable(
            f"{shown(path)} is a DuckDB file, but not an archive of games; name another file for the archive."
        )
    if version > SCHEMA:
        raise ArchiveUnusable(
            f"{shown(path)} has schema {version}, and this program knows schemas up to {SCHEMA}; "
            "open it with the newer program that wrote it."
        )
    _check_columns(connection, path)


def _check_columns(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse an archive in which a table, or a column as it should be, is missing."""
    there: dict[str, dict[str, tuple[str, bool]]] = {}
    for table, column, kind, nullable in connection.execute(
        "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() "
        "WHERE database_name = 'archive' AND schema_name = 'main'"
    ).fetchall():
        there.setdefault(table, {})[column] = (kind, nullable)
    for table, columns in _declared().items():
        if table not in there:
            if table in ADDED:
                continue
            what = f"its table {table} is gone"
            raise Damaged(
                f"The archive {shown(path)} is damaged: {what}; take a copy that is whole.", what="missing"
            )
        for column, (kind, nullable) in columns.items():
            found = there[table].get(column)
            if found is None:
                what = f"the column {table}.{column} is gone"
            elif found[0] != kind:
                what = f"the column {table}.{column} is of type {found[0]}, not {kind}"
            elif found[1] and not nullable:
                what = f"the column {table}.{column} may be empty, and must not"
            else:
                continue
            raise Damaged(
                f"The archive {shown(path)} is damaged: {what}; take a copy that is whole.", what="missing"
            )


def _declared() -> dict[str, dict[str, tuple[str, bool]]]:
    """For each table its columns: type, and whether they may be empty."""
    declared: dict[str, dict[str, tuple[str, bool]]] = {}
    for table in TABLES:
        name, columns = re.fullmatch(
            r"CREATE TABLE (?:IF NOT EXISTS )?\{0\}\.(\w+) \((.*)\)", table, re.S
        ).groups()  # type: ignore[union-attr]
        keys = re.search(r"PRIMARY KEY \(([^)]*)\)", columns)
        key = keys.group(1).split(", ") if keys else []
        declared[name] = {
            column: (_TYPES.get(kind, kind), not ("NOT NULL" in rest or "PRIMARY" in rest or column in key))
            for column, kind, rest in re.findall(r"([a-z_]+) ([A-Z]+)([^,]*)", columns)
        }
    return declared


_TYPES = {"TIMESTAMPTZ": "TIMESTAMP WITH TIME ZONE"}
"""Types that DuckDB calls otherwise than we."""


def anchor(connection: duckdb.DuckDBPyConnection) -> None:
    """Add what archives that were made by an older program lack."""
    connection.execute(ANCHOR.format("archive"))
