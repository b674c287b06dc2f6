"""Campaigns (9.5): two armies one after the other, units that both of them move, an ally's army."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Appoint,
    Avoid,
    End,
    Fight,
    Halt,
    Intercept,
    Leave,
    LeaveLeader,
    Play,
    Refuse,
    RollSiege,
    Sail,
    Step,
    Take,
    TakeLeader,
    TurnBack,
)
from rules.sword_of_rome.powers import allied as friendly
from rules.sword_of_rome.procedures import Campaign
from rules.sword_of_rome.state import find
from tests.rules.sword_of_rome.campaigning import SAMNITES, campaign, let_pass, march_of, points_left, steps
from tests.rules.sword_of_rome.harness import (
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    like,
    siege,
)

# 9.5, 9.5.1: one after the other


@pytest.mark.rule("sword-of-rome", "9.5-a")
def test_a_campaign_activates_two_leaders_whatever_their_ratings() -> None:
    position = campaign(
        "rome",
        army("rome", "roma", 3, "claudius"),
        army("rome", "capua", 3, "postumius"),
        army("rome", "sutrium", 2, "decius"),
    )
    position.when("rome", Activate("claudius"))
    steps(position, "rome", "velitrae").when("rome", Halt()).awaits("rome", "campaign")
    position.when("rome", Activate("claudius")).refused("9.5", "has been activated already")
    position.when("rome", Activate("postumius"))
    steps(position, "rome", "nola").when("rome", Halt())
    position.awaits("rome", "impulse").when("rome", Activate("decius")).refused("5.4")
    assert (position.where("claudius"), position.where("postumius")) == ("velitrae", "nola")


@pytest.mark.rule("sword-of-rome", "9.5-a")
def test_the_seat_of_two_powers_may_activate_one_of_each() -> None:
    position = campaign(
        SAMNITES,
        army("etruscans", "clusium", 3, "etruscans-1"),
        army("samnites", "bovianum", 3, "samnites-1"),
    )
    position.when(SAMNITES, Activate("etruscans-1")).when(SAMNITES, Halt())
    position.awaits(SAMNITES, "campaign").when(SAMNITES, Activate("samnites-1"))
    position.awaits(SAMNITES, "march").when(SAMNITES, Halt()).awaits(SAMNITES, "impulse")


@pytest.mark.rule("sword-of-rome", "9.5.1-a")
def test_the_first_army_finishes_before_the_second_begins() -> None:
    position = campaign(
        "rome",
        army("rome", "capua", 4, "camillus"),
        army("rome", "roma", 3, "valerius"),
        army("samnites", "allifae", 3),
    )
    position.when("rome", Activate("camillus")).offers_not(Activate("valerius"))
    position.when("rome", Activate("valerius")).refused("9.5.1", "Camillus finishes before Valerius")
    position.when("rome", Step("allifae"), dice=[6, 5, 5, 1, 2, 2])
    position.then_includes(events.BattleRolled)
    position.when("rome", Activate("valerius"))
    assert position.refusal is not None
    position.refusal = None
    let_pass(position).awaits("rome", "campaign").offers(Activate("valerius"))


# 9.5.2: units used by both


@pytest.mark.rule("sword-of-rome", "9.5.2-a")
def test_the_second_leader_moves_units_of_the_first_with_what_they_have_left() -> None:
    """Camillus brings 6 CU two points far to Valerius, who has two fresh ones."""
    position = campaign(
        "rome", army("rome", "roma", 7, "camillus", "rome-1"), army("rome", "tarracina", 2, "valerius")
    )
    position.when("rome", Activate("camillus")).when("rome", Leave(1))
    steps(position, "rome", "velitrae", "tarracina").when("rome", Halt())
    position.awaits("rome", "command").when("rome", Appoint("camillus"))
    position.awaits("rome", "campaign").when("rome", Activate("valerius"))
    march = march_of(position)
    assert (march.cu, march.left, march.followers) == (2, 4, ())
    position.when("rome", Take(5))  # Camillus keeps one
    assert (march_of(position).cu, points_left(position)) == (7, 2)
    steps(position, "rome", "capua", "nola")
    position.when("rome", Step("neapolis")).refused("9.2", "0 are left")
    assert position.cu("rome", "nola") == 7


@pytest.mark.rule("sword-of-rome", "9.5.2-a")
def test_tired_units_left_behind_hold_the_leader_up_no_more() -> None:
    position = campaign("rome", army("rome", "roma", 6, "camillus"), army("rome", "tarracina", 2, "valerius"))
    position.when("rome", Activate("camillus"))
    steps(position, "rome", "velitrae", "tarracina").when("rome", Halt())
    position.when("rome", Appoint("camillus")).when("rome", Activate("valerius")).when("rome", Take(5))
    assert points_left(position) == 2
    steps(position, "rome", "capua").when("rome", Leave(5))
    assert (points_left(position), march_of(position).cu) == (3, 2)


@pytest.mark.rule("sword-of-rome", "9.5.2-a")
def test_a_subordinate_of_the_first_army_is_the_second_leader() -> None:
    position = campaign("rome", army("rome", "roma", 6, "camillus", "decius"))
    position.when("rome", Activate("camillus"))
    steps(position, "rome", "velitrae", "tarracina", "capua").when("rome", Halt())
    position.awaits("rome", "campaign").when("rome", Activate("decius"))
    march = march_of(position)
    assert (march.cu, march.left) == (6, 1)
    steps(position, "rome", "nola").when("rome", Step("neapolis")).refused("9.2", "0 are left")


@pytest.mark.rule("sword-of-rome", "9.5.2-a")
def test_units_left_on_the_way_have_moved_so_far() -> None:
    """Camillus leaves 3 CU one point away from Roma; Valerius, who stands there, goes three points with them."""
    position = campaign("rome", army("rome", "roma", 6, "camillus"), army("rome", "velitrae", 1, "valerius"))
    position.when("rome", Activate("camillus")).when("rome", Step("velitrae")).when("rome", Leave(3))
    steps(position, "rome", "praeneste").when("rome", Halt())
    position.awaits("rome", "campaign").when("rome", Activate("valerius")).when("rome", Take(3))
    assert points_left(position) == 3


@pytest.mark.rule("sword-of-rome", "9.5.2-a")
def test_gallic_units_move_five_points_in_all() -> None:
    position = campaign(
        "gauls", army("gauls", "mediolanum", 4, "gauls-1"), army("gauls", "parma", 0, "brennus")
    )
    position.when("gauls", Activate("gauls-1"))
    steps(position, "gauls", "placentia", "parma").when("gauls", Halt())
    position.awaits("gauls", "campaign").when("gauls", Activate("brennus"))
    march = march_of(position)
    assert (march.cu, march.left) == (4, 3)


def after_the_first(case: str) -> Position:
    """A Campaign whose first army, Camillus', is done for the impulse in one of four ways."""
    if case == "battle":
        position = campaign(
            "rome",
            army("rome", "capua", 5, "camillus", "rome-1"),
            army("rome", "caudium", 2, "decius"),
            army("samnites", "allifae", 3),
            control("caudium", "rome"),
        )
        position.when("rome", Activate("camillus")).when("rome", Step("allifae")).awaits("rome", "flank")
        position.when("rome", Fight(), dice=[6, 5, 5, 1, 2, 2])
    elif case == "siege":
        position = campaign(
            "rome",
            army("rome", "fregellae", 5, "camillus", "rome-1"),
            siege("fregellae", "rome", 0),
            army("rome", "velitrae", 2, "decius"),
        )
        position.when("rome", Activate("camillus")).when("rome", RollSiege("fregellae"), dice=[1, 2])
    elif case == "declined":
        position = campaign(
            "rome",
            army("rome", "velitrae", 5, "camillus", "rome-1"),
            army("rome", "roma", 2, "decius"),
            army("samnites", "aufidena", 4, "egnatius"),
        )
        position.when("rome", Activate("camillus")).when("rome", Step("fregellae"))
        position.when(SAMNITES, Intercept("egnatius", 4), dice=[1])
        position.awaits("rome", "decline").when("rome", TurnBack())
    else:
        position = campaign(
            "rome",
            army("rome", "capua", 5, "camillus", "rome-1"),
            army("rome", "caudium", 2, "decius"),
            army("samnites", "allifae", 3, "egnatius"),
            control("caudium", "rome"),
        )
        position.when("rome", Activate("camillus")).when("rome", Step("allifae"))
        position.when(SAMNITES, Avoid("egnatius", 3, "aesernia"))
        position.awaits("rome", "consent").when("rome", Refuse(), dice=[1, 6])
    return let_pass(position).awaits("rome", "campaign")


