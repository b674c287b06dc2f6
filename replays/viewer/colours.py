"""Colours: mixing, and the contrast between them as WCAG 2.2 defines it. A colour is `#rrggbb`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

INK = "#14161a"
PAPER = "#ffffff"
BLACK = "#000000"
LEAST_CONTRAST = 4.5
"""The least contrast of text to what lies under it (WCAG 2.2, 1.4.3)."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def known(colour: str, otherwise: str) -> str:
    """The colour in small letters, or the other one where the text is no colour."""
    return colour.lower() if _COLOUR.fullmatch(colour) else otherwise


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, each 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def mix(one: str, other: str, share: float) -> str:
    """The colour that lies the share (0 to 1) of the way from one to the other."""
    mixed = (round(a + (b - a) * share) for a, b in zip(channels(one), channels(other), strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    red, green, blue = (
        value / 255 / 12.92 if value / 255 <= 0.04045 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def least(ink: str, grounds: Iterable[str]) -> float:
    """The contrast of an ink on the worst of what lies under it."""
    return min((contrast(ink, ground) for ground in grounds), default=21.0)


def readable(grounds: Sequence[str], wished: str | None = None) -> str:
    """The wished ink where it can be read on all these grounds, else the better of dark and light.

    On a single ground one of the two always has a contrast of 4.5; who lays several together sees to it that they
    are near to one another.
    """
    if wished is not None and least(wished, grounds) >= LEAST_CONTRAST:
        return wished
    best = max((INK, PAPER), key=lambda ink: least(ink, grounds))
    if least(best, grounds) >= LEAST_CONTRAST:
        return best
    # There are greys on which only black reaches the contrast.
    return max((BLACK, PAPER), key=lambda ink: least(ink, grounds))


def steady(colour: str, ground: str, ratio: float = 3.0) -> str:
    """The colour, drawn towards dark or light until a line of it is told from the ground (contrast `ratio`)."""
    towards = INK if contrast(INK, ground) > contrast(PAPER, ground) else PAPER
    for step in range(11):
        found = mix(colour, towards, step / 10)
        if contrast(found, ground) >= ratio:
            return found
    return towards
