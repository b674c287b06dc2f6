"""Games played by bots and stored: the same seed gives the same games, batch for batch, however many processes play."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from math import ceil
from pathlib import Path
from typing import Any

import msgspec

from eventlog.archive import Archive, RecordedGame
from replays.intervals import Z, wilson
from replays.playing_out import LIMIT
from replays.series import OneGame, Series, player, received, series_of
from replays.storing_games import Store
from replays.workers import WorkerLost, in_order


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

    def interval(self, seat: str) -> tuple[float, float]:
        """The 95 % interval of a seat's share of wins."""
        return wilson(self.wins[seat], self.games)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a simulation: what was played until then, all of it stored."""

    def __init__(self, simulated: Simulated) -> None:
        super().__init__(f"interrupted after {simulated.games} games")
        self.simulated = simulated


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
    workers: int | None = 1,
    until: float | None = None,
    progress: Callable[[int], Any] | None = None,
    bulk: int = 200_000,
) -> Simulated:
    """Plays `games` games and stores them in bulk, some `bulk` events at a time (None: stores nothing).

    `bots` names the bot of each seat ("" for all others; by default `random`). `workers` is how many processes play;
    None: one a core, where that is worth it (a script that asks for more than one guards its main part, as
    `multiprocessing` wants it). `until`: plays on after these games until the 95 % interval of each seat's share of
    wins is narrower than this. Games that the archive holds already are left as they are.

    Raises OptionError, DataError, NameTaken (a game of this seed is there that was played otherwise), WorkerLost, and
    Interrupted, when all that was played is stored.
    """
    series = series_of(
        ruleset,
        scenario=scenario,
        bots=bots,
        options=options,
        tags=tags,
        data_folder=data_folder,
        seed=seed,
        limit=limit,
    )
    store = Store(archive, bulk)
    count = _Count(series)
    most = games if until is None else max(games, most_games(until))
    try:
        with closing(in_order(player, series, range(most), workers)) as played:
            for number, game in enumerate(played, 1):
                one = received(game)
                count.take(one)
                recorded = RecordedGame(
                    one.batches, series.data, one.result, course=one.course, digests=one.digests
                )
                store.add(recorded, one.events)
                if progress is not None:
                    progress(number)
                if number >= games and (until is None or count.is_narrower(until)):
                    break
    except KeyboardInterrupt:
        store.flush()
        raise Interrupted(count.told(store.already)) from None
    except WorkerLost:
        store.flush()
        raise
    store.flush()
    return count.told(store.already)


def most_games(width: float) -> int:
    """After so many games no interval of a share is as wide as this any more, however they go."""
    return ceil((Z / width) ** 2) + 1


class _Count:
    """Counts what games came to."""

    def __init__(self, series: Series) -> None:
        self._began = time.perf_counter()
        self._games = self._plies = self._events = self._draws = self._unfinished = 0
        self._wins = dict.fromkeys(series.bots, 0)

    def take(self, one: OneGame) -> None:
        self._games += 1
        self._plies += len(one.batches) - 1
        self._events += one.events
        if one.result is None:
            self._unfinished += 1
        elif not one.result.winners:
            self._draws += 1
        else:
            for winner in one.result.winners:
                self._wins[winner] += 1

    def is_narrower(self, width: float) -> bool:
        intervals = (wilson(wins, self._games) for wins in self._wins.values())
        return all(high - low < width for low, high in intervals)

    def told(self, already: int) -> Simulated:
        return Simulated(
            self._games,
            self._plies,
            self._events,
            dict(self._wins),
            self._draws,
            self._unfinished,
            time.perf_counter() - self._began,
            already,
        )
