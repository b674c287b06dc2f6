"""Measures every goal of speed and prints them as a table: `python -m benchmarks`, from the top of a clone."""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec

from benchmarks.figures import Figure, table
from tests.installed_games import make_visible


class Sizes(msgspec.Struct, frozen=True):
    """How much is measured: plies of the two games, games in a large archive and in a run of battles, repetitions,
    games of each ruleset, by chance and by greedy bots, and games of the archive that is built by bulk import."""

    long: int
    short: int
    games: int
    battles: int
    rebuilds: int
    acts: int
    starts: int
    played: int
    greedy: int
    many: int


FULL = Sizes(
    long=10_000,
    short=100,
    games=8_000,
    battles=50,
    rebuilds=15,
    acts=60,
    starts=9,
    played=6,
    greedy=3,
    many=10_000,
)
QUICK = Sizes(
    long=1_000, short=100, games=200, battles=5, rebuilds=5, acts=15, starts=3, played=2, greedy=1, many=200
)


def measure(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """The figures in the order of the table; archives are made in `folder`."""
    from benchmarks import bulk, games, large, playing, rebuilding, rulesets, simulating
    from eventlog.archive import Archive

    file = folder / "games.duckdb"
    archive = Archive(file)
    long = games.store_played(archive, folder, sizes.long, "long")
    short = games.store_played(archive, folder, sizes.short, "short")
    yield from rebuilding.rebuilding(archive, long, folder, sizes.rebuilds)
    yield from playing.any_ply(archive, long, file, sizes.starts)
    yield from playing.playing(archive, short, long, sizes.acts)
    yield from bulk.battles(folder, sizes.battles, min(sizes.starts, 5))
    yield from bulk.tiny_games(folder, sizes.games, min(sizes.starts, 5))
    yield from simulating.simulating(folder, 4 * sizes.battles, min(sizes.starts, 3))
    yield from rulesets.rulesets(folder, sizes.played, min(sizes.starts, 5), sizes.greedy)
    yield from bulk.command(sizes.starts)
    yield from large.large(folder, sizes.many, min(sizes.starts, 5))


def machine() -> dict[str, str]:
    """What the figures were measured on, as far as it matters and says nothing about whose it is."""
    packages = ("duckdb", "msgspec", "immutables")
    return {
        "cores": str(os.cpu_count()),
        "architecture": platform.machine(),
        "system": platform.system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **{name: version(name) for name in packages},
    }


def main(arguments: Sequence[str] | None = None, sizes: Sizes | None = None) -> None:
    """Measure, print, and write the JSON that was asked for."""
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short game and few repetitions")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON too")
    options = parser.parse_args(arguments)
    sizes = sizes or (QUICK if options.quick else FULL)
    # As the command itself sets the collector; the other library has the same of it.
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    with tempfile.TemporaryDirectory(prefix="warlog-benchmarks-") as scratch:
        folder = Path(scratch)
        make_visible(folder / "installed")
        figures = []
        for figure in measure(sizes, folder):
            figures.append(figure)
            print(f"measured: {figure.what}", file=sys.stderr, flush=True)
    found = machine()
    print(", ".join(f"{name} {value}" for name, value in found.items()))
    print("Median and best of several; other work on the machine makes a figure worse, never better.")
    print()
    print(table(figures))
    if options.json is not None:
        document = {
            "machine": found,
            "sizes": sizes,
            "figures": [msgspec.to_builtins(figure) | {"verdict": figure.verdict} for figure in figures],
        }
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")


if __name__ == "__main__":
    main()
