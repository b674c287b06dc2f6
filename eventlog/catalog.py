"""Which game is meant: by slug, by the unique beginning of a slug, or by id."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Final

import duckdb
import msgspec

from eventlog import columns
from eventlog.errors import NotFound
from eventlog.record import UNKNOWN, Beginning
from eventlog.rows import ID

Connection = duckdb.DuckDBPyConnection

SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
"""What a game may be called in an archive."""


class Known(msgspec.Struct, frozen=True):
    """What a piece of work needs to know of a game."""

    number: int
    id: str
    slug: str
    begin: Beginning

    @property
    def key(self) -> bytes | None:
        return key_of(self.begin)


def key_of(begin: Beginning) -> bytes | None:
    """The key that a beginning records, where it is known."""
    return None if begin.key == UNKNOWN or not begin.key else bytes.fromhex(begin.key)


def find(connection: Connection, reference: str) -> Known:
    """The game of this slug, unique beginning of a slug, or id. Raises NotFound, naming what comes near,
    and Damaged."""
    rows = connection.execute(
        "SELECT game, id::VARCHAR, slug, begin FROM archive.game WHERE "
        + ("id = ?" if ID.fullmatch(reference) else "slug = ?"),
        [reference],
    ).fetchall()
    if not rows and reference:
        rows = connection.execute(
            "SELECT game, id::VARCHAR, slug, begin FROM archive.game WHERE starts_with(slug, ?) ORDER BY slug LIMIT 5",
            [reference],
        ).fetchall()
    if len(rows) == 1:
        number, game_id, slug, begin = rows[0]
        return Known(number, game_id, slug, beginning_of(begin, slug))
    if rows:
        raise NotFound(f"{reference!r} may be {listed(row[2] for row in rows)}; name one of them.")
    # Games that people played stand last, and so are named first of all.
    slugs = [
        row[0]
        for row in connection.execute(
            "SELECT slug FROM archive.game ORDER BY origin NOT IN ('simulated', 'whatif'), game"
        ).fetchall()
    ]
    near = difflib.get_close_matches(reference, slugs, 3, 0.5)
    if not slugs:
        raise NotFound(f"There is no game {reference!r}: the archive holds no games yet.")
    told = f"did you mean {listed(near)}?" if near else _some(slugs)
    raise NotFound(f"There is no game {reference!r} in the archive; {told}")


def _some(slugs: Sequence[str]) -> str:
    """Which games there are: the last five, if there are more."""
    if len(slugs) <= 5:
        return f"it has {listed(slugs)}."
    return f"the last of its {len(slugs)} games are {listed(slugs[-5:])}."


def beginning_of(text: str, slug: str) -> Beginning:
    """The beginning that a game's row holds. Raises Damaged."""
    return columns.decoded(columns.beginning, text, columns.at_ply(0, slug), "game.begin")


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)
