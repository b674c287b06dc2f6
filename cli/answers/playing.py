"""The answers of the commands that play."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cli.answers.shapes import ACTION, EVENT, At, Object, Result


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
    """`why`: whether an action is legal; if not, the rule and the reason; and what the cards that it names say."""

    legal: bool
    rule: str | None
    reason: str | None
    texts: list[str]


class Resigned(At, kw_only=True):
    """`resign`: the result that follows (null: the others play on)."""

    result: Result | None


# History
