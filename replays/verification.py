"""Whether a stored game is what was written, and whether each turn's board is still what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from eventlog.archive import Archive, GameRow
from eventlog.errors import Damaged
from replays.opening import open_game
from replays.retracing import retrace
from rules.projection import state_digest
from rules.ruleset import Result


class Fault(msgspec.Struct, frozen=True):
    """The first thing that is wrong with a game: at which ply, in a word, in a sentence."""

    ply: int
    what: str
    sentence: str


class Verified(msgspec.Struct, frozen=True):
    """What was looked at: batches, turns' boards, boards of another shape of the state (not comparable)."""

    batches: int
    boards: int
    not_comparable: int
    fault: Fault | None


def verify_game(archive: Archive, row: GameRow, *, states: bool = False) -> Verified:
    """Verifies one game: every row of it, its digest chain and its journal; with `states` also the boards that its
    turns ended with."""
    found = archive.examine(row.id)
    damage = found.damage
    if damage is not None:
        return Verified(found.batches, 0, 0, Fault(damage.ply, damage.what, damage.sentence))
    if row.result is not None:
        try:
            msgspec.json.decode(row.result, type=Result)
        except msgspec.MsgspecError as error:
            sentence = f"ply {row.plies} of game {row.slug}: the result that is kept for lists cannot be read ({error})"
            return Verified(found.batches, 0, 0, Fault(row.plies, "edited", sentence))
    if not states:
        return Verified(found.batches, 0, 0, None)
    try:
        return _boards(archive, row, found.batches)
    except Damaged as error:
        return Verified(found.batches, 0, 0, Fault(error.ply, error.what, str(error)))


def verify_all(
    archive: Archive, games: Sequence[str] = (), *, states: bool = False
) -> Iterator[tuple[str, Verified]]:
    """Verifies these games, or all of the archive and what it holds besides: each with its slug. Nothing that is wrong
    with one hides another. Raises NotFound for a game that is not there."""
    if games:
        for game in games:
            try:
                row = archive.game(game)
            except Damaged as error:
                yield game, _unreadable(error)
            else:
                yield row.slug, verify_game(archive, row, states=states)
        return
    rows, unreadable = archive.survey()
    for row in rows:
        yield row.slug, verify_game(archive, row, states=states)
    for each in unreadable:
        yield each.slug, _unreadable(each.error)
    for stray in archive.strays():
        yield stray.game, Verified(0, 0, 0, Fault(0, "missing", stray.sentence))


def _unreadable(error: Damaged) -> Verified:
    return Verified(0, 0, 0, Fault(error.ply, error.what, str(error)))


def _boards(archive: Archive, row: GameRow, batches: int) -> Verified:
    opened = open_game(archive, row)
    rules, game = opened.ruleset, opened.game
    boards = not_comparable = 0
    for traced in retrace(archive, row, opened):
        batch = traced.batch
        if not batch.board:
            continue
        if batch.board.split(":")[0] != str(rules.state_shape):
            not_comparable += 1
            continue
        boards += 1
        pairs = [("open board", batch.board, rules.view(game, traced.after, ()))]
        if batch.whole and batch.whole != "?":
            pairs.append(("whole state", batch.whole, traced.after))
        for name, seen, state in pairs:
            if state_digest(rules.state_shape, state) != seen:
                clock = rules.clock(game, traced.before)
                sentence = (
                    f"the {name} after ply {batch.ply} ({clock.turn_title}) is no longer what was seen: "
                    "the events are as recorded, so the program builds another state from them"
                )
                return Verified(batches, boards, not_comparable, Fault(batch.ply, "another board", sentence))
    return Verified(batches, boards, not_comparable, None)
