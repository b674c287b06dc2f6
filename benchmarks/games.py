"""The games that are measured: the tiny game as if a person had acted every ply, so its journal is as long as it is."""

from __future__ import annotations

from pathlib import Path

from eventlog.archive import Archive, RecordedGame
from eventlog.integrity import move_digest
from eventlog.record import Move
from replays.simulate import simulate


def store_played(archive: Archive, folder: Path, plies: int, seed: str) -> str:
    """Store a game of so many plies, with one row of the journal for each; its slug."""
    source = Archive(folder / f"source-{seed}.duckdb")
    simulate(source, "goofspiel", 1, scenario="long", limit=plies, seed=seed)
    row = source.game("goofspiel-1")
    moves: list[Move] = []
    parent = ""
    stored = source.line_stored(row.id, "main")
    for n, each in enumerate(stored, 1):
        moves.append(
            Move(
                game=row.id,
                n=n,
                parent=parent,
                kind="act" if each.batch.ply else "new",
                line="main",
                head=each.digest,
                ply=each.batch.ply,
                time=each.batch.time,
            )
        )
        parent = move_digest(moves[-1])
    batches = tuple(each.batch for each in stored)
    game = RecordedGame(batches, source.data(row.data), moves=tuple(moves))
    return archive.record([game])[0].slug
