"""The games under `tests/games` are found as anybody's would be, here and in processes that a test starts."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
import tomllib
from pathlib import Path

GROUP = "warlog.rulesets"
GAMES = Path(__file__).parent / "games"
LOAD = """
import importlib.metadata, json, sys
found = [point for point in importlib.metadata.entry_points(group=sys.argv[1]) if point.name in sys.argv[2:]]
print(json.dumps(sorted(point.name for point in found if point.load() is not None)))
"""


def names_of_rulesets() -> set[str]:
    projects = [tomllib.loads(path.read_text(encoding="utf-8")) for path in GAMES.glob("*/pyproject.toml")]
    return {name for project in projects for name in project["project"]["entry-points"][GROUP]}


def test_every_game_is_found_by_its_entry_point() -> None:
    names = names_of_rulesets()
    assert names
    found = [point for point in importlib.metadata.entry_points(group=GROUP) if point.name in names]
    assert sorted(point.name for point in found) == sorted(names)
    assert all(point.load() is not None for point in found)


def test_every_game_is_found_in_a_process_of_its_own(tmp_path: Path) -> None:
    names = names_of_rulesets()
    done = subprocess.run(
        [sys.executable, "-c", LOAD, GROUP, *sorted(names)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.stderr == ""
    assert json.loads(done.stdout) == sorted(names)
