"""The ways in which the log says no. Each is one sentence for a person: what was wrong, where, what would be right."""

from __future__ import annotations

from typing import Literal

from eventlog.record import Head

What = Literal["edited", "missing", "reordered", "cut short"]
"""What happened to something that is damaged."""


class LogError(Exception):
    """Any refusal of the log."""


class NotFound(LogError):
    """No such game, line, ply or data in this archive."""


class HeadMoved(LogError):
    """Somebody else acted first: the line does not stand where the writer thought."""

    def __init__(self, message: str, expected: Head | None, found: Head | None) -> None:
        super().__init__(message)
        self.expected = expected
        self.found = found


class ArchiveBusy(LogError):
    """Another process (`pid`, where known) holds the archive and did not let go in time."""

    def __init__(self, message: str, pid: int | None) -> None:
        super().__init__(message)
        self.pid = pid


class ArchiveUnusable(LogError):
    """The file is missing, not an archive, of a newer schema, read-only, or in a place that cannot be written."""


class NameTaken(LogError):
    """A game or a line of this name is already there."""


class Unfit(LogError):
    """What was handed over cannot be stored as it is: a malformed id, name, parent or payload, a broken chain."""


class Damaged(LogError):
    """What is stored or read is not what was written: an edited, missing, re-ordered or cut-off batch or file.

    `ply` is where, and `what` in a word what (as in `verification.Damage`), as far as it is known.
    """

    def __init__(self, message: str, *, ply: int = 0, what: What = "edited") -> None:
        super().__init__(message)
        self.ply = ply
        self.what: What = what


class UnknownType(LogError):
    """An event type or a schema version that this program does not know (`newer` if it comes from a later version)."""

    def __init__(self, message: str, newer: bool = False) -> None:
        super().__init__(message)
        self.newer = newer


class FileUnreadable(LogError):
    """A file that was to be imported is empty, noise, from a newer version, or not of the expected kind."""


class FileUnwritable(LogError):
    """A file cannot be written where it was asked for."""


class Parted(LogError):
    """The imported game and the one in the archive went different ways."""


class Outdated(LogError):
    """What an older program left out has to be made up for first, by `archive upgrade`."""
