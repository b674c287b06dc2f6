"""What happened, as those who ask may know it: batches in the clear or blinded, and their narration under headings.

`seats` is None for the umpire, to whom everything is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rules.secrecy import redact

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from eventlog.record import Batch
    from replays.opening import OpenGame
    from replays.references import Resolved
    from replays.session import Acted
    from rules.ruleset import Clock, Event, Result

Seats = tuple[str, ...] | None


def result_sentence(found: Result, opened: OpenGame) -> str:
    """How the game ended, for people."""
    titles = {seat.name: seat.title for seat in opened.ruleset.seats}
    scores = ", ".join(f"{titles.get(seat, seat)} {score:g}" for seat, score in sorted(found.scores.items()))
    who = " and ".join(titles.get(seat, seat) for seat in found.winners)
    outcome = f"{who} won" if found.winners else "Nobody won"
    how = found.how.replace("-", " ")
    return f"{outcome} ({how}) in turn {found.turn}{'; ' + scores if scores else ''}."


def capitalised(title: str) -> str:
    """A title at the beginning of a sentence."""
    return title[:1].upper() + title[1:]


def when(clock: Clock) -> str:
    """Turn, phase and impulse, for people."""
    parts = [
        clock.turn_title or (f"Turn {clock.turn}" if clock.turn else ""),
        clock.phase_title,
        clock.impulse_title,
    ]
    return ", ".join(part for part in parts if part)


def seen(opened: OpenGame, state: Any, seats: Seats) -> Any:
    """The state as the seats together know it."""
    return state if seats is None else opened.ruleset.view(opened.game, state, seats)


def narrated(
    opened: OpenGame, state: Any, events: Sequence[Event], seats: Seats, shown: Sequence[Event]
) -> list[str]:
    """The lines that tell `shown` (the events as the seats know them); `state` and `events` are the whole ones."""
    return [line for _, line in timed(opened, state, events, seats, shown)]


Timed = tuple["Clock", str]
"""A line, and where the game is when it has happened."""


def timed(
    opened: OpenGame, state: Any, events: Sequence[Event], seats: Seats, shown: Sequence[Event]
) -> list[Timed]:
    """The lines of `narrated`, each with its clock: what begins a phase stands under the heading of that phase."""
    rules, game = opened.ruleset, opened.game
    lines: list[Timed] = []
    for event, known in zip(events, shown, strict=True):
        line = rules.narrate(game, seen(opened, state, seats), known)
        state = rules.evolve(game, state, event)
        if line:
            lines.append((rules.clock(game, state), line))
    return lines


Period = tuple[int, int]
"""A turn and a phase: what headings name."""


def period(clock: Clock) -> Period:
    """The turn and the phase of a clock."""
    return clock.turn, clock.phase


def heading(clock: Clock) -> str:
    """The heading of a turn and a phase."""
    parts = (clock.turn_title or (f"Turn {clock.turn}" if clock.turn else ""), clock.phase_title)
    return f"-- {', '.join(part for part in parts if part)} --"


def under_headings(lines: Iterable[Timed], current: Period | None) -> Iterator[tuple[Period | None, str]]:
    """The lines with a heading before the first of each turn and phase, each with the period under which it stands. A
    line that only repeats the heading before it is left out; what comes before the first turn goes with it, where it
    has no title of its own."""
    held: list[str] = []
    for clock, line in lines:
        if current is None and not clock.phase and clock.turn_title in ("", f"Turn {clock.turn}"):
            held.append(line)
            continue
        if period(clock) != current and (clock.phase or current is None):
            current = period(clock)
            yield current, heading(clock)
            yield from ((current, each) for each in held)
            held = []
            if clock.phase_title and line.startswith(clock.phase_title) and not clock.impulse_title:
                continue
        yield current, line
    yield from ((current, each) for each in held)


def known_events(done: Acted, seats: Seats) -> list[Event]:
    """The events of an input as the seats know them."""
    if seats is None:
        return list(done.events)
    events = iter(done.events)
    return [redact(next(events), seats, batch.seat) for batch in done.batches for _ in batch.events]


def known_batches(archive: Archive, place: Resolved, first: int, last: int, seats: Seats) -> list[Batch]:
    """The batches from ply `first` to `last`, as the seats know them at the place that is named."""
    from eventlog.blinding import blinded, seen_by

    head = place.timeline.head_at(place.ply)
    if seats is None:
        return list(archive.line_batches(place.row.id, head, first, last))
    # What opens later on the line, up to the place that is named, is known: the whole of it is read.
    batches = list(archive.line_batches(place.row.id, head, 0, place.ply))
    digests = [place.timeline.head_at(batch.ply).digest for batch in batches]
    known = seen_by(zip(digests, batches, strict=True), seats)
    return [
        blinded(batch, place.row.key, known.get(digest, frozenset()))
        for digest, batch in zip(digests, batches, strict=True)
        if first <= batch.ply <= last
    ]
