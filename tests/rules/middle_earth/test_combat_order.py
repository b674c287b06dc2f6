"""The three kinds of combat and their order (7.0)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, Duel, End, Fire, March, Step
from rules.middle_earth.events import AttackResolved, MarchEnded, StepBegan
from tests.rules.middle_earth.harness import board, given, leader, like, phase, unit

SHOT = Fire("men-bowmen-1", "orcs-1")
DUEL = Duel("isildur", "ringwraith")
BLOWS = (Attack("men-footmen-1", "trolls-1"), Attack("men-footmen-1", "orcs-1"))


def meeting(step):
    """Footmen and Isildur next to trolls with the Ringwraith and to orcs; bowmen two hexes from the orcs alone."""
    return given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-bowmen-1", "0606"),
        unit("men-footmen-2", "0509"),
        unit("trolls-1", "0504"),
        leader("ringwraith", "0504"),
        unit("orcs-1", "0604"),
        phase("G", step),
    )


@pytest.mark.rule("middle-earth", "7.0-a")
def test_there_is_fire_within_range_close_combat_of_adjacent_leaders_and_melee_in_an_enemy_zone():
    meeting("missile").offers(SHOT, End()).offers_not(Fire("men-footmen-1", "orcs-1"))
    meeting("leaders").offers_only(DUEL, End())
    meeting("melee").offers_only(*BLOWS)


@pytest.mark.rule("middle-earth", "7.0-a")
def test_away_from_the_enemy_there_is_neither_leader_combat_nor_melee():
    position = given(
        board(),
        unit("men-footmen-1", "0506"),
        leader("isildur", "0506"),
        unit("trolls-1", "0504"),
        leader("ringwraith", "0504"),
        phase("G", "leaders"),
    )
    position.offers_only(End())
    position.when("alliance", Duel("isildur", "ringwraith")).refused("7.21")
    given(board(), unit("men-footmen-1", "0506"), unit("trolls-1", "0504"), phase("G", "melee")).offers_only(
        End()
    ).when("alliance", Attack("men-footmen-1", "trolls-1")).refused("7.31")


@pytest.mark.rule("middle-earth", "7.0-b")
def test_missiles_come_first_then_leaders_then_melee():
    position = meeting("missile")
    position.when("alliance", DUEL).refused("7.21", "after all missiles")
    position.when("alliance", BLOWS[0]).refused("7.0", "melee comes last")
    position.when("alliance", End()).then(StepBegan("leaders")).awaits("alliance", "leaders")
    position.when("alliance", SHOT).refused("7.16")
    position.when("alliance", BLOWS[0]).refused("7.0", "melee comes last")
    position.when("alliance", End()).then(StepBegan("melee")).awaits("alliance", "melee")
    position.when("alliance", SHOT).refused("7.16")
    position.when("alliance", DUEL).refused("7.21")


@pytest.mark.rule("middle-earth", "7.0-c")
def test_a_unit_moves_fires_and_strikes_in_one_turn():
    position = given(
        board(),
        unit("elven-bowmen-1", "0507"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
        phase("F"),
    )
    position.when("alliance", March("elven-bowmen-1")).when("alliance", Step("0506"))
    position.when("alliance", Step("0505")).then_includes(MarchEnded("elven-bowmen-1", "6.0"))
    position.awaits("alliance", "missile")
    position.when("alliance", Fire("elven-bowmen-1", "orcs-1"), [6, 6, 6, 5]).then_includes(
        like(AttackResolved, kind="missile", attacker="elven-bowmen-1", letter="E", dice=(6, 6)),
        like(AttackResolved, kind="melee", attacker="elven-bowmen-1", letter="B", dice=(6, 5)),
    )
