"""The map (GONDOR-2 to GONDOR-6): city and levels, walls, gates, towers, the tunnel, the plain, who goes how far."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.middle_earth import missile
from rules.middle_earth.actions import March, Step
from rules.middle_earth.gondor.city import behind, feature, level_of
from rules.middle_earth.melee import targets
from rules.middle_earth.scene import scene
from rules.middle_earth.state import State
from rules.middle_earth.terrain import fire_blocked, steps
from rules.middle_earth.zones import reach
from rules.parts.hexes import column_row, distance, neighbours
from tests.rules.middle_earth.gondor.siege import siege
from tests.rules.middle_earth.harness import given, opened, phase, unit

EMPTY = State()
TUNNEL = ("1011", "1111")
OPEN_SIDES = {("1110", "1111"), ("1111", "1112"), ("1011", "1111"), ("1010", "1011"), ("1011", "1012")}
GATES = {
    1: ("1213", "1113"), 2: ("1109", "1009"), 3: ("1013", "0913"), 4: ("0909", "0809"), 5: ("0812", "0712"),
    6: ("0711", "0611"),
}  # fmt: skip
TOWERS = {
    "1210|1311", "1211|1312", "1208|1309", "1213|1313", "1107|1206", "1115|1215", "0906|1005", "0916|1016",
    "0705|0804", "0717|0817",
}  # fmt: skip


@pytest.mark.rule("gondor", "GONDOR-2")
def test_the_city_has_seven_levels_round_the_citadel_and_mountain_behind_it():
    board = siege().board
    assert Counter(board.levels.values()) == {1: 22, 2: 19, 3: 16, 4: 13, 5: 10, 6: 7, 7: 5}
    for name in board.grid.hexes:
        away = distance("0511", name)
        inside = column_row(name)[0] >= 5 and away <= 7
        assert board.levels.get(name, 0) == ((7 if away <= 1 else 8 - away) if inside else 0)
        if column_row(name)[0] <= 4:
            assert board.terrain[name].id == "mountain"
            assert not board.terrain[name].movement


@pytest.mark.rule("gondor", "GONDOR-2")
def test_every_hexside_between_levels_is_a_wall_and_the_mountain_side_is_rock():
    game = siege()
    for name in game.board.grid.hexes:
        for other in game.board.grid.neighbours[name]:
            side = game.board.grid.hexsides[name, other]
            kind = feature(game, EMPTY, side)
            columns = {column_row(name)[0], column_row(other)[0]}
            if columns == {4, 5}:
                assert kind == "rock"
                assert all(after != other for after, _ in steps(game, EMPTY, "west", "infantry", name))
            elif level_of(game, name) != level_of(game, other) and not {name, other} & set(TUNNEL):
                assert kind in ("wall", "tower", "gate", "great-gate")
            elif not {name, other} & set(TUNNEL):
                assert kind == ""


@pytest.mark.rule("gondor", "GONDOR-3")
def test_the_gates_and_towers_are_where_they_should_be_and_nowhere_else():
    game = siege()
    kinds = {side: edge.id for side, edge in game.board.edges.items()}
    assert [side for side, kind in kinds.items() if kind == "great-gate"] == ["1211|1311"]
    assert {side for side, kind in kinds.items() if kind == "tower"} == TOWERS
    gates = sorted(side for side, kind in kinds.items() if kind == "gate")
    assert {level_of(game, behind(game, side)[0]): behind(game, side) for side in gates} == GATES
    for lower, upper in GATES.values():
        assert level_of(game, upper) == level_of(game, lower) + 1


@pytest.mark.rule("gondor", "GONDOR-3")
def test_a_tower_hexside_blocks_fire_and_a_wall_hexside_does_not():
    game = siege()
    assert "blocks" in fire_blocked(game, EMPTY, "1411", "1210")  # over 1210|1311, the tower
    assert fire_blocked(game, EMPTY, "1410", "1210") == ""  # over 1210|1310, a wall
    assert fire_blocked(game, EMPTY, "1210", "1411") == ""  # the firer's own hexside never blocks


@pytest.mark.rule("gondor", "GONDOR-4")
def test_only_the_five_open_hexsides_of_the_tunnel_can_be_crossed():
    game = siege()
    for name in TUNNEL:
        for other in game.board.grid.neighbours[name]:
            ways = [after for after, _ in steps(game, EMPTY, "west", "infantry", name)]
            assert (other in ways) == (tuple(sorted((name, other))) in OPEN_SIDES)
    assert level_of(game, "1111") == 2
    assert level_of(game, "1011") == 3
    # the tunnel leads from level 2 to level 3 without a gate
    given(game, unit("spearmen-1", "1112"), phase("F")).when("west", March("spearmen-1")).when(
        "west", Step("1111")
    ).when("west", Step("1011"))


@pytest.mark.rule("gondor", "GONDOR-4")
def test_no_zone_of_control_goes_into_or_out_of_the_tunnel_and_melee_there_is_free_to_choose():
    game = siege()
    position = given(game, unit("spearmen-1", "1111"), unit("orcs-1", "1112"), phase("D", "melee"))
    assert "1112" not in reach(game, position.state, "1111")
    assert ("1111", False) in tuple(targets(game, position.state, "gondor-orcs-1"))


@pytest.mark.rule("gondor", "GONDOR-4")
def test_fire_reaches_the_tunnel_along_its_path_alone():
    game = siege()
    position = given(
        game, unit("archers-1", "1110"), unit("orcs-1", "1111"), unit("orcs-2", "1011"), phase("G", "missile")
    )
    refuse = missile.refuse_fire
    archers = "gondor-archers-1"
    assert refuse(game, position.state, archers, "gondor-orcs-1", "west") is None
    assert refuse(game, position.state, archers, "gondor-orcs-2", "west") is None  # 1110, 1111, 1011
    above = given(game, unit("archers-1", "1210"), unit("orcs-1", "1111"), phase("G", "missile"))
    refused = refuse(game, above.state, archers, "gondor-orcs-1", "west")
    assert refused is not None
    assert refused[0] == "7.13"


@pytest.mark.rule("gondor", "GONDOR-5")
def test_the_plain_has_its_roads_groves_and_river_and_armies_come_by_its_edges():
    board = siege().board
    groves = {name for name, ground in board.terrain.items() if ground.id == "grove"}
    assert groves == {"1405", "1406", "1505", "1817", "1818", "1918", "2306", "2307", "2716"}
    river = {name for name, ground in board.terrain.items() if ground.id == "river"}
    assert river == {f"{column}{row}" for column in range(29, 35) for row in range(19, 23)}
    assert all(not board.terrain[name].movement for name in river)
    assert {f"{column}11" for column in range(13, 35)} <= board.road
    assert {f"16{row:02d}" for row in range(1, 23)} <= board.road
    assert len(board.road) == 22 + 22 - 1
    assert set(board.regions["north-edge"]) == {f"{column}01" for column in range(12, 31)}
    assert set(board.regions["east-edge"]) == {f"34{row:02d}" for row in range(3, 19)}
    assert set(board.regions["south-edge"]) == {f"{column}22" for column in range(12, 21)}


@pytest.mark.rule("gondor", "GONDOR-6")
def test_cavalry_are_the_knights_rohan_aragorns_column_mordors_and_harads_horse():
    units = siege().board.units.values()
    cavalry = {each.type for each in units if each.arm == "cavalry"}
    assert cavalry == {
        "knights-of-dol-amroth", "rohan-heavy-cavalry", "rohan-light-cavalry", "grey-company",
        "southern-fief-cavalry", "mordor-cavalry", "harad-horsemen",
    }  # fmt: skip
    assert all(each.allowance == (6 if each.arm == "cavalry" else 4) for each in units)


@pytest.mark.rule("gondor", "GONDOR-6")
def test_cavalry_enters_no_grove_and_rides_over_no_ladder_or_siege_tower():
    position = given(siege(), unit("mordor-cavalry-1", "2406"), phase("C"))
    position.when("sauron", March("mordor-cavalry-1")).when("sauron", Step("2306")).refused("4.29")


def test_everything_of_the_map_is_drawn_and_in_the_legend():
    game = siege()
    state = given(game, opened("1210|1310"), opened("1211|1311", "open-gate"), phase("B")).state
    drawn = scene(game, state)
    legend = {ground.kind for ground in drawn.terrain}
    spaces = {space.terrain for space in drawn.spaces}
    borders = {border.kind for border in drawn.borders}
    assert {f"city-{level}" for level in range(1, 8)} | {"mountain", "grove", "river", "tunnel"} <= spaces
    assert {"wall", "tower", "gate", "rock", "tunnel-wall", "breach", "open-gate"} <= borders
    assert spaces | borders | {"road"} <= legend
    glyphs = [ground.glyph for ground in drawn.terrain if not ground.border]
    assert len(set(glyphs)) == len(glyphs)
    assert neighbours("1211")
