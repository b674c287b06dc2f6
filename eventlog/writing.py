"""Writing: games begun, batches appended, heads moved, each in one transaction that is given from outside.

Every change of a head is one row of the journal, whose number is where writers meet.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

import duckdb
import msgspec

from eventlog.catalog import (
    GAME_COLUMNS,
    SLUG,
    Known,
    Standing,
    key_of,
    last_move,
    move_row,
    no_line,
    runs_of,
    standing,
)
from eventlog.digests import canonical, digest, move_digest
from eventlog.errors import HeadMoved, LogError, NameTaken, NotFound, Unfit
from eventlog.histories import Place, place_of
from eventlog.record import Batch, Beginning, Head, Move, MoveKind
from eventlog.rows import BATCH_COLUMNS, EVENT_COLUMNS, Row, batch_row, event_rows, fit, text_of, time_of
from eventlog.runs import on_path
from eventlog.schema import first_row
from eventlog.tree import NAME
from eventlog.verification import data_hash

Connection = duckdb.DuckDBPyConnection


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

MADE: Final[tuple[MoveKind, ...]] = ("undo", "redo", "branch", "switch", "promote")


class RecordedGame(msgspec.Struct, frozen=True):
    """A whole game to be stored at once: its batches, parents first, and the bytes of its data.

    Without `moves` the batches are one line, `main`, and one move is made of them; with them they are a tree and the
    moves are stored as they are. `slug` "" asks for the next free one of the ruleset.
    """

    batches: Sequence[Batch]
    data: bytes
    result: Any = None
    slug: str = ""
    seen_by: tuple[str, ...] = ()
    who: str = ""
    moves: Sequence[Move] = ()


# Games --------------------------------------------------------------------------------------------------------------


def free_slug(connection: Connection, wanted: str, ruleset: str, taken: set[str] | None = None) -> str:
    """The slug wanted, or the ruleset's name with the next free number. Raises NameTaken, Unfit."""
    if wanted:
        if not SLUG.fullmatch(wanted):
            raise Unfit(
                f"{wanted!r} cannot name a game; a name is of small letters, digits and -, as in {ruleset}-3."
            )
        row = first_row(connection.execute("SELECT id::VARCHAR FROM archive.game WHERE slug = ?", [wanted]))
        if row is not None or (taken is not None and wanted in taken):
            raise NameTaken(f"There is a game {wanted} in the archive already; choose another name.")
        return wanted
    stem = "".join(
        letter if letter.isalnum() and letter.isascii() else "-" for letter in ruleset.lower()
    ).strip("-")
    stem = stem or "game"
    row = first_row(
        connection.execute(
            """SELECT max(TRY_CAST(slug[$skip:] AS BIGINT)) FROM archive.game
            WHERE starts_with(slug, $stem) AND regexp_full_match(slug[$skip:], '[1-9][0-9]{0,8}')""",
            {"stem": stem + "-", "skip": len(stem) + 2},
        )
    )
    number = (row[0] if row and row[0] is not None else 0) + 1
    while taken is not None and f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def store_data(connection: Connection, named: str, data: bytes | None) -> None:
    """Store a game's data under its hash, once. Raises Unfit where the bytes are not those of the hash."""
    found = first_row(connection.execute("SELECT 1 FROM archive.data WHERE hash = ?", [bytes.fromhex(named)]))
    if data is None:
        if found is None:
            raise Unfit(f"The archive does not hold the data {named[:12]}; they must come with the game.")
        return
    if data_hash(data) != named:
        raise Unfit(
            f"The data have the hash {data_hash(data)[:12]}, and the game was begun with {named[:12]}."
        )
    if found is None:
        connection.execute("INSERT INTO archive.data VALUES (?, ?)", [bytes.fromhex(named), data])


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
    _check_name(line)
    batch = fit(batch)
    start = beginning(batch)
    key = key_of(start)
    named = digest(canonical(batch, key))
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
        return Move(
            game=batch.game,
            n=1,
            kind="new",
            line=row[4],
            head=named,
            ply=0,
            who=row[3] or "",
            time=time_of(row[2]),
        )
    slug = free_slug(connection, slug, start.ruleset)
    number = _next_game(connection)
    store_data(connection, start.data, data)
    _insert(connection, "game", GAME_COLUMNS, [game_row(number, slug, batch, seen_by, None)])
    connection.execute("INSERT INTO archive.run VALUES (?, 0, NULL, NULL)", [number])
    _insert_batches(connection, number, [(0, batch, named)])
    move = Move(game=batch.game, n=1, kind="new", line=line, head=named, ply=0, who=who, time=batch.time)
    _insert_move(connection, number, move, 0)
    return move


