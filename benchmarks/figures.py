"""A measured figure beside its goal, and how time is taken."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table.

    `median` and `best` are in `unit`; None where nothing was measured, and `note` says why. `goal` is the most that it
    may be, or, with `at_least`, the least; None for a figure that is only told. Other work on the machine only ever
    makes a figure worse, so the best of several is what the program can do, and the median what was seen.
    """

    what: str
    unit: str
    median: float | None = None
    best: float | None = None
    goal: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the goal is met: by the median, by the best alone, or not at all."""
        if self.goal is None:
            return ""
        if self.median is None or self.best is None:
            return "not measured"
        if self._meets(self.median):
            return "met"
        return "met at best" if self._meets(self.best) else "missed"

    def _meets(self, value: float) -> bool:
        assert self.goal is not None
        return value >= self.goal if self.at_least else value <= self.goal


def seconds_of(work: Callable[[], object], times: int) -> list[float]:
    """How long each of so many repetitions took. Throwing away what one has made is not part of it."""
    gc.collect()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        made = work()
        taken.append(time.perf_counter() - began)
        del made
    return taken


def duration(what: str, seconds: Sequence[float], goal: float | None = None, note: str = "") -> Figure:
    """A figure in milliseconds; `goal` too."""
    return Figure(
        what=what, unit="ms", median=1e3 * median(seconds), best=1e3 * min(seconds), goal=goal, note=note
    )


def rate(
    what: str, number: float, seconds: Sequence[float], unit: str, goal: float | None = None, note: str = ""
) -> Figure:
    """A figure in so many a second."""
    return Figure(
        what=what,
        unit=unit,
        median=number / median(seconds),
        best=number / min(seconds),
        goal=goal,
        at_least=True,
        note=note,
    )


def ratio(
    what: str,
    above: Sequence[float],
    below: Sequence[float],
    goal: float | None = None,
    *,
    at_least: bool = False,
    note: str = "",
) -> Figure:
    """How many times as long what is above takes as what is below, both measured in this run."""
    return Figure(
        what=what,
        unit="times",
        median=median(above) / median(below),
        best=min(above) / min(below),
        goal=goal,
        at_least=at_least,
        note=note,
    )


def table(figures: Sequence[Figure]) -> str:
    """The figures as text for a terminal of 100 columns; notes stand below."""
    rows = [("", "median", "best", "", "goal", "")]
    notes: list[str] = []
    for figure in figures:
        what = figure.what
        if figure.note:
            if figure.note not in notes:
                notes.append(figure.note)
            what += f" [{notes.index(figure.note) + 1}]"
        goal = ""
        if figure.goal is not None:
            goal = f"{'≥' if figure.at_least else '≤'} {_number(figure.goal)}"
        numbers = (_measured(figure.median), _measured(figure.best))
        rows.append((what, *numbers, figure.unit, goal, figure.verdict))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if column in (1, 2) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * max(len(line) for line in lines))
    lines += ["", *(f"[{number}] {note}" for number, note in enumerate(notes, 1))]
    return "\n".join(lines)


def _measured(value: float | None) -> str:
    return "-" if value is None else _number(value)


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 and value % 1 else f"{value:.2f}".rstrip("0").rstrip(".")
