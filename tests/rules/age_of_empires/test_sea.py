"""The sea and ships (sea-1 to sea-22, position-1 to position-3, combat-24, card-unit-13)."""

from __future__ import annotations

import pytest

from replays.viewer.printing import printing
from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.actions import (
    AttackBuilding,
    AttackUnit,
    Build,
    Defend,
    Muster,
    Respond,
    Step,
    Turn,
)
from rules.age_of_empires.cities import coast, sea_sides
from rules.age_of_empires.ruleset import ruleset
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    MOVEMENT,
    Position,
    age,
    cards,
    city,
    civilization,
    damage,
    given,
    hand,
    phase,
    sea,
    stock,
    unit,
    villagers,
)

GALLEY = "first-galley-1"
RICH = (stock("first", 20, 20, 20, 20), villagers("first", "c-3", 6))


def open_sea():
    """The sea is in use, and no Dock has been placed."""
    return sea("")


def building(*circumstances) -> Position:
    return given(*RICH, *circumstances, phase("first", CONSTRUCTION))


@pytest.mark.rule("age-of-empires", "sea-1", "sea-2", "product-2")
def test_without_the_sea_docks_and_ships_cannot_be_used():
    building(hand("first", "dock")).when("first", Build("dock", "l1-3")).refused("sea-1")
    building(open_sea(), hand("first", "dock")).offers(Build("dock", "l1-3"))


@pytest.mark.rule("age-of-empires", "sea-3", "sea-4")
@pytest.mark.parametrize(
    ("seat", "space", "which"),
    [
        ("first", "l1-3", "west"),
        ("first", "r1-3", "east"),
        ("second", "l1-3", "east"),
        ("second", "r1-3", "west"),
    ],
)
def test_the_first_dock_decides_which_side_is_sea_for_both(seat, space, which):
    position = given(
        open_sea(),
        stock(seat, 9, 9, 9, 9),
        villagers(seat, "c-3", 3),
        hand(seat, "dock"),
        phase(seat, CONSTRUCTION),
    )
    position.when(seat, Build("dock", space)).then_includes(events.SeaBegan(seat, which))
    assert position.state.sea == which
    assert sea_sides(position.state, "first") == ((-1,) if which == "west" else (1,))
    assert sea_sides(position.state, "second") == ((1,) if which == "west" else (-1,))


@pytest.mark.rule("age-of-empires", "sea-5")
def test_a_dock_on_the_other_side_makes_the_sea_for_its_owner_on_both():
    position = building(sea("west"), hand("first", "dock"), city("first", "house l1-3"))
    position.when("first", Build("dock", "r1-3"))
    assert sea_sides(position.state, "first") == (-1, 1)
    assert sea_sides(position.state, "second") == (1,)


@pytest.mark.rule("age-of-empires", "sea-6")
def test_the_outermost_building_of_each_rank_on_the_sea_side_is_coast():
    position = building(sea("west"), city("first", "house l1-3", "house c-2", "house r1-3"))
    assert coast(position.state, "first") == ["l1-3", "c-2"]


@pytest.mark.rule("age-of-empires", "sea-7", "sea-8")
def test_nothing_is_placed_outside_a_dock_and_other_ranks_may_extend():
    position = building(
        sea("west"), hand("first", "house"), city("first", "dock l1-3", "house c-2", "house l1-2")
    )
    position.when("first", Build("house", "l2-3")).refused("sea-7")
    position.offers(Build("house", "l2-2"), Build("house", "r1-3"))


@pytest.mark.rule("age-of-empires", "sea-19")
def test_a_dock_is_the_outermost_of_its_rank():
    position = building(
        open_sea(),
        hand("first", "dock"),
        city("first", "house l1-3", "house r1-3", "house c-2", "house r1-2", "house l1-2", "house l1-1"),
    )
    # c-1 is empty beside c-2, with a building farther out on its left and none on its right
    position.offers(Build("dock", "l2-3"), Build("dock", "c-1"))
    inside = building(
        open_sea(),
        hand("first", "dock"),
        city("first", "house l1-3", "house l2-3", "house l2-2", "house r1-3", "house r1-2"),
    )
    inside.when("first", Build("dock", "c-2")).refused("sea-19")


@pytest.mark.rule("age-of-empires", "sea-6")
def test_a_fish_trap_is_placed_on_the_coast():
    position = building(sea("west"), hand("first", "fish-trap"), city("first", "dock l1-3"))
    position.offers(Build("fish-trap", "l1-2")).when("first", Build("fish-trap", "r1-3")).refused("sea-6")


@pytest.mark.rule("age-of-empires", "sea-20", "sea-12", "position-2")
def test_a_ship_enters_on_its_dock_in_attack_mode_with_one_token():
    position = given(
        stock("first", 9, 9, 9, 9),
        sea(),
        hand("first", "galley"),
        city("first", "dock l1-3"),
        unit("first", "archer", 1, "first l1-3"),
        phase("first", ALLOCATION),
    )
    position.offers(Muster("galley", 1, "l1-3", "l1-3")).offers_not(Muster("galley", 2, "l1-3", "l1-3"))
    position.when("first", Muster("galley", 1, "l1-3", "l1-3"))
    assert (position.unit(GALLEY).mode, position.unit(GALLEY).space) == ("attack", "l1-3")


