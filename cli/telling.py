"""What happened, and where a game stands, as the answers of commands.

`seats` is None for the umpire, to whom everything is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from cli import answers
from replays.telling import (
    Period,
    Seats,
    Timed,
    capitalised,
    heading,
    known_batches,
    known_events,
    narrated,
    period,
    result_sentence,
    seen,
    timed,
    under_headings,
    when,
)

if TYPE_CHECKING:
    from eventlog.archive import Archive
    from replays.references import Resolved
    from replays.session import Acted, Session
    from rules.ruleset import Result

__all__ = [
    "Acts",
    "Period",
    "Seats",
    "Timed",
    "acted",
    "at",
    "at_place",
    "at_session",
    "capitalised",
    "event_fields",
    "heading",
    "known_batches",
    "known_events",
    "log",
    "narrated",
    "period",
    "result",
    "result_sentence",
    "seen",
    "stored_result",
    "timed",
    "under_headings",
    "when",
]


def at(row_slug: str, line: str, ply: int, digest: str) -> dict[str, Any]:
    """The fields of AT."""
    return {"game": row_slug, "line": line, "ply": ply, "head": digest[:12]}


def at_session(session: Session) -> dict[str, Any]:
    """AT where the session stands."""
    return at(session.row.slug, session.line, session.position.ply, session.position.head)


def at_place(resolved: Resolved) -> dict[str, Any]:
    """AT of a place in the archive."""
    return at(resolved.row.slug, resolved.line, resolved.ply, resolved.head.digest)


def result(found: Result | None) -> answers.Result | None:
    """RESULT."""
    if found is None:
        return None
    return answers.Result(
        winners=list(found.winners), how=found.how, scores=dict(sorted(found.scores.items())), turn=found.turn
    )


def stored_result(document: msgspec.Raw | None) -> answers.Result | None:
    """RESULT as the archive keeps it for lists."""
    if document is None or bytes(document) in (b"", b"null"):
        return None
    try:
        return msgspec.json.decode(document, type=answers.Result)
    except msgspec.MsgspecError:
        return None  # kept for lists alone, and no part of the log; `verify` says that it was damaged


def event_fields(event: Any) -> answers.Object:
    """An event or action as JSON: its type and its fields."""
    fields: answers.Object = msgspec.json.decode(msgspec.json.encode(event))
    return fields


class Acts(msgspec.Struct):
    """What an input brought about, as the seats know it; `timed` are the lines of `narration` with their clocks."""

    events: list[answers.Object]
    timed: list[Timed]

    @property
    def narration(self) -> list[str]:
        return [line for _, line in self.timed]


def acted(session: Session, before: Any, done: Acted, seats: Seats) -> Acts:
    """What an input brought about; `before` is the whole state before it."""
    shown = known_events(done, seats)
    return Acts(
        [event_fields(event) for event in shown],
        timed(session.opened, before, done.events, seats, shown),
    )


def log(
    archive: Archive, place: Resolved, first: int, last: int, seats: Seats
) -> Iterator[answers.LoggedBatch]:
    """The batches from ply `first` to `last` of the line, as the seats know them at the place that is named."""
    opened, timeline = place.opened, place.timeline
    rules, game = opened.ruleset, opened.game
    from cli.annotating import answer
    from replays.annotations import along, readable

    batches = known_batches(archive, place, first, last, seats)
    noted = along(place, readable(archive, place.row, seats))
    for batch in batches:
        before = timeline.state_at(batch.ply - 1) if batch.ply else rules.initial(game)
        clock = rules.clock(game, before if batch.ply else timeline.state_at(0))
        shown = [opened.codec.decode(event) for event in batch.events]
        yield answers.LoggedBatch(
            ply=batch.ply,
            seat=batch.seat,
            at=batch.time,
            turn=clock.turn,
            phase=clock.phase_title,
            action=msgspec.json.decode(batch.action) if bytes(batch.action) else None,
            chance=[
                answers.ChanceAnswer(
                    purpose=chance.purpose,
                    kind=chance.kind,
                    faces=chance.faces,
                    result=list(chance.result),
                    seat=chance.seat,
                    ordinal=chance.ordinal,
                    how=chance.how,
                    replaces=chance.replaces,
                    dice=list(chance.dice),
                )
                for chance in batch.chance
            ],
            events=[event_fields(event) for event in shown],
            narration=narrated(opened, before, list(timeline.events_of(batch.ply)), seats, shown),
            notes=[answer(note) for note in noted.get(batch.ply, ())],
            kind=batch.kind,
        )
