"""`simulate`, `sql`, `archive info`."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import duckdb
import msgspec
import pytest

from tests.cli.commands import run

# Playing many games


def test_simulate_draws_another_seed_each_time_and_says_it(archive: Path) -> None:
    first = run("simulate", "goofspiel", "-n", "1", "--json", archive=archive)
    second = run("simulate", "goofspiel", "-n", "1", "--json", archive=archive)
    seeds = [ran.answer("simulate").seed for ran in (first, second)]
    assert seeds[0] != seeds[1]
    assert f"The seed was {seeds[0]}: the same games again with --seed {seeds[0]}." in first.err
    assert len(run("list", "--origin", "all", "--json", archive=archive).answer("list")) == 2


def test_games_that_are_in_the_archive_are_not_stored_again(archive: Path) -> None:
    assert run("simulate", "goofspiel", "-n", "2", "--seed", "4", archive=archive).code == 0
    again = run("simulate", "goofspiel", "-n", "3", "--seed", "4", "--json", archive=archive)
    told = again.answer("simulate")
    assert (told.games, told.already, told.seed, again.err) == (3, 2, "4", "")
    assert len(run("list", "--origin", "all", "--json", archive=archive).answer("list")) == 3
    assert (
        "3 of them were in the archive already."
        in run("simulate", "goofspiel", "-n", "3", "--seed", "4", archive=archive).out
    )


def test_games_of_one_seed_that_begin_otherwise_lie_side_by_side(archive: Path) -> None:
    for bot in ("random", "greedy"):
        told = run("simulate", "goofspiel", "-n", "1", "--seed", "4", "--bot", bot, "--json", archive=archive)
        assert told.answer("simulate").already == 0
    assert len(run("list", "--origin", "all", "--json", archive=archive).answer("list")) == 2


def test_a_game_of_the_same_seed_that_went_otherwise_is_refused(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("simulate", "goofspiel", "-n", "1", "--seed", "4", archive=archive)
    # As a program with other rules would play it: the last decision is a different one.
    monkeypatch.setattr("replays.bots.random.RandomBot.choose", lambda *given: given[-1][-1])
    other = run("simulate", "goofspiel", "-n", "1", "--seed", "4", archive=archive)
    assert other.code == 2
    assert "from the same seed and went otherwise" in other.sentence()


def test_simulate_plays_the_same_games_from_the_same_seed(tmp_path: Path) -> None:
    told = []
    for name in ("one", "two"):
        archive = tmp_path / f"{name}.duckdb"
        arguments = ["-n", "3", "--seed", "9", "--bot", "north=greedy", "--json"]
        answer = run("simulate", "goofspiel", *arguments, archive=archive).answer("simulate")
        assert answer.games == 3
        assert sum(answer.wins.values()) + answer.draws + answer.unfinished >= 3
        told.append((answer.plies, answer.wins, run("log", "goofspiel-2", "--json", archive=archive).out))
    assert told[0] == told[1]


def test_info(cards: Path) -> None:
    info = run("archive", "info", "--json", archive=cards).answer("archive info")
    assert (info.games, info.batches, info.bytes) == (1, 4, cards.stat().st_size)
    assert info.events > 4
    assert info.schema >= 1
    assert str(cards) in run("archive", "info", archive=cards).out


# Asking


def test_sql(cards: Path) -> None:
    ran = run("sql", "SELECT slug, title FROM game", "--json", archive=cards)
    assert msgspec.json.decode(ran.out) == [{"slug": "cards", "title": "Карты"}]


def test_sql_formats(cards: Path, tmp_path: Path) -> None:
    query = "SELECT ply, count(*) AS events FROM event GROUP BY ply ORDER BY ply LIMIT 2"
    rows = msgspec.json.decode(run("sql", query, "--format", "json", archive=cards).out)
    assert [row["ply"] for row in rows] == [0, 1]
    printed = run("sql", query, "--format", "csv", archive=cards).out
    texts = [{name: str(value) for name, value in row.items()} for row in rows]
    assert list(csv.DictReader(io.StringIO(printed))) == texts
    assert run("sql", query, archive=cards).out.splitlines()[0] == "ply  events"
    file = tmp_path / "rows.parquet"
    assert run("sql", query, "--format", "parquet", "--out", str(file), archive=cards).code == 0
    assert duckdb.execute(f"SELECT count(*) FROM '{file}'").fetchall() == [(2,)]


def test_sql_keeps_columns_of_the_same_name(cards: Path) -> None:
    ran = run("sql", "SELECT 1 AS a, 2 AS a", "--json", archive=cards)
    assert msgspec.json.decode(ran.out) == [{"a": 1, "a_2": 2}]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "SELEC 1",
        "SELECT 1; SELECT 2",
        "DELETE FROM game",
        "UPDATE game SET slug = 'x'",
        "DROP TABLE event",
        "CREATE TABLE x AS SELECT 1",
        "COPY game TO 'somewhere.csv'",
        "ATTACH 'other.duckdb'",
        "INSTALL httpfs",
        "SET memory_limit = '1GB'",
        "PRAGMA database_list",
        "SELECT * FROM nothing_of_this_name",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM 'pyproject.toml'",
    ],
)
def test_sql_answers_nothing_but_a_select_over_the_archive(cards: Path, query: str) -> None:
    before = cards.read_bytes()
    refusal = run("sql", query, "--json", archive=cards).refusal()
    assert (refusal.code, refusal.kind) == (8, "bad-query")
    assert cards.read_bytes() == before


def test_sql_ends_in_time(cards: Path) -> None:
    endless = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3"
    refusal = run("sql", endless, "--timeout", "1", "--json", archive=cards).refusal()
    assert (refusal.code, refusal.kind) == (8, "bad-query")
    assert "1 s" in refusal.message


def test_sql_is_refused_for_a_seat(cards: Path) -> None:
    assert run("sql", "SELECT 1", "--as", "north", "--json", archive=cards).refusal().code == 2
