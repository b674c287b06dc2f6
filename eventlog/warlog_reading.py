"""Reads a `.warlog` and takes nothing on trust: the first thing wrong with it is one sentence with its line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from eventlog.blinding import filled, lacking_part, wrong_part
from eventlog.digests import digest, move_bytes, move_digest
from eventlog.errors import Damaged, FileUnreadable
from eventlog.files import shown
from eventlog.notes import Note, identified, note_bytes
from eventlog.notes import decode as decode_note
from eventlog.record import UNKNOWN, Batch, Move
from eventlog.rows import ID
from eventlog.warlog_file import (
    FORMAT,
    KEY_AT,
    Header,
    Known,
    Seal,
    Warlog,
    data_of,
    heads,
    in_order,
    known_line,
)

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes in a line; a longer one is refused unread."""

LONGEST_HEADER = 1024 * 1024
"""Bytes in the first line, of which nothing is known before it is read."""

_decode = msgspec.json.Decoder().decode
_encode_in_place = msgspec.json.Encoder().encode
_encode = msgspec.json.Encoder(order="deterministic").encode
_read_batch = msgspec.json.Decoder(Batch).decode
_read_move = msgspec.json.Decoder(Move).decode


class _Version(msgspec.Struct):
    warlog: int


class _Placed(msgspec.Struct):
    """A batch and the line it stands in; the line of what is known of it (0: none)."""

    line: int
    digest: str
    batch: Batch
    known: Known | None = None
    known_at: int = 0


def read(file: Path) -> Warlog:
    """The game in a file, wholly verified.

    Raises FileUnreadable (missing, empty, not a `.warlog`, of a newer version) or Damaged (edited, cut off, doubled,
    re-ordered), with the line number.
    """
    try:
        if not file.is_file():  # to open a pipe may be to wait for ever
            what = (
                "is a folder" if file.is_dir() else "is no regular file" if file.exists() else "is not there"
            )
            raise FileUnreadable(f"{shown(file)} {what}; a .warlog file is needed")
        with file.open("rb") as source:
            return parsed(_lines(shown(file.name), source), shown(file.name))
    except OSError as error:
        raise FileUnreadable(f"{shown(file)} cannot be read: {error.strerror or error}") from None


