"""A city that loses its loyalty, and those within its walls (7.3.2, 13.5)."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.control import make_independent
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.unfolding import Unfolding


def eliminate_within(unfolding: Unfolding, space: str) -> None:
    """All CU within the walls are eliminated, leaders displaced (13.5-b)."""
    for each in unfolding.state.forces.get(space, ()):
        if each.inside:
            militia = min(each.militia, each.inside)
            unfolding.happen(events.UnitsLost(each.power, space, each.inside, "13.5", each.inside, militia))
        if each.shut:
            displace_all(unfolding, each.shut, "13.5")


def lower_loyalty(unfolding: Unfolding, space: str, rule: str) -> None:
    """A city loses one loyalty; at 0 it is independent, unless it is besieged and falls first (7.3.2, 13.5)."""
    left = unfolding.state.loyalty[space] - 1
    siege = unfolding.state.sieges.get(space)
    if left == 0 and not (siege is not None and siege.level >= 1):
        # 7.3.2-b: an independent city shelters nobody (9.3.1); with the enemy before it there is no way out.
        eliminate_within(unfolding, space)
        make_independent(unfolding, space, rule)
    else:
        unfolding.happen(events.LoyaltyChanged(space, left, rule))
