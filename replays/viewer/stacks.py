"""Where counters and markers of one space are put: side by side as long as each can be read, else as a pile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from replays.viewer import counters as faces
from replays.viewer import lettering
from replays.viewer.colours import INK
from replays.viewer.counters import LEAST_FACE, Key
from replays.viewer.drawing import Drawing
from replays.viewer.theme import Sides, Theme
from rules.scene import Counter, Marker, Scene

Offset = tuple[float, float]
RAISED = 11.0
"""The height of a badge on the band that joins counters, above them, in pixels."""


class Stack(msgspec.Struct, frozen=True):
    """What lies on one space. Pieces that are joined by a state stand beside one another."""

    counters: tuple[Counter, ...]
    markers: tuple[Marker, ...]

    def __len__(self) -> int:
        return len(self.counters) + len(self.markers)


class Slots(msgspec.Struct, frozen=True):
    """The size of counters, and the centre of each from the centre of the space, in one unit."""

    size: float
    centres: tuple[Offset, ...]


def stacks(scene: Scene, shown: Key) -> dict[str, Stack]:
    """What lies on each space that anything lies on, sides together, joined pieces first."""
    on: dict[str, list[Counter]] = {}
    marked: dict[str, list[Marker]] = {}
    for counter in scene.counters:
        on.setdefault(counter.space, []).append(counter)
    for marker in scene.markers:
        marked.setdefault(marker.space, []).append(marker)
    seats = {side.seat: place for place, side in enumerate(scene.sides)}

    def place(counter: Counter) -> tuple[int, str]:
        # Joined pieces first, so that they begin a row.
        joined = next((state for state in counter.states if state in shown.joined), "\uffff")
        return seats.get(counter.owner, len(seats)), joined

    found = {}
    for space in [each.id for each in scene.spaces if each.id in on or each.id in marked]:
        here = on.get(space, [])
        if len(here) > 1:
            here.sort(key=place)
        found[space] = Stack(tuple(here), tuple(marked.get(space, ())))
    return found


def slots(stack: Stack, unit: float) -> Slots | None:
    """Places for the pieces in a hex whose side is 1, drawn `unit` pixels long; None where they could not be read.

    All lie in the rectangle of 1.5 by 1.73 that belongs to the hex alone: no stack reaches into another hex's.
    """
    many = len(stack)
    if many <= 1:
        choices = [Slots(1.1, ((0.0, 0.16),))]
    elif many == 2:
        choices = [Slots(0.74, ((-0.375, 0.14), (0.375, 0.14))), Slots(0.845, ((0.0, -0.43), (0.0, 0.43)))]
    elif many <= 4:
        choices = [Slots(0.74, tuple(_grid(many, 2, 0.75)))]
    elif many <= 6:
        choices = [Slots(0.565, tuple(_grid(many, 2, 0.57)))]
    else:
        columns = 3 if many <= 9 else 4 if many <= 16 else 6
        choices = [Slots(1.48 / columns - 0.005, tuple(_grid(many, columns, 1.48 / columns)))]
    return next((each for each in choices if _legible(stack, each.size * unit)), None)


def _legible(stack: Stack, size: float) -> bool:
    """Whether the values of all pieces fit counters of this size."""
    return size >= LEAST_FACE and all(faces.fits(counter, size) for counter in stack.counters)


def _grid(many: int, columns: int, pitch: float) -> Iterable[Offset]:
    rows = -(-many // columns)
    for place in range(many):
        row, column = divmod(place, columns)
        in_row = min(columns, many - row * columns)
        yield (column - (in_row - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch


def draw(
    drawing: Drawing,
    stack: Stack,
    centre: tuple[float, float],
    unit: float,
    *,
    shown: Key,
    sides: Sides,
    theme: Theme,
) -> bool:
    """The stack round the centre; `unit` is a hex's side in pixels. Tells whether all of it can be read here."""
    placed = slots(stack, unit)
    if placed is None:
        return _pile(drawing, stack, centre, unit, shown=shown, sides=sides, theme=theme)
    size = placed.size * unit
    corners = [(centre[0] + x * unit - size / 2, centre[1] + y * unit - size / 2) for x, y in placed.centres]
    raised = len(stack) == 2 and corners[0][1] == corners[1][1]
    drawn = _bands(drawing, stack, corners, size, shown, theme, raised=raised)
    complete = True
    for counter, told, (x, y) in zip(drawn, stack.counters, corners, strict=False):
        complete &= faces.face(drawing, counter, x, y, size, shown=shown, sides=sides, theme=theme, told=told)
    for marker, (x, y) in zip(stack.markers, corners[len(stack.counters) :], strict=True):
        complete &= faces.chit(drawing, marker, x, y, size, shown=shown, sides=sides, theme=theme)
    return complete


def joined(counters: Sequence[Counter], shown: Key) -> Mapping[str, list[int]]:
    """The places of those that are joined, by side and state."""
    found: dict[str, list[int]] = {}
    for place, counter in enumerate(counters):
        for state in counter.states:
            if state in shown.joined:
                found.setdefault(f"{counter.owner}:{state}", []).append(place)
    return {together: places for together, places in found.items() if len(places) > 1}


