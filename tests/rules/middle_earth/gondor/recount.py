"""Counts every roll of a siege anew (see `recount`): walls, towers, ladders, engines, heads and spells of the index."""

from __future__ import annotations

from tests.rules.middle_earth.gondor.index_tables import (
    ARRIVALS,
    BREACHES,
    CAVALRY,
    CODES,
    GARRISON,
    NIGHTS,
    NUMBERS,
    OF_SAURON,
    RATINGS,
    RELIEF,
    SPELLS,
    level,
    masonry,
)
from tests.rules.middle_earth.index_tables import RESULTS, steps, struck
from tests.rules.middle_earth.recount import TOLD, Recount, hexes, span

MAGIC = {"Gandalf": 10, "Lord of the Nazgul": 8}
WALLS = ("wall", "tower", "level gate", "great gate")


class SiegeRecount(Recount):
    """The siege as far as it has been read."""

    codes = CODES
    ratings = RATINGS
    of_sauron = OF_SAURON
    nights = NIGHTS
    points = MAGIC

    def army(self, unit: str) -> str:
        kind = self.type(unit)
        if kind in GARRISON or kind.startswith("City"):
            return "Garrison"
        return "Relief" if kind in RELIEF else "Army of Mordor"

    def stone(self, first: str, second: str) -> str:
        """The unbreached masonry between two hexes."""
        return "" if frozenset((first, second)) in self.open else masonry(first, second)

    def is_afraid(self, name: str) -> bool:
        """Fear reaches 10 hexes from the Lord of the Nazgul (GONDOR-35)."""
        return "Fear" in self.spells and steps(self.at["Lord of the Nazgul"], name) <= 10

    def worse(self, attacker: str, place: str, kind: str) -> list[str]:
        changes = []
        if self.is_sauron(attacker) and "Break Darkness" in self.spells:
            changes.append("−1 the darkness is broken GONDOR-32")
        if not self.is_sauron(attacker) and self.is_afraid(self.at[attacker]):
            changes.append("−1 fear GONDOR-35")
        dreaded = any(self.at.get(unit) == place for unit in self.at if self.type(unit) == "Mumakil")
        if kind == "Melee" and self.type(attacker) in CAVALRY and dreaded:
            changes.append("−1 cavalry against a Mumak GONDOR-43")
        return changes

    def shields(self, defender: str, firer: str) -> list[str]:
        here, changes = self.at[defender], []
        if all(self.stone(here, over) in WALLS for over in struck(firer, here)):
            changes.append("+1 behind a wall 7.18")
        tower = any(name.startswith("Siege tower") and self.at[name] == here for name in self.at)
        if tower and self.is_sauron(defender):
            changes.append("+1 on a siege tower GONDOR-21")
        return changes

    def shaken(self, unit: str) -> list[str]:
        changes = []
        if not self.is_sauron(unit) and self.at[unit] in self.heads:
            changes.append("−1 a head in the hex GONDOR-24")
        if not self.is_sauron(unit) and self.is_afraid(self.at[unit]):
            changes.append("−1 fear GONDOR-35")
        return changes

    def raised(self, leader: str, against: str) -> list[tuple[int, str]]:
        if (leader, against) == ("Eowyn", "Lord of the Nazgul"):
            return [(4, "Eowyn against the Nazgul GONDOR-41")]
        return []

    def reach(self, spell: str, points: int) -> tuple[int, int] | None:
        banner = spell == "Break Darkness" and "Royal banner" in self.bears.values()
        return SPELLS[spell][min(points + banner, 5) - 1]

    def check_melee(self, line: str, here: str, place: str) -> None:
        if not self.stone(here, place):
            return
        climbs = any(
            self.at.get(name) == here and side == frozenset((here, place))
            for name, side in self.against.items()
        )
        assert climbs or level(here) > level(place), f"over an unbreached wall (7.35): {line}"
        self.counted["assault"] += climbs

    def bombardment(self, line: str, engine: str, what: str, side: str, rolled: str) -> None:
        first, second = side.split("|")
        behind = first if level(first) > level(second) else second
        away = steps(self.at[engine], behind)
        assert what == self.stone(first, second), line
        most = BREACHES[what][away - 1]
        told = f"Siege: {engine} against the {what} {side} at {hexes(away)}: 2d6 {span(2, most)}, rolled {rolled}: "
        self.must_be(line, f"{told}{'breached' if int(rolled) <= most else 'it holds'} (GONDOR-17)", "breach")

    def engine_shot(self, line: str, engine: str, target: str, rolled: str) -> None:
        away = steps(self.at[engine], self.at[target])
        wall = BREACHES["wall"][away - 1]
        more = NUMBERS["engine-shot-bonus"]
        told = f"Fire: {engine} at {target} at {hexes(away)}: 2d6 2–{wall + more} ({wall} as for a wall, "
        fate = "destroyed" if int(rolled) <= wall + more else "missed"
        self.must_be(
            line,
            f"{told}+{more} against an engine GONDOR-27), rolled {rolled}: {fate} (GONDOR-27)",
            "engine shot",
        )
        assert engine not in self.fired, line
        self.fired.add(engine)

    def ram(self, line: str, rolled: str) -> None:
        assert self.at["Grond"] == "1311", line
        fate = "destroyed" if 3 <= int(rolled) <= 10 else "it holds"
        self.must_be(line, f"Grond rams the Great Gate: 2d6 3–10, rolled {rolled}: {fate} (GONDOR-20)", "ram")

    def oil(self, line: str, cauldron: str, hex: str, target: str, die: str) -> None:
        counts, nerve = self.nerve(target)
        told = f"Oil: {cauldron} in {hex} on {target}: casualty without a roll (GONDOR-25); morale {nerve}, "
        self.must_be(line, f"{told}1d6 = {die}: {TOLD[RESULTS[counts][int(die) - 1]]} (7.42)", "oil")

    def burning(self, line: str, span_: str, rolled: str, told: str) -> None:
        self._upto(line, span_, rolled, "it burns", told, "burning", NUMBERS["tower-burns"])

    def breach_shakes(self, line: str, span_: str, rolled: str, told: str) -> None:
        self._upto(line, span_, rolled, "disrupted", told, "shaken", NUMBERS["breach-disrupts"])

    def _upto(self, line: str, span_: str, rolled: str, good: str, told: str, kind: str, most: int) -> None:
        assert span_ == span(1, most), line
        self.plain(line, rolled, good, told, kind, 1, most)

    def throwing_down(self, line: str, span_: str, rolled: str, told: str) -> None:
        least = NUMBERS["ladder-thrown-down"]
        assert span_ == span(least, 6), line
        self.plain(line, rolled, "thrown down", told, "ladder", least, 6)

    def arrival(self, line: str, who: str, span_: str, rolled: str, told: str) -> None:
        least = ARRIVALS[who]
        assert span_ == span(least, 6), line
        self.plain(line, rolled, "they come", told, "arrival", least, 6)
