"""What `why` answers to a text as a player types it: the rule that forbids it, in both games."""

from __future__ import annotations

from typing import Any, NamedTuple

import immutables
import pytest

from replays.typed import expand
from rules.errors import IllegalAction
from rules.middle_earth.actions import Attack, Fire, March, Step
from rules.middle_earth.gondor.actions import Pour, Shoot
from rules.middle_earth.gondor.ruleset import ruleset as gondor
from rules.middle_earth.sauron.ruleset import ruleset as sauron
from tests.rules.middle_earth.gondor.siege import cauldron, engine, ladder, siege
from tests.rules.middle_earth.gondor.siege import leader as siege_leader
from tests.rules.middle_earth.harness import (
    Position,
    board,
    given,
    installed_data,
    leader,
    marker,
    phase,
    unit,
)

SPELLS = tuple(installed_data().spell)
AWAY = (unit("harad-horsemen-1", "3003"), unit("harad-horsemen-2", "3005"), unit("spearmen-4", "0511"))


class At(NamedTuple):
    """Where the question is asked."""

    state: Any
    counts: Any = immutables.Map()


def why(position: Position, seat: str, text: str) -> tuple[str, str]:
    """The rule and the reason for which the text is no legal action."""
    position.accepted()
    rules = gondor if position.game.prefix == "gondor-" else sauron
    with pytest.raises(IllegalAction) as refused:
        expand(rules, position.game, At(position.state), seat, text)
    return refused.value.rule, refused.value.reason


# Sauron


def test_sauron_a_step_into_an_enemy_s_zone_and_on():
    made = given(
        board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0502"), unit("men-footmen-2", "0909"), phase("F")
    )  # fmt: skip
    assert why(made, "alliance", "men-footmen-1 0504 0503 0403") == (
        "6.0", "Men footmen 1 has stopped in 0503, in an enemy zone of control, and moves no further",
    )  # fmt: skip
    made.when("alliance", March("men-footmen-1")).when("alliance", Step("0504")).when(
        "alliance", Step("0503")
    )
    assert why(made, "alliance", "0403")[0] == "6.0"
    made.add(phase("F", turn=2))
    assert why(made, "alliance", "men-footmen-1 0504")[0] == "6.11"


def test_sauron_a_charge_into_a_grove():
    made = given(
        board(terrain={"0504": "grove"}), unit("men-cavalry-1", "0505"), unit("orcs-1", "0504"), unit("orcs-2", "0604"),
        phase("G", "melee"),
    )  # fmt: skip
    assert why(made, "alliance", "attack men-cavalry-1 orcs-1")[0] == "7.36"


def test_sauron_fire_through_a_tower_and_melee_through_a_wall():
    made = given(
        board(edges={"0504|0505": "tower"}), unit("elven-bowmen-1", "0506"), unit("orcs-1", "0504"),
        unit("elven-bowmen-2", "0507"), unit("orcs-2", "0508"), phase("G", "missile"),
    )  # fmt: skip
    assert why(made, "alliance", "fire elven-bowmen-1 orcs-1")[0] == "7.13"
    wall = given(
        board(edges={"0504|0505": "wall"}), unit("men-footmen-1", "0505"), unit("orcs-1", "0504"),
        unit("men-footmen-2", "0705"), unit("orcs-3", "0704"), phase("G", "melee"),
    )  # fmt: skip
    assert why(wall, "alliance", "attack men-footmen-1 orcs-1")[0] == "7.35"


def test_sauron_a_second_and_a_third_shot():
    made = given(
        board(), unit("elven-bowmen-1", "0505"), unit("elven-bowmen-2", "0506"), unit("orcs-1", "0503"),
        unit("orcs-2", "0504"), phase("G", "missile"),
    )  # fmt: skip
    made.when("alliance", Fire("elven-bowmen-1", "orcs-1"), [6, 6])
    assert why(made, "alliance", "fire elven-bowmen-1 orcs-1")[0] == "7.14"
    assert why(made, "alliance", "fire elven-bowmen-1 orcs-2")[0] == "7.14"


def test_sauron_a_formation_outside_the_exception():
    made = given(
        board(), unit("orcs-1", "0505"), unit("orcs-2", "0506"), leader("ringwraith", "0505"),
        unit("men-footmen-1", "0909"), phase("C"),
    )  # fmt: skip
    assert why(made, "sauron", "form orcs-1 orcs-2 ringwraith")[0] == "8.41"


@pytest.mark.parametrize(
    "text", ["cast summon-beast 5", "cast summon-beast with 5 points", "cast death-breath 9"]
)
def test_sauron_a_spell_without_points(text):
    made = given(
        board(spells=SPELLS), unit("trolls-1", "0505"), leader("sauron", "0505", points=4), marker("pedestal", "0505"),
        unit("beast-of-mordor-1", "0707"), unit("men-footmen-1", "0909"), phase("A", seat="sauron"),
    )  # fmt: skip
    assert why(made, "sauron", text)[0] == "8.55"


