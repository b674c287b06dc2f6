"""`compare`, `blame`, `bisect`, `luck`, `whatif`, `promote`, and reports, on a battle played by bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.answers import LineAnswer
from tests.cli.commands import run


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A learning battle of Sauron (`sauron-1`) by greedy bots, with a line besides that goes otherwise from ply 40."""
    archive = tmp_path_factory.mktemp("comparing") / "archive.duckdb"
    done = run(
        "simulate",
        "sauron",
        "--scenario",
        "learning",
        "-n",
        "1",
        "--bot",
        "greedy",
        "--seed",
        "5",
        archive=archive,
    )
    assert done.code == 0
    assert run("branch", "sauron-1@40", "other", archive=archive).code == 0
    offered = run("actions", "sauron-1", "--json", archive=archive).answer("actions")
    assert run("act", "sauron-1", str(offered[-1].n), archive=archive).code == 0
    return archive


# Compare


def test_compare_says_where_lines_part_and_what_differs_in_words(battle: Path) -> None:
    found = run("compare", "sauron-1:main@60", "sauron-1:other", "--json", archive=battle).answer("compare")
    assert found.common_ply == 40
    assert (found.left.ply, found.right.line) == (60, "other")
    assert all(each.left != each.right for each in found.differences)
    moved = [each for each in found.differences if each.what.endswith("(Sauron)")]
    assert moved
    assert set(found.tally.left) == {"alliance", "sauron"}
    told = run("compare", "sauron-1:main@60", "sauron-1:other", archive=battle).out
    assert "are one until ply 40. Left | right:" in told
    ends = run("compare", "sauron-1:main", "sauron-1:other", archive=battle).out
    by_turns = [line for line in ends.splitlines() if " by turns: " in line]
    assert by_turns
    assert all(line.startswith(("  Last Alliance, ", "  Sauron, ")) for line in by_turns)
    assert not any("_" in line for line in by_turns)


def test_a_position_is_alike_with_itself(battle: Path) -> None:
    found = run("compare", "sauron-1:main@30", "sauron-1:other@30", "--json", archive=battle).answer(
        "compare"
    )
    assert (found.common_ply, found.differences) == (30, [])


def test_two_games_are_compared_by_what_happened_and_only_of_one_ruleset(battle: Path) -> None:
    for seed in ("5", "6"):
        run("simulate", "goofspiel", "-n", "1", "--seed", seed, archive=battle)
    refused = run("compare", "sauron-1", "goofspiel-1", archive=battle)
    assert refused.code == 2
    assert "only games of one ruleset can be compared" in refused.sentence()
    found = run("compare", "goofspiel-1", "goofspiel-2", "--json", archive=battle).answer("compare")
    assert found.common_ply < found.left.ply


# Blame and bisect


def test_blame_names_the_batch_that_put_a_piece_where_it_is(battle: Path) -> None:
    moved = run("compare", "sauron-1:main@0", "sauron-1:main@60", "--json", archive=battle).answer("compare")
    piece = next(each for each in moved.differences if each.what.endswith(")") and "board" not in each.right)
    found = run("blame", "sauron-1:main@60", piece.what, "--json", archive=battle).answer("blame")
    assert found.value == piece.right
    assert 0 < found.ply <= 60
    before = run("blame", f"sauron-1:main@{found.ply - 1}", piece.what, "--json", archive=battle).answer(
        "blame"
    )
    assert before.value != found.value
    assert any(piece.what.partition(" (")[0] in line for line in found.narration)


def test_blame_knows_spaces_and_measures_and_helps_with_names(battle: Path) -> None:
    assert run("blame", "sauron-1:main", "sauron.victory-points", archive=battle).code == 0
    assert run("blame", "sauron-1:main@30", "1717", archive=battle).code == 0
    lost = run("blame", "sauron-1:main", "elendill", archive=battle)
    assert lost.code == 3
    assert "did you mean elendil" in lost.sentence()