def _next_game(connection: Connection) -> int:
    row = first_row(connection.execute("SELECT coalesce(max(game), 0) + 1 FROM archive.game"))
    assert row is not None
    return int(row[0])


# Batches ------------------------------------------------------------------------------------------------------------


def append(
    connection: Connection,
    game: Known,
    line: str,
    batches: Sequence[Batch],
    expected: Expected,
    who: str,
    kind: MoveKind,
    time: datetime,
) -> Move:
    """Store batches at the head of a line and move it on. See `Archive.append`."""
    stands = standing(connection, game, line)
    n, before = last_move(connection, game.number)
    if not batches:
        if stands is None:
            raise no_line(connection, game, line)
        return move_at(connection, game, "line = ?", [line])
    chained = chain(game, batches)
    if (again := _stored_before(connection, game, chained)) is not None:
        return again
    first = chained[0][0]
    parent = Head(first.parent, first.ply - 1)
    if stands is None:
        if expected is not NEW:
            raise no_line(connection, game, line)
        _check_name(line)
        place = _parent_place(connection, game, parent)
        branched = Move(
            game=game.id, n=n + 1, parent=before, kind="branch", line=line, head=parent.digest, ply=parent.ply,
            source=_line_through(connection, game, place), who=who, time=time,
        )  # fmt: skip
        before = _insert_move(connection, game.number, branched, place[0])
        n += 1
    else:
        place = stands.head
        found = _head(connection, game, place)
        check_expected(connection, game, line, found, expected, n, parent)
        if found != parent:
            if expected is ANY:
                raise moved(game, line, parent, found)
            raise Unfit(
                f"The batch for ply {first.ply} follows {first.parent[:12]}, and line {line} of game {game.slug} "
                f"stands at ply {found.ply} ({found.digest[:12]}); a batch follows the head."
            )
    run = _run_for(connection, game.number, place)
    _insert_batches(connection, game.number, [(run, batch, named) for batch, named in chained])
    last, named = chained[-1]
    move = Move(
        game=game.id, n=n + 1, parent=before, kind=kind, line=line, head=named, ply=last.ply, who=who, time=time
    )  # fmt: skip
    _insert_move(connection, game.number, move, run)
    return move


def chain(game: Known, batches: Sequence[Batch]) -> list[tuple[Batch, str]]:
    """The batches of a line with their digests. Raises Unfit where they do not follow one another."""
    key = game.key
    chained: list[tuple[Batch, str]] = []
    for given in batches:
        batch = fit(given)
        if batch.game != game.id:
            raise Unfit(
                f"The batch for ply {batch.ply} is of game {batch.game}, not of {game.slug} ({game.id})."
            )
        if chained and (batch.parent != chained[-1][1] or batch.ply != chained[-1][0].ply + 1):
            raise Unfit(
                f"The batch for ply {batch.ply} of game {game.slug} does not follow the one before it."
            )
        if batch.ply == 0:
            raise Unfit(f"Game {game.slug} has its beginning already; ply 0 is not appended.")
        chained.append((batch, digest(canonical(batch, key))))
    return chained


