"""Random games with everything kept that the kit looks at: states, actions, what was legal, chance, events."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import immutables
import msgspec

from replays.bots.bot import Stream
from rules.chance import Chance, Outcome, Request, Source, keyed
from rules.errors import OptionError
from rules.projection import encode_state
from rules.ruleset import Action, AnyRuleset, Event

LONGEST = 20_000
"""A random game of more plies than this has no end."""

CHOSEN_PLIES = 40
"""At how many plies of a game the dear checks look."""


class Draw(msgspec.Struct, frozen=True):
    """A drawn item by its name, and who sees which one it was (None: everybody)."""

    item: str
    known_to: tuple[str, ...] | None


class KeptStep(msgspec.Struct, frozen=True):
    """One batch: who acted, what was legal then, the action (None at the beginning), chance, events.

    `counts` are the earlier results of each purpose; `before` and `after` the states.
    """

    seat: str
    action: Action | None
    legal: tuple[Action, ...]
    outcomes: tuple[Outcome, ...]
    draws: tuple[Draw, ...]
    events: tuple[Event, ...]
    counts: Mapping[str, int]
    before: Any
    after: Any


class KeptGame(msgspec.Struct, frozen=True):
    """One random game. Step 0 is the beginning; `trouble` says why the game stopped before its end."""

    ruleset: AnyRuleset
    game: Any
    scenario: str
    seats: tuple[str, ...]
    options: dict[str, str]
    seed: int
    key: bytes
    steps: list[KeptStep]
    encoded: dict[int, bytes]
    trouble: str = ""

    def chosen(self, most: int = CHOSEN_PLIES) -> Iterator[tuple[int, KeptStep]]:
        """Steps spread over the game, the first and the last among them, with their plies."""
        last = len(self.steps) - 1
        count = min(most, last + 1)
        plies = sorted({round(index * last / max(count - 1, 1)) for index in range(count)})
        return ((ply, self.steps[ply]) for ply in plies)

    def viewers(self) -> tuple[tuple[str, ...], ...]:
        """Each seat by itself, and nobody."""
        return (*((seat,) for seat in self.seats), ())

    def source(self) -> Source:
        """The game's own chance."""
        return keyed(self.key)

    def stream(self, purpose: str) -> Stream:
        """Numbers for what a check itself draws, the same at every run."""
        return Stream(f"{purpose}\0{self.key.hex()}")


def play_game(ruleset: AnyRuleset, data: Any, scenario: str, seed: int, longest: int = LONGEST) -> KeptGame:
    """A game in which everybody takes any legal action, in any order where several are awaited.

    It depends on scenario and seed alone. With an odd seed the options take any of their values. Errors of the
    rules end the game and are told in `trouble`.
    """
    key = hashlib.sha256(f"check\0{ruleset.name}\0{scenario}\0{seed}".encode()).digest()[:16]
    stream = Stream(f"play\0{key.hex()}")
    game, options = _prepared(ruleset, data, scenario, stream if seed % 2 else None)
    seats = next(known.seats for known in ruleset.scenarios if known.name == scenario)
    steps: list[KeptStep] = []
    encoded: dict[int, bytes] = {}
    trouble = ""
    try:
        for step in _steps(ruleset, game, key, stream):
            ply = len(steps)
            if ply < CHOSEN_PLIES or ply % 256 == 0:
                encoded[ply] = encode_state(step.after)
            steps.append(step)
            if ply == longest:
                trouble = f"there is no result after {longest} plies"
                break
    except Exception as error:
        trouble = f"ply {len(steps)} raised {described(error)}"
    return KeptGame(ruleset, game, scenario, seats, options, seed, key, steps, encoded, trouble)


def described(error: Exception) -> str:
    """An error of the rules in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _prepared(
    ruleset: AnyRuleset, data: Any, scenario: str, stream: Stream | None
) -> tuple[Any, dict[str, str]]:
    usual = {option.name: option.default for option in ruleset.options}
    if stream is not None:
        switches = [option for option in ruleset.options if option.values]
        chosen = {option.name: option.values[stream.below(len(option.values))] for option in switches}
        try:
            return ruleset.prepare(data, scenario, usual | chosen), usual | chosen
        except OptionError:
            pass  # switches that do not go together
    return ruleset.prepare(data, scenario, usual), usual


def _steps(ruleset: AnyRuleset, game: Any, key: bytes, stream: Stream) -> Iterator[KeptStep]:
    source = keyed(key)
    draws: list[tuple[str, ...]] = []

    def kept(request: Request) -> tuple[int | str, ...]:
        draws.append(request.items)
        return source(request)

    counts: immutables.Map[str, int] = immutables.Map()
    state = ruleset.initial(game)
    seat = ""
    action: Action | None = None
    legal: tuple[Action, ...] = ()
    chance = Chance(kept, counts=counts)
    events = ruleset.begin(game, chance)
    while True:
        after = state
        for event in events:
            after = ruleset.evolve(game, after, event)
        drawn = tuple(
            Draw(items[int(outcome.result[0])], outcome.known_to)
            for items, outcome in zip(draws, chance.outcomes, strict=True)
            if items
        )
        yield KeptStep(
            seat, action, legal, tuple(chance.outcomes), drawn, tuple(events), counts, state, after
        )
        for outcome in chance.outcomes:
            counts = counts.set(outcome.purpose, counts.get(outcome.purpose, 0) + 1)
        draws.clear()
        state = after
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            return
        seat = awaited[stream.below(len(awaited))].seat
        legal = ruleset.legal(game, state, seat)
        if not legal:
            raise ValueError(f"{seat} is awaited and has nothing that it may do")
        action = legal[stream.below(len(legal))]
        chance = Chance(kept, counts=counts)
        events = ruleset.decide(game, state, seat, action, chance)
