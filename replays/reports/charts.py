"""Answers as charts of Altair, made into pictures by vl-convert: nothing is fetched, and every number that a chart is
made of is in the answer's rows."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from replays.reports.definition import Plot, Report
from replays.reports.errors import CannotPlot

if TYPE_CHECKING:
    from replays.reports.answering import Answer

COLOURS = ("#0b5fa5", "#c4451c", "#2e7d32", "#7b3fa0", "#8a6d00", "#00798c", "#b0246a", "#4d4d4d")
"""Of seats and kinds: told apart by people who see few colours, and dark enough for lines on white."""
PARTS = (
    "#0b5fa5",
    "#e0a526",
    "#c4451c",
    "#8cc3a0",
    "#7b3fa0",
    "#b9c4cc",
    "#2e7d32",
    "#e58fb2",
    "#4d4d4d",
    "#9fc5e8",
)
"""Of the parts of a whole, neighbours far from one another in lightness."""
INK, QUIET, LINES = "#1c1b17", "#56534a", "#dedacd"
WIDE, NARROW, HIGH = 620, 330, 230
_NOT_INSTALLED = (
    "Plots need the libraries Altair and vl-convert (`pip install 'warlog[plots]'`, in a clone '.[plots]')."
)
MOST_PANELS = 36
MOST_POINTS = 30
"""Of a line: where there are more, only the line is drawn."""

Row = dict[str, Any]


def svg(chart: Any) -> str:
    """The chart as an SVG document."""
    return str(_converter().vegalite_to_svg(chart.to_dict()))


def png(chart: Any, scale: float) -> bytes:
    """The chart as PNG."""
    return bytes(_converter().vegalite_to_png(chart.to_dict(), scale=scale))


def html(chart: Any) -> str:
    """The chart as a page with all that it needs inside."""
    return str(_converter().vegalite_to_html(chart.to_dict(), bundle=True))


def chart(answer: Answer) -> Any:
    """The chart of an answer. Raises CannotPlot where there is nothing to draw, or no library to draw with."""
    alt = _altair()
    report, plot = answer.report, answer.report.plot
    assert plot is not None
    rows = [row for row in answer.objects() if row[plot.x] is not None and row[plot.y] is not None]
    if not rows:
        raise CannotPlot(f"There is nothing to draw of {answer.told}: the report has no rows for them.")
    drawn = Drawn(alt, report, plot, rows)
    split = [
        name
        for name in ("ruleset", answer.asked.by)
        if name in answer.columns and name not in (plot.x, plot.y)
    ]
    panels = drawn.panels([name for name in (plot.panels, *split) if name])
    if len(panels) > MOST_PANELS:
        raise CannotPlot(
            f"There would be {len(panels)} panels: ask for one ruleset or scenario, or split by less."
        )
    draw: Callable[[Sequence[Row], int], Any] = getattr(drawn, plot.kind)
    width = WIDE if len(panels) == 1 else NARROW
    parts = []
    for label, some in panels:
        heading = (
            {"title": alt.TitleParams(text=label, fontSize=14, frame="group", offset=8)} if label else {}
        )
        parts.append(draw(some, width).properties(**heading))
    # Where what stands left of the axes is short, the axes of panels are in line; names take what room they need.
    flush = {} if plot.kind == "dots" else {"bounds": "flush", "spacing": {"row": 92, "column": 84}}
    whole = parts[0] if len(parts) == 1 else alt.concat(*parts, columns=2, **flush)
    if len(drawn.kinds) > 1:
        whole = whole.resolve_scale(color="shared")
    about = textwrap.wrap(report.about, 140 if len(parts) > 1 else 118, break_on_hyphens=False)
    told = f"{answer.told[:1].upper()}{answer.told[1:]}."
    title = alt.TitleParams(text=report.title, subtitle=[*about, told])
    return _styled(
        whole.properties(title=title) if len(parts) > 1 else alt.concat(whole).properties(title=title)
    )


class Drawn:
    """How the rows of one answer are drawn, a method for each kind of plot. Colours and scales are those of all rows,
    so that panels can be compared."""

    def __init__(self, alt: Any, report: Report, plot: Plot, rows: Sequence[Row]) -> None:
        self.alt, self.report, self.plot, self.rows = alt, report, plot, rows
        self.kinds = _order(rows, plot.colour) if plot.colour else []

    def panels(self, names: Sequence[str]) -> list[tuple[str, list[Row]]]:
        """The rows by the values of these columns, each with its label, in the order in which they come."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(" · ".join(_said(row[name]) for name in names), []).append(row)
        return list(found.items())

    def dots(self, rows: Sequence[Row], width: int) -> Any:
        """A point with its interval for each row, one below the other."""
        alt, plot = self.alt, self.plot
        y = alt.Y(f"{plot.y}:N", sort=_order(rows, plot.y), title=None, axis=alt.Axis(labelLimit=260))
        place: dict[str, Any] = {"y": y}
        kinds = self.kinds
        if len(kinds) > 1:
            place |= {"color": self._colour(COLOURS), "yOffset": alt.YOffset(f"{plot.colour}:N", sort=kinds)}
        x = alt.X(f"{plot.x}:Q", **self._axis(plot.x, self._domain(self.rows, plot.x)))
        base = alt.Chart(alt.Data(values=list(rows)))
        layers = []
        if plot.zero is not None:
            zero = alt.Chart(alt.Data(values=[{"zero": plot.zero}]))
            layers.append(zero.mark_rule(color=QUIET, strokeDash=[4, 3]).encode(x="zero:Q"))
        fixed = {} if len(kinds) > 1 else {"color": COLOURS[0]}
        if plot.low:
            layers.append(
                base.mark_rule(strokeWidth=2.5, opacity=0.6, **fixed).encode(
                    x=alt.X(f"{plot.low}:Q"), x2=f"{plot.high}:Q", **place
                )
            )
        if plot.expected:
            layers.append(base.mark_tick(color=INK, thickness=2, size=14).encode(x=f"{plot.expected}:Q", y=y))
        layers.append(
            base.mark_point(filled=True, size=75, opacity=1, **fixed).encode(
                x=x, tooltip=self._tooltip(), **place
            )
        )
        step = 24 if len(kinds) < 2 else 17 * len(kinds)
        return alt.layer(*layers).properties(width=width, height=max(60, step * len(_order(rows, plot.y))))

    def bars(self, rows: Sequence[Row], width: int) -> Any:
        """Upright bars, each with its interval, and a tick where it would be expected."""
        alt, plot = self.alt, self.plot
        order = _order(rows, plot.x)
        x = alt.X(
            f"{plot.x}:N",
            sort=order,
            title=self._title(plot.x),
            axis=alt.Axis(labelAngle=_slant(order, width)),
        )
        y = alt.Y(f"{plot.y}:Q", **self._axis(plot.y, self._domain(rows, plot.y)))
        place: dict[str, Any] = {"x": x}
        if len(self.kinds) > 1:
            place |= {"xOffset": alt.XOffset(f"{plot.colour}:N", sort=self.kinds)}
        colour = {"color": self._colour(COLOURS)} if len(self.kinds) > 1 else {}
        base = alt.Chart(alt.Data(values=list(rows)))
        fixed = {} if len(self.kinds) > 1 else {"color": "#7fa8cc"}
        layers = [
            base.mark_bar(opacity=0.75, **fixed).encode(y=y, tooltip=self._tooltip(), **place, **colour)
        ]
        if plot.low:
            layers.append(
                base.mark_rule(color=INK, strokeWidth=1.4).encode(
                    y=f"{plot.low}:Q", y2=f"{plot.high}:Q", **place
                )
            )
        if plot.expected:
            layers.append(
                base.mark_tick(color="#c4451c", thickness=2.5, size=22).encode(
                    y=f"{plot.expected}:Q", **place
                )
            )
        return alt.layer(*layers).properties(width=width, height=HIGH)

    def lines(self, rows: Sequence[Row], width: int) -> Any:
        """Lines over x with the band between low and high."""
        alt, plot = self.alt, self.plot
        place: dict[str, Any] = {"x": self._across(rows)}
        if plot.colour:
            place["color"] = self._colour(COLOURS)
        base = alt.Chart(alt.Data(values=list(rows)))
        same = [row for row in self.rows if not plot.panels or row[plot.panels] == rows[0][plot.panels]]
        y = alt.Y(f"{plot.y}:Q", **self._axis(plot.y, self._domain(same, plot.y)))
        few = len({row[plot.x] for row in rows}) <= MOST_POINTS
        layers = []
        if plot.low:
            layers.append(
                base.mark_area(opacity=0.16).encode(y=alt.Y(f"{plot.low}:Q"), y2=f"{plot.high}:Q", **place)
            )
        layers.append(
            base.mark_line(strokeWidth=2.5, point=alt.OverlayMarkDef(size=34) if few else False).encode(
                y=y, tooltip=self._tooltip(), **place
            )
        )
        return alt.layer(*layers).properties(width=width, height=HIGH)

    def stacked(self, rows: Sequence[Row], width: int) -> Any:
        """Parts of a whole, for each x."""
        alt, plot = self.alt, self.plot
        order = _order(rows, plot.x)
        x = alt.X(
            f"{plot.x}:O",
            sort=order,
            title=self._title(plot.x),
            axis=alt.Axis(labelAngle=_slant(order, width)),
        )
        y = alt.Y(f"{plot.y}:Q", stack=True, **self._axis(plot.y, None))
        whole = alt.Chart(alt.Data(values=list(rows))).mark_bar(stroke="white", strokeWidth=0.8)
        encoded = whole.encode(x=x, y=y, color=self._colour(PARTS), tooltip=self._tooltip())
        return encoded.properties(width=width, height=HIGH)

    def against(self, rows: Sequence[Row], width: int) -> Any:
        """What came over what was to be expected; on the diagonal both are the same."""
        alt, plot = self.alt, self.plot
        ends = alt.Chart(alt.Data(values=[{"one": 0.0, "other": 0.0}, {"one": 1.0, "other": 1.0}]))
        x = alt.X(f"{plot.x}:Q", **self._axis(plot.x, (0.0, 1.0)))
        y = alt.Y(f"{plot.y}:Q", **self._axis(plot.y, (0.0, 1.0)))
        base = alt.Chart(alt.Data(values=list(rows)))
        colour = {"color": self._colour(COLOURS)} if plot.colour else {}
        layers = [
            ends.mark_line(color=QUIET, strokeDash=[4, 3], strokeWidth=1).encode(x="one:Q", y="other:Q")
        ]
        if plot.low:
            layers.append(
                base.mark_rule(strokeWidth=2, opacity=0.55).encode(
                    x=x, y=alt.Y(f"{plot.low}:Q"), y2=f"{plot.high}:Q", **colour
                )
            )
        layers.append(
            base.mark_point(filled=True, size=70, opacity=1).encode(
                x=x, y=y, tooltip=self._tooltip(), **colour
            )
        )
        return alt.layer(*layers).properties(width=width, height=min(width, 360))

    # ------------------------------------------------------------------ scales and words

    def _across(self, rows: Sequence[Row]) -> Any:
        values = [row[self.plot.x] for row in rows]
        title = self._title(self.plot.x)
        if all(isinstance(value, int) for value in values):
            low, high = min(values), max(values)
            most = 12 if len(str(high)) < 4 else 6
            axis = self.alt.Axis(format="d", tickMinStep=1, tickCount=max(1, min(high - low, most)))
            scale = self.alt.Scale(domain=[low, high], nice=False, padding=6)
            return self.alt.X(f"{self.plot.x}:Q", title=title, axis=axis, scale=scale)
        return self.alt.X(f"{self.plot.x}:O", title=title, sort=_order(rows, self.plot.x))

    def _title(self, column: str) -> str:
        return self.report.heading(column)

    def _axis(self, column: str, domain: tuple[float, float] | None) -> dict[str, Any]:
        percent = column in self.report.percent
        axis = self.alt.Axis(format=".0%", tickCount=6) if percent else self.alt.Axis(tickCount=7)
        scale = (
            self.alt.Scale(domain=list(domain), nice=not percent)
            if domain is not None
            else self.alt.Undefined
        )
        return {"title": self._title(column), "axis": axis, "scale": scale}

    def _domain(self, rows: Sequence[Row], column: str) -> tuple[float, float] | None:
        """From the least to the most of a column, intervals and expectations among them; with 0 in it."""
        plot = self.plot
        names = [name for name in (column, plot.low, plot.high, plot.expected) if name]
        values = [float(row[name]) for row in rows for name in names if row[name] is not None]
        low, high = min(0.0, *values), max(0.0, *values)
        room = 0.04 * (high - low)
        high = min(1.0, high + room) if column in self.report.percent and high <= 1 else high + room
        return (low - room if low < 0 else 0.0, high) if high > low else None

    def _colour(self, colours: Sequence[str]) -> Any:
        kinds = self.kinds
        scale = self.alt.Scale(domain=kinds, range=[colours[at % len(colours)] for at in range(len(kinds))])
        legend = self.alt.Legend(
            title=self._title(self.plot.colour),
            orient="bottom",
            columns=6,
            symbolOpacity=1,
            symbolStrokeWidth=0,
        )
        return self.alt.Color(f"{self.plot.colour}:N", scale=scale, legend=legend, sort=kinds)

    def _tooltip(self) -> list[Any]:
        found = []
        for column, value in self.rows[0].items():
            share = column in self.report.percent
            number = isinstance(value, int | float) and not isinstance(value, bool)
            form = (
                {"format": ".1%" if share else (".2f" if isinstance(value, float) else "d")} if number else {}
            )
            kind = "Q" if number else "N"
            found.append(self.alt.Tooltip(f"{column}:{kind}", title=self._title(column), **form))
        return found


