"""Who commands in a battle, as events tell it: how it was rolled and won names powers alone (12.2)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.whereabouts import Commands, Tells

_OVER = ("kind", "battle")

TELLS: Mapping[type[Event], tuple[Tells, ...]] = {
    events.ProcedureBegan: (
        Commands("attacker", "procedure.attacker.commander", "procedure.attacker.power"),
        Commands("defender", "procedure.defender.commander", "procedure.defender.power"),
    ),
    events.CommanderLost: (Commands(leader="commander"),),
    events.ProcedureEnded: (Commands("attacker", where=_OVER), Commands("defender", where=_OVER)),
}
