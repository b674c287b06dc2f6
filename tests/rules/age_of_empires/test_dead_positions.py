"""Positions in which neither seat can ever win, and what keeps a game going."""

from __future__ import annotations

import pytest
from immutables import Map

from rules.age_of_empires.actions import Done
from tests.rules.age_of_empires.harness import (
    DISCARD,
    Position,
    age,
    building,
    city,
    deck,
    discards,
    given,
    hand,
    phase,
    relics,
    side,
    stock,
    unit,
    villagers,
)

FOUR = relics(
    *(
        f"second/{name}"
        for name in ("the-holy-lance", "the-black-rood", "the-crown-of-thorns", "the-veil-of-veronica")
    )
)
WORKS = city("first", "mill c-2", "lumber-camp l1-3", "stone-mine r1-3", "gold-mine c-1", "house l1-2")


def later(seat, **cards):
    """The decks of the ages to come, each with these cards."""
    return side(seat, later=Map({number: cards.get(f"age_{number}", ()) for number in ("2", "3", "4")}))


def at_the_end_of_a_turn(*field) -> Position:
    """A turn at whose end neither seat has anything but a Town Center, villagers, a useless card, and this."""
    nothing = [
        change
        for seat in ("first", "second")
        for change in (
            age(seat, 1),
            deck(seat),
            hand(seat),
            discards(seat),
            stock(seat),
            later(seat),
            villagers(seat, "c-3", 3),
        )
    ]
    position = given(*nothing, discards("first", "militia"), *field, phase("first", DISCARD))
    return position.when("first", Done())


@pytest.mark.rule("age-of-empires", "victory-4", "flow-1")
def test_a_game_in_which_neither_seat_can_ever_win_is_drawn():
    assert at_the_end_of_a_turn().winners() == ((), "spent")


GOES_ON = {
    "an army": (age("second", 2), unit("first", "militia", 1)),
    "an army to come": (
        age("first", 2),
        hand("second", "militia"),
        city("second", "barracks c-2"),
        stock("second", 9, 9, 9, 9),
    ),
    "harm from afar": (
        age("second", 2),
        age("first", 3),
        hand("first", "saboteurs"),
        stock("first", 9, 9, 9, 9),
    ),
    "a wonder": (city("first", "wonder-britons c-2"), building("first", "c-2", stage=1)),
    "a wonder to come": (age("first", 4), discards("first", "wonder-britons"), WORKS),
    "relics": (
        FOUR,
        city("first", "monastery c-2"),
        deck("second", "the-bones-of-the-magi"),
        age("second", 3),
    ),
    "ages to come": (
        later("first", age_2=("barracks", "stable", "market"), age_3=("castle",), age_4=("wonder-britons",)),
        WORKS,
    ),
    "an unknown card": (hand("first", "?"),),
    "a plague": (age("second", 4), hand("second", "plague"), stock("second", 9, 9, 9, 9)),
}


@pytest.mark.rule("age-of-empires", "flow-1", "detail-2")
@pytest.mark.parametrize("field", GOES_ON.values(), ids=GOES_ON)
def test_a_game_that_somebody_can_still_win_goes_on(field):
    assert at_the_end_of_a_turn(*field).winners() is None


IS_DEAD = {
    "an army before a city in age 1": (age("first", 4), unit("first", "militia", 5)),
    "farms without a mill": (
        hand("first", "farm", "farm"),
        stock("first", wood=50),
        city("first", "lumber-camp c-2", "house l1-3"),
    ),
    "a wonder that cannot be paid": (
        age("first", 4),
        hand("first", "wonder-britons"),
        stock("first", food=90, wood=19, stone=90, gold=90),
    ),
    "ages that cannot be reached": (
        later("first", age_2=("house",), age_4=("wonder-britons",)),
        WORKS,
    ),
    "four relics": (FOUR, city("first", "monastery c-2"), unit("first", "militia", 5, monks=5)),
}


@pytest.mark.rule("age-of-empires", "flow-1", "age-2", "agecard-5")
@pytest.mark.parametrize("field", IS_DEAD.values(), ids=IS_DEAD)
def test_what_wins_nothing_keeps_no_game_going(field):
    assert at_the_end_of_a_turn(*field).winners() == ((), "spent")
