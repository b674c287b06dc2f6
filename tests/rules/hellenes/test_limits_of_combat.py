"""6 to 9 to the letter: what limits battles, retreats, sieges and Winter, each limit where no other would bite."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import (
    Choose,
    Fire,
    GroupMove,
    HoldBack,
    Lead,
    Move,
    Retreat,
    RetreatTo,
    Stand,
    Starve,
    Storm,
)
from rules.hellenes.retreats import destinations
from tests.rules.hellenes.harness import Position, position


def battle(blocks: Any, attacker: str = "athens", *, dice: Any = (), **fields: Any) -> Position:
    """A battle of the attacker's Combat phase, in which the defender stands."""
    now = position(blocks, step=f"combat/{attacker}", **fields)
    return now.act(now.asked[0][0], Stand(), dice=dice)


def winter(blocks: Any, **fields: Any) -> Position:
    given: dict[str, Any] = {"season": "winter", "step": "winter/athens", "actions": 0} | fields
    return position(blocks, **given)


def ends(now: Position, name: str, came: str = "") -> set[RetreatTo]:
    return set(destinations(now.game, now.state, name, came))


# 6: battles and retreats


@pytest.mark.rule("hellenes", "6.10")
def test_at_sea_nobody_lands_and_all_fire_by_their_letters():
    came: dict[str, Any] = {
        "came": Map({"a14": "saronic-gulf#1"}),
        "arrivals": Map({"myrtoan-sea": ("saronic-gulf#1",)}),
    }
    now = battle({"a14": "myrtoan-sea", "s10": "myrtoan-sea"}, dice=(3,) * 8, **came)
    assert not now.all(e.BattleBegan)[0].landed
    assert [each.block for each in now.all(e.BlockFired)] == ["a14", "s10"], (
        "E before F though it came by sea"
    )


@pytest.mark.rule("hellenes", "6.10")
def test_a_sea_landing_fires_last_in_the_first_round_alone():
    came: dict[str, Any] = {
        "came": Map({"a12": "thracian-sea#1", "a14": "thracian-sea#1"}),
        "arrivals": Map({"thasos": ("thracian-sea#1",)}),
    }
    now = battle({"a12": "thasos", "a14": "thasos", "s36": "thasos"}, scenario="413", control={"thasos": "sparta"},
                 dice=(3,) * 9, **came)  # fmt: skip
    assert [each.block for each in now.all(e.BlockFired)] == ["s36", "a12", "a14"]
    rounds = [each.queue for each in now.all(e.RoundBegan)]
    assert rounds == [("s36", "a12", "a14"), ("a12", "s36", "a14")]


@pytest.mark.rule("hellenes", "5.4.1", "6.5")
def test_who_joins_in_round_2_is_no_target_before_however_large():
    fields: dict[str, Any] = {
        "came": Map({"a01": "eleusis#1", "a02": "plataea#2"}),
        "arrivals": Map({"megara": ("eleusis#1", "plataea#2")}),
    }
    now = battle({"a01": "megara", "a02": "megara", "s16": "megara"}, **fields)
    now = now.act("athens", Lead("plataea#2"), dice=(1, 6, 3))
    assert now.steps("a01") == 4
    assert now.steps("a02") == 2
    assert [each.block for each in now.all(e.BlockRouted)] == ["a02"]


@pytest.mark.rule("hellenes", "6.9")
def test_no_retreat_at_sea_crosses_a_deep_sea_border_not_even_back_to_where_it_came_from():
    now = position({"a14": "paros-sea", "s10": "paros-sea"})
    assert RetreatTo("myrtoan-sea") in ends(now, "a14")
    assert RetreatTo("cretan-sea") not in ends(now, "a14")
    assert RetreatTo("cretan-sea") not in ends(now, "a14", "cretan-sea")
    assert ends(now, "a14", "andros-sea") == {RetreatTo("andros-sea")}


