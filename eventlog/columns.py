"""What the columns of an archive hold, decoded. Whatever cannot be read is damage, and is said with its game, its ply
and its column."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar, get_args

import msgspec

from eventlog.errors import Damaged
from eventlog.record import (
    NOTHING,
    UNKNOWN,
    BatchKind,
    Beginning,
    Chance,
    Event,
    MoveKind,
    Opening,
    Secret,
)

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
DIGEST_BYTES: Final = 32
UNKNOWN_OPTIONS: Final = -1
UNREADABLE: Final = (
    msgspec.MsgspecError, ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError,
)  # fmt: skip
"""What a decoder raises for something that it cannot read."""

_BATCH_KINDS: Final = frozenset(get_args(BatchKind))
_MOVE_KINDS: Final = frozenset(get_args(MoveKind))
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")
_HASH: Final = re.compile(r"[0-9a-f]{64}")

T = TypeVar("T")


def decoded(decode: Callable[[Any], T], value: Any, where: str, column: str, ply: int = 0) -> T:
    """The value of a column. Raises Damaged, which says `where` (a ply or a move, and its game) and the column."""
    try:
        return decode(value)
    except UNREADABLE as error:
        raise unreadable(where, column, error, ply) from None


def unreadable(where: str, column: str, error: Exception, ply: int = 0) -> Damaged:
    """The error for a column that cannot be read."""
    return Damaged(f"{where}: what is stored in the column {column} cannot be read ({error})", ply=ply)


def at_ply(ply: int, slug: str) -> str:
    """How sentences call a batch."""
    return f"ply {ply} of game {slug}"


# Decoders: each takes the value of one column, and raises one of UNREADABLE ------------------------------------------

chances: Final = msgspec.json.Decoder(tuple[Chance, ...]).decode
openings: Final = msgspec.json.Decoder(tuple[Opening, ...]).decode
secrets: Final = msgspec.json.Decoder(tuple[Secret, ...]).decode
seats: Final = msgspec.json.Decoder(tuple[str, ...]).decode
_beginning = msgspec.json.Decoder(Beginning).decode
_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_any = msgspec.json.Decoder().decode


def time_of(microseconds: int | None) -> datetime:
    """A time in UTC from microseconds since 1970, as `epoch_us` gives them (None: the infinite)."""
    if microseconds is None:
        raise ValueError("it is no time")
    return EPOCH + timedelta(microseconds=microseconds)


def digest_of(digest: bytes) -> str:
    """The 64 hex digits of a digest."""
    if len(digest) != DIGEST_BYTES:
        raise ValueError(f"it is of {len(digest)} bytes, and a digest of {DIGEST_BYTES}")
    return digest.hex()


def batch_kind(kind: str) -> Any:
    """A kind of batch."""
    if kind not in _BATCH_KINDS:
        raise ValueError(f"{kind!r} is no kind of batch")
    return kind


def move_kind(kind: str) -> Any:
    """A kind of move."""
    if kind not in _MOVE_KINDS:
        raise ValueError(f"{kind!r} is no kind of move")
    return kind


def count(number: int) -> int:
    """A number that counts from 0."""
    if number < 0:
        raise ValueError(f"{number} is less than 0")
    return number


def options(number: int | None) -> int | str | None:
    """The number of options."""
    if number is None:
        return None
    return UNKNOWN if number == UNKNOWN_OPTIONS else count(number)


def action(text: str | None) -> msgspec.Raw:
    """An action: a JSON object, or nothing."""
    if text is None:
        return NOTHING
    _object(text)
    return msgspec.Raw(text.encode())


def event(columns: tuple[str, int, str]) -> Event:
    """An event from its type, its version and its payload."""
    kind, version, payload = columns
    if payload[:2] != '{"' and payload != "{}":
        raise ValueError("an event's payload is a JSON object")
    return Event(kind, version, msgspec.Raw(payload.encode()))


def beginning(text: str) -> Beginning:
    """The beginning that a game's row holds."""
    begin = _beginning(text)
    if not _HASH.fullmatch(begin.data):
        raise ValueError("it does not name the game's data by a SHA-256 in hex")
    if begin.key != UNKNOWN and not _HEX.fullmatch(begin.key):
        raise ValueError("the game's key is not in hex")
    return begin


def result(text: str | None) -> msgspec.Raw | None:
    """The result that is kept for lists: any JSON."""
    if not text:
        return None
    _any(text)
    return msgspec.Raw(text.encode())
