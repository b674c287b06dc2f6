"""`play`: what a person sees and types at the terminal, here through a pipe."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from rules.ruleset import Action
from tests.cli.commands import run


def _typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_it_opens_with_the_story_so_far_and_whose_decision_it_is(cards: Path) -> None:
    ran = run("play", "cards", archive=cards, typed=_typed("quit"))
    assert ran.code == 0
    text = ran.out
    assert text.startswith("cards: Карты, A duel of 12 turns.\n")
    assert "The story so far\nTurn 1, Answers\n" in text
    assert "North has chosen spades-4 (3.1)" in text
    assert (
        text.index("The story so far")
        < text.index("Goofspiel, turn 1")
        < text.index("South: Choose a card in secret.")
    )
    assert "Commit\n  1  (choose) hearts-" in text
    assert text.endswith("The game is kept; go on with `warlog play cards`.\n")
    assert "\x1b" not in text


def test_without_a_game_the_last_one_is_played(cards: Path) -> None:
    run("new", "goofspiel", "--name", "later", archive=cards)
    run("simulate", "goofspiel", "-n", "1", archive=cards)
    assert run("play", archive=cards, typed="quit\n").out.startswith("later: ")


def test_the_end_of_the_input_leaves_the_table(cards: Path) -> None:
    assert run("play", "cards", archive=cards).code == 0


def test_actions_are_taken_by_number_and_by_words(cards: Path) -> None:
    ran = run("play", "cards", archive=cards, typed=_typed("1", "pass", "pass", "quit"))
    assert "South has chosen hearts-" in ran.out
    assert "-- Turn 2, Answers --" in ran.out
    assert run("show", "cards", "--json", archive=cards).answer("show").clock.turn == 2


def test_a_number_that_the_list_does_not_have_is_read_as_words(archive: Path) -> None:
    assert run("new", "sauron", "--name", "road", "--seed", "7", archive=archive).code == 0
    typed = _typed("end", "orcs-2", "why 1711", "why 1816", "1816", "1920", "77", "quit")
    ran = run("play", "road", archive=archive, typed=typed)
    assert "Illegal: Orcs 2 moves from hex to adjacent hex, and 1711 is not next to 1917 (4.25)." in ran.out
    assert "Legal." in ran.out
    assert "Orcs 2 enters 1816 for " in ran.out
    assert "Illegal: Orcs 2 moves from hex to adjacent hex, and 1920 is not next to 1816 (4.25)." in ran.out
    assert "There is no action 77: they are numbered 1 to " in ran.out


def test_what_can_be_typed_at_a_prompt(cards: Path) -> None:
    typed = _typed(
        "help", "why again", "why 1", "log 1", "board", "actions", "fly", "77", "", "undo", "redo", "quit"
    )
    ran = run("play", "cards", archive=cards, typed=typed)
    assert ran.code == 0
    assert "takes back your last input" in ran.out
    assert "Illegal: the die is rolled again once, before the choice" in ran.out
    assert "\nLegal.\n" in ran.out
    assert "    3  North has chosen spades-4 (3.1)" in ran.out
    assert ran.out.count("Goofspiel, turn 1: the die shows 4") == 2
    assert "“fly” is nothing that south can do" in ran.out
    assert "There is no action 77: they are numbered 1 to 3 (`actions` lists them)." in ran.out
    assert "Took back 1 ply: cards:main stands at ply 2." in ran.out
    assert "1 ply on, at ply 3." in ran.out
    assert ran.err == ""


def test_bots_play_their_seats_and_the_person_sees_what_the_seat_knows(cards: Path) -> None:
    ran = run("play", "cards", "--bot", "north=greedy", archive=cards, typed=_typed("1", "quit"))
    assert "North: bot greedy; South." in ran.out
    assert "You see what South may know." in ran.out
    assert "North has chosen a card (3.1)" in ran.out
    before_reveal = ran.out[: ran.out.index("against")]
    assert "spades-9" not in before_reveal
    assert "South: " in ran.out


def test_a_bot_without_a_seat_takes_all_seats_but_the_first(cards: Path) -> None:
    run("undo", "cards", archive=cards)
    ran = run("play", "cards", "--bot", "random", archive=cards, typed=_typed("1", "quit"))
    assert "North; South: bot random." in ran.out
    assert "against" in ran.out


def test_bots_that_the_game_was_begun_with(archive: Path) -> None:
    run(
        "new",
        "goofspiel",
        "--seed",
        "5",
        "--player",
        "south=bot:greedy",
        "--player",
        "north=Anna",
        archive=archive,
    )
    ran = run("play", archive=archive, typed=_typed("pass", "1", "quit"))
    assert "North: Anna; South: bot greedy." in ran.out
    assert "against" in ran.out


def test_undo_takes_back_what_bots_did_after_it(cards: Path) -> None:
    ran = run("play", "cards", "--bot", "north=greedy", archive=cards, typed=_typed("1", "undo", "quit"))
    assert "stands at ply 3." in ran.out
    assert "Already seen, and taken back all the same: " in ran.out
    assert run("show", "cards", "--json", archive=cards).answer("show").ply == 3


def test_bots_play_a_whole_game(archive: Path) -> None:
    players = ["--player", "north=bot:greedy", "--player", "south=bot:random"]
    run("new", "goofspiel", "--option", "turns=2", *players, archive=archive)
    ran = run("play", archive=archive, typed=_typed("log", "1", "undo", "quit"))
    assert "The game is over." in ran.out
    assert "The game is over: `undo`, `log`, `board`, `branch` or `quit`." in ran.out
    assert "There is nothing of yours to take back; `undo N plies` takes back what bots did, too." in ran.out
    assert ran.code == 0


def test_giving_up_is_asked_twice(cards: Path) -> None:
    ran = run("play", "cards", archive=cards, typed=_typed("resign", "no", "resign", "yes", "quit"))
    assert "Not done." in ran.out
    assert "The game is over. North won (resigned)" in ran.out


def test_plain_is_sentences(cards: Path) -> None:
    ran = run("play", "cards", "--plain", archive=cards, typed=_typed("quit"))
    assert "┌" not in ran.out
    assert "Hand of south: hearts-" in ran.out
    assert "\n1: (choose) hearts-" in ran.out


def test_a_seat_that_is_not_to_decide_is_told_so(cards: Path) -> None:
    ran = run("play", "cards", "--as", "north", archive=cards, typed=_typed("1"))
    assert "That is not yours to decide." in ran.out
    assert "hearts-" not in ran.out
    assert run("show", "cards", "--json", archive=cards).answer("show").ply == 3


def test_dice_and_draws_by_hand_are_asked_for(by_hand: Path) -> None:
    typed = _typed("hearts-5", "spades-7", "hearts-5", "?", "9", "5 5", "six", "", "5", "quit")
    ran = run("play", "hand", archive=by_hand, typed=typed)
    assert "Card: north.\ndraw, and type what it is (? where it is not known)> spades-7\n" in ran.out
    assert "hearts-5 cannot be drawn here." in ran.out
    assert "Prize: 2.\nroll 1d6 (type, for example, 3)> 9\n" in ran.out
    for sentence in (
        "9 is no face of a die with 6 sides: type one number from 1 to 6.",
        "2 numbers were typed: type one number from 1 to 6.",
        "“six” is no roll: type one number from 1 to 6; `undo`, ",
        "Nothing was typed: type one number from 1 to 6; `undo` takes back what you typed last.",
    ):
        assert sentence in ran.out
    assert "Turn 2: the die shows 5" in ran.out


@pytest.mark.parametrize(
    ("text", "count", "sides", "found"),
    [
        ("3 4", 2, 6, [3, 4]),
        ("34", 2, 6, [3, 4]),
        ("3, 4", 2, 6, [3, 4]),
        ("12", 1, 20, [12]),
        ("34", 1, 6, "34 is no face of a die with 6 sides: type one number from 1 to 6."),
        ("7", 2, 6, "1 number was typed: type 2 numbers from 1 to 6, each die by itself, not their sum."),
        ("37", 2, 6, "7 is no face of a die with 6 sides: type 2 numbers from 1 to 6."),
        ("1 2 3", 2, 6, "3 numbers were typed: type 2 numbers from 1 to 6."),
    ],
)
def test_what_is_read_as_a_roll(text: str, count: int, sides: int, found: list[int] | str) -> None:
    from cli.chance_by_hand import _faces

    assert _faces(text, count, sides) == found


class Caster:
    """A bot that casts the first spell that it can, at the middle of the enemy."""

    def choose(
        self, ruleset: object, game: object, state: object, seat: str, legal: Sequence[Action]
    ) -> Action:
        spells = [
            each
            for each in legal
            if each.__struct_config__.tag == "cast" or getattr(each, "target", "") == "1712"
        ]
        return (spells or list(legal))[0]


def test_the_result_of_each_roll_is_told_before_the_next_and_can_be_taken_back(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replays.bots.bot", lambda name, seed: Caster())
    players = ["--player", "sauron=bot:greedy", "--chance", "manual"]
    assert run("new", "sauron", "--name", "hand", *players, archive=archive).code == 0
    typed = _typed("undo", "", "34", "1", "undo", "6", "undo", "undo", "undo", "quit")
    out = run("play", "hand", archive=archive, typed=typed).out
    asked = out[out.index("Sauron attempts Sinister Visions") :]
    assert "visions:sauron" not in out
    assert "magic:sauron" not in out
    assert asked.count("Magic: Sauron casts Sinister Visions, works on ") == 3
    first, second = list(
        dict.fromkeys(
            re.findall(r"Visions: (.+), morale [W-Z], disrupted on [3-6]–6 \(Last Alliance rolls\)\.", asked)
        )
    )[:2]
    told = [
        asked.index(text)
        for text in (
            "rolled 7: works",
            f"Visions: {first}, ",
            f"{first} sees visions: ",
            "rolled 1: unmoved",
            f"Visions: {second}, ",
            "rolled 6: disrupted",
        )
    ]
    assert told == sorted(told)
    assert asked.count("Not done; nothing of it is recorded.") == 2
    assert "Sauron (bot greedy) is to decide: Enter lets it play on; " in asked
    assert run("show", "hand", "--json", archive=archive).answer("show").ply <= 1


def test_what_can_be_typed_where_dice_are_asked_for(by_hand: Path) -> None:
    typed = _typed("hearts-5", "?", "?", "help", "log 1", "why pass", "board", "5", "quit")
    ran = run("play", "hand", archive=by_hand, typed=typed)
    assert "takes back your last input" in ran.out
    assert "    3  North has chosen spades-5 (3.1)" in ran.out
    assert "Illegal: there is nothing to answer during the choice (2.2)." in ran.out
    assert ran.out.count("Goofspiel, turn 1") == 2
    assert "Turn 2: the die shows 5" in ran.out


def test_undo_instead_of_dice_takes_the_action_not(by_hand: Path) -> None:
    typed = _typed("hearts-5", "?", "?", "", "undo", "undo", "undo", "quit")
    ran = run("play", "hand", archive=by_hand, typed=typed)
    assert "Not done; nothing of it is recorded." in ran.out
    assert run("show", "hand", "--json", archive=by_hand).answer("show").ply == 3


@pytest.mark.parametrize("leaving", [["quit"], []], ids=["by quit", "by the end of input"])
def test_who_leaves_while_rolling_hears_what_is_not_recorded(by_hand: Path, leaving: list[str]) -> None:
    ran = run("play", "hand", archive=by_hand, typed=_typed("hearts-5", "spades-7", "hearts-1", *leaving))
    assert "neither it nor the 2 rolls or draws that you typed for it is recorded" in ran.out
    assert ran.out.index("is recorded") < ran.out.index("The game is kept")
    assert run("show", "hand", "--json", archive=by_hand).answer("show").ply == 3
    none = run("play", "hand", archive=by_hand, typed=_typed("hearts-5", *leaving))
    assert "that you typed for it" not in none.out


def test_somebody_else_acted_first(cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from replays.session import Session

    act_many = Session.act_many
    others = iter([True])

    def late(session: Session, *arguments: object, **options: object) -> object:
        if next(others, False):
            assert run("act", "cards", "2", archive=cards).code == 0
        return act_many(session, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "act_many", late)
    ran = run("play", "cards", archive=cards, typed=_typed("1", "quit"))
    assert "The game is read again." in ran.out
    assert run("show", "cards", "--json", archive=cards).answer("show").ply == 4


@pytest.mark.parametrize("arguments", [["cards", "--json"], ["cards", "--bot", "deep"], ["cards@1"]])
def test_wrong_usage(cards: Path, arguments: list[str]) -> None:
    assert run("play", *arguments, archive=cards).code in (2, 3)


def test_nothing_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WARLOG_ARCHIVE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run("play")
    assert ran.code == 3
    assert "warlog new" in ran.sentence()


# Against a bot, in a battle


@pytest.fixture(scope="session")
def _road(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("road") / "archive.duckdb"
    players = ["--player", "alliance=Ann", "--player", "sauron=bot:random"]
    assert run("new", "sauron", "--name", "road", "--seed", "7", *players, archive=file).code == 0
    assert run("play", "road", archive=file, typed="quit\n").code == 0
    return file


@pytest.fixture
def road(_road: Path, archive: Path) -> Path:
    """The learning battle after the bot's first turn: the alliance is to move for the first time."""
    archive.write_bytes(_road.read_bytes())
    return archive


