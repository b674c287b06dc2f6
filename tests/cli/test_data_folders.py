"""`data export` and `data check`, and games begun with such a folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.commands import run


def test_a_folder_is_written_and_tells_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    written = run("data", "export", "sword-of-rome", str(folder), "--json").answer("data export")
    assert written.folder == str(folder)
    assert sorted(written.files) == sorted(file.name for file in folder.iterdir())
    assert written.bytes == sum(file.stat().st_size for file in folder.iterdir())
    checked = run("data", "check", str(folder), "--json")
    assert checked.code == 8
    problems = checked.answer("data check").problems
    assert problems
    assert all(problem.gap for problem in problems)
    ran = run("data", "check", str(folder))
    assert ran.code == 8
    assert ran.out.splitlines()[-1] == f"0 contradictions, {len(problems)} gaps."
    assert run("data", "check", str(folder), "--with-ours").code == 0


def test_every_contradiction_is_told_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    run("data", "export", "sword-of-rome", str(folder))
    for name, old, new in (
        ("leaders.toml", "tactics = 4", "tactics = 40"),
        ("game.toml", 'enemy = "rome"', 'enemy = "volsci"'),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    checked = run("data", "check", str(folder), "--with-ours", "--json")
    assert checked.code == 8
    where = {problem.where: problem for problem in checked.answer("data check").problems}
    assert where["leaders.toml: leader[camillus].tactics"].rule == "8.1"
    assert "game.toml: power[volsci].enemy" in where
    refused = run("new", "sword-of-rome", "--data", str(folder), archive=tmp_path / "a.duckdb")
    assert refused.code == 8


def test_a_game_keeps_the_folder_that_it_was_begun_with(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    assert run("data", "export", "goofspiel", str(folder)).code == 0
    file = folder / "goofspiel.toml"
    text = file.read_text(encoding="utf-8")
    assert "hand = { value = 3" in text
    file.write_text(
        text.replace(
            'hand = { value = 3, source = "reconstruct" }', 'hand = { value = 5, source = "published" }'
        )
    )
    assert "goofspiel.toml: hand" not in run("data", "check", str(folder)).out
    assert (
        run("new", "goofspiel", "--name", "own", "--seed", "1", "--data", str(folder), archive=archive).code
        == 0
    )
    shutil.rmtree(folder)
    assert run("new", "goofspiel", "--name", "usual", "--seed", "1", archive=archive).code == 0

    def cards(game: str) -> int:
        return len(run("show", game, "--json", archive=archive).answer("show").state["hands"]["north"])

    assert (cards("own"), cards("usual")) == (5, 3)
    assert run("act", "own", "pass", archive=archive).code == 0
    assert run("audit", "own", archive=archive).code == 0


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    refused = run("data", "export", "gondor", str(folder), "--json").refusal()
    assert (refused.code, "not empty" in refused.message) == (8, True)
    assert [file.name for file in folder.iterdir()] == ["mine.txt"]
    assert run("data", "export", "gondor", str(folder / "mine.txt")).code == 8
    assert run("data", "export", "gondor", str(tmp_path / "no" / "where")).code == 8
    assert run("data", "export", "nosuch", str(tmp_path / "other")).code == 3
    assert not (tmp_path / "other").exists()
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("data", "export", "gondor", str(empty)).code == 0


def test_a_folder_must_say_whose_data_it_holds(tmp_path: Path) -> None:
    assert run("data", "check", str(tmp_path / "none"), "--json").refusal().code == 8
    folder = tmp_path / "own"
    run("data", "export", "sauron", str(folder))
    (folder / "ruleset.txt").unlink()
    refused = run("data", "check", str(folder), "--json").refusal()
    assert (refused.code, "--ruleset" in refused.message) == (2, True)
    assert run("data", "check", str(folder), "--ruleset", "sauron", "--with-ours").code == 0
    (folder / "ruleset.txt").write_text("nosuch\n")
    assert run("data", "check", str(folder)).code == 3
