"""Political consequences of battles (12.5)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Choose,
    End,
    Flank,
    Halt,
    Play,
    Refuse,
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
    like,
    points,
)
from tests.rules.sword_of_rome.marching import on_tarracina, on_the_march


def support_of(position: Position) -> Support:
    """The support points that are to be spent now."""
    found = position.state.stack[-1]
    assert isinstance(found, Support)
    return found


@pytest.mark.rule("sword-of-rome", "12.5-a")
@pytest.mark.parametrize(
    ("dice", "lost", "gained"),
    [
        ((4, 3, 3, 2, 2, 2), 1, 1),
        ((4, 4, 3, 2, 2, 2), 2, 1),
        ((5, 4, 3, 2, 2, 2), 3, 2),
        ((5, 5, 3, 2, 2, 2), 4, 2),
    ],
)
def test_the_winner_gains_half_of_what_the_loser_lost_rounded_up(
    dice: tuple[int, ...], lost: int, gained: int
) -> None:
    position = on_tarracina(romans=6, leaders=(), dice=dice)
    position.then_includes(like(events.BattleWon, winner="greece", loser_loses=lost)).awaits(
        "greece", "support"
    )
    assert (support_of(position).power, support_of(position).points) == ("greece", gained)
    assert support_of(position).target == ("rome",)


@pytest.mark.rule("sword-of-rome", "12.5-a")
def test_without_losses_there_is_no_support() -> None:
    position = on_tarracina(romans=6, leaders=(), dice=(3, 3, 3, 2, 2, 2))
    position.then_includes(like(events.BattleWon, winner="greece", loser_loses=0)).awaits("greece", "impulse")


@pytest.mark.rule("sword-of-rome", "12.5-a")
def test_points_are_spent_one_by_one_on_oneself_or_on_the_loser_or_not_at_all() -> None:
    position = on_tarracina(romans=6, leaders=(), dice=(5, 5, 3, 2, 2, 2)).awaits("greece", "support")
    position.offers(Spend("raise", "neapolis"), Spend("remove", "praeneste"), Spend("lower", "roma"), End())
    position.offers_not(Spend("remove", "luna"))  # an Etruscan PC: the Etruscans have lost nothing
    position.when("greece", Spend("lower", "roma"))
    assert position.state.loyalty["roma"] == 2
    position.when("greece", End()).awaits("greece", "impulse")
    assert position.state.loyalty["neapolis"] == 2


@pytest.mark.rule("sword-of-rome", "12.5-a", "16.1-b")
def test_for_a_neutral_winner_the_seat_with_the_fewest_points_decides() -> None:
    # Volsci are never run by Rome or its allies; of the others the Greeks are last.
    position = on_the_march(
        army("volsci", "tarracina", 6),
        control("tarracina", "volsci"),
        army("rome", "velitrae", 6, "rome-1"),
        points("greece", 3),
        points("gauls", 5),
        points("etruria-samnium", 6),
        points("rome", 1),
        seat="rome",
        leader="rome-1",
    ).when("rome", Step("tarracina"), dice=[2, 2, 1, 5, 5, 3])
    position.then_includes(like(events.BattleWon, winner="volsci", loser_loses=5)).awaits("greece", "support")
    assert support_of(position).power == "volsci"


@pytest.mark.rule("sword-of-rome", "12.5-b", "12.4.5-a")
def test_losses_on_the_retreat_count_and_those_that_could_not_be_taken_do_not() -> None:
    # One of six falls in battle, another in Greek Velitrae.
    retreated = on_tarracina(
        control("velitrae", "greece"),
        *(control(each, "greece") for each in ("praeneste", "antium")),
        romans=6,
        leaders=(),
        dice=(4, 3, 3, 2, 2, 2),
    )
    retreated.then_includes(
        like(events.LossesCounted, side="defender", cu=1),
        events.Retreated("rome", ("tarracina", "velitrae", "roma"), 1),
        like(events.LossesCounted, side="defender", cu=1),
    )
    assert support_of(retreated).points == 1
    wiped_out = on_tarracina(romans=2, leaders=(), dice=(6, 6, 6, 2, 2, 2))
    wiped_out.then_includes(like(events.BattleWon, loser_loses=6), like(events.LossesCounted, cu=2))
    assert support_of(wiped_out).points == 1


@pytest.mark.rule("sword-of-rome", "12.5-b", "12.4.2-a")
def test_losses_of_an_army_that_is_routed_along_count() -> None:
    """Three Romans are beaten in Nola, and two in Greek Capua must go with them."""
    position = on_the_march(
        army("greece", "poseidonia", 3, "pyrrhus"),
        army("rome", "nola", 3),
        army("rome", "capua", 2),
        control("capua", "greece"),
        control("tarracina", "greece"),
        control("velitrae", "rome"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"), dice=[3, 3, 3, 2, 2, 2])
    # Three go: one is lost in Capua, two join, one of the four is lost in Tarracina or Samnite Fregellae.
    position.then_includes(like(events.Retreated, lost=2), like(events.LossesCounted, side="defender", cu=2))
    assert position.cu("rome", "velitrae") == 3
    assert support_of(position).points == 1


def joint_attack(
    *more: Given, dice: tuple[int, ...], ally: str = "gauls", leader: str = "brennus"
) -> Position:
    """Camillus attacks Samnites in Fregellae from Capua by a Campaign, and an ally's army flanks from Velitrae."""
    position = given(
        army("rome", "capua", 7, "camillus"),
        army(ally, "praeneste", 4, leader),
        allied("rome", ally),
        army("samnites", "fregellae", 6),
        hand("rome", "r-1"),
        *more,
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    position.when("rome", Step("fregellae")).when("etruria-samnium", End())
    position.when("rome", Flank(leader)).when(ally, Accept())
    position.when("rome", Step("velitrae"))
    return position.when("rome", Halt(), dice=dice)


WON = (5, 5, 5, 2, 2, 1)
LOST = (2, 2, 1, 6, 6, 5)


@pytest.mark.rule("sword-of-rome", "12.5-c", "9.5.6-g")
def test_an_ally_who_flanked_is_given_support_if_he_asks_and_the_active_seat_agrees() -> None:
    position = joint_attack(dice=WON)
    position.then_includes(like(events.BattleWon, winner="rome", loser_loses=7)).awaits(
        "gauls", "support-wish"
    )
    position.offers_only(Accept(), Refuse()).when("gauls", Accept())
    position.awaits("rome", "beneficiary").offers_only(Choose("rome"), Choose("gauls"))
    position.when("rome", Choose("greece")).refused("12.5")
    position.when("rome", Choose("gauls")).awaits("rome", "support")
    assert (support_of(position).power, support_of(position).points) == ("gauls", 3)


@pytest.mark.rule("sword-of-rome", "12.5-c")
def test_the_active_seat_may_keep_the_support_and_an_ally_may_not_want_it() -> None:
    kept = joint_attack(dice=WON).when("gauls", Accept()).when("rome", Choose("rome"))
    assert support_of(kept).power == "rome"
    unwanted = joint_attack(dice=WON).when("gauls", Refuse()).awaits("rome", "support")
    assert support_of(unwanted).power == "rome"


@pytest.mark.rule("sword-of-rome", "12.5-d")
def test_who_beats_a_joint_attack_takes_support_from_either_ally() -> None:
    position = joint_attack(dice=LOST)
    position.then_includes(like(events.BattleWon, winner="samnites")).awaits("etruria-samnium", "support")
    assert support_of(position).target == ("rome", "gauls")
    position.offers(Spend("lower", "roma"), Spend("remove", "tarracina"), Spend("remove", "clastidium"))
    position.when("etruria-samnium", Spend("remove", "clastidium"))
    position.when("etruria-samnium", Spend("lower", "roma"))
    assert position.state.control["clastidium"] == "independent"


@pytest.mark.rule("sword-of-rome", "12.5-d")
def test_an_ally_who_did_not_flank_loses_nothing() -> None:
    position = on_the_march(
        army("rome", "capua", 7, "rome-1"),
        army("samnites", "fregellae", 6),
        allied("rome", "gauls"),
        seat="rome",
        leader="rome-1",
    ).when("rome", Step("fregellae"))
    position.when("etruria-samnium", End(), dice=LOST).awaits("etruria-samnium", "support")
    assert support_of(position).target == ("rome",)
    position.when("etruria-samnium", Spend("remove", "clastidium")).refused("7.3.4")


@pytest.mark.rule("sword-of-rome", "12.5-e")
@pytest.mark.parametrize("power", ["gauls", "transalpine", "rome"])
def test_gauls_take_plunder_for_their_points(power: str) -> None:
    defender = {"rome": "samnites"}.get(power, "rome")
    leader = "valerius" if defender == "rome" else "egnatius"
    seat = "rome" if defender == "rome" else "etruria-samnium"
    # The defenders in Clusium win against an attack from Volsinii.
    position = on_the_march(
        army(defender, "volsinii", 5, leader),
        army(power, "clusium", 5),
        points("greece", 1),
        points("gauls", 5),
        seat=seat,
        leader=leader,
    ).when(seat, Step("clusium"), dice=[1, 2, 2, 6, 6, 5])
    position.then_includes(like(events.BattleWon, winner=power))
    assert position.before is not None
    found = {each.how for each in position.offered() if isinstance(each, Spend)}
    if power == "rome":
        assert "plunder" not in found
        position.when(position.seat(), Spend("plunder", "")).refused("14.5")
    else:
        assert found & {"remove", "lower"}  # each point may be either
        before = position.state.plunder
        position.when(position.seat(), Spend("plunder", ""))
        assert position.state.plunder == before + (1 if power == "gauls" else -1)
