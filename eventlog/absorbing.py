"""What another copy of a game holds besides, taken into the one that is here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from eventlog import notes
from eventlog.catalog import Connection, Known, key_of
from eventlog.errors import Unfit
from eventlog.games import seats_text
from eventlog.growing import grow
from eventlog.journal import Place, insert_move, line_through, runs_of, standing
from eventlog.notes import Note
from eventlog.record import Batch, Head, Move
from eventlog.rows import digest_of, fit, text_of
from eventlog.storing import insert_batches


def absorb(
    connection: Connection,
    game: Known,
    batches: Sequence[Batch],
    heads: Mapping[str, Head],
    replaced: Sequence[Batch],
    seen_by: Sequence[str] | None,
    noted: Sequence[Note],
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
        (run.parent, run.fork) for _, run in sorted(runs_of(connection, game).items())
    ]
    refilled = _refill(connection, game, key, replaced, places)
    known_runs = len(runs)
    grown = grow(game.id, key, batches, places, runs, ends)
    for run, (parent, fork) in enumerate(grown.runs[known_runs:], known_runs):
        connection.execute("INSERT INTO archive.run VALUES (?, ?, ?, ?)", [game.number, run, parent, fork])
    placed = [*refilled, *grown.placed]
    insert_batches(connection, game.number, placed)
    if begin != game.begin or seen_by is not None:
        connection.execute(
            "UPDATE archive.game SET begin = ?, seen_by = coalesce(?, seen_by) WHERE game = ?",
            [text_of(begin), seats_text(seen_by) if seen_by else None, game.number],
        )
    if seen_by is not None and not seen_by:
        connection.execute("UPDATE archive.game SET seen_by = NULL WHERE game = ?", [game.number])
    notes.add(connection, game, noted, by_hand=False)
    last = standing(connection, game, "")
    n, before = last.n, last.digest
    moves = []
    for line, head in heads.items():
        stands = standing(connection, game, line).head
        place = places.get(head.digest)
        if place is None or place[1] != head.ply:
            raise Unfit(
                f"Line {line} of game {game.slug} is to stand at {head.digest[:12]}, which is not there."
            )
        if stands == place:
            continue
        source = "" if stands is not None else line_through(connection, game, place)
        n += 1
        made = Move(
            game=game.id, n=n, parent=before, kind="import", line=line, head=head.digest, ply=head.ply, source=source,
            who=who, time=time,
        )  # fmt: skip
        before = insert_move(connection, game.number, made, place[0])
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
        named = digest_of(batch, key)
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
