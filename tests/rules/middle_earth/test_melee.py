"""Melee (7.3) and the casualty tables (7.4)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, End, HoldPosition, Resolve
from rules.middle_earth.events import (
    AttackDeclared,
    AttackersNamed,
    AttackResolved,
    MeleeEnded,
    RetreatOrdered,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import (
    board,
    counter,
    demoralized,
    engine,
    given,
    like,
    opened,
    phase,
    unit,
)

WEST = phase("G", "melee")
SAURON = phase("D", "melee")
MISS = [6, 6]


def west_attacks(*pieces, made=None):
    """A position in the melee of the West."""
    return given(made or board(), *pieces, WEST)


# 7.31


@pytest.mark.rule("middle-earth", "7.31-a")
def test_a_unit_in_an_enemy_zone_must_attack():
    position = west_attacks(unit("men-footmen-1", "0505"), unit("orcs-1", "0504"), unit("orcs-2", "0604"))
    position.offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-1", "orcs-2"))
    position.when("alliance", End()).refused("7.31", "must attack")


@pytest.mark.rule("middle-earth", "7.31-a")
def test_it_attacks_exactly_one_enemy_and_the_others_need_not_be_attacked():
    position = west_attacks(
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0604"),
        unit("men-footmen-2", "0909"),
        unit("orcs-3", "0908"),
        unit("orcs-4", "0808"),
    )
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), MISS).awaits("alliance", "melee")
    position.when("alliance", Attack("men-footmen-1", "orcs-2")).refused("7.34")
    position.when("alliance", Attack("men-footmen-2", "orcs-3"), MISS)
    assert position.state.phase != "G"


@pytest.mark.rule("middle-earth", "7.31-a")
def test_only_a_neighbour_can_be_attacked():
    position = west_attacks(unit("men-footmen-1", "0505"), unit("orcs-1", "0503")).offers_only(End())
    position.when("alliance", Attack("men-footmen-1", "orcs-1")).refused("7.31", "not next to")


@pytest.mark.rule("middle-earth", "7.31-a")
@pytest.mark.parametrize(
    ("exempt", "rule"),
    [
        ((unit("men-footmen-1", "0505", disrupted=True),), "7.57"),
        ((unit("men-bowmen-1", "0505"),), "2.3"),
        ((unit("militia-1", "0505"), demoralized("alliance")), "9.32"),
    ],
)
def test_disrupted_missile_only_and_disheartened_units_do_not_attack(exempt, rule):
    position = west_attacks(
        *exempt,
        unit("orcs-1", "0504"),
        made=board(types={"militia": counter("alliance", "C3Z")}),
    ).offers_only(End())
    position.when("alliance", Attack(exempt[0].unit, "orcs-1")).refused(rule)


@pytest.mark.rule("middle-earth", "7.31-a")
def test_a_unit_behind_a_wall_has_no_duty_to_attack():
    west_attacks(
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        made=board(edges={"0504|0505": "wall"}),
    ).offers_only(End())


@pytest.mark.rule("middle-earth", "7.31-a")
def test_next_to_disrupted_enemies_alone_a_unit_may_attack_and_need_not():
    west_attacks(unit("men-footmen-1", "0505"), unit("orcs-1", "0504", disrupted=True)).offers_only(
        Attack("men-footmen-1", "orcs-1"), End()
    )


@pytest.mark.rule("middle-earth", "7.31-a")
def test_in_an_enemy_zone_a_unit_may_choose_a_disrupted_neighbour():
    west_attacks(
        unit("men-footmen-1", "0505"), unit("orcs-1", "0504", disrupted=True), unit("orcs-2", "0604")
    ).offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-1", "orcs-2"))


@pytest.mark.rule("middle-earth", "7.31-a")
def test_a_unit_in_an_enemy_zone_must_attack_in_its_own_zone_and_not_over_a_wall():
    position = west_attacks(
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0604"),
        unit("orcs-3", "0605"),
        made=board(edges={"0504|0505": "wall"}, levels={"0505": 1}),
    )
    position.offers_only(Attack("men-footmen-1", "orcs-2"), Attack("men-footmen-1", "orcs-3"))
    position.when("alliance", Attack("men-footmen-1", "orcs-1")).refused("7.31", "in its own zone")


@pytest.mark.rule("middle-earth", "7.31-a")
def test_a_unit_whose_enemy_is_gone_has_no_duty_left():
    position = west_attacks(
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0604"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
    ).offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-2", "orcs-1"))
    position.when("alliance", Attack("men-footmen-1", "orcs-1"))
    position.when("alliance", Resolve(), [1, 1, 1]).when("alliance", HoldPosition())
    position.then_not(like(AttackDeclared, attacker="men-footmen-2"))
    assert position.state.phase != "G"


# 7.32


def two_against_one(*more):
    """Guards (B) and footmen (C) next to the same orcs."""
    return west_attacks(
        unit("guard-of-elendil-1", "0505"),
        unit("men-footmen-1", "0604"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
        *more,
    )


@pytest.mark.rule("middle-earth", "7.32-a")
def test_several_attackers_roll_each_for_itself_with_its_own_strength():
    position = two_against_one().when("alliance", Attack("guard-of-elendil-1", "orcs-1"))
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), [6, 5, 6, 4]).then_includes(
        like(AttackResolved, attacker="guard-of-elendil-1", letter="B", range=(2, 7), dice=(6, 5)),
        like(AttackResolved, attacker="men-footmen-1", letter="C", range=(2, 6), dice=(6, 4)),
        MeleeEnded("orcs-1"),
    )


@pytest.mark.rule("middle-earth", "7.32-a")
def test_a_defender_reduced_by_the_first_attack_meets_the_second_as_it_is_then():
    position = two_against_one().when("alliance", Attack("guard-of-elendil-1", "orcs-1"))
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), [1, 1, 4, 3, 4, 4]).then_includes(
        like(AttackResolved, attacker="guard-of-elendil-1", armour=3, result="1/2"),
        UnitReduced("orcs-1", "7.42"),
        like(AttackResolved, attacker="men-footmen-1", armour=2, range=(2, 7), result="1/2"),
        UnitEliminated("orcs-1", "sauron", 6, "7.33"),
    )


@pytest.mark.rule("middle-earth", "7.32-b")
def test_all_attackers_of_a_defender_are_declared_before_the_first_roll():
    position = two_against_one(unit("orcs-3", "0704"))
    position.when("alliance", Attack("guard-of-elendil-1", "orcs-1")).then(
        AttackDeclared("guard-of-elendil-1", "orcs-1")
    ).then_not(AttackResolved)
    position.offers_only(Attack("men-footmen-1", "orcs-1"), Resolve())
    position.when("alliance", Attack("men-footmen-1", "orcs-3")).refused("7.32", "first")
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), [*MISS, *MISS]).then_includes(
        AttackDeclared("men-footmen-1", "orcs-1"), AttackersNamed("orcs-1"), AttackResolved, AttackResolved
    )


@pytest.mark.rule("middle-earth", "7.32-b")
def test_a_unit_assigned_to_a_defender_who_is_gone_attacks_nobody_else():
    position = two_against_one(unit("orcs-3", "0704"), unit("men-footmen-2", "0804"), unit("orcs-4", "0805"))
    position.when("alliance", Attack("guard-of-elendil-1", "orcs-1"))
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), [1, 1, 1]).then_includes(
        UnitEliminated("orcs-1", "sauron", 6, "7.42")
    ).then_not(like(AttackResolved, attacker="men-footmen-1"))
    position.when("alliance", HoldPosition()).awaits("alliance", "melee")
    position.offers_not(Attack("men-footmen-1", "orcs-3"))
    position.when("alliance", Attack("men-footmen-1", "orcs-3")).refused("7.34", "already been assigned")


@pytest.mark.rule("middle-earth", "7.32-b")
def test_a_unit_that_was_not_assigned_is_free_for_another_defender():
    position = two_against_one(unit("orcs-3", "0704"))
    position.when("alliance", Attack("guard-of-elendil-1", "orcs-1"))
    position.when("alliance", Resolve(), MISS).awaits("alliance", "melee")
    position.offers_only(Attack("men-footmen-1", "orcs-1"), Attack("men-footmen-1", "orcs-3"))


# 7.33


@pytest.mark.rule("middle-earth", "7.33-a")
@pytest.mark.parametrize(
    ("attacker", "letter", "last"),
    [("elven-cavalry-1", "A", 8), ("guard-of-elendil-1", "B", 7), ("men-footmen-1", "C", 6)],
)
def test_the_letter_against_the_armour_gives_the_range_of_a_casualty(attacker, letter, last):
    for total, casualty in ((2, True), (last, True), (last + 1, False), (12, False)):
        dice = [max(1, total - 6), total - max(1, total - 6)]
        position = west_attacks(
            unit(attacker, "0505"), unit("trolls-1", "0504"), unit("orcs-2", "0101")
        ).when("alliance", Attack(attacker, "trolls-1"), [*dice, 5] if casualty else dice)
        position.then_includes(
            like(AttackResolved, letter=letter, armour=3, range=(2, last), casualty=casualty)
        )
        if not casualty:
            position.then_includes(MeleeEnded("trolls-1")).then_not(UnitReduced, UnitEliminated)


@pytest.mark.rule("middle-earth", "7.33-b")
def test_the_flip_comes_before_the_retreat():
    west_attacks(unit("guard-of-elendil-1", "0505"), unit("orcs-1", "0504")).when(
        "alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 3]
    ).then_includes(
        like(AttackResolved, morale="Y", die=3, result="1/2 R1"),
        UnitReduced("orcs-1", "7.42"),
        RetreatOrdered("orcs-1", 1, "combat"),
    ).awaits("sauron", "retreat")


@pytest.mark.rule("middle-earth", "7.33-b")
def test_a_reduced_unit_that_must_flip_is_eliminated_and_does_not_retreat():
    west_attacks(
        unit("guard-of-elendil-1", "0505"), unit("orcs-1", "0504", reduced=True), unit("orcs-2", "0101")
    ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 3]).then_includes(
        like(AttackResolved, result="1/2 R1"), UnitEliminated("orcs-1", "sauron", 6, "7.33")
    ).then_not(UnitReduced, RetreatOrdered, UnitRetreated)


@pytest.mark.rule("middle-earth", "7.33-b", "7.56-a")
def test_a_flipped_unit_that_cannot_retreat_is_eliminated():
    west_attacks(
        unit("guard-of-elendil-1", "0502"),
        unit("orcs-1", "0501"),
        unit("orcs-2", "0505"),
        made=board("0501-0505"),
    ).when("alliance", Attack("guard-of-elendil-1", "orcs-1"), [1, 1, 3]).then_includes(
        UnitReduced("orcs-1", "7.42"), UnitEliminated("orcs-1", "sauron", 6, "7.56")
    )


# 7.34


@pytest.mark.rule("middle-earth", "7.34-a")
def test_a_unit_attacks_once_and_a_defender_may_be_attacked_again():
    position = two_against_one(unit("orcs-3", "0704"))
    position.when("alliance", Attack("guard-of-elendil-1", "orcs-1"))
    position.when("alliance", Resolve(), MISS)
    position.when("alliance", Attack("guard-of-elendil-1", "orcs-1")).refused("7.34")
    position.when("alliance", Attack("men-footmen-1", "orcs-1"), MISS).then_includes(
        like(AttackResolved, attacker="men-footmen-1", defender="orcs-1")
    )


@pytest.mark.rule("middle-earth", "7.34-a")
def test_a_unit_attacks_again_in_its_next_combat_phase():
    position = two_against_one(unit("orcs-3", "0704"))
    position.when("alliance", Attack("guard-of-elendil-1", "orcs-1")).when("alliance", Resolve(), MISS)
    position.add(phase("G", "melee", turn=2))
    position.offers(Attack("guard-of-elendil-1", "orcs-1"))


# 7.35, 7.36

ATTACK = Attack("orcs-1", "men-footmen-1")


def storming(feature, *more, **made):
    """Orcs next to footmen, a hexside between them."""
    return given(
        board(edges={"0504|0505": feature}, **made),
        unit("orcs-1", "0504"),
        unit("men-footmen-1", "0505"),
        *more,
        SAURON,
    )


@pytest.mark.rule("middle-earth", "7.35-a")
@pytest.mark.parametrize("feature", ["wall", "tower", "gate"])
def test_nobody_attacks_over_a_wall_a_tower_or_a_gate_that_stands(feature):
    storming(feature).offers_only(End()).when("sauron", ATTACK).refused("7.35", "unbreached wall")


@pytest.mark.rule("middle-earth", "7.35-a")
def test_the_west_does_not_attack_over_its_own_gate_either():
    position = storming("gate")
    position.add(WEST)
    position.offers_only(End())
    position.when("alliance", Attack("men-footmen-1", "orcs-1")).refused("7.35")


@pytest.mark.rule("middle-earth", "7.35-a")
@pytest.mark.parametrize("kind", ["siege-tower", "ladder"])
@pytest.mark.parametrize("feature", ["wall", "tower"])
def test_from_a_siege_tower_or_a_ladder_a_unit_may_attack_over_the_wall_and_need_not(kind, feature):
    position = storming(feature, engine("engine-1", kind, "0504", "sauron", against="0504|0505"))
    position.offers_only(ATTACK, End())
    position.when("sauron", ATTACK, MISS).then_includes(like(AttackResolved, attacker="orcs-1"))


@pytest.mark.rule("middle-earth", "7.35-a")
@pytest.mark.parametrize(("place", "against"), [("0504", "0504|0604"), ("0604", "0504|0505"), ("0504", "")])
def test_an_engine_elsewhere_or_against_another_hexside_does_not_help(place, against):
    storming("wall", engine("engine-1", "ladder", place, "sauron", against=against)).when(
        "sauron", ATTACK
    ).refused("7.35")


@pytest.mark.rule("middle-earth", "7.35-a")
@pytest.mark.parametrize(
    ("levels", "allowed"),
    [
        ({"0504": 2, "0505": 1}, True),
        ({"0504": 1, "0505": 1}, False),
        ({"0504": 1, "0505": 2}, False),
        ({"0504": 1}, True),
    ],
)
def test_from_a_higher_level_a_unit_may_attack_down_over_the_wall_and_need_not(levels, allowed):
    position = storming("wall", levels=levels)
    if allowed:
        position.offers_only(ATTACK, End())
    else:
        position.offers_only(End()).when("sauron", ATTACK).refused("7.35")


@pytest.mark.rule("middle-earth", "7.35-a")
@pytest.mark.parametrize(
    ("feature", "opening"), [("wall", "breach"), ("tower", "breach"), ("gate", "open-gate")]
)
def test_over_a_breach_or_an_open_gate_melee_is_as_in_the_open(feature, opening):
    position = storming(feature, opened("0504|0505", opening), unit("men-footmen-2", "0604"))
    position.offers(ATTACK).offers_not(End()).when("sauron", End()).refused("7.31")


@pytest.mark.rule("middle-earth", "7.36-a")
@pytest.mark.parametrize(("attacker", "allowed"), [("men-cavalry-1", False), ("men-footmen-1", True)])
def test_cavalry_does_not_attack_into_a_grove(attacker, allowed):
    position = west_attacks(
        unit(attacker, "0505"), unit("orcs-1", "0504"), made=board(terrain={"0504": "grove"})
    )
    attack = Attack(attacker, "orcs-1")
    if allowed:
        position.when("alliance", attack, MISS).then_includes(AttackResolved)
    else:
        position.offers_only(End()).when("alliance", attack).refused("7.36")


@pytest.mark.rule("middle-earth", "7.36-a")
def test_nobody_attacks_over_a_hexside_that_cannot_be_crossed():
    position = west_attacks(
        unit("men-footmen-1", "0505"), unit("orcs-1", "0504"), made=board(edges={"0504|0505": "rock"})
    )
    position.offers_only(End()).when("alliance", Attack("men-footmen-1", "orcs-1")).refused("7.36")


@pytest.mark.rule("middle-earth", "7.36-a")
def test_higher_ground_does_not_open_a_closed_hex():
    position = west_attacks(
        unit("men-cavalry-1", "0505"),
        unit("orcs-1", "0504"),
        made=board(edges={"0504|0505": "wall"}, terrain={"0504": "grove"}, levels={"0505": 1}),
    )
    position.offers_only(End()).when("alliance", Attack("men-cavalry-1", "orcs-1")).refused("7.35")


# 7.37


@pytest.mark.rule("middle-earth", "7.37-a")
@pytest.mark.parametrize("target", ["slaves-1", "orcs-1", "beast-of-mordor-1"])
def test_a_fanatic_hits_without_a_roll_whatever_the_target(target):
    position = west_attacks(
        unit("men-footmen-1", "0505"), unit(target, "0504"), unit("orcs-2", "0101"), demoralized("alliance")
    )
    position.when("alliance", Attack("men-footmen-1", target), [6]).then_includes(
        like(AttackResolved, letter="fanatic", dice=(), casualty=True, die=6)
    )


@pytest.mark.rule("middle-earth", "7.37-a")
def test_a_fanatic_that_defends_is_rolled_against_as_ever():
    given(
        board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0504"), demoralized("alliance"), SAURON
    ).when("sauron", ATTACK, MISS).then_includes(
        like(AttackResolved, letter="E", dice=(6, 6), casualty=False)
    )


# 7.41, 7.42

LAST = {
    "A": (10, 9, 8, 7),
    "B": (9, 8, 7, 6),
    "C": (8, 7, 6, 5),
    "D": (7, 6, 5, 4),
    "E": (6, 5, 4, 3),
}
"""The greatest sum that is a casualty, by armour from 1 to 4; the least is 2."""
RESULTS = {
    "W": ("1/2 R1", "1/2", "R2", "R1", "R1", "-"),
    "X": ("1/2 R2", "1/2 R1", "1/2", "R2", "R1", "R1"),
    "Y": ("E", "1/2 R2", "1/2 R1", "1/2", "R2", "R1"),
    "Z": ("E", "E", "1/2 R2", "1/2 R1", "1/2", "R2"),
}
"""The results for 1 to 6 by morale."""


def trial(letter, armour, morale="Y"):
    """A unit of this letter next to one of this armour and morale."""
    made = board(
        types={
            "striker": counter("alliance", f"{letter}3W"),
            "target": counter("sauron", f"D{armour}{morale}", nation="orcs"),
        }
    )
    return west_attacks(
        unit("striker-1", "0505"), unit("target-1", "0504"), unit("orcs-1", "0101"), made=made
    )


@pytest.mark.rule("middle-earth", "7.41-a")
@pytest.mark.parametrize("armour", [1, 2, 3, 4])
@pytest.mark.parametrize("letter", list(LAST))
def test_the_casualty_possibility_table(letter, armour):
    last = LAST[letter][armour - 1]
    for total, casualty in ((2, True), (last, True), (last + 1, False)):
        least = max(1, total - 6)
        dice = [least, total - least, *([6] if casualty else [])]
        trial(letter, armour).when("alliance", Attack("striker-1", "target-1"), dice).then_includes(
            like(AttackResolved, letter=letter, armour=armour, range=(2, last), casualty=casualty)
        )


@pytest.mark.rule("middle-earth", "7.42-a")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("morale", list(RESULTS))
def test_the_casualty_results_table_and_what_its_results_do(morale, die):
    result = RESULTS[morale][die - 1]
    position = trial("A", 1, morale).when("alliance", Attack("striker-1", "target-1"), [1, 1, die])
    position.then_includes(like(AttackResolved, morale=morale, die=die, result=result))
    parts = result.split()
    effects = {
        UnitEliminated("target-1", "sauron", position.game.board.units["sauron-target-1"].value, "7.42"): "E"
        in parts,
        UnitReduced("target-1", "7.42"): "1/2" in parts,
        RetreatOrdered("target-1", 1, "combat"): "R1" in parts,
        RetreatOrdered("target-1", 2, "combat"): "R2" in parts,
    }
    for effect, happens in effects.items():
        (position.then_includes if happens else position.then_not)(effect)
