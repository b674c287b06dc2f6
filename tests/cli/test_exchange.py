"""`export` and `import`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Where another archive would be made."""
    return tmp_path / "elsewhere.duckdb"


def test_a_game_goes_into_a_file_and_into_another_archive(
    cards: Path, elsewhere: Path, tmp_path: Path
) -> None:
    run("branch", "cards@1", "other", archive=cards)
    file = tmp_path / "cards.warlog"
    written = run("export", "cards", str(file), "--json", archive=cards).answer("export")
    assert (written.file, written.bytes) == (str(file), file.stat().st_size)
    [taken] = run("import", str(file), "--json", archive=elsewhere).answer("import")
    assert (taken.game, taken.plies, taken.added) == ("cards", 1, 4)
    assert (taken.parted, taken.replaced) == ([], [])
    for command in (["log", "cards:main"], ["lines", "cards"], ["show", "cards:main@2"]):
        there, here = (run(*command, "--json", archive=file).out for file in (elsewhere, cards))
        assert there == here


def test_the_same_file_again_changes_nothing(cards: Path, tmp_path: Path) -> None:
    file = tmp_path / "cards.warlog"
    run("export", "cards", str(file), archive=cards)
    [taken] = run("import", str(file), "--json", archive=cards).answer("import")
    assert taken.added == 0


def test_a_longer_line_is_moved_on(cards: Path, elsewhere: Path, tmp_path: Path) -> None:
    file = tmp_path / "cards.warlog"
    run("export", "cards", str(file), archive=cards)
    run("import", str(file), archive=elsewhere)
    run("act", "cards", "1", archive=cards)
    run("export", "cards", str(file), archive=cards)
    [taken] = run("import", str(file), "--json", archive=elsewhere).answer("import")
    assert (taken.added, taken.plies) == (1, 4)


def test_a_game_that_parted_is_refused(cards: Path, elsewhere: Path, tmp_path: Path) -> None:
    file = tmp_path / "cards.warlog"
    run("export", "cards", str(file), archive=cards)
    run("import", str(file), archive=elsewhere)
    run("act", "cards", "1", archive=cards)
    run("act", "cards", "1", archive=elsewhere)
    run("export", "cards", str(file), archive=cards)
    before = elsewhere.read_bytes()
    refusal = run("import", str(file), "--json", archive=elsewhere).refusal()
    assert (refusal.code, refusal.kind) == (8, "parted")
    assert elsewhere.read_bytes() == before


def test_a_file_for_a_seat_holds_nothing_that_others_hide(
    cards: Path, elsewhere: Path, tmp_path: Path
) -> None:
    file = tmp_path / "south.warlog"
    ran = run("export", "cards", str(file), "--as", "south", "--json", archive=cards)
    ran.answer("export")
    assert "seed" in ran.err
    chosen = run("log", "cards", "--from", "3", "--json", archive=cards).answer("log")[0].action
    assert chosen is not None
    assert f'"card":"{chosen["card"]}"' not in file.read_text(encoding="utf-8")
    run("import", str(file), archive=elsewhere)
    assert run("verify", "--states", archive=elsewhere).code == 0
    shown = run("show", "cards", "--as", "south", "--json", archive=cards).answer("show")
    assert run("show", "cards", "--json", archive=elsewhere).answer("show").state == shown.state
    refusal = run("act", "cards", "1", "--json", archive=elsewhere).refusal()
    assert "looked at" in refusal.message
