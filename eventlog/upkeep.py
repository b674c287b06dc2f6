"""The archive as a file: a whole game taken out of it, everything brought over into a new file of the newest schema."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from eventlog import courses
from eventlog.catalog import Connection, Known
from eventlog.described import Described
from eventlog.errors import Damaged
from eventlog.files import shown
from eventlog.schema import OF_GAMES, SCHEMA, TABLES, first_row

HEADS: Final = """CREATE TABLE IF NOT EXISTS archive.tombstone_head (id UUID NOT NULL, line VARCHAR NOT NULL,
    ply INTEGER NOT NULL, head BLOB NOT NULL)"""
"""Where the lines of dropped games stood; made with the first that is dropped."""

_BESIDE: Final = ("standing", "tombstone_head")
"""Tables that are made when they are needed, and are no part of the log."""

_SETTLING: Final = 0.05
"""Seconds for which the old file is held after another has taken its name: who has just opened it by that name finds it
in use, and then the new one."""


class Tombstone(msgspec.Struct, frozen=True):
    """What remains of a game that was dropped: its id, what it was called, when that was, and where its lines stood
    (ply and digest)."""

    id: str
    slug: str
    title: str
    ruleset: str
    dropped: datetime
    heads: dict[str, tuple[int, str]]


class Upgrade(msgspec.Struct, frozen=True):
    """What an upgrade does, or would do: from schema `before` to `after`; `games` of the archive, of which the courses
    of `stale` are missing, and `reckoned` could be made up; `kept` is the old file ("" where nothing was done)."""

    before: int
    after: int
    games: int
    stale: int
    reckoned: int = 0
    kept: str = ""

    @property
    def needed(self) -> bool:
        """Whether there is anything to do."""
        return self.before < self.after or self.stale > 0


# Whole games --------------------------------------------------------------------------------------------------------


def drop(
    connection: Connection, game: Known, heads: Mapping[str, tuple[int, str]], who: str, when: datetime
) -> None:
    """Take a game out, with all that is kept of it, and leave a tombstone; data that no other game has go too."""
    connection.execute("DELETE FROM archive.tombstone WHERE id = ?", [game.id])
    connection.execute(
        """INSERT INTO archive.tombstone SELECT id, slug, title, ruleset, $when, $who, NULL FROM archive.game
        WHERE game = $game""",
        {"when": when, "who": who or None, "game": game.number},
    )
    connection.execute(HEADS)
    connection.execute("DELETE FROM archive.tombstone_head WHERE id = ?", [game.id])
    for line, (ply, head) in heads.items():
        connection.execute(
            "INSERT INTO archive.tombstone_head VALUES (?, ?, ?, ?)",
            [game.id, line, ply, bytes.fromhex(head)],
        )
    data = connection.execute("SELECT data FROM archive.game WHERE game = ?", [game.number]).fetchall()[0][0]
    there = _tables(connection, "archive")
    for table in (*OF_GAMES, *courses.NAMES, "standing"):
        if table in there:
            connection.execute(f"DELETE FROM archive.{table} WHERE game = ?", [game.number])
    connection.execute(
        "DELETE FROM archive.data WHERE hash = $data AND NOT EXISTS (SELECT 1 FROM archive.game WHERE data = $data)",
        {"data": data},
    )


def tombstone(connection: Connection, game_id: str) -> Tombstone | None:
    """What remains of the game with this id, or None where it was never dropped."""
    row = first_row(
        connection.execute(
            "SELECT id::VARCHAR, slug, coalesce(title, ''), ruleset, epoch_us(dropped) FROM archive.tombstone "
            "WHERE id = ?",
            [game_id],
        )
    )
    if row is None:
        return None
    heads: dict[str, tuple[int, str]] = {}
    if "tombstone_head" in _tables(connection, "archive"):
        for line, ply, head in connection.execute(
            "SELECT line, ply, head FROM archive.tombstone_head WHERE id = ? ORDER BY line", [game_id]
        ).fetchall():
            heads[line] = (ply, head.hex())
    game, slug, title, ruleset, dropped = row
    return Tombstone(game, slug, title, ruleset, datetime.fromtimestamp(dropped / 1e6, UTC), heads)


def _tables(connection: Connection, database: str) -> set[str]:
    return {
        name
        for (name,) in connection.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = ?", [database]
        ).fetchall()
    }


# The file -----------------------------------------------------------------------------------------------------------


def outdated(connection: Connection, rulesets: Mapping[str, Described]) -> Upgrade:
    """What an upgrade would do."""
    return Upgrade(
        _schema(connection),
        SCHEMA,
        _count(connection, "archive", "game"),
        len(courses.stale(connection, rulesets)),
    )


def _schema(connection: Connection) -> int:
    row = first_row(connection.execute("SELECT value FROM archive.about WHERE key = 'schema'"))
    return int(row[0]) if row else 0


def _count(connection: Connection, database: str, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {database}.{table}").fetchall()[0][0])


def copy_into(connection: Connection, rulesets: Mapping[str, Described], path: Path) -> int:
    """Everything of the attached archive into the new one that is attached as `fresh`, with the courses of all games;
    how many of them were reckoned. Raises Damaged where the copy is not the same."""
    there = _tables(connection, "archive")
    for beside in _BESIDE:
        if beside in there:
            connection.execute(f"CREATE TABLE fresh.{beside} AS SELECT * FROM archive.{beside}")
    stale = courses.stale(connection, rulesets)
    for table in _names():
        if table in there and table not in courses.NAMES:
            connection.execute(f"INSERT INTO fresh.{table} SELECT * FROM archive.{table}")
    if courses.are_there(connection):
        for name in courses.NAMES:
            connection.execute(
                f"INSERT INTO fresh.{name} SELECT * FROM archive.{name} "
                "WHERE game NOT IN (SELECT unnest(?::INTEGER[]))",
                [stale],
            )
    reckoned = courses.keep(connection, rulesets, stale, "fresh")
    connection.execute("UPDATE fresh.about SET value = ? WHERE key = 'schema'", [str(SCHEMA)])
    for table in (*_names(), *_BESIDE):
        if table in there and table not in (*courses.NAMES, "about"):
            _compare(connection, table, path)
    return reckoned


def _names() -> list[str]:
    return [table.partition("{0}.")[2].partition(" ")[0] for table in TABLES]


def _compare(connection: Connection, table: str, path: Path) -> None:
    """Every row, with its digest, is there as it was, once."""
    found = [
        connection.execute(f"SELECT count(*), sum(hash(t)::HUGEINT) FROM {database}.{table} t").fetchall()
        for database in ("archive", "fresh")
    ]
    if found[0] != found[1]:
        raise Damaged(
            f"The archive {shown(path)} could not be brought over: the table {table} of the new file is not as it was; "
            "the archive is left as it is."
        )


def put_in_place(fresh: Path, path: Path) -> Path:
    """Give the new file the archive's name, while the old one is still held; the name that the old one keeps."""
    kept = _kept(path)
    try:
        os.link(path, kept)
        fresh.replace(path)
    except OSError:  # no hard links here, or no file that is open may be renamed
        with suppress(FileNotFoundError):
            kept.unlink()
        path.rename(kept)
        fresh.rename(path)
    time.sleep(_SETTLING)
    return kept


def _kept(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.stem}.old-{number}{path.suffix}")).exists():
        number += 1
    return kept
