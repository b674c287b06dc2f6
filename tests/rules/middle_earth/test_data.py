"""The data of the Sauron game: what it holds, what is looked up from it, and what is said of faults in it."""

from pathlib import Path

import msgspec
import pytest

from rules.errors import DataError
from rules.middle_earth.board import CasualtyResult, LeaderResult, Ratings, ratings
from rules.middle_earth.data import SHAPE, Board, GameData, board, load, overlay, tally
from rules.ruleset import Tally


@pytest.fixture(scope="module")
def data() -> GameData:
    return load()


@pytest.fixture(scope="module")
def learning(data: GameData) -> Board:
    return board(data, "learning")


@pytest.fixture(scope="module")
def battle(data: GameData) -> Board:
    return board(data, "battle")


# What is there


def test_data_survives_the_archive(data: GameData) -> None:
    stored = msgspec.json.encode(data, order="deterministic")
    assert msgspec.json.decode(stored, type=GameData) == data
    assert msgspec.json.encode(load(), order="deterministic") == stored
    assert data.shape == SHAPE


def test_tally_counts_records_and_the_cells_of_tables(data: GameData) -> None:
    assert tally(data) == Tally(seed=75, published=26, reconstruct=373)


def test_tally_of_a_table_and_a_terrain_goes_cell_by_cell(data: GameData) -> None:
    only: dict[str, object] = {name: {} for name in GameData.__struct_fields__ if name != "shape"}
    tables = msgspec.structs.replace(data, **{**only, "table": {"7.42": data.table["7.42"]}})
    assert tally(tables) == Tally(seed=1, published=1, reconstruct=22)
    terrain = msgspec.structs.replace(data, **{**only, "terrain": {"mountain": data.terrain["mountain"]}})
    assert tally(terrain) == Tally(seed=3, published=0, reconstruct=4)


def test_tally_counts_a_mixed_record_as_its_weakest_mark(data: GameData) -> None:
    only: dict[str, object] = {name: {} for name in GameData.__struct_fields__ if name != "shape"}
    narsil = msgspec.structs.replace(data, **{**only, "marker": {"narsil": data.marker["narsil"]}})
    assert tally(narsil) == Tally(seed=0, published=0, reconstruct=1)


def test_each_side_has_fifty_counters(data: GameData, battle: Board) -> None:
    assert len(battle.units) == 75
    assert len(battle.leaders) == 9
    assert {side: sum(unit.side == side for unit in battle.units.values()) for side in data.side} == {
        "alliance": 36,
        "sauron": 39,
    }


def test_map_of_the_whole_battle(battle: Board) -> None:
    kinds = {name: terrain.id for name, terrain in battle.terrain.items()}
    assert len(kinds) == 34 * 22
    assert [name for name, kind in kinds.items() if kind == "black-gate"] == ["1620", "1720", "1820", "1920"]
    assert {name for name, kind in kinds.items() if kind == "slope"} >= {
        "0816",
        "1317",
        "2217",
        "2716",
        "0609",
    }
    assert sum(kind == "slope" for kind in kinds.values()) == 28
    assert kinds["1519"] == kinds["2019"] == kinds["0110"] == kinds["3422"] == "mountain"
    assert kinds["1619"] == kinds["1711"] == "clear"
    assert battle.road == {f"17{row:02d}" for row in range(1, 21)}
    assert battle.regions["road-before-the-gate"] == (
        *("1615", "1616", "1617", "1618", "1619"),
        *("1715", "1716", "1717", "1718", "1719", "1720"),
        *("1815", "1816", "1817", "1818", "1819"),
    )


def test_whole_battle_has_eighteen_turns_and_the_last_four_at_night(battle: Board) -> None:
    assert [number for number, turn in battle.turns.items() if turn.night] == [15, 16, 17, 18]
    assert [phase.id for phase in battle.phases] == ["A", "C", "D", "E", "F", "G", "H"]


def test_every_piece_of_the_whole_battle_comes(battle: Board) -> None:
    scenario = battle.scenario
    named = [piece for part in scenario.set_up for piece in part.pieces]
    named += [piece for part in scenario.arrivals for piece in part.pieces]
    chosen = sum(arrival.number for arrival in scenario.arrivals)
    units = [piece for piece in named if piece in battle.units]
    assert len(units) + chosen + 1 == len(battle.units)  # all but the Beast, which is summoned
    assert sorted(piece for piece in named if piece in battle.leaders) == sorted(battle.leaders)


