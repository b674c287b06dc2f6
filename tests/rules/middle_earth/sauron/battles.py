"""Whole battles played out by bots, for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import immutables

from replays.bots import bot
from rules.chance import Chance, keyed
from rules.middle_earth.game import Game
from rules.middle_earth.sauron.ruleset import ruleset
from rules.middle_earth.state import State
from rules.projection import fold
from rules.ruleset import Event

DATA = ruleset.load(None)
LONGEST = 20_000


def prepared(scenario: str = "battle", **options: str) -> Game:
    """A game of the scenario with these options."""
    return ruleset.prepare(DATA, scenario, {"setup": "historical", **options})


def begun(game: Game, key: bytes = b"0" * 16) -> State:
    """The position at the first choice."""
    return fold(ruleset, game, ruleset.initial(game), ruleset.begin(game, Chance(keyed(key))))


def play(
    game: Game,
    seed: int,
    bots: Mapping[str, str],
    each: Callable[[State, Event], Any] = lambda state, event: None,
) -> State:
    """The last position of a battle between these bots; `each` is told every event with the state before it."""
    key = b"%016d" % seed
    counts: immutables.Map[str, int] = immutables.Map()
    players = {seat: bot(name, f"{seed}/{seat}") for seat, name in bots.items()}
    chance = Chance(keyed(key))
    state, events = ruleset.initial(game), ruleset.begin(game, chance)
    for _ in range(LONGEST):
        for event in events:
            each(state, event)
            state = ruleset.evolve(game, state, event)
        for outcome in chance.outcomes:
            counts = counts.set(outcome.purpose, counts.get(outcome.purpose, 0) + 1)
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            return state
        seat = awaited[0].seat
        action = players[seat].choose(ruleset, game, state, seat, ruleset.legal(game, state, seat))
        chance = Chance(keyed(key), counts=counts)
        events = ruleset.decide(game, state, seat, action, chance)
    raise AssertionError("the battle does not end")


def both(name: str) -> dict[str, str]:
    """The same bot for both seats."""
    return {"alliance": name, "sauron": name}
