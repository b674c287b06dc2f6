"""Avoiding battle (11): who may try, where to, the die, and the pursuit."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Accompany,
    Activate,
    Appoint,
    Avoid,
    End,
    GoInside,
    Halt,
    Intercept,
    LeadInside,
    Play,
    Refuse,
    Sally,
    Step,
    TurnBack,
)
from tests.rules.sword_of_rome.harness import (
    Given,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    like,
)
from tests.rules.sword_of_rome.marching import on_tarracina, on_the_march, pinned_at_fregellae

ROLL = (3, 3, 3, 3, 3, 3)
"""The dice of a battle."""


# 11.1: the attempt


@pytest.mark.rule("sword-of-rome", "11.1-a")
def test_an_army_may_avoid_battle_each_time_the_enemy_comes() -> None:
    position = on_tarracina().awaits("rome", "react").offers(Avoid("claudius", 4, "velitrae"))
    position.when("rome", Avoid("claudius", 4, "velitrae")).when("greece", Accept(), dice=[4])
    position.when("greece", Step("velitrae")).awaits("rome", "react").offers(Avoid("claudius", 4, "roma"))


@pytest.mark.rule("sword-of-rome", "11.1-a")
def test_units_without_a_leader_are_no_army_and_stay() -> None:
    position = on_the_march(
        army("rome", "tarracina", 4),
        army("greece", "capua", 6, "pyrrhus"),
        control("capua", "greece"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("tarracina"), dice=ROLL)
    position.then_includes(events.BattleRolled).then_not(events.ReactionsOpened)


@pytest.mark.rule("sword-of-rome", "11.1-b")
def test_all_attempts_are_declared_before_the_first_is_made() -> None:
    position = on_tarracina(romans=6, leaders=("claudius", "valerius"))
    position.when("rome", Avoid("claudius", 3, "velitrae")).then_not(events.AvoidanceRolled)
    position.awaits("rome", "react")
    position.when("rome", Avoid("valerius", 4, "velitrae")).refused("11.1", "1 to 3 CU")
    position.when("rome", Avoid("valerius", 2, "velitrae"))
    position.awaits("greece", "consent").when("greece", Refuse(), dice=[3])
    position.awaits("greece", "consent").when("greece", Refuse(), dice=[3, *ROLL])
    position.then_includes(like(events.AvoidanceRolled, leader="valerius", tactics=2, success=False))
    assert position.before.leaders["claudius"] == "velitrae"
    # One CU was to stay outside, and the two that failed stay with it.
    position.then_includes(like(events.BattleRolled, defender_cu=3))


@pytest.mark.rule("sword-of-rome", "11.1-b")
def test_the_owner_says_which_leaders_go_with_ten_units_at_most() -> None:
    position = on_tarracina(romans=12, leaders=("claudius", "valerius", "rome-1"))
    position.when("rome", Avoid("claudius", 11, "velitrae")).refused("11.1", "1 to 10 CU")
    position.when("rome", Avoid("claudius", 10, "velitrae")).offers(Accompany("valerius", "claudius"))
    position.when("rome", Accompany("valerius", "claudius")).when("rome", End())
    position.when("greece", Accept(), dice=ROLL)
    assert position.before.leaders["rome-1"] == "tarracina"
    position.then_includes(
        like(events.ForceMoved, space="velitrae", cu=10, leaders=("claudius", "valerius")),
        like(events.BattleRolled, defender_cu=2),
    )


@pytest.mark.rule("sword-of-rome", "11.1-b", "8.2.1-b")
def test_a_subordinate_does_not_take_the_last_units_from_his_commander() -> None:
    position = on_tarracina(leaders=("claudius", "valerius"))
    position.offers(Avoid("valerius", 3, "velitrae")).offers_not(Avoid("valerius", 4, "velitrae"))
    position.when("rome", Avoid("valerius", 4, "velitrae")).refused("8.2.1", "Claudius commands")
    position.when("rome", Avoid("valerius", 3, "velitrae")).offers(Avoid("claudius", 1, "velitrae"))


@pytest.mark.rule("sword-of-rome", "11.1-c")
def test_with_the_enemys_consent_no_die_is_needed() -> None:
    agreed = on_tarracina().when("rome", Avoid("claudius", 4, "velitrae"))
    agreed.awaits("greece", "consent").offers_only(Accept(), Refuse())
    agreed.when("greece", Accept(), dice=[6])  # the die is the pursuit's
    agreed.then_includes(like(events.AvoidanceRolled, die=0, success=True), events.PursuitRolled)
    assert agreed.cu("rome", "velitrae") == 4
    refused = on_tarracina().when("rome", Avoid("claudius", 4, "velitrae"))
    refused.when("greece", Refuse(), dice=[6, *ROLL])
    refused.then_includes(like(events.AvoidanceRolled, die=6, success=False), events.BattleRolled)


@pytest.mark.rule("sword-of-rome", "11.1-d")
@pytest.mark.parametrize(("die", "success"), [(1, True), (3, True), (4, False)])
def test_the_die_must_not_exceed_the_tactics(die: int, success: bool) -> None:
    position = on_tarracina().when("rome", Avoid("claudius", 4, "velitrae"))
    position.when("greece", Refuse(), dice=[die, 6] if success else [die, *ROLL])
    rolled = [each for each in position.events if isinstance(each, events.BattleRolled)]
    if success:
        assert rolled == []
        assert position.cu("rome", "velitrae") == 4
    else:
        assert [each.value for each in rolled[0].defender_modifiers if each.rule == "11.1"] == [-1]


@pytest.mark.rule("sword-of-rome", "11.1-d")
def test_who_does_not_try_has_no_disadvantage() -> None:
    position = on_tarracina().when("rome", End(), dice=ROLL)
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert "11.1" not in [each.rule for each in rolled.defender_modifiers]


@pytest.mark.rule("sword-of-rome", "11.1-e", "8.4-a", "8.4-c")
def test_leaders_without_units_are_displaced_at_once() -> None:
    position = on_tarracina(romans=0, leaders=("claudius", "rome-1"))
    position.then_includes(
        like(events.LeaderGone, leader="claudius", to="displaced"),
        like(events.LeaderGone, leader="rome-1", to="away"),
    )
    position.then_not(events.ReactionsOpened).awaits("greece", "march")


@pytest.mark.rule("sword-of-rome", "11.1-e")
def test_nobody_saves_a_lone_leader_by_intercepting() -> None:
    position = on_tarracina(army("rome", "velitrae", 5, "camillus"), romans=0)
    position.awaits("rome", "react")
    assert position.where("claudius") == "displaced"
    position.offers(Intercept("camillus", 5)).when("rome", End())
    position.awaits("greece", "march")


@pytest.mark.rule("sword-of-rome", "11.1-f")
def test_it_goes_one_space_and_only_to_a_neighbour() -> None:
    position = on_tarracina()
    assert {each.space for each in position.offered() if isinstance(each, Avoid)} == {"velitrae"}
    position.when("rome", Avoid("claudius", 4, "roma")).refused("11.1", "not next to")
    position.when("rome", Avoid("claudius", 4, "velitrae")).when("greece", Accept(), dice=[6])
    position.then_includes(like(events.ForceMoved, origin="tarracina", space="velitrae", cu=4))


# 11.2: restrictions


@pytest.mark.rule("sword-of-rome", "11.2-a")
def test_who_is_inside_does_not_avoid_battle() -> None:
    position = on_the_march(
        army("rome", "capua", 6, "claudius", "valerius"),
        army("greece", "neapolis", 6, "pyrrhus"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("capua"))
    position.when("rome", GoInside(2)).when("rome", LeadInside("valerius")).when("rome", End())
    position.awaits("rome", "react").offers(Avoid("claudius", 4, "tarracina"))
    position.when("rome", Avoid("valerius", 1, "tarracina")).refused("11.2", "within the walls")
    position.when("rome", Avoid("claudius", 5, "tarracina")).refused("11.1", "1 to 4 CU")


@pytest.mark.rule("sword-of-rome", "11.2-b")
def test_units_that_intercepted_stay_bound_where_they_have_come_to() -> None:
    """Egnatius joins 2 Samnites in Tarracina with 5 by intercepting Camillus, who goes back; then Valerius comes. The
    minor leader who was there may go with his 2, and with none of the 5."""
    position = (
        given(
            army("rome", "velitrae", 4, "camillus"),
            army("rome", "roma", 5, "valerius"),
            army("samnites", "capua", 5, "egnatius"),
            army("samnites", "tarracina", 2, "samnites-1"),
            control("capua", "samnites"),
            hand("rome", "r-1"),
            impulse("rome"),
        )
        .when("rome", Play("r-1", "event"))
        .when("rome", Activate("camillus"))
        .when("rome", Step("tarracina"))
    )
    position.when("etruria-samnium", Intercept("egnatius", 5)).when("etruria-samnium", End(), dice=[3])
    position.when("rome", TurnBack()).when("rome", Activate("valerius")).when("rome", Step("velitrae"))
    if position.seat() == "etruria-samnium":
        position.when("etruria-samnium", End())
    position.when("rome", Step("tarracina")).awaits("etruria-samnium", "react")
    position.offers(Avoid("samnites-1", 2, "capua")).offers_not(Avoid("samnites-1", 3, "capua"))
    position.when("etruria-samnium", Avoid("samnites-1", 3, "capua")).refused("11.1", "1 to 2 CU")
    position.when("etruria-samnium", Avoid("egnatius", 2, "capua")).refused("11.2", "tried to intercept")


@pytest.mark.rule("sword-of-rome", "11.2-c")
def test_a_flanking_army_gives_no_second_chance_to_avoid_battle() -> None:
    position = pinned_at_fregellae().when("rome", Step("velitrae")).when("etruria-samnium", End())
    position.when("rome", Halt(), dice=ROLL)
    position.then_includes(events.FlankJoined, events.BattleRolled).then_not(events.ReactionsOpened)


@pytest.mark.rule("sword-of-rome", "11.2-d")
def test_nobody_avoids_battle_over_a_rough_link_or_a_strait() -> None:
    rough = on_the_march(
        army("rome", "fregellae", 4, "claudius"),
        control("fregellae", "rome"),
        army("greece", "capua", 6, "pyrrhus"),
        control("capua", "greece"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("fregellae"))
    rough.when("rome", End()).awaits("rome", "react").offers(Avoid("claudius", 4, "velitrae"))
    rough.when("rome", Avoid("claudius", 4, "tarracina")).refused("11.2", "rough")
    strait = on_the_march(
        army("greece", "messana", 4, "timoleon"),
        army("rome", "catina", 6, "fabius"),
        seat="rome",
        leader="fabius",
    ).when("rome", Step("messana"))
    strait.when("greece", End()).awaits("greece", "react").offers(Avoid("timoleon", 4, "tyndaris"))
    strait.when("greece", Avoid("timoleon", 4, "rhegium")).refused("11.2", "strait")


@pytest.mark.rule("sword-of-rome", "11.2-d", "9.2-d")
def test_the_hills_are_open_to_samnites() -> None:
    position = on_the_march(
        army("samnites", "aufidena", 4, "egnatius"),
        army("rome", "fregellae", 6, "camillus"),
        control("fregellae", "rome"),
        seat="rome",
        leader="camillus",
    ).when("rome", Step("aufidena"))
    position.awaits("etruria-samnium", "react").offers(Avoid("egnatius", 4, "aesernia"))


@pytest.mark.rule("sword-of-rome", "11.2-e")
def test_nobody_avoids_battle_to_where_the_enemy_came_from() -> None:
    # Capua is Roman; Pyrrhus has passed through it.
    position = on_the_march(
        army("rome", "tarracina", 4, "claudius"),
        army("greece", "nola", 6, "pyrrhus"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("capua"))
    position.when("rome", End()).when("greece", Step("tarracina")).awaits("rome", "react")
    position.offers(Avoid("claudius", 4, "velitrae")).offers_not(Avoid("claudius", 4, "capua"))
    position.when("rome", Avoid("claudius", 4, "capua")).refused("11.2", "came from")


@pytest.mark.rule("sword-of-rome", "11.2-f")
@pytest.mark.parametrize(
    ("circumstances", "words"),
    [
        ((control("velitrae", "greece"),), "not friendly"),
        ((control("velitrae", "independent"),), "not friendly"),
        ((army("volsci", "velitrae", 1),), "enemy CU"),
    ],
)
def test_nobody_avoids_battle_into_an_enemy_space_or_to_enemy_units(
    circumstances: tuple[Given, ...], words: str
) -> None:
    position = on_tarracina(*circumstances, control("antium", "rome"))
    position.awaits("rome", "react").offers(Avoid("claudius", 4, "antium"))
    position.when("rome", Avoid("claudius", 4, "velitrae")).refused("11.2", words)


@pytest.mark.rule("sword-of-rome", "11.2-f")
def test_enemy_cities_and_tribes_are_no_refuge_and_an_allys_space_only_where_it_is_empty() -> None:
    city = on_tarracina().awaits("rome", "react")
    city.when("rome", Avoid("claudius", 4, "antium")).refused("11.2", "not friendly")
    tribe = on_the_march(
        army("rome", "praeneste", 4, "claudius"),
        army("greece", "velitrae", 6, "pyrrhus"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("praeneste"))
    tribe.awaits("rome", "react").when("rome", Avoid("claudius", 4, "alba-fucens")).refused("11.2")
    ally = on_tarracina(control("velitrae", "gauls"), allied("rome", "gauls"))
    ally.offers(Avoid("claudius", 4, "velitrae"))
    full = on_tarracina(
        control("velitrae", "gauls"),
        control("antium", "rome"),
        army("gauls", "velitrae", 1),
        allied("rome", "gauls"),
    )
    full.when("rome", Avoid("claudius", 4, "velitrae")).refused("15.3")


# 11.3: pursuit


@pytest.mark.rule("sword-of-rome", "11.3-a", "9.4-d")
@pytest.mark.parametrize(("die", "goes_on"), [(4, True), (5, False)])
def test_the_mover_goes_on_with_a_die_not_above_his_tactics(die: int, goes_on: bool) -> None:
    position = (
        on_tarracina().when("rome", Avoid("claudius", 4, "velitrae")).when("greece", Accept(), dice=[die])
    )
    position.then_includes(like(events.PursuitRolled, leader="pyrrhus", die=die, tactics=4, success=goes_on))
    if goes_on:
        position.awaits("greece", "march").offers(Step("velitrae"))
    else:
        position.awaits("greece", "impulse")


@pytest.mark.rule("sword-of-rome", "11.3-a")
@pytest.mark.parametrize(("dice", "goes_on"), [((4, 4), True), ((4, 5), False), ((5,), False)])
def test_of_two_that_avoided_battle_both_must_be_pursued(dice: tuple[int, ...], goes_on: bool) -> None:
    position = on_tarracina(leaders=("claudius", "valerius"))
    position.when("rome", Avoid("claudius", 2, "velitrae")).when("rome", Avoid("valerius", 2, "velitrae"))
    # Claudius and Valerius come together again, and their owner says who commands.
    position.when("greece", Accept()).when("greece", Accept())
    position.awaits("rome", "command").when("rome", Appoint("claudius"), dice=dice)
    position.awaits("greece", "march" if goes_on else "impulse")


@pytest.mark.rule("sword-of-rome", "11.3-a")
def test_where_enemies_stay_there_is_a_battle_and_no_pursuit() -> None:
    position = on_tarracina(romans=8).when("rome", Avoid("claudius", 4, "velitrae"))
    position.when("greece", Accept(), dice=ROLL)
    position.then_includes(like(events.BattleRolled, defender_cu=4)).then_not(events.PursuitRolled)


@pytest.mark.rule("sword-of-rome", "11.1-a", "13.4.1-b")
def test_besiegers_may_avoid_a_sortie() -> None:
    position = on_the_march(
        army("greece", "capua", 3, "pyrrhus"),
        control("neapolis", "greece"),
        inside("rome", "capua", 3, "fabius"),
        seat="rome",
        leader="fabius",
    ).when("rome", Sally())
    position.awaits("greece", "react").offers(Avoid("pyrrhus", 3, "neapolis"))