@pytest.mark.rule("sword-of-rome", "9.5.2-b")
@pytest.mark.parametrize(
    ("case", "way"),
    [
        ("battle", ("maleventum", "allifae")),
        ("siege", ("fregellae",)),
        ("declined", ("velitrae",)),
        ("pursuit", ("maleventum", "allifae")),
    ],
)
def test_an_army_that_fought_rolled_declined_or_pursued_in_vain_is_done(
    case: str, way: tuple[str, ...]
) -> None:
    position = after_the_first(case)
    place = position.where("camillus")
    position.offers_not(Activate("rome-1")).when("rome", Activate("rome-1")).refused("9.5.2", "is done")
    position.when("rome", Activate("decius"))
    for space in way:
        position.when("rome", Step(space))
        while position.seat() != "rome":
            position.when(position.seat(), End())
    assert position.where("decius") == place
    assert position.cu("rome", place) > 3
    position.offers_not(Take(1), TakeLeader("camillus"), TakeLeader("rome-1"))
    position.when("rome", Take(1)).refused("9.5.2", "only 0 of the CU here may move again")
    position.when("rome", TakeLeader("rome-1")).refused("9.5.2", "is done for this impulse")


@pytest.mark.rule("sword-of-rome", "9.5.2-b")
def test_an_army_that_only_marched_is_not_done() -> None:
    position = campaign(
        "rome", army("rome", "capua", 5, "camillus", "rome-1"), army("rome", "caudium", 2, "decius")
    )
    position.when("rome", Activate("camillus")).when("rome", Step("allifae")).when("rome", Halt())
    position.awaits("rome", "campaign").offers(Activate("rome-1")).when("rome", Activate("decius"))
    steps(position, "rome", "maleventum", "allifae").offers(Take(4), TakeLeader("rome-1"))


