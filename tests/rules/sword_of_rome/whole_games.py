"""Whole games with chance from a key, for what holds from turn to turn rather than in one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rules.chance import Chance, keyed
from rules.ruleset import Action, Event
from rules.sword_of_rome import ruleset
from rules.sword_of_rome.actions import End, Halt, Pass, Refuse
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from tests.rules.sword_of_rome.harness import installed_data

Choose = Callable[[Game, State, str, tuple[Action, ...]], Action]
"""How a seat decides: the game, the state, the seat, and all that it may do."""


class Batch(NamedTuple):
    """What a seat did, what followed, the state after it, and what was rolled and drawn for. The beginning has no
    seat."""

    seat: str
    events: tuple[Event, ...]
    state: State
    game: Game
    purposes: tuple[str, ...] = ()


def idle(game: Game, state: State, seat: str, options: tuple[Action, ...]) -> Action:
    """Does as little as may be."""
    for kind in (Pass, End, Refuse, Halt):
        for option in options:
            if isinstance(option, kind):
                return option
    return options[0]


def follow(
    scenario: str, choose: Choose, *, key: int = 1, options: Mapping[str, str] | None = None
) -> Iterator[Batch]:
    """Plays from the beginning to the end of the game, batch by batch; stop whenever enough is seen."""
    game = ruleset.prepare(installed_data(), scenario, dict(options or {}))
    source = keyed(key.to_bytes(16, "big"))
    counts: dict[str, int] = {}

    def settled(chance: Chance, state: State, events: tuple[Event, ...]) -> State:
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        for event in events:
            state = ruleset.evolve(game, state, event)
        return state

    chance = Chance(source)
    events = ruleset.begin(game, chance)
    state = settled(chance, ruleset.initial(game), events)
    yield Batch("", events, state, game, tuple(each.purpose for each in chance.outcomes))
    while awaited := ruleset.awaiting(game, state):
        seat = awaited[0].seat
        action = choose(game, state, seat, ruleset.legal(game, state, seat))
        chance = Chance(source, counts=counts)
        events = ruleset.decide(game, state, seat, action, chance)
        state = settled(chance, state, events)
        yield Batch(seat, events, state, game, tuple(each.purpose for each in chance.outcomes))
