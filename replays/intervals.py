"""How sure a share is: Wilson's interval."""

from __future__ import annotations

from math import sqrt

Z = 1.959964
"""Of the normal distribution, 95 in a hundred lie within so many standard deviations of its mean."""


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a share of which `hits` of `tries` are known, from 0 to 1."""
    if not tries:
        return 0.0, 1.0
    share = hits / tries
    middle = (share + Z * Z / (2 * tries)) / (1 + Z * Z / tries)
    half = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries)) / (1 + Z * Z / tries)
    return max(0.0, middle - half), min(1.0, middle + half)
