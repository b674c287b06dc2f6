"""Ground: a colour and a quiet pattern for each kind of terrain, so that it is told apart in black and white too."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import msgspec

from replays.viewer.drawing import Drawing, number
from replays.viewer.theme import Theme
from replays.viewer.vocabulary import found, vocabulary
from rules.scene import Terrain

ROOT_3 = math.sqrt(3)
SPARE = ("hatch-falling", "hatch-rising", "hatch-level", "hatch-upright", "lattice", "dots")
"""Patterns for kinds of ground that the vocabulary does not know, in order."""


class Look(msgspec.Struct, frozen=True):
    """How a kind of ground is drawn: its colour, pattern and edges; a character where the pattern tells too little."""

    terrain: Terrain
    colour: str
    pattern: str
    built: bool
    glyph: str


def looks(terrain: Iterable[Terrain], theme: Theme) -> dict[str, Look]:
    """The look of each kind of ground of the scene, by kind."""
    entries = vocabulary().ground
    patterns: dict[str, tuple[str, bool]] = {}
    spare = 0
    kinds = [each for each in terrain if not each.border]
    for each in kinds:
        entry = found(entries, each.kind) or found(entries, each.title)
        if entry is not None:
            patterns[each.kind] = entry.pattern, entry.built
        elif each.glyph.strip() in {"", "."}:
            patterns[each.kind] = "plain", False
        else:
            patterns[each.kind] = SPARE[spare % len(SPARE)], False
            spare += 1
    used = [pattern for pattern, _ in patterns.values()]
    return {
        each.kind: Look(
            each,
            theme.ground(each.colour),
            *patterns[each.kind],
            each.glyph.strip() if used.count(patterns[each.kind][0]) > 1 else "",
        )
        for each in kinds
    }


def fill(drawing: Drawing, look: Look, theme: Theme, side: float, origin: tuple[float, float]) -> str:
    """The paint for the ground: its colour, or a reference to its pattern. `side` is a hex's side in pixels, `origin`
    the centre of a hex: the pattern repeats with the hexes."""
    if look.pattern == "plain":
        return look.colour
    mark = theme.mark(look.colour)
    tile = f"0 0 {number(3 * side)} {number(ROOT_3 * side)}"
    return drawing.define(
        f"ground-{look.terrain.kind}",
        f'<pattern id="{{id}}" patternUnits="userSpaceOnUse" x="{number(origin[0] - 0.75 * side)}"'
        f' y="{number(origin[1] - ROOT_3 / 4 * side)}" width="{3 * side:.4f}" height="{ROOT_3 * side:.4f}"'
        f' viewBox="{tile}" preserveAspectRatio="none">'
        f'<rect width="{number(3 * side + 1)}" height="{number(2 * side)}" fill="{look.colour}"/>'
        f'<path d="{_tile(look.pattern, side)}" fill="{mark if look.pattern in _SOLID else "none"}"'
        f' stroke="{mark}" stroke-width="{max(0.7, 0.032 * side):.2f}" stroke-linecap="round"'
        f' stroke-linejoin="round"/></pattern>',
    )


# Marks: strokes round a point, in parts of a hex's side; and where they stand in a hex.

_SPREAD = ((-0.52, -0.3), (0.02, -0.55), (0.5, -0.22), (-0.25, 0.12), (0.28, 0.3), (-0.5, 0.5), (0.05, 0.68))
_ROWS = tuple(
    (x + (0.125 if row % 2 else -0.125), y)
    for row, y in enumerate((-0.65, -0.22, 0.22, 0.65))
    for x in (-0.5, 0.0, 0.5)
)

_MARKS: Mapping[str, tuple[tuple[tuple[float, float], ...], str]] = {
    # Each number is a part of the side; the letters are those of a path, relative to the point.
    "peaks": (
        ((-0.32, 0.12), (0.34, 0.34), (0.22, -0.38)),
        "m -.27 .2 l .27 -.42 l .27 .42 m -.27 -.42 l .06 .26 l .09 -.04 l .02 .14",
    ),
    "slopes": (_ROWS, "m -.07 -.1 q .09 .08 .08 .2 m .06 -.2 q .09 .08 .08 .2"),
    "trees": (
        _SPREAD,
        "m 0 .16 l 0 -.1 m -.11 0 c -.1 -.04 -.06 -.2 .03 -.19 c .03 -.1 .15 -.1 .17 0 c .1 0 .12 .16 .02 .19 z",
    ),
    "blocks": (_SPREAD, "m -.12 -.08 l .2 0 l 0 .13 l -.2 0 z"),
    "courses": (_ROWS, "m -.2 .1 l .44 0 m -.24 0 l 0 -.16"),
    "arches": (_ROWS, "m -.12 .1 l 0 -.08 a .12 .12 0 0 1 .24 0 l 0 .08"),
    "waves": (_ROWS, "m -.2 0 q .1 -.12 .2 0 q .1 .12 .2 0"),
    "reeds": (_SPREAD, "m -.14 .06 l .28 0 m -.14 0 l 0 -.2 m -.04 .2 l -.07 -.14 m .15 .14 l .07 -.14"),
    "dots": (_ROWS, "m -.02 0 l .04 0"),
    "furrows": (_ROWS, "m -.24 .05 l .46 0 m -.46 -.14 l .46 0"),
    "stones": (_SPREAD, "m -.12 .06 l .07 -.14 l .12 .02 l .06 .12 z"),
    "hatch-falling": (_ROWS, "m -.12 -.12 l .24 .24"),
    "hatch-rising": (_ROWS, "m -.12 .12 l .24 -.24"),
    "hatch-level": (_ROWS, "m -.16 0 l .32 0"),
    "hatch-upright": (_ROWS, "m 0 -.14 l 0 .28"),
    "lattice": (_ROWS, "m -.1 0 l .2 0 m -.1 -.1 l 0 .2"),
}
_SOLID = frozenset({"blocks"})
PATTERNS = ("plain", *_MARKS)


def _tile(pattern: str, side: float) -> str:
    """One tile of the pattern: two hexes, with the marks that reach in from the tiles around."""
    places, mark = _MARKS[pattern]
    wide, high, reach = 3.0, ROOT_3, 0.45
    pieces = []
    for hex_x, hex_y in ((0.75, ROOT_3 / 4), (2.25, 3 * ROOT_3 / 4)):
        for x, y in places:
            for round_x in (-wide, 0.0, wide):
                for round_y in (-high, 0.0, high):
                    at_x, at_y = hex_x + x + round_x, hex_y + y + round_y
                    if -reach < at_x < wide + reach and -reach < at_y < high + reach:
                        pieces.append(f"M{number(at_x * side)} {number(at_y * side)}{_scaled(mark, side)}")
    return "".join(pieces)


def _scaled(mark: str, side: float) -> str:
    written: list[str] = []
    arc = 0
    for token in mark.split():
        if token.isalpha():
            written.append(token)
            arc = 1 if token == "a" else 0
            continue
        # The third to the fifth number of an arc are an angle and two flags.
        keep = arc in {3, 4, 5}
        arc = arc + 1 if arc else 0
        written.append(token if keep else f"{float(token) * side:.2f}")
    return " ".join(written)
