"""Scope and components (1.0, 2.0): the map, the charts, what counters show and what their ratings mean."""

from __future__ import annotations

import msgspec
import pytest

from rules.chance import Chance, scripted
from rules.errors import ChanceNeeded, DataError
from rules.middle_earth import standard
from rules.middle_earth.actions import (
    Aim,
    Attack,
    Cast,
    Duel,
    End,
    Fire,
    Form,
    HoldPosition,
    March,
    Rally,
    StandFast,
    Step,
)
from rules.middle_earth.board import ATTACKS, MORALES, Ratings, build_board
from rules.middle_earth.board import board as board_of
from rules.middle_earth.data import overlay
from rules.middle_earth.data_records import TERRAIN_CELLS
from rules.middle_earth.events import (
    ArmyDemoralized,
    AttackResolved,
    DuelFought,
    FormationTaken,
    MarchBegan,
    RallyRolled,
    SpellCast,
    SpellDeclared,
    UnitEliminated,
    UnitReduced,
)
from rules.middle_earth.game import Exclusive
from tests.rules.middle_earth.harness import (
    board,
    counter,
    given,
    installed_data,
    leader,
    like,
    marker,
    phase,
    total,
    unit,
)

MELEE = phase("G", "melee")


@pytest.fixture(scope="module")
def battle():
    """The board of the whole battle."""
    return board_of(installed_data(), "battle")


# 1.0


@pytest.mark.rule("middle-earth", "1.0-a")
def test_an_exclusive_rule_beats_the_standard_one_it_contradicts():
    slaves = (
        unit("slaves-1", "0505"),
        unit("slaves-2", "0504"),
        leader("ringwraith", "0505"),
        unit("orcs-1", "0909"),
        phase("C"),
    )
    phalanx = Form("ringwraith", ("slaves-1", "slaves-2"))
    given(board(), *slaves).when("sauron", phalanx).then(
        FormationTaken("phalanx", "ringwraith", ("slaves-1", "slaves-2"), "0505")
    )
    mine = board().board
    without = {name: each for name, each in mine.data.formation.items() if name != "phalanx"}
    data = msgspec.structs.replace(mine.data, formation=without)
    standard_rules = standard.game_for(build_board(data, mine.scenario), Exclusive())
    given(standard_rules, *slaves).when("sauron", phalanx).refused("8.41")


@pytest.mark.rule("middle-earth", "1.0-a")
@pytest.mark.parametrize(("exclusive", "rating"), [({}, 12), ({"exclusive": Exclusive()}, 10)])
def test_an_exclusive_rule_holds_only_in_its_own_game(exclusive, rating):
    given(
        board(**exclusive),
        unit("men-footmen-1", "0505"),
        leader("elendil", "0505"),
        marker("narsil", bearer="elendil"),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
        phase("G", "leaders"),
    ).when("alliance", Duel("elendil", "ringwraith"), [3]).then(like(DuelFought, attacker_rating=rating))


# 2.1 Map


@pytest.mark.rule("middle-earth", "2.1-a")
def test_the_grid_alone_governs_adjacency_and_movement():
    position = given(board(), unit("men-footmen-1", "0505"), unit("men-footmen-2", "0909"), phase("F")).when(
        "alliance", March("men-footmen-1")
    )
    position.offers_only(*(Step(name) for name in ("0404", "0405", "0504", "0506", "0604", "0605")))
    position.when("alliance", Step("0606")).refused("4.25", "not next to 0505")
    given(board(), unit("men-footmen-1", "0101"), unit("men-footmen-2", "0909"), phase("F")).when(
        "alliance", March("men-footmen-1")
    ).when("alliance", Step("0001")).refused("2.1", "not on the map")


@pytest.mark.rule("middle-earth", "2.1-a")
@pytest.mark.parametrize(("place", "in_range"), [("0706", True), ("0705", True), ("0707", False)])
def test_the_grid_alone_governs_range(place, in_range):
    position = given(board(), unit("men-bowmen-1", "0505"), unit("orcs-1", place), phase("G", "missile"))
    if in_range:
        position.offers(Fire("men-bowmen-1", "orcs-1"))
    else:
        position.when("alliance", Fire("men-bowmen-1", "orcs-1")).refused("7.12")


