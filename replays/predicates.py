"""Predicates: what is looked for in positions, and in the log.

A predicate is one or more conditions joined by `and`, each perhaps with `not` before it:

    turn >= 4                       the turn
    rome.victory-points >= 5        a seat's measure, as the tally has it
    camillus at roma                a piece in a space
    camillus gone                   a piece that is not on the board
    roma held by gauls              who holds a space (or `nobody`)
    over                            the game has ended
    event melee-rolled              an event of this type led to the position
    event melee-rolled die>=5       … with such a field; in a list, one such item
"""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from replays.facts import scene_of
from replays.opening import OpenGame
from replays.telling import Seats, seen
from rules.ruleset import Event
from rules.scene import Counter

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "==": operator.eq,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_NUMBER = re.compile(r"(?P<what>[^<>=!]+?)\s*(?P<how>>=|<=|!=|==|=|>|<)\s*(?P<number>-?[0-9]+(\.[0-9]+)?)")
_FIELD = re.compile(r"(?P<field>[\w-]+)(?P<how>>=|<=|!=|==|=|>|<)(?P<value>\S+)")


class Unclear(Exception):
    """Something that is looked for and cannot be made out; the message is a sentence."""


class Condition(msgspec.Struct, frozen=True):
    """One condition over a whole state and the events that led to it. `cost` says how dear it is to look (the cheap
    ones are looked at first), `event` the type of event without which it cannot hold, `of_events` whether it looks at
    the events."""

    cost: int
    holds: Callable[[Any, Sequence[Event]], bool]
    event: str = ""
    of_events: bool = False


def conditions(
    opened: OpenGame, samples: Sequence[Any], text: str, seats: Seats = None, *, lenient: bool = False
) -> list[Condition]:
    """The conditions of a predicate, the cheap ones first. `samples` are states of such a game, in which the names of
    pieces are looked up; `lenient`: a piece that is in none of them may be in others. Raises Unclear."""
    parts = re.split(r"\s+and\s+", text.strip(), flags=re.IGNORECASE)
    about = _About(opened, samples, seats, lenient)
    return sorted((_condition(about, part.strip()) for part in parts), key=lambda each: each.cost)


def plain(words: str) -> str:
    """Words as they are compared."""
    return " ".join(words.lower().replace("_", " ").replace("-", " ").split())


class _About(msgspec.Struct, frozen=True):
    opened: OpenGame
    samples: Sequence[Any]
    seats: Seats
    lenient: bool


def _condition(about: _About, text: str) -> Condition:
    opened, seats, sample = about.opened, about.seats, about.samples[0]
    if text.lower().startswith("not "):
        inner = _condition(about, text[4:].strip())
        return Condition(
            inner.cost, lambda state, events: not inner.holds(state, events), of_events=inner.of_events
        )
    rules, game = opened.ruleset, opened.game
    if text.lower() == "over":
        return Condition(1, lambda state, _: rules.result(game, state) is not None)
    if happened := re.fullmatch(r"event\s+(?P<type>\S+)(?P<fields>(\s+\S+)*)", text, re.IGNORECASE):
        return _event(opened, happened["type"], happened["fields"].split())
    if compared := _NUMBER.fullmatch(text):
        return _number(opened, sample, compared, seats)
    if gone := re.fullmatch(r"(?P<piece>.+?)\s+gone", text, re.IGNORECASE):
        is_it = _piece(about, gone["piece"])
        return Condition(
            3, lambda state, _: not any(is_it(each) for each in scene_of(opened, state, seats).counters)
        )
    if at := re.fullmatch(r"(?P<piece>.+?)\s+(at|in)\s+(?P<space>.+)", text, re.IGNORECASE):
        is_it, space = (
            _piece(about, at["piece"]),
            _space(opened, sample, at["space"], seats),
        )
        return Condition(
            3,
            lambda state, _: any(
                is_it(each) and each.space == space for each in scene_of(opened, state, seats).counters
            ),
        )
    if held := re.fullmatch(r"(?P<space>.+?)\s+held\s+by\s+(?P<seat>.+)", text, re.IGNORECASE):
        space, seat = _space(opened, sample, held["space"], seats), _seat(opened, held["seat"])
        return Condition(
            3,
            lambda state, _: any(
                each.id == space and each.owner == seat for each in scene_of(opened, state, seats).spaces
            ),
        )
    raise Unclear(
        f"{text!r} is no condition: write as in 'turn >= 4', 'SEAT.MEASURE >= 5', 'PIECE at SPACE', 'PIECE gone', "
        "'SPACE held by SEAT', 'event TYPE FIELD=VALUE' or 'over'."
    )


