"""The lines of a `.warlog`, one by one: each in its canonical form, of the file's game, and where it belongs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from eventlog.digests import digest, move_bytes
from eventlog.errors import Damaged, FileUnreadable
from eventlog.notes import Note, identified, note_bytes
from eventlog.notes import decode as decode_note
from eventlog.record import Batch, Move
from eventlog.rows import ID
from eventlog.warlog_file import FORMAT, Header, Known, Seal, data_of

_decode = msgspec.json.Decoder().decode
_encode_in_place = msgspec.json.Encoder().encode
_encode = msgspec.json.Encoder(order="deterministic").encode
_read_batch = msgspec.json.Decoder(Batch).decode
_read_move = msgspec.json.Decoder(Move).decode


class _Version(msgspec.Struct):
    warlog: int


class Placed(msgspec.Struct):
    """A batch and the line it stands in; the line of what is known of it (0: none)."""

    line: int
    digest: str
    batch: Batch
    known: Known | None = None
    known_at: int = 0


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What the lines of a file hold, moves and notes with the line they stand in; `name` is what sentences call it.

    `count` is the number of lines, `before` the SHA-256 (hex) of all before the last, which is the seal.
    """

    name: str
    header: Header
    data: bytes
    placed: list[Placed]
    moves: list[tuple[int, Move]]
    notes: list[tuple[int, Note]]
    seal: Seal
    count: int
    before: str

    def damaged(self, line: int, sentence: str) -> Damaged:
        """The error for what is wrong in a line."""
        return _damaged(self.name, line, sentence)


def _damaged(name: str, line: int, sentence: str) -> Damaged:
    return Damaged(f"{name}, line {line}: {sentence}")


def contents_of(lines: Iterable[bytes], name: str) -> Contents:
    """What the lines of a file hold, each with its line end. They are taken one by one, and none after the first that
    is wrong in itself. Raises FileUnreadable, Damaged."""
    return _Reader(name, lines).read()


