"""Sorties from within the walls (13.4.1) and relief from without (13.4.2)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Avoid,
    Choose,
    Halt,
    Intercept,
    Play,
    Refuse,
    Sail,
    Sally,
    Step,
)
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.procedures import Activation, Battle
from rules.sword_of_rome.state import Force, Siege
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
    siege,
)


def besieged(*more: Given, gauls: int = 3) -> Position:
    """Valerius and 3 CU within Roma, Gauls before it; Rome plays 3 Ops."""
    position = given(
        army("gauls", "roma", gauls, "gauls-1"),
        siege("roma", "gauls", 1),
        inside("rome", "roma", 3, "valerius"),
        *more,
        hand("rome", "r-30"),
        impulse("rome"),
    )
    return position.when("rome", Play("r-30", "ops"))


def battle_of(position: Position) -> Battle:
    """The battle that has begun in the last batch."""
    return next(
        each.procedure
        for each in position.events
        if isinstance(each, events.ProcedureBegan) and isinstance(each.procedure, Battle)
    )


def within(position: Position) -> Force:
    """What Rome has in Roma."""
    own = force(position.state, "roma", "rome")
    assert own is not None
    return own


# 13.4.1: sorties


@pytest.mark.rule("sword-of-rome", "13.4.1-a")
def test_those_within_the_walls_do_nothing_but_sally_against_the_besiegers() -> None:
    position = besieged(events.MarkerPlaced("duoviri-navales")).when("rome", Activate("valerius"))
    position.offers_only(Sally(), Halt())
    position.when("rome", Step("narnia")).refused("9.3.1", "only sally")
    position.when("rome", Sail("antium")).refused("9.6.1", "only sally")
    position.when("rome", Sally(), dice=[6, 6, 6, 2, 2, 2])
    position.then_includes(
        like(events.BattleRolled, attacker="rome", attacker_cu=3, defender="gauls", defender_cu=3),
        like(events.BattleWon, winner="rome"),
        events.SiegeChanged("roma", "gauls", -1, "13.4"),
        events.CameOut("rome", "roma"),
    )
    assert (within(position).cu, within(position).inside) == (3, 0)


@pytest.mark.rule("sword-of-rome", "13.4.1-a", "16.1.1-e")
def test_who_is_a_friend_for_one_neutral_activation_alone_opens_no_gates() -> None:
    # One CU lays no siege, but keeps them within; without it they would have come out.
    before = (army("etruscans", "panormus", 1), inside("carthage", "panormus", 2, "carthage-1"))
    for shut, circumstances in ((True, before), (False, before[1:])):
        position = given(*circumstances, hand("etruria-samnium", "e-24"), impulse("etruria-samnium"))
        position.when("etruria-samnium", Play("e-24", "event")).when("etruria-samnium", Choose("carthage"))
        own = force(position.state, "panormus", "carthage")
        assert own is not None
        assert (own.cu, own.inside) == ((0, 2) if shut else (2, 0))


@pytest.mark.rule("sword-of-rome", "13.4.1-a")
def test_a_leader_without_units_within_cannot_sally() -> None:
    position = given(
        army("gauls", "roma", 3, "gauls-1"),
        siege("roma", "gauls", 1),
        inside("rome", "roma", 0, "valerius"),
        army("rome", "capua", 1, "camillus"),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    position.when("rome", Play("r-30", "ops")).offers_not(Activate("valerius"))
    position.when("rome", Activate("valerius")).refused("13.4.1")


@pytest.mark.rule("sword-of-rome", "13.4.1-b")
def test_a_sortie_is_not_intercepted_but_the_besiegers_may_avoid_battle() -> None:
    position = besieged(control("caere", "gauls"), army("gauls", "sutrium", 4, "gauls-2"))
    position.when("rome", Activate("valerius")).when("rome", Sally()).awaits("gauls", "react")
    assert not any(isinstance(each, Intercept) for each in position.offered())
    position.when("gauls", Intercept("gauls-2", 4)).refused("13.4.1", "cannot be intercepted")
    position.when("gauls", Avoid("gauls-1", 3, "caere")).awaits("rome", "consent")
    position.when("rome", Refuse(), dice=[1, 2])
    position.then_includes(
        like(events.AvoidanceRolled, leader="gauls-1", success=True),
        like(events.PursuitRolled, leader="valerius", success=True),
    )
    assert position.cu("gauls", "caere") == 3
    assert "roma" not in position.state.sieges
    # Nothing of his movement is spent, and the gates are open.
    going = position.awaits("rome", "march").state.stack[-1]
    assert isinstance(going, Activation)
    assert (going.left, going.cu) == (4, 3)
    position.when("rome", Step("velitrae"))
    assert position.cu("rome", "velitrae") == 3


@pytest.mark.rule("sword-of-rome", "13.4.1-b")
def test_without_pursuit_the_sortie_ends_there() -> None:
    position = besieged(control("caere", "gauls"))
    position.when("rome", Activate("valerius")).when("rome", Sally())
    position.when("gauls", Avoid("gauls-1", 3, "caere")).when("rome", Refuse(), dice=[1, 3])
    position.then_includes(like(events.PursuitRolled, success=False)).awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "13.4.1-c")
def test_a_lost_sortie_goes_back_within_the_walls() -> None:
    position = besieged().when("rome", Activate("valerius"))
    position.when("rome", Sally(), dice=[2, 2, 2, 4, 4, 3])
    position.then_includes(like(events.BattleWon, winner="gauls", loser_loses=2))
    position.then_not(events.Retreated, events.ForceMoved)
    assert within(position) == Force("rome", 0, (), 1, ("valerius",))
    assert position.state.sieges["roma"] == Siege("gauls", 1)


# 13.4.2: relief


@pytest.mark.rule("sword-of-rome", "13.4.2-a")
@pytest.mark.parametrize("joins", [True, False])
def test_those_within_may_join_an_attack_on_their_besiegers(joins: bool) -> None:
    position = besieged(army("rome", "praeneste", 4, "camillus"), gauls=5)
    position.when("rome", Activate("camillus")).when("rome", Step("roma"))
    position.awaits("rome", "relief").offers_only(Accept(), Refuse())
    position.when("rome", Accept() if joins else Refuse(), dice=[6, 6, 6, 1, 1, 1])
    position.then_includes(like(events.BattleRolled, attacker_cu=7 if joins else 4))


@pytest.mark.rule("sword-of-rome", "13.4.2-a")
def test_an_allys_attack_on_the_besiegers_is_no_relief() -> None:
    position = given(
        army("gauls", "roma", 5, "gauls-1"),
        siege("roma", "gauls", 1),
        inside("rome", "roma", 3, "valerius"),
        allied("rome", "greece"),
        army("greece", "praeneste", 4, "pyrrhus"),
        hand("greece", "g-22"),
        impulse("greece"),
    )
    position.when("greece", Play("g-22", "ops")).when("greece", Activate("pyrrhus"))
    position.when("greece", Step("roma"), dice=[6, 6, 6, 1, 1, 1])
    position.then_includes(like(events.BattleRolled, attacker="greece", attacker_cu=4))


@pytest.mark.rule("sword-of-rome", "13.4.2-b")
@pytest.mark.parametrize(
    ("outside", "walls", "commander"),
    [
        ("camillus", "fabius", "camillus"),
        ("rome-1", "fabius", "fabius"),
        ("rome-1", "rome-2", "rome-1"),
    ],
)
def test_the_activated_leader_commands_the_relief_unless_he_is_minor_and_one_within_is_named(
    outside: str, walls: str, commander: str
) -> None:
    position = given(
        army("gauls", "roma", 5, "gauls-1"),
        siege("roma", "gauls", 1),
        inside("rome", "roma", 3, walls),
        army("rome", "praeneste", 4, outside),
        hand("rome", "r-30"),
        impulse("rome"),
    )
    position.when("rome", Play("r-30", "ops")).when("rome", Activate(outside)).when("rome", Step("roma"))
    position.when("rome", Accept(), dice=[6, 6, 6, 1, 1, 1])
    assert battle_of(position).attacker.commander == commander


@pytest.mark.rule("sword-of-rome", "13.4.2-b")
def test_a_minor_leader_commands_where_the_named_one_within_does_not_join() -> None:
    position = besieged(army("rome", "praeneste", 4, "rome-1"), gauls=5)
    position.when("rome", Activate("rome-1")).when("rome", Step("roma"))
    position.when("rome", Refuse(), dice=[6, 6, 6, 1, 1, 1])
    assert battle_of(position).attacker.commander == "rome-1"


@pytest.mark.rule("sword-of-rome", "13.4.2-c")
def test_after_a_lost_relief_those_within_go_back_and_the_others_retreat() -> None:
    position = besieged(army("rome", "praeneste", 6, "camillus"), gauls=6)
    position.when("rome", Activate("camillus")).when("rome", Step("roma"))
    position.when("rome", Accept(), dice=[2, 2, 2, 6, 5, 4])
    position.then_includes(
        like(events.BattleWon, winner="gauls", loser_loses=5),
        events.Retreated("rome", ("roma", "praeneste"), 0),
    )
    assert position.cu("rome", "praeneste") == 1
    assert position.where("camillus") == "praeneste"
    assert within(position) == Force("rome", 0, (), 3, ("valerius",))
    position.awaits("gauls", "support")
    assert position.state.sieges["roma"] == Siege("gauls", 1)


@pytest.mark.rule("sword-of-rome", "13.4.2-a")
def test_a_relief_that_wins_opens_the_gates_to_a_leader_who_lost_his_own_units() -> None:
    position = besieged(army("rome", "praeneste", 1, "camillus"), gauls=6)
    position.when("rome", Activate("camillus")).when("rome", Step("roma"))
    position.when("rome", Accept(), dice=[5, 4, 4, 4, 2, 2])
    position.then_includes(like(events.BattleWon, winner="rome", winner_loses=1, loser_loses=4))
    position.then_includes(like(events.Retreated, power="gauls"))
    assert position.where("camillus") == "roma"
    assert within(position).cu == 3
