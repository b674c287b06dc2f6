"""Where units are and attacks go on, as events tell it: `seat:space`, as the scene names the spaces of a city."""

from __future__ import annotations

from collections.abc import Mapping

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.ruleset import Event
from rules.whereabouts import Stands, Tells

_THERE = ("city", "space")

TELLS: Mapping[type[Event], tuple[Tells, ...]] = {
    of_units.UnitMustered: (Stands(("seat", "space"), "unit"),),
    of_units.UnitStepped: (Stands(_THERE, "unit"),),
    of_units.UnitPosted: (Stands(_THERE, "unit"),),
    events.ProcedureBegan: (Stands(("procedure.city", "procedure.space")),),
    events.VillagersLost: (Stands(("seat", "where")),),
    events.BuildingDestroyed: (Stands(("seat", "space")),),
}