def test_learning_battle_is_small_and_balanced(learning: Board) -> None:
    assert len(learning.grid.hexes) == 120
    assert len(learning.turns) == 5
    assert [number for number, turn in learning.turns.items() if turn.night] == [5]
    units = {
        side: [unit for unit in map(learning.units.get, learning.placed) if unit and unit.side == side]
        for side in ("alliance", "sauron")
    }
    leaders = [learning.leaders[piece].side for piece in learning.placed if piece in learning.leaders]
    assert {side: len(here) for side, here in units.items()} == {"alliance": 7, "sauron": 8}
    assert leaders.count("alliance") >= 2
    assert leaders.count("sauron") >= 2
    assert list(learning.spells) == ["sinister-visions"]
    assert learning.placed["sauron-sauron-1"] == learning.placed["sauron-pedestal-1"]
    assert learning.leaders["sauron-sauron-1"].magic == 4
    assert {terrain.id for terrain in learning.terrain.values()} == {
        "clear",
        "slope",
        "mountain",
        "black-gate",
    }


# What is looked up


@pytest.mark.rule("middle-earth", "9.12-a")
def test_value_of_a_unit_is_its_full_attack_armour_and_morale(learning: Board) -> None:
    values = {unit.type: unit.value for unit in learning.units.values()}
    assert values["men-footmen"] == 9  # C3X: 3 + 3 + 3
    assert values["elven-bowmen"] == 12  # Be3W: 4 + 1 + 3 + 4, both letters
    assert values["goblin-archers"] == 4  # e1Y: 1 + 1 + 2
    assert values["beast-of-mordor"] == 10


def test_codes_are_read_as_printed() -> None:
    assert ratings("Be3X") == Ratings("B", True, 3, "X", "Be3X")
    assert ratings("e1Y") == Ratings("", True, 1, "Y", "e1Y")
    assert ratings("A1Z") == Ratings("A", False, 1, "Z", "A1Z")


def test_tables_give_the_known_cells(learning: Board) -> None:
    assert learning.casualty["B", 3] == (2, 7)
    assert learning.casualty["-", 4] == (2, 2)
    assert learning.result[3, "Y"] == CasualtyResult("1/2 R1", False, True, 1)
    assert learning.result[1, "Y"] == CasualtyResult("E", True, False, 0)
    assert learning.result[6, "W"] == CasualtyResult("-", False, False, 0)
    assert learning.duel[1, -3] == LeaderResult("AK", "attacker", True)
    assert learning.duel[5, 0] == LeaderResult("DW", "defender", False)
    assert learning.duel[3, 0] == LeaderResult("-", "", False)
    assert learning.duel_bounds == (-3, 3)
    assert (learning.rally[1], learning.rally[6], learning.rally_best) == (None, (2, 6), 13)
    assert learning.magic == {"sinister-visions": ((4, 9), (3, 10), (2, 11), (2, 12))}


def test_published_words_on_leader_combat_hold(learning: Board) -> None:
    assert not [die for die in range(1, 7) if learning.duel[die, -2].harmed == "defender"]
    assert not [die for die in range(1, 7) if learning.duel[die, 1].harmed == "attacker"]


def test_pieces_have_what_the_rules_give_them(learning: Board) -> None:
    assert learning.units["sauron-men-cavalry-1"].allowance == 6
    assert learning.units["sauron-trolls-1"].allowance == 4
    assert learning.units["sauron-men-bowmen-1"].missile_range == 2
    assert learning.units["sauron-men-bowmen-1"].missile_only
    assert not learning.units["sauron-elven-bowmen-1"].missile_only
    assert learning.leaders["sauron-ringwraith-1"].inherits == {"sauron-gorgol-1": ("goblins",)}
    assert learning.markers["sauron-narsil-1"].bearer == "sauron-elendil-1"
    assert learning.formations["wedge"].allowance == 3
    assert learning.formations["shield-wall"].allowance == 2


