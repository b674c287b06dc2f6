"""Heads moved without new batches: undo, redo, branch, switch, promote. It costs the same at any length."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from eventlog.catalog import Connection, Known
from eventlog.errors import NameTaken, NotFound, Unfit
from eventlog.expectations import ANY, NEW, Expected, check_expected, moved
from eventlog.histories import place_of
from eventlog.journal import (
    Place,
    cut_short,
    digest_at,
    insert_move,
    line_through,
    no_line,
    runs_of,
    standing,
)
from eventlog.record import Head, Move, MoveKind
from eventlog.runs import on_path
from eventlog.tree import check_name

MADE: Final[tuple[MoveKind, ...]] = ("undo", "redo", "branch", "switch", "promote")


def move(
    connection: Connection,
    game: Known,
    kind: Literal["undo", "redo", "branch", "switch", "promote"],
    line: str,
    head: Head,
    expected: Expected | None,
    source: str,
    who: str,
    seen: Sequence[str],
    time: datetime,
) -> Move:
    """Change a head without new batches. See `Archive.move`."""
    if kind not in MADE:
        raise Unfit(f"{kind!r} is no move of a head by itself; these are: {', '.join(MADE)}.")
    stands = standing(connection, game, line)
    n, before = stands.n, stands.digest
    if kind == "branch":
        if stands.head is not None:
            raise NameTaken(f"Game {game.slug} has a line {line} already; choose another name.")
        check_name(line)
        if source and expected not in (None, ANY, NEW) and not isinstance(expected, int):
            if (origin := standing(connection, game, source).head) is None:
                raise no_line(connection, game, source)
            stood = Head(digest_at(connection, game.number, *origin), origin[1])
            check_expected(connection, game, source, stood, expected, n, head)
        elif isinstance(expected, int):
            check_expected(connection, game, line, head, expected, n, head)
        place = place_of(connection, game, head)
        source = source or line_through(connection, game, place)
    else:
        if stands.head is None or stands.tip is None:
            raise no_line(connection, game, line)
        found, there = _places(connection, game, line, stands.head, head)
        check_expected(connection, game, line, found, ANY if expected is None else expected, n, head)
        if kind in ("switch", "promote") and head != found:
            raise moved(game, line, head, found)
        if there is None:
            raise NotFound(f"Game {game.slug} has no batch {head.digest[:12]} at ply {head.ply}.")
        place = there
        if kind == "undo":
            _check_undo(connection, game, line, stands.head, place, head)
        elif kind == "redo":
            _check_redo(connection, game, line, stands.head, stands.tip, place, head)
        source = ""
    made = Move(
        game=game.id, n=n + 1, parent=before, kind=kind, line=line, head=head.digest, ply=head.ply, source=source,
        who=who, time=time, seen=tuple(seen),
    )  # fmt: skip
    insert_move(connection, game.number, made, place[0])
    return made


def _places(
    connection: Connection, game: Known, line: str, stands: Place, head: Head
) -> tuple[Head, Place | None]:
    """The batch at which a line stands, and the place of the one that is named."""
    found, place = Head("", stands[1]), None
    for run, ply, named in connection.execute(
        """SELECT run, ply, digest FROM archive.batch
            WHERE game = ? AND ((run = ? AND ply = ?) OR (ply = ? AND digest = ?))""",
        [game.number, *stands, head.ply, bytes.fromhex(head.digest)],
    ).fetchall():
        if (run, ply) == stands:
            found = Head(named.hex(), ply)
        if Head(named.hex(), ply) == head:
            place = (run, ply)
    if not found.digest:
        raise cut_short(game.slug, line, found.ply)
    return found, place


def _check_undo(
    connection: Connection, game: Known, line: str, stands: Place, place: Place, head: Head
) -> None:
    if place == stands or not _leads(connection, game, place, stands):
        raise NotFound(
            f"Line {line} of game {game.slug} stands at ply {stands[1]}; it can be taken back to a ply of its own "
            f"history before that, and {head.digest[:12]} at ply {head.ply} is none."
        )


def _check_redo(
    connection: Connection, game: Known, line: str, stands: Place, tip: Place, place: Place, head: Head
) -> None:
    if tip == stands:
        raise NotFound(
            f"There is nothing to redo on line {line} of game {game.slug}: nothing was taken back from where it stands."
        )
    if not (_leads(connection, game, place, tip) and place[1] > stands[1]):
        raise NotFound(
            f"Line {line} of game {game.slug} can be redone from ply {stands[1]} to ply {tip[1]}, as it was taken "
            f"back, and {head.digest[:12]} at ply {head.ply} is not on that way."
        )


def _leads(connection: Connection, game: Known, place: Place, head: Place) -> bool:
    """Whether the history of the batch at `head` leads through `place`. Within one run that needs no look at the
    others."""
    if place[0] == head[0]:
        return place[1] <= head[1]
    return on_path(runs_of(connection, game), place, head)
