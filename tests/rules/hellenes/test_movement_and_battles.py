"""5 and 6: ranges, fleets and what they carry, forced moves; battles from the first shot to the retreat."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import (
    Fight,
    Finish,
    Fire,
    Flee,
    Fortify,
    GroupMove,
    Lead,
    Load,
    Move,
    Retreat,
    RetreatTo,
    Stand,
    Take,
    Withdraw,
)
from rules.hellenes.battles import scored
from rules.hellenes.movement import reach
from rules.hellenes.where import besieger
from tests.rules.hellenes.harness import Position, game_of, position


def moving(blocks, place: str, side: str = "athens", **fields) -> Position:
    return position(blocks, step=f"actions/{side}", **fields).act(side, GroupMove(place))


def battle(blocks, attacker: str = "athens", *, dice=(), **fields) -> Position:
    """A battle of the attacker's Combat phase, in which the defender stands."""
    now = position(blocks, step=f"combat/{attacker}", **fields)
    (seat, word) = now.asked[0]
    assert word == "fortify"
    return now.act(seat, Stand(), dice=dice)


# 5: movement


@pytest.mark.rule("hellenes", "5.1")
def test_land_units_move_2_areas_cavalry_3_fleets_5():
    game = game_of("431")
    assert (reach(game, "a01"), reach(game, "a13"), reach(game, "a14")) == (2, 3, 5)
    now = moving({"a01": "athens", "a13": "athens"}, "athens")
    plain = {
        (each.block, each.to) for each in now.legal("athens") if isinstance(each, Move) and not each.forced
    }
    assert ("a13", "plataea") in plain
    assert ("a01", "plataea") in plain
    far = moving({"a13": "plataea"}, "plataea")
    assert Move("a13", "tanagra") in far.legal("athens")


@pytest.mark.rule("hellenes", "5.2")
def test_a_fleet_stops_on_entering_an_area_and_enters_none_without_a_sea():
    now = moving({"a14": "saronic-gulf"}, "saronic-gulf")
    ends = {each.to for each in now.legal("athens") if isinstance(each, Move)}
    assert {"athens", "megara", "corinth"} <= ends
    assert now.refused("athens", Move("a14", "thebes")) == "5.2"
    at_sea = now.act("athens", Move("a14", "myrtoan-sea")).act("athens", Finish())
    assert at_sea.at("a14") == "myrtoan-sea", "it may stay at sea"


@pytest.mark.rule("hellenes", "5.3")
def test_a_fleet_carries_one_land_block_of_fewer_steps():
    now = moving(
        {"a16": "athens", "a04": "athens", "a05": "athens", "a03": "athens", "a01": "athens"}, "athens"
    )
    loads = {each.cargo for each in now.legal("athens") if isinstance(each, Load)}
    assert loads == {"a04", "a05"}, "3 steps do not carry 3 or 4"
    now = now.act("athens", Load("a16", "a04"))
    assert now.refused("athens", Load("a16", "a05")) == "5.3"
    assert now.refused("athens", Move("a04", "eleusis")) == "5.3"
    now = now.act("athens", Move("a16", "aegina"))
    assert (now.at("a16"), now.at("a04")) == ("aegina", "aegina")
    assert now.refused("athens", Move("a04", "athens")), "what was carried does not move otherwise"


@pytest.mark.rule("hellenes", "5.4")
def test_enemies_outside_walls_stop_a_unit_and_fortified_ones_do_not():
    now = moving({"a01": "athens", "s24": "tanagra"}, "athens")
    ends = {each.to for each in now.legal("athens") if isinstance(each, Move) and not each.forced}
    assert "tanagra" in ends
    assert "thebes" not in ends
    walls = {
        "a01": "athens",
        "a02": "tanagra",
        "s24": ("tanagra", 2, "inside"),
        "s18": ("thebes", 4, "inside"),
    }
    now = moving(walls, "athens")
    ends = {each.to for each in now.legal("athens") if isinstance(each, Move) and not each.forced}
    assert "thebes" not in ends, "from one city of the enemy into no other"
    friend = moving(walls, "athens", control={"tanagra": "athens"})
    assert Move("a01", "thebes") in friend.legal("athens")


