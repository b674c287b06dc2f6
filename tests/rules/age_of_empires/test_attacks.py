"""Attacks (turn-6, combat-1 to combat-24, monk-7 to monk-12, detail-6 to detail-9, card-unit-8 to card-unit-12)."""

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
    Fire,
    Heal,
    Join,
    Lose,
    Respond,
    Retreat,
    TakeFirst,
)
from rules.age_of_empires.conversion import may_heal, succeeds
from rules.age_of_empires.losses import shielded
from rules.age_of_empires.procedures import Attack, Loss
from tests.rules.age_of_empires.harness import (
    ATTACK,
    Position,
    age,
    cards,
    city,
    civilization,
    damage,
    given,
    hand,
    like,
    phase,
    side,
    unit,
    villagers,
)

MILITIA, ENEMY = "first-militia-1", "second-militia-1"
HOUSE = city("second", "house c-1")


def attacking(*circumstances) -> Position:
    return given(*circumstances, phase("first", ATTACK))


def attacked(*circumstances, by: str = MILITIA, on: str = "c-1") -> Position:
    return attacking(*circumstances).when("first", AttackBuilding(on, by))


@pytest.mark.rule("age-of-empires", "combat-1", "detail-8")
def test_an_attack_names_a_building_and_the_unit_that_stands_on_it():
    position = attacking(
        HOUSE,
        unit("first", "militia", 5, "second c-1"),
        unit("first", "archer", 5, ""),
        unit("first", "knight", 1, "second c-3"),
    )
    position.when("first", AttackBuilding("c-1", "first-archer-1")).refused("combat-1")
    position.when("first", AttackBuilding("c-3", MILITIA)).refused("combat-1")
    position.when("first", AttackBuilding("l9-3", MILITIA)).refused("combat-1", "no enemy building")
    position.when("first", AttackBuilding("c-1", MILITIA)).goes_on()
    position.then_includes(events.BuildingDamaged("second", "c-1", 20, "attack"))


@pytest.mark.rule("age-of-empires", "combat-2", "turn-6")
def test_each_unit_attacks_once_in_a_phase():
    position = attacked(
        HOUSE,
        city("second", "mill c-2"),
        unit("first", "militia", 2, "second c-1"),
        unit("first", "archer", 1, "second c-3"),
    ).goes_on()
    position.awaits("first", "attack")
    position.when("first", AttackBuilding("c-1", MILITIA)).refused("combat-2", "has attacked")


@pytest.mark.rule("age-of-empires", "unit-7", "combat-2")
def test_a_unit_without_soldiers_cannot_attack():
    position = attacking(
        HOUSE, unit("first", "militia", 0, "second c-1", monks=2), unit("first", "archer", 1, "second c-3")
    )
    position.when("first", AttackBuilding("c-1", MILITIA)).refused("unit-7")


@pytest.mark.rule("age-of-empires", "combat-3")
def test_a_face_down_target_is_turned_up():
    position = attacked(city("second", "farm c-1", face_down=True), unit("first", "militia", 5, "second c-1"))
    position.then_includes(like(events.BuildingRevealed, seat="second", space="c-1", card="farm"))


# Defence


@pytest.mark.rule("age-of-empires", "combat-4")
def test_a_unit_beside_the_building_may_come_to_defend_once_in_each_enemy_turn():
    field = (
        city("second", "house c-1", "mill c-2", "farm r1-3"),
        unit("second", "militia", 5, "second c-2"),
        unit("second", "archer", 5, "second r1-3"),
        unit("first", "militia", 5, "second c-1"),
    )
    position = attacked(*field)
    position.awaits("second", "response").offers_only(Respond(ENEMY), Decline())
    position.when("second", Respond(ENEMY))
    assert position.unit(ENEMY).space == "c-1"
    position.awaits("second", "defence").offers(Defend(unit=True, villagers=0))
    again = attacked(*field[:1], unit("second", "militia", 5, "second c-2", responded=True), *field[2:])
    again.awaits("first", "retreat")


