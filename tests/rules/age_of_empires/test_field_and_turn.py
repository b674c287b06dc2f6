"""The parts of the game and the course of a turn (token-3, unit-1, cost-3, turn-8, turn-12 and others)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import actions
from rules.age_of_empires.actions import (
    AttackBuilding,
    Build,
    Done,
    Exchange,
    MakeVillagers,
    Muster,
    Place,
    PlaceRelic,
    Play,
    Produce,
    Repair,
    Research,
    Step,
)
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.ruleset import ruleset
from rules.age_of_empires.strengths import toughness
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    DISCARD,
    MOVEMENT,
    age,
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


def in_a_deck(kind: str) -> bool:
    """Whether cards of a type are in the draw decks that are laid out."""
    data = installed_data()
    return any(
        data.card[entry.card].type == kind
        for deck in data.deck.values()
        for number in (1, 2, 3, 4)
        for entry in getattr(deck, f"age_{number}")
    )


@pytest.mark.rule("age-of-empires", "token-3", "cost-3")
def test_villagers_are_labour_and_soldiers_are_not():
    """Soldiers on a Town Center pay for nothing; villagers do."""
    field = (stock("first", 9, 9, 9, 9), hand("first", "house"), unit("first", "militia", 5, "first c-3"))
    given(*field, phase("first", CONSTRUCTION)).when("first", Build("house", "c-2")).refused("cost-4")
    with_labour = given(*field, villagers("first", "c-3", 1), phase("first", CONSTRUCTION))
    with_labour.when("first", Build("house", "c-2"))
    assert with_labour.unit("first-militia-1").soldiers == 5


@pytest.mark.rule("age-of-empires", "monk-4")
def test_a_monk_adds_3_hit_points_and_no_attack():
    position = given(
        city("second", "house c-1"),
        unit("second", "militia", 2, "second c-1", monks=3),
        unit("first", "militia", 1, "second c-1"),
        phase("first", ATTACK),
    )
    about = Attack("first", "building", "second", "c-1", main="first-militia-1", defender="second-militia-1")
    assert toughness(position.game, position.state, about) == 2 * 6 + 3 * 3
    from rules.age_of_empires.strengths import MELEE, strength

    assert strength(position.game, position.state, about, MELEE).defence == 8


@pytest.mark.rule("age-of-empires", "unit-1", "card-unit-1")
def test_combat_is_done_by_units_that_come_from_cards():
    position = given(
        stock("first", 9, 9, 9, 9),
        hand("first", "militia"),
        city("first", "barracks c-2"),
        phase("first", ALLOCATION),
    )
    assert not position.state.units
    position.when("first", Muster("militia", 1, "c-2", "c-2"))
    assert [found.card for found in position.state.units.values()] == ["militia"]


@pytest.mark.rule("age-of-empires", "card-building-2", "card-unit-3", "relic-2")
def test_buildings_units_and_relics_are_drawn_from_the_deck():
    assert all(in_a_deck(kind) for kind in ("building", "unit", "relic"))


@pytest.mark.rule("age-of-empires", "wonder-2", "wonder-1")
def test_a_wonder_is_in_the_deck_and_has_no_ability():
    assert in_a_deck("wonder")
    for card in installed_data().card.values():
        if card.type == "wonder":
            assert (card.abilities, card.modifiers, card.produces, card.garrison, card.bombard) == (
                (),
                (),
                None,
                0,
                None,
            )


@pytest.mark.rule("age-of-empires", "card-building-3")
def test_a_building_is_a_source_of_resources_or_a_military_base():
    data = installed_data().card
    assert data["lumber-camp"].produces is not None
    assert set(data["barracks"].trains) == {"militia", "spearman"}
    for card in data.values():
        for trained in card.trains:
            if trained in data:
                assert data[trained].trained_at == card.id


@pytest.mark.rule("age-of-empires", "towncenter-4")
def test_the_city_grows_from_the_town_center_towards_the_opponent():
    position = given(
        stock("first", 9, 9, 9, 9),
        villagers("first", "c-3", 3),
        hand("first", "house"),
        phase("first", CONSTRUCTION),
    )
    position.offers_not(Build("house", "c-1")).when("first", Build("house", "c-2"))
    scene = ruleset.scene(position.game, position.state)
    height = {space.id: space.y for space in scene.spaces}
    assert height["second:c-3"] < height["no-mans-land"] < height["first:c-2"] < height["first:c-3"]


@pytest.mark.rule("age-of-empires", "turn-8")
def test_tokens_are_made_and_placed_in_any_order():
    position = given(
        stock("first", 9, 9, 9, 9),
        pool("first", 1),
        hand("first", "militia"),
        city("first", "barracks c-2"),
        phase("first", ALLOCATION),
    )
    position.when("first", Place("c-3", 1)).when("first", Muster("militia", 1, "c-2", "c-2"))
    position.when("first", MakeVillagers(2)).when("first", Place("c-2", 2))
    assert (position.at("first", "c-3").villagers, position.at("first", "c-2").villagers) == (1, 2)


@pytest.mark.rule("age-of-empires", "turn-1", "turn-6")
def test_the_seven_phases_follow_each_other_and_attacks_end_when_the_seat_says_so():
    position = given(
        city("second", "house c-1"), unit("first", "militia", 5, "second c-1"), phase("first", ATTACK)
    )
    position.when("first", Done()).awaits("first", "allocation")
    assert position.at("second", "c-1").damage == 0
    from rules.age_of_empires.phrases import PHASES

    assert PHASES[1:] == (
        "Collection",
        "Construction",
        "Research",
        "Movement",
        "Attack",
        "Allocation",
        "Discard",
    )


@pytest.mark.rule("age-of-empires", "turn-12", "card-civilization-5")
def test_a_civilization_comes_before_a_card_and_a_card_before_the_basic_rules():
    """Infantry has movement 1 by the basic rules, 2 with the Celts; a Castle costs the Franks less than it prints; and
    The King is Dead, which says cannot, beats the basic right to attack."""
    from rules.age_of_empires.values import cost_of, unit_values
    from tests.rules.age_of_empires.harness import side

    position = given(
        civilization("first", "celts"), civilization("second", "franks"), phase("first", ALLOCATION)
    )
    assert unit_values(position.game, position.side("first"), "militia").movement == 2
    assert cost_of(position.game, position.side("second"), "castle").stone == 10
    barred = given(
        city("second", "house c-1"),
        city("first", "house c-2"),
        villagers("first", "c-2", 1),
        unit("second", "archer", 1, "first c-2"),
        unit("first", "militia", 5, "second c-1"),
        side("second", truce=5),
        phase("first", ATTACK),
    )
    barred.when("first", AttackBuilding("c-1", "first-militia-1")).refused("turn-12")


@pytest.mark.rule("age-of-empires", "agedeck-5")
def test_the_cards_below_an_age_card_are_not_known_and_have_no_order():
    """Their order is without effect, since the whole deck is shuffled when they join it."""
    position = given(phase("first", CONSTRUCTION))
    for later in position.side("first").later.values():
        assert tuple(sorted(later)) == later
    seen = ruleset.view(position.game, position.state, ("second",)).sides["first"].later
    assert set(seen["4"]) == {"?"}


@pytest.mark.rule("age-of-empires", "kit-3")
def test_no_card_comes_into_a_game_from_outside_its_decks():
    """Nothing that a seat may decide names a card that is neither in its hand nor an age card beside the field."""
    position = given(
        stock("first", 50, 50, 50, 50),
        villagers("first", "c-3", 9),
        hand("first", "house"),
        phase("first", CONSTRUCTION),
    )
    named = {getattr(option, "card", "house") for option in position.offered()}
    assert named == {"house"}


@pytest.mark.rule("age-of-empires", "detail-3")
def test_a_duel_is_for_two_seats_and_others_are_refused():
    from rules.chance import Chance, keyed
    from rules.errors import IllegalAction

    position = given(hand("first", "sheep"), phase("first", DISCARD))
    with pytest.raises(IllegalAction, match="first and second"):
        ruleset.decide(position.game, position.state, "third", Done(), Chance(keyed(bytes(16))))


def test_who_is_not_asked_is_refused():
    position = given(hand("first", "sheep"), phase("first", DISCARD))
    position.when("second", Done()).refused("flow-1", "First (Britons)")


def test_every_action_has_a_phrase_of_its_own():
    from rules.age_of_empires.phrases import _PHRASES

    assert set(_PHRASES) == set(actions.TYPES)


def test_every_event_is_told():
    from rules.age_of_empires.narration import _ALL, SILENT

    assert set(_ALL) | SILENT == set(ruleset.event_types)
    assert not set(_ALL) & SILENT
    assert game_with().ages[2] == "feudal-age"


@pytest.mark.rule("age-of-empires", "turn-3")
def test_all_that_is_done_in_construction_is_done_in_any_order_and_paid_at_once():
    position = given(
        stock("first", 50, 50, 50, 50),
        age("first", 2),
        city("first", "market c-2", "blacksmith l1-3", "barracks r1-3", "mill r2-3"),
        villagers("first", "c-3", 15),
        villagers("first", "c-2", 1),
        villagers("first", "r2-3", 1),
        damage("first", "r2-3", 10),
        hand("first", "sheep", "house", "the-holy-lance", "loom", "man-at-arms", "farm"),
        phase("first", CONSTRUCTION),
    )
    paid = []
    for action in (
        Build("house", "l1-2"),
        PlaceRelic("the-holy-lance"),
        Research("loom"),
        Repair("r2-3", 1),
        Play("sheep"),
        Exchange("c-2", "wood", "gold"),
        Research("man-at-arms"),
        Build("farm", "r1-2"),
        Research("castle-age"),
    ):
        before = position.side("first")
        position.offers(action).when("first", action)
        now = position.side("first")
        resources = ("food", "wood", "stone", "gold")
        paid.append(tuple(getattr(now, each) - getattr(before, each) for each in resources))
    cost = position.game.cards["man-at-arms"].cost, position.game.cards["castle-age"].cost
    assert paid == [
        (0, -1, 0, 0),
        (0, 0, 0, 0),
        (0, 0, 0, -1),
        (0, 0, 0, 0),
        (3, 0, 0, 0),
        (0, -2, 0, 1),
        tuple(-getattr(cost[0], each) for each in resources),
        (0, -1, 0, 0),
        tuple(-getattr(cost[1], each) for each in resources),
    ]
    assert position.state.phase == CONSTRUCTION


@pytest.mark.rule("age-of-empires", "move-12")
def test_a_building_on_which_an_enemy_stands_goes_on_working():
    enemies = [unit("second", "militia", 1, f"first {space}") for space in ("c-2", "l1-3", "r1-3", "c-3")]
    field = (city("first", "mill c-2", "barracks l1-3", "house r1-3"), stock("first", 9, 9, 9, 9))
    producing = given(*field, *enemies, villagers("first", "c-2", 1), phase("first", COLLECTION))
    producing.offers(Produce("c-2", 1))
    allocating = given(
        *field, *enemies, hand("first", "militia"), pool("first", 9), phase("first", ALLOCATION)
    )
    # The house under the enemy counts: there is room for one villager more than the Town Center alone gives.
    allocating.offers(MakeVillagers(1), Muster("militia", 1, "l1-3", "l1-3"), Place("c-2", 1))
    moving = given(*field, *enemies, unit("first", "spearman", 1, ""), phase("first", MOVEMENT))
    moving.offers(Step("first-spearman-1", "first:c-2"), Step("first-spearman-1", "first:l1-3"))