@pytest.mark.rule("hellenes", "6.9", "7.3")
def test_a_retreat_into_a_besieged_port_leads_through_its_offshore_sea_if_there_is_room():
    blocks = {
        "a14": "saronic-gulf",
        "a18": "andros-sea",
        "s10": "saronic-gulf",
        "s11": "andros-sea",
        "s01": "athens",
    }
    now = position(blocks)
    assert "athens" in now.state.sieges
    assert RetreatTo("athens", True) in ends(now, "a14")
    assert not {each for each in ends(now, "a18") if each.place == "athens"}, "not from its other sea"
    full = dict.fromkeys([f"a{number:02}" for number in range(1, 9)], ("athens", 1, "inside"))
    packed = position({**blocks, **full})
    assert RetreatTo("athens", True) not in ends(packed, "a14")


@pytest.mark.rule("hellenes", "6.9", "7.1")
def test_a_beaten_defender_finds_no_room_within_full_walls_and_a_fleet_none_in_an_inland_city():
    field = {"a31": "stratus", "s26": "stratus"}
    now = position(field)
    assert RetreatTo("stratus", True) in ends(now, "a31")
    full = position({**field, "a01": ("stratus", 1, "inside"), "a02": ("stratus", 1, "inside")})
    assert RetreatTo("stratus", True) not in ends(full, "a31")
    fleet = position({"a19": "stratus", "s26": "stratus"})
    assert RetreatTo("stratus", True) not in ends(fleet, "a19")


@pytest.mark.rule("hellenes", "6.10", "5.3")
@pytest.mark.parametrize(
    ("fleet", "laden", "back"),
    [
        (("thracian-sea", 3), False, True),
        (("thracian-sea", 2), False, False),
        (("thracian-sea", 3), True, False),
    ],
)
def test_a_beaten_land_block_needs_a_fleet_with_room_and_more_steps_in_the_sea_it_came_from(
    fleet, laden, back
):
    blocks = {"a12": "thasos", "a14": fleet, "s09": "thasos"} | (
        {"a04": ("thracian-sea", 1)} if laden else {}
    )
    now = position(blocks, control={"thasos": "sparta"}, aboard=Map({"a04": "a14"} if laden else {}))
    assert (RetreatTo("thracian-sea") in ends(now, "a12", "thracian-sea")) is back


# 13: cards on one battle


@pytest.mark.parametrize(
    ("effect", "place", "asked"),
    [
        ("ambush/athens", "megara", True),
        ("ambush/athens", "saronic-gulf", False),
        ("ambush/sparta", "megara", False),
        ("phormio/athens", "saronic-gulf", True),
        ("phormio/athens", "megara", False),
    ],
)
def test_an_ambush_is_for_the_attacker_on_land_and_phormio_for_athenian_fleets_at_sea(effect, place, asked):
    now = battle(
        {"a18": (place, 1), "s29": (place, 1)}, effects=frozenset({effect}), dice=() if asked else (3, 3)
    )
    assert now.asked[0] == ("athens", "stratagem") if asked else now.asked[0][1] != "stratagem"


def test_gylippus_helps_in_sicily_alone_and_only_his_own_side():
    fields: dict[str, Any] = {"scenario": "413", "effects": frozenset({"gylippus/sparta"})}
    home = battle({"a01": ("megara", 1), "s16": ("megara", 1)}, dice=(3, 3), **fields)
    assert home.asked[0][1] == "fire"
    away = battle({"a01": ("gela", 1), "s50": ("gela", 1)}, control={"gela": "sparta"}, **fields)
    assert away.asked == (("sparta", "stratagem"),)
    away = away.act("sparta", Choose("gylippus"), dice=(3, 3, 3))
    assert {each.subject: len(each.dice) for each in away.all(e.RollMade)} == {"s50": 2, "a01": 1}


@pytest.mark.rule("hellenes", "6.7")
def test_phormios_fleets_fire_twice_in_the_first_round_and_once_in_the_second():
    now = battle({"a18": "myrtoan-sea", "s29": "myrtoan-sea"}, effects=frozenset({"phormio/athens"}))
    now = now.act("athens", Choose("phormio"), dice=(3,) * 6)
    assert [each.block for each in now.all(e.BlockFired)] == ["a18", "a18", "s29"]
    now = now.act("athens", Fire(), dice=(3, 3))
    assert [each.block for each in now.all(e.BlockFired)] == ["a18"]