def _lines(name: str, source: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, one at a time, so that a file that is refused early is not read to its end."""
    number, longest = 1, min(LONGEST_HEADER, LONGEST_LINE)
    while line := source.readline(longest + 1):
        if len(line) > longest:
            raise FileUnreadable(f"{name}, line {number}: the line is longer than {longest} bytes")
        yield line
        number, longest = number + 1, LONGEST_LINE


def parsed(lines: Iterable[bytes], name: str) -> Warlog:
    """As `read`, from the lines of a file, each with its line end; `name` is what the sentences call the file. They
    are taken one by one, and none after the first that is wrong in itself."""
    return _Reader(name, lines).read()


class _Reader:
    """One reading of one file: the lines and what was found in them so far."""

    def __init__(self, name: str, lines: Iterable[bytes]) -> None:
        self.name = name
        self.lines = iter(lines)
        self.count = 0
        self.last = b""
        self.before = hashlib.sha256()  # of all lines before the last
        self.placed: list[_Placed] = []
        self.moves: list[tuple[int, Move]] = []
        self.seal: Seal | None = None
        self.notes: list[tuple[int, Note]] = []

    def damaged(self, line: int, sentence: str) -> Damaged:
        return Damaged(f"{self.name}, line {line}: {sentence}")

    def read(self) -> Warlog:
        header = self._header()
        data = self._data()
        while line := self._next():
            self._line(self.count, line, header)
        if self.seal is None:
            raise self.damaged(self.count, "the file is cut off here: its last line, the seal, is missing")
        self._chain()
        self._journal()
        self._noted()
        key = self._key(header)
        batches = tuple((placed.digest, self._filled(placed, key)) for placed in self.placed)
        if header.seen_by:
            self._lacking(header, batches)
        self._agree(header, data)
        self._order()
        self._sealed()
        return Warlog(
            header=header,
            data=data,
            batches=batches,
            journal=tuple(move for _, move in self.moves),
            key=key,
            notes=tuple(note for _, note in self.notes),
        )

    # -- line by line

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
            self.placed.append(_Placed(number, digest(line), batch))
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

    # -- as a whole

    def _chain(self) -> None:
        """Every batch follows its parent: names the line that was edited, doubled, moved or taken out."""
        if not self.placed:
            raise self.damaged(self.count, "the file holds no batch; it needs at least the game's beginning")
        later = {placed.digest: placed.line for placed in reversed(self.placed)}
        seen: dict[str, _Placed] = {}
        ids: dict[str, int] = {}
        for placed in self.placed:
            batch = placed.batch
            if placed.digest in seen:
                raise self.damaged(
                    placed.line, f"the batch of line {seen[placed.digest].line} comes a second time"
                )
            if batch.parent:
                parent = seen.get(batch.parent)
                if parent is None:
                    if batch.parent in later:
                        raise self.damaged(
                            placed.line,
                            f"the batch stands before the one it follows (line {later[batch.parent]})",
                        )
                    raise self._lost(batch.parent, batch.ply - 1, placed.line)
                due = parent.batch.ply + 1
            else:
                due = 0
                if seen:
                    raise self.damaged(placed.line, "a second beginning stands in the file")
            if batch.ply != due:
                raise self.damaged(
                    placed.line, f"the batch says that it is ply {batch.ply}, and follows ply {due - 1}"
                )
            if batch.id in ids:
                raise self.damaged(placed.line, f"the batch has the id of the batch in line {ids[batch.id]}")
            if batch.begin is None and due == 0:
                raise self.damaged(placed.line, "the first batch is not the beginning of a game")
            seen[placed.digest] = placed
            ids[batch.id] = placed.line

    def _lost(self, named: str, ply: int, at: int) -> Damaged:
        """The batch `named` at `ply` is not in the file: edited, if one stands there that nothing else refers to."""
        referred = {placed.batch.parent for placed in self.placed} | {move.head for _, move in self.moves}
        for placed in self.placed:
            if placed.batch.ply == ply and placed.digest not in referred:
                return self.damaged(
                    placed.line, f"the batch of ply {ply} was edited: line {at} names another"
                )
        return self.damaged(at, f"the batch {named[:12]} of ply {ply}, named here, is missing from the file")

    def _journal(self) -> None:
        digests = {placed.digest: placed.batch.ply for placed in self.placed}
        before = ""
        for count, (number, move) in enumerate(self.moves, 1):
            if move.n != count:
                what = (
                    f"is missing before move {move.n}"
                    if move.n > count
                    else f"is expected, not move {move.n}"
                )
                raise self.damaged(number, f"move {count} of the journal {what}")
            if move.parent != before:
                edited = self.moves[count - 2][0] if count > 1 else number
                raise self.damaged(edited, f"the move was edited: line {number} names another")
            if move.head not in digests:
                raise self._lost(move.head, move.ply, number)
            if digests[move.head] != move.ply:
                raise self.damaged(
                    number, f"the move says ply {move.ply}; its batch is ply {digests[move.head]}"
                )
            before = move_digest(move)

    def _noted(self) -> None:
        """Every note stands at a batch of the file, and comes once."""
        plies = {placed.digest: placed.batch.ply for placed in self.placed}
        seen: set[str] = set()
        for number, note in self.notes:
            if plies.get(note.batch) != note.ply:
                raise self.damaged(number, "the note stands at no batch of the file")
            if note.note in seen:
                raise self.damaged(number, "the note comes a second time")
            seen.add(note.note)

    def _key(self, header: Header) -> bytes | None:
        """The game's key: known in a file of the whole game, and in no other."""
        first = self.placed[0]
        known = first.known.known if first.known is not None else {}
        begin = first.batch.begin
        text = known.get(KEY_AT, begin.key if begin is not None else UNKNOWN)
        if header.seen_by:
            if text != UNKNOWN:
                raise self.damaged(
                    first.line, "the file is said to be seen by seats, and yet holds the game's key"
                )
            return None
        try:
            return bytes.fromhex(text)
        except (ValueError, TypeError):
            raise self.damaged(
                first.line, "the game's key, which a file of the whole game holds, is not there"
            ) from None

    def _filled(self, placed: _Placed, key: bytes | None) -> Batch:
        """The batch with what is known of it, each value checked against its hash."""
        known = placed.known or Known(placed.batch.id, {})
        if placed.known is None and not placed.batch.secrets:
            return placed.batch
        at = placed.known_at or placed.line
        listed = {secret.at for secret in placed.batch.secrets}
        if not listed.issuperset(known.known) or (key is not None and listed != known.known.keys()):
            raise self.damaged(
                at, f"what is known of ply {placed.batch.ply} is not all there, or more than its secret parts"
            )
        try:
            batch = filled(placed.batch, known.known, known.salts)
            wrong = wrong_part(batch, key)
        except (Damaged, msgspec.DecodeError, ValueError, RecursionError):
            raise self.damaged(
                at, f"what is known of ply {placed.batch.ply} does not fit its batch"
            ) from None
        if wrong:
            raise self.damaged(
                at, f"the value at {wrong} of ply {placed.batch.ply} is not the one whose hash was written"
            )
        if key is not None:
            derived = tuple(msgspec.structs.replace(secret, hash="") for secret in batch.secrets)
            batch = msgspec.structs.replace(batch, secrets=derived)
        if known_line(batch, whole=key is not None) != (_encode_in_place(known) if placed.known else b""):
            raise self.damaged(
                at, f"what is known of ply {placed.batch.ply} is not said as a .warlog says it"
            )
        return batch

    def _lacking(self, header: Header, batches: Sequence[tuple[str, Batch]]) -> None:
        """What the seats of the file were given from the start, or was opened to them, is there."""
        lacking = lacking_part(batches, header.seen_by)
        if lacking is not None:
            placed = next(placed for placed in self.placed if placed.digest == lacking[0])
            who = ", ".join(header.seen_by)
            raise self.damaged(
                placed.line,
                f"{who} know what is at {lacking[1]} of ply {placed.batch.ply}, and it is not there",
            )

    def _agree(self, header: Header, data: bytes) -> None:
        first = self.placed[0]
        begin = first.batch.begin
        if begin is None or begin.data != hashlib.sha256(data).hexdigest():
            raise self.damaged(2, "the data are not those with which the game was begun")
        if (begin.ruleset, begin.title, begin.program) != (header.ruleset, header.title, header.program):
            raise self.damaged(1, "the header does not agree with the beginning of the game")

    def _order(self) -> None:
        """The one order of a game's batches, and none that no move leads to."""
        due = in_order(
            {placed.digest: placed.batch for placed in self.placed}, [move for _, move in self.moves]
        )
        for placed, (named, _) in zip(self.placed, _padded(due, len(self.placed)), strict=True):
            if not named:
                raise self.damaged(
                    self.placed[-1].line, "the journal is cut short: no move leads to this batch"
                )
            if placed.digest != named:
                raise self.damaged(placed.line, "the batch is out of its place: the batches were re-ordered")

    def _sealed(self) -> None:
        seal = self.seal
        assert seal is not None
        last = self.count
        journal = [move for _, move in self.moves]
        counted = (len(self.placed), len(journal))
        if (seal.batches, seal.moves) != counted:
            raise self.damaged(
                last,
                f"{seal.batches} batches and {seal.moves} moves were sealed; {counted[0]} and {counted[1]} are there",
            )
        if seal.heads != heads(journal):
            raise self.damaged(last, "the lines do not stand where they stood when the file was sealed")
        if self.before.hexdigest() != seal.sealed:
            raise self.damaged(last, "the lines before are not those that were sealed: the file was edited")


def _padded(pairs: Iterable[tuple[str, Batch]], length: int) -> list[tuple[str, Batch | None]]:
    found: list[tuple[str, Batch | None]] = [*pairs]
    return found + [("", None)] * (length - len(found))
