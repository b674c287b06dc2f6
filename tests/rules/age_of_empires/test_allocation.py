"""Allocation: villagers, monks, soldiers, units (turn-7, turn-8, villager-*, monk-1 to monk-6, soldier-*, unit-*)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.actions import Done, MakeMonks, MakeVillagers, Muster, Place, Settle, Train
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    Position,
    age,
    city,
    counted,
    given,
    hand,
    like,
    phase,
    pool,
    research,
    side,
    stock,
    unit,
    villagers,
)

RICH = stock("first", 50, 50, 50, 50)


def allocating(*circumstances) -> Position:
    return given(stock("first", 50, 50, 50, 50), *circumstances, phase("first", ALLOCATION))


@pytest.mark.rule("age-of-empires", "turn-7", "villager-11")
def test_all_villagers_in_the_city_come_to_the_pool_but_not_those_on_research():
    position = given(
        city("first", "mill c-2"),
        villagers("first", "c-2", 2),
        villagers("first", "c-3", 3),
        pool("first", 1),
        research("first", "loom", 2),
        phase("first", ALLOCATION, begins=True),
    )
    own = position.side("first")
    assert (own.pool, own.city["c-2"].villagers, own.city["c-3"].villagers) == (6, 0, 0)
    assert own.research["loom"] == 2


@pytest.mark.rule("age-of-empires", "villager-1", "token-1")
def test_a_villager_costs_1_food_and_comes_to_the_pool():
    position = allocating(city("first", "house c-2"))
    position.when("first", MakeVillagers(3))
    assert (position.side("first").food, position.side("first").pool) == (47, 3)


@pytest.mark.rule("age-of-empires", "villager-1")
def test_without_food_no_villager_is_made():
    allocating(stock("first")).when("first", MakeVillagers(1)).refused("villager-1", "1 food")


@pytest.mark.rule("age-of-empires", "villager-2")
def test_5_villagers_a_turn_in_all_whatever_the_number_of_town_centers():
    position = allocating(age("first", 3), city("first", "town-center c-2", "house l1-3"))
    position.when("first", MakeVillagers(4)).when("first", MakeVillagers(2)).refused("villager-2")
    position.when("first", MakeVillagers(1)).when("first", MakeVillagers(1)).refused("villager-2")


@pytest.mark.rule("age-of-empires", "villager-3", "kit-5")
def test_town_centers_and_houses_set_how_many_villagers_there_may_be():
    position = allocating(pool("first", 4), research("first", "loom", 1))
    position.when("first", MakeVillagers(1)).refused("villager-3", "room for 5")
    more = allocating(pool("first", 4), research("first", "loom", 1), city("first", "house c-2"))
    more.offers(MakeVillagers(5)).offers_not(MakeVillagers(6))


@pytest.mark.rule("age-of-empires", "villager-3")
def test_none_die_where_the_cap_has_fallen():
    position = allocating(pool("first", 9))
    position.when("first", MakeVillagers(1)).refused("villager-3")
    assert position.side("first").pool == 9


@pytest.mark.rule("age-of-empires", "villager-5")
def test_5_villagers_stand_on_a_building_3_on_a_farm_and_any_number_on_a_town_center():
    position = allocating(pool("first", 12), city("first", "mill c-2", "farm l1-3", "house r1-3"))
    position.when("first", Place("c-2", 6)).refused("villager-5", "5")
    position.when("first", Place("l1-3", 4)).refused("villager-5", "3")
    position.when("first", Place("r1-3", 6)).refused("villager-5", "5")
    position.offers(Place("c-3", 12)).when("first", Place("l1-3", 3)).when("first", Place("c-2", 5))
    position.when("first", Place("c-3", 5)).refused("villager-5", "4 villagers in the pool")
    position.when("first", Place("c-3", 4))
    assert position.side("first").pool == 0


@pytest.mark.rule("age-of-empires", "villager-13", "unit-10")
def test_villagers_are_placed_in_the_own_city_alone():
    position = allocating(pool("first", 2), city("second", "mill c-2"))
    position.when("first", Place("c-2", 1)).refused("villager-13")


# Soldiers


@pytest.mark.rule("age-of-empires", "card-unit-5", "card-unit-6", "soldier-2")
def test_a_unit_card_is_played_with_soldiers_each_of_which_is_paid_for():
    position = allocating(hand("first", "militia"), city("first", "barracks c-2"))
    position.when("first", Muster("militia", 4, "c-2", "c-2"))
    own = position.side("first")
    assert (own.food, own.gold, own.hand) == (46, 46, ())
    found = position.unit("first-militia-1")
    assert (found.soldiers, found.city, found.space) == (4, "first", "c-2")


@pytest.mark.rule("age-of-empires", "soldier-1")
def test_soldiers_need_their_building_and_their_card():
    allocating(hand("first", "militia")).when("first", Muster("militia", 1, "c-3", "c-3")).refused(
        "soldier-1", "Barracks"
    )
    allocating(city("first", "barracks c-2")).when("first", Muster("militia", 1, "c-2", "c-2")).refused(
        "cost-1"
    )


@pytest.mark.rule("age-of-empires", "soldier-3")
def test_5_soldiers_a_turn_are_made_at_each_building():
    position = allocating(
        hand("first", "militia", "militia", "spearman"), city("first", "barracks c-2", "barracks l1-3")
    )
    position.when("first", Muster("militia", 5, "c-2", "c-2"))
    position.when("first", Muster("militia", 1, "c-2", "c-3")).refused("soldier-3")
    position.when("first", Muster("militia", 5, "l1-3", "l1-3"))
    assert sum(found.soldiers for found in position.state.units.values()) == 10


@pytest.mark.rule("age-of-empires", "soldier-4", "card-building-7", "monk-3")
def test_soldiers_and_monks_together_stay_within_the_garrison():
    field = (
        city("first", "barracks c-2"),
        hand("first", "militia"),
        unit("first", "archer", 4, "first c-3", monks=4),
    )
    position = allocating(*field)
    position.offers(Muster("militia", 2, "c-2", "c-2")).offers_not(Muster("militia", 3, "c-2", "c-2"))
    full = allocating(*field, unit("first", "knight", 2, ""))
    full.when("first", Muster("militia", 1, "c-2", "c-2")).refused("soldier-4")


@pytest.mark.rule("age-of-empires", "setting-10")
def test_the_garrison_of_the_recommended_start_is_0():
    from rules.age_of_empires.cities import garrison

    position = allocating(city("first", "house c-2", "mill l1-3", "lumber-camp r1-3"))
    assert garrison(position.game, position.side("first")) == 0


@pytest.mark.rule("age-of-empires", "soldier-5", "card-unit-7", "unit-2")
def test_a_card_holds_5_soldiers():
    position = allocating(unit("first", "militia", 3, "first c-2"), city("first", "barracks c-2"))
    position.when("first", Train("first-militia-1", 3, "c-2")).refused("soldier-5")
    position.when("first", Train("first-militia-1", 2, "c-2"))
    assert position.unit("first-militia-1").soldiers == 5
    position.when("first", Train("first-militia-1", 1, "c-2")).refused("soldier-5")


@pytest.mark.rule("age-of-empires", "card-unit-11")
def test_a_siege_engine_holds_1_soldier():
    position = allocating(
        age("first", 3), hand("first", "battering-ram"), city("first", "siege-workshop c-2")
    )
    position.offers(Muster("battering-ram", 1, "c-2", "c-2")).offers_not(
        Muster("battering-ram", 2, "c-2", "c-2")
    )


@pytest.mark.rule("age-of-empires", "soldier-6")
def test_a_soldier_is_put_on_a_unit_of_its_type_in_the_own_city():
    position = allocating(
        unit("first", "archer", 1, "first c-3"),
        unit("first", "militia", 1, ""),
        city("first", "barracks c-2"),
    )
    position.when("first", Train("first-archer-1", 1, "c-2")).refused("soldier-1", "Archery Range")
    position.when("first", Train("first-militia-1", 1, "c-2")).refused("soldier-7")


@pytest.mark.rule("age-of-empires", "soldier-7", "combat-23")
@pytest.mark.parametrize("what", ["moved", "fought"])
def test_a_unit_that_moved_or_fought_is_not_refilled(what):
    position = allocating(
        unit("first", "militia", 2, "first c-2", **{what: True}), city("first", "barracks c-2")
    )
    position.when("first", Train("first-militia-1", 1, "c-2")).refused("soldier-7")


@pytest.mark.rule("age-of-empires", "layout-16")
def test_a_new_unit_enters_beside_its_building_where_a_unit_is_there():
    field = (hand("first", "militia"), city("first", "barracks c-2"), unit("first", "archer", 1, "first c-2"))
    position = allocating(*field)
    position.offers(Muster("militia", 1, "c-2", "c-3")).offers_not(Muster("militia", 1, "c-2", "c-2"))
    full = allocating(*field, unit("first", "archer", 1, "first c-3"))
    full.offers_not(Muster).when("first", Muster("militia", 1, "c-2", "c-2")).refused("layout-16")


@pytest.mark.rule("age-of-empires", "detail-7")
def test_a_unique_unit_is_in_play_once():
    field = (age("first", 3), hand("first", "longbowman"), city("first", "castle c-2"))
    allocating(*field).offers(Muster("longbowman", 1, "c-2", "c-2"))
    twice = allocating(*field, unit("first", "longbowman", 1, ""))
    twice.when("first", Muster("longbowman", 1, "c-2", "c-2")).refused("detail-7")
    enemy = allocating(*field, unit("second", "longbowman", 1, ""))
    enemy.offers(Muster("longbowman", 1, "c-2", "c-2"))


@pytest.mark.rule("age-of-empires", "soldier-8", "card-unit-8")
def test_attack_counts_for_each_soldier():
    from rules.age_of_empires.procedures import Attack
    from rules.age_of_empires.strengths import MELEE, strength

    for soldiers in (1, 5):
        position = allocating(unit("first", "militia", soldiers, "second c-1"), city("second", "house c-1"))
        about = Attack("first", "building", "second", "c-1", main="first-militia-1")
        assert strength(position.game, position.state, about, MELEE).building == 4 * soldiers


# Monks


@pytest.mark.rule("age-of-empires", "monk-1", "monk-5")
def test_a_monk_costs_3_food_at_a_monastery_and_a_unit_holds_5():
    position = allocating(
        city("first", "monastery c-2", "barracks c-1"), unit("first", "militia", 5, "first c-2")
    )
    position.when("first", MakeMonks("first-militia-1", 5))
    assert position.side("first").food == 35
    found = position.unit("first-militia-1")
    assert (found.soldiers, found.monks) == (5, 5)
    position.when("first", MakeMonks("first-militia-1", 1)).refused("monk-5")
    without = allocating(city("first", "barracks c-1"), unit("first", "militia", 1, "first c-3"))
    without.when("first", MakeMonks("first-militia-1", 1)).refused("monk-1", "Monastery")


@pytest.mark.rule("age-of-empires", "monk-2")
def test_5_monks_a_turn_in_all():
    position = allocating(
        city("first", "monastery c-2", "monastery l1-3", "barracks c-1"),
        unit("first", "militia", 2, "first c-2"),
        unit("first", "archer", 2, "first c-1"),
    )
    position.when("first", MakeMonks("first-militia-1", 3))
    position.offers(MakeMonks("first-archer-1", 2)).offers_not(MakeMonks("first-archer-1", 3))
    position.when("first", MakeMonks("first-archer-1", 2))
    position.when("first", MakeMonks("first-militia-1", 1)).refused("monk-2")


@pytest.mark.rule("age-of-empires", "monk-3")
def test_monks_need_room_in_the_garrison():
    position = allocating(city("first", "monastery c-2"), unit("first", "militia", 5, "first c-2"))
    position.when("first", MakeMonks("first-militia-1", 1)).refused("monk-3")


@pytest.mark.rule("age-of-empires", "monk-6")
def test_a_card_with_one_token_holds_no_monks():
    position = allocating(
        city("first", "monastery c-2", "castle c-1"), unit("first", "trebuchet", 1, "first c-2")
    )
    position.when("first", MakeMonks("first-trebuchet-1", 1)).refused("monk-6")


@pytest.mark.rule("age-of-empires", "token-2", "kit-6", "kit-7")
def test_villagers_monks_and_soldiers_are_told_apart():
    position = allocating(unit("first", "militia", 2, "first c-3", monks=3), villagers("first", "c-3", 4))
    from rules.age_of_empires.ruleset import ruleset

    scene = ruleset.scene(position.game, position.state)
    told = {counter.title: counter.states for counter in scene.counters if counter.owner == "first"}
    assert told == {"4 villagers": ("villagers",), "Militia: 2 soldiers": ("3 monks",)}


@pytest.mark.rule("age-of-empires", "victory-3", "win-2")
def test_a_seat_without_any_villager_at_the_end_of_its_allocation_loses():
    lost = allocating(stock("first"))
    lost.when("first", Done())
    assert lost.winners() == (("second",), "extermination")
    for kept in (pool("first", 1), villagers("first", "c-3", 1), research("first", "loom", 1)):
        safe = allocating(stock("first"), kept)
        safe.when("first", Done())
        assert safe.winners() is None


@pytest.mark.rule("age-of-empires", "victory-3")
def test_it_has_one_own_turn_to_make_villagers_again():
    position = allocating(stock("first", food=1))
    position.when("first", MakeVillagers(1)).when("first", Done())
    assert position.winners() is None


def test_what_is_made_is_told():
    position = allocating(hand("first", "militia"), city("first", "barracks c-2"))
    position.when("first", Muster("militia", 2, "c-2", "c-2"))
    position.then_includes(
        like(events.StockChanged, food=-2, gold=-2), like(of_units.UnitMustered, card="militia", soldiers=2)
    )


def test_counts_of_a_turn_begin_anew():
    position = allocating(pool("first", 1), counted(villagers=5), side("first", hand=()))
    position.when("first", MakeVillagers(1)).refused("villager-2")
    position.when("first", Done())
    assert not position.state.counts.get("villagers")


@pytest.mark.rule("age-of-empires", "villager-5", "villager-6", "villager-7")
def test_all_villagers_are_settled_at_once_some_on_the_town_center_and_the_others_at_work():
    position = given(
        city("first", "farm c-2", "lumber-camp l1-3", "house r1-3"),
        stock("first", food=0, wood=6),
        pool("first", 5),
        phase("first", ALLOCATION),
    )
    position.when("first", Settle(1))
    placed = {space: position.at("first", space).villagers for space in ("c-3", "c-2", "l1-3", "r1-3")}
    # The Farm takes 3, and the Lumber Camp the rest: there is less food than wood.
    assert placed == {"c-3": 1, "c-2": 3, "l1-3": 1, "r1-3": 0}
    assert position.side("first").pool == 0


@pytest.mark.rule("age-of-empires", "villager-6")
def test_who_finds_no_work_stays_on_the_town_center():
    position = allocating(city("first", "farm c-2"), pool("first", 9))
    position.offers(Settle(6), Settle(9)).offers_not(Settle(5))
    position.when("first", Settle(5)).refused("villager-5", "6 to 9 stay on the Town Center")
    position.when("first", Settle(9))
    assert position.at("first", "c-3").villagers == 9
    position.when("first", Settle(0)).refused("villager-5", "no villagers in the pool")


@pytest.mark.rule("age-of-empires", "monk-5")
def test_a_unit_holds_up_to_5_monks():
    position = allocating(
        city("first", "monastery c-2", "castle c-1"), unit("first", "militia", 2, "first c-2", monks=4)
    )
    position.offers(MakeMonks("first-militia-1", 1)).offers_not(MakeMonks("first-militia-1", 2))
    position.when("first", MakeMonks("first-militia-1", 1))
    position.when("first", MakeMonks("first-militia-1", 1)).refused("monk-5")
