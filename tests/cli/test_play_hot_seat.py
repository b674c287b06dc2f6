"""`play --hot-seat`: people take turns at one keyboard, and a hand is shown only while its person sits there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.commands import run
from tests.cli.terminals import on_terminal

ALONE = "press Enter when you are alone at the keyboard> "
HAND = re.compile(r"\b(?:hearts|spades|R|G|A|E)-\d+\b")


def _typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture
def rome(archive: Path) -> Path:
    """An archive with a game of four hidden hands; the Gauls are to name who goes first."""
    assert run("new", "sword-of-rome", "--name", "rome", "--seed", "4", archive=archive, typed="").code == 0
    return archive


def _cards(archive: Path, seat: str) -> set[str]:
    """The cards that a seat sees in its own hand, as they begin on its board."""
    answer = run("show", "rome", "--json", "--as", seat, archive=archive).answer("show")
    hand = answer.state["hands"][seat]
    assert hand
    assert "?" not in hand
    return {f"[{card.upper()} " for card in hand}


def test_nothing_of_a_hand_is_shown_before_its_person_says_to_be_alone(rome: Path) -> None:
    hands = {seat: _cards(rome, seat) for seat in ("rome", "greece", "gauls", "etruria-samnium")}
    out = run(
        "play", "rome", "--hot-seat", archive=rome, typed=_typed("", "1", "", "pass", "", "pass", "quit")
    ).out
    parts = out.split(ALONE)
    assert len(parts) >= 4
    asked = [re.search(r"([A-Z][A-Za-z ]+), $", part) for part in parts[:-1]]
    titles = {
        "Rome": "rome",
        "The Greeks": "greece",
        "The Gauls": "gauls",
        "Etruria and Samnium": "etruria-samnium",
    }
    sitting = [titles[found[1]] for found in asked if found is not None]
    assert len(sitting) == len(parts) - 1
    assert not any(card in parts[0] for cards in hands.values() for card in cards)
    seen = set()
    for seat, shown in zip(sitting, parts[1:], strict=True):
        for other, cards in hands.items():
            if other != seat:
                assert not any(card in shown for card in cards), (seat, other)
        if f"\n{seat}> " in shown:
            assert all(card in shown for card in hands[seat]), seat
            seen.add(seat)
    assert len(seen) == 2


def test_who_stays_at_the_keyboard_is_not_asked_again(cards: Path) -> None:
    typed = _typed("", "1", "pass", "pass", "quit")
    out = run("play", "cards", "--hot-seat", archive=cards, typed=typed).out
    assert out.startswith("cards: ")
    assert out.index("The story so far") < out.index(f"South, {ALONE}") < out.index("south> ")


def test_a_choice_in_secret_is_not_shown_to_the_one_who_comes(cards: Path) -> None:
    shown = run("show", "cards", "--json", "--as", "north", archive=cards).answer("show")
    assert shown
    out = run("play", "cards", "--hot-seat", archive=cards, typed=_typed("", "quit")).out
    before, after = out.split(f"South, {ALONE}")
    assert "spades-4" not in before
    assert "spades-4 " not in after


def test_the_screen_and_what_was_scrolled_away_are_cleared_on_a_terminal(cards: Path) -> None:
    raw, _ = on_terminal("play", "cards", "--hot-seat", archive=cards, typed=_typed("", "quit"))
    cleared = raw.index("\x1b[3J\x1b[2J\x1b[H")
    assert raw.index("The story so far") < cleared < raw.index("South, press Enter") < raw.index("hearts-")


def test_without_a_terminal_nothing_steers_one(cards: Path) -> None:
    out = run("play", "cards", "--hot-seat", archive=cards, typed=_typed("", "quit")).out
    assert "\x1b" not in out


def test_one_can_look_round_and_leave_while_the_next_person_is_awaited(cards: Path) -> None:
    out = run("play", "cards", "--hot-seat", archive=cards, typed=_typed("board", "log", "quit")).out
    assert out.count(ALONE) == 3
    assert not HAND.search(out.split("The story so far")[1].split(ALONE)[1])
    assert out.endswith("The game is kept; go on with `warlog play cards`.\n")


def test_who_has_two_seats_sees_both_and_is_not_asked_between_them(archive: Path) -> None:
    players = ["--player", "rome=Anna", "--player", "etruria-samnium=Anna"]
    players += ["--player", "gauls=Ben", "--player", "greece=Ben"]
    begun = run(
        "new",
        "sword-of-rome",
        "--scenario",
        "two-players",
        "--name",
        "rome",
        "--seed",
        "4",
        *players,
        archive=archive,
    )
    assert begun.code == 0
    own = {seat: _cards(archive, seat) for seat in ("rome", "etruria-samnium", "gauls", "greece")}
    out = run("play", "rome", "--hot-seat", archive=archive, typed=_typed("", "1", "quit")).out
    first = out.split(ALONE)
    assert first[0].endswith("Etruria and Samnium and Rome, ")
    assert all(card in first[1] for seat in ("rome", "etruria-samnium") for card in own[seat])
    assert not any(card in out for seat in ("gauls", "greece") for card in own[seat])


def test_a_game_that_hides_nothing_asks_nobody(archive: Path) -> None:
    assert run("new", "sauron", "--name", "road", "--seed", "7", archive=archive).code == 0
    out = run("play", "road", "--hot-seat", archive=archive, typed=_typed("end", "quit")).out
    assert ALONE not in out
    assert "sauron> " in out


def test_a_hot_seat_is_nobodys_view(cards: Path) -> None:
    ran = run("play", "cards", "--hot-seat", "--as", "south", archive=cards)
    assert ran.code == 2
    assert ran.sentence() == "--hot-seat shows each seat its own; leave --as out."
