"""The records as read, and how a problem of one is said: file, key, what is wrong and what would be right."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rules.parts.hexes import HexError, block


class Found(NamedTuple):
    """The records that could be decoded, by kind and id, and the file of each that was read."""

    records: dict[str, dict[str, Any]]
    files: dict[tuple[str, str], str]

    def say(self, kind: str, name: str, key: str, text: str) -> str:
        """The sentence for a problem of one record."""
        return f"{self.files.get((kind, name), 'data')}: {kind}[{name}]{'.' if key else ''}{key}: {text}"

    def known(self, kind: str, name: str) -> bool:
        """Whether a record of this id was read, even if it has problems of its own."""
        return (kind, name) in self.files

    def names(self, kind: str) -> str:
        return ", ".join(sorted(name for each, name in self.files if each == kind)) or "none"

    def refer(self, kind: str, name: str, key: str, target: str, value: str) -> Iterator[str]:
        """A problem if `value` is not the id of a record of the kind `target`."""
        if not self.known(target, value):
            text = f'there is no {target} "{value}"; the {target} records are {self.names(target)}.'
            yield self.say(kind, name, key, text)


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
