"""The worked examples that rulebook and published games give for the standard rules, with scripted dice."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import (
    Aim,
    Attack,
    Cast,
    Decline,
    Displace,
    Duel,
    Fire,
    Form,
    Halt,
    HoldPosition,
    Lose,
    March,
    Rally,
    Retreat,
    RetreatBeforeCombat,
    StandFast,
    Step,
)
from rules.middle_earth.board import demoralization_value, ratings
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    EarlyRetreatRolled,
    FateRolled,
    FormationEnded,
    FormationTaken,
    LeaderKilled,
    LeaderWounded,
    MarchBegan,
    MarchEnded,
    MeleeEnded,
    RallyRolled,
    RetreatOrdered,
    SpellCast,
    UnitDisplaced,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import (
    board,
    counter,
    formation,
    given,
    leader,
    learning,
    like,
    marker,
    phase,
    total,
    unit,
)

MELEE = phase("G", "melee")


def guard_attacks_orcs():
    """B against armour 3 and morale Y (G1)."""
    return given(board(), unit("guard-of-elendil-1", "0505"), unit("orcs-1", "0504"), MELEE)


@pytest.mark.rule("middle-earth", "7.33-a", "7.41-a")
@pytest.mark.parametrize(
    ("dice", "casualty"), [([1, 1, 6], True), ([3, 4, 6], True), ([4, 4], False), ([4, 5], False)]
)
def test_b_against_armour_3_is_a_casualty_on_2_to_7(dice, casualty):
    guard_attacks_orcs().when("alliance", Attack("guard-of-elendil-1", "orcs-1"), dice).then_includes(
        like(AttackResolved, letter="B", armour=3, range=(2, 7), casualty=casualty)
    )


@pytest.mark.rule("middle-earth", "7.33-a")
def test_a_roll_of_9_is_nothing_and_the_combat_is_over():
    guard_attacks_orcs().when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [4, 5]).then_includes(
        like(AttackResolved, dice=(4, 5), casualty=False, result="-"), MeleeEnded("orcs-1")
    ).then_not(UnitReduced, RetreatOrdered, UnitEliminated)


@pytest.mark.rule("middle-earth", "7.33-b", "7.42-a", "7.57-a")
def test_a_7_then_a_3_against_morale_y_flips_and_retreats_one_hex():
    position = guard_attacks_orcs().when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [3, 4, 3])
    position.then_includes(
        like(AttackResolved, casualty=True, morale="Y", die=3, result="1/2 R1"),
        UnitReduced("orcs-1", "7.42"),
        RetreatOrdered("orcs-1", 1, "combat"),
    ).awaits("sauron", "retreat")
    position.when("sauron", Retreat("0503")).then(UnitRetreated("orcs-1", "0503")).then_includes(
        UnitDisrupted("orcs-1", "7.57")
    )
    orcs = position.state.units["sauron-orcs-1"]
    assert (orcs.hex, orcs.reduced, orcs.disrupted) == ("0503", True, True)


@pytest.mark.rule("middle-earth", "7.33-b")
def test_the_log_shows_letter_armour_range_and_result_with_their_rules():
    guard_attacks_orcs().when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [3, 2, 3]).tells(
        "Melee: Guard of Elendil 1 (B) against Orcs 1 (armour 3): 2d6 2–7, rolled 5: casualty (7.33); "
        "morale Y, 1d6 = 3: retreats 1 and is reduced (7.42)"
    )


@pytest.mark.rule("middle-earth", "9.12-a")
@pytest.mark.parametrize(("code", "value"), [("B3Y", 9), ("Be3X", 11), ("D3W", 9), ("E1Z", 3), ("e1Y", 4)])
def test_a_unit_is_worth_its_letters_armour_and_morale(code, value):
    assert demoralization_value(ratings(code), learning().board.values) == value


@pytest.mark.rule("middle-earth", "9.12-a", "9.13-a")
def test_a_reduced_unit_counts_with_its_full_side_when_it_is_lost():
    given(
        board(types={"lancers": counter("alliance", "B3Y", reduced="C2Y")}),
        unit("lancers-1", "0505", reduced=True),
        unit("men-footmen-1", "0909"),
        unit("trolls-1", "0504"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "lancers-1"), [1, 1, 1]).then_includes(
        UnitEliminated("lancers-1", "alliance", 9, "7.42")
    )


@pytest.mark.rule("middle-earth", "2.6-b", "2.6-c", "9.12-a")
def test_letters_and_morale_count_from_5_to_1_and_from_4_to_1():
    assert learning().board.values == {
        "A": 5, "B": 4, "C": 3, "D": 2, "E": 1, "W": 4, "X": 3, "Y": 2, "Z": 1,
    }  # fmt: skip


@pytest.mark.rule("middle-earth", "7.18-a")
@pytest.mark.parametrize(("target", "armour"), [("walled-3-1", 4), ("walled-4-1", 4)])
def test_behind_its_own_wall_armour_3_counts_4_and_armour_4_stays_4(target, armour):
    given(
        board(
            edges={"0504|0505": "wall"},
            types={"walled-3": counter("alliance", "C3W"), "walled-4": counter("alliance", "C4W")},
        ),
        unit(target, "0505"),
        unit("goblin-archers-1", "0504"),
        phase("D", "missile"),
    ).when("sauron", Fire("goblin-archers-1", target), [6, 6]).then(like(AttackResolved, armour=armour))


@pytest.mark.rule("middle-earth", "7.12-a")
def test_bows_reach_2_hexes_and_not_3():
    position = given(
        board(),
        unit("men-bowmen-1", "0505"),
        unit("orcs-1", "0503"),
        unit("orcs-2", "0502"),
        phase("G", "missile"),
    )
    position.when("alliance", Fire("men-bowmen-1", "orcs-2")).refused("7.12", "3 hexes away")
    position.when("alliance", Fire("men-bowmen-1", "orcs-1"), [6, 6]).then(
        like(AttackResolved, kind="missile", letter="E")
    )


@pytest.mark.rule("middle-earth", "7.12-a")
def test_catapults_reach_4_hexes_and_not_5():
    position = given(
        board(types={"catapult": counter("alliance", "e1X", missile="catapult")}),
        unit("catapult-1", "0506"),
        unit("orcs-1", "0502"),
        unit("orcs-2", "0501"),
        phase("G", "missile"),
    )
    position.when("alliance", Fire("catapult-1", "orcs-2")).refused("7.12", "5 hexes away")
    position.when("alliance", Fire("catapult-1", "orcs-1"), [6, 6]).then(AttackResolved)


def isildur_rallies(*more):
    """A leader of rating 6 next to disrupted units."""
    return given(
        board(captains={"isildur": 6}),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-footmen-2", "0504", disrupted=True),
        unit("men-footmen-3", "0506", disrupted=True),
        *more,
        phase("H", seat="alliance"),
    )


@pytest.mark.rule("middle-earth", "8.34-a", "8.37-a")
@pytest.mark.parametrize(("dice", "rallied"), [([2, 4], True), ([3, 4], False)])
def test_a_rally_rating_of_6_succeeds_on_6_and_fails_on_7(dice, rallied):
    position = isildur_rallies().when("alliance", Rally("isildur", "men-footmen-2"), dice)
    position.then(like(RallyRolled, rating=6, range=(2, 6), rallied=rallied))
    assert position.state.units["sauron-men-footmen-2"].disrupted is not rallied


@pytest.mark.rule("middle-earth", "8.32-a")
def test_a_fourth_unit_in_a_turn_is_refused_whatever_the_first_three_gave():
    position = isildur_rallies(
        unit("men-footmen-4", "0404", disrupted=True),
        unit("men-footmen-5", "0604", disrupted=True),
        unit("men-footmen-6", "0909"),
        leader("anarion", "0909"),
        unit("men-footmen-7", "0908", disrupted=True),
        unit("men-footmen-8", "0910", disrupted=True),
    )
    for each in ("men-footmen-2", "men-footmen-3", "men-footmen-4"):
        position.when("alliance", Rally("isildur", each), [6, 6]).then(RallyRolled)
    position.when("alliance", Rally("isildur", "men-footmen-5")).refused("8.32")


@pytest.mark.rule("middle-earth", "10.0-b")
@pytest.mark.parametrize(("night", "rating", "rallied"), [(True, 9, True), (False, 6, False)])
def test_a_sauron_leader_of_6_rallies_at_9_in_the_night(night, rating, rallied):
    given(
        board(captains={"gorgol": 6}),
        unit("wargs-1", "0505"),
        leader("gorgol", "0505"),
        unit("wargs-2", "0504", disrupted=True),
        unit("wargs-3", "0506", disrupted=True),
        phase("H", seat="sauron", night=night),
    ).when("sauron", Rally("gorgol", "wargs-2"), [4, 5]).then(
        like(RallyRolled, rating=rating, rallied=rallied)
    )


@pytest.mark.rule("middle-earth", "9.21-a", "2.6-d")
@pytest.mark.parametrize(("before", "broken"), [(87, False), (88, True)])
def test_93_losses_of_93_are_borne_and_94_are_not(before, broken):
    position = given(
        board(level={"sauron": 93}),
        unit("guard-of-elendil-1", "0505"),
        unit("men-footmen-1", "0909"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
        total("sauron", before),
        MELEE,
    ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 1])
    position.then_includes(UnitEliminated("orcs-1", "sauron", 6, "7.42"))
    position.when("alliance", HoldPosition())
    assert ("sauron" in position.state.demoralized) is broken


@pytest.mark.rule("middle-earth", "7.22-a", "7.26-a")
@pytest.mark.parametrize(("die", "result"), [(1, "AK"), (2, "AW"), (3, "-"), (4, "-"), (5, "DW"), (6, "DK")])
def test_a_leader_of_6_against_one_of_6_fights_at_differential_0(die, result):
    given(
        board(captains={"isildur": 6, "gorgol": 6}),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("wargs-1", "0504"),
        leader("gorgol", "0504"),
        phase("G", "leaders"),
    ).when("alliance", Duel("isildur", "gorgol"), [die]).then(
        like(DuelFought, differential=0, die=die, result=result)
    )


@pytest.mark.rule("sauron", "SAURON-9")
def test_sauron_attacks_armed_elendil_at_minus_2_and_can_do_no_harm():
    for die in range(1, 7):
        given(
            board(),
            unit("trolls-1", "0504"),
            leader("sauron", "0504"),
            unit("men-footmen-1", "0505"),
            leader("elendil", "0505"),
            marker("narsil", bearer="elendil"),
            phase("D", "leaders"),
        ).when("sauron", Duel("sauron", "elendil"), [die]).then(
            like(DuelFought, attacker_rating=10, defender_rating=12, differential=-2)
        ).then_not(LeaderWounded("elendil", "7.26"), LeaderKilled("elendil", "7.26"))


@pytest.mark.rule("middle-earth", "7.7-a", "7.7-b")
@pytest.mark.parametrize(("die", "disrupted"), [(3, True), (4, False)])
def test_a_retreat_before_combat_disrupts_on_3_and_not_on_4(die, disrupted):
    position = given(
        board(),
        unit("men-bowmen-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0909"),
        phase("D", "melee"),
    )
    position.when("sauron", Attack("orcs-1", "men-bowmen-1")).awaits("alliance", "retreat-before-combat")
    position.offers_only(RetreatBeforeCombat(1), RetreatBeforeCombat(2), StandFast())
    position.when("alliance", RetreatBeforeCombat(1)).when("alliance", Retreat("0506"), [die])
    position.then_includes(EarlyRetreatRolled("men-bowmen-1", die, disrupted)).then_not(AttackResolved)
    assert position.state.units["sauron-men-bowmen-1"].disrupted is disrupted


@pytest.mark.rule("middle-earth", "7.37-a", "7.7-a")
def test_a_fanatic_orc_at_night_hits_cavalry_without_a_roll_unless_it_falls_back_first():
    position = given(
        board(types={"light-orcs": counter("sauron", "E1Z", nation="orcs")}),
        unit("light-orcs-1", "0504"),
        unit("men-cavalry-1", "0505"),
        unit("men-cavalry-2", "0909"),
        phase("D", "melee", night=True),
    ).when("sauron", Attack("light-orcs-1", "men-cavalry-1"))
    position.awaits("alliance", "retreat-before-combat")
    position.when("alliance", StandFast(), [3]).then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True, morale="X", die=3, result="1/2")
    )


@pytest.mark.rule("middle-earth", "8.24-a")
@pytest.mark.parametrize(("die", "shares"), [(4, False), (5, True)])
def test_a_leader_shares_the_loss_of_his_unit_on_5_or_6(die, shares):
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("anarion", "0505"),
        unit("trolls-1", "0504"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 3, die])
    position.then_includes(UnitReduced("men-footmen-1", "7.42"), FateRolled("anarion", die, "1/2", shares))
    assert position.state.leaders["sauron-anarion-1"].wounded is shares


@pytest.mark.rule("middle-earth", "8.24-a", "8.24-b")
def test_a_leader_whose_unit_is_eliminated_dies_with_it_or_joins_the_nearest():
    for die, killed in ((6, True), (1, False)):
        position = given(
            board(types={"rabble": counter("alliance", "C3Z")}),
            unit("rabble-1", "0505"),
            leader("anarion", "0505"),
            unit("men-footmen-2", "0508"),
            unit("trolls-1", "0504"),
            phase("D", "melee"),
        ).when("sauron", Attack("trolls-1", "rabble-1"), [1, 1, 1, die])
        position.then_includes(UnitEliminated("rabble-1", "alliance", 7, "7.42"))
        assert ("sauron-anarion-1" in position.state.killed) is killed
        if not killed:
            assert position.state.leaders["sauron-anarion-1"].hex == "0508"


@pytest.mark.rule("middle-earth", "8.42-a", "8.44-a", "8.45-a")
@pytest.mark.parametrize(
    ("kind", "units", "allowance"),
    [
        ("wedge", ("men-cavalry-1", "men-cavalry-2"), 3),
        ("shield-wall", ("men-footmen-1", "men-footmen-2"), 2),
    ],
)
def test_a_wedge_and_a_shield_wall_attack_as_a_with_armour_4_and_move_3_and_2(kind, units, allowance):
    first, second = units
    field = (unit(first, "0505"), unit(second, "0404"), leader("elendil", "0505"))
    given(board(), *field, unit("men-footmen-8", "0909"), phase("F")).when(
        "alliance", Form("elendil", (first, second))
    ).then(FormationTaken(kind, "elendil", units, "0505"))
    placed = formation(kind, first, second, "0505")
    given(board(), *placed, phase("F")).when("alliance", March(first)).then(MarchBegan(first, allowance))
    given(board(), *placed, unit("orcs-1", "0504"), MELEE).when(
        "alliance", Attack(first, "orcs-1"), [6, 6]
    ).then_includes(like(AttackResolved, letter="A"))
    against = given(board(), *placed, unit("wargs-1", "0504"), phase("D", "melee"))
    against.when("sauron", Attack("wargs-1", first), [6, 6]).then_includes(like(AttackResolved, armour=4))


@pytest.mark.rule("middle-earth", "8.46-a")
def test_a_formation_that_suffers_a_flip_loses_one_unit_of_its_owners_choice():
    position = given(
        board(),
        *formation("shield-wall", "men-footmen-1", "men-footmen-2", "0505"),
        unit("slaves-1", "0504"),
        phase("D", "melee"),
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), [1, 1, 3])
    position.then_includes(like(AttackResolved, morale="X", result="1/2")).awaits("alliance", "lose")
    position.offers_only(Lose("men-footmen-1"), Lose("men-footmen-2"))
    position.when("alliance", Lose("men-footmen-1")).then(
        FormationEnded(("men-footmen-1", "men-footmen-2"), "8.46"),
        UnitEliminated("men-footmen-1", "alliance", 9, "8.46"),
    )
    left = position.state.units["sauron-men-footmen-2"]
    assert (left.reduced, left.disrupted, left.partner) == (False, False, "")


@pytest.mark.rule("middle-earth", "4.11-a", "4.12-a", "2.6-e")
@pytest.mark.parametrize(("piece", "points"), [("men-cavalry-1", 6), ("isildur", 6), ("men-footmen-1", 4)])
def test_cavalry_and_leaders_have_6_movement_points_and_infantry_4(piece, points):
    given(
        board(),
        unit("men-cavalry-1", "0505"),
        unit("men-footmen-1", "0507"),
        leader("isildur", "0505"),
        phase("F"),
    ).when("alliance", March(piece)).then(MarchBegan(piece, points))


@pytest.mark.rule("middle-earth", "6.12-a")
def test_a_hex_in_the_zones_of_both_sides_stops_the_units_of_both():
    for letter, seat, mover, other in (
        ("F", "alliance", "men-footmen-1", "orcs-2"),
        ("C", "sauron", "orcs-1", "men-footmen-2"),
    ):
        given(
            board(),
            unit("men-footmen-1", "0308"),
            unit("orcs-1", "0708"),
            unit("men-footmen-2", "0404"),
            unit("orcs-2", "0604"),
            phase(letter),
        ).when(seat, March(mover)).when(seat, Step("0407" if seat == "alliance" else "0607")).when(
            seat, Step("0507")
        ).when(seat, Step("0506")).when(seat, Step("0505")).then_includes(MarchEnded(mover, "6.0"))
        assert other


@pytest.mark.rule("middle-earth", "7.61-a", "7.64-a", "7.65-a")
def test_a_retreat_through_friends_displaces_them_in_a_chain_all_disrupted():
    position = crowded_retreat().when("alliance", Retreat("0506")).awaits("alliance", "displace")
    position.when("alliance", Displace("men-footmen-2", "0507"))
    position.then_includes(
        UnitDisplaced("men-footmen-2", "0507"),
        UnitRetreated("men-footmen-1", "0506"),
        UnitDisrupted("men-footmen-1", "7.57"),
        UnitDisrupted("men-footmen-2", "7.65"),
    )


@pytest.mark.rule("middle-earth", "7.61-a")
def test_an_owner_who_displaces_nobody_loses_the_retreating_unit():
    crowded_retreat().when("alliance", Decline()).then(UnitEliminated("men-footmen-1", "alliance", 9, "7.61"))


def crowded_retreat():
    """A unit that must retreat one hex where only a friend's hex is open: enemies stand on both sides."""
    return given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        unit("trolls-1", "0504"),
        unit("trolls-2", "0305"),
        unit("trolls-3", "0705"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 5])


