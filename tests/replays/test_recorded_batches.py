"""Batches that no decision of the rules made: rulings, plies as played at the table, batches carried over; results
set aside, and cards that the record does not name. Stored, exported, imported, verified, audited."""

from __future__ import annotations

import uuid

import goofspiel
import msgspec
import pytest

from eventlog.archive import Archive
from eventlog.interchange import export, import_
from eventlog.record import NOTHING
from replays.audit import audit
from replays.play import decide_batch
from replays.session import Session, now
from replays.verification import verify_game
from rules.chance import Outcome
from rules.parts.decks import CardDrawn
from rules.ruleset import Pass, Passed
from tests.replays.played import act, begun, same

REASON = "Both had read the die as a 5"


def record(session, kind, events, *, seat="", action=None, outcomes=(), reason="", carried=""):
    """Appends a batch of this kind to the session's line, as an importer of games from elsewhere does."""
    made = decide_batch(
        session.opened,
        session.position,
        seat,
        action,
        events=events,
        outcomes=outcomes,
        game=session.row.id,
        key=session.row.key,
        id=str(uuid.uuid4()),
        time=now(),
        entry=session.position.entry + 1,
        kind=kind,
        reason=reason,
        carried=carried,
    )
    session.archive.append(session.row.id, session.line, [made.batch], expected=session.head)
    return made.batch


def rich(archive):
    """A game that holds everything at once; the digest that a batch was carried over from is another game's."""
    elsewhere = act(begun(archive, seed="1")).batches[0]
    carried = archive.head(elsewhere.game, "main").digest
    session = begun(archive, chance="manual", seed=None, dice=[4], draws=["spades-1", "spades-5"])
    again = session.act("north", goofspiel.Again("spades-1"), dice=[6], draws=["?"])
    session.ruling({"set": "points", "seat": "south", "to": 3}, "South had won the last game")
    seen = record(session, "as-played", [goofspiel.PointsSet("north", 5)], seat="north", reason=REASON)
    session = Session.load(archive, session.row.id)
    outcomes = [Outcome("prize:1", "dice", 6, (2,), "north", 2, "typed", replaces=1, dice=(0,))]
    record(
        session,
        "action",
        [Passed("north")],
        seat="north",
        action=Pass(),
        outcomes=outcomes,
        carried=carried,
    )
    return Session.load(archive, session.row.id), again.batches[0], seen, carried


@pytest.fixture
def game(tmp_path):
    return rich(Archive(tmp_path / "games.duckdb"))


def test_a_batch_as_played_keeps_its_reason_and_its_events_count(game):
    session, _, seen, _ = game
    stored = session.archive.line_batches(session.row.id, "main")
    assert (stored[3].kind, stored[3].reason, stored[3].seat) == ("as-played", REASON, "north")
    assert stored[3] == seen
    assert stored[3].action == NOTHING
    assert dict(session.state.points) == {"north": 5, "south": 3}


def test_a_carried_batch_names_the_one_it_was_carried_over_from(game):
    session, _, _, carried = game
    assert session.archive.line_batches(session.row.id, "main")[4].carried == carried


def test_results_set_aside_stay_and_those_that_replace_them_say_which_and_which_dice(game):
    session, _, _, _ = game
    batches = session.archive.line_batches(session.row.id, "main")
    rolls = [chance for batch in batches for chance in batch.chance if chance.purpose == "prize:1"]
    assert [(roll.ordinal, roll.result, roll.replaces, roll.dice) for roll in rolls] == [
        (0, (4,), None, ()),
        (1, (6,), 0, ()),
        (2, (2,), 1, (0,)),
    ]
    assert session.position.counts["prize:1"] == 3


def test_an_unknown_card_is_present_and_counted_and_not_named(game):
    session, again, _, _ = game
    assert [chance.result for chance in again.chance if chance.kind == "draw"] == [("?",)]
    assert session.opened.codec.decode(again.events[1]) == CardDrawn("north", "?")
    assert session.state.hands["north"] == ("spades-5", "?", "?")


@pytest.mark.parametrize("seats", [(), ("north",), ("south",), ("north", "south")])
def test_all_of_it_is_exported_imported_and_verified(game, tmp_path, seats):
    session, _, _, _ = game
    file = tmp_path / "game.warlog"
    export(session.archive, session.row.id, file, seats=seats)
    elsewhere = Archive(tmp_path / "elsewhere.duckdb")
    slug = import_(elsewhere, file).game
    row = elsewhere.game(slug)
    assert verify_game(elsewhere, row, states=True).fault is None
    ours = session.archive.tree_stored(session.row.id)
    theirs = elsewhere.tree_stored(row.id)
    assert [each.digest for each in theirs] == [each.digest for each in ours]
    if not seats:
        assert theirs == ours
        assert same(Session.load(elsewhere, slug).position, session.position)
    again = tmp_path / "again.warlog"
    export(elsewhere, slug, again, seats=seats)
    assert again.read_bytes() == file.read_bytes()


def test_the_audit_counts_what_people_decided_and_judges_the_rest(game):
    session, _, _, _ = game
    found = audit(session.archive, session.archive.game(session.row.id))
    assert found.plies == 5
    assert found.rulings == 2
    assert found.not_comparable == 2
    (difference,) = found.differences
    assert difference.ply == 4
    assert msgspec.json.decode(bytes(session.archive.line_batches(session.row.id, "main")[4].action)) == {
        "type": "pass"
    }
