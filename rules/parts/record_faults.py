"""How a problem of a record is said: file, record and key, what is wrong and what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

_PART = re.compile(r"\.{3}|[^.\[\]]+")
"""A step of a path: a key, a place in a list, or `...` for any value of a dict."""


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
        """The ids of a kind that were read, as text."""
        return ", ".join(sorted(name for each, name in self.files if each == kind)) or "none"

    def refer(self, kind: str, name: str, key: str, target: str, *values: str) -> Iterator[str]:
        """A problem for each value that is not the id of a record of the kind `target`."""
        for value in values:
            if not self.known(target, value):
                text = f'there is no {target} "{value}"; the {target} records are {self.names(target)}.'
                yield self.say(kind, name, key, text)


def sentence(error: msgspec.ValidationError, type_: type[msgspec.Struct], record: object) -> str:
    """msgspec's message as the rest of a sentence that begins with the record: key first, then what is wrong."""
    message, _, path = str(error).partition(" - at `$")
    path = path.rstrip("`")
    if message.startswith(("Invalid enum value", "Invalid value")):
        allowed = _allowed(msgspec.inspect.type_info(type_), path, record)
        message = f"{message}; it must be one of {allowed}" if allowed else message
    if message.startswith("Object contains unknown field"):
        message = f"{message}; take it out or correct its name"
    return f"{path}: {message}."


def _allowed(info: msgspec.inspect.Type, path: str, value: Any) -> str:
    """What may stand where a path such as `.plays[0].operations[1].op` leads, as text: the values of an enumeration,
    or the tags of a union of structs. `value` is what the path leads through: it says which struct of a union."""
    for part in _PART.findall(path):
        if isinstance(info, msgspec.inspect.UnionType):
            structs = [each for each in info.types if isinstance(each, msgspec.inspect.StructType)]
            if any(part == each.tag_field for each in structs):
                return ", ".join(sorted(str(each.tag) for each in structs))
            info = next(each for each in structs if value[each.tag_field] == each.tag)
        if isinstance(info, msgspec.inspect.StructType):
            info = next(each.type for each in info.fields if each.encode_name == part)
            value = value[part]
        elif isinstance(info, msgspec.inspect.VarTupleType):
            info, value = info.item_type, value[int(part)]
        elif isinstance(info, msgspec.inspect.TupleType):
            info, value = info.item_types[int(part)], value[int(part)]
        elif isinstance(info, msgspec.inspect.DictType):  # its path does not say which value is meant
            info, value = info.value_type, None
    if isinstance(info, msgspec.inspect.LiteralType):
        return ", ".join(str(each) for each in info.values)
    return ""
