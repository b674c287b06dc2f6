"""Every roll of the kept battle, and of others, counted anew from the index; the reader knows nothing of the engine."""

from __future__ import annotations

import re

import pytest

from tests.rules.middle_earth.recount_lines import read, recounted
from tests.rules.middle_earth.sauron.recount import BattleRecount
from tests.rules.middle_earth.sauron.test_whole_battles import GOLDEN, told

ROLL = re.compile(r"\b\dd6\b")


def check(log: str) -> BattleRecount:
    lines = log.splitlines()
    now = BattleRecount()
    recounted(now, lines)
    rolls = [line for line in lines if ROLL.search(line)]
    assert sum(now.counted.values()) - now.counted["loss"] == len(rolls)
    return now


def test_every_roll_of_the_kept_battle_is_right_by_the_index():
    now = check(GOLDEN.read_text(encoding="utf-8"))
    assert now.counted["Melee"] + now.counted["Fire"] >= 50
    for kind in ("Melee", "Fire", "duel", "rally", "magic", "loss", "retreat before combat"):
        assert now.counted[kind], f"no {kind} in the kept battle"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 9))
def test_so_is_every_roll_of_other_battles(seed):
    check(told(seed))


# That the reader would find a mistake


def _standing() -> BattleRecount:
    now = BattleRecount()
    for line in (
        "Wargs 1 stands in 1217 (3.0)",
        "Men footmen 6 stands in 1216 (3.0)",
        "Elendil stands in 1216 (3.0)",
        "Elendil bears Narsil (3.0)",
        "Gorgol stands in 1217 (3.0)",
        "Turn 7 begins",
    ):
        read(now, line)
    return now


MELEE = "Melee: Wargs 1 (C, −1 cavalry and slope 4.3: D) against Men footmen 6 (armour 3): 2d6 2–5, rolled 6: nothing"
DUEL = "Leader combat: Elendil (10, +2 Narsil SAURON-9: 12) attacks Gorgol (5): differential +7, 1d6 = 1: no result"
RIGHT = (f"{MELEE} (7.33)", f"{DUEL} (7.26)")


@pytest.mark.parametrize("line", RIGHT)
def test_a_line_that_is_right_is_counted(line):
    now = _standing()
    read(now, line)
    assert sum(now.counted.values()) == 1


@pytest.mark.parametrize(
    "line",
    [
        RIGHT[0].replace(", −1 cavalry and slope 4.3: D", ""),
        RIGHT[0].replace("2–5", "2–6"),
        RIGHT[0].replace("rolled 6: nothing", "rolled 5: nothing"),
        RIGHT[1].replace("12)", "11)"),
        RIGHT[1].replace("no result", "the defender is wounded"),
    ],
)
def test_a_line_that_is_wrong_is_found(line):
    with pytest.raises(AssertionError):
        read(_standing(), line)
