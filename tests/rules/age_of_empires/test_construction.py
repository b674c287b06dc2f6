"""Construction (turn-3, cost-1 to cost-8, card-building-9 to card-building-15, agecard-4, upgrades, technologies)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires.actions import (
    Build,
    Decline,
    Demolish,
    Done,
    Exchange,
    LookAt,
    LookOut,
    PlaceRelic,
    Raze,
    Repair,
    Research,
    Send,
)
from rules.age_of_empires.values import building_values, cost_of, unit_values
from tests.rules.age_of_empires.harness import (
    CONSTRUCTION,
    Position,
    age,
    building,
    cards,
    city,
    civilization,
    damage,
    given,
    hand,
    like,
    phase,
    research,
    side,
    stock,
    unit,
    villagers,
)

RICH = stock("first", 50, 50, 50, 50)


def constructing(*circumstances) -> Position:
    return given(
        stock("first", 50, 50, 50, 50),
        villagers("first", "c-3", 12),
        *circumstances,
        phase("first", CONSTRUCTION),
    )


@pytest.mark.rule("age-of-empires", "cost-4", "cost-2", "villager-8")
def test_a_building_costs_resources_and_villagers_who_go_to_the_pool():
    position = constructing(hand("first", "barracks"))
    position.when("first", Build("barracks", "c-2"))
    own = position.side("first")
    assert (own.wood, own.pool, own.city["c-3"].villagers) == (46, 2, 10)
    assert own.city["c-2"].card == "barracks"
    assert own.hand == ()


@pytest.mark.rule("age-of-empires", "cost-2", "resource-1")
def test_what_cannot_be_paid_in_full_is_not_begun():
    position = constructing(hand("first", "barracks"), stock("first", 50, 3, 50, 50))
    position.when("first", Build("barracks", "c-2")).refused("cost-2", "4 wood")


@pytest.mark.rule("age-of-empires", "layout-17", "villager-6")
def test_labour_must_stand_on_a_town_center():
    position = constructing(
        hand("first", "barracks"),
        villagers("first", "c-3", 1),
        city("first", "house l1-3"),
        villagers("first", "l1-3", 5),
    )
    position.when("first", Build("barracks", "c-2")).refused("cost-4", "needs 2 villagers")


@pytest.mark.rule("age-of-empires", "cost-4", "layout-17")
def test_with_several_town_centers_the_seat_says_from_which():
    position = constructing(
        hand("first", "barracks"), city("first", "town-center l1-3"), villagers("first", "l1-3", 5)
    )
    position.when("first", Build("barracks", "c-2")).awaits("first", "labour")
    position.when("first", Send("l1-3", 1)).awaits("first", "labour").when("first", Send("c-3", 1))
    assert position.at("first", "l1-3").villagers == 4
    assert position.at("first", "c-3").villagers == 11


@pytest.mark.rule("age-of-empires", "cost-8")
def test_resources_are_gone_and_labour_returns():
    position = constructing(hand("first", "house"))
    before = position.side("first")
    position.when("first", Build("house", "c-2"))
    after = position.side("first")
    assert after.wood == before.wood - 1
    assert after.pool + after.city["c-3"].villagers == before.city["c-3"].villagers


@pytest.mark.rule("age-of-empires", "card-building-9", "layout-13")
def test_a_building_is_placed_beside_one_of_the_city():
    position = constructing(hand("first", "house"))
    position.offers(Build("house", "c-2"), Build("house", "l1-3"), Build("house", "r1-3"))
    position.when("first", Build("house", "l1-2")).refused("card-building-9", "not beside")
    position.when("first", Build("house", "c-3")).refused("card-building-9", "there is a building")


@pytest.mark.rule("age-of-empires", "card-building-14", "card-building-15", "layout-3")
def test_a_city_is_three_ranks_deep_with_the_town_center_deepest():
    position = constructing(hand("first", "house"), city("first", "mill c-2", "mill c-1"))
    position.when("first", Build("house", "c-0")).refused("card-building-14")
    position.when("first", Build("house", "c-4")).refused("card-building-15")
    position.offers(Build("house", "l1-1"))


@pytest.mark.rule("age-of-empires", "card-building-13")
def test_a_city_extends_sideways_without_limit():
    far = [f"house l{line}-3" for line in range(1, 15)]
    position = constructing(hand("first", "mill"), city("first", *far))
    position.when("first", Build("mill", "l15-3"))
    assert position.at("first", "l15-3").card == "mill"


@pytest.mark.rule("age-of-empires", "card-building-12")
def test_a_gap_is_filled_first():
    position = constructing(hand("first", "house"), side("first", gaps=("l1-3",)))
    position.when("first", Build("house", "c-2")).refused("card-building-12")
    position.when("first", Build("house", "l1-3"))
    assert position.side("first").gaps == ()


@pytest.mark.rule("age-of-empires", "card-building-12")
def test_a_gap_that_is_not_beside_the_city_any_more_is_skipped():
    position = constructing(hand("first", "house"), side("first", gaps=("r5-1",)))
    position.offers(Build("house", "c-2"))


@pytest.mark.rule("age-of-empires", "age-7", "card-building-1")
def test_a_card_needs_its_age():
    position = constructing(age("first", 1), hand("first", "blacksmith"))
    position.when("first", Build("blacksmith", "c-2")).refused("age-7")
    constructing(age("first", 2), hand("first", "blacksmith")).offers(Build("blacksmith", "c-2"))


@pytest.mark.rule("age-of-empires", "cost-1")
def test_a_card_needs_what_it_requires_in_play():
    position = constructing(hand("first", "farm"))
    position.when("first", Build("farm", "c-2")).refused("cost-1", "Mill")
    constructing(hand("first", "farm"), city("first", "mill l1-3")).offers(Build("farm", "c-2"))
    hidden = constructing(hand("first", "farm"), city("first", "mill l1-3", face_down=True))
    hidden.when("first", Build("farm", "c-2")).refused("cost-1", "Mill")


@pytest.mark.rule("age-of-empires", "towncenter-3")
def test_further_town_centers_need_age_3():
    early = constructing(age("first", 2), hand("first", "town-center"))
    early.when("first", Build("town-center", "c-2")).refused("age-7")
    late = constructing(age("first", 3), hand("first", "town-center"))
    late.when("first", Build("town-center", "c-2"))
    assert late.at("first", "c-2").card == "town-center"


@pytest.mark.rule("age-of-empires", "wonder-5", "wonder-9")
def test_a_wonder_needs_age_4_and_is_unique():
    early = constructing(age("first", 3), hand("first", "wonder-britons"))
    early.when("first", Build("wonder-britons", "c-2")).refused("age-7")
    position = constructing(age("first", 4), hand("first", "wonder-britons", "wonder-britons"))
    position.when("first", Build("wonder-britons", "c-2"))
    assert position.at("first", "c-2").stage == 1
    own = position.side("first")
    assert (own.wood, own.stone, own.gold) == (30, 30, 30)
    second = constructing(
        age("first", 4), hand("first", "wonder-britons"), city("first", "wonder-britons c-2")
    )
    second.when("first", Build("wonder-britons", "l1-3")).refused("wonder-9")


@pytest.mark.rule("age-of-empires", "wonder-3")
def test_all_wonders_have_the_same_contents():
    game = constructing().game
    wonders = [card for card in game.cards.values() if card.type == "wonder"]
    assert len({card.title for card in wonders}) == 9
    assert len({(card.cost, card.stages, card.builders, card.age, card.effect) for card in wonders}) == 1


@pytest.mark.rule("age-of-empires", "agecard-4", "agecard-1")
def test_the_next_age_lies_ready_like_a_card_of_a_second_hand():
    position = constructing(age("first", 1), city("first", "mill c-2", "house l1-3"))
    position.when("first", Research("castle-age")).refused("agecard-4", "Feudal Age")
    position.when("first", Research("feudal-age"))
    own = position.side("first")
    assert (own.food, own.research["feudal-age"], own.city["c-3"].villagers) == (40, 3, 9)
    position.when("first", Research("feudal-age")).refused("cost-5")


@pytest.mark.rule("age-of-empires", "agecard-5")
@pytest.mark.parametrize(
    ("number", "buildings", "enough"),
    [
        (1, ("mill c-2", "mill l1-3"), False),
        (1, ("mill c-2", "house l1-3"), True),
        (2, ("blacksmith c-2", "house l1-3"), False),
        (2, ("blacksmith c-2", "market l1-3"), True),
        (3, ("castle c-2",), True),
        (3, ("university c-2",), False),
    ],
)
def test_an_age_needs_two_different_buildings_of_the_age_before(number, buildings, enough):
    position = constructing(age("first", number), city("first", *buildings))
    card = position.game.ages[number + 1]
    if enough:
        position.offers(Research(card))
    else:
        position.when("first", Research(card)).refused("agecard-5")


@pytest.mark.rule("age-of-empires", "cost-5", "technology-1")
def test_a_technology_takes_its_researchers_from_the_town_center():
    position = constructing(hand("first", "wheelbarrow"))
    position.when("first", Research("wheelbarrow"))
    own = position.side("first")
    assert (own.research["wheelbarrow"], own.city["c-3"].villagers, own.pool) == (2, 10, 0)
    assert "wheelbarrow" not in own.cards
    assert (own.food, own.wood) == (48, 49)


@pytest.mark.rule("age-of-empires", "technology-4")
def test_a_technology_in_play_or_under_research_is_not_begun_again():
    done = constructing(hand("first", "loom"), cards("first", "loom"))
    done.when("first", Research("loom")).refused("technology-4")
    begun = constructing(hand("first", "loom"), research("first", "loom", 1))
    begun.when("first", Research("loom")).refused("cost-5")


@pytest.mark.rule("age-of-empires", "technology-5", "upgrade-6")
@pytest.mark.parametrize(
    ("card", "first_one", "place"),
    [("bow-saw", "double-bit-axe", "lumber-camp"), ("long-swordsman", "man-at-arms", "barracks")],
)
def test_what_develops_another_card_needs_it_complete(card, first_one, place):
    field = (age("first", 3), hand("first", card), city("first", f"{place} c-2"))
    constructing(*field).when("first", Research(card)).refused("cost-1")
    constructing(*field, cards("first", first_one)).offers(Research(card))


@pytest.mark.rule("age-of-empires", "upgrade-4", "upgrade-5", "upgrade-3")
def test_an_upgrade_replaces_the_values_of_all_units_of_a_type_but_not_their_cost():
    position = constructing(age("first", 3), cards("first", "man-at-arms", "long-swordsman"))
    own = position.side("first")
    values = unit_values(position.game, own, "militia")
    assert (values.hit_points, values.attack) == (9, 9)
    cost = cost_of(position.game, own, "militia")
    assert (cost.food, cost.gold) == (1, 1)
    before = unit_values(position.game, position.side("second"), "militia")
    assert (before.hit_points, before.attack) == (6, 4)


@pytest.mark.rule("age-of-empires", "upgrade-7")
def test_an_upgrade_of_buildings_applies_at_once_and_markers_stay():
    position = given(
        age("first", 3),
        city("first", "watch-tower c-2"),
        damage("first", "c-2", 30),
        cards("first", "guard-tower"),
        phase("first", CONSTRUCTION),
    )
    assert building_values(position.game, position.side("first"), "watch-tower").hit_points == 140
    assert position.at("first", "c-2").damage == 30


@pytest.mark.rule("age-of-empires", "villager-9", "move-12")
def test_a_building_with_an_enemy_unit_cannot_be_repaired():
    field = (city("first", "house c-2"), villagers("first", "c-2", 2), damage("first", "c-2", 30))
    free = constructing(*field)
    free.offers(Repair("c-2", 1), Repair("c-2", 2)).offers_not(Repair("c-2", 3))
    besieged = constructing(*field, unit("second", "militia", 1, "first c-2"))
    besieged.when("first", Repair("c-2", 1)).refused("villager-9", "enemy unit")


@pytest.mark.rule("age-of-empires", "unit-9")
@pytest.mark.parametrize("snuffed", [False, True])
def test_an_own_building_is_destroyed_to_make_room_and_may_be_snuffed(snuffed):
    position = constructing(hand("first", "mill"), city("first", "house c-2"), villagers("first", "c-2", 2))
    position.when("first", Demolish()).when("first", Raze("c-2", snuffed)).when("first", Raze("c-2", snuffed))
    own = position.side("first")
    assert "c-2" not in own.city
    assert (own.snuffed if snuffed else own.discards) == ("house",)
    assert own.pool == 2


@pytest.mark.rule("age-of-empires", "unit-9")
def test_a_building_to_be_destroyed_is_named_twice_or_left_standing():
    position = constructing(hand("first", "mill"), city("first", "house c-2"))
    position.when("first", Demolish()).when("first", Raze("c-2", snuffed=True))
    position.offers_only(Raze("c-2", snuffed=True), Decline()).when("first", Decline())
    assert "c-2" in position.side("first").city
    position.offers_not(Demolish)


def test_the_last_town_center_is_not_destroyed_by_its_owner():
    position = constructing(hand("first", "mill"), city("first", "house c-2"))
    position.when("first", Demolish()).when("first", Raze("c-3", False)).refused("unit-9")
    two = constructing(hand("first", "mill"), city("first", "town-center c-2"))
    two.when("first", Demolish()).offers(Raze("c-3", False), Raze("c-2", False))


def test_nothing_is_destroyed_where_nothing_can_be_built():
    constructing(hand("first", "loom"), city("first", "house c-2")).offers_not(Demolish)


@pytest.mark.rule("age-of-empires", "relic-1", "relic-4", "relic-9")
def test_a_relic_is_placed_in_no_mans_land_at_no_cost_and_is_unique():
    position = constructing(hand("first", "the-black-rood", "the-black-rood"))
    position.when("first", PlaceRelic("the-black-rood"))
    assert position.state.land == ("first/the-black-rood",)
    assert position.side("first").gold == 50
    position.when("first", PlaceRelic("the-black-rood")).refused("detail-7")


@pytest.mark.rule("age-of-empires", "turn-3")
def test_a_market_exchanges_2_for_1_for_each_villager():
    position = constructing(city("first", "market c-2"), villagers("first", "c-2", 2))
    position.when("first", Exchange("c-2", "wood", "gold"))
    own = position.side("first")
    assert (own.wood, own.gold, own.pool, own.city["c-2"].villagers) == (48, 51, 1, 1)
    position.when("first", Exchange("c-2", "wood", "stone"))
    position.when("first", Exchange("c-2", "wood", "stone")).refused("turn-3")


@pytest.mark.parametrize(("card", "given_up", "gained"), [("coinage", 4, 3), ("banking", 2, 2)])
def test_coinage_doubles_one_exchange_and_banking_makes_it_1_for_1(card, given_up, gained):
    position = constructing(cards("first", card), city("first", "market c-2"), villagers("first", "c-2", 2))
    for _ in range(2):
        position.when("first", Exchange("c-2", "wood", "gold"))
    own = position.side("first")
    assert (50 - own.wood, own.gold - 50) == (given_up, gained)


def test_an_outpost_shows_one_face_down_building_to_its_owner_alone():
    from rules.age_of_empires.ruleset import ruleset

    position = constructing(
        city("first", "outpost c-2"), city("second", "house c-2", "mill l1-3", face_down=True)
    )
    position.when("first", LookOut()).awaits("first", "outlook").when("first", LookAt("l1-3"))
    assert position.at("second", "l1-3").face_down
    seen = ruleset.view(position.game, position.state, ("first",)).sides["second"].city
    assert (seen["l1-3"].card, seen["c-2"].card) == ("mill", "?")
    nobody = ruleset.view(position.game, position.state, ()).sides["second"].city
    assert nobody["l1-3"].card == "?"
    position.when("first", LookOut()).refused("turn-3")


@pytest.mark.rule("age-of-empires", "wonder-6", "wonder-4")
def test_a_wonder_is_complete_at_the_start_of_the_third_turn_after_it_was_placed():
    from rules.age_of_empires.cities import is_complete
    from tests.rules.age_of_empires.harness import COLLECTION

    stage = 1
    for turn in (7, 9, 11):
        position = given(
            age("first", 4),
            city("first", "wonder-britons c-2"),
            building("first", "c-2", stage=stage),
            phase("first", COLLECTION, begins=True, turn=turn),
        )
        stage = position.at("first", "c-2").stage
        assert is_complete(position.at("first", "c-2")) is (turn == 11)
    assert stage == 4


@pytest.mark.rule("age-of-empires", "civ-6", "card-civilization-5")
def test_goths_upgrade_infantry_without_resources():
    position = constructing(
        civilization("first", "goths"),
        stock("first"),
        hand("first", "man-at-arms", "forging"),
        city("first", "barracks c-2", "blacksmith c-1"),
    )
    position.when("first", Research("forging")).refused("cost-2")
    position.when("first", Research("man-at-arms")).then_not(events.StockChanged)
    assert position.side("first").research["man-at-arms"] == 1


def test_construction_ends_when_the_seat_says_so():
    constructing().when("first", Done()).then_includes(like(events.PhaseBegan, phase=CONSTRUCTION + 1))


@pytest.mark.rule("age-of-empires", "villager-9", "kit-8")
def test_no_more_villagers_repair_than_there_are_markers():
    position = constructing(
        city("first", "house c-2"), villagers("first", "c-2", 3), damage("first", "c-2", 10)
    )
    position.offers(Repair("c-2", 1)).offers_not(Repair("c-2", 2))
