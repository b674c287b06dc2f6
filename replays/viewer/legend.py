"""The legend: every ground, border, way, feature, symbol, state and marker that occurs in the picture."""

from __future__ import annotations

from collections.abc import Callable

from replays.viewer import borders, ground, lettering, symbols, ways
from replays.viewer import counters as faces
from replays.viewer.blocks import SIZE, Block, framed
from replays.viewer.colours import INK
from replays.viewer.drawing import Drawing, number
from replays.viewer.printing import Printing
from replays.viewer.stacks import band
from replays.viewer.theme import Theme
from rules.scene import Marker, Scene, Shape

SWATCH = 34.0
ROW = 26.0
Sample = Callable[[Drawing, float, float], None]
"""Draws the sample into a box of SWATCH by ROW with its corner at x, y."""


def legend(scene: Scene, printing: Printing, side: float, origin: tuple[float, float]) -> Block | None:
    """The legend as a block; `side` and `origin` are those of the map's patterns. None where there is nothing."""
    entries = _entries(scene, printing, side, origin)
    if not entries:
        return None

    def content(drawing: Drawing, x: float, y: float, width: float) -> float:
        columns = max(1, int(width // 132))
        across = width / columns
        down = y
        for first in range(0, len(entries), columns):
            tallest = ROW
            for place, (title, sample) in enumerate(entries[first : first + columns]):
                left = x + place * across
                with drawing.group(title, class_="legend"):
                    sample(drawing, left, down)
                lines = lettering.wrap(lettering.clean(title), across - SWATCH - 10, SIZE - 0.5)[:3]
                top = down + ROW / 2 + 4 - (len(lines) - 1) * 6.5
                for row, line in enumerate(lines):
                    drawing.text(
                        left + SWATCH + 5,
                        max(top, down + 9) + row * 13,
                        line,
                        size=SIZE - 0.5,
                        on=(printing.theme.card,),
                        ink=printing.theme.ink,
                    )
                tallest = max(tallest, len(lines) * 13.0 + 3)
            down += tallest + 3
        return down - y

    return framed("Legend", content, printing)


def _entries(
    scene: Scene, printing: Printing, side: float, origin: tuple[float, float]
) -> list[tuple[str, Sample]]:
    theme, shown = printing.theme, printing.shown
    found: list[tuple[str, Sample]] = []
    occurring = {space.terrain for space in scene.spaces}
    for kind, look in printing.grounds.items():
        if kind in occurring:
            shape = next(space.shape for space in scene.spaces if space.terrain == kind)
            found.append((look.terrain.title, _ground(look, printing, side, origin, shape)))
    for way in printing.ways.values():
        found.append((way.title, _way(way, printing)))
    for border in printing.borders.values():
        found.append((border.title, _border(border, printing)))
    for kind, letters in printing.marks.items():
        found.append((_words(kind), _mark(kind, letters, theme)))
    for symbol in sorted(
        {counter.symbol for counter in scene.counters if counter.symbol and not counter.hidden}
    ):
        found.append((symbol.replace("-", " ").capitalize(), _symbol(symbol, theme.face)))
    for state in sorted(shown.stripes):
        found.append((_words(state), _stripe(printing)))
    for state, letter in sorted(shown.badges.items()):
        found.append((_words(state), _badge(letter, printing, joined=state in shown.joined)))
    for kind in sorted(shown.markers):
        of_kind = [marker for marker in scene.markers if marker.kind == kind]
        titles = {faces.kind_title(marker) for marker in of_kind}
        title = titles.pop() if len(titles) == 1 else kind
        found.append((_words(title), _chit(of_kind[0], printing)))
    return found


def _words(state: str) -> str:
    return state.replace("-", " ").capitalize() if state.islower() else state


def _ground(
    look: ground.Look, printing: Printing, side: float, origin: tuple[float, float], shape: Shape
) -> Sample:
    """The ground in the shape that its spaces have on the map."""

    def sample(drawing: Drawing, x: float, y: float) -> None:
        paint = ground.fill(drawing, look, printing.theme, side, origin)
        left, top, wide, high = x + 1, y + 1, 28.0, 24.0
        path = {
            "hex": f"M{number(left + 7)} {number(top)}h14l7 12l-7 12h-14l-7 -12z",
            "box": f"M{number(left)} {number(top + 1)}h28v22h-28z",
            "circle": f"M{number(left + 3)} {number(top + 12)}a11 11 0 1 0 22 0a11 11 0 1 0 -22 0z",
            "diamond": f"M{number(left + 1)} {number(top + 12)}l13 -13l13 13l-13 13z",
        }[shape]
        drawing.add("path", d=path, fill=paint, stroke=printing.theme.rule, stroke_width=1)
        if look.glyph:
            drawing.text(
                left + wide / 2,
                top + high / 2 + 3.2,
                look.glyph,
                size=lettering.LEAST_SIZE,
                anchor="middle",
                on=(look.colour,),
                halo=True,
            )

    return sample


def _way(look: ways.Look, printing: Printing) -> Sample:
    def sample(drawing: Drawing, x: float, y: float) -> None:
        path = f"M{number(x + 1)} {number(y + 17)}Q{number(x + 15)} {number(y + 4)} {number(x + 30)} {number(y + 13)}"
        ways.draw(drawing, look, path, printing.theme, 5.0)

    return sample


def _border(look: borders.Look, printing: Printing) -> Sample:
    return lambda drawing, x, y: borders.draw(
        drawing, look, (x + 1, y + 13), (x + 31, y + 13), printing.theme, 28.0
    )


def _symbol(symbol: str, face: str) -> Sample:
    return lambda drawing, x, y: symbols.draw(drawing, symbol, x + 2, y + 4, 27, 18, ink=INK, face=face)


def _stripe(printing: Printing) -> Sample:
    def sample(drawing: Drawing, x: float, y: float) -> None:
        theme = printing.theme
        drawing.add(
            "path", d=faces.outline(0, x + 3, y + 1, 24), fill=theme.muted, stroke=theme.rim, stroke_width=0.8
        )
        drawing.add("rect", x=x + 4, y=y + 13, width=22, height=8, fill=theme.face)

    return sample


def _badge(letter: str, printing: Printing, *, joined: bool) -> Sample:
    def sample(drawing: Drawing, x: float, y: float) -> None:
        if joined:
            band(drawing, [(x + 3, y + 7), (x + 17, y + 7)], 12, printing.theme)
            for left in (x + 3, x + 17):
                drawing.add("rect", x=left, y=y + 7, width=12, height=12, rx=2, fill=printing.theme.muted)
        if letter:
            faces.badge(drawing, letter, x + 16, y + 13, 14, printing.theme)

    return sample


def _chit(marker: Marker, printing: Printing) -> Sample:
    def sample(drawing: Drawing, x: float, y: float) -> None:
        faces.chit(
            drawing,
            marker,
            x + 3,
            y + 1,
            24,
            shown=printing.shown,
            sides=printing.sides,
            theme=printing.theme,
        )

    return sample


def _mark(kind: str, letters: str, theme: Theme) -> Sample:
    return lambda drawing, x, y: faces.mark(drawing, kind, letters, x + 8, y + 7, theme)
