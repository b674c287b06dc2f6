"""Reading records from layers of TOML files.

A file holds records, each an entry of an array of tables `[[kind]]` with an `id`; which file holds which does not
matter. Layers of files are laid over each other, a later record replacing the one of the same kind and id whole: a
game's own files, and an owner's folder.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from rules.errors import DataError
from rules.parts.record_faults import Found, sentence

Kinds = Mapping[str, type[msgspec.Struct]]
Check = Callable[[Found], Iterable[str]]
"""Finds the problems between records, each a sentence."""


class Layers:
    """Records before they are decoded, of one layer over another, and the problems met in reading them."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._raw: dict[str, dict[str, tuple[str, Any]]] = {}
        self._problems: list[str] = []

    def lay_folder(self, folder: Path) -> None:
        """Lays the .toml files of a folder over what was laid before. Raises DataError if it is no folder."""
        if not folder.is_dir():
            raise DataError((f"{folder}: there is no such folder; give one that holds .toml files.",))
        files = sorted(folder.glob("*.toml"))
        if not files:
            self._problems.append(f"{folder}: the folder holds no .toml file; at least one is needed.")
        self._lay([(file.name, file.read_bytes()) for file in files])

    def lay_text(self, file: str, text: str) -> None:
        """Lays one TOML text, as of a file of that name."""
        self._lay([(file, text.encode())])

    def lay_records(self, kind: str, records: Mapping[str, object]) -> None:
        """Lays records that are whole already, by id."""
        self._raw.setdefault(kind, {}).update(
            (name, ("data", msgspec.to_builtins(record))) for name, record in sorted(records.items())
        )

    def decode(self, check: Check) -> dict[str, dict[str, Any]]:
        """The records by kind and id, for every kind. Raises DataError with every problem that was found, each a
        sentence with file and key."""
        problems = list(self._problems)
        records: dict[str, dict[str, Any]] = {kind: {} for kind in self._kinds}
        for kind, type_ in self._kinds.items():
            for name, (file, record) in sorted(self._raw.get(kind, {}).items()):
                try:
                    records[kind][name] = msgspec.convert(record, type_)
                except msgspec.ValidationError as error:
                    problems.append(f"{file}: {kind}[{name}]{sentence(error, type_, record)}")
        files = {(kind, name): file for kind, named in self._raw.items() for name, (file, _) in named.items()}
        problems.extend(check(Found(records, files)))
        if problems:
            raise DataError(tuple(problems))
        return records

    def _lay(self, files: Iterable[tuple[str, bytes]]) -> None:
        layer: dict[str, dict[str, tuple[str, Any]]] = {}
        for file, content in files:
            try:
                arrays = tomllib.loads(content.decode())
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                self._problems.append(f"{file}: this is not TOML: {error}.")
                continue
            for kind, records in arrays.items():
                if kind not in self._kinds:
                    kinds = ", ".join(sorted(self._kinds))
                    self._problems.append(f'{file}: "{kind}" is no kind of record; the kinds are {kinds}.')
                elif not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
                    self._problems.append(f"{file}: {kind} must be an array of tables; write [[{kind}]].")
                else:
                    self._lay_each(layer.setdefault(kind, {}), kind, file, records)
        for kind, found in layer.items():
            self._raw.setdefault(kind, {}).update(found)

    def _lay_each(
        self, found: dict[str, tuple[str, Any]], kind: str, file: str, records: list[dict[str, Any]]
    ) -> None:
        for number, record in enumerate(records, start=1):
            name = record.get("id")
            if not isinstance(name, str):
                self._problems.append(
                    f'{file}: {kind} number {number} has no id; give it one, as id = "name".'
                )
            elif name in found:
                self._problems.append(
                    f"{file}: {kind}[{name}] is also in {found[name][0]}; each id must stand once."
                )
            else:
                found[name] = (file, record)
