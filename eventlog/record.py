"""The envelope: what the log keeps of a batch, of an event in it, and of every move of a head.

A *batch* is one action (or the beginning, or a ruling) with its chance and its events; it is appended whole or
not at all, and it is the unit of the digest. The structs here hold everything in the clear; `integrity.canonical`
gives the bytes that are digested, in which each secret part is replaced by `"?"` and its salted hash.

The field order and the names are the file format: nothing here may be renamed, re-ordered or removed, and a
field may only be added at the end with a default (a default is left out of the bytes, so old digests stay).
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

UNKNOWN = "?"
"""What stands where a value is not known: redacted, or never recorded."""

NOTHING = msgspec.Raw(b"")
"""The absent JSON value (an action that is none)."""

BatchKind = Literal["begin", "action", "resign", "ruling", "as-played"]
MoveKind = Literal["new", "act", "undo", "redo", "branch", "switch", "promote", "import"]
Origin = Literal["played", "recorded", "imported", "simulated", "whatif"]
ChanceMode = Literal["seeded", "manual"]
How = Literal["key", "typed", "scripted", "trial"]


class Chance(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One roll or one draw.

    `kind` "dice": `result` holds one number from 1 to `faces` for each die. `kind` "draw": `result` holds one index
    from 0 to `faces - 1` into the sorted list of what may come. An unknown result, or an unknown size, is `"?"`.
    `ordinal` counts the earlier results of the same purpose on the line (from 0); `replaces` is the ordinal of the
    earlier result of this purpose that this one sets aside, `dice` which of its dice (from 0; none: all of it).
    """

    purpose: str
    kind: Literal["dice", "draw"] = "dice"
    faces: int | str = 6
    result: tuple[int | str, ...]
    seat: str = ""
    ordinal: int = 0
    how: How = "key"
    replaces: int | None = None
    dice: tuple[int, ...] = ()


class Event(msgspec.Struct, frozen=True):
    """One event as stored: its stable type name, its schema version, its fields as a JSON object without the tag."""

    type: str
    version: int
    payload: msgspec.Raw


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a batch that not everybody may know.

    `at` is a JSON pointer into the batch's canonical form (`/events/0/payload/card`, `/action/card`,
    `/chance/0/result/0`, `/options`, `/begin/key`, `/whole`). `to` names the seats that know it from the start (none:
    only the umpire). `name` is the name by which a later batch may open it. `hash` (32 hex digits) and `salt` are
    kept only where they cannot be derived from the game's key: in a game seen by a seat. The canonical form has `at`,
    `to`, `name`, `hash`, never `salt`.
    """

    at: str
    to: tuple[str, ...] = ()
    name: str = ""
    hash: str = ""
    salt: str = ""


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """A batch makes the secret part called `part` known to the seats `to`, or (`to` is None) to everybody."""

    part: str
    to: tuple[str, ...] | None = None


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a person's name, or a bot's word (`random`, `greedy` …)."""

    name: str = ""
    bot: str = ""


class Beginning(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What ply 0 records besides its events. `key` (32 hex digits) and `seed` are secret parts, known to no seat."""

    program: str
    ruleset: str
    ruleset_version: int
    scenario: str
    options: dict[str, str] = {}
    seats: dict[str, Person]
    data: str
    key: str
    seed: str = ""
    chance: ChanceMode = "seeded"
    origin: Origin = "played"
    title: str = ""
    tags: dict[str, str] = {}
    played: str = ""
    place: str = ""
    occasion: str = ""
    parent: str = ""


class Batch(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One batch, in the clear. `parent` is the digest (64 hex digits) of the batch before it, "" at ply 0.

    `entry` numbers, along a line, the inputs of people (from 1; the beginning is 0): batches of one input share it.
    `options` is the number of actions that were legal for the seat. `board` is, on the batch that ends a turn or the
    game, the digest of the open board after it as `SHAPE:HEX`; `whole` the same of the whole state where the game
    hides anything. `reason` goes with a ruling or a batch as played; `carried` is the digest of the batch that
    this one was carried over from.
    """

    game: str
    ply: int
    parent: str = ""
    kind: BatchKind = "action"
    entry: int = 0
    id: str
    time: datetime
    seat: str = ""
    action: msgspec.Raw = NOTHING
    options: int | str | None = None
    chance: tuple[Chance, ...] = ()
    events: tuple[Event, ...] = ()
    opens: tuple[Opening, ...] = ()
    secrets: tuple[Secret, ...] = ()
    board: str = ""
    whole: str = ""
    reason: str = ""
    carried: str = ""
    begin: Beginning | None = None


class Head(msgspec.Struct, frozen=True):
    """Where a line stands: a batch, named by its digest (64 hex digits), and its ply."""

    digest: str
    ply: int


class Move(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One row of a game's journal: a change of a head. `n` counts 1, 2, 3 … in the game.

    `parent` is the digest of the move before it ("" for the first), `head` and `ply` where `line` stands afterwards,
    `source` the line that a new line was branched from. `seen` tells what an undo took back that somebody had
    seen: the purposes of rolls (`roll melee:orc-3`) and the names of opened parts (`open north-2`), never their
    content.
    """

    game: str
    n: int
    parent: str = ""
    kind: MoveKind
    line: str
    head: str
    ply: int
    source: str = ""
    who: str = ""
    time: datetime
    seen: tuple[str, ...] = ()
