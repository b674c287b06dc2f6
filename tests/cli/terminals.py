"""Runs a command of `warlog` on a terminal of its own, as a person would see it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
from pathlib import Path

from tests.cli.commands import ROOT, WARLOG

_STYLES = re.compile(r"\x1b\[[0-9;]*m")
_OTHER = re.compile(r"\x1b\[[?0-9;]*[a-zA-Z]")


def on_terminal(
    *arguments: str,
    archive: Path,
    columns: int = 80,
    rows: int = 24,
    typed: str = "",
    no_colour: bool = False,
) -> tuple[str, str]:
    """The raw text that a terminal of this size gets, and the same without colours, `\\r` and the like."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
    }
    environment |= {"TERM": "xterm-256color", **({"NO_COLOR": "1"} if no_colour else {})}
    process = subprocess.Popen(
        [*WARLOG, *arguments, "--archive", str(archive)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    got = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed: the command has ended
            break
        if not part:
            break
        got += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    raw = got.decode()
    return raw, _OTHER.sub("", _STYLES.sub("", raw)).replace("\r", "")
