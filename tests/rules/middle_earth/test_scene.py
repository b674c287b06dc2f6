"""What is drawn of a battle: counters that can be told from one another, every feature of the map, and the legend."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import msgspec
import pytest

from replays.viewer.picture import laid_out, svg
from rules.chance import Chance, keyed
from rules.middle_earth.events import PieceRemoved, UnitPlaced
from rules.middle_earth.gondor.ruleset import ruleset as gondor
from rules.middle_earth.sauron.ruleset import ruleset as sauron
from rules.parts.hexes import blocks
from rules.projection import fold
from rules.ruleset import installed
from tests.rules.middle_earth.gondor.siege import engine, siege, whole_game
from tests.rules.middle_earth.harness import demoralized, given, phase, unit
from tests.rules.middle_earth.sauron.battles import prepared

SCENARIOS = [
    (name, scenario.name)
    for name in ("gondor", "sauron")
    if name in installed()
    for scenario in installed()[name].scenarios
]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_no_two_counters_of_a_side_have_the_same_short_name(name, scenario):
    from rules.middle_earth.scene import short_name

    ruleset = installed()[name]
    options = {option.name: option.default for option in ruleset.options}
    game = ruleset.prepare(ruleset.load(None), scenario, options)
    shorts = Counter((unit.side, short_name(game, unit)) for unit in game.board.units.values())
    shorts.update((leader.side, leader.short) for leader in game.board.leaders.values())
    assert {each: count for each, count in shorts.items() if count > 1} == {}
    assert all(1 <= len(short) <= 4 for _, short in shorts)


# The map and its legend


def _map_of(game):
    return game.board.data.map[game.board.scenario.map]


def at_start(rules, game):
    """The position at the first choice."""
    return fold(rules, game, rules.initial(game), rules.begin(game, Chance(keyed(b"0" * 16))))


BATTLE = prepared()
SIEGE = whole_game()
EDGES = {"sauron": {"north-edge"}, "gondor": {"north-edge", "east-edge", "harad-edge", "south-edge"}}


@pytest.mark.parametrize("game", [BATTLE, SIEGE], ids=["sauron", "gondor"])
def test_every_feature_of_the_map_is_drawn_and_in_the_legend(game):
    """All that SAURON-2 and GONDOR-2 to GONDOR-5 put on the map: ground, hexsides, roads, levels and edges."""
    rules = gondor if game.prefix == "gondor-" else sauron
    drawn = rules.scene(game, at_start(rules, game))
    map_ = _map_of(game)
    titles = {each.kind: each.title for each in drawn.terrain}
    said = " ".join(box.text for box in laid_out(drawn, width=1600).drawing.boxes)
    ground = {map_.ground, *(area.terrain for area in map_.areas)}
    assert {space.terrain for space in drawn.spaces} == ground
    assert {border.kind for border in drawn.borders} >= {edge.terrain for edge in map_.edges} | EDGES[
        rules.name
    ]
    for area in map_.areas:
        for name in blocks(area.hexes):
            assert next(space for space in drawn.spaces if space.id == name).terrain in ground
    sides = {frozenset(border.between): border.kind for border in drawn.borders if all(border.between)}
    for edge in map_.edges:
        for side in edge.hexsides:
            assert sides[frozenset(side.split("|"))] == edge.terrain
    for path in map_.paths:
        pairs = {frozenset(link.between) for link in drawn.links if link.kind == path.terrain}
        assert {frozenset(pair) for pair in pairwise(path.hexes)} <= pairs
    for name in EDGES[rules.name]:
        region = next(each for each in map_.regions if each.id == name)
        ways_in = {border.between[0] for border in drawn.borders if border.kind == name}
        assert ways_in == {hex_ for hex_ in blocks(region.hexes) if game.board.terrain[hex_].movement}, (
            f"the {region.title} is drawn along its whole length"
        )
    kinds = (
        ground
        | {edge.terrain for edge in map_.edges}
        | {path.terrain for path in map_.paths}
        | EDGES[rules.name]
    )
    for kind in sorted(kinds):
        missing = [word for word in titles[kind].split() if word not in said]
        assert not missing, f"{titles[kind]} is not in the legend"


def test_the_halves_of_the_battle_s_map_are_drawn():
    drawn = sauron.scene(BATTLE, at_start(sauron, BATTLE))
    half = {frozenset(border.between) for border in drawn.borders if border.title == "North half"}
    assert frozenset(("0510", "0511")) in half
    assert len(half) >= 34
    assert any(border.title.startswith("North of row 06") for border in drawn.borders)


def test_roads_that_meet_are_drawn_along_their_hexes_and_make_no_triangle():
    """1610 lies beside 1511 and 1711 too, but the north road comes to 1611 (GONDOR-5)."""
    drawn = gondor.scene(SIEGE, at_start(gondor, SIEGE))
    joined = {frozenset(link.between) for link in drawn.links}
    assert frozenset(("1610", "1611")) in joined
    assert frozenset(("1511", "1610")) not in joined
    assert frozenset(("1610", "1711")) not in joined
    strokes = svg(drawn, width=1600)
    apart = msgspec.structs.replace(drawn, links=())
    assert svg(apart, width=1600) != strokes


def test_engines_are_drawn_by_their_names_and_towers_with_their_hexside():
    state = given(
        siege(), unit("orcs-1", "1310"), engine("siege-tower-2", "1310", against="1210|1310"), unit("orcs-2", "1612"),
        engine("grond-1", "1612"), phase("C"),
    )  # fmt: skip
    titles = {(marker.kind, marker.title) for marker in gondor.scene(state.game, state.state).markers}
    assert titles == {("siege-tower", "Siege tower 2 against 1210|1310"), ("Grond", "Grond")}
    said = {box.text for box in laid_out(gondor.scene(state.game, state.state)).drawing.boxes}
    assert {"Siege tower", "Grond"} <= said


def test_who_would_win_the_siege_now_is_told_beside_the_map():
    made = given(
        siege(), unit("orcs-1", "2010"), unit("spearmen-1", "0511"), demoralized("garrison"), phase("C")
    )
    panels = {panel.title: panel.lines for panel in gondor.scene(made.game, made.state).panels}
    assert "Victory points" not in panels
    assert panels["If the game ended now"] == (
        "Sauron, marginal: the garrison is demoralized, the relief is steady, Sauron’s army is steady (GONDOR-42)",
    )


def test_a_hex_that_gives_a_seat_points_is_shown_as_held_by_it():
    ruleset = installed()["sauron"]
    game = ruleset.prepare(ruleset.load(None), "learning", {"setup": "historical"})
    state = fold(ruleset, game, ruleset.initial(game), ruleset.begin(game, Chance(keyed(b"1" * 16))))

    def owners(now):
        return {space.id: space.owner for space in ruleset.scene(game, now).spaces if space.owner}

    assert owners(state) == {"1216": "sauron"}
    taken = fold(
        ruleset,
        game,
        state,
        (
            PieceRemoved("sauron-orc-archers-1"),
            UnitPlaced("sauron-men-footmen-1", "1216"),
            UnitPlaced("sauron-orcs-1", "1620"),
            UnitPlaced("sauron-men-footmen-2", "1720"),
        ),
    )
    assert owners(taken) == {"1216": "alliance", "1720": "alliance"}
    assert owners(fold(ruleset, game, taken, (PieceRemoved("sauron-men-footmen-1"),))) == {"1720": "alliance"}
