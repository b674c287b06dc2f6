"""The cases that published reports of the game print, as far as they are known (H1 to H19)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import (
    Attack,
    Cast,
    Decline,
    End,
    Fire,
    Retreat,
    RetreatBeforeCombat,
    StandFast,
)
from rules.middle_earth.casualties import attack_letter, morale
from rules.middle_earth.events import (
    ArrivalRolled,
    AttackResolved,
    EarlyRetreatRolled,
    HexsideOpened,
    MarkerPlaced,
    RetreatOrdered,
    SpellCast,
    SpellTookHold,
    TotalChanged,
    UnitEliminated,
)
from rules.middle_earth.gondor.actions import Bombard, Ram, Shoot
from rules.middle_earth.gondor.events import (
    BannerRaised,
    BreachAttempted,
    GateRammed,
    GrondActivated,
    HeadThrown,
    LevelTaken,
)
from rules.middle_earth.night import is_fanatic
from rules.middle_earth.rally import refuse_leader
from tests.rules.middle_earth.gondor.siege import engine, ladder, leader, siege
from tests.rules.middle_earth.harness import given, like, phase, total, unit

FAR = (unit("light-orc-spearmen-1", "2515"), unit("light-orc-spearmen-2", "2517"))
WEST = (unit("spearmen-4", "0511"), unit("spearmen-3", "0512"))
GANDALF = (unit("axemen-1", "0510"), leader("gandalf", "0510"))
NAZGUL = (unit("orcs-4", "1711"), leader("lord-of-the-nazgul", "1711"))


def test_h1_grond_needs_3_to_10_a_3_destroys_the_gate_and_costs_the_garrison_5():
    pieces = (unit("orcs-1", "1311"), engine("grond-1", "1311"), GrondActivated(), total("garrison", 9))
    position = given(siege(), *FAR, *WEST, *pieces, phase("B")).when("sauron", Ram("grond-1"), dice=[1, 2])
    position.then_includes(
        like(GateRammed, range=(3, 10), destroyed=True), HexsideOpened("1211|1311", "open-gate")
    )
    assert position.state.totals["garrison"] == 14


def test_h2_a_catapult_at_a_wall_3_hexes_off_needs_3_and_fails_with_8():
    pieces = (unit("orcs-1", "1513"), engine("siege-catapult-1", "1513"))
    position = given(siege(), *FAR, *WEST, *pieces, phase("B"))
    position.when("sauron", Bombard("siege-catapult-1", "1212|1313"), dice=[4, 4]).then_includes(
        like(BreachAttempted, range=3, sum=3, breached=False)
    )


def test_h3_morale_x_where_a_head_lies_counts_as_y_and_a_1_eliminates_a_loss_of_5():
    head = (HeadThrown("siege-catapult-1", "head-1", "1210"), MarkerPlaced("head-1", "1210"))
    pieces = (unit("spearmen-1", "1210"), unit("orc-archers-1", "1410"), *head, total("garrison", 1))
    position = given(siege(), *FAR, *WEST, *pieces, phase("D", "missile"))
    position.when("sauron", Fire("orc-archers-1", "spearmen-1"), dice=[1, 1, 1]).then_includes(
        like(AttackResolved, morale="Y", die=1, result="E"),
        UnitEliminated("spearmen-1", "garrison", 5, "7.42"),
    )
    assert position.state.totals["garrison"] == 6


@pytest.mark.parametrize(("turn", "die", "comes"), [(5, 4, False), (7, 6, True)])
def test_h4_h5_rohan_needs_5_or_6(turn, die, comes):
    pieces = (*GANDALF, *NAZGUL, total("garrison", 12))
    position = given(siege(), *FAR, *WEST, *pieces, phase("E", seat="west", turn=turn))
    position.when("west", End(), dice=[die]).then_includes(like(ArrivalRolled, die=die, comes=comes))
    assert position.state.totals["garrison"] == (2 if comes else 12)


def test_h6_fear_with_3_points_works_on_4_to_9_with_a_6():
    position = given(siege(), *FAR, *WEST, *GANDALF, *NAZGUL, unit("spearmen-1", "1211"), leader("imrahil", "1211"),
                     unit("orcs-1", "1210"), phase("A", seat="sauron", turn=7))  # fmt: skip
    position.when("sauron", Cast("lord-of-the-nazgul", "fear", 3), dice=[3, 3]).then_includes(
        like(SpellCast, range=(4, 9), works=True), SpellTookHold("fear")
    )
    game, state = position.game, position.state
    assert attack_letter(game, state, "gondor-spearmen-1", "1210", "melee").value == "-"
    assert morale(game, state, "gondor-spearmen-1").value == "Y"
    refused = refuse_leader(game, state, "gondor-imrahil-1", "west")
    assert refused is not None
    assert refused[0] == "GONDOR-35"


def test_h7_break_darkness_with_4_points_works_on_3_to_10_with_a_5():
    position = given(siege(), *FAR, *WEST, *GANDALF, *NAZGUL, phase("A", seat="west", turn=10))
    position.when("west", Cast("gandalf", "break-darkness", 4), dice=[2, 3]).then_includes(
        like(SpellCast, range=(3, 10), works=True), SpellTookHold("break-darkness")
    )
    game, state = position.game, position.state
    assert attack_letter(game, state, "gondor-orcs-4", "1710", "melee").value == "-"
    refused = refuse_leader(game, state, "gondor-lord-of-the-nazgul-1", "sauron")
    assert refused is not None
    assert refused[0] == "GONDOR-32"


def test_h8_break_darkness_on_3_to_10_works_with_a_10_with_3_points_and_the_banner():
    aragorn = (unit("grey-company-1", "1819"), leader("aragorn", "1819"))
    banner = (BannerRaised("aragorn", 13), MarkerPlaced("royal-banner", bearer="aragorn"))
    position = given(
        siege(), *FAR, *WEST, *GANDALF, *NAZGUL, *aragorn, *banner, phase("A", seat="west", turn=12)
    )
    position.when("west", Cast("gandalf", "break-darkness", 3), dice=[5, 5]).then_includes(
        like(SpellCast, range=(3, 10), works=True)
    )


def test_h9_reveal_aragorn_with_3_points_works_on_3_to_10_with_an_8():
    aragorn = (unit("grey-company-1", "1820"), leader("aragorn", "1820"))
    position = given(siege(), *FAR, *WEST, *GANDALF, *NAZGUL, *aragorn, phase("A", seat="west", turn=11))
    position.when("west", Cast("gandalf", "reveal-aragorn", 3), dice=[4, 4]).then_includes(
        like(SpellCast, range=(3, 10), works=True), BannerRaised("aragorn", 13)
    )


def level_falls(level: int, *totals):
    """The end of a Sauron combat phase after which a level is lost."""
    taken = [LevelTaken(below, True) for below in range(1, level)]
    inside = {1: "1210", 3: "1010"}[level]
    shooters = (unit("orc-archers-1", "2020"), unit("archers-1", "2021"))
    position = given(siege(), *FAR, *WEST, unit("orcs-1", inside), *shooters, *totals, *taken,
                     phase("D", "missile"))  # fmt: skip
    return position.when("sauron", End()).then_includes(LevelTaken(level, True))


def test_h10_the_first_level_falls_10_for_the_garrison_5_off_saurons():
    position = level_falls(1, total("garrison", 14), total("sauron", 40))
    assert dict(position.state.totals) == {"garrison": 24, "sauron": 35}


def test_h11_the_guard_of_the_citadel_is_worth_9():
    assert siege().board.units["gondor-guard-of-the-citadel-1"].value == 9
    position = given(
        siege(), *FAR, *WEST, unit("guard-of-the-citadel-1", "1210"), total("garrison", 24), phase("D")
    )
    position.add(UnitEliminated("guard-of-the-citadel-1", "garrison", 9, "7.42"))
    assert position.state.totals["garrison"] == 33


def test_h12_h13_the_third_level_falls():
    position = level_falls(3, total("garrison", 22), total("sauron", 78))
    position.then_includes(TotalChanged("garrison", 10, "GONDOR-39"), TotalChanged("sauron", -5, "GONDOR-39"))
    assert dict(position.state.totals) == {"garrison": 32, "sauron": 73}
    assert not position.state.demoralized


def test_h14_relief_losses_of_11_of_76_do_not_break_it():
    shooters = (unit("orc-archers-1", "2020"), unit("archers-1", "2021"))
    position = given(siege(), *FAR, *WEST, *shooters, total("relief", 11), phase("D", "missile"))
    position.when("sauron", End())
    assert not position.state.demoralized


@pytest.mark.parametrize(("die", "disrupted"), [(3, True), (4, False)])
def test_h15_a_fanatic_needs_no_roll_at_night_and_cavalry_may_fall_back_first(die, disrupted):
    pieces = (unit("light-orc-spearmen-3", "1711"), unit("knights-of-dol-amroth-1", "1710"))
    position = given(siege(), *FAR, *WEST, *pieces, phase("D", "melee", turn=4))
    position.when("sauron", Attack("light-orc-spearmen-3", "knights-of-dol-amroth-1"))
    position.offers(RetreatBeforeCombat(1), StandFast())
    position.when("west", StandFast(), dice=[6]).then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True)
    )
    back = given(siege(), *FAR, *WEST, *pieces, phase("D", "melee", turn=4))
    back.when("sauron", Attack("light-orc-spearmen-3", "knights-of-dol-amroth-1"))
    back.when("west", RetreatBeforeCombat(1))
    back.when("west", Retreat("1709"), dice=[die]).then_includes(
        EarlyRetreatRolled("knights-of-dol-amroth-1", die, disrupted)
    )


def test_h16_a_catapult_hits_orcs_at_a_ladder_and_they_retreat_1():
    climbers = (unit("orcs-1", "1310"), *ladder(1, "orcs-1", "1310", "1210|1310"))
    catapult = (unit("spearmen-1", "1209"), engine("city-catapult-1", "1209"))
    position = given(siege(), *FAR, *WEST, *climbers, *catapult, phase("G", "missile", turn=1))
    position.when("west", Shoot("city-catapult-1", "orcs-1"), dice=[1, 1, 6]).then_includes(
        like(AttackResolved, result="R1"), RetreatOrdered("orcs-1", 1, "combat")
    )


def test_h17_fanatics_end_with_the_night_at_turn_7():
    for turn in range(1, 17):
        position = given(siege(), *FAR, *WEST, phase("D", "missile", turn=turn))
        fanatic = is_fanatic(position.game, position.state, "gondor-light-orc-spearmen-1")
        assert fanatic == (2 <= turn <= 6)


def test_h18_a_unit_whose_retreat_needs_others_to_make_room_dies_if_their_owner_declines():
    # 1210 in a corner: its ways out, 1209 and 1211, are held by friends who could make room
    pieces = (
        unit("spearmen-1", "1210", reduced=False), unit("spearmen-2", "1209"), unit("axemen-1", "1211"),
        unit("orc-archers-1", "1410"), HexsideOpened("1210|1310", "breach"), HexsideOpened("1210|1311", "breach"),
        HexsideOpened("1211|1311", "open-gate"), unit("light-orc-spearmen-3", "1309"),
    )  # fmt: skip
    position = given(
        siege(), *FAR, *WEST, *pieces, unit("light-orc-spearmen-4", "1412"), phase("D", "missile")
    )
    position.when("sauron", Fire("orc-archers-1", "spearmen-1"), dice=[1, 1, 6])
    position.awaits("west", "retreat")
    position.offers(Decline())
    position.when("west", Decline()).then_includes(like(UnitEliminated, unit="spearmen-1"))


def test_h19_the_demoralized_garrison_takes_20_off_saurons_total():
    shooters = (unit("orc-archers-1", "2020"), unit("archers-1", "2021"))
    position = given(siege(), *FAR, *WEST, *shooters, total("garrison", 40), total("sauron", 73),
                     phase("D", "missile"))  # fmt: skip
    position.when("sauron", End())
    assert position.state.totals["sauron"] == 53
