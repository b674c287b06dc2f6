"""Looking back along a line: the batch that made something as it is (`blame`), and the one at which a predicate changed
(`bisect`).

How predicates are written, `predicates` tells.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

from replays.facts import facts, scene_of
from replays.predicates import Unclear, conditions, plain
from replays.references import Resolved
from replays.telling import Seats

Predicate = Callable[[Any], bool]
"""Over a whole state."""


class Unchanged(Exception):
    """What was looked for never changed; the message is a sentence."""


# Blame


def blame(place: Resolved, what: str, seats: Seats = None) -> tuple[int, str, str]:
    """The ply of the batch that made this as it is at the place, what it is about, and how it is. Raises Unclear."""
    opened, timeline = place.opened, place.timeline
    names = _named(place, what, seats)
    now = facts(opened, timeline.state_at(place.ply), seats)

    def values(ply: int) -> tuple[str | None, ...]:
        held = facts(opened, timeline.state_at(ply), seats)
        return tuple(held[name].value if name in held else None for name in names)

    wanted = tuple(now[name].value if name in now else None for name in names)
    ply = place.ply
    while ply > 0 and values(ply - 1) == wanted:
        ply -= 1
    about = "; ".join(now[name].what for name in names if name in now) or what
    return ply, about, "; ".join(value or "gone" for value in wanted)


def _named(place: Resolved, what: str, seats: Seats) -> list[str]:
    """The names of the facts that are meant: by name, by what they are about, by the id or title of a piece or a
    space."""
    wanted = plain(what)
    held: dict[str, set[str]] = {}
    for ply in {place.ply, 0}:
        scene = scene_of(place.opened, place.timeline.state_at(ply), seats)
        for name, fact in facts(place.opened, place.timeline.state_at(ply), seats).items():
            for word in (name, name.partition(":")[2], fact.what, fact.what.partition(" (")[0]):
                held.setdefault(plain(word), set()).add(name)
        for space in scene.spaces:
            on = {f"space:{space.id}"}
            on |= {f"piece:{counter.id}" for counter in scene.counters if counter.space == space.id}
            for word in (space.id, space.title):
                if word and ply == place.ply:
                    held.setdefault(plain(word), set()).update(on)
    if wanted in held:
        return sorted(held[wanted])
    near = difflib.get_close_matches(wanted, held, 3, 0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else "name a piece, a space, a track or SEAT.MEASURE."
    raise Unclear(f"There is nothing called {what!r} in this position: {hint}")


# Bisect


def bisect(place: Resolved, text: str, seats: Seats = None) -> tuple[int, bool]:
    """The ply of the batch after which the predicate is as it is at the place, having been otherwise at the beginning,
    and what it is there. Found by halving: one change of several, if it changed more than once. Raises Unclear,
    Unchanged."""
    holds = predicate(place, text, seats)
    timeline = place.timeline
    last = holds(timeline.state_at(place.ply))
    if holds(timeline.state_at(0)) == last:
        for ply in range(1, place.ply):
            if holds(timeline.state_at(ply)) != last:
                return bisect_between(place, holds, ply, place.ply), last
        raise Unchanged(
            f"{text!r} is {'true' if last else 'false'} at every ply up to {place.ply}: it never changed."
        )
    return bisect_between(place, holds, 0, place.ply), last


def bisect_between(place: Resolved, holds: Predicate, low: int, high: int) -> int:
    """The first ply after a change between two plies at which the predicate differs."""
    timeline = place.timeline
    last = holds(timeline.state_at(high))
    while high - low > 1:
        middle = (low + high) // 2
        if holds(timeline.state_at(middle)) == last:
            high = middle
        else:
            low = middle
    return high


def predicate(place: Resolved, text: str, seats: Seats = None) -> Predicate:
    """A predicate over states from its text. Raises Unclear."""
    samples = [place.timeline.state_at(ply) for ply in dict.fromkeys((place.ply, 0, place.ply // 2))]
    found = conditions(place.opened, samples, text, seats)
    if any(each.of_events for each in found):
        raise Unclear(f"{text!r} is about an event, which happens and is over: `warlog find` looks for one.")
    return lambda state: all(each.holds(state, ()) for each in found)
