"""The DuckDB type of a field of an event, from its Python type, and the shape by which JSON is turned into it.

Whole numbers are BIGINT, other numbers DOUBLE, enums and words VARCHAR, times TIMESTAMPTZ, tuples and sets lists, dicts
MAP, structs STRUCT; what has no one type is JSON.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import inspect

TEXT: Final = "VARCHAR"
JSON: Final = "JSON"


class SqlType(msgspec.Struct, frozen=True):
    """A type as DDL, and as `json_transform` wants it: a name, a list of one, or an object."""

    name: str
    shape: Any


def quoted(name: str) -> str:
    """A name as SQL has it: words like `to`, `from` and `at` are no names otherwise."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def sql_type(kind: Any) -> SqlType:
    """The type of a field, from its annotation."""
    return _of(inspect.type_info(kind))


def _plain(name: str) -> SqlType:
    return SqlType(name, name)


_PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.BoolType: "BOOLEAN",
    inspect.IntType: "BIGINT",
    inspect.FloatType: "DOUBLE",
    inspect.StrType: TEXT,
    inspect.UUIDType: TEXT,
    inspect.DateTimeType: "TIMESTAMPTZ",
    inspect.DateType: "DATE",
    inspect.DecimalType: TEXT,
    inspect.BytesType: TEXT,
}


def _of(found: inspect.Type) -> SqlType:
    if isinstance(found, inspect.Metadata):
        return _of(found.type)
    if type(found) in _PLAIN:
        return _plain(_PLAIN[type(found)])
    if isinstance(found, inspect.LiteralType):
        return _plain("BIGINT" if all(isinstance(value, int) for value in found.values) else TEXT)
    if isinstance(found, inspect.EnumType):
        whole = all(isinstance(each.value, int) for each in found.cls)
        return _plain("BIGINT" if whole else TEXT)
    if isinstance(found, inspect.CollectionType):
        return _list(_of(found.item_type))
    if isinstance(found, inspect.TupleType):
        kinds = [_of(each) for each in found.item_types]
        return _list(kinds[0] if kinds and all(kind == kinds[0] for kind in kinds) else _plain(JSON))
    if isinstance(found, inspect.DictType):
        value = _of(found.value_type)
        return _plain(f"MAP(VARCHAR, {value.name})")
    if isinstance(found, inspect.StructType | inspect.DataclassType | inspect.TypedDictType):
        return _struct({field.encode_name: _of(field.type) for field in found.fields})
    if isinstance(found, inspect.UnionType):
        return _union(found)
    return _plain(JSON)


def _list(item: SqlType) -> SqlType:
    return SqlType(f"{item.name}[]", [item.shape])


def _struct(fields: dict[str, SqlType]) -> SqlType:
    if not fields:
        return _plain(JSON)
    columns = ", ".join(f"{quoted(name)} {kind.name}" for name, kind in fields.items())
    return SqlType(f"STRUCT({columns})", {name: kind.shape for name, kind in fields.items()})


def _union(found: inspect.UnionType) -> SqlType:
    """Of several types: one of them and nothing is that one, numbers are DOUBLE, tagged structs one STRUCT of all their
    fields."""
    some = [each for each in found.types if not isinstance(each, inspect.NoneType)]
    if len(some) == 1:
        return _of(some[0])
    if all(isinstance(each, inspect.IntType | inspect.FloatType) for each in some):
        return _plain("DOUBLE")
    structs = [each for each in some if isinstance(each, inspect.StructType)]
    if len(structs) < len(some):
        kinds = {_of(each) for each in some} if all(type(each) in _PLAIN for each in some) else set()
        return kinds.pop() if len(kinds) == 1 else _plain(JSON)
    fields: dict[str, SqlType] = {structs[0].tag_field: _plain(TEXT)} if structs[0].tag_field else {}
    for struct in structs:
        for field in struct.fields:
            kind = _of(field.type)
            fields[field.encode_name] = kind if fields.get(field.encode_name, kind) == kind else _plain(JSON)
    return _struct(fields)
