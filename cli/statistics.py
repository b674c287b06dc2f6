"""`stats`: reports, questions to all games that stand ready, with their plots."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.shell import Shell, command, kebab, warn

if TYPE_CHECKING:
    from replays.reports import Answer, Report


def add_to(app: typer.Typer) -> None:
    """Adds the command of this file."""
    command(app, "The archive")(stats)


def stats(
    shell: Shell,
    report: Annotated[
        str | None,
        typer.Argument(metavar="[REPORT]", help="The report; without it all are listed.", show_default=False),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", metavar="R", help="Of these games alone.", show_default=False)
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", metavar="S", help="Of this scenario alone.", show_default=False),
    ] = None,
    origin: Annotated[
        str | None,
        typer.Option(
            "--origin",
            metavar="O",
            help="played, recorded, imported or simulated; else all of them.",
            show_default=False,
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="K",
            help="Splits the games: scenario, bot, data, ruleset-version, an option, a tag …",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draws it: .svg, .png or .html.", show_default=False),
    ] = None,
) -> None:
    """Answers a report about all games; without REPORT it lists the reports."""
    from cli import answers, names
    from cli.failures import usage
    from replays.reports import ask, reports

    rules = names.ruleset(ruleset) if ruleset is not None else None
    if report is None:
        if by is not None or plot is not None or scenario is not None or origin is not None:
            raise usage("Say which report, as in `warlog stats who-wins`; `warlog stats` lists them.")
        found = reports(rules.name if rules is not None else None)
        shell.answer(
            [
                answers.ReportAnswer(name=each.name, title=each.title, ruleset=each.ruleset or None)
                for each in found
            ]
        )
        shell.tell(*_listed(found))
        return
    if plot is not None:
        _check_plot(plot, shell.archive_file)
    told = ask(
        shell.archive(),
        kebab(report.strip().lower()),
        ruleset=rules.name if rules is not None else None,
        scenario=names.scenario(rules, scenario).name if rules and scenario else _kebab(scenario),
        origin=_origin(origin),
        by=by,
    )
    size = told.save(plot) if plot is not None else 0
    shell.answer(
        answers.ReportRows(
            report=told.report.name,
            title=told.report.title,
            games=told.games,
            columns=list(told.columns),
            rows=[list(row) for row in told.rows],
            plot=str(plot) if plot is not None else None,
        )
    )
    about = textwrap.wrap(f"{told.report.about} {told.told[:1].upper()}{told.told[1:]}.", 100)
    shell.tell(told.report.title, *about, "", *_table(told))
    if told.mixed:
        ways = " or ".join(f"--by {name}" for name in told.mixed)
        warn(f"These games differ by {' and '.join(told.mixed)}: {ways} tells them apart.")
    if plot is not None:
        shell.tell("", f"{plot}: {size} bytes.")


def _kebab(text: str | None) -> str | None:
    return kebab(text.strip().lower()) if text is not None else None


def _origin(text: str | None) -> str | None:
    """An origin by which games may be chosen."""
    from cli.failures import usage

    wanted = _kebab(text)
    if wanted in (None, "all"):
        return None
    if wanted == "whatif":
        raise usage("Reports leave what-if games out; ask for them in SQL, under all_lines.")
    origins = ("played", "recorded", "imported", "simulated")
    if wanted not in origins:
        raise usage(f"--origin takes {', '.join(origins)} or all, not {wanted}.")
    return wanted


def _check_plot(file: Path, archive: Path) -> None:
    """Refuses, before anything is asked, a file that could not be written."""
    from cli import outputs
    from cli.failures import usage
    from replays.reports.drawn import SUFFIXES

    if file.suffix.lower() not in SUFFIXES:
        raise usage(
            f"--plot {file}: the name of a plot ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}."
        )
    outputs.check(file, archive)


def _listed(found: list[Report]) -> list[str]:
    width = max(len(report.name) for report in found)
    lines: list[str] = []
    last = ""
    for report in found:
        if report.ruleset != last:
            lines += ["", f"{report.ruleset}:"]
            last = report.ruleset
        lines.append(f"  {report.name.ljust(width)}  {report.title}")
    return [
        "For all games:",
        *lines,
        "",
        "`warlog stats REPORT --ruleset R --plot FILE.svg` answers one and draws it.",
    ]


def _table(told: Answer) -> list[str]:
    """The rows as people read them; numbers to the right."""
    from rich.cells import cell_len

    heads = [told.report.heading(column) for column in told.columns]
    cells = [
        [told.text(column, value) for column, value in zip(told.columns, row, strict=True)]
        for row in told.rows
    ]
    numbers = [
        all(isinstance(row[at], int | float | None) for row in told.rows) and bool(told.rows)
        for at in range(len(told.columns))
    ]
    widths = [max([cell_len(head), *(cell_len(row[at]) for row in cells)]) for at, head in enumerate(heads)]

    def line(row: list[str]) -> str:
        padded = []
        for cell, width, number in zip(row, widths, numbers, strict=True):
            room = " " * (width - cell_len(cell))
            padded.append(room + cell if number else cell + room)
        return "  ".join(padded).rstrip()

    rows = f"({len(cells)} {'row' if len(cells) == 1 else 'rows'})"
    if not cells:
        rows = "(0 rows: nothing of the kind has happened in these games, or none of them is over)"
    return [line(heads), line(["-" * width for width in widths]), *map(line, cells), rows]
