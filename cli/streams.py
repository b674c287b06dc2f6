"""Standard input, output and error as a whole program needs them: printing never fails, whatever they lead to.

What cannot be written is lost, and that is remembered instead of raised: a command does all that it was asked to do,
and only then says that its answer went nowhere.
"""

from __future__ import annotations

import io
import os
import select
import sys
from typing import Any


class Stream(io.FileIO):
    """Standard output or standard error; `lost` is why something could not be written, from the first time on."""

    def __init__(self, number: int, *, stops: bool) -> None:
        """`stops`: a reader who has seen enough ends the command (by BrokenPipeError, once)."""
        super().__init__(number, "wb", closefd=False)
        self.stops = stops
        self.lost: OSError | None = None

    def write(self, data: Any, /) -> int:
        """Writes, or gives up for good; the number of bytes that need no more care."""
        if self.lost is None:
            try:
                while (
                    written := super().write(data)
                ) is None:  # a pipe that is full and does not wait by itself
                    select.select([], [self.fileno()], [])
                return int(written)
            except OSError as error:
                self.lost = error
                if self.stops and isinstance(error, BrokenPipeError):
                    raise
        return memoryview(data).nbytes


def take_over() -> None:
    """Replaces the three streams of this process; once, when it starts."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # Else the next file that is opened, perhaps the archive, would get the number and all that is printed.
            os.open(os.devnull, os.O_RDONLY)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    sys.stdout = _writing(1, sys.stdout, stops=True)
    sys.stderr = _writing(2, sys.stderr, stops=False)


def _writing(number: int, known: Any, *, stops: bool) -> Any:
    """The stream in the encoding that was known for it. A console of Windows is left as it is: it takes no bytes."""
    if os.name == "nt" and known is not None and known.isatty():
        return known
    terminal = os.isatty(number)
    return io.TextIOWrapper(
        io.BufferedWriter(Stream(number, stops=stops)),
        encoding=getattr(known, "encoding", "utf-8"),
        errors=getattr(known, "errors", "strict"),
        line_buffering=terminal or number == 2,
        write_through=getattr(known, "write_through", False),
    )


def lost() -> OSError | None:
    """Why something could not be written to standard output; None where all of it was."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.lost if isinstance(raw, Stream) else None
