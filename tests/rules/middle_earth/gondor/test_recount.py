"""Every roll of the kept siege, and of others, counted anew from the index; the reader knows nothing of the engine."""

from __future__ import annotations

import re

import pytest

from tests.rules.middle_earth.gondor.recount import SiegeRecount
from tests.rules.middle_earth.gondor.test_whole_sieges import GOLDEN, stormed, told
from tests.rules.middle_earth.recount_lines import read, recounted

ROLL = re.compile(r"\b\dd6\b")


def test_every_roll_of_the_kept_siege_is_right_by_the_index():
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    now = recounted(SiegeRecount(), lines)
    assert now.counted["Melee"] + now.counted["Fire"] >= 60
    for kind in ("Melee", "Fire", "breach", "rally", "magic", "loss", "retreat before combat"):
        assert now.counted[kind], f"no {kind} in the kept siege"
    rolls = [line for line in lines if ROLL.search(line)]
    assert sum(now.counted.values()) - now.counted["loss"] - now.counted["assault"] == len(rolls)


@pytest.mark.parametrize("seed", [1, 3])
def test_so_is_every_roll_of_other_sieges(seed):
    now = recounted(SiegeRecount(), told(stormed(seed)))
    assert now.counted["Melee"] + now.counted["Fire"] >= 60


# That the reader would find a mistake


def _standing() -> SiegeRecount:
    now = SiegeRecount()
    for line in (
        "Spearmen 1 stands in 1210 (3.0)",
        "Orcs 1 stands in 1311 (3.0)",
        "Archers 1 stands in 1211 (3.0)",
        "Gandalf stands in 1211 (10 magic points) (3.0)",
        "Lord of the Nazgul stands in 1311 (8 magic points) (3.0)",
        "Turn 7 begins",
    ):
        read(now, line)
    return now


RIGHT = (
    "Fire: Archers 1 (e) against Orcs 1 (armour 3, +1 behind a wall 7.18: 4): 2d6 2–3, rolled 6: nothing (7.17)",
    "Leader combat: Gandalf (9) attacks Lord of the Nazgul (8): differential +1, 1d6 = 3: no result (7.26)",
    "Orcs 1 is eliminated (7.42): +6 to the Army of Mordor, 6 in all (9.13)",
)


@pytest.mark.parametrize("line", RIGHT)
def test_a_line_that_is_right_is_counted(line):
    now = _standing()
    read(now, line)
    assert sum(now.counted.values()) == 1


@pytest.mark.parametrize(
    "line",
    [
        RIGHT[0].replace("2–3", "2–4"),
        RIGHT[0].replace(", +1 behind a wall 7.18: 4", ""),
        RIGHT[0].replace("rolled 6", "rolled 3"),
        RIGHT[1].replace("+1", "+2"),
        RIGHT[1].replace("no result", "the defender is wounded"),
        RIGHT[2].replace("+6", "+7"),
        "Melee: Orcs 1 (E) against Spearmen 1 (armour 1): 2d6 2–6, rolled 9: nothing (7.33)",
    ],
)
def test_a_line_that_is_wrong_is_found(line):
    with pytest.raises(AssertionError):
        read(_standing(), line)
