"""Older shapes of events, data and states are changed into today's on reading; nothing stored is rewritten."""

from __future__ import annotations

import dataclasses
import random

import goofspiel
import msgspec
import pytest
from goofspiel import ruleset

from eventlog.archive import Archive
from eventlog.codec import ChainError
from eventlog.errors import UnknownType
from eventlog.record import Event
from replays import opening
from replays.audit import audit
from replays.session import Session
from replays.verification import verify_game
from rules.ruleset import Upcast
from rules.sources import Sourced
from tests.replays.played import act, begun, contents, damage, from_zero, play_on, same


@pytest.fixture
def archive(tmp_path):
    return Archive(tmp_path / "games.duckdb")


def written_by_an_older_program(monkeypatch):
    """Games begun now are stored with event shape 1 of the prize, without what is carried over."""
    encode = type(opening.codec_of(ruleset)).encode

    def older(self, event):
        stored = encode(self, event)
        if stored.type != "prize-rolled":
            return stored
        fields = msgspec.json.decode(stored.payload)
        del fields["carried"]
        return Event("prize-rolled", 1, msgspec.Raw(msgspec.json.encode(fields)))

    monkeypatch.setattr("eventlog.codec.Codec.encode", older)


def older_game(archive, monkeypatch):
    """A game of an older program in which nothing was ever carried over."""
    with monkeypatch.context() as older:
        written_by_an_older_program(older)
        for seed in range(40):
            session = play_on(begun(archive, seed=str(seed)), random.Random(seed))
            prizes = [
                event
                for ply in range(len(session.timeline))
                for event in session.timeline.events_of(ply)
                if isinstance(event, goofspiel.PrizeRolled)
            ]
            if not any(prize.carried for prize in prizes):
                return session
    raise AssertionError("something is carried over in every game")


def test_a_game_with_older_events_is_the_same_game(archive, monkeypatch):
    session = older_game(archive, monkeypatch)
    with archive.reading() as connection:
        versions = connection.execute(
            "SELECT DISTINCT version FROM archive.event WHERE type = 'prize-rolled'"
        ).fetchall()
    assert versions == [(1,)]
    before = contents(archive)
    loaded = Session.load(archive, session.row.id)
    assert same(loaded.position, session.position)
    assert same(loaded.position, from_zero(loaded))
    row = archive.game(session.row.id)
    assert verify_game(archive, row, states=True).fault is None
    assert audit(archive, row).differences == ()
    assert contents(archive) == before


def test_a_game_with_older_events_goes_on_with_todays(archive, monkeypatch):
    session = older_game(archive, monkeypatch)
    loaded = Session.load(archive, session.row.id)
    loaded.undo_to(0)
    while loaded.clock().turn < 2:
        act(loaded)
    again = Session.load(archive, session.row.id)
    assert same(again.position, loaded.position)
    found = {
        (event.type, event.version)
        for batch in archive.line_batches(session.row.id, "main")
        for event in batch.events
    }
    assert {("prize-rolled", 1), ("prize-rolled", 2)} <= found


def test_a_game_with_older_data_plays_on_with_them_in_todays_shape(archive, monkeypatch):
    """Data of shape 1 knew no low cards but the ace: so it is in that game, whatever the data of today say."""
    encode = opening.encode_data

    def older(rules, data):
        document = msgspec.json.decode(encode(rules, data))
        del document["data"]["low"]
        return msgspec.json.encode(document | {"shape": 1}, order="deterministic")

    aces = msgspec.structs.replace(ruleset.load(None), low=Sourced(1, "reconstruct"))
    with monkeypatch.context() as patched:
        patched.setattr("replays.beginning.encode_data", older)
        rules = dataclasses.replace(ruleset, load=lambda folder: aces)
        patched.setattr("replays.beginning.find_ruleset", lambda name: rules)
        session = begun(archive)
    stored = archive.data(session.row.data)
    assert msgspec.json.decode(stored)["shape"] == 1
    monkeypatch.setattr(opening, "_opened", {})
    loaded = Session.load(archive, session.row.id)
    assert loaded.opened.game.data.low.value == 1
    assert ruleset.load(None).low.value == 3
    low = next(card for card in loaded.state.hands["north"] if card in ("spades-2", "spades-3"))
    assert goofspiel.Again(low) not in [choice.action for choice in loaded.choices("north")]
    assert goofspiel.Again(low) in ruleset.legal(
        ruleset.prepare(ruleset.load(None), "duel", {}), loaded.state, "north"
    )
    act(loaded)
    assert archive.data(session.row.data) == stored
    assert verify_game(archive, archive.game(session.row.id), states=True).fault is None


