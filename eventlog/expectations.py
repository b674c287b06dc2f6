"""Where a writer believes a line to stand, and the error when it does not."""

from __future__ import annotations

import enum
from typing import Final, TypeAlias

from eventlog.catalog import Connection, Known
from eventlog.errors import HeadMoved
from eventlog.journal import move_at
from eventlog.record import Head
from eventlog.schema import first_row


class Sentinel(enum.Enum):
    """Expectations that are no head."""

    NEW = "new"
    ANY = "any"
    UNCHANGED = "unchanged"


NEW: Final = Sentinel.NEW
"""The line must not exist yet."""
ANY: Final = Sentinel.ANY
"""Wherever the line stands."""
UNCHANGED: Final = Sentinel.UNCHANGED
"""The result kept for lists stays what it is."""

Expected: TypeAlias = str | Head | int | Sentinel
"""Where a writer believes a line to stand: its head, by digest or as a Head, or the number of the game's last
move; NEW; ANY."""


def check_expected(
    connection: Connection, game: Known, line: str, found: Head, expected: Expected, n: int, parent: Head
) -> None:
    """Raise HeadMoved where a line does not stand where its writer believes."""
    if expected is ANY:
        return
    if isinstance(expected, int):
        if expected != n:
            then = move_at(connection, game, "n = ?", [expected]) if 1 <= expected < n else None
            raise moved(game, line, Head(then.head, then.ply) if then else None, found)
    elif isinstance(expected, Head):
        if expected != found:
            raise moved(game, line, expected, found)
    elif expected is NEW:
        raise moved(game, line, None, found)
    elif expected != found.digest:
        raise moved(game, line, Head(str(expected), _ply(connection, game, str(expected), parent)), found)


def _ply(connection: Connection, game: Known, digest: str, parent: Head) -> int:
    """The ply of the batch that a writer names by its digest alone."""
    row = first_row(
        connection.execute(
            "SELECT ply FROM archive.batch WHERE game = ? AND digest = ?",
            [game.number, bytes.fromhex(digest)],
        )
    )
    return int(row[0]) if row is not None else parent.ply


def moved(game: Known, line: str, expected: Head | None, found: Head | None) -> HeadMoved:
    """The error that tells both heads."""
    here = f"stands at ply {found.ply} ({found.digest[:12]})" if found else "has moved"
    there = f"at ply {expected.ply} ({expected.digest[:12]})" if expected else "where it was"
    if expected is None and found is not None:
        there = "yet to be begun"
    return HeadMoved(
        f"Line {line} of game {game.slug} {here}, not {there}: somebody acted first; look at it again and repeat.",
        expected,
        found,
    )
