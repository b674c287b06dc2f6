"""The Parquet files of an archive in Apache Spark: it gives the answers that the reports give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eventlog.archive import Archive
from eventlog.parquet import write
from replays.archives import open_archive
from replays.intervals import Z
from replays.reports import ask
from replays.simulate import simulate
from tests import spark as local_spark

pytestmark = pytest.mark.spark

WHO_WINS = f"""
    WITH shares AS (
        SELECT ruleset, seat, count(*) AS games, count_if(won) AS won, count_if(drawn) AS drawn
        FROM seats WHERE over GROUP BY ruleset, seat
    ), middles AS (
        SELECT *, (won + {Z * Z / 2}D) / (games + {Z * Z}D) AS middle,
            {Z}D * sqrt(won * (games - won) / games + {Z * Z / 4}D) / (games + {Z * Z}D) AS half
        FROM shares
    )
    SELECT ruleset, seat, games, won, drawn, won / games AS share, greatest(0, middle - half) AS low,
        least(1, middle + half) AS high
    FROM middles
"""

BY_TURN = """
    WITH measured AS (
        SELECT ruleset, turn, seat, explode(measures) AS (measure, value) FROM turns WHERE ended
    )
    SELECT ruleset, replace(measure, '_', ' ') AS measure, turn, seat, count(*) AS games, avg(value) AS mean,
        percentile(value, 0.25) AS low, percentile(value, 0.75) AS high
    FROM measured WHERE value IS NOT NULL
    GROUP BY ruleset, measure, turn, seat
"""

FACES = """
    WITH thrown AS (SELECT ruleset, faces, explode(result) AS face FROM rolls WHERE total IS NOT NULL)
    SELECT ruleset, concat('Faces of ', faces, '-sided dice') AS question, cast(face AS string) AS what,
        count(*) AS times, sum(count(*)) OVER (PARTITION BY ruleset, faces) AS out_of
    FROM thrown GROUP BY ruleset, faces, face
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """A few games of two rulesets."""
    archive = open_archive(tmp_path_factory.mktemp("spark") / "archive.duckdb")
    simulate(archive, "sauron", 3, scenario="learning", seed="1", workers=1)
    simulate(archive, "goofspiel", 9, seed="1", workers=1)
    return archive


@pytest.fixture(scope="module")
def spark(archive: Archive, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Spark that has the files of the archive's common views under their names."""
    folder = tmp_path_factory.mktemp("spark") / "out"
    write(archive, folder)
    session = local_spark.started()
    for view in sorted((folder / "warlog").iterdir()):
        session.read.parquet(str(view)).createOrReplaceTempView(view.name)
    yield session
    session.stop()


def compared(spark: Any, question: str, ours: list[dict[str, Any]], *key: str) -> None:
    """Fails where an answer of Spark is not the report's row of the same key, in the columns that both have."""
    theirs = [row.asDict() for row in spark.sql(question).collect()]
    found = {tuple(row[name] for name in key): row for row in theirs}
    wanted = {tuple(row[name] for name in key): row for row in ours}
    assert len(found) == len(theirs)
    assert len(wanted) == len(ours) > 1
    assert set(found) == set(wanted)
    for where, row in wanted.items():
        assert {name: row[name] for name in found[where]} == pytest.approx(found[where], abs=1e-9), where


def test_who_wins(archive: Archive, spark: Any) -> None:
    rows = [row for row in ask(archive, "who-wins").objects() if row["first"] == "either way"]
    compared(spark, WHO_WINS, rows, "ruleset", "seat")


def test_how_a_game_goes(archive: Archive, spark: Any) -> None:
    rows = ask(archive, "by-turn").objects()
    told = {(row["ruleset"], row["measure"]) for row in rows}
    # What is nought in all games of a ruleset is left out of the report.
    names = ", ".join(f"('{ruleset}', '{measure}')" for ruleset, measure in sorted(told))
    question = f"SELECT * FROM ({BY_TURN}) WHERE (ruleset, measure) IN ({names})"
    compared(spark, question, rows, "ruleset", "measure", "turn", "seat")


def test_are_the_dice_fair(archive: Archive, spark: Any) -> None:
    faces = [row for row in ask(archive, "dice").objects() if row["question"].startswith("Faces")]
    compared(spark, FACES, faces, "ruleset", "question", "what")


def test_every_column_comes_through(archive: Archive, spark: Any) -> None:
    for name in (
        "games",
        "seats",
        "turns",
        "decisions",
        "rolls",
        "battles",
        "losses",
        "control",
        "cards",
        "lines",
    ):
        ((ours,),) = _asked(archive, f"SELECT count(*) FROM warlog.{name}")
        columns = [column for column, *_ in _asked(archive, f"DESCRIBE warlog.{name}")]
        theirs = spark.table(name)
        assert sorted(theirs.columns) == sorted(columns), name
        assert theirs.count() == ours, name


def test_the_question_of_the_readme(archive: Archive, spark: Any) -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (question,) = re.findall(r'^question = "(.+)"$', text, re.MULTILINE)
    ours = {tuple(row) for row in _asked(archive, question.replace("FROM seats", "FROM warlog.seats"))}
    assert len(ours) == 4
    assert {tuple(row) for row in spark.sql(question).collect()} == ours


def _asked(archive: Archive, query: str) -> list[tuple[Any, ...]]:
    with archive.reading() as sql:
        return sql.execute(query).fetchall()
