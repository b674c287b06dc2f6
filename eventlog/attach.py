"""The archive file is attached for one piece of work and let go after; this is where processes and threads meet.

DuckDB lets one process write or many read. In one process a lock per file keeps the threads apart, since DuckDB
alone would let two of them commit the same ply. Between processes an attachment that is refused is tried again
after a short random time, and whoever has let go pauses a moment, so that nobody starves.

Nothing here may open the file by other means while it is attached: closing any handle on it drops DuckDB's lock.
"""

from __future__ import annotations

import os
import random
import re
import stat
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from eventlog import schema
from eventlog.errors import ArchiveBusy, ArchiveUnusable, Damaged, LogError
from eventlog.files import shown

if TYPE_CHECKING:
    from eventlog.reading import Reading

RETRY = (0.0005, 0.005)
"""Seconds between two tries to attach: at random, so that waiting processes do not march in step."""

PAUSE = 0.001
"""Seconds between letting go and the next attachment of the same process: without them others starve."""

SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    # Rows go to the disk as soon as a group of them is full, by the thread that adds them: with the default of five,
    # most of what is stored in bulk waits for the COMMIT, which compresses all of it on one core.
    "write_buffer_row_group_count": 1,
}


class Attachment:
    """One archive file in this process: its in-memory DuckDB, and the lock that threads wait for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.process = os.getpid()
        self._lock = threading.RLock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self.reading: Reading | None = None  # who asks questions in SQL now
        self._depth = 0
        self._writing = False
        self._let_go = -PAUSE
        self._checked: tuple[int, ...] = ()  # how the file looked when we let go of it, its schema checked

    @contextmanager
    def attached(
        self, *, write: bool, wait: float, plain: bool = False
    ) -> Iterator[duckdb.DuckDBPyConnection]:
        """The file as `archive`, for the length of the `with`; a piece of work inside another shares it.

        Raises ArchiveBusy where it did not come free in `wait` seconds, ArchiveUnusable or Damaged where it cannot be
        used at all. What DuckDB says inside about the file is said as one of these too; where `plain`, for
        queries that are not ours, only what it says of damage.
        """
        until = time.monotonic() + wait
        if not self._lock.acquire(timeout=max(wait, 0)):
            raise _busy(self.path, os.getpid(), wait)
        try:
            if self._depth:
                if write and not self._writing:
                    raise RuntimeError("inside a piece of work that reads the archive it cannot be written")
                yield self._connection_here()
                return
            connection, looks = self._attach(write, until, wait)
            self._depth, self._writing = 1, write
            well_known = looks == self._checked
            self._checked = ()
            try:
                if not well_known:
                    schema.check(connection, self.path)
                    well_known = True
                yield connection
            except duckdb.Error as error:
                known = damage_said(error, self.path) if plain else _known_saying(error, self.path)
                if known is None:
                    raise
                raise known from error
            except RuntimeError as error:
                # So DuckDB says that somebody pressed Ctrl-C.
                if "interrupt" in str(error).lower():
                    raise KeyboardInterrupt from error
                raise
            finally:
                self._depth, self._writing = 0, False
                self._detach()
                if well_known:
                    self._checked = _looks(self.path)
        finally:
            self._lock.release()

    @contextmanager
    def transaction(self, *, wait: float) -> Iterator[duckdb.DuckDBPyConnection]:
        """Attached for writing, in one transaction: all of it is durable afterwards, or none of it."""
        with self.attached(write=True, wait=wait) as connection:
            connection.execute("BEGIN")
            try:
                schema.anchor(connection)
                yield connection
            except BaseException:
                # A COMMIT after any error would succeed silently and keep nothing.
                _roll_back(connection)
                raise
            try:
                connection.execute("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise

    def create(self, program: str, made: datetime, *, wait: float) -> None:
        """Make the file where it is missing."""
        if os.path.exists(self.path):  # noqa: PTH110 - False, too, for a name that no file can have
            return
        folder = self.path.parent
        if not os.path.isdir(folder):  # noqa: PTH112 - False, too, for a name that no folder can have
            raise ArchiveUnusable(
                f"The archive {shown(self.path)} cannot be made: there is no folder {shown(folder)}; make it, or "
                "name a file elsewhere."
            )
        if not os.access(folder, os.W_OK):
            raise ArchiveUnusable(
                f"The archive {shown(self.path)} cannot be made: the folder {shown(folder)} is read-only; make it "
                "writable, or name a file elsewhere."
            )
        if not self._lock.acquire(timeout=max(wait, 0)):
            raise _busy(self.path, os.getpid(), wait)
        try:
            schema.create(self._connection_here(), self.path, program, made)
        except (duckdb.Error, OSError) as error:
            self._discard()
            raise said(error, self.path) from error
        finally:
            self._lock.release()

    def _connection_here(self) -> duckdb.DuckDBPyConnection:
        if self._connection is None:
            self._connection = duckdb.connect(":memory:", config=SETTINGS)
            self._connection.execute("SET TimeZone = 'UTC'")
            # It would be printed among our own words, in commands that take more than two seconds.
            self._connection.execute("SET enable_progress_bar = false")
        return self._connection

    def _attach(
        self, write: bool, until: float, wait: float
    ) -> tuple[duckdb.DuckDBPyConnection, tuple[int, ...]]:
        """The connection with the file attached, and how the file looked just before."""
        connection = self._connection_here()
        # Whoever waits for the file tries again within the pause; only a process that hurries has to wait for it.
        time.sleep(max(0.0, self._let_go + PAUSE - time.monotonic()))
        while True:
            _check_place(self.path, write)
            looks = _looks(self.path)
            try:
                connection.execute(
                    f"ATTACH ? AS archive (TYPE duckdb{'' if write else ', READ_ONLY'})", [str(self.path)]
                )
            except duckdb.Error as error:
                if not _is_busy(error):
                    raise said(error, self.path) from error
                if time.monotonic() >= until:
                    raise _busy(self.path, _holder(error), wait) from error
                time.sleep(random.uniform(*RETRY))
            else:
                return connection, looks

    def _detach(self) -> None:
        """Let go. Where DuckDB will not (a full disk, a broken file), the connection is thrown away instead: what was
        committed is in the file or in the log beside it, and the next attachment finds it there."""
        assert self._connection is not None
        try:
            self._connection.execute("DETACH archive")
        except duckdb.Error:
            self._discard()
        self._let_go = time.monotonic()

    def _discard(self) -> None:
        if self._connection is not None:
            with suppress(duckdb.Error):
                self._connection.close()
            self._connection = None


def _roll_back(connection: duckdb.DuckDBPyConnection) -> None:
    # After a failed COMMIT there is nothing left to roll back, and DuckDB says so by an error.
    with suppress(duckdb.Error):
        connection.execute("ROLLBACK")


# One attachment a file in this process, however many archives name it.
_attachments: weakref.WeakValueDictionary[str, Attachment] = weakref.WeakValueDictionary()
_attachments_lock = threading.Lock()


def attachment(path: Path) -> Attachment:
    """The attachment of this process for the file at `path`."""
    real = os.path.realpath(path)
    with _attachments_lock:
        found = _attachments.get(real)
        if found is None:
            found = _attachments[real] = Attachment(Path(real))
        return found


def _forget_after_fork() -> None:
    """A forked child must neither write through its parent's handle nor close it: it begins anew.

    What it inherits is never destroyed, since the threads that DuckDB would wait for exist in the parent only. (A child
    forked in the middle of a piece of work never gets the file: there DuckDB believes that it holds it.)
    """
    import ctypes  # rarely needed

    global _attachments, _attachments_lock
    for inherited in _attachments.values():
        if inherited._connection is not None:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(inherited._connection))
    _attachments = weakref.WeakValueDictionary()
    _attachments_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)


# What DuckDB says, as sentences for people --------------------------------------------------------------------------


def _check_place(path: Path, write: bool) -> None:
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise ArchiveUnusable(
            f"There is no archive at {shown(path)}; it is made when the first game is begun or imported."
        ) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ArchiveUnusable(
            f"The archive {shown(path)} cannot be read: {why.lower()}; name another file for the archive."
        ) from None
    if stat.S_ISDIR(status.st_mode):
        raise ArchiveUnusable(f"The archive {shown(path)} is a folder; name a file.")
    for each in (str(path), f"{path}.wal"):
        # To open a pipe is to wait for whoever opens its other end, for ever.
        if os.path.exists(each) and not os.path.isfile(each):  # noqa: PTH110, PTH113 - no error for too long a name
            raise ArchiveUnusable(
                f"The archive {shown(path)} cannot be used: {shown(each)} is no regular file; name another file."
            )
    if not os.access(path, os.R_OK):
        raise ArchiveUnusable(
            f"The archive {shown(path)} cannot be read; allow it to be read or name another."
        )
    if write and not os.access(path, os.W_OK):
        raise ArchiveUnusable(
            f"The archive {shown(path)} is read-only; make it writable or copy it elsewhere."
        )
    if write and not os.access(path.parent, os.W_OK):
        raise ArchiveUnusable(
            f"The archive {shown(path)} lies in a read-only folder, where nothing can be added; copy it elsewhere."
        )


def _looks(path: Path) -> tuple[int, ...]:
    """What changes when somebody else writes a file or puts another in its place: itself, its size, its time."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _is_busy(error: Exception) -> bool:
    text = str(error)
    return "Could not set lock" in text or "Unique file handle conflict" in text or "already attached" in text


