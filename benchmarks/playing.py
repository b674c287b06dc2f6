"""How quickly one acts, takes back, branches and goes to any ply, in a short game and in a very long one."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.figures import Figure, duration, ratio
from eventlog.archive import Archive
from replays.session import Session
from replays.timeline import SPACING

ALONE = (
    "With attaching and letting go of the archive file, durable on the disk; the two games by turns, each act a moment "
    "after the one before."
)
MOMENT = 0.002
"""Seconds between two measured acts, as there are between a person's: who attaches the file again at once waits."""


def playing(archive: Archive, short: str, long: str, times: int) -> Iterator[Figure]:
    """Acting, taking back and branching in both games, measured by turns."""
    sessions = (Session.load(archive, short), Session.load(archive, long))
    plies = [session.position.ply for session in sessions]

    def act(session: Session) -> None:
        choice = session.choices()[0]
        session.act(choice.seat, choice.action)

    acts = _by_turns(act, sessions, times)
    yield duration(f"one act at {plies[1]:,} plies", acts[1], 25, ALONE)
    yield ratio(f"— ratio to one at {plies[0]:,}", acts[1], acts[0], 1.2)
    undos = _by_turns(lambda session: session.undo(), sessions, times)
    branches = _by_turns(lambda session: session.branch(f"try-{time.monotonic_ns()}"), sessions, times)
    for name, taken in (("undo", undos), ("branch", branches)):
        for at, seconds in zip(plies, taken, strict=True):
            yield duration(f"{name} at {at:,} plies", seconds, 10, ALONE)


def _by_turns(
    work: Callable[[Session], object], sessions: Sequence[Session], times: int
) -> list[list[float]]:
    """Seconds of each repetition, for each session; what else the machine does falls on both alike."""
    taken: list[list[float]] = [[] for _ in sessions]
    for _ in range(times):
        for session, seconds in zip(sessions, taken, strict=True):
            time.sleep(MOMENT)
            began = time.perf_counter()
            work(session)
            seconds.append(time.perf_counter() - began)
    return taken


def any_ply(archive: Archive, slug: str, file: Path, times: int) -> Iterator[Figure]:
    """Plies of a long game: near one that was visited before, and in a process that has just begun."""
    session = Session.load(archive, slug)
    timeline = session.timeline
    last = len(timeline) - 1
    choose = random.Random(1)
    near = []
    for _ in range(times):
        visited = choose.randint(0, last)
        timeline.at(visited)
        ply = min(max(visited + choose.randint(-SPACING, SPACING), 0), last)
        began = time.perf_counter()
        timeline.at(ply)
        near.append(time.perf_counter() - began)
    yield duration(
        f"any ply of {last:,}, one within {SPACING} of it visited", near, 10, "In memory, forward or back."
    )
    cold = []
    for _ in range(times):
        command = [sys.executable, "-m", "benchmarks.cold", str(file), slug, str(choose.randint(0, last))]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        cold.append(float(done.stdout))
    yield duration(
        f"any ply of {last:,}, cold",
        cold,
        150,
        "A process for each; from opening the archive to the position, without loading the program.",
    )