@pytest.mark.rule("age-of-empires", "position-3", "sea-11", "position-1")
def test_warships_are_turned_and_a_fishing_ship_stays_in_defence_mode():
    field = (stock("first", 9, 9, 9, 9), sea(), city("first", "dock l1-3"))
    position = given(
        *field, unit("first", "galley", 1, "first l1-3", mode="attack"), phase("first", ALLOCATION)
    )
    position.when("first", Turn(GALLEY))
    assert position.unit(GALLEY).mode == "defence"
    fisher = given(*field, hand("first", "fishing-ship"), phase("first", ALLOCATION))
    fisher.when("first", Muster("fishing-ship", 1, "l1-3", "l1-3"))
    assert fisher.unit("first-fishing-ship-1").mode == "defence"
    fisher.when("first", Turn("first-fishing-ship-1")).refused("sea-11")


@pytest.mark.rule("age-of-empires", "sea-10", "resource-4")
def test_a_fishing_ship_yields_food_without_villagers_and_without_upkeep():
    position = given(
        sea(),
        city("first", "dock l1-3"),
        unit("first", "fishing-ship", 1, "first l1-3", mode="defence"),
        phase("first", COLLECTION, begins=True),
    )
    assert position.side("first").food == 2
    master = given(
        sea(),
        cards("first", "master-fishermen"),
        city("first", "dock l1-3"),
        unit("first", "fishing-ship", 1, "first l1-3", mode="defence"),
        phase("first", COLLECTION, begins=True),
    )
    assert master.side("first").food == 3


@pytest.mark.rule("age-of-empires", "sea-17", "sea-21", "sea-13")
def test_a_ship_moves_along_the_coast_and_over_the_sea():
    position = given(
        sea(),
        city("first", "dock l1-3", "house l1-2", "house c-2"),
        unit("first", "galley", 1, "first l1-3", mode="attack"),
        phase("first", MOVEMENT),
    )
    position.offers(Step(GALLEY, "first:l1-2"), Step(GALLEY, "land"))
    position.when("first", Step(GALLEY, "first:c-3")).refused("sea-17")
    position.when("first", Step(GALLEY, "land")).offers(Step(GALLEY, "second:c-3"))
    position.when("first", Step(GALLEY, "second:c-3"))
    assert position.unit(GALLEY).city == "second"


@pytest.mark.rule("age-of-empires", "sea-15")
def test_a_ship_in_defence_mode_does_not_leave_its_city():
    position = given(
        sea(),
        city("first", "dock l1-3", "house l1-2"),
        unit("first", "galley", 1, "first l1-3", mode="defence"),
        phase("first", MOVEMENT),
    )
    position.when("first", Step(GALLEY, "land")).refused("sea-15")
    position.offers(Step(GALLEY, "first:l1-2"))


@pytest.mark.rule("age-of-empires", "sea-9", "layout-7")
def test_land_units_do_not_notice_the_sea():
    position = given(
        sea(), city("first", "dock l1-3"), unit("first", "militia", 1, "first l1-3"), phase("first", MOVEMENT)
    )
    position.offers(Step("first-militia-1", "land"), Step("first-militia-1", "first:c-3"))


@pytest.mark.rule("age-of-empires", "sea-18", "combat-24")
def test_a_warship_attacks_the_coast_and_its_ranged_value_harms_buildings():
    position = given(
        sea(),
        city("second", "house r1-3"),
        unit("first", "galley", 1, "second r1-3", mode="attack"),
        phase("first", ATTACK),
    )
    position.when("first", AttackBuilding("r1-3", GALLEY)).goes_on()
    assert position.at("second", "r1-3").damage == 10  # 15
    land = given(
        sea(),
        city("second", "house r1-3"),
        unit("second", "militia", 3, "second r1-3"),
        unit("first", "galley", 1, "second r1-3", mode="attack"),
        phase("first", ATTACK),
    )
    land.when("first", AttackBuilding("r1-3", GALLEY)).when(
        "second", Defend(unit=True, villagers=0)
    ).goes_on()
    assert land.unit("second-militia-1").soldiers == 1


@pytest.mark.rule("age-of-empires", "sea-14", "combat-2")
def test_a_ship_in_defence_mode_does_not_attack_and_one_in_attack_mode_does_not_defend():
    field = (sea(), city("second", "house r1-3"), unit("first", "militia", 1, "second c-3"))
    resting = given(*field, unit("first", "galley", 1, "second r1-3", mode="defence"), phase("first", ATTACK))
    resting.when("first", AttackBuilding("r1-3", GALLEY)).refused("sea-14")
    for mode, defends in (("attack", False), ("defence", True)):
        position = given(
            *field,
            unit("first", "militia", 2, "second r1-3"),
            unit("second", "galley", 1, "second r1-3", mode=mode),
            phase("first", ATTACK),
        )
        position.when("first", AttackBuilding("r1-3", "first-militia-2"))
        assert (position.awaited()[1] == "defence") is defends


