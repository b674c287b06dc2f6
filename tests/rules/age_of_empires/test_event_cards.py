"""Events, one test a card (event-1 to event-3, turn-10)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires.actions import Play, Step, Target
from rules.age_of_empires.ruleset import ruleset
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    CONSTRUCTION,
    MOVEMENT,
    Position,
    age,
    city,
    damage,
    deck,
    given,
    hand,
    phase,
    pool,
    research,
    side,
    stock,
    unit,
    villagers,
)


def playing(card: str, *circumstances, which: int = CONSTRUCTION) -> Position:
    return given(stock("first", 9, 9, 9, 9), hand("first", card), *circumstances, phase("first", which))


@pytest.mark.rule("age-of-empires", "event-1", "event-3")
def test_an_event_is_snuffed_and_not_discarded():
    position = playing("sheep").when("first", Play("sheep"))
    own = position.side("first")
    assert (own.food, own.hand, own.snuffed, own.discards) == (12, (), ("sheep",), ())


@pytest.mark.parametrize(
    ("card", "field", "resource", "gained"),
    [
        ("sheep", (), "food", 3),
        ("deer", (), "food", 2),
        ("deer", (city("first", "mill c-2"),), "food", 4),
        ("forage-bushes", (city("first", "mill c-2", "mill c-1"),), "food", 4),
        ("forage-bushes", (city("first", *(f"mill l{n}-3" for n in range(1, 6))),), "food", 6),
        ("windfall", (), "wood", 4),
        ("surface-gold", (), "gold", 2),
        ("bountiful-harvest", (city("first", "farm c-2", "farm c-1"),), "food", 4),
        ("caravan", (city("first", "market c-2"),), "gold", 4),
    ],
)
def test_what_is_gained(card, field, resource, gained):
    position = playing(card, *field).when("first", Play(card))
    assert getattr(position.side("first"), resource) == 9 + gained


@pytest.mark.rule("age-of-empires", "age-7")
def test_an_event_needs_its_age_and_what_it_requires():
    playing("caravan").when("first", Play("caravan")).refused("cost-1", "Market")
    playing("plague").when("first", Play("plague")).refused("age-7")


@pytest.mark.rule("age-of-empires", "cost-2")
def test_an_event_is_paid_for():
    poor = playing("surface-gold", hand("first", "scouting-party"), stock("first"))
    poor.when("first", Play("scouting-party")).refused("cost-2")


@pytest.mark.parametrize(("die", "lost"), [(1, True), (2, False)])
def test_wild_boar_costs_a_villager_on_a_1(die, lost):
    position = playing("wild-boar", villagers("first", "c-3", 2), pool("first", 1))
    position.when("first", Play("wild-boar"), dice=[die])
    assert position.side("first").food == 14
    if lost:
        position.awaits("first", "event").offers_only(Target("c-3"), Target("pool")).when(
            "first", Target("pool")
        )
    assert position.side("first").pool == (0 if lost else 1)


@pytest.mark.parametrize(("before", "after"), [(0, 2), (4, 5), (5, 5)])
def test_settlers_come_within_the_villager_cap(before, after):
    position = playing("settlers", pool("first", before)).when("first", Play("settlers"))
    assert position.side("first").pool == after
    assert not position.state.counts.get("villagers")


def test_a_scouting_party_sees_the_hand_and_draws():
    position = playing("scouting-party", hand("second", "deer", "loom"))
    position.when("first", Play("scouting-party"), draws=["house"])
    assert position.side("first").hand == ("house",)
    seen = ruleset.view(position.game, position.state, ("first",)).sides["second"].hand
    assert seen == ("deer", "loom")
    assert ruleset.view(position.game, position.state, ()).sides["second"].hand == ("?", "?")


def test_a_forced_march_gives_a_unit_one_step_more():
    position = playing("forced-march", unit("first", "militia", 1, "first c-3"), which=MOVEMENT)
    position.when("first", Play("forced-march")).when("first", Target("first-militia-1"))
    position.when("first", Step("first-militia-1", "land")).offers(Step("first-militia-1", "second:c-3"))


@pytest.mark.rule("age-of-empires", "turn-10")
def test_an_event_is_played_in_its_phase():
    playing("forced-march", unit("first", "militia", 1, "first c-3")).when(
        "first", Play("forced-march")
    ).refused("turn-10", "movement")


def test_night_repairs_remove_up_to_three_markers():
    position = playing(
        "night-repairs", city("first", "house c-2"), damage("first", "c-2", 20), damage("first", "c-3", 50)
    )
    position.when("first", Play("night-repairs"))
    position.when("first", Target("c-2")).when("first", Target("c-3")).when("first", Target("c-3"))
    assert (position.at("first", "c-2").damage, position.at("first", "c-3").damage) == (10, 30)
    position.awaits("first", "construction")


@pytest.mark.parametrize(
    ("card", "unit_card", "fits"),
    [("levy", "militia", True), ("levy", "archer", False), ("mercenaries", "archer", True)],
)
def test_levy_and_mercenaries_fill_a_unit_at_home_at_no_cost(card, unit_card, fits):
    position = playing(
        card,
        age("first", 4),
        city("first", "barracks c-2"),
        unit("first", unit_card, 1, "first c-2"),
        which=ALLOCATION,
    )
    if not fits:
        position.when("first", Play(card)).refused("turn-10")
        return
    position.when("first", Play(card)).when("first", Target(f"first-{unit_card}-1"))
    assert position.unit(f"first-{unit_card}-1").soldiers == (3 if card == "levy" else 4)


def test_arson_marks_a_fringe_building_that_is_no_wall():
    position = playing(
        "arson",
        city("second", "house c-2", "stone-wall c-1", "mill l1-3", "mill r1-3", "mill l1-2", "mill r1-2"),
    )
    position.when("first", Play("arson"))
    offered = {action.what for action in position.offered() if isinstance(action, Target)}
    assert "c-1" not in offered
    assert "c-2" not in offered
    position.when("first", Target("l1-2"))
    assert position.at("second", "l1-2").damage == 10


def test_saboteurs_mark_a_building_but_no_town_center():
    position = playing("saboteurs", age("first", 3), city("second", "house c-2"))
    position.when("first", Play("saboteurs")).offers_only(Target("c-2"))
    position.when("first", Target("c-2"))
    assert position.at("second", "c-2").damage == 30


@pytest.mark.parametrize("card", ["arson", "saboteurs", "deserters"])
def test_a_seat_in_age_1_is_safe_from_events(card):
    position = playing(
        card,
        age("first", 3),
        age("second", 1),
        city("second", "house c-2"),
        unit("second", "militia", 3, "second c-3"),
    )
    position.when("first", Play(card)).refused("turn-10", "age 1")


def test_an_event_may_destroy_a_building():
    position = playing("saboteurs", age("first", 3), city("second", "house c-2"), damage("second", "c-2", 20))
    position.when("first", Play("saboteurs")).when("first", Target("c-2"))
    assert "c-2" not in position.side("second").city


def test_deserters_leave_an_enemy_unit_of_two():
    position = playing(
        "deserters",
        age("first", 3),
        unit("second", "militia", 1, "second c-3"),
        unit("second", "archer", 2, ""),
    )
    position.when("first", Play("deserters")).offers_only(Target("second-archer-1"))
    position.when("first", Target("second-archer-1"))
    assert position.unit("second-archer-1").soldiers == 1


def test_a_plague_takes_two_villagers_of_each_seat():
    position = playing(
        "plague",
        age("first", 3),
        villagers("first", "c-3", 3),
        pool("first", 1),
        villagers("second", "c-3", 1),
    )
    position.when("first", Play("plague")).awaits("first", "event")
    position.when("first", Target("pool"))
    assert position.at("first", "c-3").villagers == 2  # the second comes from the one place that is left
    assert position.at("second", "c-3").villagers == 0
    position.awaits("first", "construction")


def test_master_builders_end_research_early():
    position = playing(
        "master-builders", age("first", 3), research("first", "loom", 2), research("first", "forging", 3)
    )
    position.when("first", Play("master-builders")).when("first", Target("loom"))
    assert "loom" in position.side("first").cards
    assert position.side("first").pool == 2


def test_the_king_is_dead_is_not_cumulative():
    position = playing("king-is-dead", age("first", 3), hand("first", "king-is-dead", "king-is-dead"))
    position.when("first", Play("king-is-dead"))
    assert position.side("first").truce == 6
    position.when("first", Play("king-is-dead")).then_not(events.TruceBegan)


def test_an_imperial_decree_finds_a_technology_or_an_upgrade():
    position = playing("imperial-decree", age("first", 4), deck("first", "champion", "house", "loom"))
    position.when("first", Play("imperial-decree")).offers_only(Target("champion"), Target("loom"))
    position.when("first", Target("champion"))
    assert (position.side("first").hand, position.side("first").deck) == (("champion",), ("house", "loom"))
    seen = ruleset.view(position.game, position.state, ("second",)).sides["first"].hand
    assert seen == ("champion",)  # it was shown


def test_every_event_is_carried_out():
    data = playing("sheep").game.data
    assert ruleset.not_carried_out(data) == ()
    assert len([card for card in data.card.values() if card.type == "event"]) == 22


def test_a_spied_hand_thins_out_as_cards_are_played():
    position = given(
        hand("second", "sheep", "deer"),
        side("first", seen_hand=("deer", "sheep")),
        phase("second", CONSTRUCTION),
    )
    position.when("second", Play("sheep"))
    assert position.side("first").seen_hand == ("deer",)