def _ply(archive: Path) -> int:
    return int(run("show", "road", "--json", archive=archive).answer("show").ply)


def test_what_a_bot_does_is_retold_by_impulses_under_its_phases(archive: Path) -> None:
    players = ["--player", "sauron=bot:random"]
    run("new", "sauron", "--name", "road", "--seed", "7", *players, archive=archive)
    out = run("play", "road", archive=archive, typed="quit\n").out
    told = out[out.index("`help` lists") : out.index("alliance> ")]
    assert "-- Turn 1, Sauron movement phase --\n  Sauron: " in told
    assert " enters " not in told
    assert len([line for line in told.splitlines() if line.startswith(("--", "  Sauron: "))]) < 16
    log = run("log", "road", archive=archive).out
    assert " enters " in log


def test_headings_stand_before_what_happens_under_them(road: Path) -> None:
    out = run("play", "road", archive=road, typed=_typed("end", "end", "end", "quit")).out
    log = run("log", "road", archive=road).out
    for text in (out, log):
        for line in text.splitlines():
            for phase in ("Sauron movement phase: ", "Last Alliance movement phase: "):
                assert phase not in line  # the heading says it
        lines = [line for line in text.splitlines() if " shall attack " in line or line.startswith("-- ")]
        for heading, line in pairwise(lines):
            if not line.startswith("-- ") and heading.startswith("-- "):
                assert heading.endswith("combat phase --")
    assert "-- Turn 1, Last Alliance movement phase --\n" in log


