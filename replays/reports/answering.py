"""A report asked of an archive: its rows, which show and draw themselves."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from eventlog.files import write_whole
from replays.course import described
from replays.reports import chosen
from replays.reports.chosen import Asked
from replays.reports.definition import Report
from replays.reports.errors import BadReport, CannotPlot, CannotSplit, NoGames
from replays.reports.finding import candidates, find, own

if TYPE_CHECKING:
    from eventlog.archive import Archive

SHOWN = 200
"""Rows of an answer that a notebook shows."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What an archive answers: `rows` of `columns`, about `games` games; `of` is how many there are, where a report
    needs no more than some of them; `mixed`: by what they differ and could be split."""

    report: Report
    asked: Asked
    games: int
    of: int
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    archive: Archive
    example: str
    """One of the games."""
    mixed: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """Which games, as a sentence has it: `40 games of sauron`."""
        what = str(self.asked).removeprefix("games").strip()
        many = "1 game" if self.games == 1 else f"{self.games:,} games"
        if self.of > self.games:
            many = f"the newest {self.games:,} of {self.of:,} games"
        return f"{many} {what}".strip()

    def objects(self) -> list[dict[str, Any]]:
        """The rows as objects."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def text(self, column: str, value: Any) -> str:
        """A value as people read it: shares in per cent, numbers to two places."""
        if value is None:
            return ""
        if column in self.report.percent and isinstance(value, int | float):
            return f"{100 * value:.1f} %"
        if isinstance(value, float):
            return f"{value:.2f}".rstrip("0").rstrip(".") if value != int(value) else f"{value:.0f}"
        return str(value)

    def svg(self) -> str:
        """The plot as an SVG document. Raises CannotPlot."""
        from replays.reports import drawn

        return drawn.svg(self)

    def save(self, file: Path | str) -> int:
        """Writes the plot to a file that ends in .svg, .png or .html, whole or not at all; its size in bytes. Raises
        CannotPlot, FileUnwritable."""
        from replays.reports import drawn

        path = Path(file)
        return write_whole(path, drawn.content(self, path.suffix.lower()))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(self.report.heading(column))}</th>" for column in self.columns)
        body = "".join(
            "<tr>"
            + "".join(
                f"<td>{escape(self.text(column, value))}</td>"
                for column, value in zip(self.columns, row, strict=True)
            )
            + "</tr>"
            for row in self.rows[:SHOWN]
        )
        more = f"<p>{len(self.rows) - SHOWN} more rows.</p>" if len(self.rows) > SHOWN else ""
        try:
            plot = f"<div>{self.svg()}</div>"
        except CannotPlot:
            plot = ""
        return (
            f"<h3>{escape(self.report.title)}</h3><p>{escape(self.report.about)} {escape(self.told)}.</p>{plot}"
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
        )


def ask(
    archive: Archive,
    name: str,
    *,
    ruleset: str | None = None,
    scenario: str | None = None,
    origin: str | None = None,
    by: str | None = None,
) -> Answer:
    """Asks a report of the games of one ruleset, scenario and origin, or of all; `by` splits them (a scenario, an
    option, a tag …). Raises NoSuchReport, NoGames, CannotSplit, BadReport."""
    import duckdb

    from eventlog.attach import damage_said

    report = candidates(name, ruleset)[0] if ruleset is None else find(name, ruleset)
    asked = Asked(ruleset=ruleset, scenario=scenario, origin=origin, by=by)
    with archive.reading() as sql:
        if ruleset is None:
            asked, report = _for_one(name, asked, chosen.rulesets(sql, asked))
        games, of = chosen.choose(sql, asked, report.sample)
        mixed = chosen.mixed(sql) if by is None else ()
        ((example,),) = sql.execute("SELECT min(game) FROM chosen").fetchall()
        query = report.query
        if asked.ruleset is not None:
            query = query.replace("{schema}", described(asked.ruleset).schema)
        try:
            with sql.only("SELECT game_id FROM chosen"):
                result = sql.execute(query)
                columns = [str(column[0]) for column in result.description or ()]
                rows = result.fetchall()
        except duckdb.Error as error:
            said = str(error).strip().splitlines()[0]
            bad = BadReport(f"{report.file}: this report cannot be answered: {said}")
            raise damage_said(error, archive.path) or bad from error
    kept = _kept(report, asked, columns, rows)
    return Answer(
        report=report,
        asked=asked,
        games=games,
        of=of,
        columns=tuple(by if columns[at] == "split" and by is not None else columns[at] for at in kept),
        rows=tuple(tuple(_plain(row[at]) for at in kept) for row in rows),
        archive=archive,
        example=example,
        mixed=mixed if "split" in columns else (),
    )


def _for_one(name: str, asked: Asked, played: list[str]) -> tuple[Asked, Report]:
    """The report as the one ruleset answers it that is played in these games and has it; else the common one."""
    theirs = {report.ruleset for report in candidates(name)}
    having = [game for game in played if theirs & {"", game}]
    if not having:
        raise NoGames(f"The archive holds no games of {' or '.join(sorted(theirs))}, whose report {name} is.")
    if len(having) == 1:
        asked = msgspec.structs.replace(asked, ruleset=having[0])
    report = find(name, asked.ruleset)
    if asked.ruleset is None:
        which = f"say with --ruleset which of {', '.join(having)} it is to be."
        if report.plot is not None and report.plot.kind == "board":
            raise CannotSplit(f"{name} is told on the board of one game: {which}")
        if any(name in own(game) for game in having):
            raise CannotSplit(f"{name} is told of each game in its own way: {which}")
    return asked, report


def _kept(report: Report, asked: Asked, columns: list[str], rows: list[tuple[Any, ...]]) -> list[int]:
    """The places of the columns that tell something here."""
    if asked.by is not None and "split" not in columns:
        raise CannotSplit(f"The report {report.name} does not split its games: ask it without --by.")
    dull = set() if asked.by is not None else {"split"}
    if "ruleset" in columns and len({row[columns.index("ruleset")] for row in rows}) < 2:
        dull.add("ruleset")
    return [at for at, column in enumerate(columns) if column not in dull]


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value
