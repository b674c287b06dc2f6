"""The kit passes a ruleset that is as it should be, and finds each way in which one may not be."""

import dataclasses
import re

import pytest
from goofspiel import ruleset

from replays.check import CHECKS, check
from replays.check_games import play_game
from replays.check_states import difference
from rules.errors import DataError
from rules.parts.decks import DeckReshuffled
from tests.replays import broken_rulesets
from tests.replays.broken_rulesets import BROKEN


def found(subject, name, games=4, seed=1, found_at=""):
    (one,) = check(subject, games=games, seed=seed, scenarios=["duel"], only=[name], found_at=found_at)
    return one


def test_a_sound_ruleset_passes_every_check():
    checks = check(ruleset, games=6, scenarios=["duel"])
    assert [one for one in checks if not one.passed] == []
    assert tuple(one.name for one in checks) == CHECKS
    assert all(one.detail for one in checks)


def test_a_game_of_thousands_of_plies_passes_every_check():
    assert [one for one in check(ruleset, games=1, scenarios=["long"]) if not one.passed] == []


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_found(what):
    name, says, subject = BROKEN[what]
    one = found(subject, name)
    assert not one.passed
    assert says in one.detail


def test_a_silent_event_may_be_told_by_nothing():
    _, _, subject = BROKEN["narrate_nothing"]
    assert found(dataclasses.replace(subject, silent=frozenset({DeckReshuffled})), "narrated").passed


def test_every_check_finds_something():
    assert {name for name, _, _ in BROKEN.values()} == set(CHECKS) - {"same-under-hash-seeds"}


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("unordered", "legal"),
        ("unordered_scene", "differ: scene at"),
        ("unordered_result", "differ: result at"),
    ],
)
def test_what_differs_between_processes_is_found(place, says):
    subject = getattr(broken_rulesets, place)
    one = found(subject, "same-under-hash-seeds", games=1, found_at=f"tests.replays.broken_rulesets:{place}")
    assert not one.passed
    assert says in one.detail


def test_a_ruleset_that_another_process_cannot_find_does_not_pass():
    subject = dataclasses.replace(ruleset)
    assert "cannot find goofspiel" in found(subject, "same-under-hash-seeds", games=1).detail
    one = found(subject, "same-under-hash-seeds", games=1, found_at="goofspiel:nothing")
    assert "a process of its own fails: AttributeError" in one.detail


def test_a_failure_names_the_seed_that_brings_it_about_again():
    name, _, subject = BROKEN["narrate_nothing"]
    detail = found(subject, name, games=9, seed=40).detail
    told = re.fullmatch(r"duel, seed (\d+), ply \d+: .*", detail)
    assert told is not None
    assert found(subject, name, games=1, seed=int(told[1])).detail == detail


def test_games_are_the_same_from_the_same_seed_and_others_from_another():
    data = ruleset.load(None)
    one, again, other = (play_game(ruleset, data, "duel", seed) for seed in (5, 5, 6))
    assert [step.events for step in one.steps] == [step.events for step in again.steps]
    assert [step.events for step in one.steps] != [step.events for step in other.steps]


def test_progress_is_told():
    told: list[tuple[int, ...]] = []
    check(dataclasses.replace(ruleset), games=3, scenarios=["duel"], progress=lambda *at: told.append(at))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_data_that_cannot_be_used_is_the_only_thing_told():
    def load(folder):
        raise DataError(("goofspiel.toml: no card at all",))

    (one,) = check(dataclasses.replace(ruleset, load=load))
    assert (one.name, one.passed) == ("declared", False)
    assert "no card at all" in one.detail


def test_difference_looks_at_types_as_well_as_at_values():
    assert difference({"a": (1, frozenset("x"))}, {"a": (1, frozenset("x"))}) == ""
    assert difference({"a": (1, True)}, {"a": (1, 1)}) == "[a][1] is a bool in one and a int in the other"
    assert difference((1,), (1, 2)) == "it has 1 items in one and 2 in the other"
    assert difference({"a": 1}, {"b": 1}) == "it has other keys: ['a'] and ['b']"
    assert difference(frozenset((1,)), frozenset((True,))) == "it holds other types"
    assert difference("a", "b") == "it is 'a' in one and 'b' in the other"
