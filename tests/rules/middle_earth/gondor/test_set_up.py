"""Length, set-up, reinforcements (GONDOR-1, GONDOR-7 to GONDOR-13, GONDOR-45)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.chance import Chance, scripted
from rules.errors import OptionError
from rules.middle_earth import set_up, standard
from rules.middle_earth.actions import Bring, BringTo, End, March, Step
from rules.middle_earth.events import (
    ArrivalRolled,
    GameEnded,
    MarkerPlaced,
    PieceEntered,
    ReinforcementsDue,
    TotalChanged,
    UnitPlaced,
)
from rules.middle_earth.game import Game
from rules.middle_earth.gondor.actions import FillCauldrons
from rules.middle_earth.set_up import refuse_hex
from rules.middle_earth.state import State
from rules.parts.hexes import distance
from tests.rules.middle_earth.data_as_written import written
from tests.rules.middle_earth.gondor.siege import engine, leader, siege, whole_game
from tests.rules.middle_earth.harness import given, like, phase, total, unit

ROHAN = ("rohan-heavy-cavalry", "rohan-light-cavalry")


def begun(**options: str) -> tuple[Game, State]:
    game = whole_game(**options)
    state = standard.initial(game)
    for event in standard.begin(game, Chance(scripted(()))):
        state = standard.evolve(game, state, event)
    return game, state


# GONDOR-1


@pytest.mark.rule("gondor", "GONDOR-1")
def test_there_are_16_turns_of_which_the_second_to_the_sixth_are_night():
    board = siege().board
    assert sorted(board.turns) == list(range(1, 17))
    assert [turn for turn in sorted(board.turns) if board.turns[turn].night] == [2, 3, 4, 5, 6]
    assert siege().last_turn == 16


@pytest.mark.rule("gondor", "GONDOR-1")
def test_the_game_ends_after_the_rally_phase_of_turn_16():
    pieces = (unit("spearmen-1", "1211"), leader("imrahil", "1211"), unit("orcs-1", "2011"))
    shaken = unit("archers-1", "1210", disrupted=True)
    for turn, over in ((15, False), (16, True)):
        position = given(siege(), *pieces, shaken, leader("gandalf", "1210"), phase("H", turn=turn))
        position.when("west", End())
        assert any(isinstance(event, GameEnded) for event in position.events) == over


# GONDOR-7 to GONDOR-9


@pytest.mark.rule("gondor", "GONDOR-7")
def test_west_sets_up_10_units_2_leaders_3_catapults_and_6_cauldrons_in_or_near_the_city():
    game = whole_game(setup="free")
    first = set_up.unplaced(game, State(), "west")
    kinds = Counter(
        "unit" if piece in game.board.units else "leader" if piece in game.board.leaders
        else "engine" if piece in game.board.engines else "cauldron"
        for piece in first
    )  # fmt: skip
    assert kinds == {"unit": 10, "leader": 2, "engine": 3, "cauldron": 6}
    assert refuse_hex(game, State(), "gondor-spearmen-1", "1411") is None  # 2 hexes before the wall
    assert refuse_hex(game, State(), "gondor-spearmen-1", "1511") is not None
    assert refuse_hex(game, State(), "gondor-spearmen-1", "1111") is not None  # the tunnel
    assert refuse_hex(game, State(), "gondor-cauldron-1", "1311") is not None  # in the city alone
    assert refuse_hex(game, State(), "gondor-city-catapult-1", "1311") is not None
    assert refuse_hex(game, State(), "gondor-cauldron-1", "1211") is None


@pytest.mark.rule("gondor", "GONDOR-7")
def test_a_hex_holds_one_engine_and_one_cauldron_at_most_and_west_comes_first():
    game, state = begun(setup="free")
    assert standard.awaiting(game, state)[0].seat == "west"
    for placed, other in (
        (MarkerPlaced("cauldron-1", "1211"), "cauldron-2"),
        (engine("city-catapult-1", "1211"), "city-catapult-2"),
    ):
        refused = refuse_hex(game, given(game, placed).state, f"gondor-{other}", "1211")
        assert refused is not None
        assert refused[0] == "5.0"


@pytest.mark.rule("gondor", "GONDOR-9")
def test_sauron_sets_up_second_far_from_the_city_with_22_units_7_engines_and_2_leaders():
    game = whole_game(setup="free")
    second = set_up.unplaced(game, State(), "sauron")
    assert sum(piece in game.board.units for piece in second) == 22
    engines = Counter(game.board.engines[piece].kind for piece in second if piece in game.board.engines)
    assert engines == {"siege-tower": 3, "catapult": 3, "ram": 1}
    assert {piece for piece in second if piece in game.board.leaders} == {
        "gondor-lord-of-the-nazgul-1", "gondor-gothmog-1",
    }  # fmt: skip
    region = game.board.regions["besiegers"]
    assert all(distance(name, inside) >= 6 for name in region for inside in game.board.levels)
    assert [part.side for part in game.board.scenario.set_up] == ["west", "west", "sauron"]


@pytest.mark.rule("gondor", "GONDOR-9")
def test_saurons_engines_and_leaders_stand_with_units():
    game = whole_game(setup="free")
    alone = given(game)
    for piece in ("gondor-siege-tower-1", "gondor-grond-1", "gondor-gothmog-1"):
        assert refuse_hex(game, alone.state, piece, "1911") is not None
    trolls = given(game, unit("trolls-1", "1911"))
    assert refuse_hex(game, trolls.state, "gondor-grond-1", "1911") is None
    assert refuse_hex(game, trolls.state, "gondor-siege-tower-1", "1911") is not None  # GONDOR-43


def test_the_ready_set_up_keeps_all_rules_and_a_file_that_does_not_is_refused():
    game = whole_game()
    ready = set_up.deployment(game)
    assert set_up.problems_of(game, ready) == []
    text = "[place]\n" + "".join(f'{game.short(piece)} = "{name}"\n' for piece, name in ready.items())
    assert whole_game(setup=text).board is game.board
    with pytest.raises(OptionError, match="GONDOR-7"):
        whole_game(setup=text.replace('spearmen-1 = "1211"', 'spearmen-1 = "2020"'))


def test_a_free_set_up_goes_piece_by_piece_and_hex_by_hex():
    game, state = begun(setup="free")
    position = given(game)
    position.state = state
    position.when("west", Bring("archers-1")).when("west", BringTo("1210")).then_includes(
        UnitPlaced("archers-1", "1210")
    )
    position.when("west", Bring("archers-2")).when("west", BringTo("1210")).refused("5.0")


@pytest.mark.rule("gondor", "GONDOR-8")
def test_west_says_in_secret_which_three_cauldrons_hold_oil_each_with_three_counters():
    game, state = begun()
    assert [(each.seat, each.decision) for each in standard.awaiting(game, state)] == [
        ("west", "fill-cauldrons")
    ]
    offered = standard.legal(game, state, "west")
    assert len(offered) == 20
    chosen = FillCauldrons(("gondor-cauldron-2", "gondor-cauldron-3", "gondor-cauldron-5"))
    assert chosen in offered
    for event in standard.decide(game, state, "west", chosen, Chance(scripted(()))):
        state = standard.evolve(game, state, event)
    contents = {name[-1]: (each.content, each.left) for name, each in state.siege.cauldrons.items()}
    assert contents == {
        "1": ("dummy", 3), "2": ("oil", 3), "3": ("oil", 3), "4": ("dummy", 3), "5": ("oil", 3), "6": ("dummy", 3),
    }  # fmt: skip


# GONDOR-10 to GONDOR-13, GONDOR-45

GARRISON = (unit("spearmen-1", "1211"), leader("imrahil", "1211"))
BESIEGERS = (unit("orcs-1", "2011"), unit("orcs-2", "2013"))


def before(letter: str, turn: int, *more):
    """Just before the movement phase of a side, with the phase before it waiting for its end."""
    previous = {"C": ("B", "sauron"), "F": ("E", "west")}[letter]
    caster = leader("gandalf", "1211") if letter == "F" else leader("lord-of-the-nazgul", "2011")
    step = (
        phase("A", seat="sauron", turn=turn)
        if letter == "C"
        else phase(previous[0], seat=previous[1], turn=turn)
    )
    return given(siege(), *GARRISON, *BESIEGERS, caster, *more, step), previous[1]


COMING = {each["title"]: each for each in written("gondor", "scenario")["siege"]["arrivals"]}
"""When they come is ours to set where no report prints it."""


@pytest.mark.rule("gondor", "GONDOR-10")
def test_the_second_wave_of_16_comes_by_the_east_edge_on_its_turn():
    first = COMING["Second wave"]["turn"]
    for turn, comes in ((first - 1, False), (first, True)):
        position, seat = before("C", turn)
        position.when(seat, End())
        due = [event for event in position.events if isinstance(event, ReinforcementsDue)]
        assert bool(due) == comes
    assert (len(due[0].pieces), due[0].region) == (16, "east-edge")
    position.when("sauron", March("trolls-3")).when("sauron", Step("3411")).then_includes(
        PieceEntered("trolls-3", "3411", 1)
    )
    assert position.state.marching is not None
    assert position.state.marching.left == 3


@pytest.mark.rule("gondor", "GONDOR-11")
def test_harad_and_the_uruk_hai_come_on_turn_10_by_the_southern_part_of_the_east_edge():
    for turn, comes in ((9, False), (10, True)):
        position, seat = before("C", turn)
        position.when(seat, End())
        due = [event for event in position.events if isinstance(event, ReinforcementsDue)]
        assert any(each.title.startswith("Harad") for each in due) == comes
    wave = next(each for each in due if each.title.startswith("Harad"))
    kinds = Counter(piece.removeprefix("gondor-").rstrip("-123456") for piece in wave.pieces)
    assert kinds == {"harad-horsemen": 4, "mumakil": 2, "uruk-hai": 3, "king-of-harad": 1}
    region = siege().board.regions[wave.region]
    assert set(region) == {f"34{row}" for row in range(12, 19)}


@pytest.mark.rule("gondor", "GONDOR-12")
def test_rohan_comes_on_5_or_6_from_turn_5_and_the_garrison_takes_heart():
    position, seat = before("F", 4)
    position.when(seat, End()).then_not(ArrivalRolled)
    position, seat = before("F", 5, total("garrison", 15))
    position.when(seat, End(), dice=[4]).then_includes(like(ArrivalRolled, die=4, comes=False))
    position, seat = before("F", 7, total("garrison", 15))
    position.when(seat, End(), dice=[6]).then_includes(
        like(ArrivalRolled, die=6, comes=True), ReinforcementsDue, TotalChanged("garrison", -10, "GONDOR-12")
    )
    rohan = next(each for each in position.events if isinstance(each, ReinforcementsDue))
    assert len(rohan.pieces) == 13
    assert rohan.region == "north-edge"
    assert position.state.totals["garrison"] == 5


@pytest.mark.rule("gondor", "GONDOR-12")
def test_rohan_comes_in_the_end_without_a_roll_and_once_only():
    surely = COMING["Rohan"]["surely"]
    assert surely > 7, "rolled for on turn 7 (published)"
    aragorn = ReinforcementsDue(3, "Aragorn", (), "south-edge", "GONDOR-13")
    position, seat = before("F", surely, aragorn)
    position.when(seat, End()).then_includes(like(ReinforcementsDue, title="Rohan")).then_not(ArrivalRolled)
    position, seat = before(
        "F", surely + 1, aragorn, ReinforcementsDue(2, "Rohan", (), "north-edge", "GONDOR-12")
    )
    position.when(seat, End()).then_not(ReinforcementsDue)


@pytest.mark.rule("gondor", "GONDOR-13")
def test_aragorn_comes_on_a_roll_from_his_turn_on_and_surely_in_the_end():
    first, least, surely = (COMING["Aragorn"][name] for name in ("turn", "least", "surely"))
    rohan = ReinforcementsDue(2, "Rohan", (), "north-edge", "GONDOR-12")
    for die, comes in ((least - 1, False), (least, True)):
        position, seat = before("F", first, rohan, total("garrison", 20))
        position.when(seat, End(), dice=[die])
        due = [event for event in position.events if isinstance(event, ReinforcementsDue)]
        assert bool(due) == comes
    assert due[0].region == "south-edge"
    assert len(due[0].pieces) == 6
    assert position.state.totals["garrison"] == 10
    position, seat = before("F", surely, rohan)
    position.when(seat, End()).then_includes(like(ReinforcementsDue, title="Aragorn"))


DUE = ReinforcementsDue(2, "Rohan", ("rohan-light-cavalry-1", "theoden"), "north-edge", "GONDOR-12")


@pytest.mark.rule("gondor", "GONDOR-45")
def test_a_reinforcement_pays_for_its_hex_of_entry_and_moves_on_with_the_rest():
    position = given(siege(), *GARRISON, *BESIEGERS, DUE, phase("F", turn=5))
    position.when("west", March("rohan-light-cavalry-1", "theoden")).when("west", Step("2001")).then_includes(
        PieceEntered("rohan-light-cavalry-1", "2001", 1, "theoden")
    )
    assert position.state.marching is not None
    assert position.state.marching.left == 5
    position.when("west", Step("2002"))
    assert position.state.leaders["gondor-theoden-1"].hex == "2002"


@pytest.mark.rule("gondor", "GONDOR-45")
def test_a_reinforcement_enters_no_held_hex_but_may_enter_a_zone_and_stops_there():
    held = unit("orcs-3", "2001")
    position = given(siege(), *GARRISON, held, DUE, phase("F", turn=5))
    position.when("west", March("rohan-light-cavalry-1")).when("west", Step("2001")).refused("GONDOR-45")
    position.when("west", Step("2101"))
    assert position.state.marching is None  # 6.0
    assert position.state.units["gondor-rohan-light-cavalry-1"].hex == "2101"


@pytest.mark.rule("gondor", "GONDOR-45")
def test_archers_do_not_enter_in_an_enemy_zone_and_what_waits_may_come_later():
    due = ReinforcementsDue(0, "Second wave", ("orc-archers-5",), "east-edge", "GONDOR-10")
    held = unit("spearmen-1", "3311")
    position = given(siege(), held, unit("orcs-1", "2011"), due, phase("C", turn=4))
    position.when("sauron", March("orc-archers-5")).when("sauron", Step("3411")).refused("7.15")
    waits = given(siege(), *GARRISON, *BESIEGERS, due, phase("C", turn=4))
    waits.when("sauron", End())
    assert "gondor-orc-archers-5" in waits.state.reserves


@pytest.mark.rule("gondor", "GONDOR-45")
def test_a_leader_enters_with_a_unit_of_his_own_or_not_at_all():
    position = given(siege(), *GARRISON, *BESIEGERS, DUE, phase("F", turn=5))
    position.offers_not(March("theoden")).when("west", March("theoden")).refused("GONDOR-45")


@pytest.mark.rule("gondor", "GONDOR-45")
@pytest.mark.parametrize("carrying", ["theoden", "eomer", "rohan-light-cavalry-1"])
def test_a_leader_off_the_map_takes_nobody_along_when_he_enters(carrying):
    position = given(siege(), *GARRISON, unit("rohan-heavy-cavalry-1", "2001"), DUE, phase("F", turn=5))
    position.offers(March("theoden")).offers_not(March("theoden", carrying))
    position.when("west", March("theoden", carrying)).refused("4.0", "does not go along")