class _Reader:
    """One reading of one file: the lines and what was found in them so far."""

    def __init__(self, name: str, lines: Iterable[bytes]) -> None:
        self.name = name
        self.lines = iter(lines)
        self.count = 0
        self.last = b""
        self.before = hashlib.sha256()  # of all lines before the last
        self.placed: list[Placed] = []
        self.moves: list[tuple[int, Move]] = []
        self.seal: Seal | None = None
        self.notes: list[tuple[int, Note]] = []

    def damaged(self, line: int, sentence: str) -> Damaged:
        return _damaged(self.name, line, sentence)

    def read(self) -> Contents:
        header = self._header()
        data = self._data()
        while line := self._next():
            self._line(self.count, line, header)
        if self.seal is None:
            raise self.damaged(self.count, "the file is cut off here: its last line, the seal, is missing")
        return Contents(
            name=self.name,
            header=header,
            data=data,
            placed=self.placed,
            moves=self.moves,
            notes=self.notes,
            seal=self.seal,
            count=self.count,
            before=self.before.hexdigest(),
        )

    def _next(self) -> bytes:
        """The next line, or nothing."""
        line = next(self.lines, b"")
        if line:
            self.before.update(self.last)
            self.last = line
            self.count += 1
        return line

    def _header(self) -> Header:
        first = self._next()
        if not first:
            raise FileUnreadable(f"{self.name} is empty; a .warlog begins with its header")
        try:
            version = msgspec.json.decode(first, type=_Version).warlog
        except (msgspec.DecodeError, RecursionError):
            raise FileUnreadable(
                f"{self.name}, line 1: this is no .warlog file, which begins with its header"
            ) from None
        if version > FORMAT:
            raise FileUnreadable(
                f"{self.name}, line 1: the file is of format version {version}, and this program reads up to "
                f"{FORMAT}: a newer program is needed"
            )
        line = self._ended(1, first)
        try:
            header = msgspec.json.decode(line, type=Header)
            canonical = _encode_in_place(_decode(line)) == line
        except (msgspec.DecodeError, RecursionError):
            raise self.damaged(1, "the header is not as a .warlog has it") from None
        if version < 1 or not canonical or not ID.fullmatch(header.game):
            raise self.damaged(1, "the header is not as a .warlog has it")
        return header

    def _ended(self, number: int, line: bytes) -> bytes:
        if line.endswith(b"\r\n"):
            raise self.damaged(number, "the line ends were changed (CRLF for LF) after the file was written")
        if not line.endswith(b"\n"):
            raise self.damaged(number, "the file is cut off in this line")
        return line[:-1]

    def _data(self) -> bytes:
        stored = self._next()
        if not stored:
            raise self.damaged(1, "the file is cut off here: the game's data are missing")
        line = self._ended(2, stored)
        data = data_of(line)
        if data is None:
            raise self.damaged(2, "the game's data are not those whose hash was written")
        return data

    def _line(self, number: int, ended: bytes, header: Header) -> None:
        line = self._ended(number, ended)
        try:
            line.decode()
            document = _decode(line)
            if not isinstance(document, dict) or _encode_in_place(document) != line:
                raise self.damaged(number, "the line is not in canonical form: it was edited")
            if self.seal is not None:
                raise self.damaged(number, "something follows the seal, which is the last line")
            self._take(number, line, document, header)
        except UnicodeDecodeError:
            raise self.damaged(number, "the line is not UTF-8 text") from None
        except RecursionError:
            raise self.damaged(number, "the line is nested too deeply") from None
        except (msgspec.DecodeError, msgspec.ValidationError, OverflowError, ValueError) as error:
            raise self.damaged(number, f"the line cannot be read: {error}") from None

    def _take(self, number: int, line: bytes, document: dict[str, Any], header: Header) -> None:
        if "sealed" in document:
            self.seal = msgspec.json.decode(line, type=Seal)
        elif "note" in document:
            note = decode_note(line)
            self._exact(number, line, note_bytes(note))
            self._of_game(number, note.game, header)
            if identified(note).note != note.note:
                raise self.damaged(number, "the note is not what was written: it was edited")
            self.notes.append((number, note))
        elif "warlog" in document or "data" in document:
            raise self.damaged(
                number, "the line is doubled or out of its place: it belongs before the first batch"
            )
        elif self.notes:
            raise self.damaged(number, "the line is out of its place: the notes come last")
        elif "n" in document:
            move = _read_move(line)
            self._exact(number, line, move_bytes(move))
            self._of_game(number, move.game, header)
            self.moves.append((number, move))
        elif self.moves:
            raise self.damaged(number, "the line is out of its place: the journal comes after the batches")
        elif "of" in document:
            self._take_known(number, line)
        elif "ply" in document:
            batch = _read_batch(line)
            self._exact(number, line, _encode(batch))
            self._of_game(number, batch.game, header)
            self.placed.append(Placed(number, digest(line), batch))
        else:
            raise self.damaged(number, "this is no line of a .warlog")

    def _take_known(self, number: int, line: bytes) -> None:
        known = msgspec.json.decode(line, type=Known)
        last = self.placed[-1] if self.placed else None
        if last is None or last.batch.id != known.of:
            raise self.damaged(number, "the line is out of its place: it belongs after the batch it is about")
        if last.known is not None:
            raise self.damaged(number, f"the line comes a second time after line {last.known_at}")
        last.known, last.known_at = known, number

    def _exact(self, number: int, line: bytes, again: bytes) -> None:
        if line != again:
            raise self.damaged(
                number, "the line is not in canonical form: it was edited, or a newer program wrote it"
            )

    def _of_game(self, number: int, game: str, header: Header) -> None:
        if game != header.game:
            raise self.damaged(number, f"the line is of game {game}, the file of game {header.game}")
