"""Simulation by one process and by two, and a search through what they played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, rate, ratio
from eventlog.archive import Archive
from replays.finding import Bounds, find
from replays.simulate import Simulated, simulate
from replays.workers import cores

TWICE = "simulate: one process against two"


def simulating(folder: Path, games: int, times: int) -> Iterator[Figure]:
    """The figures, of so many games stored by one process and by two in turn, `times` times."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    played: Simulated | None = None
    for again in range(times):
        for workers, taken in seconds.items():
            archive = Archive(folder / f"simulated-{again}-{workers}.duckdb")
            began = time.perf_counter()
            played = simulate(archive, "sauron", games, scenario="learning", seed="twice", workers=workers)
            taken.append(time.perf_counter() - began)
    assert played is not None
    note = (
        f"{games} games of sauron, learning, {played.plies:,} plies, stored; in seconds of the clock, starting the "
        "processes included. Two processes need two cores that do nothing else."
    )
    if cores() > 1:
        yield ratio(TWICE, seconds[1], seconds[2], 1.7, at_least=True, note=note)
    else:
        yield Figure(what=TWICE, unit="times", goal=1.7, at_least=True, note="There is only one core here.")
    yield _searching(archive, played.plies, times)


def _searching(archive: Archive, plies: int, times: int) -> Figure:
    """How many positions a second a search rebuilds and looks at."""
    taken = []
    rows = archive.games()
    for _ in range(times):
        began = time.perf_counter()
        found = find(archive, rows, "turn = 3", bounds=Bounds(600, None))
        taken.append(time.perf_counter() - began)
        assert found.complete
    return rate("find: positions rebuilt and looked at", plies, taken, "plies/s")
