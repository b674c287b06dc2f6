"""A drawing being made: SVG elements in order, and the box of every text and counter, so that a test can reckon
with them. All coordinates are pixels of the picture; nothing is moved or scaled afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

import msgspec

from replays.viewer import lettering
from replays.viewer.colours import readable

Anchor = Literal["start", "middle", "end"]
Attribute = str | float | None


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A rectangle that something fills. For a text: its words, size, ink, and all colours that may lie under it."""

    x: float
    y: float
    width: float
    height: float
    kind: str = ""
    text: str = ""
    size: float = 0.0
    ink: str = ""
    grounds: tuple[str, ...] = ()

    def meets(self, other: Box, gap: float = 0.0) -> bool:
        """Whether the two overlap, or come nearer than the gap."""
        return (
            self.x < other.x + other.width + gap
            and other.x < self.x + self.width + gap
            and self.y < other.y + other.height + gap
            and other.y < self.y + self.height + gap
        )

    def inside(self, other: Box) -> bool:
        """Whether it lies wholly in the other."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.x + self.width <= other.x + other.width
            and self.y + self.height <= other.y + other.height
        )


def number(value: float) -> str:
    """A number as it stands in the picture: one decimal, no trailing zero, never -0."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def points(*pairs: tuple[float, float]) -> str:
    """Points as a path or a polygon lists them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


class Drawing:
    """Collects elements. `definitions` holds patterns by their id, each once, in the order of first use."""

    OWN = "\ue000"
    """Stands in references for the name of the picture, until it is known."""

    def __init__(self, prefix: str = "") -> None:
        self.parts: list[str] = []
        self.boxes: list[Box] = []
        self.definitions: dict[str, str] = {}
        self.prefix = prefix

    def add(self, tag: str, title: str = "", /, **attributes: Attribute) -> None:
        """One element; with a title, the text that a pointer on it shows. `stroke_width` is written stroke-width."""
        start = f"<{tag}{_written(attributes)}"
        inner = f"><title>{escape(lettering.clean(title))}</title></{tag}>" if title else "/>"
        self.parts.append(start + inner)

    @contextmanager
    def group(self, title: str = "", /, **attributes: Attribute) -> Iterator[None]:
        """A group of what is drawn inside of it."""
        self.parts.append(f"<g{_written(attributes)}>")
        if title:
            self.parts.append(f"<title>{escape(lettering.clean(title))}</title>")
        yield
        self.parts.append("</g>")

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float,
        on: Sequence[str],
        ink: str | None = None,
        bold: bool = False,
        anchor: Anchor = "start",
        kind: str = "text",
        halo: bool = False,
    ) -> Box:
        """A line of text with its base line at y. `on` are the colours that may lie under it; the ink is the wished
        one where it can be read there. `halo` draws the first of them round the letters."""
        words = lettering.clean(words)
        box = text_box(x, y, words, size=size, bold=bold, anchor=anchor, kind=kind)
        colour = readable(on, ink)
        if not words:
            return box
        self.boxes.append(msgspec.structs.replace(box, ink=colour, grounds=tuple(on)))
        self.parts.append(
            "<text"
            + _written(
                {
                    "x": box.x,
                    "y": y,
                    "font_size": size,
                    "font_weight": "700" if bold else None,
                    "fill": colour,
                    "stroke": on[0] if halo else None,
                    "stroke_width": 2.4 if halo else None,
                    "stroke_linejoin": "round" if halo else None,
                    "paint_order": "stroke" if halo else None,
                    "textLength": None if lettering.covered(words) else box.width,
                    "lengthAdjust": None if lettering.covered(words) else "spacingAndGlyphs",
                }
            )
            + f">{escape(words)}</text>"
        )
        return box

    def fills(self, kind: str, x: float, y: float, width: float, height: float, text: str = "") -> Box:
        """Notes that something fills this rectangle."""
        box = Box(x=x, y=y, width=width, height=height, kind=kind, text=text)
        self.boxes.append(box)
        return box

    def define(self, name: str, markup: str) -> str:
        """Keeps a definition under a name (`{id}` in it stands for its id); returns the reference to it."""
        safe = "".join(
            letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):x}" for letter in name
        )
        reference = f"{self.prefix}{safe}"
        self.definitions.setdefault(name, markup.replace("{id}", reference))
        return f"url(#{reference})"


def text_box(
    x: float,
    y: float,
    words: str,
    *,
    size: float,
    bold: bool = False,
    anchor: Anchor = "start",
    kind: str = "text",
) -> Box:
    """The box that a line of text takes with its base line at y."""
    wide = lettering.width(words, size, bold=bold)
    above, below = lettering.reach(words)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return Box(
        x=round(left, 1),
        y=round(y - above * size, 2),
        width=round(wide, 2),
        height=round((above + below) * size, 2),
        kind=kind,
        text=words,
        size=size,
    )


def _written(attributes: dict[str, Attribute]) -> str:
    return "".join(_attribute(name, value) for name, value in attributes.items() if value is not None)


def _attribute(name: str, value: Attribute) -> str:
    text = number(value) if isinstance(value, float | int) else str(value)
    if name.startswith("data_"):
        text = lettering.clean(text)
    return f" {name.rstrip('_').replace('_', '-')}={quoteattr(text)}"


def free(box: Box, taken: Iterable[Box], gap: float = 1.0) -> bool:
    """Whether the box meets none of those that are taken."""
    return not any(box.meets(other, gap) for other in taken)
