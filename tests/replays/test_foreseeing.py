"""What is certain of a decision while some of its dice are still to be rolled."""

from __future__ import annotations

import pytest

from eventlog.archive import Archive
from replays.foreseeing import certain_events
from replays.session import Session


@pytest.fixture
def session(tmp_path):
    """A duel by hand in which both have still to choose; the turn ends with south's choice, and a die is rolled."""
    session = Session.new(Archive(tmp_path / "games.duckdb"), "goofspiel", chance="manual", dice=[4])
    for _ in range(2):
        answer = next(each for each in session.choices() if "pass" in each.text)
        session.act(answer.seat, answer.action)
    north = session.choices("north")[0]
    session.act("north", north.action)
    return session


def told(events):
    return [type(event).__name__ for _, event in events]


def test_what_comes_whatever_falls_is_certain_and_more_with_each_roll(session):
    choice = session.choices("south")[0]
    head = session.head
    before = certain_events(session, [("south", choice.action)], (), ("?", "?"))
    after = certain_events(session, [("south", choice.action)], (5,), ("?", "?"))
    assert told(before) == told(after)[: len(before)]
    assert len(after) > len(before) > 0
    assert session.head == head
    done = session.act("south", choice.action, dice=[5], draws=["?", "?"])
    assert tuple(event for _, event in after) == done.events


def test_an_action_that_is_not_legal_ends_what_is_certain(session):
    choice = session.choices("south")[0]
    assert certain_events(session, [("north", choice.action)], (), ()) == []
