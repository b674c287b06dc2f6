"""The bot that looks one decision ahead with the ruleset's own `evaluate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from replays.bots.bot import Stream
from rules.chance import Chance, keyed
from rules.projection import fold
from rules.ruleset import Action, AnyRuleset

SAMPLES = 4
"""How many ways of filling in what the seat does not know, each with its own chance, an action is tried in."""

MANY = 48
"""Of more actions than this only the best `FEW` of a first round, in one sample each, are tried in all samples."""
FEW = 12

ANEW = 6
"""Of actions that were offered before, the best so many are tried again when a long list comes back."""
LONG = 10
"""How many actions make a long list."""

DECIDED = 1e9
"""What a won game is worth: more than any position."""


class GreedyBot:
    """Takes the action with the best mean value over a few samples; of equal ones the first.

    Every action is tried in the same samples. What is hidden is filled in from the seat's view by `resample`, and dice
    come from the bot's own stream: the game's chance and the other hands are never looked at. What depends on neither
    is tried once; whether a decision depends on what is hidden its first action tells. Where one piece after another
    may act, most of a long list is the same each time: then only what is new in it, the best of the rest as they were
    found before, and its last action are tried again; all of it, before the last action ends it.
    Of decisions that the evaluation foresees, the first action that is worth what was promised is taken. What the
    ruleset does not hold worth trying is left out.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._found: dict[type[Action], dict[Action, float]] = {}
        """What the actions of earlier lists were worth, against the last one of their list; by the type of that."""
        self._promised: float | None = None
        """What the last choice was worth."""
        self._place = 0
        """Where in its list the last foreseen choice was found."""

    def choose(
        self, ruleset: AnyRuleset, game: Any, state: Any, seat: str, legal: Sequence[Action]
    ) -> Action:
        """The best legal action by the mean of its samples."""
        if len(legal) == 1:
            return legal[0]
        seen = ruleset.view(game, state, (seat,))
        legal = ruleset.worth_trying(game, seen, seat, legal)
        if len(legal) == 1:
            return legal[0]
        keys = [self._stream.key() for _ in range(SAMPLES)]
        if self._promised is not None and self._is_foreseen(ruleset, game, state, seat):
            whole = self._filled_in(ruleset, game, seen, seat, keys[0])
            return self._first_as_good(ruleset, game, [(whole, key) for key in keys], seat, legal)
        samples = [(self._filled_in(ruleset, game, seen, seat, key), key) for key in keys]
        if ruleset.hidden and not self._tells(ruleset, game, samples, seat, legal[0]):
            samples = [(samples[0][0], key) for key in keys]
        before = self._found.get(type(legal[-1]), {})
        actions = self._promising(legal, before)
        if len(actions) > MANY:
            actions = self._few(ruleset, game, samples, seat, actions)
        values = [self._value(ruleset, game, samples, seat, action) for action in actions]
        last = values[-1]
        if actions[-1] is legal[-1] and last == max(values) and len(actions) < len(legal) <= MANY:
            tried = dict(zip(actions, values, strict=True))
            actions = legal
            values = [
                tried[action] if action in tried else self._value(ruleset, game, samples, seat, action)
                for action in actions
            ]
        gains = {action: before[action] for action in legal if action in before}
        gains |= {action: value - last for action, value in zip(actions, values, strict=True)}
        self._found[type(legal[-1])] = gains
        self._promised = max(values)
        return actions[values.index(self._promised)]

    def _filled_in(self, ruleset: AnyRuleset, game: Any, seen: Any, seat: str, key: bytes) -> Any:
        return ruleset.resample(game, seen, seat, Chance(keyed(key, "hidden"), "trial"))

    def _is_foreseen(self, ruleset: AnyRuleset, game: Any, state: Any, seat: str) -> bool:
        words = ruleset.foreseen
        return bool(words) and any(
            awaited.seat == seat and awaited.decision in words for awaited in ruleset.awaiting(game, state)
        )

    def _first_as_good(
        self,
        ruleset: AnyRuleset,
        game: Any,
        samples: Sequence[tuple[Any, bytes]],
        seat: str,
        legal: Sequence[Action],
    ) -> Action:
        """The first action that is worth what was promised, looked for from the place in the list where the last one
        was found; without one, the best."""
        values: dict[int, float] = {}
        for place in (*range(self._place, len(legal)), *range(min(self._place, len(legal)))):
            values[place] = self._value(ruleset, game, samples, seat, legal[place])
            if self._promised is not None and values[place] >= self._promised:
                break
        self._place = max(values, key=lambda place: (values[place], -place))
        self._promised = values[self._place]
        return legal[self._place]

    def _promising(self, legal: Sequence[Action], before: Mapping[Action, float]) -> Sequence[Action]:
        """The actions that are worth trying by what was found before, in the order of `legal`."""
        known = [action for action in legal if action in before]
        if len(legal) <= LONG or 2 * len(known) < len(legal):
            return legal
        best = set(sorted(known, key=lambda action: -before[action])[:ANEW])
        return [action for action in legal if action in best or action not in before or action is legal[-1]]

    def _tells(
        self, ruleset: AnyRuleset, game: Any, samples: Sequence[tuple[Any, bytes]], seat: str, action: Action
    ) -> bool:
        """Whether what is hidden matters to this decision, as far as its first action tells: whether other events
        follow from that where it is filled in otherwise. Where everything is known they do not."""
        first, key = samples[0]
        others = [state for state, _ in samples[1:] if state is not first]
        if not others:
            return False
        events, *found = (
            ruleset.decide(game, state, seat, action, Chance(keyed(key, "trial"), "trial"))
            for state in (first, *others)
        )
        return any(each != events for each in found)

    def _few(
        self,
        ruleset: AnyRuleset,
        game: Any,
        samples: Sequence[tuple[Any, bytes]],
        seat: str,
        legal: Sequence[Action],
    ) -> Sequence[Action]:
        """The best actions by the first sample that tells any of them from the others, in the order of `legal`."""
        for sample in samples:
            values = [self._value(ruleset, game, [sample], seat, action) for action in legal]
            if min(values) < max(values):
                best = sorted(range(len(legal)), key=lambda number: (-values[number], number))[:FEW]
                return [legal[number] for number in sorted(best)]
        return legal[:FEW]

    def _value(
        self, ruleset: AnyRuleset, game: Any, samples: Sequence[tuple[Any, bytes]], seat: str, action: Action
    ) -> float:
        total = 0.0
        known = all(state is samples[0][0] for state, _ in samples)
        for state, key in samples:
            chance = Chance(keyed(key, "trial"), "trial")
            events = ruleset.decide(game, state, seat, action, chance)
            worth = self._worth(ruleset, game, fold(ruleset, game, state, events), seat)
            if not chance.outcomes and known:
                return worth
            total += worth
        return total / len(samples)

    def _worth(self, ruleset: AnyRuleset, game: Any, state: Any, seat: str) -> float:
        result = ruleset.result(game, state)
        if result is not None and result.winners:
            return DECIDED if seat in result.winners else -DECIDED
        return ruleset.evaluate(game, ruleset.view(game, state, (seat,)), seat)
