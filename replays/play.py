"""One decision made into a batch and the position after it; what a session and a simulation share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import immutables
import msgspec

from eventlog import record
from eventlog.integrity import canonical, digest
from replays.opening import OpenGame
from replays.recording import batch_of
from replays.timeline import Position, counted
from rules.chance import Chance, Outcome
from rules.projection import state_digest
from rules.ruleset import Action, Event


class Decided(msgspec.Struct, frozen=True):
    """A batch, its events decoded, and the position after it."""

    batch: record.Batch
    events: tuple[Event, ...]
    position: Position


def _digests(opened: OpenGame, before: Any, after: Any) -> tuple[str, str]:
    """The digests of the open board and of the whole state, on a batch that ends a turn or the game."""
    rules, game = opened.ruleset, opened.game
    turn_over = rules.clock(game, before).turn != rules.clock(game, after).turn
    if not turn_over and rules.result(game, after) is None:
        return "", ""
    board = state_digest(rules.state_shape, rules.view(game, after, ()))
    return board, state_digest(rules.state_shape, after) if rules.hidden else ""


def begin_batch(
    opened: OpenGame, beginning: record.Beginning, chance: Chance, *, game: str, id: str, time: datetime
) -> tuple[record.Batch, tuple[Event, ...], Position]:
    """Ply 0: its batch, its events, and the position after it."""
    rules = opened.ruleset
    events = rules.begin(opened.game, chance)
    state = rules.initial(opened.game)
    for event in events:
        state = rules.evolve(opened.game, state, event)
    batch = batch_of(
        rules,
        opened.codec,
        game=game,
        parent="",
        ply=0,
        entry=0,
        id=id,
        time=time,
        outcomes=chance.outcomes,
        events=events,
        kind="begin",
        begin=beginning,
    )
    key = bytes.fromhex(beginning.key)
    counts = counted(immutables.Map(), chance.outcomes)
    return batch, events, Position(state, counts, 0, digest(canonical(batch, key)), 0)


def decide_batch(
    opened: OpenGame,
    position: Position,
    seat: str,
    action: Action | None,
    *,
    events: Sequence[Event],
    outcomes: Sequence[Outcome],
    game: str,
    key: bytes | None,
    id: str,
    time: datetime,
    entry: int,
    options: int | None = None,
    kind: record.BatchKind = "action",
    reason: str = "",
    carried: str = "",
    ruling: dict[str, object] | None = None,
) -> Decided:
    """What was decided at `position` as a batch, and the position after it."""
    rules = opened.ruleset
    state = position.state
    for event in events:
        state = rules.evolve(opened.game, state, event)
    board, whole = _digests(opened, position.state, state)
    batch = batch_of(
        rules,
        opened.codec,
        game=game,
        parent=position.head,
        ply=position.ply + 1,
        entry=entry,
        id=id,
        time=time,
        seat=seat,
        action=action,
        options=options,
        outcomes=outcomes,
        events=events,
        kind=kind,
        board=board,
        whole=whole,
        reason=reason,
        carried=carried,
        ruling=ruling,
    )
    head = digest(canonical(batch, key))
    counts = counted(position.counts, outcomes)
    return Decided(batch, tuple(events), Position(state, counts, position.ply + 1, head, entry))
