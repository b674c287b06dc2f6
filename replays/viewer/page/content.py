"""What a replay page shows, as data: the tree of batches with what each changed on the board, told and rolled.

Everything is said once and referred to by its place in a list, so that a long game stays small. A node is a batch; its
parent comes before it. What it changes is given against its parent, so that any position is the sum of its path.
"""

from __future__ import annotations

import msgspec

from replays.luck import Luck

Name = str
At = int
"""A place in one of the lists of `Content`."""


class Line(msgspec.Struct, frozen=True):
    """A line of the game: the node where it stands, the line and ply that it was parted from."""

    name: Name
    head: At
    source: Name
    fork: int | None
    current: bool
    main: bool
    abandoned: bool


class Seat(msgspec.Struct, frozen=True):
    """A seat as it is shown: title, colour (`#rrggbb`), letter, and who sits there; `strokes` are its lines in charts,
    in the light and in the dark."""

    name: Name
    title: str
    colour: str
    letter: str
    player: str
    strokes: tuple[str, str]


class Period(msgspec.Struct, frozen=True):
    """A turn and a phase."""

    turn: int
    turn_title: str
    phase_title: str


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log as it was known when it happened; `later` is what these seats learned of it at ply `at`."""

    text: str
    later: str = ""
    at: int = 0


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice or a draw: what for, whose, and the result (`?` for what is not known)."""

    title: str
    seat: Name = ""
    kind: str = "dice"
    faces: int | str = 6
    result: tuple[int | str, ...] = ()
    set_aside: bool = False


class Node(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A batch. `units`: pairs of a unit and its markup (-1: gone). `pieces`: triples of a piece, its space (-1: gone)
    and its description. `owners`: pairs of a space and a seat (-1: nobody). `beside`, `tally`, `awaited`, `result` are
    there where they differ from those of the parent."""

    parent: At = -1
    ply: int
    digest: str
    seat: Name = ""
    period: At
    impulse: str = ""
    kind: str = "action"
    told: tuple[Told, ...] = ()
    marks: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    units: tuple[int, ...] = ()
    pieces: tuple[int, ...] = ()
    owners: tuple[int, ...] = ()
    beside: At | None = None
    tally: At | None = None
    awaited: str | None = None
    result: str | None = None


class Place(msgspec.Struct, frozen=True):
    """A space: its name, its centre on the board (none: off it), what lies there."""

    name: Name
    title: str
    x: float | None
    y: float | None
    ground: str


class Tray(msgspec.Struct, frozen=True):
    """A box off the board, or the legend, drawn: its markup and size in pixels."""

    title: str
    markup: At
    width: float
    height: float


class Beside(msgspec.Struct, frozen=True):
    """What stands beside the board, as JSON of the scene's own structs: tracks, hands, panels; and the trays."""

    tracks: msgspec.Raw
    hands: msgspec.Raw
    panels: msgspec.Raw
    trays: tuple[Tray, ...]


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note at a node."""

    node: At
    line: Name
    by: str
    at: str
    text: str = ""
    glyph: str = ""
    bookmark: Name = ""
    marks: tuple[str, ...] = ()
    sealed: bool = False


class Retold(msgspec.Struct, frozen=True):
    """A line of the report, or a heading, and the ply up to which it tells."""

    ply: int
    text: str
    heading: bool


class Board(msgspec.Struct, frozen=True):
    """The board: its size in pixels, its layers from the bottom up, the markup that never changes, patterns, colours as
    (light, dark), and the legend."""

    width: float
    height: float
    radius: float
    layers: tuple[str, ...]
    static: str
    definitions: str
    inks: tuple[tuple[str, str], ...]
    legend: Tray | None


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """A page. `seen_by`: the seats whose page it is (none: everything is shown). `sides` are the titles that `owners`
    point at. `units` and `pieces` are keys, `markups` and `descriptions` what they are drawn and said as. `retold` is
    the current line as in a series replay. `lucks` has the dice of each line, as far as these seats know them."""

    title: str
    slug: str
    ruleset: str
    scenario: str
    subtitle: str
    seen_by: tuple[Name, ...]
    seats: tuple[Seat, ...]
    sides: tuple[str, ...]
    lines: tuple[Line, ...]
    periods: tuple[Period, ...]
    nodes: tuple[Node, ...]
    board: Board
    places: tuple[Place, ...]
    units: tuple[str, ...]
    markups: tuple[str, ...]
    pieces: tuple[Name, ...]
    descriptions: tuple[str, ...]
    besides: tuple[Beside, ...]
    tallies: tuple[dict[str, dict[str, float]], ...]
    notes: tuple[Note, ...]
    retold: tuple[Retold, ...]
    lucks: tuple[tuple[Luck, ...], ...]
