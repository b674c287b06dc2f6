"""Styled text: spans, lines, and a grid of character cells to draw on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size


class Style(NamedTuple):
    """Colours as `#rrggbb` ("": the terminal's own), and weight."""

    colour: str = ""
    ground: str = ""
    bold: bool = False
    dim: bool = False


BARE = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)


class Span(NamedTuple):
    """Text in one style."""

    text: str
    style: Style = BARE


Line = tuple[Span, ...]


def line(*parts: str | Span) -> Line:
    """A line from spans and bare text."""
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


def text_of(spans: Line) -> str:
    """The line without its styles and without blanks at its end."""
    return "".join(span.text for span in spans).rstrip()


def width_of(spans: Line) -> int:
    """Terminal cells that the line takes."""
    return sum(cell_len(span.text) for span in spans)


def fit(text: str, cells: int) -> str:
    """The text cut or filled to exactly this many cells."""
    return set_cell_size(text, cells)


def readable_on(ground: str) -> str:
    """Black or white, whichever is read more easily on this colour (`#rrggbb`)."""
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"


def wrapped(parts: Sequence[Line], width: int, indent: int = 2, gap: int = 3) -> list[Line]:
    """The parts, side by side with a gap, on as many lines as the width asks for."""
    lines: list[Line] = []
    current: list[Span] = []
    used = 0
    for part in parts:
        cells = width_of(part)
        if current and used + gap + cells > width:
            lines.append(tuple(current))
            current, used = [], 0
        lead = " " * (gap if current else indent)
        current += [Span(lead), *part]
        used += len(lead) + cells
    if current:
        lines.append(tuple(current))
    return lines


def columns(parts: Sequence[Line], width: int, indent: int = 2, gap: int = 3) -> list[Line]:
    """The parts in as many equal columns as fit, read downwards."""
    if not parts:
        return []
    widest = max(width_of(part) for part in parts)
    count = max(1, (width - indent + gap) // (widest + gap))
    height = -(-len(parts) // count)
    lines: list[Line] = []
    for row in range(height):
        spans: list[Span] = []
        for part in parts[row::height]:
            spans.append(Span(" " * (gap if spans else indent)))
            spans += part
            spans.append(Span(" " * (widest - width_of(part))))
        lines.append(tuple(spans))
    return lines


class Canvas:
    """A grid of cells. What is put outside of it is lost; a wide character takes two cells."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: list[list[tuple[str, Style]]] = [[(" ", BARE)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = BARE) -> None:
        """Writes text from cell (x, y) on; an empty colour of ground keeps the one that is there."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for character in text:
            cells = cell_len(character)
            if cells == 0:
                continue
            if x >= 0 and x + cells <= self.width:
                ground = style.ground or row[x][1].ground
                for cell in range(x, x + cells):
                    self._clear(row, cell)
                row[x] = (character, style._replace(ground=ground))
                if cells == 2:
                    row[x + 1] = ("", style._replace(ground=ground))
            x += cells

    @staticmethod
    def _clear(row: list[tuple[str, Style]], cell: int) -> None:
        """Of a wide character that loses one of its cells, the other is left blank."""
        if row[cell][0] == "" and cell:
            row[cell - 1] = (" ", row[cell - 1][1])
        if cell + 1 < len(row) and row[cell + 1][0] == "":
            row[cell + 1] = (" ", row[cell + 1][1])

    def lines(self) -> list[Line]:
        """What was drawn, runs of one style joined."""
        return [_joined(row) for row in self._cells]


def _joined(row: Iterable[tuple[str, Style]]) -> Line:
    spans: list[Span] = []
    for character, style in row:
        if spans and spans[-1].style == style:
            spans[-1] = Span(spans[-1].text + character, style)
        else:
            spans.append(Span(character, style))
    return tuple(spans)
