"""Gates seized, levels taken, Mumakil, retreats in the city (GONDOR-23, GONDOR-43, GONDOR-44)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Attack, End, Fire, March, Retreat, Step
from rules.middle_earth.casualties import attack_letter
from rules.middle_earth.displacement import open_hexes
from rules.middle_earth.events import GameEnded, HexsideOpened, TotalChanged
from rules.middle_earth.gondor.actions import RaiseLadder, SeizeGate
from rules.middle_earth.gondor.events import GateSeized, LevelRetaken, LevelTaken
from tests.rules.middle_earth.gondor.siege import engine, siege
from tests.rules.middle_earth.harness import given, like, opened, phase, total, unit

FAR = (unit("light-orc-spearmen-1", "2515"), unit("light-orc-spearmen-2", "2517"))
WEST = (unit("spearmen-4", "0511"), unit("spearmen-3", "0512"))
C = phase("C")
TO_LEVEL_2 = "1113|1213"


# GONDOR-23


@pytest.mark.rule("gondor", "GONDOR-23", "GONDOR-19")
def test_infantry_before_an_undefended_level_gate_seizes_it_for_3_points():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1213"), C)
    position.when("sauron", SeizeGate("orcs-1", TO_LEVEL_2)).then_includes(
        GateSeized("orcs-1", TO_LEVEL_2, 3), HexsideOpened(TO_LEVEL_2, "open-gate")
    )
    assert position.state.marching is not None
    assert position.state.marching.left == 1
    position.when("sauron", Step("1113"))  # from then on it is open


@pytest.mark.rule("gondor", "GONDOR-23")
def test_a_moving_unit_seizes_with_what_is_left_of_its_points():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1212"), C)
    position.when("sauron", March("orcs-1")).when("sauron", Step("1213"))
    position.when("sauron", SeizeGate("orcs-1", TO_LEVEL_2))
    assert position.state.units["gondor-orcs-1"].hex == "1213"
    late = given(siege(), *FAR, *WEST, unit("orcs-1", "1211"), C)
    late.when("sauron", March("orcs-1"))
    for name in ("1212", "1213"):
        late.when("sauron", Step(name))
    late.when("sauron", SeizeGate("orcs-1", TO_LEVEL_2)).refused("4.26")


@pytest.mark.rule("gondor", "GONDOR-23")
def test_a_gate_with_a_steady_defender_is_not_seized_a_disrupted_one_does_not_keep_it():
    for shaken, allowed in ((False, False), (True, True)):
        position = given(
            siege(), *FAR, *WEST, unit("orcs-1", "1213"), unit("spearmen-1", "1113", disrupted=shaken), C
        )
        if allowed:
            position.offers(SeizeGate("orcs-1", TO_LEVEL_2))
        else:
            position.when("sauron", SeizeGate("orcs-1", TO_LEVEL_2)).refused("GONDOR-23", "defended")
    above = given(siege(), *FAR, *WEST, unit("orcs-1", "1113"), C)
    above.when("sauron", SeizeGate("orcs-1", TO_LEVEL_2)).refused("GONDOR-23")
    horse = given(siege(), *FAR, *WEST, unit("mordor-cavalry-1", "1213"), C)
    horse.when("sauron", SeizeGate("mordor-cavalry-1", TO_LEVEL_2)).refused("GONDOR-23")


def combat_over(*pieces, turn: int = 1, letter: str = "D"):
    """The end of a combat phase in which one side may still fire."""
    if letter == "D":
        extra = (unit("orc-archers-1", "2020"), unit("archers-1", "2021"))
        return given(siege(), *FAR, *extra, *pieces, phase("D", "missile", turn=turn)).when("sauron", End())
    extra = (unit("archers-1", "2020"), unit("orc-archers-1", "2021"))
    return given(siege(), *FAR, *extra, *pieces, phase("G", "missile", turn=turn)).when("west", End())


@pytest.mark.rule("gondor", "GONDOR-23", "GONDOR-39")
def test_a_level_falls_when_sauron_is_in_it_and_west_is_not_the_first_first():
    position = combat_over(unit("orcs-1", "1210"), *WEST, total("garrison", 14), total("sauron", 30))
    position.then_includes(
        LevelTaken(1, True),
        TotalChanged("garrison", 10, "GONDOR-39"),
        TotalChanged("sauron", -5, "GONDOR-39"),
    )
    assert (position.state.totals["garrison"], position.state.totals["sauron"]) == (24, 25)
    held = combat_over(unit("orcs-1", "1210"), unit("spearmen-1", "0504"), *WEST)
    held.then_not(LevelTaken)
    second = combat_over(unit("orcs-1", "1110"), unit("spearmen-1", "0504"), *WEST)
    second.then_not(LevelTaken)  # level 1 stands, and comes first


@pytest.mark.rule("gondor", "GONDOR-23")
def test_an_empty_level_also_falls_by_the_open_gate_above_it():
    taken = LevelTaken(1, True)
    position = combat_over(*WEST, opened(TO_LEVEL_2, "open-gate"))
    position.then_includes(taken).then_not(like(LevelTaken, level=2))
    breached = combat_over(*WEST, opened(TO_LEVEL_2, "breach"))
    breached.then_includes(taken)
    combat_over(*WEST).then_not(LevelTaken)


@pytest.mark.rule("gondor", "GONDOR-23")
def test_saurons_total_does_not_fall_below_0():
    position = combat_over(unit("orcs-1", "1210"), *WEST, total("sauron", 3))
    assert position.state.totals["sauron"] == 0


@pytest.mark.rule("gondor", "GONDOR-23")
def test_west_retakes_a_level_without_a_change_of_totals_and_its_second_loss_counts_nothing():
    position = combat_over(unit("spearmen-1", "1210"), *WEST, LevelTaken(1, True), letter="G")
    position.then_includes(LevelRetaken(1)).then_not(TotalChanged)
    assert position.state.siege.held == frozenset()
    again = combat_over(unit("orcs-1", "1210"), *WEST, LevelTaken(1, True), LevelRetaken(1))
    again.then_includes(LevelTaken(1, False)).then_not(TotalChanged)


@pytest.mark.rule("gondor", "GONDOR-23", "GONDOR-42")
def test_the_fall_of_the_seventh_level_ends_the_game_at_once():
    taken = [LevelTaken(level, True) for level in range(1, 7)]
    position = combat_over(unit("orcs-1", "0511"), unit("spearmen-1", "2201"), *taken)
    position.then_includes(LevelTaken(7, True), like(GameEnded, winners=("sauron",), how="decisive"))


# GONDOR-43


@pytest.mark.rule("gondor", "GONDOR-43", "GONDOR-22")
def test_trolls_and_mumakil_use_no_ladders():
    position = given(siege(), *FAR, *WEST, unit("trolls-1", "1310"), unit("mumakil-1", "1309"), C)
    position.when("sauron", RaiseLadder("trolls-1", "1210|1310")).refused("GONDOR-22", "may not use")
    position.when("sauron", RaiseLadder("mumakil-1", "1209|1309")).refused("GONDOR-22", "may not use")


@pytest.mark.rule("gondor", "GONDOR-43")
def test_mumakil_come_into_the_city_by_the_destroyed_great_gate_alone():
    breach = given(siege(), *FAR, *WEST, unit("mumakil-1", "1310"), opened("1210|1310"), C)
    breach.when("sauron", March("mumakil-1")).when("sauron", Step("1210")).refused("GONDOR-43")
    gate = given(siege(), *FAR, *WEST, unit("mumakil-1", "1311"), opened("1211|1311", "open-gate"), C)
    gate.when("sauron", March("mumakil-1")).when("sauron", Step("1211"))
    assert gate.state.units["gondor-mumakil-1"].hex == "1211"
    gate.when("sauron", Step("1210"))  # inside it goes on
    prey = given(siege(), *FAR, *WEST, unit("mumakil-1", "1310"), unit("spearmen-1", "1210"), opened("1210|1310"),
                 phase("D", "melee"))  # fmt: skip
    prey.offers_not(Attack("mumakil-1", "spearmen-1"))  # 7.36


@pytest.mark.rule("gondor", "GONDOR-43")
def test_cavalry_attacks_a_mumak_one_letter_worse_and_infantry_does_not():
    position = given(siege(), unit("rohan-heavy-cavalry-1", "2110"), unit("guard-of-the-citadel-1", "2210"),
                     unit("mumakil-1", "2211"), unit("uruk-hai-1", "2010"), phase("G", "melee"))  # fmt: skip
    game, state = position.game, position.state
    rated = attack_letter(game, state, "gondor-rohan-heavy-cavalry-1", "2211", "melee")
    assert (rated.value, [each.rule for each in rated.modifiers]) == ("C", ["GONDOR-43"])
    assert attack_letter(game, state, "gondor-rohan-heavy-cavalry-1", "2010", "melee").value == "B"
    assert attack_letter(game, state, "gondor-guard-of-the-citadel-1", "2211", "melee").value == "D"


# GONDOR-44


@pytest.mark.rule("gondor", "GONDOR-44")
def test_units_retreat_over_what_they_could_cross_in_movement():
    game = siege()
    west = given(game, unit("spearmen-1", "1213"), unit("orcs-1", "1210"), phase("D", "melee")).state
    assert "1113" in open_hexes(game, west, "gondor-spearmen-1", "1213")  # its own gate
    assert "1114" not in open_hexes(game, west, "gondor-spearmen-1", "1213")  # the wall
    assert "1113" not in open_hexes(game, west, "gondor-orcs-1", "1213")
    open_now = given(game, unit("orcs-1", "1210"), opened("1210|1310"), phase("D", "melee")).state
    assert "1310" in open_hexes(game, open_now, "gondor-orcs-1", "1210")  # a breach
    path = given(game, unit("orcs-1", "1110"), phase("D", "melee")).state
    assert "1111" in open_hexes(game, path, "gondor-orcs-1", "1110")  # the tunnel's path


@pytest.mark.rule("gondor", "GONDOR-44")
def test_a_unit_that_came_over_ladder_or_tower_does_not_go_back_over_the_wall():
    position = given(
        siege(), *FAR, unit("orcs-1", "1210"), engine("siege-tower-1", "1310", against="1210|1310"),
        unit("orcs-2", "1310"), unit("archers-1", "1112"), unit("archers-2", "0512"), phase("G", "missile"),
    )  # fmt: skip
    position.when("west", Fire("archers-1", "orcs-1"), dice=[1, 1, 6]).awaits("sauron", "retreat")
    position.offers_not(Retreat("1310"), Retreat("1311"))
    position.offers(Retreat("1209"))


def test_a_unit_that_passes_through_a_friend_seizes_no_gate_there():
    friend = unit("orcs-2", "1213", disrupted=True)
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1212"), friend, C)
    position.when("sauron", March("orcs-1")).when("sauron", Step("1213"))
    position.when("sauron", SeizeGate("orcs-1", TO_LEVEL_2)).refused("5.0")
