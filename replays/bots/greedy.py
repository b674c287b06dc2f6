"""The bot that looks one decision ahead with the ruleset's own `evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replays.bots.bot import Stream
from rules.chance import Chance, keyed
from rules.projection import fold
from rules.ruleset import Action, AnyRuleset

SAMPLES = 4
"""How many ways of filling in what the seat does not know, each with its own chance, an action is tried in."""

DECIDED = 1e9
"""What a won game is worth: more than any position."""


class GreedyBot:
    """Takes the action with the best mean value over a few samples; of equal ones the first.

    Every action is tried in the same samples. What is hidden is filled in from the seat's view by `resample`, and dice
    come from the bot's own stream: the game's chance and the other hands are never looked at.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(
        self, ruleset: AnyRuleset, game: Any, state: Any, seat: str, legal: Sequence[Action]
    ) -> Action:
        """The best legal action by the mean of its samples."""
        if len(legal) == 1:
            return legal[0]
        seen = ruleset.view(game, state, (seat,))
        samples = []
        for _ in range(SAMPLES):
            key = self._stream.key()
            samples.append((ruleset.resample(game, seen, seat, Chance(keyed(key, "hidden"), "trial")), key))
        return max(legal, key=lambda action: self._value(ruleset, game, samples, seat, action))

    def _value(
        self, ruleset: AnyRuleset, game: Any, samples: Sequence[tuple[Any, bytes]], seat: str, action: Action
    ) -> float:
        total = 0.0
        for state, key in samples:
            events = ruleset.decide(game, state, seat, action, Chance(keyed(key, "trial"), "trial"))
            total += self._worth(ruleset, game, fold(ruleset, game, state, events), seat)
        return total

    def _worth(self, ruleset: AnyRuleset, game: Any, state: Any, seat: str) -> float:
        result = ruleset.result(game, state)
        if result is not None and result.winners:
            return DECIDED if seat in result.winners else -DECIDED
        return ruleset.evaluate(game, ruleset.view(game, state, (seat,)), seat)
