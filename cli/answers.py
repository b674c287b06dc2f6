"""Every JSON answer of the command, as a struct: what scripts may rely on.

Keys are only ever added. `ANSWERS` names the answer of each command; `schema_of` gives its JSON Schema.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec

Object = dict[str, Any]

ACTION = Annotated[
    Object,
    msgspec.Meta(
        title="ACTION",
        description="What a seat decided: `type` and the fields of that type.",
        extra_json_schema={"required": ["type"], "properties": {"type": {"type": "string"}}},
    ),
]
EVENT = Annotated[
    Object,
    msgspec.Meta(
        title="EVENT",
        description="What then happened: `type` and the fields of that type.",
        extra_json_schema={"required": ["type"], "properties": {"type": {"type": "string"}}},
    ),
]


class Result(msgspec.Struct, kw_only=True):
    """How a game ended: no winners is a draw; `turn` is the turn in which it ended."""

    winners: list[str]
    how: str
    scores: dict[str, float]
    turn: int


class At(msgspec.Struct, kw_only=True):
    """A place in a game; `head` is the first 12 hex digits of the digest of the batch there."""

    game: str
    line: str
    ply: int
    head: str


# Playing


class SeatTitle(msgspec.Struct, kw_only=True):
    """A seat and how people call it."""

    name: str
    title: str


class RulesetAnswer(msgspec.Struct, kw_only=True):
    """`rulesets`: one that can be played."""

    name: str
    title: str
    version: int
    scenarios: list[str]
    seats: list[SeatTitle]


class ScenarioAnswer(msgspec.Struct, kw_only=True):
    """`about`: a scenario and its length, measured over random games (0: not measured)."""

    name: str
    title: str
    seats: list[str]
    median_plies: int
    median_decisions: int


class OptionAnswer(msgspec.Struct, kw_only=True):
    """`about`: a switch of the ruleset; `values` lists what it takes (none listed: any text)."""

    name: str
    default: str
    about: str
    values: list[str]


class DataTally(msgspec.Struct, kw_only=True):
    """`about`: how many values come from the rulebook, from a public source, or were made by us."""

    seed: int
    published: int
    reconstruct: int


class About(msgspec.Struct, kw_only=True):
    """`about`: one ruleset."""

    name: str
    title: str
    version: int
    scenarios: list[ScenarioAnswer]
    seats: list[SeatTitle]
    options: list[OptionAnswer]
    data: DataTally
    not_carried_out: list[str]


class Begun(At, kw_only=True):
    """`new`: the game that was begun."""

    ruleset: str
    scenario: str
    seed: str | None


class GameAnswer(msgspec.Struct, kw_only=True):
    """`list`: one game. `players` has the person's name, or `bot:` and the bot's."""

    game: str
    id: str
    title: str
    ruleset: str
    scenario: str
    origin: str
    plies: int
    lines: int
    players: dict[str, str]
    result: Result | None
    played: str
    recorded: datetime
    last: datetime


class AwaitedAnswer(msgspec.Struct, kw_only=True):
    """A seat that is to decide now, and what."""

    seat: str
    decision: str


class ClockAnswer(msgspec.Struct, kw_only=True):
    """Where the game is: turn, phase and impulse, each a number (0: none) and a title."""

    turn: int
    turn_title: str
    phase: int
    phase_title: str
    impulse: int
    impulse_title: str


class Shown(At, kw_only=True):
    """`show`: a position, as the seats of `--as` may see it."""

    awaiting: list[AwaitedAnswer]
    clock: ClockAnswer
    over: bool
    result: Result | None
    state: Object


class Choice(msgspec.Struct, kw_only=True):
    """`actions`: one thing that may be done now, under its number."""

    n: int
    seat: str
    text: str
    action: ACTION


class Acted(At, kw_only=True):
    """`act`: where the line stands now, and what happened on the way."""

    events: list[EVENT]
    narration: list[str]


class PassedAhead(At, kw_only=True):
    """`pass-ahead`: the seat's standing order (null: none), and what it has brought about at once."""

    seat: str
    moment: str | None
    until: str | None
    events: list[EVENT]
    narration: list[str]


class Judged(msgspec.Struct, kw_only=True):
    """`why`: whether an action is legal; if it is not, the rule and the reason."""

    legal: bool
    rule: str | None
    reason: str | None


