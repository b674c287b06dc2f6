"""The courses of games, kept beside the log so that a question about turns need not play them all again.

A course (what the clock showed at every batch, what was tallied at the end of every turn) is a cache and no part of
the log: it is stored with games that are recorded whole, is stale when a game moves on, and can be made anew at any
time. What is missing or stale is reckoned for one question in memory; `archive upgrade` stores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from eventlog.catalog import Connection, beginning_of
from eventlog.described import Course, Described, Moment, Played
from eventlog.storing import append

NAMES: Final = ("course", "moment", "turn_end")
"""The tables, `schema.CACHES`."""

Rows = dict[str, list[tuple[Any, ...]]]


def rows_of(number: int, n: int, course: Course) -> Rows:
    """The rows of a game's course, as far as move `n` of its journal."""
    return ends_of(number, n, course) | {"moment": [moment_row(number, each) for each in course.moments]}


def moment_row(number: int, moment: Moment) -> tuple[Any, ...]:
    """The values of a row of `moment`."""
    run, ply, first, last, turn, phase, impulse, seat = moment
    return (number, run, ply, first, last, turn, phase or None, impulse, seat or None)


def ends_of(number: int, n: int, course: Course) -> Rows:
    """The rows of a game's course but its moments."""
    return {
        "course": [(number, n, course.made)],
        "turn_end": [
            (number, each.run, each.ply, each.turn, each.title or None, *each[4:]) for each in course.ends
        ],
    }


def are_there(connection: Connection) -> bool:
    """Whether the archive has these tables: those of an older program have not."""
    found = connection.execute(
        "SELECT count(*) FROM duckdb_tables() WHERE database_name = 'archive' AND table_name = 'course'"
    ).fetchall()
    return bool(found[0][0])


def stale(connection: Connection, rulesets: Mapping[str, Described]) -> list[int]:
    """The numbers of the games whose course is not stored as it would be reckoned now, in order."""
    made = {name: described.made for name, described in here(connection, rulesets).items()}
    known = (
        "archive.course" if are_there(connection) else "(SELECT 0 AS game, 0 AS n, '' AS made WHERE FALSE)"
    )
    rows = connection.execute(
        f"""SELECT g.game FROM archive.game g
        JOIN (SELECT game, max(n) AS n FROM archive.move GROUP BY game) m ON m.game = g.game
        JOIN (SELECT unnest($names) AS ruleset, unnest($made) AS made) r ON r.ruleset = g.ruleset
        ANTI JOIN {known} c ON c.game = g.game AND c.n = m.n AND c.made = r.made
        ORDER BY g.game""",
        {"names": list(made), "made": list(made.values())},
    ).fetchall()
    return [row[0] for row in rows]


def here(connection: Connection, rulesets: Mapping[str, Described]) -> dict[str, Described]:
    """The rulesets of the archive's games, by name, as far as they are known and can be loaded."""
    found = {}
    for (name,) in connection.execute(
        "SELECT DISTINCT ruleset FROM archive.game ORDER BY ruleset"
    ).fetchall():
        if name in rulesets:
            with suppress(Exception):  # one that cannot be loaded stands in no other's way
                found[name] = rulesets[name]
    return found


def reckoned(
    connection: Connection, rulesets: Mapping[str, Described], games: Sequence[int]
) -> Iterable[tuple[int, int, Rows]]:
    """The courses of these games, reckoned from the log: number, last move, rows. Games that cannot be read are passed
    over: `verify` says what is wrong with them."""
    for number in games:
        found = connection.execute(
            "SELECT slug, begin, ruleset, d.content FROM archive.game g LEFT JOIN archive.data d ON d.hash = g.data "
            "WHERE game = ?",
            [number],
        ).fetchall()
        if not found or found[0][3] is None:
            continue
        slug, begin, ruleset, data = found[0]
        described = rulesets[ruleset]
        try:
            course = described.course(_played(connection, number, slug, begin, bytes(data)))
        except Exception:  # whatever rules do over a damaged game
            continue
        n = connection.execute("SELECT max(n) FROM archive.move WHERE game = ?", [number]).fetchall()[0][0]
        yield number, n, rows_of(number, n, course)


def _played(connection: Connection, number: int, slug: str, begin: str, data: bytes) -> Played:
    runs = connection.execute(
        "SELECT parent, fork FROM archive.run WHERE game = ? ORDER BY run", [number]
    ).fetchall()
    batches = connection.execute(
        "SELECT run, ply, coalesce(seat, '') FROM archive.batch WHERE game = ? ORDER BY run, ply", [number]
    ).fetchall()
    events: dict[tuple[int, int], list[tuple[str, int, str]]] = {}
    for run, ply, kind, version, payload in connection.execute(
        "SELECT run, ply, type, version, payload FROM archive.event WHERE game = ? ORDER BY run, ply, seq",
        [number],
    ).fetchall():
        events.setdefault((run, ply), []).append((kind, version, payload))
    stands = connection.execute(
        "SELECT DISTINCT run, ply FROM archive.move WHERE game = ? ORDER BY run, ply", [number]
    ).fetchall()
    return Played(beginning_of(begin, slug), data, runs, batches, events, stands)


def keep(
    connection: Connection, rulesets: Mapping[str, Described], games: Sequence[int], database: str = "archive"
) -> int:
    """Store the courses of these games, of which none are there; how many could be reckoned."""
    rows: Rows = {name: [] for name in NAMES}
    count = 0
    for _, _, found in reckoned(connection, rulesets, games):
        count += 1
        for name, some in found.items():
            rows[name] += some
        if len(rows["moment"]) > 200_000:
            store(connection, rows, database)
            rows = {name: [] for name in NAMES}
    store(connection, rows, database)
    return count


def store(connection: Connection, rows: Rows, database: str) -> None:
    """Store rows of courses."""
    for name, some in rows.items():
        append(connection, f"{database}.{name}", some)