def test_of_phormios_fleets_those_that_join_in_round_2_fire_once_and_may_retreat():
    fields: dict[str, Any] = {
        "came": Map({"a18": "saronic-gulf#1", "a19": "paros-sea#2"}),
        "arrivals": Map({"myrtoan-sea": ("paros-sea#2", "saronic-gulf#1")}),
        "effects": frozenset({"phormio/athens"}),
    }
    now = battle({"a18": "myrtoan-sea", "a19": "myrtoan-sea", "s10": "myrtoan-sea"}, **fields)
    now = now.act("athens", Lead("saronic-gulf#1")).act("athens", Choose("phormio"), dice=(3,) * 8)
    assert [each.block for each in now.all(e.BlockFired)] == ["a18", "a18", "s10"]
    now = now.act("athens", Fire(), dice=(3, 3))
    assert now.legal("athens") == (Fire(), Retreat()), "a19 is asked in its turn"
    now = now.act("athens", Fire(), dice=(3, 3))
    assert [each.block for each in now.all(e.BlockFired)] == ["a19"]
    assert now.asked == (("sparta", "fire"),)


def test_a_panic_is_the_attackers_alone_and_does_not_strike_him():
    fields: dict[str, Any] = {"effects": frozenset({"panic/athens"})}
    now = battle({"a01": "megara", "a02": "megara", "s16": "megara"}, **fields)
    now = now.act("athens", Choose("panic"), dice=(6, 3, 3))
    assert (now.steps("a01"), now.steps("a02")) == (4, 3), "who is routed of the attackers loses no step more"
    assert [each.block for each in now.all(e.BlockRouted)] == ["a02"]


def test_who_dies_in_a_panic_retreats_no_more():
    now = battle({"a01": "megara", "s16": ("megara", 1)}, effects=frozenset({"panic/athens"}))
    now = now.act("athens", Choose("panic"), dice=(3, 6, 3, 3, 3))
    assert now.at("s16") == ""
    assert not now.all(e.BlockRouted)
    assert now.all(e.BattleEnded)[0].winner == "athens"


@pytest.mark.parametrize(
    ("place", "fought"),
    [("elis", False), ("delphi", False), ("corinth", False), ("athens", False), ("megara", True)],
)
def test_the_sacred_truce_holds_at_the_four_shrines_alone(place, fought):
    blocks = {"a01": place, "s08": place}
    side = "sparta" if place == "athens" else "athens"
    other = "athens" if side == "sparta" else "sparta"
    now = position(
        blocks, step=f"combat/{side}", effects=frozenset({f"truce/{other}"}), agenda=("winter/athens",)
    )
    assert bool(now.all(e.FortifyingBegan)) is fought


# 8: sieges


@pytest.mark.rule("hellenes", "2.5")
def test_for_want_of_garrison_blocks_the_only_sacrifice_is_lost_without_a_question():
    start = position({"a01": "plataea"}, sacrifices=("sparta/ares",))
    now = start.with_(garrisons=Map({"athens": 12, "sparta": 0})).act("athens", GroupMove("plataea"))
    now = now.act("athens", Move("a01", "thebes"))
    assert [(each.seat, each.olympian) for each in now.all(e.SacrificeLost)] == [("sparta", "ares")]
    assert not now.state.sacrifices
    assert now.state.garrisons["sparta"] == 0


@pytest.mark.rule("hellenes", "10.1-b", "8.5")
@pytest.mark.parametrize(("blocks", "held"), [(("a47",), True), (("a47", "a04"), False)])
def test_a_city_is_held_by_barbarians_where_no_greek_was_at_its_capture(blocks, held):
    now = position(dict.fromkeys(blocks, "olynthus"), step="siege/athens", established=("olynthus",),
                   agenda=("winter/athens",))  # fmt: skip
    now = now.act("athens", Starve("olynthus"), dice=(1,))
    assert now.state.control["olynthus"] == "athens"
    assert ("olynthus" in now.state.barbarian) is held


