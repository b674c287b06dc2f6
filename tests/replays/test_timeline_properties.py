"""A timeline gives the state of any ply, in whatever order it is asked, cut and gone on with."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlog.record import Head
from replays.opening import open_game
from replays.session import Session
from replays.simulate import simulate
from replays.timeline import SPACING, Timeline
from rules.projection import encode_state
from tests.replays.played import act, archive_in, begun, play_on, unbroken

PLIES = 5 * SPACING + 7


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The archive with a long game, its row, and by ply the state, the events, the purposes and the entry."""
    archive = archive_in(tmp_path_factory.mktemp("timelines"))
    simulate(archive, "goofspiel", 1, scenario="long", limit=PLIES)
    row = archive.game("goofspiel-1")
    opened = open_game(archive, row)
    state, plies = opened.ruleset.initial(opened.game), []
    for each in archive.line_stored(row.id, "main"):
        events = [opened.codec.decode(event) for event in each.batch.events]
        for event in events:
            state = opened.ruleset.evolve(opened.game, state, event)
        purposes = tuple(chance.purpose for chance in each.batch.chance)
        plies.append((each.digest, each.batch.entry, events, purposes, state))
    return archive, row, opened, plies


STEPS = st.one_of(
    st.tuples(st.just("ask"), st.integers(0, PLIES)),
    st.tuples(st.just("ask"), st.integers(0, PLIES)),
    st.tuples(st.just("cut"), st.integers(0, PLIES)),
    st.tuples(st.just("go on"), st.integers(1, 3 * SPACING)),
    st.tuples(st.just("read on"), st.integers(0, PLIES)),
)


@settings(max_examples=60)
@given(steps=st.lists(STEPS, min_size=1, max_size=12))
def test_any_ply_is_the_fold_of_the_events_before_it(told, steps):
    archive, row, opened, plies = told
    timeline = Timeline.read(archive, row.id, Head(plies[-1][0], PLIES), opened)
    for what, number in steps:
        last = len(timeline) - 1
        if what == "ask":
            ply = number % (last + 1)
            assert timeline.state_at(ply) == plies[ply][4]
            assert (timeline.head_at(ply).digest, timeline.entry_at(ply)) == plies[ply][:2]
            assert list(timeline.events_of(ply)) == plies[ply][2]
        elif what == "cut":
            timeline.cut(number % (last + 1))
        elif what == "go on":
            for ply in range(last + 1, min(last + 1 + number, PLIES + 1)):
                timeline.extend(*plies[ply])
        elif number > last:
            timeline.read_on(archive, row.id, Head(plies[number][0], number))
    last = len(timeline) - 1
    assert timeline.head == Head(plies[last][0], last)
    for ply in (0, last // 2, last):
        assert encode_state(timeline.at(ply).state) == encode_state(plies[ply][4])
    with pytest.raises(IndexError, match=f"ply {last + 1} lies beyond the head {last}"):
        timeline.state_at(last + 1)


def test_stepping_back_and_forth_gives_the_same_states(told):
    archive, row, opened, plies = told
    timeline = Timeline.read(archive, row.id, Head(plies[-1][0], PLIES), opened)
    for ply in [*range(PLIES, -1, -1), *range(PLIES + 1)]:
        assert timeline.state_at(ply) == plies[ply][4]


def test_what_was_seen_after_a_ply_is_named_once_and_in_order(told):
    archive, row, opened, plies = told
    timeline = Timeline.read(archive, row.id, Head(plies[-1][0], PLIES), opened)
    for ply in (0, PLIES // 2, PLIES - 3, PLIES):
        seen = timeline.seen_after(ply)
        rolled = [f"roll {purpose}" for _, _, _, purposes, _ in plies[ply + 1 :] for purpose in purposes]
        assert [each for each in seen if each.startswith("roll")] == list(dict.fromkeys(rolled))
        assert len(set(seen)) == len(seen)
    assert timeline.seen_after(PLIES) == ()


def test_a_long_session_gives_every_ply_and_goes_on_after_being_taken_back(tmp_path):
    archive = archive_in(tmp_path)
    session = begun(archive, scenario="long", options={"turns": "400"})
    play_on(session, random.Random(6), 2 * SPACING + 9)
    unbroken(session)
    session.undo_to(SPACING + 3)
    unbroken(session)
    act(session, 2)
    session.switch("main~1")
    unbroken(session)
    assert Session.load(archive, session.row.id).head == session.head
