"""Looking through an archive: predicates over positions and the log, and positions that occurred before."""

from __future__ import annotations

import random

import duckdb
import msgspec
import pytest

from eventlog.archive import Archive
from replays.continuations import continuations
from replays.finding import Bounds, find, find_like, position_digest
from replays.opening import prepare
from replays.predicates import Unclear, conditions
from replays.references import resolve
from replays.session import Session
from replays.simulate import simulate
from rules.ruleset import installed
from tests.replays.played import begun, play_on, wander

ALL = Bounds(seconds=60, limit=None)


@pytest.fixture
def archive(tmp_path):
    return Archive(tmp_path / "games.duckdb")


def places(found):
    return [(match.slug, match.run, match.ply) for match in found.matches]


def by_hand(archive, slug, holds):
    """Where, on the main line of a game, something comes to hold, looked for without any of what is tested."""
    place = resolve(archive, slug)
    opened, timeline = place.opened, place.timeline
    held = [holds(opened, timeline.state_at(ply), timeline.events_of(ply)) for ply in range(len(timeline))]
    return [ply for ply, now in enumerate(held) if now and not (ply and held[ply - 1])]


def points(opened, state, seat):
    return opened.ruleset.tally(opened.game, state)[seat]["points"]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("turn = 2", lambda opened, state, events: opened.ruleset.clock(opened.game, state).turn == 2),
        ("over", lambda opened, state, events: opened.ruleset.result(opened.game, state) is not None),
        ("north.points >= 4", lambda opened, state, events: points(opened, state, "north") >= 4),
        (
            "south.points > 3 and not over",
            lambda opened, state, events: (
                points(opened, state, "south") > 3 and opened.ruleset.result(opened.game, state) is None
            ),
        ),
        (
            "event prize-rolled die>=5",
            lambda opened, state, events: any(
                type(each).__name__ == "PrizeRolled" and each.die >= 5 for each in events
            ),
        ),
        (
            "event cards-revealed and turn >= 2",
            lambda opened, state, events: (
                any(hasattr(each, "choices") for each in events)
                and opened.ruleset.clock(opened.game, state).turn >= 2
            ),
        ),
    ],
)
def test_a_predicate_is_found_where_it_comes_to_hold_in_every_game(archive, text, holds):
    simulate(archive, "goofspiel", 6, seed="3", options={"turns": "3"})
    found = find(archive, archive.games(), text, bounds=ALL)
    assert places(found) == [
        (row.slug, 0, ply) for row in archive.games() for ply in by_hand(archive, row.slug, holds)
    ]
    assert (found.games, found.due, found.complete, found.unreadable) == (6, 6, True, [])
    assert found.matches


def test_pieces_and_spaces_of_another_game(archive):
    simulate(archive, "sauron", 2, scenario="learning", seed="3", limit=120)
    name = resolve(archive, "sauron-1@0").opened.ruleset.scene
    place = resolve(archive, "sauron-1")
    counter = name(place.opened.game, place.position.state).counters[0]
    text = f"{counter.id} at {counter.space}"
    found = find(archive, archive.games(), text, bounds=ALL)

    def holds(opened, state, events):
        return any(
            each.id == counter.id and each.space == counter.space
            for each in opened.ruleset.scene(opened.game, state).counters
        )

    expected = [(slug, 0, ply) for slug in ("sauron-1", "sauron-2") for ply in by_hand(archive, slug, holds)]
    assert places(found) == expected


def test_every_line_is_looked_through_and_each_batch_once(archive):
    session = begun(archive, options={"turns": "9"})
    wander(session, random.Random(4), 60)
    tree = archive.tree(session.row.id)
    assert len(tree.lines) > 3
    found = find(archive, archive.games(), "not turn < 0", bounds=ALL)
    assert places(found) == [("goofspiel-1", 0, 0)]  # it holds everywhere, and comes to hold but once
    # Something that every second position has: each batch of every line is met once, in any run.
    found = find(archive, archive.games(), "event card-committed", bounds=ALL)
    stored = archive.tree_stored(session.row.id)
    expected = {
        each.digest
        for each in stored
        if any(event.type == "card-committed" for event in each.batch.events)
        and not any(
            event.type == "card-committed"
            for other in stored
            if other.digest == each.batch.parent
            for event in other.batch.events
        )
    }
    assert {match.digest for match in found.matches} == expected
    assert len(found.matches) == len(expected)


def test_the_ends_of_turns_alone(archive):
    simulate(archive, "goofspiel", 4, seed="3", options={"turns": "4"})
    text = "north.points >= 4"
    found = find(archive, archive.games(), text, turns=True, bounds=ALL)
    expected = []
    for row in archive.games():
        place = resolve(archive, row.slug)
        rules, game, timeline = place.opened.ruleset, place.opened.game, place.timeline
        turns = [rules.clock(game, timeline.state_at(ply)).turn for ply in range(len(timeline))]
        looked = [ply for ply in range(len(timeline)) if not ply or turns[ply] != turns[ply - 1]]
        looked += [place.ply] if place.ply not in looked else []
        held = [ply for ply in looked if points(place.opened, timeline.state_at(ply), "north") >= 4]
        expected += [(row.slug, 0, held[0])] if held else []
    assert places(found) == expected
    assert expected


