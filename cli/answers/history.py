"""The answers of the commands that look back."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cli.answers.shapes import ACTION, EVENT, At, Result


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
