"""The hex map: areas of ground, roads, hexside borders, numbers, pieces and names, from the bottom to the top."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from replays.viewer import borders, ground, hexes, lettering, stacks, ways
from replays.viewer import counters as faces
from replays.viewer.colours import LEAST_CONTRAST, contrast, mix, readable
from replays.viewer.counters import Key
from replays.viewer.drawing import Box, Drawing, number, text_box
from replays.viewer.hexes import Map
from replays.viewer.labels import Room
from replays.viewer.printing import Printing
from rules.scene import Scene, Space

MARGIN = 15.0
"""Round the map, in pixels: room for the numbers of columns and rows."""
NUMBERED = 22.0
"""From this side of a hex on, in pixels, its number stands in it."""


def scale(spaces: Sequence[Space], width: float, most: float) -> float:
    """The side of a hex in pixels with which the map fits the width; `most` at the most."""
    return min(most, (width - 2 * MARGIN) / hexes.size(spaces)[0])


def draw(
    drawing: Drawing,
    scene: Scene,
    spaces: Sequence[Space],
    x: float,
    y: float,
    side: float,
    printing: Printing,
) -> tuple[Box, tuple[str, ...]]:
    """Draws the map with its upper left corner at x, y. Returns what it fills, and the spaces of which not all pieces
    can be read on it."""
    wide, high = hexes.size(spaces)
    fills = Box(x=x, y=y, width=wide * side + 2 * MARGIN, height=high * side + 2 * MARGIN)
    board = hexes.laid(spaces, side, x + MARGIN, y + MARGIN)
    by_id = {space.id: space for space in spaces}
    piled = {name: stack for name, stack in stacks.stacks(scene, printing.shown).items() if name in by_id}
    with drawing.group("", class_="map", stroke_linecap="round", stroke_linejoin="round"):
        ground_areas(drawing, board, by_id, printing)
        roads(drawing, scene, board, by_id, printing)
        hexsides(drawing, scene, board, printing)
    targets(drawing, board, by_id, scene, printing)
    # The numbers of columns and rows stand outside.
    room = Room(Box(x=x + MARGIN, y=y + MARGIN, width=wide * side, height=high * side))
    taken = _pieces_boxes(board, piled, printing.shown)
    for box in taken:
        room.take(box)
    names = name_places(board, spaces, room, piled)
    numbers(drawing, board, by_id, room, printing)
    edge_numbers(drawing, board, by_id, room, printing)
    unread = _pieces(drawing, board, piled, printing)
    for space, box in names:
        name_plate(drawing, board, space, box, printing)
    return fills, unread


# Ground


def ground_areas(drawing: Drawing, board: Map, spaces: dict[str, Space], printing: Printing) -> None:
    theme = printing.theme
    held: dict[str, set[str]] = {}
    for space in spaces.values():
        held.setdefault(space.terrain, set()).add(space.id)
    looks = printing.grounds
    natural = sorted(
        (kind for kind in held if kind not in looks or not looks[kind].built),
        key=lambda kind: (-len(held[kind]), kind),
    )
    built = sorted(kind for kind in held if kind not in natural)
    houses = frozenset(name for kind in built for name in held[kind])
    origin = board.centre(board.ids[min(cell for cell in board.ids if cell[0] == 0)])

    def paint(kind: str) -> str:
        if kind not in looks:
            return theme.ground("")
        return ground.fill(drawing, looks[kind], theme, board.side, origin)

    # The commonest ground is the sheet; each further one is drawn together with all that follow, so that no gap of
    # the sheet shows where three meet.
    for place, kind in enumerate(natural):
        area = frozenset(name for later in [*natural[place:], *built] for name in held[later])
        path = hexes.outline(board, area, smooth=place > 0, beside=houses)
        colour = looks[kind].colour if kind in looks else theme.ground("")
        drawing.add(
            "path",
            d=path,
            fill=paint(kind),
            fill_rule="evenodd",
            stroke=mix(theme.mark(colour), colour, 0.35) if place else None,
            stroke_width=max(0.8, board.side / 28) if place else None,
        )
    for kind in built:
        path = hexes.outline(board, frozenset(held[kind]), smooth=False)
        drawing.add("path", d=path, fill=paint(kind), fill_rule="evenodd")
    _grid(drawing, board, spaces, printing)


def _grid(drawing: Drawing, board: Map, spaces: dict[str, Space], printing: Printing) -> None:
    """The lines between hexes, each drawn once, and the edge of the map."""
    theme = printing.theme
    inner, outer = [], []
    for name in board.cells:
        corners = board.corners(name)
        beside = dict(board.neighbours(name))
        for side in range(6):
            (x, y), (to_x, to_y) = board.point(corners[side]), board.point(corners[(side + 1) % 6])
            line = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
            if side not in beside:
                outer.append(line)
            elif side < 3:
                inner.append(line)
    ink, share = ("#000000", 0.3) if theme.name == "light" else ("#ffffff", 0.24)
    drawing.add(
        "path",
        d="".join(inner),
        stroke=ink,
        stroke_opacity=f"{share}",
        stroke_width=max(0.5, board.side / 45),
    )
    drawing.add("path", d="".join(outer), stroke=theme.rule, stroke_width=1.4)


def roads(drawing: Drawing, scene: Scene, board: Map, spaces: dict[str, Space], printing: Printing) -> None:
    """Roads and the like: along the scene's links where it has any of the kind, else between all neighbours that have
    it."""
    for kind in sorted({feature for space in spaces.values() for feature in space.features}):
        if kind not in printing.ways:
            continue
        joined = {frozenset(link.between) for link in scene.links if link.kind == kind}
        path = []
        for name, space in spaces.items():
            if kind not in space.features:
                continue
            exits = []
            for side, other in board.neighbours(name):
                if frozenset((name, other)) in joined or (not joined and kind in spaces[other].features):
                    corners = board.corners(name)
                    (x, y), (to_x, to_y) = board.point(corners[side]), board.point(corners[(side + 1) % 6])
                    exits.append(((x + to_x) / 2, (y + to_y) / 2))
            path.append(ways.through(board.centre(name), exits))
        ways.draw(drawing, printing.ways[kind], "".join(path), printing.theme, max(2.2, 0.2 * board.side))


def hexsides(drawing: Drawing, scene: Scene, board: Map, printing: Printing) -> None:
    drawn = []
    for border in scene.borders:
        first, second = border.between
        look = printing.borders[border.kind]
        if first in board.cells and second in board.cells:
            ends = board.hexside(first, second)
            if ends is not None:
                drawn.append((look, *ends, border.title))
        elif first in board.cells and not second:
            drawn += [(look, *ends, border.title) for ends in board.outer(first)]
    # Long lines first; what stands on them – towers, gates – on top.
    for look, start, end, title in sorted(drawn, key=lambda each: _height(each[0].style)):
        with drawing.group(title or look.title, class_="border", data_border=look.kind):
            borders.draw(drawing, look, start, end, printing.theme, board.side)


def _height(style: str) -> int:
    order = ("limit", "edge", "river", "cliff", "tunnel", "wall", "breach", "open-gate", "gate", "tower")
    style = style.removesuffix("+")
    return order.index(style) if style in order else len(order)


def targets(drawing: Drawing, board: Map, spaces: dict[str, Space], scene: Scene, printing: Printing) -> None:
    """Every hex as something that a pointer finds, with its name, ground and features."""
    titles = {each.kind: each.title for each in scene.terrain}
    for name, space in spaces.items():
        words = [name, *([space.title] if space.title else [])]
        words += [titles.get(kind, kind) for kind in (space.terrain, *space.features) if kind]
        if space.owner:
            words.append(printing.sides[space.owner].title or space.owner)
        corner = "M" + "L".join(
            f"{number(x)} {number(y)}" for x, y in (board.point(each) for each in board.corners(name))
        )
        drawing.add(
            "path", ", ".join(words), d=corner + "z", fill="none", pointer_events="all", data_space=name
        )


# What lies on it


def _pieces_boxes(board: Map, piled: dict[str, stacks.Stack], shown: Key) -> list[Box]:
    found = []
    for name, stack in piled.items():
        x, y = board.centre(name)
        placed = stacks.slots(stack, board.side)
        if placed is None:
            half = 0.75 * board.side
            found.append(
                Box(x=x - half, y=y - 0.5 * board.side - 5, width=2 * half, height=1.3 * board.side + 5)
            )
            continue
        size = placed.size * board.side
        left = min(across for across, _ in placed.centres) * board.side - size / 2
        top = min(down for _, down in placed.centres) * board.side - size / 2
        if stacks.raises(stack, shown):
            top -= stacks.RAISED
        right = max(across for across, _ in placed.centres) * board.side + size / 2
        bottom = max(down for _, down in placed.centres) * board.side + size / 2
        found.append(Box(x=x + left, y=y + top, width=right - left, height=bottom - top))
    return found


def _pieces(
    drawing: Drawing, board: Map, piled: dict[str, stacks.Stack], printing: Printing
) -> tuple[str, ...]:
    unread = []
    for name, stack in piled.items():
        complete = stacks.draw(
            drawing,
            stack,
            board.centre(name),
            board.side,
            shown=printing.shown,
            sides=printing.sides,
            theme=printing.theme,
        )
        if not complete:
            unread.append(name)
    return tuple(unread)


def numbers(drawing: Drawing, board: Map, spaces: dict[str, Space], room: Room, printing: Printing) -> None:
    """The number of each hex at its upper side, the character of its ground in its western corner, if they fit."""
    if board.side < NUMBERED:
        return
    size = lettering.LEAST_SIZE
    for name, space in spaces.items():
        x, y = board.centre(name)
        look = printing.grounds.get(space.terrain)
        under = look.colour if look is not None else printing.theme.ground("")
        ink = _quiet(under, printing)
        base = y - 0.866 * board.side + 2.0 + lettering.CAPITAL * size
        words = [(name, x, base)]
        if look is not None and look.glyph:
            words.append((look.glyph, x - 0.7 * board.side, y + lettering.CAPITAL * size / 2))
        for text, across, at in words:
            box = text_box(across, at, text, size=size, anchor="middle")
            if box.width < board.side and room.is_free(box, 0.3):
                drawing.text(
                    across,
                    at,
                    text,
                    size=size,
                    anchor="middle",
                    on=(under,),
                    ink=ink,
                    halo=True,
                    kind="number",
                )
        held(drawing, board, space, room, printing)


def held(drawing: Drawing, board: Map, space: Space, room: Room, printing: Printing) -> None:
    """Who holds the hex, and the features that stand in it, where there is room."""
    x, y = board.centre(space.id)
    if space.owner:
        flag(drawing, board, space, room, printing)
    for place, kind in enumerate(each for each in space.features if each in printing.marks):
        plate = Box(x=x + 2 - place * 17, y=y + 0.4 * board.side, width=faces.MARK[0], height=faces.MARK[1])
        if room.is_free(plate, 0.3):
            room.take(plate)
            faces.mark(drawing, kind, printing.marks[kind], plate.x, plate.y, printing.theme)


def flag(drawing: Drawing, board: Map, space: Space, room: Room, printing: Printing) -> None:
    """The letter of who holds the hex, on a small flag in its lower left."""
    side = printing.sides[space.owner]
    x, y = board.centre(space.id)
    box = Box(x=x - 0.62 * board.side, y=y + 0.45 * board.side, width=11, height=11)
    if not room.is_free(box, 0.3) or not side.letter:
        return
    room.take(box)
    colour = printing.sides.colour(space.owner)
    drawing.add(
        "rect",
        x=box.x,
        y=box.y,
        width=11,
        height=11,
        fill=colour,
        stroke=printing.theme.rim,
        stroke_width=0.7,
    )
    drawing.text(
        box.x + 5.5,
        box.y + 8.8,
        side.letter,
        size=lettering.LEAST_SIZE,
        bold=True,
        anchor="middle",
        on=(colour,),
        kind="side",
    )


def _quiet(under: str, printing: Printing) -> str:
    """The faintest ink that can still be read well on this ground."""
    strong = readable((under,))
    for step in (0.45, 0.35, 0.25, 0.15):
        ink = mix(strong, under, step)
        if contrast(ink, under) >= LEAST_CONTRAST + 0.3:
            return ink
    return strong


def edge_numbers(
    drawing: Drawing, board: Map, spaces: dict[str, Space], room: Room, printing: Printing
) -> None:
    """Columns along the upper edge and rows down the left one, where the scene numbers them."""
    columns = Tally({space.column: 1 for space in spaces.values() if space.column})
    if not columns or len(columns) < 2:
        return
    theme, size = printing.theme, lettering.LEAST_SIZE
    tops: dict[int, float] = {}
    lefts: dict[int, float] = {}
    for name, space in spaces.items():
        x, y = board.centre(name)
        tops.setdefault(space.column, x)
        if board.cells[name][0] == 0:
            lefts.setdefault(space.row, y)
    step = 1 if 1.5 * board.side >= 13 else 2 if 3 * board.side >= 13 else 5
    for column, x in sorted(tops.items()):
        if (column - min(tops)) % step == 0:
            drawing.text(
                x,
                board.top - 0.866 * board.side - 4,
                f"{column:02d}",
                size=size,
                anchor="middle",
                on=(theme.page,),
                ink=theme.muted,
                kind="number",
            )
    step = 1 if 1.73 * board.side >= 11 else 2
    for row, y in sorted(lefts.items()):
        if (row - min(lefts)) % step == 0:
            drawing.text(
                board.left - board.side - 3,
                y + lettering.CAPITAL * size / 2,
                f"{row:02d}",
                size=size,
                anchor="end",
                on=(theme.page,),
                ink=theme.muted,
                kind="number",
            )


def name_places(
    board: Map, spaces: Sequence[Space], room: Room, piled: dict[str, stacks.Stack]
) -> list[tuple[Space, Box]]:
    """Where the names of hexes stand; those that find no place are left to the pointer and the list."""
    size = _name_size(board.side)
    placed = []
    for space in spaces:
        title = lettering.clean(space.title)
        if not title:
            continue
        wide, high = lettering.width(title, size, bold=True) + 6, size * 0.98 + 4
        x, y = board.centre(space.id)
        # Pieces leave the upper part of a hex to its number; a name stands there or under the hex.
        reach = (0.5 * board.side, 0.62 * board.side)
        if space.id not in piled:
            reach = (0.1 * board.side, 0.1 * board.side)
            centred = Box(x=round(x - wide / 2, 1), y=round(y - high / 2, 1), width=wide, height=high)
            if room.is_free(centred):
                room.take(centred)
                placed.append((space, centred))
                continue
        box = room.place(wide, high, (x, y), reach, far=3.5 * board.side)
        if box is not None:
            room.take(box)
            placed.append((space, box))
    return placed


def _name_size(side: float) -> float:
    return max(lettering.LEAST_SIZE + 0.5, min(13.0, 0.36 * side))


def name_plate(drawing: Drawing, board: Map, space: Space, box: Box, printing: Printing) -> None:
    theme, size = printing.theme, _name_size(board.side)
    x, y = board.centre(space.id)
    middle = (box.x + box.width / 2, box.y + box.height / 2)
    if abs(middle[0] - x) > box.width / 2 + board.side or abs(middle[1] - y) > 1.4 * board.side:
        drawing.add(
            "path",
            d=f"M{number(x)} {number(y)}L{number(middle[0])} {number(middle[1])}",
            stroke=theme.ink,
            stroke_width=0.8,
        )
    drawing.add(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=2.5,
        fill=theme.card,
        stroke=theme.rule,
        stroke_width=0.8,
    )
    drawing.text(
        middle[0],
        box.y + 2 + 0.76 * size,
        space.title,
        size=size,
        bold=True,
        anchor="middle",
        on=(theme.card,),
        ink=theme.ink,
        kind="name",
    )
