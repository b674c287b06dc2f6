"""The file of an archive: attached for one piece of work, read in SQL, copied, brought over, let go of."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from eventlog import catalog, journal, upkeep
from eventlog.attach import Attachment, attachment
from eventlog.catalog import Known
from eventlog.described import Describe, no_rulesets
from eventlog.errors import ArchiveUnusable
from eventlog.files import shown
from eventlog.reading import Reading, copy_of, snapshot
from eventlog.schema import SCHEMA, attached_fresh, first_row, make_tables
from eventlog.upkeep import Tombstone, Upgrade


class Info(msgspec.Struct, frozen=True):
    """What an archive is: its schema, the DuckDB storage version, what it holds, its size in bytes."""

    schema: int
    storage: str
    games: int
    batches: int
    events: int
    moves: int
    bytes: int
    made_by: str
    file: str


def utc_now() -> datetime:
    """The system's clock."""
    return datetime.now(UTC)


class ArchiveFile:
    """The archive at `path`; nothing is opened or made yet. `clock` gives times where the caller gives none, `rulesets`
    those whose events have views in SQL."""

    def __init__(
        self,
        path: Path | str,
        *,
        wait: float = 10.0,
        clock: Callable[[], datetime] = utc_now,
        program: str = "warlog",
        rulesets: Describe = no_rulesets,
    ) -> None:
        self.path = Path(os.path.abspath(path))  # noqa: PTH100 - a link stays a link in what people read
        self.wait = wait
        self._clock = clock
        self._program = program
        self._rulesets = rulesets
        self._held: Attachment | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def exists(self) -> bool:
        """Whether there is a file; it is made by the first `begin` or `record`."""
        return os.path.exists(self.path)  # noqa: PTH110 - False, too, for a name that no file can have

    def info(self) -> Info:
        """Versions, contents and size."""
        with self._reading() as connection:
            about = dict(connection.execute("SELECT key, value FROM archive.about").fetchall())
            held, batches, events, moves = (
                connection.execute(f"SELECT count(*) FROM archive.{table}").fetchall()[0][0]
                for table in ("game", "batch", "event", "move")
            )
            tags = first_row(
                connection.execute(
                    "SELECT tags['storage_version'] FROM duckdb_databases() WHERE database_name = 'archive'"
                )
            )
        return Info(
            int(about.get("schema", SCHEMA)),
            (tags[0] if tags else None) or "",
            held,
            batches,
            events,
            moves,
            self.path.stat().st_size,
            about.get("program", ""),
            str(self.path),
        )

    @contextmanager
    def reading(self, *, copy: bool = False) -> Iterator[Reading]:
        """The archive attached read-only as `archive`, for questions in SQL. Writers wait meanwhile, unless it is a
        `copy` that is read, which locks nobody out."""
        if copy:
            with snapshot(self.path) as file:
                with self._reading():
                    copy_of(self.path, file)
                with ArchiveFile(file, rulesets=self._rulesets).reading() as reading:
                    yield reading
            return
        held = self._attachment()
        with held.attached(write=False, wait=self.wait, plain=True) as connection:
            if held.reading is not None:  # one inside another shares its views
                yield held.reading
                return
            cursor = connection.cursor()
            held.reading = reading = Reading(cursor, self._rulesets())
            try:
                yield reading
            finally:
                held.reading = None
                reading.close()
                cursor.close()

    def frame(self, query: str) -> Any:
        """The rows of a query as an Arrow table. Raises ImportError without `pyarrow` (`warlog[frames]`)."""
        import pyarrow as pa  # noqa: F401 - where it is missing, that is said before anything is read

        with self.reading() as sql:
            return sql(query).to_arrow_table()

    @contextmanager
    def working(self, *, write: bool = True) -> Iterator[None]:
        """Several steps as one piece of work: between them nobody else writes (or reads, unless without `write`). Each
        step that writes is still a transaction of its own."""
        with self._attachment().attached(write=write, wait=self.wait):
            yield

    # ------------------------------------------------------------------ the file

    def backup(self, to: Path) -> int:
        """Copy the archive as it is now to a file; its size in bytes. Writers wait for the copy, readers do not."""
        part = to.with_name(f".{uuid.uuid4().hex}.part")
        try:
            with self._reading():
                copy_of(self.path, part)
            copied = ArchiveFile(part, wait=self.wait)
            with copied._attachment().attached(write=True, wait=self.wait):
                pass  # what lay in a log beside the archive goes into the file
            part.replace(to)
        except OSError as error:
            raise ArchiveUnusable(
                f"{shown(to)} cannot be written: {(error.strerror or str(error)).lower()}."
            ) from error
        finally:
            for left in (part, Path(f"{part}.wal")):
                left.unlink(missing_ok=True)
        return to.stat().st_size

    def outdated(self) -> Upgrade:
        """What `upgrade` would do."""
        with self._reading() as connection:
            return upkeep.outdated(connection, self._rulesets())

    def upgrade(self) -> Upgrade:
        """Bring everything over into a new file of the newest schema, with the courses of all games, and give it the
        archive's name; the old file is kept beside it. Raises Damaged where the new file would not hold the same."""
        rulesets = self._rulesets()
        attached = self._attachment()
        with attached.attached(write=True, wait=self.wait) as connection:
            found = upkeep.outdated(connection, rulesets)
            if not found.needed:
                return found
            with attached_fresh(connection, attached.path) as fresh:
                make_tables(connection)
                reckoned = upkeep.copy_into(connection, rulesets, self.path)
                connection.execute("COMMIT")
                connection.execute("DETACH fresh")
                kept = upkeep.put_in_place(fresh, attached.path)
        return msgspec.structs.replace(found, reckoned=reckoned, kept=str(kept))

    def drop(self, game: str, *, who: str = "", time: datetime | None = None) -> Tombstone:
        """Take a whole game out of the archive, all of its lines; what remains is its tombstone."""
        with self._transaction() as connection:
            known = catalog.find(connection, game)
            heads = {
                line.name: (line.head.ply, line.head.digest)
                for line in journal.tree_of(connection, known).lines.values()
            }
            upkeep.drop(connection, known, heads, who, time or self._clock())
            found = upkeep.tombstone(connection, known.id)
            assert found is not None
            return found

    def tombstone(self, game_id: str) -> Tombstone | None:
        """What remains of a game that was dropped, by its id; None where it never was."""
        with self._reading() as connection:
            return upkeep.tombstone(connection, game_id)

    def _attachment(self) -> Attachment:
        if self._held is None or self._held.process != os.getpid():
            self._held = attachment(self.path)
        return self._held

    def _make(self) -> None:
        self._attachment().create(self._program, self._clock(), wait=self.wait)

    def _reading(self) -> Any:
        return self._attachment().attached(write=False, wait=self.wait)

    def _transaction(self) -> Any:
        return self._attachment().transaction(wait=self.wait)

    @contextmanager
    def _known(self, game: str) -> Iterator[tuple[duckdb.DuckDBPyConnection, Known]]:
        with self._reading() as connection:
            yield connection, catalog.find(connection, game)
