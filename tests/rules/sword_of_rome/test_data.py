"""The data of The Sword of Rome: what they hold, what is looked up from them, and what is said of faults in them."""

from collections import Counter
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rules.errors import DataError
from rules.ruleset import Tally
from rules.sword_of_rome.data import SHAPE, Board, GameData, board, load, overlay, tally
from rules.sword_of_rome.data_board import Losses, SiegePoints, StrengthModifier
from rules.sword_of_rome.data_conditions import AnyCondition, Where
from rules.sword_of_rome.data_effects import AnyOperation, CancelEvent, Play, SellSwords
from rules.sword_of_rome.data_records import KINDS, field


@pytest.fixture(scope="module")
def data() -> GameData:
    return load()


@pytest.fixture(scope="module")
def four(data: GameData) -> Board:
    return board(data, "four-players")


@pytest.fixture(scope="module")
def three(data: GameData) -> Board:
    return board(data, "three-players")


# What is there


def test_data_survives_the_archive(data: GameData) -> None:
    stored = msgspec.json.encode(data, order="deterministic")
    assert msgspec.json.decode(stored, type=GameData) == data
    assert msgspec.json.encode(load(), order="deterministic") == stored
    assert data.shape == SHAPE
    assert {each.replace("_", "-") for each in data.__struct_fields__} - {"shape"} == set(KINDS)


def test_tally_counts_records_and_the_cells_of_tables(data: GameData) -> None:
    assert tally(data) == Tally(seed=93, published=38, reconstruct=590)


@pytest.mark.parametrize(
    ("kind", "name", "counts"),
    [
        ("siege-result", "7", (1, 0, 1)),  # the CU are printed, the points are ours
        ("attrition", "1-2", (0, 0, 6)),
        ("combat-loss", "4", (0, 4, 0)),
        ("leader", "pyrrhus", (0, 0, 1)),  # the name is printed, the activation ours: the weakest mark counts
        ("deck", "rome", (1, 0, 0)),
    ],
)
def test_tally_of_one_record(data: GameData, kind: str, name: str, counts: tuple[int, int, int]) -> None:
    only: dict[str, object] = {each: {} for each in data.__struct_fields__ if each != "shape"}
    only[field(kind)] = {name: getattr(data, field(kind))[name]}
    seed, published, reconstruct = counts
    expected = Tally(seed=seed, published=published, reconstruct=reconstruct)
    assert tally(msgspec.structs.replace(data, **only)) == expected


def test_tally_counts_cities_and_forces_singly(data: GameData) -> None:
    only: dict[str, object] = {each: {} for each in data.__struct_fields__ if each != "shape"}
    counted = tally(msgspec.structs.replace(data, **{**only, "deployment": data.deployment}))
    usual = data.deployment["usual"]
    assert counted.seed + counted.published + counted.reconstruct == 1 + len(usual.cities) + len(usual.forces)
    assert counted.seed == 10  # the loyalties that 7.3 and the glossary print


def test_map_has_the_spaces_of_every_home(data: GameData) -> None:
    kinds = Counter((space.home, space.kind) for space in data.space.values())
    assert len(data.space) == 97
    assert len(data.connection) == 162
    assert (kinds["rome", "walled"], kinds["rome", "normal"]) == (4, 3)
    assert {name for name, space in data.space.items() if space.home == "rome"} == {
        *("roma", "capua", "narnia", "sutrium", "praeneste", "velitrae", "tarracina"),
    }
    assert {name for name, space in data.space.items() if space.home == "etruscans" and space.loyalty} == {
        "pisae",
        "tarquinii",
    }
    assert all(
        space.kind == "normal" for space in data.space.values() if space.home == "gauls"
    )  # the note of 14.6
    assert data.space["velitrae"].aliases == ("Anagnia",)


def test_reinforcements_are_those_that_the_rule_lists(four: Board) -> None:
    assert four.reinforcements == {
        "rome": {"roma": 2},
        "greece": {"syracusae": 2, "messana": 1, "tarentum": 1, "neapolis": 1},
        "gauls": dict.fromkeys(("eporedia", "genua", "mediolanum", "bononia", "sena-gallica", "patavium"), 1),
        "etruscans": {"pisae": 1, "tarquinii": 1},
        "samnites": {"aufidena": 1, "bovianum": 1, "larinum": 1},
        "volsci": {"antium": 1},
        "carthage": {"carthago": 3},
        "transalpine": {"transalpine-box": 1},
    }
    assert four.numbers.roman_city_units == 1


