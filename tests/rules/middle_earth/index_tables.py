"""The tables of the standard rules and the grid as the index of rules prints them, written down once more for tests
that count by hand. Nothing here comes from the engine.
"""

from __future__ import annotations

import math

WOUND = 2  # 8.21
NIGHT = 3  # 10.0

# Tables

VALUE = {"A": 5, "B": 4, "C": 3, "D": 2, "E": 1, "below E": 0}  # 9.12; 7.41 is built from it
LETTERS = ("A", "B", "C", "D", "E", "below E")
MORALES = ("W", "X", "Y", "Z")
RESULTS = {
    "W": ("1/2 R1", "1/2", "R2", "R1", "R1", "-"),
    "X": ("1/2 R2", "1/2 R1", "1/2", "R2", "R1", "R1"),
    "Y": ("E", "1/2 R2", "1/2 R1", "1/2", "R2", "R1"),
    "Z": ("E", "E", "1/2 R2", "1/2 R1", "1/2", "R2"),
}  # 7.42, by the die
DUELS = {
    -3: ("AK", "AK", "AK", "AW", "AW", "-"),
    -2: ("AK", "AK", "AW", "AW", "-", "-"),
    -1: ("AK", "AW", "AW", "-", "-", "DW"),
    0: ("AK", "AW", "-", "-", "DW", "DK"),
    1: ("-", "-", "-", "DW", "DW", "DK"),
    2: ("-", "-", "DW", "DW", "DK", "DK"),
    3: ("-", "DW", "DW", "DK", "DK", "DK"),
}  # 7.26, by the die


def hits(letter: str, armour: int) -> tuple[int, int]:
    """The sums with which an attack is a casualty (7.41)."""
    return 2, VALUE[letter] + 6 - armour


def value(code: str) -> int:
    """The demoralization value of a full side (9.12)."""
    letters = [sign.upper() for sign in code[:-2]]
    return (
        sum(VALUE[letter] for letter in letters) + int(code[-2]) + {"W": 4, "X": 3, "Y": 2, "Z": 1}[code[-1]]
    )


# The grid


def beside(name: str) -> tuple[str, ...]:
    """The six neighbours, from north clockwise: even columns lie half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    low = column % 2 == 0
    around = (
        (column, row - 1), (column + 1, row if low else row - 1), (column + 1, row + 1 if low else row),
        (column, row + 1), (column - 1, row + 1 if low else row), (column - 1, row if low else row - 1),
    )  # fmt: skip
    return tuple(f"{one:02d}{other:02d}" for one, other in around)


def steps(first: str, second: str) -> int:
    """How many hexes apart."""
    (q, r), (to_q, to_r) = _cube(first), _cube(second)
    return max(abs(q - to_q), abs(r - to_r), abs(q + r - to_q - to_r))


def _cube(name: str) -> tuple[int, int]:
    column, row = int(name[:2]), int(name[2:])
    return column, row - (column + 1) // 2 if column % 2 else row - column // 2


def struck(firer: str, target: str) -> tuple[str, ...]:
    """The neighbours of the target over whose hexside a shot comes in: one, or two where it comes in at a corner."""
    (x, y), (to_x, to_y) = _centre(target), _centre(firer)
    angle = math.degrees(math.atan2(to_x - x, y - to_y)) % 360  # 0 is north, clockwise
    place = angle / 60
    around = beside(target)
    if abs(place % 1 - 0.5) < 1e-6:
        return around[int(place)], around[(int(place) + 1) % 6]
    return (around[round(place) % 6],)


def _centre(name: str) -> tuple[float, float]:
    column, row = int(name[:2]), int(name[2:])
    return 1.5 * column, math.sqrt(3) * (row + (0.5 if column % 2 == 0 else 0.0))
