"""Games played by chance and stored in bulk, the room they take, and how long the command takes to answer."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure, duration
from benchmarks.rebuilding import LIBRARY
from eventlog.archive import Archive
from replays.opening import NoSuchRuleset, find_ruleset
from replays.simulate import simulate

BATTLE, SCENARIO = "sauron", "learning"


def battles(folder: Path, games: int, times: int) -> Iterator[Figure]:
    """Random play of the learning battle, storing included."""
    what = f"random play: {BATTLE}, {SCENARIO}"
    try:
        find_ruleset(BATTLE)
    except (NoSuchRuleset, ImportError):
        note = f"The ruleset {BATTLE} is not installed."
        yield Figure(what=what, unit="actions/s", goal=3000, at_least=True, note=note)
        return
    yield random_play(what, folder, BATTLE, SCENARIO, games, times, 3000)


def tiny_games(folder: Path, games: int, times: int) -> Iterator[Figure]:
    """Random play of the tiny game, and the room that many of them take in the archive."""
    yield random_play("random play: the tiny game", folder, "goofspiel", "duel", max(games // 25, 1), times)
    archive = Archive(folder / "large.duckdb")
    simulate(archive, "goofspiel", games)
    info = archive.info()
    size = info.bytes / info.events
    yield Figure(
        what="bytes an event in the archive",
        unit="bytes",
        median=size,
        best=size,
        goal=100,
        note=f"{info.games:,} simulated games, {info.batches:,} batches, {info.events:,} events, "
        f"{info.bytes / 1e6:.1f} MB: the whole file.",
    )
    yield from _beside_eventsourcing(folder, size)


def _beside_eventsourcing(folder: Path, size: float) -> Iterator[Figure]:
    """How many times as much room an event of the same game takes in the files that `rebuilding` left."""
    for file, what, goal in (("tutorial.sqlite", "", 2.0), ("lean.sqlite", ", lean", None)):
        what = f"bytes an event with {LIBRARY}{what}, to ours"
        if not (folder / file).exists():
            if goal is not None:
                note = f"{LIBRARY} is not installed; pip install -e '.[bench]' brings it."
                yield Figure(what=what, unit="times", goal=goal, at_least=True, note=note)
            continue
        with closing(sqlite3.connect(folder / file)) as connection:
            ((events,),) = connection.execute("SELECT count(*) FROM stored_events").fetchall()
        theirs = (folder / file).stat().st_size / events
        times = theirs / size
        note = f"{theirs:.0f} bytes an event: the SQLite file of one long game, {events:,} events."
        yield Figure(what=what, unit="times", median=times, best=times, goal=goal, at_least=True, note=note)


def random_play(
    what: str, folder: Path, ruleset: str, scenario: str, games: int, times: int, goal: float | None = None
) -> Figure:
    """Random games with all that is recorded of them, in actions a second."""
    rates = []
    for run in range(times):
        archive = Archive(folder / f"{ruleset}-{run}.duckdb")
        began = time.perf_counter()
        played = simulate(archive, ruleset, games, scenario=scenario, seed=f"benchmark {run}")
        rates.append(played.plies / (time.perf_counter() - began))
    return Figure(
        what=what,
        unit="actions/s",
        median=median(rates),
        best=max(rates),
        goal=goal,
        at_least=True,
        note=f"{games:,} games in memory, by bots, every position with its options, stored in bulk at the end.",
    )


def command(times: int) -> Iterator[Figure]:
    """How long the command takes to say what it can do."""
    script = Path(sysconfig.get_path("scripts")) / "warlog"
    # Where the script is not installed, what it does is called.
    start = [str(script)] if script.exists() else [sys.executable, "-c", "from cli.main import run; run()"]
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run([*start, "--help"], check=True, capture_output=True)
        taken.append(time.perf_counter() - began)
    yield duration("warlog --help", taken, 250, "A process from its start to its end.")
