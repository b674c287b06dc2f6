"""Where reports are found: the common ones beside this file, a ruleset's own in `reports` beside its module or in the
packages round it, which rulesets share. The nearer one replaces another of its name."""

from __future__ import annotations

import difflib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from replays.reports.definition import Report, parse
from replays.reports.errors import BadReport, NoSuchReport
from rules.ruleset import installed

COMMON = Path(__file__).parent


def reports(ruleset: str | None = None) -> list[Report]:
    """The common reports and then those of every ruleset, or of one, by name. Raises BadReport."""
    common = _in(COMMON, "")
    found = list(common.values())
    for name in [ruleset] if ruleset is not None else list(installed()):
        found += [report for report in own(name).values() if report.name not in common]
    return found


def own(ruleset: str) -> dict[str, Report]:
    """What a ruleset brings, by name: own reports, and common ones as it would have them answered. Raises BadReport."""
    found: dict[str, Report] = {}
    for folder in reversed(folders(ruleset)):
        found |= _in(folder, ruleset)
    return dict(sorted(found.items()))


def folders(ruleset: str) -> list[Path]:
    """The folders of a ruleset's reports that there are, nearest first; none for one that cannot be loaded."""
    try:
        return [folder for folder in _folders(installed().module(ruleset)) if folder.is_dir()]
    except ImportError:
        return []


@lru_cache(maxsize=64)
def _folders(module: str) -> tuple[Path, ...]:
    names = module.split(".")
    found = []
    for count in range(len(names), 0, -1):
        spec = find_spec(".".join(names[:count]))
        for place in (spec.submodule_search_locations or ()) if spec is not None else ():
            found.append(Path(place) / "reports")
    return tuple(found)


@lru_cache(maxsize=64)
def _in(folder: Path, ruleset: str) -> dict[str, Report]:
    found = {}
    for file in sorted(folder.glob("*.sql")):
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadReport(f"{file} cannot be read: {error}.") from error
        found[file.stem] = parse(text, file, ruleset)
    return found


def find(name: str, ruleset: str | None = None) -> Report:
    """The report of this name: for a ruleset its own before the common one. Raises NoSuchReport, which says which may
    have been meant, and BadReport."""
    found = candidates(name, ruleset)
    if len(found) > 1:
        games = [report.ruleset for report in found]
        raise NoSuchReport(f"{' and '.join(games)} each have a report {name}: say which with --ruleset.")
    return found[0]


def candidates(name: str, ruleset: str | None = None) -> list[Report]:
    """The reports that may be meant by this name: one, or without a ruleset perhaps those of several. Raises
    NoSuchReport, BadReport."""
    if ruleset is not None and (report := own(ruleset).get(name)) is not None:
        return [report]
    if (report := _in(COMMON, "").get(name)) is not None:
        return [report]
    theirs = [report for game in installed() if (report := own(game).get(name)) is not None]
    if ruleset is None and theirs:
        return theirs
    if theirs:
        having = " and ".join(report.ruleset for report in theirs)
        raise NoSuchReport(f"{ruleset} has no report {name}; it is one of {having}.")
    names = list(dict.fromkeys(report.name for report in reports(ruleset)))
    near = difflib.get_close_matches(name, names, 2, 0.6)
    meant = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}."
    raise NoSuchReport(f"There is no report {name}: {meant}")