@pytest.mark.rule("middle-earth", "2.1-a")
def test_the_map_has_all_the_terrain_of_the_field_and_hexsides_may_have_features_of_their_own(battle):
    assert {terrain.id for terrain in battle.terrain.values()} == {"clear", "slope", "mountain", "black-gate"}
    assert battle.road
    assert len(battle.grid.neighbours["1711"]) == 6
    walled = board(edges={"0505|0506": "wall"}).board
    assert (walled.terrain["0505"].id, walled.terrain["0506"].id) == ("clear", "clear")
    assert walled.edges["0505|0506"].kind == "hexside"
    assert "0506" not in dict(walled.steps["west", "infantry"]["0505"])
    assert "0506" in dict(board().board.steps["west", "infantry"]["0505"])


# 2.2 Charts


@pytest.mark.rule("middle-earth", "2.2-a")
def test_the_game_supplies_every_chart_and_track(battle):
    data = installed_data()
    assert set(data.table) == {"7.26", "7.41", "7.42", "8.37", "8.57", "9.12"}
    for terrain in data.terrain.values():
        assert set(terrain.sources) == set(TERRAIN_CELLS)
    for letter in ATTACKS:
        assert all((letter, armour) in battle.casualty for armour in (1, 2, 3, 4))
    for die in range(1, 7):
        assert all((die, morale) in battle.result for morale in MORALES)
        assert all((die, differential) in battle.duel for differential in range(-3, 4))
    assert all(rating in battle.rally for rating in range(1, 14))
    assert set(battle.magic) == set(battle.spells)
    assert list(battle.turns) == list(range(1, 19))
    assert {arrival.turn for arrival in battle.scenario.arrivals} >= {1, 2, 6}


@pytest.mark.rule("middle-earth", "2.2-a")
@pytest.mark.parametrize("table", ["7.26", "7.41", "7.42", "8.37", "8.57"])
def test_a_game_that_lacks_a_table_is_refused(table):
    data = installed_data()
    tables = {name: each for name, each in data.table.items() if name != table}
    with pytest.raises(DataError) as refused:
        overlay(msgspec.structs.replace(data, table=tables), "")
    assert f'data: there is no table "{table}"; add [[table]] with this id.' in refused.value.problems


# 2.3 Counters


@pytest.mark.rule("middle-earth", "2.3-a")
def test_every_unit_has_letter_armour_and_morale_on_both_sides(battle):
    for card in battle.units.values():
        for side in (card.full, card.reduced):
            assert side.attack in ("A", "B", "C", "D", "E", "")
            assert side.attack or side.missile
            assert side.armour in (1, 2, 3, 4)
            assert side.morale in MORALES
        assert card.full.missile is card.reduced.missile is (card.missile_range > 0)
    bowmen = battle.units["sauron-elven-bowmen-1"]
    assert bowmen.full == Ratings("B", True, 3, "W", "Be3W")
    assert bowmen.reduced == Ratings("C", True, 2, "W", "Ce2W")


@pytest.mark.rule("middle-earth", "2.3-a")
def test_a_unit_with_two_letters_fires_with_the_small_one_and_fights_with_the_capital():
    position = given(
        board(), unit("elven-bowmen-1", "0505"), unit("orcs-1", "0504"), phase("G", "missile")
    ).when("alliance", Fire("elven-bowmen-1", "orcs-1"), [6, 6, 6, 6])
    fire, melee = (event for event in position.events if isinstance(event, AttackResolved))
    assert (fire.kind, fire.letter) == ("missile", "E")
    assert (melee.kind, melee.letter) == ("melee", "B")


@pytest.mark.rule("middle-earth", "2.3-a")
@pytest.mark.parametrize(
    ("reduced", "letter", "armour", "morale"), [(False, "B", 3, "Z"), (True, "C", 2, "Z")]
)
def test_the_side_that_is_up_gives_the_ratings(reduced, letter, armour, morale):
    trolls, men = unit("trolls-1", "0504", reduced=reduced), unit("men-footmen-1", "0505")
    given(board(), trolls, men, phase("D", "melee")).when(
        "sauron", Attack("trolls-1", "men-footmen-1"), [6, 6]
    ).then_includes(like(AttackResolved, letter=letter))
    given(board(), trolls, men, MELEE).when(
        "alliance", Attack("men-footmen-1", "trolls-1"), [1, 1, 1]
    ).then_includes(like(AttackResolved, armour=armour, morale=morale))


