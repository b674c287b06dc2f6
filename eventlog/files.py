"""Files: written whole or not at all, and how sentences call them."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

from eventlog.errors import FileUnwritable

LONGEST_NAME = 160
"""Characters of a file's name in a sentence; the middle of a longer one is left out."""


def shown(file: Path | str) -> str:
    """The name of a file as sentences have it."""
    name = str(file)
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def write_whole(file: Path, content: bytes) -> int:
    """Write a file under another name and then put it in its place, so that nobody finds half of it; its size.

    What stood there before is replaced only by the whole. Raises FileUnwritable, and then nothing has changed.
    """
    try:
        if file.exists() and not file.is_file():
            if file.is_dir():
                raise FileUnwritable(f"{shown(file)} cannot be written: it is a folder; name a file")
            # A pipe or a device is written to, not replaced.
            return file.write_bytes(content)
        target = file.resolve()
        if not target.parent.is_dir():
            raise FileUnwritable(
                f"{shown(file)} cannot be written: there is no folder {shown(target.parent)}"
            )
        fresh = target.with_name(f".{uuid.uuid4().hex}.part")
        try:
            with fresh.open("xb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            fresh.replace(target)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise FileUnwritable(f"{shown(file)} cannot be written: {error.strerror or error}") from None
    return len(content)
