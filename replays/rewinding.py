"""Moving the head of a session's line without new batches: back, forward again, along another line.

Nothing is deleted: what is taken back stays in the log, as a line that can be found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from eventlog import record
from eventlog.archive import ANY
from eventlog.errors import HeadMoved, NotFound
from replays.opening import UNDO
from replays.timeline import Timeline
from rules.ruleset import Event
from rules.secrecy import opened

if TYPE_CHECKING:
    from replays.session import Session


class Opening(msgspec.Struct, frozen=True):
    """An event that opened hidden parts, by their stand-in names, with the state before it."""

    names: tuple[str, ...]
    before: Any
    event: Event


class Undone(msgspec.Struct, frozen=True):
    """What taking back did: the journal row, how many batches it took back, what of them had been seen, and the events
    by which it was opened."""

    move: record.Move
    batches: int
    seen: tuple[str, ...]
    openings: tuple[Opening, ...] = ()


class CannotUndo(Exception):
    """There is nothing to take back or to redo, or the game's options forbid it."""


class SeenAlready(CannotUndo):
    """What was seen cannot be taken back in a game that was begun so; `openings`: by what hidden parts were opened."""

    def __init__(self, message: str, seen: tuple[str, ...], openings: tuple[Opening, ...]) -> None:
        super().__init__(message)
        self.seen, self.openings = seen, openings


def undo_to(session: Session, ply: int) -> Undone:
    """Moves the head back to this ply. What is taken back stays in the log, as a line that can be found."""
    here = session.position.ply
    if not 0 <= ply < here:
        raise CannotUndo(
            f"{session.row.slug} stands at ply {here}: it can be taken back to plies 0 to {here - 1}, not {ply}"
            if here
            else f"{session.row.slug} stands at its beginning: there is nothing to take back"
        )
    seen = session.timeline.seen_after(ply)
    openings = _openings_after(session.timeline, ply) if seen else ()
    if seen and session.opened.options.get(UNDO.name) == "strict":
        raise SeenAlready(
            f"{session.row.slug} was begun with undo=strict: {seen[0]} cannot be taken back once it was seen",
            seen,
            openings,
        )
    move = session.archive.move(
        session.row.id,
        "undo",
        session.line,
        session.timeline.head_at(ply),
        expected=session.position.head,
        who=session.who,
        seen=seen,
        time=session.times(),
        result=session.noted(session.timeline.state_at(ply)),
    )
    session.timeline.cut(ply)
    session.stand(session.timeline.at(ply))
    return Undone(move, here - ply, seen, openings)


def _openings_after(timeline: Timeline, ply: int) -> tuple[Opening, ...]:
    """The events after this ply that opened something: they tell what was seen, of which the log has only names."""
    rules, game = timeline.open_game.ruleset, timeline.open_game.game
    found = []
    for at in range(ply + 1, len(timeline)):
        events = timeline.events_of(at)
        if not any(opened(event) for event in events):
            continue
        state = timeline.state_at(at - 1)
        for event in events:
            if names := tuple(name for name, _ in opened(event)):
                found.append(Opening(names, state, event))
            state = rules.evolve(game, state, event)
    return tuple(found)


def redo(session: Session, plies: int | None = None) -> Undone:
    """Moves the head forward again, by one entry or by so many plies, along what was last taken back."""
    tree = session.archive.tree(session.row.id)
    here, found = session.position.ply, tree.lines[session.line].head
    if found != session.head:
        raise HeadMoved(
            f"{session.row.slug}:{session.line} stands at ply {found.ply}, not at ply {here}: somebody acted first; "
            "look at it again and repeat.",
            session.head,
            found,
        )
    target = tree.redo_head(session.line)
    if target is None:
        raise CannotUndo(
            f"{session.row.slug}:{session.line} has nothing to redo: nothing was taken back from here"
        )
    session.timeline.read_on(session.archive, session.row.id, target)
    goal = session.timeline.entry_end(here + 1) if plies is None else here + plies
    if goal >= len(session.timeline):
        last = len(session.timeline) - 1
        session.timeline.cut(here)
        raise CannotUndo(f"only {last - here} plies were taken back from here, not {plies}")
    session.timeline.cut(goal)
    try:
        move = session.archive.move(
            session.row.id,
            "redo",
            session.line,
            session.timeline.head_at(goal),
            expected=session.position.head,
            who=session.who,
            time=session.times(),
            result=session.noted(session.timeline.state_at(goal)),
        )
    except BaseException:
        session.timeline.cut(here)
        raise
    session.stand(session.timeline.at(goal))
    return Undone(move, goal - here, ())


def branch(session: Session, name: str, ply: int | None = None) -> record.Move:
    """A new line from this line's ply (its head, if none is given); the session goes on along it. Copies
    nothing."""
    at = session.position.ply if ply is None else ply
    if not 0 <= at <= session.position.ply:
        raise NotFound(
            f"{session.row.slug}:{session.line} has no ply {at}; its head is ply {session.position.ply}"
        )
    move = session.archive.move(
        session.row.id,
        "branch",
        name,
        session.timeline.head_at(at),
        expected=ANY,
        source=session.line,
        who=session.who,
        time=session.times(),
        result=session.noted(session.timeline.state_at(at)),
    )
    session.line = name
    session.timeline.cut(at)
    session.stand(session.timeline.at(at))
    return move


def switch(session: Session, line: str) -> record.Move:
    """Goes to another line of the game."""
    tree = session.archive.tree(session.row.id)
    if line not in tree.lines:
        raise NotFound(f"{session.row.slug} has no line {line}; it has {', '.join(tree.lines)}")
    head = tree.lines[line].head
    timeline = Timeline.read(session.archive, session.row.id, head, session.opened)
    move = session.archive.move(
        session.row.id,
        "switch",
        line,
        head,
        expected=ANY,
        who=session.who,
        time=session.times(),
        result=session.noted(timeline.state_at(head.ply)),
    )
    session.line, session.timeline = line, timeline
    session.stand(timeline.at(head.ply))
    return move


def promote(session: Session, line: str) -> record.Move:
    """Makes a line the main one; nobody goes anywhere."""
    tree = session.archive.tree(session.row.id)
    if line not in tree.lines:
        raise NotFound(f"{session.row.slug} has no line {line}; it has {', '.join(tree.lines)}")
    return session.archive.move(
        session.row.id,
        "promote",
        line,
        tree.lines[line].head,
        expected=ANY,
        who=session.who,
        time=session.times(),
    )
