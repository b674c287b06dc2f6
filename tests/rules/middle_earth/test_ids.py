"""Each counter of both games has an id: game, type, number. Single ones are typed without their number too."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.chance import Chance, scripted
from rules.errors import DataError
from rules.middle_earth.actions import Duel, March, Rally
from rules.middle_earth.board import ids_in_the_box
from rules.middle_earth.data import load, overlay
from rules.middle_earth.data_records import KINDS
from rules.middle_earth.gondor.ruleset import ruleset as gondor
from rules.middle_earth.phrases import phrase
from rules.middle_earth.rolls import roll_title
from rules.middle_earth.sauron.ruleset import ruleset as sauron
from rules.middle_earth.standard import decide
from tests.rules.middle_earth.harness import board, given, leader, phase, unit

RULESETS = (sauron, gondor)
FORM = re.compile(r"(?P<game>sauron|gondor)-(?P<type>[a-z][a-z-]*[a-z])-(?P<number>[1-9][0-9]?)")


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.name)
def test_each_counter_in_the_box_has_an_id_of_game_type_and_number(ruleset):
    data = load(None, ruleset.name)
    box = ids_in_the_box({kind: getattr(data, kind) for kind in KINDS})
    matched = [FORM.fullmatch(piece) for piece, _ in box]
    assert all(match and match["game"] == ruleset.name for match in matched)
    assert len({piece for piece, _ in box}) == len(box)
    assert Counter(side for _, side in box) == {side.id: side.counters for side in data.side.values()}
    numbers: dict[str, list[int]] = {}
    for match in filter(None, matched):
        numbers.setdefault(match["type"], []).append(int(match["number"]))
    assert all(sorted(found) == list(range(1, len(found) + 1)) for found in numbers.values())


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.name)
def test_whatever_can_stand_on_the_map_is_a_counter_of_the_box(ruleset):
    data = load(None, ruleset.name)
    box = {piece for piece, _ in ids_in_the_box({kind: getattr(data, kind) for kind in KINDS})}
    for scenario in ruleset.scenarios:
        game = ruleset.prepare(data, scenario.name, {})
        assert set(game.seat_of) <= box
        assert set(game.board.placed) <= set(game.seat_of)
        assert {each.leader for each in game.board.scenario.shocks} <= set(game.board.leaders)
        assert set(game.board.scenario.magic) <= set(game.board.leaders)


def test_two_types_may_not_give_one_id():
    text = '[[leader]]\nid = "orcs"\ntitle = "O"\nshort = "O"\nside = "sauron"\nnation = "any"\nrating = 5\n'
    with pytest.raises(DataError, match="2 counters have the id sauron-orcs-1; rename one of their types"):
        overlay(load(None, "sauron"), f'{text}wounded = 3\nsource = "reconstruct"\n')


def test_a_piece_is_found_by_its_id_and_a_single_one_also_without_its_number():
    game = board()
    for name in ("sauron-gorgol-1", "gorgol-1", "sauron-gorgol", "gorgol"):
        assert game.piece_named(name) == "sauron-gorgol-1"
    assert game.piece_named("sauron") == "sauron-sauron-1"
    assert game.piece_named("narsil") == "sauron-narsil-1"
    assert game.piece_named("orcs-2") == "sauron-orcs-2"
    for name in ("orcs", "gorgol-2", "ents", "", "1712"):
        assert game.piece_named(name) == ""


def test_the_number_of_a_single_piece_stands_in_parentheses_where_it_is_typed():
    here = given(board(), unit("orcs-1", "0505"), leader("sauron", "0505"), phase("A"))
    assert phrase(here.game, here.state, March("sauron-sauron-1")) == "(move) sauron(-1)"
    assert phrase(here.game, here.state, March("sauron-orcs-1")) == "(move) orcs-1"


def test_what_a_roll_shows_does_not_depend_on_the_number():
    here = given(
        board(),
        unit("orcs-1", "0505"), leader("gorgol", "0505"), unit("men-footmen-1", "0504"), leader("isildur", "0504"),
        phase("D", "leaders"),
    )  # fmt: skip
    chance = Chance(scripted([3]))
    decide(here.game, here.state, "sauron", Duel("sauron-gorgol-1", "sauron-isildur-1"), chance)
    assert [each.purpose for each in chance.outcomes] == ["duel:sauron-gorgol>sauron-isildur"]
    assert roll_title(here.game, here.state, "duel:sauron-gorgol>sauron-isildur").startswith(
        "Leader combat: Gorgol attacks Isildur: "
    )


def test_nor_does_that_of_a_rally():
    here = given(
        board(), unit("wargs-1", "0505", disrupted=True), leader("gorgol", "0505"), phase("H", seat="sauron")
    )
    chance = Chance(scripted([3, 3]))
    decide(here.game, here.state, "sauron", Rally("sauron-gorgol-1", "sauron-wargs-1"), chance)
    assert [each.purpose for each in chance.outcomes] == ["rally:sauron-gorgol>sauron-wargs-1"]
    assert roll_title(here.game, here.state, "rally:sauron-gorgol>sauron-wargs-1").startswith(
        "Rally: Gorgol "
    )
