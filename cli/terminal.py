"""The terminal: what it can show, whether it has colour, and how text gets there without ever failing."""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

_PLAIN = {
    "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "•": "*", "…": ".", "‘": "'", "’": "'", "“": '"', "”": '"',
    "→": ">", "←": "<", "↑": "^", "↓": "v", "▲": "^", "△": "^", "▴": "^", "♣": "%", "♠": "%", "≈": "~", "█": "#",
    "▓": "#", "▒": "%", "░": ":", "■": "#", "□": "o", "●": "*", "○": "o", "─": "-", "│": "|", "┌": "+", "┐": "+",
    "└": "+", "┘": "+", "├": "+", "┤": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "═": "=", "║": "|", "▸": ">",
    "†": "+", "°": "*", "½": "+", "✓": "v", "✗": "x",
}  # fmt: skip
"""One plain character for one that a terminal may lack, so that nothing on a drawn board moves."""

WIDTH_OF_A_FILE = 100
"""Columns used where output goes to a file or a pipe and nothing tells a width."""


def _without_failing(error: UnicodeError) -> tuple[str, int]:
    """Encodes what the terminal lacks as the nearest plain character, else as `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    replaced = []
    for character in error.object[error.start : error.end]:
        plain = _PLAIN.get(character)
        if plain is None:
            letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
            plain = letters or "?"
        replaced.append(plain)
    return "".join(replaced), error.end


def prepare_streams() -> None:
    """Makes standard output and standard error take any character; called once, before anything is printed."""
    codecs.register_error("warlog.plain", _without_failing)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="warlog.plain")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the direction of writing, and with it the order of what stands beside them."""
_BREAKS = (0x0B, 0x0C, 0x2028, 0x2029)
_UNSEEN = (0xFEFF, *range(0xE0000, 0xE0080), *range(0xFFF9, 0xFFFC))
_CONTROLS = {
    **dict.fromkeys((*range(32), *range(127, 160), *_DIRECTIONS, *_BREAKS, *_UNSEEN), "?"),
    9: " ",
}


def printable(text: str) -> str:
    """The text as one line that cannot steer a terminal: titles and names may come from anybody's file."""
    return text.translate(_CONTROLS)


def counted(number: int, what: str, several: str = "") -> str:
    """A number with the noun that it counts: one game, two games."""
    return f"{number} {what if number == 1 else several or what + 's'}"


def show(*lines: str) -> None:
    """Prints lines for people; on a terminal they are broken between words, in a file they stay whole."""
    if not is_terminal():
        for line in lines:
            print(printable(line))
        return
    from cli.canvas import Span, broken, text_of

    for line in lines:
        for part in broken((Span(printable(line)),), width()) or [()]:
            print(text_of(part))


def clear() -> None:
    """Takes everything off the terminal, also what was scrolled away; where there is none, an empty line."""
    if not is_terminal():
        print()
        return
    if os.environ.get("TERM", "dumb") == "dumb":
        print("\n" * height())
        return
    sys.stdout.write("\x1b[3J\x1b[2J\x1b[H")
    sys.stdout.flush()


def is_terminal(stream: TextIO | None = None) -> bool:
    """Whether the stream (standard output if none is named) is a terminal."""
    try:
        return (stream or sys.stdout).isatty()
    except (AttributeError, ValueError):
        return False


def has_colour() -> bool:
    """Colour is for terminals alone, and only while nobody set `NO_COLOR`."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Columns of the terminal; `COLUMNS` where it is set; 100 in a file."""
    return max(20, shutil.get_terminal_size((WIDTH_OF_A_FILE, 40)).columns)


def height() -> int:
    """Lines of the terminal; a file has as many as are wanted."""
    return shutil.get_terminal_size((WIDTH_OF_A_FILE, 40)).lines


def console() -> Console:
    """Where styled text is printed: styled on a terminal, bare everywhere else. Nothing in the text is markup."""
    from rich.console import Console

    return Console(
        file=sys.stdout,
        force_terminal=is_terminal() and os.environ.get("TERM") != "dumb",
        no_color=not has_colour(),
        width=width(),
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )


def print_json(document: bytes) -> None:
    """Prints one JSON document: UTF-8, or ASCII with escapes where standard output is in another encoding."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "")
    text = document.decode("utf-8")
    if encoding != "utf8" and not text.isascii():
        import json

        text = json.dumps(json.loads(text), ensure_ascii=True)
    # What JSON lets stand in a text and a terminal obeys; it says the same when it is escaped.
    print(_OBEYED.sub(lambda found: _as_escapes(found[0]), text))


_OBEYED = re.compile(f"[{re.escape(''.join(chr(code) for code in _CONTROLS if code >= 127))}]")


def _as_escapes(character: str) -> str:
    units = character.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