@pytest.mark.rule("age-of-empires", "combat-4", "unit-10")
def test_villagers_do_not_come_from_beside():
    position = attacked(
        city("second", "house c-1", "mill c-2"),
        villagers("second", "c-2", 5),
        unit("first", "militia", 5, "second c-1"),
    )
    position.awaits("first", "retreat")


@pytest.mark.rule("age-of-empires", "combat-4")
def test_nobody_comes_where_an_own_unit_is():
    position = attacked(
        city("second", "house c-1", "mill c-2"),
        unit("second", "militia", 5, "second c-2"),
        unit("second", "archer", 5, "second c-1"),
        unit("first", "militia", 5, "second c-1"),
    )
    position.awaits("second", "defence")


@pytest.mark.rule("age-of-empires", "combat-5", "detail-9", "villager-12")
def test_the_defender_says_who_of_unit_and_villagers_takes_part():
    position = attacked(
        HOUSE,
        villagers("second", "c-1", 2),
        unit("second", "militia", 5, "second c-1"),
        unit("first", "militia", 5, "second c-1"),
    )
    position.offers_only(*(Defend(unit, number) for unit in (False, True) for number in (0, 1, 2)))
    position.when("second", Defend(unit=False, villagers=1)).goes_on()
    position.then_includes(like(of_units.RoundFought, defence=3))
    assert position.unit(ENEMY).soldiers == 5


