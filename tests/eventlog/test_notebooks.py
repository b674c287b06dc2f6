"""What a notebook is given: relations, frames, tables of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from eventlog.archive import Archive, RecordedGame
from tests.eventlog.chains import DATA, START
from tests.eventlog.described_ships import rulesets
from tests.eventlog.test_views import game


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    made = Archive(tmp_path / "archive.duckdb", clock=lambda: START, rulesets=rulesets)
    made.record([RecordedGame(game(number), DATA, slug=f"cape-{number}") for number in (1, 2)])
    return made


def test_a_reading_gives_relations(archive: Archive):
    with archive.reading() as sql:
        rolls = sql("FROM warlog.rolls")
        assert rolls.filter("total > 6").aggregate("count(*)").fetchall() == [(8,)]
        assert sql("SELECT count(*) FROM warlog.games WHERE game = ?", ["cape-1"]).fetchall() == [(1,)]
        assert sql.execute("SELECT slug FROM archive.game ORDER BY slug").fetchall() == [
            ("cape-1",),
            ("cape-2",),
        ]


def test_a_frame_is_an_arrow_table_that_outlives_the_archive(archive: Archive):
    frame = archive.frame(
        "SELECT game, ply, who, dice FROM ships.rolled WHERE game = 'cape-1' ORDER BY ply, seq"
    )
    archive.path.unlink()
    assert frame.to_pylist()[:2] == [
        {"game": "cape-1", "ply": 1, "who": "ann", "dice": [3, 4]},
        {"game": "cape-1", "ply": 1, "who": "bob", "dice": [1]},
    ]


def test_games_show_themselves_as_a_table(archive: Archive):
    games = archive.games()
    shown = games._repr_html_()
    assert shown.count("<tr>") == 3
    assert "<td>cape-2</td>" in shown
    assert "blue: random, red: Åsa" in shown
    assert games[0]._repr_html_().count("<tr>") == 2


def test_what_people_typed_is_no_markup(tmp_path: Path):
    archive = Archive(tmp_path / "archive.duckdb", rulesets=rulesets)
    batches = game()
    assert batches[0].begin is not None
    from msgspec.structs import replace

    first = replace(batches[0], begin=replace(batches[0].begin, title="<script>alert(1)</script>"))
    archive.begin(first, data=DATA)
    assert "<script>" not in archive.games()._repr_html_()
