"""One SELECT over the archive: it changes nothing, reads no other file, fetches nothing, and ends in time and memory.

It is answered by a process of its own (`query_process`), which can be bounded and ended.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cli.answers import Refusal
from cli.failures import Failure
from cli.rows import Rows, bad_query

if TYPE_CHECKING:
    from eventlog.archive import Archive

MEMORY = 2_500_000_000
"""Bytes that the process which answers may take."""

LATE = 75
"""What that process ends with when a query does not end."""

TOO_LARGE = f"the query needs more memory than it may have ({MEMORY / 1e9:g} GB); ask for less."

_SERVE = "from cli.query_process import serve; serve()"


class Asked(msgspec.Struct):
    """A query to be answered: over which archive, how long that may be waited for, and how long it may take."""

    file: Path
    wait: float
    query: str
    seconds: int


def too_late(seconds: int) -> str:
    """What is said of a query that takes too long."""
    return f"the query took longer than {seconds} s; ask for less, or give it longer with --timeout."


def ask(archive: Archive, query: str, seconds: int) -> Rows:
    """The rows of one SELECT. Raises Failure for anything else, for an error in it, and where it takes too much."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        out, _ = process.communicate(pickle.dumps(Asked(archive.path, archive.wait, query, seconds)))
    finally:
        process.kill()
        process.wait()
    if process.returncode == LATE:
        raise bad_query(too_late(seconds))
    if not out:
        raise bad_query(TOO_LARGE)
    answer = pickle.loads(out)
    if isinstance(answer, Refusal):
        raise Failure(answer.code, answer.kind, answer.message)
    assert isinstance(answer, Rows)
    return answer
