"""Writing plain data as TOML: what a data file without comments of its own looks like."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(data: Mapping[str, Any]) -> str:
    """A mapping of builtins as TOML; what is None is left out. Small tables stand on one line."""
    return "\n".join(_lines("", data)) + "\n"


def _lines(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    simple = {key: value for key, value in table.items() if _on_one_line(value)}
    for key, value in simple.items():
        yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        inner = f"{path}.{_key(key)}" if path else _key(key)
        if value is None or key in simple:
            continue
        if isinstance(value, Mapping):
            yield from ("", f"[{inner}]")
            yield from _lines(inner, value)
        else:
            for each in value:
                yield from ("", f"[[{inner}]]")
                yield from _lines(inner, each)


def _on_one_line(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(_is_simple(each) for each in value.values())
    return value is not None and _is_simple(value)


def _is_simple(value: object) -> bool:
    if isinstance(value, Mapping):
        return False
    return not isinstance(value, (list, tuple)) or not any(isinstance(each, Mapping) for each in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(each)}" for key, each in value.items() if each is not None)
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False)
