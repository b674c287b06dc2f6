"""Whose fault it is when a stored game cannot be retraced: that of what is stored, or of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from eventlog.errors import Damaged, LogError

if TYPE_CHECKING:
    from eventlog.archive import Archive


@contextmanager
def damage_first(archive: Archive, game: str) -> Iterator[None]:
    """What goes wrong here with a game of the archive that is damaged is said as its damage.

    Rules rely on what they once decided, and stumble anywhere over what somebody changed. So whatever is raised here
    makes the game be examined; of a game that is whole it is raised on as what it is.
    """
    try:
        yield
    except LogError:
        raise
    except Exception as error:
        damage = archive.examine(game).damage
        if damage is None:
            raise
        raise Damaged(damage.sentence, ply=damage.ply, what=damage.what) from error