def _stored_before(connection: Connection, game: Known, chained: Sequence[tuple[Batch, str]]) -> Move | None:
    """The move that stored these very batches, where they are there already."""
    rows = connection.execute(
        "SELECT run, ply, digest FROM archive.batch WHERE game = ? AND id IN "
        f"({', '.join('?' * len(chained))}) ORDER BY ply",
        [game.number, *(batch.id for batch, _ in chained)],
    ).fetchall()
    if not rows:
        return None
    if [row[2].hex() for row in rows] != [named for _, named in chained]:
        raise Unfit(
            f"A batch of this id stands at ply {rows[0][1]} of game {game.slug} already, and it is another; "
            "a new batch needs an id of its own."
        )
    run, ply = rows[-1][0], rows[-1][1]
    return move_at(
        connection,
        game,
        "kind IN ('act', 'new', 'import') AND run = ? AND ply >= ?",
        [run, ply],
        first=True,
    )


def _head(connection: Connection, game: Known, place: Place) -> Head:
    row = first_row(
        connection.execute(
            "SELECT digest FROM archive.batch WHERE game = ? AND run = ? AND ply = ?", [game.number, *place]
        )
    )
    return Head(row[0].hex() if row else "", place[1])


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
        raise moved(game, line, Head(str(expected), parent.ply), found)


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


def _parent_place(connection: Connection, game: Known, parent: Head) -> Place:
    return place_of(connection, game, parent)


def _line_through(connection: Connection, game: Known, place: Place) -> str:
    """A line whose history holds this place: the first that came to stand on its run."""
    row = first_row(
        connection.execute(
            "SELECT min_by(line, n) FROM archive.move WHERE game = ? AND run = ? AND ply >= ?",
            [game.number, *place],
        )
    )
    return (row[0] if row else None) or ""


def _run_for(connection: Connection, number: int, place: Place) -> int:
    """The run on which the batch after this place is stored: the same where it ends there, else a new one."""
    run, ply = place
    row = first_row(
        connection.execute(
            "SELECT max(ply) FROM archive.batch WHERE game = ? AND run = ? AND ply > ?", [number, run, ply]
        )
    )
    if row is None or row[0] is None:
        return run
    last = first_row(connection.execute("SELECT max(run) FROM archive.run WHERE game = ?", [number]))
    assert last is not None
    connection.execute("INSERT INTO archive.run VALUES (?, ?, ?, ?)", [number, last[0] + 1, run, ply])
    return int(last[0]) + 1


# The journal --------------------------------------------------------------------------------------------------------


def move_at(
    connection: Connection, game: Known, where: str, parameters: Sequence[Any], *, first: bool = False
) -> Move:
    """The last (or first) move of a game that a condition selects."""
    row = first_row(
        connection.execute(
            f"""SELECT n, kind, line, run, ply, source, who, epoch_us(time), seen FROM archive.move
            WHERE game = ? AND {where} ORDER BY n {"" if first else "DESC"} LIMIT 1""",
            [game.number, *parameters],
        )
    )
    if row is None:
        raise NotFound(f"Game {game.slug} has no such move in its journal.")
    n, kind, line, run, ply, source, who, time, seen = row
    before = first_row(
        connection.execute("SELECT digest FROM archive.move WHERE game = ? AND n = ?", [game.number, n - 1])
    )
    return Move(
        game=game.id,
        n=n,
        parent=before[0].hex() if before else "",
        kind=kind,
        line=line,
        head=_head(connection, game, (run, ply)).digest,
        ply=ply,
        source=source or "",
        who=who or "",
        time=time_of(time),
        seen=tuple(msgspec.json.decode(seen)) if seen else (),
    )


