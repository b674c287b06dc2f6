"""Decks and hands are sets in which any card may be unknown."""

import pytest
from immutables import Map

from rules.chance import Chance, scripted
from rules.parts.decks import (
    CardDrawn,
    DeckReshuffled,
    as_seen,
    draw,
    filled,
    may_be,
    unseen,
    without,
)
from rules.secrecy import redact

DECK = ("a", "b", "c", "d", "e")


def test_what_is_nowhere_else_is_unseen():
    assert unseen(DECK, ("b", "?"), {"e"}, ()) == ["a", "c", "d"]


def test_a_card_is_drawn_that_its_seat_alone_knows():
    chance = Chance(scripted(draws=["c"]))
    event = draw("north", ("b",), ["a", "c"], chance)
    assert event == CardDrawn("north", "c")
    assert [(outcome.known_to, outcome.purpose) for outcome in chance.outcomes] == [
        (("north",), "card:north")
    ]
    assert redact(event, ("south",)) == CardDrawn("north", "?")


@pytest.mark.parametrize(("hand", "left"), [((), []), (("?", "b"), ["a"]), (("?", "?"), ["a", "c"])])
def test_a_deck_is_empty_where_all_that_is_unseen_is_in_the_hand(hand, left):
    assert draw("north", hand, left, Chance(scripted())) == DeckReshuffled("north")


@pytest.mark.parametrize(
    ("hand", "card", "then"),
    [
        (("a", "?", "b"), "b", ("a", "?")),
        (("a", "?", "b"), "c", ("a", "b")),
        (("a", "?", "b"), "?", ("a", "b")),
        (("a", "a"), "a", ("a",)),
        (("a",), "c", ("a",)),
        ((), "c", ()),
    ],
)
def test_a_card_leaves_the_hand_by_its_name_or_as_an_unknown_one(hand, card, then):
    hands = Map(north=hand, south=("x",))
    assert without(hands, "north", card) == Map(north=then, south=("x",))


def test_a_hand_may_hold_what_is_known_and_whatever_nobody_has_seen():
    assert may_be(("b", "a"), ["c"]) == ["b", "a"]
    assert may_be(("b", "?"), ["c", "d"]) == ["b", "c", "d"]


def test_others_cards_are_counted_and_not_named():
    hands = Map(north=("a", "b"), south=("x",))
    assert as_seen(hands, ("south",)) == Map(north=("?", "?"), south=("x",))
    assert as_seen(hands, ()) == Map(north=("?", "?"), south=("?",))


def test_unknown_cards_are_filled_in_each_with_another():
    hands = Map(north=("?", "b", "?"))
    full = filled(hands, "north", ["a", "c"], Chance(scripted(draws=["c", "a"])))
    assert full == Map(north=("c", "b", "a"))
    assert filled(hands, "south", ["a"], Chance(scripted())) == hands
