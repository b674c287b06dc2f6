"""An archive as a notebook opens it."""

from __future__ import annotations

from replays.archives import open_archive, position
from replays.simulate import simulate
from tests.replays.played import begun


def test_an_archive_is_opened_with_the_views_of_the_installed_rulesets(tmp_path):
    archive = open_archive(tmp_path / "games.duckdb")
    simulate(archive, "goofspiel", 2, seed="3")
    with archive.reading() as sql:
        assert sql("SELECT count(*) FROM goofspiel.prize_rolled").fetchall() == [(24,)]
        assert sql("SELECT game, turn FROM warlog.games ORDER BY game").fetchall() == [
            ("goofspiel-1", 12),
            ("goofspiel-2", 12),
        ]


def test_the_course_of_a_played_game_is_that_of_its_positions(tmp_path):
    """What the clock showed before each decision, ply by ply, as the rules have it."""
    archive = open_archive(tmp_path / "games.duckdb")
    simulate(archive, "goofspiel", 1, seed="8")
    place = position(archive, "goofspiel-1")
    rules, game = place.opened.ruleset, place.opened.game
    expected = []
    for ply in range(1, len(place.timeline)):
        clock = rules.clock(game, place.timeline.state_at(ply - 1))
        expected.append((ply, clock.turn, clock.phase_title or None))
    tallied = rules.tally(game, place.position.state)
    ask = "SELECT ply, turn, phase FROM warlog.decisions ORDER BY ply"
    with archive.reading() as sql:
        assert sql(ask).fetchall() == expected
        last = sql("SELECT seat, measures FROM warlog.turns WHERE turn = 12 ORDER BY seat").fetchall()
    assert dict(last) == tallied
    again = open_archive(tmp_path / "again.duckdb")
    again.record([_without_course(archive)])
    with again.reading() as sql:
        assert sql(ask).fetchall() == expected
        assert sql("SELECT seat, measures FROM warlog.turns WHERE turn = 12 ORDER BY seat").fetchall() == last


def _without_course(archive):
    from eventlog.archive import RecordedGame

    (row,) = archive.games()
    return RecordedGame(archive.line_batches(row.id, "main"), archive.data_of(row.id))


def test_a_position_shows_its_board(tmp_path):
    archive = open_archive(tmp_path / "games.duckdb")
    session = begun(archive)
    shown = position(archive, f"{session.row.slug}@0")._repr_html_()
    assert shown.startswith("<svg")
    assert "Goofspiel" in shown
