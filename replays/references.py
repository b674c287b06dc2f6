"""`GAME[:LINE][@PLY]`: how a person names a place in the archive.

GAME is a slug or a unique prefix of one. Without LINE the line now current, without PLY its head. `@0` is the
beginning, `@-1` one ply back from the head, `@t3` the position before the first batch of turn 3, `@NAME` a bookmark.
"""

from __future__ import annotations

import re

import msgspec

from eventlog import record
from eventlog.archive import Archive, GameRow
from eventlog.errors import NotFound
from eventlog.notes import standing
from eventlog.tree import Tree
from replays.opening import OpenGame, open_game
from replays.timeline import Position, Timeline

FORM = re.compile(r"(?P<game>[a-z0-9][a-z0-9-]*)(:(?P<line>[a-z0-9][a-z0-9-]*(~[0-9]+)?))?(@(?P<ply>\S+))?")


class BadReference(Exception):
    """A text that is no reference at all."""


class Reference(msgspec.Struct, frozen=True):
    """A reference as written. `line` and `ply` are "" where they are left out."""

    game: str
    line: str = ""
    ply: str = ""


class Resolved(msgspec.Struct, frozen=True):
    """A reference found: the game, its tree, the line, and the line's history up to its head."""

    row: GameRow
    opened: OpenGame
    tree: Tree
    line: str
    timeline: Timeline
    ply: int

    @property
    def position(self) -> Position:
        """The position that the reference names."""
        return self.timeline.at(self.ply)

    @property
    def head(self) -> record.Head:
        """The batch that the reference names."""
        return self.timeline.head_at(self.ply)

    def _repr_html_(self) -> str:
        """The board, as a notebook shows it; everything that the archive knows is on it."""
        from replays.viewer.picture import svg  # a drawing is rarely asked for

        return svg(self.opened.ruleset.scene(self.opened.game, self.position.state))


def parse(text: str) -> Reference:
    """A reference from its text. Raises BadReference."""
    match = FORM.fullmatch(text.strip().lower())
    if match is None:
        raise BadReference(
            f"{text!r} is no reference; one is written GAME, GAME:LINE, GAME@PLY or GAME:LINE@PLY, "
            "as in sauron-3:main@42"
        )
    return Reference(match["game"], match["line"] or "", match["ply"] or "")


def resolve(archive: Archive, text: str) -> Resolved:
    """Finds what the reference names. Raises BadReference, NotFound."""
    reference = parse(text)
    with archive.working(write=False):
        row = archive.game(reference.game)
        opened = open_game(archive, row)
        tree = archive.tree(row.id)
        line = reference.line or tree.current
        if line not in tree.lines:
            raise NotFound(f"{row.slug} has no line {line}; it has {', '.join(tree.lines)}")
        timeline = Timeline.read(archive, row.id, tree.lines[line].head, opened)
        ply = _ply(archive, row, line, timeline, reference.ply)
    return Resolved(row, opened, tree, line, timeline, ply)


def _ply(archive: Archive, row: GameRow, line: str, timeline: Timeline, text: str) -> int:
    last = len(timeline) - 1
    if text == "":
        return last
    if re.fullmatch(r"-?[0-9]{1,40}", text):
        ply = int(text) if text[0] != "-" else last + int(text)
        if not 0 <= ply <= last:
            there_are = f"its plies are 0 to {last}" if last else "it stands at its beginning, ply 0"
            raise NotFound(f"{row.slug}:{line} has no ply {text}; {there_are}")
        return ply
    if re.fullmatch(r"t[0-9]{1,40}", text):
        return turn_start(row.slug, line, timeline, int(text[1:]))
    return bookmarked(archive, row, line, timeline, text)


def bookmarked(archive: Archive, row: GameRow, line: str, timeline: Timeline, name: str) -> int:
    """The ply of a bookmark on a line. Raises NotFound."""
    notes = [note for note in standing(archive.notes(row.id)) if note.bookmark == name]
    for note in notes:
        if note.ply < len(timeline) and timeline.head_at(note.ply).digest == note.batch:
            return note.ply
    if notes:
        raise NotFound(
            f"The bookmark {name} of {row.slug} stands on line {notes[0].line}, not on {line}: "
            f"write {row.slug}:{notes[0].line}@{name}"
        )
    raise NotFound(f"{row.slug} has no bookmark {name}; a ply is a number, as in @42, a turn @t3")


def turn_start(slug: str, line: str, timeline: Timeline, turn: int) -> int:
    """The ply at which this turn begins: the position before its first batch. Turns never run backwards."""
    rules, game = timeline.open_game.ruleset, timeline.open_game.game
    low, high = 0, len(timeline) - 1

    def turn_at(ply: int) -> int:
        return rules.clock(game, timeline.state_at(ply)).turn

    if turn < turn_at(low) or turn > turn_at(high):
        first, last = turn_at(low), turn_at(high)
        there_are = f"it has turns {first} to {last}" if first < last else f"it is in turn {last}"
        raise NotFound(f"{slug}:{line} has no turn {turn}; {there_are}")
    while low < high:
        middle = (low + high) // 2
        if turn_at(middle) < turn:
            low = middle + 1
        else:
            high = middle
    return low


__all__ = ["BadReference", "Reference", "Resolved", "parse", "resolve", "turn_start"]
