"""The plot of an answer: a picture of its chart or of its board, offline, in the light."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from replays.reports.errors import CannotPlot

if TYPE_CHECKING:
    from replays.reports.answering import Answer

SUFFIXES = (".svg", ".png", ".html")
SCALE = 2.0
"""Pixels of a PNG for one of the SVG."""


def svg(answer: Answer) -> str:
    """The plot as an SVG document. Raises CannotPlot."""
    if _on_board(answer):
        from replays.reports import board

        return board.svg(answer)
    from replays.reports import charts

    return charts.svg(charts.chart(answer))


def content(answer: Answer, suffix: str) -> bytes:
    """The plot as a file of this suffix, with everything that it needs inside. Raises CannotPlot."""
    if suffix not in SUFFIXES:
        raise CannotPlot(
            f"A plot ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, not in {suffix or 'nothing'}."
        )
    if not _on_board(answer):
        from replays.reports import charts

        drawn = charts.chart(answer)
        return (
            charts.png(drawn, SCALE)
            if suffix == ".png"
            else (charts.html(drawn) if suffix == ".html" else charts.svg(drawn)).encode()
        )
    picture = svg(answer)
    if suffix == ".svg":
        return picture.encode()
    if suffix == ".png":
        from replays.viewer.picture import PictureError, png

        try:
            return png(picture, scale=SCALE)
        except PictureError as error:
            raise CannotPlot(str(error)) from error
    title = escape(answer.report.title)
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>{picture}</html>\n'.encode()


def _on_board(answer: Answer) -> bool:
    plot = answer.report.plot
    if plot is None:
        raise CannotPlot(f"The report {answer.report.name} is a table and has no plot.")
    return plot.kind == "board"
