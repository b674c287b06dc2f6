"""The games under `tests/games`, made visible as if they were installed.

A game there is a distribution of its own, as anybody's would be. So that one command runs the suite (or the
benchmarks), it is not installed into the environment; its metadata is written to a folder that this process and every
process started by it search for modules and entry points.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

GAMES = Path(__file__).parent / "games"


def make_visible(folder: Path) -> None:
    """Write the games' metadata under `folder`, which must stay there, and have them found from now on."""
    searched = [str(folder)]
    for pyproject in sorted(GAMES.glob("*/pyproject.toml")):
        _write_metadata(pyproject, folder)
        searched.append(str(_module_folder(pyproject.parent)))
    sys.path[1:1] = searched
    inherited = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([*searched, *([inherited] if inherited else [])])


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
