"""The Parquet files of an archive in Apache Spark: the same answers as from the archive itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eventlog.archive import Archive, RecordedGame
from eventlog.parquet import write
from tests.eventlog.chains import DATA, START
from tests.eventlog.described_ships import rulesets
from tests.eventlog.test_views import game

QUESTIONS = (
    """SELECT ruleset, seat, count(*) AS games, sum(CAST(won AS INTEGER)) AS wins, avg(score) AS score
    FROM {seats} WHERE over GROUP BY ruleset, seat ORDER BY ruleset, seat""",
    """SELECT ruleset, roll, faces, count(*) AS rolls, avg(total - expected) AS luck, sum(variance) AS variance
    FROM {rolls} GROUP BY ruleset, roll, faces ORDER BY ruleset, roll, faces""",
    """SELECT d.turn, d.phase, d.type, count(*) AS times, avg(d.options) AS options, max(g.ply) AS last
    FROM {decisions} d JOIN {games} g ON g.game_id = d.game_id
    GROUP BY d.turn, d.phase, d.type ORDER BY d.turn, d.phase, d.type""",
)


@pytest.mark.spark
def test_spark_gives_the_answers_of_the_archive(tmp_path: Path):
    from pyspark.sql import SparkSession

    archive = Archive(tmp_path / "archive.duckdb", clock=lambda: START, rulesets=rulesets)
    result = {"winners": ["blue"], "how": "points", "scores": {"blue": 3, "red": 1.5}, "turn": 5}
    archive.record([RecordedGame(game(number), DATA, result) for number in range(1, 5)])
    write(archive, tmp_path / "out")
    builder: Any = SparkSession.builder
    spark = builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        names = ("seats", "rolls", "decisions", "games")
        for name in names:
            spark.read.parquet(str(tmp_path / "out" / "warlog" / name)).createOrReplaceTempView(name)
        with archive.reading() as sql:
            for question in QUESTIONS:
                ours = sql(question.format(**{name: f"warlog.{name}" for name in names})).fetchall()
                theirs = spark.sql(question.format(**{name: name for name in names})).collect()
                assert ours
                assert [tuple(row) for row in theirs] == ours
    finally:
        spark.stop()
