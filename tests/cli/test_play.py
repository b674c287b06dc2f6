"""`play`: what a person sees and types at the terminal, here through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run


def _typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_it_opens_with_the_story_so_far_and_whose_decision_it_is(cards: Path) -> None:
    ran = run("play", "cards", archive=cards, typed=_typed("quit"))
    assert ran.code == 0
    text = ran.out
    assert text.startswith("cards: Карты, A duel of 12 turns.\n")
    assert "The story so far\nTurn 1, Answers\n" in text
    assert "North has chosen spades-6 (3.1)" in text
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
    assert "there is no action 77: they are numbered 1 to " in ran.out


def test_what_can_be_typed_at_a_prompt(cards: Path) -> None:
    typed = _typed(
        "help", "why again", "why 1", "log 1", "board", "actions", "fly", "77", "", "undo", "redo", "quit"
    )
    ran = run("play", "cards", archive=cards, typed=typed)
    assert ran.code == 0
    assert "takes back your last input" in ran.out
    assert "Illegal: the die is rolled again before the choice" in ran.out
    assert "\nLegal.\n" in ran.out
    assert "    3  North has chosen spades-6 (3.1)" in ran.out
    assert ran.out.count("Goofspiel, turn 1: the die shows 4") == 2
    assert "“fly” is nothing that south can do" in ran.out
    assert "there is no action 77: they are numbered 1 to 3" in ran.out
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
    assert "The game is over: `undo`, `log`, `board` or `quit`." in ran.out
    assert ran.code == 0


def test_giving_up_is_asked_twice(cards: Path) -> None:
    ran = run("play", "cards", archive=cards, typed=_typed("resign", "no", "resign", "yes", "quit"))
    assert "Not done." in ran.out
    assert "The game is over. North won (resigned)" in ran.out


def test_plain_is_sentences(cards: Path) -> None:
    ran = run("play", "cards", "--plain", archive=cards, typed=_typed("quit"))
    assert "┌" not in ran.out
    assert "Hand of South: hearts-" in ran.out
    assert "\n1: (choose) hearts-" in ran.out


def test_a_seat_that_is_not_to_decide_is_told_so(cards: Path) -> None:
    ran = run("play", "cards", "--as", "north", archive=cards, typed=_typed("1"))
    assert "That is not yours to decide." in ran.out
    assert "hearts-" not in ran.out
    assert run("show", "cards", "--json", archive=cards).answer("show").ply == 3


def test_dice_and_draws_by_hand_are_asked_for(by_hand: Path) -> None:
    typed = _typed("hearts-5 from south-1", "spades-7", "hearts-5", "?", "9", "5 5", "5", "quit")
    ran = run("play", "hand", archive=by_hand, typed=typed)
    assert "North, card:north-4: draw, and type what it is" in ran.out
    assert "hearts-5 cannot be drawn for card:south-4." in ran.out
    assert ran.out.count("Type a number from 1 to 6, or nothing to leave it.") == 2
    assert "Turn 2: the die shows 5" in ran.out


def test_what_can_be_typed_where_dice_are_asked_for(by_hand: Path) -> None:
    typed = _typed("hearts-5 from south-1", "?", "?", "help", "log 1", "why pass", "board", "5", "quit")
    ran = run("play", "hand", archive=by_hand, typed=typed)
    assert "takes back your last input" in ran.out
    assert "    3  North has chosen spades-5 (3.1)" in ran.out
    assert "Illegal: there is nothing to answer during the choice (2.1)." in ran.out
    assert ran.out.count("Goofspiel, turn 1") == 2
    assert "Turn 2: the die shows 5" in ran.out


def test_an_empty_answer_instead_of_dice_takes_the_action_not(by_hand: Path) -> None:
    ran = run("play", "hand", archive=by_hand, typed=_typed("hearts-5 from south-1", "?", "?", "", "quit"))
    assert "Not done." in ran.out
    assert run("show", "hand", "--json", archive=by_hand).answer("show").ply == 3


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


def test_nothing_to_play(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARLOG_ARCHIVE", str(archive))
    ran = run("play")
    assert ran.code == 3
    assert "warlog new" in ran.sentence()
