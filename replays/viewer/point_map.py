"""The point-to-point map: spaces as circles and boxes, the links between them, pieces beside them, and names."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from replays.viewer import counters as faces
from replays.viewer import ground, lettering, stacks, ways
from replays.viewer.arranging import Wanted, arranged
from replays.viewer.colours import mix, readable
from replays.viewer.drawing import Box, Drawing, number, points
from replays.viewer.labels import Point, Room
from replays.viewer.printing import Printing
from rules.scene import Scene, Space

MARGIN = 34.0
NARROW = 640.0
ROOMY, ROOMY_BESIDE, BESIDE = 8.0, 12.0, 4.0
"""The radius from which on there is room for features; how far from a space they are put then, and where not."""
_PARTS = {"circle": (1.0, 1.0), "box": (1.25, 1.0), "diamond": (1.1, 1.1), "hex": (1.0, 1.0)}
"""How far a space reaches across and down, in parts of the radius."""
TALLEST = 1.5
"""The map is never higher than so many times its width."""
FARTHEST = 120.0
"""No space is farther from the nearest one than so many pixels: a map of few spaces is drawn small."""


def draw(
    drawing: Drawing,
    scene: Scene,
    spaces: Sequence[Space],
    x: float,
    y: float,
    width: float,
    printing: Printing,
) -> tuple[Box, tuple[str, ...]]:
    """Draws the map with its upper left corner at x, y. Returns what it fills, and the spaces of which not all pieces
    can be read on it."""
    places, high = laid(spaces, x, y, width)
    fills = Box(x=x, y=y, width=width, height=high)
    sheet(drawing, x, y, width, high, printing)
    radius = radius_of(places)
    draw_links(drawing, scene, places, radius, printing)
    room = Room(fills)
    nodes = {space.id: node_box(space, places[space.id], radius) for space in spaces}
    for box in nodes.values():
        room.take(box)
    for space in spaces:
        draw_node(drawing, space, nodes[space.id], radius, printing)
    unread = draw_pieces(lambda _: drawing, scene, nodes, room, radius, printing)
    unnamed = draw_words(drawing, spaces, nodes, room, radius, printing)
    return fills, tuple(sorted({*unread, *unnamed}, key=[space.id for space in spaces].index))


def sheet(drawing: Drawing, x: float, y: float, width: float, height: float, printing: Printing) -> None:
    """What the map is drawn on."""
    theme = printing.theme
    drawing.add(
        "rect",
        x=x + 0.7,
        y=y + 0.7,
        width=width - 1.4,
        height=height - 1.4,
        rx=6,
        fill=theme.ground(theme.base) if theme.name == "light" else theme.card,
        stroke=theme.rule,
        stroke_width=1.2,
    )


def laid(spaces: Sequence[Space], x: float, y: float, width: float) -> tuple[dict[str, Point], float]:
    """The centre of each space in pixels, and the height of the map."""
    left, right = min(space.x for space in spaces), max(space.x for space in spaces)
    top, bottom = min(space.y for space in spaces), max(space.y for space in spaces)
    wide, high = right - left, bottom - top
    scale = (width - 2 * MARGIN) / wide if wide else 90.0
    scale = min(scale, FARTHEST / _nearest([(space.x, space.y) for space in spaces], FARTHEST / 260.0))
    scale = min(scale, (TALLEST * width - 2 * MARGIN) / high if high else scale)
    indent = (width - wide * scale) / 2
    # On a narrow picture the map is drawn out downward, so that pieces and names find room.
    down = scale
    if width < NARROW and high:
        down = max(scale, min(1.9 * scale, (1.75 * width - 2 * MARGIN) / high))
    places = {
        space.id: (x + indent + (space.x - left) * scale, y + MARGIN + (space.y - top) * down)
        for space in spaces
    }
    return places, high * down + 2 * MARGIN


def radius_of(places: dict[str, Point]) -> float:
    """Of the circles: what the nearest two spaces leave room for."""
    nearest = _nearest(places.values(), 80.0)
    return max(6.0, min(15.0, 0.24 * nearest))


def _nearest(places: Iterable[Point], alone: float) -> float:
    """How far the nearest two different points are from each other; `alone` where there are no two."""
    points = sorted(set(places))
    return min(
        (math.dist(one, other) for place, one in enumerate(points) for other in points[place + 1 :]),
        default=alone,
    )


def node_box(space: Space, at: Point, radius: float) -> Box:
    wide, high = (radius * part for part in _PARTS[space.shape])
    return Box(x=at[0] - wide, y=at[1] - high, width=2 * wide, height=2 * high, kind="space", text=space.id)


def _middle(box: Box) -> Point:
    return box.x + box.width / 2, box.y + box.height / 2


def draw_links(
    drawing: Drawing, scene: Scene, places: dict[str, Point], radius: float, printing: Printing
) -> None:
    with drawing.group("", class_="links"):
        for kind in sorted({link.kind for link in scene.links}):
            path = "".join(
                "M" + "L".join(f"{number(px)} {number(py)}" for px, py in (places[one], places[other]))
                for one, other in (link.between for link in scene.links if link.kind == kind)
                if one in places and other in places
            )
            if path:
                ways.draw(drawing, printing.ways[kind], path, printing.theme, max(3.0, 0.34 * radius))


def draw_node(drawing: Drawing, space: Space, box: Box, radius: float, printing: Printing) -> None:
    """The space: its ground, and a rim and a letter for who holds it."""
    theme, sides = printing.theme, printing.sides
    middle = _middle(box)
    # A space may have another shape than the one for which room was left, as a tribe that was subjugated.
    box = node_box(space, middle, radius)
    look = printing.grounds.get(space.terrain)
    words = [space.title or space.id]
    words += [look.terrain.title] if look is not None else []
    words += list(space.features)
    words += [sides[space.owner].title or space.owner] if space.owner else []
    fill = theme.ground("") if look is None else look.colour
    paint = fill if look is None else ground.fill(drawing, look, theme, max(radius, 8.0), middle)
    rim = sides.colour(space.owner) if space.owner else mix(theme.ink, fill, 0.2)
    with drawing.group(", ".join(words), class_="space", data_space=space.id):
        for out, colour, inside in ((1.4, theme.rim, theme.rim), (0.6, rim, rim)):
            _shape(drawing, space, box, out, inside, colour)
        _shape(drawing, space, box, -2.0 if space.owner else -1.0, paint, rim)
        letter = sides[space.owner].letter
        if letter and radius >= 7:
            size = max(lettering.LEAST_SIZE, 0.75 * radius)
            colour = sides.colour(space.owner)
            # Smaller than the space, so that its ground is seen round it.
            _shape(drawing, space, box, -max(3.0, 0.45 * radius), colour, colour)
            drawing.text(
                middle[0],
                middle[1] + lettering.CAPITAL * size / 2,
                letter,
                size=size,
                bold=True,
                anchor="middle",
                on=(colour,),
                ink=readable((colour,)),
                kind="side",
            )


def _shape(drawing: Drawing, space: Space, box: Box, out: float, fill: str, stroke: str) -> None:
    x, y = _middle(box)
    if space.shape == "box":
        drawing.add(
            "rect",
            x=box.x - out,
            y=box.y - out,
            width=box.width + 2 * out,
            height=box.height + 2 * out,
            rx=2,
            fill=fill,
            stroke=stroke,
            stroke_width=0.6,
        )
    elif space.shape == "diamond":
        # Its sides stand at 45 degrees: its corners reach out farther than they do.
        across, down = box.width / 2 + out * math.sqrt(2), box.height / 2 + out * math.sqrt(2)
        corners = points((x, y - down), (x + across, y), (x, y + down), (x - across, y))
        drawing.add(
            "path",
            d=f"M{corners.replace(' ', 'L').replace(',', ' ')}Z",
            fill=fill,
            stroke=stroke,
            stroke_width=0.6,
        )
    else:
        drawing.add("circle", cx=x, cy=y, r=box.height / 2 + out, fill=fill, stroke=stroke, stroke_width=0.6)


def draw_pieces(
    on: Callable[[str], Drawing],
    scene: Scene,
    nodes: dict[str, Box],
    room: Room,
    radius: float,
    printing: Printing,
) -> tuple[str, ...]:
    """Pieces in rows beside their space, the fullest spaces first; smaller, then as a pile, where there is no room.

    `on` gives what the pieces of a space are drawn on.
    """
    piled = stacks.stacks(scene, printing.shown)
    unread = []
    order = sorted((name for name in nodes if name in piled), key=lambda name: (-len(piled[name]), name))
    for name in order:
        stack = piled[name]
        for size in (30.0, 26.0, 22.0, 18.0, 0.0):
            many = len(stack) if size else 1
            columns = max(1, min(4, math.ceil(math.sqrt(many))))
            rows = -(-many // columns)
            pitch = size + 2.4 if size else 24.0
            above = stacks.RAISED if size and stacks.raises(stack, printing.shown) else 0.0
            wide, high = columns * pitch + 2, rows * pitch + 2 + above
            middle = _middle(nodes[name])
            box = room.place(wide, high, middle, (radius + 2, radius + 2), far=1.2 * radius if size else 26.0)
            if box is None:
                continue
            room.take(box)
            complete = stacks.rows(
                on(name),
                stack if size else stacks.top(stack),
                (box.x + 1 + pitch / 2, box.y + above + 1 + pitch / 2),
                size or 22.0,
                pitch,
                columns,
                many=len(stack),
                shown=printing.shown,
                sides=printing.sides,
                theme=printing.theme,
            )
            if not complete or not size:
                unread.append(name)
            break
        else:
            unread.append(name)
            tab = room.place(16.0, 11.0, _middle(nodes[name]), (radius, radius), far=20.0, gap=0.3)
            if tab is not None:
                room.take(tab)
                stacks.count(on(name), len(stack), tab.x + 12.0, tab.y + 5.5, printing.theme)
    return tuple(unread)


def draw_words(
    drawing: Drawing,
    spaces: Sequence[Space],
    nodes: dict[str, Box],
    room: Room,
    radius: float,
    printing: Printing,
    places: Mapping[str, Box] | None = None,
) -> tuple[str, ...]:
    """Names, and the features that have room beside their space. `places` are those of the names, where they are known
    already. Returns the spaces without a name."""
    unnamed = draw_names(drawing, spaces, nodes, room, radius, printing, places)
    draw_marks(
        drawing, spaces, nodes, room, radius, printing, far=ROOMY_BESIDE if radius >= ROOMY else BESIDE
    )
    return unnamed


def draw_marks(
    drawing: Drawing,
    spaces: Sequence[Space],
    nodes: dict[str, Box],
    room: Room,
    radius: float,
    printing: Printing,
    far: float = 30.0,
) -> None:
    """Features of spaces, as walls or a port, at most `far` pixels from their space."""
    for space in spaces:
        for kind in space.features:
            if kind in printing.marks:
                box = room.place(*faces.MARK, _middle(nodes[space.id]), (radius, radius), far=far, gap=0.5)
                if box is not None:
                    room.take(box)
                    faces.mark(drawing, kind, printing.marks[kind], box.x, box.y, printing.theme)


def name_places(
    spaces: Sequence[Space], nodes: Mapping[str, Box], room: Room, radius: float
) -> dict[str, Box]:
    """Where the names of spaces stand; the room is left as it was."""
    size = name_size(radius)
    return arranged(
        {
            space.id: Wanted(
                lettering.width(lettering.clean(space.title or space.id), size, bold=True) + 4,
                size * 1.19 + 2,
                nodes[space.id],
            )
            for space in spaces
        },
        room,
    )


def name_size(radius: float) -> float:
    """The size of a space's name, in pixels."""
    return 11.0 if radius >= 13 else 10.5 if radius >= 10 else lettering.LEAST_SIZE + 0.5


