"""The bot that plays on by chance from what could be, and takes what did best: flat Monte Carlo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replays.bots.bot import Stream
from rules.chance import Chance, keyed
from rules.projection import fold
from rules.ruleset import Action, AnyRuleset

TRIALS = 6
"""How often it is played on from each action, each time from another way of filling in what the seat does not know."""
FEW = 6
"""Of more actions than this only those that look best at once are tried."""
DEPTH = 6
"""After so many decisions a trial is stopped, and its position counts as the ruleset values it."""

DECIDED = 1e9
"""What a won game is worth: more than any position."""


class MonteCarloBot:
    """Takes the action from which it went best on the mean; of equal ones the first.

    What the seat does not know is filled in by `resample` from its view alone, and dice and further decisions come from
    the bot's own stream. Every action is tried in the same samples with the same dice. A decision costs at most
    `FEW` × `TRIALS` × `DEPTH` decisions in trials and one look at each action, whatever the game: so it is bounded in
    work, not in time, and the same seed decides alike on every machine.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(
        self, ruleset: AnyRuleset, game: Any, state: Any, seat: str, legal: Sequence[Action]
    ) -> Action:
        """The legal action that did best in its trials."""
        if len(legal) == 1:
            return legal[0]
        seen = ruleset.view(game, state, (seat,))
        legal = ruleset.worth_trying(game, seen, seat, legal)
        if len(legal) == 1:
            return legal[0]
        samples = []
        for _ in range(TRIALS):
            key = self._stream.key()
            samples.append((ruleset.resample(game, seen, seat, Chance(keyed(key, "hidden"), "trial")), key))
        tried = _most_promising(ruleset, game, samples[0], seat, legal)
        values = [sum(_trial(ruleset, game, sample, seat, action) for sample in samples) for action in tried]
        return tried[values.index(max(values))]


Sample = tuple[Any, bytes]
"""A whole state that could be, and the key of its chance."""


def _most_promising(
    ruleset: AnyRuleset, game: Any, sample: Sample, seat: str, legal: Sequence[Action]
) -> Sequence[Action]:
    """The actions that are worth trying, in the order of `legal`."""
    if len(legal) <= FEW:
        return legal
    values = []
    for action in legal:
        state, key = sample
        events = ruleset.decide(game, state, seat, action, Chance(keyed(key, "trial"), "trial"))
        values.append(_worth(ruleset, game, fold(ruleset, game, state, events), seat))
    best = sorted(range(len(legal)), key=lambda number: (-values[number], number))[:FEW]
    return [legal[number] for number in sorted(best)]


def _trial(ruleset: AnyRuleset, game: Any, sample: Sample, seat: str, action: Action) -> float:
    """What the action is worth to the seat in one sample: on the mean of what comes of it at once, and of what is left
    of that after decisions by chance. So what chance would never follow up still counts."""
    state, key = sample
    source, stream = keyed(key, "trial"), Stream(key.hex())
    # Counted by purpose, as on a line: one roll for something is not the next one for it.
    counts: dict[str, int] = {}
    who, at_once = seat, 0.0
    for decision in range(DEPTH):
        chance = Chance(source, "trial", counts)
        state = fold(ruleset, game, state, ruleset.decide(game, state, who, action, chance))
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        if decision == 0:
            at_once = _worth(ruleset, game, state, seat)
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            break
        who = awaited[0].seat
        legal = ruleset.legal(game, state, who)
        action = legal[stream.below(len(legal))]
    return (at_once + _worth(ruleset, game, state, seat)) / 2


def _worth(ruleset: AnyRuleset, game: Any, state: Any, seat: str) -> float:
    result = ruleset.result(game, state)
    if result is not None:
        if not result.winners:
            return 0.0
        return DECIDED if seat in result.winners else -DECIDED
    return ruleset.evaluate(game, ruleset.view(game, state, (seat,)), seat)
