"""The views over an attached archive, made in memory for the questions that are asked; nothing is written.

What a query names is made when it is asked: a ruleset's schema, `warlog`, and `all_lines` with the same schemas in it.
What all of them stand on (where lines lie, what the clock showed) is in the schema `reckoned`, which is nobody's
interface.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec

from eventlog import courses, event_views, warlog_views, whereabouts
from eventlog.catalog import Connection
from eventlog.codec import Row
from eventlog.described import Described, in_sql
from eventlog.errors import Damaged, Outdated, UnknownType
from eventlog.event_views import tag
from eventlog.owners import owned
from eventlog.sql_types import literal, quoted
from eventlog.storing import append
from eventlog.stretches import PLAIN, laid
from eventlog.view_columns import GAME, View
from eventlog.warlog_views import FIELDS, PLAYERS, UNSAID, Definition

AT_ONCE: Final = 150_000
"""Batches of games whose course is not stored that are reckoned for one question."""

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_NOT_WHATIF: Final = " WHERE origin <> 'whatif'"
_GAME: Final = ", ".join(f"p.{column.name}" for column in GAME)
_BEGIN: Final = msgspec.json.encode(
    {
        "options": "MAP(VARCHAR, VARCHAR)",
        "seats": PLAYERS,
        "tags": "MAP(VARCHAR, VARCHAR)",
        "played": "VARCHAR",
        "place": "VARCHAR",
        "occasion": "VARCHAR",
    }
).decode()
_RESULT: Final = '{"winners":["VARCHAR"],"how":"VARCHAR","scores":"MAP(VARCHAR, DOUBLE)"}'
_NOTE: Final = (
    '{"note":"VARCHAR","by":"VARCHAR","time":"TIMESTAMPTZ","text":"VARCHAR","glyph":"VARCHAR","bookmark":"VARCHAR",'
    '"marks":["VARCHAR"],"sealed":"VARCHAR","replaces":"VARCHAR"}'
)


class Views:
    """The views over the archive that a connection has attached as `archive`, read-only.

    `rulesets` are those whose events get views. The schemas are made in the connection's own database in memory, and
    `all_lines` is another one beside it.
    """

    def __init__(self, connection: Connection, rulesets: Mapping[str, Described]) -> None:
        self._connection = connection
        self._rulesets = rulesets
        self._made: set[str] = set()
        self._today: set[tuple[str, str]] = set()
        self._names = {in_sql(name): name for name in rulesets}

    def prepare(self, query: str) -> None:
        """Make the views that a query names. Raises Outdated where too much would have to be reckoned for it."""
        words = {word.lower() for word in _WORD.findall(query)}
        schemas = [schema for schema in self._names if schema in words]
        if not schemas and not words & {"warlog", "all_lines"}:
            return
        self._stand()
        for everywhere in (False, True) if "all_lines" in words else (False,):
            if "warlog" in words:
                for definition in warlog_views.VIEWS:
                    if definition.view.view.partition(".")[2] in words:
                        unsaid = "{commanding}" in definition.select and _asks_what_is_unsaid(query, words)
                        self._make_warlog(definition, everywhere, unsaid)
            for schema in schemas:
                described = self._rulesets[self._names[schema]]
                for kind in described.event_types:
                    if in_sql(tag(kind)) in words:
                        self._make_event(described, kind, everywhere)

    def close(self) -> None:
        """Take everything away again: the connection is as it was."""
        for schema in sorted(
            {name.partition(".")[0] for name in self._made if not name.startswith("all_lines.")}
        ):
            self._connection.execute(f"DROP SCHEMA IF EXISTS memory.{quoted(schema)} CASCADE")
        if "reckoned" in self._made:
            self._connection.execute("DETACH all_lines")
        self._made.clear()
        self._today.clear()

    # ------------------------------------------------------------------ what views stand on

    def _stand(self) -> None:
        if "reckoned" in self._made:
            return
        connection = self._connection
        self._made.add("reckoned")
        connection.execute("ATTACH ':memory:' AS all_lines")
        connection.execute("CREATE SCHEMA memory.reckoned")
        connection.execute(_TABLES)
        connection.execute(_PLAIN)
        found = laid(connection)
        append(connection, "memory.reckoned.line", found.lines)
        append(connection, "memory.reckoned.stretch", found.stretches)
        connection.execute(_PLACES)
        connection.execute(_GAMES)
        connection.execute(_NOTES)
        marks = [
            (name, kind, mark)
            for name, described in courses.here(connection, self._rulesets).items()
            for kind, mark in described.marks.items()
        ]
        append(connection, "memory.reckoned.mark", marks)
        self._courses()

    def _courses(self) -> None:
        connection = self._connection
        stale = courses.stale(connection, self._rulesets)
        stored = courses.are_there(connection)
        if stale:
            ((batches,),) = connection.execute(
                "SELECT count(*) FROM archive.batch WHERE game IN (SELECT unnest(?::INTEGER[]))", [stale]
            ).fetchall()
            if batches > AT_ONCE:
                raise Outdated(
                    f"For {len(stale)} games of the archive it is not stored what turn it was when, and that is too "
                    "much to be reckoned for one question: `warlog archive upgrade` does it once for all."
                )
            rows: courses.Rows = {name: [] for name in courses.NAMES}
            for _, _, found in courses.reckoned(connection, self._rulesets, stale):
                for name, some in found.items():
                    rows[name] += some
            for name, some in rows.items():
                append(connection, f"memory.reckoned.fresh_{name}", some)
            append(connection, "memory.reckoned.stale", [(game,) for game in stale])
        for name in ("moment", "turn_end"):
            select = f"SELECT * FROM memory.reckoned.fresh_{name}"
            if stored:
                select += f" UNION ALL SELECT * FROM archive.{name}"
            if stored and stale:
                select += " x ANTI JOIN memory.reckoned.stale s ON s.game = x.game"
            connection.execute(f"CREATE VIEW memory.reckoned.{name} AS {select}")

    def _schema(self, name: str, everywhere: bool) -> str:
        place = f"{'all_lines' if everywhere else 'memory'}.{quoted(name)}"
        self._connection.execute(f"CREATE SCHEMA IF NOT EXISTS {place}")
        self._made.add(f"all_lines.{name}" if everywhere else name)
        return place

    def _make_warlog(self, definition: Definition, everywhere: bool, unsaid: bool) -> None:
        """A view of `warlog`; `unsaid`: with what its events leave unsaid, which costs more than all the rest."""
        name = definition.view.view.partition(".")[2]
        made = f"{'all_lines.' if everywhere else ''}warlog.{name}"
        if f"{made}, with all" in self._made or (made in self._made and not unsaid):
            return
        select, shape = definition.select, "{}"
        for mark in ("battle", "loss", "control", "card"):
            if f"{{{mark}}}" in select:
                kinds = self._kinds(mark)
                select, shape = _with_fields(select, kinds)
                select = select.replace(f"{{{mark}}}", self._source(kinds))
        if "{owners}" in select and "owners" not in self._made:
            self._made.add("owners")
            append(self._connection, "memory.reckoned.owner", owned(self._connection, self._rulesets))
        tellers = courses.here(self._connection, self._rulesets) if unsaid else {}
        if tellers and "heritage" not in self._made:
            self._made.add("heritage")
            self._connection.execute(whereabouts.HERITAGE)
        replaced = {
            "{standing}": whereabouts.standing(tellers, self._source_of, pieces=True),
            "{going_on}": whereabouts.standing(tellers, self._source_of, pieces=False),
            "{commanding}": whereabouts.commanding(tellers, self._source_of),
            "{game}": _GAME,
            "{owners}": "memory.reckoned.owner",
            "{places}": "memory.reckoned.every" if everywhere else "memory.reckoned.main",
            "{games}": f"(SELECT * FROM memory.reckoned.game{'' if everywhere else _NOT_WHATIF})",
            "{marked}": ", p.on_main, p.undone" if everywhere else "",
            "{marked_line}": ", x.main AS on_main, x.abandoned AS undone" if everywhere else "",
            "{shape}": shape,
        }
        for word, text in replaced.items():
            select = select.replace(word, text)
        columns = ", ".join(quoted(column.name) for column in definition.view.columns)
        if everywhere:
            columns += ", on_main, undone"
        self._connection.execute(
            f"CREATE OR REPLACE VIEW {self._schema('warlog', everywhere)}.{quoted(name)} ({columns}) AS {select}"
        )
        self._made |= {made, f"{made}, with all"} if unsaid else {made}

    def _make_event(self, described: Described, kind: type[Any], everywhere: bool) -> None:
        name = in_sql(tag(kind))
        if (made := f"{'all_lines.' if everywhere else ''}{described.schema}.{name}") in self._made:
            return
        source = self._source([(described, kind)])
        places = "memory.reckoned.every" if everywhere else "memory.reckoned.main"
        select = event_views.select(described, kind, source, places, all_lines=everywhere)
        self._connection.execute(
            f"CREATE VIEW {self._schema(described.schema, everywhere)}.{quoted(name)} AS {select}"
        )
        self._made.add(made)

    # ------------------------------------------------------------------ events in today's shape

    def _kinds(self, mark: str) -> list[tuple[Described, type[Any]]]:
        """The types of events that rulesets of this archive mark so."""
        return [
            (described, kind)
            for described in courses.here(self._connection, self._rulesets).values()
            for kind in described.event_types
            if described.marks.get(tag(kind)) == mark
        ]

    def _source_of(self, described: Described, kind: type[Any]) -> str:
        return self._source([(described, kind)])

    def _source(self, kinds: Iterable[tuple[Described, type[Any]]]) -> str:
        """The events of some types, as a FROM item: game, run, ply, seq, type, payload in today's shape."""
        kinds = list(kinds)
        names = sorted({literal(tag(kind)) for _, kind in kinds}) or ["NULL"]
        older = [self._bring_up(described, kind) for described, kind in kinds]
        select = "SELECT game, run, ply, seq, type, payload FROM"
        but = (
            " AND NOT EXISTS (SELECT 1 FROM memory.reckoned.today t WHERE t.game = e.game AND t.run = e.run "
            "AND t.ply = e.ply AND t.seq = e.seq)"
        )
        # One after another: a scan for one type is far quicker than one for any of several.
        parts = [f"{select} archive.event e WHERE type = {name}{but if any(older) else ''}" for name in names]
        if any(older):
            parts.append(f"{select} memory.reckoned.today WHERE type IN ({', '.join(names)})")
        return f"({' UNION ALL '.join(parts)})"

    def _bring_up(self, described: Described, kind: type[Any]) -> bool:
        """Bring the events of a type that are stored in an older shape, or with something unknown in it that Python
        reads otherwise, into today's; whether there are any."""
        name = tag(kind)
        if kind.version == 1 and name not in described.unknown:
            return False
        if (described.name, name) not in self._today:
            self._today.add((described.name, name))
            unknown = " OR contains(e.payload::VARCHAR, '\"?\"')" if name in described.unknown else ""
            rows = self._connection.execute(
                f"""SELECT e.game, e.run, e.ply, e.seq, e.version, e.payload::VARCHAR FROM archive.event e
                JOIN archive.game g ON g.game = e.game AND g.ruleset = $ruleset
                WHERE e.type = $type AND (e.version <> $version{unknown})""",
                {"ruleset": described.name, "type": name, "version": kind.version},
            ).fetchall()
            append(self._connection, "memory.reckoned.today", list(_today(described, name, rows)))
        ((count,),) = self._connection.execute(
            "SELECT count(*) FROM memory.reckoned.today WHERE type = ?", [name]
        ).fetchall()
        return bool(count)


