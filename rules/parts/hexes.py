"""Hex grids named by coordinates, as printed on wargame maps.

A hex is a string ``"CCRR"``: two digits of column, two of row, both from 1; ``"1711"`` is column 17, row 11.
Hexes are flat-topped; columns count eastward, rows southward; an even column stands half a hex lower. So the
neighbours of a hex in an odd column lie, in the columns beside it, in its own row and the row above; in an
even column in its own row and the row below.

A hexside is a string ``"1211|1311"``: its two hexes, the smaller first.

Written here because the typed pure-Python packages at hand are GPL (hexpex) or under a licence not meant for
programs and untyped (hexgrid-cube), and none tells a line that runs along a hexside from one that crosses it.
"""

import math
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise

import msgspec

DIRECTIONS = ("north", "northeast", "southeast", "south", "southwest", "northwest")
"""The six directions in the order in which every list of neighbours is given: clockwise from north."""

_CUBE_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_NAME = re.compile(r"[0-9]{4}")
_ROOT_3 = math.sqrt(3)


class HexError(ValueError):
    """A text that names no hex, hexside or block; the message is a sentence."""


# Names


def hex_id(column: int, row: int) -> str:
    """The name of the hex in this column and row (each 1 to 99); HexError outside of that."""
    if not (1 <= column <= 99 and 1 <= row <= 99):
        raise HexError(f"Column {column}, row {row} has no name: columns and rows run from 1 to 99.")
    return f"{column:02d}{row:02d}"


@cache
def column_row(name: str) -> tuple[int, int]:
    """Column and row of a hex; HexError if the text is not four digits with a column and a row from 1."""
    if not _NAME.fullmatch(name) or name[:2] == "00" or name[2:] == "00":
        raise HexError(f'"{name}" is not a hex: write column and row with two digits each, as in "1711".')
    return int(name[:2]), int(name[2:])


@cache
def hexside(first: str, second: str) -> str:
    """The name of the hexside between two adjacent hexes; HexError if they are not adjacent."""
    if distance(first, second) != 1:
        raise HexError(f"{first} and {second} share no hexside: they are not adjacent.")
    return f"{first}|{second}" if first < second else f"{second}|{first}"


@cache
def hexes_of(side: str) -> tuple[str, str]:
    """The two hexes of a hexside, smaller first; HexError if the text names none or is not sorted."""
    first, bar, second = side.partition("|")
    if not bar:
        raise HexError(f'"{side}" is not a hexside: write its two hexes as in "1211|1311".')
    right = hexside(first, second)
    if right != side:
        raise HexError(f'"{side}" names its hexes in the wrong order: write "{right}".')
    return first, second


def block(text: str) -> tuple[str, ...]:
    """The hexes of a block, sorted: one hex ``"0508"`` or a rectangle ``"0816-1216"`` from corner to corner."""
    first, _, last = text.partition("-")
    left, top = column_row(first)
    right, bottom = column_row(last) if last else (left, top)
    if ("-" in text and not last) or right < left or bottom < top:
        raise HexError(
            f'"{text}" is not a block: write its north-west and its south-east hex, as in "0816-1216".'
        )
    return tuple(hex_id(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))


def blocks(texts: Iterable[str]) -> tuple[str, ...]:
    """The hexes of several blocks, sorted, each once."""
    return tuple(sorted({name for text in texts for name in block(text)}))


# Geometry


@cache
def cube(name: str) -> tuple[int, int, int]:
    """Cube coordinates of a hex: three integers whose sum is 0."""
    column, row = column_row(name)
    q = column - 1
    r = row - 1 - (q - (q & 1)) // 2
    return q, r, -q - r


def _from_cube(q: int, r: int) -> str | None:
    column, row = q + 1, r + (q - (q & 1)) // 2 + 1
    return f"{column:02d}{row:02d}" if 1 <= column <= 99 and 1 <= row <= 99 else None


@cache
def neighbours(name: str) -> tuple[str, ...]:
    """The adjacent hexes in the order of DIRECTIONS, map edges ignored; fewer than six only at 1 and 99."""
    q, r, _ = cube(name)
    found = (_from_cube(q + step_q, r + step_r) for step_q, step_r in _CUBE_STEPS)
    return tuple(each for each in found if each is not None)


def neighbour(name: str, direction: str) -> str | None:
    """The adjacent hex in one of DIRECTIONS, or None where the numbering ends."""
    if direction not in DIRECTIONS:
        raise HexError(f'"{direction}" is no direction: it is one of {", ".join(DIRECTIONS)}.')
    q, r, _ = cube(name)
    step_q, step_r = _CUBE_STEPS[DIRECTIONS.index(direction)]
    return _from_cube(q + step_q, r + step_r)


def distance(first: str, second: str) -> int:
    """Hexes from the first to the second, the second counted and the first not; 0 for the same hex."""
    q1, r1, s1 = cube(first)
    q2, r2, s2 = cube(second)
    return max(abs(q1 - q2), abs(r1 - r2), abs(s1 - s2))