class Resigned(At, kw_only=True):
    """`resign`: the result that follows (null: the others play on)."""

    result: Result | None


# History


class ChanceAnswer(msgspec.Struct, kw_only=True):
    """`log`: one roll or draw. A draw's result is an index into the sorted items that could come; `?` is not known.

    `replaces` is the ordinal of the earlier result that this one sets aside, `dice` which of its dice (none: all).
    """

    purpose: str
    kind: str
    faces: int | str
    result: list[int | str]
    seat: str
    ordinal: int
    how: str
    replaces: int | None
    dice: list[int]


class NoteAnswer(msgspec.Struct, kw_only=True):
    """`annotate`, `notes`, `log`: a note. `marks` are spaces, or FROM>TO for arrows; `sealed`: until the end, from all
    seats but `seat`; `note` is its id."""

    ply: int
    line: str
    by: str
    glyph: str
    bookmark: str
    text: str
    marks: list[str]
    at: datetime
    sealed: bool
    seat: str
    note: str


class DifferenceAnswer(msgspec.Struct, kw_only=True):
    """`compare`: what differs, and how it is on either side."""

    what: str
    left: str
    right: str


class Courses(msgspec.Struct, kw_only=True):
    """`compare`: for each seat and measure its values at the end of each turn, on either side."""

    left: dict[str, dict[str, list[float]]]
    right: dict[str, dict[str, list[float]]]


class Compared(msgspec.Struct, kw_only=True):
    """`compare`: the last ply that both have alike (-1: none), and what differs now."""

    common_ply: int
    left: At
    right: At
    differences: list[DifferenceAnswer]
    tally: Courses


class Found(At, kw_only=True):
    """`blame`, `bisect`: the batch that was looked for. `what` is what it is about, `value` how it is since."""

    narration: list[str]
    what: str
    value: str


class RollAnswer(msgspec.Struct, kw_only=True):
    """`luck`: one roll."""

    ply: int
    purpose: str
    result: list[int]
    percentile: float


class PurposeAnswer(msgspec.Struct, kw_only=True):
    """`luck`: a kind of roll."""

    purpose: str
    rolls: int
    dice: int
    expected: float
    got: int
    percentile: float


class LuckAnswer(msgspec.Struct, kw_only=True):
    """`luck`: a seat's dice; `percentile` of all games with as many dice give fewer pips."""

    seat: str
    rolls: int
    dice: int
    expected: float
    got: int
    percentile: float
    purposes: list[PurposeAnswer]
    luckiest: list[RollAnswer]
    unluckiest: list[RollAnswer]


class BranchAnswer(msgspec.Struct, kw_only=True):
    """`whatif`: what came of one first decision. `intervals`: of each seat's share of wins, 95 %, from 0 to 1."""

    action: ACTION | None
    text: str
    games: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    intervals: dict[str, list[float]]


class OutlookAnswer(msgspec.Struct, kw_only=True):
    """`whatif`: what came of all trials. `scores`: of each seat the least, the quartiles and the greatest."""

    games: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    intervals: dict[str, list[float]]
    scores: dict[str, list[float]]
    by_action: list[BranchAnswer]
    seed: str


class WeighedAnswer(msgspec.Struct, kw_only=True):
    """`review`: an option, the share of its trials that the seat won, the 95 % interval of that, and how many there
    were."""

    text: str
    win: float
    interval: list[float]
    trials: int


class ReviewedAnswer(msgspec.Struct, kw_only=True):
    """`review`: a decision: the option taken, those that were tried (best first), how many more there were, and the
    glyph proposed ("": none)."""

    ply: int
    seat: str
    taken: str
    options: list[WeighedAnswer]
    more: int
    glyph: str


class FoundPlace(At, kw_only=True):
    """`find`: a position: how its game ended, whose game it is, the turn, and what was done next there and by whom."""

    result: Result | None
    players: dict[str, str]
    turn: int
    seat: str
    next: str


class LoggedBatch(msgspec.Struct, kw_only=True):
    """`log`: one batch. `at` is when it was recorded; `action` is null where nobody decided anything; `turn` and
    `phase` are those in which it was decided; `kind` is `begin`, `action`, `resign`, `ruling` or `as-played`."""

    ply: int
    seat: str
    at: datetime
    turn: int
    phase: str
    action: ACTION | None
    chance: list[ChanceAnswer]
    events: list[EVENT]
    narration: list[str]
    notes: list[NoteAnswer]
    kind: str


