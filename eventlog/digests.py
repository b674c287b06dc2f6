"""Canonical bytes, digests, and the salted hashes that stand for secret parts.

The canonical bytes of a batch are the JSON of the struct, fields in their order and defaults left out, in which
each secret part is `"?"` and its entry under `secrets` has its hash and never its salt. Two batches that are equal
have equal canonical bytes, wherever their strings and times came from.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime
from typing import Any

import msgspec

from eventlog.errors import Damaged
from eventlog.record import NOTHING, UNKNOWN, Batch, Beginning, Chance, Move

_encode = msgspec.json.Encoder(order="deterministic").encode
_encode_in_place = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode

# A default is left out of the bytes only where a field holds the very object that is the default; a string read
# from a column or sent from another process is equal to it and another object.
_ACTION: Any = "action"
_DICE: Any = "dice"
_KEY: Any = "key"
_SEEDED: Any = "seeded"
_PLAYED: Any = "played"

SIX = 6
"""The faces of a roll or draw that does not say them."""


def digest(canonical_bytes: bytes) -> str:
    """SHA-256 of canonical bytes, 64 hex digits."""
    return hashlib.sha256(canonical_bytes).hexdigest()


def canonical(batch: Batch, key: bytes | None) -> bytes:
    """The bytes that are digested, and that are the batch's line in a `.warlog`.

    The hash of a secret part is the one kept in its entry, or else derived from the game's key and the value.
    Raises Damaged where neither is there, and where an entry points to nothing.
    """
    batch = settled(batch)
    if not batch.secrets:
        return _encode(batch)
    document = _decode(_encode(batch))
    for secret, entry in zip(batch.secrets, document["secrets"], strict=True):
        holder, last = place(document, secret.at, batch)
        if not secret.hash:
            entry["hash"] = part_hash(_salt(key, batch, secret.at), value_json(holder[last]))
        entry.pop("salt", None)
        holder[last] = UNKNOWN
    return _encode_in_place(document)


def _salt(key: bytes | None, batch: Batch, at: str) -> bytes:
    if key is None:
        raise Damaged(
            f"ply {batch.ply} of game {batch.game}: the secret part {at} has no hash, and there is no key",
            ply=batch.ply,
        )
    return salt(key, batch.id, at)


def salt(key: bytes, batch_id: str, at: str) -> bytes:
    """The 16 bytes that are hashed with the secret part at the JSON pointer `at` of the batch."""
    return hmac.digest(key, b"salt\0" + batch_id.encode() + b"\0" + at.encode(), "sha256")[:16]


def part_hash(salt: bytes, value_json_bytes: bytes) -> str:
    """The 32 hex digits that stand for a secret part: a truncated SHA-256 of its salt and its canonical JSON."""
    return hashlib.sha256(salt + value_json_bytes).hexdigest()[:32]


def value_json(value: Any) -> bytes:
    """The canonical JSON of a secret part: keys sorted, no spaces."""
    return _encode(value)


def move_bytes(move: Move) -> bytes:
    """The bytes of a row of the journal that are digested, and that are its line in a `.warlog`."""
    if move.time.tzinfo is not UTC:
        move = msgspec.structs.replace(move, time=_utc(move.time))
    return _encode(move)


def move_digest(move: Move) -> str:
    """SHA-256 of `move_bytes`, 64 hex digits: the next move names it as its parent."""
    return digest(move_bytes(move))


def place(document: Any, at: str, batch: Batch) -> tuple[Any, Any]:
    """The object or array of a decoded batch that holds the part at the JSON pointer `at`, and its key or index there.

    Raises Damaged where the pointer leads to nothing.
    """
    steps = at.split("/")
    holder = document
    try:
        if steps[0] or len(steps) < 2:
            raise KeyError(at)
        for step in steps[1:-1]:
            holder = holder[_step(holder, step)]
        last = _step(holder, steps[-1])
        if last == "faces" and steps[1] == "chance" and last not in holder:
            _say_faces(holder)
        holder[last]
    except (LookupError, ValueError, TypeError):
        raise Damaged(
            f"ply {batch.ply} of game {batch.game}: a secret part is said to be at {at}; nothing is there",
            ply=batch.ply,
        ) from None
    return holder, last


def _say_faces(chance: dict[str, Any]) -> None:
    """Puts the faces of a roll or draw, which are left out where they are six, where the struct has them: a size that
    is secret is secret then too."""
    if "purpose" not in chance:
        return
    fields = list(chance.items())
    chance.clear()
    for name, value in fields:
        if name == "result":
            chance["faces"] = SIX
        chance[name] = value


def _step(holder: Any, step: str) -> Any:
    if isinstance(holder, list):
        if not (step.isascii() and step.isdigit()):
            raise KeyError(step)
        return int(step)
    if not isinstance(holder, dict):
        raise KeyError(step)
    return step.replace("~1", "/").replace("~0", "~") if "~" in step else step


def settled(batch: Batch) -> Batch:
    """The same batch with its defaults as the very objects that msgspec leaves out, and its time in UTC."""
    changes: dict[str, Any] = {}
    if batch.kind == _ACTION and batch.kind is not _ACTION:
        changes["kind"] = _ACTION
    if batch.time.tzinfo is not UTC:
        changes["time"] = _utc(batch.time)
    if batch.action is not NOTHING and not bytes(batch.action):
        changes["action"] = NOTHING
    if (chance := settled_chances(batch.chance)) is not batch.chance:
        changes["chance"] = chance
    if batch.begin is not None:
        changes["begin"] = _settled_beginning(batch.begin)
    return msgspec.structs.replace(batch, **changes) if changes else batch


def settled_chances(chances: tuple[Chance, ...]) -> tuple[Chance, ...]:
    """The same rolls and draws with their defaults as the very objects that msgspec leaves out; the same tuple, where
    they are that already."""
    for chance in chances:
        if (chance.kind == _DICE and chance.kind is not _DICE) or (
            chance.how == _KEY and chance.how is not _KEY
        ):
            return tuple([_settled_chance(each) for each in chances])
    return chances


def _settled_chance(chance: Chance) -> Chance:
    return msgspec.structs.replace(
        chance,
        kind=_DICE if chance.kind == _DICE else chance.kind,
        how=_KEY if chance.how == _KEY else chance.how,
    )


def _settled_beginning(begin: Beginning) -> Beginning:
    return msgspec.structs.replace(
        begin,
        chance=_SEEDED if begin.chance == _SEEDED else begin.chance,
        origin=_PLAYED if begin.origin == _PLAYED else begin.origin,
    )


def _utc(time: datetime) -> datetime:
    if time.tzinfo is None:
        raise ValueError(f"{time} has no time zone: the log keeps times in UTC")
    return time.astimezone(UTC)
