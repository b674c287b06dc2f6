"""Corrections made by people at the table: the events of a ruling."""

from __future__ import annotations

from typing import Any

from rules.errors import IllegalAction
from rules.hellenes import events as e
from rules.hellenes.game import SEATS, Game
from rules.hellenes.state import State
from rules.ruleset import Event

SAYS = (
    'a ruling reads {"prestige": NUMBER toward Athens}, {"control": SIDE or "", "place": CITY}, {"remove": BLOCK}, or '
    '{"put": BLOCK, "place": AREA, "steps": NUMBER}'
)


def adjust(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    """The events of one correction. Raises IllegalAction for anything that is none."""
    place: Any = ruling.get("place")
    if type(ruling.get("prestige")) is int:
        return (e.PrestigeSet(ruling["prestige"]),)
    if ruling.get("control") in (*SEATS, "") and place in game.cities and place not in state.sieges:
        return (e.ControlChanged(place, ruling["control"], "ruling"),)
    name: Any = ruling.get("remove", ruling.get("put"))
    if name in game.blocks:
        side = game.side(name)
        if "remove" in ruling and name in state.blocks:
            standing = state.blocks[name]
            return (e.BlockRemoved(side, standing.place, name, "", standing.inside, "ruling"),)
        steps: Any = ruling.get("steps")
        known = place in game.provinces or place in game.seas
        fits = type(steps) is int and 1 <= steps <= game.blocks[name].steps
        if "put" in ruling and name not in state.blocks and known and fits:
            return (e.BlockPlaced(side, place, name, steps, why="ruling"),)
    raise IllegalAction("", SAYS)
