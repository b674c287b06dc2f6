"""A hex map drawn with characters: flat-topped hexes, columns staggered by half a hex.

      ______
     /      \\          SLOPE 2, FLAT 6: four lines a hex, eight cells a column;
    /  1203 ^\\______   the upper half of a hex lies on the lower half of the one beside it.
    \\  aFt1  /
     \\______/

The size is the largest that fits the width; the window is the part of the map that holds all pieces, if the whole
does not fit. Every border and every terrain has a character of its own, so that nothing depends on colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from cli.canvas import BARE, BOLD, Canvas, Line, Span, Style, fit, readable_on
from rules.scene import Counter, Scene, Side, Space, Terrain

_ROOT_3 = math.sqrt(3)


class Size(NamedTuple):
    """Lines of half a hex, and cells of its flat top."""

    slope: int
    flat: int

    @property
    def pitch(self) -> int:
        return self.slope + self.flat


SIZES = (Size(3, 7), Size(2, 6), Size(2, 5), Size(2, 4), Size(1, 4))
"""From roomy to tight; the roomiest is taken only where the terminal is high enough for it, too. The tightest has one
line for counters, the others two or more: twelve columns of hexes name two counters a hex in 80 cells."""

EDGE = Style(colour="#8a8a8a")


class Placed(NamedTuple):
    """A hex and the cell of its top left corner."""

    space: Space
    x: int
    y: int


def draw(scene: Scene, width: int, height: int, *, colour: bool) -> list[Line] | None:
    """The map, or None where the scene has no hexes or the width is too small for any size."""
    hexes = [space for space in scene.spaces if space.shape == "hex"]
    if not hexes:
        return None
    for window in (hexes, _occupied(hexes, scene.counters)):
        if not window:
            continue
        count = max(space.column for space in window) - min(space.column for space in window) + 1
        rows = max(space.row for space in window) - min(space.row for space in window) + 2
        for size in SIZES:
            if count * size.pitch + size.slope <= width and (size.slope < 3 or rows * 6 <= height):
                return _drawn(scene, window, size, colour=colour)
    return None


def _occupied(hexes: Sequence[Space], counters: Iterable[Counter]) -> list[Space]:
    """The rectangle of the map that holds every piece, with one hex round it."""
    held = {counter.space for counter in counters}
    on = [space for space in hexes if space.id in held]
    if not on:
        return []
    left, right = min(space.column for space in on) - 1, max(space.column for space in on) + 1
    top, bottom = min(space.row for space in on) - 1, max(space.row for space in on) + 1
    return [space for space in hexes if left <= space.column <= right and top <= space.row <= bottom]


def _lower_columns(hexes: Sequence[Space]) -> frozenset[int]:
    """The columns that stand half a hex lower, as the centres tell; the even ones where no centre tells anything."""
    if all(space.y == 0 for space in hexes):
        return frozenset(space.column for space in hexes if space.column % 2 == 0)
    shift: dict[int, float] = {}
    for space in hexes:
        rows = space.y / _ROOT_3 - space.row
        shift[space.column] = min(rows, shift.get(space.column, rows))
    least = min(shift.values())
    return frozenset(column for column, rows in shift.items() if rows - least > 0.25)


def _placed(hexes: Sequence[Space], size: Size) -> list[Placed]:
    lower = _lower_columns(hexes)
    left, top = min(space.column for space in hexes), min(space.row for space in hexes)
    places = [
        Placed(
            space,
            (space.column - left) * size.pitch,
            (space.row - top) * 2 * size.slope + (size.slope if space.column in lower else 0),
        )
        for space in hexes
    ]
    highest = min(place.y for place in places)
    return [place._replace(y=place.y - highest) for place in places]


def _drawn(scene: Scene, hexes: Sequence[Space], size: Size, *, colour: bool) -> list[Line]:
    places = _placed(hexes, size)
    right = max(place.x for place in places) + size.pitch + size.slope
    bottom = max(place.y for place in places) + 2 * size.slope + 1
    canvas = Canvas(right, bottom)
    terrain = {kind.kind: kind for kind in scene.terrain}
    sides = {side.seat: side for side in scene.sides}
    on: dict[str, list[Counter]] = {}
    for counter in scene.counters:
        on.setdefault(counter.space, []).append(counter)
    marked: dict[str, list[str]] = {}
    for marker in scene.markers:
        marked.setdefault(marker.space, []).append(marker.title or marker.kind)
    for place in places:
        _outline(canvas, place, size)
    commonest = max(sorted(terrain), key=[place.space.terrain for place in places].count, default="")
    for place in places:
        kind = terrain.get(place.space.terrain)
        ground = Style(readable_on(kind.colour), kind.colour) if colour and kind else BARE
        _fill(canvas, place, size, ground)
        if kind and kind.kind != commonest and place.space.id not in on:
            _strew(canvas, place, size, kind.glyph, ground)
        marks = marked.get(place.space.id, [])
        _label(canvas, place, size, kind, ground, marks, is_common=bool(kind and kind.kind == commonest))
        _stack(
            canvas, place, size, on.get(place.space.id, []), sides, ground, marked=bool(marks), colour=colour
        )
    at = {place.space.id: place for place in places}
    for border in scene.borders:
        first, second = (at.get(each) for each in border.between)
        if first and second and (kind := terrain.get(border.kind)):
            _border(canvas, first, second, size, kind, colour=colour)
    return canvas.lines()


def _rows(place: Placed, size: Size) -> list[tuple[int, int, int]]:
    """Of each line of the body: its y, the first cell between its edges, how many cells there are between them."""
    rows = []
    for line in range(1, 2 * size.slope + 1):
        step = line - 1 if line <= size.slope else 2 * size.slope - line
        rows.append((place.y + line, place.x + size.slope - step, size.flat + 2 * step))
    return rows


def _outline(canvas: Canvas, place: Placed, size: Size) -> None:
    canvas.put(place.x + size.slope, place.y, "_" * size.flat, EDGE)
    for line, (y, x, cells) in enumerate(_rows(place, size), start=1):
        upper = line <= size.slope
        canvas.put(x - 1, y, "/" if upper else "\\", EDGE)
        canvas.put(x + cells, y, "\\" if upper else "/", EDGE)
        if line == 2 * size.slope:
            canvas.put(x, y, "_" * cells, EDGE)


def _fill(canvas: Canvas, place: Placed, size: Size, ground: Style) -> None:
    rows = _rows(place, size)
    for y, x, cells in rows[:-1]:
        canvas.put(x, y, " " * cells, ground)
    y, x, cells = rows[-1]
    canvas.put(x, y, "_" * cells, EDGE._replace(ground=ground.ground))


def _strew(canvas: Canvas, place: Placed, size: Size, glyph: str, ground: Style) -> None:
    """An empty hex shows its terrain's character here and there, so that ground is seen at a glance without colour."""
    rows = _rows(place, size)
    for y, x, cells in rows[:1] if size.slope == 1 else rows[1:-1]:
        for at in range(1 + (y % 2), cells - 1, 3):
            canvas.put(x + at, y, glyph, ground._replace(dim=True))


