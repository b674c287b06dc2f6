"""Where the values of data come from, and what every record of a game's data says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from rules.sources import WEAKEST_FIRST, Source, Tally

Marks = Iterable[tuple[Source, int]]
"""Sources, each with the number of values that it stands for."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every record says of itself: `source` for the record, `sources` for single fields of another origin, `note`
    for the rest. `names` holds what rulebooks print, by language ("ja", "ru")."""

    source: Source
    sources: dict[str, Source] = {}
    note: str = ""
    names: dict[str, str] = {}


def tally(records: Iterable[object], cells: Callable[[object], Marks | None]) -> Tally:
    """How many values come from where: records, also those within records, counted singly by their weakest mark.

    `cells` gives the marks of what is counted cell by cell – a row of a table – and None for all else.
    """
    counts = dict.fromkeys(WEAKEST_FIRST, 0)
    for record in records:
        for source, number in _marks(record, cells):
            counts[source] += number
    return Tally(seed=counts["seed"], published=counts["published"], reconstruct=counts["reconstruct"])


def _marks(value: object, cells: Callable[[object], Marks | None]) -> Marks:
    singly = cells(value)
    if singly is not None:
        yield from singly
    elif isinstance(value, Record):
        marks = {value.source, *value.sources.values()}
        yield next(source for source in WEAKEST_FIRST if source in marks), 1
        for key in value.__struct_fields__:
            yield from _marks(getattr(value, key), cells)
    elif isinstance(value, tuple):
        for each in value:
            yield from _marks(each, cells)
