"""Reads a `.warlog` and takes nothing on trust: the first thing wrong with it is one sentence with its line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from eventlog.blinding import filled, lacking_part, wrong_part
from eventlog.digests import move_digest
from eventlog.errors import Damaged, FileUnreadable
from eventlog.files import shown
from eventlog.record import UNKNOWN, Batch
from eventlog.warlog_file import KEY_AT, Known, Warlog, heads, in_order, known_line
from eventlog.warlog_lines import Contents, Placed, contents_of

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes in a line; a longer one is refused unread."""

LONGEST_HEADER = 1024 * 1024
"""Bytes in the first line, of which nothing is known before it is read."""

_encode_in_place = msgspec.json.Encoder().encode


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
    contents = contents_of(lines, name)
    _chain(contents)
    _journal(contents)
    _noted(contents)
    key = _key(contents)
    batches = tuple((placed.digest, _filled(contents, placed, key)) for placed in contents.placed)
    if contents.header.seen_by:
        _lacking(contents, batches)
    _agree(contents)
    _order(contents)
    _sealed(contents)
    return Warlog(
        header=contents.header,
        data=contents.data,
        batches=batches,
        journal=tuple(move for _, move in contents.moves),
        key=key,
        notes=tuple(note for _, note in contents.notes),
    )


def _chain(contents: Contents) -> None:
    """Every batch follows its parent: names the line that was edited, doubled, moved or taken out."""
    if not contents.placed:
        raise contents.damaged(
            contents.count, "the file holds no batch; it needs at least the game's beginning"
        )
    later = {placed.digest: placed.line for placed in reversed(contents.placed)}
    seen: dict[str, Placed] = {}
    ids: dict[str, int] = {}
    for placed in contents.placed:
        batch = placed.batch
        if placed.digest in seen:
            raise contents.damaged(
                placed.line, f"the batch of line {seen[placed.digest].line} comes a second time"
            )
        if batch.parent:
            parent = seen.get(batch.parent)
            if parent is None:
                if batch.parent in later:
                    raise contents.damaged(
                        placed.line,
                        f"the batch stands before the one it follows (line {later[batch.parent]})",
                    )
                raise _lost(contents, batch.parent, batch.ply - 1, placed.line)
            due = parent.batch.ply + 1
        else:
            due = 0
            if seen:
                raise contents.damaged(placed.line, "a second beginning stands in the file")
        if batch.ply != due:
            raise contents.damaged(
                placed.line, f"the batch says that it is ply {batch.ply}, and follows ply {due - 1}"
            )
        if batch.id in ids:
            raise contents.damaged(placed.line, f"the batch has the id of the batch in line {ids[batch.id]}")
        if batch.begin is None and due == 0:
            raise contents.damaged(placed.line, "the first batch is not the beginning of a game")
        seen[placed.digest] = placed
        ids[batch.id] = placed.line


def _lost(contents: Contents, named: str, ply: int, at: int) -> Damaged:
    """The batch `named` at `ply` is not in the file: edited, if one stands there that nothing else refers to."""
    referred = {placed.batch.parent for placed in contents.placed} | {move.head for _, move in contents.moves}
    for placed in contents.placed:
        if placed.batch.ply == ply and placed.digest not in referred:
            return contents.damaged(
                placed.line, f"the batch of ply {ply} was edited: line {at} names another"
            )
    return contents.damaged(at, f"the batch {named[:12]} of ply {ply}, named here, is missing from the file")


def _journal(contents: Contents) -> None:
    digests = {placed.digest: placed.batch.ply for placed in contents.placed}
    before = ""
    for count, (number, move) in enumerate(contents.moves, 1):
        if move.n != count:
            what = f"is missing before move {move.n}" if move.n > count else f"is expected, not move {move.n}"
            raise contents.damaged(number, f"move {count} of the journal {what}")
        if move.parent != before:
            edited = contents.moves[count - 2][0] if count > 1 else number
            raise contents.damaged(edited, f"the move was edited: line {number} names another")
        if move.head not in digests:
            raise _lost(contents, move.head, move.ply, number)
        if digests[move.head] != move.ply:
            raise contents.damaged(
                number, f"the move says ply {move.ply}; its batch is ply {digests[move.head]}"
            )
        before = move_digest(move)


def _noted(contents: Contents) -> None:
    """Every note stands at a batch of the file, and comes once."""
    plies = {placed.digest: placed.batch.ply for placed in contents.placed}
    seen: set[str] = set()
    for number, note in contents.notes:
        if plies.get(note.batch) != note.ply:
            raise contents.damaged(number, "the note stands at no batch of the file")
        if note.note in seen:
            raise contents.damaged(number, "the note comes a second time")
        seen.add(note.note)