def _label(
    canvas: Canvas,
    place: Placed,
    size: Size,
    kind: Terrain | None,
    ground: Style,
    marked: list[str],
    *,
    is_common: bool,
) -> None:
    """The hex's number and its terrain's character on top (in the tightest size all on the bottom edge), a marker
    below; where the top has room for the number alone, the character stands at the end of the bottom edge, but not
    that of the commonest ground."""
    glyph = (kind.glyph if kind else " ").strip()
    rows = _rows(place, size)
    name = place.space.id
    if size.slope == 1:
        y, x, cells = rows[1]
        mark = "*" if marked else glyph
        canvas.put(x, y, f"{name}{mark}" if cell_len(name) < cells else _cut(name, cells), ground)
        return
    y, x, cells = rows[0]
    is_full = cell_len(f"{name}{glyph}") > cells
    canvas.put(
        x, y, fit(f"{name} {glyph}" if cell_len(name) + 2 <= cells else f"{name}{glyph}", cells), ground
    )
    y, x, cells = rows[-1]
    if is_full and glyph and not is_common:
        cells -= 1
        canvas.put(x + cells, y, glyph, ground)
    if marked:
        canvas.put(x, y, _cut(f"*{marked[0]}", cells), ground._replace(bold=True))


def _cut(text: str, cells: int) -> str:
    return text if cell_len(text) <= cells else fit(text, cells)


