"""Engines (GONDOR-14 to GONDOR-16, GONDOR-21, GONDOR-27): crews, moves, towers, catapults that fire, destruction."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Advance, Attack, End, Fire, Halt, March, Retreat, Step
from rules.middle_earth.casualties import armour
from rules.middle_earth.corrections import adjust
from rules.middle_earth.events import (
    AttackResolved,
    EnginePlaced,
    PieceMoved,
    PieceRemoved,
    SiegeConducted,
    UnitAdvanced,
)
from rules.middle_earth.gondor.actions import (
    Bombard,
    DestroyEngine,
    SetTower,
    Shoot,
    ShootEngine,
    ThrowHead,
)
from rules.middle_earth.gondor.events import EngineDestroyed, EngineShotAt, TowerBrought
from tests.rules.middle_earth.gondor.siege import engine, leader, siege
from tests.rules.middle_earth.harness import given, like, opened, phase, unit

FAR = (unit("light-orc-spearmen-1", "2515"), unit("light-orc-spearmen-2", "2517"))
WEST = (unit("spearmen-4", "0511"), unit("spearmen-3", "0512"))
C, D_MELEE, D_FIRE = phase("C"), phase("D", "melee"), phase("D", "missile")


# GONDOR-14


@pytest.mark.rule("gondor", "GONDOR-14")
@pytest.mark.parametrize(("name", "points"), [("siege-catapult-1", 2), ("siege-tower-1", 3), ("grond-1", 2)])
def test_an_engine_moves_with_its_crew_one_point_a_hex(name, points):
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "2311"), engine(name, "2311"), C)
    position.when("sauron", March("orcs-1", name))
    assert position.state.marching is not None
    assert position.state.marching.left == points
    position.when("sauron", Step("2211")).then_includes(PieceMoved("orcs-1", "2211", 1))
    assert position.state.engines[f"gondor-{name}"].hex == "2211"


@pytest.mark.rule("gondor", "GONDOR-14")
def test_an_engine_without_steady_infantry_does_not_move_or_act():
    for crew in (unit("orcs-1", "2311", disrupted=True), unit("mordor-cavalry-1", "2311")):
        position = given(siege(), *FAR, *WEST, crew, engine("siege-catapult-1", "2311"), C)
        position.offers_not(
            March("orcs-1", "siege-catapult-1"), March("mordor-cavalry-1", "siege-catapult-1")
        )
    alone = given(siege(), *FAR, *WEST, engine("siege-catapult-1", "1511"), phase("B"))
    alone.when("sauron", ThrowHead("siege-catapult-1", "1211")).refused("GONDOR-14")


@pytest.mark.rule("gondor", "GONDOR-14")
def test_engines_go_on_clear_ground_and_road_only_and_saurons_never_into_the_city():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "2406"), engine("siege-tower-1", "2406"), C)
    position.when("sauron", March("orcs-1", "siege-tower-1")).when("sauron", Step("2307")).refused("4.29")
    gate = given(
        siege(), *FAR, *WEST, unit("orcs-1", "1311"), engine("grond-1", "1311"),
        opened("1211|1311", "open-gate"), C,
    )  # fmt: skip
    gate.when("sauron", March("orcs-1", "grond-1")).when("sauron", Step("1211")).refused("4.29")


@pytest.mark.rule("gondor", "GONDOR-14")
def test_city_catapults_move_inside_the_city_and_through_its_gates():
    position = given(
        siege(), *FAR, unit("spearmen-1", "1213"), unit("spearmen-3", "0512"), engine("city-catapult-1", "1213"),
        phase("F"),
    )  # fmt: skip
    position.when("west", March("spearmen-1", "city-catapult-1")).when("west", Step("1113"))
    assert position.state.engines["gondor-city-catapult-1"].hex == "1113"
    outside = given(
        siege(), *FAR, *WEST, unit("spearmen-1", "1211"), engine("city-catapult-1", "1211"), phase("F")
    )
    outside.when("west", March("spearmen-1", "city-catapult-1")).when("west", Step("1311")).refused(
        "GONDOR-14"
    )


@pytest.mark.rule("gondor", "GONDOR-14")
def test_one_engine_a_hex_and_the_engine_stays_when_its_crew_retreats():
    two = given(
        siege(),
        *FAR,
        *WEST,
        unit("orcs-1", "2311"),
        engine("grond-1", "2311"),
        engine("siege-tower-1", "2211"),
        C,
    )
    two.when("sauron", March("orcs-1", "grond-1")).when("sauron", Step("2211")).refused("GONDOR-14")
    fired = given(
        siege(), *FAR, unit("archers-1", "1211"), unit("orcs-1", "1411"), engine("siege-tower-1", "1411"),
        unit("archers-2", "0512"), phase("G", "missile"),
    )  # fmt: skip
    fired.when("west", Fire("archers-1", "orcs-1"), dice=[1, 1, 6]).when("sauron", Retreat("1511"))
    assert fired.state.engines["gondor-siege-tower-1"].hex == "1411"


# GONDOR-15


@pytest.mark.rule("gondor", "GONDOR-15")
def test_an_engine_without_a_unit_is_destroyed_when_an_enemy_enters_its_hex():
    position = given(
        siege(), *FAR, unit("rohan-light-cavalry-1", "2311"), unit("spearmen-1", "0511"),
        engine("siege-tower-1", "2211"), phase("F"),
    )  # fmt: skip
    position.when("west", March("rohan-light-cavalry-1")).when("west", Step("2211")).then_includes(
        PieceRemoved("siege-tower-1", "GONDOR-15")
    )


@pytest.mark.rule("gondor", "GONDOR-15")
def test_trolls_next_to_two_catapults_destroy_one_each_in_their_melee_step():
    position = given(
        siege(), *FAR, *WEST, unit("trolls-1", "1207"), unit("trolls-2", "1214"),
        engine("city-catapult-1", "1208"), engine("city-catapult-2", "1213"), D_MELEE,
    )  # fmt: skip
    position.when("sauron", DestroyEngine("trolls-1", "city-catapult-1")).then_includes(
        EngineDestroyed("trolls-1", "city-catapult-1")
    )
    position.when("sauron", DestroyEngine("trolls-1", "city-catapult-2")).refused("7.34")
    position.when("sauron", DestroyEngine("trolls-2", "city-catapult-2"))
    assert not any(name.startswith("gondor-city") for name in position.state.engines)


@pytest.mark.rule("gondor", "GONDOR-15")
def test_no_engine_is_destroyed_over_a_wall_beside_its_crew_or_by_a_unit_that_must_fight():
    wall = given(siege(), *FAR, *WEST, unit("trolls-1", "1310"), engine("city-catapult-1", "1210"), D_MELEE)
    wall.offers_not(DestroyEngine("trolls-1", "city-catapult-1"))
    crewed = given(
        siege(), *FAR, unit("trolls-1", "1209"), unit("spearmen-1", "1208"), engine("city-catapult-1", "1208"),
        engine("city-catapult-2", "1210"), D_MELEE,
    )  # fmt: skip
    crewed.when("sauron", DestroyEngine("trolls-1", "city-catapult-1")).refused("GONDOR-15")
    crewed.when("sauron", DestroyEngine("trolls-1", "city-catapult-2")).refused("7.31")


# GONDOR-16


@pytest.mark.rule("gondor", "GONDOR-16")
def test_a_catapult_and_its_crew_act_once_and_then_neither_move_nor_fire_this_turn():
    position = given(
        siege(), *FAR, *WEST, unit("orcs-1", "1412"), engine("siege-catapult-1", "1412"),
        unit("spearmen-1", "1211"), leader("imrahil", "1211"), unit("orcs-2", "1709"),
        engine("siege-catapult-2", "1509"), phase("B"),
    )  # fmt: skip
    position.when("sauron", ThrowHead("siege-catapult-1", "1211")).then_includes(
        SiegeConducted("siege-catapult-1"), SiegeConducted("orcs-1")
    )
    assert position.state.phase == "C"  # nothing else can act
    position.when("sauron", March("orcs-1")).refused("3.0")
    position.when("sauron", End())
    position.offers_not(Shoot("siege-catapult-1", "spearmen-1"))


@pytest.mark.rule("gondor", "GONDOR-16")
def test_in_one_siege_phase_a_catapult_breaches_or_throws_a_head_and_not_both():
    position = given(
        siege(), *FAR, *WEST, unit("orcs-1", "1412"), engine("siege-catapult-1", "1412"),
        unit("orcs-2", "1410"), engine("siege-catapult-2", "1410"), phase("B"),
    )  # fmt: skip
    position.offers(Bombard("siege-catapult-1", "1212|1312"), ThrowHead("siege-catapult-1", "1211"))
    position.when("sauron", Bombard("siege-catapult-1", "1212|1312"), dice=[6, 6])
    position.when("sauron", ThrowHead("siege-catapult-1", "1211")).refused("GONDOR-16")


# GONDOR-21


@pytest.mark.rule("gondor", "GONDOR-21")
def test_a_tower_that_comes_to_the_wall_stands_against_one_hexside_of_its_owners_choice():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1410"), engine("siege-tower-1", "1410"), C)
    position.when("sauron", March("orcs-1", "siege-tower-1")).when("sauron", Step("1310"))
    position.when("sauron", Halt()).then_includes(TowerBrought("siege-tower-1", "sauron", "1310"))
    position.awaits("sauron", "tower-side")
    position.offers_only(SetTower("siege-tower-1", "1209|1310"), SetTower("siege-tower-1", "1210|1310"))
    position.when("sauron", SetTower("siege-tower-1", "1210|1310")).then_includes(
        EnginePlaced("siege-tower-1", "siege-tower", "1310", "sauron", "1210|1310")
    )


AT_WALL = (unit("orcs-1", "1310"), engine("siege-tower-1", "1310", against="1210|1310"))


@pytest.mark.rule("gondor", "GONDOR-21")
def test_its_unit_attacks_over_the_wall_and_advances_over_it():
    position = given(siege(), *FAR, *WEST, *AT_WALL, unit("spearmen-1", "1210"), D_MELEE)
    position.when("sauron", Attack("orcs-1", "spearmen-1"), dice=[1, 1, 1]).awaits("west", "retreat")
    ends = given(siege(), *FAR, *WEST, *AT_WALL, unit("spearmen-1", "1210", reduced=True), D_MELEE).when(
        "sauron", Attack("orcs-1", "spearmen-1"), dice=[1, 1, 1]
    )
    ends.awaits("sauron", "advance")
    ends.when("sauron", Advance("orcs-1")).then_includes(UnitAdvanced("orcs-1", "1210"))


@pytest.mark.rule("gondor", "GONDOR-21")
def test_other_infantry_follows_over_the_tower_for_2_points_and_trolls_and_cavalry_do_not():
    position = given(siege(), *FAR, *WEST, *AT_WALL, unit("orcs-2", "1410"), unit("trolls-1", "1409"), C)
    position.when("sauron", March("orcs-2")).when("sauron", Step("1310")).when("sauron", Step("1210"))
    position.then_includes(PieceMoved("orcs-2", "1210", 2))
    trolls = given(
        siege(),
        *FAR,
        *WEST,
        unit("trolls-1", "1310"),
        engine("siege-tower-1", "1310", against="1210|1310"),
        C,
    )
    trolls.when("sauron", March("trolls-1")).when("sauron", Step("1210")).refused("4.29")


@pytest.mark.rule("gondor", "GONDOR-21")
def test_it_blocks_fire_over_its_hex_and_shields_its_unit():
    position = given(
        siege(), *FAR, unit("archers-1", "1210"), unit("orcs-1", "1310"), unit("orcs-2", "1409"),
        engine("siege-tower-1", "1310", against="1210|1310"), phase("G", "missile"),
    )  # fmt: skip
    position.when("west", Fire("archers-1", "orcs-2")).refused("7.13", "siege tower")
    value, shields = armour(position.game, position.state, "gondor-orcs-1", "1210")
    assert (value, [each.rule for each in shields]) == (4, ["7.18"])
    plain = given(
        siege(), *FAR, *WEST, unit("orc-archers-1", "1511"), unit("archers-1", "1710"),
        engine("siege-tower-1", "1511"), phase("G", "missile"),
    )  # fmt: skip
    value, shields = armour(plain.game, plain.state, "gondor-orc-archers-1", "1710")
    assert (value, [each.rule for each in shields]) == (2, ["GONDOR-21"])


@pytest.mark.rule("gondor", "GONDOR-21")
def test_west_attacks_a_unit_on_a_tower_from_its_wall():
    position = given(siege(), *FAR, *WEST, *AT_WALL, unit("spearmen-1", "1210"), phase("G", "melee"))
    position.offers(Attack("spearmen-1", "orcs-1"))


# GONDOR-27


@pytest.mark.rule("gondor", "GONDOR-27")
def test_a_catapult_fires_at_units_up_to_4_hexes_with_strength_e_once_a_turn():
    position = given(
        siege(), *FAR, unit("spearmen-1", "1211"), engine("city-catapult-1", "1211"), unit("orcs-1", "1611"),
        unit("orcs-2", "1711"), unit("archers-1", "1209"), unit("orcs-3", "1409"), phase("G", "missile"),
    )  # fmt: skip
    position.when("west", Shoot("city-catapult-1", "orcs-2")).refused("7.12", "5 hexes away")
    position.when("west", Shoot("city-catapult-1", "orcs-1"), dice=[6, 6]).then_includes(
        like(AttackResolved, kind="missile", letter="E", range=(2, 4), dice=(6, 6))
    )
    position.when("west", Shoot("city-catapult-1", "orcs-1")).refused("7.14")


@pytest.mark.rule("gondor", "GONDOR-27")
def test_a_city_catapult_destroys_an_engine_on_the_breach_number_of_a_wall_and_one():
    for dice, destroyed in (([1, 3], True), ([2, 3], False)):
        position = given(
            siege(), *FAR, unit("spearmen-1", "1211"), engine("city-catapult-1", "1211"), unit("orcs-1", "1511"),
            engine("siege-catapult-1", "1511"), unit("spearmen-2", "0512"), unit("orcs-2", "1611"),
            phase("G", "missile"),
        )  # fmt: skip
        # at 3 hexes a wall needs 3, an engine 4
        position.when("west", ShootEngine("city-catapult-1", "siege-catapult-1"), dice=dice)
        shot = next(event for event in position.events if isinstance(event, EngineShotAt))
        assert (shot.range, shot.sum, shot.destroyed) == (3, 4, destroyed)
        assert ("gondor-siege-catapult-1" in position.state.engines) != destroyed


@pytest.mark.rule("gondor", "GONDOR-27")
def test_west_catapults_never_breach_and_saurons_never_fire_at_engines():
    west = given(siege(), *FAR, unit("spearmen-1", "1211"), engine("city-catapult-1", "1211"),
                 unit("orcs-1", "1412"), engine("siege-catapult-1", "1412"), phase("B"))  # fmt: skip
    west.offers_not(Bombard("city-catapult-1", "1212|1312"), Bombard("city-catapult-1", "1211|1311"))
    west.when("sauron", Bombard("city-catapult-1", "1212|1312")).refused("GONDOR-16")
    sauron = given(
        siege(), *FAR, unit("spearmen-1", "1210"), engine("city-catapult-1", "1210"), unit("orcs-1", "1410"),
        engine("siege-catapult-1", "1410"), unit("orcs-2", "1413"), D_FIRE,
    )  # fmt: skip
    sauron.when("sauron", ShootEngine("siege-catapult-1", "city-catapult-1")).refused("GONDOR-27")
    sauron.offers(Shoot("siege-catapult-1", "spearmen-1"))


@pytest.mark.rule("gondor", "GONDOR-6")
def test_cavalry_does_not_use_a_siege_tower():
    position = given(
        siege(), *FAR, *WEST, unit("mordor-cavalry-1", "1310"),
        engine("siege-tower-1", "1310", against="1210|1310"), unit("spearmen-1", "1210"), D_MELEE,
    )  # fmt: skip
    position.when("sauron", Attack("mordor-cavalry-1", "spearmen-1")).refused("7.35")


def test_a_correction_places_moves_and_removes_an_engine():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "2311"))
    for ruling, event in (
        ({"place": "grond-1", "hex": "2311"}, EnginePlaced("gondor-grond-1", "ram", "2311", "sauron")),
        ({"move": "grond-1", "hex": "2211"}, EnginePlaced("gondor-grond-1", "ram", "2211", "sauron")),
        ({"remove": "grond-1"}, PieceRemoved("gondor-grond-1")),
    ):
        assert adjust(position.game, position.state, ruling) == (event,)
        position.add(event)
