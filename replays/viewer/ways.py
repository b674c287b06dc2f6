"""Ways: roads and the like that run through hexes, and the links of a point-to-point map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from replays.viewer.colours import INK, PAPER, known, mix, steady
from replays.viewer.drawing import Drawing, number
from replays.viewer.theme import Theme
from replays.viewer.vocabulary import found, vocabulary
from rules.scene import Terrain

Point = tuple[float, float]
STYLES = ("road", "track", "rail", "sea", "pass")
SPARE = ("plain", "dash-dot", "double", "long-dash")


class Look(msgspec.Struct, frozen=True):
    """How a kind of way is drawn."""

    kind: str
    title: str
    style: str
    colour: str


def is_way(kind: str) -> bool:
    """Whether a feature of this kind runs from hex to hex (else it stands in its hex)."""
    return found(vocabulary().way, kind) is not None


def looks(kinds: Iterable[str], terrain: Iterable[Terrain]) -> dict[str, Look]:
    """The look of each kind of way that occurs, by kind."""
    cards: Mapping[str, Terrain] = {each.kind: each for each in terrain}
    result: dict[str, Look] = {}
    spare = 0
    for kind in sorted(set(kinds)):
        entry = found(vocabulary().way, kind) if kind else None
        style = entry.style if entry is not None else SPARE[spare % len(SPARE)]
        spare += entry is None
        card = cards.get(kind)
        title = card.title if card is not None else kind.replace("-", " ").capitalize() or "Connection"
        result[kind] = Look(kind, title, style, known(card.colour if card is not None else "", ""))
    return result


def draw(drawing: Drawing, look: Look, path: str, theme: Theme, thick: float) -> None:
    """The way along the path; `thick` is the width of a road in pixels."""
    dark = theme.name == "dark"
    line = steady(look.colour or mix(theme.ink, theme.page, 0.25), theme.page, 2.2)

    def stroke(colour: str, share: float, dash: tuple[float, ...] = ()) -> None:
        drawing.add(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_width=share * thick,
            stroke_dasharray=" ".join(number(each * thick) for each in dash) or None,
            stroke_linejoin="round",
            stroke_linecap="butt" if dash else "round",
        )

    casing = mix(line, INK if not dark else "#000000", 0.55)
    if look.style == "road":
        stroke(casing, 1.0)
        stroke(mix(look.colour or "#d9b98a", PAPER, 0.45) if not dark else mix(line, PAPER, 0.1), 0.58)
    elif look.style == "track":
        stroke(line, 0.45, (1.1, 0.8))
    elif look.style == "rail":
        stroke(casing, 0.3)
        stroke(casing, 1.0, (0.3, 1.2))
    elif look.style == "sea":
        stroke(steady("#3f7fb0", theme.page, 2.2), 0.5, (1.6, 1.0))
    elif look.style == "pass":
        stroke(line, 0.55, (0.55, 0.65))
    elif look.style == "double":
        stroke(line, 0.9)
        stroke(theme.page, 0.4)
    elif look.style == "dash-dot":
        stroke(line, 0.5, (1.6, 0.6, 0.4, 0.6))
    elif look.style == "long-dash":
        stroke(line, 0.5, (2.4, 0.8))
    else:
        stroke(line, 0.45)


def through(centre: Point, exits: list[Point]) -> str:
    """A way through a hex to the middles of the hexsides by which it goes on: two are joined by a curve."""
    written = [f"{number(x)} {number(y)}" for x, y in exits]
    middle = f"{number(centre[0])} {number(centre[1])}"
    if len(written) == 2:
        return f"M{written[0]}Q{middle} {written[1]}"
    return "".join(f"M{middle}L{each}" for each in written)
