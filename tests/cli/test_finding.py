"""`find`: positions over all games, in JSON and in words, and what cannot be looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run


@pytest.fixture
def many(archive: Path) -> Path:
    games = ["simulate", "goofspiel", "-n", "6", "--option", "turns=2", "--seed", "4", "--tag", "night=1"]
    assert run(*games, archive=archive).code == 0
    assert (
        run(
            "new", "goofspiel", "--name", "mine", "--seed", "1", "--player", "north=Ann", archive=archive
        ).code
        == 0
    )
    return archive


def test_positions_by_a_predicate(many: Path) -> None:
    found = run("find", "turn = 2", "--limit", "all", "--json", archive=many).answer("find")
    assert [each.game for each in found] == [f"goofspiel-{number}" for number in range(1, 7)]
    for each in found:
        shown = run("show", f"{each.game}:{each.line}@{each.ply}", "--json", archive=many).answer("show")
        assert (shown.clock.turn, shown.head, each.turn) == (2, each.head, 2)
        before = run("show", f"{each.game}@{each.ply - 1}", "--json", archive=many).answer("show")
        assert before.clock.turn == 1
        assert each.result is not None
        assert each.players == {"north": "bot:random", "south": "bot:random"}
        assert each.seat in ("north", "south")
    text = run("find", "turn = 2", archive=many)
    assert f"goofspiel-1:main@{found[0].ply} (" in text.out
    assert "; then " in text.out
    assert "; won by North" in text.out or "; won by South" in text.out or "; drawn" in text.out
    assert text.out.endswith("6 positions in 7 of 7 games.\n")
    assert text.err == ""


def test_games_are_chosen_by_ruleset_origin_and_tag(many: Path) -> None:
    def games(*arguments: str) -> set[str]:
        answer = run("find", "turn >= 1", *arguments, "--json", archive=many).answer("find")
        return {each.game for each in answer}

    assert games("--origin", "played") == {"mine"}
    assert len(games("--tag", "night=1")) == 6
    assert len(games("--ruleset", "goofspiel")) == 7
    assert games("--ruleset", "sauron") == set()


def test_a_limit_is_said(many: Path) -> None:
    ran = run("find", "turn = 2", "--limit", "2", archive=many)
    assert ran.code == 0
    assert ran.err == "There may be more than these 2: --limit all gives all.\n"
    assert ran.out.count("\n") == 3


def test_where_a_position_occurred_and_what_was_done_next(many: Path) -> None:
    found = run("find", "--like", "mine@0", "--json", archive=many).answer("find")
    assert "mine" in {each.game for each in found}
    mine = next(each for each in found if each.game == "mine")
    assert (mine.ply, mine.seat, mine.next, mine.result) == (0, "", "", None)
    assert mine.players["north"] == "Ann"
    first = run("find", "--like", "goofspiel-1@0", archive=many).out
    action = run("log", "goofspiel-1", "--from", "1", "--to", "1", "--json", archive=many).answer("log")[0]
    assert f"× {action.seat.capitalize()}: " in first


@pytest.mark.parametrize(
    ("code", "arguments", "said"),
    [
        (2, ["find"], "one of them"),
        (2, ["find", "over", "--like", "mine"], "one of them"),
        (2, ["find", "over", "--whole"], "--whole goes with --like"),
        (2, ["find", "--like", "mine", "--whole", "--as", "north"], "refused with --as"),
        (2, ["find", "--like", "mine", "--turns"], "--turns goes with a predicate"),
        (2, ["find", "over", "--limit", "0"], "number of positions"),
        (2, ["find", "over", "--seconds", "soon"], "number of seconds"),
        (3, ["find", "north.wins = 2"], "no measure"),
        (3, ["find", "event prize-roled"], "did you mean prize-rolled"),
        (3, ["find", "the sun shines"], "is no condition"),
        (3, ["find", "--like", "yours"], "yours"),
        (3, ["find", "over", "--ruleset", "chess"], "chess"),
        (3, ["find", "over", "--as", "east"], "no seat east"),
    ],
)
def test_what_cannot_be_looked_for_is_told(many: Path, code: int, arguments: list[str], said: str) -> None:
    ran = run(*arguments, archive=many)
    assert ran.code == code
    assert said in ran.sentence()


def test_an_event_has_no_place_in_a_bisection(many: Path) -> None:
    for predicate in ("event prize-rolled", "not event prize-rolled"):
        assert (
            "`warlog find` looks for one" in run("bisect", "goofspiel-1", predicate, archive=many).sentence()
        )


def test_an_archive_without_games_has_no_positions(archive: Path) -> None:
    assert run("find", "over", archive=archive).code == 8
    run("new", "goofspiel", archive=archive)
    assert run("find", "over", "--json", archive=archive).answer("find") == []