def _holder(error: Exception) -> int | None:
    found = re.search(r"\(PID (\d+)\)", str(error))
    return int(found.group(1)) if found else None


def _busy(path: Path, pid: int | None, wait: float) -> ArchiveBusy:
    if pid == os.getpid():
        who = f"another piece of work of this process ({pid})"
    else:
        who = f"process {pid}" if pid is not None else "another process"
    return ArchiveBusy(
        f"The archive {shown(path)} is in use by {who} and did not come free within {wait:g} seconds; "
        "let that finish or end it, or wait longer.",
        pid,
    )


def said(error: Exception, path: Path) -> LogError:
    """What DuckDB or the system says about the archive file, as one of the log's own errors."""
    text = str(error)
    if _is_busy(error):
        return _busy(path, _holder(error), 0)
    if (known := _known_saying(error, path)) is not None:
        return known
    first = text.strip().splitlines()[0] if text.strip() else type(error).__name__
    first = first.replace(str(path), shown(path))
    return ArchiveUnusable(f"The archive {shown(path)} cannot be used: {first}")


def damage_said(error: Exception, path: Path) -> Damaged | None:
    """What DuckDB says of an archive whose content is damaged; None for all else that an error says, as that of a
    query which says such words itself."""
    # What a damaged block gives is of no kind of its own, or of one that no query can cause.
    if type(error) is not duckdb.Error and not isinstance(
        error, duckdb.IOException | duckdb.SerializationException
    ):
        return None
    known = _known_saying(error, path)
    return known if isinstance(known, Damaged) else None