def test_undo_at_the_first_decision_takes_nothing_of_the_bot_back(road: Path) -> None:
    before = _ply(road)
    ran = run("play", "road", archive=road, typed=_typed("undo", "quit"))
    assert "There is nothing of yours to take back; `undo N plies` takes back what bots did, too." in ran.out
    assert _ply(road) == before


def test_after_undo_a_bot_waits_and_what_was_taken_back_can_be_redone(road: Path) -> None:
    before = run("show", "road", "--json", archive=road).answer("show")
    ran = run("play", "road", archive=road, typed=_typed("undo turn", "lines", "1", "redo 2", "redo", "quit"))
    assert "Sauron (bot random) is to decide: Enter lets it play on; " in ran.out
    assert "It is for the bot to decide: Enter lets it play on; " in ran.out
    assert "2 plies on, at ply 2." in ran.out
    after = run("show", "road", "--json", archive=road).answer("show")
    assert (after.ply, after.head) == (before.ply, before.head)


def test_undo_takes_back_so_many_plies(road: Path) -> None:
    before = _ply(road)
    run("play", "road", archive=road, typed=_typed("undo 3 plies", "quit"))
    assert _ply(road) == before - 3


def test_a_bot_that_is_let_on_decides_as_it_did_before(road: Path) -> None:
    before = run("log", "road", "--raw", archive=road).out
    run("play", "road", archive=road, typed=_typed("undo turn", "", "quit"))
    assert run("log", "road", "--raw", archive=road).out == before
    assert len(run("lines", "road", "--json", archive=road).answer("lines")) == 2