def two_groups() -> Position:
    return position(
        {"a01": "megara", "a02": "megara", "s16": "megara"},
        step="combat/athens",
        came=Map({"a01": "eleusis#1", "a02": "plataea#2"}),
        arrivals=Map({"megara": ("eleusis#1", "plataea#2")}),
    ).act("sparta", Stand())


@pytest.mark.rule("hellenes", "5.4.1")
def test_of_groups_from_different_borders_one_begins_and_others_join_in_round_2():
    now = two_groups()
    assert now.asked == (("athens", "main-group"),)
    now = now.act("athens", Lead("eleusis#1"), dice=(1, 3, 3, 3, 3, 3))
    begun = now.all(e.BattleBegan)[0]
    assert begun.later == ("a02",)
    assert [each.block for each in now.all(e.BlockFired)] == ["s16", "a01"]
    assert now.steps("a01") == 3, "a02 is no target in round 1"
    assert now.asked == (("sparta", "fire"),)
    now = now.act("sparta", Fire(), dice=(1, 3, 3))
    assert now.asked == (("athens", "hit"),), "now it is"


@pytest.mark.rule("hellenes", "5.6")
@pytest.mark.parametrize(
    ("die", "place", "steps"),
    [(1, "thebes", 3), (2, "thebes", 4), (3, "orchomenus", 4), (6, "orchomenus", 4)],
)
def test_a_forced_march_may_cost_a_step_or_stay_behind(die, place, steps):
    now = moving({"a01": "athens"}, "athens", control={"tanagra": "athens", "thebes": "athens"})
    move = Move("a01", "orchomenus", "", True)
    assert move in now.legal("athens")
    now = now.act("athens", move, dice=(die,))
    assert (now.at("a01"), now.steps("a01")) == (place, steps)


@pytest.mark.rule("hellenes", "5.7")
def test_nobody_moves_twice_in_a_player_turn():
    now = moving({"a01": "athens"}, "athens").act("athens", Move("a01", "eleusis")).act("athens", Finish())
    assert now.refused("athens", GroupMove("eleusis")) == "4.1"


# 6: battles


@pytest.mark.rule("hellenes", "6.1")
def test_smaller_battles_come_before_larger_and_ties_are_free():
    blocks = {"a01": "megara", "s16": "megara", "a02": "tanagra", "a03": "tanagra", "s24": "tanagra"}
    now = position(blocks, step="combat/athens")
    assert now.all(e.FortifyingBegan)[0].procedure.place == "megara"
    tied = position({**blocks, "a03": "athens"}, step="combat/athens")
    assert tied.legal("athens") == (Fight("megara"), Fight("tanagra"))
    assert tied.refused("athens", Fight("athens")) == "6.1"
    assert (
        position({"a01": "megara", "s16": ("megara", 3, "inside")}, step="combat/athens").asked != tied.asked
    )


@pytest.mark.rule("hellenes", "6.2", "S-citystate-occupants-a")
def test_the_defender_of_an_unbesieged_city_says_who_fortifies_and_who_fights():
    now = position({"a01": "thebes", "s18": "thebes", "s20": "thebes"}, step="combat/athens")
    assert now.asked == (("sparta", "fortify"),)
    now = now.act("sparta", Fortify("s18"))
    assert now.state.blocks["s18"].inside
    assert "thebes" in now.state.sieges
    now = now.act("sparta", Stand(), dice=(2, 5))
    assert set(now.all(e.BattleBegan)[0].fighting) == {"a01", "s20"}
    both = position({"a01": "thebes", "s20": "thebes"}, step="combat/athens").act("sparta", Fortify("s20"))
    assert not both.all(e.BattleBegan)
    assert besieger(both.game, both.state, "thebes") == "athens"


@pytest.mark.rule("hellenes", "6.3")
def test_by_letter_and_at_equal_letters_the_defender_first_with_a_die_a_step():
    now = battle({"a01": "megara", "a13": "megara", "s16": "megara"}, dice=(3, 3, 3, 3, 3, 4, 4, 4, 4))
    assert [each.block for each in now.all(e.BlockFired)] == ["a13", "s16", "a01"]
    assert [len(each.dice) for each in now.all(e.RollMade)] == [2, 3, 4]


