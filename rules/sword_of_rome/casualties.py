"""CU that are lost (12.3, 12.4.5, 13.2)."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.unfolding import Unfolding


def lose_units(
    unfolding: Unfolding, power: str, space: str, cu: int, rule: str, *, inside_first: bool = False
) -> None:
    """CU of a power in a space are lost; those outside first, but in a sortie; the militia last (17.1)."""
    own = force(unfolding.state, space, power)
    if own is None:
        return
    cu = min(cu, own.cu + own.inside)
    if not cu:
        return
    inside = min(cu, own.inside) if inside_first else max(cu - own.cu, 0)
    ordinary = own.cu + own.inside - own.militia
    unfolding.happen(events.UnitsLost(power, space, cu, rule, inside, max(cu - ordinary, 0)))