def move(
    connection: Connection,
    game: Known,
    kind: Literal["undo", "redo", "branch", "switch", "promote"],
    line: str,
    head: Head,
    expected: Expected | None,
    source: str,
    who: str,
    seen: Sequence[str],
    time: datetime,
) -> Move:
    """Change a head without new batches. See `Archive.move`."""
    if kind not in MADE:
        raise Unfit(f"{kind!r} is no move of a head by itself; these are: {', '.join(MADE)}.")
    stands = standing(connection, game, line)
    n, before = last_move(connection, game.number)
    if kind == "branch":
        if stands is not None:
            raise NameTaken(f"Game {game.slug} has a line {line} already; choose another name.")
        _check_name(line)
        if source and expected not in (None, ANY, NEW) and not isinstance(expected, int):
            if (origin := standing(connection, game, source)) is None:
                raise no_line(connection, game, source)
            check_expected(
                connection, game, source, _head(connection, game, origin.head), expected or ANY, n, head
            )
        elif isinstance(expected, int):
            check_expected(connection, game, line, head, expected, n, head)
        place = place_of(connection, game, head)
        source = source or _line_through(connection, game, place)
    else:
        if stands is None:
            raise no_line(connection, game, line)
        found = _head(connection, game, stands.head)
        check_expected(connection, game, line, found, ANY if expected is None else expected, n, head)
        place = _target(connection, game, kind, line, stands, head, found)
        source = ""
    made = Move(
        game=game.id, n=n + 1, parent=before, kind=kind, line=line, head=head.digest, ply=head.ply, source=source,
        who=who, time=time, seen=tuple(seen),
    )  # fmt: skip
    _insert_move(connection, game.number, made, place[0])
    return made


def _target(
    connection: Connection, game: Known, kind: str, line: str, stands: Standing, head: Head, found: Head
) -> Place:
    """The place of the batch that a line is moved to, where it may go there."""
    if kind in ("switch", "promote"):
        if head != found:
            raise moved(game, line, head, found)
        return stands.head
    place = place_of(connection, game, head)
    runs = runs_of(connection, game.number)
    if kind == "undo":
        if place == stands.head or not on_path(runs, place, stands.head):
            raise NotFound(
                f"Line {line} of game {game.slug} stands at ply {found.ply}; it can be taken back to a ply of its own "
                f"history before that, and {head.digest[:12]} at ply {head.ply} is none."
            )
        return place
    if stands.tip == stands.head:
        raise NotFound(
            f"There is nothing to redo on line {line} of game {game.slug}: nothing was taken back from it."
        )
    if not (on_path(runs, place, stands.tip) and place[1] > stands.head[1]):
        raise NotFound(
            f"Line {line} of game {game.slug} can be redone from ply {found.ply} to ply {stands.tip[1]}, as it was "
            f"taken back, and {head.digest[:12]} at ply {head.ply} is not on that way."
        )
    return place


def _check_name(line: str) -> None:
    if not NAME.fullmatch(line):
        raise Unfit(f"{line!r} cannot name a line; a name is of small letters, digits and -, as in siege-2.")


# Rows ---------------------------------------------------------------------------------------------------------------


def _insert_move(connection: Connection, number: int, move: Move, run: int) -> str:
    named = move_digest(move)
    connection.execute(
        "INSERT INTO archive.move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        move_row(number, move, run, named),
    )
    return named


def _insert_batches(connection: Connection, number: int, placed: Sequence[tuple[int, Batch, str]]) -> None:
    _insert(
        connection,
        "batch",
        BATCH_COLUMNS,
        [batch_row(number, run, batch, named) for run, batch, named in placed],
    )
    _insert(
        connection,
        "event",
        EVENT_COLUMNS,
        [row for run, batch, _ in placed for row in event_rows(number, run, batch)],
    )


_AT_ONCE: Final = 50


def _insert(connection: Connection, table: str, columns: str, rows: Sequence[Row]) -> None:
    """Many rows in one statement; several where they are too many for one."""
    names = f"({', '.join('?' * (columns.count(',') + 1))})"
    try:
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            connection.execute(
                f"INSERT INTO archive.{table} ({columns}) VALUES {', '.join([names] * len(some))}",
                [value for row in some for value in row],
            )
    except (duckdb.ConversionException, duckdb.OutOfRangeException, duckdb.InvalidInputException) as error:
        raise unfit(error) from error


def unfit(error: Exception) -> LogError:
    """What DuckDB says of a value that no column takes."""
    return Unfit(f"A batch cannot be stored: {str(error).strip().splitlines()[0]}")


