"""`archive backup`, `archive upgrade`, `archive drop`, `archive parquet`."""

from __future__ import annotations

from pathlib import Path

import duckdb

from tests.cli.commands import run


def test_a_backup_can_be_played_on(cards: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.duckdb"
    answer = run("archive", "backup", str(copy), "--json", archive=cards).answer("archive backup")
    assert answer.bytes == copy.stat().st_size
    assert run("log", "cards", "--json", archive=copy).out == run("log", "cards", "--json", archive=cards).out
    assert run("undo", "cards", archive=copy).code == 0
    again = run("archive", "backup", str(copy), "--json", archive=cards).refusal()
    assert "never overwritten" in again.message


def test_a_backup_into_no_folder_is_refused(cards: Path, tmp_path: Path) -> None:
    refusal = run(
        "archive", "backup", str(tmp_path / "none" / "copy.duckdb"), "--json", archive=cards
    ).refusal()
    assert refusal.code == 8
    assert "there is no folder" in refusal.message


def test_an_upgrade_keeps_the_old_file(cards: Path) -> None:
    check = run("archive", "upgrade", "--check", "--json", archive=cards).answer("archive upgrade")
    assert (check.missing, check.reckoned, check.needed, check.kept) == (1, 0, True, None)
    done = run("archive", "upgrade", "--json", archive=cards).answer("archive upgrade")
    assert (done.reckoned, Path(done.kept).exists()) == (1, True)
    assert run("verify", archive=cards).code == 0
    assert run("verify", archive=Path(done.kept)).code == 0
    assert "Nothing to do" in run("archive", "upgrade", archive=cards).out


def test_a_game_is_dropped_when_one_says_so(cards: Path, tmp_path: Path) -> None:
    file = tmp_path / "cards.warlog"
    assert run("export", "cards", str(file), archive=cards).code == 0
    refusal = run("archive", "drop", "cards", "--json", archive=cards).refusal()
    assert (refusal.code, "say --yes" in refusal.message) == (2, True)
    gone = run("archive", "drop", "cards", "--yes", "--json", archive=cards).answer("archive drop")
    assert (gone.game, {line: head.ply for line, head in gone.heads.items()}) == ("cards", {"main": 3})
    assert run("show", "cards", "--json", archive=cards).refusal().code == 3
    assert run("verify", archive=cards).code == 0
    back = run("import", str(file), "--json", archive=cards)
    assert back.answer("import")[0].dropped is not None
    assert "was dropped from this archive" in back.err


def test_parquet_is_read_by_ruleset(cards: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written = run("archive", "parquet", str(folder), "--json", archive=cards).answer("archive parquet")
    assert written.files == len(list(folder.rglob("*.parquet")))
    found = duckdb.execute(
        f"SELECT game, ruleset FROM read_parquet('{folder}/warlog/games/*/*.parquet', hive_partitioning = true)"
    ).fetchall()
    assert found == [("cards", "goofspiel")]
    assert "not empty" in run("archive", "parquet", str(folder), "--json", archive=cards).refusal().message
