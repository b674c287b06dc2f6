"""Walls, gates, Grond and ladders (GONDOR-17 to GONDOR-20, GONDOR-22, GONDOR-24, GONDOR-28, GONDOR-29, GONDOR-37)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.middle_earth import missile
from rules.middle_earth.actions import Advance, Attack, End, Fire, HoldPosition, March, Retreat, Step
from rules.middle_earth.casualties import morale
from rules.middle_earth.events import (
    AttackResolved,
    HexsideOpened,
    MarkerPlaced,
    PieceRemoved,
    RetreatIgnored,
    RetreatOrdered,
    SiegeConducted,
    TotalChanged,
    UnitAdvanced,
    UnitDisrupted,
    UnitReduced,
)
from rules.middle_earth.gondor.actions import Bombard, RaiseLadder, Ram, ThrowDown, ThrowHead
from rules.middle_earth.gondor.events import (
    BreachAttempted,
    CityEntered,
    GateRammed,
    GrondActivated,
    HeadThrown,
    LadderRaised,
    LadderShaken,
    WallShook,
)
from rules.middle_earth.terrain import free_melee, steps
from rules.middle_earth.zones import reach
from tests.rules.middle_earth.gondor.index_tables import BREACHES, NUMBERS
from tests.rules.middle_earth.gondor.siege import engine, installed_data, ladder, leader, siege
from tests.rules.middle_earth.harness import given, like, opened, phase, unit

FAR = (unit("light-orc-spearmen-1", "2515"), unit("light-orc-spearmen-2", "2517"))
WEST = (unit("spearmen-4", "0511"), unit("spearmen-3", "0512"))
B, C, D_MELEE, G_MELEE = phase("B"), phase("C"), phase("D", "melee"), phase("G", "melee")
CATAPULT = (unit("orcs-1", "1412"), engine("siege-catapult-1", "1412"))


# GONDOR-17, GONDOR-18


@pytest.mark.rule("gondor", "GONDOR-17")
@pytest.mark.parametrize(("dice", "breached"), [([1, 2], True), ([1, 3], False), ([1, 1], True)])
def test_a_wall_at_3_hexes_is_breached_on_3_or_less(dice, breached):
    crew = (unit("orcs-1", "1513"), engine("siege-catapult-1", "1513"))
    position = given(siege(), *FAR, *WEST, *crew, B)
    position.when("sauron", Bombard("siege-catapult-1", "1212|1313"), dice=dice).then_includes(
        like(BreachAttempted, range=3, sum=3, breached=breached)
    )
    assert ("1212|1313" in position.state.openings) == breached


@pytest.mark.rule("gondor", "GONDOR-17")
def test_towers_are_harder_and_level_gates_easier_than_walls_and_range_never_helps():
    table = installed_data().table["breach"]
    assert table.columns == ("wall", "tower", "gate")
    assert table.cells[2][0] == 3, "a wall at 3 hexes needs 3 (published)"
    rows = [BREACHES[kind] for kind in ("wall", "tower", "level gate")]
    for wall, tower, gate in zip(*rows, strict=True):
        assert (tower, gate) == (wall - 1 if wall > 2 else 0, wall + 1)
    for row in rows:
        assert all(nearer >= farther for nearer, farther in pairwise(row))


@pytest.mark.rule("gondor", "GONDOR-17")
def test_the_great_gate_and_what_is_too_far_or_out_of_sight_cannot_be_breached():
    position = given(siege(), *FAR, *WEST, *CATAPULT, B)
    position.when("sauron", Bombard("siege-catapult-1", "1211|1311")).refused("GONDOR-17", "Grond")
    position.when("sauron", Bombard("siege-catapult-1", "0916|1016")).refused("GONDOR-17")
    hidden = given(siege(), *FAR, *WEST, unit("orcs-1", "1506"), engine("siege-catapult-1", "1506"), B)
    hidden.when("sauron", Bombard("siege-catapult-1", "1207|1307")).refused("7.13", "grove")


@pytest.mark.rule("gondor", "GONDOR-17")
def test_a_breach_is_open_to_both_sides_for_movement_zones_and_melee_for_good():
    game = siege()
    position = given(game, unit("spearmen-1", "1210"), unit("orcs-1", "1310"), opened("1210|1310"), D_MELEE)
    for role in ("west", "sauron"):
        assert ("1310", 2) in steps(game, position.state, role, "infantry", "1210")  # 1 and 1 for the breach
        assert ("1210", 2) in steps(game, position.state, role, "infantry", "1310")
    assert "1210" in reach(game, position.state, "1310")
    assert "1210" in free_melee(game, position.state, "sauron", "infantry", "1310")
    position.when("sauron", Attack("orcs-1", "spearmen-1"), dice=[6, 6])
    assert position.state.openings["1210|1310"] == "breach"


@pytest.mark.rule("gondor", "GONDOR-18")
@pytest.mark.parametrize(("die", "disrupted"), [(1, True), (2, False)])
def test_a_unit_behind_a_new_breach_is_disrupted_in_place_on_1(die, disrupted):
    position = given(siege(), *FAR, *WEST, *CATAPULT, unit("spearmen-1", "1212"), B)
    position.when("sauron", Bombard("siege-catapult-1", "1212|1313"), dice=[1, 2, die]).then_includes(
        HexsideOpened("1212|1313", "breach"), WallShook("spearmen-1", die, 1, disrupted)
    )
    assert (
        any(event == UnitDisrupted("gondor-spearmen-1", "GONDOR-18") for event in position.events)
        == disrupted
    )
    assert position.state.units["gondor-spearmen-1"].hex == "1212"


@pytest.mark.rule("gondor", "GONDOR-18")
def test_a_unit_that_is_disrupted_already_does_not_roll():
    position = given(siege(), *FAR, *WEST, *CATAPULT, unit("spearmen-1", "1212", disrupted=True), B)
    position.when("sauron", Bombard("siege-catapult-1", "1212|1313"), dice=[1, 2]).then_not(WallShook)


# GONDOR-19


@pytest.mark.rule("gondor", "GONDOR-19")
def test_west_passes_whole_gates_for_the_cost_of_the_hex_and_sauron_does_not():
    game = siege()
    state = given(game, B).state
    assert ("1311", 1) in steps(game, state, "west", "infantry", "1211")
    assert ("1113", 1) in steps(game, state, "west", "infantry", "1213")
    assert all(name != "1211" for name, _ in steps(game, state, "sauron", "infantry", "1311"))
    assert all(name != "1113" for name, _ in steps(game, state, "sauron", "infantry", "1213"))


@pytest.mark.rule("gondor", "GONDOR-19")
def test_a_whole_gate_counts_as_a_wall_and_an_open_one_is_open_to_both():
    game = siege()
    state = given(game, unit("spearmen-1", "1211"), unit("orcs-1", "1311"), D_MELEE).state
    assert "1211" not in reach(game, state, "1311")
    assert "1211" not in free_melee(game, state, "sauron", "infantry", "1311")
    opened_now = given(game, opened("1211|1311", "open-gate"), D_MELEE).state
    for role in ("west", "sauron"):
        assert ("1211", 1) in steps(game, opened_now, role, "infantry", "1311")
    assert "1211" in reach(game, opened_now, "1311")


# GONDOR-20, GONDOR-37

BEFORE_THE_GATE = (unit("orcs-1", "1311"), engine("grond-1", "1311"), leader("lord-of-the-nazgul", "1311"))


@pytest.mark.rule("gondor", "GONDOR-20", "GONDOR-39")
@pytest.mark.parametrize(
    ("dice", "destroyed"), [([1, 2], True), ([5, 5], True), ([1, 1], False), ([5, 6], False)]
)
def test_active_grond_destroys_the_great_gate_on_3_to_10_and_the_garrison_loses_5(dice, destroyed):
    position = given(siege(), *FAR, *WEST, *BEFORE_THE_GATE, GrondActivated(), unit("orcs-2", "1709"),
                     engine("siege-catapult-2", "1509"), B)  # fmt: skip
    position.when("sauron", Ram("grond-1"), dice=dice).then_includes(
        SiegeConducted("grond-1"), like(GateRammed, range=(3, 10), destroyed=destroyed)
    )
    assert ("1211|1311" in position.state.openings) == destroyed
    assert position.state.totals.get("garrison", 0) == (5 if destroyed else 0)
    assert any(event == TotalChanged("garrison", 5, "GONDOR-39") for event in position.events) == destroyed


@pytest.mark.rule("gondor", "GONDOR-20", "GONDOR-37")
def test_grond_rams_only_when_activated_before_the_gate_and_with_its_crew():
    asleep = given(siege(), *FAR, *WEST, *BEFORE_THE_GATE, *CATAPULT[1:], unit("orcs-3", "1412"), B)
    asleep.when("sauron", Ram("grond-1")).refused("GONDOR-20", "activated")
    away = given(siege(), *FAR, *WEST, unit("orcs-1", "1411"), engine("grond-1", "1411"), GrondActivated(), B)
    away.when("sauron", Ram("grond-1")).refused("GONDOR-20", "1311")
    alone = given(siege(), *FAR, *WEST, engine("grond-1", "1311"), GrondActivated(), B)
    alone.when("sauron", Ram("grond-1")).refused("GONDOR-14")
    broken = given(
        siege(), *FAR, *WEST, *BEFORE_THE_GATE, GrondActivated(), opened("1211|1311", "open-gate"), B
    )
    broken.when("sauron", Ram("grond-1")).refused("GONDOR-20", "already")


# GONDOR-22


@pytest.mark.rule("gondor", "GONDOR-22")
def test_infantry_at_a_wall_raises_a_ladder_and_moves_no_more():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1310"), C)
    position.when("sauron", RaiseLadder("orcs-1", "1210|1310")).then_includes(
        LadderRaised("orcs-1", "ladder-1", "1310", "1210|1310")
    )
    position.when("sauron", March("orcs-1")).refused("4.21")


@pytest.mark.rule("gondor", "GONDOR-22")
def test_trolls_archers_cavalry_and_units_that_entered_the_city_raise_none():
    position = given(
        siege(), *FAR, *WEST, unit("trolls-1", "1310"), unit("orc-archers-1", "1309"), unit("mordor-cavalry-1", "1312"),
        unit("orcs-1", "1210"), C, CityEntered("orcs-1", "1210"),
    )  # fmt: skip
    for name, side in (("trolls-1", "1210|1310"), ("orc-archers-1", "1209|1309"), ("mordor-cavalry-1", "1212|1312"),
                       ("orcs-1", "1110|1210")):  # fmt: skip
        position.when("sauron", RaiseLadder(name, side)).refused("GONDOR-22")
    breached = given(siege(), *FAR, *WEST, unit("orcs-1", "1310"), opened("1210|1310"), C)
    breached.when("sauron", RaiseLadder("orcs-1", "1210|1310")).refused("GONDOR-22")


AT_LADDER = (unit("orcs-1", "1310"), unit("spearmen-1", "1210"))


@pytest.mark.rule("gondor", "GONDOR-22", "GONDOR-28")
def test_a_ladder_is_climbed_from_the_next_turn_on():
    raised = ladder(1, "orcs-1", "1310", "1210|1310", turn=3)
    today = given(siege(), *FAR, *WEST, *AT_LADDER, *raised, phase("D", "melee", turn=3))
    today.when("sauron", Attack("orcs-1", "spearmen-1")).refused("7.35")
    tomorrow = given(siege(), *FAR, *WEST, *AT_LADDER, *raised, phase("D", "melee", turn=4, night=False))
    tomorrow.when("sauron", Attack("orcs-1", "spearmen-1"), dice=[6, 6]).then_includes(
        like(AttackResolved, attacker="orcs-1", casualty=False), PieceRemoved("ladder-1", "GONDOR-22")
    )
    assert not tomorrow.state.siege.raised


@pytest.mark.rule("gondor", "GONDOR-22")
def test_a_unit_advances_over_its_ladder_or_loses_it_when_it_leaves_the_hex():
    raised = ladder(1, "orcs-1", "1310", "1210|1310", turn=3)
    weak = (unit("orcs-1", "1310"), unit("spearmen-1", "1210", reduced=True))
    position = given(siege(), *FAR, *WEST, *weak, *raised, phase("D", "melee", turn=4))
    position.when("sauron", Attack("orcs-1", "spearmen-1"), dice=[1]).awaits("sauron", "advance")
    stays = given(siege(), *FAR, *WEST, *weak, *raised, phase("D", "melee", turn=4))
    stays.when("sauron", Attack("orcs-1", "spearmen-1"), dice=[1]).when(
        "sauron", HoldPosition()
    ).then_includes(PieceRemoved("ladder-1", "GONDOR-22"))
    position.when("sauron", Advance("orcs-1")).then_includes(
        UnitAdvanced("orcs-1", "1210"), PieceRemoved("ladder-1", "GONDOR-22")
    )
    leaves = given(siege(), *FAR, *WEST, *AT_LADDER, *raised, phase("C", turn=4))
    leaves.when("sauron", March("orcs-1")).when("sauron", Step("1410")).then_includes(
        PieceRemoved("ladder-1", "GONDOR-22")
    )


@pytest.mark.rule("gondor", "GONDOR-22")
@pytest.mark.parametrize(
    ("die", "falls"),
    [(NUMBERS["ladder-thrown-down"] - 1, False), (NUMBERS["ladder-thrown-down"], True), (6, True)],
)
def test_a_unit_on_the_wall_throws_a_ladder_down_on_a_high_roll_instead_of_attacking(die, falls):
    raised = ladder(1, "orcs-1", "1310", "1210|1310", turn=3)
    position = given(siege(), *FAR, *WEST, *AT_LADDER, *raised, phase("G", "melee", turn=3))
    position.when("west", ThrowDown("spearmen-1", "ladder-1"), dice=[die]).then_includes(
        LadderShaken("spearmen-1", "ladder-1", die, NUMBERS["ladder-thrown-down"], falls)
    )
    assert ("gondor-ladder-1" in position.state.engines) != falls
    shaken = given(siege(), *FAR, *WEST, unit("orcs-1", "1310"), unit("spearmen-1", "1210", disrupted=True), *raised,
                   phase("G", "melee", turn=3))  # fmt: skip
    shaken.when("west", ThrowDown("spearmen-1", "ladder-1")).refused("7.57")


@pytest.mark.rule("gondor", "GONDOR-22")
def test_there_are_12_ladders_and_no_more():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1310"), C)
    for number in range(1, 13):
        position.add(LadderRaised("orcs-1", f"ladder-{number}", "1310", "1210|1310"))
        position.add(PieceRemoved(f"ladder-{number}", "GONDOR-22"))
    position.add(C)
    position.when("sauron", RaiseLadder("orcs-1", "1210|1310")).refused("GONDOR-22", "all ladders")


# GONDOR-24


@pytest.mark.rule("gondor", "GONDOR-24", "GONDOR-39")
def test_a_head_costs_the_garrison_a_point_without_a_roll_and_one_lies_in_a_hex():
    two = (unit("orcs-2", "1411"), engine("siege-catapult-2", "1411"))
    position = given(siege(), *FAR, *WEST, *CATAPULT, *two, B)
    position.when("sauron", ThrowHead("siege-catapult-1", "1211")).then_includes(
        HeadThrown("siege-catapult-1", "head-1", "1211"), MarkerPlaced("head-1", "1211"),
        TotalChanged("garrison", 1, "GONDOR-39"),
    )  # fmt: skip
    position.when("sauron", ThrowHead("siege-catapult-2", "1211")).refused("GONDOR-24", "already")
    position.when("sauron", ThrowHead("siege-catapult-2", "0711")).refused("GONDOR-24", "7 hexes")
    position.when("sauron", ThrowHead("siege-catapult-2", "1311")).refused("GONDOR-24", "no hex of the city")


@pytest.mark.rule("gondor", "GONDOR-24")
@pytest.mark.parametrize(
    ("name", "reduced", "counts"), [("spearmen-1", False, "Y"), ("guard-of-the-citadel-1", False, "X")]
)
def test_a_west_unit_where_a_head_lies_has_morale_one_class_worse(name, reduced, counts):
    head = (HeadThrown("siege-catapult-1", "head-1", "1211"), MarkerPlaced("head-1", "1211"))
    position = given(siege(), *head, unit(name, "1211", reduced=reduced), unit("orcs-1", "1210"), D_MELEE)
    rated = morale(position.game, position.state, f"gondor-{name}")
    assert (rated.value, [each.rule for each in rated.modifiers]) == (counts, ["GONDOR-24"])
    orcs = morale(position.game, position.state, "gondor-orcs-1")
    assert orcs.modifiers == ()


@pytest.mark.rule("gondor", "GONDOR-24")
def test_six_heads_are_all_there_are():
    position = given(
        siege(), *FAR, *WEST, *CATAPULT, unit("orcs-2", "1411"), engine("siege-catapult-2", "1411")
    )
    for number, name in enumerate(("1208", "1209", "1210", "1212", "1213", "1214"), start=1):
        position.add(HeadThrown("siege-catapult-1", f"head-{number}", name))
        position.add(MarkerPlaced(f"head-{number}", name))
    position.add(B)
    position.when("sauron", ThrowHead("siege-catapult-2", "1211")).refused("GONDOR-24", "all heads")


# GONDOR-28


@pytest.mark.rule("gondor", "GONDOR-28")
def test_a_higher_level_may_strike_down_over_the_wall_without_a_duty_or_an_advance():
    position = given(
        siege(), *FAR, *WEST, unit("orcs-1", "1310", reduced=True), unit("spearmen-1", "1210"), G_MELEE
    )
    position.offers(Attack("spearmen-1", "orcs-1"), End())
    position.when("west", Attack("spearmen-1", "orcs-1"), dice=[1, 1, 1]).then_not(UnitAdvanced)
    assert position.state.melee is None
    assert "gondor-orcs-1" not in position.state.units


@pytest.mark.rule("gondor", "GONDOR-28")
def test_the_lower_unit_does_not_strike_back_and_inner_levels_count_too():
    below = given(siege(), *FAR, *WEST, unit("orcs-1", "1310"), unit("spearmen-1", "1210"), D_MELEE)
    below.when("sauron", Attack("orcs-1", "spearmen-1")).refused("7.35")
    inside = given(siege(), *FAR, *WEST, unit("orcs-1", "1110"), unit("spearmen-1", "1210"), D_MELEE)
    inside.offers(Attack("orcs-1", "spearmen-1"))  # level 2 against level 1


# GONDOR-29


def struck(dice, **options):
    """Archers shoot at spearmen on the wall 1210|1310."""
    pieces = (unit("spearmen-1", "1210"), unit("orc-archers-1", "1410"), unit("orc-archers-2", "1409"))
    position = given(siege(**options), *FAR, *WEST, *pieces, phase("D", "missile"))
    return position.when("sauron", Fire("orc-archers-1", "spearmen-1"), dice=dice)


@pytest.mark.rule("gondor", "GONDOR-29")
def test_men_on_their_own_wall_ignore_a_plain_retreat():
    struck([1, 1, 6]).then_includes(
        like(AttackResolved, result="R1"), RetreatIgnored("spearmen-1", "GONDOR-29")
    ).then_not(RetreatOrdered)


@pytest.mark.rule("gondor", "GONDOR-29")
def test_a_result_with_a_loss_is_carried_out_in_full_and_the_switch_turns_the_rule_off():
    struck([1, 1, 2]).then_includes(
        UnitReduced("spearmen-1", "7.42"), like(RetreatOrdered, unit="spearmen-1")
    )
    struck([1, 1, 6], **{"wall-stand": "off"}).then_includes(
        like(RetreatOrdered, unit="spearmen-1")
    ).then_not(RetreatIgnored)


@pytest.mark.rule("gondor", "GONDOR-29")
def test_nobody_stands_behind_a_breach_or_outside():
    pieces = (unit("spearmen-1", "1210"), unit("orc-archers-1", "1410"))
    breach = given(
        siege(), *FAR, *WEST, *pieces, opened("1210|1310"), opened("1210|1311"), phase("D", "missile")
    )
    breach.when("sauron", Fire("orc-archers-1", "spearmen-1"), dice=[1, 1, 6]).then_not(RetreatIgnored)
    breach.awaits("west", "retreat").when("west", Retreat("1209"))


def test_fire_over_a_whole_wall_meets_better_armour():
    position = given(siege(), *FAR, *WEST, unit("spearmen-1", "1210"), unit("orc-archers-1", "1410"),
                     phase("D", "missile"))  # fmt: skip
    assert (
        missile.refuse_fire(
            position.game, position.state, "gondor-orc-archers-1", "gondor-spearmen-1", "sauron"
        )
        is None
    )
    position.when("sauron", Fire("orc-archers-1", "spearmen-1"), dice=[6, 6]).then_includes(
        like(AttackResolved, armour=2)
    )
