"""Games out of an archive into `.warlog` files, and from there into any archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from eventlog.archive import Archive, GameRow, RecordedGame
from eventlog.blinding import filled, values
from eventlog.catalog import SLUG
from eventlog.digests import canonical
from eventlog.errors import Damaged, FileUnreadable, NameTaken, NotFound, Parted, Unfit
from eventlog.files import shown, write_whole
from eventlog.notes import Note
from eventlog.record import Batch, Head
from eventlog.rows import fit
from eventlog.tree import fold
from eventlog.warlog_file import FORMAT, Header, Warlog, for_seats, in_order, written
from eventlog.warlog_reading import read

__all__ = ["Exported", "Imported", "Warlog", "export", "import_", "read", "taken_out"]

_read_batch = msgspec.json.Decoder(Batch).decode


class Exported(msgspec.Struct, frozen=True):
    """A file that was written: its size, and what whoever hands it on should know."""

    bytes: int
    warnings: tuple[str, ...] = ()


class Imported(msgspec.Struct, frozen=True):
    """What became of one file: the game's slug here, the ply of its current line, the number of batches added, the
    lines that went another way (none: such a file is refused), the digests of batches of which more is known now, and
    when the game had been dropped from this archive (None: never)."""

    file: str
    game: str
    plies: int
    added: int
    parted: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    dropped: datetime | None = None


# Out ----------------------------------------------------------------------------------------------------------------


def export(
    archive: Archive, game: str, file: Path, *, seats: Sequence[str] = (), over: bool = False
) -> Exported:
    """Write a game with its whole tree, journal and notes to a file; for `seats`, only what these seats together know.
    `over`: the game has ended, so that notes sealed until then are open.

    The game is verified first. Raises NotFound (no such game or seat, or a seat whose knowledge is not here), Damaged,
    FileUnwritable.
    """
    warlog = taken_out(archive, game, seats=seats, over=over)
    begin = warlog.beginning.begin
    warnings = []
    if warlog.header.seen_by and begin is not None and begin.seed:
        warnings.append(
            f"{warlog.header.slug} was begun with a seed: whoever guesses it can compute every hidden card and every "
            f"roll to come from this file; games with secrets are begun without a seed"
        )
    return Exported(write_whole(file, written(warlog)), tuple(warnings))


def taken_out(archive: Archive, game: str, *, seats: Sequence[str] = (), over: bool = False) -> Warlog:
    """A game of an archive, verified, as a file holds it; for `seats`, only what they know. Arguments and errors as of
    `export`."""
    with archive.working(write=False):
        row = archive.game(game)
        damage = archive.examine(row.id).damage
        if damage is not None:
            raise Damaged(damage.sentence, ply=damage.ply, what=damage.what)
        journal = archive.journal(row.id)
        stored = [(each.digest, each.batch) for each in archive.tree_stored(row.id)]
        data = archive.data_of(row.id)
        notes = archive.notes(row.id)
    begin = row.begin
    warlog = Warlog(
        header=Header(FORMAT, begin.program, row.id, begin.ruleset, begin.title, row.slug, row.seen_by),
        data=data,
        batches=tuple(in_order(dict(stored), journal)),
        journal=journal,
        key=row.key,
        notes=notes,
    )
    if not seats:
        return warlog
    for seat in seats:
        if seat not in begin.seats:
            raise NotFound(f"game {row.slug} has no seat {seat}; its seats are {_listed(begin.seats)}")
        if row.seen_by and seat not in row.seen_by:
            raise NotFound(
                f"game {row.slug} is here as {_listed(row.seen_by)} saw it: what {seat} knows is not here"
            )
    return for_seats(warlog, seats, over=over)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


# In -----------------------------------------------------------------------------------------------------------------


def import_(archive: Archive, file: Path, slug: str | None = None, *, who: str = "") -> Imported:
    """Take the game of a file into an archive, all of it or nothing. Makes the archive where there is none.

    A game that is new here comes with its tree and its journal, digest for digest; under `slug`, or the slug it had,
    or where that is taken the next free one. Of a game that is here already, lines that are longer in the file are
    moved on and new ones added; where the file knows more of the secrets (it is of the whole game, and what is
    here was seen by seats), that is filled in. Raises FileUnreadable, Damaged, Parted, NameTaken.
    """
    warlog = read(file)
    try:
        for _, batch in warlog.batches:
            fit(batch)
    except Unfit as unfit:
        raise FileUnreadable(f"{shown(file.name)}: {unfit}") from None
    if not archive.exists():
        return _stored(archive, file, warlog, slug)
    with archive.working():
        try:
            row = archive.game(warlog.header.game)
        except NotFound:
            return _stored(archive, file, warlog, slug)
        if slug is not None and slug != row.slug:
            raise NameTaken(f"the game of {shown(file.name)} is here already, as {row.slug}")
        return _Meeting(archive, file, warlog, row).settle(who)


def _stored(archive: Archive, file: Path, warlog: Warlog, slug: str | None) -> Imported:
    wanted = warlog.header.slug if slug is None and SLUG.fullmatch(warlog.header.slug) else slug or ""
    game = RecordedGame(
        batches=[batch for _, batch in warlog.batches],
        data=warlog.data,
        slug=wanted,
        seen_by=warlog.header.seen_by,
        moves=warlog.journal,
        notes=warlog.notes,
        digests=[named for named, _ in warlog.batches],
    )
    gone = archive.tombstone(warlog.header.game) if archive.exists() else None
    try:
        (row,) = archive.record([game])
    except NameTaken:
        if slug is not None:
            raise
        (row,) = archive.record([msgspec.structs.replace(game, slug="")])
    dropped = gone.dropped if gone is not None else None
    return Imported(str(file), row.slug, row.plies, len(warlog.batches), dropped=dropped)


class _Meeting:
    """A file and the game of the same id that is in the archive already."""

    def __init__(self, archive: Archive, file: Path, warlog: Warlog, row: GameRow) -> None:
        self.archive = archive
        self.file = file
        self.warlog = warlog
        self.row = row
        self.theirs = dict(warlog.batches)
        self.ours = {each.digest: each.batch for each in archive.tree_stored(row.id)}

    def settle(self, who: str) -> Imported:
        if self.warlog.batches[0][0] not in self.ours:
            raise Parted(
                f"{shown(self.file.name)} has another beginning than {self.row.slug}, which has the same id"
            )
        heads = self._moved_on()
        added = self._added(heads.values())
        seen_by = self._seen_by(bool(added))
        replaced = self._replaced()
        row = self.row
        noted = self._noted(added)
        if heads or replaced or noted or seen_by != row.seen_by:
            self.archive.absorb(
                row.id,
                [self.theirs[named] for named in added],
                heads,
                replaced=list(replaced.values()),
                seen_by=seen_by,
                noted=noted,
                who=who,
            )
            row = self.archive.game(row.id)
        return Imported(str(self.file), row.slug, row.plies, len(added), replaced=tuple(replaced))

    def _moved_on(self) -> dict[str, Head]:
        """Where lines shall stand that are longer in the file, or not here. Raises Parted."""
        lines = self.archive.tree(self.row.id).lines
        heads: dict[str, Head] = {}
        parted: list[str] = []
        for name, line in fold(self.warlog.journal).lines.items():
            here = lines.get(name)
            if line.head.digest in self.ours:
                # Nothing new: the file's copy of the line is older, or has only taken back what is here.
                if here is None and not line.abandoned:
                    heads[name] = line.head
            elif here is None or self._leads(here.head, line.head):
                heads[name] = line.head
            elif line.abandoned:
                heads[_free_tail(line.source, {*lines, *heads})] = line.head
            else:
                parted.append(name)
        if parted:
            raise Parted(self._parting(parted[0], lines[parted[0]].head))
        return heads

    def _leads(self, first: Head, last: Head) -> bool:
        """Whether the batch `last` of the file lies ahead of `first`."""
        at = last.digest
        for _ in range(last.ply - first.ply):
            at = self.theirs[at].parent
        return last.ply > first.ply and at == first.digest

    def _parting(self, name: str, ours: Head) -> str:
        theirs = fold(self.warlog.journal).lines[name].head
        common = set(_history(self.ours, ours.digest))
        ply = next(self.theirs[at].ply for at in _history(self.theirs, theirs.digest) if at in common)
        return (
            f"line {name} of {shown(self.file.name)} and of {self.row.slug} went different ways after ply {ply} "
            f"(ply {theirs.ply} there, ply {ours.ply} here): take it into another archive, or give the line here back "
            f"to ply {ply} first"
        )

    def _added(self, heads: Iterable[Head]) -> list[str]:
        """The digests of batches that lines shall stand on and that are not here, parents first."""
        wanted: set[str] = set()
        for head in heads:
            for named in _history(self.theirs, head.digest):
                if named in self.ours or named in wanted:
                    break
                wanted.add(named)
        return [named for named, _ in self.warlog.batches if named in wanted]

    def _noted(self, added: Iterable[str]) -> list[Note]:
        """The notes of the file that are not here, at batches that will be."""
        there = {*self.ours, *added}
        known = {note.note for note in self.archive.notes(self.row.id)}
        return [note for note in self.warlog.notes if note.note not in known and note.batch in there]

    def _seen_by(self, added: bool) -> tuple[str, ...]:
        """Who has seen the game afterwards (nobody: it is whole). Refuses a file by which it would be known in part by
        some and in part by others."""
        theirs, ours = set(self.warlog.header.seen_by), set(self.row.seen_by)
        if theirs == ours:
            return self.row.seen_by
        there = f"{shown(self.file.name)} is {_as_seen(theirs)} and {self.row.slug} here is {_as_seen(ours)}"
        if not theirs or (ours and theirs > ours):
            besides = [batch.ply for named, batch in self.ours.items() if named not in self.theirs]
            if besides:
                raise FileUnreadable(
                    f"{there}, but holds no ply {max(besides)} as here: a file that goes as far is needed"
                )
            return self.warlog.header.seen_by
        if ours and not theirs < ours:
            raise FileUnreadable(
                f"{there}: they cannot be laid together; a file of the whole game fills both in"
            )
        if added:
            raise FileUnreadable(f"{there}: a file that goes on from here must know as much")
        return self.row.seen_by

    def _replaced(self) -> dict[str, Batch]:
        """By digest the batches here of which the file knows more, with what both know."""
        found: dict[str, Batch] = {}
        if not self.row.seen_by:
            return found
        for named, theirs in self.warlog.batches:
            ours = self.ours.get(named)
            if ours is None or not theirs.secrets:
                continue
            if self.warlog.key is not None:
                found[named] = theirs
                continue
            known = _salts(ours)
            more = {at: salt for at, salt in _salts(theirs).items() if at not in known}
            if more:
                together = {**values(ours, known), **values(theirs, more)}
                blank = _read_batch(canonical(theirs, None))
                found[named] = filled(blank, together, {**known, **more})
        return found


def _salts(batch: Batch) -> dict[str, str]:
    return {secret.at: secret.salt for secret in batch.secrets if secret.salt}


def _history(batches: Mapping[str, Batch], named: str) -> Iterable[str]:
    """The digests from a batch back to the beginning."""
    while named:
        yield named
        named = batches[named].parent


def _free_tail(source: str, taken: set[str]) -> str:
    number = 1
    while f"{source}~{number}" in taken:
        number += 1
    return f"{source}~{number}"


def _as_seen(seats: set[str]) -> str:
    return f"as seen by {_listed(seats)}" if seats else "the whole game"
