"""Lines in the archive: undo, redo, branch, switch, promote, checked against a plain model of paths."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from eventlog.archive import ANY, NEW, Archive
from eventlog.errors import HeadMoved, LogError, NameTaken, NotFound, Unfit
from eventlog.integrity import verify
from eventlog.record import Batch, Head
from eventlog.tree import fold
from tests.eventlog.chains import DATA, START, after, beginning, chain, head_of, stored


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.duckdb", clock=lambda: START)


@pytest.fixture
def batches(archive: Archive) -> list[Batch]:
    """A game `cape` with a line of ten plies."""
    return stored(archive, chain(beginning(), 10), slug="cape")


def test_undo_is_a_row_and_nothing_is_deleted(archive: Archive, batches: list[Batch]):
    move = archive.move(
        "cape", "undo", "main", head_of(batches[6]), expected=1, who="Åsa", seen=["roll shot", "open north-2"]
    )
    assert (move.n, move.kind, move.line, move.ply, move.who) == (2, "undo", "main", 6, "Åsa")
    assert archive.journal("cape")[1] == move
    assert archive.journal("cape")[1].seen == ("roll shot", "open north-2")
    assert archive.line_batches("cape", "main") == batches[:7]
    assert archive.line_batches("cape", "main~1") == batches
    assert archive.info().batches == 11


def test_redo_goes_as_far_as_the_last_undo_came_from(archive: Archive, batches: list[Batch]):
    archive.move("cape", "undo", "main", head_of(batches[3]))
    archive.move("cape", "redo", "main", head_of(batches[5]))
    assert archive.tree("cape").redo_head("main") == head_of(batches[10])
    with pytest.raises(NotFound, match="from ply 5 to ply 10"):
        archive.move("cape", "redo", "main", head_of(batches[4]))
    archive.move("cape", "redo", "main", head_of(batches[10]))
    with pytest.raises(NotFound, match="nothing to redo"):
        archive.move("cape", "redo", "main", head_of(batches[10]))
    assert list(archive.tree("cape").lines) == ["main"]


def test_after_a_new_act_nothing_can_be_redone(archive: Archive, batches: list[Batch]):
    archive.move("cape", "undo", "main", head_of(batches[3]))
    archive.append("cape", "main", [after(batches[3], "anew")], expected=ANY)
    with pytest.raises(NotFound, match="nothing to redo"):
        archive.move("cape", "redo", "main", head_of(batches[4]))
    assert archive.tree("cape").lines["main~1"].head == head_of(batches[10])
    assert archive.line_batches("cape", "main~1") == batches


def test_undo_leads_back_along_the_lines_own_history_only(archive: Archive, batches: list[Batch]):
    archive.append("cape", "side", [side := after(batches[2], "side")], expected=NEW)
    for target in (
        head_of(side),
        head_of(batches[10]),
        Head("00" * 32, 1),
        Head(head_of(batches[4]).digest, 5),
    ):
        with pytest.raises(NotFound):
            archive.move("cape", "undo", "main", target)
    with pytest.raises(NotFound, match="history before that"):
        archive.move("cape", "undo", "side", head_of(batches[3]))
    archive.move("cape", "undo", "side", head_of(batches[0]))
    assert archive.head("cape", "side").ply == 0


def test_a_branch_starts_anywhere_even_in_what_was_undone(archive: Archive, batches: list[Batch]):
    archive.move("cape", "undo", "main", head_of(batches[2]))
    archive.move("cape", "branch", "saved", head_of(batches[7]), source="main~1")
    assert archive.line_batches("cape", "saved") == batches[:8]
    assert archive.tree("cape").lines["saved"].source == "main~1"
    assert archive.tree("cape").lines["saved"].fork_ply == 7
    assert archive.tree("cape").current == "saved"
    archive.move("cape", "branch", "bold", head_of(batches[1]), expected=head_of(batches[2]), source="main")
    with pytest.raises(HeadMoved):
        archive.move(
            "cape", "branch", "late", head_of(batches[1]), expected=head_of(batches[9]), source="main"
        )
    with pytest.raises(NameTaken, match="bold"):
        archive.move("cape", "branch", "bold", head_of(batches[1]))
    with pytest.raises(NotFound, match="no batch"):
        archive.move("cape", "branch", "late", Head("00" * 32, 3))
    for name in ("Bold", "main~1x", "", "-a", "a b", "é"):
        with pytest.raises(Unfit, match="name a line"):
            archive.move("cape", "branch", name, head_of(batches[1]))


def test_switch_and_promote_name_where_the_line_stands(archive: Archive, batches: list[Batch]):
    archive.move("cape", "branch", "bold", head_of(batches[4]))
    archive.move("cape", "switch", "main", head_of(batches[10]))
    assert archive.tree("cape").current == "main"
    archive.move("cape", "promote", "bold", head_of(batches[4]))
    assert (archive.tree("cape").current, archive.tree("cape").main) == ("main", "bold")
    with pytest.raises(HeadMoved):
        archive.move("cape", "switch", "bold", head_of(batches[5]))
    with pytest.raises(NotFound, match="it has bold, main"):
        archive.move("cape", "switch", "none", head_of(batches[5]))


def test_a_move_by_somebody_else_is_told(archive: Archive, batches: list[Batch]):
    archive.append("cape", "main", [theirs := after(batches[10])], expected=ANY)
    with pytest.raises(HeadMoved) as caught:
        archive.move("cape", "undo", "main", head_of(batches[3]), expected=1)
    assert (caught.value.expected, caught.value.found) == (head_of(batches[10]), head_of(theirs))
    with pytest.raises(HeadMoved):
        archive.move("cape", "undo", "main", head_of(batches[3]), expected=head_of(batches[10]))
    assert archive.info().moves == 2


def test_an_act_is_no_move_by_itself(archive: Archive, batches: list[Batch]):
    acting: Any = "act"
    with pytest.raises(Unfit, match="no move of a head"):
        archive.move("cape", acting, "main", head_of(batches[3]))


def test_many_undos_and_acts_make_no_long_chain_of_runs(archive: Archive, batches: list[Batch]):
    """A run's parent is the one that owns the fork."""
    for number in range(25):
        archive.move("cape", "undo", "main", head_of(batches[5]))
        archive.append("cape", "main", [after(batches[5], f"try {number}")], expected=ANY)
    tree = archive.tree("cape")
    assert {run.parent for run in tree.runs.values()} == {None, 0}
    assert len(tree.ranges(tree.lines["main"].head)) == 2
    assert len(tree.lines) == 26
    assert archive.game("cape").lines == 26


