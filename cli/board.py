"""The board on a terminal, drawn from a scene and from nothing else; or as a list that a screen reader can read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli import hexmap
from cli.board_list import by_space, cell_of, name_of, owned, plain_board, ways
from cli.canvas import (
    BOLD,
    DIM,
    Line,
    Span,
    Style,
    broken,
    columns,
    fit,
    line,
    readable_on,
    text_of,
    width_of,
    wrapped,
)
from rules.scene import Scene, Side, Space, Terrain

if TYPE_CHECKING:
    from rich.console import Console

NARROW = 40
"""Below this width the board is a list by hex."""

NO_MAP = "The map does not fit here; `warlog show GAME --svg FILE.svg` draws it. As a list:"


def board(scene: Scene, width: int, height: int, *, colour: bool, brief: bool = False) -> list[Line]:
    """The whole board: title, tracks, map, legend, pieces, hands, panels, at most `width` cells wide. `brief`: only to
    the end of the map, if there is one."""
    sides = {side.seat: side for side in scene.sides}
    drawn = hexmap.draw(scene, width, height, colour=colour) if width >= NARROW else None
    if drawn is None and width >= NARROW:
        drawn = _boxes(scene, width, sides, colour=colour)
    lines: list[Line] = [line(Span(scene.title, BOLD))]
    for track in scene.tracks:
        lines += _track(track.title, track.cells, track.at, width, sides, colour=colour)
    lines.append(())
    if drawn is not None:
        lines += drawn
        if brief:
            return lines
        lines += _legend(scene, width, colour=colour)
        lines += _pieces(scene, width, sides, colour=colour)
    else:
        if scene.spaces and width >= NARROW:
            lines += wrapped([line(NO_MAP)], width, indent=0)
        lines += [line(text) for text in by_space(scene, sides, together=True)]
        if not brief:
            lines += ways(scene, width)
    lines += _hands(scene, width, sides)
    for panel in scene.panels:
        lines += [(), line(Span(panel.title, BOLD)), *(line("  ", each) for each in panel.lines)]
    return lines


def print_board(scene: Scene, *, plain: bool = False, brief: bool = False) -> None:
    """Prints the board on standard output, in colour where the terminal has it."""
    from cli import terminal

    if plain:
        terminal.show(*plain_board(scene))
        return
    print_lines(board(scene, terminal.width(), terminal.height(), colour=terminal.has_colour(), brief=brief))


def print_lines(lines: Iterable[Line]) -> None:
    """Prints styled lines; on a terminal a line too long is broken between words, elsewhere the text is bare."""
    from cli import terminal

    if not terminal.is_terminal():
        terminal.show(*map(text_of, lines))
        return
    console: Console = terminal.console()
    width = terminal.width()
    for each in lines:
        for part in broken(each, width, hang=6) or [()]:
            console.print(_rich(part))


def _rich(spans: Line) -> object:
    from rich.style import Style as RichStyle
    from rich.text import Text

    from cli.terminal import printable

    text = Text(no_wrap=True)
    for span in spans:
        style = span.style
        text.append(
            printable(span.text),
            RichStyle(
                color=style.colour or None, bgcolor=style.ground or None, bold=style.bold, dim=style.dim
            ),
        )
    text.rstrip()
    return text


# The parts of the board


def _track(
    title: str,
    cells: tuple[str, ...],
    at: tuple[tuple[str, int], ...],
    width: int,
    sides: dict[str, Side],
    *,
    colour: bool,
) -> list[Line]:
    """A track with what stands on it: each cell that holds something in brackets, with who stands there."""
    standing: dict[int, list[str]] = {}
    for who, index in at:
        standing.setdefault(index, []).append(who)
    parts: list[Line] = []
    for index, cell in enumerate(cells):
        if index not in standing:
            parts.append(line(Span(cell, DIM)))
            continue
        letters = "".join(sides[who].letter if who in sides else "" for who in standing[index])
        style = BOLD
        if colour and len(standing[index]) == 1 and standing[index][0] in sides:
            side = sides[standing[index][0]]
            style = Style(readable_on(side.colour), side.colour, bold=True)
        parts.append(line(Span(f"[{letters + ' ' if letters else ''}{cell}]", style)))
    if sum(width_of(part) + 1 for part in parts) + cell_len(title) + 2 > width:
        # A long track: only what stands on it.
        parts = [
            line(f"{sides[who].title if who in sides else who or 'at'} {cell_of(cells, index)}")
            for who, index in at
        ]
        return wrapped([line(Span(f"{title}:", BOLD)), *parts], width, indent=0)
    return wrapped([line(Span(f"{title}:", BOLD)), *parts], width, indent=0, gap=1)


def _legend(scene: Scene, width: int, *, colour: bool) -> list[Line]:
    used = {space.terrain for space in scene.spaces}
    used |= {border.kind for border in scene.borders if all(border.between)}
    parts: list[Line] = []
    for kind in scene.terrain:
        if kind.kind in used:
            parts.append(line(_swatch(kind, colour=colour), f" {kind.title}"))
    for side in scene.sides:
        style = Style(readable_on(side.colour), side.colour, bold=True) if colour else BOLD
        parts.append(line(Span(f" {side.letter} " if colour else side.letter, style), f" {side.title}"))
    if any(counter.states for counter in scene.counters):
        parts.append(line(Span("!", BOLD), " in a state, or bears something: the list below says what"))
    return wrapped(parts, width) if parts else []


def _swatch(kind: Terrain, *, colour: bool) -> Span:
    glyph = kind.glyph.strip()
    if not colour:
        return Span(glyph or ("#" if kind.border else "blank"), BOLD)
    if kind.border:
        return Span((glyph or "#") * 2, Style(colour=kind.colour, bold=True))
    return Span(f" {glyph or ' '} ", Style(readable_on(kind.colour), kind.colour))


def _pieces(scene: Scene, width: int, sides: dict[str, Side], *, colour: bool) -> list[Line]:
    """Every piece, side by side's order, with its values, its place and its states; then named places and markers."""
    lines: list[Line] = []
    on_hexes = any(space.shape == "hex" for space in scene.spaces)
    if not on_hexes and not any(counter.code or counter.states for counter in scene.counters):
        # Boxes and points have shown all there is to such pieces.
        return _places(scene, width, sides)
    owners = [*sides, *sorted({counter.owner for counter in scene.counters} - set(sides))]
    for owner in owners:
        counters = [counter for counter in scene.counters if counter.owner == owner]
        if not counters:
            continue
        parts = []
        title_width = max(cell_len(name_of(counter)) for counter in counters)
        short_width = max(cell_len(hexmap.chip(counter, sides, colour=False).text) for counter in counters)
        code_width = max(cell_len(counter.code) for counter in counters)
        for counter in counters:
            mark = hexmap.chip(counter, sides, colour=colour)
            states = f"  {', '.join(counter.states)}" if counter.states else ""
            parts.append(
                line(
                    mark,
                    " " * (short_width - cell_len(mark.text) + 1),
                    f"{fit(name_of(counter), title_width)} ",
                    Span(fit(counter.code, code_width), DIM),
                    f" {counter.space}{states}",
                )
            )
        lines += [(), line(Span(sides[owner].title if owner in sides else owner or "Others", BOLD))]
        lines += columns(parts, width)
    return lines + _places(scene, width, sides)


