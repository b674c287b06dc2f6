"""Whether what is stored is what was written: the first damage of a game, named in one word and one sentence."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from eventlog.blinding import lacking_part, wrong_part
from eventlog.digests import canonical, digest, move_digest
from eventlog.errors import Damaged, What
from eventlog.record import Batch, Head, Move


class Damage(msgspec.Struct, frozen=True):
    """The first bad batch (or move of the journal, at the ply where it left its line) of a game."""

    game: str
    ply: int
    what: What
    sentence: str


def data_hash(data: bytes) -> str:
    """The name of a game's data: the SHA-256 of the stored bytes, 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def verify(
    game: str,
    batches: Iterable[tuple[str, Batch]],
    journal: Sequence[Move],
    *,
    key: bytes | None,
    data: bytes | None = None,
    last_move: str = "",
    heads: Mapping[str, Head] | None = None,
    seats: Sequence[str] = (),
) -> Damage | None:
    """The first damage of a game, or None.

    `batches` are all batches of the game with the digests they are stored under, in any order; `journal` is in
    the order stored. `last_move` is the digest the last move is stored under, where it is; `heads` are the heads
    sealed elsewhere (in an export), which the batches must still reach. `seats` are those who have seen the game,
    where it is not whole: what they know of it must be there.
    """
    stored = sorted(batches, key=lambda pair: pair[1].ply)
    found = _damaged_batch(game, stored, key, data)
    known = {named: batch.ply for named, batch in stored}
    parents = {named: batch.parent for named, batch in stored}
    if found is None:
        found = _damaged_journal(game, journal, known, last_move)
    if found is None:
        found = _cut_short(game, journal, known, parents, heads or {})
    if found is None and seats:
        found = _unknown(game, dict(stored), seats)
    return found


def _damaged_batch(
    game: str, stored: Sequence[tuple[str, Batch]], key: bytes | None, data: bytes | None
) -> Damage | None:
    plies: dict[str, int] = {named: batch.ply for named, batch in stored}
    if not stored:
        return Damage(game, 0, "missing", f"game {game} has no batches; it needs at least its beginning")
    parents = {named: batch.parent for named, batch in stored}
    seen: set[str] = set()
    out_of_step: Damage | None = None
    for named, batch in stored:
        ply = batch.ply
        where = f"ply {ply} of game {game}"
        if named in seen:
            return Damage(game, ply, "reordered", f"{where}: the batch is there twice")
        seen.add(named)
        if batch.game != game:
            return Damage(game, ply, "edited", f"{where}: the batch says that it is of game {batch.game}")
        if batch.parent and batch.parent not in plies:
            lost = batch.parent[:12]
            return Damage(
                game, ply - 1, "missing",
                f"ply {ply - 1} of game {game}: the batch {lost} is missing; ply {ply} follows it",
            )  # fmt: skip
        due = plies[batch.parent] + 1 if batch.parent else 0
        moved = False
        try:
            right = digest(canonical(batch, key)) == named
            if not right:
                due = _depth(named, parents)
                moved = digest(canonical(msgspec.structs.replace(batch, ply=due), key)) == named
            wrong = wrong_part(batch, key)
        except Damaged as damage:
            return Damage(game, ply, "edited", str(damage))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            return Damage(
                game, ply, "edited", f"{where}: what is stored of the batch cannot be read ({error})"
            )
        if moved:
            return Damage(game, ply, "reordered", f"{where}: the batch belongs at ply {due}")
        if not right:
            return Damage(
                game, ply, "edited", f"{where}: the batch is not what was written (its digest differs)"
            )
        if wrong:
            return Damage(
                game, ply, "edited", f"{where}: the value at {wrong} is not the one whose hash was written"
            )
        if batch.begin is not None and data is not None and data_hash(data) != batch.begin.data:
            return Damage(
                game, ply, "edited", f"{where}: the stored data are not those with which the game was begun"
            )
        if ply != due and out_of_step is None:
            # Either the parent stands at a ply that is not its own, which is found there, or the chain was made so.
            out_of_step = Damage(game, ply, "reordered", f"{where}: the batch follows one of ply {due - 1}")
    return out_of_step


def _depth(named: str, parents: Mapping[str, str]) -> int:
    """The ply of a batch by the number of batches that it follows, whatever ply it is stored at."""
    passed: set[str] = set()
    at = parents[named]
    while at and at not in passed:
        passed.add(at)
        at = parents.get(at, "")
    return len(passed)


def _unknown(game: str, stored: Mapping[str, Batch], seats: Sequence[str]) -> Damage | None:
    lacking = lacking_part(sorted(stored.items(), key=lambda pair: pair[1].ply), seats)
    if lacking is None:
        return None
    digest, at = lacking
    ply = stored[digest].ply
    who = ", ".join(sorted(seats))
    return Damage(
        game, ply, "missing", f"ply {ply} of game {game}: {who} know what is at {at}, and it is not there"
    )


def _damaged_journal(
    game: str, journal: Sequence[Move], known: Mapping[str, int], last_move: str
) -> Damage | None:
    before = ""
    for count, move in enumerate(journal, 1):
        where = f"move {move.n} in the journal of game {game}"
        if move.n > count:
            return Damage(
                game,
                move.ply,
                "missing",
                f"move {count} in the journal of game {game} is missing; move {move.n} follows",
            )
        if move.n < count:
            return Damage(game, move.ply, "reordered", f"{where} stands at place {count}")
        if move.head not in known:
            return Damage(
                game, move.ply, "cut short",
                f"line {move.line} of game {game} is cut short: its batch at ply {move.ply} is gone",
            )  # fmt: skip
        if move.game != game or move.parent != before:
            changed = journal[count - 2] if count > 1 else move
            return Damage(
                game,
                changed.ply,
                "edited",
                f"move {changed.n} in the journal of game {game} is not what was written",
            )
        if known[move.head] != move.ply:
            return Damage(
                game, move.ply, "edited", f"{where} says ply {move.ply}; its batch is ply {known[move.head]}"
            )
        before = move_digest(move)
    if last_move and journal and before != last_move:
        return Damage(
            game, journal[-1].ply, "edited",
            f"move {journal[-1].n} in the journal of game {game} is not what was written",
        )  # fmt: skip
    return None


def _cut_short(
    game: str,
    journal: Sequence[Move],
    known: Mapping[str, int],
    parents: Mapping[str, str],
    heads: Mapping[str, Head],
) -> Damage | None:
    for line, head in sorted(heads.items()):
        if head.digest not in known:
            return Damage(
                game, head.ply, "cut short",
                f"line {line} of game {game} is cut short: it reached ply {head.ply} when it was sealed",
            )  # fmt: skip
    reached: set[str] = set()
    for move in journal:
        at = move.head
        while at and at not in reached:
            reached.add(at)
            at = parents[at]
    unreached = sorted((ply, named) for named, ply in known.items() if named not in reached)
    if unreached:
        ply = unreached[0][0]
        return Damage(
            game,
            ply,
            "cut short",
            f"the journal of game {game} is cut short: no move leads to its batch at ply {ply}",
        )
    return None
