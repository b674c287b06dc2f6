"""Bots are the same at every run, know no more than their seat, and the greedy one is no fool."""

import dataclasses
import subprocess
import sys

import goofspiel
import pytest
from goofspiel import ruleset

from replays.bots import BOTS, NoSuchBot, bot
from rules.chance import Chance, keyed
from rules.projection import fold
from rules.ruleset import Pass, Resigned

GAME = ruleset.prepare(ruleset.load(None), "duel", {"turns": ""})

PLAY = """
import sys
from tests.replays.test_bots import play
print(play(sys.argv[1], 'random', 7))
"""


def play(north, south, seed):
    """Plays a game and gives the phrases of all actions, and the result."""
    bots = {"north": bot(north, f"{seed} north"), "south": bot(south, f"{seed} south")}
    source = keyed(seed.to_bytes(16, "big"))
    counts: dict[str, int] = {}
    told: list[str] = []
    state = ruleset.initial(GAME)
    events = ruleset.begin(GAME, Chance(source))
    while True:
        state = fold(ruleset, GAME, state, events)
        awaited = ruleset.awaiting(GAME, state)
        if not awaited:
            return told, ruleset.result(GAME, state)
        seat = awaited[0].seat
        legal = ruleset.legal(GAME, state, seat)
        action = bots[seat].choose(ruleset, GAME, state, seat, legal)
        assert action in legal
        told.append(ruleset.phrase(GAME, state, action))
        chance = Chance(source, counts=counts)
        events = ruleset.decide(GAME, state, seat, action, chance)
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_the_same_game_from_the_same_seed_and_another_from_another(name):
    assert play(name, "random", 7) == play(name, "random", 7)
    assert play(name, "random", 7) != play(name, "random", 8)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_the_same_game_whatever_the_hash_seed(name, monkeypatch):
    told = set()
    for hash_seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
        done = subprocess.run(
            [sys.executable, "-c", PLAY, name], capture_output=True, text=True, check=True, timeout=60
        )
        told.add(done.stdout)
    assert told == {f"{play(name, 'random', 7)}\n"}


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_alike_in_positions_that_look_alike_to_its_seat(name):
    source = keyed(bytes(16))
    state = fold(ruleset, GAME, ruleset.initial(GAME), ruleset.begin(GAME, Chance(source)))
    while ruleset.awaiting(GAME, state)[0].decision == "answer":
        seat = ruleset.awaiting(GAME, state)[0].seat
        state = fold(ruleset, GAME, state, ruleset.decide(GAME, state, seat, Pass(), Chance(source)))
    seen = ruleset.view(GAME, state, ("north",))
    others = [ruleset.resample(GAME, seen, "north", Chance(keyed(bytes([n] * 16)))) for n in range(6)]
    assert len({other.hands["south"] for other in others}) > 1
    legal = ruleset.legal(GAME, state, "north")
    chosen = {bot(name, 3).choose(ruleset, GAME, other, "north", legal) for other in (seen, state, *others)}
    assert len(chosen) == 1


def test_random_takes_every_action_sometimes():
    legal = [goofspiel.Again(f"spades-{n}") for n in range(5)]
    player = bot("random", 1)
    assert {player.choose(ruleset, GAME, None, "north", legal) for _ in range(100)} == set(legal)


def test_greedy_beats_random():
    results = [play("greedy", "random", seed)[1] for seed in range(30)]
    won = sum(result.winners == ("north",) for result in results)
    lost = sum(result.winners == ("south",) for result in results)
    assert won > lost + 8


def test_greedy_takes_a_won_game_before_a_better_looking_position():
    def decide(game, state, seat, action, chance):
        ends = isinstance(action, goofspiel.Again)
        return (Resigned("south"),) if ends else (goofspiel.PointsSet(seat, 500),)

    rigged = dataclasses.replace(ruleset, decide=decide)
    state = ruleset.initial(GAME)
    legal = (Pass(), goofspiel.Again("spades-1"))
    assert bot("greedy", 1).choose(rigged, GAME, state, "north", legal) == legal[1]


def test_greedy_takes_the_first_of_equals():
    level = dataclasses.replace(ruleset, decide=lambda *_: (), evaluate=lambda *_: 0.0)
    legal = tuple(goofspiel.Again(f"spades-{n}") for n in range(5))
    chosen = {
        bot("greedy", seed).choose(level, GAME, ruleset.initial(GAME), "north", legal) for seed in range(9)
    }
    assert chosen == {legal[0]}


def test_a_bot_that_is_none_is_named_with_those_that_are():
    with pytest.raises(NoSuchBot, match="no bot clever; there are random, greedy"):
        bot("clever", 1)