def _places(scene: Scene, width: int, sides: dict[str, Side]) -> list[Line]:
    """The hexes that have a name, where each feature is, and the markers."""
    lines: list[Line] = []
    named = [
        line(f"{space.id} {space.title}")
        for space in scene.spaces
        if space.shape == "hex" and space.title and space.title != space.id
    ]
    features: dict[str, list[str]] = {}
    for space in scene.spaces:
        for feature in dict.fromkeys(space.features):
            features.setdefault(feature, []).append(space.id)
    if named or features:
        lines += [(), line(Span("Places", BOLD)), *wrapped(named, width)]
        for feature, where in features.items():
            words = [line(Span(f"{feature}:")), *(line(each) for each in where)]
            lines += wrapped(words, width, gap=1)
    marked = [
        line(f"{marker.space} {marker.title or marker.kind}{owned(marker.owner, sides)}")
        for marker in scene.markers
    ]
    if marked:
        lines += [(), line(Span("Markers", BOLD)), *wrapped(marked, width)]
    return lines


def _hands(scene: Scene, width: int, sides: dict[str, Side]) -> list[Line]:
    lines: list[Line] = []
    for hand in scene.hands:
        who = sides[hand.seat].title if hand.seat in sides else hand.seat
        lines.append(())
        lines.append(line(Span(f"{hand.title or 'Hand'} of {who}", BOLD), f" ({len(hand.cards)})"))
        unknown = sum(1 for card in hand.cards if card == "?")
        parts = [line(f"[{card}]") for card in hand.cards if card != "?"]
        if unknown:
            parts.append(line(f"{unknown} × [?]"))
        lines += wrapped(parts, width, gap=1)
    return lines


# Boards without hexes


def _boxes(scene: Scene, width: int, sides: dict[str, Side], *, colour: bool) -> list[Line] | None:
    """Boxes and points as frames, placed in rows as their centres lie; None where there are none or too many."""
    spaces = [space for space in scene.spaces if space.shape != "hex"]
    if not 0 < len(spaces) <= 24:
        return None
    frames = {space.id: _frame(space, scene, sides, colour=colour) for space in spaces}
    rows: dict[float, list[Space]] = {}
    for space in sorted(spaces, key=lambda space: (space.y, space.x)):
        rows.setdefault(round(space.y, 3), []).append(space)
    lines: list[Line] = []
    for row in rows.values():
        pending = [frames[space.id] for space in row]
        while pending:
            beside: list[list[Line]] = []
            used = 0
            while pending and (not beside or used + 1 + width_of(pending[0][0]) <= width):
                used += width_of(pending[0][0]) + 1
                beside.append(pending.pop(0))
            for at in range(max(len(frame) for frame in beside)):
                spans: list[Span] = []
                for frame in beside:
                    spans += frame[at] if at < len(frame) else (Span(" " * width_of(frame[0])),)
                    spans.append(Span(" "))
                lines.append(tuple(spans))
    return lines


def _frame(space: Space, scene: Scene, sides: dict[str, Side], *, colour: bool) -> list[Line]:
    content = [hexmap.chip(each, sides, colour=colour) for each in scene.counters if each.space == space.id]
    marks = [Span(f"*{each.title or each.kind}") for each in scene.markers if each.space == space.id]
    title = f"{space.title or space.id}{owned(space.owner, sides)}"
    rows: list[Line] = [(span,) for span in [*content, *marks]] or [()]
    if len(rows) > 4:
        rows = wrapped(rows, max(24, cell_len(title)), indent=0, gap=1)
    inner = max(cell_len(title), *(width_of(row) for row in rows), 10)
    lines = [line(f"┌─{title}{'─' * (inner - cell_len(title))}─┐")]
    for row in rows:
        lines.append(line("│ ", *row, " " * (inner - width_of(row)), " │"))
    lines.append(line(f"└{'─' * (inner + 2)}┘"))
    return lines
