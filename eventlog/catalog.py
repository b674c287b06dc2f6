"""The games of an archive: their rows, how they are named, and their journals."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import duckdb
import msgspec

from eventlog.errors import Damaged, NotFound
from eventlog.record import UNKNOWN, Beginning, Move, MoveKind
from eventlog.rows import ID, beginning_of, time_of
from eventlog.runs import Run
from eventlog.schema import first_row
from eventlog.tree import Tree, fold

Connection = duckdb.DuckDBPyConnection

SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]*")


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the archive. `number` and `slug` are local to it.

    `key` is the game's key (16 bytes), None where this is what seats have seen (`seen_by`; nobody: the full game) and
    it is not known. `result` is JSON kept for lists, no part of the log. `plies` is the ply at which the current line
    stands, `lines` counts undone tails too, `last` is the time of the last move.
    """

    number: int
    id: str
    slug: str
    title: str
    ruleset: str
    ruleset_version: int
    scenario: str
    origin: str
    begun: datetime
    data: str
    seen_by: tuple[str, ...]
    begin: Beginning
    result: msgspec.Raw | None
    plies: int
    lines: int
    last: datetime

    @property
    def key(self) -> bytes | None:
        return key_of(self.begin)


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


GAME_COLUMNS: Final = (
    "game, id, slug, title, ruleset, ruleset_version, scenario, origin, begun, data, seen_by, begin, result"
)
_GAME_READ: Final = (
    "game, id::VARCHAR, slug, title, ruleset, ruleset_version, scenario, origin, epoch_us(begun), data, seen_by, "
    "begin, result"
)
_seats = msgspec.json.Decoder(tuple[str, ...]).decode


