"""Looking back along a line: the batch that made something as it is (`blame`), and the one at which a predicate changed
(`bisect`).

A predicate is one or more conditions joined by `and`, each perhaps with `not` before it:

    turn >= 4                       the turn
    rome.victory-points >= 5        a seat's measure, as the tally has it
    camillus at roma                a piece in a space
    camillus gone                   a piece that is not on the board
    roma held by gauls              who holds a space (or `nobody`)
    over                            the game has ended
"""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable
from typing import Any

from replays.facts import facts, scene_of
from replays.references import Resolved
from replays.telling import Seats, seen
from rules.scene import Scene

Predicate = Callable[[Any], bool]
"""Over a whole state."""

_COMPARISONS = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "==": operator.eq,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_NUMBER = re.compile(r"(?P<what>[^<>=!]+?)\s*(?P<how>>=|<=|!=|==|=|>|<)\s*(?P<number>-?[0-9]+(\.[0-9]+)?)")


class Unclear(Exception):
    """Something that is looked for and cannot be made out; the message is a sentence."""


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
    wanted = _plain(what)
    held: dict[str, set[str]] = {}
    for ply in {place.ply, 0}:
        scene = scene_of(place.opened, place.timeline.state_at(ply), seats)
        for name, fact in facts(place.opened, place.timeline.state_at(ply), seats).items():
            for word in (name, name.partition(":")[2], fact.what, fact.what.partition(" (")[0]):
                held.setdefault(_plain(word), set()).add(name)
        for space in scene.spaces:
            on = {f"space:{space.id}"}
            on |= {f"piece:{counter.id}" for counter in scene.counters if counter.space == space.id}
            for word in (space.id, space.title):
                if word and ply == place.ply:
                    held.setdefault(_plain(word), set()).update(on)
    if wanted in held:
        return sorted(held[wanted])
    near = difflib.get_close_matches(wanted, held, 3, 0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else "name a piece, a space, a track or SEAT.MEASURE."
    raise Unclear(f"There is nothing called {what!r} in this position: {hint}")


def _plain(words: str) -> str:
    return " ".join(words.lower().replace("_", "-").split())


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
    parts = [
        _condition(place, part.strip(), seats) for part in re.split(r"\s+and\s+", text.strip(), flags=re.I)
    ]
    return lambda state: all(part(state) for part in parts)


def _condition(place: Resolved, text: str, seats: Seats) -> Predicate:
    if text.lower().startswith("not "):
        inner = _condition(place, text[4:].strip(), seats)
        return lambda state: not inner(state)
    opened = place.opened
    rules, game = opened.ruleset, opened.game
    if text.lower() == "over":
        return lambda state: rules.result(game, state) is not None
    if compared := _NUMBER.fullmatch(text):
        return _number(place, compared, seats)
    if gone := re.fullmatch(r"(?P<piece>.+?)\s+gone", text, re.I):
        pieces = _pieces(place, gone["piece"], seats)
        return lambda state: not any(each.id in pieces for each in scene_of(opened, state, seats).counters)
    if at := re.fullmatch(r"(?P<piece>.+?)\s+(at|in)\s+(?P<space>.+)", text, re.I):
        pieces, space = _pieces(place, at["piece"], seats), _space(place, at["space"], seats)
        return lambda state: any(
            each.id in pieces and each.space == space for each in scene_of(opened, state, seats).counters
        )
    if held := re.fullmatch(r"(?P<space>.+?)\s+held\s+by\s+(?P<seat>.+)", text, re.I):
        space, seat = _space(place, held["space"], seats), _seat(place, held["seat"])
        return lambda state: any(
            each.id == space and each.owner == seat for each in scene_of(opened, state, seats).spaces
        )
    raise Unclear(
        f"{text!r} is no condition: write as in 'turn >= 4', 'SEAT.MEASURE >= 5', 'PIECE at SPACE', 'PIECE gone', "
        "'SPACE held by SEAT' or 'over'."
    )


def _number(place: Resolved, compared: re.Match[str], seats: Seats) -> Predicate:
    opened = place.opened
    rules, game = opened.ruleset, opened.game
    how, number = _COMPARISONS[compared["how"]], float(compared["number"])
    what = compared["what"].strip().lower()
    if what == "turn":
        return lambda state: bool(how(rules.clock(game, state).turn, number))
    tally = rules.tally(game, seen(opened, place.timeline.state_at(0), seats))
    known = {_plain(f"{seat}.{measure}"): (seat, measure) for seat, of in tally.items() for measure in of}
    if _plain(what) not in known:
        raise Unclear(f"There is no measure {what!r}; there are turn, {', '.join(sorted(known))}.")
    seat, measure = known[_plain(what)]
    return lambda state: bool(how(rules.tally(game, seen(opened, state, seats))[seat][measure], number))


def _pieces(place: Resolved, words: str, seats: Seats) -> frozenset[str]:
    wanted = _plain(words)
    known: set[str] = set()
    for ply in {0, place.ply // 2, place.ply}:
        for counter in scene_of(place.opened, place.timeline.state_at(ply), seats).counters:
            known |= {counter.id, counter.title}
            if wanted in (_plain(counter.id), _plain(counter.title)):
                return frozenset({counter.id})
    raise _unknown("piece", words, known)


def _space(place: Resolved, words: str, seats: Seats) -> str:
    scene: Scene = scene_of(place.opened, place.timeline.state_at(place.ply), seats)
    for space in scene.spaces:
        if _plain(words) in (_plain(space.id), _plain(space.title)):
            return space.id
    raise _unknown("space", words, {space.title or space.id for space in scene.spaces})


def _seat(place: Resolved, words: str) -> str:
    if _plain(words) == "nobody":
        return ""
    for seat in place.opened.ruleset.seats:
        if _plain(words) in (seat.name, _plain(seat.title)):
            return seat.name
    raise _unknown("seat", words, {seat.name for seat in place.opened.ruleset.seats})


def _unknown(kind: str, words: str, known: set[str]) -> Unclear:
    near = difflib.get_close_matches(words, [each for each in sorted(known) if each], 3, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "`warlog show --plain` lists what there is."
    return Unclear(f"There is no {kind} {words!r}: {hint}")