def _order(rows: Iterable[Mapping[str, Any]], column: str) -> list[Any]:
    return list(dict.fromkeys(row[column] for row in rows))


def _slant(labels: Sequence[Any], width: int) -> int:
    """Labels that do not fit side by side stand upright."""
    longest = max(len(str(label)) for label in labels)
    return 0 if longest * 7 * len(labels) < width else -50


def _said(value: Any) -> str:
    return "" if value is None else str(value)


def _styled(chart: Any) -> Any:
    from replays.viewer.lettering import FAMILY

    font = f"{FAMILY}, sans-serif"
    return (
        chart.configure(background="#ffffff", font=font, padding=18)
        .configure_view(stroke=None)
        .configure_title(
            fontSize=19, subtitleFontSize=12.5, color=INK, subtitleColor=QUIET, anchor="start", offset=14,
            subtitleLineHeight=16, subtitlePadding=6,
        )
        .configure_axis(
            labelFontSize=12.5, titleFontSize=12.5, labelColor=INK, titleColor=QUIET, titleFontWeight="normal",
            gridColor=LINES, domainColor="#8f8b7e", tickColor="#8f8b7e",
        )
        .configure_legend(labelFontSize=12.5, titleFontSize=12.5, titleColor=QUIET, titleFontWeight="normal",
            labelColor=INK, symbolSize=110, labelLimit=240)
        .configure_concat(spacing=26)
    )  # fmt: skip


@cache
def _altair() -> Any:
    try:
        import altair as alt
    except ImportError as error:
        raise CannotPlot(_NOT_INSTALLED) from error
    return alt


@cache
def _converter() -> Any:
    try:
        import vl_convert
    except ImportError as error:
        raise CannotPlot(_NOT_INSTALLED) from error
    from replays.viewer.lettering import FONT_FILES

    for folder in sorted({str(file.parent) for file in FONT_FILES}):
        vl_convert.register_font_directory(folder)
    return vl_convert
