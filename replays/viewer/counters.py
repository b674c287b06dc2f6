"""Counters as they lie on the map: the side by colour, outline and letter; symbol, printed values and states.

 ________
/ A  (D) \\     the outline and the letter tell the side without colour; badges tell states,
|  [ X ] |     a pale stripe behind the values a reduced side
\\_ 3-5 _/
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from replays.viewer import lettering, symbols
from replays.viewer.colours import INK, mix, readable
from replays.viewer.drawing import Drawing, number
from replays.viewer.theme import Sides, Theme
from replays.viewer.vocabulary import found, vocabulary
from rules.scene import Counter, Marker, Scene

LEAST_FACE = 17.0
"""A smaller counter has no room for its values: it is drawn as a token, and its face in the list of pieces."""
INSET = 2.0
"""Both edges of a counter, beside which its values stand."""
LEAST_SYMBOL = 7.0
"""The width from which on a symbol can be made out."""
MARK = (15.0, 11.0)
OUTLINES = 4
"""So many outlines tell sides apart; a fifth side begins again, with its own letter."""


class Key(msgspec.Struct, frozen=True):
    """How states and markers of this scene are shown: letters of badges, states with a stripe, letters of markers;
    `joined` are states that pieces in one space have together, as a formation."""

    badges: Mapping[str, str]
    stripes: frozenset[str]
    joined: frozenset[str]
    markers: Mapping[str, str]


def key(scene: Scene) -> Key:
    """The key to the states and markers that occur in the scene."""
    occurring = sorted({state for counter in scene.counters for state in counter.states})
    badges: dict[str, str] = {}
    stripes = set()
    for state in occurring:
        entry = found(vocabulary().state, state)
        if entry is not None and entry.stripe:
            stripes.add(state)
        elif entry is not None and entry.badge not in badges.values():
            badges[state] = entry.badge
    for state in occurring:
        if state not in badges and state not in stripes:
            badges[state] = _letter(state, badges.values())
    held: dict[tuple[str, str, str], int] = {}
    for counter in scene.counters:
        for state in counter.states:
            at = (counter.space, counter.owner, state)
            held[at] = held.get(at, 0) + 1
    ordinary = {state for state in occurring if found(vocabulary().state, state) is not None}
    joined = frozenset(state for (_, _, state), many in held.items() if many > 1) - ordinary
    titles = {marker.kind: kind_title(marker) for marker in reversed(scene.markers)}
    return Key(badges, frozenset(stripes), joined, lettered(titles))


def kind_title(marker: Marker) -> str:
    """What markers of a kind are called: by their title, unless it has the number of one among several."""
    return marker.kind if any(sign.isdigit() for sign in marker.title) or not marker.title else marker.title


def lettered(titles: Mapping[str, str]) -> dict[str, str]:
    """Two letters for each kind, by its title; no two kinds have the same."""
    found: dict[str, str] = {}
    for kind in sorted(titles):
        found[kind] = _letters(titles[kind], found.values())
    return found


def _letter(word: str, taken: Iterable[str]) -> str:
    """A letter of the word that no other has, else any that is free."""
    used: set[str] = set(taken)
    for letter in word.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789":
        if letter.isalnum() and letter not in used:
            return letter
    return "?"


def _letters(title: str, taken: Iterable[str]) -> str:
    """Two letters that tell the marker: the first and its number, or one of those that follow."""
    used: set[str] = set(taken)
    letters: list[str] = [each for each in title if each.isalnum()] or ["?"]
    numbers = [each for each in letters[1:] if each.isdigit()]
    seconds: list[str] = [*numbers, *letters[1:], *"123456789"]
    for second in seconds:
        text = letters[0].upper() + second.lower()
        if text not in used:
            return text
    return letters[0].upper()


def described(counter: Counter, sides: Sides) -> str:
    """The counter in words."""
    words = [counter.title or counter.short or counter.id]
    if sides[counter.owner].title:
        words.append(sides[counter.owner].title)
    if counter.code:
        words.append(counter.code)
    return ", ".join([*words, *counter.states])


def fits(counter: Counter, size: float) -> bool:
    """Whether the printed values stand on a counter of this size."""
    code = lettering.clean(counter.code or counter.short)
    return counter.hidden or lettering.width(code, lettering.LEAST_SIZE, bold=True) <= size - INSET


def face(
    drawing: Drawing,
    counter: Counter,
    x: float,
    y: float,
    size: float,
    *,
    shown: Key,
    sides: Sides,
    theme: Theme,
    told: Counter | None = None,
) -> bool:
    """The counter with its corner at x, y. Tells whether everything that it has to say found room on it.

    `told` is the counter that the pointer is told of, where not all of its states are drawn on it."""
    with drawing.group(described(told or counter, sides), class_="counter", data_piece=counter.id):
        fill = sides.colour(counter.owner)
        _body(drawing, sides.place(counter.owner), x, y, size, fill, theme)
        drawing.fills("counter", x, y, size, size, counter.id)
        if size < LEAST_FACE:
            _token(drawing, counter, x, y, size, fill, sides)
            return False
        if counter.hidden:
            return _back(drawing, counter, x, y, size, fill, sides)
        return _front(drawing, counter, x, y, size, fill, shown, sides, theme)


def _front(
    drawing: Drawing,
    counter: Counter,
    x: float,
    y: float,
    size: float,
    fill: str,
    shown: Key,
    sides: Sides,
    theme: Theme,
) -> bool:
    # Where corners are cut away, what stands in them moves inward.
    pad = max(1.5, (0.1 if sides.place(counter.owner) % OUTLINES in {1, 3} else 0.07) * size)
    bottom, complete = _values(drawing, counter, x, y, size, fill, shown, theme)
    top = y + pad
    letter = sides[counter.owner].letter
    letter_size = max(lettering.LEAST_SIZE, min(0.25 * size, 15.0))
    left = x + pad
    if letter:
        drawing.text(
            left,
            top + lettering.CAPITAL * letter_size,
            letter,
            size=letter_size,
            bold=True,
            on=(fill,),
            kind="side",
        )
        left += lettering.width(letter, letter_size, bold=True) + 1.5
    right = x + size - pad
    round_ = max(11.0, 0.27 * size)
    badges = [shown.badges[state] for state in counter.states if state in shown.badges]
    for place, badge in enumerate(badges):
        if right - round_ < left - 0.6:
            complete = False
            break
        _badge(drawing, badge, right - round_ / 2, top + round_ / 2 - 0.5, round_, ink=INK, fill=theme.face)
        right -= round_ + (0.6 if place + 1 < len(badges) else 1.0)
    if size >= 33 and counter.short and counter.code:
        name = lettering.shorten(counter.short, right - left, letter_size)
        # A name of which hardly a letter is left tells nothing.
        if name == counter.short or len(name) > 3:
            drawing.text(
                right,
                top + lettering.CAPITAL * letter_size,
                name,
                size=letter_size,
                on=(fill,),
                anchor="end",
            )
        top += lettering.CAPITAL * letter_size + 0.07 * size
        if badges:
            top = max(top, y + pad + round_ + 0.5)
        left, right = x + pad, x + size - pad
    boxes = [(left, top, right - left, bottom - top)]
    if badges:
        # Beside letter and badges, or below them: where the symbol is larger.
        below = y + pad + max(round_, lettering.CAPITAL * letter_size) + 0.6
        boxes.append((x + pad, below, size - 2 * pad, bottom - below))
    left, top, wide, high = max(boxes, key=lambda box: min(box[2], 1.5 * box[3]))
    across = min(1.5 * high, wide)
    if not counter.symbol or across < 5 or high < 4.6:
        return complete and not counter.symbol
    symbols.draw(
        drawing,
        counter.symbol,
        left + (wide - across) / 2,
        top,
        across,
        min(high, across / 1.25),
        ink=INK,
        face=theme.face,
    )
    return complete and across >= LEAST_SYMBOL


def _values(
    drawing: Drawing, counter: Counter, x: float, y: float, size: float, fill: str, shown: Key, theme: Theme
) -> tuple[float, bool]:
    """The printed values at the foot, on a stripe if reduced. Returns where the room above ends, and whether all of
    the values stand there."""
    code = lettering.clean(counter.code or counter.short)
    if not code:
        return y + size * 0.9, True
    # In a small face the middle is too near the side's letter: the text stands at the foot there.
    alone = not counter.symbol and not counter.code and size >= 40
    room = size - INSET
    text_size = max(lettering.LEAST_SIZE, min((0.42 if alone else 0.31) * size, 20.0))
    while text_size > lettering.LEAST_SIZE and lettering.width(code, text_size, bold=True) > room:
        text_size = max(lettering.LEAST_SIZE, text_size - 0.5)
    if lettering.width(code, text_size, bold=True) > room:
        # Half a value would mislead: it stands in the list of pieces.
        return y + size * 0.9, False
    capital = lettering.CAPITAL * text_size
    line = y + size - max(2.0, 0.09 * size)
    if alone:
        line = y + size * 0.62 + capital / 2
    ground = fill
    if shown.stripes & set(counter.states):
        ground = theme.face
        drawing.add(
            "rect", x=x + 1, y=line - capital - 1.2, width=size - 2, height=capital + 2.4, fill=ground
        )
    drawing.text(
        x + size / 2, line, code, size=text_size, bold=True, anchor="middle", on=(ground,), kind="code"
    )
    return line - capital - max(1.4, 0.07 * size), True


def _back(
    drawing: Drawing, counter: Counter, x: float, y: float, size: float, fill: str, sides: Sides
) -> bool:
    """A face that is not shown."""
    letter = sides[counter.owner].letter
    small = max(lettering.LEAST_SIZE, min(0.25 * size, 15.0))
    inset = max(2.0, 0.1 * size)
    ink = readable((fill,))
    drawing.add(
        "rect",
        x=x + inset,
        y=y + inset,
        width=size - 2 * inset,
        height=size - 2 * inset,
        fill="none",
        stroke=ink,
        stroke_width=0.8,
        stroke_dasharray="2 1.6",
    )
    big = max(lettering.LEAST_SIZE, min(0.5 * size, 26.0))
    drawing.text(
        x + size * 0.58,
        y + (size + lettering.CAPITAL * big) / 2 + 0.06 * size,
        "?",
        size=big,
        bold=True,
        anchor="middle",
        on=(fill,),
        kind="code",
    )
    if letter:
        drawing.text(
            x + inset + 1.2,
            y + inset + 1.2 + lettering.CAPITAL * small,
            letter,
            size=small,
            bold=True,
            on=(fill,),
            kind="side",
        )
    return True


def _token(
    drawing: Drawing, counter: Counter, x: float, y: float, size: float, fill: str, sides: Sides
) -> None:
    """A counter too small for its values: the letter of its side, or a mark that stands for it."""
    letter = sides[counter.owner].letter
    wide = lettering.width(letter, lettering.LEAST_SIZE, bold=True)
    if letter and size >= 9.5 and wide <= size - 2:
        drawing.text(
            x + size / 2,
            y + (size + lettering.CAPITAL * lettering.LEAST_SIZE) / 2,
            letter,
            size=lettering.LEAST_SIZE,
            bold=True,
            anchor="middle",
            on=(fill,),
            kind="side",
        )
        return
    ink = readable((fill,))
    place = sides.place(counter.owner) % OUTLINES
    third = size / 3
    if place == 1:
        drawing.add("circle", cx=x + size / 2, cy=y + size / 2, r=size / 5, fill=ink)
    elif place in {2, 3}:
        path = f"M{number(x + third)} {number(y + size / 2)}h{number(third)}"
        path += f"M{number(x + size / 2)} {number(y + third)}v{number(third)}" if place == 3 else ""
        drawing.add("path", d=path, stroke=ink, stroke_width=size / 6)


def _body(drawing: Drawing, place: int, x: float, y: float, size: float, fill: str, theme: Theme) -> None:
    drawing.add(
        "path",
        d=outline(place, x, y, size),
        fill=fill,
        stroke=theme.rim,
        stroke_width=max(0.7, min(1.2, size / 26)),
    )
    # A lit upper edge, as cardboard has it.
    drawing.add(
        "path",
        d=f"M{number(x + 0.18 * size)} {number(y + 1.1)}h{number(0.64 * size)}",
        stroke=mix(fill, "#ffffff", 0.45),
        stroke_width=0.8,
    )


def outline(place: int, x: float, y: float, size: float) -> str:
    """The outline of a side's counters: round, cut, square or notched corners by the side's place; nobody's: round."""
    kind = place % OUTLINES if place >= 0 else 0
    corner = size * (0.2, 0.15, 0.03, 0.13)[kind]
    straight = size - 2 * corner
    turn = {
        0: "a{c} {c} 0 0 1 {x} {y}",
        1: "l{x} {y}",
        2: "a{c} {c} 0 0 1 {x} {y}",
        3: "a{c} {c} 0 0 0 {x} {y}",
    }[kind]

    def bend(across: float, down: float) -> str:
        return turn.format(c=f"{corner:.2f}", x=f"{across * corner:.2f}", y=f"{down * corner:.2f}")

    return (
        f"M{x + corner:.2f} {y:.2f}h{straight:.2f}{bend(1, 1)}v{straight:.2f}{bend(-1, 1)}"
        f"h{-straight:.2f}{bend(-1, -1)}v{-straight:.2f}{bend(1, -1)}z"
    )