def test_steps_cost_what_the_ground_costs_and_stop_at_mountain(learning: Board) -> None:
    infantry, cavalry = learning.steps["west", "infantry"], learning.steps["west", "cavalry"]
    assert dict(infantry["1316"])["1216"] == 2
    assert dict(cavalry["1316"])["1216"] == 3
    assert infantry["1719"] == (("1718", 1), ("1818", 1), ("1819", 1), ("1720", 1), ("1619", 1), ("1618", 1))
    assert "1519" not in dict(infantry["1518"])


def test_zones_of_control_do_not_enter_mountain(learning: Board) -> None:
    assert "1519" not in learning.zoc["1518"]
    assert len(learning.zoc["1715"]) == 6


def test_a_board_is_made_once_for_one_data(data: GameData) -> None:
    assert board(data, "learning") is board(data, "learning")
    assert board(load(), "learning") is not board(data, "learning")


# Boards made by hand

WALLED = """
[[map]]
id = "walled"
title = "A wall"
hexes = ["0101-0503"]
ground = "clear"
source = "reconstruct"
areas = [
    { terrain = "city", hexes = ["0401-0503"], source = "reconstruct" },
    { terrain = "grove", hexes = ["0101"], source = "reconstruct" },
]
edges = [
    { terrain = "wall", hexsides = ["0301|0401", "0302|0402", "0303|0403"], source = "reconstruct" },
    { terrain = "gate", hexsides = ["0302|0401"], source = "reconstruct" },
    { terrain = "breach", hexsides = ["0303|0402"], source = "reconstruct" },
]
levels = [{ level = 1, hexes = ["0401-0503"], source = "reconstruct" }]

[[scenario]]
id = "walled"
title = "A wall"
about = "For a test."
map = "walled"
turns = [{ number = 1, night = false, source = "reconstruct" }]
levels = [
    { army = "alliance", level = 10, source = "reconstruct" },
    { army = "sauron", level = 10, source = "reconstruct" },
]
placed = [{ piece = "sauron-dwarves-1", hex = "0402", source = "reconstruct" }]
victory = { unit_value = 1, demoralized = 0, decisive = 10, source = "reconstruct" }
source = "reconstruct"
"""


def test_a_small_board_is_laid_over_the_data(data: GameData) -> None:
    walled = board(overlay(data, WALLED), "walled")
    assert len(walled.grid.hexes) == 15
    assert walled.placed == {"sauron-dwarves-1": "0402"}
    assert {side: terrain.id for side, terrain in walled.edges.items()}["0302|0401"] == "gate"
    assert walled.levels["0402"] == 1
    assert "0302" not in walled.levels
    west, sauron = walled.steps["west", "infantry"], walled.steps["sauron", "infantry"]
    assert dict(west["0302"])["0401"] == 1  # through his own gate
    assert "0401" not in dict(sauron["0302"])
    assert "0402" not in dict(west["0302"])  # the wall
    assert dict(sauron["0303"])["0402"] == 2  # the breach
    assert "0101" not in dict(walled.steps["west", "cavalry"]["0102"])  # grove
    assert "0402" not in walled.zoc["0302"]
    assert "0402" in walled.zoc["0303"]
    assert "0401" not in walled.melee["0302"]
    assert "0402" in walled.melee["0303"]


# Faults


REGION = '{ id = "a", title = "A", hexes = ["0101"], source = "seed" }'
MAP, PLACED = 'map = "walled"', "placed = ["


def problems(data: GameData, text: str) -> str:
    with pytest.raises(DataError) as refused:
        overlay(data, text, "mine.toml")
    assert all(problem.endswith(".") for problem in refused.value.problems)
    return "\n".join(refused.value.problems)


def changed(data: GameData, kind: str, name: str, **fields: object) -> str:
    """The problems when some fields of one record are other than they are."""
    record = msgspec.json.decode(msgspec.json.encode(getattr(data, kind)[name]))
    for path, value in fields.items():
        *parents, last = path.split("__")
        inner = record
        for parent in parents:
            inner = inner[int(parent)] if parent.isdigit() else inner[parent]
        inner[int(last) if isinstance(inner, list) else last] = value
    return problems(data, f"{kind} = [{inline(record)}]")


