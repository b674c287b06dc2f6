"""The Attrition Phase (5.5)."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.forces import enemy_units, force, of_power
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.powers import friendly_space, highest_first
from rules.sword_of_rome.unfolding import Unfolding


def attrition(unfolding: Unfolding) -> None:
    """Every power rolls once for each enemy space that holds its CU: non-player powers first, then from the highest VP
    down (5.5-a)."""
    game = unfolding.game
    own = (power for seat in highest_first(game, unfolding.state) for power in game.powers_of[seat])
    for power in (*game.neutral, *own):
        for space, there in list(of_power(unfolding.state, power)):
            cu = there.cu + there.inside
            if not cu or friendly_space(game, unfolding.state, power, space):
                continue
            (die,) = unfolding.chance.roll(f"attrition:{space}", game.seat_of.get(power, ""))
            lost = min(game.board.attrition(cu, die), cu)
            unfolding.happen(events.AttritionRolled(power, space, cu, die, lost))
            if lost:
                lose_units(unfolding, power, space, lost, "5.5")
                left = force(unfolding.state, space, power)
                if left is not None and not left.cu + left.inside and not _alone(unfolding, space, power):
                    displace_all(unfolding, (*left.leaders, *left.shut), "8.4")


def _alone(unfolding: Unfolding, space: str, power: str) -> bool:
    """Whether no CU of an enemy are in the space: then leaders may stay there alone (8.4)."""
    return not enemy_units(unfolding.game, unfolding.state, space, power)
