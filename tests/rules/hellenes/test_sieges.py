"""7 and 8: fortifying, sieges, blockades, relief; attrition, assault, capture."""

from __future__ import annotations

import pytest

from rules.hellenes import events as e
from rules.hellenes.actions import (
    ComeOut,
    Decline,
    Finish,
    Fortify,
    GroupMove,
    HoldBack,
    Lead,
    Load,
    Move,
    Rebuild,
    Sally,
    Stand,
    Starve,
    Storm,
    Suffer,
    Take,
)
from rules.hellenes.where import besieger, blockaded
from tests.rules.hellenes.harness import Position, position


def siege(blocks, place: str, side: str = "athens", **fields) -> Position:
    return position(blocks, step=f"siege/{side}", established=(place,), **fields)


@pytest.mark.rule("hellenes", "7.1")
def test_blocks_fortify_up_to_capacity_fleets_in_ports_and_the_garrison_is_placed():
    now = position({"a01": "megara", "s16": "megara", "s17": "megara", "s15": "megara"}, step="combat/athens")
    now = now.act("sparta", Fortify("s16")).act("sparta", Fortify("s17"))
    assert now.state.garrisons["sparta"] == 11
    assert now.refused("sparta", Fortify("s15")) == "7.1", "Megara holds two"
    inland = position({"a01": "stratus", "a19": "stratus", "s27": "stratus"}, step="combat/sparta")
    assert Fortify("a01") in inland.legal("athens")
    assert inland.refused("athens", Fortify("a19")) == "7.1", "Stratus is no port"


@pytest.mark.rule("hellenes", "7.2")
def test_a_siege_is_established_only_if_it_stood_when_the_season_began():
    now = (
        position({"a01": "plataea"}).act("athens", GroupMove("plataea")).act("athens", Move("a01", "thebes"))
    )
    assert besieger(now.game, now.state, "thebes") == "athens"
    now = now.act("athens", Finish()).act("athens", Finish())
    assert "athens" not in {seat for seat, word in now.asked if word == "siege"}
    fresh = position({"a01": "thebes", "a04": "megara"}, step="siege/athens", established=("megara",))
    assert fresh.refused("athens", Starve("thebes")) == "7.2"
    assert siege({"a01": "thebes"}, "thebes").legal("athens") == (
        Starve("thebes"),
        Storm("thebes"),
        Decline(),
    )


@pytest.mark.rule("hellenes", "7.3")
def test_a_port_is_blockaded_by_enemy_fleets_alone_in_its_offshore_sea():
    now = position({"s10": "saronic-gulf", "s01": "athens", "a14": "andros-sea"})
    assert blockaded(now.game, now.state, "athens")
    moving = now.act("athens", GroupMove("andros-sea"))
    ends = {(each.to, each.into) for each in moving.legal("athens") if isinstance(each, Move)}
    assert ("athens", True) not in ends, "it would have to fight in the gulf"
    assert ("saronic-gulf", False) in ends
    on_shore = position({"s10": "athens", "a14": "andros-sea"})
    assert not blockaded(on_shore.game, on_shore.state, "athens"), "a fleet on shore does not blockade"
    entering = on_shore.act("athens", GroupMove("andros-sea")).act(
        "athens", Move("a14", "athens", "", False, True)
    )
    assert entering.state.blocks["a14"].inside
    contested = position({"s10": "saronic-gulf", "a14": "saronic-gulf"})
    assert not blockaded(contested.game, contested.state, "athens")


@pytest.mark.rule("hellenes", "7.4")
def test_the_besieged_are_shut_in_but_for_ships_and_neither_recruit_nor_rebuild():
    blocks = {"a02": ("athens", 2, "inside"), "a14": ("athens", 4, "inside"), "s16": "athens"}
    now = position(blocks)
    assert Rebuild("a02") not in now.legal("athens")
    now = now.act("athens", GroupMove("athens"))
    assert not [each for each in now.legal("athens") if isinstance(each, Move) and each.block == "a02"]
    assert now.refused("athens", Move("a02", "eleusis")) == "7.4"
    now = now.act("athens", Load("a14", "a02")).act("athens", Move("a14", "aegina"))
    assert (now.at("a02"), now.at("a14")) == ("aegina", "aegina")
    shut = position({**blocks, "s10": "saronic-gulf"}).act("athens", GroupMove("athens"))
    assert shut.refused("athens", Load("a14", "a02")) == "5.3", "the port is blockaded"


@pytest.mark.rule("hellenes", "7.5")
def test_who_relieves_a_city_attacks_the_besiegers_and_the_besieged_may_join():
    blocks = {"a01": "eleusis", "a02": ("athens", 3, "inside"), "s16": ("athens", 1)}
    now = position(blocks).act("athens", Sally("athens")).act("athens", GroupMove("eleusis"))
    now = now.act("athens", Move("a01", "athens")).act("athens", Finish()).act("athens", Finish())
    assert now.asked == (("athens", "sally"),)
    now = now.act("athens", ComeOut("a02")).act("athens", Finish()).act("sparta", Stand())
    assert set(now.legal("athens")) == {Lead("athens/inside#0"), Lead("eleusis#1")}
    now = now.act("athens", Lead("eleusis#1"), dice=(3, 1, 3, 3, 3))
    assert now.all(e.BattleBegan)[0].later == ("a02",)
    assert now.all(e.BattleEnded)[0].winner == "athens"
    assert "athens" not in now.state.sieges
    assert now.state.garrisons["athens"] == 12


