"""Verifying a stored game: what was changed behind the archive's back, and boards that are no longer what was seen."""

from __future__ import annotations

import dataclasses
import random

import goofspiel
import msgspec
import pytest
from goofspiel import ruleset

from eventlog.archive import Archive
from eventlog.errors import Damaged
from eventlog.interchange import export
from replays import opening
from replays.session import Session
from replays.verification import verify_game
from rules.parts.decks import CardDrawn
from tests.replays.played import act, begun, damage, play_on


@pytest.fixture
def archive(tmp_path):
    return Archive(tmp_path / "games.duckdb")


def played(archive, **how):
    """A whole game in a straight line, at least twelve plies long."""
    session = play_on(begun(archive, **({"options": {"turns": "4"}} | how)), random.Random(4))
    assert session.position.ply >= 12
    return session


def with_a_tail(archive):
    """A game with a tail that was taken back: plies 0 to 6, and another ply 4 in a run of its own."""
    session = begun(archive, options={"turns": "12"})
    while session.position.ply < 6:
        act(session)
    session.undo_to(3)
    act(session, 2)
    return session


def verified(session, **how):
    return verify_game(session.archive, session.archive.game(session.row.id), **how)


def with_rules(monkeypatch, **changes):
    """Today's goofspiel is another: these functions are replaced."""
    changed = dataclasses.replace(ruleset, **changes)
    monkeypatch.setattr(opening, "find_ruleset", lambda name: changed)
    monkeypatch.setattr(opening, "_opened", {})


def test_a_game_that_nobody_touched_is_whole_and_each_board_is_what_was_seen(archive):
    session = played(archive)
    found = verified(session, states=True)
    assert found.fault is None
    assert found.batches == session.position.ply + 1
    assert found.boards == 4
    assert found.not_comparable == 0


EDITS = {
    "the card of an event": (
        """UPDATE event SET payload = replace(payload, 'spades-', 'spades-1')
            WHERE ply = 0 AND type = 'card-drawn'""",
        0,
    ),
    "a die": (
        """UPDATE event SET payload = replace(payload, '"turn":2', '"turn":3') WHERE type = 'prize-rolled'""",
        None,
    ),
    "an action": ("""UPDATE batch SET action = '{"type":"again"}' WHERE ply = 2""", 2),
    "the number of options": ("UPDATE batch SET options = options + 1 WHERE ply = 5", 5),
    "a time": ("UPDATE batch SET time = time + INTERVAL 1 MICROSECOND WHERE ply = 7", 7),
    "an event that is gone": ("DELETE FROM event WHERE ply = 3", 3),
    "a board": ("UPDATE batch SET board = '2:00' WHERE board IS NOT NULL", None),
    "the beginning": ("UPDATE game SET begin = replace(begin, 'duel', 'long')", 0),
    "the key": ('UPDATE game SET begin = replace(begin, \'"key":"\', \'"key":"ff\')', 0),
    "the data": ("UPDATE data SET content = replace(content::VARCHAR, '9', '8')::BLOB", 0),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_is_named_at_the_first_ply_that_it_changed(archive, what):
    session = played(archive)
    statement, ply = EDITS[what]
    damage(archive, statement)
    fault = verified(session).fault
    assert fault is not None
    assert fault.what == "edited"
    if ply is None:
        turn = next(
            at
            for at in range(99)
            if session.opened.ruleset.clock(session.opened.game, session.timeline.state_at(at)).turn == 2
        )
        assert fault.ply == turn
    else:
        assert fault.ply == ply
    assert f"ply {fault.ply} of game {session.row.id}" in fault.sentence


def test_of_several_edits_the_first_is_named(archive):
    session = played(archive)
    damage(archive, "UPDATE batch SET entry = entry + 1 WHERE ply IN (4, 9)")
    fault = verified(session).fault
    assert fault is not None
    assert (fault.what, fault.ply) == ("edited", 4)


@pytest.mark.parametrize("ply", [1, 5, 10])
def test_a_batch_that_is_gone_is_missing(archive, ply):
    session = played(archive)
    for table in ("batch", "event"):
        damage(archive, f"DELETE FROM {table} WHERE ply = ?", ply)
    fault = verified(session).fault
    assert fault is not None
    assert (fault.what, fault.ply) == ("missing", ply)


def test_batches_that_changed_places_are_reordered(archive):
    session = played(archive)
    for to, at in ((99, 4), (4, 5), (5, 99)):
        for table in ("batch", "event"):
            damage(archive, f"UPDATE {table} SET ply = {to} WHERE ply = {at}")
    fault = verified(session).fault
    assert fault is not None
    assert (fault.what, fault.ply) == ("reordered", 4)


@pytest.mark.parametrize("plies", [1, 3])
def test_a_line_that_lost_its_end_is_cut_short(archive, plies):
    session = played(archive)
    last = session.position.ply
    for table in ("batch", "event"):
        damage(archive, f"DELETE FROM {table} WHERE ply > {last - plies}")
    fault = verified(session).fault
    assert fault is not None
    assert (fault.what, fault.ply) == ("cut short", last - plies + 1)


def test_a_journal_that_lost_its_end_is_cut_short(archive):
    session = played(archive)
    damage(archive, "DELETE FROM move WHERE n > 3")
    fault = verified(session).fault
    assert fault is not None
    assert fault.what == "cut short"
    assert "journal" in fault.sentence


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE move SET who = 'Bo' WHERE n = 3", "edited"),
        ("UPDATE move SET kind = 'redo' WHERE n = 6", "edited"),
        ("DELETE FROM move WHERE n = 4", "missing"),
    ],
)
def test_a_change_of_the_journal_is_named(archive, statement, what):
    session = played(archive)
    damage(archive, statement)
    fault = verified(session).fault
    assert fault is not None
    assert fault.what == what
    assert "journal" in fault.sentence