@pytest.mark.parametrize("predicate", ["turn >= 3", "not turn < 3", "turn >= 3 and turn >= 2", "over"])
def test_bisect_finds_the_ply_at_which_a_predicate_turned(battle: Path, predicate: str) -> None:
    found = run("bisect", "sauron-1:main", predicate, "--json", archive=battle).answer("bisect")
    assert found.value == "true"
    if "turn" in predicate:
        clocks = [
            run("show", f"sauron-1:main@{ply}", "--json", archive=battle).answer("show").clock.turn
            for ply in (found.ply - 1, found.ply)
        ]
        assert clocks == [2, 3]


@pytest.mark.parametrize(
    ("predicate", "code", "says"),
    [
        ("turn >= 0", 3, "it never changed"),
        ("who knows", 2, "is no condition"),
        ("sauron.luck > 3", 3, "There is no measure 'sauron.luck'"),
        ("elendill at 1717", 3, "did you mean Elendil"),
        ("elendil at 9999", 3, "There is no space '9999'"),
        ("1717 held by gondor", 3, "There is no seat 'gondor'"),
    ],
)
def test_a_predicate_that_says_nothing_is_refused(battle: Path, predicate: str, code: int, says: str) -> None:
    refused = run("bisect", "sauron-1:main", predicate, archive=battle)
    assert refused.code == code
    assert says in refused.sentence()


# Luck and what-if


def test_luck_counts_the_dice_of_the_log(battle: Path) -> None:
    found = {
        each.seat: each for each in run("luck", "sauron-1:main", "--json", archive=battle).answer("luck")
    }
    logged = run("log", "sauron-1:main", "--json", archive=battle).answer("log")
    for seat in ("alliance", "sauron"):
        rolled = [
            each for batch in logged for each in batch.chance if each.seat == seat and each.kind == "dice"
        ]
        assert found[seat].rolls == len(rolled)
        assert found[seat].got == sum(sum(each.result) for each in rolled)
        assert found[seat].expected == sum(3.5 * len(each.result) for each in rolled)


def test_whatif_plays_on_and_leaves_the_game_as_it_is(battle: Path) -> None:
    before = run("lines", "sauron-1", "--json", archive=battle).out
    how = ("sauron-1:main@150", "-n", "4", "--bot", "random", "--seed", "9", "--json")
    found = run("whatif", *how, archive=battle).answer("whatif")
    assert found.games == 4 == sum(found.wins.values()) + found.draws + found.unfinished
    assert sum(branch.games for branch in found.by_action) == 4
    for seat, (low, high) in found.intervals.items():
        assert low <= found.wins[seat] / 4 <= high
    assert run("whatif", *how, archive=battle).answer("whatif") == found
    assert run("lines", "sauron-1", "--json", archive=battle).out == before


def test_whatif_forces_the_next_decision(battle: Path) -> None:
    offered = run("actions", "sauron-1:main@150", "--json", archive=battle).answer("actions")
    how = ("-n", "2", "--bot", "random", "--action", str(offered[-1].n), "--json")
    (branch,) = run("whatif", "sauron-1:main@150", *how, archive=battle).answer("whatif").by_action
    assert branch.action == offered[-1].action


class _First:
    """Takes the first action that there is, so that chance alone makes a difference."""

    def choose(self, *given: Any) -> Any:
        return given[-1][0]


