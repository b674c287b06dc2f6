"""The answers of the commands over the archive, over data and decks."""

from __future__ import annotations

from typing import Any

import msgspec


class Simulated(msgspec.Struct, kw_only=True):
    """`simulate`: what was played and stored. `seed` plays the same games again; `already` counts those that were in
    the archive before; `intervals` has the 95 % interval of each seat's share of wins."""

    games: int
    plies: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    seconds: float
    seed: str
    already: int
    intervals: dict[str, list[float]]


class ReportAnswer(msgspec.Struct, kw_only=True):
    """`stats`: a report that can be asked for; a common one has no ruleset."""

    name: str
    title: str
    ruleset: str | None


class ReportRows(msgspec.Struct, kw_only=True):
    """`stats REPORT`: what the archive answers about so many `games`; shares go from 0 to 1; `plot` is the file
    that was drawn."""

    report: str
    title: str
    games: int
    columns: list[str]
    rows: list[list[Any]]
    plot: str | None


class QueryWritten(msgspec.Struct, kw_only=True):
    """`sql --out`: the file that was written, and what is in it. Without `--out` the rows themselves are the answer."""

    file: str
    bytes: int
    rows: int
    columns: list[str]


class ColumnAnswer(msgspec.Struct, kw_only=True):
    """`views`: a column, its DuckDB type, and what it holds."""

    name: str
    type: str
    about: str


class ViewAnswer(msgspec.Struct, kw_only=True):
    """`views`: a view; `grain` is what one row is, `key` the columns that tell one row from every other."""

    view: str
    about: str
    grain: str
    key: list[str]
    columns: list[ColumnAnswer]


class BackedUp(msgspec.Struct, kw_only=True):
    """`archive backup`: the copy."""

    file: str
    bytes: int


class Upgraded(msgspec.Struct, kw_only=True):
    """`archive upgrade`: the schema that the archive had and the newest; of how many of its games the turns and phases
    were not stored, and for how many that was made up; whether there was anything to do; where the old file is (null:
    nothing was done)."""

    schema: int
    newest: int
    games: int
    missing: int
    reckoned: int
    needed: bool
    kept: str | None


class DroppedHead(msgspec.Struct, kw_only=True):
    """`archive drop`: where a line stood."""

    ply: int
    head: str


class Dropped(msgspec.Struct, kw_only=True):
    """`archive drop`: what remains of a game."""

    game: str
    id: str
    heads: dict[str, DroppedHead]


class ParquetWritten(msgspec.Struct, kw_only=True):
    """`archive parquet`: how many files were written, and rows in them."""

    folder: str
    files: int
    rows: int


class ArchiveInfo(msgspec.Struct, kw_only=True):
    """`archive info`: versions and size."""

    schema: int
    storage: str
    games: int
    batches: int
    events: int
    bytes: int
    file: str


class DataExported(msgspec.Struct, kw_only=True):
    """`data export`: the folder and the files that were written into it."""

    folder: str
    files: list[str]
    bytes: int


class DataProblem(msgspec.Struct, kw_only=True):
    """`data check`: where something is missing or contradictory, what it is and what would be right, and the rule that
    asks for it. `gap`: our own value stands in for it."""

    where: str
    what: str
    rule: str | None
    gap: bool


class DataChecked(msgspec.Struct, kw_only=True):
    """`data check`: everything at once, contradictions first."""

    problems: list[DataProblem]


class DeckProblem(msgspec.Struct, kw_only=True):
    """A condition of deck construction that a deck does not meet, and what would be right."""

    where: str
    what: str
    rule: str


class DeckChecked(msgspec.Struct, kw_only=True):
    """`deck check`: every breach at once."""

    problems: list[DeckProblem]


class Demonstrated(msgspec.Struct, kw_only=True):
    """`demo`: the game that was played and the files that were left."""

    game: str
    files: list[str]


# Refusals