def test_a_bot_decides_alike_in_two_games_of_one_seed(road: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.duckdb"
    players = ["--player", "alliance=Ann", "--player", "sauron=bot:random"]
    run("new", "sauron", "--name", "road", "--seed", "7", *players, archive=other)
    run("play", "road", archive=other, typed="quit\n")
    assert run("log", "road", "--raw", archive=other).out == run("log", "road", "--raw", archive=road).out


def test_lines_are_begun_and_changed_at_the_prompt(road: Path) -> None:
    here = _ply(road)
    typed = _typed(
        "branch what-if", "end", "switch main", "branch early 3", "", "lines", "branch", "switch fog", "quit"
    )
    ran = run("play", "road", archive=road, typed=typed)
    assert f"road:what-if begins at ply {here} of main; `switch main` goes back there." in ran.out
    assert f"road:main stands at ply {here}." in ran.out
    assert "road:early begins at ply 3 of main" in ran.out
    assert f"─ what-if from ply {here} to ply " in ran.out
    assert "Name the line: `branch what-if`" in ran.out
    assert "road has no line fog; it has main, what-if, early" in ran.out
    lines = {each.line: each for each in run("lines", "road", "--json", archive=road).answer("lines")}
    assert lines["main"].ply == here < lines["what-if"].ply
    assert lines["early"].current


def test_the_help_names_all_that_can_be_typed() -> None:
    from cli.sitting_looks import HELP

    assert all(len(line) <= 80 for line in HELP.splitlines())
    for word in (
        "actions",
        "board",
        "log",
        "why",
        "undo",
        "redo",
        "branch",
        "lines",
        "switch",
        "help",
        "resign",
        "quit",
    ):
        assert f"  {word}" in HELP


def test_help_on_one_word(cards: Path) -> None:
    ran = run("play", "cards", archive=cards, typed=_typed("help undo", "help fly", "why", "quit"))
    asked = ran.out[ran.out.index("> help undo") : ran.out.index("> help fly")]
    assert "takes back your last input" in asked
    assert "redo" not in asked
    assert "There is no help on `fly`" in ran.out
    assert "Name the action: `why 1`" in ran.out


def test_words_that_are_typed_elsewhere_are_told_what_is_meant(cards: Path) -> None:
    ran = run(
        "play", "cards", archive=cards, typed=_typed("show", "options", "export page.html", "fly", "quit")
    )
    assert "For the board, type `board`." in ran.out
    assert "For the options, type `actions`." in ran.out
    assert "That is a command of the shell: `quit`, then `warlog export cards`." in ran.out
    assert ran.out[ran.out.index("> fly") :].count("type `") == 0


@pytest.mark.parametrize("typed", ["why fly", "undo fly", "log fly"])
def test_a_word_of_the_prompt_itself_is_not_called_one_of_the_shell(cards: Path, typed: str) -> None:
    ran = run("play", "cards", archive=cards, typed=_typed(typed, "quit"))
    assert f"> {typed}" in ran.out
    assert "command of the shell" not in ran.out


def test_a_bot_whose_game_was_moved_on_by_somebody_else(road: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from replays.session import Session

    act = Session.act
    others = iter([True])

    def late(session: Session, *arguments: object, **options: object) -> object:
        if next(others, False):
            assert run("act", "road", "1", archive=road).code == 0
        return act(session, *arguments, **options)  # type: ignore[arg-type]

    run("play", "road", archive=road, typed=_typed("undo 2 plies", "quit"))
    monkeypatch.setattr(Session, "act", late)
    ran = run("play", "road", archive=road, typed=_typed("quit"))
    assert ran.code == 0
    assert "Somebody else acted meanwhile. The game is read again." in ran.out


def test_the_set_up_of_a_battle_is_told_whole(archive: Path) -> None:
    run("new", "sauron", "--name", "road", "--seed", "7", archive=archive)
    out = run("play", "road", archive=archive, typed="quit\n").out
    story = out[: out.index("Turn: [1]")]
    assert "The set-up\n  Last Alliance: Baldrim and Dwarves 1 in 1312, " in story
    assert "Elendil and Men footmen 1 in 1712" in story
    assert "(`log` tells it in " in story


def test_why_answers_outside_of_the_phase(road: Path) -> None:
    ran = run(
        "play",
        "road",
        archive=road,
        typed=_typed(
            "why fire bowmen orcs-1",
            "elendil 1713 1920",
            "why cavalry 1317",
            "why rally footmen-1 elendil",
            "quit",
        ),
    )
    assert "Illegal: there is no combat in a movement phase (4.23)." in ran.out
    assert "1920 is not next to 1713 (4.25)." in ran.out
    assert "and 1317 is not next to 2" in ran.out
    assert "Illegal: units are rallied in the joint rally phase only (8.3)." in ran.out
