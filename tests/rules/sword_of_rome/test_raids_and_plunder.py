"""Raids, looting, the plunder track and Gallic cohesion (14)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Choose,
    End,
    Halt,
    Leave,
    LeaveLeader,
    Loot,
    Occupy,
    Play,
    Raid,
    Restore,
    RollSiege,
    Spend,
    Step,
)
from rules.sword_of_rome.procedures import Support
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
    phase,
    plunder,
    points,
    siege,
)

EAST = "etruria-samnium"


def gauls_at(space: str, cu: int, *more: Given) -> Position:
    """A Gallic army activated with 3 Ops, 5 MP."""
    position = given(army("gauls", space, cu, "gauls-1"), *more, hand("gauls", "a-37"), impulse("gauls"))
    return position.when("gauls", Play("a-37", "ops")).when("gauls", Activate("gauls-1"))


def transalpine_at(space: str, cu: int, *more: Given) -> Position:
    """A Transalpine army activated by Rome, 5 MP."""
    position = given(
        army("transalpine", space, cu, "transalpine-1"), *more, hand("rome", "r-9"), impulse("rome")
    )
    position.when("rome", Play("r-9", "event")).when("rome", Choose("transalpine"))
    return position.when("rome", Activate("transalpine-1"))


# 14.1: the track


@pytest.mark.rule("sword-of-rome", "14.1-a")
def test_a_track_full_of_gallic_markers_is_worth_a_point_and_is_emptied() -> None:
    position = gauls_at("sentinum", 4, plunder(4)).when("gauls", Raid(), dice=[5, 5])
    position.then_not(events.VictoryPointsChanged)
    assert position.state.plunder == 5  # of six boxes
    position.when("gauls", Step("spoletium")).when("gauls", Raid(), dice=[5, 5])
    position.then_includes(events.VictoryPointsChanged("gauls", 1, 8, "14.1"))
    assert position.state.plunder == 0


@pytest.mark.rule("sword-of-rome", "14.1-a")
def test_what_does_not_fit_goes_on_to_the_emptied_track() -> None:
    position = gauls_at("pisae", 4, siege("pisae", "gauls", 0), plunder(5))
    position.when("gauls", RollSiege("pisae"), dice=[5, 5]).when("gauls", Loot())
    position.then_includes(events.VictoryPointsChanged("gauls", 1, 8, "14.1"))
    assert position.state.plunder == 4  # 5 and 5 are 10, and the track holds 6


@pytest.mark.rule("sword-of-rome", "14.1-a")
@pytest.mark.parametrize(("before", "after"), [(7, 6), (0, 0)])
def test_a_track_full_of_transalpine_markers_costs_the_gauls_a_point(before: int, after: int) -> None:
    position = transalpine_at("eporedia", 4, plunder(-5), points("gauls", before))
    position.when("rome", Raid(), dice=[5, 5])
    assert position.state.vp["gauls"] == after
    assert position.state.plunder == 0


# 14.2: raids


@pytest.mark.rule("sword-of-rome", "14.2-b")
@pytest.mark.parametrize("space", ["pisae", "bovianum", "reate", "luceria", "bononia"])
def test_no_raid_in_cities_tribes_independent_spaces_and_ones_own(space: str) -> None:
    position = gauls_at(space, 2).offers_not(Raid())
    position.when("gauls", Raid()).refused("14.2")


@pytest.mark.rule("sword-of-rome", "14.2-b")
@pytest.mark.parametrize(("space", "raided"), [("pisae", False), ("reate", False), ("eporedia", True)])
def test_transalpine_gauls_raid_pcs_alone_too(space: str, raided: bool) -> None:
    position = transalpine_at(space, 2)
    if raided:
        position.offers(Raid())
    else:
        position.offers_not(Raid()).when("rome", Raid()).refused("14.2")


@pytest.mark.rule("sword-of-rome", "14.2-b")
def test_romans_do_not_raid() -> None:
    position = given(army("rome", "caere", 3, "valerius"), hand("rome", "r-30"), impulse("rome"))
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("valerius"))
    position.offers_not(Raid()).when("rome", Raid()).refused("14.2", "do not raid")


@pytest.mark.rule("sword-of-rome", "14.2-c")
def test_a_raid_costs_one_unit_whatever_number_the_table_shows() -> None:
    position = gauls_at("sentinum", 4).when("gauls", Raid(), dice=[1, 1])  # a siege would cost 2
    position.then_includes(like(events.SiegeRolled, total=2, lost=1))
    assert position.cu("gauls", "sentinum") == 3


@pytest.mark.rule("sword-of-rome", "14.2-c")
def test_a_raid_that_costs_the_last_unit_still_succeeds_and_the_leader_stays() -> None:
    position = gauls_at("sentinum", 1).when("gauls", Raid(), dice=[3, 4])
    position.then_includes(
        like(events.UnitsLost, cu=1), like(events.ControlChanged, space="sentinum", power="independent")
    )
    assert position.state.plunder == 1
    assert position.cu("gauls", "sentinum") == 0
    assert position.where("gauls-1") == "sentinum"  # no enemy is there (8.4)
    position.when("gauls", Raid()).refused("14.2", "without CU")


@pytest.mark.rule("sword-of-rome", "14.2-c")
def test_the_raiders_bear_the_loss_not_those_who_stood_there() -> None:
    position = gauls_at("iguvium", 2, army("gauls", "sentinum", 3))
    position.when("gauls", Step("sentinum")).when("gauls", Raid(), dice=[1, 2])
    position.when("gauls", Step("spoletium"))
    assert position.cu("gauls", "spoletium") == 1
    assert position.cu("gauls", "sentinum") == 3


@pytest.mark.rule("sword-of-rome", "14.2-d")
def test_a_raid_is_repeated_until_it_succeeds_or_the_points_run_out() -> None:
    position = gauls_at("sentinum", 4)
    for _ in range(4):
        position.when("gauls", Raid(), dice=[2, 3]).offers(Raid())
    position.when("gauls", Raid(), dice=[2, 3])
    position.offers_not(Raid()).when("gauls", Raid()).refused("14.2", "no movement point")

    position = gauls_at("sentinum", 4).when("gauls", Raid(), dice=[2, 3]).when("gauls", Raid(), dice=[4, 5])
    position.offers_not(Raid()).when("gauls", Raid()).refused("14.2", "independent")


@pytest.mark.rule("sword-of-rome", "14.2-a")
def test_a_raid_costs_a_movement_point_and_spares_allies() -> None:
    position = gauls_at("sentinum", 4).when("gauls", Raid(), dice=[2, 3])
    position.then_includes(events.MovementChanged(4, "9.2"))
    position = gauls_at("sentinum", 4, allied("gauls", "etruscans")).offers_not(Raid())
    position.when("gauls", Raid()).refused("15.2")


@pytest.mark.rule("sword-of-rome", "15.3-a")
def test_a_raid_does_not_let_an_army_stop_among_an_allys_units() -> None:
    position = gauls_at("iguvium", 4, allied("gauls", "rome"), army("rome", "sentinum", 2))
    position.when("gauls", Step("sentinum")).when("gauls", Raid(), dice=[5, 5])
    assert position.state.control["sentinum"] == "independent"
    position.offers_not(Halt()).when("gauls", Halt()).refused("15.3")


# 14.4: looting


def fallen(power: str, space: str, *more: Given) -> Position:
    """A siege roll that takes a city of loyalty 1."""
    seat, card, leader = ("rome", "r-30", "valerius") if power == "rome" else ("gauls", "a-37", "gauls-1")
    position = given(
        *more, army(power, space, 4, leader), siege(space, power, 0), hand(seat, card), impulse(seat)
    )
    position.when(seat, Play(card, "ops")).when(seat, Activate(leader))
    return position.when(seat, RollSiege(space), dice=[5, 5])


@pytest.mark.rule("sword-of-rome", "14.4-a")
def test_gauls_may_loot_a_fallen_city_of_another_power() -> None:
    position = fallen("gauls", "pisae").then_not(events.ControlChanged)
    position.awaits("gauls", "fall").offers_only(Loot(), Occupy())
    position.when("gauls", End()).refused("14.4")
    position.when("gauls", Occupy())
    assert position.state.control["pisae"] == "gauls"
    assert position.state.plunder == 0


@pytest.mark.rule("sword-of-rome", "14.4-a")
@pytest.mark.parametrize(("power", "space"), [("gauls", "luceria"), ("rome", "pisae")])
def test_nobody_loots_an_independent_city_and_romans_loot_nothing(power: str, space: str) -> None:
    position = fallen(power, space).then_includes(like(events.ControlChanged, space=space, power=power))
    position.awaits(power, "impulse")


@pytest.mark.rule("sword-of-rome", "14.4-a")
def test_a_city_that_falls_in_the_surrender_phase_is_looted_too() -> None:
    position = given(
        army("transalpine", "pisae", 4, "transalpine-1"),
        points("greece", 2),
        points("gauls", 1),
        phase("surrender"),
    )
    # Not the Gauls, their arch-enemy, decide for the Transalpine Gauls (16.1).
    position.when("greece", RollSiege("pisae"), dice=[5, 5]).awaits("greece", "fall")
    position.when("greece", Loot())
    assert position.state.plunder == -5


@pytest.mark.rule("sword-of-rome", "14.4-b")
def test_a_looted_city_is_emptied_and_independent_and_gives_five_markers() -> None:
    position = given(
        army("gauls", "syracusae", 4, "gauls-1"),
        siege("syracusae", "gauls", 2),
        inside("greece", "syracusae", 3, "dionysius"),
        hand("gauls", "a-37"),
        impulse("gauls"),
    )
    position.when("gauls", Play("a-37", "ops")).when("gauls", Activate("gauls-1"))
    position.when("gauls", RollSiege("syracusae"), dice=[5, 5]).when("gauls", Loot())
    position.then_includes(
        like(events.UnitsLost, power="greece", cu=3),
        events.CityLooted("syracusae", "gauls"),
        events.SiegeChanged("syracusae", "gauls", -1, "14.4"),
        like(events.ControlChanged, space="syracusae", power="independent", loyalty=1),
        events.PlunderChanged("gauls", 5, 5, "14.4"),
    )
    assert position.where("dionysius") == "displaced"
    assert position.state.loyalty["syracusae"] == 1
    assert not any(
        isinstance(each, events.ProcedureBegan) and isinstance(each.procedure, Support)
        for each in position.events
    )
    # The army has not moved: it besieges the independent city only when it ends a movement there again.
    assert position.cu("gauls", "syracusae") == 4
    assert not position.state.sieges
    position.awaits("gauls", "impulse")


@pytest.mark.rule("sword-of-rome", "14.4-b")
def test_a_looted_city_is_besieged_anew_only_by_an_army_that_comes_to_it() -> None:
    there = (control("pisae", "independent"), army("gauls", "pisae", 6, "brennus", "gauls-1"))
    position = given(*there, hand("gauls", "a-37"), impulse("gauls"))
    position.when("gauls", Play("a-37", "ops")).when("gauls", Activate("brennus"))
    position.when("gauls", Leave(3)).when("gauls", LeaveLeader("gauls-1"))
    position.when("gauls", Step("luna")).then_not(events.SiegeChanged)  # the others have not moved
    position.when("gauls", Step("pisae")).when("gauls", Halt())
    position.then_includes(events.SiegeChanged("pisae", "gauls", 0, "13.1.1"))


# 14.5: beaten enemies


def won(seat: str) -> Position:
    """A battle at Volsinii in which the loser loses 3 CU: 2 support."""
    gallic = seat == "gauls"
    position = given(
        army("gauls" if gallic else "rome", "clusium", 4, "gauls-1" if gallic else "valerius"),
        army("etruscans", "volsinii", 4),
        hand(seat, "a-37" if gallic else "r-30"),
        impulse(seat),
    )
    position.when(seat, Play("a-37" if gallic else "r-30", "ops"))
    position.when(seat, Activate("gauls-1" if gallic else "valerius"))
    position.when(seat, Step("volsinii"), dice=[5, 4, 3, 1, 2, 2])
    position.then_includes(like(events.BattleWon, loser="etruscans", loser_loses=4))
    return position.awaits(seat, "support")


@pytest.mark.rule("sword-of-rome", "14.5-a")
def test_each_support_point_of_a_gallic_victory_may_be_a_plunder_marker() -> None:
    position = won("gauls")
    assert position.state.stack[-1].points == 2  # type: ignore[union-attr]
    position.offers(Spend("plunder", ""), Spend("remove", "sentinum"))
    position.when("gauls", Spend("plunder", "")).then_includes(events.PlunderChanged("gauls", 1, 1, "14.5"))
    position.when("gauls", Spend("remove", "sentinum"))
    assert position.state.control["sentinum"] == "independent"
    position.then_not(events.PlunderChanged).awaits("gauls", "impulse")
    assert position.state.plunder == 1


@pytest.mark.rule("sword-of-rome", "14.5-a")
def test_romans_take_no_plunder() -> None:
    position = won("rome").offers_not(Spend("plunder", ""))
    position.when("rome", Spend("plunder", "")).refused("14.5")


# 14.6: cohesion


@pytest.mark.rule("sword-of-rome", "14.6-a")
@pytest.mark.parametrize(
    ("circumstances", "rule"),
    [
        ((control("patavium", "etruscans"), army("etruscans", "patavium", 1), plunder(2)), "14.6"),
        ((control("patavium", "etruscans"), allied("gauls", "etruscans"), plunder(2)), "15.2"),
        ((control("patavium", "independent"), plunder(-2)), "14.6"),
        ((plunder(2),), "14.6"),
    ],
)
def test_cohesion_takes_a_marker_and_a_home_without_enemies(
    circumstances: tuple[Given, ...], rule: str
) -> None:
    position = given(*circumstances, army("gauls", "bononia", 2, "gauls-1"), impulse("gauls"))
    position.offers_not(Restore("patavium")).when("gauls", Restore("patavium")).refused(rule)


@pytest.mark.rule("sword-of-rome", "14.6-a")
def test_cohesion_is_for_gallic_homes_in_the_gallic_impulse_and_on_the_march_too() -> None:
    position = gauls_at(
        "bononia", 2, control("patavium", "etruscans"), control("sentinum", "rome"), plunder(2)
    )
    position.when("gauls", Restore("sentinum")).refused("14.6", "no Gallic home")
    position.offers(Restore("patavium")).when("gauls", Restore("patavium"))
    assert position.state.plunder == 1
    position.awaits("gauls", "march").when("gauls", Halt())
    other = given(control("patavium", "etruscans"), plunder(2), impulse(EAST))
    other.offers_not(Restore("patavium")).when(EAST, Restore("patavium")).refused("14.6", "only the Gauls")
