"""Numbers that the index leaves to the data, read from the data files as they are written, past the engine."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import rules.middle_earth

_HERE = Path(rules.middle_earth.__file__).parent


@cache
def written(game: str, kind: str) -> dict[str, dict[str, Any]]:
    """The records of a kind in the files of both games and of one, by id."""
    found: dict[str, dict[str, Any]] = {}
    for folder in (_HERE / "data", _HERE / game / "data"):
        for file in sorted(folder.glob("*.toml")):
            for record in tomllib.loads(file.read_text(encoding="utf-8")).get(kind, []):
                found[record["id"]] = record
    return found
