"""Games recorded before every counter had a number: they open, are told, verified, audited and go on.

The files hold 60 plies each, with moves of leaders, spells, an undo and a second line; Sauron's also an option that
does nothing in its scenario, and that is refused today.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eventlog.interchange import export, import_
from replays.archives import open_archive
from replays.audit import audit
from replays.opening import find_ruleset
from replays.retracing import retrace
from replays.session import Session
from replays.verification import verify_game
from rules.middle_earth import events
from rules.middle_earth.upcasters import numbered_in_fields
from rules.projection import encode_state

OLD_FILES = Path(__file__).parent / "old_files"
GAMES = ("sauron", "gondor")


@pytest.fixture(params=GAMES)
def session(request, tmp_path):
    archive = open_archive(tmp_path / "old.warlog.duckdb")
    import_(archive, OLD_FILES / f"{request.param}-unnumbered.warlog", "old")
    return Session.load(archive, "old")


def test_the_files_are_of_the_time_before(session):
    begin = session.row.begin
    stored = session.archive.data_of(session.row.id)
    assert begin.ruleset_version == 1
    assert msgspec.json.decode(stored)["shape"] == 1


def test_every_counter_of_an_old_game_has_its_number_today(session):
    game, state = session.opened.game, session.state
    assert set(state.leaders) <= set(game.board.leaders)
    assert set(state.markers) <= set(game.board.markers)
    assert set(game.board.placed) <= set(game.seat_of)
    moved = [
        event
        for traced in retrace(session.archive, session.row, session.opened)
        for event in traced.events
        if isinstance(event, events.MarchBegan) and event.piece in game.board.leaders
    ]
    assert moved
    document = encode_state(state).decode()
    assert not [leader for leader in game.board.leaders if f'"{leader.removesuffix("-1")}"' in document]


def test_an_old_game_is_whole_and_decided_as_today(session):
    found = verify_game(session.archive, session.row, states=True)
    assert found.fault is None
    assert found.boards == 0
    assert found.not_comparable > 0
    audited = audit(session.archive, session.row)
    assert (audited.differences, audited.not_comparable) == ((), 0)
    assert audited.plies > 60


def test_sql_shows_the_ids_of_today(session):
    name = session.opened.ruleset.name
    with session.archive.reading() as sql:
        leaders = {row[0] for row in sql.execute(f"select leader from {name}.leader_placed").fetchall()}
        moved = {row[0] for row in sql.execute(f"select piece from {name}.march_began").fetchall()}
    assert leaders
    assert leaders <= set(session.opened.game.board.leaders)
    assert moved
    assert moved <= set(session.opened.game.seat_of)


def test_an_old_game_goes_on_and_goes_round(session, tmp_path):
    for _ in range(25):
        choice = session.choices()[0]
        session.act(choice.seat, choice.action)
    assert session.position.ply == 85
    export(session.archive, "old", tmp_path / "again.warlog")
    other = open_archive(tmp_path / "other.warlog.duckdb")
    import_(other, tmp_path / "again.warlog", "again")
    again = Session.load(other, "again")
    assert again.state == session.state
    assert verify_game(other, other.game("again"), states=True).fault is None
    assert audit(other, other.game("again")).differences == ()


@pytest.mark.parametrize("name", GAMES)
def test_what_has_its_number_keeps_it(name):
    change = numbered_in_fields(name)
    old = {"type": "duel", "attacker": f"{name}-gothmog", "defender": f"{name}-trolls-2"}
    new = {"type": "duel", "attacker": f"{name}-gothmog-1", "defender": f"{name}-trolls-2"}
    assert change(old) == new
    assert change(new) == new
    assert change({"type": "aim", "target": "1712"}) == {"type": "aim", "target": "1712"}
    assert change({"type": "advance", "unit": "u", "leaders": [f"{name}-gothmog"]})["leaders"] == [
        f"{name}-gothmog-1"
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_upcaster_leads_to_today(name):
    rules = find_ruleset(name)
    raised = {f"event:{kind.__struct_config__.tag}" for kind in rules.event_types if kind.version == 2}
    assert {upcast.what for upcast in rules.upcasts} == raised | {"data", "state"}
    state = next(upcast for upcast in rules.upcasts if upcast.what == "state")
    old = {"leaders": {f"{name}-gothmog": {"hex": "1712"}}, "killed": [f"{name}-x"], "seat": "sauron"}
    assert state.change(old) == {
        "leaders": {f"{name}-gothmog-1": {"hex": "1712"}},
        "killed": [f"{name}-x-1"],
        "seat": "sauron",
    }
