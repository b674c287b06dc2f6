"""Checks of what is hidden: what a seat cannot see changes nothing of what it sees, may do, or is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from replays.check_games import KeptGame, KeptStep
from replays.check_states import difference
from rules.chance import Chance, keyed
from rules.errors import IllegalAction
from rules.ruleset import Action, Event
from rules.secrecy import UNKNOWN, hidden_fields, hidden_parts, opened, redact

REFUSED = 20
"""How many refusals are compared at one position."""


def views_interfere_not(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """Two positions that look alike to a seat offer it the same, ask the same seats and refuse for the same reasons.

    The other position is the seat's view with what is hidden in it filled in otherwise.
    """
    for ply, step in kept.chosen():
        for problem in _interference(kept, ply, step.after):
            yield ply, problem


def _interference(kept: KeptGame, ply: int, state: Any) -> Iterator[str]:
    ruleset, game = kept.ruleset, kept.game
    awaited, clock = ruleset.awaiting(game, state), ruleset.clock(game, state)
    if ruleset.awaiting(game, ruleset.view(game, state, ())) != awaited:
        yield "who is asked does not follow from what everybody sees"
    unlike = difference(state, ruleset.view(game, state, kept.seats))
    if unlike and not ruleset.hidden:
        yield f"nothing is hidden, and the view of all seats is another state: {unlike}"
    for seats in kept.viewers():
        seen, who = ruleset.view(game, state, seats), ", ".join(seats) or "nobody"
        unlike = difference(seen, ruleset.view(game, seen, seats))
        if unlike:
            yield f"the view of the view of {who} is another: {unlike}"
        for seat in seats:
            if ruleset.legal(game, seen, seat) != ruleset.legal(game, state, seat):
                yield f"what {seat} may do does not follow from what it sees"
            key = kept.stream(f"resample {ply} {seat}").key()
            other = ruleset.resample(game, seen, seat, Chance(keyed(key), "trial"))
            unlike = difference(seen, ruleset.view(game, other, seats))
            if unlike:
                yield f"filling in what {seat} does not know changes what it sees: {unlike}"
                continue
            if UNKNOWN in texts(other) and UNKNOWN not in texts(state):
                yield f"filling in what {seat} does not know leaves something unknown"
            if ruleset.legal(game, other, seat) != ruleset.legal(game, state, seat):
                yield f"what {seat} cannot see changes what it may do"
            if ruleset.awaiting(game, other) != awaited:
                yield f"what {seat} cannot see changes who is asked"
            if ruleset.clock(game, other) != clock:
                yield f"what {seat} cannot see changes the clock"
            yield from _refusals(kept, seat, seen, state, other)


def _refusals(kept: KeptGame, seat: str, seen: Any, state: Any, other: Any) -> Iterator[str]:
    legal = set(kept.ruleset.legal(kept.game, seen, seat))
    formed = (action for action in kept.ruleset.conceivable(kept.game, seen, seat) if action not in legal)
    for action in islice(formed, REFUSED):
        if _refusal(kept, state, seat, action) != _refusal(kept, other, seat, action):
            yield f"why {action} is refused to {seat} tells what it cannot see"


def _refusal(kept: KeptGame, state: Any, seat: str, action: Action) -> str:
    try:
        kept.ruleset.decide(kept.game, state, seat, action, Chance(kept.source(), "trial"))
    except IllegalAction as error:
        return str(error)
    return ""


def views_follow_events(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """What a seat sees after an event follows from what it saw before and from what it is shown of the event."""
    ruleset, game = kept.ruleset, kept.game
    for ply, step in kept.chosen():
        state = step.before
        for event in step.events:
            after = ruleset.evolve(game, state, event)
            for seats in kept.viewers():
                told = ruleset.evolve(game, ruleset.view(game, state, seats), redact(event, seats, step.seat))
                unlike = difference(ruleset.view(game, after, seats), ruleset.view(game, told, seats))
                if unlike:
                    who = ", ".join(seats) or "nobody"
                    yield (
                        ply,
                        f"what {who} sees after {event} does not follow from what it is shown: {unlike}",
                    )
            state = after


def texts(value: Any) -> frozenset[str]:
    """All texts in a value, the names of its fields left out."""
    if isinstance(value, str):
        return frozenset((value,))
    if isinstance(value, msgspec.Struct):
        value = [getattr(value, field) for field in value.__struct_fields__]
    elif isinstance(value, dict) or hasattr(value, "items"):
        value = [part for pair in value.items() for part in pair]
    if isinstance(value, (list, tuple, frozenset)):
        return frozenset().union(*map(texts, value))
    return frozenset()


PURPOSES = "the purposes of chance"


def nothing_leaks(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """A hidden name stands in no other field, purpose or open draw for those who do not know it.

    A name may stand elsewhere by chance; it leaks where it does so every time, twice at least.
    """
    leaks: dict[str, list[int]] = {}
    times: dict[str, int] = {}
    for ply, step in enumerate(kept.steps):
        for seats in kept.viewers():
            concealed = frozenset().union(*(names for _, names in _concealed(step, seats)))
            for draw in step.draws:
                if draw.item in concealed and (draw.known_to is None or set(draw.known_to) & set(seats)):
                    yield ply, f"a draw shows {draw.item}, which {', '.join(seats) or 'nobody'} may not know"
            for event, names in _concealed(step, seats):
                shown = {
                    f"the other fields of {type(event).__name__}": texts(redact(event, seats, step.seat))
                }
                shown[PURPOSES] = frozenset(
                    token for outcome in step.outcomes for token in outcome.purpose.split(":")
                )
                for place, found in shown.items():
                    what = f"{place} show what {type(event).__name__} hides from {', '.join(seats) or 'everybody'}"
                    times[what] = times.get(what, 0) + 1
                    leaked = names & found
                    if leaked and place == PURPOSES:
                        # What another event of the batch names to these seats is no secret while it lasts: a block that
                        # was turned up to fire, and is hidden again.
                        others = (
                            texts(redact(each, seats, step.seat)) for each in step.events if each is not event
                        )
                        leaked -= frozenset().union(*others)
                    if leaked:
                        leaks.setdefault(what, []).append(ply)
    for what, plies in leaks.items():
        if len(plies) == times[what] > 1:
            yield plies[0], what


def _concealed(step: KeptStep, seats: tuple[str, ...]) -> Iterator[tuple[Event, frozenset[str]]]:
    """The events of a batch with the hidden names that these seats do not know even after it."""
    shown = {
        name for event in step.events for name, to in opened(event) if to is None or set(to) & set(seats)
    }
    for event in step.events:
        known = redact(event, seats, step.seat)
        if known is event:
            continue
        opened_here = {part.path[0] for part in hidden_parts(event, step.seat) if part.name in shown}
        names = frozenset().union(
            *(
                texts(getattr(event, field))
                for field, _ in hidden_fields(type(event))
                if getattr(known, field) != getattr(event, field) and field not in opened_here
            )
        ) - {UNKNOWN, ""}
        if names:
            yield event, names


def openings_fit(kept: KeptGame) -> Iterator[tuple[int, str]]:
    """The stand-in name of a hidden part is given once on a line, and what is opened was hidden before."""
    given: set[str] = set()
    for ply, step in enumerate(kept.steps):
        parts = [part for event in step.events for part in hidden_parts(event, step.seat)]
        if step.action is not None:
            parts += hidden_parts(step.action, step.seat)
        for name in (part.name for part in parts if part.name):
            if name in given:
                yield ply, f"two hidden parts are called {name}"
            given.add(name)
        for name in (name for event in step.events for name, _ in opened(event)):
            if name not in given:
                yield ply, f"{name} is opened, and no hidden part has that name"
