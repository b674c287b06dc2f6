"""What the common views say of battles and losses: where they were and whose, however a game tells it."""

from __future__ import annotations

from typing import Any

import pytest

from eventlog.archive import Archive
from replays.archives import open_archive
from replays.opening import open_game
from replays.simulate import simulate
from replays.timeline import Timeline
from rules.age_of_empires.recruiting import new_name
from rules.age_of_empires.ruleset import ruleset as age_of_empires


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    archive = open_archive(tmp_path_factory.mktemp("moments") / "archive.duckdb")
    simulate(archive, "sauron", 2, scenario="learning", seed="1", workers=1)
    simulate(archive, "hellenes", 1, scenario="415", seed="1", workers=1)
    return archive


def asked(archive: Archive, query: str) -> list[tuple[Any, ...]]:
    with archive.reading() as sql:
        return sql.execute(query).fetchall()


def test_an_attack_or_duel_is_told_of_the_hex_where_the_defender_stood(archive: Archive) -> None:
    (game, *_) = archive.games(ruleset="sauron")
    opened = open_game(archive, game)
    rows = asked(
        archive,
        f"SELECT ply, defender, place FROM warlog.battles WHERE game = '{game.slug}' ORDER BY ply, seq",
    )
    assert len(rows) > 5
    timeline = Timeline.read(archive, game.id, archive.head(game.id, "main"), opened)
    for ply, defender, place in rows:
        state = timeline.state_at(ply - 1)
        assert place == (state.units.get(defender) or state.leaders[defender]).hex


@pytest.mark.parametrize("ruleset", ["sauron", "hellenes"])
def test_whoever_lost_a_piece_is_named(archive: Archive, ruleset: str) -> None:
    rows = asked(
        archive,
        f"SELECT event, side, piece FROM warlog.losses WHERE ruleset = '{ruleset}' AND piece IS NOT NULL",
    )
    assert {side for _, side, _ in rows} == {
        "sauron": {"alliance", "sauron"},
        "hellenes": {"athens", "sparta"},
    }[ruleset]
    assert len({event for event, *_ in rows}) > 1


def test_the_side_of_a_piece_is_that_of_its_counter(archive: Archive) -> None:
    (game, *_) = archive.games(ruleset="sauron")
    opened = open_game(archive, game)
    for piece, side in asked(
        archive, "SELECT DISTINCT piece, side FROM warlog.losses WHERE event = 'unit-reduced'"
    ):
        assert side == opened.game.board.units[piece].army


def test_battles_and_losses_of_hellenes_have_places(archive: Archive) -> None:
    for view in ("battles", "losses", "control"):
        ((rows, placed),) = asked(
            archive, f"SELECT count(*), count(place) FROM warlog.{view} WHERE ruleset = 'hellenes'"
        )
        assert rows == placed > 0, view


def test_every_name_that_a_unit_may_get_has_its_owner() -> None:
    game = age_of_empires.prepare(
        age_of_empires.load(None), "duel", {each.name: each.default for each in age_of_empires.options}
    )
    owners = age_of_empires.owners(game)
    state = age_of_empires.initial(game)
    assert owners[new_name(state, "second", "militia")] == "second"
    assert owners["first-militia-3"] == "first"
    assert "first-house-1" not in owners
