"""Collection and research (turn-2, turn-4, turn-11, resource-1 to resource-8, cost-5 to cost-8, technologies)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.actions import Complete, Done, GiveUp, Grow, Produce, ProduceAll, Take
from tests.rules.age_of_empires.harness import (
    COLLECTION,
    RESEARCH,
    Position,
    age,
    building,
    cards,
    city,
    civilization,
    discards,
    given,
    like,
    phase,
    research,
    side,
    stock,
    unit,
    villagers,
)


def producing(*circumstances) -> Position:
    return given(*circumstances, phase("first", COLLECTION))


@pytest.mark.rule("age-of-empires", "turn-2", "cost-7", "resource-5")
def test_a_lumber_camp_with_3_villagers_yields_up_to_6_wood():
    position = producing(city("first", "lumber-camp c-2"), villagers("first", "c-2", 3))
    position.offers(Produce("c-2", 1), Produce("c-2", 2), Produce("c-2", 3))
    position.when("first", Produce("c-2", 2))
    assert position.side("first").wood == 4
    assert (position.at("first", "c-2").villagers, position.side("first").pool) == (1, 2)
    position.when("first", Produce("c-2", 2)).refused("cost-7", "1 batches")
    position.when("first", Produce("c-2", 1))
    assert position.side("first").wood == 6


@pytest.mark.rule("age-of-empires", "resource-3", "villager-7")
@pytest.mark.parametrize(
    ("card", "on_it", "resource", "amount", "left"),
    [
        pytest.param("farm", 3, "food", 6, 0, marks=pytest.mark.rule("age-of-empires", "resource-4")),
        ("mill", 2, "food", 2, 0),
        ("lumber-camp", 1, "wood", 2, 0),
        pytest.param("stone-mine", 3, "stone", 3, 1, marks=pytest.mark.rule("age-of-empires", "resource-6")),
        pytest.param("gold-mine", 5, "gold", 5, 0, marks=pytest.mark.rule("age-of-empires", "resource-7")),
    ],
)
def test_each_producer_has_its_number_of_villagers_and_its_yield(card, on_it, resource, amount, left):
    position = producing(city("first", f"{card} c-2"), villagers("first", "c-2", on_it))
    position.when("first", ProduceAll())
    assert getattr(position.side("first"), resource) == amount
    assert position.at("first", "c-2").villagers == left


@pytest.mark.rule("age-of-empires", "resource-3")
def test_a_house_and_a_town_center_produce_nothing():
    position = producing(
        city("first", "house c-2", "mill c-1"), villagers("first", "c-2", 2), villagers("first", "c-1", 1)
    )
    position.when("first", Produce("c-2", 1)).refused("resource-3")


@pytest.mark.rule("age-of-empires", "resource-2", "detail-5")
def test_resources_stay_from_turn_to_turn():
    position = producing(stock("first", food=40, wood=3, stone=7, gold=1))
    assert position.state.phase > COLLECTION
    own = position.side("first")
    assert (own.food, own.wood, own.stone, own.gold) == (40, 3, 7, 1)


@pytest.mark.rule("age-of-empires", "turn-11")
def test_each_unit_with_soldiers_costs_1_food_or_a_soldier():
    field = [unit("first", card, 2, "first c-3") for card in ("militia", "spearman", "archer")]
    rich = given(*field, stock("first", food=5), phase("first", COLLECTION, begins=True))
    assert rich.side("first").food == 2
    poor = given(*field, stock("first", food=2), phase("first", COLLECTION, begins=True))
    assert poor.side("first").food == 0
    poor.awaits("first", "upkeep").when("first", GiveUp("first-spearman-1"))
    poor.then_includes(of_units.TokensLost("first-spearman-1", 1, 0, "upkeep"))
    assert poor.unit("first-spearman-1").soldiers == 1
    assert poor.state.phase > COLLECTION


@pytest.mark.rule("age-of-empires", "card-unit-14")
def test_a_unit_is_destroyed_with_its_last_token():
    position = given(
        unit("first", "militia", 1, "first c-3"),
        unit("first", "archer", 2, "first c-3"),
        stock("first", food=1),
        phase("first", COLLECTION, begins=True),
    )
    position.when("first", GiveUp("first-militia-1"))
    assert "first-militia-1" not in position.state.units
    assert position.side("first").discards == ("militia",)


@pytest.mark.rule("age-of-empires", "turn-11")
@pytest.mark.parametrize(
    ("archers", "food", "left"),
    [((3,), 0, (2,)), ((1, 1), 0, (0, 0)), ((1, 2, 1), 1, None)],
    ids=["one unit", "as many as there are", "a choice"],
)
def test_upkeep_is_asked_for_only_where_it_is_a_choice(archers, food, left):
    position = given(
        *(unit("first", "archer", number, "first c-3") for number in archers),
        stock("first", food=food),
        phase("first", COLLECTION, begins=True),
    )
    if left is None:
        position.awaits("first", "upkeep")
        return
    assert position.state.phase > COLLECTION
    found = [position.state.units.get(f"first-archer-{number + 1}") for number in range(len(archers))]
    assert tuple(unit.soldiers if unit else 0 for unit in found) == left


@pytest.mark.rule("age-of-empires", "technology-4", "technology-5")
def test_technologies_of_a_producer_add_up_and_count_once_a_turn():
    position = producing(
        cards("first", "double-bit-axe", "bow-saw"),
        city("first", "lumber-camp c-2"),
        villagers("first", "c-2", 2),
    )
    position.when("first", Produce("c-2", 1))
    assert position.side("first").wood == 4
    position.when("first", Produce("c-2", 1))
    assert position.side("first").wood == 6


def test_wheelbarrow_gives_one_more_of_what_was_produced():
    position = producing(
        cards("first", "wheelbarrow"),
        city("first", "mill c-2"),
        villagers("first", "c-2", 1),
        stock("first", gold=1),
    )
    position.when("first", ProduceAll()).awaits("first", "more").offers_only(Take("food"))
    position.when("first", Take("food"))
    assert position.side("first").food == 2


def test_hand_cart_gives_one_more_of_each_of_two():
    position = producing(
        cards("first", "wheelbarrow", "hand-cart"),
        city("first", "mill c-2", "gold-mine c-1"),
        villagers("first", "c-2", 1),
        villagers("first", "c-1", 1),
    )
    position.when("first", ProduceAll())
    for each in ("food", "gold", "food"):
        position.awaits("first", "more").when("first", Take(each))
    assert (position.side("first").food, position.side("first").gold) == (3, 2)
    assert position.state.phase > COLLECTION


@pytest.mark.rule("age-of-empires", "relic-7", "relic-8")
def test_stored_relics_yield_their_printed_gold():
    position = given(
        city("first", "monastery c-2"),
        building("first", "c-2", relics=("first/the-iron-crown", "second/the-oriflamme")),
        phase("first", COLLECTION, begins=True),
    )
    assert position.side("first").gold == 6


@pytest.mark.rule("age-of-empires", "resource-8")
def test_what_is_produced_lies_on_no_building():
    """The stock stays when the building that produced it is gone."""
    position = producing(city("first", "mill c-2"), villagers("first", "c-2", 3))
    position.when("first", ProduceAll())
    assert position.side("first").food == 3
    assert position.at("first", "c-2").villagers == 0


def test_a_berserk_regains_a_soldier_where_the_garrison_has_room():
    field = (
        civilization("first", "vikings"),
        unit("first", "berserk", 2, "first c-3"),
        stock("first", food=3),
    )
    within = given(*field, city("first", "barracks c-2"), phase("first", COLLECTION, begins=True))
    assert within.unit("first-berserk-1").soldiers == 3
    without = given(*field, phase("first", COLLECTION, begins=True))
    assert without.unit("first-berserk-1").soldiers == 2


# Research


@pytest.mark.rule("age-of-empires", "turn-4", "villager-11")
def test_a_villager_leaves_each_card_for_the_pool():
    position = given(
        research("first", "loom", 2), research("first", "forging", 2), phase("first", RESEARCH, begins=True)
    )
    assert dict(position.side("first").research) == {"loom": 1, "forging": 1}
    assert position.side("first").pool == 2


@pytest.mark.rule("age-of-empires", "turn-4")
def test_the_seat_chooses_the_order_of_completions():
    position = given(
        research("first", "loom", 1), research("first", "forging", 1), phase("first", RESEARCH, begins=True)
    )
    position.awaits("first", "research").offers_only(Complete("forging"), Complete("loom"))
    position.when("first", Complete("loom"))
    assert position.side("first").cards[-2:] == ("loom", "forging")


@pytest.mark.rule("age-of-empires", "agecard-5", "age-5", "age-4")
def test_an_age_is_reached_when_the_research_of_its_card_is_complete():
    position = given(
        age("first", 2), research("first", "castle-age", 2), phase("first", RESEARCH, begins=True)
    )
    assert position.side("first").age == 2
    position = given(
        age("first", 2), research("first", "castle-age", 1), phase("first", RESEARCH, begins=True)
    )
    assert (position.side("first").age, position.side("second").age) == (3, 2)
    position.then_includes(events.AgeReached("first", 3))


@pytest.mark.rule("age-of-empires", "agecard-6", "age-6", "deck-8")
@pytest.mark.parametrize("joins", [False, True])
def test_the_age_deck_joins_the_deck_with_all_of_the_discard_pile_or_none(joins):
    position = given(
        discards("first", "sheep", "deer"),
        research("first", "castle-age", 1),
        phase("first", RESEARCH, begins=True),
    )
    position.awaits("first", "new-age").offers_only(Grow(False), Grow(True))
    position.when("first", Grow(joins))
    own = position.side("first")
    assert own.deck == tuple(sorted(["castle", *["house"] * 10, *(["sheep", "deer"] if joins else [])]))
    assert own.discards == (() if joins else ("deer", "sheep"))
    assert own.later["3"] == ()


@pytest.mark.rule("age-of-empires", "combat-16")
def test_research_goes_on_when_what_it_required_is_lost():
    position = given(research("first", "forging", 1), phase("first", RESEARCH, begins=True))
    assert "forging" in position.side("first").cards  # there is no Blacksmith


@pytest.mark.rule("age-of-empires", "detail-4", "turn-1")
def test_a_phase_ends_when_the_seat_ends_it_and_the_next_begins():
    position = producing(city("first", "mill c-2"), villagers("first", "c-2", 1))
    position.when("first", Done()).awaits("first", "construction")
    position.when("first", Done()).awaits("first", "allocation")
    position.when("first", Done())
    position.awaits("second", "construction")
    assert position.state.turn == 6


def test_the_option_of_more_is_limited_to_what_was_produced_in_this_turn():
    position = given(
        cards("first", "wheelbarrow"), side("first", wood=3), phase("first", COLLECTION, begins=True)
    )
    position.awaits("first", "construction").then_not(like(events.StockChanged, reason="more"))
