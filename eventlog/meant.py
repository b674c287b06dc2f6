"""What a query meant that DuckDB cannot answer, in a sentence of one who knows these views."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from eventlog.asking import views
from eventlog.described import Described, in_sql
from eventlog.view_columns import View
from eventlog.warlog_views import GAMES

Rulesets = Mapping[str, Described]

_KEYWORDS: Final = (
    "select", "from", "where", "group", "by", "order", "having", "limit", "join", "left", "using", "on",
    "as", "and", "or", "not", "in", "is", "null", "like", "between", "case", "when", "then", "else",
    "end", "distinct", "union", "with", "qualify", "filter", "over", "partition", "asc", "desc", "all",
    "cast", "values",
)  # fmt: skip
_TAKEN: Final = (
    *_KEYWORDS,
    "to", "at", "into", "for", "only", "table", "column", "check", "default", "both", "user", "window",
    "with",
)  # fmt: skip
"""Words that SQL keeps for itself."""

_FUNCTIONS: Final = (
    "avg", "sum", "count", "min", "max", "median", "mode", "stddev", "round", "abs", "floor", "ceil",
    "coalesce", "nullif", "greatest", "least", "len", "lower", "upper", "concat", "count_if",
    "list_contains", "list_sum", "unnest", "map_keys", "map_values", "any_value", "arg_max", "arg_min",
    "row_number", "rank", "lag", "lead", "first", "last", "string_agg", "list", "corr", "quantile_cont",
)  # fmt: skip


def meant(query: str, error: str, rulesets: Rulesets) -> str:
    """What is wrong with a query and what was meant, for what DuckDB says of it: a sentence's end. "" where it says
    something that nothing more is known of (see `plainly`)."""
    for pattern, explain in _FAULTS:
        if (found := pattern.search(error)) is not None and (said := explain(found, query, rulesets)):
            return said
    return ""


def plainly(error: str) -> str:
    """What DuckDB says, without the name of its error and the picture of the place: a sentence's end."""
    said = next(iter(error.strip().splitlines()), "it gives no reason")
    said = re.sub(r"^[A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*)* Error: ", "", said).rstrip("!. ")
    return f"{said[:1].lower() if said[1:2].islower() else said[:1]}{said[1:]}."


def views_near(wanted: str, rulesets: Rulesets) -> list[str]:
    """The views whose whole name, or else its last word, is nearly `wanted`; the nearest first."""
    names = [view.view for view in views(rulesets, all_lines=wanted.startswith("all_"))]
    schema, _, last = wanted.lower().rpartition(".")
    there = {name.rpartition(".")[2]: name for name in names if name.rpartition(".")[0] == schema}
    near = [] if there else _near(wanted, names)
    if not near:
        by_last = there or {name.rpartition(".")[2]: name for name in reversed(names)}
        near = [by_last[each] for each in _near(last, by_last)]
    return near


# ---------------------------------------------------------------------- views


