"""A game of the archive examined: whether its rows are what was written, and agree with one another."""

from __future__ import annotations

import msgspec

from eventlog import columns, notes
from eventlog.catalog import Connection, Known
from eventlog.digests import move_digest
from eventlog.errors import Damaged
from eventlog.journal import journal, last_move_digest, runs_of
from eventlog.listing import GameRow
from eventlog.record import Move
from eventlog.schema import OF_GAMES, first_row
from eventlog.verification import Damage, verify
from eventlog.whole_batches import Stored, tree_batches


class Examined(msgspec.Struct, frozen=True):
    """What was looked at, and the first thing that is wrong with it."""

    batches: int
    damage: Damage | None


class Stray(msgspec.Struct, frozen=True):
    """Rows of a game that the archive does not list: by what name it was known (or its number), and a sentence."""

    game: str
    sentence: str


def examine(connection: Connection, game: Known, row: GameRow) -> Examined:
    """Looks at every row of a game. Nothing that can be stored in them makes it fail."""
    batches: list[Stored] = []
    try:
        batches = tree_batches(connection, game)
        moves = journal(connection, game.number)
        notes.stored(connection, game)
        damage = (
            verify(
                game.id,
                [(each.digest, each.batch) for each in batches],
                moves,
                key=game.key,
                data=data_of(connection, game),
                last_move=last_move_digest(connection, game),
                seats=row.seen_by,
            )
            or _placed_otherwise(connection, game, batches)
            or _cut_off(connection, game, moves)
            or _disagreeing(game, row, batches)
        )
    except Damaged as error:
        damage = Damage(game.id, error.ply, error.what, str(error))
    return Examined(len(batches), damage)


def data_of(connection: Connection, game: Known) -> bytes:
    """The data that a game was begun with, as stored. Raises Damaged where they are not there."""
    row = first_row(
        connection.execute(
            "SELECT content FROM archive.data WHERE hash = ?", [bytes.fromhex(game.begin.data)]
        )
    )
    if row is None:
        where = columns.at_ply(0, game.slug)
        raise Damaged(
            f"{where}: the data {game.begin.data[:12]}, with which it was begun, are gone", what="missing"
        )
    return bytes(row[0])


def _placed_otherwise(connection: Connection, game: Known, batches: list[Stored]) -> Damage | None:
    """A batch that its run and ply put after another than it follows, a run without batches."""
    runs = runs_of(connection, game)
    places = {
        digest.hex(): (run, ply)
        for run, ply, digest in connection.execute(
            "SELECT run, ply, digest FROM archive.batch WHERE game = ?", [game.number]
        ).fetchall()
    }
    for each in sorted(batches, key=lambda stored: stored.batch.ply):
        run, ply = places[each.digest]
        here = runs[run]
        before = (run if ply - 1 > here.fork else here.parent, ply - 1)
        if ply <= here.fork or (ply > 0 and places.get(each.batch.parent) != before):
            sentence = (
                f"{columns.at_ply(ply, game.id)}: the batch is stored on a run that it does not belong to"
            )
            return Damage(game.id, ply, "reordered", sentence)
    for run in sorted(runs.keys() - {run for run, _ in places.values()}):
        ply = runs[run].fork + 1
        return Damage(game.id, ply, "missing", f"{columns.at_ply(ply, game.id)}: run {run} has no batches")
    return None


def _cut_off(connection: Connection, game: Known, moves: tuple[Move, ...]) -> Damage | None:
    """A journal that ends before the move to which its end was anchored when it was last written."""
    if not _has_anchors(connection):
        return None
    # None where the game was not written since there are anchors.
    for slug, n, digest in connection.execute(
        "SELECT slug, n, digest FROM archive.anchor WHERE game = ?", [game.number]
    ).fetchall():
        damage = _torn_off(game, moves, slug, n, digest)
        if damage is not None:
            return damage
    return None


def _torn_off(game: Known, moves: tuple[Move, ...], slug: str, n: int, digest: bytes) -> Damage | None:
    last = moves[-1]
    if n > len(moves):
        return Damage(
            game.id, last.ply, "cut short",
            f"the journal of game {game.id} is cut short: it ended with move {n}, and now with move {last.n}",
        )  # fmt: skip
    if n < 1 or move_digest(moves[n - 1]) != digest.hex():
        return Damage(
            game.id, last.ply, "edited", f"move {n} in the journal of game {game.id} is not what was written"
        )
    if slug != game.slug:
        return Damage(game.id, 0, "edited", f"game {game.slug} was stored as {slug}: its name was changed")
    return None


def _disagreeing(game: Known, row: GameRow, batches: list[Stored]) -> Damage | None:
    """A column of the game that says something else than the beginning, which is sealed."""
    begin = game.begin
    for column, held, due in (
        ("title", row.title, begin.title),
        ("ruleset", row.ruleset, begin.ruleset),
        ("ruleset_version", row.ruleset_version, begin.ruleset_version),
        ("scenario", row.scenario, begin.scenario),
        ("origin", row.origin, begin.origin),
        ("begun", row.begun, next(each.batch.time for each in batches if each.batch.ply == 0)),
        ("data", row.data, begin.data),
    ):
        if held != due:
            return Damage(
                game.id, 0, "edited",
                f"{columns.at_ply(0, game.id)}: the column game.{column} holds {held}; the game was begun with {due}",
            )  # fmt: skip
    if bool(row.seen_by) != (game.key is None) or not set(row.seen_by) <= begin.seats.keys():
        seen = ", ".join(row.seen_by) or "everybody"
        return Damage(
            game.id, 0, "edited",
            f"{columns.at_ply(0, game.id)}: the column game.seen_by holds {seen}, who have not seen what is stored",
        )  # fmt: skip
    return None


def strays(connection: Connection) -> list[Stray]:
    """What is left of games that the archive does not list."""
    tables = [table for table in OF_GAMES if table not in ("game", "anchor")]
    anchors = _has_anchors(connection)
    found: dict[int, list[str]] = {}
    for table in [*tables, *(["anchor"] if anchors else [])]:
        for (number,) in connection.execute(
            f"SELECT DISTINCT game FROM archive.{table} WHERE game NOT IN (SELECT game FROM archive.game)"
        ).fetchall():
            found.setdefault(number, []).append(table)
    slugs: dict[int, str] = {}
    if found and anchors:
        slugs = dict(connection.execute("SELECT game, slug FROM archive.anchor").fetchall())
    return [
        Stray(
            slugs.get(number, f"number {number}"),
            f"game {slugs.get(number, f'number {number}')} is gone, and rows of it are left ({', '.join(held)})",
        )
        for number, held in sorted(found.items())
    ]


def _has_anchors(connection: Connection) -> bool:
    """An archive that an older program made gets them when it is next written."""
    return bool(
        connection.execute(
            "SELECT 1 FROM duckdb_tables() WHERE database_name = 'archive' AND table_name = 'anchor'"
        ).fetchall()
    )