def test_four_decks_of_39_cards_with_two_desperate_times_each(data: GameData, four: Board) -> None:
    assert len(data.card) == 4 * 39
    for seat, drawn in four.decks.items():
        assert len(drawn) == 37
        aside = four.set_aside[seat]
        assert [four.cards[name].number for name in aside] == [38, 39]
        assert {four.cards[name].title for name in aside} == {"Desperate Times"}
        assert not set(drawn) & set(aside)
    assert four.titled["rome", "Campaign"] == ("r-1", "r-2")
    assert len(four.titled["etruria-samnium", "Neutral Power Activates"]) == 6


def test_cards_that_the_rulebook_names_have_its_numbers(data: GameData) -> None:
    named = {
        "r-3": "Duoviri Navales",
        "r-12": "Appian Way",
        "r-35": "Carthage Signs Treaty",
        "g-8": "Agathocles Lands in Africa",
        "e-1": "Gallic Fury",
        "e-2": "Death of Aulius",
        "e-25": "Naval Transport",
        "e-31": "Caudine Forks",
    }
    assert {name: data.card[name].title for name in named} == named
    assert data.card["e-1"].ops == 1  # the example of 16.1.1


def test_every_operation_and_condition_is_used_by_some_card(data: GameData) -> None:
    plays = [play for card in data.card.values() for play in card.plays]
    events = [operation for event in data.gallic_event.values() for operation in event.operations]
    used = {type(operation) for play in plays for operation in play.operations} | {
        type(each) for each in events
    }
    assert used == set(get_args(AnyOperation))
    assert {type(each) for play in plays for each in play.requires} == set(get_args(AnyCondition))


def test_naval_transport_is_an_activation_or_a_retreat(data: GameData) -> None:
    first, second = data.card["e-25"].plays
    assert (first.window, second.window) == ("own-action", "retreat")


def test_what_texts_say_beyond_a_plain_list_of_effects(data: GameData) -> None:
    def operations(card: str) -> tuple[object, ...]:
        return data.card[card].plays[0].operations

    city = Where(kind="walled", control="own", unbesieged=True)
    assert operations("a-27") == (SellSwords(units=2, plunder=2, at=(city,)),)
    assert getattr(operations("a-20")[1], "where_added", None) is True
    assert getattr(operations("a-32")[0], "power", None) == "holder"
    assert getattr(operations("g-32")[0], "support", None) is False
    assert getattr(operations("r-32")[0], "support", None) is True
    assert getattr(operations("r-4")[0], "commands", None) is True
    assert getattr(operations("r-36")[0], "within", None) == (Where(adjacent=("rome",)),)
    assert getattr(operations("g-10")[0], "at", None) == (
        Where(lands=("italy",), kind="walled", control="own", unbesieged=True),
    )


def test_set_up_of_the_support_example_stands(four: Board) -> None:
    loyalties = {"roma": 3, "capua": 1, "narnia": 1, "sutrium": 1, "tarquinii": 1, "pisae": 1}
    assert {name: four.loyalty[name] for name in loyalties} == loyalties
    forces = {force.space: force for force in four.forces}
    assert forces["roma"].leaders == ("valerius",)
    assert forces["velitrae"].leaders == ("camillus",)
    assert forces["clusium"].power == "etruscans"
    assert not {"capua", "narnia", "sutrium", "praeneste", "tarracina"} & set(forces)
    assert four.control["antium"] == "volsci"
    assert four.control["luceria"] == "independent"
    assert set(four.control) == set(four.spaces)


def test_turns_follow_each_other_from_386_to_272(four: Board, data: GameData) -> None:
    assert (four.turns[0].from_bc, four.turns[-1].to_bc) == (386, 272)
    assert four.levels == (11, 11, 12, 12, 12, 12, 12, 12, 12)
    short = board(data, "short-game")
    assert (len(short.turns), short.turns[-1].to_bc) == (6, 310)
    assert short.levels == (10, 11, 11, 11, 11, 11)


# Geography


def test_connections_are_short(data: GameData) -> None:
    for name, connection in data.connection.items():
        first, second = (data.space[each] for each in name.split("|"))
        length = hypot(first.x - second.x, first.y - second.y)
        limit = 135 if connection.terrain == "clear" else 140
        assert 25 < length < limit, f"{name} is {length:.0f} long"


