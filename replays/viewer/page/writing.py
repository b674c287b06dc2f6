"""The replay page as one HTML file: the content packed, the script that shows it, and, for who has no script, a
report: each turn retold with the board at its end. The page carries its own game as a `.warlog`."""

from __future__ import annotations

import base64
import gzip
from functools import cache
from pathlib import Path

import msgspec
from jinja2 import Environment, Template

from eventlog.warlog_file import Warlog, written
from replays.viewer import lettering
from replays.viewer.colours import readable
from replays.viewer.page.content import Board, Content, Node, Retold

STATIC = Path(__file__).parent / "static"
LIBRARIES = ("panzoom.min.js", "uplot.min.js")
MODULES = (
    *("load", "walk", "board", "overlay", "rolls", "beside", "log", "timeline", "lines"),
    *("chart", "luck", "compare", "controls", "main"),
)
DARK = {
    "page": "#14171b",
    "card": "#20252b",
    "ink": "#ece9e1",
    "quiet": "#b8b4aa",
    "rule": "#59616b",
    "accent": "#f0b27a",
    "on-accent": "#14171b",
    "mark": "#3a3a24",
    "move": "#ff8a6b",
    "move-rim": "#14171b",
    "note": "#d3a6f5",
}


class Remark(msgspec.Struct, frozen=True):
    """A note in the report."""

    ply: int
    by: str
    text: str
    glyph: str
    bookmark: str


class Turn(msgspec.Struct, frozen=True):
    """A turn of the report: its lines, its notes, and the drawings of the board at its end by their ids."""

    title: str
    ply: int
    lines: tuple[Retold, ...]
    notes: tuple[Remark, ...]
    board: tuple[str, ...]


def page(content: Content, carried: Warlog) -> str:
    """The page as text; equal games give equal pages."""
    turns, shared, outcome = _turns(content)
    encoded = msgspec.json.encode(content)
    titles = {seat.name: seat.title for seat in content.seats}
    text: str = _template().render(
        content=content,
        style=_style(content.board, encoded.decode()),
        script=_script(),
        packed=_packed(encoded),
        carried=_packed(written(carried)),
        seen_by=" and ".join(titles.get(seat, seat) for seat in content.seen_by),
        inks=[readable((seat.colour,)) for seat in content.seats],
        shared=shared,
        turns=turns,
        outcome=outcome,
    )
    return text


@cache
def _environment() -> Environment:
    return Environment(autoescape=True, keep_trailing_newline=True)


@cache
def _template() -> Template:
    return _environment().from_string((STATIC / "page.html").read_text(encoding="utf-8"))


@cache
def _script() -> str:
    read = [(STATIC / name).read_text(encoding="utf-8") for name in LIBRARIES]
    own = [(STATIC / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    licences = "/*!\n" + (STATIC / "LICENSES.txt").read_text(encoding="utf-8") + "*/"
    whole = "\n".join([licences, *read, '(() => {\n"use strict";', *own, "})();"])
    # A script ends at the first of these, wherever it stands.
    assert "</script" not in whole
    return whole


def _packed(data: bytes) -> str:
    # No time in it: equal games give equal pages.
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _style(board: Board, words: str) -> str:
    light = "".join(f"--c{number}:{one};" for number, (one, _) in enumerate(board.inks))
    dark = "".join(f"--c{number}:{other};" for number, (_, other) in enumerate(board.inks))
    own = "".join(f"--{name}:{colour};" for name, colour in DARK.items()) + "color-scheme:dark;"
    shown = ".in-light{display:none}.in-dark{display:inline}"
    in_dark = _under(':root[data-light="dark"]', shown)
    preferred = ':root:not([data-light="light"])'
    return "\n".join(
        [
            lettering.faces([words]),
            (STATIC / "uplot.min.css").read_text(encoding="utf-8"),
            (STATIC / "style.css").read_text(encoding="utf-8"),
            f":root{{{light}}}",
            f'@media screen{{:root[data-light="dark"]{{{dark}{own}}}{in_dark}}}',
            f"@media screen and (prefers-color-scheme: dark){{{preferred}{{{dark}{own}}}{_under(preferred, shown)}}}",
        ]
    )


def _under(root: str, rules: str) -> str:
    """Rules that hold only below an element."""
    return "".join(f"{root} {rule}}}" for rule in rules.split("}") if rule)


# The report


def _turns(content: Content) -> tuple[list[Turn], list[int], str]:
    line = next(each for each in content.lines if each.current)
    path = _path(content, line.head)
    ends: dict[int, int] = {}
    for ply, number in enumerate(path):
        ends[_turn(content, content.nodes[number])] = ply
    turns: list[Turn] = []
    shared: dict[int, None] = {}
    drawn: dict[int, int] = {}
    first = 0
    for turn, last in ends.items():
        for number in path[first : last + 1]:
            _apply(drawn, content.nodes[number])
        board = _board(content, drawn)
        shared |= dict.fromkeys(int(name[1:]) for name in board if name[1:].isdigit())
        period = content.periods[content.nodes[path[last]].period]
        title = period.turn_title or (f"Turn {turn}" if turn else "The beginning")
        lines = tuple(each for each in content.retold if first <= each.ply <= last)
        turns.append(Turn(title, last, lines, _remarks(content, set(path[first : last + 1])), board))
        first = last + 1
    outcome = content.nodes[path[-1]].result or f"The game stands at ply {len(path) - 1}."
    return turns, list(shared), outcome


def _turn(content: Content, node: Node) -> int:
    return content.periods[node.period].turn


def _path(content: Content, head: int) -> list[int]:
    found = []
    while head >= 0:
        found.append(head)
        head = content.nodes[head].parent
    return found[::-1]


def _apply(drawn: dict[int, int], node: Node) -> None:
    for unit, markup in zip(node.units[::2], node.units[1::2], strict=True):
        if markup < 0:
            drawn.pop(unit, None)
        else:
            drawn[unit] = markup


def _board(content: Content, drawn: dict[int, int]) -> tuple[str, ...]:
    found = []
    for layer in content.board.layers:
        if layer == "static":
            found.append("static-board")
            continue
        keys = sorted(unit for unit in drawn if content.units[unit].split(":")[0] == layer)
        found += [f"m{drawn[unit]}" for unit in keys]
    return tuple(found)


def _remarks(content: Content, nodes: set[int]) -> tuple[Remark, ...]:
    return tuple(
        Remark(content.nodes[note.node].ply, note.by, note.text, note.glyph, note.bookmark)
        for note in sorted(content.notes, key=lambda note: content.nodes[note.node].ply)
        if note.node in nodes
    )