def inline(value: object) -> str:
    """A value as it stands on one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {inline(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return msgspec.json.encode(value).decode()


def without(data: GameData, kind: str, name: str) -> GameData:
    """The data less one record."""
    kept = {each: record for each, record in getattr(data, kind).items() if each != name}
    return msgspec.structs.replace(data, **{kind: kept})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("unit = [", "mine.toml: this is not TOML"),
        (
            "[[units]]\nid = 'x'",
            'mine.toml: "units" is no kind of record; the kinds are army, deployment, engine',
        ),
        ("unit = 3", "mine.toml: unit must be an array of tables; write [[unit]]."),
        ("[[unit]]\ntitle = 'x'", "mine.toml: unit number 1 has no id"),
        ("[[army]]\nid = 'x'\n[[army]]\nid = 'x'", "army[x] is also in mine.toml; each id must stand once."),
        ("[[army]]\nid = 'x'", "mine.toml: army[x]: Object missing required field `source`."),
        ("[[number]]\nid = 'luck'\nvalue = 1\nrule = '1'\nsource = 'seed'", "the rules know no such number"),
        ("[[table]]\nid = 3", "mine.toml: table number 1 has no id"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(data: GameData, text: str, sentence: str) -> None:
    assert sentence in problems(data, text)


@pytest.mark.parametrize(
    ("kind", "name", "field", "value", "sentence"),
    [
        ("unit", "orcs", "count", "two", "unit[orcs].count: Expected `int`, got `str`."),
        ("unit", "orcs", "colour", "red", "unknown field `colour`; take it out or correct its name."),
        ("unit", "orcs", "full", "F3Y", "unit[orcs].full: Expected `str` matching regex"),
        ("unit", "orcs", "source", "guess", "it must be one of published, reconstruct, seed."),
        ("unit", "orcs", "arm", "tank", "unit[orcs].arm: Invalid enum value 'tank'; it must be one of beast, cavalry"),
        ("unit", "orcs", "side", "rome", 'unit[orcs].side: there is no side "rome"; the side records are'),
        ("unit", "orcs", "nation", "men", '"men" is of the side alliance; it must be one of the side sauron.'),
        ("unit", "orcs", "missile", "bow", 'unit[orcs].missile: a unit with an "e" in its code'),
        ("unit", "orcs", "reduced", "D2Y", "D2Y is better than the full side E3Y; no rating may be better."),
        ("unit", "beast-of-mordor", "allowance", 0, "a beast must have movement points of its own."),
        ("unit", "orcs", "count", 9, "units, leaders and markers make 51; they must make 50 (2.5)."),
        ("leader", "gorgol", "nation", "hobbits", 'there is no nation "hobbits"'),
        ("leader", "gorgol", "wounded", 6, "leader[gorgol].wounded: 6 is above the rating 5; it must not be."),
        ("leader", "ringwraith", "inherits", {"nobody": ["orcs"]}, 'there is no leader "nobody"'),
        ("marker", "narsil", "bearer", "nobody", 'marker[narsil].bearer: there is no leader "nobody"'),
        ("formation", "phalanx", "types", ["hoplites"], 'formation[phalanx].types: there is no unit "hoplites"'),
        ("spell", "total-eclipse", "caster", "gorgol", "Gorgol has 0 magic points, too few; the caster must have 10."),
        ("spell", "total-eclipse", "needs", "moon", 'there is no unit or leader "moon"; name one, or take it out.'),
        ("number", "rally-units", "value", 13, "number[rally-units].value: 13 is out of range; it must be 0 to 12."),
        ("game", "sauron", "phases", ["C", "A"], "the phases must stand once each in the order of 3.0."),
        ("side", "alliance", "role", "sauron", '0 side records have the role "west"; exactly one must.'),
        ("terrain", "clear", "sources", {"zoc": "seed"}, "terrain[clear].sources: it must have exactly infantry"),
        ("terrain", "clear", "movement", {"infantry": 0}, "a hex costs at least 1 movement point (4.0)"),
        ("terrain", "wall", "clear", True, "only the ground of a hex or a road can be clear; take it out."),
    ],
)  # fmt: skip
def test_a_wrong_record_is_named_and_set_right(
    data: GameData, kind: str, name: str, field: str, value: object, sentence: str
) -> None:
    assert sentence in changed(data, kind, name, **{field: value})


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("7.41", {"rows": ["A", "B"]}, "table[7.41].rows: they are A, B; they must be A, B, C, D, E, -."),
        ("7.41", {"cells__0__0": [2, 13]}, "cells, row A, column 1: [2, 13] is no range of two dice"),
        ("7.41", {"cells__0__0": [7, 3]}, "[7, 3] is no range of two dice"),
        ("7.41", {"cells__1": [[2, 3]]}, "table[7.41].cells: row B has 1 entries; it must have 4."),
        ("7.41", {"cell_sources": []}, "table[7.41].cell_sources: there are 0 rows; there must be 6."),
        ("7.42", {"cells__2__1": "1/3"}, "cells, row 3, column X: 1/3 is no result; write E, 1/2, R1"),
        ("7.26", {"cells__0__0": "XX"}, "XX is no result; write AW, AK, DW, DK or -."),
        ("7.26", {"columns__0": "-5"}, "they must be whole numbers that count up by one, with 0."),
        ("7.26", {"columns__0": "low"}, "they must be whole numbers that count up by one, with 0."),
        ("8.37", {"rows__0": "2"}, "table[8.37].rows: they must count up by one from 1."),
        ("8.57", {"rows__0": "fog"}, "table[8.57].rows: they are fog, wrath-of-the-ringwraith"),
        ("9.12", {"cells__0__0": 9}, "9 is no value; write a number from 1 to 5."),
    ],
)
def test_a_wrong_table_is_named_by_cell(
    data: GameData, name: str, fields: dict[str, object], sentence: str
) -> None:
    assert sentence in changed(data, "table", name, **fields)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (('"0101-0503"', '"0503-0101"'), "is not a block"),
        (('["0101"]', '["0909"]'), "map[walled].areas[1].hexes: 0909 is not on the map"),
        (('"grove"', '"marsh"'), 'areas[1].terrain: there is no terrain "marsh"'),
        (('"grove"', '"wall"'), '"wall" is of the kind hexside; here it must be of the kind hex.'),
        (('"0301|0401"', '"0401|0301"'), 'names its hexes in the wrong order: write "0301|0401".'),
        (('"0301|0401"', '"0301|0501"'), "0301 and 0501 share no hexside"),
        (('"0301|0401"', '"0303|0304"'), "0304 of 0303|0304 is not on the map"),
        (("levels = [{", 'paths = [{ terrain = "road", hexes = ["0101", "0103"], source = "seed" }]\nlevels = [{'),
         "paths[0].hexes: 0103 must be next to 0101, the hex before it."),
        (("levels = [{", f"regions = [{REGION}, {REGION}]\nlevels = [{{"),
         '"a" stands there twice; each id must stand once.'),
        ((MAP, 'map = "moria"'), 'scenario[walled].map: there is no map "moria"'),
        ((MAP, 'map = "walled"\nwindow = "0101-0604"'), "window: 0104 is not on the map"),
        (("number = 1", "number = 2"), "the turns must be numbered from 1 up, each once."),
        ((MAP, 'map = "walled"\nspells = ["fog"]'), 'spells: there is no spell "fog"'),
        ((MAP, 'map = "walled"\nmagic = { sauron-sauron-1 = 46 }'), "46 points are more than the 45 printed"),
        ((MAP, 'map = "walled"\nmagic = { sauron-orcs-1 = 1 }'), '"sauron-orcs-1" is no leader'),
        (("dwarves-1", "dwarves-7"), 'placed[0].piece: there is no piece "sauron-dwarves-7"'),
        (('hex = "0402"', 'hex = "0909"'), "placed[0].hex: 0909 is not on the board"),
        ((PLACED, 'placed = [{ piece = "sauron-dwarves-1", hex = "0201", source = "seed" },'), "comes twice"),
        ((PLACED, 'placed = [{ piece = "sauron-dwarves-2", hex = "0402", source = "seed" },'),
         "0402 holds sauron-dwarves-2 and sauron-dwarves-1; a hex holds one combat unit (5.0)."),
        ((PLACED, 'placed = [{ piece = "sauron-orcs-2", hex = "0402", source = "seed" },'), "holds both sides"),
        ((PLACED, 'placed = [{ piece = "sauron-elendil-1", hex = "0402", source = "seed" },'),
         "sauron-elendil-1 stands in 0402 without a unit of his nation; put him with one (8.1)."),
        ((PLACED, 'placed = [{ piece = "sauron-wargs-1", hex = "0101", source = "seed" },'),
         "0101 is grove, closed to cavalry; choose another hex."),
        (('army = "sauron"', 'army = "alliance"'), 'the army "alliance" has 2 levels; it must have one.'),
        (("decisive = 10,", 'decisive = 10, tie = "rome",'), 'victory.tie: there is no side "rome"'),
        (("decisive = 10,",
          'decisive = 10, kills = [{ side = "sauron", piece = "sauron-sauron-1", points = 1, source = "seed" }],'),
         '"sauron-sauron-1" is no piece of the other side; name one.'),
        (("decisive = 10,",
          'decisive = 10, prizes = [{ side = "sauron", title = "X", hexes = ["0909"], points = 1, source = "seed" }],'),
         "victory.prizes[0].hexes: 0909 is not on the map"),
        (("decisive = 10,",
          'decisive = 10, at_once = [{ side = "sauron", dead = ["x"], held = ["0909"], source = "seed" }],'),
         'victory.at_once[0].dead: there is no piece "x"'),
        ((PLACED, 'shocks = [{ leader = "sauron-orcs-1", army = "x", value = 1, source = "seed" }]\n' + PLACED),
         '"sauron-orcs-1" is no leader; name one.'),
        ((PLACED,
          'set_up = [{ side = "sauron", pieces = ["sauron-dwarves-2"], region = "x", source = "seed" }]\n' + PLACED),
         "sauron-dwarves-2 is of the side alliance; name pieces of sauron."),
        ((PLACED, 'set_up = [{ side = "sauron", pieces = [], region = "x", source = "seed" }]\n' + PLACED),
         'the map has no region "x"; it has none.'),
        ((PLACED,
          'arrivals = [{ turn = 9, side = "sauron", region = "x", choice = ["trolls"], number = 5, source = "seed" }]\n'
          + PLACED),
         "there is no turn 9; the last is 1.\nmine.toml: scenario[walled].arrivals: 5 units are to be chosen from 4"),
    ],
)  # fmt: skip
def test_a_wrong_map_or_scenario_is_named_and_set_right(
    data: GameData, change: tuple[str, str], sentence: str
) -> None:
    assert change[0] in WALLED
    assert sentence in problems(data, WALLED.replace(*change))


@pytest.mark.parametrize(
    ("kind", "name", "sentence"),
    [
        (
            "number",
            "rally-units",
            'data: there is no number "rally-units"; add [[number]] with this id and its value.',
        ),
        ("table", "8.37", 'data: there is no table "8.37"; add [[table]] with this id.'),
        ("terrain", "slope", 'there is no terrain "slope"'),
        ("map", "black-gate", 'scenario[learning].map: there is no map "black-gate"'),
        ("phase", "H", 'game[sauron].phases: there is no phase "H"'),
        ("game", "sauron", "data: there are 0 game records; there must be exactly one."),
    ],
)
def test_what_is_missing_is_named(data: GameData, kind: str, name: str, sentence: str) -> None:
    assert sentence in problems(without(data, kind, name), "")


def test_data_without_a_scenario_is_refused(data: GameData) -> None:
    bare = msgspec.structs.replace(data, scenario={})
    assert "data: there is no scenario; add [[scenario]]." in problems(bare, "")


def test_all_problems_are_told_at_once(data: GameData, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text("[[unit]]\nid = 'orcs'\n", encoding="utf-8")
    (tmp_path / "two.toml").write_text("[[army]\n", encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load(tmp_path)
    assert [problem.split(":")[0] for problem in refused.value.problems][:2] == ["two.toml", "one.toml"]


def test_an_owner_lays_a_folder_over_ours(tmp_path: Path) -> None:
    text = "[[number]]\nid = 'missile-range-bow'\nvalue = 3\nrule = '7.12'\nsource = 'published'\n"
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert board(load(tmp_path), "learning").units["sauron-men-bowmen-1"].missile_range == 3
    assert board(load(), "learning").units["sauron-men-bowmen-1"].missile_range == 2


def test_a_folder_without_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"holds no \.toml file"):
        load(tmp_path)
    with pytest.raises(DataError, match="there is no such folder"):
        load(tmp_path / "nowhere")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    with pytest.raises(DataError, match=r"latin\.toml: this is not TOML"):
        load(tmp_path)
