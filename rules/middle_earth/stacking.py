"""Stacking (5.0): one combat unit a hex, two in a formation, leaders and engines besides.

The limit is checked when the movement phase ends (4.28). So that it can always be met, a unit may stop on a friend only
if the friend can still move away, and that friend then moves next.
"""

from __future__ import annotations

from rules.middle_earth.game import Game
from rules.middle_earth.paths import can_reach
from rules.middle_earth.state import State, lead_of, members
from rules.middle_earth.zones import in_enemy_zone


def others_in(state: State, unit: str, name: str) -> tuple[str, ...]:
    """The units in the hex that are neither the unit nor of its formation."""
    here = state.at.get(name)
    if here is None:
        return ()
    own = members(state, unit)
    return tuple(each for each in here if each not in own)


def can_rest_in(game: Game, state: State, unit: str, name: str) -> bool:
    """Whether the unit, now in the hex or entering it, may end its move there (5.0, 4.28)."""
    others = others_in(state, unit, name)
    if not others:
        return True
    lead = lead_of(state, others[0])
    return members(state, lead) == others and can_clear(game, state, lead, members(state, unit))


def can_clear(game: Game, state: State, unit: str, relieving: tuple[str, ...] = ()) -> bool:
    """Whether the unit can still move to a hex without another unit in this movement phase.

    The `relieving` units come into its hex, so that the hex that they leave is free.
    """
    standing = state.units[unit]
    if unit in state.moved or standing.disrupted or unit in state.besieging:
        return False
    if in_enemy_zone(game, state, standing.hex, game.seat_of[unit]):
        return False  # 6.11
    return can_reach(
        game,
        state,
        unit,
        lambda name: name != standing.hex and all(each in relieving for each in others_in(state, unit, name)),
    )
