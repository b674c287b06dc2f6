"""Civilizations, ages, technologies and the printed values (civ-1 to civ-12, card-*, type-*, kit-*, token-*)."""

from __future__ import annotations

import pytest

from rules.age_of_empires.actions import Research
from rules.age_of_empires.cities import can_pay
from rules.age_of_empires.data_records import Bombard, Cost
from rules.age_of_empires.game import Game
from rules.age_of_empires.market import price
from rules.age_of_empires.ruleset import ruleset
from rules.age_of_empires.state import Side
from rules.age_of_empires.values import (
    builders,
    building_values,
    cost_of,
    monk_hit_points,
    soldiers_a_turn,
    unit_values,
    villager_hit_points,
)
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    CONSTRUCTION,
    Position,
    age,
    cards,
    city,
    civilization,
    damage,
    game_with,
    given,
    hand,
    installed_data,
    phase,
    pool,
    stock,
    unit,
    villagers,
)


def of(name: str, number: int, *names: str) -> tuple[Game, Side]:
    """The game and the side of a civilization in an age with these cards."""
    position = given(
        civilization("first", name), age("first", number), cards("first", *names), phase("first", ALLOCATION)
    )
    return position.game, position.side("first")


@pytest.mark.rule("age-of-empires", "civ-3")
def test_there_are_nine_civilizations():
    names = {card.title for card in installed_data().card.values() if card.type == "civilization"}
    assert names == {
        "Britons",
        "Celts",
        "Goths",
        "Mongols",
        "Persians",
        "Franks",
        "Japanese",
        "Saracens",
        "Vikings",
    }


@pytest.mark.rule("age-of-empires", "civ-4", "card-civilization-6")
@pytest.mark.parametrize(("number", "ranged"), [(2, 4), (3, 5), (4, 5)])
def test_british_archers_shoot_better_from_age_3(number, ranged):
    assert unit_values(*of("britons", number), "archer").ranged == ranged
    assert unit_values(*of("britons", number), "cavalry-archer").ranged == 6
    assert unit_values(*of("celts", number), "archer").ranged == 4


@pytest.mark.parametrize(
    ("name", "number", "building", "most"),
    [
        ("britons", 2, "archery-range", 7),
        ("britons", 2, "barracks", 5),
        ("goths", 3, "barracks", 5),
        ("goths", 4, "barracks", 8),
    ],
)
def test_how_many_soldiers_are_made_in_a_turn(name, number, building, most):
    assert soldiers_a_turn(*of(name, number), building) == most
    assert soldiers_a_turn(*of(name, number, "conscription"), building) == most + 2


@pytest.mark.rule("age-of-empires", "civ-5")
def test_celts_make_siege_engines_cheaper():
    assert cost_of(*of("celts", 3), "battering-ram").wood == 2
    assert cost_of(*of("celts", 3), "trebuchet").wood == 4
    assert cost_of(*of("britons", 3), "battering-ram").wood == 3


@pytest.mark.rule("age-of-empires", "civ-8")
def test_persians_have_war_elephants_and_strong_town_centers():
    assert building_values(*of("persians", 1), "town-center").hit_points == 320
    assert building_values(*of("britons", 1), "town-center").hit_points == 220
    assert installed_data().card["war-elephant"].civilization == "persians"


@pytest.mark.rule("age-of-empires", "civ-9")
def test_frankish_knights_are_tougher_and_castles_cheaper():
    assert unit_values(*of("franks", 3), "knight").hit_points == 18
    assert cost_of(*of("franks", 3), "castle").stone == 10
    assert cost_of(*of("franks", 2), "horse-collar") == Cost()


@pytest.mark.rule("age-of-empires", "civ-10")
def test_japanese_camps_are_cheaper_and_their_own_cards_yield_more():
    assert [cost_of(*of("japanese", 1), card).wood for card in ("mill", "gold-mine", "house")] == [1, 1, 1]
    assert [cost_of(*of("britons", 1), card).wood for card in ("mill", "gold-mine", "house")] == [2, 2, 1]
    assert unit_values(*of("japanese", 3), "militia").attack == 5
    assert unit_values(*of("japanese", 2), "militia").attack == 4


