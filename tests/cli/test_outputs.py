"""Files that commands write: whole or not at all, never over an archive, and told in JSON."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import msgspec
import pytest

from cli.answers import QueryWritten
from tests.cli.commands import run

BAD_INPUT = 8


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Under a name that an export may have as well."""
    return tmp_path / "archive.warlog"


def _itself(archive: Path) -> Path:
    return archive


def _by_another_way(archive: Path) -> Path:
    (archive.parent / "inner").mkdir()
    return archive.parent / "inner" / ".." / archive.name


def _symbolic_link(archive: Path) -> Path:
    link = archive.with_name("link.warlog")
    link.symlink_to(archive)
    return link


def _link_to_a_link(archive: Path) -> Path:
    link = archive.with_name("further.warlog")
    link.symlink_to(_symbolic_link(archive))
    return link


def _hard_link(archive: Path) -> Path:
    link = archive.with_name("hard.warlog")
    os.link(archive, link)
    return link


def _link_to_the_log_beside_it(archive: Path) -> Path:
    link = archive.with_name("log.warlog")
    link.symlink_to(archive.with_name(f"{archive.name}.wal"))  # not there yet
    return link


def _another_archive(archive: Path) -> Path:
    return Path(shutil.copyfile(archive, archive.with_name("other.warlog")))


WAYS = [
    _itself, _by_another_way, _symbolic_link, _link_to_a_link, _hard_link, _link_to_the_log_beside_it, _another_archive,
]  # fmt: skip
WRITING = [
    ["export", "cards"],
    *(["sql", "SELECT 1", "--format", form, "--out"] for form in ("table", "csv", "json", "parquet")),
]


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
@pytest.mark.parametrize("way", WAYS)
def test_no_archive_is_overwritten(cards: Path, way: Callable[[Path], Path], arguments: list[str]) -> None:
    file = way(cards)
    before, there = cards.read_bytes(), sorted(cards.parent.rglob("*"))
    told = run(*arguments, str(file), archive=cards)
    scripted = run(*arguments, str(file), "--json", archive=cards)
    assert told.code == BAD_INPUT, told
    assert told.sentence() == scripted.refusal().message
    assert "archive" in told.sentence()
    assert cards.read_bytes() == before
    assert sorted(cards.parent.rglob("*")) == there


@pytest.mark.parametrize("ending", [".wal", ".WAL", ".wal.checkpoint", ".tmp"])
def test_what_belongs_to_an_archive_is_not_made_either(cards: Path, ending: str) -> None:
    file = cards.with_name(f"{cards.name}{ending}")
    assert run("sql", "SELECT 1", "--out", str(file), "--json", archive=cards).refusal().code == BAD_INPUT
    assert not file.exists()


def test_the_archive_of_the_environment_is_not_overwritten(
    cards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARLOG_ARCHIVE", str(_symbolic_link(cards)))
    before = cards.read_bytes()
    assert run("export", "cards", str(cards), "--json").refusal().code == BAD_INPUT
    assert run("sql", "SELECT 1", "--out", str(cards), "--json").refusal().code == BAD_INPUT
    assert cards.read_bytes() == before


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_link_that_leads_back_to_itself(cards: Path, arguments: list[str]) -> None:
    link, other = cards.with_name("one.warlog"), cards.with_name("two.warlog")
    link.symlink_to(other)
    other.symlink_to(link)
    refusal = run(*arguments, str(link), "--json", archive=cards).refusal()
    assert refusal.code == BAD_INPUT
    assert str(link) in refusal.message
    assert link.is_symlink()


@pytest.mark.parametrize("form", ["table", "csv", "json", "parquet"])
def test_a_query_replaces_a_file_whole(cards: Path, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"rows.{form}"
    file.write_text("what was there")
    ends_late = "SELECT CASE WHEN range < 20000 THEN 1 ELSE error('no') END FROM range(20001)"
    assert run("sql", ends_late, "--format", form, "--out", str(file), archive=cards).code == BAD_INPUT
    assert file.read_text() == "what was there"
    held = file.open()  # who reads the old file goes on reading it
    ran = run("sql", "SELECT 7 AS seven", "--format", form, "--out", str(file), archive=cards)
    assert ran.code == 0
    assert ran.out == f"{file}: 1 row, {file.stat().st_size} bytes.\n"
    with held:
        assert held.read() == "what was there"
    assert b"seven" in file.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([cards.name, file.name])


def test_a_query_written_to_a_file_answers_in_json_what_it_wrote(cards: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows"
    query = "SELECT ply FROM batch ORDER BY ply LIMIT 2"
    for form, content in (("csv", b"ply\n0\n1\n"), (None, b'[{"ply":0},{"ply":1}]\n')):
        given = ["--format", form] if form else []
        ran = run("sql", query, *given, "--out", str(file), "--json", archive=cards)
        assert ran.answer("sql") == QueryWritten(file=str(file), bytes=len(content), rows=2, columns=["ply"])
        assert file.read_bytes() == content
    schema = msgspec.json.decode(run("schema", "sql").out)
    assert set(schema["$defs"]["QueryWritten"]["required"]) == {"file", "bytes", "rows", "columns"}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("'infinity'::DATE", "infinity"),
        ("'-infinity'::DATE", "-infinity"),
        ("'infinity'::TIMESTAMP", "infinity"),
        ("'-infinity'::TIMESTAMPTZ", "-infinity"),
        ("['infinity'::DATE]", "[infinity]"),
        ("DATE '9999-12-31'", "9999-12-31"),
        ("DATE '0001-01-01'", "0001-01-01"),
        ("DATE '20000-01-01'", "20000-01-01"),
        ("INTERVAL 99999999 YEARS", "99999999 years"),
    ],
)
def test_times_that_have_no_end_are_shown_as_they_are(
    cards: Path, tmp_path: Path, value: str, shown: str
) -> None:
    query = f"SELECT {value} AS day, 'x' AS x, {value} AS day; -- and nothing else"
    rows = msgspec.json.decode(run("sql", query, "--json", archive=cards).out)
    assert rows == [{"day": shown, "x": "x", "day_2": shown}]
    assert shown in run("sql", query, archive=cards).out
    file = tmp_path / "rows.parquet"
    ran = run("sql", query, "--format", "parquet", "--out", str(file), archive=cards)
    assert ran.code == 0, ran
    [(kept, same)] = duckdb.execute(f"SELECT CAST(day AS VARCHAR), day = {value} FROM '{file}'").fetchall()
    assert (kept, same) == (shown, True)


def test_the_demonstration_replaces_no_file(tmp_path: Path) -> None:
    (tmp_path / "demo.warlog").write_text("a letter")
    answer = run("demo", "--out", str(tmp_path), "--json").answer("demo")
    assert answer.game == "demo-2"
    assert (tmp_path / "demo.warlog").read_text() == "a letter"


def test_an_import_tells_what_it_took_before_a_file_that_it_refused(cards: Path, tmp_path: Path) -> None:
    file, target = tmp_path / "good.warlog", tmp_path / "target.duckdb"
    assert run("export", "cards", str(file), archive=cards).code == 0
    ran = run("import", str(file), str(tmp_path / "none.warlog"), archive=target)
    assert ran.code == BAD_INPUT
    assert ran.out.startswith(f"{file}: cards, ")
    assert run("show", "cards", archive=target).code == 0
