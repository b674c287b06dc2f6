"""Retreat after combat (7.54 to 7.57)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, End, Fire, HoldPosition, March, Rally, Retreat, Step
from rules.middle_earth.events import (
    AttackResolved,
    MarchEnded,
    RetreatOrdered,
    UnitDisplaced,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import board, counter, given, leader, like, phase, unit

SAURON = phase("D", "melee")
R1, R2 = [1, 1, 5], [1, 1, 4]
"""A casualty, and the result for morale X: retreat one hex, or two."""


def driven(dice, *more, made=None, place="0505", attacker="0504"):
    """Slaves attack footmen (morale X)."""
    return given(
        made or board(),
        unit("men-footmen-1", place),
        unit("slaves-1", attacker),
        *more,
        SAURON,
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), dice)


def place_of(position, name="men-footmen-1"):
    return position.state.units[f"sauron-{name}"].hex


# 7.54


@pytest.mark.rule("middle-earth", "7.54-a")
@pytest.mark.parametrize(("dice", "hexes"), [(R1, 1), (R2, 2)])
def test_a_unit_retreats_as_many_hexes_as_the_result_says(dice, hexes):
    position = driven(dice).then_includes(RetreatOrdered("men-footmen-1", hexes, "combat"))
    for name in ("0506", "0507")[:hexes]:
        position.awaits("alliance", "retreat").when("alliance", Retreat(name))
    assert place_of(position) == ("0506", "0507")[hexes - 1]
    assert not position.state.retreats


@pytest.mark.rule("middle-earth", "7.54-a")
def test_it_must_end_that_many_hexes_away_from_where_it_started():
    position = driven(R2).when("alliance", Retreat("0605"))
    position.offers_only(Retreat("0606"), Retreat("0705"), Retreat("0706"))
    position.when("alliance", Retreat("0506")).refused("7.54", "2 hexes away from 0505")


@pytest.mark.rule("middle-earth", "7.54-a")
def test_a_retreat_costs_no_movement_points():
    slow = {**counter("alliance", "C3X"), "allowance": 1}
    position = given(
        board(types={"slow": slow}, terrain={"0506": "grove", "0507": "grove"}),
        unit("slow-1", "0505"),
        unit("slaves-1", "0504"),
        SAURON,
    ).when("sauron", Attack("slaves-1", "slow-1"), R2)
    position.when("alliance", Retreat("0506")).when("alliance", Retreat("0507"))
    assert place_of(position, "slow-1") == "0507"


# 7.55


@pytest.mark.rule("middle-earth", "7.55-a", "7.54-a")
def test_the_owner_chooses_among_the_hexes_outside_enemy_zones():
    position = driven(R1).awaits("alliance", "retreat")
    position.offers_only(Retreat("0405"), Retreat("0506"), Retreat("0605"))
    for zone in ("0604", "0404"):
        position.when("alliance", Retreat(zone)).refused("7.55", "zone of control")
    position.when("alliance", Retreat("0605")).then(UnitRetreated("men-footmen-1", "0605"))


@pytest.mark.rule("middle-earth", "7.55-a")
def test_a_friend_in_a_zone_of_control_does_not_open_it():
    driven(R2, unit("men-footmen-2", "0604")).when("alliance", Retreat("0604")).refused(
        "7.55", "zone of control"
    )


@pytest.mark.rule("middle-earth", "7.55-a")
def test_the_second_hex_may_not_lie_in_an_enemy_zone_either():
    position = driven(R2, unit("orcs-2", "0708")).when("alliance", Retreat("0506"))
    position.offers_only(Retreat("0406"), Retreat("0507"), Retreat("0606"))
    blocked = driven(R2, unit("orcs-2", "0508")).when("alliance", Retreat("0506"))
    blocked.when("alliance", Retreat("0507")).refused("7.55", "zone of control")


@pytest.mark.rule("middle-earth", "7.55-a")
def test_a_hex_from_which_there_is_no_second_step_is_no_way():
    closed = {"0306": "mountain", "0406": "mountain", "0507": "mountain", "0305": "mountain"}
    position = driven(R2, made=board(terrain=closed))
    position.offers_not(Retreat("0405")).offers(Retreat("0506"), Retreat("0605"))


@pytest.mark.rule("middle-earth", "7.55-a")
def test_an_enemy_in_the_hex_closes_it_even_without_a_zone():
    position = driven(R1, unit("orcs-2", "0506", disrupted=True))
    position.offers_only(Retreat("0405"), Retreat("0605"))
    position.when("alliance", Retreat("0506")).refused("7.55", "held by the enemy")


@pytest.mark.rule("middle-earth", "7.55-a")
@pytest.mark.parametrize(
    "closed",
    [
        {"terrain": {"0506": "mountain"}},
        {"edges": {"0505|0506": "wall"}},
        {"edges": {"0505|0506": "rock"}},
    ],
)
def test_prohibited_hexes_and_hexsides_are_closed(closed):
    position = driven(R1, made=board(**closed)).offers_only(Retreat("0405"), Retreat("0605"))
    position.when("alliance", Retreat("0506")).refused("7.55", "the terrain is closed to it")


@pytest.mark.rule("middle-earth", "7.55-a")
def test_the_map_edge_is_closed():
    position = driven(R1, place="0510", attacker="0509").offers_only(Retreat("0410"), Retreat("0610"))
    position.when("alliance", Retreat("0511")).refused("7.55", "off the map")


@pytest.mark.rule("middle-earth", "7.55-a")
def test_friends_on_the_way_are_passed_and_their_leaders_stay_with_them():
    position = driven(R2, leader("isildur", "0505"), unit("men-footmen-2", "0506"), leader("anarion", "0506"))
    position.when("alliance", Retreat("0506")).when("alliance", Retreat("0507"))
    position.then_includes(UnitRetreated("men-footmen-1", "0507", ("isildur",))).then_not(UnitDisplaced)
    assert position.state.leaders["sauron-isildur-1"].hex == "0507"
    assert position.state.leaders["sauron-anarion-1"].hex == "0506"


# 7.56


@pytest.mark.rule("middle-earth", "7.56-a")
def test_a_unit_without_a_way_is_eliminated():
    one_side = (unit("trolls-2", "0305"), unit("men-footmen-2", "0101"))
    driven(R1, *one_side).awaits("alliance", "retreat").offers_only(Retreat("0506"), Retreat("0605"))
    driven(R1, *one_side, unit("trolls-3", "0606")).then_includes(
        UnitEliminated("men-footmen-1", "alliance", 9, "7.56")
    ).then_not(UnitRetreated)


@pytest.mark.rule("middle-earth", "7.55-a", "7.56-a")
@pytest.mark.parametrize(("dice", "lost"), [(R1, False), (R2, True)])
def test_a_unit_that_could_only_leave_the_map_is_eliminated(dice, lost):
    position = driven(
        dice, unit("men-footmen-2", "0501"), made=board("0501-0505"), place="0504", attacker="0503"
    )
    if lost:
        position.then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.56"))
    else:
        position.then_not(UnitEliminated)
        assert place_of(position) == "0505"


# 7.57


@pytest.mark.rule("middle-earth", "7.57-a")
def test_a_unit_that_retreated_is_disrupted():
    position = (
        driven(R1).when("alliance", Retreat("0506")).then_includes(UnitDisrupted("men-footmen-1", "7.57"))
    )
    assert position.state.units["sauron-men-footmen-1"].disrupted


@pytest.mark.rule("middle-earth", "7.57-a")
def test_a_unit_that_is_only_reduced_is_not_disrupted():
    position = driven([1, 1, 3]).then_includes(UnitReduced("men-footmen-1", "7.42")).then_not(UnitDisrupted)
    assert not position.state.units["sauron-men-footmen-1"].disrupted


@pytest.mark.rule("middle-earth", "7.57-a")
def test_a_disrupted_unit_does_not_move():
    position = given(
        board(), unit("men-footmen-1", "0505", disrupted=True), unit("men-footmen-2", "0707"), phase("F")
    )
    position.offers(March("men-footmen-2")).offers_not(March("men-footmen-1"))
    position.when("alliance", March("men-footmen-1")).refused("7.57", "disrupted")


@pytest.mark.rule("middle-earth", "7.57-a")
def test_a_disrupted_unit_neither_fires_nor_strikes():
    field = (unit("elven-bowmen-1", "0505", disrupted=True), unit("orcs-1", "0504"))
    shot, blow = Fire("elven-bowmen-1", "orcs-1"), Attack("elven-bowmen-1", "orcs-1")
    given(board(), *field, phase("G", "missile")).offers_only(End()).when("alliance", shot).refused("7.57")
    given(board(), *field, phase("G", "melee")).offers_only(End()).when("alliance", blow).refused("7.57")


@pytest.mark.rule("middle-earth", "7.57-a")
def test_a_disrupted_unit_defends_as_ever():
    given(board(), unit("men-footmen-1", "0505", disrupted=True), unit("orcs-1", "0504"), SAURON).when(
        "sauron", Attack("orcs-1", "men-footmen-1"), [1, 1, 3]
    ).then_includes(
        like(AttackResolved, letter="E", armour=3, range=(2, 4), morale="X", result="1/2"),
        UnitReduced("men-footmen-1", "7.42"),
    )


@pytest.mark.rule("middle-earth", "7.57-a", "6.14-a")
@pytest.mark.parametrize("disrupted", [True, False])
def test_a_disrupted_unit_has_no_zone_of_control(disrupted):
    position = given(
        board(), unit("orcs-1", "0504", disrupted=disrupted), unit("men-footmen-1", "0506"), phase("F")
    ).when("alliance", March("men-footmen-1"))
    position.when("alliance", Step("0505"))
    if disrupted:
        position.then_not(MarchEnded).offers(Step("0604"))
    else:
        position.then_includes(MarchEnded("men-footmen-1", "6.0"))


@pytest.mark.rule("middle-earth", "7.57-a")
def test_it_stays_disrupted_until_a_leader_rallies_it():
    position = driven(R1, unit("men-footmen-2", "0507"), leader("isildur", "0507")).when(
        "alliance", Retreat("0506")
    )
    position.when("sauron", HoldPosition())
    position.add(phase("F", turn=2))
    position.when("alliance", March("men-footmen-1")).refused("7.57")
    position.add(phase("H", turn=2, seat="alliance"))
    position.when("alliance", Rally("isildur", "men-footmen-1"), [1, 1])
    assert not position.state.units["sauron-men-footmen-1"].disrupted
    position.add(phase("F", turn=3))
    position.offers(March("men-footmen-1"))


@pytest.mark.rule("middle-earth", "7.57-b")
@pytest.mark.parametrize("dice", [R1, R2])
def test_a_disrupted_unit_that_must_retreat_is_eliminated(dice):
    position = given(
        board(),
        unit("men-footmen-1", "0505", disrupted=True),
        unit("men-footmen-2", "0909"),
        unit("slaves-1", "0504"),
        SAURON,
    ).when("sauron", Attack("slaves-1", "men-footmen-1"), dice)
    position.then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.57")).then_not(
        RetreatOrdered, UnitRetreated
    )


@pytest.mark.rule("middle-earth", "7.57-b")
@pytest.mark.parametrize("disrupted", [True, False])
def test_a_disrupted_friend_cannot_be_displaced(disrupted):
    position = driven(
        R1,
        unit("men-footmen-2", "0504", disrupted=disrupted),
        unit("men-footmen-3", "0501"),
        made=board("0501-0508"),
        place="0503",
        attacker="0502",
    )
    if disrupted:
        position.then_includes(UnitEliminated("men-footmen-1", "alliance", 9, "7.56"))
    else:
        position.awaits("alliance", "retreat").offers(Retreat("0504"))
