"""The data: what stands in them, and that every fault of an owner's folder is named with file and key."""

from __future__ import annotations

import pytest

from rules.errors import DataError, IllegalAction, OptionError
from rules.hellenes import events as e
from rules.hellenes.cards import OPERATIONS
from rules.hellenes.data import load, overlay, tally
from rules.hellenes.ruleset import ruleset
from tests.rules.hellenes.harness import installed_data, position


def test_the_data_hold_what_the_game_has():
    data = load()
    assert (len(data.province), len(data.sea), len(data.block), len(data.card)) == (80, 30, 106, 55)
    assert len(data.olympian) == 7
    assert sorted(data.scenario) == ["413", "415", "431", "sicily"]
    found = tally(data)
    assert found.seed > 0
    assert found.published > 0
    assert found.reconstruct > 0


def test_every_card_is_carried_out():
    for card in installed_data().card.values():
        assert card.operation in OPERATIONS, card.id
    assert ruleset.not_carried_out(installed_data()) == ()


BLOCK = """
[[block]]
id = "a01"
number = 1
side = "athens"
name = "Athenian hoplites"
nation = "Attica"
colour = "dark-blue"
type = "hoplites"
steps = {steps}
letter = "{letter}"
strength = 2
home = ["{home}"]
greek = true
available = "{available}"
source = "published"
"""


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"steps": 5}, "1 to 4 steps"),
        ({"letter": "E"}, "fires by one of ABCD"),
        ({"home": "atlantis"}, 'no province "atlantis"'),
        ({"available": "often"}, "say start, aid, sicily"),
    ],
)
def test_a_fault_of_a_block_is_told_with_its_key(changes, told):
    values = {"steps": 4, "letter": "C", "home": "athens", "available": "start"} | changes
    with pytest.raises(DataError) as fault:
        overlay(installed_data(), BLOCK.format(**values), "own.toml")
    assert any(told in problem and "block[a01]" in problem for problem in fault.value.problems)


def test_an_owners_block_stands_for_the_installed_one():
    values = {"steps": 3, "letter": "B", "home": "athens", "available": "start"}
    assert overlay(installed_data(), BLOCK.format(**values)).block["a01"].steps == 3


def test_a_scenario_that_is_not_there_is_refused_by_name():
    with pytest.raises(OptionError, match="432"):
        ruleset.prepare(installed_data(), "432", {})


def test_corrections_by_people():
    now = position({"a01": "athens"})
    assert ruleset.adjust(now.game, now.state, {"prestige": 4}) == (e.PrestigeSet(4),)
    removed = ruleset.adjust(now.game, now.state, {"remove": "a01"})
    assert ruleset.evolve(now.game, now.state, removed[0]).blocks.get("a01") is None
    put = ruleset.adjust(now.game, now.state, {"put": "a14", "place": "saronic-gulf", "steps": 2})
    assert ruleset.evolve(now.game, now.state, put[0]).blocks["a14"].steps == 2
    control = ruleset.adjust(now.game, now.state, {"control": "sparta", "place": "samos"})
    assert ruleset.evolve(now.game, now.state, control[0]).control["samos"] == "sparta"
    for wrong in (
        {"put": "a01", "place": "athens", "steps": 2},
        {"put": "a14", "place": "athens", "steps": 9},
        {},
    ):
        with pytest.raises(IllegalAction, match="a ruling reads"):
            ruleset.adjust(now.game, now.state, wrong)
