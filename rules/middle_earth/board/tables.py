"""Tables and single numbers made ready to be looked up (7.26, 7.41, 7.42, 8.37, 8.57)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar, cast

import msgspec

from rules.middle_earth.data_records import GameData, Numbers, Table

Some = TypeVar("Some")


class CasualtyResult(msgspec.Struct, frozen=True):
    """A cell of 7.42: eliminated, or flipped, or neither, and then the hexes of retreat. `text` as printed."""

    text: str
    eliminated: bool
    flipped: bool
    retreat: int


class LeaderResult(msgspec.Struct, frozen=True):
    """A cell of 7.26: who is harmed, and how. `text` as printed."""

    text: str
    harmed: Literal["", "attacker", "defender"]
    killed: bool


def numbers_of(data: GameData) -> Numbers:
    """The single numbers of the standard rules by name."""
    return numbers_in(data, Numbers)


def numbers_in(data: GameData, kind: type[Some]) -> Some:
    wanted = kind.__struct_encode_fields__  # type: ignore[attr-defined]
    return msgspec.convert({name: data.number[name].value for name in wanted if name in data.number}, kind)


def least_column(data: GameData, spell: str) -> int:
    """The first column of the magic table that can be used: a table by the points used (8.57) begins at 1 point, one by
    those above the minimum at 0."""
    first = int(data.table["8.57"].columns[0])
    return data.spell[spell].minimum - first if first else 0


def casualty_result(text: str) -> CasualtyResult:
    """A cell of 7.42: "E", "1/2", "R2", "1/2 R1" or "-"."""
    parts = text.split()
    retreat = next((int(part[1:]) for part in parts if part.startswith("R")), 0)
    return CasualtyResult(text, "E" in parts, "1/2" in parts, retreat)


def leader_result(text: str) -> LeaderResult:
    """A cell of 7.26: "AW", "AK", "DW", "DK" or "-"."""
    harmed: Literal["", "attacker", "defender"] = ""
    if text != "-":
        harmed = "attacker" if text.startswith("A") else "defender"
    return LeaderResult(text, harmed, text.endswith("K"))


def rows_of(table: Table) -> Iterable[tuple[str, tuple[object, ...]]]:
    return zip(table.rows, table.cells, strict=True)


def range_of(cell: object) -> tuple[int, int] | None:
    least_greatest = cast(tuple[int, ...], cell)
    return (least_greatest[0], least_greatest[1]) if least_greatest else None
