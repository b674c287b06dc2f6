"""`views` and `sql`: what can be asked, and what a query cannot do."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import msgspec
import pytest

from tests.cli.commands import run


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three simulated games of Goofspiel."""
    file = tmp_path_factory.mktemp("simulated") / "archive.duckdb"
    assert run("simulate", "goofspiel", "-n", "3", "--seed", "7", archive=file).code == 0
    return file


def rows(query: str, archive: Path) -> list[dict[str, object]]:
    ran = run("sql", query, "--json", archive=archive)
    assert ran.code == 0, ran.err
    found: list[dict[str, object]] = msgspec.json.decode(ran.out)
    return found


# Views


def test_views_are_listed_with_what_a_row_is() -> None:
    listed = {view.view: view for view in run("views", "--json").answer("views")}
    games = listed["warlog.games"]
    assert (games.grain, games.key) == ("a game", ["game_id"])
    assert {column.name for column in games.columns} >= {
        "game",
        "ruleset",
        "turn",
        "phase",
        "seat",
        "winners",
    }
    assert "goofspiel.prize_rolled" in listed
    assert "sauron.unit_eliminated" in listed
    assert not any(name.startswith("all_lines") for name in listed)


def test_views_tell_people_the_columns_of_those_they_name() -> None:
    told = run("views", "goofspiel.prize_rolled").out
    assert "one row: an event on the main line" in told
    assert "carried" in told
    assert "on_main" in run("views", "all_lines.warlog.rolls").out
    assert run("views", "nothing-so-called", "--json").refusal().code == 3
    assert "did you mean warlog.losses?" in run("views", "losess").err
    assert "did you mean goofspiel.prize_rolled?" in run("views", "goofspiel.prize_roled").err
    assert run("views", "goofspiel.prize-rolled").out == told


def test_a_table_shows_where_a_cell_is_cut(simulated: Path) -> None:
    cell = run(
        "sql", "SELECT repeat('x', 61) AS long, repeat('y', 60) AS whole", archive=simulated
    ).out.splitlines()[2]
    assert cell == "x" * 59 + "…  " + "y" * 60


def test_queries_over_views(simulated: Path) -> None:
    games = rows(
        "SELECT game, turn, over, len(winners) AS winners FROM warlog.games ORDER BY game", simulated
    )
    assert [game["game"] for game in games] == ["goofspiel-1", "goofspiel-2", "goofspiel-3"]
    assert all(game["over"] for game in games)
    (points,) = rows(
        "SELECT sum(s.score) = sum(t.measures['points']) AS same FROM warlog.seats s JOIN warlog.turns t "
        "ON t.game_id = s.game_id AND t.seat = s.seat AND t.turn = 12",
        simulated,
    )
    assert points["same"]
    (prizes,) = rows(
        "SELECT count(*) AS n, min(die) AS low, max(die) AS high FROM goofspiel.prize_rolled", simulated
    )
    assert prizes == {"n": 36, "low": 1, "high": 6}


def test_simulated_games_have_their_course(simulated: Path) -> None:
    answer = run("archive", "upgrade", "--check", "--json", archive=simulated).answer("archive upgrade")
    assert (answer.games, answer.missing, answer.needed) == (3, 0, False)


def test_a_played_game_has_its_turns_without_an_upgrade(cards: Path) -> None:
    assert rows("SELECT DISTINCT turn, phase FROM warlog.decisions ORDER BY phase", cards) == [
        {"turn": 1, "phase": "Answers"},
        {"turn": 1, "phase": "Choice"},
    ]