class Moved(At, kw_only=True):
    """`undo`, `redo`, `branch`, `switch`: where the game stands now; `seen` is what was taken back though seen."""

    seen: list[str]


class LineOrigin(msgspec.Struct, kw_only=True):
    """Where a line parts from another: the last ply that both share."""

    line: str
    ply: int


class LineAnswer(msgspec.Struct, kw_only=True):
    """`lines`: one line of a game."""

    line: str
    origin: LineOrigin | None = msgspec.field(name="from")
    head: str
    ply: int
    current: bool
    main: bool
    abandoned: bool


# Exchange and trust


class Exported(msgspec.Struct, kw_only=True):
    """`export`: the file that was written."""

    file: str
    bytes: int


class ImportedFile(msgspec.Struct, kw_only=True):
    """`import`: what became of one file. `dropped`: when the game had been dropped from this archive (null: never)."""

    file: str
    game: str
    plies: int
    added: int
    parted: list[str]
    replaced: list[str]
    dropped: datetime | None


class Damage(msgspec.Struct, kw_only=True):
    """`verify`: the first bad batch of a game; `what` is `edited`, `missing`, `reordered`, `cut short` or
    `another board`, `detail` the sentence."""

    game: str
    ply: int
    what: str
    detail: str


class Verified(msgspec.Struct, kw_only=True):
    """`verify`: how much was looked at, and what is damaged."""

    games: int
    batches: int
    damaged: list[Damage]


class Difference(msgspec.Struct, kw_only=True):
    """`audit`: a batch that the rules decide otherwise today."""

    game: str
    ply: int
    expected: Any
    got: Any


class Audited(msgspec.Struct, kw_only=True):
    """`audit`: how much was decided again, and what differs."""

    games: int
    plies: int
    rulings: int
    differences: list[Difference]


class CheckAnswer(msgspec.Struct, kw_only=True):
    """`check`: one check of the kit."""

    name: str
    passed: bool
    detail: str


class Checked(msgspec.Struct, kw_only=True):
    """`check`: the whole kit."""

    checks: list[CheckAnswer]


# The archive


class Simulated(msgspec.Struct, kw_only=True):
    """`simulate`: what was played and stored. `seed` plays the same games again; `already` counts those that were in
    the archive before; `intervals` has the 95 % interval of each seat's share of wins."""

    games: int
    plies: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    seconds: float
    seed: str
    already: int
    intervals: dict[str, list[float]]


class ReportAnswer(msgspec.Struct, kw_only=True):
    """`stats`: a report that can be asked for; a common one has no ruleset."""

    name: str
    title: str
    ruleset: str | None


class ReportRows(msgspec.Struct, kw_only=True):
    """`stats REPORT`: what the archive answers about so many `games`; shares go from 0 to 1; `plot` is the file
    that was drawn."""

    report: str
    title: str
    games: int
    columns: list[str]
    rows: list[list[Any]]
    plot: str | None


class QueryWritten(msgspec.Struct, kw_only=True):
    """`sql --out`: the file that was written, and what is in it. Without `--out` the rows themselves are the answer."""

    file: str
    bytes: int
    rows: int
    columns: list[str]


class ColumnAnswer(msgspec.Struct, kw_only=True):
    """`views`: a column, its DuckDB type, and what it holds."""

    name: str
    type: str
    about: str


class ViewAnswer(msgspec.Struct, kw_only=True):
    """`views`: a view; `grain` is what one row is, `key` the columns that tell one row from every other."""

    view: str
    about: str
    grain: str
    key: list[str]
    columns: list[ColumnAnswer]


class BackedUp(msgspec.Struct, kw_only=True):
    """`archive backup`: the copy."""

    file: str
    bytes: int


class Upgraded(msgspec.Struct, kw_only=True):
    """`archive upgrade`: the schema that the archive had and the newest; of how many of its games the turns and phases
    were not stored, and for how many that was made up; whether there was anything to do; where the old file is (null:
    nothing was done)."""

    schema: int
    newest: int
    games: int
    missing: int
    reckoned: int
    needed: bool
    kept: str | None


class DroppedHead(msgspec.Struct, kw_only=True):
    """`archive drop`: where a line stood."""

    ply: int
    head: str


