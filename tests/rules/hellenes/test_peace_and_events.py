"""12 and 13: the Peace of Nicias, Persian Aid, revolts, the Plague, and what each card does."""

from __future__ import annotations

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import (
    Choose,
    Decline,
    EndPeace,
    GroupMove,
    Move,
    Pick,
    Pillage,
    Rebuild,
    Storm,
    Suffer,
)
from rules.hellenes.card_politics import civil_war_targets
from rules.hellenes.recruiting import available, homes
from rules.hellenes.ways import closed
from tests.rules.hellenes.card_positions import event, may_play
from tests.rules.hellenes.harness import Position, position

# 12


def peace(blocks=None, side: str = "athens", **fields) -> Position:
    return position(blocks or {}, scenario="415", step=f"actions/{side}", **fields)


@pytest.mark.rule("hellenes", "12.0-a")
@pytest.mark.parametrize(
    ("scenario", "peace"), [("sicily", True), ("415", True), ("431", False), ("413", False)]
)
def test_the_sicily_and_415_games_begin_with_the_peace(scenario, peace):
    assert position({}, scenario=scenario).game.scenario.peace is peace


@pytest.mark.rule("hellenes", "12.0-b")
def test_the_peace_closes_the_others_areas_in_greece_and_stops_all_fighting_there():
    blocks = {"a01": "athens", "a14": "saronic-gulf", "s10": "saronic-gulf", "s01": "eleusis"}
    now = peace(blocks)
    assert "tanagra" in closed(now.game, now.state, "athens")
    assert "syracuse" not in closed(now.game, now.state, "athens")
    moving = now.act("athens", GroupMove("athens"))
    assert not {each.to for each in moving.legal("athens") if isinstance(each, Move) and each.block == "a01"} & {
        "tanagra", "thebes", "megara",
    }  # fmt: skip
    assert moving.refused("athens", Move("a01", "tanagra")) == "12.0-b"
    assert position(blocks, scenario="415", step="combat/athens", agenda=("winter/athens",)).asked == (
        ("athens", "winter"),
    ), "fleets of both sides share the sea"
    assert peace(blocks, "sparta").refused("sparta", Pillage("eleusis")) == "4.3"
    assert not may_play("revolt-in-euboea-13", side="sparta", scenario="415")
    assert may_play("revolt-in-euboea-13", side="sparta", scenario="415", peace=False)


@pytest.mark.rule("hellenes", "12.0-b")
def test_six_greek_blocks_of_spartas_side_at_most_are_in_sicily_during_the_peace():
    away = dict.fromkeys(("s05", "s06", "s07", "s08", "s09"), "tarentum")
    fleet = {"s10": "ionian-sea", "s11": "ionian-sea"}
    five = peace({**away, **fleet}, "sparta", at_war=True).act("sparta", GroupMove("ionian-sea"))
    assert "gulf-of-tarentum" in {each.to for each in five.legal("sparta") if isinstance(each, Move)}
    six = peace({**away, **fleet, "s12": "locri"}, "sparta", at_war=True)
    ends = set()
    if GroupMove("ionian-sea") in six.legal("sparta"):
        six = six.act("sparta", GroupMove("ionian-sea"))
        ends = {each.to for each in six.legal("sparta") if isinstance(each, Move)}
    assert not ends & six.game.sicily


@pytest.mark.rule("hellenes", "12.0-c")
def test_athenians_in_pylos_and_kythera_move_only_home_while_the_peace_lasts():
    now = peace({"a09": "kythera", "a14": "kythera", "a27": "pylos"}, control={"kythera": "athens"})
    assert now.at("a27") == "pylos"
    moves = now.act("athens", GroupMove("kythera"))
    assert {each.to for each in moves.legal("athens") if isinstance(each, Move)} == {"athens"}
    war = peace({"a14": "kythera"}, control={"kythera": "athens"}, peace=False).act(
        "athens", GroupMove("kythera")
    )
    assert len({each.to for each in war.legal("athens") if isinstance(each, Move)}) > 5


@pytest.mark.rule("hellenes", "12.1-a", "12.1-b", "12.1-c")
@pytest.mark.parametrize(
    ("year", "price"), [(415, 5), (414, 4), (413, 3), (412, 2), (411, 1), (410, 0), (405, 0)]
)
def test_either_side_ends_the_peace_at_the_start_of_its_turn_for_a_price(year, price):
    for side, sign in (("athens", -1), ("sparta", 1)):
        now = position({}, scenario="415", step=f"peace/{side}", year=year, agenda=(f"actions/{side}",))
        assert now.legal(side) == (Decline(), EndPeace())
        ended = now.act(side, EndPeace())
        assert not ended.state.peace
        assert ended.state.resumed
        assert ended.state.prestige == sign * price
        assert ended.asked == ((side, "actions"),), "after the cards, before the actions"
        assert now.act(side, Decline()).state.peace
    nicias = position(
        {}, scenario="415", step="peace/athens", year=year, in_play=Map({"nicias-20": "athens"})
    )
    assert nicias.act("athens", EndPeace()).state.prestige == -price - 1


