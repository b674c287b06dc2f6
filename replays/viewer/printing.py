"""How one scene is printed: its theme, sides, and the look of all that occurs in it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replays.viewer import borders, counters, ground, ways
from replays.viewer.theme import THEMES, Sides, Theme, ThemeName
from rules.scene import Scene


class Printing(msgspec.Struct, frozen=True):
    """What every part of the picture needs to know beside the scene."""

    theme: Theme
    sides: Sides
    shown: counters.Key
    grounds: Mapping[str, ground.Look]
    borders: Mapping[str, borders.Look]
    ways: Mapping[str, ways.Look]
    """Features that run from hex to hex, and kinds of links."""
    marks: Mapping[str, str]
    """Features that stand in their space, and the letters of each."""


def printing(scene: Scene, theme: ThemeName) -> Printing:
    """The printing of a scene in a theme."""
    features = sorted({feature for space in scene.spaces for feature in space.features})
    roads = [feature for feature in features if ways.is_way(feature)]
    kinds = {border.kind: border.title for border in scene.borders}
    chosen = THEMES[theme]
    return Printing(
        theme=chosen,
        sides=Sides(scene.sides),
        shown=counters.key(scene),
        grounds=ground.looks(scene.terrain, chosen),
        borders=borders.looks(scene.terrain, kinds),
        ways=ways.looks([*roads, *(link.kind for link in scene.links)], scene.terrain),
        marks=counters.lettered({feature: feature for feature in features if feature not in roads}),
    )
