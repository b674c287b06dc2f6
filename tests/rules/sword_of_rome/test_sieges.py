"""Sieges and subjugations (13)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Break,
    End,
    Halt,
    Leave,
    LeaveLeader,
    Occupy,
    Offer,
    Pass,
    Play,
    RaiseSupport,
    RollSiege,
    Spend,
    Step,
)
from rules.sword_of_rome.procedures import Support
from rules.sword_of_rome.state import Siege
from tests.rules.sword_of_rome.harness import (
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
    phase,
    points,
    siege,
)
from tests.rules.sword_of_rome.reinforcing import at_placement, due

EAST = "etruria-samnium"


def march(position: Position, seat: str, card: str, leader: str) -> Position:
    """The seat plays the card for its Ops and activates the leader."""
    return position.when(seat, Play(card, "ops")).when(seat, Activate(leader))


def at_antium(cu: int, level: int | None = 0, leader: str = "valerius", city: int = 2) -> Position:
    """Romans before the walls of Volscian Antium; Rome holds a 3-Ops card."""
    laid = () if level is None else (siege("antium", "rome", level),)
    return given(
        army("rome", "antium", cu, leader),
        loyalty("antium", city),
        *laid,
        hand("rome", "r-30"),
        impulse("rome"),
    )


# 13.1: how cities and tribes are won


@pytest.mark.rule("sword-of-rome", "13.1-a")
@pytest.mark.parametrize(
    ("space", "purpose", "rule"), [("antium", "siege", "2.2"), ("alba-fucens", "subjugation", "7.3")]
)
def test_a_city_is_won_by_siege_and_a_tribe_by_subjugation_and_neither_by_support(
    space: str, purpose: str, rule: str
) -> None:
    position = given(
        army("rome", space, 4, "valerius"), siege(space, "rome", 0), hand("rome", "r-30"), impulse("rome")
    )
    march(position, "rome", "r-30", "valerius").when("rome", RollSiege(space), dice=[5, 5])
    position.then_includes(
        like(events.SiegeRolled, space=space, purpose=purpose, total=10, points=1),
        events.SiegeChanged(space, "rome", 1, "13.2"),
    )
    position = given(army("rome", space, 4, "valerius"), hand("rome", "r-30"), impulse("rome"))
    position.when("rome", Play("r-30", "ops")).when("rome", RaiseSupport("rome"))
    position.offers_not(Spend("convert", space)).when("rome", Spend("convert", space)).refused(rule)


@pytest.mark.rule("sword-of-rome", "13.1.1-a")
@pytest.mark.parametrize("space", ["antium", "alba-fucens", "luceria"])
@pytest.mark.parametrize("cu", [2, 3])
def test_three_units_that_end_their_movement_at_an_enemy_city_or_tribe_lay_siege(space: str, cu: int) -> None:
    start = {"antium": "velitrae", "alba-fucens": "praeneste", "luceria": "larinum"}[space]
    power, seat, card = ("samnites", EAST, "e-9") if space == "luceria" else ("rome", "rome", "r-30")
    leader = "egnatius" if space == "luceria" else "valerius"
    position = given(army(power, start, cu, leader), hand(seat, card), impulse(seat))
    march(position, seat, card, leader).when(seat, Step(space))
    assert space not in position.state.sieges  # it has not stopped yet
    position.when(seat, Halt())
    if cu == 3:
        position.then_includes(events.SiegeChanged(space, power, 0, "13.1.1"))
    else:
        position.then_not(events.SiegeChanged)


@pytest.mark.rule("sword-of-rome", "13.1.1-a")
def test_no_siege_of_an_allys_city() -> None:
    position = given(
        army("rome", "capua", 4, "valerius"),
        allied("rome", "samnites"),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", Step("fregellae"))
    position.when("rome", Halt()).then_not(events.SiegeChanged)


@pytest.mark.rule("sword-of-rome", "13.1.1-a")
def test_those_left_behind_at_a_city_lay_siege_while_the_army_goes_on() -> None:
    position = given(
        army("rome", "velitrae", 7, "valerius", "camillus"), hand("rome", "r-30"), impulse("rome")
    )
    march(position, "rome", "r-30", "valerius").when("rome", Step("antium"))
    position.when("rome", Leave(3)).when("rome", LeaveLeader("camillus"))
    assert not position.state.sieges
    position.when("rome", Step("tarracina"))
    position.then_includes(events.SiegeChanged("antium", "rome", 0, "13.1.1"))


@pytest.mark.rule("sword-of-rome", "13.1.1-b")
def test_an_activated_besieger_rolls_instead_of_moving() -> None:
    position = march(at_antium(3), "rome", "r-30", "valerius").offers(RollSiege("antium"), Step("velitrae"))
    position.when("rome", RollSiege("antium"), dice=[2, 3]).then_includes(events.SiegeRolled)
    position.awaits("rome", "impulse")  # and does not march

    position = given(
        army("rome", "antium", 1),
        army("rome", "velitrae", 3, "valerius"),
        siege("antium", "rome", 0),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", Step("antium"))
    position.offers_not(RollSiege("antium")).when("rome", RollSiege("antium"))
    position.refused("13.1.1", "instead of moving")


@pytest.mark.rule("sword-of-rome", "13.1.1-b")
def test_without_a_siege_of_the_own_power_there_is_nothing_to_roll_for() -> None:
    position = march(at_antium(3, level=None), "rome", "r-30", "valerius")
    position.offers_not(RollSiege("antium")).when("rome", RollSiege("antium"))
    position.refused("13.1.1", "not besieged")
    # An alliance that has ended leaves Romans beside the Greeks, whose siege it is.
    position = given(
        army("greece", "antium", 3, "pyrrhus"),
        siege("antium", "greece", 1),
        army("rome", "antium", 3, "valerius"),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", RollSiege("antium"))
    position.refused("13.1.1", "not yours")


@pytest.mark.rule("sword-of-rome", "13.1.1-c")
def test_a_space_is_rolled_for_once_in_an_impulse() -> None:
    position = given(
        army("rome", "antium", 8, "valerius", "camillus"),
        siege("antium", "rome", 0),
        loyalty("antium", 3),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("valerius"))
    position.when("rome", Leave(4)).when("rome", LeaveLeader("camillus"))
    position.when("rome", RollSiege("antium"), dice=[5, 5])
    position.when("rome", Activate("camillus")).offers_not(RollSiege("antium"))
    position.when("rome", RollSiege("antium")).refused("13.1.1", "rolled for in this impulse already")


@pytest.mark.rule("sword-of-rome", "13.1.1-c")
def test_another_space_may_be_rolled_for_in_the_same_impulse() -> None:
    position = given(
        army("rome", "antium", 4, "valerius"),
        army("rome", "fregellae", 4, "camillus"),
        siege("antium", "rome", 0),
        siege("fregellae", "rome", 0),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("valerius"))
    position.when("rome", RollSiege("antium"), dice=[5, 5])
    position.when("rome", Activate("camillus")).when("rome", RollSiege("fregellae"), dice=[5, 5])
    position.then_includes(like(events.SiegeRolled, space="fregellae"))


# 13.1.2: after a battle


@pytest.mark.rule("sword-of-rome", "13.1.2-a")
def test_the_winner_at_an_enemy_city_lays_siege_before_the_political_consequences() -> None:
    position = given(
        army("rome", "velitrae", 2, "valerius"),
        army("samnites", "fregellae", 1),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", Step("fregellae"))
    position.when(EAST, End(), dice=[6, 5, 4, 2, 2, 2]).awaits("rome", "support")
    position.then_includes(
        like(events.BattleWon, winner="rome"), events.SiegeChanged("fregellae", "rome", 0, "13.1.2")
    )
    assert position.cu("rome", "fregellae") == 2  # fewer than three are enough here
    laid = position.events.index(events.SiegeChanged("fregellae", "rome", 0, "13.1.2"))
    began = [
        index
        for index, event in enumerate(position.events)
        if isinstance(event, events.ProcedureBegan) and isinstance(event.procedure, Support)
    ]
    assert began
    assert laid < began[0]


@pytest.mark.rule("sword-of-rome", "13.1.2-a")
def test_a_winning_defender_before_an_enemy_city_lays_siege_too() -> None:
    position = given(
        army("rome", "antium", 2),
        control("velitrae", "gauls"),
        army("gauls", "velitrae", 2, "gauls-1"),
        hand("gauls", "a-37"),
        impulse("gauls"),
    )
    march(position, "gauls", "a-37", "gauls-1").when("gauls", Step("antium"), dice=[1, 2, 2, 6, 6, 5])
    position.then_includes(
        like(events.BattleWon, winner="rome", loser="gauls"),
        events.SiegeChanged("antium", "rome", 0, "13.1.2"),
    )


@pytest.mark.rule("sword-of-rome", "13.1.2-a")
def test_a_battle_won_at_a_tribe_is_no_subjugation() -> None:
    position = given(
        army("rome", "praeneste", 2, "valerius"),
        army("samnites", "alba-fucens", 1),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", Step("alba-fucens"), dice=[6, 5, 4, 2, 2, 2])
    position.then_includes(like(events.BattleWon, winner="rome")).then_not(events.SiegeChanged)


# 13.1.3: the Surrender Phase


@pytest.mark.rule("sword-of-rome", "13.1.3-a")
def test_in_the_surrender_phase_each_army_of_three_may_roll_once() -> None:
    position = given(
        army("rome", "antium", 3, "valerius"),
        army("rome", "fregellae", 2, "camillus"),
        army("rome", "luceria", 4),
        army("rome", "alba-fucens", 5, "claudius"),
        siege("fregellae", "rome", 0),
        phase("surrender"),
    )
    # Two CU are too few, and without a leader nobody rolls; a siege marker is not needed.
    position.awaits("rome", "surrender").offers_only(RollSiege("antium"), RollSiege("alba-fucens"), End())
    position.when("rome", RollSiege("fregellae")).refused("13.1.3")
    position.when("rome", RollSiege("antium"), dice=[5, 5])
    position.then_includes(events.SiegeChanged("antium", "rome", 1, "13.2"))
    position.awaits("rome", "surrender").offers_only(RollSiege("alba-fucens"), End())
    position.when("rome", RollSiege("antium")).refused("13.1.3")


@pytest.mark.rule("sword-of-rome", "13.1.3-a")
def test_nobody_rolls_for_the_siege_of_another_power() -> None:
    position = given(
        army("greece", "antium", 3, "pyrrhus"),
        siege("antium", "greece", 1),
        army("rome", "antium", 3, "valerius"),
        points("rome", 1),
        phase("surrender"),
    )
    position.awaits("greece", "surrender").offers(RollSiege("antium"))


# 13.2: the roll


@pytest.mark.rule("sword-of-rome", "13.2-a")
def test_two_dice_are_rolled_after_the_responses() -> None:
    position = given(
        army("rome", "antium", 4, "valerius"),
        siege("antium", "rome", 0),
        hand("rome", "r-30", "r-25"),
        hand("greece", "g-14"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", Pass()).when("rome", RollSiege("antium"))
    position.then_not(events.SiegeRolled).awaits("rome", "respond").offers(Play("r-25", "event"))
    position.when("rome", Play("r-25", "event"), dice=[5, 2])
    position.then_includes(like(events.SiegeRolled, dice=(5, 2), total=9, points=1))


@pytest.mark.rule("sword-of-rome", "13.2-a")
def test_no_response_to_a_roll_of_the_surrender_phase() -> None:
    position = given(
        army("rome", "antium", 4, "valerius"),
        siege("antium", "rome", 0),
        hand("rome", "r-25"),
        phase("surrender"),
    )
    position.when("rome", RollSiege("antium"), dice=[3, 2])
    position.then_includes(like(events.SiegeRolled, dice=(3, 2), total=5, points=0))


@pytest.mark.rule("sword-of-rome", "13.2-b")
@pytest.mark.parametrize(("space", "modifier"), [("pisae", -1), ("asculum", 0)])
def test_gauls_have_minus_one_on_sieges_and_nothing_on_subjugations(space: str, modifier: int) -> None:
    position = given(
        army("gauls", space, 4, "brennus"),
        siege(space, "gauls", 0),
        loyalty("pisae", 3),
        hand("gauls", "a-37"),
        impulse("gauls"),
    )
    march(position, "gauls", "a-37", "brennus").when("gauls", RollSiege(space), dice=[3, 4])
    rolled = next(each for each in position.events if isinstance(each, events.SiegeRolled))
    assert rolled.total == 7 + modifier
    assert rolled.points == (0 if modifier else 1)


@pytest.mark.rule("sword-of-rome", "13.2-b")
def test_transalpine_gauls_have_minus_one_on_sieges() -> None:
    position = given(army("transalpine", "pisae", 4, "transalpine-1"), points("rome", 1), phase("surrender"))
    position.when("rome", RollSiege("pisae"), dice=[3, 4])
    position.then_includes(like(events.SiegeRolled, power="transalpine", total=6, points=0))


@pytest.mark.rule("sword-of-rome", "13.2-c")
@pytest.mark.parametrize("leader", ["camillus", "rome-1"])
def test_the_tactics_of_the_commander_do_not_matter(leader: str) -> None:
    position = march(at_antium(4, leader=leader), "rome", "r-30", leader)
    position.when("rome", RollSiege("antium"), dice=[2, 4])
    position.then_includes(like(events.SiegeRolled, total=6, modifiers=(), points=0))


@pytest.mark.rule("sword-of-rome", "13.2-d")
@pytest.mark.parametrize(
    ("dice", "level", "left"),
    [((4, 4), 1, 4), ((6, 6), 2, 5), ((1, 1), 0, 3), ((2, 3), 0, 5), ((3, 4), 1, 4)],
)
def test_the_table_gives_siege_points_and_losses(dice: tuple[int, int], level: int, left: int) -> None:
    position = march(at_antium(5, city=3), "rome", "r-30", "valerius")
    position.when("rome", RollSiege("antium"), dice=dice)
    assert position.state.sieges["antium"] == Siege("rome", level)
    assert position.cu("rome", "antium") == left


# 13.3: what a siege stops


@pytest.mark.rule("sword-of-rome", "13.3-a")
@pytest.mark.parametrize(("space", "power"), [("capua", "rome"), ("bovianum", "samnites")])
def test_a_besieged_city_or_tribe_gives_no_reinforcements(space: str, power: str) -> None:
    seat, powers = ("rome", ("rome",)) if power == "rome" else (EAST, ("etruscans", "samnites"))
    free = given(army("gauls", space, 2, "gauls-1"), points(seat, 1), phase("reinforcement"))
    shut = given(
        army("gauls", space, 2, "gauls-1"), siege(space, "gauls", 0), points(seat, 1), phase("reinforcement")
    )
    assert due(at_placement(free, *powers), *powers) == 5
    assert due(at_placement(shut, *powers), *powers) == 4


@pytest.mark.rule("sword-of-rome", "13.3-b")
def test_the_loyalty_of_a_besieged_city_does_not_rise() -> None:
    position = given(
        army("gauls", "capua", 2), siege("capua", "gauls", 0), hand("rome", "r-30"), impulse("rome")
    )
    position.when("rome", Play("r-30", "ops")).when("rome", RaiseSupport("rome"))
    position.offers(Spend("raise", "narnia")).offers_not(Spend("raise", "capua"))
    position.when("rome", Spend("raise", "capua")).refused("13.3", "besieged")


# 13.4: the end of a siege


@pytest.mark.rule("sword-of-rome", "13.4-a")
@pytest.mark.parametrize("left", [0, 1])
def test_a_siege_ends_at_once_when_no_besieger_is_left(left: int) -> None:
    position = march(at_antium(5, level=1), "rome", "r-30", "valerius")
    if left:
        position.when("rome", Leave(left))
    position.when("rome", Step("velitrae"))
    if left:
        position.then_not(events.SiegeChanged)
    else:
        position.then_includes(events.SiegeChanged("antium", "rome", -1, "13.4"))
    position.when("rome", Step("antium")).when("rome", Halt())
    assert position.state.sieges["antium"] == Siege("rome", 1 if left else 0)  # the points do not come back


@pytest.mark.rule("sword-of-rome", "13.4-a")
def test_a_siege_ends_when_besieger_and_owner_become_allies() -> None:
    position = given(army("rome", "fregellae", 5, "valerius"), siege("fregellae", "rome", 1), impulse("rome"))
    position.when("rome", Offer("rome", "samnites")).when(EAST, Accept())
    position.then_includes(events.AllianceMade, events.SiegeChanged("fregellae", "rome", -1, "15.1"))


@pytest.mark.rule("sword-of-rome", "13.4-a")
def test_a_siege_goes_on_when_the_city_becomes_independent() -> None:
    position = given(
        army("rome", "pisae", 3, "valerius"),
        siege("pisae", "rome", 0),
        allied("etruscans", "greece"),
        impulse(EAST),
    )
    position.when(EAST, Break("etruscans", "greece")).when(EAST, Spend("lower", "pisae"))
    assert position.state.control["pisae"] == "independent"
    assert position.state.sieges["pisae"] == Siege("rome", 0)  # against the independent city of loyalty 1


@pytest.mark.rule("sword-of-rome", "13.4-a")
@pytest.mark.parametrize(("besieger", "goes_on"), [("rome", True), ("greece", False)])
def test_a_siege_goes_on_under_a_new_owner_who_is_an_enemy_too(besieger: str, goes_on: bool) -> None:
    """Carthage is beaten in Carthago, and Panormus becomes Greek (17.2.2)."""
    position = given(
        army("greece", "kerkouane", 6, "agathocles"),
        army("carthage", "carthago", 1),
        army(besieger, "panormus", 3, "valerius" if besieger == "rome" else "dionysius"),
        siege("panormus", besieger, 0),
        hand("greece", "g-22"),
        impulse("greece"),
    )
    march(position, "greece", "g-22", "agathocles").when("greece", Step("carthago"))
    assert position.state.control["panormus"] == "greece"
    assert position.state.sieges.get("panormus") == (Siege("rome", 0) if goes_on else None)


@pytest.mark.rule("sword-of-rome", "13.4-b")
def test_two_besiegers_keep_the_siege_up_and_may_not_roll() -> None:
    position = march(at_antium(2, level=1), "rome", "r-30", "valerius")
    assert position.state.sieges["antium"] == Siege("rome", 1)
    position.offers_not(RollSiege("antium")).when("rome", RollSiege("antium")).refused("13.4", "3 CU")
    position.when("rome", Halt()).then_not(events.SiegeChanged)
    assert position.state.sieges["antium"] == Siege("rome", 1)


# 13.5: the fall


@pytest.mark.rule("sword-of-rome", "13.5-a")
@pytest.mark.parametrize(("dice", "falls"), [((5, 5), True), ((3, 2), False)])
def test_a_city_falls_when_the_points_reach_its_loyalty(dice: tuple[int, int], falls: bool) -> None:
    position = march(at_antium(4, level=1), "rome", "r-30", "valerius")
    position.when("rome", RollSiege("antium"), dice=dice)
    assert position.state.control["antium"] == ("rome" if falls else "volsci")
    assert position.state.sieges.get("antium") == (None if falls else Siege("rome", 1))


@pytest.mark.rule("sword-of-rome", "13.5-a")
def test_a_city_falls_when_its_loyalty_drops_to_the_points() -> None:
    position = given(
        army("rome", "pisae", 2),
        loyalty("pisae", 3),
        siege("pisae", "rome", 1),
        allied("etruscans", "greece"),
        impulse(EAST),
    )
    position.when(EAST, Break("etruscans", "greece")).when(EAST, Spend("lower", "pisae"))
    position.then_not(events.ControlChanged)  # loyalty 2, 1 point
    position.when(EAST, Spend("lower", "pisae"))
    position.then_includes(
        events.LoyaltyChanged("pisae", 1, "7.3.2"),
        events.SiegeChanged("pisae", "rome", -1, "13.5"),
        like(events.ControlChanged, space="pisae", power="rome"),
    )


@pytest.mark.rule("sword-of-rome", "13.5-a")
def test_a_tribe_falls_when_the_points_reach_its_subjugation_factor() -> None:
    def roll(level: int) -> Position:
        position = given(
            army("rome", "bovianum", 4, "valerius"),
            siege("bovianum", "rome", level),
            hand("rome", "r-30"),
            impulse("rome"),
        )
        return march(position, "rome", "r-30", "valerius").when("rome", RollSiege("bovianum"), dice=[5, 5])

    roll(1).then_not(events.TribeSubjugated)  # 2 points, and the factor is 3
    roll(2).then_includes(
        events.SiegeChanged("bovianum", "rome", -1, "13.5"), events.TribeSubjugated("bovianum", "rome")
    )


@pytest.mark.rule("sword-of-rome", "13.5-b")
def test_with_a_city_fall_all_within_its_walls() -> None:
    position = given(
        army("rome", "syracusae", 4, "valerius"),
        siege("syracusae", "rome", 2),
        inside("greece", "syracusae", 3, "dionysius", "greece-1"),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", RollSiege("syracusae"), dice=[5, 5])
    position.then_includes(like(events.UnitsLost, power="greece", cu=3, rule="13.5"))
    assert position.cu("greece", "syracusae") == 0
    assert position.where("dionysius") == "displaced"
    assert position.where("greece-1") == "away"
    assert position.state.control["syracusae"] == "rome"
    assert position.state.loyalty["syracusae"] == 1


@pytest.mark.rule("sword-of-rome", "13.5-b")
@pytest.mark.parametrize("ally", [True, False])
def test_a_fallen_city_in_an_allys_home_is_the_allys(ally: bool) -> None:
    position = given(
        *((allied("rome", "greece"),) if ally else ()),
        control("neapolis", "samnites"),
        army("rome", "neapolis", 4, "valerius"),
        siege("neapolis", "rome", 0),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", RollSiege("neapolis"), dice=[5, 5])
    position.then_includes(
        like(events.ControlChanged, space="neapolis", power="greece" if ally else "rome", loyalty=1)
    )


@pytest.mark.rule("sword-of-rome", "13.5-c")
@pytest.mark.parametrize("seat", ["rome", "gauls"])
def test_units_lost_in_a_fallen_city_give_no_support(seat: str) -> None:
    card, leader = ("r-30", "valerius") if seat == "rome" else ("a-37", "brennus")
    position = given(
        army(seat, "syracusae", 4, leader),
        siege("syracusae", seat, 2),
        inside("greece", "syracusae", 3, "dionysius"),
        hand(seat, card),
        impulse(seat),
    )
    march(position, seat, card, leader).when(seat, RollSiege("syracusae"), dice=[5, 6])
    if seat == "gauls":
        position.when("gauls", Occupy())
    position.then_includes(like(events.UnitsLost, power="greece", cu=3))
    assert not any(
        isinstance(each, events.ProcedureBegan) and isinstance(each.procedure, Support)
        for each in position.events
    )
    position.awaits(seat, "impulse")


@pytest.mark.rule("sword-of-rome", "13.5-d")
def test_a_subjugated_tribe_is_an_ordinary_space_for_good() -> None:
    position = given(
        army("rome", "alba-fucens", 4, "valerius"),
        siege("alba-fucens", "rome", 1),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    march(position, "rome", "r-30", "valerius").when("rome", RollSiege("alba-fucens"), dice=[5, 5])
    assert position.state.control["alba-fucens"] == "rome"

    def converts(*before: events.TribeSubjugated) -> Position:
        position = given(*before, army("samnites", "alba-fucens", 1), hand(EAST, "e-9"), impulse(EAST))
        position.when(EAST, Play("e-9", "ops")).when(EAST, RaiseSupport("samnites"))
        return position.when(EAST, Spend("convert", "alba-fucens"))

    converts().refused("7.3", "tribe")
    converts(events.TribeSubjugated("alba-fucens", "rome")).then_includes(
        like(events.ControlChanged, space="alba-fucens", power="samnites")
    )
