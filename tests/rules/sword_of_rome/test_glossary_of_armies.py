"""The terms of the glossary that speak of armies and leaders, each by what it decides in play."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules.chance import Chance, scripted
from rules.ruleset import Action
from rules.sword_of_rome import events, ruleset
from rules.sword_of_rome.actions import (
    Activate,
    End,
    Fight,
    Halt,
    Intercept,
    Pass,
    Play,
    RollSiege,
    Step,
)
from rules.sword_of_rome.procedures import Modifier
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
    phase,
)


def modifier(modifiers: Iterable[Modifier], why: str) -> int:
    """A modifier by its name, 0 if it is not there."""
    return sum(each.value for each in modifiers if each.why == why)


def assault(*circumstances: Given) -> events.BattleRolled:
    """Rome goes from Capua to Fregellae with a 3-Ops card, nobody reacts, and a battle is fought: its roll."""
    position = given(*circumstances, hand("rome", "r-30"), impulse("rome"))
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("camillus"))
    action: Action = Step("fregellae")
    for _ in range(9):
        seat, dice = position.seat(), Chance(scripted((3, 3, 3, 3, 3, 3)), "scripted")
        for event in ruleset.decide(position.game, position.state, seat, action, dice):
            if isinstance(event, events.BattleRolled):
                return event
        position.when(seat, action)
        action = next(each for each in position.offered() if isinstance(each, (Pass, End, Fight)))
    raise AssertionError("no battle was fought")


@pytest.mark.rule("sword-of-rome", "G-friendly")
def test_friendly_is_what_the_power_itself_or_an_ally_controls() -> None:
    def bonus(*circumstances: Given) -> tuple[int, int]:
        roll = assault(army("rome", "capua", 6, "camillus"), army("gauls", "fregellae", 6), *circumstances)
        why = "friendly space"
        return modifier(roll.attacker_modifiers, why), modifier(roll.defender_modifiers, why)

    assert bonus() == (0, 0)  # Samnite, and an enemy's to both
    assert bonus(control("fregellae", "gauls")) == (0, 1)
    assert bonus(allied("gauls", "samnites")) == (0, 1)
    assert bonus(allied("rome", "samnites")) == (1, 0)
    assert bonus(control("fregellae", "independent")) == (0, 0)


# Armies and leaders


@pytest.mark.rule("sword-of-rome", "G-army")
def test_an_army_is_a_commander_with_units() -> None:
    units_alone = given(army("rome", "pisae", 5), phase("surrender"))
    assert not any(isinstance(event, events.SiegeRolled) for event in units_alone.events)
    assert units_alone.state.phase != "surrender"
    given(army("rome", "pisae", 5, "camillus"), phase("surrender")).offers(RollSiege("pisae"))
    passing = (
        army("greece", "neapolis", 5, "pyrrhus"),
        hand("greece", "g-22"),
    )

    def reactions(*circumstances: Given) -> Position:
        position = given(*passing, *circumstances, impulse("greece")).when("greece", Play("g-22", "ops"))
        return position.when("greece", Activate("pyrrhus")).when("greece", Step("nola"))

    # Only an army intercepts: neither a leader alone nor CU alone are asked.
    reactions(army("rome", "capua", 3, "claudius")).awaits("rome", "react").offers(Intercept("claudius", 3))
    reactions(army("rome", "capua", 3)).awaits("greece", "march")
    reactions(army("rome", "capua", 0, "claudius")).awaits("greece", "march")


@pytest.mark.rule("sword-of-rome", "G-army", "12.2.2-b")
def test_units_without_a_leader_are_attacked_and_defend_without_tactics() -> None:
    led = assault(army("rome", "capua", 6, "camillus"), army("samnites", "fregellae", 6, "egnatius"))
    assert modifier(led.attacker_modifiers, "leadership") == 4 - 3
    leaderless = assault(army("rome", "capua", 6, "camillus"), army("samnites", "fregellae", 6))
    assert modifier(leaderless.attacker_modifiers, "leadership") == 4


@pytest.mark.rule("sword-of-rome", "G-commander", "G-subordinate")
def test_only_the_commander_s_ratings_count_and_all_others_follow_him() -> None:
    foes = army("samnites", "fregellae", 6)
    # Papirius (T 3) commands, or Camillus (T 4) does; the other is a subordinate and adds nothing.
    under_camillus = assault(army("rome", "capua", 6, "camillus", "papirius"), foes)
    assert modifier(under_camillus.attacker_modifiers, "leadership") == 4
    defenders = army("samnites", "fregellae", 6, "pontius", "egnatius")
    against = assault(army("rome", "capua", 6, "camillus", "papirius"), defenders)
    assert modifier(against.attacker_modifiers, "leadership") == 4 - 2

    position = given(
        army("rome", "capua", 6, "camillus", "claudius"), hand("rome", "r-9"), impulse("rome")
    ).when("rome", Play("r-9", "ops"))
    # Claudius would need 3 Ops, but under Camillus he goes along for 2.
    position.when("rome", Activate("claudius")).refused("8.1", "3 Ops")
    position.when("rome", Activate("camillus")).when("rome", Step("tarracina")).when("rome", Halt())
    assert (position.where("camillus"), position.where("claudius")) == ("tarracina", "tarracina")
    assert position.cu("rome", "tarracina") == 6


@pytest.mark.rule("sword-of-rome", "G-displaced")
def test_a_displaced_leader_waits_in_the_box() -> None:
    starving = (army("rome", "pisae", 1, "camillus", "rome-1"), inside("etruscans", "pisae", 1))
    position = given(*starving, phase("attrition"), dice=[5])
    # The named leader goes to the box, the minor one only off the map (8.4).
    assert position.where("camillus") == "displaced"
    assert position.where("rome-1") == "away"
    kept = given(*starving, phase("attrition"), dice=[4])
    assert (kept.where("camillus"), kept.where("rome-1")) == ("pisae", "pisae")
    boxed = given(
        events.LeaderGone("camillus", "displaced", "given"),
        army("rome", "roma", 4, "fabius"),
        hand("rome", "r-30"),
        impulse("rome"),
    ).when("rome", Play("r-30", "ops"))
    boxed.offers_not(Activate("camillus")).when("rome", Activate("camillus")).refused("8.4", "not on the map")
