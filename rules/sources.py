"""Where data come from: what a data file holds is marked with its `source`, and the marks can be counted.

`seed`: the rulebook; `published`: a public source; `reconstruct`: our own, made because no source prints it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from rules.errors import DataError

Source = Literal["seed", "published", "reconstruct"]

WEAKEST_FIRST: tuple[Source, ...] = ("reconstruct", "published", "seed")

D = TypeVar("D")


class Sourced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of a data file, with its mark: `hand = { value = 3, source = "published" }`."""

    value: int
    source: Source


class Tally(msgspec.Struct, frozen=True):
    """How many values of a ruleset's data come from the rulebook, from a public source, or from us."""

    seed: int
    published: int
    reconstruct: int


def read(file: Path, kind: type[D]) -> D:
    """The data of one TOML file. Raises DataError where it is not there or does not fit."""
    try:
        return msgspec.toml.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError) as error:
        raise DataError((f"{file.name}: {error}",)) from error


def tally(data: Any) -> Tally:
    """Counts the marked things in decoded data, wherever they stand in it.

    A thing with a `source`, or with marks beside its values in `sources`, counts once, by its weakest mark; marked
    things within it count by themselves. A word that is no mark counts as `reconstruct`.
    """
    counts = dict.fromkeys(WEAKEST_FIRST, 0)
    _count(msgspec.to_builtins(data), counts)
    return Tally(counts["seed"], counts["published"], counts["reconstruct"])


def _count(value: Any, counts: dict[Source, int]) -> None:
    if isinstance(value, dict):
        marks = _marks(value)
        if marks:
            counts[min(marks, key=WEAKEST_FIRST.index)] += 1
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            _count(each, counts)


def _marks(thing: dict[Any, Any]) -> list[Source]:
    beside = thing.get("sources")
    words = [thing.get("source"), *(beside.values() if isinstance(beside, dict) else ())]
    known: dict[str, Source] = {mark: mark for mark in WEAKEST_FIRST}
    return [known.get(word, "reconstruct") for word in words if isinstance(word, str)]
