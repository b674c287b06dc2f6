"""Shapes that several answers share: AT, RESULT, ACTION."""

from __future__ import annotations

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
