"""15: what each scenario begins with, its pools, Sicily and its war."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.chance import Chance, keyed
from rules.hellenes import events as e
from rules.hellenes.actions import CallExpedition, Decline, GroupMove, Move
from rules.hellenes.recruiting import available, pool
from rules.hellenes.ruleset import ruleset
from tests.rules.hellenes.harness import Position, game_of, position


def begun(scenario: str) -> Position:
    game = game_of(scenario)
    events = ruleset.begin(game, Chance(keyed(bytes(16))))
    state = ruleset.initial(game)
    for event in events:
        state = ruleset.evolve(game, state, event)
    return Position(game, state, events)


@pytest.mark.rule("hellenes", "15.0")
@pytest.mark.parametrize("scenario", ["431", "sicily", "413", "415"])
def test_all_stand_as_listed_at_full_steps_and_the_first_year_begins_with_the_deal(scenario):
    now = begun(scenario)
    listed = {
        block: each.province
        for each in now.game.data.deployment.values()
        if each.scenario == scenario
        for block in each.blocks
    }
    assert {name: standing.place for name, standing in now.state.blocks.items()} == listed
    assert all(standing.steps == now.game.blocks[name].steps for name, standing in now.state.blocks.items())
    assert set(now.state.in_play) == set(now.game.scenario.leaders)
    assert now.asked == (("athens", "commit"), ("sparta", "commit"))
    assert now.state.year == now.game.scenario.first_year
    spare = 12 - sum(1 for place in now.state.sieges if now.state.control.get(place) == "sparta")
    assert now.state.garrisons["sparta"] == spare


@pytest.mark.rule("hellenes", "14.1", "15.0")
@pytest.mark.parametrize("scenario", ["431", "sicily", "413", "415"])
def test_the_marker_begins_where_the_scenario_says(scenario):
    now = begun(scenario)
    start = now.game.scenario
    toward_athens = {"athens": start.prestige, "sparta": -start.prestige, "": 0}[start.prestige_side]
    assert now.state.prestige == toward_athens
    assert (start.prestige > 0) is bool(start.prestige_side)


@pytest.mark.rule("hellenes", "15.1")
def test_the_431_campaign_has_ten_years_and_the_siege_of_potidaea():
    now = begun("431")
    assert (now.game.scenario.first_year, now.game.scenario.last_year) == (431, 422)
    assert dict(now.state.in_play) == {"pericles-42": "athens", "archidamos-43": "sparta"}
    assert now.state.control["potidaea"] == "sparta"
    assert now.state.blocks["s09"].inside
    spring = position(
        {"a04": "potidaea"}, season="new-year", step="season-over", agenda=(), control={"potidaea": "sparta"}
    )
    assert spring.state.established == {"potidaea"}
    assert "syracuse" not in now.game.provinces


@pytest.mark.rule("hellenes", "15.2-a")
def test_the_sicily_campaign_lasts_three_years_on_the_map_of_sicily():
    now = begun("sicily")
    assert (now.game.scenario.first_year, now.game.scenario.last_year) == (415, 413)
    assert now.state.peace
    assert "athens" not in now.game.provinces
    assert "syracuse" in now.game.provinces
    assert "corcyra" in now.game.homes["a14"]
    assert not {"a01", "s01", "s44"} & set(now.game.blocks), "only the blocks that it names"


@pytest.mark.rule("hellenes", "15.2-b")
def test_the_second_expedition_comes_to_corcyra_from_414_on_for_2_prestige():
    early = position({}, scenario="415", year=415, step="expedition", agenda=("commit",), active="")
    assert early.asked == (("athens", "commit"), ("sparta", "commit"))
    now = position({}, scenario="415", year=414, step="expedition", agenda=("commit",), active="")
    assert now.legal("athens") == (Decline(), CallExpedition())
    assert now.act("athens", Decline()).state.prestige == 0
    now = now.act("athens", CallExpedition())
    assert now.state.prestige == -2
    assert set(now.state.blocks) == set(now.game.scenario.second_expedition)
    assert {standing.place for standing in now.state.blocks.values()} == {"corcyra"}
    before = position({}, scenario="415")
    assert not set(pool(before.game, before.state, "athens")) & set(before.game.scenario.second_expedition)


@pytest.mark.rule("hellenes", "15.2-c")
def test_sicily_is_at_war_when_athens_enters_magna_graecia_and_not_before():
    blocks = {"a14": "gulf-of-tarentum", "s50": "syracuse", "s10": "ionian-sea"}
    now = position(blocks, scenario="415", at_war=False, gela=False, step="actions/sparta")
    assert GroupMove("syracuse") not in now.legal("sparta")
    sailing = now.act("sparta", GroupMove("ionian-sea"))
    ends = {each.to for each in sailing.legal("sparta") if isinstance(each, Move)}
    assert not ends & now.game.sicily
    war = position(blocks, scenario="415", at_war=False, gela=False).act(
        "athens", GroupMove("gulf-of-tarentum")
    )
    war = war.act("athens", Move("a14", "thurii"))
    assert war.all(e.SicilyAtWar)
    freed = war.with_(step="actions/sparta", group="", group_kind="", moved=frozenset())
    assert GroupMove("syracuse") in freed.legal("sparta")


@pytest.mark.rule("hellenes", "15.2-c")
def test_gela_is_closed_until_an_athenian_besieges_a_loyal_city():
    blocks = {"a01": "acragas", "s55": "gela", "a02": "catana"}
    now = position(blocks, scenario="415", at_war=True, gela=False, control={"gela": "", "catana": "athens"})
    moving = now.act("athens", GroupMove("acragas"))
    assert "gela" not in {each.to for each in moving.legal("athens") if isinstance(each, Move)}
    assert "gela" not in now.state.sieges
    moved = now.act("athens", GroupMove("catana")).act("athens", Move("a02", "syracuse", "leontini"))
    assert moved.all(e.GelaJoined)
    assert moved.state.control["gela"] == "sparta"


@pytest.mark.rule("hellenes", "15.2-d")
@pytest.mark.parametrize(
    ("blocks", "control", "prestige", "winners", "how"),
    [
        ({"a02": "catana"}, {"syracuse": "athens"}, -9, ("athens",), "syracuse"),
        ({"a02": "corcyra"}, {}, 9, ("sparta",), "expedition-lost"),
        ({"a02": "catana"}, {}, 6, ("athens",), "minor-victory"),
    ],
)
def test_the_sicily_campaign_turns_on_syracuse_and_the_expedition(blocks, control, prestige, winners, how):
    now = position(
        blocks, scenario="sicily", season="winter", year=413, step="last", control=control, prestige=prestige
    )
    assert now.ending == (winners, how)


@pytest.mark.rule("hellenes", "15.3")
def test_the_413_campaign_begins_with_the_war_resumed():
    now = begun("413")
    assert (now.game.scenario.first_year, now.game.scenario.last_year) == (413, 404)
    assert now.state.resumed
    assert not now.state.peace
    assert "alcibiades-48" in now.game.cards
    assert "alcibiades-48" not in now.state.in_play
    assert "s44" in now.game.blocks


@pytest.mark.rule("hellenes", "15.4")
def test_the_415_campaign_begins_at_peace_with_alcibiades_and_the_expedition_at_corcyra():
    now = begun("415")
    assert (now.game.scenario.first_year, now.game.scenario.last_year) == (415, 404)
    assert now.state.peace
    assert dict(now.state.in_play) == {"alcibiades-48": "athens", "agis-21": "sparta"}
    assert now.game.cards["agis-21"].leader_value == 0
    assert {now.at(name) for name in now.game.scenario.first_expedition} == {"corcyra"}


@pytest.mark.rule("hellenes", "15.5")
def test_a_block_is_recruited_when_its_availability_says_so():
    now = position({}, scenario="413")
    cases: dict[str, dict[str, Any]] = {
        "a01": {},
        "a42": {"control": now.state.control.set("argos", "athens")},
        "s41": {"in_play": Map({"persian-aid-45": "sparta"})},
        "s50": {"at_war": True},
    }
    base = now.with_(at_war=False)
    for name, fields in cases.items():
        assert available(base.game, base.state, name) is (name == "a01")
        assert available(base.game, base.with_(**fields).state, name)
    assert not available(base.game, base.state, "a45"), "only through its card"
