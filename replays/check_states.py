"""Checks of states and of what is stored: folds, purity, chance, the round trip through the codec."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import immutables
import msgspec

from replays.check_games import KeptGame, described
from replays.opening import action_decoder, codec_of
from rules.chance import Chance, recorded
from rules.errors import ChanceNeeded
from rules.projection import decode_state, encode_state, fold
from rules.ruleset import Event
from rules.secrecy import redact

TAIL = 2000
"""How many batches are folded onto a cached state."""


def difference(left: Any, right: Any, path: str = "") -> str:
    """Where two values first differ in type or in content, as a sentence; "" where they are wholly equal."""
    where = path.removeprefix(".") or "it"
    if type(left) is not type(right):
        return f"{where} is a {type(left).__name__} in one and a {type(right).__name__} in the other"
    if isinstance(left, msgspec.Struct):
        pairs = [(f".{f}", getattr(left, f), getattr(right, f)) for f in left.__struct_fields__]
    elif isinstance(left, (dict, immutables.Map)):
        if set(left) != set(right) or {*map(type, left)} != {*map(type, right)}:
            return f"{where} has other keys: {_listed(left)} and {_listed(right)}"
        pairs = [(f"[{key}]", left[key], right[key]) for key in sorted(left, key=str)]
    elif isinstance(left, (tuple, list)):
        if len(left) != len(right):
            return f"{where} has {len(left)} items in one and {len(right)} in the other"
        pairs = [
            (f"[{index}]", one, other) for index, (one, other) in enumerate(zip(left, right, strict=True))
        ]
    else:
        if isinstance(left, frozenset) and {*map(type, left)} != {*map(type, right)}:
            return f"{where} holds other types"
        return "" if left == right else f"{where} is {_short(left)} in one and {_short(right)} in the other"
    return next(filter(None, (difference(one, other, path + step) for step, one, other in pairs)), "")


def _listed(keys: Mapping[Any, Any]) -> str:
    return _short(sorted(keys, key=str))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def states_from_zero(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """A state written, read and carried on equals the state from zero, type for type; none changes later."""
    ruleset, game, steps = kept.ruleset, kept.game, kept.steps
    if not steps:
        return
    every = (event for step in steps for event in step.events)
    unlike = difference(fold(ruleset, game, ruleset.initial(game), every), steps[-1].after)
    if unlike:
        yield len(steps) - 1, f"folding the events from zero gives another state: {unlike}"
    for ply, encoded in kept.encoded.items():
        if encode_state(steps[ply].after) != encoded:
            yield ply, "the state has changed since it was made: states must be values"
    for ply, step in kept.chosen(8):
        cached = decode_state(ruleset.state_type, encode_state(step.after))
        unlike = difference(cached, step.after)
        if unlike:
            yield ply, f"the state is not the same after being written and read: {unlike}"
        tail = steps[ply + 1 : ply + 1 + TAIL]
        if tail:
            carried_on = fold(ruleset, game, cached, (event for later in tail for event in later.events))
            unlike = difference(carried_on, tail[-1].after)
            if unlike:
                yield ply, f"a cached state and its tail give another state than from zero: {unlike}"


def undo_then_redo(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Deciding again from the same position is the same, and leaves the position as it was."""
    ruleset, game = kept.ruleset, kept.game
    for ply, step in kept.chosen():
        if step.action is None:
            continue
        before = encode_state(step.before)
        for _ in range(2):
            chance = Chance(kept.source(), counts=step.counts)
            events = ruleset.decide(game, step.before, step.seat, step.action, chance)
            if encode_state(step.before) != before:
                yield ply, f"deciding {step.action} changes the state that it is decided in"
            if events != step.events or tuple(chance.outcomes) != step.outcomes:
                yield ply, f"{step.action} of {step.seat} is decided otherwise the second time"
            unlike = difference(fold(ruleset, game, step.before, events), step.after)
            if unlike:
                yield ply, f"taken back and done again the state is another: {unlike}"


def chance_recorded(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """The recorded results give the recorded events again, none left over; what is set aside was there before."""
    ruleset, game = kept.ruleset, kept.game
    for ply, step in enumerate(kept.steps):
        for outcome in step.outcomes:
            if outcome.replaces is not None and not 0 <= outcome.replaces < outcome.ordinal:
                yield (
                    ply,
                    f"a result of {outcome.purpose} sets aside number {outcome.replaces}, which is not there",
                )
    for ply, step in kept.chosen():
        chance = Chance(recorded(step.outcomes), counts=step.counts)
        try:
            if step.action is None:
                events = ruleset.begin(game, chance)
            else:
                events = ruleset.decide(game, step.before, step.seat, step.action, chance)
        except ChanceNeeded as error:
            yield ply, f"decided again with the recorded chance: {error}"
            continue
        if events != step.events:
            yield ply, f"the recorded chance gives other events for {step.action}"
        elif len(chance.outcomes) < len(step.outcomes):
            yield ply, f"{step.action} needs less chance than was recorded"


def codec_round_trip(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Events, whole and as each seat sees them, and actions come back from what is stored as they were."""
    codec, decode = codec_of(kept.ruleset), action_decoder(kept.ruleset).decode

    def stored(event: Event) -> str:
        try:
            return difference(event, codec.decode(codec.encode(event)))
        except Exception as error:
            return described(error)

    for ply, step in enumerate(kept.steps):
        for event in step.events:
            unlike = stored(event)
            if unlike:
                yield ply, f"{event} is not the same after being stored: {unlike}"
            for seats in kept.viewers():
                seen = redact(event, seats, step.seat)
                unlike = stored(seen) if seen is not event else ""
                if unlike:
                    yield (
                        ply,
                        f"{seen}, as {seats or 'nobody'} sees it, is not the same after being stored: {unlike}",
                    )
    for ply, step in kept.chosen():
        for action in islice((*step.legal, *([step.action] if step.action else [])), 200):
            unlike = difference(action, decode(msgspec.json.encode(action)))
            if unlike:
                yield ply, f"{action} is not the same after being stored: {unlike}"
