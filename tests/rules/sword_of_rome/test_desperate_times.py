"""Desperate Times (7.4): when they are played, by whom, and for what."""

from __future__ import annotations

import pytest

from rules.ruleset import Step as Batch
from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Choose,
    Discard,
    End,
    Halt,
    Pass,
    PlaceLeader,
    Play,
    RaiseSupport,
    Reinforce,
    RetreatBySea,
    Spend,
    Step,
)
from rules.sword_of_rome.phrases import phrase
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.strategy_cards import deck_of
from tests.rules.sword_of_rome.cards.course import LEVEL, battle, marching
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    army,
    desperate,
    given,
    hand,
    impulse,
    points,
)

SEAT = "etruria-samnium"


def before_the_greeks(*circumstances: Given, round: int = 1) -> Position:
    """Rome's impulse ends, and the Greeks' is next."""
    position = given(*circumstances, impulse("rome", round=round))
    return position.when("rome", End())


@pytest.mark.rule("sword-of-rome", "7.4-a")
def test_each_seat_has_two_which_are_never_in_hand_or_deck_and_leave_the_game() -> None:
    game = given().game
    for seat in game.seats:
        letter = {"rome": "r", "greece": "g", "gauls": "a", SEAT: "e"}[seat]
        assert game.desperate[seat] == (f"{letter}-38", f"{letter}-39")
        assert not set(game.desperate[seat]) & set(game.deck[seat])
        assert len(game.deck[seat]) == 37
    position = before_the_greeks(desperate("rome", "r-38", "r-39"), army("rome", "roma", 2, "fabius"))
    position.when("rome", Play("r-38", "desperate")).when("rome", Choose("redraw")).when("rome", End())
    assert position.state.removed["rome"] == ("r-38",)
    assert position.state.desperate["rome"] == ("r-39",)
    position.awaits("greece", "impulse").when("greece", End())
    position.awaits("rome", "desperate").offers_only(Play("r-39", "desperate"), Pass())


@pytest.mark.rule("sword-of-rome", "7.4-b")
def test_they_are_played_before_any_seats_impulse_its_own_too() -> None:
    position = before_the_greeks(desperate("greece", "g-38"), desperate("gauls", "a-38"))
    position.awaits("gauls", "desperate").when("gauls", Pass())
    before = position.state
    position.awaits("greece", "desperate").when("greece", Play("g-38", "desperate"))
    told = ruleset.retell(position.game, before, [Batch("greece", None, position.events)])
    assert told == "The Greeks: Desperate Times announced (7.4)"
    position.awaits("gauls", "desperate").when("gauls", Pass())
    position.when("greece", Choose("redraw")).when("greece", End())
    position.awaits("greece", "impulse")  # then the normal order goes on
    position.when("greece", End()).awaits("gauls", "desperate")


@pytest.mark.rule("sword-of-rome", "7.4-c")
def test_they_are_no_action_inside_an_impulse() -> None:
    position = given(
        desperate("rome", "r-38"), army("rome", "roma", 3, "fabius"), hand("rome", "r-30"), impulse("rome")
    )
    position.offers_not(Play("r-38", "desperate"), Play("r-38", "ops"))
    position.when("rome", Play("r-38", "ops")).refused("7.4")
    position.when("rome", Play("r-38", "desperate")).refused("7.4")
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("fabius"))
    position.when("rome", Play("r-38", "desperate")).refused("9.1")


@pytest.mark.rule("sword-of-rome", "7.4-f")
def test_as_three_ops_they_do_all_that_three_ops_do_in_an_action_of_their_own() -> None:
    def played() -> Position:
        position = before_the_greeks(
            desperate("rome", "r-38"),
            army("rome", "roma", 3, "claudius"),
            hand("rome", "r-4", "r-30"),
            army("samnites", "larinum", 1),
        )
        return position.when("rome", Play("r-38", "desperate"))

    ops = played().when("rome", Choose("ops"))
    ops.offers(Activate("claudius"), RaiseSupport("rome"), Reinforce("rome"))
    ops.when("rome", Activate("claudius")).awaits("rome", "respond").passes("rome")
    ops.when("rome", Step("velitrae")).when("rome", Halt())
    ops.awaits("greece", "impulse")  # no card of the hand, no alliances: it was no impulse
    support = played().when("rome", Choose("ops")).when("rome", RaiseSupport("rome"))
    for city in ("capua", "capua", "narnia"):
        support.when("rome", Spend("raise", city))
    support.awaits("greece", "impulse")
    redraw = played().when("rome", Choose("redraw")).when("rome", Discard("r-30"))
    redraw.when("rome", End(), draws=("r-1",))
    assert redraw.state.hands["rome"] == ("r-1", "r-4")
    assert phrase(redraw.game, redraw.state, Choose("r-4")) == "choose r-4 (Dictator)"
    fetched = played().when("rome", Choose("r-4"))
    fetched.when("rome", PlaceLeader("dictator", "capua"))
    assert fetched.where("dictator") == "capua"
    assert fetched.state.hands["rome"] == ("r-30",)
    wrong = played()
    wrong.when("rome", Choose("r-1")).refused("7.4", "Dictator")


