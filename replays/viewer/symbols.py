"""Unit symbols, drawn into a box: the signs of map staffs where there are any, pictograms where not."""

from __future__ import annotations

from collections.abc import Mapping

from replays.viewer import lettering
from replays.viewer.drawing import Drawing, number
from replays.viewer.vocabulary import found, vocabulary

# Strokes and solid shapes in a box of 30 by 20; capital letters and numbers of a path.
_STROKES: Mapping[str, str] = {
    "infantry": "M 0 0 L 30 20 M 30 0 L 0 20",
    "hoplites": "M 7 10 A 8 8 0 1 1 23 10 A 8 8 0 1 1 7 10 M 11 15 L 15 5 L 19 15",
    "cavalry": "M 0 20 L 30 0",
    "archer": "M 9 2 Q 21 10 9 18 M 9 2 L 9 18 M 6 10 L 24 10 M 20 7 L 24 10 L 20 13",
    "engine": "M 4 16 L 26 16 M 8 16 L 20 4 M 15 16 L 12 12 M 18 3 L 22 7",
    "fleet": "M 4 12 L 26 12 L 22 17 L 8 17 Z M 15 12 L 15 2",
}
_SOLIDS: Mapping[str, str] = {
    "leader": "M 15 2 L 17.1 7.3 L 22.6 7.5 L 18.3 11 L 19.7 16.4 L 15 13.3 L 10.3 16.4 L 11.7 11 L 7.4 7.5 "
    "L 12.9 7.3 Z",
    "engine": "M 6 17 A 2.2 2.2 0 1 1 10.4 17 A 2.2 2.2 0 1 1 6 17 M 19.6 17 A 2.2 2.2 0 1 1 24 17 "
    "A 2.2 2.2 0 1 1 19.6 17",
    "monster": "M 4 4 L 8 12 L 11 5 L 15 16 L 19 5 L 22 12 L 26 4 Z",
    "fleet": "M 16 3 L 23 10 L 16 10 Z",
}
SYMBOLS = ("infantry", "hoplites", "cavalry", "archer", "leader", "engine", "monster", "fleet")


def known(symbol: str) -> str:
    """The sign for a kind of unit, "" where there is none."""
    if symbol in SYMBOLS:
        return symbol
    entry = found(vocabulary().unit, symbol) if symbol else None
    return entry.symbol if entry is not None else ""


def draw(
    drawing: Drawing, symbol: str, x: float, y: float, width: float, height: float, *, ink: str, face: str
) -> None:
    """The sign in its box with the corner at x, y. A kind without a sign has its first letters."""
    sign = known(symbol)
    line = max(0.9, height / 11)
    drawing.add("rect", x=x, y=y, width=width, height=height, fill=face, stroke=ink, stroke_width=line)
    if sign in _STROKES:
        path = _placed(_STROKES[sign], x, y, width, height)
        drawing.add("path", d=path, fill="none", stroke=ink, stroke_width=line * 1.15)
    if sign in _SOLIDS:
        drawing.add("path", d=_placed(_SOLIDS[sign], x, y, width, height), fill=ink)
    if not sign and symbol:
        letters = symbol[:2].upper()
        size = max(lettering.LEAST_SIZE, min(height * 0.9, 14))
        if height >= lettering.CAPITAL * size and lettering.width(letters, size, bold=True) <= width:
            drawing.text(
                x + width / 2,
                y + (height + lettering.CAPITAL * size) / 2,
                letters,
                size=size,
                bold=True,
                anchor="middle",
                on=(face,),
                ink=ink,
                kind="symbol",
            )


def _placed(path: str, x: float, y: float, width: float, height: float) -> str:
    """The path in its box: crosses and strokes fill it, pictograms keep their proportions."""
    across, down = width / 30, height / 20
    left, top = x, y
    if not path.startswith(("M 0 0", "M 0 20")):
        across = down = min(across, down)
        left, top = x + (width - 30 * across) / 2, y + (height - 20 * down) / 2
    written: list[str] = []
    command, place = "", 0
    for token in path.split():
        if token.isalpha():
            command, place = token, 0
            written.append(token)
        elif command == "A":
            # Radii, an angle and two flags, and the end.
            scaled = {0: float(token) * across, 1: float(token) * down}
            scaled |= {5: left + float(token) * across, 6: top + float(token) * down}
            written.append(f"{scaled[place]:.2f}" if place in scaled else token)
            place += 1
        else:
            value = left + float(token) * across if place % 2 == 0 else top + float(token) * down
            written.append(number(value))
            place += 1
    return " ".join(written)
