"""Single values of a game's data set otherwise: a variant, without a data folder of one's own.

    units.unit[men-cavalry].full=A3X
    game.power[rome].names.ja="ローマ"

The files that hold what is changed are laid over the data as an owner's folder would be, and validated the same way.
"""

from __future__ import annotations

import difflib
import re
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from rules.data_folder import installed_files
from rules.errors import DataError
from rules.ruleset import AnyRuleset
from rules.toml_text import toml_text

FORM = "FILE.TABLE[ID].FIELD=VALUE"
_WHOLE = re.compile(
    r"(?P<file>[\w-]+?)(\.toml)?\.(?P<path>[\w-]+(\[[^\]]*\]|\.[\w-]+)*)\s*=(?P<value>.*)", re.DOTALL
)
_STEP = re.compile(r"\[(?P<place>[^\]]*)\]|\.?(?P<key>[\w-]+)")


class BadChange(Exception):
    """A change that cannot be read, or of something that the data do not have; the message is a sentence."""


class Change(msgspec.Struct, frozen=True):
    """One change: as it was written, the file, the steps from there (a table, an id, a field), and the value."""

    text: str
    file: str
    steps: tuple[str, ...]
    value: Any


def change(text: str) -> Change:
    """A change from its text. The value is TOML; what is no TOML is a text as it stands. Raises BadChange."""
    match = _WHOLE.fullmatch(text.strip())
    if match is None:
        raise BadChange(f"{text!r} sets nothing: write {FORM}, as in units.unit[men-cavalry].full=A3X.")
    steps = tuple(step["key"] or step["place"] for step in _STEP.finditer(match["path"]))
    return Change(text.strip(), match["file"], steps, _value(match["value"].strip()))


def _value(text: str) -> Any:
    try:
        found = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return found["value"] if len(found) == 1 else text


@contextmanager
def changed(rules: AnyRuleset, folder: Path | None, texts: Sequence[str]) -> Iterator[Path | None]:
    """A folder to load a ruleset's data from, with these changes made to an owner's folder (None: to the installed
    data); it is there as long as the context. Without changes the folder itself. Raises BadChange, DataError."""
    changes = [change(text) for text in texts]
    before = rules.load(folder)
    if not changes:
        yield folder
        return
    ours = {name: tomllib.loads(text) for name, text in installed_files(rules).items()}
    over = {file.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in _files(folder)}
    for each in changes:
        _make(each, rules.name, ours, over, is_ours=folder is None)
    with tempfile.TemporaryDirectory(prefix="warlog-data-") as made:
        for name, content in over.items():
            (Path(made) / name).write_text(toml_text(content), encoding="utf-8")
        try:
            after = rules.load(Path(made))
        except DataError as error:
            more = f" (and {len(error.problems) - 1} more)" if len(error.problems) > 1 else ""
            raise BadChange(f"{' and '.join(texts)} cannot be{more}: {error.problems[0]}") from error
        if after == before:
            raise BadChange(f"{changes[0].text} changes nothing: that is the value, or nobody reads it.")
        yield Path(made)


def _files(folder: Path | None) -> list[Path]:
    return [] if folder is None else sorted(folder.glob("*.toml"))


def _make(change: Change, ruleset: str, ours: dict[str, Any], over: dict[str, Any], *, is_ours: bool) -> None:
    """Makes a change: in what lies over ours, in whichever file of that it stands; else in ours, which is then laid
    over the rest."""
    known = {name.removesuffix(".toml"): name for name in (*over, *ours)}
    names = [known[each] for each in (change.file, f"{ruleset}-{change.file}") if each in known]
    if not names:
        raise BadChange(
            f"{ruleset} has no data file {change.file} ({change.text}){_hint(change.file, known)}"
        )
    for name in over:
        if _record(over[name], change.steps) is not None:
            _set(over[name], change)
            return
    for name in names:
        if name in ours and _record(ours[name], change.steps) is not None:
            _set(ours[name], change)
            _lay(change.steps[0], _record(ours[name], change.steps), ours[name], over, name, whole=is_ours)
            return
    everything: dict[str, Any] = {}
    for name in names:
        everything |= ours.get(name, {}) | over.get(name, {})
    _set(everything, change)  # raises: it leads nowhere


def _lay(
    table: str, record: Any, content: dict[str, Any], over: dict[str, Any], name: str, *, whole: bool
) -> None:
    """Lays a record of ours over the data: with its whole file, which says the same wherever a file replaces another,
    or alone beside what an owner has, who may have others of that file."""
    if whole:
        over[name] = content
    elif isinstance(content[table], list):
        over.setdefault(name, {}).setdefault(table, []).append(record)
    else:
        over.setdefault(name, {})[table] = record


def _record(content: dict[str, Any], steps: Sequence[str]) -> Any:
    """The record in which the steps begin: one of a list by its id, or a table; None if it is not there."""
    table = content.get(steps[0])
    if isinstance(table, list):
        return _one_of(table, steps[1]) if len(steps) > 1 else None
    return table


def _one_of(items: list[Any], place: str) -> Any:
    """The item of a list that has this id, or that stands at this place (from 0) in a list without ids."""
    for item in items:
        if isinstance(item, dict) and str(item.get("id")) == place:
            return item
    is_place = place.isdecimal() and int(place) < len(items) and not _ids(items)
    return items[int(place)] if is_place else None


def _set(content: dict[str, Any], change: Change) -> None:
    """Sets the value where the steps lead. A last step that is not there yet is made: the checks of the data judge it.
    Raises BadChange."""
    at: Any = content
    for number, step in enumerate(change.steps[:-1]):
        inner = _one_of(at, step) if isinstance(at, list) else at.get(step) if isinstance(at, dict) else None
        if inner is None:
            raise _nothing_there(change, number, at)
        at = inner
    last = change.steps[-1]
    if isinstance(at, dict):
        if len(change.steps) == 1 and last not in at:
            raise _nothing_there(change, 0, at)
        at[last] = change.value
    elif isinstance(at, list) and _one_of(at, last) is not None and last.isdecimal():
        at[int(last)] = change.value
    else:
        raise _nothing_there(change, len(change.steps) - 1, at)


def _nothing_there(change: Change, number: int, at: Any) -> BadChange:
    step, before = change.steps[number], ".".join((change.file, *change.steps[:number]))
    if isinstance(at, list):
        names = _ids(at) or [str(place) for place in range(len(at))]
        return BadChange(f"{before} has none called {step} ({change.text}){_hint(step, names)}")
    if isinstance(at, dict):
        return BadChange(f"{before} has no {step} ({change.text}){_hint(step, at)}")
    return BadChange(f"{before} is the value {at!r} and has no {step} ({change.text}).")


def _ids(items: list[Any]) -> list[str]:
    return [str(item["id"]) for item in items if isinstance(item, dict) and "id" in item]


def _hint(wanted: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = difflib.get_close_matches(wanted, names, 3, 0.5)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; there are {', '.join(names[:12])}{' and others' if len(names) > 12 else ''}." if names else "."
