"""A large archive, built by bulk import: how fast, how big, how soon it answers, and how much memory that takes."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from benchmarks.figures import Figure, duration, seconds_of
from eventlog.archive import Archive, RecordedGame
from eventlog.integrity import canonical, digest
from replays.archives import open_archive
from replays.opening import NoSuchRuleset, find_ruleset
from replays.reports.answering import ask
from replays.reports.errors import NoGames
from replays.reports.finding import reports
from replays.series import OneGame, player, received, series_of

SOURCES = (("sauron", "learning"), ("goofspiel", "duel"))
"""What is played: the first that is installed."""

DIFFERENT = 25
"""Games that are really played; the others are these again, under ids, keys and digests of their own."""

AT_ONCE = 750_000
"""Events of one import."""


def large(folder: Path, games: int, times: int) -> Iterator[Figure]:
    """The figures of an archive of so many games."""
    ruleset, scenario = _source()
    archive = open_archive(folder / "many.duckdb")
    events = batches = 0
    seconds = processor = 0.0
    rates, processor_rates = [], []
    for some, held in _chunks(ruleset, scenario, games):
        began, began_processor = time.perf_counter(), time.process_time()
        archive.record(some)
        taken, worked = time.perf_counter() - began, time.process_time() - began_processor
        seconds += taken
        processor += worked
        rates.append(held / taken)
        processor_rates.append(held / worked)
        events += held
        batches += sum(len(game.batches) for game in some)
        del some
    yield Figure(
        what="bulk import",
        unit="events/s",
        median=events / seconds,
        best=max(rates),
        goal=300_000,
        at_least=True,
        note=f"{games:,} games of {ruleset}, {scenario}: {batches:,} batches, {events:,} events, {AT_ONCE:,} events in "
        "a transaction, durable at its end; digests were reckoned when the games were played.",
    )
    yield Figure(
        what="— by seconds that processors worked",
        unit="events/s",
        median=events / processor,
        best=max(processor_rates),
        note="The work of all cores together: what the clock would show on one core that did nothing else.",
    )
    size = archive.info().bytes / events
    yield Figure(
        what="bytes an event, courses of turns included", unit="bytes", median=size, best=size, goal=100,
        note="The whole file, with what the clock showed at every ply.",
    )  # fmt: skip
    slug = archive.games()[games // 2].slug
    yield duration(
        "the history of one game",
        seconds_of(lambda: archive.history(slug, "main"), times),
        30,
        f"One of {games:,}: attaching, its digests, entries, chance and events as text.",
    )
    yield from _reports(archive, ruleset, times)
    yield from _memory()


def _source() -> tuple[str, str]:
    for ruleset, scenario in SOURCES:
        try:
            find_ruleset(ruleset)
        except (NoSuchRuleset, ImportError):
            continue
        return ruleset, scenario
    raise NoSuchRuleset("none of the games that are measured is installed")


def _chunks(ruleset: str, scenario: str, games: int) -> Iterator[tuple[list[RecordedGame], int]]:
    """The games in imports of AT_ONCE events, and how many events each import has."""
    series = series_of(ruleset, scenario=scenario, seed="benchmark")
    play = player(series)
    played = [received(play(number)) for number in range(min(DIFFERENT, games))]
    some: list[RecordedGame] = []
    events = 0
    for number in range(games):
        one = played[number % len(played)]
        some.append(_again(one, series.data, number))
        events += one.events
        if events >= AT_ONCE or number == games - 1:
            yield some, events
            some, events = [], 0


def _again(one: OneGame, data: bytes, number: int) -> RecordedGame:
    """The same game as another: its ids, its key and all digests are its own."""
    own = hashlib.sha256(b"%d" % number).digest()
    name, key = str(uuid.UUID(bytes=own[:16], version=4)), own[16:]
    batches, digests = [], [""]
    for batch in one.batches:
        batch_id = uuid.UUID(bytes=hashlib.sha256(own + b"%d" % batch.ply).digest()[:16], version=4)
        begin = replace(batch.begin, key=key.hex()) if batch.begin is not None else None
        batches.append(replace(batch, game=name, parent=digests[-1], id=str(batch_id), begin=begin))
        digests.append(digest(canonical(batches[-1], key)))
    return RecordedGame(batches, data, one.result, course=one.course, digests=digests[1:])


def _reports(archive: Archive, ruleset: str, times: int) -> Iterator[Figure]:
    note = "From attaching the archive to the last row, views made on the way."
    for report in reports(ruleset):
        if report.ruleset:
            continue  # its own: what is common is measured
        try:
            seconds = seconds_of(lambda report=report: ask(archive, report.name, ruleset=ruleset), times)  # type: ignore[misc]
        except NoGames:
            continue
        yield duration(f"the report {report.name}", seconds, 1000, note)


def _memory() -> Iterator[Figure]:
    try:
        import resource
    except ImportError:  # a system that does not tell
        return
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    yield Figure(
        what="most memory held",
        unit="MB",
        median=held,
        best=held,
        goal=1500,
        note="By the process that measures all of this, until here.",
    )
