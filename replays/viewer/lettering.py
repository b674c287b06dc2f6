"""Text that is measured before it is drawn: widths of letters, wrapping, shortening, and the font inside a picture.

The font is Fira Sans Condensed in two weights (fonts/OFL.txt). It has no kerning here, so that a text is exactly as
wide as the sum of its letters. A letter that it lacks is drawn in whatever the viewer has; the text is then held to
the width that was reckoned with.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
FAMILY = "Fira Sans Condensed"
FONT_FILES = (FOLDER / "FiraSansCondensed-medium.ttf", FOLDER / "FiraSansCondensed-bold.ttf")
LEAST_SIZE = 9.0
"""No text of a picture is smaller, in pixels."""

CAPITAL = 0.69
"""How far capitals and figures reach above the line, in parts of the font size."""

_DESCENDING = frozenset("gjpqyQ,;()[]{}|/_@§$")

_SCRIPTS = {"latin": ((0, 0x24F), (0x1E00, 0x1EFF), (0x2000, 0x2FFF)), "greek": ((0x370, 0x3FF),)}
_SCRIPTS |= {"cyrillic": ((0x400, 0x52F),)}


@cache
def _widths(weight: str) -> dict[str, int]:
    table = json.loads((FOLDER / "widths.json").read_text(encoding="utf-8"))[weight]
    return {letter: int(width) for width, letters in table.items() for letter in letters}


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is, in pixels, at this font size."""
    return _thousandths(text, bold) * size / 1000


@lru_cache(maxsize=16384)
def _thousandths(text: str, bold: bool) -> int:
    table = _widths("bold" if bold else "medium")
    return sum(table[letter] if letter in table else _reckoned(letter) for letter in text)


def _reckoned(letter: str) -> int:
    """The width that is kept free for a letter that the font lacks."""
    if unicodedata.combining(letter):
        return 0
    return 1000 if unicodedata.east_asian_width(letter) in "WF" else 640


@lru_cache(maxsize=16384)
def reach(text: str) -> tuple[float, float]:
    """How far the letters of a text reach above and below its line, in parts of the font size."""
    if not text.isascii():
        return 0.95, 0.24
    above = 0.7 if text.upper() == text else 0.76
    return above, 0.22 if any(letter in _DESCENDING for letter in text) else 0.02


def covered(text: str) -> bool:
    """Whether the font has every letter of the text."""
    return all(letter in _widths("medium") for letter in text)


def clean(text: str) -> str:
    """The text as it can stand in a picture: no control characters, none that turns the direction of what follows."""
    kept = "".join(
        letter if letter.isprintable() or letter == "\u200d" else " " if letter.isspace() else ""
        for letter in text
    )
    return " ".join(kept.split())


def shorten(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is wider than the room."""
    if width(text, size, bold=bold) <= room:
        return text
    cut = text
    while cut and width(cut.rstrip() + "…", size, bold=bold) > room:
        cut = cut[:-1]
    return cut.rstrip() + "…" if cut else ""


def wrap(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """The text in lines that fit the room; a word that is wider than it is broken."""
    lines: list[str] = []
    now = ""
    for word in text.split(" "):
        longer = f"{now} {word}" if now else word
        if width(longer, size, bold=bold) <= room:
            now = longer
            continue
        if now:
            lines.append(now)
        *whole, now = _broken(word, room, size, bold=bold)
        lines += whole
    return [*lines, now] if now or not lines else lines


def _broken(word: str, room: float, size: float, *, bold: bool) -> list[str]:
    parts = [""]
    for letter in word:
        if parts[-1] and width(parts[-1] + letter, size, bold=bold) > room:
            parts.append("")
        parts[-1] += letter
    return parts


def faces(texts: Iterable[str]) -> str:
    """The style sheet that brings the font along: of each weight those scripts that occur."""
    points = {ord(letter) for text in texts for letter in text}
    found = []
    for script, ranges in _SCRIPTS.items():
        if any(first <= point <= last for point in points for first, last in ranges):
            found += [_face(script, "medium", 500), _face(script, "bold", 700)]
    return "".join(found)


@cache
def _face(script: str, name: str, weight: int) -> str:
    data = base64.b64encode((FOLDER / f"FiraSansCondensed-{name}-{script}.woff2").read_bytes()).decode()
    ranges = ",".join(f"U+{first:X}-{last:X}" for first, last in _SCRIPTS[script])
    return (
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
        f"src:url(data:font/woff2;base64,{data}) format('woff2');unicode-range:{ranges}}}"
    )