def test_what_was_undone_is_in_all_lines_alone(cards: Path) -> None:
    assert run("undo", "cards", archive=cards).code == 0
    (main,) = rows("SELECT count(*) AS n FROM warlog.decisions", cards)
    (every,) = rows(
        "SELECT count(*) AS n, count(*) FILTER (undone) AS undone FROM all_lines.warlog.decisions", cards
    )
    assert (main["n"], every) == (2, {"n": 3, "undone": 1})


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("FROM warlog.gmaes", "there is no view warlog.gmaes; did you mean warlog.games?"),
        (
            "FROM goofspiel.prize_roled",
            "there is no view goofspiel.prize_roled; did you mean goofspiel.prize_rolled?",
        ),
        (
            "SELECT wimers FROM warlog.games",
            "there is no column wimers there; did you mean winners (of warlog.games)?",
        ),
        (
            "SELECT scenario FROM warlog.losses",
            "there is no column scenario there; warlog.games has it: JOIN warlog.games g USING (game_id).",
        ),
    ],
)
def test_a_misspelt_name_is_answered_with_what_was_meant(cards: Path, query: str, says: str) -> None:
    refusal = run("sql", query, "--json", archive=cards).refusal()
    assert (refusal.code, refusal.message) == (8, f"the query cannot be answered: {says}")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        (
            "SELECT count(*) FROM sword-of-rome.units_lost",
            "is no SQL: in SQL _ stands for -: it is sword_of_rome.units_lost, not sword-of-rome.units_lost.",
        ),
        (
            "FROM goofspiel.prize-rolled",
            "is no SQL: in SQL _ stands for -: it is goofspiel.prize_rolled, not goofspiel.prize-rolled.",
        ),
        (
            "FROM warlog.seats WHERE ruleset = sword-of-rome",
            "cannot be answered: a word to compare with stands in single quotes: 'sword-of-rome'.",
        ),
        (
            "SELECT count(*) FROM warlog.turns WHERE turns=2",
            "cannot be answered: turns stands for a whole row of warlog.turns there; did you mean its column turn?",
        ),
        (
            "FROM warlog.games WHERE winners = 'red'",
            "cannot be answered: a list is compared with the word 'red'; ask list_contains(x, 'red').",
        ),
        ("SELEC 1", "is no SQL: SELEC is no word of SQL; did you mean SELECT?"),
        ("SELECT 'a", "is no SQL: a quote is opened and not closed."),
        ("SELECT seat FROM warlog.seats GROUP seat", "is no SQL: after GROUP comes BY."),
        (
            "SELECT game, count(*) FROM warlog.seats",
            (
                "cannot be answered: game is neither grouped by nor counted, summed or averaged; end the query with "
                "GROUP BY ALL, or take any_value(game)."
            ),
        ),
        (
            "SELECT game FROM warlog.seats, warlog.games",
            "cannot be answered: more than one of these views has a column game; write seats.game or games.game.",
        ),
        (
            "SELECT averag(turn) FROM warlog.turns",
            "cannot be answered: there is no function averag; did you mean avg?",
        ),
        (
            "FROM 'cards.csv'",
            "cannot be answered: a query reads the views of this archive alone, no file and nothing from the network.",
        ),
        ("SELECT * FROM warlog.games LIMIT -1", "cannot be answered: LIMIT/OFFSET cannot be negative."),
    ],
)
def test_what_is_wrong_with_a_query_is_one_sentence_of_ours(cards: Path, query: str, says: str) -> None:
    refusal = run("sql", query, "--json", archive=cards).refusal()
    assert (refusal.code, refusal.message) == (8, f"the query {says}")


# Bounds


@pytest.mark.parametrize(
    "query",
    [
        "SELECT len(range(2000000000))",
        "SELECT len(repeat('x', 3000000000))",
        "SELECT len(list(a)) FROM range(400000000) t(a)",
    ],
)
def test_a_query_cannot_take_more_memory_than_it_may(cards: Path, query: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    refusal = run("sql", query, "--timeout", "20", "--json", archive=cards).refusal()
    assert (refusal.code, refusal.kind) == (8, "bad-query")
    assert "needs more memory" in refusal.message or "took longer" in refusal.message
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000


@pytest.mark.parametrize(
    "query",
    [
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t",
        "SELECT sum(a.range * b.range % 7) FROM range(1000000) a, range(1000000) b",
        "SELECT pg_sleep(60)",
    ],
)
def test_a_query_ends_in_time(cards: Path, query: str) -> None:
    began = time.monotonic()
    refusal = run("sql", query, "--timeout", "1", "--json", archive=cards).refusal()
    assert (refusal.code, refusal.kind) == (8, "bad-query")
    assert time.monotonic() - began < 30
    assert len(rows("SELECT 1 AS one", cards)) == 1


def test_nothing_of_how_far_a_long_query_has_come_stands_in_its_answer(cards: Path) -> None:
    query = "SELECT sum(a.range * b.range % 7) FROM range(1000000) a, range(1000000) b"
    ran = run("sql", query, "--timeout", "4", "--json", archive=cards)  # longer than DuckDB waits with a bar
    assert ran.refusal().code == 8
    assert "took longer" in ran.sentence()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_blob('/etc/hostname')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM 'https://example.org/a.parquet'",
        "SELECT * FROM parquet_metadata('a.parquet')",
        "CREATE TEMP TABLE x AS SELECT 1",
        "DROP VIEW warlog.games",
        "DETACH archive",
        "CHECKPOINT",
        "VACUUM",
        "BEGIN",
        "PREPARE x AS SELECT 1",
        "EXPORT DATABASE '/tmp/out'",
        "LOAD httpfs",
        "CALL pragma_version()",
        "SET VARIABLE x = 1",
    ],
)
def test_a_query_reaches_nothing_but_the_archive(cards: Path, query: str) -> None:
    before = cards.read_bytes()
    refusal = run("sql", query, "--json", archive=cards).refusal()
    assert (refusal.code, refusal.kind) == (8, "bad-query")
    assert cards.read_bytes() == before


def test_an_archive_that_is_missing_or_none_is_said(tmp_path: Path) -> None:
    assert run("sql", "FROM warlog.games", "--json", archive=tmp_path / "none.duckdb").refusal().code == 8
    noise = tmp_path / "noise.duckdb"
    noise.write_bytes(b"no archive")
    assert run("sql", "FROM warlog.games", "--json", archive=noise).refusal().kind == "archive-unusable"
