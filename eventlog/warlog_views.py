"""The views that are called the same for all games: `warlog.games`, `warlog.turns`, `warlog.decisions` …

They are a public interface: their columns are a golden file of the tests and move by the rules of docs/versions.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from eventlog.described import LAST
from eventlog.view_columns import ENVELOPE, MARKED, Column, View

PLAYERS: Final = 'MAP(VARCHAR, STRUCT("name" VARCHAR, bot VARCHAR))'


class Definition(msgspec.Struct, frozen=True):
    """A view and its SELECT. In it `{places}` is where the lines lie (`p`), `{game}` the columns of the game, and
    `{marked}` what `all_lines` adds."""

    view: View
    select: str


def _define(
    name: str, about: str, grain: str, key: str, own: Sequence[tuple[str, str, str]], select: str
) -> Definition:
    columns = (*ENVELOPE, *(Column(*each) for each in own))
    view = View(view=f"warlog.{name}", about=about, grain=grain, key=tuple(key.split()), columns=columns)
    return Definition(view, select)


def everywhere(view: View) -> View:
    """The same view in `all_lines`."""
    columns = (*view.columns, *MARKED)
    return msgspec.structs.replace(view, view=f"all_lines.{view.view}", columns=columns)


_PLACE: Final = "JOIN {places} p ON p.number = x.game AND p.run = x.run AND x.ply BETWEEN p.low AND p.high"
_MOMENT: Final = "LEFT JOIN memory.reckoned.moment m ON m.game = x.game AND m.run = x.run AND m.ply = x.ply"
_HEAD: Final = f"{_PLACE}\n        {_MOMENT} AND m.last = {LAST}"
_DECISION: Final = f'{_PLACE}\n        {_MOMENT} AND m."first" = -1'
_EVENT: Final = f'{_PLACE}\n        {_MOMENT} AND x.seq BETWEEN m."first" AND m."last"'

GAMES: Final = _define(
    "games",
    "The games: who played what, and how it ended. ply, turn, phase and seat are those of the last batch.",
    "a game",
    "game_id",
    (
        ("title", "VARCHAR", "the game's title"),
        ("scenario", "VARCHAR", "the scenario"),
        ("begun", "TIMESTAMP WITH TIME ZONE", "when it was begun; of a simulated game always the same time"),
        ("played", "VARCHAR", "when it was played, as its recorder says"),
        ("place", "VARCHAR", "where it was played"),
        ("occasion", "VARCHAR", "at what event"),
        ("players", PLAYERS, "for each seat who sits there: a person's name, or a bot's word"),
        ("options", "MAP(VARCHAR, VARCHAR)", "the options that it is played with"),
        ("tags", "MAP(VARCHAR, VARCHAR)", "its tags"),
        ("lines", "INTEGER", "how many lines it has, undone tails among them"),
        ("first_seat", "VARCHAR", "the seat that made the first decision (ply 1)"),
        ("over", "BOOLEAN", "whether it is over"),
        ("winners", "VARCHAR[]", "the seats that won; none: a draw; NULL: not over"),
        ("how", "VARCHAR", "how it was won, as the ruleset calls it"),
        ("scores", "MAP(VARCHAR, DOUBLE)", "for each seat its score, in points of the game"),
    ),
    f"""
        SELECT {{game}}, x.ply, m.turn, m.phase, m.seat, x.title, x.scenario, x.begun, x.played, x.place, x.occasion,
            x.players, x.options, x.tags, x.lines, f.seat AS first_seat, x.winners IS NOT NULL AS over, x.winners,
            x.how, x.scores{{marked}}
        FROM memory.reckoned.game x
        {_HEAD}
        LEFT JOIN archive.batch f ON f.game = x.game AND f.run = 0 AND f.ply = 1""",
)

SEATS: Final = _define(
    "seats",
    "Who sat where and how they fared. seat is the seat; ply, turn and phase are those of the last batch.",
    "a seat of a game",
    "game_id seat",
    (
        ("player", "VARCHAR", "the person at this seat"),
        ("bot", "VARCHAR", "the bot at this seat"),
        ("scenario", "VARCHAR", "the scenario"),
        ("first", "BOOLEAN", "whether this seat made the first decision (ply 1)"),
        ("over", "BOOLEAN", "whether the game is over"),
        ("won", "BOOLEAN", "whether this seat is among the winners; NULL: not over"),
        ("drawn", "BOOLEAN", "whether nobody won; NULL: not over"),
        ("score", "DOUBLE", "its score, in points of the game"),
    ),
    f"""
        SELECT {{game}}, x.ply, m.turn, m.phase, x.who.key AS seat, x.who.value."name" AS player,
            x.who.value.bot AS bot, x.scenario, f.seat = x.who.key AS first, x.winners IS NOT NULL AS over,
            list_contains(x.winners, x.who.key) AS won, len(x.winners) = 0 AS drawn,
            x.scores[x.who.key] AS score{{marked}}
        FROM (SELECT *, unnest(map_entries(players)) AS who FROM memory.reckoned.game) x
        {_HEAD}
        LEFT JOIN archive.batch f ON f.game = x.game AND f.run = 0 AND f.ply = 1""",
)

TURNS: Final = _define(
    "turns",
    "How a game went, turn by turn: what each seat had at the end of each turn, and where the game stands.",
    "a seat at the end of a turn",
    "game_id line ply seat",
    (
        ("title", "VARCHAR", "the turn as the game calls it"),
        ("ended", "BOOLEAN", "whether the turn is over; if not, this is where the game stands"),
        (
            "measures",
            "MAP(VARCHAR, DOUBLE)",
            "what the game tallies, in its own units: measures['units']; map_keys(measures) names all",
        ),
    ),
    f"""
        SELECT {{game}}, x.ply, x.turn, m.phase, x.seat, x.title, x.ended,
            CAST(x.measures AS MAP(VARCHAR, DOUBLE)) AS measures{{marked}}
        FROM memory.reckoned.turn_end x
        {_DECISION}
        LEFT JOIN memory.reckoned.line l ON l.game = x.game AND l.run = x.run AND l.ply = x.ply AND l.line = p.line
        WHERE x.ended OR l.ply IS NOT NULL""",
)

DECISIONS: Final = _define(
    "decisions",
    "What was decided: how many options there were and which was taken.",
    "a batch that somebody decided",
    "game_id line ply",
    (
        ("kind", "VARCHAR", "action, resign, ruling or as-played"),
        (
            "entry",
            "INTEGER",
            "the number of the input that it belongs to: a typed march is one input of many plies",
        ),
        ("acted", "TIMESTAMP WITH TIME ZONE", "when"),
        ("options", "INTEGER", "how many actions were legal; NULL: not known"),
        ("type", "VARCHAR", "the type of the action that was taken"),
        ("action", "JSON", "the action that was taken"),
        ("reason", "VARCHAR", "why a ruling was made, or something done against our rules"),
    ),
    f"""
        SELECT {{game}}, x.ply, m.turn, m.phase, x.seat, x.kind, x.entry, x.time AS acted,
            CASE WHEN x.options >= 0 THEN x.options END AS options, x.action->>'type' AS type, x.action,
            x.reason{{marked}}
        FROM archive.batch x
        {_DECISION}
        WHERE x.ply > 0 AND (x.seat IS NOT NULL OR x.action IS NOT NULL)""",
)

ROLLS: Final = _define(
    "rolls",
    "Every roll of dice, against what dice give on average. seat is the seat that it was rolled for.",
    "a roll",
    "game_id line ply purpose ordinal",
    (
        ("roll", "VARCHAR", "the kind of roll: its purpose up to the colon"),
        ("purpose", "VARCHAR", "what it was rolled for"),
        ("ordinal", "INTEGER", "how many rolls of this purpose came before it on the line"),
        ("dice", "INTEGER", "how many dice"),
        ("faces", "INTEGER", "the faces of each"),
        ("result", "INTEGER[]", "what each die showed; NULL: not known"),
        ("total", "INTEGER", "their sum, in pips"),
        ("expected", "DOUBLE", "the sum that they have on average, in pips"),
        ("variance", "DOUBLE", "the variance of that sum, in pips squared"),
        ("how", "VARCHAR", "key, typed, scripted or trial"),
        ("replaces", "INTEGER", "the ordinal of the earlier roll that it sets aside"),
    ),
    f"""
        SELECT {{game}}, x.ply, m.turn, m.phase, coalesce(x.c.seat, m.seat) AS seat,
            split_part(x.c.purpose, ':', 1) AS roll, x.c.purpose AS purpose, coalesce(x.c.ordinal, 0) AS ordinal,
            len(x.c.result)::INTEGER AS dice, coalesce(x.c.faces, 6) AS faces, x.c.result AS result,
            CASE WHEN NOT list_contains(list_transform(x.c.result, lambda d: d IS NULL), TRUE)
                THEN list_sum(x.c.result)::INTEGER END AS total,
            len(x.c.result) * (coalesce(x.c.faces, 6) + 1) / 2.0 AS expected,
            len(x.c.result) * (coalesce(x.c.faces, 6) * coalesce(x.c.faces, 6) - 1) / 12.0 AS variance,
            coalesce(x.c.how, 'key') AS how, x.c.replaces AS replaces{{marked}}
        FROM (SELECT game, run, ply, unnest(json_transform(chance,
                '[{{"purpose":"VARCHAR","kind":"VARCHAR","faces":"INTEGER","result":["INTEGER"],"seat":"VARCHAR",
                "ordinal":"INTEGER","how":"VARCHAR","replaces":"INTEGER"}}]')) AS c
            FROM archive.batch WHERE chance IS NOT NULL) x
        {_DECISION}
        WHERE coalesce(x.c.kind, 'dice') = 'dice'""",
)

_MARKED_EVENT: Final = (
    ("seq", "INTEGER", "the place of the event in its batch, from 0"),
    ("event", "VARCHAR", "the type of the event; its own view has all of its fields"),
)


def _marked(
    name: str,
    mark: str,
    about: str,
    grain: str,
    own: Sequence[tuple[str, str, str, str]],
    also: str = "",
) -> Definition:
    """A view of events that rulesets mark as one kind of moment. Each of `own` has its expression over the fields `r`
    that events of such moments have in common, and over what is joined with `also`."""
    columns = "".join(f", {expression} AS {column}" for column, _, _, expression in own)
    return _define(
        name,
        about,
        grain,
        "game_id line ply seq",
        (*_MARKED_EVENT, *(each[:3] for each in own)),
        f"""
        SELECT {{game}}, x.ply, m.turn, m.phase, m.seat, x.seq, x.type AS event{columns}{{marked}}
        FROM (SELECT game, run, ply, seq, type, payload, json_transform(payload, '{{shape}}') AS r FROM {{{mark}}}) x
        {_EVENT}
        JOIN memory.reckoned.mark k ON k.ruleset = p.ruleset AND k.type = x.type AND k.mark = '{mark}'{also}""",
    )


FIELDS: Final = {
    **dict.fromkeys(
        (
            "seat", "power", "army", "side", "attacker", "defender", "winner", "loser", "space", "hex", "hexside",
            "place", "where", "unit", "leader", "engine", "beast", "block", "known", "card", "result", "rule", "why",
            "reason", "use", "source",
        ),
        "VARCHAR",
    ),
    **dict.fromkeys(
        (
            "cu", "count", "soldiers", "monks", "value", "level", "loyalty", "age", "attack", "defence",
            "attacker_total", "defender_total", "attacker_rating", "defender_rating", "die",
        ),
        "BIGINT",
    ),
    **{name: ["BIGINT"] for name in ("dice", "attacker_dice", "defender_dice")},
}  # fmt: skip
"""The fields of events that the common views are made of, wherever an event has a field of this name and type."""

_PLACES: Final = "nullif(coalesce(r.space, r.hex, r.hexside, r.place, r.where), '')"
_SIDE: Final = "coalesce(r.power, r.army, r.side, r.seat)"
_PIECE: Final = "coalesce(r.engine, r.unit, r.leader, nullif(r.known, ''), r.block)"
_RULE: Final = "nullif(coalesce(r.rule, r.why, r.reason), '')"
_OWNER: Final = "LEFT JOIN {owners} o ON o.ruleset = p.ruleset AND o.data = p.data_hash AND o.piece ="

_HERE: Final = "w.game = x.game AND w.run = x.run AND w.moment <= x.ply::BIGINT * 65536 + x.seq"
_COMMANDS: Final = "".join(
    f"""
        ASOF LEFT JOIN (SELECT * FROM {{commanding}} WHERE side = '{side}') {short}
            ON {_HERE.replace("w.", f"{short}.")}"""
    for side, short in (("attacker", "ca"), ("defender", "cd"))
)

_DICE: Final = (
    "coalesce(r.dice, list_concat(r.attacker_dice, r.defender_dice), CASE WHEN r.die >= 0 THEN [r.die] END)"
)

UNSAID: Final = frozenset(
    ("place", "attacker", "defender", "attacker_leader", "defender_leader", "commander", "columns")
)
"""The columns of battles and losses for which whereabouts are looked up; `columns` names any of them."""

BATTLES: Final = _marked(
    "battles",
    "battle",
    "Attacks, duels and battles. Columns that an event has no field for are NULL. Where a game tells a battle by two "
    "events (how it was rolled, then who won), it has two rows: count those of one `event`.",
    "an event that its ruleset marks as battle",
    (
        ("attacker", "VARCHAR", "who attacked: a unit, a leader, a power or a side",
         "coalesce(r.attacker, nullif(ca.army, ''), r.side)"),
        ("defender", "VARCHAR", "who was attacked", "coalesce(r.defender, nullif(cd.army, ''))"),
        ("place", "VARCHAR", "the space or hex", f"coalesce(nullif(w.place, ''), {_PLACES})"),
        ("attack", "BIGINT", "the attacker's total or rating",
         "coalesce(r.attacker_total, r.attacker_rating, r.attack)"),
        ("defence", "BIGINT", "the defender's total or rating",
         "coalesce(r.defender_total, r.defender_rating, r.defence)"),
        ("dice", "BIGINT[]", "the dice that were rolled, the attacker's first",
         _DICE),
        ("result", "VARCHAR", "the result, as the game's table has it", "r.result"),
        ("winner", "VARCHAR", "who won it, where the event says so", "r.winner"),
        ("loser", "VARCHAR", "who lost it, where the event says so", "r.loser"),
        ("fields", "JSON", "all fields of the event", "x.payload"),
        ("attacker_leader", "VARCHAR", "who commanded the attacker's army, where the game has commanders",
         "nullif(ca.leader, '')"),
        ("defender_leader", "VARCHAR", "who commanded the defender's army", "nullif(cd.leader, '')"),
    ),
    f"""
        ASOF LEFT JOIN {{going_on}} w ON w.piece = '' AND {_HERE}{_COMMANDS}""",
)  # fmt: skip

LOSSES: Final = _marked(
    "losses",
    "loss",
    "What was lost: units, leaders, strength. Leaders set aside and armies demoralized have rows: count by `event`.",
    "an event that its ruleset marks as loss",
    (
        ("side", "VARCHAR",
         "whose loss it is: a power, an army or a seat, as the event has it; NULL: the event does not say",
         f"coalesce({_SIDE}, o.side)"),
        ("piece", "VARCHAR", "the unit, leader, block or engine", _PIECE),
        ("place", "VARCHAR", "the space or hex, of a piece the one where it stood; NULL: the log does not say",
         f"coalesce(nullif(w.place, ''), {_PLACES})"),
        ("amount", "BIGINT", "how many combat units, soldiers or villagers, or 1 for a piece",
         "coalesce(r.cu, r.count, r.soldiers + r.monks, 1)"),
        ("value", "BIGINT", "what it counts for the morale of its army, where the game has that", "r.value"),
        ("rule", "VARCHAR", "the rule or the reason behind it", _RULE),
        ("fields", "JSON", "all fields of the event", "x.payload"),
        ("commander", "VARCHAR", "who commanded the army in whose battle it was lost; NULL: in no battle, or nobody",
         f"nullif(CASE {_SIDE} WHEN ca.army THEN ca.leader WHEN cd.army THEN cd.leader END, '')"),
    ),
    f"""
        {_OWNER} {_PIECE}
        ASOF LEFT JOIN {{standing}} w ON w.piece = coalesce({_PIECE}, '') AND {_HERE}{_COMMANDS}""",
)  # fmt: skip

CONTROL: Final = _marked(
    "control",
    "control",
    "Places that changed hands, turn by turn.",
    "an event that its ruleset marks as control",
    (
        ("place", "VARCHAR", "the space, hex or hexside", _PLACES),
        (
            "side",
            "VARCHAR",
            "who holds it from then on; NULL or empty: nobody, or the event does not say",
            f"coalesce({_SIDE}, o.side)",
        ),
        ("level", "BIGINT", "its loyalty, level or age from then on", "coalesce(r.loyalty, r.level, r.age)"),
        ("rule", "VARCHAR", "the rule or the reason behind it", _RULE),
        ("fields", "JSON", "all fields of the event", "x.payload"),
    ),
    f"""
        {_OWNER} r.unit""",
)

CARDS: Final = _marked(
    "cards",
    "card",
    "Cards that were played or put away.",
    "an event that its ruleset marks as card",
    (
        ("holder", "VARCHAR", "whose card it was", "coalesce(r.seat, r.power, r.side)"),
        ("card", "VARCHAR", "the card", "r.card"),
        ("use", "VARCHAR", "what it was used for, as the game calls it", "r.use"),
        ("rule", "VARCHAR", "the rule or the reason behind it", _RULE),
        ("fields", "JSON", "all fields of the event", "x.payload"),
    ),
)

LINES: Final = _define(
    "lines",
    "The lines of games, undone tails among them. ply, turn, phase and seat are those of the line's last batch.",
    "a line of a game",
    "game_id line",
    (
        ("tip", "INTEGER", "the ply as far as which redo leads"),
        ("source", "VARCHAR", "the line that it was parted from"),
        ("fork", "INTEGER", "the last ply that it shared with that one"),
        ("main", "BOOLEAN", "whether it is the main line"),
        ("current", "BOOLEAN", "whether the game stands on it now"),
        ("abandoned", "BOOLEAN", "whether it is an undone tail that nobody has taken up"),
    ),
    f"""
        SELECT g.game_id, g.slug AS game, g.ruleset, g.ruleset_version, g.data_hash, g.origin, x.line, x.ply, m.turn,
            m.phase, m.seat, x.tip, x.source, x.fork, x.main, x.current, x.abandoned{{marked_line}}
        FROM memory.reckoned.line x JOIN {{games}} g ON g.game = x.game
        {_MOMENT} AND m.last = {LAST}""",
)

NOTES: Final = _define(
    "notes",
    "What people said of games, without what they have taken back. What is sealed until the end of its game is NULL "
    "until then.",
    "a note",
    "note",
    (
        ("note", "VARCHAR", "the note's id"),
        ("author", "VARCHAR", "who said it"),
        ("glyph", "VARCHAR", "! ? !! ?? !? or ?!"),
        ("bookmark", "VARCHAR", "the name that it gives to its ply"),
        ("comment", "VARCHAR", "its text"),
        ("marks", "VARCHAR[]", "spaces, or FROM>TO for arrows"),
        ("said", "TIMESTAMP WITH TIME ZONE", "when"),
        ("sealed", "BOOLEAN", "whether it is sealed until the end"),
    ),
    f"""
        SELECT {{game}}, x.ply, m.turn, m.phase, m.seat, x.n.note AS note, x.n.by AS author, x.n.glyph AS glyph,
            x.n.bookmark AS bookmark, CASE WHEN x.shown THEN x.n.text END AS comment,
            CASE WHEN x.shown THEN coalesce(x.n.marks, []) END AS marks, x.n.time AS said,
            x.n.sealed IS NOT NULL AS sealed{{marked}}
        FROM (SELECT *, n.sealed IS NULL OR over AS shown FROM memory.reckoned.note) x
        {_HEAD}""",
)

VIEWS: Final = (GAMES, SEATS, TURNS, DECISIONS, ROLLS, BATTLES, LOSSES, CONTROL, CARDS, LINES, NOTES)