@pytest.mark.rule("age-of-empires", "combat-19")
def test_who_was_kept_out_is_not_hit():
    position = attacked(
        HOUSE,
        villagers("second", "c-1", 3),
        unit("second", "militia", 5, "second c-1"),
        unit("first", "mangonel", 1, "second c-2"),
        city("second", "mill c-2"),
        by="first-mangonel-1",
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on()
    assert position.unit(ENEMY).soldiers == 2  # 20 against 6
    assert position.at("second", "c-1").villagers == 3


@pytest.mark.rule("age-of-empires", "combat-5", "combat-18")
def test_a_building_with_a_bombard_value_may_fire_once_in_each_enemy_turn():
    field = (
        city("second", "house c-1", "watch-tower c-2"),
        unit("first", "militia", 5, "second c-1"),
        unit("first", "archer", 5, "second c-2"),
    )
    position = attacked(*field)
    position.awaits("second", "firing").when("second", Fire("c-2")).goes_on()
    position.then_includes(like(of_units.RoundFought, round="bombard", defence=10))
    assert position.unit(MILITIA).soldiers == 4
    position.when("first", AttackBuilding("c-2", "first-archer-1"))
    position.awaits("first", "retreat")


@pytest.mark.rule("age-of-empires", "combat-18")
def test_a_castle_does_not_fire_at_its_own_space():
    position = attacked(
        age("second", 3), city("second", "castle c-1"), unit("first", "militia", 5, "second c-1")
    )
    position.awaits("first", "retreat")


def test_a_town_center_fires_with_5_villagers():
    for number, fires in ((4, False), (5, True)):
        position = attacked(
            city("second", "house c-2"),
            villagers("second", "c-3", number),
            unit("first", "militia", 5, "second c-2"),
            on="c-2",
        )
        assert (position.awaited()[1] == "firing") is fires


# Retreat


@pytest.mark.rule("age-of-empires", "combat-8")
def test_first_the_defender_then_the_attacker_may_withdraw():
    position = attacked(
        city("second", "house c-1", "mill c-2"),
        unit("second", "militia", 5, "second c-1"),
        unit("first", "militia", 5, "second c-1"),
    )
    position.when("second", Defend(unit=True, villagers=0))
    position.awaits("second", "retreat").offers_only(Retreat("second:c-2"), Decline())
    position.when("second", Retreat("second:c-2"))
    assert position.unit(ENEMY).space == "c-2"
    position.awaits("first", "retreat").offers_only(Retreat("land"), Decline())
    position.when("first", Decline())
    assert position.at("second", "c-1").damage == 20


@pytest.mark.rule("age-of-empires", "combat-8")
def test_an_attacker_who_withdraws_is_in_no_mans_land_and_does_nothing():
    position = attacked(HOUSE, unit("first", "militia", 5, "second c-1"))
    position.when("first", Retreat("land"))
    assert position.unit(MILITIA).city == ""
    assert position.at("second", "c-1").damage == 0


@pytest.mark.rule("age-of-empires", "combat-8")
def test_siege_engines_and_single_tokens_do_not_withdraw():
    position = attacked(HOUSE, unit("first", "battering-ram", 1, "second c-1"), by="first-battering-ram-1")
    assert "c-1" not in position.side("second").city  # 60 against 50, at once


# Rounds


@pytest.mark.rule("age-of-empires", "combat-7", "card-unit-9")
def test_archers_fight_a_ranged_round_before_the_melee():
    position = attacked(
        HOUSE,
        unit("second", "militia", 5, "second c-1"),
        unit("first", "archer", 5, "second c-1"),
        by="first-archer-1",
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on()
    position.then_includes(
        like(of_units.RoundFought, round="ranged", attack=20, defence=0),
        like(of_units.RoundFought, round="melee", attack=5, defence=8),
    )


@pytest.mark.rule("age-of-empires", "card-unit-10", "combat-7")
def test_cavalry_of_either_side_cancels_the_ranged_round():
    position = attacked(
        HOUSE,
        unit("second", "archer", 5, "second c-1"),
        unit("first", "knight", 1, "second c-1"),
        by="first-knight-1",
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on()
    position.then_includes(like(of_units.RoundFought, round="melee"))
    position.then_not(like(of_units.RoundFought, round="ranged"))


def test_ballistics_fires_at_half_where_cavalry_cancels_the_round():
    position = attacked(
        HOUSE,
        cards("second", "ballistics"),
        unit("second", "archer", 5, "second c-1"),
        unit("first", "knight", 3, "second c-1"),
        by="first-knight-1",
    )
    position.when("second", Defend(unit=True, villagers=0))
    position.goes_on()
    position.then_includes(like(of_units.RoundFought, round="ranged", attack=0, defence=10))


@pytest.mark.rule("age-of-empires", "combat-9", "card-unit-8")
def test_a_bonus_counts_for_each_token_against_its_class():
    """4 Spearmen (3, +7 against cavalry) strike Knights with 40."""
    position = attacked(
        HOUSE,
        unit("second", "spearman", 4, "second c-1"),
        unit("first", "knight", 5, "second c-1"),
        by="first-knight-1",
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on()
    position.then_includes(like(of_units.RoundFought, round="melee", attack=50, defence=40))


@pytest.mark.rule("age-of-empires", "combat-10", "unit-6")
def test_both_sides_strike_with_what_they_had_at_the_beginning():
    position = attacked(
        HOUSE, unit("second", "militia", 5, "second c-1"), unit("first", "militia", 5, "second c-1")
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on()
    # 20 against 6 on both sides: 3 are lost by each, at the same time
    assert (position.unit(MILITIA).soldiers, position.unit(ENEMY).soldiers) == (2, 2)
    position.then_includes(like(of_units.TokensLost, unit=ENEMY), like(of_units.TokensLost, unit=MILITIA))


@pytest.mark.rule("age-of-empires", "unit-6", "card-unit-2")
def test_a_unit_that_has_lost_all_tokens_is_destroyed_and_discarded():
    position = attacked(
        HOUSE, unit("second", "militia", 1, "second c-1"), unit("first", "militia", 5, "second c-1")
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on()
    assert ENEMY not in position.state.units
    assert position.side("second").discards == ("militia",)


@pytest.mark.rule("age-of-empires", "combat-14")
@pytest.mark.parametrize(
    ("card", "soldiers", "taken"), [("militia", 5, 20), ("spearman", 5, 10), ("archer", 5, 0)]
)
def test_damage_to_a_building_is_rounded_down_to_markers(card, soldiers, taken):
    position = attacked(HOUSE, unit("first", card, soldiers, "second c-1"), by=f"first-{card}-1").goes_on()
    assert position.at("second", "c-1").damage == taken


@pytest.mark.rule("age-of-empires", "combat-14")
def test_what_is_left_after_all_defenders_hits_the_building():
    position = attacked(HOUSE, villagers("second", "c-1", 1), unit("first", "militia", 5, "second c-1"))
    position.when("second", Defend(unit=False, villagers=1)).goes_on()
    assert position.at("second", "c-1").damage == 10  # 20 less 4 hit points
    assert position.at("second", "c-1").villagers == 0


@pytest.mark.rule("age-of-empires", "combat-15", "layout-10", "villager-14")
def test_a_destroyed_building_is_discarded_and_its_space_is_no_mans_land():
    position = attacked(
        HOUSE,
        damage("second", "c-1", 40),
        villagers("second", "c-1", 2),
        unit("first", "militia", 5, "second c-1"),
    )
    position.when("second", Defend(unit=False, villagers=0)).goes_on()
    own = position.side("second")
    assert "c-1" not in own.city
    assert (own.discards, own.pool, own.gaps) == (("house",), 2, ("c-1",))
    assert position.unit(MILITIA).city == ""


@pytest.mark.rule("age-of-empires", "combat-15")
def test_a_defender_of_a_ruin_goes_to_a_building_beside_it():
    field = (
        damage("second", "c-2", 40),
        unit("second", "militia", 1, "second c-2"),
        unit("first", "militia", 5, "second c-2"),
    )
    position = attacked(city("second", "house c-2", "mill l1-2"), *field, on="c-2")
    position.when("second", Defend(unit=False, villagers=0)).goes_on()
    position.awaits("second", "displaced").offers_only(Retreat("c-3"), Retreat("l1-2"))
    position.when("second", Retreat("l1-2"))
    assert (position.unit(ENEMY).city, position.unit(ENEMY).space) == ("second", "l1-2")


@pytest.mark.rule("age-of-empires", "combat-15")
def test_a_defender_of_a_ruin_without_a_building_beside_is_in_no_mans_land():
    position = attacked(
        city("second", "house c-1"),
        damage("second", "c-1", 40),
        unit("second", "militia", 1, "second c-1"),
        unit("first", "militia", 5, "second c-1"),
    )
    position.when("second", Defend(unit=False, villagers=0)).goes_on()
    assert position.unit(ENEMY).city == ""


@pytest.mark.rule("age-of-empires", "detail-6", "unit-5")
def test_markers_and_lost_tokens_stay_and_the_rest_is_not_kept():
    position = attacked(
        HOUSE,
        damage("second", "c-1", 10),
        villagers("second", "c-1", 2),
        unit("first", "spearman", 2, "second c-1"),
        by="first-spearman-1",
    )
    position.when(
        "second", Defend(unit=False, villagers=2)
    ).goes_on()  # 6: one villager of 4, the rest is lost
    assert position.at("second", "c-1").villagers == 1
    assert position.at("second", "c-1").damage == 10


@pytest.mark.rule("age-of-empires", "combat-12")
def test_monks_may_go_in_place_of_soldiers_and_take_what_is_left():
    """2 soldiers (6) and 2 monks are hit for 16: 2 soldiers, and of the rest, 4, 1 monk."""
    position = attacked(
        HOUSE,
        unit("second", "militia", 2, "second c-1", monks=2),
        unit("first", "woad-raider", 2, "second c-1"),
        by="first-woad-raider-1",
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on_to("healing")
    about = position.state.stack[-1]
    assert isinstance(about, Attack)
    assert [(loss.soldiers, loss.monks) for loss in about.losses if loss.seat == "second"] == [(2, 1)]
    position.when("second", Decline()).awaits("second", "monks").offers_only(Lose(0), Lose(1))
    position.when("second", Lose(1))
    assert (position.unit(ENEMY).soldiers, position.unit(ENEMY).monks) == (1, 0)


# Bombardment


@pytest.mark.rule("age-of-empires", "combat-17")
@pytest.mark.parametrize(
    ("here", "there", "far"),
    [
        (("", ""), ("second", "c-1"), 1),
        (("", ""), ("second", "c-2"), 2),
        (("", ""), ("second", "c-3"), 2),
        (("", ""), ("second", "l1-3"), 1),
        (("first", "c-3"), ("", ""), 1),
        (("first", "c-3"), ("second", "c-1"), 2),
        (("first", "c-3"), ("second", "c-2"), 3),
        (("second", "c-1"), ("second", "c-3"), 2),
        (("second", "c-1"), ("second", "l1-3"), None),
        (("second", "c-3"), ("second", "r1-3"), 1),
    ],
)
def test_range_counts_spaces_in_a_straight_line_with_no_mans_land_as_one(here, there, far):
    from rules.age_of_empires.ranges import distance

    ring = ("c-1", "c-2", "l1-1", "l1-2", "l1-3", "r1-1", "r1-2", "r1-3")
    position = attacking(city("second", *(f"house {space}" for space in ring)))
    assert distance(position.state, here, there) == far


@pytest.mark.rule("age-of-empires", "card-unit-12", "combat-18")
def test_a_bombarder_attacks_from_afar_in_the_bombard_round_alone():
    position = attacked(
        HOUSE,
        age("first", 4),
        villagers("second", "c-1", 5),
        unit("first", "bombard-cannon", 1, ""),
        by="first-bombard-cannon-1",
    )
    position.when("second", Defend(unit=False, villagers=5)).goes_on()
    position.then_includes(like(of_units.RoundFought, round="bombard", attack=20, defence=0))
    position.then_not(like(of_units.RoundFought, round="melee"))
    assert position.at("second", "c-1").villagers == 0


def test_a_trebuchet_that_moved_does_not_bombard():
    field = (HOUSE, unit("first", "militia", 1, "second c-1"))
    moved = attacking(*field, unit("first", "trebuchet", 1, "", moved=True))
    moved.when("first", AttackBuilding("c-1", "first-trebuchet-1")).refused("combat-1")
    attacking(*field, unit("first", "trebuchet", 1, "")).offers(AttackBuilding("c-1", "first-trebuchet-1"))


@pytest.mark.rule("age-of-empires", "combat-1")
def test_bombarders_join_the_attack_of_a_unit_on_the_spot():
    position = attacking(HOUSE, unit("first", "militia", 5, "second c-1"), unit("first", "mangonel", 1, ""))
    position.when("first", AttackBuilding("c-1", MILITIA)).awaits("first", "join")
    position.offers_only(Join("first-mangonel-1"), Done()).when("first", Join("first-mangonel-1")).goes_on()
    assert "c-1" not in position.side("second").city  # 30 and 20


# In the own city and in no man's land


@pytest.mark.rule("age-of-empires", "combat-22", "combat-1")
def test_villagers_strike_an_enemy_unit_on_their_building():
    position = attacking(
        city("first", "house c-2"), villagers("first", "c-2", 4), unit("second", "militia", 1, "first c-2")
    )
    position.offers(*(AttackUnit(ENEMY, villagers=number) for number in (1, 2, 3, 4)))
    position.when("first", AttackUnit(ENEMY, villagers=4)).goes_on()
    assert ENEMY not in position.state.units
    assert position.side("first").pool == 3  # it struck back with 4; then all are recalled


@pytest.mark.rule("age-of-empires", "combat-20")
def test_own_buildings_fire_at_an_enemy_unit_in_the_own_city():
    position = attacking(
        city("first", "house c-2", "watch-tower c-1"), unit("second", "militia", 3, "first c-2")
    )
    position.when("first", AttackUnit(ENEMY, fire="c-1")).goes_on()
    assert position.unit(ENEMY).soldiers == 2


@pytest.mark.rule("age-of-empires", "combat-5", "combat-8")
def test_a_unit_attacked_in_the_enemy_city_takes_part_or_withdraws():
    position = attacking(
        city("first", "house c-2"),
        unit("first", "militia", 5, "first c-2"),
        unit("second", "militia", 5, "first c-2"),
    )
    position.when("first", AttackUnit(ENEMY, MILITIA)).awaits("second", "retreat")
    position.when("second", Retreat("land"))
    assert position.unit(ENEMY).city == ""
    assert position.unit(MILITIA).soldiers == 5


@pytest.mark.rule("age-of-empires", "age-2")
def test_a_unit_of_a_seat_in_age_1_may_be_attacked_in_the_enemy_city_alone():
    field = (age("second", 1), civilization("first", "franks"), unit("first", "militia", 5, ""))
    at_home = attacking(
        *field,
        city("first", "house c-2"),
        villagers("first", "c-2", 1),
        unit("second", "militia", 1, "first c-2"),
        unit("second", "archer", 1, ""),
    )
    at_home.offers(AttackUnit(ENEMY, villagers=1))
    at_home.when("first", AttackUnit("second-archer-1", MILITIA)).refused("age-2")


@pytest.mark.rule("age-of-empires", "combat-21", "civ-7", "civ-9")
@pytest.mark.parametrize(
    ("allowed", "may"),
    [
        (civilization("first", "britons"), False),
        (civilization("first", "franks"), True),
        (civilization("first", "mongols"), True),
        (cards("first", "tracking"), True),
    ],
)
def test_franks_mongols_and_trackers_attack_in_no_mans_land(allowed, may):
    position = attacking(
        allowed,
        unit("first", "militia", 5, ""),
        unit("second", "militia", 2, ""),
        unit("first", "archer", 1, "second c-3"),
    )
    if not may:
        position.when("first", AttackUnit(ENEMY, MILITIA)).refused("combat-21")
        return
    position.when("first", AttackUnit(ENEMY, MILITIA)).goes_on()
    assert ENEMY not in position.state.units
    assert position.unit(MILITIA).soldiers == 4  # it fought back with 8


# Monks


@pytest.mark.rule("age-of-empires", "monk-7", "monk-11", "combat-6")
@pytest.mark.parametrize(("die", "left"), [(2, 4), (3, 5)])
def test_an_attacking_unit_with_monks_converts_a_soldier(die, left):
    position = attacked(
        HOUSE, unit("second", "militia", 5, "second c-1"), unit("first", "militia", 5, "second c-1", monks=2)
    )
    position.when("second", Defend(unit=False, villagers=0)).awaits("first", "conversion")
    position.when("first", Convert("soldier"), dice=[die])
    assert position.unit(ENEMY).soldiers == left
    assert position.unit(ENEMY).monks == 0


@pytest.mark.rule("age-of-empires", "monk-11")
def test_a_villager_is_converted_whether_it_defends_or_not():
    position = attacked(
        HOUSE, villagers("second", "c-1", 2), unit("first", "militia", 5, "second c-1", monks=2)
    )
    position.when("second", Defend(unit=False, villagers=0)).when("first", Convert("villager"), dice=[1])
    assert position.at("second", "c-1").villagers == 1


@pytest.mark.rule("age-of-empires", "monk-9", "monk-8")
def test_a_unit_that_has_converted_does_not_heal_in_that_attack():
    field = (
        HOUSE,
        unit("second", "militia", 5, "second c-1"),
        unit("first", "militia", 5, "second c-1", monks=2),
    )
    converted = attacked(*field)
    converted.when("second", Defend(unit=True, villagers=0)).when("first", Convert("soldier"), dice=[5])
    converted.goes_on()
    assert not any(isinstance(event, of_units.HealingRolled) for event in converted.events)
    calm = attacked(*field)
    calm.when("second", Defend(unit=True, villagers=0)).awaits("first", "conversion").when("first", Decline())
    calm.goes_on_to("healing")
    assert calm.awaited() == ("first", "healing")


@pytest.mark.rule("age-of-empires", "monk-12", "combat-13")
@pytest.mark.parametrize(("die", "left"), [(1, 3), (4, 2), (6, 2)])
def test_healing_spares_one_token(die, left):
    position = attacked(
        HOUSE, unit("second", "militia", 5, "second c-1", monks=1), unit("first", "militia", 5, "second c-1")
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on_to("healing").when(
        "second", Heal(), dice=[die]
    )
    position.awaits("second", "monks").when("second", Lose(0))
    assert position.unit(ENEMY).soldiers == left


@pytest.mark.parametrize(
    ("card", "whose", "monks", "die", "success"),
    [
        ("block-printing", "first", 2, 3, True),
        ("block-printing", "first", 5, 6, False),
        ("faith", "second", 2, 2, False),
        ("faith", "second", 2, 1, True),
    ],
)
def test_block_printing_and_faith_change_what_is_rolled_for(card, whose, monks, die, success):
    position = attacked(
        HOUSE,
        cards(whose, card),
        unit("second", "militia", 5, "second c-1"),
        unit("first", "militia", 5, "second c-1", monks=monks),
    )
    position.when("second", Defend(unit=False, villagers=0)).when("first", Convert("soldier"), dice=[die])
    assert (position.unit(ENEMY).soldiers == 4) is success


def test_redemption_converts_siege_engines():
    field = (
        HOUSE,
        unit("second", "mangonel", 1, "second c-1"),
        unit("first", "militia", 5, "second c-1", monks=5),
    )
    attacked(*field).when("second", Defend(unit=False, villagers=0)).offers_not(Convert)
    position = attacked(*field, cards("first", "redemption"))
    position.when("second", Defend(unit=False, villagers=0)).when("first", Convert("soldier"), dice=[1])
    assert "second-mangonel-1" not in position.state.units


# Cards


def test_the_king_is_dead_keeps_units_from_the_city_up_to_the_end_of_the_next_turn():
    field = (
        HOUSE,
        unit("first", "militia", 5, "second c-1"),
        city("first", "house c-2"),
        villagers("first", "c-2", 1),
        unit("second", "archer", 1, "first c-2"),
    )
    safe = attacking(*field, side("second", truce=5))
    safe.when("first", AttackBuilding("c-1", MILITIA)).refused("turn-12")
    attacking(*field, side("second", truce=4)).offers(AttackBuilding("c-1", MILITIA))


def test_longbowmen_shoot_from_no_mans_land_in_the_ranged_round_alone():
    position = attacked(
        HOUSE, villagers("second", "c-1", 5), unit("first", "longbowman", 2, ""), by="first-longbowman-1"
    )
    position.when("second", Defend(unit=False, villagers=5)).goes_on()
    position.then_includes(like(of_units.RoundFought, round="ranged", attack=12))
    position.then_not(like(of_units.RoundFought, round="melee"))
    assert position.at("second", "c-1").villagers == 2


def test_a_huskarl_halves_the_ranged_strength_against_it():
    position = attacked(
        HOUSE,
        unit("second", "huskarl", 5, "second c-1"),
        unit("first", "archer", 5, "second c-1"),
        by="first-archer-1",
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on()
    position.then_includes(like(of_units.RoundFought, round="ranged", attack=10))


def test_a_shield_wall_spares_two_soldiers_of_infantry():
    from rules.age_of_empires.actions import Play

    position = attacked(
        HOUSE,
        hand("second", "shield-wall"),
        unit("second", "militia", 5, "second c-1"),
        unit("first", "militia", 5, "second c-1"),
    )
    position.when("second", Defend(unit=True, villagers=0)).goes_on_to("shield").when(
        "second", Play("shield-wall")
    )
    assert position.unit(ENEMY).soldiers == 4
    assert position.side("second").snuffed == ("shield-wall",)


@pytest.mark.rule("age-of-empires", "combat-11")
def test_damage_goes_on_to_the_next_participant_only_as_far_as_it_is_left():
    position = attacked(
        HOUSE,
        villagers("second", "c-1", 3),
        unit("second", "militia", 2, "second c-1"),
        unit("first", "samurai", 2, "second c-1"),
        by="first-samurai-1",
    )
    position.when("second", Defend(unit=True, villagers=3)).goes_on_to("hit-first")
    position.when(
        "second", TakeFirst("villagers")
    )  # 16: three villagers are 12, of the rest no Militia falls
    assert (position.at("second", "c-1").villagers, position.unit(ENEMY).soldiers) == (0, 2)


@pytest.mark.rule("age-of-empires", "turn-6")
def test_villagers_of_a_building_strike_once_in_a_phase():
    position = attacking(
        city("first", "house c-2"),
        villagers("first", "c-2", 1),
        unit("second", "militia", 5, "first c-2"),
        unit("first", "archer", 1, "second c-3"),
    )
    position.when("first", AttackUnit(ENEMY, villagers=1)).goes_on()
    position.awaits("first", "attack").offers_not(AttackUnit)


@pytest.mark.rule("age-of-empires", "age-2", "combat-2")
@pytest.mark.parametrize(("of_age", "may"), [(1, False), (2, True)])
def test_the_city_of_a_seat_in_age_1_is_not_bombarded_from_outside(of_age, may):
    position = given(
        age("first", 4),
        age("second", of_age),
        unit("first", "trebuchet", 1),
        unit("second", "militia", 1, "first c-3"),
        unit("first", "militia", 1, "first c-3"),
        phase("first", ATTACK),
    )
    action = AttackBuilding("c-3", "first-trebuchet-1")
    if may:
        position.offers(action)
    else:
        position.offers_not(AttackBuilding).when("first", action).refused("age-2")


def an_attack(**changes) -> Attack:
    """An attack of the first seat on the second's building at c-2, at any point of its course."""
    return Attack("first", "building", "second", "c-2", **changes)


@pytest.mark.rule("age-of-empires", "monk-10")
@pytest.mark.parametrize(
    ("die", "monks", "succeeded"), [(3, 3, True), (4, 3, False), (6, 6, False), (6, 9, False)]
)
def test_a_6_fails_however_many_monks_are_counted(die, monks, succeeded):
    assert succeeds(die, monks) is succeeded


@pytest.mark.rule("age-of-empires", "monk-9")
@pytest.mark.parametrize(
    ("rolled", "may"),
    [({}, True), ({"converted": ("first-militia-1",)}, False), ({"healed": ("first-militia-1",)}, False)],
)
def test_a_unit_converts_or_heals_once_in_an_attack(rolled, may):
    position = given(unit("first", "militia", 2, "second c-3", monks=2), phase("first", ATTACK))
    assert may_heal(position.game, position.state, an_attack(**rolled), "first-militia-1") is may


@pytest.mark.rule("age-of-empires", "turn-10")
@pytest.mark.parametrize(("card", "found"), [("militia", "second-militia-1"), ("archer", "")])
def test_only_infantry_stands_behind_a_shield_wall(card, found):
    position = given(unit("second", card, 4, "second c-3"), phase("first", ATTACK))
    lost = an_attack(losses=(Loss("second", f"second-{card}-1", 2),))
    assert shielded(position.game, position.state, lost) == found
