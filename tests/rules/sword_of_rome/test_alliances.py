"""Alliances (15)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Break,
    Choose,
    End,
    Fight,
    Flank,
    Halt,
    Intercept,
    Name,
    Offer,
    PlaceLeader,
    Play,
    RaiseSupport,
    Refuse,
    Reinforce,
    Renew,
    RetreatTo,
    RollSiege,
    Spend,
    Step,
)
from rules.sword_of_rome.procedures import Activation, Support
from rules.sword_of_rome.state import Siege, pair
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    like,
    phase,
    points,
    siege,
)

EAST = "etruria-samnium"
ROME_GREECE = pair("rome", "greece")


def marching(seat: str, card: str, leader: str, *circumstances: Given) -> Position:
    """A leader activated with a 3-Ops card."""
    position = given(*circumstances, hand(seat, card), impulse(seat))
    return position.when(seat, Play(card, "ops")).when(seat, Activate(leader))


def friends(yes: bool, first: str = "rome", second: str = "greece") -> tuple[Given, ...]:
    return (allied(first, second),) if yes else ()


# 15.1: making them


@pytest.mark.rule("sword-of-rome", "15.1-a")
def test_an_alliance_is_offered_in_the_own_impulse_and_may_be_refused_without_penalty() -> None:
    position = given(army("rome", "roma", 1), impulse("rome"))
    before = (position.state.vp, position.state.control, position.state.loyalty)
    position.when("rome", Offer("rome", "gauls")).awaits("gauls", "alliance").offers_only(Accept(), Refuse())
    position.when("gauls", End()).refused("15.1")
    position.when("gauls", Refuse()).then_includes(events.AllianceRefused("rome", "gauls"))
    assert not position.state.alliances
    assert (position.state.vp, position.state.control, position.state.loyalty) == before
    position.awaits("rome", "impulse").offers_not(Offer("rome", "gauls"))
    position.when("rome", Offer("rome", "gauls")).refused("15.1", "offered in this impulse already")
    position.when("rome", Offer("greece", "gauls")).refused("15.1", "not yours")
    position.when("rome", Offer("rome", "volsci")).refused("15.1", "non-player power")
    position.when("greece", Offer("greece", "gauls")).refused("5.4")


@pytest.mark.rule("sword-of-rome", "15.1-a")
def test_an_accepted_alliance_stands_at_once() -> None:
    position = given(army("rome", "roma", 1), impulse("rome"))
    position.when("rome", Offer("rome", "gauls")).when("gauls", Accept())
    position.then_includes(events.AllianceMade("rome", "gauls", "15.1"))
    assert position.state.alliances == {pair("rome", "gauls")}
    position.when("rome", Offer("rome", "gauls")).refused("15.1", "allied already")


@pytest.mark.rule("sword-of-rome", "15.1-b")
def test_an_alliance_ends_the_sieges_between_the_two_powers_and_no_others() -> None:
    position = given(
        army("rome", "fregellae", 4, "valerius"),
        siege("fregellae", "rome", 1),
        army("rome", "pisae", 4, "camillus"),
        siege("pisae", "rome", 0),
        army("samnites", "capua", 4, "egnatius"),
        siege("capua", "samnites", 0),
        army("gauls", "narnia", 4, "brennus"),
        siege("narnia", "gauls", 0),
        impulse("rome"),
    )
    position.when("rome", Offer("rome", "samnites")).when(EAST, Accept())
    assert dict(position.state.sieges) == {"pisae": Siege("rome", 0), "narnia": Siege("gauls", 0)}
    # Those who stand before the walls may stay until they move.
    assert position.cu("rome", "fregellae") == 4
    assert position.cu("samnites", "capua") == 4


# 15.2: what they do


@pytest.mark.rule("sword-of-rome", "15.2-a")
@pytest.mark.parametrize("ally", [True, False])
def test_an_allys_spaces_count_as_friendly(ally: bool) -> None:
    # A strait is crossed where both ends are friendly (9.2).
    position = marching("rome", "r-30", "valerius", *friends(ally), army("rome", "rhegium", 3, "valerius"))
    if ally:
        position.offers(Step("messana"))
    else:
        position.offers_not(Step("messana")).when("rome", Step("messana")).refused("9.2")
    # Nobody starves in an ally's space (5.5).
    position = given(*friends(ally), army("rome", "poseidonia", 9), phase("attrition"), dice=[6])
    assert position.cu("rome", "poseidonia") == (9 if ally else 6)


@pytest.mark.rule("sword-of-rome", "15.2-a")
@pytest.mark.parametrize("ally", [True, False])
def test_an_allys_army_is_no_enemy(ally: bool) -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        *friends(ally),
        army("rome", "capua", 3, "valerius"),
        army("greece", "neapolis", 4, "pyrrhus"),
    )
    position.when("rome", Step("nola"))
    if ally:
        position.awaits("rome", "march")
    else:
        position.awaits("greece", "react").offers(Intercept("pyrrhus", 4))


@pytest.mark.rule("sword-of-rome", "15.2-b")
@pytest.mark.parametrize("ally", [True, False])
def test_a_retreat_may_end_with_an_ally(ally: bool) -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        *friends(ally),
        army("rome", "neapolis", 4, "valerius"),
        army("samnites", "nola", 4),
    )
    position.when("rome", Step("nola"), dice=[1, 2, 2, 4, 3, 2])
    way = ("nola", "neapolis") if ally else ("nola", "neapolis", "capua")
    position.then_includes(
        like(events.BattleWon, winner="samnites", loser_loses=2),
        events.Retreated("rome", way, 0 if ally else 1),
    )


@pytest.mark.rule("sword-of-rome", "15.2-b")
@pytest.mark.parametrize("cu", [0, 1])
def test_a_retreat_does_not_end_among_an_allys_units(cu: int) -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        allied("rome", "greece"),
        army("rome", "capua", 6, "valerius"),
        army("greece", "neapolis", cu),
        army("samnites", "nola", 6),
        control("capua", "samnites"),
    )
    position.when("rome", Step("nola"), dice=[1, 2, 2, 4, 4, 2])
    position.then_includes(like(events.BattleWon, winner="samnites", loser_loses=3))
    if cu:
        position.then_includes(events.Retreated("rome", ("nola", "capua", "tarracina"), 1))
    else:
        position.awaits("rome", "retreat").offers(RetreatTo("neapolis"), RetreatTo("tarracina"))


@pytest.mark.rule("sword-of-rome", "15.2-c")
@pytest.mark.parametrize("ally", [True, False])
def test_a_battle_in_an_allys_space_has_the_bonus_of_a_friendly_one(ally: bool) -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        *friends(ally),
        army("rome", "nola", 4, "valerius"),
        army("samnites", "poseidonia", 4),
    )
    position.when("rome", Step("poseidonia"), dice=[6, 6, 6, 1, 1, 1])
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert ("friendly space" in {each.why for each in rolled.attacker_modifiers}) == ally


@pytest.mark.rule("sword-of-rome", "15.2-d")
def test_allied_armies_pass_through_each_other_without_battle_or_cost() -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        allied("rome", "greece"),
        army("rome", "capua", 4, "valerius"),
        army("greece", "neapolis", 2, "pyrrhus"),
    )
    position.when("rome", Step("neapolis")).awaits("rome", "march")
    position.then_not(events.BattleRolled).when("rome", Step("poseidonia")).awaits("rome", "march")
    going = position.state.stack[-1]
    assert isinstance(going, Activation)
    assert (going.space, going.left, going.cu) == ("poseidonia", 2, 4)


@pytest.mark.rule("sword-of-rome", "15.2-d")
def test_armies_that_are_not_allied_do_not_pass() -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        army("rome", "capua", 4, "valerius"),
        army("greece", "neapolis", 2, "pyrrhus"),
    )
    position.when("rome", Step("neapolis")).awaits("greece", "shelter")


@pytest.mark.rule("sword-of-rome", "15.2-e")
def test_no_card_gives_an_ally_support_units_or_leaders() -> None:
    position = given(
        army("rome", "roma", 2),
        army("greece", "syracusae", 2),
        allied("rome", "greece"),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    position.when("rome", PlaceLeader("greece-1", "syracusae")).refused("8.3")
    position.when("rome", Play("r-30", "ops"))
    position.offers_not(RaiseSupport("greece"), Reinforce("greece"))
    position.when("rome", RaiseSupport("greece")).refused("15.2", "no card gives support")
    position.when("rome", Reinforce("greece")).refused("15.2")
    position.when("rome", RaiseSupport("rome")).when("rome", Spend("raise", "croton")).refused("7.3.1")


@pytest.mark.rule("sword-of-rome", "15.2-e")
def test_an_event_may_be_played_to_an_allys_benefit() -> None:
    position = marching(
        "gauls",
        "a-37",
        "brennus",
        allied("gauls", "etruscans"),
        army("gauls", "volsinii", 4, "brennus"),
        army("rome", "sutrium", 4),
        hand(EAST, "e-2"),
    )
    position.when("gauls", Step("sutrium")).when("rome", End()).awaits(EAST, "respond")
    position.when(EAST, Play("e-2", "event"), dice=[4, 4, 4, 4, 4, 4])
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert ("E-2 Death of Aulius", -2) in {(each.why, each.value) for each in rolled.defender_modifiers}


@pytest.mark.rule("sword-of-rome", "15.2-f")
def test_an_alliance_binds_both_beyond_the_impulse_in_which_it_was_made() -> None:
    position = given(
        army("rome", "capua", 4, "valerius"),
        army("greece", "neapolis", 4, "pyrrhus"),
        hand("greece", "g-22"),
        impulse("rome"),
    )
    position.when("rome", Offer("rome", "greece")).when("greece", Accept()).passes("greece").when(
        "rome", End()
    )
    assert position.state.alliances == {ROME_GREECE}
    # The Greeks cannot attack either: they pass Capua, and may not even stop there.
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("pyrrhus"))
    position.when("greece", Step("capua")).then_not(events.BattleRolled).awaits("greece", "march")
    position.when("greece", Halt()).refused("15.3")


@pytest.mark.rule("sword-of-rome", "15.2-g")
def test_allies_are_not_besieged_intercepted_or_robbed_of_support() -> None:
    ally = allied("rome", "samnites")
    position = given(ally, army("rome", "fregellae", 5, "valerius"), phase("surrender"))
    assert position.state.phase != "surrender"  # nothing was asked, and nothing changed hands
    assert position.state.control["fregellae"] == "samnites"

    position = given(ally, army("rome", "aesernia", 3), hand("rome", "r-36", "r-30"), impulse("rome"))
    position.when("rome", Play("r-36", "event"))
    position.offers(Choose("etruscans")).offers_not(Choose("samnites"))
    position = given(ally, army("rome", "aesernia", 3), hand("rome", "r-30"), impulse("rome"))
    position.when("rome", Play("r-30", "ops")).when("rome", RaiseSupport("rome"))
    position.offers_not(Spend("convert", "aesernia"))
    position.when("rome", Spend("convert", "aesernia")).refused("15.2")

    position = marching(
        "rome",
        "r-30",
        "valerius",
        ally,
        army("rome", "fregellae", 5, "valerius"),
        army("samnites", "caudium", 4, "egnatius"),
    )
    position.when("rome", RollSiege("fregellae")).refused("13.1.1")
    position.when("rome", Step("capua")).awaits("rome", "march")  # Egnatius, next to it, is not asked


@pytest.mark.rule("sword-of-rome", "15.2-g")
@pytest.mark.parametrize("ally", [True, False])
def test_an_army_does_not_flank_an_attack_on_its_own_ally(ally: bool) -> None:
    position = given(
        allied("rome", "greece"),
        *friends(ally, "greece", "samnites"),
        army("rome", "capua", 6, "camillus"),
        army("greece", "tarracina", 4, "pyrrhus"),
        army("greece", "velitrae", 4, "alexander"),
        army("samnites", "fregellae", 5),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    position.when("rome", Step("fregellae"))
    if ally:
        position.when(EAST, End(), dice=[6, 6, 6, 1, 1, 1]).then_includes(events.BattleRolled)
    else:
        position.when(EAST, End()).awaits("rome", "flank").offers(Flank("alexander"), Fight())


@pytest.mark.rule("sword-of-rome", "15.2-h")
@pytest.mark.parametrize("ally", [True, False])
def test_an_allys_home_space_goes_to_the_ally(ally: bool) -> None:
    taken = ("poseidonia", "samnites")
    position = given(
        *friends(ally), control(*taken), army("rome", "poseidonia", 3), hand("rome", "r-30"), impulse("rome")
    )
    position.when("rome", Play("r-30", "ops")).when("rome", RaiseSupport("rome"))
    position.when("rome", Spend("convert", "poseidonia"))
    owner = "greece" if ally else "rome"
    position.then_includes(like(events.ControlChanged, space="poseidonia", power=owner))
    # The same in the Surrender Phase (5.6), and of independent spaces.
    position = given(
        *friends(ally),
        control("poseidonia", "independent"),
        army("rome", "poseidonia", 3),
        phase("surrender"),
    )
    assert position.state.control["poseidonia"] == owner


@pytest.mark.rule("sword-of-rome", "15.2-h")
@pytest.mark.parametrize("ally", [True, False])
def test_no_event_claims_an_allys_home_space(ally: bool) -> None:
    position = given(
        *friends(ally, "samnites", "rome"),
        control("tarracina", "independent"),
        army("samnites", "fregellae", 1),
        hand(EAST, "e-8"),
        impulse(EAST),
    )
    position.when(EAST, Play("e-8", "event")).offers(Spend("claim", "corfinium"))
    if ally:
        position.offers_not(Spend("claim", "tarracina"))
        position.when(EAST, Spend("claim", "tarracina")).refused("15.2")
    else:
        position.offers(Spend("claim", "tarracina"))


@pytest.mark.rule("sword-of-rome", "15.2-h")
def test_after_a_victory_an_allys_home_is_not_taken_but_its_marker_may_go() -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        allied("rome", "greece"),
        control("poseidonia", "samnites"),
        control("nola", "rome"),
        army("rome", "capua", 4, "valerius"),
        army("samnites", "neapolis", 4),
    )
    position.when("rome", Step("neapolis"), dice=[6, 5, 5, 1, 2, 2]).awaits("rome", "support")
    position.offers(Spend("remove", "poseidonia")).offers_not(Spend("take", "poseidonia"))
    position.when("rome", Spend("take", "poseidonia")).refused("15.2")


# 15.3: no stacking


@pytest.mark.rule("sword-of-rome", "15.3-a")
@pytest.mark.parametrize("cu", [2, 0])
def test_allies_pass_but_do_not_stop_in_one_space(cu: int) -> None:
    position = marching(
        "rome",
        "r-30",
        "valerius",
        allied("rome", "greece"),
        army("rome", "capua", 4, "valerius"),
        army("greece", "nola", cu, "pyrrhus"),
    )
    position.when("rome", Step("nola")).offers_not(Halt())
    position.when("rome", Halt()).refused("15.3", "do not stop together")
    position.when("rome", Step("neapolis")).offers(Halt())


@pytest.mark.rule("sword-of-rome", "15.3-a")
def test_etruscans_and_samnites_do_not_stop_in_one_space_either() -> None:
    position = marching(
        EAST,
        "e-9",
        "etruscans-1",
        army("etruscans", "volsinii", 3, "etruscans-1"),
        army("samnites", "narnia", 2),
    )
    position.when(EAST, Step("narnia")).then_not(events.BattleRolled)
    position.when(EAST, Halt()).refused("15.3")


@pytest.mark.rule("sword-of-rome", "15.3-a")
def test_units_that_share_a_space_when_an_alliance_is_made_may_stay_until_they_move() -> None:
    position = given(
        army("rome", "fregellae", 4, "valerius"),
        army("samnites", "fregellae", 2),
        allied("rome", "samnites"),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("valerius")).offers(Halt())
    position.when("rome", Step("capua")).when("rome", Step("fregellae")).when("rome", Halt()).refused("15.3")


# 15.4: renewal


@pytest.mark.rule("sword-of-rome", "15.4-a")
def test_alliances_end_with_the_turn_unless_both_renew_them() -> None:
    position = given(
        allied("rome", "greece"),
        allied("rome", "gauls"),
        allied("rome", "samnites"),
        allied("rome", "carthage"),
        points("gauls", 10),
        points("rome", 9),
        points("greece", 8),
        points(EAST, 3),
        phase("alliances"),
    )
    before = position.state.vp, position.state.control, position.state.loyalty
    position.awaits("gauls", "renew").offers_only(Renew("gauls", "rome"), End())
    position.when("gauls", Renew("gauls", "rome"))
    position.awaits("rome", "renew")
    position.when("rome", Renew("rome", "greece")).when("rome", Renew("rome", "gauls")).when("rome", End())
    position.awaits("greece", "renew").when("greece", End())  # the Greeks do not want it any more
    position.awaits(EAST, "renew").when(EAST, Renew("samnites", "rome"))
    assert position.state.alliances == {pair("rome", "gauls"), pair("rome", "carthage")}
    position.then_includes(
        events.AllianceEnded("greece", "rome", "5.9"), events.AllianceEnded("rome", "samnites", "5.9")
    )
    assert before == (position.state.vp, position.state.control, position.state.loyalty)


@pytest.mark.rule("sword-of-rome", "15.4-a")
def test_of_seats_with_equal_points_the_first_in_the_tie_order_says_who_declares_next() -> None:
    position = given(
        allied("rome", "greece"),
        allied("rome", "gauls"),
        points("gauls", 10),
        points("rome", 8),
        points("greece", 8),
        phase("alliances"),
    )
    position.awaits("gauls", "renew").when("gauls", End())
    position.awaits("greece", "order").offers_only(Name("greece"), Name("rome"))
    position.when("greece", End()).refused("4.4")
    position.when("greece", Name("rome")).awaits("rome", "renew").when("rome", Renew("rome", "greece"))
    position.when("rome", End()).awaits("greece", "renew").when("greece", Renew("greece", "rome"))
    assert position.state.alliances == {ROME_GREECE}


# 15.5: breaking


@pytest.mark.rule("sword-of-rome", "15.5-a")
def test_breaking_an_alliance_costs_three_support_in_the_own_impulse() -> None:
    position = given(
        army("rome", "roma", 1), allied("rome", "greece"), allied("rome", "gauls"), impulse("rome")
    )
    position.when("rome", Break("rome", "samnites")).refused("15.5", "not allied")
    position.when("rome", Break("greece", "rome")).refused("15.5", "not yours")
    position.when("greece", Break("greece", "rome")).refused("5.4")
    position.when("rome", Break("rome", "greece"))
    position.then_includes(events.AllianceEnded("rome", "greece", "15.5")).awaits("rome", "support")
    for space in ("praeneste", "velitrae"):
        position.when("rome", End()).refused("7.3.2")
        position.when("rome", Spend("remove", space)).awaits("rome", "support")
    position.when("rome", Spend("lower", "roma")).awaits("rome", "impulse")
    assert position.state.control["praeneste"] == position.state.control["velitrae"] == "independent"
    assert position.state.loyalty["roma"] == 2
    assert position.state.alliances == {pair("rome", "gauls")}
    position.when("rome", Break("rome", "gauls")).awaits("rome", "support")
    assert isinstance(position.state.stack[-1], Support)
    assert position.state.stack[-1].points == 3


@pytest.mark.rule("sword-of-rome", "15.5-a")
@pytest.mark.parametrize("support", [2, 3])
def test_who_has_fewer_than_three_support_breaks_nothing(support: int) -> None:
    kept = ("caere", "vulci", "rusellae")[:support]
    lost = [
        name for name, space in given().game.spaces.items() if space.home == "etruscans" and name not in kept
    ]
    position = given(
        *(control(space, "gauls") for space in lost),
        army("etruscans", "caere", 1),
        allied("etruscans", "greece"),
        impulse(EAST),
    )
    if support == 3:
        position.offers(Break("etruscans", "greece"))
    else:
        position.offers_not(Break("etruscans", "greece"))
        position.when(EAST, Break("etruscans", "greece")).refused("15.5", "have less")


# 15.6: neutral activations


@pytest.mark.rule("sword-of-rome", "15.6-a")
def test_the_ally_of_rome_may_let_the_volsci_attack_romans() -> None:
    position = given(
        allied("rome", "greece"),
        army("volsci", "antium", 4, "volsci-1"),
        army("rome", "velitrae", 2),
        hand("greece", "g-3"),
        impulse("greece"),
    )
    position.when("greece", Play("g-3", "event")).when("greece", Choose("volsci"))
    position.when("greece", Activate("volsci-1"))
    position.when("greece", Step("velitrae"), dice=[5, 5, 5, 2, 2, 2])
    position.then_includes(like(events.BattleWon, winner="volsci", loser="rome"))
    assert ROME_GREECE in position.state.alliances
