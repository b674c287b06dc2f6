"""Many games read at once, for whoever looks through an archive: a few questions for all, not a few for each."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from eventlog.archive import Archive
from eventlog.collector import collector_paused


class Swept(msgspec.Struct, frozen=True):
    """The bare bones of a whole game, undone batches too.

    `runs`: run, and the run and last ply that it shares with (None for the first), parents first. `batches`: run, ply,
    seat, digest (64 hex digits) and number of events, by runs and plies; `events`: type, version and payload, in the
    same order.
    """

    game: int
    runs: list[tuple[int, int | None, int | None]]
    batches: list[tuple[int, int, str, str, int]]
    events: list[tuple[str, int, str]]


def sweep(archive: Archive, games: Sequence[int]) -> list[Swept]:
    """These games (by their numbers), in this order. What is damaged in them shows when it is decoded."""
    found = {number: Swept(number, [], [], []) for number in games}
    with archive.reading() as sql, collector_paused():
        for game, *run in sql.execute(
            "SELECT game, run, parent, fork FROM archive.run WHERE game IN (SELECT unnest(?)) ORDER BY game, run",
            [list(games)],
        ).fetchall():
            found[game].runs.append((run[0], run[1], run[2]))
        counts: dict[tuple[int, int, int], int] = {}
        for game, run, ply, kind, version, payload in sql.execute(
            """SELECT game, run, ply, type, version, payload::VARCHAR FROM archive.event
            WHERE game IN (SELECT unnest(?)) ORDER BY game, run, ply, seq""",
            [list(games)],
        ).fetchall():
            place = (game, run, ply)
            counts[place] = counts.get(place, 0) + 1
            found[game].events.append((kind, version, payload))
        for game, run, ply, seat, digest in sql.execute(
            """SELECT game, run, ply, coalesce(seat, ''), lower(hex(digest)) FROM archive.batch
            WHERE game IN (SELECT unnest(?)) ORDER BY game, run, ply""",
            [list(games)],
        ).fetchall():
            found[game].batches.append((run, ply, seat, digest, counts.get((game, run, ply), 0)))
    return list(found.values())


def with_event(archive: Archive, types: Sequence[str]) -> set[int]:
    """The numbers of the games in which every one of these types of event happened, on whatever line."""
    found: set[int] | None = None
    with archive.reading() as sql:
        for name in types:
            rows = sql.execute("SELECT DISTINCT game FROM archive.event WHERE type = ?", [name]).fetchall()
            here = {row[0] for row in rows}
            found = here if found is None else found & here
    return found or set()


def at_turn_ends(archive: Archive, digest: str, *, whole: bool = False) -> list[tuple[int, int, int, str]]:
    """Where a turn ended with this digest of the open board (`whole`: of everything): game, run, ply, the batch."""
    column = "whole" if whole else "board"
    with archive.reading() as sql:
        return sql.execute(
            f"""SELECT game, run, ply, lower(hex(digest)) FROM archive.batch WHERE {column} = ?
            ORDER BY game, run, ply""",
            [digest],
        ).fetchall()


def batches_per_game(archive: Archive) -> dict[int, int]:
    """How many batches each game has, by its number."""
    with archive.reading() as sql:
        return dict(sql.execute("SELECT game, count(*) FROM archive.batch GROUP BY game").fetchall())