def _key(contents: Contents) -> bytes | None:
    """The game's key: known in a file of the whole game, and in no other."""
    first = contents.placed[0]
    known = first.known.known if first.known is not None else {}
    begin = first.batch.begin
    text = known.get(KEY_AT, begin.key if begin is not None else UNKNOWN)
    if contents.header.seen_by:
        if text != UNKNOWN:
            raise contents.damaged(
                first.line, "the file is said to be seen by seats, and yet holds the game's key"
            )
        return None
    try:
        return bytes.fromhex(text)
    except (ValueError, TypeError):
        raise contents.damaged(
            first.line, "the game's key, which a file of the whole game holds, is not there"
        ) from None


def _filled(contents: Contents, placed: Placed, key: bytes | None) -> Batch:
    """The batch with what is known of it, each value checked against its hash."""
    known = placed.known or Known(placed.batch.id, {})
    if placed.known is None and not placed.batch.secrets:
        return placed.batch
    at = placed.known_at or placed.line
    listed = {secret.at for secret in placed.batch.secrets}
    if not listed.issuperset(known.known) or (key is not None and listed != known.known.keys()):
        raise contents.damaged(
            at, f"what is known of ply {placed.batch.ply} is not all there, or more than its secret parts"
        )
    try:
        batch = filled(placed.batch, known.known, known.salts)
        wrong = wrong_part(batch, key)
    except (Damaged, msgspec.DecodeError, ValueError, RecursionError):
        raise contents.damaged(
            at, f"what is known of ply {placed.batch.ply} does not fit its batch"
        ) from None
    if wrong:
        raise contents.damaged(
            at, f"the value at {wrong} of ply {placed.batch.ply} is not the one whose hash was written"
        )
    if key is not None:
        derived = tuple(msgspec.structs.replace(secret, hash="") for secret in batch.secrets)
        batch = msgspec.structs.replace(batch, secrets=derived)
    if known_line(batch, whole=key is not None) != (_encode_in_place(known) if placed.known else b""):
        raise contents.damaged(
            at, f"what is known of ply {placed.batch.ply} is not said as a .warlog says it"
        )
    return batch


def _lacking(contents: Contents, batches: Sequence[tuple[str, Batch]]) -> None:
    """What the seats of the file were given from the start, or was opened to them, is there."""
    lacking = lacking_part(batches, contents.header.seen_by)
    if lacking is not None:
        placed = next(placed for placed in contents.placed if placed.digest == lacking[0])
        who = ", ".join(contents.header.seen_by)
        raise contents.damaged(
            placed.line,
            f"{who} know what is at {lacking[1]} of ply {placed.batch.ply}, and it is not there",
        )


def _agree(contents: Contents) -> None:
    first = contents.placed[0]
    begin = first.batch.begin
    if begin is None or begin.data != hashlib.sha256(contents.data).hexdigest():
        raise contents.damaged(2, "the data are not those with which the game was begun")
    if (begin.ruleset, begin.title, begin.program) != (
        contents.header.ruleset,
        contents.header.title,
        contents.header.program,
    ):
        raise contents.damaged(1, "the header does not agree with the beginning of the game")


def _order(contents: Contents) -> None:
    """The one order of a game's batches, and none that no move leads to."""
    due = in_order(
        {placed.digest: placed.batch for placed in contents.placed}, [move for _, move in contents.moves]
    )
    for placed, (named, _) in zip(contents.placed, _padded(due, len(contents.placed)), strict=True):
        if not named:
            raise contents.damaged(
                contents.placed[-1].line, "the journal is cut short: no move leads to this batch"
            )
        if placed.digest != named:
            raise contents.damaged(placed.line, "the batch is out of its place: the batches were re-ordered")


def _sealed(contents: Contents) -> None:
    seal = contents.seal
    last = contents.count
    journal = [move for _, move in contents.moves]
    counted = (len(contents.placed), len(journal))
    if (seal.batches, seal.moves) != counted:
        raise contents.damaged(
            last,
            f"{seal.batches} batches and {seal.moves} moves were sealed; {counted[0]} and {counted[1]} are there",
        )
    if seal.heads != heads(journal):
        raise contents.damaged(last, "the lines do not stand where they stood when the file was sealed")
    if contents.before != seal.sealed:
        raise contents.damaged(last, "the lines before are not those that were sealed: the file was edited")


def _padded(pairs: Iterable[tuple[str, Batch]], length: int) -> list[tuple[str, Batch | None]]:
    found: list[tuple[str, Batch | None]] = [*pairs]
    return found + [("", None)] * (length - len(found))