@pytest.mark.rule("hellenes", "8.1")
def test_at_each_established_siege_the_besieger_starves_storms_or_waits_without_an_action():
    now = siege({"a01": "thebes", "a04": "megara"}, "thebes").with_(
        established=frozenset({"thebes", "megara"})
    )
    assert now.legal("athens") == (Starve("megara"), Storm("megara"), Decline())
    now = now.act("athens", Decline())
    assert now.legal("athens") == (Starve("thebes"), Storm("thebes"), Decline())
    assert now.refused("sparta", Starve("thebes")) == "0.3"


@pytest.mark.rule("hellenes", "8.2")
def test_attrition_rolls_a_die_a_block_and_takes_steps_from_the_largest():
    blocks = {"a01": "thebes", "s18": ("thebes", 4, "inside"), "s20": ("thebes", 2, "inside")}
    now = siege(blocks, "thebes").act("athens", Starve("thebes"), dice=(1, 1, 6))
    assert now.asked == (("sparta", "suffer"),)
    assert now.legal("sparta") == (Suffer("s18"),)
    assert now.refused("sparta", Suffer("s20")) == "8.2"
    now = now.act("sparta", Suffer("s18")).act("sparta", Suffer("s18"))
    assert now.steps("s18") == 2
    untouched = siege(blocks, "thebes").act("athens", Starve("thebes"), dice=(2, 2, 2))
    assert untouched.steps("s18") == 4


@pytest.mark.rule("hellenes", "8.2", "8.5")
def test_a_lone_garrison_falls_on_a_1_and_the_city_without_prestige():
    fallen = siege({"a01": "thebes"}, "thebes").act("athens", Starve("thebes"), dice=(1,))
    assert fallen.state.control["thebes"] == "athens"
    assert fallen.state.prestige == 0
    assert "thebes" not in fallen.state.sieges
    assert fallen.state.garrisons["sparta"] == 12
    stands = siege({"a01": "thebes"}, "thebes").act("athens", Starve("thebes"), dice=(2,))
    assert stands.state.control["thebes"] == "sparta"


@pytest.mark.rule("hellenes", "8.3")
def test_the_fortified_fight_as_a2_and_lose_a_step_for_two_hits():
    blocks = {"a01": "thebes", "s22": ("thebes", 2, "inside")}
    now = siege(blocks, "thebes").act("athens", Storm("thebes"), dice=(2, 3, 3, 1, 2, 1))
    assert now.steps("a01") == 3, "a B1 within walls hits on a 2"
    assert now.asked == (("sparta", "suffer"),)
    assert now.top.steps == 1, "3 hits take 1 step"
    now = now.act("sparta", Suffer("s22"))
    assert now.steps("s22") == 1


@pytest.mark.rule("hellenes", "8.4")
def test_in_an_assault_the_walls_fire_first_and_routed_assaulters_drop_out():
    blocks = {"a01": "thebes", "a04": "thebes", "s20": ("thebes", 2, "inside")}
    now = siege(blocks, "thebes").act("athens", Storm("thebes"))
    assert set(now.legal("athens")) == {HoldBack("a01"), HoldBack("a04"), Storm("thebes")}
    stormed = now.act("athens", Storm("thebes"), dice=(5, 3, 3, 1, 1, 3, 3))
    assert [each.block for each in stormed.all(e.AssaulterDropped)] == ["a04"]
    assert stormed.at("a04") == "thebes", "it stays in the lines"
    assert len(next(each for each in stormed.all(e.RollMade) if each.kind == "assault").dice) == 4
    held = now.act("athens", HoldBack("a01"))
    assert held.legal("athens") == (Storm("thebes"),)
    held = held.act("athens", Storm("thebes"), dice=(3, 3, 3, 3, 3))
    assert held.all(e.AssaultBegan)[0].fighting == ("a04",)
    assert not held.all(e.ControlChanged), "a failed assault has no other effect"


@pytest.mark.rule("hellenes", "8.4")
def test_hits_on_assaulters_fall_on_the_largest_and_ties_are_the_besiegers():
    blocks = {"a04": "thebes", "a05": "thebes", "s20": ("thebes", 2, "inside")}
    now = siege(blocks, "thebes").act("athens", Storm("thebes"))
    now = now.act("athens", Storm("thebes"), dice=(1, 3))
    assert now.asked == (("athens", "loss"),)
    assert now.refused("athens", Take("s20")) == "8.4"
    now = now.act("athens", Take("a05"), dice=(3, 3, 3, 3))
    assert (now.steps("a04"), now.steps("a05")) == (2, 1)


@pytest.mark.rule("hellenes", "8.5")
def test_a_city_stormed_gives_1_prestige():
    now = siege({"a01": "thebes"}, "thebes").act("athens", Storm("thebes"), dice=(3, 1, 1, 3, 3))
    assert now.state.control["thebes"] == "athens"
    assert now.state.prestige == 1
    one = siege({"a01": "thebes"}, "thebes").act("athens", Storm("thebes"), dice=(3, 1, 3, 3, 3))
    assert one.state.control["thebes"] == "sparta", "an odd hit is lost"


@pytest.mark.rule("hellenes", "8.6")
def test_an_own_city_in_enemy_hands_is_taken_back_by_the_same_means():
    now = siege({"a01": "potidaea"}, "potidaea", control={"potidaea": "sparta"})
    assert "potidaea" in now.state.sieges
    now = now.act("athens", Starve("potidaea"), dice=(1,))
    assert now.state.control["potidaea"] == "athens"
