"""The archive as a file: copied, brought over into a new one, games taken out of it."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest

from eventlog.archive import Archive, RecordedGame
from eventlog.errors import ArchiveUnusable, Damaged, NotFound
from eventlog.interchange import export, import_
from tests.eventlog.chains import DATA, START, head_of
from tests.eventlog.described_ships import rulesets
from tests.eventlog.test_views import following, game

TABLES = ("about", "data", "game", "run", "batch", "event", "move", "note", "anchor")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    made = Archive(tmp_path / "archive.duckdb", clock=lambda: START, rulesets=rulesets)
    made.record([RecordedGame(game(number), DATA, slug=f"cape-{number}") for number in (1, 2, 3)])
    made.move(game(2)[0].game, "undo", "main", head_of(game(2)[3]))
    return made


def contents(file: Path) -> dict[str, list[Any]]:
    with duckdb.connect(str(file), read_only=True) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
            for table in TABLES
        }


# Copies


def test_a_backup_holds_the_same(archive: Archive, tmp_path: Path):
    file = tmp_path / "copy.duckdb"
    assert archive.backup(file) == file.stat().st_size
    assert contents(file) == contents(archive.path)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["archive.duckdb", "copy.duckdb"]


def test_a_backup_in_a_place_that_cannot_be_written_is_refused(archive: Archive, tmp_path: Path):
    with pytest.raises(ArchiveUnusable, match="cannot be written"):
        archive.backup(tmp_path / "nowhere" / "copy.duckdb")
    assert [each.name for each in tmp_path.iterdir()] == ["archive.duckdb"]


def _act(file: Path, until: Any) -> None:
    archive = Archive(file, clock=lambda: START)
    last, ply = game(1)[-1], len(game(1)) - 1
    while not until.is_set():
        ply += 1
        batch = following(last, ply)
        archive.append(batch.game, "main", [batch], expected=head_of(last))
        last = batch


def test_a_backup_is_whole_while_somebody_acts(archive: Archive, tmp_path: Path):
    context = multiprocessing.get_context("spawn")
    until = context.Event()
    other = context.Process(target=_act, args=(archive.path, until))
    other.start()
    try:
        before = len(archive.journal("cape-1"))
        while other.is_alive() and len(archive.journal("cape-1")) < before + 3:
            time.sleep(0.01)
        for number in range(5):
            archive.backup(tmp_path / f"copy-{number}.duckdb")
    finally:
        until.set()
        other.join()
    for number in range(5):
        copy = Archive(tmp_path / f"copy-{number}.duckdb")
        examined = copy.examine("cape-1")
        assert examined.damage is None
        assert copy.head("cape-1", "main").ply == len(copy.line_batches("cape-1", "main")) - 1


# A new file


def test_an_upgrade_brings_everything_over_and_keeps_the_old_file(archive: Archive):
    before = contents(archive.path)
    told = archive.outdated()
    assert (told.games, told.stale, told.needed) == (3, 3, True)
    done = archive.upgrade()
    assert (done.reckoned, Path(done.kept).name) == (3, "archive.old-1.duckdb")
    assert contents(archive.path) == before == contents(Path(done.kept))
    assert not archive.outdated().needed
    assert archive.upgrade().kept == ""
    with archive.reading() as sql:
        assert sql("SELECT count(*) FROM archive.moment").fetchall() == [(18,)]
        assert sql("SELECT DISTINCT turn FROM warlog.decisions ORDER BY turn").fetchall() == [
            (turn,) for turn in range(1, 6)
        ]


def test_an_archive_without_the_newest_tables_is_read_and_upgraded(archive: Archive):
    with duckdb.connect(str(archive.path)) as connection:
        for table in ("course", "moment", "turn_end"):
            connection.execute(f"DROP TABLE {table}")
    before = contents(archive.path)
    with archive.reading() as sql:
        assert sql("SELECT max(turn) FROM warlog.games").fetchall() == [(5,)]
    archive.upgrade()
    assert contents(archive.path) == before
    assert not archive.outdated().needed


def test_an_upgrade_that_would_lose_a_row_changes_nothing(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    def lose(connection: Any, *given: Any) -> int:
        connection.execute("DELETE FROM fresh.event WHERE ply = 2 AND seq = 0 AND game = 3")
        return 0

    monkeypatch.setattr("eventlog.courses.keep", lose)
    before = contents(archive.path)
    with pytest.raises(Damaged, match="the table event of the new file is not as it was"):
        archive.upgrade()
    assert contents(archive.path) == before
    assert [each.name for each in archive.path.parent.iterdir()] == ["archive.duckdb"]


def test_a_game_that_goes_on_is_outdated_again(archive: Archive):
    archive.upgrade()
    last = game(1)[-1]
    archive.append(last.game, "main", [following(last, 6)], expected=head_of(last))
    assert archive.outdated().stale == 1


# Games taken out


def test_a_dropped_game_leaves_its_id_and_its_heads(archive: Archive):
    archive.upgrade()
    row = archive.game("cape-2")
    heads = {line.name: (line.head.ply, line.head.digest) for line in archive.tree("cape-2").lines.values()}
    assert set(heads) == {"main", "main~1"}
    gone = archive.drop("cape-2", who="Åsa")
    assert (gone.id, gone.slug, gone.ruleset, gone.heads, gone.dropped) == (
        row.id,
        "cape-2",
        "ships",
        heads,
        START,
    )
    assert archive.tombstone(row.id) == gone
    with pytest.raises(NotFound):
        archive.game(row.id)
    with archive.reading() as sql:
        for table in (*TABLES[2:], "course", "moment", "turn_end"):
            assert sql(f"SELECT count(*) FROM archive.{table} WHERE game = {row.number}").fetchall() == [
                (0,)
            ], table
        assert sql("SELECT count(*) FROM archive.data").fetchall() == [(1,)]
    assert archive.strays() == []
    assert archive.tombstone(archive.game("cape-1").id) is None


def test_data_go_with_the_last_game_that_has_them(archive: Archive):
    for number in (1, 2, 3):
        archive.drop(f"cape-{number}")
    with archive.reading() as sql:
        assert sql("SELECT count(*) FROM archive.data").fetchall() == [(0,)]


def test_a_dropped_game_that_is_imported_is_told(archive: Archive, tmp_path: Path):
    file = tmp_path / "cape.warlog"
    export(archive, "cape-1", file)
    assert import_(archive, file).dropped is None
    archive.drop("cape-1")
    assert import_(archive, file).dropped == START
    assert archive.line_batches("cape-1", "main") == game(1)


def test_a_tombstone_goes_along_when_the_archive_is_brought_over(archive: Archive):
    gone = archive.drop("cape-1")
    archive.upgrade()
    assert archive.tombstone(gone.id) == gone


# Parquet


def test_parquet_has_the_rows_and_columns_of_the_views(archive: Archive, tmp_path: Path):
    from eventlog.asking import views
    from eventlog.parquet import write

    written = write(archive, tmp_path / "out")
    assert written.files == len(list((tmp_path / "out").rglob("*.parquet")))
    total = 0
    with archive.reading() as sql:
        for view in views(rulesets()):
            schema, _, name = view.view.partition(".")
            files = tmp_path / "out" / schema / name / "**" / "*.parquet"
            columns = ", ".join(f'"{column.name}"' for column in view.columns if column.type != "JSON")
            ask = f"SELECT {columns} FROM {{}} ORDER BY ALL"
            read = f"read_parquet('{files}', hive_partitioning = true)"
            theirs = duckdb.execute(ask.format(read)).fetchall()
            ours = sql(ask.format(view.view)).fetchall()
            assert theirs == ours, view.view
            total += len(ours)
    assert written.rows == total
