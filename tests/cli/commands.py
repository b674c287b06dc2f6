"""Runs commands of `warlog`, in this process or in one of their own, and keeps what they said."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from cli.answers import ANSWERS, ErrorAnswer, Refusal
from cli.main import main

WARLOG = [sys.executable, "-c", "from cli.main import run; run()"]
"""The command in a process of its own, as the entry point starts it."""

ROOT = Path(__file__).parents[2]


class Ran(msgspec.Struct):
    """How a command ended."""

    code: int
    out: str
    err: str

    def answer(self, command: str) -> Any:
        """The JSON answer, decoded strictly: its keys are those of the struct, no fewer and no more."""
        assert self.code in (0, 7, 8), (self.code, self.err, self.out)
        return strictly(command, self.out)

    def refusal(self) -> Refusal:
        """The JSON error; with one sentence on standard error that says the same."""
        refusal = msgspec.json.decode(self.out, type=ErrorAnswer, strict=True).error
        assert refusal.code == self.code
        assert self.sentence() == refusal.message
        return refusal

    def sentence(self) -> str:
        """The one sentence on standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("warlog: "), self.err
        assert lines[0].endswith((".", "!", "?")), self.err
        return lines[0].removeprefix("warlog: ")


def strictly(command: str, text: str) -> Any:
    """Decodes an answer and makes sure that nothing of the document was passed over."""
    answer = msgspec.json.decode(text, type=ANSWERS[command], strict=True)
    assert msgspec.json.decode(msgspec.json.encode(answer)) == msgspec.json.decode(text)
    return answer


def run(*arguments: str, archive: Path | None = None, typed: str = "") -> Ran:
    """Runs a command in this process; `typed` is its standard input."""
    given = [*arguments, *(["--archive", str(archive)] if archive is not None else [])]
    out, err = _stream(), _stream()
    keyboard = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(given)
    finally:
        sys.stdin = keyboard
    return Ran(code, _text(out), _text(err))


def spawn(
    *arguments: str, environment: Mapping[str, str] | None = None, typed: bytes = b"", **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a process of its own."""
    return subprocess.run(
        [*WARLOG, *arguments],
        input=typed,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        timeout=60,
        check=False,
        **options,
    )


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")
