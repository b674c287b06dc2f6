"""One ply of a game in a process that has just begun: `python -m benchmarks.cold FILE GAME PLY` prints the seconds from
opening the archive to the position."""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path

from eventlog.archive import Archive
from replays.references import resolve


def main(file: str, game: str, ply: str) -> None:
    """Open, read, and go to the ply."""
    # As the command sets the collector.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    began = time.perf_counter()
    position = resolve(Archive(Path(file)), f"{game}@{ply}").position
    assert position.ply == int(ply)
    print(time.perf_counter() - began)


if __name__ == "__main__":
    main(*sys.argv[1:])
