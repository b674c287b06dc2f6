"""An owner's data folder: the installed data as commented files to be filled in from one's own box, and everything that
is missing or contradictory in such a folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from rules.data_gaps import cited, gaps, ours
from rules.errors import DataError, OptionError
from rules.ruleset import AnyRuleset
from rules.toml_text import toml_text

NAME = "ruleset.txt"
"""The file that says which ruleset a folder is for."""
_HEADER = re.compile(r"\[\[?(?P<path>[A-Za-z0-9_.-]+)\]\]?[ ]*(#.*)?")
"""A line with which a table of a TOML file begins."""
_WHERE = re.compile(r"(?P<where>[^:]+(?:: [\w-]+\[[^\]]*\][^:]*)?): (?P<what>.+)", re.DOTALL)
"""A sentence about data: `file: kind[id].key: what is wrong`, or `file: what is wrong`."""


class Problem(msgspec.Struct, frozen=True):
    """Something of a data folder: where, what it is and what would be right, and the rule that asks for it.

    `gap`: our own value stands in for it, and the game can be played.
    """

    where: str
    what: str
    rule: str | None
    gap: bool = False


# Writing


def files_of(rules: AnyRuleset) -> dict[str, str]:
    """The data of an installation as files of a folder, by name, with comments that say what is our own making."""
    found: dict[str, str] = {}
    for name, text in installed_files(rules).items():
        found[name] = (
            f"# {rules.title}: {name}. Lines that begin with “{_MARK}” name what your box says better.\n\n"
        )
        found[name] += _commented(text)
    found[NAME] = f"{rules.name}\n\n{_EXPLANATION.format(title=rules.title)}"
    return found


def installed_files(rules: AnyRuleset) -> dict[str, str]:
    """The texts of the ruleset's own files; of one that keeps none, the data themselves as one file."""
    found: dict[str, str] = {}
    for folder in rules.data_folders:
        for file in sorted(folder.glob("*.toml")):
            name = f"{rules.name}-{file.name}" if file.name in found else file.name
            found[name] = file.read_text(encoding="utf-8")
    return found or {f"{rules.name}.toml": toml_text(msgspec.to_builtins(rules.load(None)))}


_MARK = "# ours:"
_EXPLANATION = """\
The files here hold all data of {title}, to be filled in from your own box.

What we could not know from the rulebook or from public sources is our own making. Such a record is marked
source = "reconstruct", or single values of it are, in sources; above each of them a line "# ours: ..." names these
values. Put in what your box says, and mark it "published". Everything else may be corrected as well. Records keep their
id; a file may be renamed, and records may be moved from one file to another.

  warlog data check DIR               says everything that is still missing, and every contradiction
  warlog new RULESET --data DIR       begins a game with this folder, which the game then keeps
  warlog about RULESET --data DIR     counts where the values come from
"""


def _commented(text: str) -> str:
    """The text with a line above each table of it that holds values of our own."""
    lines = text.splitlines()
    paths = {number: found["path"] for number, line in enumerate(lines) if (found := _HEADER.fullmatch(line))}
    commented: list[str] = []
    for number, line in enumerate(lines):
        values = _ours_from(lines, paths, number) if number in paths or not number else ()
        if values:
            commented.append(f"{_MARK} {', '.join(values)}")
        commented.append(line)
    return "\n".join(commented) + "\n"


def _ours_from(lines: list[str], paths: dict[int, str], begin: int) -> tuple[str, ...]:
    """The values of our own in the table that begins in a line, or in the top of the file: not those of tables within
    it that have a line of their own."""
    prefix = f"{paths[begin]}." if begin in paths else ""
    later = sorted(number for number in paths if number > begin)
    end = next((number for number in later if not prefix or not paths[number].startswith(prefix)), len(lines))
    body = [
        lines[number].replace(prefix, "", 1) if number in paths else lines[number]
        for number in range(begin + 1 if prefix else begin, end)
    ]
    table = tomllib.loads("\n".join(body))
    apart = {paths[number].removeprefix(prefix).split(".")[0] for number in later if number < end}
    within = (
        key for key, part in table.items() if key not in apart and next(gaps(part, key), None) is not None
    )
    return tuple(dict.fromkeys((*ours(table), *within)))


# Reading


def ruleset_of(folder: Path) -> str | None:
    """The name of the ruleset that a folder is for; None if it does not say."""
    file = folder / NAME
    if not file.is_file():
        return None
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return lines[0].strip() if lines else None


def problems_of(rules: AnyRuleset, folder: Path) -> list[Problem]:
    """Every contradiction of a folder laid over the installed data, and every gap of it. Contradictions come first."""
    return [*_contradictions(rules, folder), *_gaps(rules, folder)]


def _contradictions(rules: AnyRuleset, folder: Path) -> Iterator[Problem]:
    sentences: list[str] = []
    try:
        data = rules.load(folder)
    except DataError as error:
        sentences.extend(error.problems)
    else:
        defaults = {option.name: option.default for option in rules.options}
        for scenario in rules.scenarios:
            try:
                rules.prepare(data, scenario.name, defaults)
            except DataError as error:
                sentences.extend(error.problems)
            except OptionError as error:
                sentences.append(f"data: the scenario {scenario.name} cannot be made ready: {error}.")
    for sentence in dict.fromkeys(sentences):
        parts = _WHERE.fullmatch(sentence)
        where, what = (parts["where"], parts["what"]) if parts else ("data", sentence)
        kind = re.search(r": ([\w-]+)\[", where)
        yield Problem(where, what, cited(sentence) or (rules.data_rules.get(kind[1]) if kind else None))


def _gaps(rules: AnyRuleset, folder: Path) -> Iterator[Problem]:
    read: dict[str, dict[str, Any]] = {}
    unreadable: set[str] = set()
    for file in sorted(folder.glob("*.toml")):
        try:
            read[file.name] = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):  # a contradiction, said there
            unreadable.add(file.name)
    for name, data in read.items():
        for kind, part in data.items():
            for gap in gaps(part, kind, rules.data_rules.get(kind)):
                what = f"{', '.join(gap.values)}: our own; put in what your box says and mark it “published”."
                yield Problem(f"{name}: {gap.where}", what, gap.rule, gap=True)
    there = {record for data in read.values() for record in _records(data)}
    for name, text in installed_files(rules).items():
        records = list(_records(tomllib.loads(text)))
        missing = [record for record in records if record not in there]
        if missing == records and records and name not in read and name not in unreadable:
            yield Problem(name, "the folder does not have this file; ours stands in for it.", None, gap=True)
        elif name not in unreadable:
            for kind, record in missing:
                what = "the folder does not have this record; ours stands in for it."
                yield Problem(f"{name}: {kind}[{record}]", what, rules.data_rules.get(kind), gap=True)


def _records(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for kind, records in data.items():
        if isinstance(records, list):
            for record in records:
                if isinstance(record, dict) and isinstance(record.get("id"), str):
                    yield kind, record["id"]