def test_sauron_a_leader_left_alone():
    made = given(
        board(), unit("men-footmen-1", "0505"), leader("isildur", "0505"), unit("men-footmen-2", "0506"),
        unit("orcs-1", "0909"), phase("F"),
    ).when("alliance", March("men-footmen-1"))  # fmt: skip
    for name in ("0504", "0503", "0502", "0501"):
        made.when("alliance", Step(name))
    assert why(made, "alliance", "end") == (
        "8.1", "Isildur must stand with a unit that he may lead when combat begins",
    )  # fmt: skip


# Gondor


def at(*pieces: Any) -> Position:
    return given(siege(), *AWAY, *pieces)


def test_gondor_a_step_into_an_enemy_s_zone_and_on():
    made = at(unit("rohan-light-cavalry-1", "2012"), unit("orcs-1", "2010"), phase("C"))
    assert why(made, "sauron", "orcs-1 2011 1911")[0] == "6.0"
    held = at(unit("rohan-light-cavalry-1", "2012"), unit("orcs-1", "2011"), phase("C"))
    assert why(held, "sauron", "move orcs-1 to 1911")[0] == "6.11"


def test_gondor_a_charge_into_a_grove():
    made = at(
        unit("rohan-heavy-cavalry-1", "2407"),
        unit("orcs-1", "2307"),
        unit("orcs-2", "2408"),
        phase("G", "melee"),
    )
    assert why(made, "west", "attack rohan-heavy-cavalry-1 orcs-1")[0] == "7.36"


def test_gondor_fire_through_a_tower():
    made = at(
        unit("archers-1", "1209"), unit("orc-archers-1", "1411"), unit("spearmen-1", "1210"),
        unit("spearmen-2", "1310"), phase("D", "missile"),
    )  # fmt: skip
    rule, reason = why(made, "sauron", "fire orc-archers-1 spearmen-1")
    assert (rule, "tower" in reason) == ("7.13", True)


def test_gondor_melee_through_an_unbroken_wall():
    made = at(
        unit("spearmen-1", "1210"), unit("orcs-1", "1310"), unit("trolls-1", "1710"), unit("axemen-1", "1711"),
        phase("D", "melee"),
    )  # fmt: skip
    rule, reason = why(made, "sauron", "attack orcs-1 spearmen-1")
    assert (rule, "unbreached wall" in reason) == ("7.35", True)


def test_gondor_a_second_and_a_third_shot():
    made = at(
        unit("archers-1", "1210"), unit("orcs-1", "1310"), unit("orcs-2", "1410"), unit("spearmen-1", "1211"),
        engine("city-catapult-1", "1211"), unit("archers-2", "1209"), phase("G", "missile"),
    )  # fmt: skip
    made.when("west", Fire("archers-1", "orcs-1"), dice=[6, 6])
    for target in ("orcs-1", "orcs-2"):
        assert why(made, "west", f"fire archers-1 {target}")[0] == "7.14"
    made.when("west", Shoot("city-catapult-1", "orcs-2"), dice=[6, 6])
    assert why(made, "west", "fire city-catapult-1 orcs-2")[0] == "7.14"


def test_gondor_a_formation_by_sauron_s_side():
    made = at(unit("orcs-1", "2011"), unit("orcs-2", "2012"), siege_leader("gothmog", "2011"), phase("C"))
    assert why(made, "sauron", "form orcs-1 and orcs-2 under gothmog")[0] == "8.41"


def test_gondor_a_spell_without_points():
    made = at(unit("spearmen-1", "1211"), siege_leader("gandalf", "1211", points=1), phase("A", seat="west"))
    rule, reason = why(made, "west", "cast break-darkness with 2 points")
    assert (rule, "1" in reason) == ("8.55", True)


def test_gondor_oil_poured_twice_and_oil_when_nobody_asks():
    made = at(
        unit("orcs-1", "1310"), unit("spearmen-1", "1210"), *cauldron(1, "1210", "dummy"),
        *ladder(1, "orcs-1", "1310", "1210|1310"), unit("trolls-1", "1710"), unit("axemen-1", "1711"),
        phase("D", "melee", turn=2, night=False),
    )  # fmt: skip
    made.when("sauron", Attack("orcs-1", "spearmen-1")).when("west", Pour(), dice=[6, 6, 6, 6])
    assert why(made, "west", "pour oil")[0] == "GONDOR-25"
    asked = at(unit("archers-1", "1210"), unit("orcs-1", "1310"), phase("G", "missile"))
    assert why(asked, "west", "pour")[0] == "GONDOR-25"


def test_gondor_a_leader_left_alone():
    made = at(
        unit("spearmen-1", "1211"), unit("spearmen-2", "1110"), siege_leader("imrahil", "1211"), phase("F")
    )
    for name in ("1212", "1213"):
        if name == "1212":
            made.when("west", March("spearmen-1"))
        made.when("west", Step(name))
    rule, reason = why(made, "west", "halt, move spearmen-2 to 1109, halt, end")
    assert (rule, "Imrahil" in reason) == ("8.1", True)
