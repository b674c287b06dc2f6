"""Political control and support (7.3): what is gained, what is lost, and what a victory is worth."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import Activate, Appoint, Break, End, Play, RaiseSupport, RetreatTo, Spend
from rules.sword_of_rome.control import most_loyal, support_of
from rules.sword_of_rome.procedures import Support
from rules.sword_of_rome.state import find
from tests.rules.sword_of_rome.cards.course import LEVEL, Course, battle, own_play
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    like,
    loyalty,
    siege,
)

SEAT = "etruria-samnium"


def gaining(power: str, *circumstances: Given, card: str = "") -> Position:
    """A card of 3 Ops played for support."""
    seat = SEAT if power in ("etruscans", "samnites") else power
    ops = card or {"rome": "r-30", "greece": "g-22", "gauls": "a-37", SEAT: "e-29"}[seat]
    position = given(*circumstances, hand(seat, ops), impulse(seat)).when(seat, Play(ops, "ops"))
    return position.when(seat, RaiseSupport(power))


@pytest.mark.rule("sword-of-rome", "7.3-a")
def test_support_is_pcs_and_loyalty_and_tribes_have_none() -> None:
    position = given(impulse("rome"))
    cities = ("roma", "capua", "narnia", "sutrium")
    pcs = ("praeneste", "velitrae", "tarracina")
    assert support_of(position.game, position.state, "rome") == 3 + 1 + 1 + 1 + len(pcs)
    assert sum(position.state.loyalty[city] for city in cities) == 6
    tribes = given(
        army("rome", "alba-fucens", 3), army("rome", "roma", 1), hand("rome", "r-30"), impulse("rome")
    )
    tribes.when("rome", Play("r-30", "ops")).when("rome", RaiseSupport("rome"))
    tribes.when("rome", Spend("convert", "alba-fucens")).refused("7.3", "tribes neither gain nor lose")
    victory().position.when("rome", Spend("remove", "aufidena")).refused(
        "7.3", "tribes neither gain nor lose"
    )


@pytest.mark.rule("sword-of-rome", "7.3.1-a")
def test_a_point_converts_an_enemy_or_independent_pc_under_own_units() -> None:
    position = gaining("rome", army("rome", "caere", 1), army("rome", "reate", 2))
    position.when("rome", Spend("convert", "vulci")).refused("7.3.1", "no CU in Vulci")
    position.when("rome", Spend("convert", "caere")).when("rome", Spend("convert", "reate"))
    assert (position.state.control["caere"], position.state.control["reate"]) == ("rome", "rome")
    position.when("rome", Spend("convert", "caere")).refused("7.3.1", "your own already")
    assert position.state.stack[-1].points == 1  # type: ignore[union-attr]
    walled = gaining("rome", army("rome", "luceria", 3))
    walled.when("rome", Spend("convert", "luceria")).refused("2.2", "by siege")


@pytest.mark.rule("sword-of-rome", "7.3.1-c")
def test_in_an_allys_home_an_enemy_pc_is_removed_and_control_falls_to_the_ally() -> None:
    circumstances = control("caere", "gauls"), army("rome", "caere", 1)
    friend = gaining("rome", *circumstances, allied("rome", "etruscans"))
    friend.when("rome", Spend("convert", "caere"))
    assert friend.state.control["caere"] == "etruscans"
    alone = gaining("rome", *circumstances)
    alone.when("rome", Spend("convert", "caere"))
    assert alone.state.control["caere"] == "rome"


@pytest.mark.rule("sword-of-rome", "7.3.1-d")
def test_gauls_have_no_city_above_loyalty_one() -> None:
    position = gaining("gauls", control("pisae", "gauls"), army("gauls", "luna", 1))
    position.offers_not(Spend("raise", "pisae"))
    position.when("gauls", Spend("raise", "pisae")).refused("7.3.1", "cannot be higher")
    etruscan = gaining("etruscans").when(SEAT, Spend("raise", "pisae")).when(SEAT, Spend("raise", "pisae"))
    assert etruscan.state.loyalty["pisae"] == 3
    etruscan.when(SEAT, Spend("raise", "pisae")).refused("7.3.1")
    cut = given(control("bononia", "transalpine"), events.CityFounded("bononia", "transalpine", "given"))
    assert most_loyal(cut.game, "transalpine") == 1


def losing(*circumstances: Given) -> Position:
    """Rome breaks an alliance and gives up 3 support (15.5)."""
    position = given(*circumstances, allied("rome", "greece"), hand("rome", "r-30"), impulse("rome"))
    return position.when("rome", Break("rome", "greece"))


@pytest.mark.rule("sword-of-rome", "7.3.2-a")
def test_the_owner_chooses_pcs_and_loyalty_as_he_likes() -> None:
    position = losing()
    position.awaits("rome", "support").offers_not(End())
    position.offers(Spend("remove", "velitrae"), Spend("lower", "roma"), Spend("lower", "capua"))
    position.when("rome", End()).refused("7.3.2", "3 more support must be given up")
    position.when("rome", Spend("lower", "roma")).when("rome", Spend("lower", "roma"))
    position.when("rome", Spend("remove", "velitrae")).awaits("rome", "impulse")
    assert position.state.loyalty["roma"] == 1
    assert position.state.control["velitrae"] == "independent"
    pcs = losing()
    for space in ("velitrae", "praeneste", "tarracina"):
        pcs.when("rome", Spend("remove", space))
    pcs.awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "7.3.2-b")
def test_a_city_without_loyalty_is_independent_or_falls_to_its_besieger() -> None:
    position = losing().when("rome", Spend("lower", "capua"))
    assert (position.state.control["capua"], position.state.loyalty["capua"]) == ("independent", 1)
    besieged = losing(
        army("samnites", "roma", 4, "pontius"), siege("roma", "samnites", 2), loyalty("roma", 3)
    ).when("rome", Spend("lower", "roma"))
    assert besieged.state.control["roma"] == "samnites"  # level 2 suffices as soon as the loyalty is 2
    assert besieged.state.loyalty["roma"] == 1
    assert "roma" not in besieged.state.sieges


@pytest.mark.rule("sword-of-rome", "7.3.2-b")
def test_a_city_that_turns_independent_before_the_enemy_shelters_nobody_any_more() -> None:
    position = losing(
        inside("rome", "capua", 2, "camillus"),
        army("samnites", "capua", 4, "pontius"),
        siege("capua", "samnites", 0),
    ).when("rome", Spend("lower", "capua"))
    position.then_includes(like(events.UnitsLost, power="rome", space="capua", cu=2))
    assert position.state.control["capua"] == "independent"
    assert position.state.leaders["camillus"] == "displaced"
    # The besieger stays before the city, which has another owner now.
    assert position.state.sieges["capua"].power == "samnites"


@pytest.mark.rule("sword-of-rome", "7.3.2-c")
def test_garrisons_do_not_prevent_ones_own_losses() -> None:
    position = losing(army("rome", "velitrae", 5), army("rome", "capua", 5))
    position.when("rome", Spend("remove", "velitrae")).when("rome", Spend("lower", "capua"))
    assert position.state.control["velitrae"] == "independent"
    assert position.state.control["capua"] == "independent"


@pytest.mark.rule("sword-of-rome", "7.3.3-a", "7.3.3-b")
def test_an_event_lowers_anothers_support_as_its_player_chooses_and_spares_pcs_with_units() -> None:
    course = own_play("e-18", army("rome", "velitrae", 1), army("etruscans", "praeneste", 1))
    course.position.awaits(SEAT, "support").offers(Spend("remove", "praeneste"), Spend("lower", "roma"))
    course.position.offers_not(Spend("remove", "velitrae"))
    course.position.when(SEAT, Spend("remove", "velitrae")).refused("7.3.3", "held by CU")
    course.do(SEAT, Spend("remove", "praeneste"))
    assert course.state.control["praeneste"] == "independent"  # replaced by an independent PC
    course.do(SEAT, Spend("lower", "capua"))
    assert (course.state.control["capua"], course.state.loyalty["capua"]) == ("independent", 1)


# 7.3.4: after a battle


def victory(*circumstances: Given, winner: str = "rome") -> Course:
    """Four Romans beat four Samnites at Fregellae, who lose two, or more."""
    attacker = ("rome", "capua", 4, "camillus") if winner == "rome" else ("gauls", "corfinium", 4, "brennus")
    defender = ("samnites", "fregellae", 4, "pontius")
    course = battle(attacker, defender, *circumstances, card="", dice=(6, 6, 3, *LEVEL))
    assert course.decision == "support"
    return course


@pytest.mark.rule("sword-of-rome", "7.3.4-b")
def test_a_point_regains_a_home_pc_that_nobody_holds() -> None:
    lost = [control(space, "independent") for space in ("praeneste", "velitrae")]
    course = victory(*lost, army("greece", "velitrae", 1))
    course.position.offers(Spend("regain", "praeneste")).offers_not(
        Spend("regain", "velitrae"), Spend("regain", "reate")
    )
    course.position.when("rome", Spend("regain", "velitrae")).refused("7.3.4", "enemy CU")
    course.position.when("rome", Spend("regain", "reate")).refused("7.3.4", "no home space")
    course.do("rome", Spend("regain", "praeneste"))
    assert course.state.control["praeneste"] == "rome"
    assert not course.position.cu("rome", "praeneste")
    plain = gaining("rome", *lost)
    plain.when("rome", Spend("regain", "praeneste")).refused("7.3")  # not with a card


@pytest.mark.rule("sword-of-rome", "7.3.4-c")
def test_a_point_regains_a_home_city_at_loyalty_one() -> None:
    course = victory(control("sutrium", "independent"), control("narnia", "etruscans"))
    course.do("rome", Spend("regain", "sutrium"))
    assert (course.state.control["sutrium"], course.state.loyalty["sutrium"]) == ("rome", 1)
    course.position.when("rome", Spend("regain", "narnia")).refused("7.3.4", "not independent")


@pytest.mark.rule("sword-of-rome", "7.3.4-e")
def test_the_other_power_of_the_seat_gets_nothing_and_lends_no_neighbours() -> None:
    course = battle(
        ("etruscans", "caere", 4, "etruscans-1"),
        ("rome", "roma", 4, "fabius"),
        card="",
        dice=(6, 6, 6, 2, 2, 2),
    )
    support = find(course.state, Support)
    assert support.power == "etruscans"
    course.position.offers(Spend("raise", "pisae"), Spend("take", "sutrium"))
    course.position.when(SEAT, Spend("raise", "fregellae")).refused("7.3.1", "not controlled by")
    course.position.when(SEAT, Spend("take", "capua")).refused("7.3.4", "next to no space")
    course.position.when(SEAT, Spend("take", "tarracina")).refused("7.3.4")


def after_roma() -> Position:
    """The rulebook's example: Etruscans from Clusium beat Valerius in Roma; four Romans fall, one joins Camillus."""
    position = given(
        army("rome", "roma", 5, "valerius"),
        army("rome", "velitrae", 7, "camillus"),
        army("rome", "narnia", 1),
        army("etruscans", "clusium", 6, "etruscans-1"),
        hand(SEAT, "e-10"),
        impulse(SEAT),
    ).when(SEAT, Play("e-10", "ops"))
    course = Course(position).do(SEAT, Activate("etruscans-1")).enter("volsinii").enter("sutrium")
    course.dice = [6, 6, 3, 2, 2, 3]
    course.enter("roma").go_on("retreat").do("rome", RetreatTo("velitrae")).go_on("command")
    course.do("rome", Appoint("camillus"))
    return course.position.awaits(SEAT, "support")