@pytest.mark.rule("hellenes", "6.4")
@pytest.mark.parametrize(
    ("strength", "hits", "routs"), [(1, (1,), (6,)), (2, (1, 2), (5, 6)), (3, (1, 2, 3), (4, 5, 6))]
)
def test_a_die_hits_up_to_the_strength_and_routs_from_above(strength, hits, routs):
    for die in range(1, 7):
        assert scored((die,), strength) == (int(die in hits), int(die in routs))
    assert scored((1, 2, 3, 4, 5, 6), strength) == (len(hits), len(routs))


@pytest.mark.rule("hellenes", "6.5")
def test_a_hit_falls_on_the_largest_block_and_on_ties_its_owner_chooses():
    now = battle({"a01": "megara", "s16": "megara", "s15": "megara"}, "sparta", dice=(3, 3, 3, 1, 3, 3, 3, 3))
    assert now.asked == (("athens", "fire"),)
    assert now.steps("s16") == 2
    tied = battle({"a01": "megara", "s14": "megara", "s15": "megara"}, "sparta", dice=(3, 3, 3, 1))
    assert tied.asked == (("sparta", "hit"),)
    assert tied.legal("sparta") == (Take("s14"), Take("s15"))
    tied = tied.act("sparta", Take("s15"), dice=(3, 3, 3))
    assert (tied.steps("s14"), tied.steps("s15")) == (2, 1)


@pytest.mark.rule("hellenes", "6.6")
def test_a_rout_drives_the_smallest_off_after_all_hits():
    now = battle({"a01": "megara", "s16": "megara", "s15": "megara"}, "sparta", dice=(5, 1, 1, 3))
    assert now.asked == (("sparta", "hit"),), "the second hit finds two blocks of 2 steps"
    assert not now.all(e.BlockRouted)
    now = now.act("sparta", Take("s15"))
    assert [each.block for each in now.all(e.BlockRouted)] == ["s15"]


@pytest.mark.rule("hellenes", "6.6")
def test_a_routed_block_leaves_the_battle_and_must_retreat():
    now = battle({"a01": "megara", "s16": "megara", "s15": ("megara", 1)}, "sparta", dice=(5, 3, 3, 3))
    assert now.all(e.BlockRouted)[0].block == "s15"
    assert now.asked == (("sparta", "retreat"),)
    now = now.act("sparta", RetreatTo("corinth"), dice=(3, 3, 3))
    assert now.at("s15") == "corinth"
    assert now.top.fighting == {"a01", "s16"}


@pytest.mark.rule("hellenes", "6.7")
def test_from_round_2_a_block_may_retreat_instead_of_firing():
    now = battle({"a01": "megara", "s16": "megara"}, dice=(3,) * 7)
    assert now.asked == (("sparta", "fire"),)
    assert now.legal("sparta") == (Fire(), Retreat())
    assert [each.round for each in now.all(e.RoundBegan)] == [1, 2]
    gone = now.act("sparta", Retreat())
    assert gone.asked == (("sparta", "retreat"),)


@pytest.mark.rule("hellenes", "6.8")
def test_the_winner_gains_1_prestige_or_2_against_four_blocks():
    now = battle({"a01": "eleusis", "s15": ("eleusis", 1)}, "sparta", dice=(1, 3, 3, 3))
    assert [(each.side, each.amount) for each in now.all(e.PrestigeGained)] == [("athens", 1)]
    many = {"a01": "eleusis", **dict.fromkeys(("s14", "s15", "s16", "s17"), ("eleusis", 1))}
    now = battle(many, "sparta", dice=(1, 1, 1, 1))
    while now.asked[0] == ("sparta", "hit"):
        now = now.act("sparta", now.legal("sparta")[0])
    assert [(each.side, each.amount) for each in now.all(e.PrestigeGained)] == [("athens", 2)]


@pytest.mark.rule("hellenes", "6.8")
def test_who_withdraws_before_the_first_round_loses_1_and_no_battle_is_scored():
    now = position({"a01": "megara", "s16": "megara", "s13": "megara"}, step="combat/athens").act(
        "sparta", Withdraw()
    )
    assert now.state.prestige == 1
    now = now.act("sparta", Flee("s13", "corinth"))
    now = now.act("sparta", Flee("s16", "megara", True))
    assert not now.all(e.BattleBegan)
    assert now.state.prestige == 1
    assert now.state.blocks["s16"].inside
    assert "s13" not in now.seen("athens").blocks, "who did not fight is not seen"


