"""Battles as they are told, reckoned anew from the printed blocks and the dice alone, by none of the rules' code.

Some battles are kept in a file of their own; `python -m tests.rules.hellenes.test_battles_reckoned` writes it anew.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.rules.hellenes.battles_at_random import told_battles
from tests.rules.hellenes.test_whole_games_kept import golden

GOLDEN = golden("battles")
DATA = Path(__file__).parents[3] / "rules" / "hellenes" / "data"
SEEDS = tuple(range(1, 31))

_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_CODE = r"([AS]\d\d)"


def printed() -> dict[str, dict[str, Any]]:
    """The blocks as they are printed, by the code on the counter."""
    records = tomllib.loads((DATA / "blocks.toml").read_text(encoding="utf-8"))["block"]
    return {each["id"].upper(): each for each in records}


def seas() -> set[str]:
    return {each["name"] for each in tomllib.loads((DATA / "seas.toml").read_text(encoding="utf-8"))["sea"]}


class Reckoning:
    """One battle, line by line: who is in it with how many steps, and what the dice on the table must bring."""

    def __init__(
        self, line: str, steps: dict[str, int], blocks: dict[str, dict[str, Any]], at_sea: bool
    ) -> None:
        self.blocks, self.at_sea = blocks, at_sea
        self.steps = dict(steps)
        self.attacker = "A" if "Athens attacks" in line else "S"
        self.later = set(re.findall(_CODE, line.partition("from round 2 on (5.4.1): ")[2]))
        landed = line.partition("from the sea (6.10): ")[2].partition("; from round 2")[0]
        self.landed = set(re.findall(_CODE, landed))
        self.number = 0
        self.fired: list[str] = []
        self.hits = self.routs = 0
        self.target = ""
        self.shots = 0

    def rating(self, code: str) -> tuple[str, int]:
        record = self.blocks[code]
        if record["type"] == "fleet" and not self.at_sea:
            return "D", 1
        return record["letter"], record["strength"]

    def here(self, side: str) -> dict[str, int]:
        """The blocks of a side that can be struck now."""
        late = self.later if self.number == 1 else set()
        return {code: left for code, left in self.steps.items() if code[0] == side and code not in late}

    def turn(self, code: str) -> tuple[bool, str, bool]:
        """When in a round a block fires: a Sea Landing last in the first; by letter; the defender before."""
        return self.number == 1 and code in self.landed, self.rating(code)[0], code[0] == self.attacker

    def round(self, number: int) -> None:
        assert number == self.number + 1
        self.settled()
        self.number, self.fired = number, []

    def fires(self, code: str, dice: list[int]) -> None:
        self.settled()
        assert self.number > 1 or code not in self.later, f"{code} joins in round 2"
        assert code in self.steps, f"{code} is in the battle no more"
        assert len(dice) == self.steps[code], f"{code} rolls a die a step"
        assert not self.fired or self.turn(self.fired[-1]) <= self.turn(code), f"{code} fires too late"
        assert code not in self.fired, f"{code} fires once a round"
        self.fired.append(code)
        strength = self.rating(code)[1]
        self.hits = sum(1 for die in dice if die in range(1, strength + 1))
        self.routs = sum(1 for die in dice if die in range(7 - strength, 7))
        self.target = "S" if code[0] == "A" else "A"
        self.shots += 1

    def scores(self, hits: int, routs: int) -> None:
        assert (self.hits, self.routs) == (hits, routs)

    def loses(self, code: str) -> None:
        assert self.hits > 0, f"no hit is left for {code}"
        assert code[0] == self.target
        assert self.steps[code] == max(self.here(self.target).values()), f"{code} is none of the largest"
        self.hits -= 1
        self.steps[code] -= 1
        if not self.steps[code]:
            del self.steps[code]

    def routed(self, code: str) -> None:
        assert not self.hits, "hits come before routs"
        assert self.routs > 0, f"no rout is left for {code}"
        assert self.steps[code] == min(self.here(self.target).values()), f"{code} is none of the smallest"
        self.routs -= 1
        del self.steps[code]

    def breaks_off(self, code: str) -> None:
        self.settled()
        assert self.number > 1, "nobody breaks off in round 1"
        del self.steps[code]

    def settled(self) -> None:
        """What was scored is taken, as far as somebody was there to take it."""
        assert not (self.hits or self.routs) or not self.here(self.target), "a hit or rout is not taken"
        self.hits = self.routs = 0

    def over(self, winner: str) -> None:
        self.settled()
        assert {code[0] for code in self.steps} == {winner[0]}


def reckon(text: str) -> tuple[int, int]:
    """Reckons all battles of a text; gives how many there were, and how many shots."""
    blocks, water = printed(), seas()
    battle: Reckoning | None = None
    steps: dict[str, int] = {}
    battles = shots = 0
    for line in map(str.strip, text.splitlines()):
        if line.startswith("Turned up"):
            known = {code: int(left) for code, left in re.findall(_CODE + r" \((\d)\)", line)}
            steps = {**steps, **known} if battle is None else known
        elif line.startswith("Battle "):
            place = re.match(r"Battle (?:in the|at) (.*?):", line)
            assert place is not None
            battle = Reckoning(line, steps, blocks, place[1] in water)
        elif battle is None:
            if line.endswith("is done (0.3)"):
                steps = {}
        elif found := re.match(r"Round (\d+)", line):
            battle.round(int(found[1]))
        elif found := re.match(rf".* {_CODE} fires: ([\d ]+)", line):
            battle.fires(found[1], [int(die) for die in found[2].split()])
        elif found := re.match(r".* scores (?:(\w+) hits?)?(?: and )?(?:(\w+) routs?)? \(6\.4\)", line):
            battle.scores(*(_WORDS.index(word) if word else 0 for word in found.groups()))
        elif line.endswith("does no harm (6.4)"):
            battle.scores(0, 0)
        elif found := re.match(rf".* {_CODE} at .* (?:loses a step \(6\.5\)|is destroyed \(2\.1\))", line):
            battle.loses(found[1])
        elif found := re.match(rf".* {_CODE} is routed", line):
            battle.routed(found[1])
        elif found := re.match(rf".* {_CODE} breaks off", line):
            battle.breaks_off(found[1])
        elif found := re.match(r"(Athens|Sparta) wins the battle", line):
            battle.over(found[1])
            battles, shots = battles + 1, shots + battle.shots
            battle, steps = None, {}
    return battles, shots


def test_the_kept_battles_are_told_as_they_were():
    assert told_battles(SEEDS) == GOLDEN.read_text(encoding="utf-8"), (
        f"battles are fought or told otherwise; if they should be, write them anew: python -m {__spec__.name}"
    )


def test_the_kept_battles_come_out_as_dice_and_blocks_have_it():
    battles, shots = reckon(GOLDEN.read_text(encoding="utf-8"))
    assert battles >= 10
    assert shots > 60


def test_so_do_the_battles_of_the_kept_game():
    battles, shots = reckon(golden("sicily").read_text(encoding="utf-8"))
    assert battles >= 3
    assert shots > 10


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"fires: (\d)", r"fires: \1 \1"),
        (r"scores one hit", "scores two hits"),
        (r"scores one rout", "scores two routs"),
    ],
)
def test_a_battle_that_is_told_wrongly_is_found_out(right, wrong):
    text = GOLDEN.read_text(encoding="utf-8")
    broken = re.sub(right, wrong, text, count=1)
    assert broken != text
    with pytest.raises(AssertionError):
        reckon(broken)


if __name__ == "__main__":
    GOLDEN.write_text(told_battles(SEEDS), encoding="utf-8")
