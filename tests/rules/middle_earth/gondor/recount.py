"""Counts every roll of a siege anew: from where the pieces stand – flipped, wounded, on a tower, behind which wall –,
the index's tables and the dice it writes the line that should stand in the log. Nothing of the engine is used;
`recount_lines` reads the log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.rules.middle_earth.gondor.index_tables import (
    BREACHES,
    CAVALRY,
    CODES,
    DUELS,
    GARRISON,
    LETTERS,
    MORALES,
    NIGHT,
    NIGHTS,
    OF_SAURON,
    RATINGS,
    RELIEF,
    RESULTS,
    SPELLS,
    WOUND,
    hits,
    level,
    masonry,
    steps,
    struck,
    value,
)

TOLD = {
    "E": "is eliminated", "1/2": "is reduced", "-": "no effect", "R1": "retreats 1", "R2": "retreats 2",
    "1/2 R1": "retreats 1 and is reduced", "1/2 R2": "retreats 2 and is reduced",
}  # fmt: skip
HARM = {
    "AW": "the attacker is wounded", "AK": "the attacker is killed", "DW": "the defender is wounded",
    "DK": "the defender is killed", "-": "no result",
}  # fmt: skip
WALLS = ("wall", "tower", "level gate", "great gate")
FORMED = re.compile(r"[Tt]he (?:wedge|shield wall) of (?P<first>.+) and (?P<second>.+)")


@dataclass
class Recount:
    """The siege as far as it has been read. `counted` says how many rolls of each kind were counted anew."""

    at: dict[str, str] = field(default_factory=dict)
    """The hex of each unit, leader, engine and ladder."""
    reduced: set[str] = field(default_factory=set)
    wounded: set[str] = field(default_factory=set)
    against: dict[str, frozenset[str]] = field(default_factory=dict)
    """Engines and ladders against a hexside."""
    open: set[frozenset[str]] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)
    formed: dict[str, str] = field(default_factory=dict)
    """The partner of each unit in a formation."""
    spells: dict[str, str] = field(default_factory=dict)
    """What works this turn, with its target."""
    broken: set[str] = field(default_factory=set)
    totals: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    fired: set[str] = field(default_factory=set)
    banner: bool = False
    turn: int = 0
    marching: str = ""
    carrying: str = ""
    counted: Counter[str] = field(default_factory=Counter)

    # What is what

    def type(self, unit: str) -> str:
        return re.sub(r" \d+$", "", unit)

    def members(self, name: str) -> tuple[str, ...]:
        both = FORMED.fullmatch(name)
        return (name,) if both is None else (both["first"], both["second"])

    def code(self, unit: str) -> str:
        return CODES[self.type(unit)][unit in self.reduced]

    def army(self, unit: str) -> str:
        kind = self.type(unit)
        return "Garrison" if kind in GARRISON else "Relief" if kind in RELIEF else "Army of Mordor"

    def is_sauron(self, piece: str) -> bool:
        if piece in RATINGS:
            return piece in OF_SAURON
        if self.type(piece) in CODES:
            return self.army(piece) == "Army of Mordor"
        return not piece.startswith("City")

    def is_night(self) -> bool:
        return self.turn in NIGHTS

    def stone(self, first: str, second: str) -> str:
        """The unbreached masonry between two hexes."""
        return "" if frozenset((first, second)) in self.open else masonry(first, second)

    def is_afraid(self, name: str) -> bool:
        """Fear reaches 10 hexes from the Lord of the Nazgul (GONDOR-35)."""
        return "Fear" in self.spells and steps(self.at["Lord of the Nazgul"], name) <= 10

    # How ratings count

    def strength(self, attacker: str, place: str, kind: str) -> tuple[str, str]:
        """The row of 7.41 and how it is told."""
        who = self.members(attacker)
        west = not self.is_sauron(who[0])
        if kind == "Melee" and not west and self.is_night():
            return "fanatic", "fanatic at night 10.0"
        code = self.code(who[0]) if self.type(who[0]) in CODES else "e"
        if kind == "Melee" and west and self.army(who[0]) in self.broken and code[-1] in "WX":
            return "fanatic", "fanatic 9.33"
        printed = "E" if kind == "Fire" else "A" if len(who) == 2 else code[0]
        told = "e" if kind == "Fire" else printed
        changes = []
        if not west and "Break Darkness" in self.spells:
            changes.append("−1 the darkness is broken GONDOR-32")
        if west and self.is_afraid(self.at[who[0]]):
            changes.append("−1 fear GONDOR-35")
        dreaded = any(self.at.get(unit) == place for unit in self.at if self.type(unit) == "Mumakil")
        if kind == "Melee" and self.type(who[0]) in CAVALRY and dreaded:
            changes.append("−1 cavalry against a Mumak GONDOR-43")
        letter = LETTERS[min(LETTERS.index(printed) + len(changes), len(LETTERS) - 1)]
        counts = "e" if kind == "Fire" and letter == "E" else letter
        return letter, f"{told}, {', '.join(changes)}: {counts}" if changes else told

    def armour(self, defender: str, firer: str) -> tuple[int, str]:
        """The column of 7.41 and how it is told; `firer` is where the shot comes from, "" in melee."""
        who = self.members(defender)
        printed = 4 if len(who) == 2 else int(self.code(who[0])[-2])
        here, changes, total = self.at[who[0]], [], printed
        if firer:
            walled = all(self.stone(here, over) in WALLS for over in struck(firer, here))
            if walled and total < 4:
                changes.append("+1 behind a wall 7.18")
                total += 1
            tower = any(name.startswith("Siege tower") and self.at[name] == here for name in self.at)
            if tower and self.is_sauron(who[0]) and total < 4:
                changes.append("+1 on a siege tower GONDOR-21")
                total += 1
        return total, f"{printed}, {', '.join(changes)}: {total}" if changes else f"{printed}"

    def nerve(self, unit: str) -> tuple[str, str]:
        """The column of 7.42 and how it is told."""
        lead = self.members(unit)[0]
        printed = self.code(lead)[-1]
        changes = []
        if not self.is_sauron(lead) and self.at[lead] in self.heads:
            changes.append("−1 a head in the hex GONDOR-24")
        if not self.is_sauron(lead) and self.is_afraid(self.at[lead]):
            changes.append("−1 fear GONDOR-35")
        counts = MORALES[min(MORALES.index(printed) + len(changes), 3)]
        return counts, f"{printed}, {', '.join(changes)}: {counts}" if changes else printed

    def rating(self, leader: str, against: str = "") -> tuple[int, str]:
        printed, changes, total = RATINGS[leader], [], RATINGS[leader]
        if leader in self.wounded:
            changes.append(f"−{WOUND} wounded 8.21")
            total -= WOUND
        if leader in OF_SAURON and self.is_night():
            changes.append(f"+{NIGHT} night 10.0")
            total += NIGHT
        if (leader, against) == ("Eowyn", "Lord of the Nazgul"):
            changes.append("+4 Eowyn against the Nazgul GONDOR-41")
            total += 4
        return total, f"{printed}, {', '.join(changes)}: {total}" if changes else f"{printed}"

    # Rolls

    def fight(self, line: str, kind: str, attacker: str, defender: str, rolled: str, die: str) -> None:
        place = self.at[self.members(defender)[0]]
        here = self.at[self.members(attacker)[0]]
        letter, strength = self.strength(attacker, place, kind)
        protection, shield = self.armour(defender, here if kind == "Fire" else "")
        told = f"{kind}: {attacker} ({strength}) against {defender} (armour {shield}): "
        if letter == "fanatic":
            told += "casualty without a roll (7.37)"
            casualty = True
        else:
            least, most = hits(letter, protection)
            casualty = least <= int(rolled) <= most
            told += f"2d6 {_span(least, most)}, rolled {rolled}: {'casualty' if casualty else 'nothing'}"
            told += f" ({'7.33' if kind == 'Melee' else '7.17'})"
        if casualty:
            counts, nerve = self.nerve(defender)
            told += f"; morale {nerve}, 1d6 = {die}: {TOLD[RESULTS[counts][int(die or 0) - 1]]} (7.42)"
        self._must_be(line, told, kind)
        if kind == "Fire":
            assert 1 <= steps(here, place) <= (4 if "catapult" in attacker else 2), (
                f"out of range (7.12): {line}"
            )
            assert attacker not in self.fired, f"fires twice (7.14): {line}"
            self.fired.add(attacker)
            return
        assert steps(here, place) == 1, f"not adjacent: {line}"
        if self.stone(here, place):
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
        told = f"Siege: {engine} against the {what} {side} at {_hexes(away)}: 2d6 {_span(2, most)}, rolled {rolled}: "
        self._must_be(
            line, f"{told}{'breached' if int(rolled) <= most else 'it holds'} (GONDOR-17)", "breach"
        )

    def engine_shot(self, line: str, engine: str, target: str, rolled: str) -> None:
        away = steps(self.at[engine], self.at[target])
        wall = BREACHES["wall"][away - 1]
        told = f"Fire: {engine} at {target} at {_hexes(away)}: 2d6 2–{wall + 1} ({wall} as for a wall, +1 against an "
        fate = "destroyed" if int(rolled) <= wall + 1 else "missed"
        self._must_be(line, f"{told}engine GONDOR-27), rolled {rolled}: {fate} (GONDOR-27)", "engine shot")
        assert engine not in self.fired, line
        self.fired.add(engine)

    def ram(self, line: str, rolled: str) -> None:
        assert self.at["Grond"] == "1311", line
        fate = "destroyed" if 3 <= int(rolled) <= 10 else "it holds"
        self._must_be(
            line, f"Grond rams the Great Gate: 2d6 3–10, rolled {rolled}: {fate} (GONDOR-20)", "ram"
        )

    def oil(self, line: str, cauldron: str, hex: str, target: str, die: str) -> None:
        counts, nerve = self.nerve(target)
        told = f"Oil: {cauldron} in {hex} on {target}: casualty without a roll (GONDOR-25); morale {nerve}, "
        self._must_be(line, f"{told}1d6 = {die}: {TOLD[RESULTS[counts][int(die) - 1]]} (7.42)", "oil")

    def duel(self, line: str, attacker: str, defender: str, die: str) -> None:
        mine, first = self.rating(attacker, defender)
        other, second = self.rating(defender)
        lead = mine - other
        result = DUELS[max(-3, min(lead, 3))][int(die) - 1]
        told = f"Leader combat: {attacker} ({first}) attacks {defender} ({second}): differential "
        told += f"{'+' if lead >= 0 else '−'}{abs(lead)}, 1d6 = {die}: {HARM[result]} (7.26)"
        self._must_be(line, told, "duel")
        assert steps(self.at[attacker], self.at[defender]) == 1, f"not adjacent (7.21): {line}"

    def rally(self, line: str, leader: str, unit: str, rolled: str) -> None:
        value_, rating = self.rating(leader)
        rallied = int(rolled) <= value_
        told = (
            f"Rally: {leader} ({rating}) rallies {unit}: 2d6 {_span(2, min(value_, 12))}, rolled {rolled}: "
        )
        self._must_be(line, f"{told}{'rallied' if rallied else 'still disrupted'} (8.34)", "rally")
        away = steps(self.at[leader], self.at[self.members(unit)[0]])
        assert away <= 1, f"not adjacent (8.31): {line}"

    def magic(
        self,
        line: str,
        caster: str,
        spell: str,
        target: str | None,
        points: str,
        changed: str | None,
        rolled: str,
    ) -> None:
        column = int(points) + (spell == "Break Darkness" and self.banner)
        reach = SPELLS[spell][min(column, 5) - 1]
        assert reach is not None, f"too few points (8.54): {line}"
        assert bool(changed) == (column > int(points)), line
        works = reach[0] <= int(rolled) <= reach[1]
        spent = "1 point is" if points == "1" else f"{points} points are"
        told = f"{line.partition(': 2d6')[0]}: 2d6 {_span(*reach)}{changed or ''}, rolled {rolled}: "
        told += f"{f'works, {spent} spent' if works else 'fails, no points are spent'} (8.54, 8.56)"
        self._must_be(line, told, "magic")
        if works:
            self.spent[caster] = self.spent.get(caster, 0) + int(points)
            self.spells[spell] = target or ""
        assert self.spent.get(caster, 0) <= (10 if caster == "Gandalf" else 8), (
            f"more points than he has: {line}"
        )

    def loss(self, line: str, unit: str, value_: str, army: str, total: str) -> None:
        worth = value(CODES[self.type(unit)][0])
        assert (army, int(value_)) == (self.army(unit), worth), line
        self.totals[army] = self.totals.get(army, 0) + worth
        assert int(total) == self.totals[army], line
        self.counted["loss"] += 1
        self.gone(unit)

    def plain(self, line: str, rolled: str, good: str, told: str, kind: str, low: int, high: int) -> None:
        """A roll of one die that works on some of its faces."""
        assert (good == told) == (low <= int(rolled) <= high), line
        self.counted[kind] += 1

    def _must_be(self, line: str, told: str, kind: str) -> None:
        assert line == told, f"counted anew it is\n  {told}\nand told as\n  {line}"
        self.counted[kind] += 1

    # What moves

    def put(self, pieces: Iterable[str], name: str) -> None:
        for piece in pieces:
            self.at[piece] = name

    def gone(self, piece: str) -> None:
        self.at.pop(piece, None)
        self.against.pop(piece, None)
        self.formed.pop(self.formed.pop(piece, ""), None)


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least}–{most}"


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"
