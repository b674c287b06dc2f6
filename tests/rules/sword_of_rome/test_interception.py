"""Interception (10.1 to 10.3): who may try, where, and in which order."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Accompany,
    Activate,
    Avoid,
    End,
    Fight,
    Intercept,
    Name,
    Place,
    PlaceLeader,
    Play,
    Reinforce,
    Sail,
    Step,
    TurnBack,
)
from tests.rules.sword_of_rome.harness import (
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    like,
    points,
)
from tests.rules.sword_of_rome.marching import (
    on_the_march,
    past_claudius,
    pinned_at_fregellae,
    refused_interception,
    two_gallic_armies,
)

# 10.1: when


@pytest.mark.rule("sword-of-rome", "10.1-a")
def test_an_enemy_next_to_the_entered_space_may_intercept_but_not_a_lone_leader() -> None:
    past_claudius().awaits("rome", "react").offers(Intercept("claudius", 1), Intercept("claudius", 4), End())
    past_claudius(cu=0).awaits("greece", "march")
    past_claudius(allied("greece", "rome")).awaits("greece", "march")


@pytest.mark.rule("sword-of-rome", "10.1-a")
def test_an_army_that_arrives_by_sea_can_be_intercepted() -> None:
    position = on_the_march(
        army("greece", "tarentum", 3, "pyrrhus"),
        army("rome", "capua", 4, "claudius"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Sail("neapolis"))
    position.awaits("rome", "react").offers(Intercept("claudius", 4))


@pytest.mark.rule("sword-of-rome", "10.1-a")
def test_the_active_seat_does_not_intercept_an_ally_whom_it_moves() -> None:
    # The Etruscans are allied with Rome, the Samnites are not; both are of the seat whose impulse it is.
    armies = (
        army("etruscans", "clusium", 2, "etruscans-1"),
        army("samnites", "capua", 5, "egnatius"),
        army("rome", "velitrae", 4, "valerius"),
    )
    position = given(
        *armies, allied("etruscans", "rome"), hand("etruria-samnium", "e-3"), impulse("etruria-samnium")
    )
    position.when("etruria-samnium", Play("e-3", "event")).when("etruria-samnium", Activate("valerius"))
    position.when("rome", Accept()).when("etruria-samnium", Step("tarracina"))
    position.awaits("etruria-samnium", "march")
    # In an impulse of Rome the same step can be intercepted.
    marched = on_the_march(*armies, allied("etruscans", "rome"), seat="rome", leader="valerius")
    marched.when("rome", Step("tarracina")).awaits("etruria-samnium", "react").offers(
        Intercept("egnatius", 5)
    )


@pytest.mark.rule("sword-of-rome", "10.1-a")
def test_new_units_and_those_that_an_event_moves_are_not_intercepted() -> None:
    # Egnatius in Capua borders on Tarracina; he could intercept a march there.
    near = (army("samnites", "capua", 5, "egnatius"), army("rome", "tarracina", 1))
    placed = given(*near, hand("rome", "r-30"), impulse("rome")).when("rome", Play("r-30", "ops"))
    placed.when("rome", Reinforce("rome")).when("rome", Place("rome", "tarracina"))
    placed.then_includes(like(events.UnitsPlaced, space="tarracina")).then_not(events.ReactionsOpened)
    placed.awaits("rome", "impulse")
    led = given(*near, hand("rome", "r-4"), impulse("rome")).when("rome", Play("r-4", "event"))
    while PlaceLeader("dictator", "tarracina") not in led.offered():
        led.when("rome", led.offered()[0])
    led.when("rome", PlaceLeader("dictator", "tarracina"))
    led.then_includes(like(events.LeaderPlaced, space="tarracina")).then_not(events.ReactionsOpened)


@pytest.mark.rule("sword-of-rome", "10.1-b")
def test_after_one_army_has_intercepted_another_still_tries() -> None:
    position = two_gallic_armies().when("gauls", Intercept("brennus", 4))
    position.when("gauls", Intercept("gauls-1", 2), dice=[2, 1])
    position.then_includes(
        like(events.InterceptionRolled, leader="brennus", success=True),
        like(events.InterceptionRolled, leader="gauls-1", die=1, success=True),
    )
    assert position.cu("gauls", "clusium") == 6


# 10.2: restrictions


@pytest.mark.rule("sword-of-rome", "10.2-a")
def test_nobody_intercepts_over_a_rough_link() -> None:
    # Caudium and Nola are joined by a rough link, Capua and Nola by a clear one.
    position = past_claudius(army("rome", "caudium", 3, "valerius")).awaits("rome", "react")
    position.offers(Intercept("claudius", 4)).offers_not(Intercept("valerius", 1))
    position.when("rome", Intercept("valerius", 1)).refused("10.2", "rough")


@pytest.mark.rule("sword-of-rome", "10.2-a")
def test_nobody_intercepts_over_the_strait() -> None:
    position = on_the_march(
        army("rome", "locri", 4, "valerius"),
        army("greece", "messana", 3, "timoleon"),
        army("greece", "hipponium", 3, "agathocles"),
        seat="rome",
        leader="valerius",
    ).when("rome", Step("rhegium"))
    position.awaits("greece", "react").offers(Intercept("agathocles", 3))
    position.when("greece", Intercept("timoleon", 3)).refused("10.2", "strait")


@pytest.mark.rule("sword-of-rome", "10.2-b")
def test_a_besieged_army_does_not_intercept() -> None:
    position = on_the_march(
        army("greece", "poseidonia", 6, "pyrrhus"),
        army("samnites", "capua", 4),
        inside("rome", "capua", 3, "claudius"),
        army("rome", "neapolis", 3, "fabius"),
        control("neapolis", "rome"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"))
    position.awaits("rome", "react").offers(Intercept("fabius", 3))
    position.when("rome", Intercept("claudius", 3)).refused("10.2", "within the walls")


@pytest.mark.rule("sword-of-rome", "10.2-c", "10.4-a")
def test_pyrrhus_passes_claudius_by_three_spaces() -> None:
    """The example of 10.2: A is tried on 1 to 3, B is barred by CU that do not move, C is tried on 1 to 3 again."""
    position = past_claudius(army("greece", "neapolis", 2), control("nola", "rome"))
    position.when("rome", Intercept("claudius", 4), dice=[4])
    position.then_includes(like(events.InterceptionRolled, die=4, tactics=3, modifiers=(), success=False))
    position.awaits("greece", "march").when("greece", Step("neapolis")).awaits("greece", "march")
    position.when("greece", Step("nola")).awaits("rome", "react")
    position.when("rome", Intercept("claudius", 4), dice=[3])
    position.then_includes(like(events.InterceptionRolled, die=3, tactics=3, success=True))
    assert position.cu("rome", "nola") == 4


@pytest.mark.rule("sword-of-rome", "10.2-e", "11.2-c", "9.5.6-c")
def test_a_pinned_army_neither_intercepts_nor_avoids_the_flanking_army() -> None:
    position = pinned_at_fregellae().when("rome", Step("velitrae"))
    position.awaits("etruria-samnium", "react").offers(Intercept("samnites-1", 2))
    position.offers_not(Intercept("egnatius", 5))
    position.when("etruria-samnium", Intercept("egnatius", 5)).refused("10.2", "pinned")
    position.when("etruria-samnium", Avoid("egnatius", 5, "capua")).refused("11.2", "pinned")
    # Without the attack on them they may: Valerius comes by himself.
    alone = on_the_march(
        army("rome", "praeneste", 5, "valerius"),
        army("samnites", "fregellae", 5, "egnatius"),
        seat="rome",
        leader="valerius",
    )
    alone.when("rome", Step("velitrae")).awaits("etruria-samnium", "react").offers(Intercept("egnatius", 5))


@pytest.mark.rule("sword-of-rome", "10.2-f")
def test_nobody_intercepts_where_an_ally_is_attacked() -> None:
    def attack(etruscans: int) -> Position:
        return on_the_march(
            army("rome", "volsinii", 4, "valerius"),
            army("gauls", "volaterrae", 4, "brennus"),
            *([army("etruscans", "clusium", etruscans, "etruscans-1")] if etruscans else []),
            allied("gauls", "etruscans"),
            seat="rome",
            leader="valerius",
        ).when("rome", Step("clusium"))

    refused = refused_interception(attack(3).awaits("etruria-samnium", "react"), "brennus", 4)
    assert refused is not None
    assert refused[0] == "10.2"
    assert "ally" in refused[1]
    attack(0).awaits("gauls", "react").offers(Intercept("brennus", 4))


@pytest.mark.rule("sword-of-rome", "10.2-g")
def test_an_attempt_to_avoid_battle_is_not_intercepted() -> None:
    # The Volsci in Antium, next to Tarracina, are enemies of Rome; they could intercept a Roman march there.
    position = (
        on_the_march(
            army("rome", "capua", 4, "claudius"),
            army("greece", "neapolis", 6, "pyrrhus"),
            army("volsci", "antium", 4, "volsci-1"),
            seat="greece",
            leader="pyrrhus",
        )
        .when("greece", Step("capua"))
        .when("rome", End())
    )
    position.when("rome", Avoid("claudius", 4, "tarracina")).when("greece", Accept(), dice=[5])
    position.then_includes(like(events.ForceMoved, power="rome", space="tarracina", why="avoidance"))
    position.then_not(events.ReactionsOpened)
    position.awaits("greece", "impulse")
    marched = on_the_march(
        army("rome", "capua", 4, "fabius"),
        army("volsci", "antium", 4, "volsci-1"),
        seat="rome",
        leader="fabius",
    )
    marched.when("rome", Step("tarracina")).then_includes(events.ReactionsOpened)


@pytest.mark.rule("sword-of-rome", "10.2-g")
def test_going_back_an_interception_and_a_retreat_are_not_intercepted() -> None:
    # Each time an army comes to a space that borders on a Samnite army, which is at war with both.
    position = past_claudius(
        army("samnites", "caudium", 4, "egnatius"), army("samnites", "neapolis", 3, "pontius")
    )
    # Caudium borders on Nola by a rough link and on Capua by a clear one, Neapolis on Nola and Capua by clear ones.
    position.awaits("etruria-samnium", "react").when("etruria-samnium", End())
    position.when("rome", Intercept("claudius", 4), dice=[2])
    position.then_includes(like(events.ForceMoved, power="rome", space="nola", why="interception"))
    position.then_not(events.ReactionsOpened)
    position.awaits("greece", "decline").when("greece", TurnBack())
    position.then_includes(like(events.ForceMoved, power="greece", space="poseidonia", why="declined"))
    position.then_not(events.ReactionsOpened)
    position.awaits("greece", "impulse")
    fought = past_claudius(army("samnites", "neapolis", 3, "pontius"))
    fought.awaits("etruria-samnium", "react").when("etruria-samnium", End())
    fought.when("rome", Intercept("claudius", 4), dice=[2])
    fought.when("greece", Fight(), dice=[2, 2, 2, 6, 6, 2])
    fought.then_includes(like(events.Retreated, power="greece", path=("nola", "poseidonia")))
    fought.then_not(events.ReactionsOpened)


# 10.3: the attempt


@pytest.mark.rule("sword-of-rome", "10.3-a")
def test_all_interceptions_are_declared_before_the_first_die() -> None:
    position = two_gallic_armies().when("gauls", Intercept("brennus", 4))
    position.then_not(events.InterceptionRolled).awaits("gauls", "react")
    position.when("gauls", End(), dice=[6]).then_includes(events.InterceptionRolled)
    # Who has failed may try again at the next space.
    position.awaits("rome", "march").when("rome", Step("perusia")).awaits("gauls", "react")
    position.offers(Intercept("gauls-1", 3)).offers_not(Intercept("brennus", 4))
    again = past_claudius().when("rome", Intercept("claudius", 4), dice=[6])
    again.when("greece", Step("neapolis")).awaits("rome", "react").offers(Intercept("claudius", 4))


@pytest.mark.rule("sword-of-rome", "10.3-b", "10.2-d")
def test_the_seat_first_in_the_tie_order_decides_who_tries_first_whatever_the_points() -> None:
    position = (
        on_the_march(
            army("rome", "volsinii", 4, "valerius"),
            army("gauls", "volaterrae", 4, "brennus"),
            army("greece", "perusia", 5, "pyrrhus"),
            points("gauls", 9),
            points("greece", 1),
            seat="rome",
            leader="valerius",
        )
        .when("rome", Step("clusium"))
        .awaits("greece", "react")
    )
    position.when("greece", Intercept("pyrrhus", 5)).when("gauls", Intercept("brennus", 4))
    position.awaits("gauls", "order").offers_only(Name("gauls"), Name("greece"))
    position.when("gauls", Name("greece"), dice=[1])
    position.then_includes(
        like(events.InterceptionRolled, leader="pyrrhus", success=True),
        like(events.InterceptionRolled, leader="brennus", barred=True, success=False),
    )
    assert position.cu("greece", "clusium") == 5
    assert position.cu("gauls", "volaterrae") == 4


@pytest.mark.rule("sword-of-rome", "10.3-c")
def test_of_the_two_powers_of_one_seat_only_one_intercepts() -> None:
    position = on_the_march(
        army("greece", "antium", 6, "pyrrhus"),
        control("antium", "greece"),
        army("etruscans", "velitrae", 3, "etruscans-1"),
        army("samnites", "capua", 4, "egnatius"),
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("tarracina"))
    position.when("etruria-samnium", Intercept("etruscans-1", 3))
    position.when("etruria-samnium", Intercept("egnatius", 4))
    position.awaits("etruria-samnium", "order").offers_only(Name("etruscans"), Name("samnites"))
    position.when("etruria-samnium", Name("samnites"), dice=[2])
    position.then_includes(
        like(events.InterceptionRolled, leader="egnatius", success=True),
        like(events.InterceptionRolled, leader="etruscans-1", barred=True),
    )
    assert position.cu("samnites", "tarracina") == 4
    assert position.cu("etruscans", "tarracina") == 0


@pytest.mark.rule("sword-of-rome", "10.3-d")
def test_a_subordinate_intercepts_if_his_commander_keeps_a_unit() -> None:
    position = past_claudius(control("nola", "rome"), beside=("valerius",))
    position.offers(Intercept("valerius", 3)).offers_not(Intercept("valerius", 4))
    position.when("rome", Intercept("valerius", 4)).refused("10.3")
    position.when("rome", Intercept("valerius", 3), dice=[2])
    assert position.where("valerius") == "nola"
    assert position.where("claudius") == "capua"
    assert (position.cu("rome", "nola"), position.cu("rome", "capua")) == (3, 1)
    one = past_claudius(romans=1, beside=("valerius",))
    one.offers(Intercept("claudius", 1))
    one.when("rome", Intercept("valerius", 1)).refused("10.3", "stays with at least 1 CU")


@pytest.mark.rule("sword-of-rome", "10.3-e")
@pytest.mark.parametrize(
    ("holder", "own", "modified"),
    [("independent", 0, True), ("greece", 0, True), ("rome", 0, False), ("independent", 1, False)],
)
def test_the_die_is_worse_into_an_enemy_space_without_own_units(
    holder: str, own: int, modified: bool
) -> None:
    more = [control("nola", holder)]
    if own:
        more.append(army("rome", "nola", own))
    position = past_claudius(*more).when("rome", Intercept("claudius", 4), dice=[3])
    rolled = next(each for each in position.events if isinstance(each, events.InterceptionRolled))
    assert [(each.value, each.rule) for each in rolled.modifiers] == ([(1, "10.3")] if modified else [])
    assert rolled.success is not modified


@pytest.mark.rule("sword-of-rome", "10.3-e")
def test_an_allys_space_does_not_make_the_die_worse() -> None:
    more = (control("nola", "gauls"), allied("rome", "gauls"))
    position = past_claudius(*more).when("rome", Intercept("claudius", 4), dice=[3])
    position.then_includes(like(events.InterceptionRolled, modifiers=(), success=True))


@pytest.mark.rule("sword-of-rome", "10.3-f")
def test_a_part_of_an_army_intercepts_and_never_more_than_ten() -> None:
    position = past_claudius(control("nola", "rome"), romans=14)
    position.when("rome", Intercept("claudius", 11)).refused("10.3", "1 to 10 CU")
    position.when("rome", Intercept("claudius", 0)).refused("10.3")
    position.when("rome", Intercept("claudius", 6), dice=[3])
    assert (position.cu("rome", "nola"), position.cu("rome", "capua")) == (6, 8)


@pytest.mark.rule("sword-of-rome", "10.3-f")
def test_a_subordinate_can_go_along_with_a_part_of_the_army() -> None:
    position = past_claudius(control("nola", "rome"), romans=8, beside=("valerius", "rome-1"))
    position.when("rome", Accompany("valerius", "claudius")).refused("9.3.2")
    position.when("rome", Intercept("claudius", 6)).offers(Accompany("valerius", "claudius"))
    position.when("rome", Accompany("valerius", "claudius"))
    position.when("rome", Accompany("valerius", "claudius")).refused("10.3", "goes already")
    position.when("rome", End(), dice=[3])
    assert position.where("valerius") == "nola"
    assert position.where("rome-1") == "capua"


@pytest.mark.rule("sword-of-rome", "10.3-g")
def test_one_interception_from_each_space() -> None:
    elsewhere = (army("rome", "neapolis", 2, "fabius"), control("neapolis", "rome"))
    position = past_claudius(*elsewhere, romans=8, beside=("valerius",))
    position.when("rome", Intercept("claudius", 2)).offers(Intercept("fabius", 2))
    position.offers_not(Intercept("valerius", 1))
    position.when("rome", Intercept("valerius", 1)).refused("10.3", "from Capua has been declared already")
