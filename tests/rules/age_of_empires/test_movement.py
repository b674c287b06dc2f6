"""Movement (turn-5, move-1 to move-12, layout-4 to layout-6, layout-14, layout-15)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.actions import Done, Step
from rules.age_of_empires.cities import on_fringe
from tests.rules.age_of_empires.harness import (
    MOVEMENT,
    Position,
    age,
    cards,
    city,
    civilization,
    given,
    like,
    phase,
    unit,
    villagers,
)

MILITIA, KNIGHT = "first-militia-1", "first-knight-1"


def moving(*circumstances) -> Position:
    return given(*circumstances, phase("first", MOVEMENT))


@pytest.mark.rule("age-of-empires", "layout-14")
def test_the_fringe_has_an_empty_place_before_or_beside():
    position = moving(city("first", "mill c-2", "house l1-3", "house r1-3", "house l1-2", "house r1-2"))
    own = position.side("first").city
    assert not on_fringe(own, "c-3")  # the side behind rank 3 is never open
    assert {space for space in own if on_fringe(own, space)} == {"c-2", "l1-3", "r1-3", "l1-2", "r1-2"}
    assert on_fringe(moving().side("first").city, "c-3")


@pytest.mark.rule("age-of-empires", "move-1", "layout-15")
def test_a_unit_takes_one_step_between_neighbours_or_to_no_mans_land():
    position = moving(unit("first", "militia", 5, "first c-2"), city("first", "mill c-2", "house c-1"))
    position.offers(Step(MILITIA, "first:c-3"), Step(MILITIA, "first:c-1"), Step(MILITIA, "land")).offers_not(
        Step(MILITIA, "second:c-3")
    )
    position.when("first", Step(MILITIA, "land"))
    assert position.unit(MILITIA).city == ""
    assert position.state.phase > MOVEMENT


@pytest.mark.rule("age-of-empires", "card-unit-10", "move-1")
def test_cavalry_goes_from_the_fringe_to_the_enemy_fringe_in_one_turn():
    position = moving(unit("first", "knight", 5, "first c-3"))
    position.when("first", Step(KNIGHT, "land")).when("first", Step(KNIGHT, "second:c-3"))
    assert position.unit(KNIGHT).city == "second"


@pytest.mark.rule("age-of-empires", "turn-5")
def test_each_unit_moves_once_and_another_that_moves_ends_its_move():
    position = moving(unit("first", "knight", 5, "first c-3"), unit("first", "militia", 5, ""))
    position.when("first", Step(KNIGHT, "land")).when("first", Step(MILITIA, "second:c-3"))
    assert position.state.phase > MOVEMENT  # the knights have a step left, which is lost


@pytest.mark.rule("age-of-empires", "move-2", "unit-3")
def test_a_unit_passes_over_a_building_with_an_own_unit_and_does_not_stay():
    field = (city("first", "house c-2", "house c-1"), unit("first", "archer", 1, "first c-2"))
    slow = moving(*field, unit("first", "militia", 5, "first c-3"))
    slow.when("first", Step(MILITIA, "first:c-2")).refused("move-2")
    fast = moving(*field, unit("first", "knight", 5, "first c-3"))
    fast.when("first", Step(KNIGHT, "first:c-2"))
    fast.offers_not(Done, Step("first-archer-1", "first:c-1"))
    fast.when("first", Step(KNIGHT, "first:c-1"))
    assert fast.unit(KNIGHT).space == "c-1"


@pytest.mark.rule("age-of-empires", "unit-3", "layout-6")
def test_no_mans_land_holds_any_number_and_a_building_one_unit_of_each_seat():
    position = moving(
        unit("first", "militia", 5, "first c-3"),
        unit("first", "archer", 1, ""),
        unit("second", "archer", 1, ""),
    )
    position.when("first", Step(MILITIA, "land"))
    assert [found.city for _, found in sorted(position.state.units.items())] == ["", "", ""]


@pytest.mark.rule("age-of-empires", "move-3")
@pytest.mark.parametrize("guard", ["villagers", "unit", "nobody"])
def test_contact_ends_the_move(guard):
    field = [city("second", "house c-2", "house c-1"), unit("first", "knight", 5, "")]
    if guard == "villagers":
        field.append(villagers("second", "c-1", 1))
    if guard == "unit":
        field.append(unit("second", "militia", 1, "second c-1"))
    position = moving(*field)
    position.when("first", Step(KNIGHT, "second:c-1"))
    if guard == "nobody":
        position.offers(Step(KNIGHT, "second:c-2"))
    else:
        assert position.unit(KNIGHT).steps == 0
        assert position.state.phase > MOVEMENT


@pytest.mark.rule("age-of-empires", "move-4")
def test_a_unit_leaves_an_enemy_by_one_step_and_not_deeper_into_the_city():
    position = moving(
        city("second", "house c-2", "house c-1"),
        unit("first", "knight", 5, "second c-1"),
        unit("second", "militia", 1, "second c-1"),
    )
    position.when("first", Step(KNIGHT, "second:c-2")).refused("move-4")
    position.when("first", Step(KNIGHT, "land"))
    assert position.unit(KNIGHT).steps == 0


@pytest.mark.rule("age-of-empires", "move-5")
def test_nobody_enters_the_city_of_a_seat_in_age_1():
    field = (unit("first", "militia", 5, ""), unit("first", "archer", 1, "first c-3"))
    early = moving(*field, age("second", 1))
    early.when("first", Step(MILITIA, "second:c-3")).refused("move-5")
    moving(*field).offers(Step(MILITIA, "second:c-3"))


@pytest.mark.rule("age-of-empires", "move-6", "move-8")
@pytest.mark.parametrize(
    ("wall", "leaves"), [("stone-wall", False), ("palisade-wall", False), ("gate", True)]
)
def test_nobody_leaves_the_own_city_over_a_wall_but_through_a_gate(wall, leaves):
    position = moving(city("first", f"{wall} c-2"), unit("first", "militia", 5, "first c-2"))
    if leaves:
        position.offers(Step(MILITIA, "land"))
    else:
        position.when("first", Step(MILITIA, "land")).refused("move-6")


@pytest.mark.rule("age-of-empires", "move-6", "move-8")
def test_a_fringe_of_walls_alone_keeps_everybody_in():
    walls = [f"stone-wall {space}" for space in ("c-2", "l1-3", "r1-3")]
    position = moving(city("first", *walls), unit("first", "militia", 5, "first c-3"))
    position.when("first", Step(MILITIA, "land")).refused("layout-15")
    back = moving(
        city("first", *walls), unit("first", "militia", 5, ""), unit("first", "archer", 1, "first c-3")
    )
    back.when("first", Step(MILITIA, "first:c-2")).refused("move-6")
    gate = moving(city("first", *walls[:2], "gate r1-3"), unit("first", "militia", 5, ""))
    gate.offers(Step(MILITIA, "first:r1-3")).offers_not(Step(MILITIA, "first:c-2"))


@pytest.mark.rule("age-of-empires", "move-7")
@pytest.mark.parametrize("wall", ["stone-wall", "gate"])
def test_an_enemy_on_a_wall_goes_only_back(wall):
    position = moving(city("second", f"{wall} c-2"), unit("first", "knight", 5, ""))
    position.when("first", Step(KNIGHT, "second:c-2"))
    position.when("first", Step(KNIGHT, "second:c-3")).refused("move-7")
    position.when("first", Step(KNIGHT, "land"))
    assert position.unit(KNIGHT).city == ""


@pytest.mark.rule("age-of-empires", "layout-4")
def test_a_hole_inside_a_city_is_no_mans_land():
    ring = ["c-2 l1-3", "r1-3"]
    spaces = ("l1-3", "r1-3", "l1-2", "r1-2", "l1-1", "c-1", "r1-1")
    position = moving(
        city("second", *(f"house {space}" for space in spaces)),
        unit("first", "militia", 5, ""),
        unit("first", "archer", 1, "first c-3"),
    )
    assert ring
    position.offers(Step(MILITIA, "second:c-3"))  # before it, at c-2, is the hole


@pytest.mark.rule("age-of-empires", "civ-5", "move-11")
def test_celtic_infantry_has_movement_2():
    position = moving(civilization("first", "celts"), unit("first", "militia", 5, "first c-3"))
    position.when("first", Step(MILITIA, "land")).offers(Step(MILITIA, "second:c-3"))
    archers = moving(civilization("first", "celts"), unit("first", "archer", 5, "first c-3"))
    archers.when("first", Step("first-archer-1", "land"))
    assert archers.state.phase > MOVEMENT


@pytest.mark.parametrize(("card", "technology"), [("militia", "squires"), ("knight", "husbandry")])
def test_squires_and_husbandry_give_one_step_more(card, technology):
    usual = moving(unit("first", card, 5, "first c-3"))
    better = moving(cards("first", technology), unit("first", card, 5, "first c-3"))
    name = f"first-{card}-1"
    for position, more in ((usual, 0), (better, 1)):
        position.when("first", Step(name, "land"))
        position.then_includes(like(of_units.UnitStepped, left=(1 if card == "knight" else 0) + more))


@pytest.mark.rule("age-of-empires", "unit-7")
def test_monks_alone_may_move():
    position = moving(unit("first", "militia", 0, "first c-3", monks=2))
    position.when("first", Step(MILITIA, "land"))
    assert position.unit(MILITIA).monks == 2


@pytest.mark.rule("age-of-empires", "layout-1", "layout-2")
def test_the_cities_are_never_directly_adjacent():
    position = moving(unit("first", "militia", 5, "first c-3"))
    position.when("first", Step(MILITIA, "second:c-3")).refused("layout-15")