def test_it_stops_at_the_limit_and_when_the_time_is_up_and_says_how_far_it_came(archive, monkeypatch):
    monkeypatch.setattr("replays.finding.CHUNK", 1)  # one game at a time
    simulate(archive, "goofspiel", 5, seed="3", options={"turns": "2"})
    told = []
    few = find(
        archive, archive.games(), "turn = 2", bounds=Bounds(60, 2), progress=lambda *done: told.append(done)
    )
    assert (len(few.matches), few.games, few.complete) == (2, 2, False)
    assert told == [(1, 5), (2, 5)]
    late = find(archive, archive.games(), "turn = 2", bounds=Bounds(0, None))
    assert (len(late.matches), late.games, late.due, late.complete) == (1, 1, 5, False)


def test_the_answer_is_the_same_however_many_processes_look(archive, monkeypatch):
    monkeypatch.setattr("replays.finding.CHUNK", 1)
    simulate(archive, "goofspiel", 5, seed="3", options={"turns": "2"})
    found = [find(archive, archive.games(), "turn = 2", bounds=ALL, workers=workers) for workers in (1, 2)]
    assert found[0] == found[1]


def test_a_predicate_of_another_ruleset_passes_over_the_games_that_do_not_have_it(archive):
    simulate(archive, "goofspiel", 1, options={"turns": "2"})
    simulate(archive, "sauron", 1, scenario="learning", limit=5)
    found = find(archive, archive.games(), "north.points >= 0", bounds=ALL)
    assert {match.slug for match in found.matches} == {"goofspiel-1"}
    assert found.complete


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("event cards-reveald", "did you mean cards-revealed"),
        ("event prize-rolled dice=3", "has no field 'dice'; it has carried, die, turn"),
        ("event prize-rolled die", "write FIELD=VALUE"),
        ("north.wins > 2", "no measure 'north.wins'; there are turn, north.points"),
        ("the sun shines", "is no condition"),
        ("elendil gone", "no piece 'elendil'"),
    ],
)
def test_what_no_game_knows_is_told(archive, text, said):
    simulate(archive, "goofspiel", 1, options={"turns": "1"})
    with pytest.raises(Unclear, match=said):
        find(archive, archive.games(), text, bounds=ALL)


def test_a_seat_finds_by_what_it_knows_alone(archive):
    simulate(archive, "goofspiel", 2, seed="3", options={"turns": "2"})
    found = find(archive, archive.games(), "event card-committed card=spades-1", bounds=ALL)
    played = [
        each.digest
        for row in archive.games()
        for each in archive.tree_stored(row.id)
        if any(
            event.type == "card-committed" and b'"spades-1"' in bytes(event.payload)
            for event in each.batch.events
        )
    ]
    assert [match.digest for match in found.matches] == played
    other = find(archive, archive.games(), "event card-committed card=spades-1", bounds=ALL, seats=("south",))
    assert other.matches == []


def test_a_damaged_game_is_told_and_the_others_are_looked_through(archive):
    simulate(archive, "goofspiel", 3, seed="3", options={"turns": "2"})
    with duckdb.connect(str(archive.path)) as connection:
        connection.execute(
            "UPDATE event SET payload = '{\"turn\": \"x\"}' WHERE game = 2 AND type = 'prize-rolled'"
        )
    found = find(archive, archive.games(), "turn = 2", bounds=ALL)
    assert found.unreadable == ["goofspiel-2"]
    assert {match.slug for match in found.matches} == {"goofspiel-1", "goofspiel-3"}


# Positions that occurred before


def moved(session, phrases):
    """Takes actions by the beginnings of their words."""
    for phrase in phrases:
        choice = next(each for each in session.choices() if each.text.startswith(phrase))
        session.act(choice.seat, choice.action)


def test_two_orders_of_independent_moves_are_one_position(archive):
    simulate(archive, "sauron", 1, scenario="learning", seed="3", limit=15)
    row = archive.games()[0]
    session = Session.load(archive, row.id)
    while len(units := [each.text for each in session.choices() if each.text.startswith("(move)")]) < 3:
        moved(session, [session.choices()[-1].text])
    start = session.position.ply
    for name, order in (("first", units[:2]), ("second", units[1::-1])):
        session.branch(name, start)
        for unit in order:
            moved(session, [unit, "(to)", "(halt)"])
    session.switch("main")
    one, other = resolve(archive, f"{row.slug}:first"), resolve(archive, f"{row.slug}:second")
    assert one.timeline.events_of(start + 1) != other.timeline.events_of(start + 1)
    assert one.head.digest != other.head.digest
    digest = position_digest(one.opened, one.position.state)
    assert digest == position_digest(other.opened, other.position.state)
    assert digest != position_digest(one.opened, one.timeline.state_at(one.ply - 1))
    found = find_like(archive, one, archive.games(), bounds=ALL)
    assert {match.digest for match in found.matches} == {one.head.digest, other.head.digest}
    ways = [way for match in found.matches for way in continuations(archive, match)]
    assert {way.place.line for way in ways} == {"first", "second"}
    assert {(way.seat, way.text) for way in ways} == {("", "")}


