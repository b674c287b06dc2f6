"""The archive: many games in one DuckDB file, attached for one piece of work and let go after.

Every method is one piece of work, whole or not at all, and durable when it returns. Any number of processes and
threads may use one file; who finds it in use waits up to `wait` seconds and is then told who holds it. An
`Archive` holds nothing open and may be made anywhere, before a fork too.

All methods raise ArchiveBusy, ArchiveUnusable (no archive there, not one, of a newer schema, read-only, full) and
Damaged; those that take a game or a line raise NotFound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Literal

import duckdb

from eventlog import (
    absorbing,
    appending,
    catalog,
    examining,
    games,
    histories,
    journal,
    listing,
    moving,
    notes,
    standing,
    whole_batches,
    whole_games,
)
from eventlog.archive_file import ArchiveFile, Info
from eventlog.collector import collector_paused
from eventlog.errors import HeadMoved, NotFound
from eventlog.examining import Examined, Stray
from eventlog.expectations import ANY, NEW, UNCHANGED, Expected, Sentinel
from eventlog.files import shown
from eventlog.histories import Events, History, Standpoint
from eventlog.listing import GameRow, Games, UnreadableGame
from eventlog.notes import Note
from eventlog.record import Batch, Chance, Head, Move, MoveKind
from eventlog.rows import fit
from eventlog.schema import first_row
from eventlog.tree import Tree
from eventlog.upkeep import Tombstone, Upgrade
from eventlog.whole_batches import Stored
from eventlog.whole_games import RecordedGame

__all__ = [
    "ANY",
    "NEW",
    "UNCHANGED",
    "Archive",
    "Events",
    "Examined",
    "Expected",
    "GameRow",
    "History",
    "Info",
    "RecordedGame",
    "Sentinel",
    "Standpoint",
    "Stored",
    "Stray",
    "Tombstone",
    "UnreadableGame",
    "Upgrade",
]


class Archive(ArchiveFile):
    """The archive at `path`; nothing is opened or made yet. `clock` gives times where the caller gives none, `rulesets`
    those whose events have views in SQL."""

    # ------------------------------------------------------------------ games

    def begin(
        self,
        batch: Batch,
        *,
        slug: str | None = None,
        data: bytes | None,
        who: str = "",
        line: str = "main",
        seen_by: Sequence[str] = (),
    ) -> tuple[GameRow, Move]:
        """Store a game's first batch (ply 0, with its beginning), its data, and the first move of its journal.

        Makes the archive where there is none. `slug` None or "": the ruleset's name with the next free number. `data`
        None: the archive holds them already. The same batch again is a success without a row. Raises NameTaken (the
        slug, or the game with another beginning), Unfit.
        """
        fit(batch)
        games.beginning(batch)
        self._make()
        with self._transaction() as connection:
            move = games.begin(connection, batch, slug or "", data, who, line, seen_by)
            return listing.rows(connection, "id = ?", [batch.game])[0], move

    def record(self, recorded: Sequence[RecordedGame]) -> list[GameRow]:
        """Store whole games in one transaction, fast. Makes the archive where there is none.

        Raises NameTaken, Unfit; then none of them is stored.
        """
        if not recorded:
            return []
        with collector_paused():
            checked = whole_games.check(recorded)
            self._make()
            with self._transaction() as connection:
                numbers = whole_games.record(connection, checked)
        with self._reading() as connection:
            return listing.rows(connection, "game BETWEEN ? AND ?", [numbers[0], numbers[-1]])

    def games(
        self,
        *,
        ruleset: str | None = None,
        origin: str | None = None,
        tag: tuple[str, str] | None = None,
        without: Sequence[str] = (),
    ) -> Games:
        """The games in the order in which they were stored, by ruleset, origin, tag (name, value); `without` these
        origins. Those that cannot be read are left out; `survey` names them."""
        return Games(self.survey(ruleset=ruleset, origin=origin, tag=tag, without=without)[0])

    def survey(
        self,
        *,
        ruleset: str | None = None,
        origin: str | None = None,
        tag: tuple[str, str] | None = None,
        without: Sequence[str] = (),
    ) -> tuple[list[GameRow], list[UnreadableGame]]:
        """As `games`, and besides them those that are damaged so that they cannot be listed."""
        where, parameters = ["TRUE"], list[str]()
        if ruleset is not None:
            where.append("ruleset = ?")
            parameters.append(ruleset)
        if origin is not None:
            where.append("origin = ?")
            parameters.append(origin)
        for unwanted in without:
            where.append("origin <> ?")
            parameters.append(unwanted)
        with self._reading() as connection:
            found, unreadable = listing.survey(connection, " AND ".join(where), parameters)
        if tag is not None:
            found = [row for row in found if row.begin.tags.get(tag[0]) == tag[1]]
        return found, unreadable

    def game(self, reference: str) -> GameRow:
        """The game of this slug, unique beginning of a slug, or id."""
        with self._reading() as connection:
            known = catalog.find(connection, reference)
            return listing.rows(connection, "game = ?", [known.number])[0]

    def set_result(self, game: str, result: Any) -> None:
        """Keep a result (anything that msgspec encodes, or None) for lists; it is no part of the log."""
        with self._transaction() as connection:
            games.set_result(connection, catalog.find(connection, game).number, result)

    # ------------------------------------------------------------------ writing

    def append(
        self,
        game: str,
        line: str,
        batches: Sequence[Batch],
        *,
        expected: Expected,
        who: str = "",
        kind: MoveKind = "act",
        time: datetime | None = None,
        unsigned: Collection[int] = (),
        result: Any = UNCHANGED,
    ) -> Move:
        """Store batches at the head of a line and move it on: all of them or none.

        They are one move of the journal, made at `time`; but each of the plies `unsigned` is a move of its own, which
        bears nobody's name, and what stands before one is moved to at the time of its last batch.
        `expected` is the head that the writer has seen (a Head, a digest, or the number of the game's last move), NEW
        (the line must not exist: it is branched from the first batch's parent), or ANY (the first batch's parent
        must be the head). The same batches again are a success without rows: the move that stored them is given back.
        No batches: nothing is stored, and the line's last move given back. `result` is as in `set_result`, in the
        same transaction. Raises HeadMoved with both heads, Unfit.
        """
        with self._meeting(game, line) as connection:
            known = catalog.find(connection, game)
            move = appending.append(
                connection, known, line, batches, expected, who, kind, time or self._clock(), unsigned
            )
            games.set_result(connection, known.number, result)
            return move

    def move(
        self,
        game: str,
        kind: Literal["undo", "redo", "branch", "switch", "promote"],
        line: str,
        head: Head,
        *,
        expected: Expected | None = None,
        source: str = "",
        who: str = "",
        seen: Sequence[str] = (),
        time: datetime | None = None,
        result: Any = UNCHANGED,
    ) -> Move:
        """Move a head without new batches; it costs the same at any length.

        undo: back to a batch of the line's own history. redo: forward again, as far as where the last undo came
        from. branch: a new line `line` at any batch of the game, from `source`. switch, promote: `head` is where it is.
        `expected` as in `append` (of `source`, for a branch); None is ANY. Raises HeadMoved, NotFound (no such
        batch there, nothing to redo), NameTaken, Unfit.
        """
        with self._meeting(game, line) as connection:
            known = catalog.find(connection, game)
            move = moving.move(
                connection, known, kind, line, head, expected, source, who, seen, time or self._clock()
            )
            games.set_result(connection, known.number, result)
            return move

    def absorb(
        self,
        game: str,
        batches: Sequence[Batch],
        heads: Mapping[str, Head],
        *,
        replaced: Sequence[Batch] = (),
        seen_by: Sequence[str] | None = None,
        noted: Sequence[Note] = (),
        who: str = "",
        time: datetime | None = None,
    ) -> tuple[Move, ...]:
        """Take what another copy of a game holds besides, in one transaction.

        `batches` are new ones, parents first (those here already are passed over); `heads` is where lines shall
        stand, one move of kind `import` each where that is elsewhere than now. `replaced` are batches that are here
        already, of which more is known now: their canonical bytes are the same. `seen_by` is who has seen the game
        then (empty: the full game; None: as before). `noted` are notes; those here already stay. Whether it is right
        to move a line is the caller's to judge.
        """
        with self._transaction() as connection:
            known = catalog.find(connection, game)
            return absorbing.absorb(
                connection, known, batches, heads, replaced, seen_by, noted, who, time or self._clock()
            )

    def annotate(self, game: str, notes_made: Sequence[Note]) -> tuple[Note, ...]:
        """Keep notes, with their ids; those that are here already stay as they are. The ones that were new.

        Raises NotFound (no such batch, or none whose place is to be taken), NameTaken (a bookmark that is here), Unfit.
        """
        with self._transaction() as connection:
            known = catalog.find(connection, game)
            return notes.add(connection, known, notes_made, by_hand=True)

    # ------------------------------------------------------------------ reading

    def standing(self, game: str) -> dict[str, str]:
        """What seats have left with the archive for themselves alone, by seat; no part of the log (`leave`)."""
        with self._known(game) as (connection, known):
            return standing.orders(connection, known)

    def leave(self, game: str, seat: str, content: str | None) -> None:
        """Keep a seat's standing order beside the game, in place of the one before; None takes it back."""
        with self._transaction() as connection:
            standing.leave(connection, catalog.find(connection, game), seat, content)

    def notes(self, game: str) -> tuple[Note, ...]:
        """All notes of a game in the order in which they came, those too whose place others have taken."""
        with self._known(game) as (connection, known):
            return notes.stored(connection, known)

    def journal(self, game: str) -> tuple[Move, ...]:
        """All moves of a game, in order."""
        with self._known(game) as (connection, known):
            return journal.journal(connection, known.number)

    def last_move_digest(self, game: str) -> str:
        """The digest that the game's last move is stored under."""
        with self._known(game) as (connection, known):
            return journal.last_move_digest(connection, known)

    def tree(self, game: str) -> Tree:
        """The lines of a game and where they stand."""
        with self._known(game) as (connection, known):
            return journal.tree_of(connection, known)

    def head(self, game: str, line: str, ply: int | None = None) -> Head:
        """The batch where a line stands, or that of another ply of its history."""
        with self._known(game) as (connection, known):
            _, last = histories.place_of(connection, known, line)
            at = last if ply is None else ply
            found = histories.outline(connection, known, line, at, at)
        if not found:
            raise NotFound(f"Line {line} of game {known.slug} has no ply {at}; its plies are 0 to {last}.")
        return Head(found[0].digest, at)

    def line_batches(
        self, game: str, line: str | Head, first: int = 0, last: int | None = None
    ) -> list[Batch]:
        """The batches of a line (or of the history of a batch), from ply `first` to ply `last` (its head)."""
        with self._known(game) as (connection, known):
            return [each.batch for each in whole_batches.batches(connection, known, line, first, last)]

    def line_stored(
        self, game: str, line: str | Head, first: int = 0, last: int | None = None
    ) -> list[Stored]:
        """As `line_batches`, each with the digest that it is stored under."""
        with self._known(game) as (connection, known):
            return whole_batches.batches(connection, known, line, first, last)

    def tree_stored(self, game: str) -> list[Stored]:
        """All batches of a game, parents first, each with the digest that it is stored under."""
        with self._known(game) as (connection, known):
            return whole_batches.tree_batches(connection, known)

    def history(self, game: str, line: str | Head, first: int = 0, last: int | None = None) -> History:
        """What rebuilding needs of a history: digests, entries, events as one text, purposes of chance."""
        with self._known(game) as (connection, known):
            return histories.history(connection, known, line, first, last)

    def line_events(self, game: str, line: str | Head, first: int = 0, last: int | None = None) -> Events:
        """The events of a history as one JSON text, each with its tag inside."""
        with self._known(game) as (connection, known):
            return histories.events(connection, known, line, first, last)

    def line_event_rows(
        self, game: str, line: str | Head, first: int = 0, last: int | None = None
    ) -> list[tuple[int, str, int, str]]:
        """The events of a history as rows: ply, type, version, payload."""
        with self._known(game) as (connection, known):
            return histories.event_rows(connection, known, line, first, last)

    def line_chance(
        self, game: str, line: str | Head, first: int = 0, last: int | None = None
    ) -> list[tuple[int, list[Chance]]]:
        """The rolls and draws of a history, by ply, where there are any."""
        with self._known(game) as (connection, known):
            return histories.chance(connection, known, line, first, last)

    def line_outline(
        self, game: str, line: str | Head, first: int = 0, last: int | None = None
    ) -> list[Standpoint]:
        """The plies of a history: digest, entry, kind, seat."""
        with self._known(game) as (connection, known):
            return histories.outline(connection, known, line, first, last)

    def batch(self, game: str, digest: str) -> Batch | None:
        """The batch of this digest (64 hex digits), or None."""
        with self._known(game) as (connection, known):
            return whole_batches.batch(connection, known, digest)

    def examine(self, game: str) -> Examined:
        """Looks at every row of a game: whether they are what was written, and agree. Raises Damaged only where its own
        row cannot be read."""
        with self._known(game) as (connection, known):
            row = listing.rows(connection, "game = ?", [known.number])[0]
            return examining.examine(connection, known, row)

    def strays(self) -> list[Stray]:
        """What is left of games that the archive does not list, which is damage."""
        with self._reading() as connection:
            return examining.strays(connection)

    def data_of(self, game: str) -> bytes:
        """The data that a game was begun with, as stored. Raises Damaged where they are gone."""
        with self._known(game) as (connection, known):
            return examining.data_of(connection, known)

    def data(self, hash: str) -> bytes:
        """A game's data, as stored. Raises NotFound."""
        with self._reading() as connection:
            row = first_row(
                connection.execute("SELECT content FROM archive.data WHERE hash = ?", [bytes.fromhex(hash)])
            )
        if row is None:
            raise NotFound(f"The archive {shown(self.path)} does not hold the data {hash[:12]}.")
        return bytes(row[0])

    def key(self, game: str) -> bytes | None:
        """The game's key (16 bytes), or None where it is not known."""
        with self._known(game) as (_, known):
            return known.key

    @contextmanager
    def _meeting(self, game: str, line: str) -> Iterator[duckdb.DuckDBPyConnection]:
        """A transaction in which a line is moved. The key of the journal is the last to notice that somebody else has
        written meanwhile."""
        try:
            with self._transaction() as connection:
                yield connection
        except duckdb.Error as error:
            if "uplicate key" in str(error) or "onflict on" in str(error):
                raise HeadMoved(
                    f"Line {line} of game {game} has moved: somebody acted first; look at it again and repeat.",
                    None,
                    None,
                ) from error
            raise
