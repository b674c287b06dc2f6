"""What follows when a unit loses tokens (unit-5 to unit-7, move-10)."""

from __future__ import annotations

from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.unfolding import Unfolding


def lose_tokens(unfolding: Unfolding, name: str, soldiers: int, monks: int, reason: str) -> None:
    """A unit loses tokens: without monks it drops its relic, without any token it is gone."""
    unfolding.happen(of_units.TokensLost(name, soldiers, monks, reason))
    unit = unfolding.state.units[name]
    if unit.relic and not unit.monks:
        unfolding.happen(of_units.RelicDropped(name, unit.relic))
    if unit.soldiers or unit.monks:
        return
    about = unfolding.state.stack[-1] if unfolding.state.stack else None
    if isinstance(about, Attack) and name in (about.defender, about.main, about.afar, *about.bombers):
        unfolding.happen(of_units.Withdrawn(name))
    unfolding.happen(of_units.UnitDestroyed(name))