def test_a_position_is_found_in_other_games_with_what_was_done_next_and_how_it_ended(archive):
    simulate(archive, "goofspiel", 8, seed="3", options={"turns": "1"})
    place = resolve(archive, "goofspiel-1@0")
    alike = [
        row
        for row in archive.games()
        if position_digest(place.opened, resolve(archive, f"{row.slug}@0").position.state)
        == position_digest(place.opened, place.position.state)
    ]
    assert 1 < len(alike) < 8  # the die is open, and differs
    found = find_like(archive, place, archive.games(), bounds=ALL)
    assert [(match.slug, match.ply) for match in found.matches if match.ply == 0] == [
        (row.slug, 0) for row in alike
    ]
    for match in found.matches:
        (way,) = continuations(archive, match)
        after = archive.line_batches(way.place.row.id, "main")[match.ply + 1]
        assert way.seat == after.seat
        session = Session.load(archive, match.slug)
        assert way.result == session.result()


def test_whole_positions_have_the_same_hands_too(archive):
    simulate(archive, "goofspiel", 8, seed="3", options={"turns": "1"})
    place = resolve(archive, "goofspiel-1@0")
    whole = find_like(archive, place, archive.games(), whole=True, bounds=ALL)
    seen = find_like(archive, place, archive.games(), seats=("north",), bounds=ALL)
    openly = find_like(archive, place, archive.games(), bounds=ALL)
    assert set(places(whole)) <= set(places(seen)) <= set(places(openly))
    assert ("goofspiel-1", 0, 0) in places(whole)
    assert len(whole.matches) < len(openly.matches)


def test_a_turns_end_is_found_by_its_stored_digest_without_rebuilding_anything(archive, monkeypatch):
    simulate(archive, "goofspiel", 4, seed="3", options={"turns": "3"})
    end = next(each.batch.ply for each in archive.tree_stored("goofspiel-2") if each.batch.board)
    place = resolve(archive, f"goofspiel-2@{end}")
    expected = find_like(archive, place, archive.games(), seats=(), bounds=ALL)
    monkeypatch.setattr("replays.finding.walk", None)
    found = find_like(archive, place, archive.games(), bounds=ALL)
    assert ("goofspiel-2", 0, end) in places(found)
    assert places(found) == places(expected)
    assert (found.games, found.due) == (4, 4)


def test_every_way_in_which_a_line_went_on_is_told_once(archive):
    session = begun(archive)
    play_on(session, random.Random(1), 4)
    fork = 2
    session.branch("what-if", fork)
    choices = session.choices()
    taken = archive.line_batches(session.row.id, "main")[fork + 1]
    other = next(each for each in choices if msgspec.json.encode(each.action) != bytes(taken.action))
    session.act(other.seat, other.action)
    place = resolve(archive, f"goofspiel-1:main@{fork}")
    found = find_like(archive, place, archive.games(), bounds=ALL)
    here = [match for match in found.matches if match.digest == place.head.digest]
    assert len(here) == 1
    ways = continuations(archive, here[0])
    assert [way.place.line for way in ways] == ["main", "what-if"]
    assert ways[0].text != ways[1].text == other.text


def test_what_a_seat_does_not_know_of_the_next_decision_is_not_told(archive):
    simulate(archive, "goofspiel", 1, seed="3", options={"turns": "1"})
    stored = archive.tree_stored("goofspiel-1")
    ply = next(each.batch.ply for each in stored if b"commit" in bytes(each.batch.action))
    place = resolve(archive, f"goofspiel-1@{ply - 1}")
    (match,) = find_like(archive, place, archive.games(), whole=True, bounds=ALL).matches
    seat = stored[ply].batch.seat
    other = "south" if seat == "north" else "north"
    assert continuations(archive, match, (other,))[0].text == "(hidden)"
    assert continuations(archive, match, (seat,))[0].text.startswith("(choose)")


def test_names_are_looked_up_in_samples_and_leniently_in_any_position():
    rules = installed()["sauron"]
    opened = prepare(rules, rules.load(None), "learning", {})
    empty = rules.initial(opened.game)
    with pytest.raises(Unclear):
        conditions(opened, [empty], "elendil gone")
    (condition,) = conditions(opened, [empty], "elendil gone", lenient=True)
    assert condition.holds(empty, ())
