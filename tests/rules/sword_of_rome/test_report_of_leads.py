"""The report `lead`: whether who is ahead early wins."""

from __future__ import annotations

from pathlib import Path

import duckdb

import rules.sword_of_rome

QUESTION = Path(rules.sword_of_rome.__file__).parent / "reports" / "lead.sql"


def test_a_lead_counts_only_where_the_game_goes_on() -> None:
    """Game a ends with turn 1, game b in turn 3, in the midst of it; Rome is ahead throughout, and wins only a."""
    with duckdb.connect() as sql:
        sql.execute("""
            CREATE SCHEMA warlog;
            CREATE MACRO wilson_low(hits, tries) AS 0.0;
            CREATE MACRO wilson_high(hits, tries) AS 1.0;
            CREATE TABLE chosen AS FROM (VALUES ('a', 'r', '', true, ['rome']), ('b', 'r', '', true, ['gauls']))
                AS c(game_id, ruleset, split, over, winners);
            CREATE TABLE warlog.turns AS
                SELECT game_id, turn, ended, seat, MAP {'victory_points': points} AS measures
                FROM (VALUES ('a', 0, true), ('a', 1, true), ('b', 1, true), ('b', 2, true), ('b', 3, false))
                    AS t(game_id, turn, ended), (VALUES ('rome', 5.0), ('gauls', 3.0)) AS s(seat, points)
        """)
        told = sql.sql(QUESTION.read_text(encoding="utf-8")).project("turn, games, won, expected").fetchall()
    assert told == [(1, 1, 0, 0.5), (2, 1, 0, 0.5)]
