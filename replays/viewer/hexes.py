"""The shape of a hex map: corners, neighbours and outlines of areas, from the centres that a scene gives.

Everything is reckoned on a lattice of whole numbers – thirds of a column pitch across, halves of a hex down – so that
corners of neighbouring hexes are the same. Hexes are flat-topped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from replays.viewer.drawing import number
from rules.scene import Space

ROOT_3 = math.sqrt(3)
Cell = tuple[int, int]
"""A hex: 1.5 sides across and half a hex down, each counted from the first."""
Corner = tuple[int, int]
"""A corner: half sides across and halves of a hex down."""

STEPS: tuple[Cell, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The neighbours, clockwise from north; hexside i lies towards neighbour i."""
_CORNERS: tuple[Corner, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Hexside i runs from corner i to corner i + 1."""

OUTSIDE = 1.06
"""How far from the centre, in its distance from there, what marks an outer hexside is drawn: clear of the number."""


class Map(msgspec.Struct, frozen=True):
    """The hexes of a scene, laid on a drawing: `side` pixels a hexside, the first centre at `left`, `top`."""

    cells: Mapping[str, Cell]
    ids: Mapping[Cell, str]
    side: float
    left: float
    top: float

    def centre(self, name: str) -> tuple[float, float]:
        """The centre of a hex, in pixels."""
        column, half = self.cells[name]
        return self.left + 1.5 * self.side * column, self.top + ROOT_3 / 2 * self.side * half

    def point(self, corner: Corner) -> tuple[float, float]:
        """A corner, in pixels."""
        return self.left + self.side / 2 * corner[0], self.top + ROOT_3 / 2 * self.side * corner[1]

    def corners(self, name: str) -> tuple[Corner, ...]:
        """The six corners, clockwise from the left end of the north side."""
        column, half = self.cells[name]
        return tuple((3 * column + x, half + y) for x, y in _CORNERS)

    def neighbours(self, name: str) -> Iterator[tuple[int, str]]:
        """The neighbours on the map, each with the number of its hexside."""
        column, half = self.cells[name]
        for number_of, (x, y) in enumerate(STEPS):
            other = self.ids.get((column + x, half + y))
            if other is not None:
                yield number_of, other

    def hexside(self, first: str, second: str) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The ends of the hexside between two neighbours, in pixels; None where they are no neighbours."""
        for number_of, other in self.neighbours(first):
            if other == second:
                corners = self.corners(first)
                return self.point(corners[number_of]), self.point(corners[(number_of + 1) % 6])
        return None

    def outer(self, name: str) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
        """The ends of the hexsides beyond which there is no map, in pixels, a little outside the hex."""
        inner = {number_of for number_of, _ in self.neighbours(name)}
        x, y = self.centre(name)
        ends = [
            (x + OUTSIDE * (across - x), y + OUTSIDE * (down - y))
            for across, down in (self.point(corner) for corner in self.corners(name))
        ]
        for number_of in range(6):
            if number_of not in inner:
                yield ends[number_of], ends[(number_of + 1) % 6]


def size(spaces: Iterable[Space]) -> tuple[float, float]:
    """Width and height of the map, in sides of a hex."""
    cells = cells_of(spaces).values()
    columns = max(column for column, _ in cells)
    halves = max(half for _, half in cells)
    return 1.5 * columns + 2, ROOT_3 / 2 * halves + ROOT_3


def cells_of(spaces: Iterable[Space]) -> dict[str, Cell]:
    """The hexes by id; the westernmost and the northernmost is 0."""
    spaces = tuple(spaces)
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    return {
        space.id: (round((space.x - left) / 1.5), round((space.y - top) / (ROOT_3 / 2))) for space in spaces
    }


def laid(spaces: Iterable[Space], side: float, left: float, top: float) -> Map:
    """The hexes with the corner of their rectangle at `left`, `top`."""
    cells = cells_of(spaces)
    ids = {cell: name for name, cell in cells.items()}
    return Map(cells, ids, side, left + side, top + ROOT_3 / 2 * side)


def outline(board: Map, names: frozenset[str], *, smooth: bool, beside: frozenset[str] = frozenset()) -> str:
    """The outline of an area as a path. Smooth: rounded, but where it ends with the map or at a hex of `beside`."""
    after: dict[Corner, Corner] = {}
    for name in sorted(names):
        corners = board.corners(name)
        inner = {number_of for number_of, other in board.neighbours(name) if other in names}
        for number_of in range(6):
            if number_of not in inner:
                after[corners[number_of]] = corners[(number_of + 1) % 6]
    edge = frozenset[Corner]()
    if smooth:
        edge = _edge(board) | {corner for name in beside for corner in board.corners(name)}
    written = []
    while after:
        loop = [min(after)]
        while (following := after.pop(loop[-1])) != loop[0]:
            loop.append(following)
        written.append(_smooth(board, loop, edge) if smooth else _sharp(board, loop))
    return "".join(written)


def _edge(board: Map) -> frozenset[Corner]:
    """The corners at which the map ends."""
    met: dict[Corner, int] = {}
    for name in board.cells:
        for corner in board.corners(name):
            met[corner] = met.get(corner, 0) + 1
    return frozenset(corner for corner, hexes in met.items() if hexes < 3)


def _pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _sharp(board: Map, loop: list[Corner]) -> str:
    return "M" + "L".join(_pair(*board.point(corner)) for corner in loop) + "z"


def _smooth(board: Map, loop: list[Corner], edge: frozenset[Corner]) -> str:
    """From the middle of one side to the middle of the next, the corner between them drawing the curve."""
    ends = [board.point(corner) for corner in loop]
    middles = [((x + after_x) / 2, (y + after_y) / 2) for (x, y), (after_x, after_y) in _circular(ends)]
    path = "M" + _pair(*middles[-1])
    for corner, end, middle in zip(loop, ends, middles, strict=True):
        if corner in edge:
            path += "L" + _pair(*end) + "L" + _pair(*middle)
        else:
            path += "Q" + _pair(*end) + " " + _pair(*middle)
    return path + "z"


def _circular(
    ends: list[tuple[float, float]],
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    return zip(ends, [*ends[1:], ends[0]], strict=True)
