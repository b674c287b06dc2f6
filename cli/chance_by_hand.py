"""Dice that were rolled and cards that were drawn by hand, asked for at the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cli.shell import kebab

if TYPE_CHECKING:
    from rules.errors import ChanceNeeded

Read = Callable[[str], str]
"""Shows a prompt and gives what was typed; "" where the person would rather not."""


def ask(
    needed: ChanceNeeded,
    dice: list[int],
    draws: list[str],
    read: Read,
    say: Callable[[str], None],
    titles: Mapping[str, str],
) -> bool:
    """Asks for the first roll or draw that is missing and adds it to `dice` or `draws`; False: rather not."""
    need = needed.needs[0]
    seat = str(need.get("seat", ""))
    what = f"{titles.get(seat, seat)}, {need['purpose']}" if seat else str(need["purpose"])
    if "dice" in need:
        faces = _roll(what, int(str(need["dice"])), int(str(need["faces"])), read, say)
        dice += faces
        return bool(faces)
    if draws and "cannot be drawn" in str(needed):
        say(f"{needed}.")
        draws.pop()
    text = read(f"{what}: draw, and type what it is (? where it is not known)> ")
    if text:
        draws.append(kebab(text))
    return bool(text)


def _roll(what: str, count: int, sides: int, read: Read, say: Callable[[str], None]) -> list[int]:
    """So many faces of dice with so many sides; none: rather not."""
    number = "a number" if count == 1 else f"{count} numbers"
    while True:
        text = read(f"{what}: roll {count}d{sides}, and type {'the face' if count == 1 else 'the faces'}> ")
        if not text:
            return []
        faces = [int(face) for face in re.findall(r"[0-9]{1,6}", text)]
        if len(faces) == count and all(1 <= face <= sides for face in faces):
            return faces
        say(f"Type {number} from 1 to {sides}, or nothing to leave it.")
