"""Words as a sentence has them, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`; "" for none."""
    *before, last = list(words) or [""]
    return f"{', '.join(before)} and {last}" if before else last


def capital(text: str) -> str:
    """The text with a capital letter at its start, and else as it is."""
    return text[:1].upper() + text[1:]