def test_the_same_chance_gives_what_the_game_itself_would_roll(
    battle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replays.whatif.bot", lambda word, seed: _First())
    ends = {}
    for same in (True, False):
        how = ("-n", "6", *(["--same-chance"] if same else []), "--json")
        found = run("whatif", "sauron-1:main@60", *how, archive=battle).answer("whatif")
        ends[same] = {tuple(spread) for spread in found.scores.values()}
    assert all(len(set(spread)) == 1 for spread in ends[True])
    assert any(len(set(spread)) > 1 for spread in ends[False])


def test_nothing_comes_of_a_game_that_is_over(battle: Path) -> None:
    refused = run("whatif", "sauron-1:main", archive=battle)
    assert refused.code == 2
    assert "is the end of a game" in refused.sentence()


# Lines


def test_promote_makes_a_line_the_main_one_and_goes_nowhere(battle: Path) -> None:
    current = next(each.line for each in _lines(battle) if each.current)
    assert run("promote", "sauron-1", "other", archive=battle).code == 0
    assert [each.line for each in _lines(battle) if each.main] == ["other"]
    assert next(each.line for each in _lines(battle) if each.current) == current
    assert run("promote", "sauron-1", "main", archive=battle).code == 0
    assert run("promote", "sauron-1", "nowhere", archive=battle).code == 3


def test_lines_are_drawn_as_a_tree(battle: Path) -> None:
    first, second = run("lines", "sauron-1", archive=battle).out.splitlines()
    assert first.startswith("main to ply ")
    assert second.startswith("└─ other from ply 40 to ply ")


def _lines(archive: Path) -> list[LineAnswer]:
    found: list[LineAnswer] = run("lines", "sauron-1", "--json", archive=archive).answer("lines")
    return found


# Reports


@pytest.mark.parametrize("suffix", ["md", "bbcode"])
def test_a_report_tells_the_game_by_turns_with_maps_notes_tables_and_what_might_have_been(
    battle: Path, tmp_path: Path, suffix: str
) -> None:
    assert run("switch", "sauron-1", "main", archive=battle).code == 0
    noted = f"A turning point {suffix}."
    assert (
        run("annotate", "sauron-1:main@60", noted, "--by", "Ann", "--glyph", "!!", archive=battle).code == 0
    )
    file = tmp_path / f"report.{suffix}"
    assert run("export", "sauron-1", str(file), archive=battle).code == 0
    text = file.read_text(encoding="utf-8")
    for words in (
        "Turn 1",
        "Turn 2",
        "What if: other, from ply 40",
        "Luck",
        "Victory points",
        noted,
        "(a brilliant decision)",
    ):
        assert words in text
    assert text.count("●") == 2  # the luck of each seat on its scale
    assert "most pips: " in text
    assert "uckiest" not in text, "in some games it is good to roll low"
    maps = sorted(path.name for path in (tmp_path / "report-maps").iterdir())
    assert all(name in text for name in maps)
    assert len(maps) >= 4


def test_two_games_stand_side_by_side_on_a_page(battle: Path, tmp_path: Path) -> None:
    file = tmp_path / "beside.html"
    ran = run("compare", "goofspiel-1", "goofspiel-2", "--page", str(file), archive=battle)
    assert ran.code == 0
    text = file.read_text(encoding="utf-8")
    assert text.count("<iframe ") == 2
    for each in ("goofspiel-1:main@", "goofspiel-2:main@"):
        assert each in text
    for line in ran.out.splitlines()[1:2]:
        assert line.split(":")[0].strip() in text
    assert "data-address=&#34;main@" in text
    wrong = run(
        "compare", "goofspiel-1", "goofspiel-2", "--page", str(tmp_path / "beside.txt"), archive=battle
    )
    assert wrong.code == 2
    assert "must end in .html" in wrong.sentence()


def test_trials_are_kept_as_lines_only_when_asked(battle: Path) -> None:
    how = ("sauron-1:main@150", "-n", "2", "--bot", "random")
    current = next(each.line for each in _lines(battle) if each.current)
    assert run("whatif", *how, "--keep", archive=battle).code == 0
    kept = [each for each in _lines(battle) if each.line.startswith("whatif-")]
    assert [(each.line, each.origin.ply if each.origin else 0) for each in kept] == [
        ("whatif-1", 150),
        ("whatif-2", 150),
    ]
    assert all(
        run("show", f"sauron-1:{each.line}", "--json", archive=battle).answer("show").over for each in kept
    )
    assert next(each.line for each in _lines(battle) if each.current) == current
    assert run("verify", "sauron-1", "--states", archive=battle).code == 0
    assert run("audit", "sauron-1", archive=battle).code == 0
    refused = run("whatif", *how, "--keep", "--as", "sauron", archive=battle)
    assert refused.code == 2
    assert "such trials cannot be kept" in refused.sentence()