@pytest.mark.rule("hellenes", "12.1.3")
def test_persian_units_join_the_pool_after_the_war_has_resumed_with_persian_aid():
    now = position({}, scenario="415", in_play=Map({"persian-aid-45": "sparta"}))
    for name in ("s41", "s43", "s44", "s46"):
        assert not available(now.game, now.state, name)
        war = now.with_(resumed=True)
        assert available(war.game, war.state, name)
        without = war.with_(in_play=Map())
        assert not available(without.game, without.state, name)


# 13.1 to 13.3


@pytest.mark.rule("hellenes", "13.1")
def test_each_persian_aid_costs_1_prestige_at_the_new_year():
    cards = Map({"persian-aid-45": "sparta", "persian-aid-46": "sparta"})
    now = position(
        {}, scenario="413", season="winter", step="tribute", in_play=cards, agenda=("winter/athens",)
    )
    assert [(each.side, each.amount) for each in now.all(e.PrestigeGained)] == [("sparta", -2)]


@pytest.mark.rule("hellenes", "13.2")
def test_improved_fleets_are_recruited_in_ports_of_laconia_corinthia_ionia_and_caria():
    now = position(
        {},
        scenario="413",
        in_play=Map({"persian-aid-45": "sparta"}),
        control={"samos": "sparta", "rhodes": "sparta"},
    )
    found = set(homes(now.game, now.state, "s44"))
    assert {"gythium", "corinth", "samos", "rhodes"} <= found
    assert not {"ephesus", "athens", "elis"} & found
    assert homes(now.game, now.state, "s41") == ("lydia",)


@pytest.mark.rule("hellenes", "13.3-a")
def test_persian_aid_comes_only_after_the_war_has_resumed_and_stays():
    assert not may_play("persian-aid-45", side="sparta", scenario="415")
    assert may_play("persian-aid-45", side="sparta", scenario="415", peace=False, resumed=True)
    now = event("persian-aid-46", side="sparta", scenario="413", in_play=Map({"persian-aid-45": "sparta"}))
    assert sorted(now.state.in_play) == ["persian-aid-45", "persian-aid-46"]


REVOLT = "revolt-in-euboea-13"


@pytest.mark.rule("hellenes", "13.3-b")
@pytest.mark.parametrize(("die", "revolts"), [(2, False), (3, True)])
def test_a_city_of_the_named_region_revolts_on_3(die, revolts):
    now = event(REVOLT, {"a37": "carystus"}, "sparta")
    assert now.legal("sparta") == (Choose("chalcis"),), "Athenian units keep Carystus"
    now = now.act("sparta", Choose("chalcis"), dice=(die,))
    assert (now.state.control["chalcis"] == "sparta") is revolts


@pytest.mark.rule("hellenes", "13.3-b")
def test_a_spartan_unit_near_it_makes_the_revolt_certain_and_it_spreads_on_4():
    now = event(REVOLT, {"s10": "euboean-gulf"}, "sparta", control={"thasos": "sparta"})
    now = now.act("sparta", Choose("chalcis"))
    assert now.state.control["chalcis"] == "sparta"
    assert not now.all(e.RollMade)
    regions = {
        now.game.provinces[each.what].revolt_region
        for each in now.legal("sparta")
        if isinstance(each, Choose)
    }
    assert regions == {"thrace"}, "another region with a Spartan city"
    held = now.act("sparta", Choose("aenus"), dice=(3,))
    assert held.state.control["aenus"] == "athens"
    gone = now.act("sparta", Choose("aenus"), dice=(4,))
    assert gone.state.control["aenus"] == "sparta"


@pytest.mark.rule("hellenes", "13.3-b")
def test_units_of_a_revolted_city_are_recruited_no_more():
    now = position({}, control={"samos": "sparta"})
    assert homes(now.game, now.state, "a35") == ()
    assert homes(now.game, now.with_(control=now.state.control.set("samos", "athens")).state, "a35") == (
        "samos",
    )


