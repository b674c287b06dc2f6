"""How a place in the archive is named, and what is said of a name that leads nowhere."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from eventlog.errors import NotFound
from replays.annotations import Draft, annotate
from replays.references import BadReference, Reference, parse, resolve, turn_start
from replays.session import Session
from tests.replays.played import act, archive_in, begun


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """A game of three turns with a line besides; another game whose slug begins alike."""
    archive = archive_in(tmp_path_factory.mktemp("references"))
    session = begun(archive, slug="siege", options={"turns": "12"})
    begun(archive, slug="siege-2")
    begun(archive, slug="raid-1")
    while session.clock().turn < 3:
        act(session)
    session.branch("what-if", 2)
    act(session)
    session.switch("main")
    return session


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("siege", Reference("siege")),
        ("siege-2:main", Reference("siege-2", "main")),
        ("siege:main~2", Reference("siege", "main~2")),
        ("siege@42", Reference("siege", "", "42")),
        ("siege:main@-1", Reference("siege", "main", "-1")),
        (" SIEGE:Main@T3 ", Reference("siege", "main", "t3")),
    ],
)
def test_a_reference_is_read(text, reference):
    assert parse(text) == reference


@pytest.mark.parametrize(
    "text", ["", ":main", "@3", "siege:", "siege@", "siege main", "siege:a:b", "siege:main~", "-x"]
)
def test_what_is_no_reference_is_told_how_one_is_written(text):
    with pytest.raises(BadReference, match="is no reference; one is written GAME"):
        parse(text)


def at(session, text):
    return resolve(session.archive, text)


def test_without_a_line_the_current_one_and_without_a_ply_its_head(session):
    found = at(session, "siege")
    assert (found.line, found.ply, found.head) == ("main", session.position.ply, session.head)
    assert found.position == session.position
    assert at(session, "siege:what-if").head == session.archive.tree(session.row.id).lines["what-if"].head


def test_a_unique_beginning_of_a_slug_is_enough_and_a_whole_slug_goes_before_it(session):
    assert at(session, "raid").row.slug == "raid-1"
    assert at(session, "siege").row.slug == "siege"
    with pytest.raises(NotFound, match="may be siege, siege-2"):
        at(session, "sie")


def test_plies_count_from_the_beginning_or_back_from_the_head(session):
    last = session.position.ply
    assert at(session, "siege@0").ply == 0
    assert at(session, f"siege@{last}").ply == last
    assert at(session, "siege@-1").ply == last - 1
    assert at(session, f"siege@-{last}").ply == 0
    assert at(session, "siege@2").position.state == session.timeline.state_at(2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("wargs", "no game 'wargs'"),
        ("siege:other", "siege has no line other; it has main, what-if"),
        ("siege@99", "siege:main has no ply 99; its plies are 0 to"),
        ("siege@-99", "siege:main has no ply -99; its plies are 0 to"),
        ("siege@t9", "siege:main has no turn 9; it has turns 1 to 3"),
        ("siege@t0", "siege:main has no turn 0; it has turns 1 to 3"),
        ("raid-1@5", "raid-1:main has no ply 5; it stands at its beginning, ply 0"),
        ("raid-1@t2", "raid-1:main has no turn 2; it is in turn 1"),
        ("siege@ambush", "siege has no bookmark ambush; a ply is a number, as in @42, a turn @t3"),
        ("siege@9999999999", "siege:main has no ply 9999999999; its plies are 0 to"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(session, text, says):
    with pytest.raises(NotFound, match=says):
        at(session, text)


def test_a_turn_is_the_position_before_its_first_batch_of_choices(session):
    clock, game = session.opened.ruleset.clock, session.opened.game
    for turn in (1, 2, 3):
        ply = turn_start("siege", "main", session.timeline, turn)
        assert at(session, f"siege@t{turn}").ply == ply
        assert clock(game, session.timeline.state_at(ply)).turn == turn
        assert ply == 0 or clock(game, session.timeline.state_at(ply - 1)).turn == turn - 1


def test_a_bookmark_names_its_ply_on_every_line_that_goes_through_it(session):
    for reference, name in (("siege@1", "ambush"), ("siege:what-if", "feint")):
        annotate(
            session.archive, at(session, reference), Draft(bookmark=name), datetime(2026, 1, 1, tzinfo=UTC)
        )
    assert at(session, "siege@ambush").ply == at(session, "siege:what-if@ambush").ply == 1
    assert at(session, "siege:what-if@feint").head == at(session, "siege:what-if").head
    with pytest.raises(NotFound, match="bookmark feint of siege stands on line what-if, not on main"):
        at(session, "siege:main@feint")
    assert at(session, "siege@2").ply == 2


def test_a_timeline_that_a_reference_gives_is_that_of_its_line(session):
    found = at(session, "siege:what-if@1")
    loaded = Session.load(session.archive, "siege", "what-if")
    assert len(found.timeline) == len(loaded.timeline) == 4
    assert found.position.head == loaded.timeline.head_at(1).digest
