"""What stands beside the map, block by block: tracks, panels, hands, trays, the pieces of crowded spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from replays.viewer import counters as faces
from replays.viewer import lettering, stacks
from replays.viewer.colours import INK, readable
from replays.viewer.drawing import Drawing
from replays.viewer.printing import Printing
from rules.scene import Hand, Panel, Scene, Space, Track

Block = Callable[[Drawing, float, float, float], float]
"""Draws itself with its corner at x, y in a width, and returns its height; all in pixels."""

SIZE = 12.0
LINE = 15.5
PAD = 9.0


def blocks(
    scene: Scene, trays: Sequence[Space], unread: Sequence[str], printing: Printing
) -> Iterator[Block]:
    """All blocks of the scene but the legend, in the order in which they are read."""
    if scene.sides:
        yield framed(
            "Sides", lambda drawing, x, y, width: _sides(drawing, x, y, width, scene, printing), printing
        )
    for track in scene.tracks:
        yield _track(track, printing)
    if trays:
        piled = stacks.stacks(scene, printing.shown)
        for space in trays:
            yield _tray(space, piled.get(space.id, stacks.Stack((), ())), printing)
    for hand in scene.hands:
        yield _hand(hand, printing)
    for panel in scene.panels:
        yield _panel(panel, printing)
    if unread:
        yield _pieces(scene, unread, printing)


def framed(title: str, content: Block, printing: Printing) -> Block:
    """A card with a heading round the content."""

    def block(drawing: Drawing, x: float, y: float, width: float) -> float:
        theme = printing.theme
        inner = content(Drawing(), x + PAD, y + PAD + 18, width - 2 * PAD)
        height = inner + 2 * PAD + 18
        with drawing.group("", class_="block"):
            drawing.add(
                "rect",
                x=x + 0.5,
                y=y + 0.5,
                width=width - 1,
                height=height - 1,
                rx=4,
                fill=theme.card,
                stroke=theme.rule,
                stroke_width=1,
            )
            heading = lettering.shorten(lettering.clean(title), width - 2 * PAD, 12.5, bold=True)
            drawing.text(
                x + PAD, y + PAD + 10, heading, size=12.5, bold=True, on=(theme.card,), ink=theme.ink
            )
            drawing.add("rect", x=x + PAD, y=y + PAD + 14.5, width=width - 2 * PAD, height=1, fill=theme.rule)
            content(drawing, x + PAD, y + PAD + 20, width - 2 * PAD)
        return height + 2

    return block


def _lines(
    drawing: Drawing, x: float, y: float, width: float, lines: Sequence[str], printing: Printing
) -> float:
    """Wrapped lines; the second and later ones of each are indented."""
    theme, down = printing.theme, 0.0
    for line in lines:
        clean = lettering.clean(line)
        for place, part in enumerate(lettering.wrap(clean, width - 8, SIZE)):
            drawing.text(
                x + (8 if place else 0), y + down + 11, part, size=SIZE, on=(theme.card,), ink=theme.ink
            )
            down += LINE
    return down


def swatch(drawing: Drawing, seat: str, x: float, y: float, size: float, printing: Printing) -> None:
    """The outline, colour and letter of a side, as large as `size`."""
    sides = printing.sides
    colour = sides.colour(seat)
    drawing.add(
        "path",
        d=faces.outline(sides.place(seat), x, y, size),
        fill=colour,
        stroke=printing.theme.rim,
        stroke_width=0.9,
    )
    text = max(lettering.LEAST_SIZE, 0.62 * size)
    drawing.text(
        x + size / 2,
        y + (size + lettering.CAPITAL * text) / 2,
        sides[seat].letter,
        size=text,
        bold=True,
        anchor="middle",
        on=(colour,),
        kind="side",
    )


def _sides(drawing: Drawing, x: float, y: float, width: float, scene: Scene, printing: Printing) -> float:
    theme, down = printing.theme, 2.0
    pieces: dict[str, int] = {}
    for counter in scene.counters:
        pieces[counter.owner] = pieces.get(counter.owner, 0) + 1
    for side in scene.sides:
        swatch(drawing, side.seat, x, y + down, 17, printing)
        many = pieces.get(side.seat, 0)
        words = f"{side.title}: {many} piece{'' if many == 1 else 's'}"
        text = lettering.shorten(lettering.clean(words), width - 25, SIZE)
        drawing.text(x + 25, y + down + 12.5, text, size=SIZE, on=(theme.card,), ink=theme.ink)
        down += 21
    return down


def _track(track: Track, printing: Printing) -> Block:
    def content(drawing: Drawing, x: float, y: float, width: float) -> float:
        theme = printing.theme
        standing: dict[int, list[str]] = {}
        for who, place in track.at:
            standing.setdefault(place, []).append(who)
        titles = [lettering.clean(cell) for cell in track.cells]
        cell = max(
            [19.0]
            + [lettering.width(title, 10.5, bold=True) + 6 for title in titles]
            + [17.0 * len(who) + 3 for who in standing.values()]
        )
        cell = min(cell, width)
        columns = max(1, int(width // cell))
        # Wider than 60 only where all who stand in one cell need it.
        most = max(cell, 60.0) if len(titles) > 1 else width
        cell = min(width / columns, max(cell, width / max(1, len(titles))), most)
        high = 35.0
        for place, title in enumerate(titles):
            left, top = x + place % columns * cell, y + place // columns * (high + 2)
            here = place in standing
            fill = theme.face if here else theme.card
            drawing.add(
                "rect",
                x=left + 0.5,
                y=top + 0.5,
                width=cell - 1,
                height=high - 1,
                fill=fill,
                stroke=theme.ink if here else theme.rule,
                stroke_width=1.5 if here else 0.8,
            )
            text = lettering.shorten(title, cell - 3, 10.5, bold=here)
            drawing.text(
                left + cell / 2,
                top + 11.5,
                text,
                size=10.5,
                bold=here,
                anchor="middle",
                on=(fill,),
                ink=INK if here else theme.muted,
            )
            for step, who in enumerate(standing.get(place, ())):
                middle = left + cell / 2 + (step - (len(standing[place]) - 1) / 2) * 17
                if middle - 8 < left or middle + 8 > left + cell:
                    continue
                if printing.sides.place(who) >= 0:
                    swatch(drawing, who, middle - 7.5, top + 16.5, 15, printing)
                else:
                    drawing.add(
                        "path",
                        who,
                        d=f"M{middle:.1f} {top + 16:.1f}l6.5 13h-13z",
                        fill=INK,
                        stroke=theme.face,
                        stroke_width=0.8,
                    )
        return -(-len(titles) // columns) * (high + 2)

    return framed(track.title, content, printing)


def _panel(panel: Panel, printing: Printing) -> Block:
    return framed(
        panel.title,
        lambda drawing, x, y, width: _lines(drawing, x, y, width, panel.lines, printing),
        printing,
    )


def _hand(hand: Hand, printing: Printing) -> Block:
    side = printing.sides[hand.seat]
    many = len(hand.cards)
    title = hand.title or f"Hand of {side.title or hand.seat}"

    def content(drawing: Drawing, x: float, y: float, width: float) -> float:
        theme = printing.theme
        colour = printing.sides.colour(hand.seat)
        wide, high, gap = 58.0, 74.0, 5.0
        columns = max(1, int((width + gap) // (wide + gap)))
        if not hand.cards:
            return _lines(drawing, x, y, width, ("No cards.",), printing)
        for place, card in enumerate(hand.cards):
            left = x + place % columns * (wide + gap)
            top = y + place // columns * (high + gap) + 1
            name = lettering.clean(card)
            hidden = name == "?"
            with drawing.group(name if not hidden else "A card that is not known", class_="card"):
                fill = colour if hidden else "#fffdf6"
                drawing.add(
                    "rect",
                    x=left,
                    y=top,
                    width=wide,
                    height=high,
                    rx=5,
                    fill=fill,
                    stroke=theme.rim,
                    stroke_width=1,
                )
                if hidden:
                    drawing.add(
                        "rect",
                        x=left + 5,
                        y=top + 5,
                        width=wide - 10,
                        height=high - 10,
                        rx=3,
                        fill="none",
                        stroke=readable((fill,)),
                        stroke_width=1,
                        stroke_dasharray="3 2",
                    )
                    drawing.text(
                        left + wide / 2,
                        top + high / 2 + 9,
                        "?",
                        size=26,
                        bold=True,
                        anchor="middle",
                        on=(fill,),
                        kind="card",
                    )
                    continue
                drawing.add("rect", x=left + 1, y=top + 5, width=wide - 2, height=6, fill=colour)
                words = name.replace("-", " ") if " " not in name else name
                size = 11.0
                while size > lettering.LEAST_SIZE and any(
                    lettering.width(word, size, bold=True) > wide - 6 for word in words.split(" ")
                ):
                    size -= 0.5
                lines = lettering.wrap(words, wide - 6, size, bold=True)
                while len(lines) > 5 and size > lettering.LEAST_SIZE:
                    size -= 0.5
                    lines = lettering.wrap(words, wide - 6, size, bold=True)
                lines = lines[:5]
                pitch = 13.0 if len(lines) < 5 else 11.5
                for row, line in enumerate(lines):
                    drawing.text(
                        left + wide / 2,
                        top + 30 + row * pitch - min(len(lines) - 1, 3) * 2,
                        line,
                        size=size,
                        bold=True,
                        anchor="middle",
                        on=(fill,),
                        ink=INK,
                        kind="card",
                    )
        return -(-many // columns) * (high + gap)

    return framed(f"{title}: {many} card{'' if many == 1 else 's'}", content, printing)


def _tray(space: Space, stack: stacks.Stack, printing: Printing) -> Block:
    """A box off the map with what lies in it."""

    def content(drawing: Drawing, x: float, y: float, width: float) -> float:
        if not len(stack):
            return _lines(drawing, x, y, width, ("Nothing.",), printing)
        return _flow(drawing, stack, x, y + 2, width, 40.0, printing) + 2

    title = space.title or space.id
    return framed(title, content, printing)


def _flow(
    drawing: Drawing, stack: stacks.Stack, x: float, y: float, width: float, size: float, printing: Printing
) -> float:
    """The stack in rows that fit the width. Returns their height."""
    pitch = size + 5
    above = stacks.RAISED if stacks.raises(stack, printing.shown) else 0.0
    columns = max(1, int((width + 5) // pitch))
    stacks.rows(
        drawing,
        stack,
        (x + size / 2 + 1, y + above + size / 2 + 1),
        size,
        pitch,
        columns,
        many=len(stack),
        shown=printing.shown,
        sides=printing.sides,
        theme=printing.theme,
    )
    return -(-len(stack) // columns) * pitch + above


def _pieces(scene: Scene, unread: Sequence[str], printing: Printing) -> Block:
    """The pieces of spaces in which not all can be read on the map."""
    piled = stacks.stacks(scene, printing.shown)
    titles = {space.id: space.title for space in scene.spaces}

    def content(drawing: Drawing, x: float, y: float, width: float) -> float:
        theme, down, across, tallest = printing.theme, 0.0, 0.0, 0.0
        size = 34.0
        for name in unread:
            stack = piled.get(name, stacks.Stack((), ()))
            heading = lettering.shorten(
                lettering.clean(
                    f"{name} {titles.get(name, '')}" if name.isdigit() else titles.get(name) or name
                ),
                width,
                11,
                bold=True,
            )
            room = max(lettering.width(heading, 11, bold=True), len(stack) * (size + 5)) + 6
            if across and across + room > width:
                down, across, tallest = down + tallest + 7, 0.0, 0.0
            drawing.text(
                x + across, y + down + 10, heading, size=11, bold=True, on=(theme.card,), ink=theme.ink
            )
            high = _flow(
                drawing,
                stack,
                x + across,
                y + down + 14,
                max(room, size + 5) if across else width,
                size,
                printing,
            )
            tallest = max(tallest, high + 14)
            across += room + 6
        return down + tallest + 4

    return framed("Pieces by space", content, printing)
