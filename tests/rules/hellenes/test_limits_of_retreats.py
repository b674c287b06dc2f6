"""6.8 and 6.9 to the letter: where those go who withdraw, are routed, or break off; what a battle or siege leaves."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import ComeOut, Finish, Flee, GroupMove, Move, RetreatTo, Sally, Stand, Withdraw
from rules.hellenes.retreats import destinations
from tests.rules.hellenes.harness import Position, position


def ends(now: Position, name: str, came: str = "") -> set[RetreatTo]:
    return set(destinations(now.game, now.state, name, came))


@pytest.mark.rule("hellenes", "6.8", "6.11")
def test_cargo_withdraws_with_its_ship():
    blocks = {"a14": "myrtoan-sea", "a04": "myrtoan-sea", "s10": "myrtoan-sea"}
    now = position(blocks, step="combat/sparta", aboard=Map({"a04": "a14"})).act("athens", Withdraw())
    assert {each.block for each in now.legal("athens") if isinstance(each, Flee)} == {"a14"}
    now = now.act("athens", Flee("a14", "paros-sea"))
    assert (now.at("a14"), now.at("a04")) == ("paros-sea", "paros-sea")
    assert not now.all(e.BattleBegan)


@pytest.mark.rule("hellenes", "6.9", "6.11")
def test_cargo_is_routed_with_its_ship():
    blocks = {"a14": "myrtoan-sea", "a04": "myrtoan-sea", "s10": "myrtoan-sea"}
    now = position(blocks, step="combat/sparta", aboard=Map({"a04": "a14"}))
    now = now.act("athens", Stand(), dice=(3, 3, 3, 3, 6, 3, 3, 3))
    now = now.act("athens", RetreatTo("paros-sea"))
    assert (now.at("a14"), now.at("a04")) == ("paros-sea", "paros-sea")
    assert dict(now.state.aboard) == {"a04": "a14"}


@pytest.mark.rule("hellenes", "6.10", "5.3")
def test_a_land_block_that_goes_back_to_the_sea_it_came_from_is_aboard_a_ship_there():
    came: dict[str, Any] = {
        "came": Map({"a12": "thracian-sea#1"}),
        "arrivals": Map({"thasos": ("thracian-sea#1",)}),
    }
    blocks = {"a12": "thasos", "a14": "thracian-sea", "s09": "thasos"}
    now = position(blocks, step="combat/athens", control={"thasos": "sparta"}, **came)
    now = now.act("sparta", Stand(), dice=(6, 3))
    assert now.at("a12") == "thracian-sea"
    assert dict(now.state.aboard) == {"a12": "a14"}


@pytest.mark.rule("hellenes", "6.9")
def test_nobody_retreats_into_an_area_that_is_shut():
    now = position({"s05": "tegea", "a42": "tegea"}, scenario="413")
    assert RetreatTo("sparta") in ends(now, "s05")
    shaken = now.with_(effects=frozenset({"earthquake/Laconia"}))
    assert RetreatTo("sparta") not in ends(shaken, "s05")
    stormy = position({"a14": "myrtoan-sea", "s10": "myrtoan-sea"}, effects=frozenset({"storm/paros-sea"}))
    assert RetreatTo("paros-sea") not in ends(stormy, "a14")
    assert RetreatTo("saronic-gulf") in ends(stormy, "a14")


@pytest.mark.rule("hellenes", "6.9", "4.6")
def test_who_sallied_goes_back_behind_his_walls_and_nowhere_else():
    now = position({"a01": ("athens", 4, "inside"), "s16": "athens"})
    now = now.act("athens", Sally("athens")).act("athens", Finish())
    now = now.act("athens", ComeOut("a01")).act("athens", Finish())
    assert ends(now, "a01", "athens/inside") == {RetreatTo("athens", True)}
    assert {each.place for each in ends(now, "a01")} > {"athens"}


@pytest.mark.rule("hellenes", "6.9")
def test_an_attacker_whose_way_back_is_held_goes_elsewhere_and_no_land_unit_into_an_enemy_city():
    now = position({"a01": "megara", "s16": "megara"})
    assert ends(now, "a01", "eleusis") == {RetreatTo("eleusis")}
    held = position({"a01": "megara", "s16": "megara", "s01": "eleusis"})
    places = {each.place for each in ends(held, "a01", "eleusis")}
    assert places == {"plataea"}, "not Corinth, which Sparta controls"


def test_a_naval_victory_is_one_at_sea_that_was_fought_and_won_by_athens():
    sea = position({"a14": "myrtoan-sea", "s29": ("myrtoan-sea", 1)}, step="combat/athens")
    never = sea.state.naval_victory
    won = sea.act("sparta", Stand(), dice=(1, 3, 3, 3))
    assert won.state.naval_victory > never
    land = position({"a13": "megara", "s29": ("megara", 1)}, step="combat/athens")
    beaten = land.act("sparta", Stand(), dice=(1, 3))
    assert beaten.all(e.BattleEnded)[0].winner == "athens"
    assert beaten.state.naval_victory == never
    lost = position({"a18": ("myrtoan-sea", 1), "s10": "myrtoan-sea"}, step="combat/sparta")
    assert lost.act("athens", Stand(), dice=(3, 1, 3, 3, 3)).state.naval_victory == never


@pytest.mark.rule("hellenes", "7.5", "8.2")
def test_a_garrison_that_was_lost_is_there_again_when_the_siege_is_over():
    start = position({"a01": "thebes", "s18": ("thebes", 2, "inside")}, fallen=frozenset({"thebes"}))
    assert "thebes" in start.state.sieges
    now = start.act("athens", GroupMove("thebes")).act("athens", Move("a01", "plataea"))
    assert "thebes" not in now.state.sieges
    assert not now.state.fallen
    assert now.state.garrisons["sparta"] == start.state.garrisons["sparta"], (
        "its block was given back when it fell"
    )
