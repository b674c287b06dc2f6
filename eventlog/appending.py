"""Batches appended to a line: all of them or none, at the head that their writer has seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from eventlog.catalog import Connection, Known
from eventlog.errors import Unfit
from eventlog.expectations import ANY, NEW, Expected, check_expected, moved
from eventlog.histories import place_of
from eventlog.journal import Place, cut_short, insert_move, line_through, move_at, no_line, runs_of, standing
from eventlog.record import Batch, Head, Move, MoveKind
from eventlog.rows import digest_of, fit
from eventlog.storing import insert_batches
from eventlog.tree import check_name


def append(
    connection: Connection,
    game: Known,
    line: str,
    batches: Sequence[Batch],
    expected: Expected,
    who: str,
    kind: MoveKind,
    time: datetime,
    unsigned: Collection[int] = (),
) -> Move:
    """Store batches at the head of a line and move it on. See `Archive.append`."""
    stands = standing(connection, game, line)
    if not batches:
        if stands.head is None:
            raise no_line(connection, game, line)
        return move_at(connection, game, "line = ?", [line])
    chained = chain(game, batches)
    first = chained[0][0]
    parent = Head(first.parent, first.ply - 1)
    n, before = stands.n, stands.digest
    place = stands.head if stands.head is not None else place_of(connection, game, parent)
    around = _around(connection, game, place, chained)
    if around.again is not None:
        return around.again
    if not around.head:
        raise cut_short(game.slug, line, place[1])
    if stands.head is None:
        if expected is not NEW:
            raise no_line(connection, game, line)
        check_name(line)
        n += 1
        branched = Move(
            game=game.id, n=n, parent=before, kind="branch", line=line, head=parent.digest, ply=parent.ply,
            source=line_through(connection, game, place), who=who, time=time,
        )  # fmt: skip
        before = insert_move(connection, game.number, branched, place[0])
    else:
        found = Head(around.head, place[1])
        check_expected(connection, game, line, found, expected, n, parent)
        if found != parent:
            if expected is ANY:
                raise moved(game, line, parent, found)
            raise Unfit(
                f"The batch for ply {first.ply} follows {first.parent[:12]}, and line {line} of game {game.slug} "
                f"stands at ply {found.ply} ({found.digest[:12]}); a batch follows the head."
            )
    run = _new_run(connection, game, place) if around.goes_on else place[0]
    insert_batches(connection, game.number, [(run, batch, named) for batch, named in chained])
    moves: list[_Made] = []
    for (batch, named), (after, _) in zip(chained, [*chained[1:], (None, "")], strict=True):
        if after is not None and batch.ply not in unsigned and after.ply not in unsigned:
            continue
        move = Move(
            game=game.id, n=n + 1 + len(moves), parent=moves[-1].digest if moves else before, kind=kind, line=line,
            head=named, ply=batch.ply, who="" if batch.ply in unsigned else who,
            time=time if after is None else batch.time,
        )  # fmt: skip
        moves.append(_Made(move, insert_move(connection, game.number, move, run)))
    return moves[-1].move


class _Made(msgspec.Struct, frozen=True):
    """A row of the journal, with its digest."""

    move: Move
    digest: str


def chain(game: Known, batches: Sequence[Batch]) -> list[tuple[Batch, str]]:
    """The batches of a line with their digests. Raises Unfit where they do not follow one another."""
    key = game.key
    chained: list[tuple[Batch, str]] = []
    for given in batches:
        batch = fit(given)
        if batch.game != game.id:
            raise Unfit(
                f"The batch for ply {batch.ply} is of game {batch.game}, not of {game.slug} ({game.id})."
            )
        if chained and (batch.parent != chained[-1][1] or batch.ply != chained[-1][0].ply + 1):
            raise Unfit(
                f"The batch for ply {batch.ply} of game {game.slug} does not follow the one before it."
            )
        if batch.ply == 0:
            raise Unfit(f"Game {game.slug} has its beginning already; ply 0 is not appended.")
        chained.append((batch, digest_of(batch, key)))
    return chained


class _Around(msgspec.Struct, frozen=True):
    """What is stored where batches are to be appended: the head's digest, whether its run goes on behind it, and the
    move that stored these very batches, where they are there already."""

    head: str
    goes_on: bool
    again: Move | None


def _around(
    connection: Connection, game: Known, place: Place, chained: Sequence[tuple[Batch, str]]
) -> _Around:
    ids = {batch.id for batch, _ in chained}
    if len(ids) < len(chained):
        raise Unfit(f"Two batches for game {game.slug} have one id; each needs its own.")
    run, ply = place
    head, goes_on = "", False
    stored: list[tuple[int, int, str]] = []
    for at_run, at_ply, named, given in connection.execute(
        f"""SELECT run, ply, digest, id IN ({", ".join("?" * len(ids))}) FROM archive.batch
            WHERE game = ? AND (id IN ({", ".join("?" * len(ids))}) OR (run = ? AND ply BETWEEN ? AND ?))
            ORDER BY ply""",
        [*ids, game.number, *ids, run, ply, ply + 1],
    ).fetchall():
        if (at_run, at_ply) == (run, ply):
            head = named.hex()
        goes_on = goes_on or (at_run, at_ply) == (run, ply + 1)
        if given:
            stored.append((at_run, at_ply, named.hex()))
    if not stored:
        return _Around(head, goes_on, None)
    if [named for _, _, named in stored] != [named for _, named in chained]:
        raise Unfit(
            f"A batch of this id stands at ply {stored[0][1]} of game {game.slug} already, and it is another; "
            "a new batch needs an id of its own."
        )
    where = "kind IN ('act', 'new', 'import') AND run = ? AND ply >= ?"
    return _Around(head, goes_on, move_at(connection, game, where, stored[-1][:2], first=True))


def _new_run(connection: Connection, game: Known, place: Place) -> int:
    """A run for what parts from the batch at this place, which its run owns."""
    run = max(runs_of(connection, game)) + 1
    connection.execute("INSERT INTO archive.run VALUES (?, ?, ?, ?)", [game.number, run, *place])
    return run
