"""Blocks of hexes in the data files, expanded, and what is wrong with them."""

from collections.abc import Iterable

from rules.parts.hexes import HexError, block
from rules.parts.record_faults import Found


def expand(
    found: Found, kind: str, name: str, key: str, texts: Iterable[str], inside: set[str] | None
) -> tuple[set[str], list[str]]:
    """The hexes of blocks, and what is wrong with them."""
    hexes: set[str] = set()
    problems: list[str] = []
    for text in texts:
        try:
            named = block(text)
        except HexError as error:
            problems.append(found.say(kind, name, key, str(error)))
            continue
        outside = [each for each in named if inside is not None and each not in inside]
        if outside:
            problems.append(
                found.say(kind, name, key, f"{outside[0]} is not on the map; take it out or correct it.")
            )
        hexes.update(named)
    return hexes, problems
