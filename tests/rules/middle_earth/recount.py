"""Counts every roll of a told game anew: from where the pieces stand – flipped, wounded, in a formation –, the index's
tables and the dice it writes the line that should stand in the log. Nothing of the engine is used; `recount_lines`
reads the log, and what only one game has is in the recount of that game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from tests.rules.middle_earth.index_tables import (
    DUELS,
    LETTERS,
    MORALES,
    NIGHT,
    RESULTS,
    WOUND,
    hits,
    steps,
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
FORMED = re.compile(r"[Tt]he (?:wedge|shield wall|phalanx) of (?P<first>.+) and (?P<second>.+)")


@dataclass
class Recount:
    """The game as far as it has been read. `counted` says how many rolls of each kind were counted anew."""

    codes: ClassVar[Mapping[str, tuple[str, str]]] = {}
    ratings: ClassVar[Mapping[str, int]] = {}
    of_sauron: ClassVar[tuple[str, ...]] = ()
    nights: ClassVar[tuple[int, ...]] = ()
    points: ClassVar[Mapping[str, int]] = {}
    """The magic points of each magic leader."""

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
    bears: dict[str, str] = field(default_factory=dict)
    """What each leader bears."""
    spells: dict[str, str] = field(default_factory=dict)
    """What works this turn, with its target."""
    broken: set[str] = field(default_factory=set)
    totals: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    fired: set[str] = field(default_factory=set)
    turn: int = 0
    marching: str = ""
    carrying: str = ""
    counted: Counter[str] = field(default_factory=Counter)

    # What one game has of its own

    def army(self, unit: str) -> str:
        """The army as the log calls it."""
        raise NotImplementedError

    def worse(self, attacker: str, place: str, kind: str) -> list[str]:
        """What makes the attack of a unit on a hex a letter worse, each as the log tells it."""
        return []

    def better(self, attacker: str) -> str:
        """A letter that the unit attacks with instead of its own, "" for none."""
        return ""

    def shields(self, defender: str, firer: str) -> list[str]:
        """What adds a point of armour against fire from a hex, each as the log tells it."""
        return []

    def shaken(self, unit: str) -> list[str]:
        """What makes the morale of a unit a class worse, each as the log tells it."""
        return []

    def raised(self, leader: str, against: str) -> list[tuple[int, str]]:
        """What raises a leader's rating, besides the night."""
        return []

    def reach(self, spell: str, points: int) -> tuple[int, int] | None:
        """The sums with which the spell works (8.57)."""
        raise NotImplementedError

    def harm(self, result: str, defender: str) -> str:
        """A result of leader combat as the log tells it."""
        return HARM[result]

    def check_melee(self, line: str, here: str, place: str) -> None:
        """That the unit could come at the hex beside it."""

    # What is what

    def type(self, unit: str) -> str:
        return re.sub(r" \d+$", "", unit)

    def members(self, name: str) -> tuple[str, ...]:
        both = FORMED.fullmatch(name)
        return (name,) if both is None else (both["first"], both["second"])

    def code(self, unit: str) -> str:
        return self.codes[self.type(unit)][unit in self.reduced]

    def is_sauron(self, piece: str) -> bool:
        if piece in self.ratings:
            return piece in self.of_sauron
        return self.army(piece) == "Army of Mordor"

    def is_night(self) -> bool:
        return self.turn in self.nights

    # How ratings count

    def strength(self, attacker: str, place: str, kind: str) -> tuple[str, str]:
        """The row of 7.41 and how it is told."""
        who = self.members(attacker)
        west = not self.is_sauron(who[0])
        if kind == "Melee" and not west and self.is_night():
            return "fanatic", "fanatic at night 10.0"
        code = self.code(who[0]) if self.type(who[0]) in self.codes else "e"
        if kind == "Melee" and west and self.army(who[0]) in self.broken and code[-1] in "WX":
            return "fanatic", "fanatic 9.33"
        printed = "E" if kind == "Fire" else "A" if len(who) == 2 else code[0]
        told = "e" if kind == "Fire" else printed
        changes = self.worse(who[0], place, kind)
        instead = self.better(who[0]) if kind == "Melee" else ""
        if instead:
            return "A", f"{told}, {instead}: A"
        letter = LETTERS[min(LETTERS.index(printed) + len(changes), len(LETTERS) - 1)]
        counts = "e" if kind == "Fire" and letter == "E" else letter
        return letter, f"{told}, {', '.join(changes)}: {counts}" if changes else told

    def armour(self, defender: str, firer: str) -> tuple[int, str]:
        """The column of 7.41 and how it is told; `firer` is where the shot comes from, "" in melee."""
        who = self.members(defender)
        printed = 4 if len(who) == 2 else int(self.code(who[0])[-2])
        changes = self.shields(who[0], firer)[: 4 - printed] if firer else []
        total = printed + len(changes)
        return total, f"{printed}, {', '.join(changes)}: {total}" if changes else f"{printed}"

    def nerve(self, unit: str) -> tuple[str, str]:
        """The column of 7.42 and how it is told."""
        lead = self.members(unit)[0]
        printed, changes = self.code(lead)[-1], self.shaken(lead)
        counts = MORALES[min(MORALES.index(printed) + len(changes), 3)]
        return counts, f"{printed}, {', '.join(changes)}: {counts}" if changes else printed

    def rating(self, leader: str, against: str = "") -> tuple[int, str]:
        """A leader's rating and how it is told."""
        printed, changes, total = self.ratings[leader], [], self.ratings[leader]
        if leader in self.wounded:
            changes.append(f"−{WOUND} wounded 8.21")
            total -= WOUND
        if leader in self.of_sauron and self.is_night():
            changes.append(f"+{NIGHT} night 10.0")
            total += NIGHT
        for more, what in self.raised(leader, against):
            changes.append(f"+{more} {what}")
            total += more
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
            told += f"2d6 {span(least, most)}, rolled {rolled}: {'casualty' if casualty else 'nothing'}"
            told += f" ({'7.33' if kind == 'Melee' else '7.17'})"
        if casualty:
            counts, nerve = self.nerve(defender)
            told += f"; morale {nerve}, 1d6 = {die}: {TOLD[RESULTS[counts][int(die or 0) - 1]]} (7.42)"
        self.must_be(line, told, kind)
        if kind == "Fire":
            assert 1 <= steps(here, place) <= (4 if "catapult" in attacker else 2), (
                f"out of range (7.12): {line}"
            )
            assert attacker not in self.fired, f"fires twice (7.14): {line}"
            self.fired.add(attacker)
            return
        assert steps(here, place) == 1, f"not adjacent: {line}"
        self.check_melee(line, here, place)

    def duel(self, line: str, attacker: str, defender: str, die: str) -> None:
        mine, first = self.rating(attacker, defender)
        other, second = self.rating(defender)
        lead = mine - other
        result = DUELS[max(-3, min(lead, 3))][int(die) - 1]
        told = f"Leader combat: {attacker} ({first}) attacks {defender} ({second}): differential "
        told += f"{'+' if lead >= 0 else '−'}{abs(lead)}, 1d6 = {die}: {self.harm(result, defender)} (7.26)"
        self.must_be(line, told, "duel")
        assert steps(self.at[attacker], self.at[defender]) == 1, f"not adjacent (7.21): {line}"

    def rally(self, line: str, leader: str, unit: str, rolled: str) -> None:
        value_, rating = self.rating(leader)
        rallied = int(rolled) <= value_
        told = f"Rally: {leader} ({rating}) rallies {unit}: 2d6 {span(2, min(value_, 12))}, rolled {rolled}: "
        self.must_be(line, f"{told}{'rallied' if rallied else 'still disrupted'} (8.34)", "rally")
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
        reach = self.reach(spell, int(points))
        assert reach is not None, f"too few points (8.54): {line}"
        works = reach[0] <= int(rolled) <= reach[1]
        spent = "1 point is" if points == "1" else f"{points} points are"
        told = f"{line.partition(': 2d6')[0]}: 2d6 {span(*reach)}{changed or ''}, rolled {rolled}: "
        told += f"{f'works, {spent} spent' if works else 'fails, no points are spent'} (8.54, 8.56)"
        self.must_be(line, told, "magic")
        if works:
            self.spent[caster] = self.spent.get(caster, 0) + int(points)
            self.spells[spell] = target or ""
        assert self.spent.get(caster, 0) <= self.points[caster], f"more points than he has: {line}"

    def loss(self, line: str, unit: str, value_: str, army: str, total: str) -> None:
        worth = value(self.codes[self.type(unit)][0])
        assert (army, int(value_)) == (self.army(unit), worth), line
        self.totals[army] = self.totals.get(army, 0) + worth
        assert int(total) == self.totals[army], line
        self.counted["loss"] += 1
        self.gone(unit)

    def plain(self, line: str, rolled: str, good: str, told: str, kind: str, low: int, high: int) -> None:
        """A roll of one die that works on some of its faces."""
        assert (good == told) == (low <= int(rolled) <= high), line
        self.counted[kind] += 1

    def must_be(self, line: str, told: str, kind: str) -> None:
        assert line == told, f"counted anew it is\n  {told}\nand told as\n  {line}"
        self.counted[kind] += 1

    # What moves

    def put(self, pieces: Iterable[str], name: str) -> None:
        for piece in pieces:
            self.at[piece] = name

    def gone(self, piece: str) -> None:
        self.at.pop(piece, None)
        self.bears.pop(piece, None)
        self.against.pop(piece, None)
        self.formed.pop(self.formed.pop(piece, ""), None)


def span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least}–{most}"


def hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"
