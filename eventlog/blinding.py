"""What seats know of a game's secret parts, and batches that hold that and no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import immutables
import msgspec

from eventlog.digests import canonical, part_hash, place, salt, settled, value_json
from eventlog.record import Batch

_encode = msgspec.json.Encoder(order="deterministic").encode
_encode_in_place = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_read = msgspec.json.Decoder(Batch).decode

Parts = immutables.Map[str, tuple[tuple[str, str], ...]]


def seen_by(batches: Iterable[tuple[str, Batch]], seats: Iterable[str]) -> dict[str, frozenset[str]]:
    """For each batch by its digest, the pointers of the secret parts that the seats together know.

    `batches` are (digest, batch), parents first: a line, or a whole tree. A seat knows the parts given `to` it, and
    those that a batch opens to it or to everybody; an opening holds for the parts of that name on the opening
    batch's own history, itself included. In a tree a part is known if it is known on any line.
    """
    asking = frozenset(seats)
    known: dict[str, set[str]] = {}
    named_after: dict[str, Parts] = {}
    for digest, batch in batches:
        named: Parts = named_after.get(batch.parent) or immutables.Map()
        for secret in batch.secrets:
            if not asking.isdisjoint(secret.to):
                known.setdefault(digest, set()).add(secret.at)
            if secret.name:
                named = named.set(secret.name, (*named.get(secret.name, ()), (digest, secret.at)))
        for opening in batch.opens:
            if opening.to is None or not asking.isdisjoint(opening.to):
                for holder, at in named.get(opening.part, ()):
                    known.setdefault(holder, set()).add(at)
        named_after[digest] = named
    return {digest: frozenset(pointers) for digest, pointers in known.items()}


def lacking_part(batches: Iterable[tuple[str, Batch]], seats: Iterable[str]) -> tuple[str, str] | None:
    """The first secret part (digest of its batch, pointer) that these seats know by what the batches say, and that is
    not there in the clear, in a game that was blinded for them; None where all are. `batches` as in `seen_by`."""
    whole = list(batches)
    known = seen_by(whole, seats)
    for digest, batch in whole:
        wanted = known.get(digest, frozenset())
        for secret in batch.secrets:
            if secret.at in wanted and not secret.salt:
                return digest, secret.at
    return None


def values(batch: Batch, pointers: Iterable[str]) -> dict[str, Any]:
    """The JSON values of the batch's parts at these pointers. Raises Damaged where nothing is there."""
    document = _decode(_encode(settled(batch)))
    found: dict[str, Any] = {}
    for at in pointers:
        holder, last = place(document, at, batch)
        found[at] = holder[last]
    return found


def blinded(batch: Batch, key: bytes | None, known: Iterable[str] = ()) -> Batch:
    """The batch as a seat's file holds it: every secret entry has its hash, and the parts at the pointers `known` also
    their salt; the value of every other secret part is `"?"`. Its canonical bytes are the same.

    Without a key (the batch is blinded already) the salts it holds are kept for what is known.
    """
    if not batch.secrets:
        return batch
    asked = frozenset(known)
    salts = {
        secret.at: (secret.salt or (salt(key, batch.id, secret.at).hex() if key is not None else ""))
        for secret in batch.secrets
        if secret.at in asked
    }
    seen = {at: salts[at] for at in salts if salts[at]}
    return filled(_read(canonical(batch, key)), values(batch, seen), seen)


def filled(batch: Batch, known: Mapping[str, Any], salts: Mapping[str, str] | None) -> Batch:
    """A batch read from its canonical bytes, with the values of secret parts by pointer put back in.

    With `salts` (a game seen by seats) the entries keep their hashes, and those known their salts (hex digits);
    without (None: the game's key is known) hashes are derived again and not kept. Raises Damaged where nothing is at
    a pointer.
    """
    if not batch.secrets:
        return batch
    document = _decode(_encode(batch))
    if known:
        # The parts listed last were replaced last.
        for secret in reversed(batch.secrets):
            if secret.at in known:
                holder, last = place(document, secret.at, batch)
                holder[last] = known[secret.at]
    whole = _read(_encode_in_place(document))
    entries = tuple(
        msgspec.structs.replace(
            secret,
            hash="" if salts is None else secret.hash,
            salt="" if salts is None else salts.get(secret.at, ""),
        )
        for secret in whole.secrets
    )
    return msgspec.structs.replace(whole, secrets=entries)


def wrong_part(batch: Batch, key: bytes | None) -> str:
    """The pointer of the first secret part whose value is not what its hash says; "" where all are. Raises ValueError
    for a salt that is not hex digits, Damaged where nothing is at a pointer."""
    for secret in batch.secrets:
        if not secret.hash:
            continue
        if secret.salt:
            part_salt = bytes.fromhex(secret.salt)
        elif key is not None:
            part_salt = salt(key, batch.id, secret.at)
        else:
            continue
        value = values(batch, (secret.at,))[secret.at]
        if part_hash(part_salt, value_json(value)) != secret.hash:
            return secret.at
    return ""
