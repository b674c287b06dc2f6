"""Names in the rulebooks' own languages, as the data have them: a record's `title` (or `name`) beside `names`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec


def names_of(data: Any) -> dict[str, dict[str, str]]:
    """For each language the names by the English ones, of all records of the data; the first of a name counts."""
    found: dict[str, dict[str, str]] = {}
    for record in _records(msgspec.to_builtins(data)):
        own = record.get("title") or record.get("name")
        names = record.get("names")
        if not isinstance(own, str) or not isinstance(names, Mapping):
            continue
        for language, name in names.items():
            if isinstance(name, str) and name:
                found.setdefault(language, {}).setdefault(own, name)
    return found


def _records(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _records(each)
