"""Decisions looked at again: whose, how many, against what, and the glyph that follows."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from eventlog.archive import Archive
from eventlog.record import Person
from replays.references import resolve
from replays.reviewing import Extent, NoReview, Weighed, glyph, note_text, review
from replays.simulate import simulate
from tests.replays.played import begun, play_on

FEW = Extent(decisions=4, options=3, trials=4)


@pytest.fixture
def archive(tmp_path):
    return Archive(tmp_path / "games.duckdb")


@pytest.fixture
def place(archive):
    session = begun(archive, people={"north": Person(name="Ann"), "south": Person(bot="random")})
    play_on(session, random.Random(5))
    return resolve(archive, session.row.slug)


def test_decisions_of_people_with_more_than_one_option_are_reviewed(archive, place):
    found, due = review(archive, place, extent=Extent(decisions=None, options=9, trials=3))
    assert {each.seat for each in found} == {"north"}
    assert due == len(found)
    rules, game = place.opened.ruleset, place.opened.game
    for each in found:
        before = place.timeline.state_at(each.ply - 1)
        legal = rules.legal(game, before, "north")
        assert sorted(option.text for option in each.options) == sorted(
            rules.phrase(game, before, action) for action in legal
        )
        assert len(legal) > 1
        assert each.more == 0
        assert all(option.trials == 3 and 0 <= option.wins <= 3 for option in each.options)
        assert [option.win for option in each.options] == sorted((o.win for o in each.options), reverse=True)
    batches = archive.line_batches(place.row.id, "main")
    for each in found:
        action = rules.phrase(
            game,
            place.timeline.state_at(each.ply - 1),
            next(
                action
                for action in rules.legal(game, place.timeline.state_at(each.ply - 1), "north")
                if _same(action, batches[each.ply])
            ),
        )
        assert action == each.taken


def _same(action, batch):
    import msgspec

    return msgspec.json.encode(action) == bytes(batch.action)


def test_it_is_bounded_and_what_was_taken_is_always_among_the_options(archive, place):
    told = []
    found, due = review(
        archive, place, extent=FEW, everybody=True, progress=lambda done, due: told.append((done, due))
    )
    assert len(found) == 4 < due
    trials = 4 * FEW.trials
    assert told == [(number, trials) for number in range(1, trials + 1)]
    assert [each.ply for each in found] == sorted(each.ply for each in found)
    for each in found:
        assert len(each.options) <= 3
        assert each.taken in {option.text for option in each.options}


def test_when_time_is_up_those_most_in_doubt_are_told(archive, place):
    whole, due = review(archive, place, extent=FEW, everybody=True)
    found, of = review(archive, place, extent=structs.replace(FEW, seconds=0), everybody=True)
    assert of == due
    (one,) = found
    (first,), _ = review(archive, place, extent=structs.replace(FEW, decisions=1), everybody=True)
    assert one == first
    assert one in whole


def test_it_is_the_same_from_the_same_seed_however_many_processes(archive, place):
    found = [
        review(archive, place, extent=FEW, everybody=True, workers=workers, seed="3") for workers in (1, 2)
    ]
    assert found[0] == found[1]


def test_only_what_one_seat_decided_up_to_a_ply(archive, place):
    found, _ = review(archive, place, extent=FEW, everybody=True, seats=("south",))
    assert {each.seat for each in found} == {"south"}
    early = resolve(archive, f"{place.row.slug}@{found[0].ply}")
    assert all(
        each.ply <= early.ply
        for each in review(archive, early, extent=FEW, everybody=True, seats=("south",))[0]
    )


def test_a_game_of_bots_has_nothing_unless_it_is_asked_for(archive):
    simulate(archive, "goofspiel", 1, options={"turns": "2"})
    place = resolve(archive, "goofspiel-1")
    with pytest.raises(NoReview, match="--all reviews"):
        review(archive, place, extent=FEW)
    assert review(archive, place, extent=FEW, everybody=True)[0]
    with pytest.raises(NoReview, match="Nobody had"):
        review(archive, resolve(archive, "goofspiel-1@0"), extent=FEW, everybody=True)


def weighed(wins, text="this", trials=40):
    return Weighed(text, wins, trials)


@pytest.mark.parametrize(
    ("taken", "others", "said"),
    [
        (2, [30, 10], "??"),
        (12, [25, 3], "?"),
        (38, [10, 2], "!!"),
        (36, [23, 2], "!"),
        (20, [22, 18], ""),
        (20, [30, 18], ""),
        (0, [0, 0], ""),
        (9, [], ""),
    ],
)
def test_a_glyph_needs_a_difference_that_chance_hardly_makes(taken, others, said):
    assert glyph(weighed(taken), [weighed(wins, "that") for wins in others]) == said


def test_a_small_difference_that_is_sure_is_doubtful():
    assert glyph(weighed(400, trials=1000), [weighed(550, trials=1000)]) == "?!"
    assert glyph(weighed(550, trials=1000), [weighed(400, trials=1000)]) == ""


def test_the_text_of_a_note_names_the_better_option():
    from replays.reviewing import Reviewed

    worse = Reviewed(3, "north", "this", (weighed(30, "that"), weighed(2)), 0, "??")
    assert note_text(worse) == "Wins 5% (1% to 17%); best: that, 75% (60% to 86%). By 40 trials each."
    better = Reviewed(3, "north", "this", (weighed(30), weighed(2, "that")), 0, "!!")
    assert note_text(better).startswith("Wins 75% (60% to 86%); best other: that, 5%")