def chip(counter: Counter, sides: dict[str, Side], *, colour: bool) -> Span:
    """A counter on the map: its side's letter and its short text, `!` for a state that the list spells out."""
    side = sides.get(counter.owner)
    letter = side.letter if side else ""
    short = (
        "?" if counter.hidden and not counter.short else (counter.short or counter.title or counter.id)[:4]
    )
    text = f"{letter}{short}{'!' if counter.states else ''}"
    if colour and side:
        return Span(text, Style(readable_on(side.colour), side.colour, bold=True))
    return Span(text, BOLD)


def _stack(
    canvas: Canvas,
    place: Placed,
    size: Size,
    counters: list[Counter],
    sides: dict[str, Side],
    ground: Style,
    *,
    marked: bool,
    colour: bool,
) -> None:
    """As many counters as the hex has room for, the first ones first, and the number of the rest.

    The bottom edge gives room for one more line, unless a marker stands there.
    """
    if not counters:
        return
    rows = _rows(place, size)
    room = rows[:1] if size.slope == 1 else rows[1:-1]
    chips = [chip(counter, sides, colour=colour) for counter in counters]
    if size.slope > 1 and not marked and _packed(chips, [cells for _, _, cells in room]) is None:
        room = rows[1:]
    widths = [cells for _, _, cells in room]
    packed: list[list[Span]] | None = None
    for shown in range(len(chips), 0, -1):
        rest = len(chips) - shown
        tail = [Span(f"+{rest}", ground._replace(bold=True))] if rest else []
        packed = _packed([*chips[:shown], *tail], widths)
        if packed is not None:
            break
    if packed is None:
        packed = [[Span(_cut(f"{chips[0].text[:1]}+{len(chips)}", widths[0]), chips[0].style)]]
    for (y, x, cells), spans in zip(room, packed, strict=False):
        at = x + max(0, (cells - _width(spans)) // 2)
        for number, span in enumerate(spans):
            at += 1 if number and not _is_rest(span) else 0
            canvas.put(at, y, span.text, span.style)
            at += cell_len(span.text)


def _is_rest(span: Span) -> bool:
    """Whether the span is the number of the counters that are not shown; it needs no blank before it."""
    return span.text.startswith("+")


def _width(spans: Sequence[Span]) -> int:
    blanks = sum(1 for span in spans[1:] if not _is_rest(span))
    return sum(cell_len(span.text) for span in spans) + blanks


def _packed(spans: Sequence[Span], room: Sequence[int]) -> list[list[Span]] | None:
    """The spans spread over lines of these widths, one on each before two on any; None if they do not fit."""
    if len(spans) <= len(room):
        if all(cell_len(span.text) <= cells for span, cells in zip(spans, room, strict=False)):
            return [[span] for span in spans]
        return None
    lines: list[list[Span]] = []
    left = list(spans)
    for cells in room:
        row: list[Span] = []
        while left and _width([*row, left[0]]) <= cells:
            row.append(left.pop(0))
        lines.append(row)
    return lines if not left else None


def _border(
    canvas: Canvas, first: Placed, second: Placed, size: Size, kind: Terrain, *, colour: bool
) -> None:
    """The hexside between two neighbours, in the character and the colour of the border."""
    if (first.x, first.y) > (second.x, second.y):
        first, second = second, first
    style = Style(colour=kind.colour, bold=True) if colour else BOLD
    glyph = kind.glyph.strip() or "#"
    if first.x == second.x:
        if second.y - first.y == 2 * size.slope:
            canvas.put(second.x + size.slope, second.y, glyph * size.flat, style)
        return
    if second.x - first.x != size.pitch or abs(second.y - first.y) != size.slope:
        return
    rows = _rows(first, size)
    side = rows[size.slope :] if second.y > first.y else rows[: size.slope]
    for y, x, cells in side:
        canvas.put(x + cells, y, glyph, style)