def load(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    """Very many rows, fast."""
    if not rows:
        return
    try:
        appender = connection.appender(f"archive.{table}")
        appender.append_rows(rows)
        appender.flush()
    except (duckdb.ConversionException, duckdb.OutOfRangeException, duckdb.InvalidInputException) as error:
        raise unfit(error) from error


# Whole games --------------------------------------------------------------------------------------------------------


def record(connection: Connection, games: Sequence[RecordedGame]) -> list[int]:
    """Store whole games, fast. The numbers they get."""
    number = _next_game(connection)
    taken: set[str] = set()
    game_rows: list[Row] = []
    run_rows: list[Row] = []
    batch_rows: list[Row] = []
    event_rows_: list[Row] = []
    move_rows: list[Row] = []
    numbers = []
    for game in games:
        if not game.batches:
            raise Unfit("A game without batches cannot be stored; it needs at least its beginning.")
        first = fit(game.batches[0])
        start = beginning(first)
        if row := first_row(connection.execute("SELECT slug FROM archive.game WHERE id = ?", [first.game])):
            raise NameTaken(f"The game {first.game} is in the archive already, as {row[0]}.")
        slug = free_slug(connection, game.slug, start.ruleset, taken)
        taken.add(slug)
        store_data(connection, start.data, game.data)
        key = key_of(start)
        grown = grow(first.game, key, game.batches, {}, [])
        game_rows.append(game_row(number, slug, first, game.seen_by, game.result))
        for run, (parent, fork) in enumerate(grown.runs):
            run_rows.append((number, run, parent, fork))
        for run, batch, named in grown.placed:
            batch_rows.append(batch_row(number, run, batch, named))
            event_rows_ += event_rows(number, run, batch)
        move_rows += _move_rows(number, game, grown)
        numbers.append(number)
        number += 1
    for table, rows in (("game", game_rows), ("run", run_rows), ("move", move_rows)):
        load(connection, table, rows)
    load(connection, "batch", batch_rows)
    load(connection, "event", event_rows_)
    return numbers


def _move_rows(number: int, game: RecordedGame, grown: Grown) -> list[Row]:
    _, last, named = grown.placed[-1]
    moves: Sequence[Move] = game.moves
    if not moves:
        if len(grown.runs) > 1:
            raise Unfit(f"The batches of game {last.game} are a tree; its moves must come with them.")
        moves = (
            Move(
                game=last.game,
                n=1,
                kind="new",
                line="main",
                head=named,
                ply=last.ply,
                who=game.who,
                time=last.time,
            ),
        )
    rows = []
    before = ""
    for n, each in enumerate(moves, 1):
        if each.n != n or each.parent != before or each.game != last.game:
            raise Unfit(
                f"Move {each.n} of the journal of game {last.game} does not follow the one before it."
            )
        place = grown.places.get(each.head)
        if place is None or place[1] != each.ply:
            raise Unfit(f"Move {n} of the journal of game {last.game} leads to a batch that is not there.")
        before = move_digest(each)
        rows.append(move_row(number, each, place[0], before))
    return rows


class Grown(msgspec.Struct):
    """Batches that were laid on runs: the runs as (parent, fork), the batches with run and digest, all places."""

    runs: list[tuple[int | None, int | None]]
    placed: list[tuple[int, Batch, str]]
    places: dict[str, Place]


def grow(
    game: str,
    key: bytes | None,
    batches: Sequence[Batch],
    places: dict[str, Place],
    runs: list[tuple[int | None, int | None]],
    ends: dict[int, int] | None = None,
) -> Grown:
    """Lay batches, parents first, on runs.

    `places`, `runs` and `ends` (last ply of each run) are what is there; batches that are there are passed over.
    """
    ends = ends if ends is not None else {}
    placed: list[tuple[int, Batch, str]] = []
    for given in batches:
        batch = fit(given)
        named = digest(canonical(batch, key))
        if batch.game != game:
            raise Unfit(f"The batch for ply {batch.ply} is of game {batch.game}, not of {game}.")
        if named in places:
            continue
        if batch.ply == 0:
            if runs:
                raise Unfit(f"Game {game} has two beginnings.")
            runs.append((None, None))
            run = 0
        else:
            parent = places.get(batch.parent)
            if parent is None or parent[1] != batch.ply - 1:
                raise Unfit(f"The batch for ply {batch.ply} of game {game} follows none that is there.")
            run = parent[0]
            if ends[run] != parent[1]:
                runs.append((run, parent[1]))
                run = len(runs) - 1
        ends[run] = batch.ply
        places[named] = (run, batch.ply)
        placed.append((run, batch, named))
    return Grown(runs, placed, places)


def absorb(
    connection: Connection,
    game: Known,
    batches: Sequence[Batch],
    heads: Mapping[str, Head],
    replaced: Sequence[Batch],
    seen_by: Sequence[str] | None,
    who: str,
    time: datetime,
) -> tuple[Move, ...]:
    """Take what another copy of a game holds besides. See `Archive.absorb`."""
    begin = next((batch.begin for batch in replaced if batch.begin is not None), game.begin)
    assert begin is not None
    key = key_of(begin)
    places: dict[str, Place] = {}
    ends: dict[int, int] = {}
    for run, ply, named in connection.execute(
        "SELECT run, ply, digest FROM archive.batch WHERE game = ?", [game.number]
    ).fetchall():
        places[named.hex()] = (run, ply)
        ends[run] = max(ply, ends.get(run, -1))
    runs: list[tuple[int | None, int | None]] = [
        (run.parent, run.fork) for _, run in sorted(runs_of(connection, game.number).items())
    ]
    refilled = _refill(connection, game, key, replaced, places)
    known_runs = len(runs)
    grown = grow(game.id, key, batches, places, runs, ends)
    for run, (parent, fork) in enumerate(grown.runs[known_runs:], known_runs):
        connection.execute("INSERT INTO archive.run VALUES (?, ?, ?, ?)", [game.number, run, parent, fork])
    placed = [*refilled, *grown.placed]
    load(connection, "batch", [batch_row(game.number, run, batch, named) for run, batch, named in placed])
    load(
        connection, "event", [row for run, batch, _ in placed for row in event_rows(game.number, run, batch)]
    )
    if begin != game.begin or seen_by is not None:
        connection.execute(
            "UPDATE archive.game SET begin = ?, seen_by = coalesce(?, seen_by) WHERE game = ?",
            [text_of(begin), seats_text(seen_by) if seen_by else None, game.number],
        )
    if seen_by is not None and not seen_by:
        connection.execute("UPDATE archive.game SET seen_by = NULL WHERE game = ?", [game.number])
    n, before = last_move(connection, game.number)
    moves = []
    for line, head in heads.items():
        stands = standing(connection, game, line)
        place = places.get(head.digest)
        if place is None or place[1] != head.ply:
            raise Unfit(
                f"Line {line} of game {game.slug} is to stand at {head.digest[:12]}, which is not there."
            )
        if stands is not None and stands.head == place:
            continue
        source = "" if stands is not None else _line_through(connection, game, place)
        n += 1
        made = Move(
            game=game.id, n=n, parent=before, kind="import", line=line, head=head.digest, ply=head.ply, source=source,
            who=who, time=time,
        )  # fmt: skip
        before = _insert_move(connection, game.number, made, place[0])
        moves.append(made)
    return tuple(moves)


def _refill(
    connection: Connection,
    game: Known,
    key: bytes | None,
    replaced: Sequence[Batch],
    places: Mapping[str, Place],
) -> list[tuple[int, Batch, str]]:
    """Take out the rows of batches of which more is known now; what is to be stored in their place."""
    refilled = []
    for given in replaced:
        batch = fit(given)
        named = digest(canonical(batch, key))
        place = places.get(named)
        if place is None:
            raise Unfit(
                f"The batch for ply {batch.ply} of game {game.slug} is not the one that is to be filled in."
            )
        for table in ("batch", "event"):
            connection.execute(
                f"DELETE FROM archive.{table} WHERE game = ? AND run = ? AND ply = ?", [game.number, *place]
            )
        refilled.append((place[0], batch, named))
    return refilled