@pytest.mark.rule("hellenes", "13.3-c")
def test_in_a_helot_revolt_laconian_land_units_stay_or_go_home():
    blocks = {"s01": "sparta", "s02": "tegea", "s03": "megara", "s32": "gythium"}
    now = event("helot-revolt-16", blocks, agenda=("winter/sparta",))
    assert "helots" in now.state.effects
    now = now.with_(step="actions/sparta", actions=3)
    at_home = now.act("sparta", GroupMove("sparta"))
    assert {each.to for each in at_home.legal("sparta") if isinstance(each, Move)} <= {
        "gythium",
        "methone",
        "pylos",
    }
    assert at_home.refused("sparta", Move("s01", "tegea")) == "13.3-c"
    abroad = now.act("sparta", GroupMove("megara"))
    ends = {each.to for each in abroad.legal("sparta") if isinstance(each, Move)}
    assert "corinth" in ends
    assert "eleusis" not in ends


@pytest.mark.rule("hellenes", "13.3-c")
def test_with_few_steps_at_home_sparta_loses_prestige_and_an_uprising_costs_a_step():
    few = event("helot-revolt-16", {"s02": ("sparta", 3)})
    assert few.state.prestige == 1
    assert {"pylos", "methone"} <= few.state.pillaged
    many = event("helot-revolt-16", {"s01": "sparta"})
    assert many.state.prestige == 0
    assert not may_play("helot-uprising-17")
    rising = event("helot-uprising-17", {"a27": "pylos", "s01": "sparta", "s02": "tegea"})
    assert rising.asked == (("sparta", "event"),)
    assert rising.legal("sparta") == (Pick("s01"), Pick("s02"))
    assert rising.act("sparta", Pick("s02")).steps("s02") == 2


# 13.4 to 13.6


@pytest.mark.rule("hellenes", "13.4-a")
def test_the_plague_rolls_for_every_block_in_athens_and_eleusis_of_either_side():
    blocks = {"a01": "athens", "a14": "athens", "a02": "megara", "s01": "eleusis"}
    now = position(blocks, step="event/sparta", revealed=Map({"sparta": "plague-37/event"}),
                   agenda=("winter/athens",), actions=0, dice=(3, 4, 1))  # fmt: skip
    assert (now.steps("a01"), now.steps("a14"), now.steps("s01"), now.steps("a02")) == (3, 4, 3, 3)
    assert not may_play("plague-38", side="sparta", yearly=now.state.yearly), (
        "a second one has no effect this year"
    )


@pytest.mark.rule("hellenes", "13.4-b")
@pytest.mark.parametrize(("plagues", "dice", "lives"), [(0, (2,), True), (0, (1,), False), (1, (), False)])
def test_the_first_plague_takes_pericles_on_a_1_and_the_second_for_certain(plagues, dice, lives):
    now = position({}, step="event/sparta", revealed=Map({"sparta": "plague-37/event"}), agenda=("winter/athens",),
                   actions=0, in_play=Map({"pericles-42": "athens"}), plagues=plagues, dice=dice)  # fmt: skip
    assert ("pericles-42" in now.state.in_play) is lives
    assert ("pericles-42" in now.state.removed) is not lives


@pytest.mark.rule("hellenes", "13.5")
def test_civil_war_comes_to_an_enemy_city_but_no_capital_and_not_to_athens_under_pericles():
    now = position({"s01": "athens"})
    found = civil_war_targets(now.game, now.state, "sparta")
    assert {"samos", "athens"} <= set(found), "Athens is besieged"
    pericles = now.with_(in_play=Map({"pericles-42": "athens"}))
    assert "athens" not in civil_war_targets(pericles.game, pericles.state, "sparta")
    calm = position({})
    assert not {"thebes", "corinth", "sparta"} & set(civil_war_targets(calm.game, calm.state, "athens"))
    placed = event(
        "civil-war-30", {"s09": ("potidaea", 2, "inside"), "a01": "potidaea"}, control={"potidaea": "sparta"}
    )
    placed = placed.act("athens", Choose("potidaea"))
    assert placed.state.civil_war == "potidaea"


@pytest.mark.rule("hellenes", "13.5")
def test_in_a_civil_war_one_hit_takes_a_step_and_the_garrison_fights_as_a1():
    now = position({"a01": "thebes", "s22": ("thebes", 2, "inside")}, step="siege/athens", established=("thebes",),
                   civil_war="thebes")  # fmt: skip
    now = now.act("athens", Storm("thebes"), dice=(3, 3, 2, 1, 3, 3, 3))
    assert now.steps("a01") == 4, "a 2 of the garrison misses"
    now = now.act("sparta", Suffer("s22"))
    assert now.steps("s22") == 1
    home = position({"a01": ("athens", 2)}, civil_war="athens")
    assert Rebuild("a01") not in home.legal("athens")


@pytest.mark.rule("hellenes", "13.6")
def test_the_peace_faction_lowers_the_threshold_for_both():
    from rules.hellenes.victory import threshold

    now = position({})
    assert threshold(now.game, now.state) == 10
    for side in ("athens", "sparta"):
        assert threshold(now.game, now.with_(in_play=Map({"peace-faction-ascendant-18": side})).state) == 5
