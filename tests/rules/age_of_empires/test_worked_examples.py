"""The worked examples of the rules and of the published questions, with the numbers that they name."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.actions import (
    AttackBuilding,
    AttackUnit,
    Convert,
    Decline,
    Defend,
    Done,
    Heal,
    Join,
    Lose,
    MakeVillagers,
    Muster,
    Play,
    Repair,
    Research,
    TakeFirst,
)
from rules.age_of_empires.conversion import succeeds
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, keyed
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    RESEARCH,
    Position,
    age,
    city,
    civilization,
    damage,
    game_with,
    given,
    hand,
    like,
    phase,
    pool,
    stock,
    unit,
    villagers,
)


def attack(*circumstances, by: str, on: str = "c-1") -> Position:
    """An attack of the first seat's unit on a building of the second seat, as far as its defence."""
    position = given(*circumstances, phase("first", ATTACK))
    return position.when("first", AttackBuilding(on, by))


@pytest.mark.rule("age-of-empires", "setting-7", "setting-8", "setting-4")
def test_a_normal_game_starts_with_these_values():
    game = game_with()
    state = ruleset.initial(game)
    chance = Chance(keyed(bytes(16)))
    for event in ruleset.begin(game, chance):
        state = ruleset.evolve(game, state, event)
    while not state.turn:
        seat = ruleset.awaiting(game, state)[0].seat
        for event in ruleset.decide(game, state, seat, ruleset.legal(game, state, seat)[0], chance):
            state = ruleset.evolve(game, state, event)
    for seat in ("first", "second"):
        side = state.sides[seat]
        assert (side.food, side.wood, side.stone, side.gold) == (5, 10, 0, 5)
        assert side.city["c-3"].villagers == 3
        assert len(side.hand) == 7


@pytest.mark.rule("age-of-empires", "wonder-6", "wonder-7")
def test_a_wonder_rises_to_110_220_330_440():
    position = given(
        age("first", 4), city("first", "wonder-britons c-2"), phase("first", COLLECTION, begins=True)
    )
    from rules.age_of_empires.cities import values_at
    from rules.age_of_empires.state import with_building

    seen = []
    for stage in (1, 2, 3, 4):
        state = with_building(position.state, "first", "c-2", stage=stage)
        seen.append(values_at(position.game, state, "first", "c-2").hit_points)
    assert seen == [110, 220, 330, 440]


@pytest.mark.rule("age-of-empires", "unit-5")
def test_17_against_4_hit_points_costs_4_tokens():
    """Five villagers are hit for 17: 4 of them are lost, and the rest of the damage is not kept."""
    position = attack(
        city("second", "house c-1"),
        villagers("second", "c-1", 5),
        unit("first", "militia", 4, "second c-1"),
        by="first-militia-1",
    )
    position.when("second", Defend(unit=False, villagers=5))  # 4 x 4 = 16 against 4 hit points
    position.goes_on()
    assert position.at("second", "c-1").villagers == 1


@pytest.mark.rule("age-of-empires", "villager-4")
@pytest.mark.parametrize(("attackers", "left"), [(("war-elephant", 1), 0), (("militia", 2), 3)])
def test_villagers_have_3_attack_and_4_hit_points(attackers, left):
    card, soldiers = attackers
    position = attack(
        city("second", "house c-1"),
        villagers("second", "c-1", 5),
        unit("first", card, soldiers, "second c-1"),
        by=f"first-{card}-1",
    )
    position.when("second", Defend(unit=False, villagers=5)).goes_on()
    assert position.at("second", "c-1").villagers == left
    position.then_includes(like(of_units.RoundFought, round="melee", defence=15))


@pytest.mark.rule("age-of-empires", "monk-10")
@pytest.mark.parametrize(
    ("monks", "die", "success"), [(3, 3, True), (3, 4, False), (3, 6, False), (5, 5, True), (5, 6, False)]
)
def test_a_roll_up_to_the_number_of_monks_succeeds_and_a_6_never_does(monks, die, success):
    assert succeeds(die, monks) is success


