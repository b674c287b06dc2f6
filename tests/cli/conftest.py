"""Archives to run commands on: an empty place, one game in play, and the same after a few decisions."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.commands import run


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Where an archive would be made; nothing is there."""
    return tmp_path / "archive.duckdb"


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with the game `cards`: begun, two passes and the first secret choice (ply 3, south to choose)."""
    file = tmp_path_factory.mktemp("begun") / "archive.duckdb"
    assert (
        run("new", "goofspiel", "--name", "cards", "--seed", "5", "--title", "Карты", archive=file).code == 0
    )
    for action in ("pass", "pass"):
        assert run("act", "cards", action, archive=file).code == 0
    assert run("act", "cards", "1", "--as", "north", archive=file).code == 0
    return file


@pytest.fixture
def cards(begun: Path, archive: Path) -> Path:
    """A copy of that archive, to do with as a test likes."""
    shutil.copyfile(begun, archive)
    return archive


@pytest.fixture
def by_hand(archive: Path) -> Path:
    """An archive with the game `hand`, whose dice and draws are made by hand; south is to choose, and the turn ends."""
    assert (
        run("new", "goofspiel", "--name", "hand", "--chance", "manual", "--dice", "4", archive=archive).code
        == 0
    )
    for action in ("pass", "pass", "choose spades-5"):
        assert run("act", "hand", action, archive=archive).code == 0
    return archive
