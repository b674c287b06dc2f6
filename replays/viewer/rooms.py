"""Room for the pieces of each space of a point-to-point map: one place for the whole game, as large as ever needed."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from replays.viewer import stacks
from replays.viewer.drawing import Box, Drawing
from replays.viewer.labels import Room
from replays.viewer.printing import Printing

GAP = 2.4
"""Between pieces, in pixels."""
SIZES = (28.0, 24.0, 20.0, 18.0)
"""What is tried for the side of a piece."""
MOST = 6
"""So many stand side by side; more are shown as a pile."""
TAB = (3.0, 5.0)
"""How far the number of a pile stands out to the right and above."""

Point = tuple[float, float]


class Rows(msgspec.Struct, frozen=True):
    """The room of one space: a rectangle, the side of a piece, and how many stand in it one by one."""

    x: float
    y: float
    width: float
    height: float
    size: float
    many: int

    @property
    def pitch(self) -> float:
        """From one piece to the next."""
        return self.size + GAP


class Rooms:
    """The rooms of all spaces: `nodes` are the spaces as they are drawn, `free` is what room is left, and `most` says
    how many pieces ever lie on a space. The fullest is served first."""

    def __init__(
        self,
        nodes: Mapping[str, Box],
        centres: Mapping[str, Point],
        radius: float,
        free: Room,
        most: Mapping[str, int],
    ) -> None:
        self._centres, self._radius = centres, radius
        self._rows = {
            name: self._room(free, centres[name], many)
            for name, many in sorted(most.items(), key=lambda each: (-each[1], each[0]))
            if name in nodes
        }

    def _room(self, free: Room, at: Point, most: int) -> Rows:
        many = min(most, MOST)
        reach = (self._radius + 2, self._radius + 2)
        for size in SIZES:
            columns = math.ceil(math.sqrt(many))
            wide, high = columns * (size + GAP) + 2, -(-many // columns) * (size + GAP) + 2
            box = free.place(wide, high, at, reach, far=30.0, gap=0.5)
            if box is not None:
                free.take(box)
                return Rows(box.x, box.y, wide, high, size, many)
        side = 20.0 + GAP
        box = free.place(side + TAB[0], side + TAB[1], at, reach, far=40.0, gap=0.0)
        if box is not None:
            free.take(box)
            return Rows(box.x, box.y + TAB[1], side, side, 20.0, 1)
        return Rows(at[0] - side / 2, at[1] - side / 2, side, side, 20.0, 1)

    def draw(self, drawing: Drawing, name: str, stack: stacks.Stack, how: Printing) -> None:
        """The stack in the room of its space."""
        room = self._rows[name]
        shown, columns, box = self._filled(name, stack)
        stacks.rows(
            drawing,
            shown,
            (box.x + room.pitch / 2, box.y + room.pitch / 2),
            room.size,
            room.pitch,
            columns,
            many=len(stack),
            shown=how.shown,
            sides=how.sides,
            theme=how.theme,
        )

    def leader(self, drawing: Drawing, name: str, stack: stacks.Stack, how: Printing) -> None:
        """A line from a space to pieces that stand apart from it; it lies under spaces and names."""
        _, _, box = self._filled(name, stack)
        node = self._centres[name]
        near = (min(max(node[0], box.x), box.x + box.width), min(max(node[1], box.y), box.y + box.height))
        if math.dist(near, node) > self._radius + 6:
            ends = {"x1": node[0], "y1": node[1], "x2": near[0], "y2": near[1]}
            drawing.add("line", **ends, stroke=how.theme.ink, stroke_width=1.2)

    def _filled(self, name: str, stack: stacks.Stack) -> tuple[stacks.Stack, int, Box]:
        """What is shown of a stack, in how many columns, and where: as near to its space as the room allows."""
        room, node = self._rows[name], self._centres[name]
        shown = stack if len(stack) <= room.many else stacks.top(stack)
        columns = max(1, math.ceil(math.sqrt(len(shown))))
        while -(-len(shown) // columns) * room.pitch > room.height:
            columns += 1
        wide, high = columns * room.pitch, -(-len(shown) // columns) * room.pitch
        x = min(max(node[0] - wide / 2, room.x), room.x + room.width - wide)
        y = min(max(node[1] - high / 2, room.y), room.y + room.height - high)
        return shown, columns, Box(x=x, y=y, width=wide, height=high)