def test_no_two_connections_cross(data: GameData) -> None:
    ends = {
        name: tuple((data.space[each].x, data.space[each].y) for each in name.split("|"))
        for name in data.connection
    }

    def side(line: tuple[tuple[int, int], ...], point: tuple[int, int]) -> int:
        (x, y), (to_x, to_y) = line
        return (to_x - x) * (point[1] - y) - (to_y - y) * (point[0] - x)

    crossing = [
        (name, other)
        for (name, line), (other, second) in combinations(ends.items(), 2)
        if side(line, second[0]) * side(line, second[1]) < 0
        and side(second, line[0]) * side(second, line[1]) < 0
    ]
    assert crossing == []


def test_each_land_hangs_together_and_the_strait_alone_joins_two(data: GameData, four: Board) -> None:
    def reached(start: str, land: str) -> set[str]:
        found, open_ = {start}, [start]
        while open_:
            for each in four.adjacent[open_.pop()]:
                if each not in found and data.space[each].land == land:
                    found.add(each)
                    open_.append(each)
        return found

    lands: dict[str, set[str]] = {}
    for name, space in data.space.items():
        lands.setdefault(space.land, set()).add(name)
    assert {land: reached(min(names), land) == names for land, names in lands.items()} == dict.fromkeys(
        ("italy", "sicily", "africa", "transalpine"), True
    )
    across = {
        name for name in data.connection if len({data.space[each].land for each in name.split("|")}) == 2
    }
    assert across == {"messana|rhegium", "transalpine-box|eporedia"}
    assert data.connection["messana|rhegium"].terrain == "strait"
    assert lands["sicily"] == set(data.region["sicily"].spaces)


def test_spaces_lie_where_they_lie_in_italy(data: GameData) -> None:
    space = data.space
    north_to_south = (
        "mediolanum",
        "bononia",
        "arretium",
        "roma",
        "capua",
        "tarentum",
        "messana",
        "syracusae",
    )
    assert all(space[before].y < space[after].y for before, after in pairwise(north_to_south))
    west_to_east = ("genua", "pisae", "roma", "capua", "tarentum", "brundisium")
    assert all(space[before].x < space[after].x for before, after in pairwise(west_to_east))
    assert space["lilybaeum"].x < space["agrigentum"].x < space["syracusae"].x
    assert space["carthago"].x < space["kerkouane"].x < space["lilybaeum"].x


def test_neighbours_of_the_worked_examples(four: Board) -> None:
    assert {"capua", "velitrae"} <= set(four.adjacent["fregellae"])  # the battle of 12
    assert "pisae" in four.adjacent["luna"]  # 11.1
    assert "populonium" in four.adjacent["pisae"]
    assert "spoletium" in four.adjacent["sentinum"]  # 14.3
    assert "fregellae" in four.adjacent["capua"]  # 7.3: a Samnite space next to Capua
    assert any(four.control[each] == "etruscans" for each in four.adjacent["sutrium"])


# What is looked up


@pytest.mark.rule("sword-of-rome", "2.3-a", "2.3-b")
def test_ways_cost_what_their_terrain_costs(four: Board) -> None:
    rome = {way.space: way.terrain for way in four.ways["rome"]["fregellae"]}
    assert (rome["capua"].movement, rome["capua"].difficult) == (1, False)
    assert (rome["aufidena"].movement, rome["aufidena"].difficult, rome["aufidena"].attack) == (2, True, -2)
    assert "transalpine-box" not in {way.space for way in four.ways["transalpine"]["eporedia"]}
    assert [way.space for way in four.ways["transalpine"]["transalpine-box"]] == ["eporedia"]
    assert "transalpine-box" in four.adjacent["eporedia"]


def test_samnites_find_their_mountains_clear(four: Board) -> None:
    for space in ("aufidena", "bovianum"):
        assert {way.terrain.id for way in four.ways["samnites"][space]} == {"clear"}
        assert {way.terrain.id for way in four.ways["etruscans"][space]} == {"rough"}


def test_ports_of_africa_are_for_carthage(four: Board) -> None:
    assert set(four.punic_ports) - set(four.ports) == {"carthago", "kerkouane"}
    assert {"roma", "neapolis", "syracusae", "messana", "lilybaeum", "pisae", "tarentum"} <= set(four.ports)


def test_ties_and_the_clock(four: Board, three: Board) -> None:
    assert list(four.seats) == ["rome", "greece", "gauls", "etruria-samnium"]
    assert sorted(four.tie_rank, key=lambda seat: four.tie_rank[seat]) == [
        *("gauls", "etruria-samnium", "greece", "rome")
    ]
    assert list(four.powers)[:5] == ["gauls", "etruscans", "samnites", "greece", "rome"]
    assert three.seat_of == {
        "rome": "rome",
        "greece": "greece",
        "etruscans": "etruria-samnium",
        "samnites": "etruria-samnium",
    }


