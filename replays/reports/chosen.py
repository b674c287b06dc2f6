"""Which games a report is asked about, and by what it splits them."""

from __future__ import annotations

import difflib
from typing import Final

import msgspec

from eventlog.reading import Reading
from eventlog.sql_types import literal
from replays.intervals import Z
from replays.reports.errors import CannotSplit, NoGames

COLUMNS: Final = {
    "scenario": "scenario",
    "origin": "origin",
    "ruleset": "ruleset",
    "ruleset-version": "ruleset_version::VARCHAR",
    "data": "left(data_hash, 12)",
    "bot": """array_to_string(list_sort(list_distinct(list_transform(map_values(players),
        lambda player: coalesce(player.bot, 'people')))), ', ')""",
    "place": "place",
    "played": "played",
    "occasion": "occasion",
    "lines": "lines::VARCHAR",
}
"""What games may be split by, besides their tags and options."""

_MACROS: Final = f"""
    CREATE OR REPLACE TEMP MACRO wilson_middle(hits, tries) AS
        (hits + {Z * Z / 2}) / (tries + {Z * Z});
    CREATE OR REPLACE TEMP MACRO wilson_half(hits, tries) AS
        {Z} * sqrt(hits * (tries - hits) / tries + {Z * Z / 4}) / (tries + {Z * Z});
    CREATE OR REPLACE TEMP MACRO wilson_low(hits, tries) AS
        greatest(0, wilson_middle(hits, tries) - wilson_half(hits, tries));
    CREATE OR REPLACE TEMP MACRO wilson_high(hits, tries) AS
        least(1, wilson_middle(hits, tries) + wilson_half(hits, tries));
"""
"""Wilson's interval, as `replays.intervals` has it."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Which games: None is all of them, but for what-if games."""

    ruleset: str | None = None
    scenario: str | None = None
    origin: str | None = None
    by: str | None = None

    @property
    def where(self) -> str:
        """As a condition over `warlog.games`."""
        given = (("ruleset", self.ruleset), ("scenario", self.scenario), ("origin", self.origin))
        return " AND ".join(
            ["TRUE", *(f"{name} = {literal(value)}" for name, value in given if value is not None)]
        )

    def __str__(self) -> str:
        said = ["games"]
        said += [f"of {self.ruleset}"] if self.ruleset is not None else []
        said += [f"of the scenario {self.scenario}"] if self.scenario is not None else []
        said += [f"that were {self.origin}"] if self.origin is not None else []
        return " ".join(said)


def rulesets(sql: Reading, asked: Asked) -> list[str]:
    """What is played in the games that are asked about. Raises NoGames where there are none."""
    rows = sql.execute(
        f"SELECT DISTINCT ruleset FROM warlog.games WHERE {asked.where} ORDER BY ALL"
    ).fetchall()
    if not rows:
        raise none_of(asked)
    return [name for (name,) in rows]


def none_of(asked: Asked) -> NoGames:
    """What is said where there are none of the games that are asked about."""
    which = f" --scenario {asked.scenario}" if asked.scenario is not None else ""
    play = f": `warlog simulate {asked.ruleset or 'RULESET'} -n 100{which}` plays some"
    return NoGames(f"The archive holds no {asked}{play if asked.origin in (None, 'simulated') else ''}.")


def choose(sql: Reading, asked: Asked, sample: int) -> tuple[int, int]:
    """Make the table `chosen` and the macros that queries of reports may use; how many games were chosen, of how many.
    Raises NoGames, CannotSplit."""
    sql.execute(_MACROS)
    split = "''" if asked.by is None else f"coalesce({_expression(sql, asked)}, 'none')"
    # Games that were stored one after another lie together, so that little has to be read to tell of them.
    newest = (
        " QUALIFY row_number() OVER (ORDER BY (SELECT g.game FROM archive.game g WHERE g.slug = x.game) DESC) "
        f"<= {sample}"
        if sample
        else ""
    )
    sql.execute(
        f"""CREATE OR REPLACE TEMP TABLE chosen AS
        SELECT game_id, game, ruleset, scenario, origin, over, winners, how, {split} AS split,
            count(*) OVER () AS of_all
        FROM warlog.games x WHERE {asked.where}{newest}"""
    )
    ((count, of),) = sql.execute("SELECT count(*), coalesce(any_value(of_all), 0) FROM chosen").fetchall()
    if not count:
        raise none_of(asked)
    sql.execute("ALTER TABLE chosen DROP COLUMN of_all")
    return count, of


def mixed(sql: Reading) -> tuple[str, ...]:
    """By what else than chance chosen games of one ruleset differ most: their scenario, or the bots that played."""
    ((scenarios, bots),) = sql.execute(
        f"""SELECT coalesce(max(scenarios), 0), coalesce(max(bots), 0) FROM (
            SELECT count(DISTINCT scenario) AS scenarios,
                count(DISTINCT {COLUMNS["bot"]}) FILTER (origin = 'simulated') AS bots
            FROM warlog.games SEMI JOIN chosen USING (game_id) GROUP BY ruleset)"""
    ).fetchall()
    return tuple(name for name, kinds in (("scenario", scenarios), ("bot", bots)) if kinds > 1)


def _expression(sql: Reading, asked: Asked) -> str:
    by = (asked.by or "").strip()
    column = COLUMNS.get(by.lower().replace("_", "-"))
    if column is not None:
        return column
    known = sql.execute(
        f"""SELECT DISTINCT 'tags' AS kind, unnest(map_keys(tags)) FROM warlog.games WHERE {asked.where}
        UNION ALL SELECT DISTINCT 'options', unnest(map_keys(options)) FROM warlog.games WHERE {asked.where}
        ORDER BY ALL DESC"""
    ).fetchall()
    for kind, name in known:
        if by in (name, name.replace("-", "_")):
            return f"{kind}[{literal(name)}]"
    names = [*COLUMNS, *dict.fromkeys(name for _, name in known)]
    near = difflib.get_close_matches(by, names, 1, 0.5)
    meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}."
    raise CannotSplit(f"Games cannot be split by {by or 'nothing'}: {meant}")
