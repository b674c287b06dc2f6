"""What a view tells of itself: what one row is, what tells rows apart, and its columns."""

from __future__ import annotations

from typing import Final

import msgspec


class Column(msgspec.Struct, frozen=True):
    """A column: its name, its DuckDB type, and what it holds, with its unit."""

    name: str
    type: str
    about: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A view as it is called in SQL (`warlog.games`). `grain` is what one row is, `key` the columns that tell one row
    from every other."""

    view: str
    about: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]


GAME: Final = (
    Column("game_id", "VARCHAR", "the game's id (UUID), the same in every archive"),
    Column("game", "VARCHAR", "its name in this archive"),
    Column("ruleset", "VARCHAR", "what is played"),
    Column("ruleset_version", "INTEGER", "the version of the ruleset that it was begun with"),
    Column("data_hash", "VARCHAR", "the SHA-256 of its map, cards and tables, in hex"),
    Column("origin", "VARCHAR", "played, recorded, imported, simulated or whatif"),
    Column(
        "line", "VARCHAR", "the line of the game: the main one, but in all_lines the first that holds the row"
    ),
)
"""What tells which game and line a row is of."""

ENVELOPE: Final = (
    *GAME,
    Column("ply", "INTEGER", "the ordinal of the batch along its line; 0 is the beginning"),
    Column("turn", "INTEGER", "the turn; 0 is what comes before the first"),
    Column("phase", "VARCHAR", "the phase of the turn, as the game calls it"),
    Column("seat", "VARCHAR", "the seat whose decision it was; NULL: nobody's"),
)
"""What the views `warlog.*` begin with."""

EVENT: Final = (
    *(
        msgspec.structs.replace(column, name="game_origin") if column.name == "origin" else column
        for column in GAME
    ),
    Column("ply", "INTEGER", "the ordinal of the batch along its line; 0 is the beginning"),
    Column("seq", "INTEGER", "the place of the event in its batch, from 0"),
    Column("game_turn", "INTEGER", "the turn that the clock shows with this event"),
    Column("game_phase", "VARCHAR", "the phase that the clock shows with this event"),
    Column("acting_seat", "VARCHAR", "the seat with whose decision it came; NULL: nobody's"),
)
"""What the view of an event begins with, before its own fields."""

MARKED: Final = (
    Column("on_main", "BOOLEAN", "whether it lies on the main line"),
    Column("undone", "BOOLEAN", "whether it was taken back, and lies on no line that stands"),
)
"""What the views of `all_lines` end with."""

RESERVED: Final = frozenset(column.name for column in (*EVENT, *MARKED))
"""What no field of an event may be called."""
