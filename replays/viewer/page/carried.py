"""The game that a replay page carries along, taken out again."""

from __future__ import annotations

import base64
import binascii
import gzip
import re
import zlib
from pathlib import Path

from eventlog.errors import FileUnreadable
from eventlog.files import shown

SUFFIXES = (".html", ".htm")
_CARRIED = re.compile(rb'<script type="application/gzip;base64" id="warlog">([A-Za-z0-9+/=\s]*)</script>')


def is_page(file: Path) -> bool:
    """Whether the file is called as a page is."""
    return file.suffix.lower() in SUFFIXES


def carried(file: Path) -> bytes:
    """The `.warlog` in a replay page, byte for byte. Raises FileUnreadable."""
    try:
        found = _CARRIED.search(file.read_bytes())
    except FileNotFoundError:
        raise FileUnreadable(
            f"{shown(file)} is not there; a replay page or a .warlog file is needed"
        ) from None
    except OSError as error:
        raise FileUnreadable(f"{shown(file)} cannot be read: {error.strerror or error}") from None
    if found is None:
        raise FileUnreadable(
            f"{shown(file)} carries no game: only a whole replay page, as `export` wrote it, does"
        )
    try:
        return gzip.decompress(base64.b64decode(found.group(1)))
    except (OSError, EOFError, zlib.error, binascii.Error):
        raise FileUnreadable(
            f"{shown(file)} carries a game that cannot be unpacked: the page was changed or cut off"
        ) from None