@lru_cache(maxsize=4096)
def within(name: str, radius: int) -> tuple[str, ...]:
    """Every hex at most `radius` hexes away, itself included, sorted; map edges ignored."""
    q, r, _ = cube(name)
    found = (
        _from_cube(q + step_q, r + step_r)
        for step_q in range(-radius, radius + 1)
        for step_r in range(max(-radius, -step_q - radius), min(radius, -step_q + radius) + 1)
    )
    return tuple(sorted(each for each in found if each is not None))


@lru_cache(maxsize=65536)
def line(first: str, second: str) -> tuple[tuple[str, ...], ...]:
    """The hexes that the straight line from centre to centre passes, in order, both ends included.

    Each step holds one hex whose inside the line passes, or two (sorted) between which it runs along their
    hexside. A hex that the line only touches at a corner is not passed. Exact; no rounding.
    """
    start, end = cube(first), cube(second)
    length = distance(first, second)
    if length == 0:
        return ((first,),)
    passed: dict[tuple[Fraction, Fraction], list[str]] = {}
    for name in _near_line(start, end, length):
        stretch = _stretch_inside(cube(name), start, end)
        if stretch is not None:
            passed.setdefault(stretch, []).append(name)
    return tuple(tuple(sorted(passed[stretch])) for stretch in sorted(passed))


@lru_cache(maxsize=65536)
def crossed(first: str, second: str) -> tuple[tuple[str, ...], ...]:
    """The hexsides over which the line passes from one step to the next: one, or two where it enters or
    leaves a pair of hexes at the corner at which both hexsides end."""
    steps = line(first, second)
    return tuple(
        tuple(sorted(hexside(one, other) for one in before for other in after))
        for before, after in pairwise(steps)
    )


def _near_line(start: tuple[int, int, int], end: tuple[int, int, int], length: int) -> list[str]:
    """Hexes that the line may pass: those round the points at which it is sampled, once a hex of length."""
    near: set[tuple[int, int]] = set()
    for step in range(length + 1):
        q = Fraction(start[0] * (length - step) + end[0] * step, length)
        r = Fraction(start[1] * (length - step) + end[1] * step, length)
        near.update(
            (around_q, around_r)
            for around_q in range(math.floor(q) - 1, math.ceil(q) + 2)
            for around_r in range(math.floor(r) - 1, math.ceil(r) + 2)
        )
    names = (_from_cube(q, r) for q, r in near)
    return [name for name in names if name is not None]


def _stretch_inside(
    centre: tuple[int, int, int], start: tuple[int, int, int], end: tuple[int, int, int]
) -> tuple[Fraction, Fraction] | None:
    """The part of the line, as fractions of its length, in the closed hex; None if less than a stretch."""
    enters, leaves = Fraction(0), Fraction(1)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        # A point lies in a hex when each difference of two cube coordinates is at most 1 from the centre's.
        at_start = (start[one] - centre[one]) - (start[other] - centre[other])
        change = (end[one] - start[one]) - (end[other] - start[other])
        if change == 0:
            if abs(at_start) > 1:
                return None
            continue
        bounds = sorted((Fraction(-1 - at_start, change), Fraction(1 - at_start, change)))
        enters, leaves = max(enters, bounds[0]), min(leaves, bounds[1])
    return (enters, leaves) if enters < leaves else None


# Drawing


def centre(name: str, size: float = 1.0) -> tuple[float, float]:
    """Centre of a hex in a drawing, x to the right and y downward; `size` is from centre to corner.
    The centre of 0101 is (0, 0)."""
    column, row = column_row(name)
    lower = 0.5 if column % 2 == 0 else 0.0
    return 1.5 * size * (column - 1), _ROOT_3 * size * (row - 1 + lower)


def corners(name: str, size: float = 1.0) -> tuple[tuple[float, float], ...]:
    """The six corners, clockwise from the right end of the north side; side i of DIRECTIONS ends at corner i."""
    x, y = centre(name, size)
    half, height = size / 2, _ROOT_3 * size / 2
    offsets = ((half, -height), (size, 0.0), (half, height), (-half, height), (-size, 0.0), (-half, -height))
    return tuple((x + step_x, y + step_y) for step_x, step_y in offsets)


# A grid of some hexes


class Grid(msgspec.Struct, frozen=True, eq=False):
    """The hexes of one map or board with what is looked up often.

    `hexes` is sorted; `neighbours` gives the adjacent hexes on the grid in the order of DIRECTIONS; `hexsides`
    the name of the hexside between two adjacent hexes of the grid, by the pair in either order.
    """

    hexes: tuple[str, ...]
    neighbours: Mapping[str, tuple[str, ...]]
    hexsides: Mapping[tuple[str, str], str]

    def __contains__(self, name: object) -> bool:
        return name in self.neighbours

    def within(self, name: str, radius: int) -> tuple[str, ...]:
        """The hexes of the grid at most `radius` away from a hex, itself included, sorted."""
        return tuple(each for each in within(name, radius) if each in self.neighbours)


@lru_cache(maxsize=64)
def grid(hexes: frozenset[str]) -> Grid:
    """The grid of these hexes; kept, so that every game on one map shares one table."""
    ordered = tuple(sorted(hexes))
    beside = {name: tuple(each for each in neighbours(name) if each in hexes) for name in ordered}
    sides = {(name, each): hexside(name, each) for name in ordered for each in beside[name]}
    return Grid(ordered, beside, sides)
