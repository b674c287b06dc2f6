"""Styled text: spans, lines, and a grid of character cells to draw on."""

from __future__ import annotations

import re
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


def broken(spans: Line, width: int, hang: int = 2) -> list[Line]:
    """The line broken between words where it is wider than the width; what follows the first is indented by `hang`
    cells more than the line itself. A word that is wider than the width stays whole."""
    if width_of(spans) <= width:
        return [spans]
    words: list[Span] = [
        Span(word, span.style) for span in spans for word in re.findall(r" +|[^ ]+", span.text) if word
    ]
    indent = len(words[0].text) if words and words[0].text.isspace() else 0
    lead = " " * min(indent + hang, width // 2)
    lines: list[Line] = []
    current: list[Span] = []
    used = 0
    at = 0
    while at < len(words):
        end = at + 1
        if not words[at].text.isspace():  # a word may be in several styles
            while end < len(words) and not words[end].text.isspace():
                end += 1
        cells = width_of(tuple(words[at:end]))
        if words[at].text.isspace():
            if current or not lines:
                current += words[at:end]
                used += cells
        else:
            if used + cells > width and not all(span.text.isspace() for span in current):
                lines.append(_without_end(current))
                current, used = [Span(lead)], len(lead)
            elif lines and not current:
                current, used = [Span(lead)], len(lead)
            current += words[at:end]
            used += cells
        at = end
    if not all(span.text.isspace() for span in current):
        lines.append(_without_end(current))
    return lines


def _without_end(spans: Sequence[Span]) -> Line:
    """The spans without blanks at their end."""
    kept = list(spans)
    while kept and kept[-1].text.isspace():
        kept.pop()
    return _runs(kept)


def _runs(spans: Iterable[Span]) -> Line:
    """The spans with neighbours of one style joined."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].style == span.style:
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        else:
            joined.append(span)
    return tuple(joined)


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
    return _runs(Span(character, style) for character, style in row)
