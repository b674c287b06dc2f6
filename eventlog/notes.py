"""Notes: what people say of a game beside it. Comments, glyphs, bookmarks and marks, each at a batch of a line.

Notes are no part of what happened: no digest of a batch covers them. They are append-only all the same; one that takes
the place of another says so, and both stay. A note's id is made of what it says, so that two copies of a game lay
their notes together without doubling any, and an edited one is found out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec

from eventlog import columns
from eventlog.catalog import Connection, Known
from eventlog.errors import Damaged, NameTaken, NotFound, Unfit
from eventlog.journal import Place
from eventlog.schema import first_row

_encode = msgspec.json.Encoder(order="deterministic").encode


class Note(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One note. `note` is its id (32 hex digits), `batch` the digest of the batch that it stands at, `ply` that
    batch's, `line` the line on which it was made. `by` is its author, `seat` whose thoughts it holds where it is
    `sealed` ("end": from every other seat until the game is over). `replaces` is the id of the note that it takes the
    place of; without text, glyph, bookmark and marks it takes that one away.
    """

    note: str = ""
    game: str
    batch: str
    ply: int
    line: str
    by: str = ""
    time: datetime
    text: str = ""
    glyph: str = ""
    bookmark: str = ""
    marks: tuple[str, ...] = ()
    seat: str = ""
    sealed: str = ""
    replaces: str = ""

    @property
    def says_nothing(self) -> bool:
        """Whether it only takes another away."""
        return not (self.text or self.glyph or self.bookmark or self.marks)


decode: Final = msgspec.json.Decoder(Note).decode


def identified(note: Note) -> Note:
    """The note with the id that its content gives it."""
    bare = msgspec.structs.replace(note, note="")
    return msgspec.structs.replace(note, note=hashlib.sha256(_encode(bare)).hexdigest()[:32])


def note_bytes(note: Note) -> bytes:
    """Its canonical bytes: its line in a `.warlog`, and what the archive keeps."""
    return _encode(note)


def standing(notes: Iterable[Note]) -> tuple[Note, ...]:
    """The notes that hold: those that no later one takes the place of, without those that only take one away."""
    found = tuple(notes)
    gone = {note.replaces for note in found}
    return tuple(note for note in found if note.note not in gone and not note.says_nothing)


def visible(notes: Iterable[Note], seats: Sequence[str], over: bool) -> tuple[Note, ...]:
    """The notes that these seats may read (none: everybody, as any onlooker): all but those that others have sealed
    until the end, as long as the game is not over."""
    return tuple(note for note in notes if over or not note.sealed or note.seat in seats)


# In the archive


def stored(connection: Connection, game: Known) -> tuple[Note, ...]:
    """The notes of a game in the order in which they came. Raises Damaged."""
    found = []
    for n, run, ply, payload, digest in connection.execute(
        """SELECT n.n, n.run, n.ply, n.payload::VARCHAR, b.digest FROM archive.note n
        LEFT JOIN archive.batch b ON b.game = n.game AND b.run = n.run AND b.ply = n.ply
        WHERE n.game = ? ORDER BY n.n""",
        [game.number],
    ).fetchall():
        where = f"note {n} of game {game.slug}"
        note = columns.decoded(decode, payload, where, "note.payload", ply)
        if identified(note).note != note.note or note.game != game.id:
            raise Damaged(f"{where} is not what was written: it was edited", ply=ply, what="edited")
        if digest is None or digest.hex() != note.batch or note.ply != ply:
            raise Damaged(
                f"{where} stands at run {run}, ply {ply}, where its batch is not", ply=ply, what="reordered"
            )
        found.append(note)
    return tuple(found)


def add(connection: Connection, game: Known, notes: Sequence[Note], *, by_hand: bool) -> tuple[Note, ...]:
    """Keep notes that are not here yet; those that were new. `by_hand`: a bookmark that is here already, and a note
    that is to take the place of another author's, are refused. Raises NotFound (no such batch), NameTaken, Unfit."""
    here = stored(connection, game)
    known = {note.note for note in here}
    new = [each for each in map(identified, notes) if each.note not in known]
    if by_hand:
        for note in new:
            _check(note, here, game)
    row = first_row(
        connection.execute("SELECT coalesce(max(n), 0) FROM archive.note WHERE game = ?", [game.number])
    )
    first = (row[0] if row else 0) + 1
    rows = []
    for n, note in enumerate(new, first):
        run, ply = _place(connection, game, note)
        rows.append((game.number, n, run, ply, note_bytes(note).decode()))
    if rows:
        connection.executemany("INSERT INTO archive.note VALUES (?, ?, ?, ?, ?)", rows)
    return tuple(new)


def rows_of(
    number: int, game: str, notes: Sequence[Note], places: Mapping[str, Place]
) -> list[tuple[int, int, int, int, str]]:
    """The rows of a game that is stored whole; `places` are those of its batches by digest. Raises Unfit."""
    rows = []
    for n, note in enumerate(notes, 1):
        place = places.get(note.batch)
        if place is None or place[1] != note.ply or note.game != game or identified(note).note != note.note:
            raise Unfit(f"Note {n} of game {game} stands at no batch of it, or is not what was written.")
        rows.append((number, n, *place, note_bytes(note).decode()))
    return rows


def _check(note: Note, here: Sequence[Note], game: Known) -> None:
    now = {each.note: each for each in standing(here)}
    if note.replaces:
        other = now.get(note.replaces)
        if other is None:
            raise NotFound(f"Game {game.slug} has no note {note.replaces[:12]} whose place could be taken.")
        if other.by != note.by:
            raise Unfit(
                f"Note {note.replaces[:12]} is by {other.by or 'somebody'}: only its author takes it back."
            )
    for each in now.values():
        if note.bookmark and each.bookmark == note.bookmark and each.note != note.replaces:
            raise NameTaken(
                f"There is a bookmark {note.bookmark} in {game.slug} already, at ply {each.ply}; choose another name."
            )


def _place(connection: Connection, game: Known, note: Note) -> Place:
    row = first_row(
        connection.execute(
            "SELECT run, ply FROM archive.batch WHERE game = ? AND ply = ? AND digest = ?",
            [game.number, note.ply, bytes.fromhex(note.batch)],
        )
    )
    if row is None:
        raise NotFound(
            f"Game {game.slug} has no batch {note.batch[:12]} at ply {note.ply} for a note to stand at."
        )
    return row[0], row[1]
