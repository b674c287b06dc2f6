"""The two looks of a picture: printed on paper, and on a dark screen."""

from __future__ import annotations

from typing import Literal

import msgspec

from replays.viewer.colours import known, luminance, mix
from rules.scene import Side

ThemeName = Literal["light", "dark"]


class Theme(msgspec.Struct, frozen=True):
    """Colours of everything that the scene does not colour itself."""

    name: ThemeName
    page: str
    """Round the map."""
    card: str
    """Under panels, tracks, hands and names."""
    ink: str
    muted: str
    rule: str
    """Frames and the lines of tables."""
    base: str
    """Ground that no terrain is given for."""
    rim: str
    """The edge of a counter."""
    face: str
    """The box of a unit symbol, and a badge."""
    night: float
    """How far ground colours are drawn towards the page: 0 as printed."""

    def ground(self, colour: str) -> str:
        """A ground colour as this theme shows it."""
        return mix(known(colour, self.base), self.page, self.night)

    def mark(self, ground: str) -> str:
        """The quiet colour of a pattern on the ground."""
        if self.name == "light" and luminance(ground) > 0.2:
            return mix(ground, "#000000", 0.34)
        return mix(ground, "#ffffff", 0.28)


THEMES: dict[ThemeName, Theme] = {
    "light": Theme(
        name="light",
        page="#f6f2e7",
        card="#fffdf6",
        ink="#1c1b17",
        muted="#5b574b",
        rule="#a49c86",
        base="#ece6d2",
        rim="#1c1b17",
        face="#fbf6e6",
        night=0.0,
    ),
    "dark": Theme(
        name="dark",
        page="#14171b",
        card="#20252b",
        ink="#ece9e1",
        muted="#b2aea4",
        rule="#59616b",
        base="#b9b4a4",
        rim="#f2efe6",
        face="#f4efdf",
        night=0.62,
    ),
}

NOBODY = Side("", "", "#6d6a62", "")
"""What belongs to no side."""


class Sides:
    """The sides by seat, with the place of each: it decides the outline of its counters."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self._sides = {side.seat: side for side in sides}
        self._places = {side.seat: place for place, side in enumerate(sides)}

    def __getitem__(self, seat: str) -> Side:
        return self._sides.get(seat, NOBODY)

    def place(self, seat: str) -> int:
        """The number of the side in the scene, -1 for nobody."""
        return self._places.get(seat, -1)

    def colour(self, seat: str) -> str:
        """The colour of its counters."""
        return known(self[seat].colour, NOBODY.colour)
