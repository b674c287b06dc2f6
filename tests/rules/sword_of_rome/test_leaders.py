"""Leaders (8): their two numbers, who commands, consuls, minor leaders, displaced leaders."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Activate,
    Appoint,
    Avoid,
    End,
    Halt,
    Intercept,
    Leave,
    LeaveLeader,
    Place,
    PlaceLeader,
    Play,
    Refuse,
    RollSiege,
    Step,
)
from rules.sword_of_rome.forces import force, is_consul, is_minor
from rules.sword_of_rome.state import AWAY, CUP, DISPLACED
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
    phase,
    points,
    siege,
)


def commander(position: Position, power: str, space: str) -> str:
    """Who commands there."""
    own = force(position.state, space, power)
    assert own is not None
    return own.leaders[0]


# 8.1: ratings


@pytest.mark.rule("sword-of-rome", "8.1-b")
@pytest.mark.parametrize(("die", "success"), [(1, True), (3, True), (4, False), (6, False)])
def test_an_interception_succeeds_on_a_die_up_to_the_tactics(die: int, success: bool) -> None:
    """Egnatius has tactics 3; Fregellae is his own, so that nothing is added to the die."""
    (
        given(
            army("rome", "velitrae", 4, "valerius"),
            army("samnites", "capua", 4, "egnatius"),
            control("capua", "samnites"),
            hand("rome", "r-9"),
            impulse("rome"),
        )
        .when("rome", Play("r-9", "ops"))
        .when("rome", Activate("valerius"))
        .when("rome", Step("fregellae"))
        .awaits("etruria-samnium", "react")
        .when("etruria-samnium", Intercept("egnatius", 4), dice=[die])
        .then_includes(like(events.InterceptionRolled, die=die, tactics=3, success=success))
    )


@pytest.mark.rule("sword-of-rome", "8.1-b")
@pytest.mark.parametrize(("avoiding", "pursuing", "ends"), [(3, 4, False), (3, 5, True)])
def test_avoiding_and_pursuit_go_by_the_tactics_of_each_side(
    avoiding: int, pursuing: int, ends: bool
) -> None:
    """Egnatius (3) avoids on 1 to 3; Camillus (4) pursues on 1 to 4."""
    position = (
        given(
            army("rome", "capua", 5, "camillus"),
            army("samnites", "allifae", 4, "egnatius"),
            hand("rome", "r-9"),
            impulse("rome"),
        )
        .when("rome", Play("r-9", "ops"))
        .when("rome", Activate("camillus"))
        .when("rome", Step("allifae"))
        .awaits("etruria-samnium", "react")
        .when("etruria-samnium", Avoid("egnatius", 4, "aesernia"))
    )
    while position.seat() == "etruria-samnium":
        position.when("etruria-samnium", End())
    position.awaits("rome", "consent").when("rome", Refuse(), dice=[avoiding, pursuing])
    position.then_includes(
        like(events.AvoidanceRolled, die=avoiding, tactics=3, success=True),
        like(events.PursuitRolled, die=pursuing, tactics=4, success=not ends),
    )
    if ends:
        position.then_includes(like(events.MarchEnded, leader="camillus", rule="11.3"))
    else:
        position.then_not(events.MarchEnded).awaits("rome", "march")


@pytest.mark.rule("sword-of-rome", "8.1-b")
def test_the_better_leader_adds_the_difference_in_battle() -> None:
    position = (
        given(
            army("rome", "capua", 4, "camillus"),
            army("samnites", "allifae", 4, "samnites-1"),
            hand("rome", "r-9"),
            impulse("rome"),
        )
        .when("rome", Play("r-9", "ops"))
        .when("rome", Activate("camillus"))
        .when("rome", Step("allifae"))
        .when("etruria-samnium", End(), dice=[4, 4, 4, 1, 1, 1])
    )
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert {each.why: each.value for each in rolled.attacker_modifiers} == {"leadership": 2}
    assert "leadership" not in {each.why for each in rolled.defender_modifiers}


# 8.2: named leaders


@pytest.mark.rule("sword-of-rome", "8.2-a")
def test_consuls_dictator_event_leaders_and_those_at_the_start_are_named() -> None:
    position = given()
    named = {leader for leader in position.game.leaders if not is_minor(position.game, leader)}
    consuls = {"camillus", "valerius", "claudius", "decius", "papirius", "fabius", "postumius", "curius"}
    by_event = {
        "dictator",
        "pyrrhus",
        "agathocles",
        "timoleon",
        "alexander",
        "brennus",
        "egnatius",
        "pontius",
    }
    assert named == consuls | by_event | {"dionysius", "hamilcar", "bomilcar"}


@pytest.mark.rule("sword-of-rome", "8.2-a")
@pytest.mark.parametrize(("leader", "named"), [("brennus", True), ("gauls-2", False)])
def test_only_a_named_leader_waits_in_the_box_of_displaced_leaders(leader: str, named: bool) -> None:
    position = given(army("gauls", "clusium", 0, leader), army("etruscans", "clusium", 2), impulse("greece"))
    position.when("greece", End())
    position.then_includes(like(events.LeaderGone, leader=leader, to=DISPLACED if named else AWAY))


@pytest.mark.rule("sword-of-rome", "8.2.1-a")
def test_the_owner_picks_one_of_the_leaders_that_come_together() -> None:
    position = (
        given(
            army("rome", "roma", 3, "valerius", "rome-1"),
            army("rome", "velitrae", 3, "decius"),
            hand("rome", "r-9"),
            impulse("rome"),
        )
        .when("rome", Play("r-9", "ops"))
        .when("rome", Activate("decius"))
        .when("rome", Step("roma"))
        .when("rome", Halt())
        .awaits("rome", "command")
        .offers_only(Appoint("valerius"), Appoint("decius"))
        .when("rome", Appoint("rome-1"))
        .refused("8.2.1", "minor")
        .when("rome", Appoint("valerius"))
    )
    assert commander(position, "rome", "roma") == "valerius"


@pytest.mark.rule("sword-of-rome", "8.2.1-a")
def test_a_subordinates_ratings_do_nothing() -> None:
    """Valerius (2) commands Camillus (4): the enemy with tactics 2 faces no better leader."""
    position = (
        given(
            army("rome", "fregellae", 4, "valerius", "camillus"),
            control("fregellae", "rome"),
            army("samnites", "aufidena", 4, "samnites-1"),
            hand("etruria-samnium", "e-21"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-21", "ops"))
        .when("etruria-samnium", Activate("samnites-1"))
        .when("etruria-samnium", Step("fregellae"))
        .awaits("rome", "shelter")
        .when("rome", End())
    )
    while position.seat() == "rome":
        position.when("rome", End(), dice=[4, 4, 4, 1, 1, 1])
    rolled = next(each for each in position.events if isinstance(each, events.BattleRolled))
    assert "leadership" not in {each.why for each in rolled.defender_modifiers}
    assert "leadership" not in {each.why for each in rolled.attacker_modifiers}


@pytest.mark.rule("sword-of-rome", "8.2.1-a")
def test_those_left_behind_by_their_commander_get_another() -> None:
    position = (
        given(
            army("rome", "roma", 6, "camillus", "valerius", "decius"),
            hand("rome", "r-9"),
            impulse("rome"),
        )
        .when("rome", Play("r-9", "ops"))
        .when("rome", Activate("camillus"))
        .when("rome", Leave(3))
        .when("rome", LeaveLeader("valerius"))
        .when("rome", LeaveLeader("decius"))
        .when("rome", Step("velitrae"))
        .awaits("rome", "command")
        .offers_only(Appoint("valerius"), Appoint("decius"))
        .when("rome", Appoint("decius"))
        .awaits("rome", "march")
    )
    assert commander(position, "rome", "roma") == "decius"


@pytest.mark.rule("sword-of-rome", "8.2.1-b")
def test_a_subordinate_is_made_commander_by_activating_him() -> None:
    position = given(army("rome", "roma", 4, "valerius", "claudius"), hand("rome", "r-9"), impulse("rome"))
    assert commander(position, "rome", "roma") == "valerius"
    position.when("rome", Play("r-9", "ops")).offers_not(Activate("claudius"))
    position.when("rome", Activate("claudius")).refused("8.1", "needs a card of 3 Ops")
    other = given(army("rome", "roma", 4, "valerius", "claudius"), hand("rome", "r-30"), impulse("rome"))
    other.when("rome", Play("r-30", "ops")).when("rome", Activate("claudius")).when("rome", Halt())
    assert commander(other, "rome", "roma") == "claudius"
    other.awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "8.2.1-b")
def test_a_minor_leader_takes_units_away_from_a_named_one_and_never_his_command() -> None:
    position = (
        given(
            army("samnites", "fregellae", 6, "egnatius", "samnites-1"),
            hand("etruria-samnium", "e-21"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-21", "ops"))
        .when("etruria-samnium", Activate("samnites-1"))
    )
    position.when("etruria-samnium", Leave(4)).when("etruria-samnium", Step("alba-fucens"))
    position.when("etruria-samnium", Halt())
    assert position.where("egnatius") == "fregellae"
    assert position.cu("samnites", "alba-fucens") == 2
    stayed = (
        given(
            army("samnites", "fregellae", 6, "egnatius", "samnites-1"),
            hand("etruria-samnium", "e-21"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-21", "ops"))
        .when("etruria-samnium", Activate("samnites-1"))
        .when("etruria-samnium", Halt())
    )
    assert commander(stayed, "samnites", "fregellae") == "egnatius"


@pytest.mark.rule("sword-of-rome", "8.2.1-c")
@pytest.mark.parametrize("chosen", ["pontius", "egnatius"])
def test_a_leader_who_comes_by_an_event_commands_or_serves(chosen: str) -> None:
    position = (
        given(
            army("samnites", "bovianum", 4, "pontius"),
            hand("etruria-samnium", "e-5"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-5", "event"))
        .when("etruria-samnium", PlaceLeader("egnatius", "bovianum"))
        .awaits("etruria-samnium", "command")
        .offers_only(Appoint("pontius"), Appoint("egnatius"))
        .when("etruria-samnium", Appoint(chosen))
    )
    assert commander(position, "samnites", "bovianum") == chosen


@pytest.mark.rule("sword-of-rome", "8.2.1-d")
def test_a_named_leader_never_serves_a_minor_one() -> None:
    position = (
        given(
            army("samnites", "bovianum", 4, "samnites-1"),
            hand("etruria-samnium", "e-5"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-5", "event"))
        .when("etruria-samnium", PlaceLeader("egnatius", "bovianum"))
    )
    assert commander(position, "samnites", "bovianum") == "egnatius"
    position.awaits("etruria-samnium", "impulse")


@pytest.mark.rule("sword-of-rome", "8.2.1-d")
def test_a_minor_leader_rolls_for_no_siege_over_a_named_one() -> None:
    besieging = (
        army("samnites", "luceria", 6, "egnatius", "samnites-1"),
        siege("luceria", "samnites", 0),
        hand("etruria-samnium", "e-21"),
        impulse("etruria-samnium"),
    )
    position = given(*besieging).when("etruria-samnium", Play("e-21", "ops"))
    position.when("etruria-samnium", Activate("samnites-1")).offers_not(RollSiege("luceria"))
    position.when("etruria-samnium", RollSiege("luceria")).refused(
        "8.2.1", "no subordinate of a minor leader"
    )
    named = given(*besieging).when("etruria-samnium", Play("e-21", "ops"))
    named.when("etruria-samnium", Activate("egnatius")).offers(RollSiege("luceria"))


# 8.2.2: consuls


@pytest.mark.rule("sword-of-rome", "8.2.2-a")
def test_every_named_roman_but_the_dictator_is_a_consul() -> None:
    game = given().game
    romans = [leader for leader, who in game.leaders.items() if who.power == "rome"]
    assert {leader for leader in romans if not is_minor(game, leader) and not is_consul(game, leader)} == {
        "dictator"
    }
    assert not any(is_consul(game, leader) for leader in game.leaders if leader not in romans)
    assert not is_consul(game, "rome-1")


@pytest.mark.rule("sword-of-rome", "8.2.2-a", "9.1-e")
@pytest.mark.parametrize(("leader", "is_one"), [("decius", True), ("dictator", False)])
def test_a_consul_keeps_a_unit_and_the_dictator_need_not(leader: str, is_one: bool) -> None:
    position = given(army("rome", "roma", 3, leader), hand("rome", "r-30"), impulse("rome"))
    position.when("rome", Play("r-30", "ops")).when("rome", Activate(leader)).offers(Leave(2))
    if is_one:
        position.offers_not(Leave(3)).when("rome", Leave(3)).refused("9.1", "keeps at least 1 CU")
    else:
        position.when("rome", Leave(3)).when("rome", Step("velitrae"))
        assert position.where(leader) == "velitrae"


def seats_reinforce(seat: str, *circumstances: Given) -> Position:
    """The Reinforcement Phase, up to the part of a seat."""
    others = [each for each in ("rome", "greece", "gauls", "etruria-samnium") if each != seat]
    position = given(
        *circumstances,
        *(points(each, 5 + place) for place, each in enumerate(others)),
        points(seat, 0),
        army("greece", "syracusae", 1),
        army("etruscans", "clusium", 1),
        phase("reinforcement"),
    )
    while position.state.stack[-1].phase and seat not in position.state.stack[-1].powers:  # type: ignore[union-attr]
        before = position.state
        position.when(position.seat(), position.offered()[-1])
        assert position.state is not before
    return position


@pytest.mark.rule("sword-of-rome", "8.2.2-b")
def test_all_consuls_go_into_the_cup_and_two_are_drawn() -> None:
    position = seats_reinforce(
        "rome",
        army("rome", "roma", 4, "camillus"),
        army("rome", "capua", 2),
        army("gauls", "mediolanum", 1),
        events.LeaderGone("decius", DISPLACED, "given"),
    )
    gone = {each.leader for each in position.events if isinstance(each, events.LeaderGone) and each.to == CUP}
    assert gone == {"camillus", "decius"}
    while position.state.stack[-1].cu:  # type: ignore[union-attr]
        placing = next(
            each for each in position.offered() if isinstance(each, Place) and each.space == "roma"
        )
        draws = ["camillus", "fabius"] if position.state.stack[-1].cu == 1 else []  # type: ignore[union-attr]
        position.when("rome", placing, draws=draws)
    offered = {each for each in position.offered() if isinstance(each, PlaceLeader)}
    named = {each for each in offered if not is_minor(position.game, each.leader)}
    assert named == {
        PlaceLeader(leader, space) for leader in ("camillus", "fabius") for space in ("roma", "capua")
    }
    position.when("rome", PlaceLeader("camillus", "neapolis")).refused("5.10", "with CU of his power")
    position.when("rome", PlaceLeader("camillus", "capua")).when("rome", PlaceLeader("fabius", "roma"))
    assert (position.where("camillus"), position.where("fabius"), position.where("decius")) == (
        "capua",
        "roma",
        CUP,
    )


# 8.3: minor leaders


@pytest.mark.rule("sword-of-rome", "8.3-a")
def test_minor_leaders_are_placed_and_relocated_where_units_of_their_power_stand() -> None:
    position = given(
        army("gauls", "mediolanum", 2, "gauls-1"),
        army("gauls", "parma", 3),
        army("etruscans", "luna", 1),
        impulse("gauls"),
    )
    position.offers(
        PlaceLeader("gauls-1", "parma"), PlaceLeader("gauls-2", "parma"), PlaceLeader("gauls-2", "mediolanum")
    )
    position.offers_not(PlaceLeader("gauls-2", "luna"), PlaceLeader("gauls-2", "mutina"))
    position.when("gauls", PlaceLeader("gauls-2", "luna")).refused("8.3", "no CU of Gauls stand in Luna")
    position.when("gauls", PlaceLeader("brennus", "parma")).refused("8.3", "no minor leader")
    position.when("gauls", PlaceLeader("gauls-1", "parma")).when(
        "gauls", PlaceLeader("gauls-2", "mediolanum")
    )
    position.when("gauls", PlaceLeader("gauls-3", "mediolanum"))
    assert [position.where(f"gauls-{number}") for number in (1, 2, 3)] == [
        "parma",
        "mediolanum",
        "mediolanum",
    ]


@pytest.mark.rule("sword-of-rome", "8.3-a")
def test_minor_leaders_are_relocated_in_the_reinforcement_phase() -> None:
    position = seats_reinforce(
        "gauls", army("gauls", "mediolanum", 2, "gauls-1"), army("gauls", "parma", 3), army("rome", "roma", 1)
    )
    position.offers(PlaceLeader("gauls-1", "parma"), PlaceLeader("gauls-2", "mediolanum"))
    position.when("gauls", PlaceLeader("gauls-1", "parma"))
    assert position.where("gauls-1") == "parma"


@pytest.mark.rule("sword-of-rome", "8.3-b")
def test_minor_leaders_go_into_a_besieged_city_and_out_of_it() -> None:
    position = given(
        army("samnites", "capua", 4, "samnites-1"),
        inside("rome", "capua", 2),
        siege("capua", "samnites", 0),
        army("rome", "roma", 2),
        impulse("rome"),
    )
    position.when("rome", PlaceLeader("rome-1", "capua"))
    own = force(position.state, "capua", "rome")
    assert own is not None
    assert (own.inside, own.shut, own.leaders) == (2, ("rome-1",), ())
    out = given(
        army("samnites", "capua", 4, "samnites-1"),
        inside("rome", "capua", 2, "rome-1"),
        siege("capua", "samnites", 0),
        army("rome", "roma", 2),
        impulse("rome"),
    )
    out.when("rome", PlaceLeader("rome-1", "roma"))
    assert out.where("rome-1") == "roma"
    assert out.state.sieges.get("capua") is not None


# 8.4: displaced leaders


@pytest.mark.rule("sword-of-rome", "8.4-a")
@pytest.mark.parametrize(
    ("around", "goes"),
    [
        ((army("etruscans", "volsinii", 2),), True),
        ((army("etruscans", "volsinii", 2), army("rome", "volsinii", 1)), False),
        ((), False),
    ],
)
def test_named_leaders_alone_among_enemy_units_are_displaced(around: tuple[Given, ...], goes: bool) -> None:
    position = given(army("rome", "volsinii", 0, "decius", "camillus"), *around, impulse("rome"))
    position.when("rome", End())
    for leader in ("decius", "camillus"):
        assert position.where(leader) == (DISPLACED if goes else "volsinii")


@pytest.mark.rule("sword-of-rome", "8.4-a")
def test_a_leader_alone_before_an_enemy_city_with_units_in_it_is_displaced() -> None:
    position = given(
        army("rome", "fregellae", 1, "decius"),
        inside("samnites", "fregellae", 2),
        events.UnitsLost("rome", "fregellae", 1, "given"),
        impulse("rome"),
    )
    position.when("rome", End())
    assert position.where("decius") == DISPLACED


@pytest.mark.rule("sword-of-rome", "8.4-a")
def test_a_leader_alone_in_a_friendly_walled_city_stays() -> None:
    position = (
        given(
            army("samnites", "caudium", 4, "samnites-1"),
            army("rome", "capua", 0, "decius"),
            hand("etruria-samnium", "e-21"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-21", "ops"))
        .when("etruria-samnium", Activate("samnites-1"))
        .when("etruria-samnium", Step("capua"))
        .awaits("rome", "shelter")
        .when("rome", End())
    )
    own = force(position.state, "capua", "rome")
    assert own is not None
    assert own.shut == ("decius",)
    taken = given(
        army("samnites", "caudium", 4, "samnites-1"),
        army("rome", "nola", 0, "decius"),
        control("nola", "rome"),
        hand("etruria-samnium", "e-21"),
        impulse("etruria-samnium"),
    )
    taken.when("etruria-samnium", Play("e-21", "ops")).when("etruria-samnium", Activate("samnites-1"))
    taken.when("etruria-samnium", Step("nola"))
    assert taken.where("decius") == DISPLACED


@pytest.mark.rule("sword-of-rome", "8.4-a", "8.4-c")
def test_leaders_who_lose_all_units_in_battle_are_displaced() -> None:
    """Decius and a minor leader lose their 2 CU: he goes to the box, the other off the map."""
    position = (
        given(
            army("rome", "nola", 2, "decius", "rome-1"),
            control("nola", "rome"),
            army("samnites", "caudium", 4, "samnites-1"),
            hand("etruria-samnium", "e-21"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-21", "ops"))
        .when("etruria-samnium", Activate("samnites-1"))
        .when("etruria-samnium", Step("nola"))
    )
    while position.seat() == "rome":
        position.when("rome", End(), dice=[6, 6, 6, 1, 2, 1])
    position.then_includes(
        like(events.BattleWon, winner="samnites"), like(events.UnitsLost, power="rome", cu=2)
    )
    assert (position.where("decius"), position.where("rome-1")) == (DISPLACED, AWAY)


@pytest.mark.rule("sword-of-rome", "8.4-b")
def test_a_displaced_leader_returns_in_the_next_reinforcement_phase() -> None:
    position = seats_reinforce(
        "gauls",
        army("gauls", "mediolanum", 2),
        events.LeaderGone("brennus", DISPLACED, "given"),
        army("rome", "roma", 1),
    )
    while any(isinstance(each, Place) for each in position.offered()):
        position.when("gauls", Place("gauls", "mediolanum"))
    position.offers(PlaceLeader("brennus", "mediolanum")).offers_not(End())
    position.when("gauls", End()).refused("5.10", "leaders are still to be placed")
    position.when("gauls", PlaceLeader("brennus", "mediolanum"))
    assert position.where("brennus") == "mediolanum"


@pytest.mark.rule("sword-of-rome", "8.4-c")
def test_a_minor_leader_taken_off_the_map_comes_back_in_the_next_impulse() -> None:
    """Their attack fails and costs the Samnites all they had: not before their next impulse does the leader return."""
    lost = (
        given(
            army("samnites", "caudium", 1, "samnites-1"),
            army("samnites", "bovianum", 3),
            army("rome", "capua", 4, "decius"),
            hand("etruria-samnium", "e-21"),
            impulse("etruria-samnium"),
        )
        .when("etruria-samnium", Play("e-21", "ops"))
        .when("etruria-samnium", Activate("samnites-1"))
        .when("etruria-samnium", Step("capua"))
        .when("rome", End())
    )
    while lost.seat() == "rome" and lost.where("samnites-1") != AWAY:
        lost.when("rome", End(), dice=[1, 1, 1, 6, 6, 6])
    assert lost.where("samnites-1") == AWAY
    while lost.seat() == "rome":
        lost.when("rome", End())
    lost.awaits("etruria-samnium", "impulse").offers_not(PlaceLeader("samnites-1", "bovianum"))
    lost.offers(PlaceLeader("samnites-2", "bovianum"))
    lost.when("etruria-samnium", PlaceLeader("samnites-1", "bovianum")).refused(
        "8.4", "in the next one of yours"
    )
    lost.add(impulse("etruria-samnium", round=2))
    lost.offers(PlaceLeader("samnites-1", "bovianum"))


@pytest.mark.rule("sword-of-rome", "8.4-a")
@pytest.mark.parametrize(("ally", "stays"), [(True, True), (False, False)])
def test_a_walled_city_of_an_ally_takes_a_leader_in_too(ally: bool, stays: bool) -> None:
    position = given(
        army("samnites", "nola", 4, "samnites-1"),
        army("rome", "neapolis", 0, "decius"),
        *((allied("rome", "greece"),) if ally else ()),
        hand("etruria-samnium", "e-21"),
        impulse("etruria-samnium"),
    )
    position.when("etruria-samnium", Play("e-21", "ops")).when("etruria-samnium", Activate("samnites-1"))
    position.when("etruria-samnium", Step("neapolis")).when("etruria-samnium", Halt())
    assert position.where("decius") == ("neapolis" if stays else DISPLACED)
