"""Games of goofspiel played through sessions, for the tests of what is done with recorded games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import immutables
import msgspec

from eventlog.archive import Archive
from replays.session import Acted, CannotUndo, Session
from replays.timeline import Position, Timeline, counted
from rules.projection import encode_state

OTHER = {"north": "south", "south": "north"}
TABLES = ("batch", "event", "run", "move", "data", "game")


def begun(archive: Archive, **how: Any) -> Session:
    """A game of goofspiel, three turns long and reproducible unless it is asked for otherwise."""
    options = {"turns": "3"} | how.pop("options", {})
    return Session.new(archive, "goofspiel", **({"seed": "7"} | how), options=options)


def act(session: Session, number: int = 1) -> Acted:
    """Takes the choice of this number; choices are numbered from 1, and any larger number counts on from the first."""
    choices = session.choices()
    chosen = choices[(number - 1) % len(choices)]
    return session.act(chosen.seat, chosen.action)


def play_on(session: Session, chooser: random.Random, plies: int = 10_000) -> Session:
    """Plays at random until the game is over, or at least so many plies more."""
    last = session.position.ply + plies
    while session.result() is None and session.position.ply < last:
        act(session, chooser.randrange(1, 1000))
    return session


def wander(session: Session, chooser: random.Random, steps: int) -> Session:
    """Acts, takes back, does again, branches and switches at random."""
    for _ in range(steps):
        what = chooser.choice(("act",) * 6 + ("undo", "undo", "redo", "branch", "switch"))
        try:
            if what == "act" and session.result() is None:
                act(session, chooser.randrange(1, 1000))
            elif what == "undo":
                session.undo(chooser.randrange(1, 3))
            elif what == "redo":
                session.redo()
            elif what == "branch":
                number = session.archive.tree(session.row.id).last
                session.branch(f"branch-{number}", chooser.randrange(session.position.ply + 1))
            elif what == "switch":
                session.switch(chooser.choice(sorted(session.archive.tree(session.row.id).lines)))
        except CannotUndo:
            continue
    return session


def from_zero(session: Session, line: str | None = None) -> Position:
    """Where a line stands, folded from its beginning from what the archive holds, batch by batch."""
    opened = session.opened
    rules, game = opened.ruleset, opened.game
    state, counts = rules.initial(game), immutables.Map[str, int]()
    stored = session.archive.line_stored(session.row.id, line or session.line)
    for each in stored:
        for event in each.batch.events:
            state = rules.evolve(game, state, opened.codec.decode(event))
        counts = counted(counts, each.batch.chance)
    return Position(state, counts, stored[-1].batch.ply, stored[-1].digest, stored[-1].batch.entry)


def same(one: Position, other: Position) -> bool:
    """Whether two positions are the same, type for type."""
    alike = encode_state(one.state) == encode_state(other.state) and typed(one.state) == typed(other.state)
    return alike and one == other


def typed(value: Any) -> Any:
    """The types of everything in a state, in a fixed order."""
    if isinstance(value, msgspec.Struct):
        return type(value), [typed(getattr(value, field)) for field in value.__struct_fields__]
    if isinstance(value, immutables.Map):
        return type(value), [(key, typed(value[key])) for key in sorted(value)]
    if isinstance(value, (tuple, list)):
        return type(value), [typed(each) for each in value]
    if isinstance(value, frozenset):
        return type(value), sorted(str(type(each)) for each in value)
    return type(value)


def unbroken(session: Session) -> None:
    """Everything that must hold of a session at any time."""
    assert same(session.position, from_zero(session))
    assert len(session.timeline) == session.position.ply + 1
    read = Timeline.read(session.archive, session.row.id, session.head, session.opened)
    assert same(session.position, read.at(session.position.ply))
    for ply in range(session.position.ply + 1):
        assert encode_state(session.timeline.state_at(ply)) == encode_state(read.state_at(ply))
        assert session.timeline.head_at(ply) == read.head_at(ply)
        assert session.timeline.counts_at(ply) == read.counts_at(ply)
    line = session.archive.tree(session.row.id).lines[session.line]
    assert line.head == session.head


def rows(archive: Archive) -> dict[str, int]:
    """How many rows each table of the archive has."""
    with archive.reading() as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM archive.{table}").fetchall()[0][0]
            for table in TABLES
        }


def contents(archive: Archive) -> dict[str, list[Any]]:
    """Everything that the archive holds."""
    with archive.reading() as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM archive.{table}").fetchall(), key=repr)
            for table in TABLES
        }


def damage(archive: Archive, statement: str, *parameters: Any) -> None:
    """Changes what is stored behind the archive's back."""
    with duckdb.connect(archive.path) as connection:
        connection.execute(statement, list(parameters))


def every_position(session: Session) -> Iterator[tuple[Any, Any]]:
    """Each ply's events with the state before them, along the session's line."""
    rules, game = session.opened.ruleset, session.opened.game
    state = rules.initial(game)
    for ply in range(len(session.timeline)):
        for event in session.timeline.events_of(ply):
            yield state, event
            state = rules.evolve(game, state, event)


def archive_in(folder: Path) -> Archive:
    return Archive(folder / "games.duckdb")
