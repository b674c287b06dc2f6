"""How fast the rulesets of this distribution are: random play, rebuilding, the longest list of what may be done, and a
whole game between greedy bots."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import immutables
import msgspec

from benchmarks.bulk import random_play
from benchmarks.figures import Figure, duration, rate, seconds_of
from eventlog.archive import Archive
from replays.bots import bot
from replays.opening import NoSuchRuleset, find_ruleset, open_game, prepare
from replays.simulate import simulate
from replays.timeline import Timeline, counted
from rules.chance import Chance, keyed
from rules.ruleset import AnyRuleset


class Measured(msgspec.Struct, frozen=True):
    """A ruleset and a scenario of it, with its goals: actions a second in random play, events a second in rebuilding,
    milliseconds of the longest list, and seconds of a greedy game (None: only told)."""

    ruleset: str
    scenario: str
    actions: float | None = None
    events: float | None = None
    legal: float | None = None
    greedy: float | None = None


MEASURED = (
    Measured("sword-of-rome", "four-players", 2000, 150_000, 20, 3),
    Measured("sauron", "battle"),
    Measured("gondor", "siege"),
)

AGAIN = 20
"""How many of the slowest positions are looked at again."""


def rulesets(folder: Path, games: int, times: int, greedy: int) -> Iterator[Figure]:
    """The figures of each: `games` random games, each work `times` times, `greedy` games between greedy bots."""
    for each in MEASURED:
        name = f"{each.ruleset}, {each.scenario}"
        try:
            rules = find_ruleset(each.ruleset)
        except (NoSuchRuleset, ImportError):
            note = f"The ruleset {each.ruleset} is not installed."
            yield Figure(what=f"random play: {name}", unit="actions/s", at_least=True, note=note)
            continue
        yield random_play(
            f"random play: {name}", folder, each.ruleset, each.scenario, games, times, each.actions
        )
        yield _rebuilding(folder, each, games, times)
        yield _longest_list(rules, each, games, times)
        if greedy:
            yield _greedy_game(each, greedy)


def _rebuilding(folder: Path, each: Measured, games: int, times: int) -> Figure:
    """From the archive to the last position of the longest of some random games."""
    archive = Archive(folder / f"{each.ruleset}-rebuilt.duckdb")
    simulate(archive, each.ruleset, games, scenario=each.scenario, seed="rebuild")
    row = max(archive.games(), key=lambda row: archive.head(row.id, "main").ply)
    opened = open_game(archive, row)
    head = archive.head(row.id, "main")

    def rebuild() -> Timeline:
        timeline = Timeline.read(archive, row.id, head, opened)
        timeline.at(len(timeline) - 1)
        return timeline

    timeline = rebuild()
    events = sum(len(timeline.events_of(ply)) for ply in range(len(timeline)))
    return rate(
        f"rebuild a game: {each.ruleset}, {each.scenario}",
        events,
        seconds_of(rebuild, times),
        "events/s",
        each.events,
        f"The longest of {games} random games of {each.ruleset}: {len(timeline) - 1:,} plies, {events:,} events.",
    )


def _longest_list(rules: AnyRuleset, each: Measured, games: int, times: int) -> Figure:
    """The list that takes longest to make, of all positions of some random games."""
    game = prepare(rules, rules.load(None), each.scenario, {}).game
    met = [each for number in range(games) for each in _positions(rules, game, number)]
    # What else the machine does falls on any of them: the slowest are looked at again.
    slow = sorted(met, key=lambda one: -one.seconds)[:AGAIN]
    worst: list[float] = []
    size = 0
    for one in slow:
        seconds = seconds_of(lambda one=one: rules.legal(game, one.state, one.seat), max(times, 5))  # type: ignore[misc]
        if median(seconds) > median(worst or [0.0]):
            worst, size = seconds, one.size
    note = f"The slowest position of {games:,} random games; {size} actions may be taken there."
    return duration(f"what may be done, at most: {each.ruleset}, {each.scenario}", worst, each.legal, note)


class Met(msgspec.Struct, frozen=True):
    """A position in which a seat decides: how many actions it may take, and how long it took to list them."""

    state: Any
    seat: str
    size: int
    seconds: float


def _positions(rules: AnyRuleset, game: Any, number: int) -> Iterator[Met]:
    """Every position of a random game."""
    key = number.to_bytes(16, "big")
    counts: Any = immutables.Map()
    chance = Chance(keyed(key))
    events, state = rules.begin(game, chance), rules.initial(game)
    player = bot("random", number)
    while True:
        for event in events:
            state = rules.evolve(game, state, event)
        counts = counted(counts, chance.outcomes)
        awaited = rules.awaiting(game, state)
        if not awaited:
            return
        seat = awaited[0].seat
        began = time.perf_counter()
        legal = rules.legal(game, state, seat)
        yield Met(state, seat, len(legal), time.perf_counter() - began)
        action = player.choose(rules, game, state, seat, legal)
        chance = Chance(keyed(key), counts=counts)
        events = rules.decide(game, state, seat, action, chance)


def _greedy_game(each: Measured, games: int) -> Figure:
    """A whole game between greedy bots."""
    taken, plies = [], []
    for number in range(games):
        played = simulate(
            None, each.ruleset, 1, scenario=each.scenario, bots={"": "greedy"}, seed=f"greedy {number}"
        )
        taken.append(played.seconds)
        plies.append(played.plies)
    return Figure(
        what=f"a greedy game: {each.ruleset}, {each.scenario}",
        unit="s",
        median=median(taken),
        best=min(taken),
        goal=each.greedy,
        note=f"{games} games of {each.ruleset} between greedy bots, of {median(plies):,.0f} plies in the median.",
    )
