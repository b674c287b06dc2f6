"""Whole games stored at once, fast: checked and laid on runs while DuckDB takes in those before them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from eventlog import courses
from eventlog.bulk import Bulk
from eventlog.catalog import Connection, key_of
from eventlog.described import Course
from eventlog.digests import move_digest
from eventlog.errors import NameTaken, Unfit
from eventlog.games import Slugs, beginning, game_row, next_game, store_data, wrong_data
from eventlog.journal import move_row
from eventlog.laying import Laid, lay
from eventlog.notes import Note, rows_of
from eventlog.record import Batch, Move
from eventlog.rows import Row, fit
from eventlog.schema import CACHES, first_row
from eventlog.storing import load
from eventlog.verification import data_hash


class RecordedGame(msgspec.Struct, frozen=True):
    """A whole game to be stored at once: its batches, parents first, and the bytes of its data.

    Without `moves` the batches are one line, `main`, and one move is made of them; with them they are a tree and the
    moves are stored as they are. `slug` "" asks for the next free one of the ruleset. `course`: how clock and tally
    went, if that is known already; `digests`: those of the batches, where whoever made or verified these has them.
    """

    batches: Sequence[Batch]
    data: bytes
    result: Any = None
    slug: str = ""
    seen_by: tuple[str, ...] = ()
    who: str = ""
    moves: Sequence[Move] = ()
    notes: Sequence[Note] = ()
    course: Course | None = None
    digests: Sequence[str] = ()


class Checked(msgspec.Struct, frozen=True):
    """A whole game that may be stored, as far as its beginning tells, and its first batch."""

    game: RecordedGame
    first: Batch


def check(recorded: Sequence[RecordedGame]) -> list[Checked]:
    """Look at the beginnings of whole games, before anything is attached. Raises Unfit, NameTaken."""
    checked: list[Checked] = []
    ids: set[str] = set()
    hashes: dict[bytes, str] = {}
    for game in recorded:
        if not game.batches:
            raise Unfit("A game without batches cannot be stored; it needs at least its beginning.")
        first = fit(game.batches[0])
        start = beginning(first)
        if first.game in ids:
            raise NameTaken(f"The game {first.game} is to be stored twice at once.")
        ids.add(first.game)
        if game.data not in hashes:
            hashes[game.data] = data_hash(game.data)
        if hashes[game.data] != start.data:
            raise wrong_data(game.data, start.data)
        checked.append(Checked(game, first))
    return checked


def record(connection: Connection, checked: Sequence[Checked]) -> list[int]:
    """Store whole games. The numbers they get. Raises NameTaken, Unfit."""
    there = first_row(
        connection.execute(
            "SELECT id::VARCHAR, slug FROM archive.game WHERE id IN (SELECT unnest(?::UUID[])) LIMIT 1",
            [[each.first.game for each in checked]],
        )
    )
    if there is not None:
        raise NameTaken(f"The game {there[0]} is in the archive already, as {there[1]}.")
    for cache in CACHES:
        connection.execute(cache.format("archive"))
    slugs = Slugs(connection)
    stored: set[str] = set()
    rows: dict[str, list[Row]] = {
        table: [] for table in ("game", "run", "move", "anchor", "note", "course", "turn_end")
    }
    first = next_game(connection)
    for number, each in enumerate(checked, first):
        start = beginning(each.first)
        if start.data not in stored:
            store_data(connection, start.data, each.game.data)
            stored.add(start.data)
        slug = slugs.free(each.game.slug, start.ruleset)
        rows["game"].append(game_row(number, slug, each.first, each.game.seen_by, each.game.result))
    with Bulk(connection, _counted(checked)) as bulk:
        for number, each in enumerate(checked, first):
            _lay(bulk, rows, number, rows["game"][number - first][2], each)
    for table, some in rows.items():
        load(connection, table, some)
    return list(range(first, first + len(checked)))


def _counted(checked: Sequence[Checked]) -> dict[str, int]:
    """How many rows there will be in the large tables."""
    games = [each.game for each in checked]
    return {
        "batch": sum([len(game.batches) for game in games]),
        "event": sum([len(batch.events) for game in games for batch in game.batches]),
        "moment": sum([len(game.course.moments) for game in games if game.course is not None]),
    }


def _lay(bulk: Bulk, rows: dict[str, list[Row]], number: int, slug: str, checked: Checked) -> None:
    """The batches of a game on runs, with all that comes with them."""
    game, name = checked.game, checked.first.game
    laid = lay(name, key_of(beginning(checked.first)), game.batches, game.digests)
    rows["run"] += [(number, run, parent, fork) for run, (parent, fork) in enumerate(laid.runs)]
    moves = _move_rows(number, game, laid)
    rows["move"] += moves
    rows["note"] += rows_of(number, name, game.notes, laid.places)
    rows["anchor"].append((number, slug, len(moves), moves[-1][-1]))
    if game.course is not None:
        for table, some in courses.ends_of(number, len(moves), game.course).items():
            rows[table] += some
    bulk.add(number, laid, game.course.moments if game.course is not None else ())


def _move_rows(number: int, game: RecordedGame, laid: Laid) -> list[Row]:
    last, named = laid.batches[-1], laid.digests[-1]
    moves: Sequence[Move] = game.moves
    if not moves:
        if len(laid.runs) > 1:
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
        place = laid.places.get(each.head)
        if place is None or place[1] != each.ply:
            raise Unfit(f"Move {n} of the journal of game {last.game} leads to a batch that is not there.")
        before = move_digest(each)
        rows.append(move_row(number, each, place[0], before))
    return rows