@pytest.mark.rule("age-of-empires", "civ-11")
def test_saracens_are_strong_late():
    for number, attack in ((2, 4), (3, 4), (4, 5)):
        assert unit_values(*of("saracens", number), "militia").attack == attack
    for number, rate in ((2, 2), (3, 1)):
        position = given(civilization("first", "saracens"), age("first", number), phase("first", ALLOCATION))
        assert price(position.game, position.state, "first") == rate


@pytest.mark.rule("age-of-empires", "civ-12")
def test_vikings_have_wheelbarrow_and_hand_cart_free_and_tough_infantry():
    assert cost_of(*of("vikings", 2), "wheelbarrow") == Cost()
    assert [unit_values(*of("vikings", number), "militia").hit_points for number in (2, 3)] == [6, 7]


@pytest.mark.rule("age-of-empires", "civ-7")
def test_mongol_scouts_are_tougher():
    assert unit_values(*of("mongols", 2), "scout-cavalry").hit_points == 8
    assert unit_values(*of("mongols", 3, "light-cavalry"), "scout-cavalry").hit_points == 11


@pytest.mark.rule("age-of-empires", "civ-2", "card-civilization-4", "card-civilization-1")
def test_a_seats_civilization_is_that_of_its_deck_and_no_event_changes_it():
    game = game_with((("deck.first", "goths-swarm"),))
    own = game.decks["first"]
    assert own is not None
    assert own.civilization == "goths"
    from rules.age_of_empires import events

    changing = [kind for kind in events.TYPES if "civilization" in kind.__struct_fields__]
    assert changing == [events.DeckLaidOut]


@pytest.mark.rule("age-of-empires", "card-unit-15", "civ-1")
def test_each_civilization_has_a_unit_of_its_own():
    own = {
        card.civilization
        for card in installed_data().card.values()
        if card.type == "unit" and card.civilization
    }
    assert len(own) == 9
    assert installed_data().card["samurai"].civilization == "japanese"


# Technologies


@pytest.mark.parametrize(
    ("names", "card", "field", "value"),
    [
        (("forging",), "militia", "attack", 5),
        (("forging", "iron-casting", "blast-furnace"), "knight", "attack", 14),
        (("forging",), "archer", "attack", 1),
        (("scale-mail", "chain-mail", "plate-mail"), "militia", "hit_points", 10),
        (("scale-barding", "plate-barding"), "knight", "hit_points", 20),
        (("padded-archer-armor",), "archer", "hit_points", 6),
        (("fletching", "bodkin-arrow", "bracer", "chemistry"), "archer", "ranged", 8),
        (("squires",), "militia", "movement", 3),
        (("husbandry",), "cavalry-archer", "movement", 3),
        (("sappers",), "militia", "against_buildings", 2),
        (("sappers",), "knight", "against_buildings", 0),
    ],
)
def test_what_technologies_add(names, card, field, value):
    assert getattr(unit_values(*of("celts", 2, *names), card), field) == value


def test_siege_engineers_bombard_farther_and_harder():
    found = unit_values(*of("celts", 4, "siege-engineers"), "trebuchet").bombard
    assert found == Bombard(units=10, buildings=110, least_range=1, range=4)


@pytest.mark.parametrize(("building", "units"), [("watch-tower", 12), ("castle", 22), ("town-center", 5)])
def test_fletching_helps_towers_and_castles(building, units):
    found = building_values(*of("celts", 3, "fletching"), building).bombard
    assert found is not None
    assert found.units == units


@pytest.mark.parametrize(
    ("names", "castle", "house"), [(("masonry",), 480, 50), (("masonry", "architecture"), 520, 50)]
)
def test_masonry_adds_10_for_each_full_100(names, castle, house):
    assert building_values(*of("britons", 4, *names), "castle").hit_points == castle
    assert building_values(*of("britons", 4, *names), "house").hit_points == house


def test_loom_sanctity_and_treadmill_crane():
    game, own = of("celts", 4, "loom", "sanctity", "treadmill-crane")
    assert (villager_hit_points(game, own), monk_hit_points(game, own)) == (6, 4)
    assert [builders(game, own, game.cards[card]) for card in ("castle", "house")] == [4, 1]


# The parts of the game


