"""An archive as a notebook opens it: with a view in SQL for every event of every installed ruleset, and with boards."""

from __future__ import annotations

from pathlib import Path

from eventlog.archive import Archive
from replays.course import Rulesets
from replays.references import Resolved, resolve


def open_archive(path: Path | str, *, wait: float = 10.0) -> Archive:
    """The archive at `path`; nothing is opened or made yet.

    with open_archive("archive.duckdb").reading() as sql:
        print(sql("SELECT ruleset, count(*) FROM warlog.games GROUP BY ALL"))
    """
    return Archive(path, wait=wait, rulesets=Rulesets)


def position(archive: Archive, reference: str) -> Resolved:
    """A position by its reference (`sauron-3@42`); a notebook shows its board."""
    return resolve(archive, reference)
