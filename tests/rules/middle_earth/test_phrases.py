"""What is typed: no phrase asks for a word that only joins others, and a part of a piece's name will do."""

from __future__ import annotations

import random

import immutables
import msgspec
import pytest

from replays.phrase_words import pattern_of
from replays.typed import expand
from rules.chance import Chance, keyed
from rules.projection import fold
from rules.ruleset import installed
from tests.rules.middle_earth.test_scene import SCENARIOS

JOINING = {"a", "against", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "under", "with"}


class Position(msgspec.Struct, frozen=True):
    state: object
    counts: immutables.Map[str, int] = immutables.Map()


def _wander(name, scenario, seed, plies):
    """The game and some states of a random game."""
    ruleset = installed()[name]
    options = {option.name: option.default for option in ruleset.options}
    game = ruleset.prepare(ruleset.load(None), scenario, options)
    choose, source = random.Random(seed), keyed(bytes([seed]) * 16)
    state = fold(ruleset, game, ruleset.initial(game), ruleset.begin(game, Chance(source)))
    for _ in range(plies):
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            return
        seat = awaited[0].seat
        legal = ruleset.legal(game, state, seat)
        yield ruleset, game, state, seat, legal
        events = ruleset.decide(game, state, seat, choose.choice(legal), Chance(source))
        state = fold(ruleset, game, state, events)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_words_that_only_join_others_may_be_left_out(name, scenario):
    asked = set()
    for ruleset, game, state, seat, legal in _wander(name, scenario, 3, 400):
        for action in (*legal, *list(ruleset.conceivable(game, state, seat))[::997]):
            pattern = pattern_of(ruleset.phrase(game, state, action))
            asked |= {word.text for word in pattern if not word.optional and not word.name}
    assert not asked & JOINING


def test_units_are_named_by_a_part_of_their_names():
    found = 0
    for ruleset, game, state, seat, legal in _wander("sauron", "learning", 5, 800):
        for action in legal:
            if action.__struct_config__.tag != "fire":
                continue
            unit, target = game.short(action.unit), game.short(action.target)
            mine = [
                each for each in legal if each.__struct_config__.tag == "fire" and each.unit == action.unit
            ]
            for words in (
                f"fire {unit} at {target}",
                f"fire {unit} {target}",
                f"fire {unit.split('-')[1]} {target}",
            ):
                assert expand(ruleset, game, Position(state), seat, words) == [action], words
            found += len(mine)
    assert found
