"""What every test may rely on: the games under `tests/games` are installed, and no test touches a person's archive.

A game under `tests/games` is a distribution of its own, as anybody's would be. So that one command runs the suite,
it is not installed into the environment; its metadata is written to a folder that this process and every process
started by a test search for modules and entry points.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

GAMES = Path(__file__).parent / "games"

# No example may fail for being slow: machines differ. On a build machine the examples are the same at every run.
settings.register_profile("default", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("build" if os.environ.get("CI") else "default")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test file is imported: the games are made visible, and a throw-away archive is the default."""
    folder = tempfile.TemporaryDirectory(prefix="warlog-tests-")
    config.add_cleanup(folder.cleanup)
    installed = Path(folder.name) / "installed"
    searched = [str(installed)]
    for pyproject in sorted(GAMES.glob("*/pyproject.toml")):
        _write_metadata(pyproject, installed)
        searched.append(str(_module_folder(pyproject.parent)))
    sys.path[1:1] = searched
    inherited = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([*searched, *([inherited] if inherited else [])])
    os.environ["WARLOG_ARCHIVE"] = str(Path(folder.name) / "archive.duckdb")


def _module_folder(game: Path) -> Path:
    return game / "src" if (game / "src").is_dir() else game


def _write_metadata(pyproject: Path, installed: Path) -> None:
    """Writes what an installer would note of the game: its name, its version and its entry points."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    folder = installed / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    (folder / "entry_points.txt").write_text("".join(_entry_points(project)), encoding="utf-8")


def _entry_points(project: dict[str, dict[str, dict[str, str]]]) -> Iterator[str]:
    for group, entries in project.get("entry-points", {}).items():
        yield f"[{group}]\n"
        for name, value in entries.items():
            yield f"{name} = {value}\n"
