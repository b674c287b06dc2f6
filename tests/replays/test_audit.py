"""The audit: recorded actions decided again with the recorded chance give the recorded events, or it says where not."""

from __future__ import annotations

import dataclasses
import random

import goofspiel
import msgspec
import pytest
from goofspiel import ruleset

from eventlog.archive import Archive
from eventlog.interchange import export, import_
from replays import opening
from replays.audit import audit
from replays.simulate import simulate
from rules.chance import keyed
from rules.errors import IllegalAction
from tests.replays.played import act, begun, contents, play_on, wander


@pytest.fixture
def archive(tmp_path):
    return Archive(tmp_path / "games.duckdb")


def played(archive, **how):
    return play_on(begun(archive, options={"turns": "5"}, **how), random.Random(11))


def audited(session):
    return audit(session.archive, session.archive.game(session.row.id))


def with_rules(monkeypatch, **changes):
    """Today's goofspiel is another: these functions are replaced."""
    changed = dataclasses.replace(ruleset, **changes)
    monkeypatch.setattr(opening, "find_ruleset", lambda name: changed)
    monkeypatch.setattr(opening, "_opened", {})


def first_ply(session, kind):
    """The first ply with an event of this type."""
    return next(
        ply
        for ply in range(len(session.timeline))
        if any(isinstance(event, kind) for event in session.timeline.events_of(ply))
    )


def test_a_game_by_the_rules_of_today_has_no_difference(archive):
    session = played(archive)
    found = audited(session)
    assert (found.differences, found.rulings, found.not_comparable) == ((), 0, 0)
    assert found.plies == session.position.ply + 1


def test_every_line_is_audited_and_nothing_is_written(archive):
    session = wander(begun(archive, options={"turns": "9"}), random.Random(2), 40)
    before = contents(archive)
    found = audited(session)
    assert found.differences == ()
    assert found.plies == len(archive.tree_stored(session.row.id)) > session.position.ply + 1
    assert contents(archive) == before


@pytest.mark.parametrize("scenario", ["duel", "long"])
def test_simulated_games_have_no_difference(archive, scenario):
    simulate(archive, "goofspiel", 4, scenario=scenario, limit=300)
    for row in archive.games():
        assert audit(archive, row).differences == ()


def test_the_first_batch_that_differs_is_named_with_what_was_recorded_and_what_is_decided_now(
    archive, monkeypatch
):
    session = played(archive)
    ply = first_ply(session, goofspiel.CardsRevealed)

    def decide(game, s, seat, action, chance):
        events = goofspiel.decide(game, s, seat, action, chance)
        return tuple(
            msgspec.structs.replace(event, prize=event.prize + 1)
            if isinstance(event, goofspiel.CardsRevealed)
            else event
            for event in events
        )

    with_rules(monkeypatch, decide=decide)
    (difference,) = audited(session).differences
    assert difference.ply == ply
    before = session.timeline.state_at(ply - 1)
    assert difference.expected == "; ".join(session.narrated(before, session.timeline.events_of(ply)))
    assert difference.got != difference.expected
    assert "against" in difference.got


def test_an_action_that_is_forbidden_now_is_named_with_the_refusal(archive, monkeypatch):
    session = played(archive)

    def decide(game, s, seat, action, chance):
        if isinstance(action, goofspiel.Commit) and s.turn == 3:
            raise IllegalAction("3.1", "nobody chooses in the third turn")
        return goofspiel.decide(game, s, seat, action, chance)

    with_rules(monkeypatch, decide=decide)
    (difference,) = audited(session).differences
    assert difference.got == "a refusal: nobody chooses in the third turn (3.1)"
    turn = session.opened.ruleset.clock(
        session.opened.game, session.timeline.state_at(difference.ply - 1)
    ).turn
    assert turn == 3


def test_another_roll_and_one_roll_less_are_named(archive, monkeypatch):
    session = played(archive)

    def more(game, s, seat, action, chance):
        if isinstance(action, goofspiel.Commit) and s.turn == 2:
            chance.roll("weather")
        return goofspiel.decide(game, s, seat, action, chance)

    with_rules(monkeypatch, decide=more)
    (difference,) = audited(session).differences
    assert difference.got == "another roll: the record holds no result for weather"

    def less(game, s, seat, action, chance):
        if isinstance(action, goofspiel.Commit) and s.chosen:
            game = msgspec.structs.replace(game, turns=s.turn)
        return goofspiel.decide(game, s, seat, action, chance)

    with_rules(monkeypatch, decide=less)
    (difference,) = audited(session).differences
    assert difference.got.startswith("one roll less: nothing is rolled for card:")


def test_another_number_of_options_is_named(archive, monkeypatch):
    session = played(archive)
    with_rules(monkeypatch, legal=lambda game, s, seat: goofspiel.legal(game, s, seat)[:1])
    (difference,) = audited(session).differences
    assert difference.expected.startswith("a choice among")
    assert difference.got == "a choice among 1"


def test_another_beginning_is_named_at_ply_0(archive, monkeypatch):
    session = played(archive)
    with_rules(monkeypatch, begin=lambda game, chance: ruleset.begin(game, chance)[:-1])
    (difference,) = audited(session).differences
    assert difference.ply == 0


def test_an_event_that_somebody_edited_is_named_even_where_its_digest_was_made_anew(archive):
    """Whoever edits the log and reckons all digests again passes the verification, and not the audit."""
    session = begun(archive)
    act(session)
    acted = session.ruling({"set": "points", "seat": "north", "to": 40}, "")
    forged = msgspec.structs.replace(acted.batches[0], kind="resign", seat="south", id=session.row.id)
    session.undo()
    archive.append(session.row.id, "main", [forged], expected=session.head)
    (difference,) = audited(session).differences
    assert difference.ply == 2
    assert difference.expected == "North is put at 40 points"
    assert difference.got.startswith("an action that it does not know")


def test_a_seats_file_is_not_comparable(archive, tmp_path):
    session = played(
        archive,
    )
    export(archive, session.row.id, tmp_path / "south.warlog", seats=["south"])
    elsewhere = Archive(tmp_path / "elsewhere.duckdb")
    row = elsewhere.game(import_(elsewhere, tmp_path / "south.warlog").game)
    found = audit(elsewhere, row)
    assert (found.differences, found.not_comparable) == ((), found.plies)


def test_a_key_has_no_part_in_an_audit(archive, monkeypatch):
    """The recorded chance is used, never drawn again."""
    session = played(archive)
    monkeypatch.setattr("rules.chance.keyed", lambda *_: keyed(bytes(16)))
    monkeypatch.setattr("rules.chance.hmac.digest", None)
    assert audited(session).differences == ()