def _badge(drawing: Drawing, letter: str, x: float, y: float, round_: float, *, ink: str, fill: str) -> None:
    """A badge round x, y."""
    drawing.add("circle", cx=x, cy=y, r=round_ / 2, fill=fill, stroke=ink, stroke_width=0.9)
    size = max(lettering.LEAST_SIZE, 0.68 * round_)
    drawing.text(
        x,
        y + lettering.CAPITAL * size / 2,
        letter,
        size=size,
        bold=True,
        anchor="middle",
        on=(fill,),
        ink=ink,
        kind="badge",
    )


def badge(drawing: Drawing, letter: str, x: float, y: float, round_: float, theme: Theme) -> None:
    """A badge as counters carry it, round x, y."""
    _badge(drawing, letter, x, y, round_, ink=INK, fill=theme.face)


def mark(drawing: Drawing, kind: str, letters: str, x: float, y: float, theme: Theme) -> None:
    """A feature that stands in its space: two letters on a plate of MARK, its corner at x, y."""
    wide, high = MARK
    drawing.add(
        "rect", kind, x=x, y=y, width=wide, height=high, fill=theme.face, stroke=INK, stroke_width=0.8
    )
    line = y + (high + lettering.CAPITAL * lettering.LEAST_SIZE) / 2
    drawing.text(
        x + wide / 2,
        line,
        letters,
        size=lettering.LEAST_SIZE,
        anchor="middle",
        on=(theme.face,),
        ink=INK,
        kind="mark",
    )