@pytest.mark.rule("age-of-empires", "sea-16")
def test_a_ship_comes_to_defend_the_coast_at_its_rank_or_the_next():
    for rank, comes in ((2, True), (1, False)):
        position = given(
            sea(),
            city("second", "house r1-3", "house r1-2", "house r1-1"),
            unit("second", "galley", 1, f"second r1-{rank}", mode="defence"),
            unit("first", "militia", 5, "second r1-3"),
            phase("first", ATTACK),
        )
        position.when("first", AttackBuilding("r1-3", "first-militia-1"))
        assert (position.awaited() == ("second", "response")) is comes
        if comes:
            position.when("second", Respond("second-galley-1"))
            assert position.unit("second-galley-1").space == "r1-3"


@pytest.mark.rule("age-of-empires", "combat-24")
def test_ships_fight_ships_at_sea_without_any_card():
    position = given(
        sea(),
        unit("first", "galley", 1, "", mode="attack"),
        unit("second", "fire-ship", 1, "", mode="attack"),
        unit("second", "militia", 1, ""),
        phase("first", ATTACK),
    )
    position.offers(AttackUnit("second-fire-ship-1", GALLEY)).offers_not(
        AttackUnit("second-militia-1", GALLEY)
    )


@pytest.mark.rule("age-of-empires", "sea-22")
def test_a_ship_whose_coast_is_destroyed_is_at_sea_and_a_fishing_ship_goes_along():
    field = (
        sea(),
        city("second", "house r1-3", "house c-2"),
        damage("second", "r1-3", 40),
        unit("first", "militia", 5, "second r1-3"),
    )
    galley = given(*field, unit("second", "galley", 1, "second r1-3", mode="defence"), phase("first", ATTACK))
    galley.when("first", AttackBuilding("r1-3", "first-militia-1")).when("second", Defend(False, 0)).goes_on()
    assert (galley.unit("second-galley-1").city, galley.unit("second-galley-1").mode) == ("", "attack")
    fisher = given(
        *field, unit("second", "fishing-ship", 1, "second r1-3", mode="defence"), phase("first", ATTACK)
    )
    fisher.when("first", AttackBuilding("r1-3", "first-militia-1")).when("second", Defend(False, 0)).goes_on()
    if fisher.awaited()[1] == "displaced":
        fisher.when("second", fisher.offered()[0])
    assert fisher.unit("second-fishing-ship-1").city == "second"
    assert fisher.unit("second-fishing-ship-1").space in ("c-2", "c-3")


def test_a_demolition_ship_is_destroyed_by_its_attack():
    position = given(
        sea(),
        age("first", 3),
        city("second", "castle r1-3"),
        unit("first", "demolition-ship", 1, "second r1-3", mode="attack"),
        phase("first", ATTACK),
    )
    position.when("first", AttackBuilding("r1-3", "first-demolition-ship-1")).goes_on()
    assert "first-demolition-ship-1" not in position.state.units
    assert position.at("second", "r1-3").damage == 80
    position.then_includes(of_units.UnitDestroyed("first-demolition-ship-1"))


@pytest.mark.rule("age-of-empires", "civ-12", "card-unit-13")
def test_vikings_pay_1_wood_less_for_warships():
    from rules.age_of_empires.values import cost_of

    position = given(civilization("first", "vikings"), phase("first", ALLOCATION))
    own, other = position.side("first"), position.side("second")
    assert [cost_of(position.game, each, "galley").wood for each in (own, other)] == [1, 2]
    assert [cost_of(position.game, each, "fishing-ship").wood for each in (own, other)] == [2, 2]


@pytest.mark.rule("age-of-empires", "sea-17", "sea-21")
def test_along_the_coast_a_ship_goes_rank_by_rank():
    position = given(
        sea(),
        city("first", "dock l1-3", "house l1-2", "house c-2", "house l1-1"),
        unit("first", "galley", 1, "first l1-3", mode="attack"),
        phase("first", MOVEMENT),
    )
    position.offers(Step(GALLEY, "first:l1-2")).offers_not(Step(GALLEY, "first:l1-1"))
    position.when("first", Step(GALLEY, "first:l1-1")).refused("sea-17")


@pytest.mark.rule("age-of-empires", "sea-11", "sea-15")
def test_a_ship_at_sea_stays_in_attack_mode():
    position = given(
        sea(),
        city("first", "dock l1-3"),
        unit("first", "galley", 1, "", mode="attack"),
        phase("first", ALLOCATION),
    )
    position.offers_not(Turn(GALLEY)).when("first", Turn(GALLEY)).refused("sea-11")


def test_buildings_on_the_coast_are_marked_on_the_board():
    position = given(sea(), city("first", "dock l1-3", "house r1-3"), phase("first", ALLOCATION))
    scene = ruleset.scene(position.game, position.state)
    marked = {space.id for space in scene.spaces if "shore" in space.features}
    assert ("first:l1-3" in marked, "first:r1-3" in marked) == (True, False)
    assert "shore" in printing(scene, "light").marks
