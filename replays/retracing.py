"""A recorded game traced again, batch for batch over its whole tree, with the state before and after each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import immutables
import msgspec

from eventlog import record
from eventlog.archive import Archive, GameRow
from eventlog.errors import Damaged, UnknownType
from replays.opening import OpenGame
from replays.soundness import damage_first
from replays.timeline import Counts, counted
from rules.ruleset import Event


class Traced(msgspec.Struct, frozen=True):
    """One batch of the tree: its events decoded, the state and the counts of chance before it, the state after it."""

    digest: str
    batch: record.Batch
    events: tuple[Event, ...]
    before: Any
    counts: Counts
    after: Any


def retrace(archive: Archive, row: GameRow, opened: OpenGame) -> Iterator[Traced]:
    """Every batch of every line, undone ones too, parents before children. Raises UnknownType, Damaged."""
    rules, game = opened.ruleset, opened.game
    stored = archive.tree_stored(row.id)
    children: dict[str, int] = {}
    for each in stored:
        children[each.batch.parent] = children.get(each.batch.parent, 0) + 1
    reached: dict[str, tuple[Any, Counts]] = {"": (rules.initial(game), immutables.Map())}
    for each in stored:
        batch = each.batch
        if batch.parent not in reached:
            raise Damaged(
                f"ply {batch.ply} of game {row.slug}: the batch that it follows, {batch.parent[:12]}, is not before it",
                ply=batch.ply,
                what="missing",
            )
        before, counts = reached[batch.parent]
        children[batch.parent] -= 1
        if not children[batch.parent]:
            del reached[batch.parent]
        with damage_first(archive, row.id):
            events = decoded_events(opened, row.slug, batch)
            after = before
            for event in events:
                after = rules.evolve(game, after, event)
        if each.digest in children:
            reached[each.digest] = (after, counted(counts, batch.chance))
        yield Traced(each.digest, batch, events, before, counts, after)


def decoded_events(opened: OpenGame, slug: str, batch: record.Batch) -> tuple[Event, ...]:
    """The events of a batch. Raises UnknownType, Damaged, which name the ply."""
    try:
        return tuple(opened.codec.decode(event) for event in batch.events)
    except UnknownType as error:
        raise UnknownType(f"ply {batch.ply} of game {slug}: {error}", error.newer) from None
    except Damaged as error:
        raise Damaged(f"ply {batch.ply} of game {slug}: {error}", ply=batch.ply) from None