def test_what_was_taken_back_is_verified_as_well(archive):
    session = with_a_tail(archive)
    assert verified(session, states=True).fault is None
    damage(archive, "UPDATE batch SET seat = 'west' WHERE run = 0 AND ply = 5")
    fault = verified(session).fault
    assert fault is not None
    assert (fault.what, fault.ply) == ("edited", 5)


def test_a_damaged_game_is_not_exported_and_another_game_is_as_whole_as_it_was(archive, tmp_path):
    session, other = played(archive), played(archive, seed="8")
    damage(
        archive,
        "UPDATE batch SET entry = 77 WHERE game = (SELECT game FROM game WHERE slug = 'goofspiel-1') AND ply = 2",
    )
    assert verified(session).fault is not None
    assert verified(other, states=True).fault is None
    with pytest.raises(Damaged, match="ply 2 of game"):
        export(archive, "goofspiel-1", tmp_path / "game.warlog")
    assert not (tmp_path / "game.warlog").exists()
    export(archive, "goofspiel-2", tmp_path / "game.warlog")


# Boards


def turns_of(session):
    """The plies whose batch carries a board, in order."""
    return [
        ply for ply, batch in enumerate(session.archive.line_batches(session.row.id, "main")) if batch.board
    ]


def test_the_first_board_that_differs_is_named_when_the_rules_build_another(archive, monkeypatch):
    session = played(archive)
    assert turns_of(session)[0] > 0

    def evolve(game, s, event):
        after = goofspiel.evolve(game, s, event)
        if isinstance(event, goofspiel.CardsRevealed) and s.turn == 2:
            return msgspec.structs.replace(after, points=after.points.set("north", 60))
        return after

    with_rules(monkeypatch, evolve=evolve)
    assert verified(session).fault is None
    found = verified(session, states=True)
    assert found.fault is not None
    assert (found.fault.what, found.fault.ply) == ("another board", turns_of(session)[1])
    assert "the open board after ply" in found.fault.sentence
    assert "Turn 2" in found.fault.sentence
    assert found.boards == 2


def test_a_difference_that_only_the_umpire_sees_is_of_the_whole_state(archive, monkeypatch):
    session = played(archive)

    def evolve(game, s, event):
        if isinstance(event, CardDrawn) and event.seat == "north" and s.turn:
            event = msgspec.structs.replace(event, card="spades-joker")
        return goofspiel.evolve(game, s, event)

    with_rules(monkeypatch, evolve=evolve)
    found = verified(session, states=True).fault
    assert found is not None
    assert "the whole state after ply" in found.sentence
    assert found.ply in turns_of(session)


def test_boards_of_another_shape_of_the_state_are_not_comparable_and_no_damage(archive, monkeypatch):
    session = played(archive)
    upcasts = (*ruleset.upcasts, type(ruleset.upcasts[0])("state", 2, lambda old: old))
    with_rules(monkeypatch, state_shape=3, upcasts=upcasts)
    found = verified(session, states=True)
    assert (found.fault, found.boards, found.not_comparable) == (None, 0, len(turns_of(session)))


def test_each_turn_ends_with_a_board_and_so_does_the_game(archive):
    session = played(archive)
    clock = session.opened.ruleset.clock
    turns = [
        clock(session.opened.game, session.timeline.state_at(ply)).turn
        for ply in range(session.position.ply + 1)
    ]
    ends = [ply for ply in range(1, len(turns)) if turns[ply] != turns[ply - 1]]
    assert turns_of(session) == [*ends, session.position.ply]
    loaded = Session.load(archive, session.row.id)
    assert loaded.result() is not None
