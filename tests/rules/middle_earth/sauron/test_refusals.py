"""Why not: what the rules answer to moves that a player of Sauron is likely to try."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, Cast, End, Fire, Form, March, Step
from rules.middle_earth.events import AttackResolved
from tests.rules.middle_earth.harness import board, given, installed_data, leader, like, marker, phase, unit

SPELLS = tuple(installed_data().spell)


def test_a_step_into_an_enemy_zone_ends_the_move_and_there_is_no_going_on():
    made = given(
        board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0502"), unit("men-footmen-2", "0909"), phase("F")
    ).when("alliance", March("men-footmen-1"))  # fmt: skip
    made.when("alliance", Step("0504")).when("alliance", Step("0503"))
    made.when("alliance", Step("0403")).refused("6.0", "stopped in 0503")
    made.when("alliance", March("men-footmen-1")).refused("4.21")
    made.add(phase("F", turn=2))
    made.when("alliance", March("men-footmen-1")).refused("6.11")


def test_cavalry_does_not_charge_into_a_grove():
    made = given(
        board(terrain={"0504": "grove"}), unit("men-cavalry-1", "0505"), unit("orcs-1", "0504"), unit("orcs-2", "0604"),
        phase("G", "melee"),
    )  # fmt: skip
    made.when("alliance", Attack("men-cavalry-1", "orcs-1")).refused("7.36")
    made.offers(Attack("men-cavalry-1", "orcs-2"))


def test_nobody_fires_twice_in_a_turn():
    made = given(
        board(), unit("elven-bowmen-1", "0505"), unit("elven-bowmen-2", "0506"), unit("orcs-1", "0503"),
        unit("orcs-2", "0504"), phase("G", "missile"),
    )  # fmt: skip
    made.when("alliance", Fire("elven-bowmen-1", "orcs-1"), [6, 6]).then(like(AttackResolved, casualty=False))
    made.when("alliance", Fire("elven-bowmen-1", "orcs-2")).refused("7.14")


@pytest.mark.rule("sauron", "SAURON-8")
def test_sauron_s_side_takes_no_formation_but_that_of_slaves():
    made = given(
        board(), unit("orcs-1", "0505"), unit("orcs-2", "0506"), leader("ringwraith", "0505"), unit("slaves-1", "0404"),
        unit("slaves-2", "0405"), unit("men-footmen-1", "0909"), phase("C"),
    )  # fmt: skip
    made.when("sauron", Form("ringwraith", ("orcs-1", "orcs-2"))).refused("8.41")
    wargs = given(
        board(), unit("wargs-1", "0505"), unit("wargs-2", "0506"), leader("gorgol", "0505"),
        unit("men-footmen-1", "0909"), phase("C"),
    )  # fmt: skip
    wargs.when("sauron", Form("gorgol", ("wargs-1", "wargs-2"))).refused("8.41")


def test_a_spell_without_points_is_none():
    made = given(
        board(spells=SPELLS), unit("trolls-1", "0505"), leader("sauron", "0505", points=4), marker("pedestal", "0505"),
        unit("men-footmen-1", "0909"), phase("A", seat="sauron"),
    )  # fmt: skip
    made.when("sauron", Cast("sauron", "summon-beast", 5)).refused("8.55", "4 are left")
    made.when("sauron", Cast("sauron", "sinister-visions", 5)).refused("8.55")


def test_no_leader_is_left_alone_when_the_move_is_over():
    made = given(
        board(), unit("men-footmen-1", "0505"), leader("isildur", "0505"), unit("men-footmen-2", "0506"),
        unit("orcs-1", "0909"), phase("F"),
    ).when("alliance", March("men-footmen-1"))  # fmt: skip
    made.when("alliance", Step("0504")).when("alliance", Step("0503")).when("alliance", Step("0502"))
    made.when("alliance", Step("0501"))
    made.when("alliance", End()).refused("8.1", "Isildur")
