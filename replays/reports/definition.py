"""A report as its file has it: a head of comments that is TOML, then one SELECT.

    -- title = "Who wins?"
    -- about = "Share of games won, with 95 % intervals."
    -- [columns]
    -- share = "share of games won"
    -- [plot]
    -- kind = "dots"
    -- x = "share"
    SELECT …

The SELECT reads the views of the archive and joins them with `chosen`, the games that are asked about, a row each:
`game_id`, `ruleset`, `scenario`, `over`, `winners`, `how`, and `split`, which is what `--by` splits the games by ('' if
nothing). It may give `ruleset` and `split` as columns; where there is one ruleset, or no split, they are left out of
the answer. `{schema}` in it is the SQL schema of the ruleset, for reports that several rulesets share. There are
`wilson_low(hits, tries)` and `wilson_high(hits, tries)` for the 95 % interval of a share.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final, Literal

import msgspec

from replays.reports.errors import BadReport

Kind = Literal["dots", "bars", "lines", "stacked", "against", "board"]

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]*")


class Plot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a report is drawn, by the names of its columns.

    `kind`: `dots` (a point with its interval for each row), `bars` (upright, with interval), `lines` (over `x`, with
    a band), `stacked` (parts of a whole), `against` (what came over what was expected, with the diagonal), `board` (a
    heat map: `x` is the space, `y` the heat).
    """

    kind: Kind
    x: str
    y: str
    low: str = ""
    high: str = ""
    colour: str = ""
    panels: str = ""
    """A column that makes a panel of its own for each of its values."""
    expected: str = ""
    """A column with what would be expected, drawn as a tick."""
    zero: float | None = None
    """Where a thin line marks that nothing is to be seen."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A question to an archive. `ruleset` is "" for a common one; `columns` titles of columns that need one; `percent`
    those whose numbers are shares from 0 to 1."""

    name: str
    title: str
    about: str
    ruleset: str
    file: str
    query: str
    columns: dict[str, str] = {}
    percent: tuple[str, ...] = ()
    sample: int = 0
    """At most so many games, the newest, where the question needs no more; 0: all."""
    plot: Plot | None = None

    def heading(self, column: str) -> str:
        """What a column is called for people."""
        return self.columns.get(column, column.replace("_", " "))


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: str
    columns: dict[str, str] = {}
    percent: tuple[str, ...] = ()
    sample: int = 0
    plot: Plot | None = None


def parse(text: str, file: Path, ruleset: str) -> Report:
    """The report in a file that is named for it. Raises BadReport."""
    name = file.stem
    if not NAME.fullmatch(name):
        raise BadReport(
            f"{file} is no name for a report: write small letters, digits and hyphens, as in who-wins.sql."
        )
    lines = text.splitlines()
    count = next((at for at, line in enumerate(lines) if not line.startswith("--")), len(lines))
    try:
        values = tomllib.loads("\n".join(line.removeprefix("--").removeprefix(" ") for line in lines[:count]))
        head = msgspec.convert(values, _Head)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadReport(
            f"{file}: the head of this report (its first lines, behind --) cannot be read: {error}."
        ) from error
    query = "\n".join(lines[count:]).strip().rstrip(";")
    if not query:
        raise BadReport(f"{file}: this report has a head and no SELECT after it.")
    return Report(
        name=name,
        ruleset=ruleset,
        file=str(file),
        query=query,
        **{field: getattr(head, field) for field in _Head.__struct_fields__},
    )
