"""Words by which a picture knows what something looks like (vocabulary.toml); no game is named there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pattern of a kind of ground."""

    pattern: str
    words: tuple[str, ...]
    built: bool = False


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The style of a border or a way."""

    style: str
    words: tuple[str, ...]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The symbol of a kind of unit."""

    symbol: str
    words: tuple[str, ...]


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a counter shows a state: a letter in a badge, or a stripe."""

    badge: str
    words: tuple[str, ...]
    stripe: bool = False


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of the file."""

    ground: tuple[Ground, ...]
    border: tuple[Line, ...]
    way: tuple[Line, ...]
    unit: tuple[Unit, ...]
    state: tuple[State, ...]


@cache
def vocabulary() -> Vocabulary:
    """The words, read once."""
    return msgspec.toml.decode(Path(__file__).with_name("vocabulary.toml").read_bytes(), type=Vocabulary)


T = TypeVar("T", Ground, Line, Unit, State)


def found(entries: Sequence[T], kind: str) -> T | None:
    """The first entry of which a word stands in the kind, whole words first."""
    lowered = kind.lower().replace("_", "-")
    parts = lowered.replace(" ", "-").split("-")
    for entry in entries:
        if any(word in parts or word == lowered for word in entry.words):
            return entry
    for entry in entries:
        if any(word in lowered for word in entry.words):
            return entry
    return None
