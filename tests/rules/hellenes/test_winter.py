"""9: Winter – actions before any fight, moves into shelter, sustaining, disbanding, breaking sieges, siege combat."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.acting import actions_of
from rules.hellenes.actions import (
    ComeOut,
    Commit,
    Decline,
    Disband,
    Fight,
    Finish,
    GroupMove,
    Lead,
    Load,
    Move,
    Muster,
    Pillage,
    Place,
    Quarter,
    Rebuild,
    Recruit,
    RetreatTo,
    Return,
    Sally,
    Starve,
    Storm,
    Sustain,
)
from tests.rules.hellenes.harness import Position, position


def winter(blocks, **fields) -> Position:
    given: dict[str, Any] = {"season": "winter", "step": "winter/athens", "actions": 0} | fields
    return position(blocks, **given)


def returns(now: Position, name: str, seat: str = "athens") -> set[str]:
    return {each.to for each in now.legal(seat) if isinstance(each, Return) and each.block == name}


# 9.1


def last_cards(athens: str, sparta: str, **fields) -> Position:
    hands = Map({"athens": (athens,), "sparta": (sparta,)})
    return position({}, season="winter", step="commit", agenda=("reveal",), hands=hands, active="", **fields)


@pytest.mark.rule("hellenes", "9.1-a")
def test_in_winter_the_last_card_gives_actions_with_the_bonuses_in_play():
    now = last_cards(
        "raise-taxes-14", "storm-2", in_play=Map({"pericles-42": "athens", "raise-taxes-15": "athens"})
    )
    revealed = now.all(e.CardsRevealed)[0]
    assert revealed.uses == {"athens": "actions", "sparta": "actions"}
    assert now.asked == (("athens", "winter"),)
    assert now.state.actions == 2 + 1 + 1
    assert not [each for each in now.legal("athens") if isinstance(each, Commit)]
    assert actions_of(now.game, now.state, "sparta", "storm-2") == 3


@pytest.mark.rule("hellenes", "9.1-b")
@pytest.mark.parametrize(
    ("athens", "sparta", "first"),
    [
        ("panic-32", "storm-2", "athens"),
        ("panic-32", "agis-21", "athens"),
        ("raise-taxes-14", "agis-21", "sparta"),
        ("storm-2", "panic-32", "sparta"),
    ],
)
def test_the_lower_printed_value_goes_first_in_winter_and_ties_are_spartas(athens, sparta, first):
    """Pericles leads: with his bonus the second case would be a tie."""
    now = last_cards(athens, sparta, in_play=Map({"pericles-42": "athens"}))
    assert now.state.first == first


# 9.2


@pytest.mark.rule("hellenes", "9.2-a", "9.2.3-a")
def test_the_first_player_mixes_moves_recruits_rebuilding_and_sustaining_as_he_likes():
    now = winter({"a01": ("athens", 2), "a02": "thebes", "a13": "plataea"}, actions=3)
    now = now.act("athens", Rebuild("a01")).act("athens", Rebuild("a01"))
    now = now.act("athens", Return("a13", "athens", "eleusis"))
    now = now.act("athens", Recruit(), draws=("a14",)).act("athens", Place("athens"))
    now = now.act("athens", Sustain("a02"))
    assert (now.steps("a01"), now.at("a13"), now.at("a14"), now.state.actions) == (4, "athens", "athens", 0)
    assert now.refused("athens", Recruit()) == "4.4"


@pytest.mark.rule("hellenes", "9.2-a")
def test_who_is_due_to_disband_may_do_so_early_and_nobody_else():
    now = winter({"a01": "thebes", "a02": "athens", "a47": "athens"})
    assert Disband("a01") in now.legal("athens")
    assert Disband("a47") in now.legal("athens")
    assert now.refused("athens", Disband("a02")) == "9.2-a"
    assert now.act("athens", Disband("a01")).at("a01") == ""


@pytest.mark.rule("hellenes", "9.2-a")
def test_what_a_fleet_carries_at_sea_is_lost_with_it_when_it_disbands():
    now = winter({"a15": "ionian-sea", "a06": "ionian-sea"}, aboard=Map({"a06": "a15"}))
    now = now.act("athens", Disband("a15"))
    assert (now.at("a15"), now.at("a06")) == ("", "")
    assert not now.state.aboard


@pytest.mark.rule("hellenes", "9.2-a")
def test_what_is_aboard_in_port_stays_when_its_fleet_disbands():
    now = winter({"a15": "thebes", "a06": "thebes"}, aboard=Map({"a06": "a15"}))
    now = now.act("athens", Disband("a15"))
    assert (now.at("a15"), now.at("a06")) == ("", "thebes")
    assert not now.state.aboard


@pytest.mark.rule("hellenes", "9.2.1-a")
def test_a_winter_move_ends_in_a_city_of_its_side():
    now = winter({"a01": "thebes"}, actions=1).act("athens", GroupMove("thebes"))
    ends = {each.to for each in now.legal("athens") if isinstance(each, Move)}
    assert ends == {"athens", "plataea", "naupactus"}
    assert now.refused("athens", Move("a01", "eleusis", "plataea")) == "9.2.1-a"


@pytest.mark.rule("hellenes", "9.2.1-b")
def test_there_is_no_muster_no_pillage_and_no_engagement():
    now = winter({"a01": "thebes", "a02": "athens", "s16": "megara"}, actions=3)
    assert now.refused("athens", Muster("athens")) == "9.2.1-b"
    assert now.refused("athens", Pillage("thebes")) == "9.2.1-b"
    now = now.act("athens", GroupMove("thebes"))
    assert now.refused("athens", Move("a01", "megara", "plataea")) == "9.2.1-a"


@pytest.mark.rule("hellenes", "9.2.1-c")
def test_fleets_carry_land_units_in_winter_as_ever():
    now = winter({"a14": "samos", "a04": "samos", "a01": "samos"}, control={"samos": "sparta"})
    loads = {each.cargo for each in now.legal("athens") if isinstance(each, Load)}
    assert loads == {"a04"}, "four steps are too many"
    now = now.act("athens", Load("a14", "a04"))
    now = now.act("athens", Return("a14", "athens", "andros-sea"))
    assert (now.at("a14"), now.at("a04")) == ("athens", "athens")


@pytest.mark.rule("hellenes", "9.2.1-d", "9.2.1.4-a")
def test_a_winter_group_move_costs_an_action_and_free_moves_none():
    blocks = {"a14": "hellespont", "a15": "hellespont"}
    now = winter(blocks, actions=1).act("athens", GroupMove("hellespont"))
    assert now.state.actions == 0
    now = now.act("athens", Move("a14", "thasos", "thracian-sea")).act(
        "athens", Move("a15", "lemnos", "lemnos-sea")
    )
    assert (now.at("a14"), now.at("a15")) == ("thasos", "lemnos")
    assert winter(blocks).refused("athens", GroupMove("hellespont")) == "9.2.1-d"
    free = winter(blocks).act("athens", Quarter("a14", "abydos"))
    assert free.state.actions == 0


@pytest.mark.rule("hellenes", "9.2.1-e")
def test_a_winter_move_passes_enemies_freely():
    blocks = {"a13": "thebes", "s18": "plataea", "s24": "tanagra", "s01": "eleusis"}
    for way in ("tanagra", "eleusis"):
        now = winter(blocks).act("athens", Return("a13", "athens", way))
        assert now.at("a13") == "athens"
        assert not now.all(e.ReturnContested)
    through = winter({"a14": "icarian-sea", "s10": "paros-sea", "s11": "andros-sea"})
    through = through.act("athens", Return("a14", "athens", "andros-sea"))
    assert through.at("a14") == "athens"
    assert not through.all(e.BattleBegan)


@pytest.mark.rule("hellenes", "9.2.1-f", "9.2.1.2-e")
def test_only_a_return_meets_the_enemy():
    blocks = {"a13": "plataea", "s01": "athens"}
    now = winter(blocks, actions=1, sustained=frozenset({"s01"}))
    assert not [each for each in now.legal("athens") if isinstance(each, Quarter)]
    assert now.refused("athens", Quarter("a13", "athens")) == "9.2.1.1-a"
    grouped = now.act("athens", GroupMove("plataea"))
    assert {each.to for each in grouped.legal("athens") if isinstance(each, Move)} == {"naupactus"}, (
        "not Athens"
    )
    assert grouped.refused("athens", Move("a13", "athens", "eleusis")) == "9.2.1-a"
    home = now.act("athens", Return("a13", "athens", "eleusis"))
    assert home.all(e.ReturnContested)


@pytest.mark.rule("hellenes", "9.2.1-g")
def test_others_do_not_enter_a_city_besieged_on_land_but_fleets_slip_into_its_port():
    blocks = {"a01": "eleusis", "a28": "saronic-gulf", "s01": "athens"}
    now = winter(blocks, actions=2, sustained=frozenset({"s01"}))
    assert now.refused("athens", Quarter("a01", "athens")) == "9.2.1.1-a"
    now = now.act("athens", Quarter("a28", "athens"))
    assert now.state.blocks["a28"].inside


@pytest.mark.rule("hellenes", "9.2.1.1-a")
def test_quartering_is_free_and_into_an_adjacent_friendly_city_with_room():
    now = winter({"a01": "thebes", "a02": "orchomenus", "a13": "plataea"})
    assert Quarter("a01", "plataea") in now.legal("athens")
    assert now.refused("athens", Quarter("a02", "plataea")) == "9.2.1.1-a", "not adjacent"
    assert now.refused("athens", Quarter("a13", "plataea")) == "9.2.1.1-a", "it is in a friendly city"
    full = winter({"a01": "thebes", "a02": "plataea", "a26": "plataea"}, moved=frozenset({"a02", "a26"}))
    assert full.refused("athens", Quarter("a01", "plataea")) == "9.2.1.1-a"


@pytest.mark.rule("hellenes", "9.2.1.2-a", "S-friendly-home-b")
def test_a_return_is_free_once_and_to_a_city_of_the_units_colour():
    now = winter({"a35": "lesbos-sea", "a01": "plataea"})
    assert "samos" in returns(now, "a35")
    assert "athens" not in returns(now, "a35"), "a Samian ship is not at home in Attica"
    assert returns(now, "a01") == {"athens"}
    lost = winter({"a35": "lesbos-sea"}, control={"samos": "sparta"})
    assert "samos" not in returns(lost, "a35")
    after = now.act("athens", Return("a01", "athens", "eleusis"))
    assert not returns(after, "a01")


@pytest.mark.rule("hellenes", "9.2.1.2-b")
def test_the_range_of_a_return_is_one_more_and_no_further():
    assert returns(winter({"a01": "orchomenus"}), "a01") == {"athens"}, "three areas"
    assert returns(winter({"a01": "delphi"}), "a01") == set(), "four"
    assert returns(winter({"a13": "delphi"}), "a13") == {"athens"}, "cavalry"


@pytest.mark.rule("hellenes", "9.2.4-a")
def test_all_barbarians_disband_even_in_a_friendly_city():
    now = winter({"a47": "athens", "a45": "odrysia", "a01": "athens"}, actions=3)
    assert now.refused("athens", Sustain("a45")) == "9.2.4-a"
    now = now.act("athens", Finish())
    assert (now.at("a47"), now.at("a45"), now.at("a01")) == ("", "", "athens")


@pytest.mark.rule("hellenes", "9.2.4-b")
def test_who_disbands_is_in_the_pool_again():
    from rules.hellenes.recruiting import eligible

    now = winter({"a02": "thebes"}).act("athens", Finish())
    assert now.at("a02") == ""
    assert "a02" in eligible(now.game, now.state, "athens")


@pytest.mark.rule("hellenes", "9.2.4-c")
def test_blocks_above_the_capacity_disband_by_their_owners_choice():
    now = winter({"a26": "plataea", "a04": "plataea", "a05": "plataea"}).act("athens", Finish())
    assert now.asked == (("athens", "disband"),)
    assert now.legal("athens") == (Disband("a04"), Disband("a05"), Disband("a26"))
    now = now.act("athens", Disband("a05"))
    assert now.asked == (("sparta", "winter"),)
    assert {now.at("a26"), now.at("a04")} == {"plataea"}


# S-…


@pytest.mark.rule("hellenes", "S-friendly-home-a")
def test_a_friendly_city_is_one_that_is_controlled_whatever_its_loyalty():
    now = winter({"a01": "plataea"}, control={"thebes": "athens"}, actions=1)
    now = now.act("athens", GroupMove("plataea"))
    assert "thebes" in {each.to for each in now.legal("athens") if isinstance(each, Move)}
    own = winter({"a01": "thebes"}, control={"plataea": "sparta"})
    assert own.refused("athens", Quarter("a01", "plataea")) == "9.2.1.1-a"


@pytest.mark.rule("hellenes", "S-wintering-move-b", "S-return-battles-a")
def test_enemies_anywhere_but_before_the_home_city_are_ignored():
    now = winter({"a14": "myrtoan-sea", "s10": "saronic-gulf", "a16": "saronic-gulf"})
    now = now.act("athens", Return("a14", "athens", "saronic-gulf"))
    assert now.at("a14") == "athens", "an own fleet is there: no blockade"
    assert not now.all(e.ReturnContested)


@pytest.mark.rule("hellenes", "S-wintering-fleets-c")
def test_a_fleet_winters_in_a_besieged_port_by_its_offshore_sea_alone():
    now = winter(
        {"a14": "icarian-sea", "a15": "chios-sea", "s01": "ephesus"}, sustained=frozenset({"s01"}), actions=2
    )
    assert Quarter("a14", "ephesus") in now.legal("athens")
    assert now.refused("athens", Quarter("a15", "ephesus")) == "9.2.1.1-a"


@pytest.mark.rule("hellenes", "S-wintering-fleets-f")
def test_an_unbesieged_port_is_entered_from_another_sea_than_its_offshore_one():
    now = winter({"a14": "chios-sea"}, actions=1)
    now = now.act("athens", Quarter("a14", "ephesus"))
    assert now.at("a14") == "ephesus"
    assert now.game.provinces["ephesus"].offshore == "icarian-sea"


# 9.3


def besieged_and_bound(**fields) -> Position:
    """A fleet before the Saronic Gulf, another city besieged with a block within."""
    blocks = {
        "a14": "saronic-gulf", "s29": "saronic-gulf", "a35": ("samos", 2, "inside"), "s32": "samos",
    }  # fmt: skip
    return winter(
        blocks,
        step="breaking/athens",
        returns=Map({"athens/saronic-gulf": "athens"}),
        sustained=frozenset({"s29", "s32"}),
        agenda=("breaking/sparta", "winter/athens"),
        **fields,
    )


@pytest.mark.rule("hellenes", "9.3-b")
def test_return_battles_come_before_sallies():
    now = besieged_and_bound(dice=(1, 1, 3, 3))
    assert now.all(e.BattleEnded)[0].place == "saronic-gulf"
    assert now.asked == (("athens", "breaking"),)
    assert now.legal("athens") == (Sally("samos"), Decline())
    order = winter({"a01": ("athens", 4, "inside"), "s01": ("sparta", 4, "inside"), "s16": "athens", "a04": "sparta"},
                   step="breaking/athens", agenda=("breaking/sparta", "winter/athens"))  # fmt: skip
    order = order.act("athens", Decline())
    assert order.asked == (("sparta", "breaking"),)
    assert order.legal("sparta") == (Sally("sparta"), Decline())


@pytest.mark.rule("hellenes", "9.3-a", "9.3-c")
def test_nothing_else_is_fought_and_besiegers_begin_nothing():
    now = winter(
        {"a14": "myrtoan-sea", "s10": "myrtoan-sea", "a01": "thebes", "s18": ("thebes", 4, "inside")},
        step="breaking/athens",
        agenda=("breaking/sparta", "winter/athens"),
    )
    assert now.asked == (("sparta", "breaking"),), "Athens besieges and has nothing to begin"
    assert now.refused("sparta", Fight("myrtoan-sea")) == "9.3-c"
    assert now.refused("sparta", Storm("thebes")) == "9.3-a"
    now = now.act("sparta", Decline())
    assert not now.all(e.BattleBegan)


@pytest.mark.rule("hellenes", "9.3.1-f")
def test_groups_that_come_by_different_ways_are_uncoordinated():
    blocks = {"a13": "plataea", "a08": "tanagra", "s01": "athens"}
    now = winter(blocks, sustained=frozenset({"s01"}), control={"tanagra": "athens"})
    now = now.act("athens", Return("a13", "athens", "eleusis")).act(
        "athens", Return("a08", "athens", "tanagra")
    )
    now = now.act("athens", Finish()).act("sparta", Finish())
    assert now.asked == (("athens", "main-group"),)
    now = now.act("athens", Lead("eleusis#0"), dice=(3, 3, 3, 3, 3, 3))
    assert now.all(e.BattleBegan)[0].later == ("a08",)


@pytest.mark.rule("hellenes", "9.3.2-a")
def test_a_winter_sally_costs_no_action():
    now = winter({"a01": ("athens", 4, "inside"), "s29": "athens"}, step="breaking/athens",
                 sustained=frozenset({"s29"}), agenda=("winter/sparta",))  # fmt: skip
    now = now.act("athens", Sally("athens")).act("athens", ComeOut("a01"))
    now = now.act("athens", Finish(), dice=(1, 1, 3, 3))
    assert now.all(e.BattleEnded)[0].winner == "athens"
    assert "athens" not in now.state.sieges
    assert now.state.prestige == 1


@pytest.mark.rule("hellenes", "9.3-e")
def test_an_attacked_besieger_must_fight_but_may_retreat_and_stays_if_sustained():
    now = winter({"a01": ("athens", 4, "inside"), "s16": "athens"}, step="breaking/athens",
                 sustained=frozenset({"s16"}), agenda=("winter/sparta",))  # fmt: skip
    now = now.act("athens", Sally("athens")).act("athens", ComeOut("a01"))
    now = now.act("athens", Finish(), dice=(3,) * 7)
    assert now.asked == (("sparta", "fire"),), "it is not asked whether it stands"
    now = now.act("sparta", now.legal("sparta")[1])
    if now.asked[0][1] == "retreat":
        now = now.act("sparta", RetreatTo("tanagra"))
    assert now.at("s16") in ("tanagra", "eleusis")


# 9.4, 9.0


@pytest.mark.rule("hellenes", "9.4-a")
def test_winter_siege_combat_is_the_first_players_then_the_seconds_at_old_sieges():
    now = winter(
        {"a01": "thebes", "s01": "plataea", "a04": "megara"},
        step="siege/athens",
        established=("thebes", "plataea"),
        agenda=("siege/sparta", "winter/athens"),
    )
    assert now.legal("athens") == (Starve("thebes"), Storm("thebes"), Decline()), "Megara's siege is new"
    now = now.act("athens", Decline())
    assert now.asked == (("sparta", "siege"),)
    now = now.act("sparta", Starve("plataea"), dice=(3,))
    assert now.state.control["plataea"] == "sparta"


@pytest.mark.rule("hellenes", "9.0-a")
def test_after_winter_the_markers_go_and_a_siege_that_stands_is_established_in_spring():
    now = winter(
        {"a01": "thebes"}, step="winter-end", agenda=("winter/athens",), sustained=frozenset({"a01"})
    )
    assert not now.state.sustained
    spring = position({"a01": "thebes"}, season="new-year", step="season-over", agenda=())
    assert spring.state.season == "spring"
    assert spring.state.established == {"thebes"}