# 9.5.3, 9.5.4


@pytest.mark.rule("sword-of-rome", "9.5.3-a")
def test_a_city_is_rolled_for_once_in_an_impulse() -> None:
    position = campaign(
        "rome", army("rome", "fregellae", 7, "camillus", "decius"), siege("fregellae", "rome", 0)
    )
    position.when("rome", Activate("camillus")).when("rome", Leave(3)).when("rome", LeaveLeader("decius"))
    position.when("rome", RollSiege("fregellae"), dice=[1, 2])
    position.awaits("rome", "campaign").when("rome", Activate("decius")).offers_not(RollSiege("fregellae"))
    position.when("rome", RollSiege("fregellae")).refused("13.1.1", "rolled for in this impulse already")


@pytest.mark.rule("sword-of-rome", "9.5.4-a")
def test_the_second_army_may_attack_the_one_that_was_bribed() -> None:
    position = campaign(
        SAMNITES,
        army("etruscans", "clusium", 3, "etruscans-1"),
        army("etruscans", "cortona", 6, "etruscans-2"),
        army("rome", "volsinii", 5, "rome-1"),
        hand(SAMNITES, "e-10"),
    )
    let_pass(position.when(SAMNITES, Activate("etruscans-1"))).when(SAMNITES, Step("volsinii"))
    position.awaits("rome", "react").when("rome", End())
    position.awaits(SAMNITES, "bribe").when(SAMNITES, Play("e-10", "bribe"))
    position.then_includes(events.PassageBribed).awaits(SAMNITES, "march")
    position.when(SAMNITES, Step("sutrium")).when(SAMNITES, Halt())
    position.awaits(SAMNITES, "campaign").when(SAMNITES, Activate("etruscans-2"))
    position.when(SAMNITES, Step("clusium")).awaits("rome", "react").when("rome", End())
    position.when(SAMNITES, Step("volsinii")).awaits("rome", "react").when(
        "rome", End(), dice=[6, 6, 6, 1, 2, 2]
    )
    position.then_includes(like(events.BattleRolled, attacker="etruscans", defender="rome", space="volsinii"))


# 9.5.5: an ally's army

BOTH = (
    army("rome", "capua", 3, "decius"),
    army("greece", "neapolis", 3, "dionysius"),
    army("greece", "tarentum", 3, "greece-1"),
    allied("rome", "greece"),
)


@pytest.mark.rule("sword-of-rome", "9.5.5-a")
def test_one_army_of_an_ally_is_moved_with_his_consent() -> None:
    position = campaign("rome", *BOTH).when("rome", Activate("dionysius"))
    position.awaits("greece", "campaign-consent").when("greece", Accept())
    position.awaits("rome", "march").when("rome", Step("poseidonia")).when("rome", Halt())
    assert position.where("dionysius") == "poseidonia"
    position.awaits("rome", "campaign").offers(Activate("decius")).offers_not(Activate("greece-1"))
    position.when("rome", Activate("greece-1")).refused("9.5.5", "no more army of an ally")


@pytest.mark.rule("sword-of-rome", "9.5.5-a")
def test_no_other_play_moves_an_allys_army() -> None:
    position = given(*BOTH, hand("rome", "r-30"), impulse("rome")).when("rome", Play("r-30", "ops"))
    position.offers(Activate("decius")).offers_not(Activate("dionysius"))
    position.when("rome", Activate("dionysius")).refused("9.5.5", "whom only a Campaign moves")


@pytest.mark.rule("sword-of-rome", "9.5.5-b")
def test_an_ally_who_refuses_stays_an_ally() -> None:
    position = campaign("rome", *BOTH).when("rome", Activate("dionysius"))
    position.when("greece", Refuse()).then_not(events.AllianceEnded, events.CampaignStepped)
    assert friendly(position.game, position.state, "rome", "greece")
    position.awaits("rome", "campaign").offers(Activate("decius")).offers_not(Activate("dionysius"))
    assert find(position.state, Campaign).left == 2


@pytest.mark.rule("sword-of-rome", "9.5.5-c")
def test_carthage_always_consents_and_keeps_to_its_limits() -> None:
    position = campaign(
        "rome",
        army("rome", "capua", 3, "decius"),
        army("carthage", "messana", 5, "hamilcar"),
        control("messana", "carthage"),
        control("rhegium", "rome"),
        allied("rome", "carthage"),
    )
    position.when("rome", Activate("hamilcar")).awaits("rome", "march")
    position.then_not(like(events.ProcedureBegan, procedure="consent"))
    position.when("rome", Sail("roma")).refused("16.3", "may not enter Roma")
    position.when("rome", Step("rhegium")).refused("16.3", "may not enter Rhegium")
    position.offers(Step("tyndaris")).when("rome", Halt())
    assert "carthage" in position.state.activated