def _number(opened: OpenGame, sample: Any, compared: re.Match[str], seats: Seats) -> Condition:
    rules, game = opened.ruleset, opened.game
    how, number = _COMPARISONS[compared["how"]], float(compared["number"])
    what = compared["what"].strip().lower()
    if what == "turn":
        return Condition(1, lambda state, _: bool(how(rules.clock(game, state).turn, number)))
    tally = rules.tally(game, seen(opened, sample, seats))
    known = {plain(f"{seat}.{measure}"): (seat, measure) for seat, of in tally.items() for measure in of}
    if plain(what) not in known:
        raise Unclear(f"There is no measure {what!r}; there are turn, {', '.join(sorted(known))}.")
    seat, measure = known[plain(what)]
    return Condition(
        2, lambda state, _: bool(how(rules.tally(game, seen(opened, state, seats))[seat][measure], number))
    )


def _event(opened: OpenGame, name: str, fields: Sequence[str]) -> Condition:
    types = {str(kind.__struct_config__.tag): kind for kind in opened.ruleset.event_types}
    tag = next((each for each in types if plain(each) == plain(name)), name)
    kind = types.get(tag)
    if kind is None:
        raise _unknown("event", name, types, "`warlog log --raw` shows what there is.")
    wanted = []
    for text in fields:
        match = _FIELD.fullmatch(text)
        if match is None:
            raise Unclear(
                f"{text!r} is no field of an event: write FIELD=VALUE without spaces, as in die>=5."
            )
        named = {plain(field): field for field in kind.__struct_fields__}
        if plain(match["field"]) not in named:
            raise Unclear(
                f"The event {tag} has no field {match['field']!r}; it has {', '.join(sorted(named)) or 'none'}."
            )
        wanted.append((named[plain(match["field"])], match["how"], match["value"]))

    def holds(state: Any, events: Sequence[Event]) -> bool:
        return any(
            type(event) is kind
            and all(_fits(getattr(event, field), how, value) for field, how, value in wanted)
            for event in events
        )

    return Condition(0, holds, tag, of_events=True)


def _fits(held: Any, how: str, value: str) -> bool:
    """Whether a field of an event, or one item of it, compares so; numbers as numbers, all else as words."""
    if isinstance(held, list | tuple | frozenset):
        return any(_fits(item, how, value) for item in held)
    if isinstance(held, int | float) and not isinstance(held, bool):
        try:
            return bool(_COMPARISONS[how](held, float(value)))
        except ValueError:
            return False
    words = plain(str(held))
    return bool(_COMPARISONS[how](words, plain(value)))


def _piece(about: _About, words: str) -> Callable[[Counter], bool]:
    """Whether a counter is the piece that is called so."""
    wanted = plain(words)
    known: set[str] = set()
    for state in about.samples:
        for counter in scene_of(about.opened, state, about.seats).counters:
            known |= {counter.id, counter.title}
            if wanted in (plain(counter.id), plain(counter.title)):
                named = counter.id
                return lambda each: each.id == named
    if about.lenient:
        return lambda each: wanted in (plain(each.id), plain(each.title))
    raise _unknown("piece", words, known)


def _space(opened: OpenGame, sample: Any, words: str, seats: Seats) -> str:
    scene = scene_of(opened, sample, seats)
    for space in scene.spaces:
        if plain(words) in (plain(space.id), plain(space.title)):
            return space.id
    raise _unknown("space", words, {space.title or space.id for space in scene.spaces})


def _seat(opened: OpenGame, words: str) -> str:
    if plain(words) == "nobody":
        return ""
    for seat in opened.ruleset.seats:
        if plain(words) in (seat.name, plain(seat.title)):
            return seat.name
    raise _unknown("seat", words, {seat.name for seat in opened.ruleset.seats})


def _unknown(
    kind: str, words: str, known: Iterable[str], otherwise: str = "`warlog show --plain` lists what there is."
) -> Unclear:
    near = difflib.get_close_matches(words, [each for each in sorted(known) if each], 3, 0.6)
    hint = f"did you mean {' or '.join(near)}?" if near else otherwise
    return Unclear(f"There is no {kind} {words!r}: {hint}")
