"""Whatever is done to a game in whatever order, its state is the fold of its events, and nothing is lost."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventlog.archive import Archive
from eventlog.tree import fold
from replays.session import CannotUndo, Session
from tests.replays.played import act, begun, from_zero, rows, same, unbroken

NUMBERS = st.integers(0, 200)
INPUTS = st.one_of(
    st.tuples(st.just("act"), NUMBERS),
    st.tuples(st.just("act"), NUMBERS),
    st.tuples(st.just("act"), NUMBERS),
    st.tuples(st.just("several"), st.lists(NUMBERS, min_size=1, max_size=3)),
    st.tuples(st.just("undo"), st.integers(1, 3)),
    st.tuples(st.just("undo_to"), NUMBERS),
    st.tuples(st.just("redo"), st.just(0)),
    st.tuples(st.just("redo_plies"), st.integers(1, 3)),
    st.tuples(st.just("branch"), NUMBERS),
    st.tuples(st.just("switch"), NUMBERS),
    st.tuples(st.just("resign"), st.sampled_from(["north", "south"])),
    st.tuples(st.just("ruling"), NUMBERS),
)


@pytest.fixture(scope="module")
def archive():
    with tempfile.TemporaryDirectory() as folder:
        yield Archive(Path(folder) / "games.duckdb")


class Model:
    """The lines of a game as a naive reader would keep them: every line as the whole list of its batches."""

    def __init__(self, session: Session) -> None:
        self.lines = {"main": [session.head.digest]}
        self.undone: dict[str, list[str]] = {}
        self.kept: set[str] = set()  # the lines whose undone tail has become a line of its own
        self.current = "main"

    @property
    def line(self) -> list[str]:
        return self.lines[self.current]

    def acted(self, digests: list[str]) -> None:
        tail = self.undone.pop(self.current, [])
        if tail and self.current not in self.kept:
            self.lines[self._tail()] = self.line + tail
        self.kept.discard(self.current)
        self.lines[self.current] = self.line + digests

    def undone_to(self, ply: int) -> None:
        self.undone[self.current] = self.line[ply + 1 :] + self.undone.get(self.current, [])
        self.lines[self.current] = self.line[: ply + 1]

    def redone_to(self, ply: int) -> None:
        count = ply + 1 - len(self.line)
        tail = self.undone[self.current]
        self.lines[self.current] = self.line + tail[:count]
        self.undone[self.current] = tail[count:]

    def branched(self, name: str, ply: int) -> None:
        self.lines[name] = self.line[: ply + 1]
        self.current = name

    def switched(self, name: str) -> None:
        if name not in self.lines:
            source = name.rpartition("~")[0]
            self.lines[name] = self.lines[source] + self.undone[source]
            self.kept.add(source)
        self.current = name

    def _tail(self) -> str:
        number = 1
        while f"{self.current}~{number}" in self.lines:
            number += 1
        return f"{self.current}~{number}"


def take(session: Session, model: Model, what: str, value, number: int) -> None:
    """Does one input to the session and to the model."""
    if what == "act" and session.result() is None:
        model.acted(digests_of(session, act(session, value)))
    elif what == "several" and session.result() is None:
        actions, seats = [], [awaited.seat for awaited in session.awaiting()]
        for each, seat in zip(value, seats, strict=False):
            choices = session.choices(seat)
            actions.append((seat, choices[each % len(choices)].action))
        model.acted(digests_of(session, session.act_many(actions)))
    elif what == "resign" and session.result() is None:
        model.acted(digests_of(session, session.resign(value)))
    elif what == "ruling":
        acted = session.ruling({"set": "points", "seat": "north", "to": value}, "Counted again")
        model.acted(digests_of(session, acted))
    elif what == "undo":
        session.undo(value)
        model.undone_to(session.position.ply)
    elif what == "undo_to":
        session.undo_to(value % (session.position.ply + 1))
        model.undone_to(session.position.ply)
    elif what == "redo":
        session.redo()
        model.redone_to(session.position.ply)
    elif what == "redo_plies":
        session.redo(value)
        model.redone_to(session.position.ply)
    elif what == "branch":
        ply = value % (session.position.ply + 1)
        session.branch(f"line-{number}", ply)
        model.branched(f"line-{number}", ply)
    elif what == "switch":
        names = sorted(session.archive.tree(session.row.id).lines)
        session.switch(names[value % len(names)])
        model.switched(session.line)


def digests_of(session: Session, acted) -> list[str]:
    last = session.position.ply
    return [session.timeline.head_at(ply).digest for ply in range(last + 1 - len(acted.batches), last + 1)]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(seed=st.integers(0, 50), inputs=st.lists(INPUTS, min_size=4, max_size=18))
def test_in_any_order_the_state_is_the_fold_and_lines_stand_where_a_naive_reader_has_them(
    archive, seed, inputs
):
    session = begun(archive, seed=str(seed))
    model = Model(session)
    for number, (what, value) in enumerate(inputs):
        adding, here = what in ("act", "several", "resign", "ruling"), session.position
        before = {} if adding else rows(archive)
        moves = 1
        try:
            take(session, model, what, value, number)
        except CannotUndo:
            moves = 0
            assert same(session.position, here)
        assert session.head.digest == model.line[-1]
        assert session.line == model.current
        if not adding:
            assert rows(archive) == before | {"move": before["move"] + moves}
    unbroken(session)
    tree = archive.tree(session.row.id)
    assert tree == fold(archive.journal(session.row.id), tree.runs, tree.places)
    assert tree.current == model.current
    for name, digests in model.lines.items():
        assert tree.lines[name].head.digest == digests[-1]
        assert [each.digest for each in archive.line_stored(session.row.id, name)] == digests
    besides = Counter(line.head.digest for name, line in tree.lines.items() if name not in model.lines)
    assert besides == Counter(
        tail[-1] for name, tail in model.undone.items() if tail and name not in model.kept
    )
    for name in tree.lines:
        loaded = Session.load(archive, session.row.id, name)
        assert same(loaded.position, from_zero(session, name))


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 50), acts=st.lists(NUMBERS, min_size=1, max_size=8), back=st.integers(1, 8))
def test_undo_then_redo_is_nothing(archive, seed, acts, back):
    session = begun(archive, seed=str(seed))
    for number in acts:
        if session.result() is None:
            act(session, number)
    there, before = session.position, rows(archive)
    back = min(back, there.entry)
    session.undo(back)
    for _ in range(back):
        session.redo()
    assert same(session.position, there)
    after = rows(archive)
    assert after.pop("move") == before.pop("move") + 1 + back
    assert after == before
    assert archive.tree(session.row.id).lines["main"].redoable == 0
    unbroken(session)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(NUMBERS, min_size=1, max_size=8), ply=NUMBERS)
def test_the_same_actions_from_an_earlier_ply_bring_the_same_chance_and_the_same_position(archive, acts, ply):
    session = begun(archive, seed=None)
    taken, starts = [], []
    for number in acts:
        choices = session.choices()
        if choices:
            taken.append(choices[number % len(choices)])
            starts.append(session.position.ply)
            session.act(taken[-1].seat, taken[-1].action)
    there = session.position
    starts.append(there.ply)
    first = ply % len(starts)
    session.branch("again", starts[first])
    for choice in taken[first:]:
        session.act(choice.seat, choice.action)
    assert session.state == there.state
    assert session.position.counts == there.counts
    unbroken(session)