@pytest.mark.rule("hellenes", "6.9")
def test_attackers_retreat_to_where_they_came_from_and_the_cornered_are_lost():
    came: dict[str, Any] = {"came": Map({"a05": "eleusis#1"}), "arrivals": Map({"megara": ("eleusis#1",)})}
    now = battle({"a05": "megara", "s16": "megara"}, dice=(5, 3, 3), **came)
    assert now.at("a05") == "eleusis"
    alone = battle({"a33": "melos", "s10": "melos", "s11": "myrtoan-sea", "s12": "cretan-sea"}, "sparta",
                   dice=(3, 3, 3, 6, 3, 3, 3))  # fmt: skip
    assert alone.at("a33") == "", "both seas are the enemy's"
    assert alone.all(e.BlockRemoved)[0].why == "no-retreat"


@pytest.mark.rule("hellenes", "6.9")
def test_fleets_retreat_from_a_sea_to_another_without_enemies_or_a_friendly_port_not_over_the_deep():
    now = battle({"a18": "aegean-sea", "s10": "aegean-sea"}, "sparta", dice=(3, 3, 6, 4, 4, 4))
    assert now.asked == (("athens", "retreat"),)
    places = {each.place for each in now.legal("athens") if isinstance(each, RetreatTo)}
    assert places == {"andros", "carystus", "chalcis"}, "every sea lies behind a Deep Sea border"


@pytest.mark.rule("hellenes", "6.10")
def test_a_sea_landing_fires_last_in_round_1_and_goes_back_to_its_sea():
    blocks = {"a12": "thasos", "a14": "thasos", "s36": "thasos"}
    came: dict[str, Any] = {
        "came": Map({"a12": "thracian-sea#1", "a14": "thracian-sea#1"}),
        "arrivals": Map({"thasos": ("thracian-sea#1",)}),
    }
    now = battle(blocks, control={"thasos": "sparta"}, dice=(3, 3, 3, 3, 3, 4, 4, 4, 4), **came)
    assert [each.block for each in now.all(e.BlockFired)] == ["s36", "a12", "a14"], (
        "C before the landed A and D"
    )
    now = now.act("athens", Fire(), dice=(3, 3)).act("sparta", Fire(), dice=(5, 3, 3))
    assert now.at("a12") == "", "a land block needs a fleet in the sea"
    now = now.act("athens", Retreat())
    assert now.at("a14") == "thracian-sea"


@pytest.mark.rule("hellenes", "6.11")
def test_at_sea_only_fleets_fight_and_cargo_shrinks_or_is_lost_with_them():
    blocks = {"a14": "myrtoan-sea", "a03": "myrtoan-sea", "s10": "myrtoan-sea"}
    now = battle(blocks, "sparta", aboard=Map({"a03": "a14"}), dice=(3, 3, 3, 3, 1, 2, 2, 2))
    assert {each.block for each in now.all(e.BlockFired)} == {"a14", "s10"}
    assert now.steps("a14") == 3
    assert now.steps("a03") == 2, "it fits again"
    sunk = battle({"a14": ("myrtoan-sea", 1), "a04": ("myrtoan-sea", 1), "s10": "myrtoan-sea"}, "sparta",
                  aboard=Map({"a04": "a14"}), dice=(3, 1, 2, 2, 2))  # fmt: skip
    assert (sunk.at("a14"), sunk.at("a04")) == ("", "")


@pytest.mark.rule("hellenes", "6.12")
def test_the_winner_stays_and_besieges_who_is_within():
    blocks = {"a01": "megara", "s16": "megara", "s17": ("megara", 2, "inside")}
    now = battle(blocks, dice=(3, 3, 3, 5, 3, 3, 3))
    assert now.asked == (("sparta", "retreat"),)
    now = now.act("sparta", RetreatTo("corinth"))
    assert now.at("a01") == "megara"
    assert besieger(now.game, now.state, "megara") == "athens"