class Dropped(msgspec.Struct, kw_only=True):
    """`archive drop`: what remains of a game."""

    game: str
    id: str
    heads: dict[str, DroppedHead]


class ParquetWritten(msgspec.Struct, kw_only=True):
    """`archive parquet`: how many files were written, and rows in them."""

    folder: str
    files: int
    rows: int


class ArchiveInfo(msgspec.Struct, kw_only=True):
    """`archive info`: versions and size."""

    schema: int
    storage: str
    games: int
    batches: int
    events: int
    bytes: int
    file: str


class DataExported(msgspec.Struct, kw_only=True):
    """`data export`: the folder and the files that were written into it."""

    folder: str
    files: list[str]
    bytes: int


class DataProblem(msgspec.Struct, kw_only=True):
    """`data check`: where something is missing or contradictory, what it is and what would be right, and the rule that
    asks for it. `gap`: our own value stands in for it."""

    where: str
    what: str
    rule: str | None
    gap: bool


class DataChecked(msgspec.Struct, kw_only=True):
    """`data check`: everything at once, contradictions first."""

    problems: list[DataProblem]


class DeckProblem(msgspec.Struct, kw_only=True):
    """A condition of deck construction that a deck does not meet, and what would be right."""

    where: str
    what: str
    rule: str


class DeckChecked(msgspec.Struct, kw_only=True):
    """`deck check`: every breach at once."""

    problems: list[DeckProblem]


class Demonstrated(msgspec.Struct, kw_only=True):
    """`demo`: the game that was played and the files that were left."""

    game: str
    files: list[str]


# Refusals


class Need(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A roll or draw that is still missing: `dice` dice of `faces` faces, or `draw` items out of `from`; `title` says
    what it is for as people call it."""

    purpose: str
    seat: str = ""
    dice: int = 0
    faces: int = 0
    draw: int = 0
    out_of: int | list[str] = msgspec.field(name="from", default=0)
    title: str = ""


class Refusal(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What was wrong: the exit code, a stable word, one sentence; the rule of an illegal action; what chance needs."""

    code: int
    kind: str
    message: str
    rule: str | None = None
    needs: list[Need] | None = None


class ErrorAnswer(msgspec.Struct, kw_only=True):
    """Every command: what `--json` prints when the exit code is not 0."""

    error: Refusal


ANSWERS: dict[str, Any] = {
    "rulesets": list[RulesetAnswer],
    "about": About,
    "new": Begun,
    "list": list[GameAnswer],
    "show": Shown,
    "actions": list[Choice],
    "act": Acted,
    "pass-ahead": PassedAhead,
    "why": Judged,
    "resign": Resigned,
    "log": list[LoggedBatch],
    "undo": Moved,
    "redo": Moved,
    "branch": Moved,
    "switch": Moved,
    "lines": list[LineAnswer],
    "promote": Moved,
    "compare": Compared,
    "blame": Found,
    "bisect": Found,
    "luck": list[LuckAnswer],
    "whatif": OutlookAnswer,
    "review": list[ReviewedAnswer],
    "find": list[FoundPlace],
    "annotate": NoteAnswer,
    "notes": list[NoteAnswer],
    "export": Exported,
    "import": list[ImportedFile],
    "verify": Verified,
    "audit": Audited,
    "check": Checked,
    "simulate": Simulated,
    "stats": list[ReportAnswer] | ReportRows,
    "sql": list[Object] | QueryWritten,
    "views": list[ViewAnswer],
    "archive info": ArchiveInfo,
    "archive backup": BackedUp,
    "archive upgrade": Upgraded,
    "archive drop": Dropped,
    "archive parquet": ParquetWritten,
    "data export": DataExported,
    "data check": DataChecked,
    "deck check": DeckChecked,
    "demo": Demonstrated,
    "error": ErrorAnswer,
}
"""The answer of each command that has one, and of a refusal."""


def schema_of(command: str) -> Object:
    """The JSON Schema of a command's answer; KeyError if it has none."""
    return msgspec.json.schema(ANSWERS[command])


def all_schemas() -> Object:
    """The JSON Schema of every answer, by command, with the shared definitions under `$defs`."""
    schemas, definitions = msgspec.json.schema_components(
        list(ANSWERS.values()), ref_template="#/$defs/{name}"
    )
    return {"commands": dict(zip(ANSWERS, schemas, strict=True)), "$defs": definitions}
