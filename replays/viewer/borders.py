"""Hexside borders – walls, gates, towers, breaches, rivers, cliffs – each with a line of its own shape."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import msgspec

from replays.viewer.colours import known, steady
from replays.viewer.drawing import Drawing, number
from replays.viewer.theme import Theme
from replays.viewer.vocabulary import found, vocabulary
from rules.scene import Terrain

Point = tuple[float, float]

STYLES = (
    "wall",
    "gate",
    "open-gate",
    "tower",
    "breach",
    "tunnel",
    "river",
    "cliff",
    "bridge",
    "edge",
    "limit",
)
SPARE = ("dash-dot", "beads", "ticks", "double")
"""Styles of borders that the vocabulary does not know, in order."""


NIGHT_GROUND = "#64635c"
"""About what ground is in the dark theme: borders are told from it."""


class Look(msgspec.Struct, frozen=True):
    """How a kind of border is drawn."""

    kind: str
    title: str
    style: str
    colour: str


def looks(terrain: Iterable[Terrain], kinds: Mapping[str, str]) -> dict[str, Look]:
    """The look of each kind of border that occurs (`kinds`: kind to title), by kind. Two kinds of one style, as two
    sorts of gate, are told apart by a mark: the second and later ones get a spare style laid over."""
    colours = {each.kind: each.colour for each in terrain}
    titles = {each.kind: each.title for each in terrain}
    result: dict[str, Look] = {}
    spare = 0
    taken: set[str] = set()
    for kind in sorted(kinds):
        title = titles.get(kind) or kinds[kind] or kind
        entry = found(vocabulary().border, kind)
        style = entry.style if entry is not None else SPARE[spare % len(SPARE)]
        spare += entry is None
        if style in taken and entry is not None and style != "edge":  # where an edge lies tells it
            style = f"{style}+"
        taken.add(style)
        result[kind] = Look(kind, title, style, known(colours.get(kind, ""), "#333333"))
    return result


def draw(drawing: Drawing, look: Look, start: Point, end: Point, theme: Theme, side: float) -> None:
    """The border from corner to corner. `side` is a hex's side in pixels."""
    line = _Line(start, end)
    thick = min(5.0, max(1.8, 0.13 * side))
    colour = look.colour if theme.name == "light" else steady(look.colour, NIGHT_GROUND, 3.2)
    casing = theme.face if theme.name == "light" else "#0b0d10"
    style = look.style.removesuffix("+")
    pen = _Pen(drawing, colour, casing, thick)
    if style in {"wall", "gate", "open-gate", "tower", "breach", "tunnel"}:
        _masonry(pen, line, style)
    elif style == "river":
        pen.stroke(line.wave(0.07), 1.5, cased=True)
    elif style == "cliff":
        pen.stroke(line.part(0, 1), 0.6, cased=True)
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            pen.stroke(line.across(share, 0, 1.7 * thick), 0.45)
            pen.stroke(line.across(share, 0, -0.9 * thick), 0.45)
    elif style == "edge":
        pen.stroke(line.part(0, 1), 0.9, cased=True)
        pen.block(line.at(0.5), 0.9, 45.0)
    elif style == "limit":
        mark = 2.2 if look.style.endswith("+") else 0.5
        pen.stroke(line.part(0, 1), 0.5, dash=f"{number(mark * thick)} {number(1.2 * thick)}")
    elif style == "bridge":
        pen.stroke(line.across(0.4, -2 * thick, 2 * thick), 0.6, cased=True)
        pen.stroke(line.across(0.6, -2 * thick, 2 * thick), 0.6, cased=True)
    else:
        _spare(pen, line, style)
    if look.style.endswith("+") and style != "limit":
        pen.diamond(line.at(0.5), 1.15)


def _masonry(pen: _Pen, line: _Line, style: str) -> None:
    if style == "tunnel":
        pen.stroke(line.part(0, 1), 0.9, cased=True, dash=f"{number(1.2 * pen.thick)} {number(pen.thick)}")
        return
    whole = style in {"wall", "tower"}
    for first, last in ((0.0, 1.0),) if whole else ((0.0, 0.27), (0.73, 1.0)):
        pen.stroke(line.part(first, last), 1.25, cased=True)
        # Merlons on both sides tell a wall from any other thick line.
        steps = (0.1, 0.3, 0.5, 0.7, 0.9) if whole else ((first + last) / 2,)
        for share in steps:
            pen.stroke(line.across(share, -1.15 * pen.thick, 1.15 * pen.thick), 0.7)
    if style == "tower":
        pen.block(line.at(0.5), 2.1, line.angle)
    elif style == "gate":
        pen.stroke(line.part(0.3, 0.7), 0.5, cased=True)
        for share in (0.28, 0.72):
            pen.block(line.at(share), 1.1, line.angle)
        pen.stroke(line.across(0.5, -1.2 * pen.thick, 1.2 * pen.thick), 0.5)
    elif style == "open-gate":
        pen.stroke(line.across(0.28, 0, 2.6 * pen.thick), 0.6, cased=True)
        pen.stroke(line.across(0.72, 0, 2.6 * pen.thick), 0.6, cased=True)
    elif style == "breach":
        for share, off in ((0.36, 0.5), (0.46, -0.6), (0.55, 0.6), (0.64, -0.4)):
            pen.block(line.off(share, off * pen.thick), 0.55, line.angle + 35)


