"""Secrets are typed: a hidden field of an action or an event is declared in its type, with who knows it.

    class CardDrawn(Event):
        seat: str
        slot: str
        card: Annotated[str, Hidden(known_to="seat", name="slot")]

From the declaration follow what a seat is shown (`redact`), what is kept out of a seat's file (`hidden_parts`)
and by which
name a later event may open it (`opens`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, get_type_hints

import msgspec

UNKNOWN = "?"
ACTING = ""
"""`known_to=ACTING`: the seat whose batch it is."""
NOBODY = "-"
"""`known_to=NOBODY`: no seat, only whoever holds the archive."""


class Hidden(msgspec.Struct, frozen=True):
    """Marks a field whose value not everybody may know.

    `known_to` names another field of the same struct that holds a seat or a tuple of seats, or is `ACTING` or `NOBODY`.
    `name` names another field that holds the stand-in name of what is hidden (a tuple of names for `each`), so
    that a later event can open it. `each`: every element of a tuple is a secret part of its own, and their
    number is open.
    `unknown` is what stands in the field for those who do not know it.
    """

    known_to: str = ACTING
    name: str = ""
    each: bool = False
    unknown: Any = UNKNOWN


class Opens(msgspec.Struct, frozen=True):
    """Declared by an event type as `opens: ClassVar[Opens]`: it makes parts hidden until now known.

    `part` names the field that holds the stand-in name (or a tuple of names), `to` the field that holds the
    seat or seats
    who learn it; "" means everybody.
    """

    part: str
    to: str = ""


class HiddenPart(msgspec.Struct, frozen=True):
    """One hidden part of a struct: the path below it, who knows it, the name by which it may be opened."""

    path: tuple[str | int, ...]
    to: tuple[str, ...]
    name: str


_fields: dict[type[Any], tuple[tuple[str, Hidden], ...]] = {}


def hidden_fields(kind: type[Any]) -> tuple[tuple[str, Hidden], ...]:
    """The hidden fields of an action or event type with their markers, in the order of the fields."""
    known = _fields.get(kind)
    if known is None:
        known = _fields[kind] = tuple(
            (field, argument)
            for field, hint in get_type_hints(kind, include_extras=True).items()
            for argument in getattr(hint, "__metadata__", ())
            if isinstance(argument, Hidden)
        )
    return known


def _seats(value: Any, marker: Hidden, acting: str) -> tuple[str, ...]:
    if marker.known_to == ACTING:
        return (acting,) if acting else ()
    if marker.known_to == NOBODY:
        return ()
    known_to = getattr(value, marker.known_to)
    if known_to is None:
        return ()
    return (known_to,) if isinstance(known_to, str) else tuple(known_to)


def hidden_parts(value: Any, acting: str = "") -> tuple[HiddenPart, ...]:
    """The secret parts of an action or event taken by the seat `acting`; fields that are None hide nothing."""
    parts: list[HiddenPart] = []
    for field, marker in hidden_fields(type(value)):
        content = getattr(value, field)
        if content is None:
            continue
        to = _seats(value, marker, acting)
        name = getattr(value, marker.name) if marker.name else ""
        if marker.each:
            for index in range(len(content)):
                parts.append(HiddenPart((field, index), to, name[index] if name else ""))
        else:
            parts.append(HiddenPart((field,), to, name or ""))
    return tuple(parts)


Value = TypeVar("Value", bound=msgspec.Struct)


def redact(value: Value, seats: Iterable[str], acting: str = "") -> Value:
    """The action or event as `seats` together know it from itself (without what was opened later)."""
    fields = hidden_fields(type(value))
    if not fields:
        return value
    knowing = frozenset(seats)
    changes: dict[str, Any] = {}
    for field, marker in fields:
        content = getattr(value, field)
        if content is None or knowing.intersection(_seats(value, marker, acting)):
            continue
        changes[field] = tuple(marker.unknown for _ in content) if marker.each else marker.unknown
    return msgspec.structs.replace(value, **changes) if changes else value


def opened(value: Any) -> tuple[tuple[str, tuple[str, ...] | None], ...]:
    """The parts that an event opens, each with the seats that learn it (None: everybody)."""
    declared: Opens | None = getattr(type(value), "opens", None)
    if declared is None:
        return ()
    names = getattr(value, declared.part)
    if not names:
        return ()
    to: tuple[str, ...] | None = None
    if declared.to:
        seats = getattr(value, declared.to)
        to = (seats,) if isinstance(seats, str) else tuple(seats)
    return tuple((name, to) for name in ((names,) if isinstance(names, str) else names))


def hides(types: Iterable[type[Any]]) -> bool:
    """Whether any of these action or event types has a hidden field."""
    return any(hidden_fields(kind) for kind in types)


__all__ = [
    "ACTING",
    "NOBODY",
    "UNKNOWN",
    "Hidden",
    "HiddenPart",
    "Opens",
    "hidden_fields",
    "hidden_parts",
    "hides",
    "opened",
    "redact",
]