@pytest.mark.rule("age-of-empires", "kit-4", "layout-9")
def test_stocks_and_pools_are_open_and_without_limit():
    position = given(stock("second", 400, 300, 200, 100), pool("second", 4), phase("first", CONSTRUCTION))
    seen = ruleset.view(position.game, position.state, ("first",)).sides["second"]
    assert (seen.food, seen.wood, seen.stone, seen.gold, seen.pool) == (400, 300, 200, 100, 4)
    assert can_pay(seen, Cost(food=400))


@pytest.mark.rule("age-of-empires", "kit-8")
def test_damage_is_kept_in_markers_of_ten():
    assert game_with().numbers["marker"] == 10


@pytest.mark.rule("age-of-empires", "age-1", "age-3")
def test_the_ages_have_their_names():
    game = game_with()
    assert [game.title(game.ages[number]) for number in (1, 2, 3, 4)] == [
        "Dark Age",
        "Feudal Age",
        "Castle Age",
        "Imperial Age",
    ]


@pytest.mark.rule("age-of-empires", "technology-2", "upgrade-2", "event-2")
@pytest.mark.parametrize("kind", ["technology", "upgrade", "building", "unit", "relic", "event"])
def test_cards_of_every_kind_are_part_of_decks(kind):
    data = installed_data()
    in_decks = {
        entry.card for deck in data.deck.values() for n in (1, 2, 3, 4) for entry in getattr(deck, f"age_{n}")
    }
    assert any(data.card[name].type == kind for name in in_decks)


@pytest.mark.rule("age-of-empires", "card-unit-4")
def test_units_have_their_classes():
    cards_ = installed_data().card
    kinds = {kind for card in cards_.values() if card.type == "unit" for kind in card.subtypes}
    assert {"infantry", "cavalry", "archer", "ship", "siege"} <= kinds


@pytest.mark.rule("age-of-empires", "soldier-9")
def test_soldiers_are_not_handed_from_unit_to_unit():
    from rules.age_of_empires import actions

    assert not [kind for kind in actions.TYPES if "to_unit" in kind.__struct_fields__]
    position = given(
        unit("first", "militia", 3, "first c-3"), unit("first", "militia", 1, ""), phase("first", ALLOCATION)
    )
    assert position.unit("first-militia-1").soldiers == 3
    assert not [each for each in position.offered() if "first-militia-1" in repr(each)]


@pytest.mark.rule("age-of-empires", "card-building-4")
def test_scenario_points_change_nothing_in_a_normal_game():
    game = game_with()
    assert {card.scenario_points for card in game.cards.values() if card.type == "building"} == {1, 2, 3, 4}
    assert "scenario_points" not in str(ruleset.tally(game, given(phase("first", CONSTRUCTION)).state))


@pytest.mark.rule("age-of-empires", "towncenter-1", "towncenter-5")
def test_a_town_center_makes_villagers():
    assert installed_data().card["town-center"].trains == ("villager",)


@pytest.mark.rule("age-of-empires", "upgrade-1", "technology-3", "layout-8")
def test_cards_under_research_lie_in_the_data_area_until_they_are_complete():
    position = given(
        stock("first", 9, 9, 9, 9),
        villagers("first", "c-3", 3),
        city("first", "barracks c-2"),
        hand("first", "man-at-arms"),
        phase("first", CONSTRUCTION),
    )
    position.when("first", Research("man-at-arms"))
    assert dict(position.side("first").research) == {"man-at-arms": 1}
    assert unit_values(position.game, position.side("first"), "militia").attack == 4


@pytest.mark.rule("age-of-empires", "unit-4", "type-4", "layout-5")
def test_the_scene_shows_both_cities_and_every_token():
    position: Position = given(
        city("first", "house c-2"),
        villagers("first", "c-2", 3),
        damage("first", "c-2", 20),
        unit("first", "militia", 4, "second c-3", monks=1),
        unit("second", "archer", 2, ""),
        phase("first", CONSTRUCTION),
    )
    scene = ruleset.scene(position.game, position.state)
    spaces = {space.id: space.title for space in scene.spaces}
    assert spaces["first:c-2"] == "House"
    assert spaces["second:c-3"] == "Town Center"
    where = {counter.title: counter.space for counter in scene.counters}
    assert where == {
        "3 villagers": "first:c-2",
        "Militia: 4 soldiers": "second:c-3",
        "Archer: 2 soldiers": "no-mans-land",
    }
    assert [(marker.space, marker.title) for marker in scene.markers] == [("first:c-2", "20 damage of 50")]
