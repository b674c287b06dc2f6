"""The records as read, and how a problem of one is said: file, key, what is wrong and what would be right."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


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

    def whole(self, kind: str) -> bool:
        """Whether every record of the kind that was read could be decoded, so that sums over them mean something."""
        return all(name in self.records[kind] for each, name in self.files if each == kind)

    def names(self, kind: str) -> str:
        return ", ".join(sorted(name for each, name in self.files if each == kind)) or "none"

    def refer(self, kind: str, name: str, key: str, target: str, values: Iterable[str]) -> Iterator[str]:
        """A problem for each value that is not the id of a record of the kind `target`."""
        for value in values:
            if not self.known(target, value):
                text = f'there is no {target} "{value}"; the {target} records are {self.names(target)}.'
                yield self.say(kind, name, key, text)
