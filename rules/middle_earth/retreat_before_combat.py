"""Retreat before combat (7.7): archers, and cavalry attacked by foot, may fall back before the first roll against them.

It is asked for once a defender, after his attackers are declared; the attack is then void and one attacker may follow.
"""

from __future__ import annotations

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.casualties import order_retreat
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.melee import RESOLVING, WINDOW
from rules.middle_earth.retreat import EARLY, ends
from rules.middle_earth.state import Melee, State, changed, members
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event


def may_fall_back(game: Game, state: State, melee: Melee) -> bool:
    """Whether the defender is of those who may retreat before this attack (7.7)."""
    card = game.board.units[melee.defender]
    standing = state.units[melee.defender]
    if standing.disrupted:
        return False  # 7.57
    if card.missile_only and not standing.partner:
        return True
    return card.arm == "cavalry" and all(
        game.board.units[attacker].arm != "cavalry" for attacker in melee.attackers
    )


def distances(game: Game, state: State, melee: Melee) -> tuple[int, ...]:
    """How many hexes the defender may retreat; both units of a formation need a way, to different hexes (8.46)."""
    if not may_fall_back(game, state, melee):
        return ()
    units = members(state, melee.defender)
    return tuple(
        hexes
        for hexes in range(1, game.board.numbers.early_retreat_hexes + 1)
        if _have_ways([ends(game, state, unit, hexes) for unit in units])
    )


def _have_ways(found: list[frozenset[str]]) -> bool:
    return all(found) and len(frozenset().union(*found)) >= len(found)


def options(game: Game, state: State) -> tuple[Action, ...]:
    """What the owner of the defender may answer."""
    assert state.melee is not None
    return (
        *(actions.RetreatBeforeCombat(hexes) for hexes in distances(game, state, state.melee)),
        actions.StandFast(),
    )


def fall_back(unfolding: Unfolding, action: actions.RetreatBeforeCombat) -> None:
    """The defender retreats before the attack is rolled."""
    game, state = unfolding.game, unfolding.state
    melee = state.melee
    if melee is None or melee.stage != WINDOW:
        raise IllegalAction("7.7", "no unit may retreat before combat now")
    title = game.title(melee.defender)
    if not may_fall_back(game, state, melee):
        raise IllegalAction(
            "7.7", f"{title} is neither an undisrupted archer nor cavalry attacked by foot alone"
        )
    if action.hexes not in distances(game, state, melee):
        raise IllegalAction("7.7", f"{title} has no way {action.hexes} hexes back")
    order_retreat(unfolding, members(state, melee.defender), action.hexes, EARLY)


def stand_fast(unfolding: Unfolding) -> None:
    """The defender stays."""
    melee = unfolding.state.melee
    if melee is None or melee.stage != WINDOW:
        raise IllegalAction("7.7", "no unit is asked whether it stands")
    unfolding.happen(events.EarlyRetreatDeclined(melee.defender))


# What the events do


def _declined(_: Game, state: State, event: events.EarlyRetreatDeclined) -> State:
    melee = state.melee
    return (
        changed(state, melee=msgspec.structs.replace(melee, stage=RESOLVING)) if melee is not None else state
    )


EVOLVE: dict[type[Event], Evolve] = {events.EarlyRetreatDeclined: _declined}
