"""Runs: the stretches of batches that lines are made of, so that a history of any length is a few ranges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from eventlog.errors import Damaged


class Run(msgspec.Struct, frozen=True):
    """A stretch of batches. `fork` is the last ply that it shares with `parent`, which owns the batch of that ply
    (so a chain of parents is never longer than it must be); the first run of a game has neither."""

    parent: int | None
    fork: int


class Range(msgspec.Struct, frozen=True):
    """The batches of one run from ply `low` to ply `high`, both included."""

    run: int
    low: int
    high: int


def grown_runs(slug: str, rows: Iterable[tuple[int, int | None, int | None]]) -> dict[int, Run]:
    """Runs by their number, from rows (run, parent, fork) in the order of their numbers.

    Every run but the first is parted from one before it, at a ply that this one owns. Raises Damaged where one is not:
    whoever follows parents that go round comes to no end.
    """
    runs: dict[int, Run] = {}
    for run, parent, fork in rows:
        if run == 0:
            sound = parent is None and fork is None
        else:
            before = runs.get(parent) if parent is not None else None
            sound = before is not None and fork is not None and fork > before.fork
        if not sound:
            raise Damaged(
                f"run {run} of game {slug} is said to be parted from ply {fork} of run {parent}, and cannot be: "
                "a run is parted from one before it, at a ply of that one's own",
                ply=0 if fork is None else max(fork, 0),
            )
        runs[run] = Run(parent, -1 if fork is None else fork)
    if not runs:
        raise Damaged(f"game {slug} has no runs; it needs at least the one of its beginning", what="missing")
    return runs


def run_of(runs: Mapping[int, Run], run: int) -> Run:
    """The run of this number. Raises Damaged where it is not there."""
    found = runs.get(run)
    if found is None:
        raise Damaged(f"a line is said to stand on run {run}, which is not there", what="missing")
    return found


def ranges(runs: Mapping[int, Run], run: int, ply: int, first: int = 0) -> list[Range]:
    """The history of the batch at `ply` of `run`, from ply `first` on, oldest first."""
    found: list[Range] = []
    high = ply
    at: int | None = run
    while at is not None and high >= first:
        here = run_of(runs, at)
        low = here.fork + 1
        if low <= high:
            found.append(Range(at, max(low, first), high))
            high = low - 1
        else:
            high = min(high, here.fork)
        at = here.parent
    found.reverse()
    return found


def owner(runs: Mapping[int, Run], run: int, ply: int) -> int:
    """The run that owns the batch at `ply` of the history that ends in `run`."""
    while ply <= run_of(runs, run).fork:
        parent = runs[run].parent
        if parent is None:
            break
        run = parent
    return run


def on_path(runs: Mapping[int, Run], place: tuple[int, int], head: tuple[int, int]) -> bool:
    """Whether the batch at `place` (run, ply) lies on the history of the batch at `head`."""
    run, ply = place
    return ply <= head[1] and owner(runs, head[0], ply) == run


def common(runs: Mapping[int, Run], one: tuple[int, int], other: tuple[int, int]) -> int:
    """The last ply that the histories of two places (run, ply) share; -1 where they share none."""
    shared = -1
    for left, right in zip(ranges(runs, *one), ranges(runs, *other), strict=False):
        if left.run != right.run:
            break
        shared = min(left.high, right.high)
    return shared
