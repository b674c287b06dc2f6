"""Dice that were rolled and cards that were drawn by hand, asked for at the terminal one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from cli.shell import kebab

if TYPE_CHECKING:
    from rules.errors import ChanceNeeded

Read = Callable[[str], str]
"""Shows a prompt and gives what was typed."""

BACK = "undo"
"""Takes back the roll or draw that was typed last, or the action where there is none."""


class ByHand(msgspec.Struct):
    """What was rolled and drawn by hand for one decision; `steps`: of each answer how many dice it was (0: a draw)."""

    dice: list[int] = []
    draws: list[str] = []
    steps: list[int] = []

    def take_back(self) -> bool:
        """Forgets the last answer; False if there is none."""
        if not self.steps:
            return False
        count = self.steps.pop()
        if count:
            del self.dice[-count:]
        else:
            self.draws.pop()
        return True


def ask(
    needed: ChanceNeeded,
    title: str,
    given: ByHand,
    read: Read,
    say: Callable[[str], None],
    titles: Mapping[str, str],
) -> bool:
    """Asks for the first roll or draw that is missing (`title`: what it is for) and adds it to what was given, or takes
    the last one back; False: the person would rather not act."""
    need = needed.needs[0]
    seat = str(need.get("seat", ""))
    if "cannot be drawn" in str(needed) and given.draws:
        drawn = given.draws[-1]
        given.take_back()
        say(f"{drawn} cannot be drawn here.")
    say(f"{title} ({titles.get(seat, seat)} rolls)." if seat and "dice" in need else f"{title}.")
    if "dice" in need:
        return _roll(int(str(need["dice"])), int(str(need["faces"])), given, read, say)
    while True:
        text = read("draw, and type what it is (? where it is not known)> ")
        if text.lower() == BACK:
            return given.take_back()
        if text:
            given.draws.append(kebab(text))
            given.steps.append(0)
            return True
        say(f"Type the name of what was drawn, or ?; `{BACK}` takes back what you typed last.")


def _roll(count: int, sides: int, given: ByHand, read: Read, say: Callable[[str], None]) -> bool:
    """So many faces of dice with so many sides."""
    example = " ".join(str(1 + (2 + at) % sides) for at in range(count))
    while True:
        text = read(f"roll {count}d{sides} (type, for example, {example})> ")
        if text.lower() == BACK:
            return given.take_back()
        faces = _faces(text, count, sides)
        if not isinstance(faces, str):
            given.dice += faces
            given.steps.append(count)
            return True
        say(faces)


def _faces(text: str, count: int, sides: int) -> list[int] | str:
    """The faces that were typed, or what is wrong with them. `34` is a 3 and a 4 where two small dice are rolled."""
    many = "one number" if count == 1 else f"{count} numbers"
    wanted = f"type {many} from 1 to {sides}"
    if not text:
        return f"Nothing was typed: {wanted}; `{BACK}` takes back what you typed last."
    if re.search(r"[^0-9\s,;+.]", text):
        return (
            f"“{text[:40]}” is no roll: {wanted}; `{BACK}`, `help`, `log`, `board` and `quit` work here, too."
        )
    parts = re.findall(r"[0-9]+", text)
    if len(parts) == 1 and len(parts[0]) == count > 1 and sides < 10:
        parts = list(parts[0])
    if len(parts) != count:
        total = " each die by itself, not their sum" if len(parts) == 1 and count > 1 else ""
        return (
            f"{len(parts)} {'number was' if len(parts) == 1 else 'numbers were'} typed: {wanted},{total}".rstrip(
                ","
            )
            + "."
        )
    for part in parts:
        if len(part) > 6 or not 1 <= int(part) <= sides:
            return f"{part[:12]} is no face of a die with {sides} sides: {wanted}."
    return [int(part) for part in parts]