def chit(
    drawing: Drawing,
    marker: Marker,
    x: float,
    y: float,
    size: float,
    *,
    shown: Key,
    sides: Sides,
    theme: Theme,
) -> bool:
    """A marker: a disc with two letters, its rim in the colour of its side. Tells whether the letters found room."""
    title = marker.title or marker.kind
    owner = sides[marker.owner].title
    with drawing.group(f"{title}, {owner}" if owner else title, class_="marker", data_marker=marker.kind):
        across = min(size, 30.0)
        centre_x, centre_y = x + size / 2, y + size / 2
        rim = sides.colour(marker.owner) if marker.owner else theme.muted
        drawing.fills("marker", centre_x - across / 2, centre_y - across / 2, across, across, title)
        wide = max(1.6, 0.1 * across)
        drawing.add("circle", cx=centre_x, cy=centre_y, r=across / 2 - 0.4, fill=theme.rim)
        drawing.add("circle", cx=centre_x, cy=centre_y, r=across / 2 - 1, fill=rim)
        drawing.add("circle", cx=centre_x, cy=centre_y, r=across / 2 - 1 - wide, fill=theme.face)
        letters = shown.markers[marker.kind]
        letter_size = max(lettering.LEAST_SIZE, min(0.42 * across, 13.0))
        if lettering.width(letters, letter_size, bold=True) > across - 2 - wide:
            return False
        drawing.text(
            centre_x,
            centre_y + lettering.CAPITAL * letter_size / 2,
            letters,
            size=letter_size,
            bold=True,
            anchor="middle",
            on=(theme.face,),
            ink=INK,
            kind="marker",
        )
        return True
