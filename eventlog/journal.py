"""The journal of a game: every change of a head, numbered, and where lines stand by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from eventlog import columns
from eventlog.catalog import Connection, Known, listed
from eventlog.digests import move_digest
from eventlog.errors import Damaged, NotFound
from eventlog.record import Move
from eventlog.runs import Run, common, grown_runs
from eventlog.schema import first_row
from eventlog.tree import Tree, fold

Place = tuple[int, int]
"""Run and ply of a batch."""

# Of a stretch of acts on one line only the first and the last matter for where lines stand.
TELLING: Final = """
    WINDOW journal AS (PARTITION BY game ORDER BY n)
    QUALIFY kind <> 'act'
        OR coalesce(lag(kind) OVER journal <> 'act' OR lag(line) OVER journal <> line, TRUE)
        OR coalesce(lead(kind) OVER journal <> 'act' OR lead(line) OVER journal <> line, TRUE)
"""


Row = tuple[Any, ...]
"""A move as `_rows` reads it."""


def moves_of(connection: Connection, numbers: list[int]) -> dict[int, list[Row]]:
    """Of these games by number the moves that tell where their lines stand, in order, to be read by `telling`."""
    found: dict[int, list[Row]] = {number: [] for number in numbers}
    for row in _rows(connection, numbers, whole=False):
        found[row[0]].append(row)
    return found


def telling(rows: Sequence[Row]) -> list[Move]:
    """Moves without their parents. Raises Damaged."""
    return [_move_of(row, "") for row in rows]


def _rows(connection: Connection, numbers: list[int], *, whole: bool) -> list[Row]:
    one = len(numbers) == 1
    chosen = "game = $games" if one else "game IN (SELECT unnest($games))"
    return connection.execute(
        f"""
        SELECT m.game, g.id::VARCHAR, g.slug, m.n, m.kind, m.line, m.ply, m.source, m.who, epoch_us(m.time), m.seen,
            m.digest, b.digest
        FROM (SELECT * FROM archive.move WHERE {chosen} {"" if whole else TELLING}) m
        JOIN archive.game g ON g.game = m.game
        LEFT JOIN (SELECT game, run, ply, digest FROM archive.batch WHERE {chosen}) b
            ON b.game = m.game AND b.run = m.run AND b.ply = m.ply
        ORDER BY m.game, m.n
        """,
        {"games": numbers[0] if one else numbers},
    ).fetchall()


def _move_of(row: Row, parent: str) -> Move:
    _, game, slug, n, kind, line, ply, source, who, time, seen, _, head = row
    where = f"move {n} of game {slug}"

    def read(decode: Callable[[Any], Any], value: Any, column: str) -> Any:
        return columns.decoded(decode, value, where, column, ply)

    return Move(
        game=game,
        n=n,
        parent=parent,
        kind=read(columns.move_kind, kind, "move.kind"),
        line=line,
        head=read(columns.digest_of, head, "batch.digest") if head is not None else "",
        ply=read(columns.count, ply, "move.ply"),
        source=source or "",
        who=who or "",
        time=read(columns.time_of, time, "move.time"),
        seen=read(columns.seats, seen, "move.seen") if seen else (),
    )


def journal(connection: Connection, number: int) -> tuple[Move, ...]:
    """All moves of a game. A move whose batch is gone has no head (""). Raises Damaged."""
    moves: list[Move] = []
    parent = ""
    for row in _rows(connection, [number], whole=True):
        moves.append(_move_of(row, parent if row[3] != 1 else ""))
        parent = row[11].hex()
    return tuple(moves)


def runs_of(connection: Connection, game: Known) -> dict[int, Run]:
    """The runs of a game by their number. Raises Damaged where they are no tree."""
    return grown_runs(
        game.slug,
        connection.execute(
            "SELECT run, parent, fork FROM archive.run WHERE game = ? ORDER BY run", [game.number]
        ).fetchall(),
    )


def tree_of(connection: Connection, game: Known) -> Tree:
    """The lines of a game, with its runs and the places of heads and tips. Raises Damaged."""
    number = game.number
    moves = telling(moves_of(connection, [number])[number])
    if not moves:
        raise no_journal(game.slug)
    places = {
        digest.hex(): (run, ply)
        for digest, run, ply in connection.execute(
            "SELECT DISTINCT b.digest, b.run, b.ply FROM archive.move m "
            "JOIN archive.batch b ON b.game = m.game AND b.run = m.run AND b.ply = m.ply "
            "WHERE m.game = ? AND b.game = ? AND m.n IN (SELECT unnest(?))",
            [number, number, [move.n for move in moves]],
        ).fetchall()
    }
    tree = fold(moves, runs_of(connection, game), places)
    for line in tree.lines.values():
        for head in (line.head, line.tip):
            if head.digest not in places:
                raise cut_short(game.slug, line.name, head.ply)
    for line in tree.lines.values():
        source = tree.lines.get(line.source)
        if source is None or line.fork_ply is not None:
            continue
        # An import says from which line another is parted, and the runs say where.
        fork = common(tree.runs, places[line.tip.digest], places[source.tip.digest])
        tree.lines[line.name] = msgspec.structs.replace(line, fork_ply=fork)
    return tree


def no_journal(slug: str) -> Damaged:
    """The error for a game without moves."""
    return Damaged(f"Game {slug} has no journal; it needs at least its first move.", what="cut short")


def cut_short(slug: str, line: str, ply: int) -> Damaged:
    """The error for a line whose head is gone."""
    return Damaged(
        f"line {line} of game {slug} is cut short: its batch at ply {ply} is gone", ply=ply, what="cut short"
    )


class Standing(msgspec.Struct, frozen=True):
    """Where a line stands: the places (run, ply) of its head and tip, None where there is no such line; and the number
    and digest of the game's last move."""

    head: tuple[int, int] | None
    tip: tuple[int, int] | None
    n: int
    digest: str


