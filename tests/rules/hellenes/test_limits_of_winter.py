"""9 to the letter: what limits Winter actions and the breaking of sieges, each limit where no other would bite."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import (
    ComeOut,
    Decline,
    Disband,
    Finish,
    Fire,
    GroupMove,
    Load,
    Move,
    Quarter,
    Retreat,
    RetreatTo,
    Return,
    Sally,
    Storm,
    Sustain,
)
from tests.rules.hellenes.harness import Position, position


def winter(blocks: Any, **fields: Any) -> Position:
    given: dict[str, Any] = {"season": "winter", "step": "winter/athens", "actions": 0} | fields
    return position(blocks, **given)


@pytest.mark.rule("hellenes", "9.2.1-c", "5.3")
def test_what_is_aboard_quarters_with_its_ship_and_is_ashore_when_the_actions_are_over():
    now = winter({"a14": "leucas", "a04": "leucas"}).act("athens", Load("a14", "a04"))
    now = now.act("athens", Quarter("a14", "stratus"))
    assert (now.at("a14"), now.at("a04")) == ("stratus", "stratus")
    assert not now.state.aboard
    idle = winter({"a14": "athens", "a04": "athens"}).act("athens", Load("a14", "a04"))
    assert idle.state.aboard
    assert not idle.act("athens", Finish()).state.aboard


@pytest.mark.rule("hellenes", "9.2.4-d")
def test_who_stands_before_a_return_battle_does_not_disband_early():
    now = winter({"a14": "samos", "a16": "samos", "s10": "saronic-gulf"}, control={"samos": "sparta"},
                 sustained=frozenset({"s10"}))  # fmt: skip
    assert Disband("a14") in now.legal("athens")
    now = now.act("athens", Return("a14", "athens", "saronic-gulf"))
    assert now.refused("athens", Disband("a14")) == "9.2-a"
    assert Disband("a16") in now.legal("athens")


@pytest.mark.rule("hellenes", "9.2.1.3-b", "9.2.1.2-d")
def test_who_waits_before_the_walls_takes_no_room_within_them():
    inside = [f"a{number:02}" for number in range(1, 8)]
    blocks = {
        **dict.fromkeys(inside, ("athens", 1, "inside")),
        "a14": "athens",
        "a16": "saronic-gulf",
        "s01": "athens",
    }
    now = winter(blocks, moved=frozenset({*inside, "a14"}), returns=Map({"athens/athens": "athens"}),
                 sustained=frozenset({"s01"}))  # fmt: skip
    assert Return("a16", "athens", "saronic-gulf", True) in now.legal("athens"), "the eighth finds room"
    full = winter({**blocks, "a08": ("athens", 1, "inside")}, moved=frozenset({*inside, "a08", "a14"}),
                  returns=Map({"athens/athens": "athens"}), sustained=frozenset({"s01"}))  # fmt: skip
    assert Return("a16", "athens", "saronic-gulf", True) not in full.legal("athens")


@pytest.mark.rule("hellenes", "9.2.4-c", "9.3.1-g")
def test_survivors_of_a_winter_battle_without_shelter_disband_on_both_sides():
    now = winter({"a01": ("athens", 4, "inside"), "s16": "athens"}, step="breaking/athens",
                 agenda=("winter/athens",))  # fmt: skip
    now = now.act("athens", Sally("athens")).act("athens", ComeOut("a01"))
    now = now.act("athens", Finish(), dice=(3, 3, 3, 6, 3, 3, 3))
    assert now.asked == (("sparta", "retreat"),)
    now = now.act("sparta", RetreatTo("tanagra"))
    assert now.at("s16") == "tanagra", "in a friendly city it finds shelter"
    other = winter({"a01": ("athens", 4, "inside"), "s16": "athens"}, step="breaking/athens", agenda=("winter/athens",),
                   control={"tanagra": "athens"})  # fmt: skip
    other = other.act("athens", Sally("athens")).act("athens", ComeOut("a01"))
    other = other.act("athens", Finish(), dice=(3, 3, 3, 6, 3, 3, 3))
    assert other.at("s16") == "", "beaten into the field, and not sustained, it disbands"
    assert [each.why for each in other.all(e.BlockRemoved)] == ["disbanded"]


@pytest.mark.rule("hellenes", "9.2.1.3-a", "9.2.1.2-a")
def test_who_is_crowded_out_of_one_home_city_may_return_to_another():
    blocks = {"s03": "gythium", "s32": "gythium"}
    at_home = winter(blocks, step="winter/sparta")
    assert not [each for each in at_home.legal("sparta") if isinstance(each, Return)]
    crowded = winter({**blocks, "s36": "gythium"}, step="winter/sparta", scenario="413")
    ends = {each.to for each in crowded.legal("sparta") if isinstance(each, Return) and each.block == "s03"}
    assert "sparta" in ends


@pytest.mark.rule("hellenes", "9.2.1.3-b", "9.2.1.2-a")
@pytest.mark.parametrize(("moved", "alone", "laden"), [(6, True, True), (7, True, False), (8, False, False)])
def test_a_ship_returns_where_there_is_room_for_it_and_what_it_carries(moved, alone, laden):
    there = ["a01", "a02", "a03", "a05", "a06", "a07", "a08", "a13"][:moved]
    blocks = {**dict.fromkeys(there, "athens"), "a14": "samos", "a04": "samos"}
    fields: dict[str, Any] = {"control": {"samos": "sparta"}, "moved": frozenset(there)}
    home = Return("a14", "athens", "andros-sea")
    now = winter(blocks, **fields)
    assert (home in now.legal("athens")) is alone
    assert (home in now.act("athens", Load("a14", "a04")).legal("athens")) is laden


@pytest.mark.rule("hellenes", "9.3.1-c", "5.5")
def test_a_fleet_that_is_lost_on_its_way_to_a_blockade_fights_no_battle_there():
    now = winter({"a14": ("hellespont", 1), "s10": "saronic-gulf"}, sustained=frozenset({"s10"}))
    home = next(
        each for each in now.legal("athens") if isinstance(each, Return) and each.via == "saronic-gulf"
    )
    now = now.act("athens", home, dice=(1,))
    assert now.at("a14") == ""
    now = now.act("athens", Finish()).act("sparta", Finish())
    assert not now.all(e.BattleBegan)
    assert not now.state.returns


@pytest.mark.rule("hellenes", "12.0-b", "9.3.2-a")
def test_during_the_peace_nobody_sallies_in_greece():
    blocks = {"a01": ("athens", 4, "inside"), "s16": "athens"}
    fields: dict[str, Any] = {"scenario": "415", "step": "breaking/athens", "agenda": ("winter/sparta",)}
    assert winter(blocks, peace=False, **fields).asked == (("athens", "breaking"),)
    assert winter(blocks, peace=True, **fields).asked == (("sparta", "winter"),)


@pytest.mark.rule("hellenes", "9.2-b", "9.3-b", "9.4-a")
@pytest.mark.parametrize(
    ("athens", "sparta", "first", "second"),
    [("panic-32", "storm-2", "athens", "sparta"), ("storm-2", "panic-32", "sparta", "athens")],
)
def test_winter_is_actions_of_both_then_breaking_sieges_then_siege_combat_in_one_order(
    athens, sparta, first, second
):
    hands = Map({"athens": (athens,), "sparta": (sparta,)})
    now = position({}, season="winter", step="commit", agenda=("reveal",), hands=hands, active="")
    actions = ("open", "peace", "count", "winter", "disband", "close")
    order = [f"{step}/{side}" for side in (first, second) for step in actions]
    order += [f"{step}/{side}" for side in (first, second) for step in ("open", "breaking", "close")]
    order += [f"shelter/{side}" for side in (first, second)]
    order += [f"{step}/{side}" for side in (first, second) for step in ("open", "siege", "close")]
    assert now.all(e.AgendaSet)[-1].steps == (*order, "winter-end")


@pytest.mark.rule("hellenes", "10.0-a", "14.0")
def test_a_year_ends_with_tribute_check_offers_markers_discards_and_the_next_year():
    now = position({}, season="winter", step="season-over", agenda=(), prestige=12)
    assert now.all(e.AgendaSet)[0].steps == (
        "tribute", "check", "offer/athens", "offer/sparta", "last", "clean", "discard/sparta", "discard/athens", "year",
    )  # fmt: skip
    assert now.asked == (("athens", "offer"),)
    kinds = [type(event) for event in now.events]
    assert kinds.index(e.TributeTaken) < len(kinds) - 1


@pytest.mark.rule("hellenes", "9.4-a", "9.3-d")
def test_a_city_overfull_after_the_winter_fights_sends_the_excess_home_disbanded():
    inside = [f"a{number:02}" for number in range(1, 9)]
    now = winter(
        {**dict.fromkeys(inside, "athens"), "a13": "athens"}, step="shelter/athens", agenda=("winter/sparta",)
    )
    assert now.asked == (("athens", "shelter"),)
    now = now.act("athens", Disband("a08"))
    assert now.at("a08") == ""
    assert now.asked == (("sparta", "winter"),)


@pytest.mark.rule("hellenes", "9.4-b")
def test_who_has_begun_a_fight_stays_out_of_the_assault_of_the_others():
    blocks = {"a01": "megara", "a04": "megara"}
    fields: dict[str, Any] = {
        "step": "siege/athens",
        "established": ("megara",),
        "agenda": ("winter/sparta",),
    }
    now = winter(blocks, initiated=frozenset({"a04"}), **fields).act("athens", Storm("megara"))
    now = now.act("athens", Storm("megara"), dice=(3, 3, 3, 3, 3))
    assert now.all(e.AssaultBegan)[0].fighting == ("a01",)


@pytest.mark.rule("hellenes", "9.3-b", "9.3.2-a")
def test_a_city_is_sallied_from_once_in_a_winter():
    now = winter({"a01": ("athens", 4, "inside"), "s16": "athens"}, step="breaking/athens",
                 sustained=frozenset({"s16"}), agenda=("winter/sparta",))  # fmt: skip
    begun = now.act("athens", Sally("athens"))
    assert begun.act("athens", Finish()).asked == (("sparta", "winter"),), "nobody came out; no second time"
    fought = begun.act("athens", ComeOut("a01")).act("athens", Finish(), dice=(3,) * 7)
    fought = fought.act("sparta", Fire(), dice=(3, 3, 3)).act("athens", Retreat())
    assert fought.state.blocks["a01"].inside
    assert fought.asked == (("sparta", "winter"),)


@pytest.mark.rule("hellenes", "9.3.1-d", "9.3.1-g")
def test_of_returning_fleets_only_those_that_find_room_enter_and_the_others_disband():
    full = dict.fromkeys([f"a{number:02}" for number in range(1, 8)], "athens")
    fields: dict[str, Any] = {"returns": Map({"athens/saronic-gulf": "athens"}), "step": "breaking/athens"}
    blocks = {**full, "a14": "saronic-gulf", "a15": "saronic-gulf"}
    now = winter(blocks, agenda=("shelter/athens", "winter/sparta"), **fields)
    assert now.at("a14") == "athens", "eight blocks find shelter"
    assert now.at("a15") == ""


@pytest.mark.rule("hellenes", "9.3.1-d")
def test_beaten_fleets_do_not_enter_their_city():
    now = winter({"a14": ("saronic-gulf", 1), "s10": "saronic-gulf"}, step="breaking/athens",
                 returns=Map({"athens/saronic-gulf": "athens"}), sustained=frozenset({"s10"}),
                 agenda=("winter/sparta",), dice=(3, 6, 3, 3, 3))  # fmt: skip
    while now.asked[0][1] == "retreat":
        now = now.act("athens", RetreatTo("myrtoan-sea"))
    assert not [each for each in now.events if isinstance(each, e.BlocksMoved) and each.kind == "enter"]
    assert now.at("a14") == ""


@pytest.mark.rule("hellenes", "9.2.1.3-a")
def test_who_has_moved_into_a_full_city_is_not_displaced_again():
    now = winter({"a04": "leucas", "a19": "leucas", "a31": "stratus"}, actions=1)
    now = now.act("athens", Quarter("a04", "stratus")).act("athens", Quarter("a19", "stratus"))
    quarters = {each.block for each in now.legal("athens") if isinstance(each, Quarter | Sustain)}
    assert "a31" in quarters
    assert not quarters & {"a04", "a19"}


@pytest.mark.rule("hellenes", "9.2.2-a", "9.2.1.3-b")
def test_a_sustained_unit_in_a_full_city_does_not_push_another_out():
    now = winter({"a26": "plataea", "a04": "plataea", "a05": "plataea"}, actions=1)
    now = now.act("athens", Sustain("a04")).act("athens", Finish())
    assert now.asked == (("sparta", "winter"),)
    assert {now.at(name) for name in ("a26", "a04", "a05")} == {"plataea"}


@pytest.mark.rule("hellenes", "9.2.1.4-a", "9.2.1.3-b")
def test_a_winter_group_moves_into_no_city_that_those_who_have_moved_fill():
    blocks = {"a01": "thebes", "a02": "plataea", "a26": "plataea"}
    now = winter(blocks, actions=1, moved=frozenset({"a02", "a26"})).act("athens", GroupMove("thebes"))
    assert "plataea" not in {each.to for each in now.legal("athens") if isinstance(each, Move)}
    free = winter(blocks, actions=1).act("athens", GroupMove("thebes"))
    assert "plataea" in {each.to for each in free.legal("athens") if isinstance(each, Move)}


@pytest.mark.rule("hellenes", "9.2.1.2-d")
def test_the_second_fleet_before_a_blockade_waits_with_the_first():
    now = winter(
        {"a14": "argolic-gulf", "a16": "argolic-gulf", "s10": "saronic-gulf"}, sustained=frozenset({"s10"})
    )
    now = now.act("athens", Return("a14", "athens", "saronic-gulf"))
    home = Return("a16", "athens", "saronic-gulf")
    assert home in now.legal("athens")
    after = now.act("athens", home)
    assert after.at("a16") == "saronic-gulf", "an own fleet that waits there lifts no blockade"


@pytest.mark.rule("hellenes", "9.3-b")
def test_a_side_may_leave_its_sieges_unbroken():
    now = winter({"a01": ("athens", 4, "inside"), "s16": "athens"}, step="breaking/athens", agenda=("winter/sparta",),
                 sustained=frozenset({"s16"}))  # fmt: skip
    assert now.act("athens", Decline()).asked == (("sparta", "winter"),)
