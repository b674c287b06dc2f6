"""A position as a picture: `svg` draws it from its scene, `png` turns that into pixels.

Equal input gives equal bytes. The picture is as wide as it is asked for and as high as it needs to be: the map, and
tracks, hands, panels and the legend beside or below it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from html import unescape

import msgspec

from replays.viewer import hex_map, lettering, point_map
from replays.viewer.blocks import Block, blocks
from replays.viewer.drawing import Box, Drawing, number
from replays.viewer.hexes import size as size_of
from replays.viewer.legend import legend
from replays.viewer.printing import Printing, printing
from replays.viewer.theme import ThemeName
from rules.scene import Scene, Space

NARROWEST = 320
WIDEST = 8000
GAP = 8.0
BESIDE = 292.0
"""Width of the column beside the map."""
LARGEST_HEX = 56.0
ROOMY_HEX = 29.0
"""A map whose hexes have at least this side gives up width for a column beside it."""


class PictureError(Exception):
    """A picture that cannot be made; the message is a sentence."""


class Sheet(msgspec.Struct, frozen=True):
    """A laid-out picture: its elements, and the boxes of all texts and counters in it."""

    width: float
    height: float
    drawing: Drawing
    printing: Printing


def svg(
    scene: Scene,
    *,
    width: int = 1280,
    theme: ThemeName = "light",
    language: str | None = None,
    fonts: bool = True,
) -> str:
    """The scene as an SVG document, `width` pixels wide (320 to 8000).

    `language` is a language tag for the names in the scene, as `ja`; `fonts` takes the font along in the document.
    Raises PictureError for a width out of range.
    """
    sheet = laid_out(scene, width=width, theme=theme)
    drawing = sheet.drawing
    title = lettering.clean(scene.title)
    body = "".join(drawing.parts)
    definitions = "".join(drawing.definitions.values())
    style = lettering.faces([title, *(box.text for box in drawing.boxes)]) if fonts else ""
    own = Drawing.OWN
    wide, high = number(sheet.width), number(sheet.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
        f' role="img" aria-labelledby="{own}title {own}description"{_language(language)}'
        f' font-family="{lettering.FAMILY}, Noto Sans, Noto Sans CJK JP, sans-serif" font-weight="500"'
        ' font-kerning="none" font-variant-ligatures="none">'
    )
    told = (
        f'<title id="{own}title">{_escaped(title)}</title>'
        f'<desc id="{own}description">{_escaped(described(scene))}</desc>'
    )
    document = f"{head}{told}<style>{style}</style>" if style else f"{head}{told}"
    document += f"<defs>{definitions}</defs>" if definitions else ""
    # Several pictures may stand in one page: what is referred to has a name that tells them apart.
    name = hashlib.sha256((definitions + body).encode()).hexdigest()[:8]
    whole = f"{document}{body}</svg>\n"
    return whole.replace(own, f"p{name}-")


def png(document: str, *, scale: float = 1.0) -> bytes:
    """The picture as PNG, each pixel of the SVG `scale` pixels wide. Deterministic as long as the font has every
    letter; where it has not, the fonts of the machine help out. Raises PictureError where the library is missing."""
    try:
        import resvg_py
    except ImportError as error:
        raise PictureError(
            "PNG pictures need the library resvg-py (`pip install 'warlog[pictures]'`, in a clone '.[pictures]'), "
            "or take --svg."
        ) from error
    texts = unescape(document)
    foreign = any(not lettering.covered(letter) for letter in set(texts) if letter not in "\n\t")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=document,
            font_files=[str(file) for file in lettering.FONT_FILES],
            font_family=lettering.FAMILY,
            sans_serif_family=lettering.FAMILY,
            skip_system_fonts=not foreign,
            zoom=scale,
        )
    )


def laid_out(scene: Scene, *, width: int = 1280, theme: ThemeName = "light") -> Sheet:
    """The picture as it is laid out, before it is written."""
    if not NARROWEST <= width <= WIDEST:
        raise PictureError(f"A picture is {NARROWEST} to {WIDEST} pixels wide, not {width}.")
    how = printing(scene, theme)
    drawing = Drawing(Drawing.OWN)
    page = Drawing(Drawing.OWN)
    margin = 10.0 if width < 600 else 16.0
    y = _heading(drawing, scene, margin, width - 2 * margin, how)
    hexes = [space for space in scene.spaces if space.shape == "hex"]
    spots = [space for space in scene.spaces if space.shape != "hex"]
    trays, spots = (spots, []) if hexes or (not scene.links and not _spread(spots)) else ([], spots)
    room = width - 2 * margin
    beside = _beside(hexes, spots, room)
    shown = room - BESIDE - GAP if beside else room
    board = Box(x=margin, y=y, width=shown, height=0)
    unread: tuple[str, ...] = ()
    side, origin = 26.0, (margin, y)
    if hexes:
        side = hex_map.scale(hexes, shown, LARGEST_HEX)
        wide = size_of(hexes)[0] * side + 2 * hex_map.MARGIN
        left = margin + (shown - wide) / 2 if not beside else margin
        board, unread = hex_map.draw(drawing, scene, hexes, left, y, side, how)
        if beside:
            shown = board.width
    elif spots:
        board, unread = point_map.draw(drawing, scene, spots, margin, y, shown, how)
    below: list[Block] = list(blocks(scene, trays, unread, how))
    key = legend(scene, how, side, origin)
    if key is not None and beside:
        below.insert(1, key)
    bottom = board.y + board.height
    if beside:
        left = margin + shown + GAP
        bottom, below = _column(drawing, below, left, y, width - margin - left, bottom)
    if below:
        bottom = _columns(drawing, below, margin, bottom + GAP, room)
    if key is not None and not beside:
        bottom += GAP + key(drawing, margin, bottom + GAP, room)
    height = bottom + margin
    page.add("rect", width=width, height=height, fill=how.theme.page)
    drawing.parts[:0] = page.parts
    return Sheet(float(width), round(height, 1), drawing, how)


def _spread(spaces: Sequence[Space]) -> bool:
    """Whether spaces without links lie as on a map: not all in one line, and not all boxes."""
    return len({space.x for space in spaces}) > 1 and any(space.shape != "box" for space in spaces)


def _beside(hexes: Sequence[Space], spots: Sequence[Space], room: float) -> bool:
    if room < 820 or not (hexes or spots):
        return False
    if not hexes:
        return room >= 1300
    return hex_map.scale(hexes, room - BESIDE - GAP, LARGEST_HEX) >= ROOMY_HEX


def _heading(drawing: Drawing, scene: Scene, x: float, width: float, how: Printing) -> float:
    """The title of the scene. Returns where what follows begins."""
    size = 17.0 if width > 560 else 14.0
    y = 10.0
    for line in lettering.wrap(lettering.clean(scene.title), width, size, bold=True):
        y += size * 1.22
        drawing.text(x, y, line, size=size, bold=True, on=(how.theme.page,), ink=how.theme.ink, kind="title")
    return y + 10


def _column(
    drawing: Drawing, waiting: list[Block], x: float, y: float, width: float, bottom: float
) -> tuple[float, list[Block]]:
    """Blocks one below the other beside the map as long as they fit. Returns how far down the two reach, and the
    blocks that are left."""
    left = list(waiting)
    while left:
        height = left[0](Drawing(), x, y, width)
        if y + height > bottom + 160 and len(left) < len(waiting):
            break
        left.pop(0)(drawing, x, y, width)
        y += height + GAP
    return max(bottom, y - GAP), left


def _columns(drawing: Drawing, waiting: Sequence[Block], x: float, y: float, room: float) -> float:
    """Blocks in columns, each put where there is most room. Returns how far down they reach."""
    columns = max(1, int(room // 300))
    columns = min(columns, max(1, len(waiting)))
    width = (room - (columns - 1) * GAP) / columns
    feet = [y] * columns
    for block in waiting:
        place = min(range(columns), key=lambda column: (round(feet[column]), column))
        feet[place] += block(drawing, x + place * (width + GAP), feet[place], width) + GAP
    return max(feet) - GAP


def described(scene: Scene) -> str:
    """The picture in a few sentences, for who does not see it."""
    sides = {side.seat: side.title for side in scene.sides}
    pieces: dict[str, int] = {}
    for counter in scene.counters:
        pieces[counter.owner] = pieces.get(counter.owner, 0) + 1
    said = [f"{len(scene.spaces)} spaces."]
    said += [f"{sides.get(seat) or 'Nobody'} has {many} pieces." for seat, many in sorted(pieces.items())]
    for track in scene.tracks:
        at = [f"{sides.get(who, who)} at {track.cells[place]}" for who, place in track.at]
        if at:
            said.append(f"{track.title}: {', '.join(at)}.")
    return lettering.clean(" ".join(said))


def _language(language: str | None) -> str:
    if language is None:
        return ""
    tag = "".join(letter for letter in language if letter.isascii() and (letter.isalnum() or letter == "-"))
    return f' lang="{tag}" xml:lang="{tag}"'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