@pytest.mark.rule("sword-of-rome", "7.4-g")
def test_after_a_card_was_taken_from_the_deck_any_other_may_be_drawn_next() -> None:
    """The deck keeps no order: it is shuffled whenever a card is drawn from it."""
    for drawn in ("r-1", "r-20", "r-37"):
        position = before_the_greeks(
            desperate("rome", "r-38", "r-39"), army("rome", "roma", 1), hand("rome", "r-30")
        )
        position.when("rome", Play("r-38", "desperate")).when("rome", Choose("r-4"))
        position.then_includes(events.CardPlayed("rome", "r-4", "event", removed=False, source="deck"))
        if PlaceLeader("dictator", "roma") in position.offered():
            position.when("rome", PlaceLeader("dictator", "roma"))
        position.when("greece", End()).when("rome", Play("r-39", "desperate")).when("rome", Choose("redraw"))
        position.when("rome", Discard("r-30")).when("rome", End(), draws=(drawn,))
        assert position.state.hands["rome"] == (drawn,)
    assert "r-4" not in deck_of(position.game, position.state, "rome")


@pytest.mark.rule("sword-of-rome", "7.4-h")
def test_after_round_five_each_seat_has_one_chance_from_the_lowest_vp_up() -> None:
    position = given(
        desperate("rome", "r-38"),
        desperate("greece", "g-38", "g-39"),
        desperate("gauls", "a-38"),
        army("greece", "syracusae", 2, "greece-1"),
        points("rome", 5),
        points("greece", 6),
        points("gauls", 8),
        impulse("rome", round=5),
    )
    while position.state.round == 5:
        position.when(position.seat(), Pass() if Pass() in position.offered() else End())
    assert position.state.round == 6
    position.awaits("rome", "desperate").passes("rome")
    position.awaits("greece", "desperate").when("greece", Play("g-38", "desperate"))
    position.when("greece", Choose("redraw")).when("greece", End())
    position.awaits("gauls", "desperate")  # no second one for the Greeks, and none for Rome, who passed
    position.when("gauls", Pass())
    position.then_includes(events.PhaseBegan("attrition"))


@pytest.mark.rule("sword-of-rome", "7.4-i")
def test_they_pay_a_bribe_and_a_retreat_by_sea_like_a_card_of_three_ops() -> None:
    course = marching(
        "fabius", "rome", "roma", 4, army("etruscans", "caere", 4, "etruscans-1"), desperate(SEAT, "e-38")
    )
    course.enter("caere").go_on("bribe")
    course.position.offers(Play("e-38", "bribe"))
    course.do(SEAT, Play("e-38", "bribe"))
    assert course.position.where("fabius") == "roma"
    assert course.state.removed[SEAT] == ("e-38",)
    assert course.state.desperate[SEAT] == ()
    beaten = battle(
        ("rome", "capua", 5, "fabius"),
        ("greece", "neapolis", 4, "pyrrhus"),
        desperate("greece", "g-38"),
        card="",
        dice=(6, 4, 3, *LEVEL),
    )
    beaten.go_on("retreat-or-sail")
    beaten.position.offers(Play("g-38", "sail"))
    beaten.do("greece", Play("g-38", "sail"))
    assert beaten.state.removed["greece"] == ("g-38",)
    assert any(isinstance(each, RetreatBySea) for each in beaten.position.offered())


# Ties


@pytest.mark.rule("sword-of-rome", "7.4-d")
def test_seats_with_more_vp_need_not_be_asked_again_and_the_first_to_announce_keeps_his_if_he_is_outbid() -> (
    None
):
    position = before_the_greeks(
        desperate("rome", "r-38"),
        desperate("greece", "g-38"),
        desperate("gauls", "a-38"),
        points("gauls", 6),
        points("rome", 7),
        points("greece", 8),
    )
    position.awaits("gauls", "desperate").passes("gauls")
    position.awaits("rome", "desperate").passes("rome")
    position.awaits("greece", "desperate").when("greece", Play("g-38", "desperate"))
    position.awaits("gauls", "desperate").passes("gauls")  # now that somebody has announced his, others may
    position.awaits("rome", "desperate").when("rome", Play("r-38", "desperate"))
    position.awaits("gauls", "desperate").passes("gauls")
    position.awaits("rome", "desperate-use")
    assert position.state.desperate["greece"] == ("g-38",)
    position.when("rome", Choose("redraw")).when("rome", End())
    position.awaits("greece", "impulse")  # nobody interrupts again before it
