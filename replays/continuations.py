"""What was done next where a position was found: one continuation for each way in which a game went on from there."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from eventlog.archive import Archive
from eventlog.record import Batch
from eventlog.tree import Tree
from replays.finding import Match
from replays.opening import action_decoder
from replays.references import Resolved, resolve
from replays.telling import Seats, seen
from rules import secrecy
from rules.ruleset import Result


class Continuation(msgspec.Struct, frozen=True):
    """Where it is, on the first line that goes on so, who did what next ("": nobody, nothing), and how that line
    ended (None: it has not)."""

    place: Resolved
    seat: str
    text: str
    result: Result | None


def continuations(archive: Archive, match: Match, seats: Seats = None) -> list[Continuation]:
    """How it went on, once for each next batch; the main line first. Seats see of it what they may."""
    with archive.working(write=False):
        tree = archive.tree(match.slug)
        found: dict[tuple[int, int] | None, Continuation] = {}
        for name in sorted(tree.lines, key=lambda each: (each != tree.main, each != tree.current, each)):
            places = _after(tree, name, match)
            if not places or places[0] in found:
                continue
            place = resolve(archive, f"{match.slug}:{name}@{match.ply}")
            batch = None
            if places[0] is not None:
                batch = archive.line_batches(place.row.id, name, match.ply + 1, match.ply + 1)[0]
            found[places[0]] = Continuation(
                place, batch.seat if batch else "", _text(place, batch, seats), _result(place)
            )
    return list(found.values())


def _after(tree: Tree, name: str, match: Match) -> list[tuple[int, int] | None]:
    """The batch after the match on a line (None: the line ends there); nothing if it does not lie on that line."""
    parts = tree.ranges(tree.lines[name].head)
    if not any(part.run == match.run and part.low <= match.ply <= part.high for part in parts):
        return []
    after = match.ply + 1
    return [next(((part.run, after) for part in parts if part.low <= after <= part.high), None)]


def _result(place: Resolved) -> Result | None:
    """How the line ended; of a game of one line that is kept for lists."""
    if place.row.lines == 1 and place.row.result:
        with suppress(msgspec.MsgspecError):
            return msgspec.json.decode(place.row.result, type=Result | None)
    opened, timeline = place.opened, place.timeline
    return opened.ruleset.result(opened.game, timeline.state_at(len(timeline) - 1))


def _text(place: Resolved, batch: Batch | None, seats: Seats) -> str:
    if batch is None:
        return ""
    if batch.kind in ("resign", "ruling"):
        return f"({batch.kind})"
    rules, state = place.opened.ruleset, place.position.state
    try:
        action = action_decoder(rules).decode(batch.action)
    except msgspec.MsgspecError:  # of a version of the rules that had it
        return "(unknown)"
    if seats is not None and secrecy.redact(action, seats, batch.seat) != action:
        return "(hidden)"
    return rules.phrase(place.opened.game, seen(place.opened, state, seats), action)
