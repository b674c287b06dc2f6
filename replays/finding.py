"""Looking for positions over all games and lines of an archive: by a predicate, or those that are like a given one.

Two positions are alike if the canonical bytes of what is open in them are: by whichever moves one came there. The
digests of turn ends are stored, and found at once; other positions are rebuilt and compared, as far as the time goes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from eventlog.archive import Archive, GameRow
from eventlog.errors import LogError
from eventlog.sweeping import at_turn_ends, batches_per_game, with_event
from replays.opening import OpenGame
from replays.predicates import Condition, Unclear, conditions
from replays.references import Resolved, resolve
from replays.telling import Seats
from replays.walking import Stood, Visit, walk
from replays.workers import in_order
from rules import secrecy
from rules.projection import state_digest

TRIED = 5
"""In how many games of a ruleset the names of a predicate are looked up."""
CHUNK = 4_000
"""About how many batches are looked through at a time: between two such, time and limit are looked at."""


class Match(msgspec.Struct, frozen=True):
    """A position that was found: the number and slug of its game, run, ply, and the batch that led to it."""

    game: int
    slug: str
    run: int
    ply: int
    digest: str


class Found(msgspec.Struct):
    """What was found, how many of how many games were looked through, whether all that there is was found, and the
    games that cannot be read."""

    matches: list[Match]
    games: int
    due: int
    complete: bool
    unreadable: list[str]


class Bounds(msgspec.Struct, frozen=True):
    """How long it may take, in seconds, and how many matches are enough (None: all)."""

    seconds: float = 60.0
    limit: int | None = 20


Progress = Callable[[int, int], Any]


def find(
    archive: Archive,
    rows: Sequence[GameRow],
    text: str,
    *,
    seats: Seats = None,
    turns: bool = False,
    bounds: Bounds,
    workers: int | None = None,
    progress: Progress = lambda done, due: None,
) -> Found:
    """The positions in these games at which a predicate comes to hold: at the first on each line, and again after it
    did not. `turns`: only beginnings and the ends of turns and games are looked at, which is far quicker where pieces
    or spaces are looked for. Raises Unclear where no game's ruleset makes it out, LogError where none can be read,
    WorkerLost."""
    fitting: dict[str, list[Condition]] = {}
    unclear: list[Unclear | LogError] = []
    for ruleset in sorted({row.ruleset for row in rows}):
        made = _made_out(archive, [row for row in rows if row.ruleset == ruleset][:TRIED], text, seats)
        if not isinstance(made, list):
            unclear.append(made)
        else:
            fitting[ruleset] = made
    if unclear and not fitting:
        raise next((each for each in unclear if isinstance(each, Unclear)), unclear[0])
    wanted = [row for row in rows if row.ruleset in fitting]
    if wanted:
        # A game in which something never happened has no position to which it led.
        needed = {name: [each.event for each in made if each.event] for name, made in fitting.items()}
        having = {name: with_event(archive, types) for name, types in needed.items() if types}
        wanted = [row for row in wanted if row.ruleset not in having or row.number in having[row.ruleset]]
    query = _Predicate(text, seats, turns)
    return _searched(archive, wanted, len(rows), query, bounds, workers, progress)


def _made_out(
    archive: Archive, rows: Sequence[GameRow], text: str, seats: Seats
) -> list[Condition] | Unclear | LogError:
    """The conditions by the names of the first of these games that has all of them; else why there are none."""
    unclear: Unclear | None = None
    unreadable: LogError | None = None
    for row in rows:
        try:
            return _conditions(archive, row, text, seats)
        except Unclear as error:
            unclear = error
        except LogError as error:
            unreadable = error
    if unclear is not None:
        return unclear
    assert unreadable is not None  # a ruleset is tried because there is a game of it
    return unreadable


def _conditions(
    archive: Archive, row: GameRow, text: str, seats: Seats, *, lenient: bool = False
) -> list[Condition]:
    place = resolve(archive, row.slug)
    samples = [place.timeline.state_at(ply) for ply in dict.fromkeys((place.ply, 0, place.ply // 2))]
    return conditions(place.opened, samples, text, seats, lenient=lenient)


def position_digest(opened: OpenGame, state: Any, seats: Seats = None, *, whole: bool = False) -> str:
    """The canonical digest of a position as everybody sees it, as these seats do, or whole."""
    rules = opened.ruleset
    seen = state if whole else rules.view(opened.game, state, seats or ())
    return state_digest(rules.state_shape, seen)


def find_like(
    archive: Archive,
    place: Resolved,
    rows: Sequence[GameRow],
    *,
    seats: Seats = None,
    whole: bool = False,
    bounds: Bounds,
    workers: int | None = None,
    progress: Progress = lambda done, due: None,
) -> Found:
    """Where, in these games, the position of a place occurred: as everybody sees it, as these seats do, or `whole`. The
    place itself is among them. Raises WorkerLost."""
    rules, game, state = place.opened.ruleset, place.opened.game, place.position.state
    digest = position_digest(place.opened, state, seats, whole=whole)
    wanted = [row for row in rows if row.ruleset == rules.name]
    turn = rules.clock(game, state).turn
    if not seats and _ends_turn(place):
        known = {row.number: row.slug for row in wanted}
        matches = [
            Match(number, known[number], run, ply, named)
            for number, run, ply, named in at_turn_ends(archive, digest, whole=whole and rules.hidden)
            if number in known
        ]
        complete = bounds.limit is None or len(matches) <= bounds.limit
        return Found(matches[: bounds.limit], len(wanted), len(wanted), complete, [])
    return _searched(
        archive, wanted, len(wanted), _Alike(digest, turn, seats, whole), bounds, workers, progress
    )


def _ends_turn(place: Resolved) -> bool:
    """Whether the batch that led to a place ended a turn or the game, so that its digest is stored."""
    if place.ply == 0:
        return False
    rules, game = place.opened.ruleset, place.opened.game
    before, after = place.timeline.state_at(place.ply - 1), place.position.state
    ended = rules.clock(game, before).turn != rules.clock(game, after).turn
    return ended or rules.result(game, after) is not None


# Looking through games, in any process


class _Predicate(msgspec.Struct, frozen=True):
    text: str
    seats: Seats
    turns: bool


class _Alike(msgspec.Struct, frozen=True):
    digest: str
    turn: int
    seats: Seats
    whole: bool


class _Told(msgspec.Struct, frozen=True):
    file: Path
    wait: float
    chunks: tuple[tuple[GameRow, ...], ...]
    query: _Predicate | _Alike


def _searched(
    archive: Archive,
    rows: Sequence[GameRow],
    due: int,
    query: _Predicate | _Alike,
    bounds: Bounds,
    workers: int | None,
    progress: Progress,
) -> Found:
    passed = due - len(rows)
    found = Found([], passed, due, True, [])
    if not rows:
        return found
    until = time.monotonic() + bounds.seconds
    chunks = _chunks(rows, batches_per_game(archive))
    told = _Told(archive.path, archive.wait, tuple(chunks), query)
    with closing(in_order(_searcher, told, range(len(chunks)), workers)) as searched:
        for chunk, (matches, unreadable) in zip(chunks, searched, strict=True):
            found.matches += matches
            found.unreadable += unreadable
            found.games += len(chunk)
            progress(found.games, due)
            enough = bounds.limit is not None and len(found.matches) >= bounds.limit
            if enough or time.monotonic() > until:
                break
    found.complete = found.games == due
    if bounds.limit is not None and len(found.matches) > bounds.limit:
        del found.matches[bounds.limit :]
        found.complete = False
    return found


def _chunks(rows: Sequence[GameRow], sizes: dict[int, int]) -> list[tuple[GameRow, ...]]:
    """The games in their order, about `CHUNK` batches together."""
    chunks: list[list[GameRow]] = []
    room = 0
    for row in rows:
        size = sizes.get(row.number, 1)
        if size > room:
            chunks.append([])
            room = CHUNK
        chunks[-1].append(row)
        room -= size
    return [tuple(chunk) for chunk in chunks]


def _searcher(told: _Told) -> Callable[[int], tuple[list[Match], list[str]]]:
    archive = Archive(told.file, wait=told.wait)
    made: dict[int, list[Condition]] = {}
    """The conditions by the game made ready (its identity), which games of one kind share."""

    def search(number: int) -> tuple[list[Match], list[str]]:
        found: list[Match] = []

        def visitor(row: GameRow, opened: OpenGame) -> Visit:
            query = told.query
            if isinstance(query, _Alike):
                return _alike(row, opened, query, found)
            if id(opened) not in made:
                try:
                    made[id(opened)] = _conditions(archive, row, query.text, query.seats, lenient=True)
                except Unclear:  # another scenario, which has no such space, say
                    made[id(opened)] = [Condition(0, lambda state, events: False)]
            return _holding(row, opened, made[id(opened)], query, found)

        return found, walk(archive, told.chunks[number], visitor)

    return search


def _holding(
    row: GameRow, opened: OpenGame, wanted: Sequence[Condition], query: _Predicate, found: list[Match]
) -> Visit:
    rules, game, seats = opened.ruleset, opened.game, query.seats
    reached: dict[tuple[int, int], tuple[int, bool]] = {}
    """By batch: the turn then, and whether it held when it was last looked at."""

    def visit(stood: Stood) -> bool:
        turn = rules.clock(game, stood.state).turn
        before, held = reached.get(stood.before, (-1, False))
        holds = held
        if not query.turns or turn != before or rules.result(game, stood.state) is not None:
            events = stood.events
            if seats is not None:
                events = [secrecy.redact(event, seats, stood.seat) for event in events]
            holds = all(each.holds(stood.state, events) for each in wanted)
            if holds and not held:
                found.append(Match(row.number, row.slug, stood.run, stood.ply, stood.digest))
        reached[stood.run, stood.ply] = turn, holds
        return True

    return visit


def _alike(row: GameRow, opened: OpenGame, query: _Alike, found: list[Match]) -> Visit:
    rules, game = opened.ruleset, opened.game

    def visit(stood: Stood) -> bool:
        turn = rules.clock(game, stood.state).turn
        if turn == query.turn:
            digest = position_digest(opened, stood.state, query.seats, whole=query.whole)
            if digest == query.digest:
                found.append(Match(row.number, row.slug, stood.run, stood.ply, stood.digest))
        return turn <= query.turn  # turns never run backwards

    return visit