def _asks_what_is_unsaid(query: str, words: set[str]) -> bool:
    """Whether a query may ask for a column that whereabouts are looked up for: it names one, or all of them."""
    return (
        bool(words & UNSAID) or "select" not in words or re.search(r"(?<!count\()\*", query, re.I) is not None
    )


def _with_fields(select: str, kinds: Iterable[tuple[Described, type[Any]]]) -> tuple[str, str]:
    """A SELECT over fields `r` that events of these types may have, in which those that none has are NULL; and the
    shape of the others: what is not looked for costs nothing."""
    there = {name for _, kind in kinds for name in kind.__struct_encode_fields__}
    wanted = {name: kind for name, kind in FIELDS.items() if name in there and f"r.{name}" in select}

    def put(found: re.Match[str]) -> str:
        kind = FIELDS[found[1]]
        sql = kind if isinstance(kind, str) else f"{kind[0]}[]"
        return f"r.{quoted(found[1])}" if found[1] in wanted else f"CAST(NULL AS {sql})"

    return re.sub(r"\br\.(\w+)", put, select), msgspec.json.encode(wanted or {"-": "JSON"}).decode()


def _today(described: Described, name: str, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    for *place, version, payload in rows:
        row: Row = (name, version, payload)
        try:
            event = described.codec.encode(described.codec.decode_row(*row))
        except (Damaged, UnknownType):
            continue  # as it is stored, which is all that can be said of it here
        yield (*place, name, str(event.payload, "utf-8"))


def views(rulesets: Mapping[str, Described], *, all_lines: bool = False) -> Iterator[View]:
    """All views there are, those of `warlog` first; of the rulesets those that can be loaded."""
    known = []
    for name in sorted(rulesets):
        with suppress(Exception):  # one that cannot be loaded stands in no other's way
            known.append(rulesets[name])
    for everywhere in (False, True) if all_lines else (False,):
        for definition in warlog_views.VIEWS:
            yield warlog_views.everywhere(definition.view) if everywhere else definition.view
        for described in known:
            for kind in described.event_types:
                yield event_views.describe(described, kind, all_lines=everywhere)


_TABLES: Final = """
    CREATE TABLE memory.reckoned.line (game INTEGER, line VARCHAR, run INTEGER, ply INTEGER, tip INTEGER,
        source VARCHAR, fork INTEGER, main BOOLEAN, current BOOLEAN, abandoned BOOLEAN);
    CREATE TABLE memory.reckoned.stretch (game INTEGER, run INTEGER, low INTEGER, high INTEGER, line VARCHAR,
        on_main BOOLEAN, undone BOOLEAN);
    CREATE TABLE memory.reckoned.mark (ruleset VARCHAR, type VARCHAR, mark VARCHAR);
    CREATE TABLE memory.reckoned.owner (ruleset VARCHAR, data VARCHAR, piece VARCHAR, side VARCHAR);
    CREATE TABLE memory.reckoned.stale (game INTEGER);
    CREATE TABLE memory.reckoned.today (game INTEGER, run INTEGER, ply INTEGER, seq INTEGER, type VARCHAR,
        payload JSON);
    CREATE TABLE memory.reckoned.fresh_course (game INTEGER, n INTEGER, made VARCHAR);
    CREATE TABLE memory.reckoned.fresh_moment (game INTEGER, run INTEGER, ply INTEGER, first INTEGER, last INTEGER,
        turn INTEGER, phase VARCHAR, impulse INTEGER, seat VARCHAR);
    CREATE TABLE memory.reckoned.fresh_turn_end (game INTEGER, run INTEGER, ply INTEGER, turn INTEGER, title VARCHAR,
        ended BOOLEAN, seat VARCHAR, measures JSON);
"""

_PLAIN: Final = f"""
    INSERT INTO memory.reckoned.line
        SELECT game, line, 0, ply, ply, NULL, NULL, TRUE, TRUE, FALSE FROM ({PLAIN}) ORDER BY game;
    INSERT INTO memory.reckoned.stretch
        SELECT game, 0, 0, ply, line, TRUE, FALSE FROM memory.reckoned.line ORDER BY game;
"""

_PLACES: Final = """
    CREATE TABLE memory.reckoned.every AS
        SELECT s.game AS number, s.run, s.low, s.high, g.id::VARCHAR AS game_id, g.slug AS game, g.ruleset,
            g.ruleset_version, lower(hex(g.data)) AS data_hash, g.origin, s.line, s.on_main, s.undone
        FROM memory.reckoned.stretch s JOIN archive.game g ON g.game = s.game;
    CREATE TABLE memory.reckoned.main AS SELECT * FROM memory.reckoned.every WHERE on_main AND origin <> 'whatif';
"""

_GAMES: Final = f"""
    CREATE TABLE memory.reckoned.game AS
        SELECT g.game, l.run, l.ply, g.id::VARCHAR AS game_id, g.slug, g.ruleset, g.ruleset_version,
            lower(hex(g.data)) AS data_hash, g.origin, g.title, g.scenario, g.begun, g.b.played AS played,
            g.b.place AS place, g.b.occasion AS occasion, g.b.seats AS players,
            coalesce(g.b.options, MAP {{}}) AS options, coalesce(g.b.tags, MAP {{}}) AS tags, n.lines::INTEGER AS lines,
            g.r.winners AS winners, g.r.how AS how, g.r.scores AS scores
        FROM (SELECT *, json_transform(begin, {literal(_BEGIN)}) AS b, json_transform(result, {literal(_RESULT)}) AS r
            FROM archive.game) g
        JOIN memory.reckoned.line l ON l.game = g.game AND l.main
        JOIN (SELECT game, count(*) AS lines FROM memory.reckoned.line GROUP BY game) n ON n.game = g.game;
"""

_NOTES: Final = f"""
    CREATE TABLE memory.reckoned.note AS
        WITH noted AS (SELECT game, run, ply, json_transform(payload, {literal(_NOTE)}) AS n FROM archive.note)
        SELECT x.game, x.run, x.ply, x.n, g.result IS NOT NULL AS over
        FROM noted x JOIN archive.game g ON g.game = x.game
        WHERE NOT EXISTS (SELECT 1 FROM noted y WHERE y.game = x.game AND y.n.replaces = x.n.note)
            AND (x.n.text IS NOT NULL OR x.n.glyph IS NOT NULL OR x.n.bookmark IS NOT NULL OR len(x.n.marks) > 0);
"""
