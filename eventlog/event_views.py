"""A view for every type of event, made from the event's own fields: `sauron.unit_moved`, one column a field."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec

from eventlog.described import Described, in_sql
from eventlog.sql_types import SqlType, literal, quoted, sql_type
from eventlog.view_columns import EVENT, GAME, MARKED, RESERVED, Column, View

_encode = msgspec.json.encode


class ReservedName(ValueError):
    """A field of an event is called as a column that every event's view has."""


def tag(kind: type[Any]) -> str:
    """The stable name of an event type."""
    return str(kind.__struct_config__.tag)


def check_fields(kinds: Iterable[type[Any]]) -> None:
    """Raises ReservedName where a field has the name of a column that every event's view has."""
    for kind in kinds:
        for name in kind.__struct_encode_fields__:
            if name.lower() in RESERVED:
                raise ReservedName(
                    f"the field {name} of the event {tag(kind)} has the name of a column that every event's view has; "
                    f"call it otherwise: {', '.join(sorted(RESERVED))} are taken"
                )


class Fields(msgspec.Struct, frozen=True):
    """The fields of an event type in SQL: the shape for `json_transform`, and each column with its expression over the
    struct `r` that this gives."""

    shape: str
    columns: tuple[Column, ...]
    expressions: tuple[str, ...]


_fields: dict[type[Any], Fields] = {}


def fields_of(kind: type[Any]) -> Fields:
    """The columns of an event type's own fields."""
    if kind not in _fields:
        _fields[kind] = _fields_of(kind)
    return _fields[kind]


def _fields_of(kind: type[Any]) -> Fields:
    hints = get_type_hints(kind, include_extras=True)
    shape: dict[str, Any] = {}
    columns, expressions = [], []
    for field in msgspec.structs.fields(kind):
        found = sql_type(hints[field.name])
        shape[field.encode_name] = found.shape
        columns.append(Column(field.encode_name, found.name))
        expressions.append(_with_default(f"r.{quoted(field.encode_name)}", field, found))
    return Fields(_encode(shape).decode(), tuple(columns), tuple(expressions))


def _with_default(column: str, field: msgspec.structs.FieldInfo, found: SqlType) -> str:
    """What Python fills in for a field that an event was stored without, SQL fills in too."""
    if field.default is not msgspec.NODEFAULT:
        default = field.default
    elif field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    else:
        return column
    if default is None:
        return column
    try:
        text = _encode(default).decode()
    except TypeError:  # of a type that needs hooks
        return column
    return f"coalesce({column}, json_transform({literal(text)}, {literal(_encode(found.shape).decode())}))"


def describe(described: Described, kind: type[Any], *, all_lines: bool = False) -> View:
    """The view of an event type, as `views` tells it."""
    prefix = "all_lines." if all_lines else ""
    own = fields_of(kind).columns
    about = inspect.cleandoc(kind.__doc__ or "") if "__doc__" in vars(kind) else ""
    if about.startswith(f"{kind.__name__}("):  # what msgspec writes where nothing is said
        about = ""
    return View(
        view=f"{prefix}{described.schema}.{in_sql(tag(kind))}",
        about=" ".join(about.split()) or f"The event {tag(kind)} of {described.title}.",
        grain="an event on any line, or on none that stands" if all_lines else "an event on the main line",
        key=("game_id", "line", "ply", "seq"),
        columns=(*EVENT, *own, *(MARKED if all_lines else ())),
    )


def select(
    described: Described, kind: type[Any], source: str, places: str, *, all_lines: bool = False
) -> str:
    """The SELECT of an event type's view. `source` gives its events in today's shape, `places` where lines lie."""
    fields = fields_of(kind)
    own = "".join(
        f", {expression} AS {quoted(column.name)}"
        for column, expression in zip(fields.columns, fields.expressions, strict=True)
    )
    game = ", ".join(
        f"p.{ours.name} AS {theirs.name}" for ours, theirs in zip(GAME, EVENT[: len(GAME)], strict=True)
    )
    marked = ", p.on_main, p.undone" if all_lines else ""
    transformed = f", json_transform(e.payload, {literal(fields.shape)}) AS r" if fields.columns else ""
    return f"""
        SELECT {game}, e.ply, e.seq, m.turn AS game_turn, m.phase AS game_phase, m.seat AS acting_seat{own}{marked}
        FROM (SELECT e.game, e.run, e.ply, e.seq{transformed} FROM {source} e) e
        JOIN {places} p ON p.number = e.game AND p.run = e.run AND e.ply BETWEEN p.low AND p.high
            AND p.ruleset = {literal(described.name)}
        LEFT JOIN memory.reckoned.moment m ON m.game = e.game AND m.run = e.run AND m.ply = e.ply
            AND e.seq BETWEEN m.first AND m.last"""
