"""`demo`: the main job in one go."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.commands import run


@pytest.fixture(scope="module")
def demonstrated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a demonstration, and what was told."""
    folder = tmp_path_factory.mktemp("demo")
    ran = run("demo", "--out", str(folder))
    assert ran.code == 0, ran.err
    return folder, ran.out


def test_it_tells_the_main_job_in_order(demonstrated: tuple[Path, str]) -> None:
    _, text = demonstrated
    steps = (
        "A game begins",
        "They play",
        "taken back",
        "Another way",
        "Back to the main line",
        "replayed",
        "SQL",
    )
    assert sorted(steps, key=text.index) == list(steps)
    assert "Took back " in text
    assert "other-way from ply" in text
    assert "demo.warlog" in text
    assert "Go on with it:" in text


def test_it_leaves_a_game_that_can_be_gone_on_with(demonstrated: tuple[Path, str], tmp_path: Path) -> None:
    folder, _ = demonstrated
    archive = folder / "archive.duckdb"
    lines = {line.line: line for line in run("lines", "demo", "--json", archive=archive).answer("lines")}
    assert set(lines) == {"main", "other-way"}
    assert lines["main"].current
    assert run("verify", "--states", archive=archive).code == 0
    assert run("audit", archive=archive).code == 0
    for number, name in enumerate(("demo.warlog", "demo.html")):
        assert run("import", str(folder / name), archive=tmp_path / f"other-{number}.duckdb").code == 0
    assert "What if: other-way, from ply" in (folder / "demo.md").read_text(encoding="utf-8")
    copy = Path(shutil.copyfile(archive, tmp_path / "copy.duckdb"))
    ran = run("play", "demo", "--bot", "sauron=greedy", archive=copy, typed="quit\n")
    assert "The story so far" in ran.out


def test_everybody_sees_the_same_game(demonstrated: tuple[Path, str], tmp_path: Path) -> None:
    folder, _ = demonstrated
    again = run("demo", "--out", str(tmp_path), "--json").answer("demo")
    assert again.game == "demo"
    names = ("archive.duckdb", "demo.warlog", "demo.html", "demo.md")
    assert again.files == [str(tmp_path / name) for name in names]
    logs = [
        [
            (batch.action, batch.events)
            for batch in run("log", "demo", "--json", archive=archive).answer("log")
        ]
        for archive in (folder / "archive.duckdb", tmp_path / "archive.duckdb")
    ]
    assert logs[0] == logs[1]


def test_a_second_one_in_the_same_folder_is_another_game(demonstrated: tuple[Path, str]) -> None:
    folder, _ = demonstrated
    assert run("demo", "--out", str(folder), "--json").answer("demo").game == "demo-2"


def test_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert run("demo", "--out", str(tmp_path / "file"), "--json").refusal().code == 8
    assert run("demo", archive=tmp_path / "archive.duckdb").code == 2
