"""Terrain (4.29, 4.3): the terrain effects chart, and that movement and combat read it and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from rules.middle_earth import standard
from rules.middle_earth.actions import Attack, Fire, Form, March, Step
from rules.middle_earth.board import build_board
from rules.middle_earth.data_records import Mover
from rules.middle_earth.events import AttackResolved, FormationTaken, MarchEnded, PieceMoved
from tests.rules.middle_earth.harness import (
    board,
    formation,
    given,
    installed_data,
    leader,
    like,
    opened,
    phase,
    unit,
)

NONE = None
CHART = {
    # Movement points to enter (a hexside: to cross) for infantry, cavalry, leader; zones; fire passes; melee.
    "clear": (1, 1, 1, True, True, "free"),
    "road": (1, 1, 1, True, True, "free"),
    "slope": (2, 3, 2, True, True, "free"),
    "black-gate": (1, 1, 1, True, True, "free"),
    "mountain": (NONE, NONE, NONE, False, False, "free"),
    "grove": (2, NONE, 2, True, False, "free"),
    "river": (NONE, NONE, NONE, True, True, "free"),
    "city": (1, 2, 1, True, True, "free"),
    "tunnel": (2, 2, 2, False, True, "optional"),
    "wall": (NONE, NONE, NONE, False, True, "assault"),
    "tower": (NONE, NONE, NONE, False, False, "assault"),
    "gate": (0, 0, 0, False, True, "assault"),
    "open-gate": (0, 0, 0, True, True, "free"),
    "breach": (1, 1, 1, True, True, "free"),
}
MOVERS: tuple[Mover, ...] = ("infantry", "cavalry", "leader")
FAR = (unit("men-footmen-8", "1010"), unit("orcs-8", "1001"))


def with_terrain(game, name, **fields):
    """The same board with another row in the terrain effects chart."""
    data = game.board.data
    row = msgspec.structs.replace(data.terrain[name], **fields)
    data = msgspec.structs.replace(data, terrain={**data.terrain, name: row})
    return standard.game_for(build_board(data, game.board.scenario), game.exclusive)


# 4.3 The chart


@pytest.mark.rule("middle-earth", "4.3-a")
@pytest.mark.parametrize("name", CHART)
def test_the_chart_has_a_row_for_every_terrain_of_both_games(name):
    *costs, zones, fire, melee = CHART[name]
    row = installed_data().terrain[name]
    assert [row.movement.get(mover) for mover in MOVERS] == costs
    assert (row.zoc, not row.blocks_fire, row.melee) == (zones, fire, melee)
    assert row.armour_bonus == (1 if name in ("wall", "tower", "gate") else 0)
    assert row.closed_to == (("sauron",) if name == "gate" else ())
    assert row.clear is (name in ("clear", "road", "black-gate"))
    assert row.cavalry_shift == (1 if name == "slope" else 0)
    assert row.fire_by_path is (name == "tunnel")


HEXES = [name for name in CHART if name not in ("road", "wall", "tower", "gate", "open-gate", "breach")]
PIECES = {"infantry": "men-footmen-1", "cavalry": "men-cavalry-1", "leader": "isildur"}


@pytest.mark.rule("middle-earth", "4.3-a", "4.29-a")
@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize("name", HEXES)
def test_to_enter_a_hex_costs_what_the_chart_says(name, mover):
    points = CHART[name][MOVERS.index(mover)]
    assert points is None or isinstance(points, int)
    piece = PIECES[mover]
    position = given(
        board(terrain={"0504": name}),
        unit("men-footmen-1", "0505") if mover != "cavalry" else unit("men-cavalry-1", "0505"),
        leader("isildur", "0505"),
        *FAR,
        phase("F"),
    ).when("alliance", March(piece))
    position.when("alliance", Step("0504"))
    if points is None:
        position.refused("4.29", "closed to it").offers_not(Step("0504"))
    else:
        position.then(PieceMoved(piece, "0504", points))


@pytest.mark.rule("middle-earth", "4.3-a", "4.29-a")
@pytest.mark.parametrize(
    ("name", "west", "sauron"),
    [("wall", None, None), ("tower", None, None), ("gate", 1, None), ("open-gate", 1, 1), ("breach", 2, 2)],
)
def test_to_cross_a_hexside_costs_what_the_chart_says_besides_the_hex(name, west, sauron):
    for letter, seat, piece, points in (
        ("F", "alliance", "men-footmen-1", west),
        ("C", "sauron", "orcs-1", sauron),
    ):
        position = given(board(edges={"0504|0505": name}), unit(piece, "0505"), *FAR, phase(letter))
        position.when(seat, March(piece)).when(seat, Step("0504"))
        if points is None:
            position.refused("4.29", "closed to it")
        else:
            position.then(PieceMoved(piece, "0504", points))


@pytest.mark.rule("middle-earth", "4.3-a")
def test_a_road_replaces_the_cost_of_the_ground_along_it_only():
    game = board(terrain={"0504": "slope", "0604": "slope"}, road=["0505", "0504"])
    position = given(game, unit("men-cavalry-1", "0505"), *FAR, phase("F")).when(
        "alliance", March("men-cavalry-1")
    )
    position.when("alliance", Step("0504")).then(PieceMoved("men-cavalry-1", "0504", 1))
    given(game, unit("men-cavalry-1", "0404"), *FAR, phase("F")).when(
        "alliance", March("men-cavalry-1")
    ).when("alliance", Step("0504")).then(PieceMoved("men-cavalry-1", "0504", 3))


@pytest.mark.rule("middle-earth", "4.3-a")
@pytest.mark.parametrize(("made", "cost"), [("open-gate", 1), ("breach", 2)])
def test_a_road_leads_through_a_hexside_that_has_been_opened(made, cost):
    position = given(
        board(terrain={"0504": "slope"}, road=["0505", "0504"], edges={"0504|0505": "wall"}),
        unit("orcs-1", "0505"),
        *FAR,
        opened("0504|0505", made),
        phase("C"),
    ).when("sauron", March("orcs-1"))
    position.when("sauron", Step("0504")).then(PieceMoved("orcs-1", "0504", cost))


@pytest.mark.rule("middle-earth", "4.3-a")
@pytest.mark.parametrize("road", [True, False])
def test_a_road_counts_as_clear_for_formations(road):
    game = board(terrain={"0505": "slope", "0504": "slope"}, road=["0506", "0505", "0504"] if road else [])
    pair = ("men-footmen-1", "men-footmen-2")
    position = given(
        game, unit(pair[0], "0505"), unit(pair[1], "0404"), leader("elendil", "0505"), *FAR, phase("F")
    ).when("alliance", Form("elendil", pair))
    if road:
        position.then(like(FormationTaken, formation="shield-wall", hex="0505"))
    else:
        position.refused("8.41", "not clear")
    wall = given(game, *formation("shield-wall", *pair, "0506"), *FAR, phase("F")).when(
        "alliance", March(pair[0])
    )
    wall.when("alliance", Step("0505"))
    if road:
        wall.then(PieceMoved(pair[0], "0505", 1))
    else:
        wall.refused("8.41", "not clear")


# 4.29 All effects are in the chart


@pytest.mark.rule("middle-earth", "4.29-a")
def test_with_another_chart_movement_costs_otherwise():
    game = with_terrain(board(terrain={"0504": "slope"}), "slope", movement={"infantry": 4})
    position = given(game, unit("men-footmen-1", "0505"), *FAR, phase("F")).when(
        "alliance", March("men-footmen-1")
    )
    position.when("alliance", Step("0504")).then(
        PieceMoved("men-footmen-1", "0504", 4), MarchEnded("men-footmen-1", "4.26")
    )
    given(game, unit("men-cavalry-1", "0505"), *FAR, phase("F")).when(
        "alliance", March("men-cavalry-1")
    ).when("alliance", Step("0504")).refused("4.29")


@pytest.mark.rule("middle-earth", "4.29-a")
@pytest.mark.parametrize(("shift", "letter"), [(0, "B"), (1, "C")])
def test_what_terrain_does_to_an_attack_of_cavalry_is_the_charts(shift, letter):
    game = with_terrain(board(terrain={"0504": "slope"}), "slope", cavalry_shift=shift)
    given(game, unit("men-cavalry-1", "0505"), unit("orcs-1", "0504"), phase("G", "melee")).when(
        "alliance", Attack("men-cavalry-1", "orcs-1"), [6, 6]
    ).then_includes(like(AttackResolved, letter=letter))


@pytest.mark.rule("middle-earth", "4.29-a")
@pytest.mark.parametrize("blocks", [False, True])
def test_whether_terrain_blocks_fire_is_the_charts(blocks):
    game = with_terrain(board(terrain={"0504": "slope"}), "slope", blocks_fire=blocks)
    position = given(game, unit("men-bowmen-1", "0505"), unit("orcs-1", "0503"), phase("G", "missile"))
    position.when("alliance", Fire("men-bowmen-1", "orcs-1"), [] if blocks else [6, 6])
    if blocks:
        position.refused("7.13", "slope in 0504")
    else:
        position.then(AttackResolved)


@pytest.mark.rule("middle-earth", "4.29-a")
@pytest.mark.parametrize("zones", [False, True])
def test_whether_zones_of_control_reach_into_terrain_is_the_charts(zones):
    game = with_terrain(board(terrain={"0504": "slope"}), "slope", zoc=zones)
    position = given(game, unit("men-footmen-1", "0505"), unit("orcs-1", "0403"), *FAR, phase("F"))
    position.when("alliance", March("men-footmen-1")).when("alliance", Step("0504"))
    if zones:
        position.then_includes(MarchEnded("men-footmen-1", "6.0"))
    else:
        position.then_not(MarchEnded)


@pytest.mark.rule("middle-earth", "4.29-a")
@pytest.mark.parametrize(("bonus", "armour"), [(0, 3), (1, 4)])
def test_what_a_hexside_adds_to_armour_is_the_charts(bonus, armour):
    game = with_terrain(board(edges={"0504|0505": "wall"}), "wall", armour_bonus=bonus)
    given(game, unit("men-footmen-1", "0505"), unit("orc-archers-1", "0504"), phase("D", "missile")).when(
        "sauron", Fire("orc-archers-1", "men-footmen-1"), [6, 6]
    ).then(like(AttackResolved, armour=armour))
