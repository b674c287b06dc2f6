"""Games played by bots and stored: the same seed gives the same games, batch for batch.

Ids and times are derived from the seed, so that a simulated game has no trace of when or where it was played.
"""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from eventlog import record
from eventlog.archive import Archive, RecordedGame
from eventlog.errors import NameTaken, NotFound
from eventlog.integrity import canonical, digest
from replays.beginning import program
from replays.bots import Bot, bot
from replays.opening import OpenGame, data_hash, encode_data, find_ruleset, prepare
from replays.play import begin_batch, decide_batch
from replays.timeline import Position
from rules.chance import Chance, keyed
from rules.errors import OptionError
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


class Simulated(msgspec.Struct, frozen=True):
    """What a run of games came to. `wins` counts the games in which a seat is among the winners, `already` those that
    were in the archive before, batch for batch, and were not stored again."""

    games: int
    plies: int
    events: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    seconds: float
    already: int = 0


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
    batches = [begin]
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
        batches.append(one.batch)
        total += len(decided)
        position = one.position
    return Played(tuple(batches), position, rules.result(game, position.state), total)


def _identity(beginning: record.Beginning) -> bytes:
    """What tells a game from every other: all that its beginning says but the program's version and tags, so that games
    of one seed that differ in their rules, scenario, options or bots lie side by side."""
    same = msgspec.structs.replace(beginning, program="", tags={})
    return hashlib.sha256(b"warlog game\0" + msgspec.json.encode(same, order="deterministic")).digest()


def _id(own: bytes, ply: int) -> str:
    text = hashlib.sha256(b"%s batch %d" % (own, ply)).hexdigest()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-8{text[17:20]}-{text[20:32]}"


def simulate(
    archive: Archive | None,
    ruleset: str,
    games: int,
    *,
    scenario: str | None = None,
    bots: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    data_folder: Path | None = None,
    seed: str = "0",
    limit: int = LIMIT,
    progress: Callable[[int], Any] | None = None,
    bulk: int = 200_000,
) -> Simulated:
    """Plays `games` games and stores them in bulk, some `bulk` events at a time (None: stores nothing).

    `bots` names the bot of each seat ("" for all others; by default `random`). Games that the archive holds already are
    left as they are. Raises OptionError, DataError, NameTaken (a game of this seed is there that was played otherwise);
    an interruption leaves what was stored whole.
    """
    rules = find_ruleset(ruleset)
    name = scenario if scenario is not None else rules.scenarios[0].name
    data = rules.load(data_folder)
    opened = prepare(rules, data, name, options or {})
    seats = next(known.seats for known in rules.scenarios if known.name == name)
    words = {seat: (bots or {}).get(seat, (bots or {}).get("", "random")) for seat in seats}
    for seat in bots or {}:
        if seat and seat not in seats:
            raise OptionError(f"{rules.name} {name} has no seat {seat}; it has {', '.join(seats)}")
    stored = encode_data(rules, data)
    began = time.perf_counter()
    waiting: list[RecordedGame] = []
    waiting_events = plies = events = draws = unfinished = already = 0
    wins = dict.fromkeys(seats, 0)

    def store() -> None:
        nonlocal waiting_events, already
        if archive is not None and waiting:
            already += _store(archive, waiting)
        waiting.clear()
        waiting_events = 0

    for number in range(games):
        key = key_of_game(seed, number)
        beginning = record.Beginning(
            program=program(),
            ruleset=rules.name,
            ruleset_version=rules.version,
            scenario=name,
            options=opened.options,
            seats={seat: record.Person(bot=word) for seat, word in words.items()},
            data=data_hash(stored),
            key=key.hex(),
            seed=f"{seed}/{number}",
            origin="simulated",
            tags=dict(sorted((tags or {}).items())),
        )
        played = play_out(
            opened,
            {seat: bot(word, f"{seed}/{number}/{seat}") for seat, word in words.items()},
            beginning,
            limit=limit,
        )
        plies += len(played.batches) - 1
        events += played.events
        waiting_events += played.events
        if played.result is None:
            unfinished += 1
        elif not played.result.winners:
            draws += 1
        else:
            for winner in played.result.winners:
                wins[winner] += 1
        if archive is not None:
            waiting.append(RecordedGame(played.batches, stored, played.result))
            if waiting_events >= bulk:
                store()
        if progress is not None:
            progress(number + 1)
    store()
    return Simulated(games, plies, events, wins, draws, unfinished, time.perf_counter() - began, already)


def _store(archive: Archive, played: list[RecordedGame]) -> int:
    """Stores the games that the archive does not hold; how many it held."""
    try:
        archive.record(played)
        return 0
    except NameTaken:
        new = [game for game in played if not _is_there(archive, game)]
        archive.record(new)
        return len(played) - len(new)


def _is_there(archive: Archive, game: RecordedGame) -> bool:
    """Whether the archive holds the game, batch for batch. Raises NameTaken where it was played otherwise there."""
    begin, last = game.batches[0], game.batches[-1]
    try:
        row = archive.game(begin.game)
    except NotFound:
        return False
    ended = digest(canonical(last, row.key))
    if all(line.head.digest != ended for line in archive.tree(row.id).lines.values()):
        raise NameTaken(
            f"{row.slug} was played from the same seed and went otherwise: simulate with another seed, or into another "
            "archive."
        )
    return True
