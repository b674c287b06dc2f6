"""Magic (8.5)."""

from __future__ import annotations

from typing import ClassVar

from rules.middle_earth.events.modifiers import Modifier
from rules.ruleset import Event


class SpellDeclared(Event, frozen=True):
    """A spell is to be cast with so many points; its target is still to be named."""

    version: ClassVar[int] = 2

    caster: str
    spell: str
    points: int


class SpellCast(Event, frozen=True):
    """An attempt to cast a spell, rolled; its points are paid only if it works (8.56). `target`: a hex or a piece."""

    version: ClassVar[int] = 2

    caster: str
    spell: str
    points: int
    target: str
    range: tuple[int, int]
    dice: tuple[int, ...]
    works: bool
    modifiers: tuple[Modifier, ...] = ()


class SpellTookHold(Event, frozen=True):
    """A spell works until the end of the turn."""

    version: ClassVar[int] = 2

    spell: str
    target: str = ""
