"""Where units, leaders and engines are, as events tell it: a loss names no hex."""

from __future__ import annotations

from collections.abc import Mapping

from rules.middle_earth import events
from rules.ruleset import Event
from rules.whereabouts import GoesAlong, Stands, Tells

_HEX = ("hex",)
_WITH_LEADERS = (Stands(_HEX, "unit"), Stands(_HEX, "leaders"))

TELLS: Mapping[type[Event], tuple[Tells, ...]] = {
    events.UnitPlaced: (Stands(_HEX, "unit"),),
    events.LeaderPlaced: (Stands(_HEX, "leader"),),
    events.EnginePlaced: (Stands(_HEX, "engine"),),
    events.PieceEntered: (Stands(_HEX, "piece"), Stands(_HEX, "carrying")),
    events.MarchBegan: (GoesAlong("march", "piece", "carrying"),),
    events.PieceMoved: (Stands(_HEX, "piece", marches=True),),
    events.UnitRetreated: _WITH_LEADERS,
    events.UnitDisplaced: _WITH_LEADERS,
    events.UnitAdvanced: _WITH_LEADERS,
    events.LeaderRelocated: (Stands(_HEX, "leader"),),
    events.FormationTaken: (Stands(_HEX, "units"), GoesAlong("formation", "units", "units")),
    events.FormationEnded: (GoesAlong("formation", "units"),),
}
