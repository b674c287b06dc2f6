"""Through whole games position by position, over all lines, undone ones too, each batch once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from eventlog.archive import Archive, GameRow
from eventlog.sweeping import Swept, sweep
from replays.opening import OpenGame, open_game
from rules.ruleset import Event


class Stood(msgspec.Struct, frozen=True):
    """A position: which batch led to it (by run and ply), whose that was, its events, the state after it. `before` is
    the batch before that one."""

    run: int
    ply: int
    before: tuple[int, int]
    digest: str
    seat: str
    events: Sequence[Event]
    state: Any


Visit = Callable[[Stood], bool]
"""Looks at a position; False: what follows on this run need not be looked at."""


def walk(
    archive: Archive, rows: Sequence[GameRow], visitor: Callable[[GameRow, OpenGame], Visit]
) -> list[str]:
    """Takes a visitor of each game through it. The slugs of games that could not be read to their end: `verify` says
    what is wrong with them."""
    unreadable = []
    swept = sweep(archive, [row.number for row in rows])
    for row, game in zip(rows, swept, strict=True):
        try:
            opened = open_game(archive, row)
            visit = visitor(row, opened)
        except Exception:  # whatever a damaged game, or one of a ruleset that is not here, leads to
            unreadable.append(row.slug)
            continue
        if not _walk(opened, game, visit):
            unreadable.append(row.slug)
    return unreadable


def _walk(opened: OpenGame, game: Swept, visit: Visit) -> bool:
    """Whether the game could be read to its end."""
    rules, prepared = opened.ruleset, opened.game
    try:
        events = opened.codec.decode_many(game.events)
    except Exception:  # as above
        return False
    forks = {(parent, fork) for _, parent, fork in game.runs if parent is not None}
    parents = {run: (parent, fork) for run, parent, fork in game.runs}
    reached: dict[tuple[int | None, int | None], Any] = {(None, None): rules.initial(prepared)}
    at = 0
    for run, batches in _by_run(game):
        state = reached.get(parents.get(run, (None, None)))
        for number, ply, seat, digest, count in batches:
            own = events[at : at + count]
            at += count
            if state is None:
                continue
            try:
                for event in own:
                    state = rules.evolve(prepared, state, event)
            except Exception:  # as above
                return False
            if (number, ply) in forks:
                reached[number, ply] = state
            parent, fork = parents.get(run, (None, None))
            before = (run if parent is None or fork is None or ply - 1 > fork else parent, ply - 1)
            if not visit(Stood(number, ply, before, digest, seat, own, state)):
                state = None
    return True


def _by_run(game: Swept) -> Iterator[tuple[int, list[tuple[int, int, str, str, int]]]]:
    held: dict[int, list[tuple[int, int, str, str, int]]] = {}
    for batch in game.batches:
        held.setdefault(batch[0], []).append(batch)
    yield from held.items()