def standing(connection: Connection, game: Known, line: str) -> Standing:
    """Where a line stands, without reading the journal row by row."""
    row = first_row(
        connection.execute(
            """SELECT max(n), max_by(digest, n), max_by((run, ply), n) FILTER (line = $line), max_by((run, ply), n)
                FILTER (line = $line AND kind IN ('new', 'act', 'branch', 'import'))
                FROM archive.move WHERE game = $game""",
            {"game": game.number, "line": line},
        )
    )
    if row is None or row[0] is None:
        raise no_journal(game.slug)
    n, digest, head, tip = row
    if head is None or tip is None:
        head = tip = None
        if "~" in line:
            # An undone tail that has never been acted on: where it stands follows from the moves of its line.
            tree = tree_of(connection, game)
            if (found := tree.lines.get(line)) is not None:
                head, tip = tree.places[found.head.digest], tree.places[found.tip.digest]
    return Standing(tuple(head) if head else None, tuple(tip) if tip else None, n, digest.hex())


def no_line(connection: Connection, game: Known, line: str) -> NotFound:
    """The error for a line that is not there, naming those that are."""
    names = sorted(tree_of(connection, game).lines)
    return NotFound(f"Game {game.slug} has no line {line!r}; it has {listed(names[:12])}.")


def digest_at(connection: Connection, number: int, run: int, ply: int) -> str:
    """The digest of the batch at a place, "" where it is gone."""
    row = first_row(
        connection.execute(
            "SELECT digest FROM archive.batch WHERE game = ? AND run = ? AND ply = ?", [number, run, ply]
        )
    )
    return row[0].hex() if row is not None else ""


def last_move_digest(connection: Connection, game: Known) -> str:
    """The digest that the game's last move is stored under."""
    return standing(connection, game, "").digest


def move_at(
    connection: Connection, game: Known, where: str, parameters: Sequence[Any], *, first: bool = False
) -> Move:
    """The last (or first) move of a game that a condition selects."""
    row = first_row(
        connection.execute(
            f"""SELECT m.game, NULL, NULL, m.n, m.kind, m.line, m.ply, m.source, m.who, epoch_us(m.time), m.seen,
                m.digest, (SELECT digest FROM archive.batch b WHERE b.game = m.game AND b.run = m.run AND b.ply = m.ply)
            FROM archive.move m WHERE game = ? AND {where} ORDER BY n {"" if first else "DESC"} LIMIT 1""",
            [game.number, *parameters],
        )
    )
    if row is None:
        raise NotFound(f"Game {game.slug} has no such move in its journal.")
    before = first_row(
        connection.execute(
            "SELECT digest FROM archive.move WHERE game = ? AND n = ?", [game.number, row[3] - 1]
        )
    )
    return _move_of((row[0], game.id, game.slug, *row[3:]), before[0].hex() if before else "")


def line_through(connection: Connection, game: Known, place: Place) -> str:
    """A line whose history holds this place, or the nearest batch before it that is on a line: the first that came
    to stand on its run."""
    run: int | None = place[0]
    ply = place[1]
    while run is not None:
        row = first_row(
            connection.execute(
                "SELECT min_by(line, n) FROM archive.move WHERE game = ? AND run = ? AND ply >= ?",
                [game.number, run, ply],
            )
        )
        if row is not None and row[0] is not None:
            return str(row[0])
        row = first_row(
            connection.execute(
                "SELECT parent, fork FROM archive.run WHERE game = ? AND run = ?", [game.number, run]
            )
        )
        before = run
        run, ply = row if row is not None else (None, 0)
        if run is not None and (ply is None or not 0 <= run < before):
            raise Damaged(
                f"run {before} of game {game.slug} is parted from run {run}, which is none before it"
            )
    return ""


def move_row(number: int, move: Move, run: int, digest: str) -> tuple[Any, ...]:
    """The values of a row of `archive.move`."""
    return (
        number,
        move.n,
        move.kind,
        move.line,
        run,
        move.ply,
        move.source or None,
        move.who or None,
        move.time,
        msgspec.json.encode(move.seen).decode() if move.seen else None,
        bytes.fromhex(digest),
    )


def insert_move(connection: Connection, number: int, move: Move, run: int) -> str:
    """Store the next move of a game's journal, and anchor the journal's end to it; the move's digest."""
    named = move_digest(move)
    connection.execute(
        "INSERT INTO archive.move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        move_row(number, move, run, named),
    )
    anchored = {"game": number, "n": move.n, "digest": bytes.fromhex(named)}
    ((changed,),) = connection.execute(
        "UPDATE archive.anchor SET n = $n, digest = $digest WHERE game = $game", anchored
    ).fetchall()
    if not changed:
        connection.execute(
            "INSERT INTO archive.anchor SELECT game, slug, $n, $digest FROM archive.game WHERE game = $game",
            anchored,
        )
    return named