@pytest.mark.rule("hellenes", "8.4", "9.4-b")
def test_who_has_begun_a_fight_need_not_be_held_back_and_the_last_assaulter_stays():
    fields: dict[str, Any] = {
        "step": "siege/athens",
        "established": ("megara",),
        "initiated": frozenset({"a04"}),
    }
    now = winter(dict.fromkeys(("a01", "a04", "a05"), "megara"), **fields).act("athens", Storm("megara"))
    assert set(now.legal("athens")) == {HoldBack("a01"), HoldBack("a05"), Storm("megara")}
    now = now.act("athens", HoldBack("a05"))
    assert now.legal("athens") == (Storm("megara"),)


@pytest.mark.rule("hellenes", "8.4")
def test_walls_do_not_fire_when_no_assaulter_is_left():
    blocks = {"a04": ("thebes", 1), "a01": "thebes", "s18": ("thebes", 2, "inside")}
    now = position(blocks, step="siege/athens", established=("thebes",), agenda=("winter/athens",))
    now = now.act("athens", Storm("thebes")).act("athens", HoldBack("a01"))
    now = now.act("athens", Storm("thebes"), dice=(1, 3))
    assert now.at("a04") == ""
    assert [each.kind for each in now.all(e.RollMade)] == ["walls"], "neither the garrison nor the assault"


@pytest.mark.rule("hellenes", "13.2")
def test_the_persian_cities_are_besieged_by_athens_alone():
    aid: dict[str, Any] = {"scenario": "413", "in_play": Map({"persian-aid-45": "sparta"})}
    assert "lydia" not in position({"s01": "lydia"}, **aid).state.sieges
    assert "lydia" in position({"a01": "lydia"}, **aid).state.sieges


def test_the_sacred_truce_keeps_the_opponents_sieges_of_the_shrines_from_combat():
    siege: dict[str, Any] = {
        "step": "siege/athens",
        "established": ("corinth",),
        "agenda": ("winter/athens",),
    }
    assert Storm("corinth") in position({"a01": "corinth"}, **siege).legal("athens")
    truce = position({"a01": "corinth"}, effects=frozenset({"truce/sparta"}), **siege)
    assert truce.asked == (("athens", "winter"),)
    own = position({"a01": "corinth"}, effects=frozenset({"truce/athens"}), **siege)
    assert Storm("corinth") in own.legal("athens")


def test_cleon_has_an_assault_rolled_again_once_a_year():
    now = position({"a01": "thebes"}, step="siege/athens", established=("thebes",), agenda=("winter/athens",),
                   in_play=Map({"cleon-36": "athens"}), yearly=frozenset({"cleon"}))  # fmt: skip
    now = now.act("athens", Storm("thebes"), dice=(3, 3, 3, 3, 3))
    assert now.asked == (("athens", "winter"),)


def test_treachery_is_used_up_by_one_assault():
    fields: dict[str, Any] = {
        "step": "siege/athens",
        "established": ("thebes",),
        "agenda": ("winter/athens",),
        "effects": frozenset({"treachery/thebes"}),
    }
    stormed = position({"a01": "thebes"}, **fields).act("athens", Storm("thebes"), dice=(3, 3, 3, 3, 3))
    assert not stormed.state.effects
    starved = position({"a01": "thebes"}, **fields).act("athens", Starve("thebes"), dice=(3,))
    assert starved.state.effects == {"treachery/thebes"}, "hunger needs no traitor"


@pytest.mark.rule("hellenes", "8.4")
def test_the_largest_of_the_walls_fires_first_and_the_garrison_last():
    blocks = {"a01": "thebes", "s18": ("thebes", 4, "inside"), "s22": ("thebes", 2, "inside")}
    now = position(blocks, step="siege/athens", established=("thebes",))
    now = now.act("athens", Storm("thebes"), dice=(3,) * 11)
    assert [(each.kind, len(each.dice)) for each in now.all(e.RollMade)] == [
        ("walls", 4), ("walls", 2), ("walls", 1), ("assault", 4),
    ]  # fmt: skip