def bowmen_beside_orcs(letter, step):
    return given(
        board(),
        unit("men-bowmen-1", "0505"),
        unit("orcs-1", "0504"),
        unit("men-footmen-1", "0806"),
        unit("orcs-2", "0805"),
        phase(letter, step),
    )


@pytest.mark.rule("middle-earth", "2.3-b")
def test_a_unit_with_a_small_letter_only_may_not_and_need_not_attack_in_melee():
    position = bowmen_beside_orcs("G", "melee").offers_only(Attack("men-footmen-1", "orcs-2"))
    position.when("alliance", Attack("men-bowmen-1", "orcs-1")).refused("2.3", "missiles only")
    position.when("alliance", End()).refused("7.31", "Men footmen 1")  # not for the bowmen
    position.when("alliance", Attack("men-footmen-1", "orcs-2"), [6, 6])
    assert position.state.phase != "G"


@pytest.mark.rule("middle-earth", "2.3-b")
def test_a_unit_with_a_small_letter_only_may_hold_its_fire_though_in_an_enemy_zone():
    bowmen_beside_orcs("G", "missile").offers(End())


@pytest.mark.rule("middle-earth", "2.3-b")
def test_a_unit_with_a_small_letter_only_defends_in_melee_as_any_other():
    position = given(board(), unit("men-bowmen-1", "0505"), unit("orcs-1", "0504"), phase("D", "melee"))
    position.when("sauron", Attack("orcs-1", "men-bowmen-1")).awaits("alliance", "retreat-before-combat")
    position.when("alliance", StandFast(), [1, 1, 3]).then_includes(
        like(AttackResolved, kind="melee", letter="E", armour=2, morale="X", result="1/2"),
        UnitReduced("men-bowmen-1", "7.42"),
    )


@pytest.mark.rule("middle-earth", "2.3-c")
def test_every_leader_has_a_rally_rating_and_a_magic_leader_magic_besides(battle):
    ratings_of = {
        leader.removeprefix("sauron-").removesuffix("-1"): card.rating
        for leader, card in battle.leaders.items()
    }
    assert ratings_of == {
        "elendil": 10, "isildur": 8, "anarion": 7, "baldrim": 7, "gil-galad": 10, "cirdan": 8,
        "gorgol": 5, "ringwraith": 8, "sauron": 10,
    }  # fmt: skip
    magic = {leader: card.magic for leader, card in battle.leaders.items() if card.magic}
    assert magic == {"sauron-sauron-1": 45}


@pytest.mark.rule("middle-earth", "2.3-a")
@pytest.mark.parametrize(
    ("code", "attack", "missile", "armour", "morale", "value", "points"),
    [
        ("Be3X", "B", True, 3, "X", 11, 4),
        ("B3Z", "B", False, 3, "Z", 8, 4),
        ("e2X", "", True, 2, "X", 6, 4),
        ("A1Z", "A", False, 1, "Z", 7, 4),
    ],
)
def test_a_counter_is_read_from_its_code(code, attack, missile, armour, morale, value, points):
    card = board(types={"sample": counter("alliance", code)}).board.units["sauron-sample-1"]
    assert (card.full.attack, card.full.missile) == (attack, missile)
    assert (card.full.armour, card.full.morale) == (armour, morale)
    assert (card.value, card.allowance) == (value, points)
    assert card.missile_only is (attack == "")
    assert card.missile_range == (2 if missile else 0)


@pytest.mark.rule("middle-earth", "2.3-a")
@pytest.mark.parametrize("code", ["F3Y", "B5Y", "B0Y", "B3V", "3Y", "b3Y", "eB3Y"])
def test_a_code_that_no_counter_can_bear_is_refused(code):
    with pytest.raises(msgspec.ValidationError):
        board(types={"sample": counter("alliance", code)})


# 2.5


