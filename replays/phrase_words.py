"""The words of typed text and of the phrases of actions, and how far the one can be read as the other.

Case, accents and punctuation do not count; a word may be cut short, the end of a phrase may be left off, words in
parentheses may be missing, and so may parts of a name with hyphens.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

LEFT_OFF = 2
"""How much is cut where the end of a phrase is left off."""

SPLIT = re.compile(r"[^\W_]+|[?+*]")
_PHRASE = re.compile(r"[()]|[^\W_]+(?:[-_][^\W_]+)*|[?+*]")


class Word(NamedTuple):
    """A word of a phrase. `optional`: it stands in parentheses. `name`: which of the phrase's names with hyphens it is
    a part of, from 1 (0: none)."""

    text: str
    optional: bool
    name: int = 0


@lru_cache(maxsize=100_000)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared: no case, no accents, no punctuation."""
    return tuple(SPLIT.findall(_plain(text)))


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@lru_cache(maxsize=100_000)
def pattern_of(phrase: str) -> tuple[Word, ...]:
    """The words of a phrase, each with whether it may be left out and of which name it is a part."""
    depth, names = 0, 0
    words: list[Word] = []
    for token in _PHRASE.findall(_plain(phrase)):
        if token in "()":
            depth += 1 if token == "(" else -1
            continue
        parts = SPLIT.findall(token)
        names += len(parts) > 1
        words += [Word(part, depth > 0, names if len(parts) > 1 else 0) for part in parts]
    return tuple(words)


def readings(pattern: Sequence[Word], words: Sequence[str], at: int) -> dict[int, int]:
    """How far the words from `at` on can be the phrase: the end of each reading, and how much of it is cut.

    0: nothing; 1: a word is cut short, or parts of a name are left out; 2: the end of the phrase is left off. A number
    is never cut short: `17` is not `1712`; and no name is read by its number alone. At least one word is read.
    """
    found: dict[int, int] = {}

    def read(place: int, end: int, cut: int, is_named: bool = False, is_part: bool = False) -> None:
        """`is_named`, `is_part`: of the name that is being read, whether a word was read and one left out."""
        if end > at:
            left_off = any(not word.optional for word in pattern[place:])
            found[end] = min(found.get(end, LEFT_OFF), LEFT_OFF if left_off else cut)
        if place == len(pattern):
            return
        word = pattern[place]
        goes_on = word.name > 0 and place + 1 < len(pattern) and pattern[place + 1].name == word.name
        if word.optional:
            read(place + 1, end, cut)
        elif word.name and (is_named or goes_on):
            read(place + 1, end, 1, is_named and goes_on, goes_on)
        is_named = is_named or not word.text.isdecimal()
        if end == len(words) or (is_part and not is_named and not goes_on):
            return
        if words[end] == word.text:
            read(place + 1, end + 1, cut, is_named and goes_on, is_part and goes_on)
        elif word.text.startswith(words[end]) and not words[end].isdecimal():
            read(place + 1, end + 1, 1, is_named and goes_on, is_part and goes_on)

    read(0, at, 0)
    return found