def test_data_of_a_newer_shape_are_one_clear_error(archive, monkeypatch):
    session = begun(archive)
    older = dataclasses.replace(
        ruleset, data_shape=1, upcasts=tuple(up for up in ruleset.upcasts if up.what != "data")
    )
    monkeypatch.setattr(opening, "find_ruleset", lambda name: older)
    monkeypatch.setattr(opening, "_opened", {})
    with pytest.raises(
        UnknownType, match="have shape 2; this program knows shapes up to 1: a newer warlog reads them"
    ):
        Session.load(archive, session.row.id)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        (
            "UPDATE event SET version = 3 WHERE type = 'prize-rolled'",
            "prize-rolled is of version 3, and this program knows it up to 2",
        ),
        ("UPDATE event SET type = 'prize-stolen' WHERE type = 'prize-rolled'", '"prize-stolen" is not known'),
    ],
)
def test_an_event_of_a_newer_program_is_one_clear_error(archive, statement, says):
    session = begun(archive)
    damage(archive, statement)
    with pytest.raises(UnknownType, match=says) as caught:
        Session.load(archive, session.row.id)
    assert caught.value.newer


@pytest.mark.parametrize(
    ("upcasts", "says"),
    [
        (ruleset.upcasts[1:], "no upcaster of event:prize-rolled from version 1 to 2"),
        (ruleset.upcasts + ruleset.upcasts[:1], "two upcasters of event:prize-rolled from version 1"),
        ((*ruleset.upcasts, Upcast("event:prize-rolled", 2, dict)), "from version 2 leads nowhere"),
        (
            (*ruleset.upcasts, Upcast("event:prize-stolen", 1, dict)),
            "for event:prize-stolen, and no such thing",
        ),
        (
            tuple(up for up in ruleset.upcasts if up.what != "state"),
            "no upcaster of state from version 1 to 2",
        ),
        (tuple(up for up in ruleset.upcasts if up.what != "data"), "no upcaster of data from version 1 to 2"),
    ],
)
def test_a_chain_with_a_gap_or_a_double_is_found_when_a_game_is_begun(archive, monkeypatch, upcasts, says):
    broken = dataclasses.replace(ruleset, upcasts=upcasts)
    monkeypatch.setattr("replays.beginning.find_ruleset", lambda name: broken)
    with pytest.raises(ChainError, match=says):
        begun(archive)
    assert not archive.exists()


def test_the_chain_of_several_steps_is_taken_in_order():
    longer = dataclasses.replace(
        ruleset,
        data_shape=4,
        upcasts=(
            *ruleset.upcasts,
            Upcast(
                "data", 3, lambda old: {**old, "hand": {**old["hand"], "value": old["hand"]["value"] * 10}}
            ),
            Upcast(
                "data", 2, lambda old: {**old, "hand": {**old["hand"], "value": old["hand"]["value"] + 1}}
            ),
        ),
    )
    data = ruleset.load(None)
    old = msgspec.to_builtins(data)
    del old["low"]
    read = opening.decode_data(longer, msgspec.json.encode({"shape": 1, "data": old}))
    assert (read.hand.value, read.low.value) == ((data.hand.value + 1) * 10, 1)


def test_a_gap_or_a_double_in_a_chain_is_said_when_the_ruleset_is_looked_up(monkeypatch):
    for upcasts, sentence in [
        (ruleset.upcasts[1:], "there is no upcaster of"),
        ((*ruleset.upcasts, ruleset.upcasts[0]), "there are two upcasters of"),
    ]:
        broken = dataclasses.replace(ruleset, upcasts=upcasts)
        monkeypatch.setattr(opening, "installed", lambda broken=broken: {"goofspiel": broken})
        with pytest.raises(ChainError, match=sentence):
            opening.find_ruleset("goofspiel")