def _bands(
    drawing: Drawing,
    stack: Stack,
    corners: Sequence[tuple[float, float]],
    size: float,
    shown: Key,
    theme: Theme,
    *,
    raised: bool,
) -> tuple[Counter, ...]:
    """A band under the pieces of a formation. Returns the counters as they are to be drawn: `raised` says that there
    is room above the first row for a badge on the band, which the counters then need not have."""
    on_band: dict[int, set[str]] = {}
    banded: set[tuple[int, ...]] = set()
    badges: list[float] = []
    for together, places in joined(stack.counters, shown).items():
        state = together.partition(":")[2]
        ends = [corners[place] for place in places]
        if tuple(places) not in banded:
            band(drawing, ends, size, theme)
            banded.add(tuple(places))
        if not raised or len({down for _, down in ends}) > 1 or ends[0][1] > corners[0][1]:
            continue
        x = sum(across for across, _ in ends) / len(places) + size / 2
        if any(abs(x - other) < RAISED + 1 for other in badges):
            continue
        badges.append(x)
        faces.badge(drawing, shown.badges[state], x, corners[0][1] - 4.5, RAISED, theme)
        for place in places:
            on_band.setdefault(place, set()).add(state)
    return tuple(
        msgspec.structs.replace(
            counter, states=tuple(state for state in counter.states if state not in on_band.get(place, ()))
        )
        for place, counter in enumerate(stack.counters)
    )


def raises(stack: Stack, shown: Key) -> bool:
    """Whether pieces of the stack are joined, so that a badge may stand RAISED above it."""
    return bool(joined(stack.counters, shown))


def band(drawing: Drawing, corners: Sequence[tuple[float, float]], size: float, theme: Theme) -> None:
    """The band that joins counters, given by their corners."""
    out = max(1.6, 0.08 * size)
    left, top = min(x for x, _ in corners) - out, min(y for _, y in corners) - out
    right, bottom = max(x for x, _ in corners) + size + out, max(y for _, y in corners) + size + out
    drawing.add(
        "rect",
        x=left,
        y=top,
        width=right - left,
        height=bottom - top,
        rx=out * 1.6,
        fill=theme.face,
        stroke=INK,
        stroke_width=1,
    )


def _pile(
    drawing: Drawing,
    stack: Stack,
    centre: tuple[float, float],
    unit: float,
    *,
    shown: Key,
    sides: Sides,
    theme: Theme,
) -> bool:
    """One counter of each side lies on top, with the number of pieces; what is below is in the list of pieces."""
    on_top: dict[str, list[Counter]] = {}
    for counter in stack.counters:
        on_top.setdefault(counter.owner, []).append(counter)
    piles = [Stack(tuple(held), ()) for held in on_top.values()]
    if not piles:
        piles = [Stack((), stack.markers)]
    size = (1.02 if len(piles) == 1 else 1.4 / len(piles)) * unit
    for place, pile in enumerate(piles):
        x, y = (place - (len(piles) - 1) / 2) * 1.46 / len(piles), 0.12
        left, top = centre[0] + x * unit - size / 2, centre[1] + y * unit - size / 2
        if not pile.counters:
            faces.chit(drawing, pile.markers[0], left, top, size, shown=shown, sides=sides, theme=theme)
            continue
        many = len(pile.counters)
        first = pile.counters[0]
        if many > 1:
            # The corner of badges and the name is needed for the number of pieces.
            first = msgspec.structs.replace(first, states=(), short=first.short if not first.code else "")
        if many > 1:
            for step in (3.0, 1.5):
                drawing.add(
                    "path",
                    d=faces.outline(sides.place(first.owner), left + step, top + step, size),
                    fill=sides.colour(first.owner),
                    stroke=theme.rim,
                    stroke_width=0.8,
                )
        faces.face(
            drawing,
            first,
            left,
            top,
            size,
            shown=shown,
            sides=sides,
            theme=theme,
            told=pile.counters[0],
        )
        if many > 1 and size >= LEAST_FACE:
            count(drawing, many, left + size, top, theme)
    return False


def count(drawing: Drawing, many: int, x: float, y: float, theme: Theme) -> None:
    """How many lie in the pile, in a tab on its upper right corner."""
    text = str(many)
    size = lettering.LEAST_SIZE
    wide = lettering.width(text, size, bold=True) + 4
    drawing.add(
        "rect", x=x - wide + 3, y=y - 5, width=wide, height=10, fill=INK, stroke=theme.face, stroke_width=0.8
    )
    drawing.text(
        x + 3 - wide / 2,
        y + lettering.CAPITAL * size / 2,
        text,
        size=size,
        bold=True,
        anchor="middle",
        on=(INK,),
        kind="count",
    )


def top(stack: Stack) -> Stack:
    """The uppermost piece alone, without what the corner of the number of pieces would cover."""
    if not stack.counters:
        return Stack((), stack.markers[:1])
    first = stack.counters[0]
    return Stack((msgspec.structs.replace(first, states=(), short="" if first.code else first.short),), ())


def rows(
    drawing: Drawing,
    stack: Stack,
    first: Offset,
    size: float,
    pitch: float,
    columns: int,
    *,
    many: int,
    shown: Key,
    sides: Sides,
    theme: Theme,
) -> bool:
    """The stack in rows of so many columns, the first centre given; `many` is how many pieces it stands for. Tells
    whether all of it can be read here."""
    corners = [
        (first[0] + (place % columns) * pitch - size / 2, first[1] + (place // columns) * pitch - size / 2)
        for place in range(len(stack))
    ]
    drawn = _bands(drawing, stack, corners, size, shown, theme, raised=True)
    complete = len(stack) == many
    for counter, told, (x, y) in zip(drawn, stack.counters, corners, strict=False):
        complete &= faces.face(drawing, counter, x, y, size, shown=shown, sides=sides, theme=theme, told=told)
    for marker, (x, y) in zip(stack.markers, corners[len(stack.counters) :], strict=True):
        complete &= faces.chit(drawing, marker, x, y, size, shown=shown, sides=sides, theme=theme)
    if many > len(stack):
        count(drawing, many, corners[0][0] + size, corners[0][1], theme)
    return complete