@pytest.mark.rule("middle-earth", "2.5-a")
def test_the_sauron_game_has_a_hundred_counters():
    data = installed_data()
    units = sum(each.count for each in data.unit.values())
    pieces = units + sum(each.count for each in data.marker.values()) + len(data.leader)
    assert pieces == 100
    assert [side.counters for side in data.side.values()] == [50, 50]


@pytest.mark.rule("middle-earth", "2.5-a")
def test_a_game_with_a_counter_too_many_is_refused():
    data = installed_data()
    orcs = msgspec.structs.replace(data.unit["orcs"], count=9)
    with pytest.raises(DataError, match="make 51; they must make 50"):
        overlay(msgspec.structs.replace(data, unit={**data.unit, "orcs": orcs}), "")


@pytest.mark.rule("middle-earth", "2.5-a")
def test_two_dice_of_six_faces_serve_every_roll():
    field = given(board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0504"), MELEE)
    attack = Attack("sauron-men-footmen-1", "sauron-orcs-1")
    chance = Chance(scripted([1, 1, 3]), "scripted")
    standard.decide(field.game, field.state, "alliance", attack, chance)
    assert [(each.faces, len(each.result)) for each in chance.outcomes] == [(6, 2), (6, 1)]
    with pytest.raises(ChanceNeeded, match="7 is no face of a die with 6 faces"):
        standard.decide(field.game, field.state, "alliance", attack, Chance(scripted([7, 1]), "scripted"))


# 2.6 Words


def chances(board, letter, armour):
    """In how many of 36 throws there is a casualty."""
    span = board.casualty[letter, armour]
    return sum(span[0] <= one + other <= span[1] for one in range(1, 7) for other in range(1, 7))


@pytest.mark.rule("middle-earth", "2.6-a")
@pytest.mark.parametrize("armour", [1, 2, 3, 4])
def test_attack_letters_rank_from_a_best_to_e_worst(battle, armour):
    hits = [chances(battle, letter, armour) for letter in "ABCDE"]
    assert hits == sorted(set(hits), reverse=True)


@pytest.mark.rule("middle-earth", "2.6-a")
def test_a_small_letter_attacks_at_a_distance_and_a_capital_does_not():
    position = given(
        board(),
        unit("men-bowmen-1", "0505"),
        unit("men-footmen-1", "0605"),
        unit("orcs-1", "0503"),
        phase("G", "missile"),
    )
    position.when("alliance", Fire("men-footmen-1", "orcs-1")).refused("7.11", "no missiles")
    position.when("alliance", Fire("men-bowmen-1", "orcs-1"), [6, 6]).then(
        like(AttackResolved, kind="missile", letter="E")
    )
    given(board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0503"), MELEE).when(
        "alliance", Attack("men-footmen-1", "orcs-1")
    ).refused("7.31", "not next to")


@pytest.mark.rule("middle-earth", "2.6-b")
@pytest.mark.parametrize("letter", list("ABCDE"))
def test_armour_ranks_from_4_best_to_1_worst(battle, letter):
    hits = [chances(battle, letter, armour) for armour in (4, 3, 2, 1)]
    assert hits == sorted(set(hits))


def severity(result):
    return (result.eliminated, result.flipped, result.retreat)


@pytest.mark.rule("middle-earth", "2.6-c")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_better_the_morale_the_milder_the_casualty(battle, die):
    results = [severity(battle.result[die, morale]) for morale in "WXYZ"]
    assert results == sorted(results)
    assert results[0] < results[-1]


@pytest.mark.rule("middle-earth", "2.6-d")
@pytest.mark.parametrize(("level", "broken"), [(6, False), (5, True)])
def test_an_army_may_gather_its_level_and_is_demoralized_only_beyond(level, broken):
    position = given(
        board(level={"sauron": level}),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0909"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
        MELEE,
    ).when("alliance", Attack("men-footmen-1", "orcs-1"), [1, 1, 1])
    position.when("alliance", HoldPosition())
    assert position.state.totals["sauron"] == 6
    assert any(isinstance(event, ArmyDemoralized) for event in position.events) is broken


@pytest.mark.rule("middle-earth", "2.6-d")
def test_both_running_totals_are_there_for_all_to_see():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        total("alliance", 17),
        total("sauron", 4),
    )
    for seat in position.game.seats:
        assert dict(standard.view(position.game, position.state, (seat,)).totals) == {
            "alliance": 17,
            "sauron": 4,
        }
    tally = standard.tally(position.game, position.state)
    assert (tally["alliance"]["demoralization"], tally["sauron"]["demoralization"]) == (17, 4)


