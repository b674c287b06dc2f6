"""Games begun, their slugs and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from eventlog import columns
from eventlog.catalog import SLUG, Connection, key_of
from eventlog.errors import Damaged, NameTaken, Unfit
from eventlog.expectations import UNCHANGED
from eventlog.journal import insert_move
from eventlog.record import Batch, Beginning, Move
from eventlog.rows import Row, digest_of, fit, text_of
from eventlog.schema import OF_GAMES, first_row
from eventlog.storing import insert, insert_batches
from eventlog.tree import check_name
from eventlog.verification import data_hash

GAME_COLUMNS: Final = (
    "game, id, slug, title, ruleset, ruleset_version, scenario, origin, begun, data, seen_by, begin, result"
)


class Slugs:
    """The slugs that are free, also after those that were given out already."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._given: set[str] = set()
        self._next: dict[str, int] = {}

    def free(self, wanted: str, ruleset: str) -> str:
        """The slug wanted, or the ruleset's name with the next free number. Raises NameTaken, Unfit."""
        slug = self._wanted(wanted, ruleset) if wanted else self._numbered(ruleset)
        self._given.add(slug)
        return slug

    def _wanted(self, wanted: str, ruleset: str) -> str:
        if not SLUG.fullmatch(wanted):
            raise Unfit(
                f"{wanted!r} cannot name a game; a name is of small letters, digits and -, as in {ruleset}-3."
            )
        there = self._connection.execute("SELECT 1 FROM archive.game WHERE slug = ?", [wanted])
        if first_row(there) is not None or wanted in self._given:
            raise NameTaken(f"There is a game {wanted} in the archive already; choose another name.")
        return wanted

    def _numbered(self, ruleset: str) -> str:
        letters = (letter if letter.isascii() and letter.isalnum() else "-" for letter in ruleset.lower())
        stem = "".join(letters).strip("-") or "game"
        if stem not in self._next:
            row = first_row(
                self._connection.execute(
                    """SELECT coalesce(max(TRY_CAST(slug[$skip:] AS BIGINT)), 0) FROM archive.game
                        WHERE starts_with(slug, $stem) AND regexp_full_match(slug[$skip:], '[1-9][0-9]{0,8}')""",
                    {"stem": stem + "-", "skip": len(stem) + 2},
                )
            )
            self._next[stem] = (row[0] if row else 0) + 1
        while True:
            slug = f"{stem}-{self._next[stem]}"
            self._next[stem] += 1
            if slug not in self._given:
                return slug


def store_data(connection: Connection, named: str, data: bytes | None) -> None:
    """Store a game's data under its hash, once. Raises Unfit where the bytes are not those of the hash."""
    found = first_row(connection.execute("SELECT 1 FROM archive.data WHERE hash = ?", [bytes.fromhex(named)]))
    if data is None:
        if found is None:
            raise Unfit(f"The archive does not hold the data {named[:12]}; they must come with the game.")
        return
    if data_hash(data) != named:
        raise wrong_data(data, named)
    if found is None:
        connection.execute("INSERT INTO archive.data VALUES (?, ?)", [bytes.fromhex(named), data])


def wrong_data(data: bytes, named: str) -> Unfit:
    return Unfit(f"The data have the hash {data_hash(data)[:12]}, and the game was begun with {named[:12]}.")


def game_row(number: int, slug: str, first: Batch, seen_by: Sequence[str], result: Any) -> Row:
    """The values of GAME_COLUMNS."""
    begin = beginning(first)
    return (
        number,
        first.game,
        slug,
        begin.title or None,
        begin.ruleset,
        begin.ruleset_version,
        begin.scenario,
        begin.origin,
        first.time,
        bytes.fromhex(begin.data),
        seats_text(seen_by),
        text_of(begin),
        result_text(result),
    )


def beginning(first: Batch) -> Beginning:
    """What ply 0 records."""
    if first.begin is None or first.ply != 0:
        raise Unfit(f"Game {first.game} must begin with ply 0, which says what is played.")
    begin = first.begin
    if len(begin.data) != 64:
        raise Unfit(f"Game {first.game} names its data by {begin.data!r}; that must be a SHA-256 in hex.")
    return begin


def seats_text(seats: Sequence[str]) -> str | None:
    """The JSON of those who have seen a game."""
    return msgspec.json.encode(list(seats)).decode() if seats else None


def result_text(result: Any) -> str | None:
    """The JSON that is kept for lists."""
    return None if result is None else msgspec.json.encode(result).decode()


def set_result(connection: Connection, number: int, result: Any) -> None:
    """Keep a game's result for lists, where it is another than before."""
    if result is not UNCHANGED:
        connection.execute(
            "UPDATE archive.game SET result = $1 WHERE game = $2 AND result::VARCHAR IS DISTINCT FROM $1",
            [result_text(result), number],
        )


def begin(
    connection: Connection,
    batch: Batch,
    slug: str,
    data: bytes | None,
    who: str,
    line: str,
    seen_by: Sequence[str],
) -> Move:
    """Store a game's first batch. The same again is a success without a row."""
    check_name(line)
    batch = fit(batch)
    start = beginning(batch)
    key = key_of(start)
    named = digest_of(batch, key)
    row = first_row(
        connection.execute(
            """SELECT g.slug, b.digest, epoch_us(m.time), m.who, m.line FROM archive.game g
            LEFT JOIN archive.batch b ON b.game = g.game AND b.run = 0 AND b.ply = 0
            LEFT JOIN archive.move m ON m.game = g.game AND m.n = 1 WHERE g.id = ?""",
            [batch.game],
        )
    )
    if row is not None:
        if row[1] is None or row[1].hex() != named:
            raise NameTaken(
                f"The game {batch.game} is in the archive already, as {row[0]}, with another beginning."
            )
        if row[4] is None:
            raise Damaged(
                f"Game {row[0]} has no journal; it needs at least its first move.", what="cut short"
            )
        return Move(
            game=batch.game,
            n=1,
            kind="new",
            line=row[4],
            head=named,
            ply=0,
            who=row[3] or "",
            time=columns.decoded(columns.time_of, row[2], f"move 1 of game {row[0]}", "move.time"),
        )
    slug = Slugs(connection).free(slug, start.ruleset)
    number = next_game(connection)
    store_data(connection, start.data, data)
    insert(connection, "game", GAME_COLUMNS, [game_row(number, slug, batch, seen_by, None)])
    connection.execute("INSERT INTO archive.run VALUES (?, 0, NULL, NULL)", [number])
    insert_batches(connection, number, [(0, batch, named)])
    move = Move(game=batch.game, n=1, kind="new", line=line, head=named, ply=0, who=who, time=batch.time)
    insert_move(connection, number, move, 0)
    return move


def next_game(connection: Connection) -> int:
    """A number that no row of any table has: what is left of a game that somebody deleted must not become another's."""
    each = " UNION ALL ".join(f"SELECT max(game) AS game FROM archive.{table}" for table in OF_GAMES)
    row = first_row(connection.execute(f"SELECT coalesce(max(game), 0) + 1 FROM ({each})"))
    assert row is not None
    return int(row[0])
