"""4 and 5 to the letter: what limits actions and movement, each limit where no other would bite."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.chance import Chance, scripted
from rules.hellenes import events as e
from rules.hellenes.acting import actions_of, begin
from rules.hellenes.actions import Finish, GroupMove, Load, Move, Muster, Place, Rebuild, Recruit
from rules.hellenes.recruiting import half, homes
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.ways import ways_of
from tests.rules.hellenes.harness import Position, game_of, position


def moves(now: Position, side: str, block: str) -> set[str]:
    """Where the block of the open group may go by a normal move."""
    legal = now.legal(side)
    return {each.to for each in legal if isinstance(each, Move) and each.block == block and not each.forced}


def group(blocks: Any, place: str, side: str = "athens", **fields: Any) -> Position:
    return position(blocks, step=f"actions/{side}", **fields).act(side, GroupMove(place))


@pytest.mark.rule("hellenes", "4.7")
def test_the_four_hundred_take_the_bonus_of_raise_taxes_and_the_hermae_one_action_once():
    taxes = Map({"raise-taxes-14": "athens", "raise-taxes-15": "athens"})
    now = position({}, scenario="413", in_play=taxes, yearly=frozenset({"four-hundred"}))
    assert actions_of(now.game, now.state, "athens", "storm-2") == 3
    marred = now.with_(yearly=frozenset({"hermae"}))
    assert actions_of(marred.game, marred.state, "athens", "storm-2") == 4
    assert actions_of(marred.game, marred.state, "sparta", "storm-2") == 3
    unfolding = Unfolding(
        marred.game,
        marred.with_(revealed=Map({"athens": "storm-2/actions"})).state,
        Chance(scripted(), "scripted"),
    )
    begin(unfolding, "athens")
    assert actions_of(now.game, unfolding.state, "athens", "storm-2") == 5, "the next card is free of it"


@pytest.mark.rule("hellenes", "4.2")
def test_nobody_musters_where_an_enemy_stands_even_with_own_units_there():
    blocks = {"a01": "eleusis", "a02": "athens", "a26": "plataea"}
    assert Muster("eleusis") in position(blocks).legal("athens")
    met = position({**blocks, "s01": "eleusis"})
    assert Muster("eleusis") not in met.legal("athens")
    assert met.refused("athens", Muster("eleusis")) == "4.2"


@pytest.mark.rule("hellenes", "4.2")
def test_besiegers_are_mustered_at_a_siege_of_an_empty_city_alone():
    blocks = {"a01": "megara", "a02": "athens", "a26": "plataea"}
    assert Muster("megara") in position(blocks).legal("athens"), "its garrison is no unit"
    assert Muster("megara") not in position({**blocks, "s16": ("megara", 2, "inside")}).legal("athens")


@pytest.mark.rule("hellenes", "4.2")
def test_one_place_from_which_units_come_is_no_muster_and_the_deep_sea_does_not_count():
    near, far = {"a14": "thasos"}, {"a16": "andros"}
    assert Muster("lemnos") not in position({**near, **far}).legal("athens"), "Andros is beyond the Deep Sea"
    assert Muster("lemnos") in position({**near, "a16": "sestos"}).legal("athens")


@pytest.mark.rule("hellenes", "4.4")
def test_a_civil_war_and_enemies_at_a_home_without_a_city_keep_recruits_away():
    now = position({"a31": "stratus"})
    assert homes(now.game, now.state, "a35") == ("samos",)
    torn = now.with_(civil_war="samos")
    assert homes(torn.game, torn.state, "a35") == ()
    assert homes(now.game, now.state, "a47") == ("odrysia",)
    met = position({"s38": "odrysia"})
    assert homes(met.game, met.state, "a47") == ()


@pytest.mark.rule("hellenes", "4.4")
@pytest.mark.parametrize(("block", "steps"), [("a14", 2), ("a16", 2), ("a18", 1)])
def test_half_the_printed_steps_are_rounded_up(block, steps):
    assert half(game_of("431"), block) == steps
    now = position({}).act("athens", Recruit(), draws=(block,)).act("athens", Place("athens"))
    assert now.steps(block) == steps


@pytest.mark.rule("hellenes", "4.5")
def test_steps_are_rebuilt_in_no_besieged_city_and_beside_enemies_in_any_other():
    besieged = position({"a01": ("athens", 2, "inside"), "s01": "athens"})
    assert besieged.refused("athens", Rebuild("a01")) == "4.5"
    truce = position({"a01": ("athens", 2), "s01": "athens"})
    assert "athens" not in truce.state.sieges
    assert Rebuild("a01") in truce.legal("athens")


@pytest.mark.rule("hellenes", "5.4")
def test_enemies_in_an_open_area_or_a_sea_stop_whoever_enters():
    assert "megara" in moves(group({"a01": "athens"}, "athens"), "athens", "a01")
    stopped = group({"a01": "athens", "s01": "eleusis"}, "athens")
    assert "eleusis" in moves(stopped, "athens", "a01")
    assert "megara" not in moves(stopped, "athens", "a01")
    assert "propontis" in moves(group({"a14": "lemnos-sea"}, "lemnos-sea"), "athens", "a14")
    held = group({"a14": "lemnos-sea", "s10": "hellespont"}, "lemnos-sea")
    assert "hellespont" in moves(held, "athens", "a14")
    assert "propontis" not in moves(held, "athens", "a14")
    in_port = group({"a14": "lemnos-sea", "s10": "abydos", "s11": "sestos"}, "lemnos-sea")
    assert "propontis" in moves(in_port, "athens", "a14"), "ships in a port are not at sea"


@pytest.mark.rule("hellenes", "7.3", "7.4")
def test_a_besieged_fleet_leaves_by_the_offshore_sea_alone_and_a_blockade_stops_it_there():
    walls = {"a14": ("athens", 4, "inside"), "s01": "athens"}
    open_sea = group(walls, "athens")
    assert {"saronic-gulf", "andros-sea"} <= moves(open_sea, "athens", "a14")
    shut = group({**walls, "s10": "saronic-gulf"}, "athens")
    assert moves(shut, "athens", "a14") == {"saronic-gulf"}, "not by the Andros Sea on its other side"


@pytest.mark.rule("hellenes", "7.4")
def test_besieged_land_units_are_shut_in():
    now = position({"a01": ("athens", 4, "inside"), "a14": ("athens", 4, "inside"), "s01": "athens"})
    assert now.act("athens", GroupMove("athens")).refused("athens", Move("a01", "eleusis")) == "7.4"


@pytest.mark.rule("hellenes", "13.3-c")
def test_while_the_helots_revolt_red_fleets_sail_and_red_land_units_do_not_go_aboard():
    blocks = {"s32": "gythium", "s03": "gythium", "s36": "gythium"}
    calm = group(blocks, "gythium", "sparta", scenario="413")
    assert Load("s32", "s03") in calm.legal("sparta")
    now = group(blocks, "gythium", "sparta", scenario="413", effects=frozenset({"helots"}))
    assert "myrtoan-sea" in moves(now, "sparta", "s32")
    assert now.refused("sparta", Load("s32", "s03")) == "5.3"
    assert moves(now, "sparta", "s03") <= {"sparta", "methone", "pylos"}


@pytest.mark.rule("hellenes", "12.0-b")
def test_during_the_peace_areas_loyal_to_the_other_are_closed_as_its_cities_are():
    now = group({"s16": "megara"}, "megara", "sparta", scenario="415", peace=True)
    assert not {"eleusis", "athens", "plataea"} & moves(now, "sparta", "s16")
    assert "corinth" in moves(now, "sparta", "s16")


@pytest.mark.rule("hellenes", "15.2-c")
def test_sicily_is_at_war_too_when_a_city_loyal_to_sparta_is_entered_and_gela_stays_in_its_city():
    now = position({"a14": "gela-sea"}, scenario="415", at_war=False, gela=False)
    now = now.act("athens", GroupMove("gela-sea"))
    ways = {each.to: each for each in now.legal("athens") if isinstance(each, Move)}
    assert now.act("athens", ways["selinus"]).all(e.SicilyAtWar)
    assert not now.act("athens", ways["acragas"]).all(e.SicilyAtWar), "Acragas is neutral"
    sicily: dict[str, Any] = {"scenario": "415", "at_war": True, "gela": False}
    closed = position({"s55": "gela", "s50": "syracuse"}, step="actions/sparta", **sicily)
    assert GroupMove("gela") not in closed.legal("sparta")
    assert GroupMove("syracuse") in closed.legal("sparta")


@pytest.mark.rule("hellenes", "10.1-b")
def test_a_greek_who_enters_a_city_taken_by_barbarians_holds_it():
    held = {"olynthus": "athens"}
    start = position({"a47": "olynthus", "a04": "acanthus"}, control=held, barbarian=frozenset({"olynthus"}))
    now = start.act("athens", GroupMove("acanthus")).act("athens", Move("a04", "olynthus"))
    assert now.all(e.CityHeld)
    assert not now.state.barbarian
    other = position({"a47": "acanthus"}, control=held, barbarian=frozenset({"olynthus"}))
    other = other.act("athens", GroupMove("acanthus")).act("athens", Move("a47", "olynthus"))
    assert not other.all(e.CityHeld), "another barbarian does not"


@pytest.mark.rule("hellenes", "4.0")
def test_a_group_that_has_moved_leaves_the_other_actions():
    now = position({"a01": "athens"}, actions=2).act("athens", GroupMove("athens"))
    now = now.act("athens", Move("a01", "eleusis")).act("athens", Finish())
    assert now.state.actions == 1
    assert now.asked == (("athens", "actions"),)


@pytest.mark.rule("hellenes", "5.5", "5.6")
def test_a_forced_way_around_the_deep_sea_is_offered_beside_the_short_one_over_it():
    now = group({"a14": "andros-sea"}, "andros-sea")
    assert {Move("a14", "lemnos"), Move("a14", "lemnos", "", True)} <= set(now.legal("athens"))
    assert not [
        each for each in now.legal("athens") if isinstance(each, Move) and each.to == "athens" and each.forced
    ]
    over = now.act("athens", Move("a14", "lemnos"), dice=(2, 2))
    assert [each.kind for each in over.all(e.RollMade)] == ["deep-sea", "deep-sea"]
    around = now.act("athens", Move("a14", "lemnos", "", True), dice=(3,))
    assert [each.kind for each in around.all(e.RollMade)] == ["forced"]


@pytest.mark.rule("hellenes", "12.0-b")
def test_during_the_peace_fleets_pass_the_seas_off_the_others_ports_and_do_not_stay_there():
    now = group({"s10": "myrtoan-sea"}, "myrtoan-sea", "sparta", scenario="415", peace=True)
    ends = moves(now, "sparta", "s10")
    assert "icarian-sea" not in ends, "off Samos, Ephesus and Miletus"
    assert "saronic-gulf" in ends, "off Athens, and off Sparta's own Megara"
    war = group({"s10": "myrtoan-sea"}, "myrtoan-sea", "sparta", scenario="415", peace=False)
    assert "icarian-sea" in moves(war, "sparta", "s10")


def test_fair_winds_take_the_short_way_over_the_deep_sea():
    now = position({"a14": "andros-sea"})
    for calm, length in ((True, 3), (False, 6)):
        found = ways_of(now.game, now.state, "athens", "andros-sea", 7, fleet=True, calm=calm)
        assert [len(way.path) for way in found if way.to == "lemnos"] == [length]