def _no_view(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    wanted = _as_written(query, found[1].rpartition(".")[2])
    if re.search(r"[/\\:]|\.\w+$", found[1]) and f"'{found[1]}'" in query:
        return _no_file(found, query, rulesets)
    schemas = {"warlog": "warlog.games"} | {
        in_sql(name): f"{in_sql(name)}.{_first_event(rulesets, name)}" for name in rulesets
    }
    if wanted.lower() in schemas:
        view = schemas[wanted.lower()]
        return f"{wanted} is no view but holds many: say which, as in {view}; `warlog views {wanted}` lists them."
    if near := views_near(wanted, rulesets):
        return f"there is no view {wanted}; did you mean {_or(near)}?"
    schema = wanted.rpartition(".")[0].lower()
    where = (
        f"`warlog views {schema}` lists those there are" if schema in schemas else "`warlog views` lists all"
    )
    return f"there is no view {wanted}; {where}."


def _first_event(rulesets: Rulesets, name: str) -> str:
    try:
        return in_sql(str(rulesets[name].event_types[0].__struct_config__.tag))
    except Exception:  # one that cannot be loaded
        return "event"


def _no_file(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    return "a query reads the views of this archive alone, no file and nothing from the network."


def _not_named(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    names = _or(re.findall(r"\"([^\"]+)\"", found[2] or ""))
    whole = [view.view for view in _named_views(query, rulesets) if view.view.startswith(f"{found[1]}.")]
    if not names and whole:
        return f"no view is asked: say FROM {whole[0]}."
    return f"nothing in this query is called {found[1]}{f'; what FROM names is {names}' if names else ''}."


# ---------------------------------------------------------------------- columns


def _no_column(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    wanted, named = found[1], _named_views(query, rulesets)
    if said := _ruleset_unquoted(query, rulesets):
        return said
    columns = {column.name: f"{column.name} (of {view.view})" for view in named for column in view.columns}
    bare = _without_texts(query).lower()
    for name in columns:
        if "_" in name and re.search(rf"(?<![\w-]){name.replace('_', '-')}(?![\w-])", bare):
            return f"in SQL _ stands for -: it is {name}, not {name.replace('_', '-')}."
    if "side of join" in found.string and wanted in columns:
        return f"{wanted} is no column of both views that are joined; ON compares columns of different names."
    given = re.search(r"Candidate bindings: (.*)", found.string)
    if given is not None:
        columns |= {name: columns.get(name, name) for name in re.findall(r"\"([^\"]+)\"", given[1])}
    near = _near(wanted, columns)
    if _is_value(wanted, query) and not (near and _alike(wanted, near[0]) >= 0.8):
        return (
            f"there is no column {wanted} there; a word to compare with stands in single quotes: '{wanted}'."
        )
    if near:
        return f"there is no column {wanted} there; did you mean {_or(columns[name] for name in near)}?"
    if wanted.lower() in {column.name for column in GAMES.view.columns}:
        return f"there is no column {wanted} there; warlog.games has it: JOIN warlog.games g USING (game_id)."
    if not named:
        return ""
    return f"there is no column {wanted} there; `warlog views {named[0].view}` lists the columns" + (
        f"; {_or(has)} {'has' if len(has) == 1 else 'have'} one."
        if (has := _with_column(wanted, named, rulesets))
        else "."
    )


def _with_column(wanted: str, named: list[View], rulesets: Rulesets) -> list[str]:
    """At most two views that have such a column: common ones before those of the games that are asked about."""
    schemas = {"warlog", *(view.view.rpartition(".")[0] for view in named)}
    having = (
        view.view
        for view in views(rulesets)
        if view.view.partition(".")[0] in schemas and wanted.lower() in {each.name for each in view.columns}
    )
    return list(having)[:2]


def _is_value(wanted: str, query: str) -> bool:
    """Whether a name stands where the value of a comparison does, and not as a column of some view."""
    return bool(
        re.search(rf"(?:=|<>|\bLIKE\b|\bIN\s*\()\s*\"?{re.escape(wanted)}\b\"?(?!\s*[.(])", query, re.I)
    )


def _ruleset_unquoted(query: str, rulesets: Rulesets) -> str:
    """What is to be said where a name with a hyphen stands outside of quotes, which SQL takes for a difference."""
    bare = _without_texts(query)
    for name in sorted((name for name in rulesets if "-" in name), key=len, reverse=True):
        if (found := re.search(rf"(?<![\w.-]){re.escape(name)}(\.[\w-]+)?", bare, re.I)) is not None:
            if found[1]:
                return f"in SQL _ stands for -: it is {in_sql(found[0].lower())}, not {found[0]}."
            return f"a word to compare with stands in single quotes: '{name}'."
    if (found := re.search(r"\b(?:FROM|JOIN)\s+([\w.]+(?:-[\w.]+)+)", bare, re.I)) is not None:
        return f"in SQL _ stands for -: it is {in_sql(found[1])}, not {found[1]}."
    return ""


def _whole_row(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    """A view that is named where a column is meant stands for a whole row of it."""
    bare = _without_texts(query)
    for view in _named_views(query, rulesets):
        last = view.view.rpartition(".")[2]
        if re.search(rf"(?<![\w.]){last}\b(?!\s*\.)", bare, re.I):
            near = _near(last, [column.name for column in view.columns])
            hint = f"did you mean its column {_or(near)}?" if near else "say which of its columns."
            return f"{last} stands for a whole row of {view.view} there; {hint}"
    return ""


def _ambiguous(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    which = _or(re.findall(r"'([^']+)'", found[2] or "")) or f"the view before it, as in x.{found[1]}"
    return f"more than one of these views has a column {found[1]}; write {which}."


def _not_grouped(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    return (
        f"{found[1]} is neither grouped by nor counted, summed or averaged; end the query with GROUP BY ALL, or take "
        f"any_value({found[1]})."
    )


def _no_part(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    return f"{found[2]} has no parts, so there is no {found[2]}.{found[1]}; `warlog views VIEW` tells what there is."


# ---------------------------------------------------------------------- values and functions


def _kind(kind: str) -> str:
    """A type of DuckDB in words."""
    for pattern, words in (
        (r"\[\]$", "a list"),
        (r"^MAP", "a map"),
        (r"^STRUCT", "a row of values"),
        (r"^(U?(TINY|SMALL|BIG|HUGE)?INT|INTEGER)", "a whole number"),
        (r"^(DOUBLE|DECIMAL|FLOAT)", "a number"),
        (r"^(VARCHAR|STRING)", "a word"),
        (r"^BOOLEAN", "true or false"),
        (r"^(DATE|TIME)", "a time"),
    ):
        if re.search(pattern, kind):
            return words
    return kind


def _how(kind: str) -> str:
    """How something of a type is made what others take."""
    return {
        "true or false": "x::INT makes 1 and 0 of it",
        "a map": "take one of its values, as in measures['points']",
        "a list": "list_contains(x, 'a') asks it and unnest(x) takes it apart",
        "a word": "x::INT or x::DOUBLE makes a number of one that is a number",
        "JSON": "x->>'name' takes a field of it",
        "a row of values": "take one of them",
    }.get(_kind(kind), "x::VARCHAR makes a word of it")


def _no_such_call(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    called, given = found[1], _parts(found[2])
    if "STRUCT(" in found[2] and (said := _whole_row(found, query, rulesets)):
        return said
    if "~~" in called:
        return (
            "LIKE compares words, and what they are like stands in single quotes, as in piece LIKE 'orcs%'."
        )
    if called == "contains" and not re.search(r"\bcontains\s*\(", query, re.I):
        return "IN takes its values in parentheses, as in seat IN ('rome', 'greece')."
    kinds = " and ".join(_kind(each) for each in given) or "nothing"
    odd = next((each for each in given if _kind(each) not in ("a number", "a whole number")), "")
    return f"{called} cannot be asked of {kinds}{f'; {_how(odd)}' if odd else ''}."


def _parts(types: str) -> list[str]:
    """The types of a call's arguments: those between the commas that stand in no parentheses."""
    parts, depth = [""], 0
    for each in types:
        depth += (each in "([") - (each in ")]")
        if each == "," and not depth:
            parts.append("")
        else:
            parts[-1] += each
    return [each.strip() for each in parts if each.strip()]


def _no_function(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    near = _near(found[1], _FUNCTIONS) or re.findall(r"Did you mean \"([^\"]+)\"", found.string)
    return f"there is no function {found[1]}{f'; did you mean {_or(near[:1])}?' if near else '.'}"


def _compared(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    kinds = [_kind(found[1]), _kind(found[2])]
    odd = found[1] if kinds[0] not in ("a number", "a whole number") else found[2]
    return f"{kinds[0]} is compared with {kinds[1]}; {_how(odd)}."


def _no_value(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    if (kind := _kind(found[2])) == "a list":
        return f"a list is compared with the word '{found[1]}'; ask list_contains(x, '{found[1]}')."
    return f"'{found[1]}' is compared with or made {kind}, which it is not."


# ---------------------------------------------------------------------- no SQL


def _misread(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    word = found[1]
    if said := _ruleset_unquoted(query, rulesets):
        return said
    if (before := re.search(rf"\b(GROUP|ORDER)\s+{re.escape(word)}", query, re.I)) is not None:
        return f"after {before[1].upper()} comes BY."
    columns = {column.name for view in _named_views(query, rulesets) for column in view.columns}
    if word.lower() in columns and word.lower() in _TAKEN:
        return f'{word} is a word of SQL itself; as a column it stands in double quotes: "{word.lower()}".'
    near = [] if word.lower() in _KEYWORDS else difflib.get_close_matches(word.lower(), _KEYWORDS, 1, 0.75)
    if near:
        return f"{word} is no word of SQL; did you mean {near[0].upper()}?"
    return f"it cannot be read at {word}: something is missing before that, or too much."


def _open_quote(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    return "a quote is opened and not closed."


def _too_early(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    return "WHERE looks at single rows; what is counted or summed is compared in HAVING."


def _too_early_for_windows(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    return "WHERE looks at single rows; what stands OVER several is compared in QUALIFY."


def _one_wanted(found: re.Match[str], query: str, rulesets: Rulesets) -> str:
    return "a SELECT in parentheses stands for one value and gives several rows; count them, or take one by LIMIT 1."


_FAULTS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str, Rulesets], str]], ...]] = tuple(
    (re.compile(pattern, re.S), explain)
    for pattern, explain in (
        (r"syntax error at or near \"(.+?)\"(?:\n|$)", _misread),
        (r"unterminated (?:string|quoted)", _open_quote),
        (r"Cannot access (?:file|directory)|file system operations are disabled", _no_file),
        (r"(?:Table|View) with name \"?([^\s\"!]+)\"? does not exist", _no_view),
        (r"Referenced column \"([^\"]+)\" (?:was )?not found", _no_column),
        (r"does not have a column named \"([^\"]+)\"", _no_column),
        (r"Column \"([^\"]+)\" does not exist on (?:left|right) side of join", _no_column),
        (r"Referenced table \"([^\"]+)\" not found!(?:\nCandidate tables: ([^\n]*))?", _not_named),
        (r"Ambiguous reference to column name \"([^\"]+)\"(?: \(use: ([^)]*)\))?", _ambiguous),
        (r"column \"([^\"]+)\" must appear in the GROUP BY", _not_grouped),
        (r"Cannot extract field '([^']+)' from expression \"([^\"]+)\"", _no_part),
        (r"-> STRUCT\(|with type STRUCT\(|of type STRUCT\(", _whole_row),
        (r"given name and argument types '([^'(]+)\((.*?)\)'\. You", _no_such_call),
        (r"Function with name \"?(\w+)\"? does not exist", _no_function),
        (r"Cannot compare values of type (.+?) and (?:values of )?type (.+?) - ", _compared),
        (r"Could not convert string '(.*?)' to ([\w\[\]]+)", _no_value),
        (r"Type VARCHAR with value '(.*?)' can't be cast to the destination type ([\w\[\]]+)", _no_value),
        (r"WHERE clause cannot contain aggregates", _too_early),
        (r"WHERE clause cannot contain window functions", _too_early_for_windows),
        (r"More than one row returned by a subquery", _one_wanted),
    )
)
"""What DuckDB says, and who explains it; the first that knows something is heard."""


# ---------------------------------------------------------------------- names


def _near(wanted: str, names: Iterable[str]) -> list[str]:
    """The names that are nearly as near as the nearest."""
    found = difflib.get_close_matches(wanted.lower(), list(names), 3, 0.6)
    ratios = [_alike(wanted, name) for name in found]
    return [name for name, ratio in zip(found, ratios, strict=True) if ratio > ratios[0] - 0.05]


def _alike(wanted: str, name: str) -> float:
    return difflib.SequenceMatcher(None, wanted.lower(), name).ratio()


def _or(names: Iterable[str]) -> str:
    return " or ".join(names)


def _as_written(query: str, last: str) -> str:
    """A name with its schema, as the query has it."""
    found = re.search(rf"((?:\w+\.)*){re.escape(last)}\b", query)
    return f"{found[1]}{last}" if found is not None else last


def _without_texts(query: str) -> str:
    """A query without what stands in quotes."""
    return re.sub(r"'(?:[^']|'')*'|\"[^\"]*\"", "''", query)


def _named_views(query: str, rulesets: Rulesets) -> list[View]:
    words = {word.lower() for word in re.findall(r"\w+(?:\.\w+)+", query)}
    return [view for view in views(rulesets, all_lines=True) if view.view in words]
