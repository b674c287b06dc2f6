"""`--dice` and `--draw`: what was rolled and drawn by hand, given with the command."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.failures import bad_input
from cli.shell import shortened

Dice = Annotated[
    str | None,
    typer.Option("--dice", metavar="6,5,3", help="Dice that were rolled by hand.", show_default=False),
]
Draws = Annotated[
    str | None,
    typer.Option(
        "--draw", metavar="A,B,?", help="What was drawn by hand; ? is not known.", show_default=False
    ),
]


def faces(text: str | None) -> tuple[int, ...]:
    """The dice of `--dice 6,5,3`."""
    if text is None:
        return ()
    parts = [part for part in text.replace(",", " ").split() if part]
    for part in parts:
        if not (part.isascii() and part.isdecimal() and len(part) <= 6):
            raise bad_input(
                f"--dice {shortened(text)!r}: {shortened(part)!r} is no number; write the faces as in 6,5,3."
            )
    return tuple(int(part) for part in parts)


def drawn(text: str | None) -> tuple[str, ...]:
    """The draws of `--draw A,B,?`."""
    if text is None:
        return ()
    from cli.shell import kebab

    return tuple(kebab(part.strip()) for part in text.split(",") if part.strip())