@pytest.mark.rule("sword-of-rome", "7.3.4-a", "7.3.4-d")
def test_what_the_two_points_of_the_battle_of_roma_may_be_spent_on() -> None:
    position = after_roma()
    position.offers(
        Spend("remove", "praeneste"),
        Spend("remove", "tarracina"),
        Spend("lower", "roma"),
        Spend("lower", "capua"),
        Spend("take", "sutrium"),
        Spend("raise", "tarquinii"),
        Spend("raise", "pisae"),
    )
    position.when(SEAT, Spend("remove", "velitrae")).refused("7.3.3", "held by CU")
    position.when(SEAT, Spend("lower", "narnia")).refused("7.3.3", "cannot fall below the 1 CU")
    position.when(SEAT, Spend("take", "capua")).refused("7.3.4", "next to no space that Etruscans held")
    for spend, control_after, loyalty_after in (
        (Spend("remove", "praeneste"), "independent", None),
        (Spend("remove", "tarracina"), "independent", None),
        (Spend("lower", "roma"), "rome", 2),
        (Spend("lower", "capua"), "independent", 1),
        (Spend("take", "sutrium"), "etruscans", 1),
        (Spend("raise", "tarquinii"), "etruscans", 2),
        (Spend("raise", "pisae"), "etruscans", 2),
    ):
        after = after_roma().when(SEAT, spend)
        assert after.state.control[spend.space] == control_after
        assert after.state.loyalty.get(spend.space) == loyalty_after
    twice = after_roma().when(SEAT, Spend("take", "sutrium")).when(SEAT, Spend("raise", "sutrium"))
    assert (twice.state.control["sutrium"], twice.state.loyalty["sutrium"]) == ("etruscans", 2)
    assert not any(isinstance(each, Spend) for each in twice.offered())
