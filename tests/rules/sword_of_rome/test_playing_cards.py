"""Playing cards (7.1) and their special uses (7.2): the four ways, neutral powers, colonies and bribes."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Choose,
    End,
    FoundColony,
    Halt,
    Intercept,
    Leave,
    Offer,
    Pass,
    Place,
    PlaceLeader,
    Play,
    RaiseSupport,
    Refuse,
    Reinforce,
    RollSiege,
    Sally,
    Spend,
    Step,
)
from rules.sword_of_rome.procedures import Activation, Operation
from rules.sword_of_rome.state import find
from rules.sword_of_rome.tracing import units_due
from tests.rules.sword_of_rome.cards.course import LEVEL, Course, marching, own_play
from tests.rules.sword_of_rome.harness import (
    Given,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    siege,
)

SEAT = "etruria-samnium"


# 7.1: four ways


@pytest.mark.rule("sword-of-rome", "7.1-a")
def test_a_card_is_used_in_one_of_four_ways_and_in_no_other() -> None:
    position = given(army("rome", "roma", 3, "fabius"), hand("rome", "r-30", "r-13"), impulse("rome"))
    position.offers(Play("r-30", "ops"), Play("r-30", "event"))
    position.offers_not(Play("r-30", "sail"), Play("r-30", "bribe"))
    position.when("rome", Play("r-30", "sail")).refused("7.1", "not played to sail")
    position.when("rome", Play("r-30", "ops"))
    position.offers(Activate("fabius"), RaiseSupport("rome"), Reinforce("rome"))
    position.when("rome", RaiseSupport("rome")).when("rome", Spend("raise", "capua"))
    position.when("rome", End()).awaits("rome", "impulse")
    assert position.state.discards["rome"] == ("r-30",)
    position.when("rome", Play("r-13", "ops")).refused("5.4", "played a card in this impulse already")


@pytest.mark.rule("sword-of-rome", "7.1-b")
def test_an_activated_leader_moves_or_rolls_for_a_siege_or_sallies_or_founds_a_colony() -> None:
    weak = given(
        army("rome", "roma", 3, "claudius"),
        army("rome", "capua", 1, "valerius"),
        hand("rome", "r-13"),
        impulse("rome"),
    )
    weak.when("rome", Play("r-13", "ops")).offers_not(Activate("claudius"))
    weak.when("rome", Activate("claudius")).refused("8.1", "3 Ops")
    marching("fabius", "rome", "praeneste", 3).position.offers(Step("roma"), FoundColony())
    besieging = marching("fabius", "rome", "fregellae", 3, siege("fregellae", "rome", 0))
    besieging.position.offers(RollSiege("fregellae"), Step("velitrae")).offers_not(FoundColony(), Sally())
    shut = given(
        army("samnites", "roma", 5, "pontius"),
        inside("rome", "roma", 3, "fabius"),
        siege("roma", "samnites", 0),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    shut.when("rome", Play("r-30", "ops")).when("rome", Activate("fabius"))
    shut.offers(Sally()).offers_not(Step("velitrae"), RollSiege("roma"))


@pytest.mark.rule("sword-of-rome", "7.1-c")
@pytest.mark.parametrize(("card", "ops"), [("r-8", 1), ("r-13", 2), ("r-30", 3)])
def test_the_ops_are_the_support_points(card: str, ops: int) -> None:
    position = given(
        army("rome", "caere", 1), army("rome", "roma", 2, "valerius"), hand("rome", card), impulse("rome")
    )
    position.when("rome", Play(card, "ops")).when("rome", RaiseSupport("rome"))
    position.when("rome", Spend("convert", "caere"))
    for spent in range(1, ops):
        position.awaits("rome", "support").when("rome", Spend("raise", "capua"))
        assert position.state.loyalty["capua"] == 1 + spent
    position.awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "7.1-d")
def test_three_ops_bring_one_unit_by_the_rules_of_reinforcement() -> None:
    two = given(army("rome", "roma", 2, "valerius"), hand("rome", "r-13"), impulse("rome")).when(
        "rome", Play("r-13", "ops")
    )
    two.when("rome", Reinforce("rome")).refused("7.1", "takes 3 Ops")
    position = given(
        army("samnites", "capua", 4, "pontius"),
        siege("capua", "samnites", 0),
        hand("rome", "r-30"),
        impulse("rome"),
    ).when("rome", Play("r-30", "ops"))
    position.when("rome", Reinforce("rome"))
    position.offers(Place("rome", "roma"), Place("rome", "sutrium")).offers_not(Place("rome", "caere"))
    position.when("rome", Place("rome", "capua")).refused("13.3", "besieged")
    position.when("rome", Place("rome", "sutrium")).awaits("rome", "impulse")
    assert position.cu("rome", "sutrium") == 1


# 7.1.1: responses; more in test_responses


@pytest.mark.rule("sword-of-rome", "7.1.1-c")
@pytest.mark.parametrize(
    ("mover", "where", "enemy"),
    [
        (("rome", "roma", "fabius"), "caere", ("etruscans", "caere", "etruscans-1")),
        (("etruscans", "caere", "etruscans-1"), "roma", ("rome", "roma", "fabius")),
        (("etruscans", "perusia", "etruscans-1"), "spoletium", ("gauls", "spoletium", "brennus")),
        (("gauls", "spoletium", "brennus"), "perusia", ("etruscans", "perusia", "etruscans-1")),
        (("greece", "spoletium", "pyrrhus"), "perusia", ("etruscans", "perusia", "etruscans-1")),
    ],
)
def test_obesus_etruscus_is_played_before_any_battle_with_an_etruscan_army(
    mover: tuple[str, str, str], where: str, enemy: tuple[str, str, str]
) -> None:
    power, origin, leader = mover
    course = marching(leader, power, origin, 4, army(enemy[0], enemy[1], 4, enemy[2]), card="r-6")
    course.enter(where).until("r-6")
    assert not list(course.all(events.BattleRolled))  # before that battle is resolved
    course.dice = [*LEVEL, *LEVEL]
    course.play("r-6")
    side = "attacker" if power == "etruscans" else "defender"
    course.go_on("support", "retreat", "impulse", "march")
    assert course.modifier(side, "r-6") == -2


# 7.1.2: Neutral Power Activates


@pytest.mark.rule("sword-of-rome", "7.1.2-a")
@pytest.mark.parametrize("first", ["neutral", "normal"])
def test_neutral_power_activates_comes_before_or_after_the_normal_play_or_instead(first: str) -> None:
    position = given(
        army("carthage", "lilybaeum", 4, "hamilcar"), hand("rome", "r-9", "r-22"), impulse("rome")
    )

    def neutral() -> None:
        position.when("rome", Play("r-9", "event")).when("rome", Choose("carthage"))
        position.when("rome", RaiseSupport("carthage")).when("rome", Spend("raise", "lilybaeum"))
        while Course(position).decision != "impulse":
            position.when("rome", End())

    def normal() -> None:
        position.when("rome", Play("r-22", "ops")).when("rome", RaiseSupport("rome"))
        position.when("rome", Spend("raise", "capua")).when("rome", End())

    for made in (neutral, normal) if first == "neutral" else (normal, neutral):
        position.awaits("rome", "impulse")
        made()
    position.awaits("rome", "impulse")
    assert (position.state.loyalty["lilybaeum"], position.state.loyalty["capua"]) == (3, 2)
    alone = given(army("carthage", "lilybaeum", 4), hand("rome", "r-9"), impulse("rome"))
    alone.when("rome", Play("r-9", "event")).when("rome", Choose("carthage"))
    alone.when("rome", End()).awaits("rome", "impulse").offers(End())


@pytest.mark.rule("sword-of-rome", "7.1.2-c")
def test_neutral_power_activates_for_its_ops_is_the_one_normal_play() -> None:
    position = given(army("rome", "roma", 3, "fabius"), hand("rome", "r-9", "r-10", "r-22"), impulse("rome"))
    position.when("rome", Play("r-9", "ops")).offers(Activate("fabius"), RaiseSupport("rome"))
    assert find(position.state, Operation).neutral == ""
    position.when("rome", RaiseSupport("rome")).when("rome", End()).awaits("rome", "impulse")
    position.when("rome", Play("r-22", "ops")).refused("5.4")
    position.when("rome", Play("r-10", "ops")).refused("5.4")
    position.offers(Play("r-10", "event"))  # as an event it is still an addition
    assert "r-9" in position.state.discards["rome"]


# 7.1.3: cards that leave the game


@pytest.mark.rule("sword-of-rome", "7.1.3-a")
def test_a_card_marked_remove_leaves_the_game_as_an_event_only() -> None:
    position = given(hand("rome", "r-3", "r-8"), impulse("rome"))
    position.when("rome", Play("r-3", "event"))
    assert (position.state.removed["rome"], position.state.discards.get("rome", ())) == (("r-3",), ())
    other = given(hand("rome", "r-3"), impulse("rome"))
    other.when("rome", Play("r-3", "ops")).when("rome", RaiseSupport("rome"))
    assert (other.state.removed.get("rome", ()), other.state.discards["rome"]) == ((), ("r-3",))
    plain = given(hand("rome", "r-5"), impulse("rome")).when("rome", Play("r-5", "event"))
    assert plain.state.discards["rome"] == ("r-5",)


# 7.2.1: colonies


@pytest.mark.rule("sword-of-rome", "7.2.1-a")
def test_three_romans_on_a_roman_pc_found_a_colony_instead_of_moving() -> None:
    course = marching(
        "fabius", "rome", "caere", 3, control("caere", "rome")
    )  # any Roman PC, also a captured one
    course.do("rome", FoundColony())
    assert course.state.loyalty["caere"] == 1
    assert course.position.cu("rome", "caere") == 2
    assert course.decision == "impulse"
    for other in (
        marching("fabius", "rome", "praeneste", 2),  # too few
        marching("fabius", "rome", "capua", 4),  # a city already
        marching("fabius", "rome", "reate", 4),  # nobody's
    ):
        other.position.when("rome", FoundColony()).refused("7.2.1")
    moved = marching("fabius", "rome", "roma", 3).do("rome", Step("praeneste"))
    moved.position.when("rome", FoundColony()).refused("7.2.1", "instead of moving")
    greek = marching("pyrrhus", "greece", "thurii", 5)
    greek.position.when("greece", FoundColony()).refused("7.2.1")


@pytest.mark.rule("sword-of-rome", "7.2.1-b")
def test_a_colony_is_a_walled_city_in_every_respect() -> None:
    # It is besieged like any other, and gives a CU; its loyalty can be raised.
    raised = given(events.CityFounded("praeneste", "rome", "given"), hand("rome", "r-30"), impulse("rome"))
    raised.when("rome", Play("r-30", "ops")).when("rome", RaiseSupport("rome"))
    raised.when("rome", Spend("raise", "praeneste")).when("rome", End())
    assert raised.state.loyalty["praeneste"] == 2
    without = given(impulse("rome"))
    assert units_due(raised.game, raised.state, "rome") == units_due(without.game, without.state, "rome") + 1
    besieged = marching(
        "pontius",
        "samnites",
        "praeneste",
        5,
        events.CityFounded("praeneste", "rome", "given"),
        siege("praeneste", "samnites", 0),
    )
    besieged.dice = [6, 3]
    besieged.do(SEAT, RollSiege("praeneste"))
    assert besieged.one(events.ControlChanged).power == "samnites"


@pytest.mark.rule("sword-of-rome", "7.2.1-c")
def test_the_army_that_founded_a_colony_moves_as_the_second_of_a_campaign() -> None:
    course = own_play("r-1", army("rome", "praeneste", 4, "fabius"), army("rome", "capua", 3, "valerius"))
    course.do("rome", Activate("fabius")).do("rome", FoundColony())
    course.position.offers(Activate("fabius"), Activate("valerius"))
    course.do("rome", Activate("fabius"))
    march = find(course.state, Activation)
    assert (march.cu, march.left) == (3, 4)
    course.do("rome", Step("roma")).do("rome", Halt())
    assert course.decision == "impulse"  # that was the second
    moved = own_play("r-1", army("rome", "praeneste", 4, "fabius"), army("rome", "capua", 3, "valerius"))
    moved.do("rome", Activate("fabius")).do("rome", Step("roma")).do("rome", Halt())
    moved.position.offers_not(Activate("fabius"))


# 7.2.2: Etruscan gold


def intruder(*cards: str, leader: bool = True, more: tuple[Given, ...] = ()) -> Course:
    """Romans enter Caere, where Etruscans stand; the Etruscan seat has these cards."""
    leaders = ("etruscans-1",) if leader else ()
    course = marching(
        "fabius", "rome", "roma", 4, army("etruscans", "caere", 4, *leaders), hand(SEAT, *cards), *more
    )
    return course.enter("caere")


@pytest.mark.rule("sword-of-rome", "7.2.2-a", "7.1.3-b")
def test_a_bribed_intruder_turns_back_and_the_card_leaves_the_game() -> None:
    course = intruder("e-29", "e-32").go_on("bribe")
    course.position.offers_only(Play("e-29", "bribe"), Pass())
    course.position.when(SEAT, Play("e-32", "bribe")).refused("7.2.2", "3 Ops")
    course.do(SEAT, Play("e-29", "bribe"))
    assert course.position.where("fabius") == "roma"
    assert find(course.state, Activation) is None  # its movement has ended
    assert not list(course.all(events.BattleRolled))
    assert course.state.removed[SEAT] == ("e-29",)
    alone = intruder("e-29", leader=False)
    alone.dice = [*LEVEL, *LEVEL]
    assert alone.go_on("bribe").decision != "bribe"  # CU without a commander are no army
    samnites = marching(
        "fabius", "rome", "capua", 4, army("samnites", "fregellae", 4, "pontius"), hand(SEAT, "e-29")
    )
    samnites.dice = [*LEVEL, *LEVEL]
    assert samnites.enter("fregellae").go_on("bribe", "impulse").decision != "bribe"


@pytest.mark.rule("sword-of-rome", "7.2.2-b")
def test_an_etruscan_army_bribes_its_way_through_and_may_not_stop() -> None:
    def on_the_way() -> Course:
        course = marching(
            "etruscans-1", "etruscans", "caere", 3, army("rome", "roma", 4, "fabius"), hand(SEAT, "e-10")
        )
        return course.enter("roma").go_on("bribe")

    course = on_the_way()
    course.position.awaits(SEAT, "bribe")
    course.do(SEAT, Play("e-10", "bribe"))
    course.position.awaits(SEAT, "march").offers_not(Halt())
    course.position.when(SEAT, Halt()).refused("9.4", "cannot stop beside them")
    course.position.when(SEAT, Leave(1)).refused("9.4")
    course.do(SEAT, Step("reate"))  # the bribed army does not try to intercept
    assert course.decision == "march"
    assert course.state.removed[SEAT] == ("e-10",)
    fought = on_the_way()
    fought.dice = [*LEVEL, *LEVEL]
    fought.do(SEAT, Pass()).go_on("support", "retreat", "impulse")
    assert fought.one(events.BattleRolled).space == "roma"


@pytest.mark.rule("sword-of-rome", "7.2.2-c")
def test_a_bribe_comes_after_interceptions_and_before_the_check_for_automatic_victory() -> None:
    course = marching(
        "fabius",
        "rome",
        "roma",
        6,
        army("etruscans", "caere", 1, "etruscans-1"),
        army("etruscans", "tarquinii", 5, "etruscans-2"),
        hand(SEAT, "e-29"),
    ).enter("caere")
    course.position.awaits(SEAT, "react")
    course.position.when(SEAT, Play("e-29", "bribe")).refused("9.3.2")
    course.do(SEAT, End()).position.awaits(SEAT, "bribe")
    course.do(SEAT, Play("e-29", "bribe"))
    assert not list(course.all(events.BattleWon))  # six against one would have won without a roll
    # An army that has just intercepted counts as being there.
    joined = marching(
        "fabius", "rome", "roma", 4, army("etruscans", "tarquinii", 5, "etruscans-2"), hand(SEAT, "e-29")
    ).enter("caere")
    joined.dice = [1]
    joined.do(SEAT, Intercept("etruscans-2", 5))
    joined.position.awaits(SEAT, "bribe")


@pytest.mark.rule("sword-of-rome", "7.2.2-d")
def test_there_is_no_bribe_when_the_mines_are_depleted() -> None:
    course = intruder("e-29", more=(events.MinesDepleted(5),))
    course.dice = [*LEVEL, *LEVEL]
    course.go_on("bribe", "support", "retreat", "impulse")
    assert course.decision != "bribe"
    assert list(course.all(events.BattleRolled))


@pytest.mark.rule("sword-of-rome", "7.2.2-e")
@pytest.mark.parametrize(("power", "track"), [("gauls", 1), ("transalpine", -1), ("rome", 0)])
def test_bribed_gauls_take_a_plunder_marker_of_their_own(power: str, track: int) -> None:
    etruscans = army("etruscans", "luna", 3, "etruscans-1")
    if power == "gauls":
        course = marching("brennus", "gauls", "genua", 4, etruscans, hand(SEAT, "e-29"))
    elif power == "rome":
        course = marching("fabius", "rome", "genua", 4, etruscans, hand(SEAT, "e-29"))
    else:
        position = given(
            army("transalpine", "genua", 4, "transalpine-1"),
            control("luna", "gauls"),
            etruscans,
            hand("rome", "r-9"),
            hand(SEAT, "e-29"),
            impulse("rome"),
        )
        course = Course(position).do("rome", Play("r-9", "event")).do("rome", Choose("transalpine"))
        course.do("rome", Activate("transalpine-1"))
    course.enter("luna").go_on("bribe").do(SEAT, Play("e-29", "bribe"))
    assert course.state.plunder == track


# 5.4: much in one impulse


def test_one_gallic_impulse_with_two_neutral_powers_offers_and_leaders() -> None:
    position = given(
        army("gauls", "genua", 4, "brennus"),
        army("gauls", "bononia", 2),
        army("volsci", "antium", 2, "volsci-1"),
        army("carthage", "lilybaeum", 4, "hamilcar"),
        hand("gauls", "a-3", "a-4", "a-36", "a-25"),
        impulse("gauls"),
    )
    position.when("gauls", Offer("gauls", "rome")).when("rome", Refuse())
    position.when("gauls", Play("a-3", "event")).when("gauls", Choose("volsci"))
    position.when("gauls", Reinforce("volsci")).awaits("gauls", "impulse")
    position.when("gauls", PlaceLeader("gauls-1", "bononia"))
    position.when("gauls", Play("a-36", "ops")).when("gauls", Activate("brennus")).passes("gauls")
    position.when("gauls", Step("clastidium")).when("gauls", Halt())
    position.awaits("gauls", "impulse").when("gauls", Play("a-25", "ops")).refused("5.4")
    position.when("gauls", Play("a-4", "event"))  # Carthage is the one that is left
    position.when("gauls", RaiseSupport("carthage")).when("gauls", Spend("raise", "lilybaeum"))
    while Course(position).decision != "impulse":
        position.when("gauls", End())
    position.when("gauls", Offer("gauls", "greece")).when("greece", Accept())
    position.when("gauls", Offer("gauls", "rome")).refused("15.1", "in this impulse already")
    position.when("gauls", PlaceLeader("gauls-2", "clastidium"))
    position.when("gauls", PlaceLeader("gauls-1", "clastidium")).refused("8.3")
    assert position.state.activated == {"volsci", "carthage"}
    assert position.state.alliances == {"gauls+greece"}
    position.when("gauls", End()).awaits(SEAT, "impulse")
