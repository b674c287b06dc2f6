"""A report as blocks, written as Markdown or as BBCode; nothing in a text is taken for mark-up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec


class Heading(msgspec.Struct, frozen=True):
    """A heading; level 1 is the title."""

    level: int
    text: str


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph."""

    text: str


class Lines(msgspec.Struct, frozen=True):
    """Lines of a list."""

    lines: tuple[str, ...]


class Quote(msgspec.Struct, frozen=True):
    """What somebody says."""

    text: str
    by: str


class Table(msgspec.Struct, frozen=True):
    """A table with a heading over each column."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Picture(msgspec.Struct, frozen=True):
    """A picture in a file beside the report."""

    file: str
    caption: str


Block = Heading | Paragraph | Lines | Quote | Table | Picture


_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u2069]")
"""Characters that steer a terminal, or turn the direction of all that follows; no mark-up can make them harmless."""


def _written(blocks: Iterable[Block], write: Callable[[Block], str]) -> str:
    return _STEERING.sub("", "\n\n".join(write(block) for block in blocks)) + "\n"


def markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown (CommonMark with tables)."""
    return _written(blocks, _markdown)


def _markdown(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_plain(text)}"
        case Paragraph(text):
            return _plain(text)
        case Lines(lines):
            return "\n".join(f"- {_plain(line)}" for line in lines)
        case Quote(text, by):
            said = "\n".join(f"> {_plain(line)}" for line in text.splitlines() or [""])
            return f"{said}\n>\n> — {_plain(by)}"
        case Table(head, rows):
            return "\n".join([_row(head), _row(["---"] * len(head), bare=True), *(_row(row) for row in rows)])
        case Picture(file, caption):
            return f"![{_plain(caption)}](<{file}>)\n\n*{_plain(caption)}*"


def _row(cells: Sequence[str], *, bare: bool = False) -> str:
    return f"| {' | '.join(cell if bare else _plain(cell) for cell in cells)} |"


def _plain(text: str) -> str:
    """The text as it is: no mark-up of Markdown or HTML in it counts, and it stays on its line."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    # A point is a mark only behind a number that begins a line; elsewhere texts are full of them.
    escaped = re.sub(r"([\\`*_\[\]|~])", r"\\\1", escaped)
    # So is a whole line of them: a rule, or what makes a heading of the line above it.
    mark = r"^(\s*)(>|(?:#{1,6}|[+\-]|[0-9]+[.)])(?=\s|$)|[=\-](?=[=\-]*\s*$))"
    escaped = re.sub(mark, _behind_backslash, escaped)
    return " ".join(escaped.split())


def _behind_backslash(found: re.Match[str]) -> str:
    mark = found[2]
    return f"{found[1]}{mark[:-1]}\\{mark[-1]}"


def bbcode(blocks: Iterable[Block]) -> str:
    """The blocks as BBCode, as forums have it."""
    return _written(blocks, _bbcode)


def _bbcode(block: Block) -> str:
    match block:
        case Heading(level, text):
            size = {1: 20, 2: 16}.get(level, 13)
            return f"[size={size}][b]{_tagless(text)}[/b][/size]"
        case Paragraph(text):
            return _tagless(text)
        case Lines(lines):
            return "[list]\n" + "\n".join(f"[*]{_tagless(line)}" for line in lines) + "\n[/list]"
        case Quote(text, by):
            return f"[quote={_tagless(by).replace(']', '')}]{_tagless(text)}[/quote]"
        case Table(head, rows):
            flat = [[" ".join(cell.split()) for cell in row] for row in (head, *rows)]
            widths = [max(len(line[place]) for line in flat) for place in range(len(head))]
            text = "\n".join(
                "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
                for line in flat
            )
            return f"[code]\n{_tagless(text)}\n[/code]"
        case Picture(file, caption):
            return f"[img]{file}[/img]\n[i]{_tagless(caption)}[/i]"


def _tagless(text: str) -> str:
    """The text with no tag in it: a bracket that might open one is parted from what follows."""
    return re.sub(r"\[(?=[/*a-zA-Z])", "[\u200b", text)
