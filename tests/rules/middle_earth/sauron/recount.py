"""Counts every roll of a battle anew (see `recount`): slopes, magic weapons, the dark lord's spells and the Beast."""

from __future__ import annotations

from tests.rules.middle_earth.data_as_written import written
from tests.rules.middle_earth.index_tables import LETTERS, steps
from tests.rules.middle_earth.recount import Recount

ALLIANCE = {
    "Men cavalry": ("B3X", "C2X"),
    "Men footmen": ("C3X", "D2X"),
    "Men bowmen": ("e2X", "e1X"),
    "Guard of Elendil": ("B3W", "C2W"),
    "Dwarves": ("C4W", "D3W"),
    "Elven spearmen": ("B3W", "C2W"),
    "Elven bowmen with swords": ("Be3W", "Ce2W"),
    "Elven cavalry": ("A3W", "B2W"),
}
MORDOR = {
    "Goblin archers": ("e1Y", "e1Z"),
    "Wargs": ("C1Z", "D1Z"),
    "Orcs": ("E3Y", "E2Y"),
    "Orc swordsmen": ("D2Y", "E1Y"),
    "Orc archers": ("e1Y", "e1Z"),
    "Trolls": ("B3Z", "C2Z"),
    "Slaves": ("A1Z", "B1Z"),
    "Beast of Mordor": ("C4X", "D4X"),
}
CODES = {**ALLIANCE, **MORDOR}
RATINGS = {
    "Elendil": 10, "Isildur": 8, "Anarion": 7, "Baldrim": 7, "Gil-galad": 10, "Cirdan": 8,
    "Gorgol": 5, "Ringwraith": 8, "Sauron": 10,
}  # fmt: skip
MAGIC = {"Sauron": 45}
CAVALRY = ("Men cavalry", "Elven cavalry", "Wargs")
BEAST, HORN = "Beast of Mordor", "Beast: Horn attack"
WRATH, ECLIPSE = "Wrath of the Ringwraith", "Total Eclipse of the Sun"
LEAST = {spell["title"]: int(spell["minimum"]) for spell in written("sauron", "spell").values()}
assert (LEAST["Sinister Visions"], LEAST[WRATH], LEAST["Beast: Magic armour"]) == (3, 3, 9)  # published
BANDS = ((4, 9), (3, 10), (2, 11), (2, 12))  # 8.57-SAURON, by the points above the least
SLOPES = {
    *(f"{column:02d}16" for column in (*range(8, 13), *range(23, 28))),
    *(f"{column:02d}17" for column in (*range(8, 14), *range(22, 28))),
    "0508", "0608", "0609", "2807", "2907", "2908",
}  # fmt: skip
COUNTS = {"W": 4, "X": 3, "Y": 2, "Z": 1}


class BattleRecount(Recount):
    """The battle as far as it has been read."""

    codes = CODES
    ratings = RATINGS
    of_sauron = ("Gorgol", "Ringwraith", "Sauron")
    nights = (15, 16, 17, 18)
    points = MAGIC

    def army(self, unit: str) -> str:
        return "Army of the Alliance" if self.type(unit) in ALLIANCE else "Army of Mordor"

    def is_night(self) -> bool:
        return super().is_night() or ECLIPSE in self.spells

    def worse(self, attacker: str, place: str, kind: str) -> list[str]:
        rides = kind == "Melee" and self.type(attacker) in CAVALRY
        return ["−1 cavalry and slope 4.3"] if rides and {place, self.at[attacker]} & SLOPES else []

    def better(self, attacker: str) -> str:
        if attacker != BEAST or HORN not in self.spells:
            return ""
        return f"+{LETTERS.index(self.code(BEAST)[0])} {HORN} SAURON-14"

    def shaken(self, unit: str) -> list[str]:
        wrath = WRATH in self.spells and "Ringwraith" in self.at and not self.is_sauron(unit)
        near = wrath and steps(self.at["Ringwraith"], self.at[unit]) <= 3
        return [f"−1 {WRATH} SAURON-12"] if near else []

    def raised(self, leader: str, against: str) -> list[tuple[int, str]]:
        more = [(2, f"{self.bears[leader]} SAURON-9")] if leader in self.bears else []
        if leader == "Ringwraith" and WRATH in self.spells:
            more.append((3, f"{WRATH} SAURON-12"))
        return more

    def rating(self, leader: str, against: str = "") -> tuple[int, str]:
        return (8, "8") if leader == BEAST else super().rating(leader, against)  # SAURON-14

    def harm(self, result: str, defender: str) -> str:
        return (
            "the defender is hit"
            if defender == BEAST and result[0] == "D"
            else super().harm(result, defender)
        )

    def reach(self, spell: str, points: int) -> tuple[int, int] | None:
        above = points - LEAST[spell]
        return BANDS[min(above, 3)] if above >= 0 else None

    def vision(
        self, line: str, unit: str, nerve: str, counts: str, span: str, rolled: str, told: str
    ) -> None:
        """A unit that sees visions: disrupted by its morale value or more (SAURON-11)."""
        assert nerve == self.code(unit)[-1], line
        assert (counts, span) == (str(COUNTS[nerve]), f"{COUNTS[nerve]}–6"), line
        self.plain(line, rolled, "disrupted", told, "vision", COUNTS[nerve], 6)
