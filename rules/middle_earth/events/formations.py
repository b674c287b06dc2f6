"""Formations (8.4)."""

from __future__ import annotations

from typing import ClassVar

from rules.ruleset import Event


class FormationTaken(Event, frozen=True):
    """Two units stand in a formation in their leader's hex."""

    version: ClassVar[int] = 2

    formation: str
    leader: str
    units: tuple[str, ...]
    hex: str


class FormationEnded(Event, frozen=True):
    """A formation is no more; its units stand for themselves."""

    units: tuple[str, ...]
    rule: str
