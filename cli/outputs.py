"""Where a command may write a file: never over an archive, which holds what nothing could bring back."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from cli.failures import bad_input

_MARK = slice(8, 12)
"""Where a DuckDB file says `DUCK`."""


def check(file: Path, archive: Path) -> None:
    """Refuses a file that cannot or must not be written: a folder, a link to itself, one in a folder that is not there,
    the archive, what DuckDB keeps beside it under its name, and any other archive. Raises Failure."""
    try:
        is_there, is_folder = bool(file.stat()), file.is_dir()
    except FileNotFoundError:
        is_there = is_folder = False
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise bad_input(
                f"{file} cannot be written: it is a link that leads back to itself; name another file."
            ) from error
        raise
    if is_folder:
        raise bad_input(f"{file} cannot be written: it is a folder; name a file in it.")
    target = Path(os.path.realpath(file))
    if not is_there and not target.parent.is_dir():
        raise bad_input(f"{file} cannot be written: there is no folder {target.parent}.")
    if _is_of(target, archive):
        raise bad_input(
            f"{file} is the archive itself ({archive}), or belongs to it; it is never overwritten: name another file."
        )
    if is_there and target.is_file() and _is_database(target):
        raise bad_input(f"{file} is an archive, which is never overwritten: name another file.")


def _is_of(target: Path, archive: Path) -> bool:
    """Whether a file is the archive or one of those that DuckDB keeps beside it (`.wal` and the like), by whatever name
    or link. A file that is not there yet counts as well: DuckDB would take it for its own."""
    real = Path(os.path.realpath(archive))
    for place in {archive, real}:
        in_folder = os.path.realpath(place.parent) == str(target.parent)
        name, own = target.name.casefold(), place.name.casefold()
        if in_folder and (name == own or name.startswith((f"{own}.wal", f"{own}.tmp"))):
            return True
        for beside in (place, Path(f"{place}.wal")):
            try:
                if target.samefile(beside):
                    return True
            except OSError:
                continue  # one of them is not there
    return False


def _is_database(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(_MARK.stop)[_MARK] == b"DUCK"
    except OSError:
        return False  # writing it will tell
