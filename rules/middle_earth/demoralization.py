"""Demoralization (9.0): totals against levels at the end of each phase.

What it does is in the chapters that it touches: rally 9.31, zones and melee of Z units 9.32, fanatics 9.33.
"""

from __future__ import annotations

from rules.middle_earth import events
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.state import State, changed
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Event


def check(unfolding: Unfolding) -> None:
    """Every army whose total exceeds its level becomes demoralized, all at the same time (9.21, 9.22, 9.23)."""
    state = unfolding.state
    broken = [
        (army, state.totals.get(army, 0), level)
        for army, level in sorted(unfolding.game.board.levels_of.items())
        if army not in state.demoralized and state.totals.get(army, 0) > level  # 9.21: exceed
    ]
    for army, total, level in broken:
        unfolding.happen(events.ArmyDemoralized(army, total, level))
    for army, _, _ in broken:
        unfolding.game.exclusive.on_demoralized(unfolding, army)


def _demoralized(_: Game, state: State, event: events.ArmyDemoralized) -> State:
    return changed(state, demoralized=state.demoralized | {event.army})  # 9.0: for good


def _changed(_: Game, state: State, event: events.TotalChanged) -> State:
    total = max(0, state.totals.get(event.army, 0) + event.change)
    return changed(state, totals=state.totals.set(event.army, total))


def _corrected(_: Game, state: State, event: events.TotalCorrected) -> State:
    return changed(state, totals=state.totals.set(event.army, event.total))


EVOLVE: dict[type[Event], Evolve] = {
    events.ArmyDemoralized: _demoralized,
    events.TotalChanged: _changed,
    events.TotalCorrected: _corrected,
}
