"""Advance after melee (7.51 to 7.53)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Advance, Attack, HoldPosition, Retreat, RetreatBeforeCombat
from rules.middle_earth.events import (
    AdvanceDeclined,
    AttackResolved,
    MeleeEnded,
    UnitAdvanced,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import board, engine, given, leader, like, opened, phase, unit

KILL = [1, 1, 1]
"""A casualty, and 1 for its result: the orcs are eliminated."""
GUARD = "guard-of-elendil-1"


def victory(*more, made=None, dice=KILL):
    """Guards attack orcs; there are other orcs far away."""
    return given(
        made or board(),
        unit(GUARD, "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
        *more,
        phase("G", "melee"),
    ).when("alliance", Attack(GUARD, "orcs-1"), dice)


# 7.51


@pytest.mark.rule("middle-earth", "7.51-a")
def test_the_unit_that_emptied_a_hex_may_advance_into_it():
    position = victory().then_includes(UnitEliminated("orcs-1", "sauron", 6, "7.42"))
    position.awaits("alliance", "advance").offers_only(Advance(GUARD), HoldPosition())
    position.when("alliance", Advance(GUARD)).then(UnitAdvanced(GUARD, "0504"), MeleeEnded("orcs-1"))
    assert position.state.units[f"sauron-{GUARD}"].hex == "0504"


@pytest.mark.rule("middle-earth", "7.51-a")
def test_it_need_not_advance():
    position = victory().when("alliance", HoldPosition()).then(AdvanceDeclined("0504"), MeleeEnded("orcs-1"))
    assert position.state.units[f"sauron-{GUARD}"].hex == "0505"


@pytest.mark.rule("middle-earth", "7.51-a")
def test_a_hex_left_by_a_retreat_is_emptied_too():
    position = victory(dice=[1, 1, 6]).when("sauron", Retreat("0503"))
    position.then_includes(UnitRetreated("orcs-1", "0503")).awaits("alliance", "advance")
    position.when("alliance", Advance(GUARD)).then(UnitAdvanced(GUARD, "0504"))


@pytest.mark.rule("middle-earth", "7.51-a")
def test_nobody_advances_where_the_defender_still_stands():
    victory(dice=[1, 1, 4]).then_includes(UnitReduced("orcs-1", "7.42"), MeleeEnded("orcs-1")).then_not(
        UnitAdvanced, AdvanceDeclined
    )
    victory(dice=[6, 6]).then_includes(MeleeEnded("orcs-1")).then_not(UnitAdvanced, AdvanceDeclined)


@pytest.mark.rule("middle-earth", "7.51-a")
def test_an_advance_ignores_enemy_zones_of_control():
    position = victory(unit("orcs-3", "0503"), unit("orcs-4", "0403"), dice=KILL)
    position.offers(Advance(GUARD)).when("alliance", Advance(GUARD)).then(UnitAdvanced(GUARD, "0504"))


@pytest.mark.rule("middle-earth", "7.51-a")
def test_of_several_attackers_only_the_one_whose_attack_emptied_the_hex_advances():
    position = given(
        board(),
        unit(GUARD, "0505"),
        unit("men-footmen-1", "0604"),
        unit("men-footmen-2", "0404"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
        phase("G", "melee"),
    )
    for attacker in (GUARD, "men-footmen-1"):
        position.when("alliance", Attack(attacker, "orcs-1"))
    position.when("alliance", Attack("men-footmen-2", "orcs-1"), [6, 6, *KILL])
    position.then_includes(like(AttackResolved, attacker="men-footmen-1", result="E"))
    position.offers_only(Advance("men-footmen-1"), HoldPosition())
    for other in (GUARD, "men-footmen-2"):
        position.when("alliance", Advance(other)).refused("7.51", "did not empty")


@pytest.mark.rule("middle-earth", "7.51-a")
def test_leaders_who_stand_with_the_unit_may_go_along_and_no_others():
    position = victory(leader("isildur", "0505"), leader("anarion", "0506"), unit("men-footmen-1", "0506"))
    position.offers_only(Advance(GUARD), Advance(GUARD, ("isildur",)), HoldPosition())
    position.when("alliance", Advance(GUARD, ("anarion",))).refused("7.51", "stand with")
    position.when("alliance", Advance(GUARD, ("isildur",))).then(UnitAdvanced(GUARD, "0504", ("isildur",)))
    assert position.state.leaders["sauron-isildur-1"].hex == "0504"


# 7.52


@pytest.mark.rule("middle-earth", "7.52-a")
def test_a_unit_that_advanced_attacks_no_more_in_this_phase_though_in_an_enemy_zone():
    position = victory(
        unit("orcs-3", "0503"),
        unit("men-footmen-1", "0909"),
        unit("orcs-4", "0908"),
        unit("orcs-5", "0808"),
    )
    position.when("alliance", Advance(GUARD)).awaits("alliance", "melee")
    position.offers_only(Attack("men-footmen-1", "orcs-4"), Attack("men-footmen-1", "orcs-5"))
    position.when("alliance", Attack(GUARD, "orcs-3")).refused("7.52", "has advanced")
    position.when("alliance", Attack("men-footmen-1", "orcs-4"), [6, 6])
    assert position.state.phase != "G"


@pytest.mark.rule("middle-earth", "7.52-a")
def test_in_a_later_phase_a_unit_that_advanced_attacks_and_is_attacked_again():
    position = victory(unit("orcs-3", "0503"), unit("orcs-4", "0403")).when("alliance", Advance(GUARD))
    position.add(phase("D", "melee", turn=2))
    position.offers(Attack("orcs-3", GUARD))
    position.add(phase("G", "melee", turn=2))
    position.offers(Attack(GUARD, "orcs-3"))


# 7.53


def over_the_wall(*more, feature="wall", levels=None, seat="sauron"):
    """Slaves (letter A) next to footmen beyond a hexside, or footmen next to slaves."""
    slaves, footmen = ("0504", "0505") if seat == "sauron" else ("0505", "0504")
    return given(
        board(edges={"0504|0505": feature}, levels=levels),
        unit("slaves-1", slaves),
        unit("men-footmen-1", footmen),
        unit("men-footmen-2", "0909"),
        unit("orcs-1", "0101"),
        *more,
        phase("D" if seat == "sauron" else "G", "melee"),
    )


STORM = Attack("slaves-1", "men-footmen-1")
DRIVE_OFF = [1, 1, 5]
"""A casualty, and 5 for its result: footmen retreat one hex."""


@pytest.mark.rule("middle-earth", "7.53-a")
@pytest.mark.parametrize("kind", ["siege-tower", "ladder"])
@pytest.mark.parametrize("feature", ["wall", "tower"])
def test_a_unit_on_a_siege_tower_or_a_ladder_advances_over_the_wall(kind, feature):
    position = over_the_wall(engine("engine-1", kind, "0504", "sauron", against="0504|0505"), feature=feature)
    position.when("sauron", STORM, DRIVE_OFF).when("alliance", Retreat("0506"))
    position.offers(Advance("slaves-1")).when("sauron", Advance("slaves-1"))
    position.then(UnitAdvanced("slaves-1", "0505"))


@pytest.mark.rule("middle-earth", "7.53-a")
@pytest.mark.parametrize(
    ("feature", "opening"),
    [("wall", "breach"), ("tower", "breach"), ("gate", "open-gate")],
)
def test_over_a_breached_wall_tower_or_gate_a_unit_advances(feature, opening):
    position = over_the_wall(opened("0504|0505", opening), feature=feature)
    position.when("sauron", STORM, DRIVE_OFF).when("alliance", Retreat("0506"))
    position.when("sauron", Advance("slaves-1")).then(UnitAdvanced("slaves-1", "0505"))


@pytest.mark.rule("middle-earth", "7.53-a")
@pytest.mark.parametrize("feature", ["wall", "tower", "gate"])
def test_a_unit_that_attacked_down_from_a_higher_level_does_not_advance(feature):
    position = over_the_wall(feature=feature, levels={"0504": 1})
    position.when("sauron", STORM, DRIVE_OFF).when("alliance", Retreat("0506"))
    position.then_includes(UnitRetreated("men-footmen-1", "0506"), MeleeEnded("men-footmen-1"))
    position.then_not(AdvanceDeclined, UnitAdvanced)


@pytest.mark.rule("middle-earth", "7.53-a")
def test_the_west_does_not_advance_through_its_own_standing_gate():
    position = over_the_wall(feature="gate", levels={"0504": 1}, seat="alliance")
    position.when("alliance", Attack("men-footmen-1", "slaves-1"), KILL).then_includes(
        UnitEliminated("slaves-1", "sauron", 7, "7.42"), MeleeEnded("slaves-1")
    ).then_not(AdvanceDeclined, UnitAdvanced)


@pytest.mark.rule("middle-earth", "7.53-a")
def test_of_two_who_follow_up_only_the_one_on_the_ladder_passes_the_wall():
    position = given(
        board(edges={"0504|0505": "wall", "0404|0505": "wall"}, levels={"0404": 1}),
        unit("orcs-1", "0504"),
        engine("ladder-1", "ladder", "0504", "sauron", against="0504|0505"),
        unit("orcs-2", "0404"),
        unit("men-bowmen-1", "0505"),
        phase("D", "melee"),
    )
    position.when("sauron", Attack("orcs-1", "men-bowmen-1")).when("sauron", Attack("orcs-2", "men-bowmen-1"))
    position.when("alliance", RetreatBeforeCombat(1)).when("alliance", Retreat("0506"), [6])
    position.offers_only(Advance("orcs-1"), HoldPosition())
    position.when("sauron", Advance("orcs-2")).refused("7.53", "no breach, siege tower or ladder")
