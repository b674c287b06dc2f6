"""Whether a stored game is what was written, and whether each turn's board is still what was seen."""

from __future__ import annotations

import msgspec

from eventlog.archive import Archive, GameRow
from eventlog.verification import verify
from replays.opening import open_game
from replays.retracing import retrace
from rules.projection import state_digest


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
    """Verifies one game: its digest chain and journal; with `states` also the boards that its turns ended with."""
    stored = archive.tree_stored(row.id)
    damage = verify(
        row.id,
        [(each.digest, each.batch) for each in stored],
        archive.journal(row.id),
        key=row.key,
        data=archive.data(row.data),
        last_move=archive.last_move_digest(row.id),
    )
    if damage is not None:
        return Verified(len(stored), 0, 0, Fault(damage.ply, damage.what, damage.sentence))
    if not states:
        return Verified(len(stored), 0, 0, None)
    return _boards(archive, row, len(stored))


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
