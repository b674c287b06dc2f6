"""The grid of a city: spaces by line and rank (layout-13).

A space is named by its line – `c` the middle one, of the first Town Center, `l1`, `l2` … to the owner's left, `r1`,
`r2` … to the right – and its rank, 3 the deepest: `c-3`, `l1-2`.
"""

from __future__ import annotations

from functools import cache

DEEPEST = 3
ORIGIN = "c-3"
"""The space of the first Town Center (card-building-15)."""
WEST, EAST = "west", "east"


@cache
def named(line: int, rank: int) -> str:
    """The name of a space."""
    return f"{'c' if not line else f'l{-line}' if line < 0 else f'r{line}'}-{rank}"


@cache
def place(space: str) -> tuple[int, int]:
    """Line and rank of a space."""
    column, _, rank = space.rpartition("-")
    line = 0 if column == "c" else int(column[1:]) * (-1 if column[0] == "l" else 1)
    return line, int(rank)


@cache
def front(space: str) -> str:
    """The space towards the opponent; "" before rank 1."""
    line, rank = place(space)
    return named(line, rank - 1) if rank > 1 else ""


@cache
def flanks(space: str) -> tuple[str, str]:
    """The spaces to the left and to the right."""
    line, rank = place(space)
    return named(line - 1, rank), named(line + 1, rank)


@cache
def neighbours(space: str) -> tuple[str, ...]:
    """The spaces beside it in line or rank, within the ranks (card-building-9, card-building-14)."""
    line, rank = place(space)
    found = [named(line - 1, rank), named(line + 1, rank)]
    if rank > 1:
        found.append(named(line, rank - 1))
    if rank < DEEPEST:
        found.append(named(line, rank + 1))
    return tuple(found)


@cache
def order(space: str) -> tuple[int, int]:
    """For sorting: from the rear to the front, from left to right."""
    line, rank = place(space)
    return -rank, line