def _spare(pen: _Pen, line: _Line, style: str) -> None:
    thick = pen.thick
    if style == "double":
        for off in (-0.7, 0.7):
            pen.stroke(line.beside(off * thick), 0.5, cased=True)
    elif style == "ticks":
        pen.stroke(line.part(0, 1), 0.5, cased=True)
        for share in (0.2, 0.4, 0.6, 0.8):
            pen.stroke(line.across(share, -thick, thick), 0.5)
    elif style == "beads":
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            pen.block(line.at(share), 0.7, line.angle + 45)
    else:
        pen.stroke(line.part(0, 1), 1.1, cased=True, dash=f"{number(2.4 * thick)} {number(1.6 * thick)}")


class _Line:
    """A hexside with points along it and beside it."""

    def __init__(self, start: Point, end: Point) -> None:
        # From west to east, so that what stands on one side stands on the same side everywhere.
        self.start, self.end = sorted((start, end))
        self.length = math.dist(start, end)
        self.along = (
            (self.end[0] - self.start[0]) / self.length,
            (self.end[1] - self.start[1]) / self.length,
        )
        self.angle = math.degrees(math.atan2(self.along[1], self.along[0]))

    def off(self, share: float, distance: float) -> Point:
        """The point at this share of the length, so many pixels beside the line."""
        x = self.start[0] + (self.end[0] - self.start[0]) * share - self.along[1] * distance
        y = self.start[1] + (self.end[1] - self.start[1]) * share + self.along[0] * distance
        return x, y

    def at(self, share: float) -> Point:
        return self.off(share, 0.0)

    def part(self, first: float, last: float) -> str:
        return _path(self.at(first), self.at(last))

    def beside(self, distance: float) -> str:
        return _path(self.off(0, distance), self.off(1, distance))

    def across(self, share: float, one: float, other: float) -> str:
        return _path(self.off(share, one), self.off(share, other))

    def wave(self, height: float) -> str:
        high = height * self.length
        first, second = self.off(0.25, 2 * high), self.off(0.75, -2 * high)
        middle, end = self.at(0.5), self.end
        return f"M{_pair(self.start)}Q{_pair(first)} {_pair(middle)}Q{_pair(second)} {_pair(end)}"


class _Pen:
    """Draws in the border's colour; cased: on a band that sets it off from the ground."""

    def __init__(self, drawing: Drawing, colour: str, casing: str, thick: float) -> None:
        self.drawing, self.colour, self.casing, self.thick = drawing, colour, casing, thick

    def stroke(self, path: str, share: float, *, cased: bool = False, dash: str | None = None) -> None:
        width = share * self.thick
        if cased:
            self.drawing.add("path", d=path, fill="none", stroke=self.casing, stroke_width=width + 2)
        self.drawing.add(
            "path", d=path, fill="none", stroke=self.colour, stroke_width=width, stroke_dasharray=dash
        )

    def block(self, at: Point, share: float, angle: float) -> None:
        half = share * self.thick * 0.85
        turn = math.radians(angle)
        corners = [
            (
                at[0] + half * (x * math.cos(turn) - y * math.sin(turn)),
                at[1] + half * (x * math.sin(turn) + y * math.cos(turn)),
            )
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        path = "M" + "L".join(_pair(corner) for corner in corners) + "z"
        self.drawing.add("path", d=path, fill=self.colour, stroke=self.casing, stroke_width=0.8)

    def diamond(self, at: Point, share: float) -> None:
        x, y = at
        half = share * self.thick * 1.3
        path = (
            f"M{_pair((x - half, y))}L{_pair((x, y - half))}L{_pair((x + half, y))}L{_pair((x, y + half))}z"
        )
        self.drawing.add("path", d=path, fill=self.casing, stroke=self.colour, stroke_width=0.45 * self.thick)


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _path(start: Point, end: Point) -> str:
    return f"M{_pair(start)}L{_pair(end)}"
