"""Movement (9.1 to 9.4): who moves, what goes along, what it costs, and what stops an army."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Avoid,
    End,
    Fight,
    GoInside,
    Halt,
    Intercept,
    LeadInside,
    Leave,
    LeaveLeader,
    Pass,
    Play,
    Raid,
    Refuse,
    Sail,
    Sally,
    Step,
    Take,
    TakeLeader,
    TurnBack,
)
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.knowledge import view
from rules.sword_of_rome.procedures import Activation, Support, Window
from rules.sword_of_rome.state import find
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    like,
    marker,
    siege,
)

SAMNITES = "etruria-samnium"
"""The seat of the Samnites."""


def marching(seat: str, leader: str, card: str, *circumstances: Given, **options: str) -> Position:
    """A position in which the seat has played a card for its Ops and activated a leader."""
    position = given(*circumstances, hand(seat, card), impulse(seat), options=options)
    position.when(seat, Play(card, "ops"))
    if find(position.state, Activation) is None:  # where nothing else could be done, it is done at once
        position.when(seat, Activate(leader))
    return let_pass(position).awaits(seat, "march")


def let_pass(position: Position) -> Position:
    """Lets moments for responses go by, and leaves support where it is."""
    while position.state.stack and isinstance(position.state.stack[-1], (Window, Support)):
        still = Pass() if isinstance(position.state.stack[-1], Window) else End()
        position.when(position.seat(), still)
    return position


def points_left(position: Position) -> int:
    """The movement points of the army on the move."""
    march = find(position.state, Activation)
    assert march is not None
    return int(march.left)


def steps(position: Position, seat: str, *spaces: str) -> Position:
    """One step after another."""
    for space in spaces:
        position.when(seat, Step(space))
    return position


# 9.1: who moves, and what goes along


@pytest.mark.rule("sword-of-rome", "9.1-a")
def test_an_army_moves_only_when_its_seat_activates_a_leader_with_a_card() -> None:
    position = given(
        army("rome", "roma", 4, "camillus"),
        army("rome", "capua", 3),
        army("greece", "neapolis", 3, "dionysius"),
        hand("rome", "r-9"),
        hand("greece", "g-20"),
        impulse("rome"),
    )
    position.when("rome", Step("velitrae")).refused("5.4", "in your impulse you play a card")
    position.when("greece", Play("g-20", "ops"))
    assert position.refusal is not None
    position.refusal = None
    position.when("rome", Play("r-9", "ops")).offers(Activate("camillus")).offers_not(Activate("dionysius"))
    position.when("rome", Activate("dionysius")).refused("9.1", "no leader that you can activate")
    position.when("rome", Activate("camillus")).when("rome", Step("velitrae")).when("rome", Halt())
    assert (position.cu("rome", "velitrae"), position.cu("rome", "capua")) == (4, 3)
    position.awaits("rome", "impulse").when("rome", Step("antium")).refused("5.4")


@pytest.mark.rule("sword-of-rome", "9.1-a")
def test_units_move_with_a_leader_only_and_a_leader_without_units_too() -> None:
    position = marching("rome", "rome-1", "r-30", army("rome", "roma", 4, "rome-1"))
    position.when("rome", Leave(4)).when("rome", Step("velitrae"))
    assert position.where("rome-1") == "velitrae"
    assert (position.cu("rome", "roma"), position.cu("rome", "velitrae")) == (4, 0)
    leaderless = given(army("rome", "roma", 4), hand("rome", "r-30"), impulse("rome"))
    leaderless.when("rome", Play("r-30", "ops"))
    assert not [each for each in leaderless.offered() if isinstance(each, Activate)]


@pytest.mark.rule("sword-of-rome", "9.1-b")
def test_ten_units_at_most_move_and_any_number_may_stand() -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "roma", 12, "camillus", "valerius", "decius"),
        army("rome", "velitrae", 5),
    )
    march = find(position.state, Activation)
    assert (march.cu, set(march.followers)) == (10, {"valerius", "decius"})
    position.when("rome", Take(1)).refused("9.1", "at most 10 CU")
    position.when("rome", Step("velitrae")).offers_not(Take(1))
    position.when("rome", Take(1)).refused("9.1", "at most 10 CU")
    position.when("rome", Halt())
    assert (position.cu("rome", "roma"), position.cu("rome", "velitrae")) == (2, 15)


@pytest.mark.rule("sword-of-rome", "9.1-b")
def test_all_who_stand_in_a_space_defend_it() -> None:
    position = marching(
        SAMNITES,
        "samnites-1",
        "e-21",
        army("samnites", "caudium", 10, "samnites-1"),
        army("rome", "capua", 13, "camillus"),
    )
    position.when(SAMNITES, Step("capua")).awaits("rome", "shelter").when("rome", End())
    position.awaits("rome", "react").when("rome", End(), dice=[1, 1, 1, 6, 6, 6])
    position.then_includes(like(events.BattleRolled, defender_cu=13))


@pytest.mark.rule("sword-of-rome", "9.1-c")
def test_units_and_subordinates_are_left_and_picked_up_along_the_way() -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "roma", 6, "camillus", "valerius"),
        army("rome", "velitrae", 7, "decius"),
    )
    position.when("rome", Step("praeneste")).when("rome", Leave(2)).when("rome", LeaveLeader("valerius"))
    steps(position, "rome", "velitrae")
    assert (position.cu("rome", "praeneste"), position.where("valerius")) == (2, "praeneste")
    position.offers(Take(6)).offers_not(Take(7))  # Decius keeps one
    position.when("rome", TakeLeader("decius")).offers(Take(6)).offers_not(Take(7))
    position.when("rome", Take(7)).refused("9.1")
    position.when("rome", Take(6))
    march = find(position.state, Activation)
    assert (march.cu, march.followers) == (10, ("decius",))
    steps(position, "rome", "tarracina")
    assert (position.cu("rome", "tarracina"), position.cu("rome", "velitrae")) == (10, 1)
    assert position.where("decius") == "tarracina"
    position.when("rome", TakeLeader("valerius")).refused("9.1", "does not stand here")


@pytest.mark.rule("sword-of-rome", "9.1-c")
def test_others_than_those_just_left_are_picked_up() -> None:
    position = marching(
        "rome", "camillus", "r-9", army("rome", "roma", 5, "camillus"), army("rome", "velitrae", 3)
    )
    position.when("rome", Step("velitrae")).when("rome", Leave(2))
    position.offers(Take(3)).offers_not(Take(4)).when("rome", Take(4)).refused("9.1", "3 CU can be picked up")
    position.when("rome", Take(3)).offers_not(Take(1), Leave(1))
    assert find(position.state, Activation).cu == 6


@pytest.mark.rule("sword-of-rome", "9.1-d")
def test_a_minor_leader_picks_up_no_named_one() -> None:
    position = marching(
        "rome",
        "rome-1",
        "r-30",
        army("rome", "roma", 3, "rome-1"),
        army("rome", "velitrae", 3, "decius", "rome-2"),
    )
    position.when("rome", Step("velitrae")).offers(TakeLeader("rome-2")).offers_not(TakeLeader("decius"))
    position.when("rome", TakeLeader("decius")).refused("9.1", "may not pick up a named one")
    named = marching(
        "rome",
        "camillus",
        "r-30",
        army("rome", "roma", 3, "camillus"),
        army("rome", "velitrae", 3, "decius", "rome-2"),
    )
    named.when("rome", Step("velitrae")).offers(TakeLeader("rome-2"), TakeLeader("decius"))


@pytest.mark.rule("sword-of-rome", "9.1-e")
def test_no_consul_is_left_or_goes_without_a_unit() -> None:
    position = marching("rome", "camillus", "r-9", army("rome", "roma", 3, "camillus", "decius"))
    position.when("rome", LeaveLeader("decius")).refused("9.1", "at least 1 CU must stay with him")
    position.offers(Leave(2)).offers_not(Leave(3)).when("rome", Leave(3)).refused("9.1", "is a consul")
    position.when("rome", Leave(1)).when("rome", LeaveLeader("decius"))
    position.when("rome", Take(1)).refused("9.1", "0 CU can be picked up")  # it would leave Decius without
    moved = steps(position, "rome", "velitrae")
    assert (moved.cu("rome", "roma"), moved.cu("rome", "velitrae")) == (1, 2)


@pytest.mark.rule("sword-of-rome", "9.1-e")
def test_a_minor_leader_leaves_a_unit_with_the_consul_and_a_consul_without_any_goes_alone() -> None:
    position = marching("rome", "rome-1", "r-30", army("rome", "roma", 4, "decius", "rome-1"))
    assert find(position.state, Activation).cu == 3
    position.when("rome", Take(1)).refused("9.1", "0 CU can be picked up")
    alone = marching("rome", "decius", "r-30", army("rome", "praeneste", 0, "decius"))
    alone.when("rome", Step("velitrae"))
    assert alone.where("decius") == "velitrae"


# 9.2: what it costs


@pytest.mark.rule("sword-of-rome", "9.2-a")
def test_clear_links_cost_one_point_rough_links_and_straits_two() -> None:
    position = marching("rome", "camillus", "r-9", army("rome", "velitrae", 3, "camillus"))
    position.when("rome", Step("praeneste")).then_includes(like(events.ArmyMoved, link="clear", points=1))
    position.when("rome", Step("alba-fucens")).then_includes(like(events.ArmyMoved, link="rough", points=2))
    assert points_left(position) == 1
    position.when("rome", Step("reate")).refused("9.2", "costs 2 movement points, and 1 are left")
    position.when("rome", Step("roma")).refused("9.2", "not next to")
    strait = marching("greece", "dionysius", "g-20", army("greece", "rhegium", 3, "dionysius"))
    strait.when("greece", Step("messana")).then_includes(like(events.ArmyMoved, link="strait", points=2))


@pytest.mark.rule("sword-of-rome", "9.2-a")
def test_a_voyage_costs_three_points_and_a_raid_one() -> None:
    sea = marching("greece", "dionysius", "g-33", army("greece", "neapolis", 3, "dionysius"))
    sea.when("greece", Sail("tarentum"))
    assert points_left(sea) == 1
    raid = marching("gauls", "gauls-1", "a-2", army("gauls", "ariminum", 4, "gauls-1"))
    raid.when("gauls", Step("sena-gallica")).when("gauls", Step("sentinum"))
    assert points_left(raid) == 3
    raid.when("gauls", Raid(), dice=[1, 1])
    assert points_left(raid) == 2


@pytest.mark.rule("sword-of-rome", "9.2-a")
def test_points_that_are_not_used_are_lost() -> None:
    position = marching("rome", "camillus", "r-9", army("rome", "velitrae", 3, "camillus"))
    position.when("rome", Step("praeneste")).when("rome", Halt()).awaits("rome", "impulse")
    position.add(hand("rome", "r-30"))
    position.add(impulse("rome", round=2))
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("camillus"))
    assert points_left(position) == 4


@pytest.mark.rule("sword-of-rome", "9.2-b")
@pytest.mark.parametrize(
    ("circumstances", "crosses"),
    [
        ((), True),
        ((control("messana", "carthage"),), False),
        ((control("rhegium", "rome"),), False),
        ((control("messana", "rome"), allied("rome", "greece")), True),
        ((control("messana", "independent"),), False),
    ],
)
def test_the_strait_of_messana_is_crossed_only_between_friendly_cities(
    circumstances: tuple[Given, ...], crosses: bool
) -> None:
    position = marching(
        "greece", "dionysius", "g-33", army("greece", "rhegium", 3, "dionysius"), *circumstances
    )
    if crosses:
        position.offers(Step("messana"))
    else:
        position.offers_not(Step("messana")).offers(Sail("messana"))  # by sea nobody needs control
        position.when("greece", Step("messana")).refused("9.2", "needs control of both")


@pytest.mark.rule("sword-of-rome", "9.2-c")
@pytest.mark.parametrize(("built", "left"), [(False, 2), (True, 3)])
def test_the_appian_way_is_no_road_before_its_event(built: bool, left: int) -> None:
    """Roma, Velitrae, Antium: two clear links, or the road of 1 MP in all."""
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "roma", 3, "camillus"),
        control("antium", "rome"),
        *((marker("appian-way"),) if built else ()),
    )
    steps(position, "rome", "velitrae", "antium")
    position.then_includes(like(events.ArmyMoved, link="road" if built else "clear"))
    assert points_left(position) == left


@pytest.mark.rule("sword-of-rome", "9.2-d")
def test_links_from_the_samnite_hills_are_clear_to_samnites_alone() -> None:
    position = marching(SAMNITES, "samnites-1", "e-21", army("samnites", "bovianum", 3, "samnites-1"))
    steps(position, SAMNITES, "aufidena", "fregellae", "velitrae")
    position.then_includes(like(events.ArmyMoved, points=1, link="clear"))
    assert points_left(position) == 1
    roman = marching(
        "rome", "camillus", "r-9", army("rome", "fregellae", 3, "camillus"), control("fregellae", "rome")
    )
    roman.when("rome", Step("aufidena")).then_includes(like(events.ArmyMoved, points=2, link="rough"))


@pytest.mark.rule("sword-of-rome", "9.2-d")
def test_samnites_intercept_and_avoid_over_their_hills() -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "capua", 4, "camillus"),
        army("samnites", "aufidena", 3, "samnites-1"),
    )
    position.when("rome", Step("fregellae")).awaits(SAMNITES, "react").offers(Intercept("samnites-1", 3))
    avoiding = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "capua", 4, "camillus"),
        army("samnites", "fregellae", 3, "samnites-1"),
    )
    avoiding.when("rome", Step("fregellae")).when(SAMNITES, End()).awaits(SAMNITES, "react")
    avoiding.offers(Avoid("samnites-1", 3, "aufidena"))


@pytest.mark.rule("sword-of-rome", "9.2-d")
def test_no_bonus_for_the_hills_against_samnites() -> None:
    """Over a rough link an attacker has a modifier; not the Samnites out of Aufidena."""
    position = marching(
        SAMNITES,
        "samnites-1",
        "e-21",
        army("samnites", "aufidena", 4, "samnites-1"),
        army("rome", "fregellae", 4, "rome-1"),
        control("fregellae", "rome"),
    )
    position.when(SAMNITES, Step("fregellae")).when("rome", End())
    if position.seat() == "rome":
        position.when("rome", End(), dice=[6, 6, 6, 1, 1, 1])
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert not [each for each in rolled.attacker_modifiers if "link" in each.why]


@pytest.mark.rule("sword-of-rome", "9.2.1-a")
@pytest.mark.parametrize(
    ("seat", "leader", "power", "space", "card"),
    [
        ("rome", "valerius", "rome", "roma", "r-24"),
        ("rome", "camillus", "rome", "roma", "r-9"),
        ("rome", "camillus", "rome", "roma", "r-30"),
        ("greece", "pyrrhus", "greece", "tarentum", "g-30"),
        (SAMNITES, "pontius", "samnites", "bovianum", "e-21"),
        (SAMNITES, "etruscans-1", "etruscans", "clusium", "e-29"),
    ],
)
def test_all_but_gauls_have_four_points(seat: str, leader: str, power: str, space: str, card: str) -> None:
    position = marching(seat, leader, card, army(power, space, 2, leader))
    assert points_left(position) == 4


@pytest.mark.rule("sword-of-rome", "9.2.2-a")
@pytest.mark.parametrize(("card", "left"), [("a-13", 3), ("a-18", 4), ("a-17", 5)])
def test_gauls_have_three_four_or_five_points(card: str, left: int) -> None:
    position = marching("gauls", "brennus", card, army("gauls", "mediolanum", 2, "brennus"))
    assert points_left(position) == left


@pytest.mark.rule("sword-of-rome", "9.2.2-a")
def test_gauls_have_five_points_in_a_campaign() -> None:
    position = given(army("gauls", "mediolanum", 2, "brennus"), hand("gauls", "a-1"), impulse("gauls"))
    position.when("gauls", Play("a-1", "event")).when("gauls", Activate("brennus"))
    assert points_left(position) == 5


@pytest.mark.rule("sword-of-rome", "9.2.3-a")
def test_transalpine_gauls_have_five_points() -> None:
    position = given(
        army("transalpine", "transalpine-box", 3, "transalpine-1"), hand(SAMNITES, "e-19"), impulse(SAMNITES)
    )
    position.when(SAMNITES, Play("e-19", "event"))
    if position.state.stack[-1].__class__.__name__ == "CardEvent":
        choice = next(each for each in position.offered() if "transalpine" in repr(each))
        position.when(SAMNITES, choice)
    position.when(SAMNITES, Activate("transalpine-1"))
    assert points_left(position) == 5


# 9.3: reactions


@pytest.mark.rule("sword-of-rome", "9.3-a", "9.3.3-a")
def test_reactions_come_in_their_order() -> None:
    """Who goes within the walls, who intercepts or avoids battle, and only then the Caudine Forks."""
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "capua", 6, "camillus"),
        army("samnites", "fregellae", 3, "samnites-1"),
        army("samnites", "aufidena", 3, "egnatius"),
        army("samnites", "alba-fucens", 3, "samnites-2"),
        hand(SAMNITES, "e-31"),
    )
    let_pass(position.when("rome", Step("fregellae"))).awaits(SAMNITES, "shelter")
    position.when(SAMNITES, Intercept("egnatius", 3)).refused("9.3", "within the walls is settled first")
    position.when(SAMNITES, GoInside(2)).when(SAMNITES, End()).awaits(SAMNITES, "react")
    position.when(SAMNITES, Play("e-31", "event")).refused("9.3.2", "declared first")
    position.when(SAMNITES, GoInside(1)).refused("9.3.2")
    position.when(SAMNITES, Intercept("egnatius", 1))
    position.when(SAMNITES, Avoid("samnites-1", 1, "aufidena"), dice=[6])
    position.then_includes(like(events.InterceptionRolled, success=False))
    position.awaits("rome", "consent").when("rome", Refuse(), dice=[6])
    position.then_includes(like(events.AvoidanceRolled, success=False))
    position.awaits(SAMNITES, "respond").offers(Play("e-31", "event"))


@pytest.mark.rule("sword-of-rome", "9.3-a")
def test_a_leader_alone_draws_no_reaction() -> None:
    around = (army("samnites", "fregellae", 4, "egnatius"), army("rome", "roma", 3, "rome-1"))
    alone = marching("rome", "rome-1", "r-30", *around)
    alone.when("rome", Leave(3)).when("rome", Step("velitrae")).awaits("rome", "march")
    alone.then_not(events.ReactionsOpened)
    led = marching("rome", "rome-1", "r-30", *around)
    led.when("rome", Step("velitrae")).awaits(SAMNITES, "react").offers(Intercept("egnatius", 4))


@pytest.mark.rule("sword-of-rome", "9.3.1-b")
def test_nobody_goes_within_the_walls_of_an_ally() -> None:
    """Etruscans who stand in a city of the Romans, their allies, have no walls there."""
    around = (
        army("gauls", "perusia", 6, "brennus"),
        army("etruscans", "narnia", 2, "etruscans-1"),
        allied("rome", "etruscans"),
    )
    position = marching("gauls", "brennus", "a-17", *around, control("spoletium", "gauls"))
    position.when("gauls", Step("spoletium")).when(SAMNITES, End()).when("gauls", Step("narnia"))
    position.awaits(SAMNITES, "react").offers_not(GoInside(1), LeadInside("etruscans-1"))
    position.when(SAMNITES, GoInside(1)).refused("9.3.2")
    own = marching(
        "gauls", "brennus", "a-17", *around, control("spoletium", "gauls"), control("narnia", "etruscans")
    )
    own.when("gauls", Step("spoletium")).when(SAMNITES, End())
    own.when("gauls", Step("narnia")).awaits(SAMNITES, "shelter").offers(
        GoInside(2), LeadInside("etruscans-1")
    )


@pytest.mark.rule("sword-of-rome", "9.3.1-c")
@pytest.mark.parametrize("cu", [2, 3])
def test_those_within_the_walls_stop_nobody(cu: int) -> None:
    """All go inside: the Roman goes on past the city, and is not intercepted out of it."""
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "velitrae", 6, "camillus"),
        army("samnites", "fregellae", cu, "egnatius"),
    )
    position.when("rome", Step("fregellae")).when(SAMNITES, GoInside(cu)).when(
        SAMNITES, LeadInside("egnatius")
    )
    if position.seat() == SAMNITES:
        position.when(SAMNITES, End())
    position.awaits("rome", "march").then_not(events.BattleRolled)
    position.when("rome", Step("capua")).awaits("rome", "march").then_not(events.ReactionsOpened)
    assert position.where("camillus") == "capua"


@pytest.mark.rule("sword-of-rome", "9.3.1-c")
def test_those_left_before_the_walls_stop_the_army() -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "velitrae", 6, "camillus"),
        army("samnites", "fregellae", 4, "egnatius"),
    )
    position.when("rome", Step("fregellae")).when(SAMNITES, GoInside(3)).when(
        SAMNITES, LeadInside("egnatius")
    )
    position.then_includes(like(events.BattleWon, winner="rome", automatic=True))
    assert position.cu("samnites", "fregellae") == 3


@pytest.mark.rule("sword-of-rome", "9.3.1-d")
def test_those_within_the_walls_leave_by_a_sortie_alone() -> None:
    position = marching(
        SAMNITES,
        "egnatius",
        "e-21",
        army("rome", "fregellae", 4, "camillus"),
        inside("samnites", "fregellae", 3, "egnatius"),
        siege("fregellae", "rome", 0),
    )
    position.offers_only(Sally(), Halt())
    position.when(SAMNITES, Step("aufidena")).refused("9.3.1", "can only sally")


@pytest.mark.rule("sword-of-rome", "9.3.2-a")
def test_armies_with_a_leader_intercept_or_avoid_with_all_or_a_part() -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "capua", 6, "camillus"),
        army("samnites", "allifae", 3, "samnites-1"),
        army("samnites", "maleventum", 4, "egnatius"),
        army("samnites", "aesernia", 2),
    )
    position.when("rome", Step("allifae")).awaits(SAMNITES, "react")
    offered = position.offered()
    assert {each.cu for each in offered if isinstance(each, Intercept)} == {1, 2, 3, 4}
    assert {each.leader for each in offered if isinstance(each, Intercept)} == {"egnatius"}
    assert {each.cu for each in offered if isinstance(each, Avoid)} == {1, 2, 3}
    position.when(SAMNITES, Avoid("samnites-1", 2, "aesernia"))
    while position.seat() == SAMNITES:
        position.when(SAMNITES, End())
    position.awaits("rome", "consent").when("rome", Refuse(), dice=[2])
    position.then_includes(like(events.AvoidanceRolled, success=True), like(events.BattleWon, loser_loses=1))
    assert position.cu("samnites", "aesernia") == 4


@pytest.mark.rule("sword-of-rome", "9.3.2-b")
def test_who_intercepts_into_his_own_city_stays_before_its_walls() -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "velitrae", 4, "camillus"),
        army("samnites", "aufidena", 3, "egnatius"),
    )
    position.when("rome", Step("fregellae")).awaits(SAMNITES, "react")
    position.when(SAMNITES, Intercept("egnatius", 3), dice=[1])
    position.then_includes(like(events.InterceptionRolled, success=True))
    position.awaits("rome", "decline")
    own = force(position.state, "fregellae", "samnites")
    assert own is not None
    assert (own.cu, own.inside) == (3, 0)


# 9.4: enemies


@pytest.mark.rule("sword-of-rome", "9.4-a")
def test_everybody_sees_what_every_stack_holds() -> None:
    position = given(
        army("rome", "roma", 7, "camillus", "rome-1"),
        army("gauls", "parma", 3, "brennus"),
        army("rome", "fregellae", 3, "decius"),
        inside("samnites", "fregellae", 2, "egnatius"),
        hand("rome", "r-9"),
        impulse("rome"),
    )
    for seats in (*((seat,) for seat in position.game.seats), ()):
        seen = view(position.game, position.state, seats)
        assert seen.forces == position.state.forces
        assert seen.leaders == position.state.leaders


@pytest.mark.rule("sword-of-rome", "9.4-b")
def test_enemy_units_stop_the_army_and_it_must_attack() -> None:
    position = marching(
        "rome", "camillus", "r-9", army("rome", "capua", 4, "camillus"), army("samnites", "allifae", 3)
    )
    position.when("rome", Step("allifae"), dice=[5, 5, 5, 1, 2, 2])
    position.then_includes(like(events.BattleRolled, attacker="rome", defender="samnites"))
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    leadership = [each.value for each in rolled.attacker_modifiers if each.why == "leadership"]
    assert leadership == [4]  # CU without a leader fight with tactics 0
    let_pass(position).then_includes(like(events.MarchEnded, leader="camillus", rule="9.4", done=True))
    position.awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "9.4-c")
@pytest.mark.parametrize(("cu", "overruns"), [(5, True), (4, False)])
def test_an_automatic_victory_lets_the_army_go_on(cu: int, overruns: bool) -> None:
    position = marching(
        "rome", "camillus", "r-9", army("rome", "capua", cu, "camillus"), army("samnites", "allifae", 1)
    )
    position.when("rome", Step("allifae"), dice=[] if overruns else [6, 3, 3, 2, 2, 3])
    if overruns:
        position.then_includes(like(events.BattleWon, automatic=True)).then_not(events.BattleRolled)
        let_pass(position).awaits("rome", "march")
        assert points_left(position) == 3
        position.when("rome", Step("aesernia"))
        assert position.where("camillus") == "aesernia"
    else:
        position.then_includes(events.BattleRolled)
        let_pass(position).awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "9.4-d")
@pytest.mark.parametrize(("die", "goes_on"), [(4, True), (5, False)])
def test_after_an_avoided_battle_the_army_goes_on_only_if_it_pursues(die: int, goes_on: bool) -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "capua", 4, "camillus"),
        army("samnites", "allifae", 3, "egnatius"),
    )
    position.when("rome", Step("allifae")).when(SAMNITES, Avoid("egnatius", 3, "aesernia"))
    position.awaits("rome", "consent").when("rome", Refuse(), dice=[3, die])
    if goes_on:
        position.awaits("rome", "march").offers(Step("maleventum"))
    else:
        position.then_includes(like(events.MarchEnded, rule="11.3", space="allifae", done=True))
        position.awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "9.4-e")
@pytest.mark.parametrize("declines", [True, False])
def test_an_intercepted_army_goes_back_or_fights(declines: bool) -> None:
    position = marching(
        "rome",
        "camillus",
        "r-9",
        army("rome", "velitrae", 4, "camillus"),
        army("samnites", "aufidena", 4, "egnatius"),
    )
    position.when("rome", Step("fregellae")).when(SAMNITES, Intercept("egnatius", 4), dice=[3])
    position.awaits("rome", "decline").offers_only(TurnBack(), Fight())
    if declines:
        position.when("rome", TurnBack()).then_includes(
            events.BattleDeclined, like(events.MarchEnded, done=True)
        )
        assert position.where("camillus") == "velitrae"
        position.awaits("rome", "impulse")
    else:
        position.when("rome", Fight(), dice=[5, 5, 5, 1, 2, 2]).then_includes(events.BattleRolled)


@pytest.mark.rule("sword-of-rome", "9.4-f")
@pytest.mark.parametrize(
    "enemy",
    [
        (army("etruscans", "volsinii", 1),),
        (army("rome", "volsinii", 1), inside("etruscans", "volsinii", 2)),
    ],
)
def test_a_leader_alone_enters_no_space_with_enemy_units(enemy: tuple[Given, ...]) -> None:
    position = marching(
        "rome",
        "rome-1",
        "r-30",
        army("rome", "narnia", 3, "rome-1"),
        *enemy,
        control("volsinii", "etruscans"),
    )
    position.offers(Step("volsinii")).when("rome", Leave(3)).offers_not(Step("volsinii"))
    position.when("rome", Step("volsinii")).refused("9.4", "a leader without CU may not enter")


@pytest.mark.rule("sword-of-rome", "9.4-f")
def test_a_leader_alone_passes_an_enemy_leader_and_does_not_stop_beside_him() -> None:
    position = marching(
        "rome",
        "rome-1",
        "r-30",
        army("rome", "roma", 3, "rome-1"),
        army("etruscans", "volsinii", 0, "etruscans-1"),
    )
    position.when("rome", Leave(3)).when("rome", Step("sutrium")).when("rome", Step("volsinii"))
    position.offers_not(Halt()).when("rome", Halt()).refused("9.4", "may not stop among the enemy")
    position.when("rome", Step("narnia")).when("rome", Halt())
    assert (position.where("rome-1"), position.where("etruscans-1")) == ("narnia", "volsinii")
