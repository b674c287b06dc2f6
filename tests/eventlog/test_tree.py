"""The lines of a game as a fold over its journal: given these moves, then these lines."""

from __future__ import annotations

from typing import Any

import pytest

from eventlog.errors import Damaged
from eventlog.record import Head, Move
from eventlog.runs import Range, Run, common, on_path, owner, ranges
from eventlog.tree import Tree, fold
from tests.eventlog.chains import START


def given(*moves: tuple[Any, ...]) -> Tree:
    """The tree after moves (kind, line, head, ply[, source])."""
    return fold(
        Move(
            game="g",
            n=n,
            kind=kind,
            line=line,
            head=head,
            ply=ply,
            source=rest[0] if rest else "",
            time=START,
        )
        for n, (kind, line, head, ply, *rest) in enumerate(moves, 1)
    )


def told(tree: Tree) -> dict[str, tuple[Any, ...]]:
    """Head, source, fork and whether abandoned, of each line."""
    return {
        line.name: (line.head.digest, line.source, line.fork_ply, line.abandoned)
        for line in tree.lines.values()
    }


BEGUN = (("new", "main", "a", 0), ("act", "main", "d", 3))


def test_acts_move_the_head_on():
    tree = given(*BEGUN, ("act", "main", "f", 5))
    assert told(tree) == {"main": ("f", "", None, False)}
    assert (tree.current, tree.main, tree.last) == ("main", "main", 3)
    assert tree.redo_head("main") is None


def test_what_is_taken_back_is_listed_as_an_abandoned_line_while_it_can_be_redone():
    tree = given(*BEGUN, ("undo", "main", "b", 1))
    assert told(tree) == {"main": ("b", "", None, False), "main~1": ("d", "main", 1, True)}
    assert tree.redo_head("main") == Head("d", 3)
    assert tree.lines["main"].redoable == 2


def test_redo_after_several_undos_leads_to_where_the_first_came_from():
    tree = given(*BEGUN, ("undo", "main", "c", 2), ("undo", "main", "a", 0), ("redo", "main", "b", 1))
    assert tree.redo_head("main") == Head("d", 3)
    assert told(tree) == {"main": ("b", "", None, False), "main~1": ("d", "main", 1, True)}


def test_undo_then_redo_is_nothing():
    undone = given(*BEGUN, ("undo", "main", "a", 0), ("redo", "main", "d", 3))
    assert undone.lines == given(*BEGUN).lines


def test_a_new_act_parts_from_the_tail_which_is_kept():
    tree = given(*BEGUN, ("undo", "main", "b", 1), ("act", "main", "x", 2))
    assert told(tree) == {"main": ("x", "", None, False), "main~1": ("d", "main", 1, True)}
    assert tree.redo_head("main") is None
    again = given(
        *BEGUN,
        ("undo", "main", "b", 1),
        ("act", "main", "x", 2),
        ("undo", "main", "a", 0),
        ("act", "main", "y", 1),
    )
    assert told(again) == {
        "main": ("y", "", None, False),
        "main~1": ("d", "main", 1, True),
        "main~2": ("x", "main", 0, True),
    }


def test_a_tail_is_kept_from_where_it_is_parted_from_and_not_from_where_it_was_undone():
    tree = given(*BEGUN, ("undo", "main", "a", 0), ("redo", "main", "c", 2), ("act", "main", "x", 3))
    assert tree.lines["main~1"].fork_ply == 2


def test_a_tail_that_is_taken_up_is_abandoned_no_longer_and_may_go_on():
    undone = (*BEGUN, ("undo", "main", "b", 1))
    tree = given(*undone, ("switch", "main~1", "d", 3))
    assert told(tree) == {"main": ("b", "", None, False), "main~1": ("d", "main", 1, False)}
    assert tree.current == "main~1"
    assert tree.redo_head("main") == Head("d", 3)
    tree = given(*undone, ("act", "main~1", "e", 4), ("act", "main", "x", 2))
    assert told(tree) == {"main": ("x", "", None, False), "main~1": ("e", "main", 1, False)}
    tree = given(*undone, ("act", "main~1", "e", 4), ("act", "main", "x", 2), ("undo", "main", "b", 1))
    assert told(tree)["main~2"] == ("x", "main", 1, True)


