"""The `.warlog` format, version 1: a whole game as JSON Lines that anybody can read, sealed by its last line.

    {"warlog":1,"program":…,"game":…,"ruleset":…,"title":…,"slug":…,"seen_by":[…]}
    {"data":HASH,"stored":…}        the game's data as stored ("base64" where that is not JSON on one line)
    {"game":…,"ply":0,…}            canonical bytes of a batch; parents first, in the order the journal reached them
    {"of":ID,"known":{POINTER:VALUE},"salts":{POINTER:SALT}}    what of it is known in the clear, if it has secrets
    {"game":…,"n":1,…}              the journal
    {"note":ID,…}                   notes: comments, glyphs, bookmarks, marks
    {"sealed":SHA256,"batches":N,"moves":N,"heads":{LINE:{"digest":…,"ply":…}}}

A file of the whole game knows the game's key, so that it needs no salts; one made for seats holds neither the key
nor any value that these seats do not know. The seal is the SHA-256 of all the bytes before its line. Every line is
what this module would write for what it says, byte for byte.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from eventlog.blinding import blinded, seen_by, values
from eventlog.digests import canonical, move_bytes
from eventlog.errors import Damaged
from eventlog.notes import Note, note_bytes, visible
from eventlog.record import Batch, Head, Move
from eventlog.verification import data_hash

FORMAT = 1
KEY_AT = "/begin/key"
SEED_AT = "/begin/seed"

_encode = msgspec.json.Encoder(order="deterministic").encode
_encode_in_place = msgspec.json.Encoder().encode


class Header(msgspec.Struct, frozen=True):
    """The first line. `program` is the one that the game was begun with; `seen_by` names the seats that the file was
    made for (none: the whole game). A later program may add fields that this one can overlook."""

    warlog: int
    program: str
    game: str
    ruleset: str
    title: str
    slug: str
    seen_by: tuple[str, ...]


class Known(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is known in the clear of the batch whose id is `of`: by JSON pointer values, and without a key salts."""

    of: str
    known: dict[str, Any]
    salts: dict[str, str] = {}


class Seal(msgspec.Struct, frozen=True):
    """The last line. `sealed` is the SHA-256 (64 hex digits) of all the bytes before it. A later program may add fields
    that this one can overlook."""

    sealed: str
    batches: int
    moves: int
    heads: dict[str, Head]


class Warlog(msgspec.Struct, frozen=True, kw_only=True):
    """A game outside an archive: all its batches with their digests (parents first) as an archive keeps them, its
    journal, its data, and its key (None: seen by seats)."""

    header: Header
    data: bytes
    batches: tuple[tuple[str, Batch], ...]
    journal: tuple[Move, ...]
    key: bytes | None
    notes: tuple[Note, ...] = ()

    @property
    def beginning(self) -> Batch:
        return self.batches[0][1]

    def heads(self) -> dict[str, Head]:
        return heads(self.journal)


def heads(journal: Iterable[Move]) -> dict[str, Head]:
    """Where each line that the journal names stands after its last move."""
    return {move.line: Head(move.head, move.ply) for move in journal}


def in_order(batches: Mapping[str, Batch], journal: Sequence[Move]) -> Iterator[tuple[str, Batch]]:
    """The batches in the order in which the journal reached them: parents first, the same for every copy of a game.

    Raises Damaged where a move leads to no batch.
    """
    placed: set[str] = set()
    for move in journal:
        stretch: list[tuple[str, Batch]] = []
        at = move.head
        while at and at not in placed:
            batch = batches.get(at)
            if batch is None:
                raise Damaged(
                    f"game {move.game} lacks the batch {at[:12]} to which move {move.n} of its journal leads"
                )
            stretch.append((at, batch))
            placed.add(at)
            at = batch.parent
        yield from reversed(stretch)


def for_seats(warlog: Warlog, seats: Sequence[str], *, over: bool = False) -> Warlog:
    """The game as these seats together know it: no value that they do not know, no key, no seed; and, unless it is
    `over`, no note that others have sealed until the end.

    Raises Damaged where the beginning shows the key to everybody.
    """
    if not seats:
        raise ValueError("a file for seats needs at least one seat")
    beginning = warlog.beginning
    listed = {secret.at for secret in beginning.secrets}
    begin = beginning.begin
    if begin is None or KEY_AT not in listed or (begin.seed and SEED_AT not in listed):
        raise Damaged(
            f"the beginning of game {warlog.header.game} does not keep its key secret: it cannot be blinded"
        )
    known = seen_by(warlog.batches, seats)
    return Warlog(
        header=msgspec.structs.replace(warlog.header, seen_by=tuple(sorted(set(seats)))),
        data=warlog.data,
        batches=tuple(
            (digest, blinded(batch, warlog.key, known.get(digest, ()))) for digest, batch in warlog.batches
        ),
        journal=warlog.journal,
        key=None,
        notes=visible(warlog.notes, seats, over),
    )


def written(warlog: Warlog) -> bytes:
    """The bytes of the file; the same for every equal game. Its batches must be in the order of `in_order`."""
    lines = [_encode(warlog.header), data_line(warlog.data)]
    for _, batch in warlog.batches:
        lines.append(canonical(batch, warlog.key))
        if known := known_line(batch, whole=warlog.key is not None):
            lines.append(known)
    lines.extend(move_bytes(move) for move in warlog.journal)
    lines.extend(note_bytes(note) for note in warlog.notes)
    body = b"".join(line + b"\n" for line in lines)
    seal = Seal(
        hashlib.sha256(body).hexdigest(), len(warlog.batches), len(warlog.journal), heads(warlog.journal)
    )
    return body + _encode(seal) + b"\n"


def known_line(batch: Batch, *, whole: bool) -> bytes:
    """The line after a batch: every secret part of it in a file of the whole game, else those whose salt it holds;
    no line (b"") where nothing is known."""
    pointers = [secret.at for secret in batch.secrets if whole or secret.salt]
    if not pointers:
        return b""
    salts = {} if whole else {secret.at: secret.salt for secret in batch.secrets if secret.salt}
    return _encode_in_place(Known(batch.id, values(batch, pointers), salts))


class _Stored(msgspec.Struct):
    stored: msgspec.Raw


def data_line(data: bytes) -> bytes:
    """The line that holds a game's data, byte for byte."""
    start = b'{"data":"' + data_hash(data).encode()
    line = start + b'","stored":' + data + b"}"
    if _stored(line) == data:
        return line
    return start + b'","base64":"' + base64.b64encode(data) + b'"}'


def _stored(line: bytes) -> bytes | None:
    """The bytes under `stored`, or None where they are not one JSON value in UTF-8 on one line."""
    if b"\n" in line or b"\r" in line:
        return None
    try:
        line.decode()
        return bytes(msgspec.json.decode(line, type=_Stored).stored)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


class _Encoded(msgspec.Struct):
    base64: str


def data_of(line: bytes) -> bytes | None:
    """The data in a data line, or None where the line is not what `data_line` writes for them."""
    data = _stored(line)
    if data is None:
        try:
            data = base64.b64decode(msgspec.json.decode(line, type=_Encoded).base64, validate=True)
        except (msgspec.DecodeError, RecursionError, binascii.Error, ValueError):
            return None
    return data if data_line(data) == line else None
