"""Three armies and who wins (GONDOR-38 to GONDOR-40, GONDOR-42, GONDOR-47, GONDOR-48)."""

from __future__ import annotations

import pytest

from rules.chance import Chance, scripted
from rules.middle_earth import rally
from rules.middle_earth.actions import End
from rules.middle_earth.events import (
    ArmyDemoralized,
    GameEnded,
    TotalChanged,
    UnitEliminated,
)
from rules.middle_earth.gondor.victory import over
from rules.middle_earth.leaders import DEATH, harm
from rules.middle_earth.night import is_fanatic
from rules.middle_earth.unfolding import Unfolding
from tests.rules.middle_earth.gondor.siege import leader, siege
from tests.rules.middle_earth.harness import demoralized, given, phase, total, unit

FAR = (unit("light-orc-spearmen-1", "2515"), unit("light-orc-spearmen-2", "2517"))
WEST = (unit("spearmen-4", "0511"), unit("spearmen-3", "0512"))


def phase_over(*totals, turn: int = 1):
    """The end of Sauron's combat phase, where demoralization is tested."""
    shooters = (unit("orc-archers-1", "2020"), unit("archers-1", "2021"))
    position = given(siege(), *FAR, *WEST, *shooters, *totals, phase("D", "missile", turn=turn))
    return position.when("sauron", End())


@pytest.mark.rule("gondor", "GONDOR-38")
def test_the_three_levels_are_35_76_and_93_and_each_army_has_its_own_total():
    assert siege().board.levels_of == {"garrison": 35, "relief": 76, "sauron": 93}
    armies = {unit.type: unit.army for unit in siege().board.units.values() if unit.role == "west"}
    assert {kind for kind, army in armies.items() if army == "relief"} == {
        "rohan-heavy-cavalry", "rohan-light-cavalry", "grey-company", "southern-fief-cavalry",
    }  # fmt: skip
    for army, points, broken in (
        ("garrison", 35, False), ("garrison", 36, True), ("relief", 76, False), ("relief", 77, True),
        ("sauron", 93, False), ("sauron", 94, True), ("relief", 11, False),
    ):  # fmt: skip
        position = phase_over(total(army, points))
        assert (army in position.state.demoralized) == broken


@pytest.mark.rule("gondor", "GONDOR-38")
def test_a_loss_goes_to_the_total_of_the_units_own_army():
    position = given(siege(), *FAR, *WEST, unit("rohan-heavy-cavalry-1", "2020"), phase("D", "missile"))
    position.add(UnitEliminated("rohan-heavy-cavalry-1", "relief", 11, "7.42"))
    assert dict(position.state.totals) == {"relief": 11}


@pytest.mark.rule("gondor", "GONDOR-39")
def test_the_garrisons_collapse_takes_20_off_saurons_total():
    position = phase_over(total("garrison", 36), total("sauron", 60))
    position.then_includes(ArmyDemoralized("garrison", 36, 35), TotalChanged("sauron", -20, "GONDOR-39"))
    assert position.state.totals["sauron"] == 40


@pytest.mark.rule("gondor", "GONDOR-39")
def test_it_does_not_save_a_sauron_army_that_breaks_in_the_same_phase():
    position = phase_over(total("garrison", 36), total("sauron", 94))
    position.then_includes(
        ArmyDemoralized("garrison", 36, 35), ArmyDemoralized("sauron", 94, 93),
        TotalChanged("sauron", -20, "GONDOR-39"),
    )  # fmt: skip
    assert position.state.demoralized == {"garrison", "sauron"}


@pytest.mark.rule("gondor", "GONDOR-40")
def test_what_demoralization_does_touches_the_army_that_broke_alone():
    pieces = (
        unit("spearmen-1", "1211", disrupted=True), leader("imrahil", "1211"),
        unit("rohan-heavy-cavalry-1", "2001", disrupted=True), leader("theoden", "2001"),
    )  # fmt: skip
    position = given(siege(), *FAR, *WEST, *pieces, demoralized("garrison"), phase("H", turn=8))
    game, state = position.game, position.state
    refused = rally.refuse_unit(game, state, "gondor-imrahil-1", "gondor-spearmen-1")
    assert refused is not None
    assert refused[0] == "9.31"
    assert rally.refuse_unit(game, state, "gondor-theoden-1", "gondor-rohan-heavy-cavalry-1") is None
    assert is_fanatic(game, state, "gondor-spearmen-1")  # X of the garrison
    assert not is_fanatic(game, state, "gondor-rohan-heavy-cavalry-1")
    relief = given(siege(), *FAR, *WEST, *pieces, demoralized("relief"), phase("H", turn=8)).state
    assert is_fanatic(game, relief, "gondor-rohan-heavy-cavalry-1")
    assert not is_fanatic(game, relief, "gondor-spearmen-1")


@pytest.mark.rule("gondor", "GONDOR-42")
@pytest.mark.parametrize(
    ("broken", "winners", "how"),
    [
        ((), ("west",), "marginal"),
        (("relief",), ("west",), "marginal"),
        (("sauron",), ("west",), "decisive"),
        (("sauron", "relief"), ("west",), "decisive"),
        (("garrison",), ("sauron",), "marginal"),
        (("garrison", "relief"), ("sauron",), "decisive"),
        (("garrison", "sauron"), (), "draw"),
        (("garrison", "relief", "sauron"), (), "draw"),
    ],
)
def test_after_turn_16_the_armies_that_broke_decide(broken, winners, how):
    pieces = (unit("archers-1", "1210", disrupted=True), leader("gandalf", "1210"))
    position = given(siege(), *FAR, *WEST, *pieces, *map(demoralized, broken), phase("H", turn=16))
    assert over(position.game, position.state, False) is None  # not before
    if "garrison" not in broken:
        position.when("west", End()).then_includes(GameEnded(winners, how, {"west": 0.0, "sauron": 0.0}))
    assert over(position.game, position.state, True) == (winners, how)


@pytest.mark.rule("gondor", "GONDOR-48")
def test_a_dead_leader_adds_nothing_to_a_total():
    for name in ("gandalf", "lord-of-the-nazgul", "aragorn"):
        position = given(
            siege(), *FAR, *WEST, unit("orcs-1", "2020"), leader(name, "0511"), phase("D", "missile")
        )
        unfolding = Unfolding(position.game, position.state, Chance(scripted(())))
        harm(unfolding, f"gondor-{name}-1", DEATH, "7.26")
        assert dict(unfolding.state.totals) == {}