def test_tails_of_tails_are_named_after_them():
    tree = given(*BEGUN, ("undo", "main", "b", 1), ("undo", "main~1", "c", 2), ("act", "main~1", "x", 3))
    assert told(tree)["main~1~1"] == ("d", "main~1", 2, True)


def test_a_branch_is_a_line_from_any_batch_and_becomes_current():
    tree = given(*BEGUN, ("branch", "bold", "b", 1, "main"), ("act", "bold", "x", 2))
    assert told(tree) == {"main": ("d", "", None, False), "bold": ("x", "main", 1, False)}
    assert (tree.current, tree.main) == ("bold", "main")
    assert given(*BEGUN, ("branch", "bold", "b", 1, "main"), ("switch", "main", "d", 3)).current == "main"


def test_promoting_makes_a_line_the_main_one_and_goes_nowhere():
    tree = given(
        *BEGUN, ("branch", "bold", "b", 1, "main"), ("switch", "main", "d", 3), ("promote", "bold", "b", 1)
    )
    assert (tree.current, tree.main) == ("main", "bold")


def test_an_import_moves_a_line_on_or_brings_one_and_goes_nowhere():
    tree = given(
        *BEGUN,
        ("branch", "bold", "b", 1, "main"),
        ("import", "main", "e", 4),
        ("import", "new", "y", 2, "main"),
    )
    assert (tree.current, tree.lines["main"].head, tree.lines["new"].source) == ("bold", Head("e", 4), "main")


@pytest.mark.parametrize(
    "move",
    [
        ("undo", "side", "a", 0),
        ("switch", "main~1", "a", 0),
        ("act", "side", "x", 4),
        ("branch", "main", "a", 0, "main"),
    ],
)
def test_a_journal_that_names_what_is_not_there_is_damaged(move: tuple[Any, ...]):
    with pytest.raises(Damaged, match="move 3"):
        given(*BEGUN, move)


# Runs ---------------------------------------------------------------------------------------------------------------

# 0: plies 0..9;  1: from ply 4 of 0;  2: from ply 7 of 1;  3: from ply 2 of 0
RUNS = {0: Run(None, -1), 1: Run(0, 4), 2: Run(1, 7), 3: Run(0, 2)}


def test_a_history_is_a_few_ranges():
    assert ranges(RUNS, 2, 11) == [Range(0, 0, 4), Range(1, 5, 7), Range(2, 8, 11)]
    assert ranges(RUNS, 2, 11, 6) == [Range(1, 6, 7), Range(2, 8, 11)]
    assert ranges(RUNS, 2, 11, 8) == [Range(2, 8, 11)]
    assert ranges(RUNS, 2, 11, 12) == []
    assert ranges(RUNS, 0, 9) == [Range(0, 0, 9)]
    assert ranges(RUNS, 3, 3, 2) == [Range(0, 2, 2), Range(3, 3, 3)]


def test_every_ply_of_a_history_has_one_owner():
    for run, ply in ((2, 11), (1, 9), (3, 5), (0, 9)):
        owned = {at: part.run for part in ranges(RUNS, run, ply) for at in range(part.low, part.high + 1)}
        assert owned == {at: owner(RUNS, run, at) for at in range(ply + 1)}


def test_two_histories_share_what_lies_before_they_part():
    assert common(RUNS, (2, 11), (1, 9)) == 7
    assert common(RUNS, (1, 6), (2, 11)) == 6
    assert common(RUNS, (2, 11), (3, 5)) == 2
    assert common(RUNS, (0, 9), (2, 11)) == 4
    assert common(RUNS, (0, 9), (0, 3)) == 3


def test_whether_a_batch_lies_on_a_history():
    assert on_path(RUNS, (0, 4), (2, 9))
    assert on_path(RUNS, (1, 7), (2, 9))
    assert not on_path(RUNS, (0, 5), (2, 9))
    assert not on_path(RUNS, (1, 8), (2, 9))
    assert not on_path(RUNS, (2, 10), (2, 9))
