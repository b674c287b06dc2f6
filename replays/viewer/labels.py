"""Names put where they cover nothing: beside their space, farther away with a leader line, or not at all."""

from __future__ import annotations

import math
from collections.abc import Iterator

from replays.viewer.drawing import Box, free

Point = tuple[float, float]

# East, west, south, north, then the diagonals: printed maps put a name to the right if they can.
_DIRECTIONS = tuple(
    (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    for angle in (0, 180, 90, 270, 45, 315, 135, 225, 22, 338, 158, 202, 67, 293, 113, 247)
)


class Room:
    """The part of a drawing in which things are put, with what is taken; kept in squares, so that it is quick."""

    def __init__(self, bounds: Box, pitch: float = 64.0) -> None:
        self.bounds = bounds
        self._pitch = pitch
        self._squares: dict[tuple[int, int], list[Box]] = {}

    def take(self, box: Box) -> None:
        """Nothing else is to lie here."""
        for square in self._under(box):
            self._squares.setdefault(square, []).append(box)

    def is_free(self, box: Box, gap: float = 1.0) -> bool:
        """Whether the box lies in the bounds and meets nothing."""
        return box.inside(self.bounds) and all(
            free(box, self._squares.get(square, ()), gap) for square in self._under(box, gap)
        )

    def place(
        self, width: float, height: float, at: Point, reach: Point, *, far: float, gap: float = 1.0
    ) -> Box | None:
        """A free box of this size near the point, outside of `reach` (half width, half height) round it and at most
        `far` pixels farther out; None where there is none."""
        distance = 0.0
        while distance <= far:
            for box in _round(width, height, at, (reach[0] + distance, reach[1] + distance)):
                if self.is_free(box, gap):
                    return box
            distance += max(3.0, height / 3)
        return None

    def _under(self, box: Box, gap: float = 0.0) -> Iterator[tuple[int, int]]:
        for column in range(
            int((box.x - gap) // self._pitch), int((box.x + box.width + gap) // self._pitch) + 1
        ):
            for row in range(
                int((box.y - gap) // self._pitch), int((box.y + box.height + gap) // self._pitch) + 1
            ):
                yield column, row


def _round(width: float, height: float, at: Point, reach: Point) -> Iterator[Box]:
    for across, down in _DIRECTIONS:
        x = at[0] + across * (reach[0] + width / 2)
        y = at[1] + down * (reach[1] + height / 2)
        # Along the slanting directions the box is drawn in to the rectangle of `reach`.
        yield Box(
            x=round(x - width / 2, 1), y=round(y - height / 2, 1), width=width, height=height, kind="name"
        )
