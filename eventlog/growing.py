"""Batches laid on runs, where a whole tree of them is stored at once."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from eventlog.errors import Unfit
from eventlog.journal import Place
from eventlog.record import Batch
from eventlog.rows import digest_of, fit


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
    *,
    digests: Sequence[str] = (),
) -> Grown:
    """Lay batches, parents first, on runs.

    `places`, `runs` and `ends` (last ply of each run) are what is there; batches that are there are passed over.
    `digests` are those of the batches, where they are known; else they are reckoned here.
    """
    if digests and len(digests) != len(batches):
        raise Unfit(f"Game {game} comes with {len(batches)} batches and {len(digests)} digests.")
    ends = ends if ends is not None else {}
    placed: list[tuple[int, Batch, str]] = []
    for number, given in enumerate(batches):
        batch = fit(given, sure=given.game == game and given.parent in places)
        named = digests[number] if digests else digest_of(batch, key)
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
