"""What may not be done is refused with its rule, as `why` tells it."""

from __future__ import annotations

from rules.middle_earth.actions import Attack, Cast, End, Fire, Form, Halt, March, Step
from rules.middle_earth.gondor.actions import Pour, RaiseLadder, Shoot
from tests.rules.middle_earth.gondor.siege import cauldron, engine, ladder, leader, siege
from tests.rules.middle_earth.harness import given, phase, unit

FAR = (unit("light-orc-spearmen-1", "2515"), unit("light-orc-spearmen-2", "2517"))
WEST = (unit("spearmen-4", "0511"), unit("spearmen-3", "0512"))


def test_a_step_into_an_enemys_zone_and_on():
    position = given(
        siege(), *FAR, *WEST, unit("rohan-light-cavalry-1", "2012"), unit("orcs-1", "2010"), phase("C")
    )
    position.when("sauron", March("orcs-1")).when("sauron", Step("2011"))
    position.when("sauron", Step("1911")).refused("6.0", "stopped in 2011")
    position.when("sauron", March("orcs-1")).refused("4.21")
    held = given(
        siege(), *FAR, *WEST, unit("rohan-light-cavalry-1", "2012"), unit("orcs-1", "2011"), phase("C")
    )
    held.when("sauron", March("orcs-1")).refused("6.11", "zone of control")


def test_a_charge_into_a_grove():
    position = given(siege(), *FAR, *WEST, unit("rohan-heavy-cavalry-1", "2407"), unit("orcs-1", "2307"),
                     unit("orcs-2", "2408"), phase("G", "melee"))  # fmt: skip
    position.when("west", Attack("rohan-heavy-cavalry-1", "orcs-1")).refused("7.36")


def test_fire_through_a_tower():
    position = given(siege(), *FAR, *WEST, unit("archers-1", "1209"), unit("orc-archers-1", "1411"),
                     unit("spearmen-1", "1210"), unit("spearmen-2", "1310"), phase("D", "missile"))  # fmt: skip
    position.when("sauron", Fire("orc-archers-1", "spearmen-1")).refused("7.13", "tower")


def test_melee_through_an_unbroken_wall():
    position = given(siege(), *FAR, *WEST, unit("spearmen-1", "1210"), unit("orcs-1", "1310"), unit("trolls-1", "1710"),
                     unit("axemen-1", "1711"), phase("D", "melee"))  # fmt: skip
    position.when("sauron", Attack("orcs-1", "spearmen-1")).refused("7.35", "unbreached wall")


def test_a_second_and_a_third_shot():
    position = given(siege(), *FAR, *WEST, unit("archers-1", "1210"), unit("orcs-1", "1310"), unit("orcs-2", "1410"),
                     unit("spearmen-1", "1211"), engine("city-catapult-1", "1211"), unit("archers-2", "1209"),
                     phase("G", "missile"))  # fmt: skip
    position.when("west", Fire("archers-1", "orcs-1"), dice=[6, 6])
    position.when("west", Fire("archers-1", "orcs-1")).refused("7.14")
    position.when("west", Fire("archers-1", "orcs-2")).refused("7.14")
    position.when("west", Shoot("city-catapult-1", "orcs-2"), dice=[6, 6])
    position.when("west", Shoot("city-catapult-1", "orcs-2")).refused("7.14")


def test_a_formation_by_saurons_side():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "2011"), unit("orcs-2", "2012"), leader("gothmog", "2011"),
                     phase("C"))  # fmt: skip
    position.when("sauron", Form("gothmog", ("gondor-orcs-1", "gondor-orcs-2"))).refused("8.41")


def test_a_spell_without_points():
    position = given(siege(), *FAR, *WEST, unit("spearmen-1", "1211"), leader("gandalf", "1211", points=1),
                     phase("A", seat="west"))  # fmt: skip
    position.when("west", Cast("gandalf", "break-darkness", 2)).refused("8.55")
    position.when("west", Cast("gandalf", "stalemate-nazgul", 2)).refused("8.55", "1 point")


def test_oil_poured_twice_and_oil_when_nobody_asks():
    climbers = (unit("orcs-1", "1310"), unit("spearmen-1", "1210"), *cauldron(1, "1210", "dummy"))
    raised = ladder(1, "orcs-1", "1310", "1210|1310")
    more = (unit("trolls-1", "1710"), unit("axemen-1", "1711"))
    position = given(
        siege(), *FAR, *WEST, *climbers, *raised, *more, phase("D", "melee", turn=2, night=False)
    )
    position.when("west", Pour()).refused("3.0", "Sauron")
    position.when("sauron", Attack("orcs-1", "spearmen-1")).when("west", Pour(), dice=[6, 6, 6, 6])
    position.when("west", Pour()).refused("GONDOR-25")
    asked = given(siege(), *FAR, unit("archers-1", "1210"), unit("orcs-1", "1310"), unit("spearmen-1", "0512"),
                  phase("G", "missile"))  # fmt: skip
    asked.when("west", Pour()).refused("GONDOR-25")


def test_a_leader_left_alone():
    position = given(siege(), *FAR, *WEST, unit("spearmen-1", "1211"), unit("spearmen-2", "1110"),
                     leader("imrahil", "1211"), phase("F"))  # fmt: skip
    position.when("west", March("spearmen-1")).when("west", Step("1212")).when("west", Step("1213"))
    position.when("west", Halt())
    position.when("west", March("spearmen-2")).when("west", Step("1109")).when("west", Halt())
    position.when("west", End()).refused("8.1", "Imrahil")


def test_a_ladder_on_the_open_plain():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1711"), phase("C"))
    position.when("sauron", RaiseLadder("orcs-1", "1210|1310")).refused("GONDOR-22")
