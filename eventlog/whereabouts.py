"""Where things are and who commands, reckoned from what events tell, for views of events that leave it unsaid.

Each is made of the events of a run and of those runs that it goes on from, so that what happened on a line before it
parted counts there, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from eventlog.described import Described
from eventlog.event_views import fields_of, tag
from eventlog.sql_types import literal

Source = Callable[[Described, type[Any]], str]
"""The events of a type of a ruleset, as a FROM item."""

MOMENT: Final = "{0}.ply::BIGINT * 65536 + {0}.seq"
"""The place of an event among those of its line."""

HERITAGE: Final = """
    CREATE TABLE memory.reckoned.heritage AS
        WITH RECURSIVE heritage(game, run, ancestor, upto) AS (
            SELECT game, run, run, 2147483647 FROM archive.run
            UNION ALL
            SELECT h.game, h.run, r.parent, least(h.upto, r.fork)
            FROM heritage h JOIN archive.run r ON r.game = h.game AND r.run = h.ancestor WHERE r.parent IS NOT NULL)
        SELECT h.*, g.ruleset FROM heritage h JOIN archive.game g ON g.game = h.game
"""
"""For each run the runs that it goes on from, itself among them, with the last ply that it shares with each."""

NOWHERE: Final = (
    "(SELECT 0 AS game, 0 AS run, 0::BIGINT AS moment, '' AS piece, '' AS place WHERE FALSE)",
    "(SELECT 0 AS game, 0 AS run, 0::BIGINT AS moment, '' AS side, '' AS leader, '' AS army WHERE FALSE)",
)


def standing(rulesets: Mapping[str, Described], source: Source, *, pieces: bool) -> str:
    """Where pieces (else only where whatever goes on) are from which moment on, as a FROM item: game, run, moment,
    piece ("": whatever goes on), place."""
    told = []
    for described, kind in _kinds(rulesets):
        for each in described.told.stands:
            if each.type == tag(kind) and (pieces or not each.pieces):
                place = _place(each.place)
                columns = (
                    f"{_pieces(kind, each.pieces)} AS piece, {place} AS place, {each.marches} AS marches"
                )
                told.append(_select(described, kind, columns, source))
    if not told:
        return NOWHERE[0]
    along = [
        _select(
            described,
            kind,
            f"{literal(each.reason)} AS reason, {_pieces(kind, each.pieces)} AS piece, "
            f"{_list(kind, each.along)} AS along",
            source,
        )
        for described, kind in _kinds(rulesets)
        for each in described.told.along
        if pieces and each.type == tag(kind)
    ]
    select = f"""WITH stood AS MATERIALIZED (SELECT * FROM ({" UNION ALL ".join(told)}) WHERE place IS NOT NULL)
        SELECT game, run, moment, piece, place FROM stood"""
    if along:
        reasons = sorted({each.reason for described in rulesets.values() for each in described.told.along})
        names = ", ".join(f"({literal(reason)})" for reason in reasons)
        select += f"""
            UNION ALL SELECT game, run, moment, piece, place FROM (
                SELECT s.game, s.run, s.moment, unnest(list_filter(a.along, lambda one: one <> s.piece)) AS piece,
                    s.place
                FROM (SELECT * FROM stood CROSS JOIN (VALUES {names}) reasons(reason) WHERE marches) s
                ASOF JOIN ({" UNION ALL ".join(along)}) a
                    ON a.game = s.game AND a.run = s.run AND a.reason = s.reason AND a.piece = s.piece
                    AND a.moment <= s.moment)"""
    return f"({select})"


def commanding(rulesets: Mapping[str, Described], source: Source) -> str:
    """Who commands which side of a battle from which moment on, as a FROM item: game, run, moment, side, leader, army.
    Leader and army are empty where no battle goes on."""
    told = []
    for described, kind in _kinds(rulesets):
        for each in described.told.commands:
            if each.type != tag(kind):
                continue
            side = literal(each.side) if each.side else _value("side")
            over = not each.leader and not each.army
            army = "''" if over else _value(each.army) if each.army else "NULL"
            field, value = each.where
            leader = _value(each.leader) if each.leader else "''"
            columns = (
                f"{side} AS side, {leader} AS leader, {army} AS army, "
                f"{f'{_value(field)} = {literal(value)}' if field else 'TRUE'} AS holds"
            )
            told.append(_select(described, kind, columns, source))
    if not told:
        return NOWHERE[1]
    return f"""(SELECT game, run, moment, side, leader, last_value(army IGNORE NULLS) OVER (
            PARTITION BY game, run, side ORDER BY moment ROWS UNBOUNDED PRECEDING) AS army
        FROM ({" UNION ALL ".join(told)}) WHERE holds AND leader IS NOT NULL)"""


def _kinds(rulesets: Mapping[str, Described]) -> Iterable[tuple[Described, type[Any]]]:
    for described in rulesets.values():
        for kind in described.event_types:
            yield described, kind


def _select(described: Described, kind: type[Any], columns: str, source: Source) -> str:
    return f"""SELECT h.game, h.run, {MOMENT.format("e")} AS moment, {columns}
        FROM {source(described, kind)} e
        JOIN memory.reckoned.heritage h ON h.game = e.game AND h.ancestor = e.run AND e.ply <= h.upto
            AND h.ruleset = {literal(described.name)}"""


def _place(paths: Sequence[str]) -> str:
    """The name of a place; NULL where one of the fields is not there, "" where all are empty: off the board."""
    parts = [_value(path) for path in paths]
    if len(parts) == 1:
        return parts[0]
    named = " || ':' || ".join(parts)
    return f"CASE WHEN {' || '.join(parts)} = '' THEN '' ELSE {named} END"


def _value(path: str) -> str:
    return f"json_extract_string(e.payload, {literal('$.' + path)})"


def _list(kind: type[Any], field: str) -> str:
    """The words of a field that holds several, or of one that holds one, as a list."""
    if not field:
        return "[]::VARCHAR[]"
    if _is_list(kind, field):
        return f"from_json(json_extract(e.payload, {literal('$.' + field)}), '[\"VARCHAR\"]')"
    return f"list_filter([{_value(field)}], lambda one: one <> '')"


def _pieces(kind: type[Any], field: str) -> str:
    if not field:
        return "''"
    return f"unnest({_list(kind, field)})"


def _is_list(kind: type[Any], field: str) -> bool:
    return any(column.name == field and column.type.endswith("[]") for column in fields_of(kind).columns)