class ModelLine:
    """One line of the model: the batches up to its head, and those that can be redone."""

    def __init__(self, path: list[Batch], source: str, abandoned: bool = False) -> None:
        self.path = path
        self.future: list[Batch] = []
        self.taken_up = ""
        self.source = source
        self.abandoned = abandoned


class Lines(RuleBasedStateMachine):
    """Random moves on a game; what the archive tells must be what the model tells."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.archive = Archive(Path(self.folder.name, "archive.duckdb"))
        first = beginning()
        self.game = first.game
        self.archive.begin(first, data=DATA)
        self.lines = {"main": ModelLine([first], "")}
        self.current = self.main = "main"
        self.made = 0
        self.moves = 1

    def tail(self, name: str) -> str:
        return next(tail for n in range(1, 99) if (tail := f"{name}~{n}") not in self.lines)

    def listed(self) -> dict[str, ModelLine]:
        """All lines, those too that can be redone."""
        found = dict(self.lines)
        for name, line in self.lines.items():
            if line.future and not line.taken_up:
                found[self.tail(name)] = ModelLine([*line.path, *line.future], name, True)
        return found

    def chosen(self, data: st.DataObject) -> str:
        """A line, which is taken up if it is an undone tail."""
        name = data.draw(st.sampled_from(sorted(self.listed())))
        if name not in self.lines:
            self.lines[name] = self.listed()[name]
            self.lines[self.lines[name].source].taken_up = name
        self.lines[name].abandoned = False
        return name

    @rule(data=st.data(), count=st.integers(1, 3))
    def act(self, data: st.DataObject, count: int) -> None:
        name = self.chosen(data)
        line = self.lines[name]
        new: list[Batch] = []
        for _ in range(count):
            self.made += 1
            new.append(after(new[-1] if new else line.path[-1], f"mark {self.made}"))
        self.archive.append(self.game, name, new, expected=head_of(line.path[-1]))
        if line.future and not line.taken_up:
            self.lines[self.tail(name)] = ModelLine([*line.path, *line.future], name, True)
        line.future, line.taken_up = [], ""
        line.path = [*line.path, *new]
        self.current = name
        self.moves += 1

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        names = [name for name, line in self.listed().items() if len(line.path) > 1]
        if not names:
            return
        name = self.chosen(data)
        line = self.lines[name]
        if len(line.path) == 1:
            # it cannot be taken back, and naming it so has taken nothing up
            self.archive.move(self.game, "switch", name, head_of(line.path[-1]))
        else:
            left = data.draw(st.integers(1, len(line.path) - 1))
            self.archive.move(self.game, "undo", name, head_of(line.path[left - 1]))
            line.path, line.future = line.path[:left], [*line.path[left:], *line.future]
        self.current = name
        self.moves += 1

    @rule(data=st.data())
    def redo(self, data: st.DataObject) -> None:
        names = [name for name, line in self.lines.items() if line.future]
        if not names:
            return
        name = data.draw(st.sampled_from(names))
        line = self.lines[name]
        count = data.draw(st.integers(1, len(line.future)))
        self.archive.move(self.game, "redo", name, head_of(line.future[count - 1]))
        line.path, line.future = [*line.path, *line.future[:count]], line.future[count:]
        line.abandoned = False
        self.current = name
        self.moves += 1

    @rule(data=st.data())
    def branch(self, data: st.DataObject) -> None:
        source = data.draw(st.sampled_from(sorted(self.listed())))
        path = self.listed()[source].path
        ply = data.draw(st.integers(0, len(path) - 1))
        self.made += 1
        name = f"line-{self.made}"
        self.archive.move(self.game, "branch", name, head_of(path[ply]), source=source)
        self.lines[name] = ModelLine(path[: ply + 1], source)
        self.current = name
        self.moves += 1

    @rule(data=st.data(), kind=st.sampled_from(["switch", "promote"]))
    def go(self, data: st.DataObject, kind: Any) -> None:
        name = self.chosen(data)
        self.archive.move(self.game, kind, name, head_of(self.lines[name].path[-1]))
        if kind == "promote":
            self.main = name
        else:
            self.current = name
        self.moves += 1

    @rule(data=st.data())
    def refused(self, data: st.DataObject) -> None:
        """Redo beyond what was undone, undo to a batch of another line."""
        lines = self.listed()
        one, other = (data.draw(st.sampled_from(sorted(lines))) for _ in range(2))
        foreign = [batch for batch in lines[other].path if batch not in lines[one].path]
        for batch in foreign[:1]:
            with pytest.raises(LogError):
                self.archive.move(self.game, "undo", one, head_of(batch))
            if batch not in lines[one].future:
                with pytest.raises(LogError):
                    self.archive.move(self.game, "redo", one, head_of(batch))

    def teardown(self) -> None:
        if not hasattr(self, "archive"):
            return
        tree = self.archive.tree(self.game)
        lines = self.listed()
        assert set(tree.lines) == set(lines)
        for name, line in lines.items():
            found = tree.lines[name]
            assert (found.head, found.source, found.abandoned) == (
                head_of(line.path[-1]),
                line.source,
                line.abandoned,
            )
            assert found.redoable == len(line.future)
            assert self.archive.line_batches(self.game, name) == line.path
            assert self.archive.history(self.game, name).digests == [
                head_of(batch).digest for batch in line.path
            ]
            covered = [ply for part in tree.ranges(found.head) for ply in range(part.low, part.high + 1)]
            assert covered == list(range(len(line.path)))
        assert (tree.current, tree.main, tree.last) == (self.current, self.main, self.moves)
        journal = self.archive.journal(self.game)
        assert fold(journal).lines == tree.lines
        row = self.archive.game(self.game)
        assert (row.lines, row.plies) == (len(lines), len(lines[self.current].path) - 1)
        stored = [(each.digest, each.batch) for each in self.archive.tree_stored(self.game)]
        last = self.archive.last_move_digest(self.game)
        assert verify(self.game, stored, journal, key=row.key, data=DATA, last_move=last) is None
        self.folder.cleanup()


TestLines = Lines.TestCase
TestLines.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)


@pytest.mark.slow
def test_lines_at_length():
    run_state_machine_as_test(
        Lines, settings=settings(max_examples=60, stateful_step_count=40, deadline=None)
    )
