"""The data of The Sword of Rome: loading, checking, counting where they come from.

The files hold records, each an entry of an array of tables `[[kind]]` with an `id`; which file holds which does not
matter. Two layers of files are laid over each other, a later record replacing the one of the same kind and id whole:
the game's own, and an owner's folder.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import msgspec

from rules.errors import DataError
from rules.ruleset import Tally
from rules.sword_of_rome.data_board import Board, board, build_board
from rules.sword_of_rome.data_checks import problems_of
from rules.sword_of_rome.data_found import Found
from rules.sword_of_rome.data_origin import Record, Source
from rules.sword_of_rome.data_records import CELLS, KINDS, SHAPE, GameData, field

__all__ = ["SHAPE", "Board", "GameData", "board", "build_board", "load", "overlay", "tally"]

_HERE = Path(__file__).parent
_WEAKEST_FIRST: tuple[Source, ...] = ("reconstruct", "published", "seed")
_PART = re.compile(r"\.{3}|[^.\[\]]+")
"""A step of a path: a key, a place in a list, or `...` for any value of a dict."""
Raw = dict[str, dict[str, tuple[str, dict[str, Any]]]]
"""Records before they are decoded: by kind and id, each with the name of its file."""


def load(folder: Path | None = None) -> GameData:
    """The data of the game as installed, with an owner's folder of .toml files laid over it.

    Raises DataError with every problem that was found, each a sentence with file and key.
    """
    raw: Raw = {}
    problems: list[str] = []
    folders = [_HERE / "data"]
    if folder is not None:
        if not folder.is_dir():
            raise DataError((f"{folder}: there is no such folder; give one that holds .toml files.",))
        folders.append(folder)
    for each in folders:
        files = sorted(each.glob("*.toml"))
        if not files:
            problems.append(f"{each}: the folder holds no .toml file; at least one is needed.")
        _lay(raw, [(file.name, file.read_bytes()) for file in files], problems)
    return _decode(raw, problems)


def overlay(data: GameData, text: str, file: str = "overlay.toml") -> GameData:
    """The data with the records of one TOML text laid over them: a map and a scenario for a test, say.

    Raises DataError as `load` does.
    """
    raw: Raw = {
        kind: {
            name: ("data", msgspec.to_builtins(record))
            for name, record in sorted(getattr(data, field(kind)).items())
        }
        for kind in KINDS
    }
    problems: list[str] = []
    _lay(raw, [(file, text.encode())], problems)
    return _decode(raw, problems)


def tally(data: GameData) -> Tally:
    """How many values come from where: records counted singly by their weakest mark, cells of tables singly."""
    counts = dict.fromkeys(_WEAKEST_FIRST, 0)
    for kind in KINDS:
        for record in getattr(data, field(kind)).values():
            for source, number in _marks(record):
                counts[source] += number
    return Tally(seed=counts["seed"], published=counts["published"], reconstruct=counts["reconstruct"])


def _marks(value: object) -> Iterable[tuple[Source, int]]:
    """The marks of a record and of the records in it, each with the number of values that it stands for."""
    cells = CELLS.get(type(value))
    if isinstance(value, Record) and cells is not None:
        for key, number in cells.items():
            yield value.sources.get(key, value.source), number
    elif isinstance(value, Record):
        marks = {value.source, *value.sources.values()}
        yield next(source for source in _WEAKEST_FIRST if source in marks), 1
        for key in value.__struct_fields__:
            yield from _marks(getattr(value, key))
    elif isinstance(value, tuple):
        for each in value:
            yield from _marks(each)


def _lay(raw: Raw, files: list[tuple[str, bytes]], problems: list[str]) -> None:
    """Lay one layer of files over what was read before."""
    layer: Raw = {}
    for file, content in files:
        try:
            arrays = tomllib.loads(content.decode())
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            problems.append(f"{file}: this is not TOML: {error}.")
            continue
        for kind, records in arrays.items():
            if kind not in KINDS:
                problems.append(
                    f'{file}: "{kind}" is no kind of record; the kinds are {", ".join(sorted(KINDS))}.'
                )
            elif not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
                problems.append(f"{file}: {kind} must be an array of tables; write [[{kind}]].")
            else:
                _lay_records(layer.setdefault(kind, {}), kind, file, records, problems)
    for kind, found in layer.items():
        raw.setdefault(kind, {}).update(found)


def _lay_records(
    found: dict[str, tuple[str, dict[str, Any]]],
    kind: str,
    file: str,
    records: list[dict[str, Any]],
    problems: list[str],
) -> None:
    for number, record in enumerate(records, start=1):
        name = record.get("id")
        if not isinstance(name, str):
            problems.append(f'{file}: {kind} number {number} has no id; give it one, as id = "name".')
        elif name in found:
            problems.append(f"{file}: {kind}[{name}] is also in {found[name][0]}; each id must stand once.")
        else:
            found[name] = (file, record)


def _decode(raw: Raw, problems: list[str]) -> GameData:
    records: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for kind, type_ in KINDS.items():
        for name, (file, record) in sorted(raw.get(kind, {}).items()):
            try:
                records[kind][name] = msgspec.convert(record, type_)
            except msgspec.ValidationError as error:
                problems.append(f"{file}: {kind}[{name}]{_sentence(error, type_, record)}")
    found = Found(
        records=records,
        files={(kind, name): file for kind, named in raw.items() for name, (file, _) in named.items()},
    )
    problems.extend(problems_of(found))
    if problems:
        raise DataError(tuple(problems))
    return GameData(**cast(Any, {field(kind): named for kind, named in records.items()}))


def _sentence(error: msgspec.ValidationError, type_: type[msgspec.Struct], record: object) -> str:
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
