"""What in data is our own making, as the files of an owner's folder mark it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

OURS = "reconstruct"
_OF_THE_RECORD = ("id", "source", "sources", "note", "names", "cells", "cell_sources")
"""Keys that say something of a record rather than of the game; the cells of a table are marked one by one."""
_RULE = re.compile(r"\brules? ([A-Z]*-?\d+(?:\.\d+)*)")
_CITED = re.compile(r"\((?:rules? )?([A-Z]*-?\d+(?:\.\d+)*)[^()]*\)")


class Gap(NamedTuple):
    """Values that are our own: where they stand in the file, which they are, and the rule that asks for them."""

    where: str
    values: tuple[str, ...]
    rule: str | None


def ours(table: Mapping[str, Any]) -> tuple[str, ...]:
    """The values of a record, or of a number with its mark, that are our own; not those of records within it."""
    marks = table.get("sources")
    beside: Mapping[str, Any] = marks if isinstance(marks, Mapping) else {}
    own = table.get("source")
    if not isinstance(own, str) and not beside:
        return ()
    found = [
        key
        for key in dict.fromkeys((*table, *beside))
        if key not in _OF_THE_RECORD and not _holds_records(table.get(key)) and beside.get(key, own) == OURS
    ]
    rows = table.get("cell_sources")
    cells = [mark for row in rows if isinstance(row, list) for mark in row] if isinstance(rows, list) else []
    if OURS in cells:
        found.append(f"{cells.count(OURS)} of its {len(cells)} cells")
    return tuple(found)


def gaps(value: object, where: str, rule: str | None = None) -> Iterator[Gap]:
    """What is our own in a part of a file's data, record by record; `rule` is the one that speaks of such a part."""
    if isinstance(value, Mapping):
        rule = _rule_of(value) or rule
        found = ours(value)
        if found:
            yield Gap(where, found, rule)
        for key, each in value.items():
            yield from gaps(each, f"{where}.{key}", rule)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            name = each.get("id") if isinstance(each, Mapping) else None
            yield from gaps(each, f"{where}[{name if isinstance(name, str) else number}]", rule)


def cited(sentence: str) -> str | None:
    """The rule that a sentence cites last, in parentheses."""
    rules: list[str] = _CITED.findall(sentence)
    return rules[-1] if rules else None


def _holds_records(value: object) -> bool:
    if isinstance(value, list):
        return any(_holds_records(each) for each in value)
    return isinstance(value, Mapping) and ("source" in value or any(map(_holds_records, value.values())))


def _rule_of(table: Mapping[str, Any]) -> str | None:
    own = table.get("rule")
    if isinstance(own, str):
        return own
    noted: list[str] = _RULE.findall(str(table.get("note", "")))
    return noted[-1] if noted else None
