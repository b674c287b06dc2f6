"""The answers of the commands that exchange games and look whether they are whole."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


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