def test_three_players_are_without_gauls(three: Board, four: Board) -> None:
    gone = set(four.spaces) - set(three.spaces)
    assert gone == set(four.homes["gauls"]) | set(four.homes["transalpine"])
    assert three.neutral == ("carthage", "volsci")
    assert not any(force.power in ("gauls", "transalpine") for force in three.forces)
    assert not any(space in gone for others in three.adjacent.values() for space in others)
    assert "brennus" not in three.leaders
    assert "gauls" not in three.decks
    cancelling = {response.card.id for seat in three.responses["gallic-event"].values() for response in seat}
    assert cancelling == {name for name, card in three.cards.items() if card.gallic_cancel}
    raven = Play(window="gallic-event", operations=(CancelEvent(),))
    assert raven in [response.play for response in three.responses["gallic-event"]["rome"]]
    assert "r-18" not in {response.card.id for response in three.responses["battle-certain"]["rome"]}
    assert "r-18" in {response.card.id for response in four.responses["battle-certain"]["rome"]}
    assert not any(four.responses["gallic-event"].values())


def test_responses_are_found_by_moment_and_seat(four: Board) -> None:
    forks = four.responses["reactions-over"]
    assert [response.card.id for response in forks["etruria-samnium"]] == ["e-31"]
    assert [response.card.id for response in four.responses["sea-move"]["greece"]] == ["g-14"]
    assert "e-25" in {response.card.id for response in four.responses["retreat"]["etruria-samnium"]}
    assert "own-action" not in four.responses


@pytest.mark.rule("sword-of-rome", "12.2.1-b")
def test_strength_of_the_known_points_agrees_with_the_rows(data: GameData, four: Board) -> None:
    for cell in data.strength.values():
        assert four.strength(cell.larger, cell.smaller).modifier == cell.modifier
    rows = overlay(data, "")
    bare = board(msgspec.structs.replace(rows, strength={}), "four-players")
    for cell in data.strength.values():
        assert bare.strength(cell.larger, cell.smaller).modifier == cell.modifier, cell.id
    assert four.strength(7, 5) == StrengthModifier(0, False)
    assert four.strength(9, 6) == StrengthModifier(1, False)
    assert four.strength(9, 3) == StrengthModifier(6, False)
    assert four.strength(9, 2) == StrengthModifier(9, False)
    assert four.strength(10, 2) == StrengthModifier(0, True)


def test_dice_cost_what_the_examples_say(four: Board) -> None:
    assert sum(four.winner_dice[die - 1].loser for die in (6, 5, 3)) == 4
    assert sum(four.loser_dice[die - 1].loser for die in (5, 5, 1)) == 1
    assert sum(four.loser_dice[die - 1].winner for die in (5, 5, 1)) == 2
    assert four.winner_dice[3] == Losses(0, 1)
    assert four.loser_dice[1] == Losses(0, 0)


def test_tables_end_where_rolls_go_beyond_them(four: Board) -> None:
    assert four.siege(3) == SiegePoints(0, 1)
    assert four.siege(7) == SiegePoints(1, 1)
    assert four.siege(10) == SiegePoints(1, 0)
    assert four.siege(14) == four.siege(12)
    assert four.siege(0) == four.siege(1)
    assert (four.voyage(2), four.voyage(3), four.voyage(6)) == ("success", "return", "attrition")
    assert (four.voyage(-1), four.voyage(7)) == ("success", "attrition")
    assert [four.attrition(2, die) for die in range(1, 7)] == [0, 0, 0, 0, 1, 1]
    assert four.attrition(120, 6) == 4
    assert set(four.gallic_events) == set(range(2, 13))


def test_a_board_is_made_once_for_one_data(data: GameData) -> None:
    assert board(data, "two-players") is board(data, "two-players")
    assert board(load(), "two-players") is not board(data, "two-players")
    with pytest.raises(KeyError):
        board(data, "five-players")


# An owner's folder


def test_an_owner_lays_a_folder_over_the_data(tmp_path: Path, data: GameData) -> None:
    (tmp_path / "mine.toml").write_text(
        '[[siege-result]]\nid = "4"\nroll = 4\npoints = 0\nunits_lost = 0\nsource = "published"\n'
    )
    mine = load(tmp_path)
    assert board(mine, "four-players").siege(4) == SiegePoints(0, 0)
    assert mine.card == data.card
    assert tally(mine) == Tally(seed=93, published=40, reconstruct=588)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such folder"):
        load(tmp_path / "box")
    with pytest.raises(DataError, match=r"holds no \.toml file"):
        load(tmp_path)