@pytest.mark.rule("middle-earth", "2.6-e")
@pytest.mark.parametrize(
    ("seat", "piece", "points"),
    [
        ("F", "elven-cavalry-1", 6),
        ("F", "dwarves-1", 4),
        ("F", "baldrim", 6),
        ("C", "wargs-1", 6),
        ("C", "trolls-1", 4),
    ],
)
def test_the_movement_points_of_a_turn_follow_from_the_type(seat, piece, points):
    given(
        board(),
        unit("elven-cavalry-1", "0205"),
        unit("dwarves-1", "0207"),
        leader("baldrim", "0207"),
        unit("wargs-1", "0905"),
        unit("trolls-1", "0907"),
        phase(seat),
    ).when("alliance" if seat == "F" else "sauron", March(piece)).then(MarchBegan(piece, points))


def sauron_with(points, turn=1):
    return given(
        board(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505", points=points),
        marker("pedestal", "0505"),
        unit("guard-of-elendil-1", "0503"),
        phase("A", seat="sauron", turn=turn),
    )


@pytest.mark.rule("middle-earth", "2.6-f")
def test_magic_points_once_spent_are_gone_for_the_whole_game():
    position = sauron_with(5).when("sauron", Cast("sauron", "sinister-visions", 3))
    position.when("sauron", Aim("0503"), [3, 3, 1]).then(like(SpellCast, points=3, works=True))
    assert position.state.leaders["sauron-sauron-1"].points == 2
    position.add(phase("A", seat="sauron", turn=2))
    position.when("sauron", Cast("sauron", "sinister-visions", 3)).refused("8.55", "2 are left")


@pytest.mark.rule("middle-earth", "2.6-f")
def test_no_more_magic_points_can_be_used_than_are_left():
    position = sauron_with(4)
    position.when("sauron", Cast("sauron", "sinister-visions", 5)).refused("8.55", "4 points left")
    position.when("sauron", Cast("sauron", "sinister-visions", 4)).then(
        SpellDeclared("sauron", "sinister-visions", 4)
    )


@pytest.mark.rule("middle-earth", "2.6-g")
@pytest.mark.parametrize(("rating", "rallied", "differential"), [(7, True, -1), (6, False, -2)])
def test_one_rating_serves_to_rally_and_in_leader_combat(rating, rallied, differential):
    field = (
        unit("men-footmen-1", "0505"),
        leader("anarion", "0505"),
        unit("men-footmen-2", "0506", disrupted=True),
        unit("men-footmen-3", "0405", disrupted=True),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
    )
    game = board(captains={"anarion": rating, "ringwraith": 8})
    given(game, *field, phase("H", seat="alliance")).when(
        "alliance", Rally("anarion", "men-footmen-2"), [3, 4]
    ).then(like(RallyRolled, rating=rating, rallied=rallied))
    given(game, *field, phase("G", "leaders")).when("alliance", Duel("anarion", "ringwraith"), [6]).then(
        like(DuelFought, attacker_rating=rating, differential=differential)
    )


@pytest.mark.rule("middle-earth", "2.6-h")
@pytest.mark.parametrize(("dice", "points"), [([1, 1, 1], 26), ([1, 1, 4], 20)])
def test_the_value_of_a_lost_unit_goes_to_its_owners_total(dice, points):
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0909"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0101"),
        total("alliance", 11),
        total("sauron", 20),
        MELEE,
    ).when("alliance", Attack("men-footmen-1", "orcs-1"), dice)
    if points > 20:
        position.then_includes(UnitEliminated("orcs-1", "sauron", 6, "7.42"))
    else:
        position.then_includes(UnitReduced("orcs-1", "7.42")).then_not(UnitEliminated)
    assert dict(position.state.totals) == {"alliance": 11, "sauron": points}
