"""What a seat has left with the archive for itself alone: its standing order, beside the log and no part of it.

It is never exported, absorbed, verified or listed: a copy of the game does not tell that there ever was one. The table
is made with the first order of an archive.
"""

from __future__ import annotations

from eventlog.catalog import Connection, Known
from eventlog.schema import first_row

_TABLE = """CREATE TABLE IF NOT EXISTS archive.standing (game INTEGER NOT NULL, seat VARCHAR NOT NULL,
    content VARCHAR NOT NULL)"""


def orders(connection: Connection, game: Known) -> dict[str, str]:
    """The orders of a game as their writers put them, by seat."""
    there = connection.execute(
        "SELECT 1 FROM duckdb_tables() WHERE database_name = 'archive' AND table_name = 'standing'"
    )
    if first_row(there) is None:
        return {}
    found = connection.execute("SELECT seat, content FROM archive.standing WHERE game = ?", [game.number])
    return dict(found.fetchall())


def leave(connection: Connection, game: Known, seat: str, content: str | None) -> None:
    """Keep a seat's order in place of the one before; None takes it back."""
    connection.execute(_TABLE)
    connection.execute("DELETE FROM archive.standing WHERE game = ? AND seat = ?", [game.number, seat])
    if content is not None:
        connection.execute("INSERT INTO archive.standing VALUES (?, ?, ?)", [game.number, seat, content])