@pytest.mark.rule("age-of-empires", "villager-2")
def test_of_6_food_5_villagers_are_made_and_1_food_is_left():
    position = given(
        stock("first", food=6), city("first", "house c-2"), pool("first", 2), phase("first", ALLOCATION)
    )
    position.when("first", MakeVillagers(6)).refused("villager-2", "5")
    position.when("first", MakeVillagers(5))
    assert position.side("first").food == 1
    assert position.side("first").pool == 7


@pytest.mark.rule("age-of-empires", "card-building-5")
def test_a_building_of_40_hit_points_is_destroyed_by_30_and_10():
    position = attack(
        city("second", "farm c-1"),
        damage("second", "c-1", 30),
        unit("first", "militia", 3, "second c-1"),
        by="first-militia-1",
    ).goes_on()  # 12, so one marker
    position.then_includes(
        events.BuildingDamaged("second", "c-1", 10, "attack"), events.BuildingDestroyed("second", "c-1")
    )


@pytest.mark.rule("age-of-empires", "villager-9")
def test_2_villagers_leave_1_of_3_markers():
    position = given(
        city("first", "house c-2"),
        villagers("first", "c-2", 2),
        damage("first", "c-2", 30),
        phase("first", CONSTRUCTION),
    )
    position.when("first", Repair("c-2", 2))
    assert position.at("first", "c-2").damage == 10
    assert position.side("first").pool == 2


@pytest.mark.rule("age-of-empires", "cost-6", "villager-10")
def test_research_with_3_villagers_is_complete_in_the_third_research_phase():
    position = given(
        age("first", 4),
        city("first", "university c-2"),
        villagers("first", "c-3", 3),
        stock("first", food=3, gold=2),
        hand("first", "chemistry"),
        phase("first", CONSTRUCTION),
    )
    position.when("first", Research("chemistry"))
    assert position.side("first").research["chemistry"] == 3
    position.when("first", Done())
    assert position.side("first").research["chemistry"] == 2  # the research phase of the same turn counts
    for left in (1, 0):
        position = given(
            age("first", 4),
            city("first", "university c-2"),
            _research(left + 1),
            phase("first", RESEARCH, begins=True),
        )
        complete = "chemistry" in position.side("first").cards
        assert complete is (left == 0)


def _research(left: int):
    from tests.rules.age_of_empires.harness import research

    return research("first", "chemistry", left)


@pytest.mark.rule("age-of-empires", "age-2", "attack-1")
def test_a_seat_in_age_1_cannot_be_attacked_and_may_attack():
    field = (
        city("first", "house c-1"),
        city("second", "house c-1"),
        unit("first", "militia", 5, "second c-1"),
        unit("second", "militia", 5, "first c-1"),
        villagers("first", "c-1", 1),
    )
    attacked = given(*field, age("second", 1), phase("first", ATTACK))
    attacked.when("first", AttackBuilding("c-1", "first-militia-1")).refused("age-2")
    attacking = given(*field, age("second", 1), phase("second", ATTACK))
    attacking.when("second", AttackBuilding("c-1", "second-militia-1"))
    attacking.then_includes(like(of_units.AttackerJoined, unit="second-militia-1"))


@pytest.mark.rule("age-of-empires", "convert-1")
def test_a_war_elephant_cannot_be_converted():
    field = (
        civilization("second", "persians"),
        city("second", "house c-1"),
        unit("first", "militia", 5, "second c-1", monks=3),
    )
    elephant = attack(*field, unit("second", "war-elephant", 1, "second c-1"), by="first-militia-1")
    elephant.when("second", Defend(unit=False, villagers=0)).offers_not(Convert)
    knights = attack(*field, unit("second", "knight", 5, "second c-1"), by="first-militia-1")
    knights.when("second", Defend(unit=False, villagers=0)).offers(Convert("soldier"))


@pytest.mark.rule("age-of-empires", "unit-8")
def test_a_unit_comes_into_play_with_at_least_1_soldier():
    position = given(
        city("first", "barracks c-2"),
        stock("first", food=5, gold=5),
        hand("first", "militia"),
        phase("first", ALLOCATION),
    )
    position.when("first", Muster("militia", 0, "c-2", "c-2")).refused("unit-8")
    position.when("first", Muster("militia", 1, "c-2", "c-2"))
    assert position.unit("first-militia-1").soldiers == 1


