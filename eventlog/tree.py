"""The tree of a game: its lines and where they stand, as a fold over the journal.

A *line* is a name for a head. Acting moves its head on; *undo* moves it back, and the line keeps the *tip* from which
it was taken back, as far as which *redo* may go. A new act before the tip parts from it: what was undone stays as
a line of its own, `main~1`, `main~2` …, which is listed, as abandoned, until somebody takes it up; while redo is still
possible it is listed already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from eventlog.errors import Damaged, Unfit
from eventlog.record import Head, Move
from eventlog.runs import Range, Run, ranges

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
"""What a line that people name may be called; the program's own names for undone tails have a `~` besides."""

ADVANCING = frozenset({"new", "act", "import"})
"""The kinds of moves that put a line's head on new batches."""

STAYING = frozenset({"promote", "import"})
"""The kinds of moves after which the game's current line is the one it was."""


def check_name(line: str) -> None:
    """Raise Unfit where a line cannot be called so."""
    if not NAME.fullmatch(line):
        raise Unfit(f"{line!r} cannot name a line; a name is of small letters, digits and -, as in siege-2.")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line. `tip` is where redo leads to, equal to `head` where nothing was taken back. `source` is the line it
    was parted from and `fork_ply` the last ply it shared with that one then ("" and None for a game's first line).
    `abandoned`: an undone tail that nobody has taken up."""

    name: str
    head: Head
    tip: Head
    source: str = ""
    fork_ply: int | None = None
    abandoned: bool = False

    @property
    def redoable(self) -> int:
        """The number of plies that can be redone."""
        return self.tip.ply - self.head.ply


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a game by name, the line that is current, the main line, and the number of the last move.

    `runs` and `places` (digest to run and ply, for the heads and tips of lines) are there when it was read from an
    archive, and give the ranges of a history.
    """

    lines: dict[str, Line]
    current: str
    main: str
    last: int
    runs: dict[int, Run] = {}
    places: dict[str, tuple[int, int]] = {}

    def redo_head(self, line: str) -> Head | None:
        """Where the last undo of this line came from, or None where nothing can be redone."""
        found = self.lines[line]
        return found.tip if found.tip != found.head else None

    def ranges(self, head: Head, first: int = 0) -> list[Range]:
        """The history of a line's head or tip, from ply `first` on."""
        run, ply = self.places[head.digest]
        return ranges(self.runs, run, ply, first)


class _Growing:
    """A line while the journal is read."""

    __slots__ = ("abandoned", "fork_ply", "head", "kept", "source", "tip")

    def __init__(self, head: Head, source: str, fork_ply: int | None, abandoned: bool = False) -> None:
        self.head = head
        self.tip = head
        self.source = source
        self.fork_ply = fork_ply
        self.abandoned = abandoned
        self.kept = ""  # the line that keeps what lies before the tip, once somebody has taken that up


def fold(
    moves: Iterable[Move],
    runs: Mapping[int, Run] | None = None,
    places: Mapping[str, tuple[int, int]] | None = None,
) -> Tree:
    """The tree that these moves, in their order, have made. Raises Damaged where they name a line that is not there."""
    lines: dict[str, _Growing] = {}
    current = main = ""
    last = 0
    for move in moves:
        head = Head(move.head, move.ply)
        line = lines.get(move.line)
        if line is None:
            line = _appearing(lines, move, head)
            if not lines:
                current = main = move.line
            lines[move.line] = line
        elif move.kind == "branch":
            raise Damaged(f"move {move.n} of game {move.game} branches {move.line}, which is there already")
        if move.kind in ADVANCING:
            _part(lines, move.line, line)
            line.head = line.tip = head
        elif move.kind in ("undo", "redo"):
            line.head = head
        if move.kind == "promote":
            main = move.line
        if move.kind not in STAYING:
            current = move.line
        line.abandoned = False
        last = move.n
    listed: dict[str, Line] = {}
    for name, line in lines.items():
        listed[name] = Line(
            name=name,
            head=line.head,
            tip=line.tip,
            source=line.source,
            fork_ply=line.fork_ply,
            abandoned=line.abandoned,
        )
        if line.head != line.tip and not line.kept:
            tail = _tail_name(lines, name)
            listed[tail] = Line(
                name=tail, head=line.tip, tip=line.tip, source=name, fork_ply=line.head.ply, abandoned=True
            )
    return Tree(
        lines=listed, current=current, main=main, last=last, runs=dict(runs or {}), places=dict(places or {})
    )


def _appearing(lines: dict[str, _Growing], move: Move, head: Head) -> _Growing:
    """The line that this move is the first to name."""
    if not lines or move.kind == "import":
        return _Growing(head, move.source, None)
    if move.kind == "branch":
        return _Growing(head, move.source, head.ply)
    # An undone tail that is taken up: it becomes a line of its own, while its line may still redo along it.
    source, tilde, _ = move.line.rpartition("~")
    parted = lines.get(source) if tilde else None
    if parted is None or parted.head == parted.tip or parted.kept or _tail_name(lines, source) != move.line:
        raise Damaged(f"move {move.n} of game {move.game} names the line {move.line}, which is not there")
    parted.kept = move.line
    return _Growing(parted.tip, source, parted.head.ply)


def _part(lines: dict[str, _Growing], name: str, line: _Growing) -> None:
    """A new act before the tip: what was undone is kept under a name of its own."""
    if line.head != line.tip and not line.kept:
        lines[_tail_name(lines, name)] = _Growing(line.tip, name, line.head.ply, abandoned=True)
    line.kept = ""


def _tail_name(lines: Mapping[str, _Growing], name: str) -> str:
    number = 1
    while f"{name}~{number}" in lines:
        number += 1
    return f"{name}~{number}"
