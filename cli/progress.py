"""How far long work is, and how much time is left: on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from cli.terminal import is_terminal


@contextmanager
def progress(label: str, length: int, *, counts: bool = True) -> Iterator[Callable[[int], None]]:
    """Takes how much of `length` is done, and shows it with the time that is left: as so many of so many
    if it `counts`, else in per cent."""
    if not is_terminal(sys.stderr):
        yield lambda done: None
        return
    with typer.progressbar(length=length, label=label, file=sys.stderr, show_pos=counts) as bar:
        yield lambda done: bar.update(done - bar.pos)