def sauron_casts(points=3):
    """Sauron on his pedestal near some Men."""
    return given(
        board(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505", points=6),
        marker("pedestal", "0505"),
        unit("men-footmen-1", "0503"),
        unit("men-footmen-2", "0603"),
        unit("guard-of-elendil-1", "0703"),
        phase("A", seat="sauron"),
    ).when("sauron", Cast("sauron", "sinister-visions", points))


@pytest.mark.rule("middle-earth", "8.56-a", "8.54-a")
@pytest.mark.parametrize(("dice", "works", "left"), [([5, 5], False, 6), ([4, 5, 1, 1, 1], True, 3)])
def test_points_are_paid_for_a_spell_that_works_and_not_for_one_that_fails(dice, works, left):
    position = sauron_casts().when("sauron", Aim("0503"), dice)
    position.then(like(SpellCast, points=3, range=(4, 9), works=works))
    assert position.state.leaders["sauron-sauron-1"].points == left


@pytest.mark.rule("sauron", "SAURON-11")
def test_sinister_visions_disrupt_units_that_roll_their_morale_value_or_more():
    position = sauron_casts().when("sauron", Aim("0503"), [3, 3, 3, 2, 3])
    position.then_includes(UnitDisrupted("men-footmen-1", "SAURON-11")).then_not(
        UnitDisrupted("men-footmen-2", "SAURON-11"), UnitDisrupted("guard-of-elendil-1", "SAURON-11")
    )


@pytest.mark.rule("middle-earth", "4.24-a", "4.21-a")
def test_unused_movement_points_are_lost():
    position = given(board(), unit("men-footmen-1", "0505"), unit("men-footmen-2", "0907"), phase("F")).when(
        "alliance", March("men-footmen-1")
    )
    position.when("alliance", Step("0506")).when("alliance", Halt()).then(MarchEnded("men-footmen-1"))
    position.when("alliance", March("men-footmen-1")).refused("4.21")
