"""Games begun, and whole games stored at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from eventlog import columns
from eventlog.catalog import SLUG, Connection, key_of
from eventlog.digests import move_digest
from eventlog.errors import Damaged, NameTaken, Unfit
from eventlog.expectations import UNCHANGED
from eventlog.growing import Grown, grow
from eventlog.journal import insert_move, move_row
from eventlog.notes import Note, rows_of
from eventlog.record import Batch, Beginning, Move
from eventlog.rows import Row, batch_row, digest_of, event_rows, fit, text_of
from eventlog.schema import OF_GAMES, first_row
from eventlog.storing import insert, insert_batches, load
from eventlog.tree import check_name
from eventlog.verification import data_hash

GAME_COLUMNS: Final = (
    "game, id, slug, title, ruleset, ruleset_version, scenario, origin, begun, data, seen_by, begin, result"
)


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
    notes: Sequence[Note] = ()


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
        raise _wrong_data(data, named)
    if found is None:
        connection.execute("INSERT INTO archive.data VALUES (?, ?)", [bytes.fromhex(named), data])


def _wrong_data(data: bytes, named: str) -> Unfit:
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
    number = _next_game(connection)
    store_data(connection, start.data, data)
    insert(connection, "game", GAME_COLUMNS, [game_row(number, slug, batch, seen_by, None)])
    connection.execute("INSERT INTO archive.run VALUES (?, 0, NULL, NULL)", [number])
    insert_batches(connection, number, [(0, batch, named)])
    move = Move(game=batch.game, n=1, kind="new", line=line, head=named, ply=0, who=who, time=batch.time)
    insert_move(connection, number, move, 0)
    return move


def _next_game(connection: Connection) -> int:
    """A number that no row of any table has: what is left of a game that somebody deleted must not become another's."""
    each = " UNION ALL ".join(f"SELECT max(game) AS game FROM archive.{table}" for table in OF_GAMES)
    row = first_row(connection.execute(f"SELECT coalesce(max(game), 0) + 1 FROM ({each})"))
    assert row is not None
    return int(row[0])


class Laid(msgspec.Struct, frozen=True):
    """A whole game ready to be stored: what was handed over, its first batch, its batches on runs."""

    game: RecordedGame
    first: Batch
    grown: Grown


def lay(recorded: Sequence[RecordedGame]) -> list[Laid]:
    """Check whole games and lay their batches on runs, before anything is attached. Raises Unfit, NameTaken."""
    laid: list[Laid] = []
    ids: set[str] = set()
    for game in recorded:
        if not game.batches:
            raise Unfit("A game without batches cannot be stored; it needs at least its beginning.")
        first = fit(game.batches[0])
        start = beginning(first)
        if first.game in ids:
            raise NameTaken(f"The game {first.game} is to be stored twice at once.")
        ids.add(first.game)
        if data_hash(game.data) != start.data:
            raise _wrong_data(game.data, start.data)
        laid.append(Laid(game, first, grow(first.game, key_of(start), game.batches, {}, [])))
    return laid


def record(connection: Connection, laid: Sequence[Laid]) -> list[int]:
    """Store whole games, fast. The numbers they get."""
    there = first_row(
        connection.execute(
            "SELECT id::VARCHAR, slug FROM archive.game WHERE id IN (SELECT unnest(?::UUID[])) LIMIT 1",
            [[each.first.game for each in laid]],
        )
    )
    if there is not None:
        raise NameTaken(f"The game {there[0]} is in the archive already, as {there[1]}.")
    slugs = Slugs(connection)
    stored: set[str] = set()
    rows: dict[str, list[Row]] = {
        table: [] for table in ("game", "run", "batch", "event", "move", "anchor", "note")
    }
    first = _next_game(connection)
    for number, each in enumerate(laid, first):
        start = beginning(each.first)
        slug = slugs.free(each.game.slug, start.ruleset)
        if start.data not in stored:
            store_data(connection, start.data, each.game.data)
            stored.add(start.data)
        rows["game"].append(game_row(number, slug, each.first, each.game.seen_by, each.game.result))
        rows["run"] += [(number, run, parent, fork) for run, (parent, fork) in enumerate(each.grown.runs)]
        rows["batch"] += [batch_row(number, run, batch, named) for run, batch, named in each.grown.placed]
        for run, batch, _ in each.grown.placed:
            rows["event"] += event_rows(number, run, batch)
        moves = _move_rows(number, each.game, each.grown)
        rows["move"] += moves
        rows["note"] += rows_of(number, each.first.game, each.game.notes, each.grown.places)
        rows["anchor"].append((number, slug, len(moves), moves[-1][-1]))
    for table, some in rows.items():
        load(connection, table, some)
    return list(range(first, first + len(laid)))


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