def find(connection: Connection, reference: str) -> Known:
    """The game of this slug, unique beginning of a slug, or id. Raises NotFound, naming what comes near."""
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
        return Known(number, game_id, slug, beginning_of(begin))
    if rows:
        raise NotFound(f"{reference!r} may be {_listed(row[2] for row in rows)}; name one of them.")
    slugs = [row[0] for row in connection.execute("SELECT slug FROM archive.game ORDER BY game").fetchall()]
    near = difflib.get_close_matches(reference, slugs, 3, 0.5)
    if not slugs:
        raise NotFound(f"There is no game {reference!r}: the archive holds no games yet.")
    raise NotFound(
        f"There is no game {reference!r} in the archive; "
        + (f"did you mean {_listed(near)}?" if near else f"it has {_listed(slugs[-5:])}.")
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def rows(connection: Connection, where: str = "TRUE", parameters: Sequence[Any] = ()) -> list[GameRow]:
    """The games that a condition on `archive.game` selects, in the order in which they were stored."""
    games = connection.execute(
        f"SELECT {_GAME_READ} FROM archive.game WHERE {where} ORDER BY game", list(parameters)
    ).fetchall()
    if not games:
        return []
    moves: dict[int, list[Move]] = {}
    last: dict[int, datetime] = {}
    for number, move in _moves(connection, [game[0] for game in games], whole=False):
        moves.setdefault(number, []).append(move)
        last[number] = max(move.time, last.get(number, move.time))
    found = []
    for (
        number,
        game_id,
        slug,
        title,
        ruleset,
        version,
        scenario,
        origin,
        begun,
        data,
        seen,
        begin,
        result,
    ) in games:
        tree = fold(moves.get(number, ()))
        if number not in last:
            raise Damaged(f"game {slug} has no journal; it needs at least its first move")
        found.append(
            GameRow(
                number=number,
                id=game_id,
                slug=slug,
                title=title or "",
                ruleset=ruleset,
                ruleset_version=version,
                scenario=scenario,
                origin=origin,
                begun=time_of(begun),
                data=data.hex(),
                seen_by=_seats(seen) if seen else (),
                begin=beginning_of(begin),
                result=msgspec.Raw(result.encode()) if result else None,
                plies=tree.lines[tree.current].head.ply,
                lines=len(tree.lines),
                last=last[number],
            )
        )
    return found


# The journal --------------------------------------------------------------------------------------------------------

# Of a stretch of acts on one line only the first and the last matter for where lines stand.
_TELLING: Final = """
    WINDOW journal AS (PARTITION BY game ORDER BY n)
    QUALIFY kind <> 'act'
        OR coalesce(lag(kind) OVER journal <> 'act' OR lag(line) OVER journal <> line, TRUE)
        OR coalesce(lead(kind) OVER journal <> 'act' OR lead(line) OVER journal <> line, TRUE)
"""


def _moves(connection: Connection, numbers: list[int], *, whole: bool) -> list[tuple[int, Move]]:
    """The moves of these games, in order; unless `whole`, those that tell where lines stand (without parents)."""
    one = len(numbers) == 1
    chosen = "game = $games" if one else "game IN (SELECT unnest($games))"
    found = connection.execute(
        f"""
        SELECT m.game, g.id::VARCHAR, m.n, m.kind, m.line, m.ply, m.source, m.who, epoch_us(m.time), m.seen, m.digest,
            b.digest
        FROM (SELECT * FROM archive.move WHERE {chosen} {"" if whole else _TELLING}) m
        JOIN archive.game g ON g.game = m.game
        LEFT JOIN (SELECT game, run, ply, digest FROM archive.batch WHERE {chosen}) b
            ON b.game = m.game AND b.run = m.run AND b.ply = m.ply
        ORDER BY m.game, m.n
        """,
        {"games": numbers[0] if one else numbers},
    ).fetchall()
    moves: list[tuple[int, Move]] = []
    parent = ""
    for number, game, n, kind, line, ply, source, who, time, seen, digest, head in found:
        if n == 1 or not whole:
            parent = ""
        move = Move(
            game=game,
            n=n,
            parent=parent,
            kind=kind,
            line=line,
            head=head.hex() if head is not None else "",
            ply=ply,
            source=source or "",
            who=who or "",
            time=time_of(time),
            seen=_seats(seen) if seen else (),
        )
        moves.append((number, move))
        parent = digest.hex()
    return moves


def journal(connection: Connection, number: int) -> tuple[Move, ...]:
    """All moves of a game. A move whose batch is gone has no head ("")."""
    return tuple(move for _, move in _moves(connection, [number], whole=True))


def runs_of(connection: Connection, number: int) -> dict[int, Run]:
    """The runs of a game by their number."""
    return {
        run: Run(parent, -1 if fork is None else fork)
        for run, parent, fork in connection.execute(
            "SELECT run, parent, fork FROM archive.run WHERE game = ?", [number]
        ).fetchall()
    }


def tree_of(connection: Connection, number: int) -> Tree:
    """The lines of a game, with its runs and the places of heads and tips."""
    moves = [move for _, move in _moves(connection, [number], whole=False)]
    if not moves:
        raise Damaged("the game has no journal; it needs at least its first move")
    places = {
        digest.hex(): (run, ply)
        for digest, run, ply in connection.execute(
            "SELECT DISTINCT b.digest, b.run, b.ply FROM archive.move m "
            "JOIN archive.batch b ON b.game = m.game AND b.run = m.run AND b.ply = m.ply "
            "WHERE m.game = ? AND b.game = ? AND m.n IN (SELECT unnest(?))",
            [number, number, [move.n for move in moves]],
        ).fetchall()
    }
    return fold(moves, runs_of(connection, number), places)


class Standing(msgspec.Struct, frozen=True):
    """Where a line stands: the places (run, ply) of its head and tip."""

    head: tuple[int, int]
    tip: tuple[int, int]


def standing(connection: Connection, game: Known, line: str) -> Standing | None:
    """Where a line stands, or None where there is no such line; without reading the journal row by row."""
    row = first_row(
        connection.execute(
            """SELECT max_by((run, ply), n), max_by((run, ply), n) FILTER (kind IN ('new', 'act', 'branch', 'import'))
            FROM archive.move WHERE game = ? AND line = ?""",
            [game.number, line],
        )
    )
    if row is not None and row[0] is not None and row[1] is not None:
        return Standing(tuple(row[0]), tuple(row[1]))
    if "~" not in line:
        return None
    # An undone tail that has never been acted on: where it stands follows from the moves of its line.
    tree = tree_of(connection, game.number)
    found = tree.lines.get(line)
    if found is None:
        return None
    return Standing(tree.places[found.head.digest], tree.places[found.tip.digest])


def no_line(connection: Connection, game: Known, line: str) -> NotFound:
    """The error for a line that is not there, naming those that are."""
    names = sorted(tree_of(connection, game.number).lines)
    return NotFound(f"Game {game.slug} has no line {line!r}; it has {_listed(names[:12])}.")


def last_move(connection: Connection, number: int) -> tuple[int, str]:
    """The number of the game's last move and its digest."""
    row = first_row(
        connection.execute("SELECT max(n), max_by(digest, n) FROM archive.move WHERE game = ?", [number])
    )
    if row is None or row[0] is None:
        raise Damaged("the game has no journal; it needs at least its first move")
    return row[0], row[1].hex()


def move_row(number: int, move: Move, run: int, digest: str) -> tuple[Any, ...]:
    """The values of a row of `archive.move`."""
    kind: MoveKind = move.kind
    return (
        number,
        move.n,
        kind,
        move.line,
        run,
        move.ply,
        move.source or None,
        move.who or None,
        move.time,
        msgspec.json.encode(move.seen).decode() if move.seen else None,
        bytes.fromhex(digest),
    )