def draw_names(
    drawing: Drawing,
    spaces: Sequence[Space],
    nodes: dict[str, Box],
    room: Room,
    radius: float,
    printing: Printing,
    places: Mapping[str, Box] | None = None,
) -> tuple[str, ...]:
    theme = printing.theme
    size = name_size(radius)
    if places is None:
        places = name_places(spaces, nodes, room, radius)
    unnamed = []
    placed: list[tuple[Box, str]] = []
    for space in spaces:
        title = lettering.clean(space.title or space.id)
        middle = _middle(nodes[space.id])
        box = places.get(space.id)
        if box is None:
            unnamed.append(space.id)
            continue
        room.take(box)
        placed.append((box, title))
        near = Box(
            x=middle[0] - 1.9 * radius, y=middle[1] - 1.9 * radius, width=3.8 * radius, height=3.8 * radius
        )
        if not box.meets(near):
            ends = "L".join(f"{number(x)} {number(y)}" for x, y in (middle, _middle(box)))
            drawing.add("path", d=f"M{ends}", stroke=theme.ink, stroke_width=0.7, stroke_dasharray="2 2")
    under = theme.ground(theme.base) if theme.name == "light" else theme.card
    # After all lines, so that none runs through a name.
    for box, title in placed:
        drawing.add(
            "rect",
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            rx=2,
            fill=theme.card,
            fill_opacity="0.92",
        )
        drawing.text(
            box.x + box.width / 2,
            box.y + 1 + 0.94 * size,
            title,
            size=size,
            bold=True,
            anchor="middle",
            on=(theme.card, mix(theme.card, under, 0.08)),
            ink=theme.ink,
            kind="name",
        )
    return tuple(unnamed)
