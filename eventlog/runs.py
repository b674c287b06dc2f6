"""Runs: the stretches of batches that lines are made of, so that a history of any length is a few ranges."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


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


def ranges(runs: Mapping[int, Run], run: int, ply: int, first: int = 0) -> list[Range]:
    """The history of the batch at `ply` of `run`, from ply `first` on, oldest first."""
    found: list[Range] = []
    high = ply
    at: int | None = run
    while at is not None and high >= first:
        low = runs[at].fork + 1
        if low <= high:
            found.append(Range(at, max(low, first), high))
            high = low - 1
        else:
            high = min(high, runs[at].fork)
        at = runs[at].parent
    found.reverse()
    return found


def owner(runs: Mapping[int, Run], run: int, ply: int) -> int:
    """The run that owns the batch at `ply` of the history that ends in `run`."""
    while ply <= runs[run].fork:
        parent = runs[run].parent
        assert parent is not None
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
