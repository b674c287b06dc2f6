"""The learning battle: ready set-up, five turns, won by the scenario's rule."""

from __future__ import annotations

import random

import immutables
import pytest

from rules.chance import Chance, keyed
from rules.errors import IllegalAction, OptionError
from rules.middle_earth.events import PhaseBegan, TurnBegan
from rules.middle_earth.sauron.ruleset import ruleset
from rules.projection import fold
from rules.ruleset import Resign, Step

DATA = ruleset.load(None)
GAME = ruleset.prepare(DATA, "learning", {})
WAYS = {"decisive", "marginal", "annihilation"}


def begun():
    return fold(ruleset, GAME, ruleset.initial(GAME), ruleset.begin(GAME, Chance(keyed(b"0" * 16))))


def play(seed):
    dice, key = random.Random(seed), b"%016d" % seed
    counts: immutables.Map[str, int] = immutables.Map()
    state = begun()
    while awaited := ruleset.awaiting(GAME, state):
        seat = awaited[0].seat
        chance = Chance(keyed(key), counts=counts)
        action = dice.choice(ruleset.legal(GAME, state, seat))
        state = fold(ruleset, GAME, state, ruleset.decide(GAME, state, seat, action, chance))
        for outcome in chance.outcomes:
            counts = counts.set(outcome.purpose, counts.get(outcome.purpose, 0) + 1)
    return state


def check_end(state):
    result = ruleset.result(GAME, state)
    assert result is not None
    assert result.how in WAYS
    assert len(result.winners) == 1
    assert set(result.scores) == {"alliance", "sauron"}


@pytest.mark.parametrize("seed", range(12))
def test_a_random_battle_ends_by_the_victory_rule(seed):
    check_end(play(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(500))
def test_500_random_battles_end_by_the_victory_rule(seed):
    check_end(play(seed))


def test_sauron_s_magic_phase_comes_first_because_only_he_casts():
    state = begun()
    assert [(each.seat, each.decision) for each in ruleset.awaiting(GAME, state)] == [("sauron", "magic")]
    clock = ruleset.clock(GAME, state)
    assert (clock.turn, clock.phase, clock.phase_title) == (1, 1, "First magic leader phase")


def test_a_scenario_that_there_is_not_is_refused():
    with pytest.raises(OptionError, match="the scenarios are learning, battle"):
        ruleset.prepare(DATA, "siege", {})


def test_whoever_resigns_loses():
    state = begun()
    for seat, other in (("alliance", "sauron"), ("sauron", "alliance")):
        events = ruleset.decide(GAME, state, seat, Resign(), Chance(keyed(b"0" * 16)))
        result = ruleset.result(GAME, fold(ruleset, GAME, state, events))
        assert result is not None
        assert (result.winners, result.how) == ((other,), "resigned")


def test_nothing_is_decided_after_the_end():
    state = play(1)
    with pytest.raises(IllegalAction, match="over"):
        ruleset.decide(GAME, state, "alliance", Resign(), Chance(keyed(b"0" * 16)))


def test_a_run_of_batches_is_told_in_one_line():
    state, steps = begun(), []
    first = state
    for text in ("end (phase)", "(move) orcs-2", "(to) 1916", "(halt)"):
        (action,) = (
            each for each in ruleset.legal(GAME, state, "sauron") if ruleset.phrase(GAME, state, each) == text
        )
        events = ruleset.decide(GAME, state, "sauron", action, Chance(keyed(b"0" * 16)))
        steps.append(Step("sauron", action, events))
        state = fold(ruleset, GAME, state, events)
    told = ruleset.retell(GAME, first, steps)
    assert told == "Sauron: Orcs 2 to 1916"


def test_turns_and_phases_follow_each_other_and_the_last_turn_is_night():
    seen, state = [], begun()
    dice = random.Random(3)
    while awaited := ruleset.awaiting(GAME, state):
        seat = awaited[0].seat
        action = dice.choice(ruleset.legal(GAME, state, seat))
        for event in ruleset.decide(GAME, state, seat, action, Chance(keyed(b"3" * 16))):
            if isinstance(event, TurnBegan):
                seen.append((event.turn, "", event.night))
            elif isinstance(event, PhaseBegan):
                seen.append((state.turn, event.phase, state.night))
            state = ruleset.evolve(GAME, state, event)
    assert [(turn, phase) for turn, phase, _ in seen] == sorted((turn, phase) for turn, phase, _ in seen)
    assert {turn for turn, _, night in seen if night} == {5}
