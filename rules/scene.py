"""What to draw of a position, for every ruleset alike: spaces or hexes, counters, markers, tracks, hands.

A scene is plain data: the terminal board, the SVG picture and the replay page are drawn from it and from nothing
else. Distances are in board units; a hex has the side length 1. Everything is in a fixed order.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Shape = Literal["hex", "circle", "box", "diamond"]


class Terrain(msgspec.Struct, frozen=True):
    """A kind of ground or of border, for the legend: a colour (`#rrggbb`), and one character that tells it
    without colour."""

    kind: str
    title: str
    colour: str
    glyph: str = " "
    border: bool = False


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """A hex (`shape` hex), a point (circle or diamond) or a box, with its centre. `column` and `row` place it in a text
    grid (hex maps)."""

    id: str
    x: float
    y: float
    shape: Shape = "hex"
    terrain: str = ""
    features: tuple[str, ...] = ()
    title: str = ""
    owner: str = ""
    column: int = 0
    row: int = 0


class Border(msgspec.Struct, frozen=True):
    """A feature between two neighbouring spaces: a wall, a gate, a river. A second space "" is the edge of the map: a
    side by which pieces come."""

    between: tuple[str, str]
    kind: str
    title: str = ""


class Link(msgspec.Struct, frozen=True):
    """A connection between two spaces of a point-to-point map; or two hexes through which a way (a road) runs from one
    to the other, where not all neighbours that have it are joined by it. A kind that ends with `one way` leads from the
    first to the second alone."""

    between: tuple[str, str]
    kind: str = ""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A piece. `owner` is its seat, `symbol` what it is (`infantry`, `cavalry`, `archer`, `leader` …), `code`
    its printed
    values, `short` at most four characters for the terminal; `hidden` if its face is not shown."""

    id: str
    space: str
    owner: str = ""
    title: str = ""
    code: str = ""
    short: str = ""
    symbol: str = ""
    states: tuple[str, ...] = ()
    hidden: bool = False


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A marker on a space that is no piece: a breach, a siege, control."""

    space: str
    kind: str
    title: str = ""
    owner: str = ""


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """A track (turns, victory points, losses): its cells, and who or what stands on which (index into `cells`)."""

    title: str
    cells: tuple[str, ...]
    at: tuple[tuple[str, int], ...] = ()


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat holds, `?` for each card that is not known."""

    seat: str
    title: str = ""
    cards: tuple[str, ...] = ()


class Panel(msgspec.Struct, frozen=True):
    """Some lines beside the board, under a title (spells in force, losses, resources)."""

    title: str
    lines: tuple[str, ...]


class Side(msgspec.Struct, frozen=True):
    """A seat as it is drawn: its title, its colour, and one letter that tells it without colour. After the seats other
    owners of pieces and spaces may follow, as a power that nobody plays."""

    seat: str
    title: str
    colour: str
    letter: str


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is drawn of one position."""

    title: str
    sides: tuple[Side, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    spaces: tuple[Space, ...] = ()
    borders: tuple[Border, ...] = ()
    links: tuple[Link, ...] = ()
    counters: tuple[Counter, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[Track, ...] = ()
    hands: tuple[Hand, ...] = ()
    panels: tuple[Panel, ...] = ()