def _known_saying(error: Exception, path: Path) -> LogError | None:
    text = str(error)
    for words, kind, sentence in _SAYINGS:
        if any(word in text for word in words):
            return kind(sentence.format(path=shown(path)))
    return None


_SAYINGS: tuple[tuple[tuple[str, ...], type[LogError], str], ...] = (
    (
        ("not a valid DuckDB database file",),
        ArchiveUnusable,
        "{path} is not an archive: it is empty or no DuckDB file; name another file for the archive.",
    ),
    (
        ("database file with version number", "storage version", "newer version of DuckDB"),
        ArchiveUnusable,
        "The archive {path} was written by a newer DuckDB; install a newer duckdb to open it.",
    ),
    (
        (
            "Corrupt",
            "Could not read enough bytes",
            "Failure while replaying WAL",
            "Serialization Error",
            "Failed to deserialize",
        ),
        Damaged,
        "The archive {path} is damaged: what is on the disk is not what was written; take a copy that is whole.",
    ),
    (
        ("Could not write file", "No space left", "File too large", "Disk quota", "Could not truncate"),
        ArchiveUnusable,
        "The archive {path} cannot be written: there is no room left on the disk; nothing was added.",
    ),
    (
        ("Permission denied", "Read-only file system", "read-only"),
        ArchiveUnusable,
        "The archive {path} is read-only, or lies in a read-only folder; make it writable or copy it elsewhere.",
    ),
    (("Is a directory",), ArchiveUnusable, "The archive {path} is a folder; name a file."),
)
