"""One game played out by bots, each of which sees only what its seat knows.

Ids and times are derived from what the beginning says, so that a simulated game has no trace of when or where it was
played.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import msgspec

from eventlog import record
from eventlog.described import Course
from replays.bots import Bot
from replays.course import Follower
from replays.opening import OpenGame
from replays.play import begin_batch, decide_batch
from replays.timeline import Position
from rules.chance import Chance, keyed
from rules.ruleset import Result

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""When a simulated game begins; each ply is a second later."""

LIMIT = 100_000
"""Plies after which a game counts as unfinished."""


class Played(msgspec.Struct, frozen=True):
    """One game played out: what is stored of it, and how it ended (None: the limit was reached)."""

    batches: tuple[record.Batch, ...]
    position: Position
    result: Result | None
    events: int
    course: Course
    digests: tuple[str, ...]
    """Of the batches, one by one."""


def key_of_game(seed: str, number: int) -> bytes:
    """The key of the game with this number (from 0) in a run with this seed."""
    return hashlib.sha256(b"warlog simulate\0%s\0%d" % (seed.encode(), number)).digest()[:16]


def play_out(
    opened: OpenGame,
    bots: Mapping[str, Bot],
    beginning: record.Beginning,
    *,
    limit: int = LIMIT,
) -> Played:
    """Plays one game from its beginning to its end by bots, each of which sees only what its seat knows."""
    rules, game = opened.ruleset, opened.game
    key = bytes.fromhex(beginning.key)
    source = keyed(key)
    own = _identity(beginning)
    name = str(uuid.UUID(bytes=own[:16], version=4))
    begin, events, position = begin_batch(
        opened, beginning, Chance(source), game=name, id=_id(own, 0), time=EPOCH
    )
    follower = Follower(opened)
    before = rules.initial(game)
    clock = follower.follow(0, 0, "", before, follower.clock(before), events, position.state)
    batches, digests = [begin], [position.head]
    total = len(events)
    while position.ply < limit:
        awaited = rules.awaiting(game, position.state)
        if not awaited:
            break
        seat = awaited[0].seat
        legal = rules.legal(game, position.state, seat)
        seen = rules.view(game, position.state, (seat,)) if rules.hidden else position.state
        action = legal[0] if len(legal) == 1 else bots[seat].choose(rules, game, seen, seat, legal)
        chance = Chance(source, "key", position.counts)
        decided = rules.decide(game, position.state, seat, action, chance)
        ply = position.ply + 1
        one = decide_batch(
            opened,
            position,
            seat,
            action,
            events=decided,
            outcomes=chance.outcomes,
            options=len(legal),
            game=name,
            key=key,
            id=_id(own, ply),
            time=EPOCH + timedelta(seconds=ply),
            entry=ply,
        )
        clock = follower.passed(0, ply, seat, position.state, clock, decided, one.position.state)
        batches.append(one.batch)
        digests.append(one.position.head)
        total += len(decided)
        position = one.position
    if not follower.told:
        follower.tally(0, position.ply, clock, position.state, ended=False)
    result = rules.result(game, position.state)
    return Played(tuple(batches), position, result, total, follower.course, tuple(digests))


def _identity(beginning: record.Beginning) -> bytes:
    """What tells a game from every other: all that its beginning says but the program's version and tags, so that games
    of one seed that differ in their rules, scenario, options or bots lie side by side."""
    same = msgspec.structs.replace(beginning, program="", tags={})
    return hashlib.sha256(b"warlog game\0" + msgspec.json.encode(same, order="deterministic")).digest()


def _id(own: bytes, ply: int) -> str:
    text = hashlib.sha256(b"%s batch %d" % (own, ply)).hexdigest()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-8{text[17:20]}-{text[20:32]}"