@pytest.mark.rule("age-of-empires", "turn-10")
def test_an_event_may_be_played_3_times_in_a_turn_and_5_times_at_most():
    position = given(hand("first", *["sheep"] * 6), phase("first", CONSTRUCTION))
    for number in (1, 2, 3, 4, 5):
        position.when("first", Play("sheep"))
        assert position.side("first").food == 3 * number
    position.when("first", Play("sheep")).refused("turn-10", "5 copies")


@pytest.mark.rule("age-of-empires", "combat-25")
def test_archers_against_militia():
    position = attack(
        city("second", "house c-1"),
        unit("second", "militia", 5, "second c-1"),
        unit("first", "archer", 5, "second c-1"),
        by="first-archer-1",
    )
    position.when("second", Defend(unit=True, villagers=0))
    position.goes_on()
    assert position.unit("first-archer-1").soldiers == 4
    assert position.unit("second-militia-1").soldiers == 2
    assert position.at("second", "c-1").damage == 0


@pytest.mark.rule("age-of-empires", "combat-26")
def test_knights_spearmen_and_a_house():
    position = attack(
        city("second", "house c-1"),
        unit("second", "spearman", 4, "second c-1"),
        unit("first", "knight", 5, "second c-1"),
        by="first-knight-1",
    )
    position.when("second", Defend(unit=True, villagers=0))
    position.goes_on()
    assert position.unit("first-knight-1").soldiers == 3
    assert "second-spearman-1" not in position.state.units
    assert position.at("second", "c-1").damage == 20


@pytest.mark.rule("age-of-empires", "combat-27")
def test_monks_in_defence():
    position = given(
        city("first", "house c-2"),
        villagers("first", "c-2", 1),
        unit("first", "woad-raider", 2, "first c-2"),
        unit("second", "militia", 3, "first c-2", monks=3),
        phase("first", ATTACK),
    )
    position.when("first", AttackUnit("second-militia-1", "first-woad-raider-1"))
    position.when("first", Join(villagers=1)).goes_on_to("hit-first")
    position.then_includes(like(of_units.RoundFought, round="melee", attack=19))
    position.when("first", TakeFirst("first-woad-raider-1")).awaits("second", "healing")
    position.when("second", Heal(), dice=[2])
    position.awaits("second", "monks").when("second", Lose(1))
    assert position.unit("second-militia-1").soldiers == 2
    assert position.unit("second-militia-1").monks == 2


@pytest.mark.rule("age-of-empires", "combat-28", "combat-17")
def test_a_trebuchet_needs_five_attacks_for_a_castle():
    damages = []
    for before in (0, 100, 200, 300, 400):
        position = attack(
            age("first", 4),
            age("second", 3),
            city("second", "castle c-2"),
            damage("second", "c-2", before),
            unit("first", "trebuchet", 1),
            by="first-trebuchet-1",
            on="c-2",
        )
        position.awaits("second", "firing").when("second", Decline())
        damages.append(position.at("second", "c-2").damage if "c-2" in position.side("second").city else 500)
    assert damages == [100, 200, 300, 400, 500]


@pytest.mark.rule("age-of-empires", "combat-11")
def test_the_owner_says_who_is_hit_first():
    """2 Militia (6) and 3 villagers (4) are hit for 17: Militia first, 12, and of the rest, 5, one villager."""
    position = attack(
        city("second", "house c-1"),
        villagers("second", "c-1", 3),
        unit("second", "militia", 2, "second c-1"),
        unit("first", "longbowman", 1, "second c-1"),
        unit("first", "knight", 1, "second c-1"),
        by="first-knight-1",
    )
    position.when("second", Defend(unit=True, villagers=3))
    position.goes_on()
    position.awaits("second", "hit-first").when("second", TakeFirst("second-militia-1"))
    assert position.unit("second-militia-1").soldiers == 1  # 10: one Militia, and one villager of the rest
    assert position.at("second", "c-1").villagers == 2


def test_an_enemy_unit_in_the_own_city_is_struck_by_villagers():
    position = given(
        city("first", "house c-2"),
        villagers("first", "c-2", 5),
        unit("second", "militia", 2, "first c-2"),
        phase("first", ATTACK),
    )
    position.when("first", AttackUnit("second-militia-1", villagers=5))
    position.goes_on()
    assert "second-militia-1" not in position.state.units  # 15 against 2 x 6
