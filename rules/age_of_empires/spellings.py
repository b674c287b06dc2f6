"""In which other words an action may be typed than those by which it is listed."""

from __future__ import annotations

import re

from rules.age_of_empires import actions
from rules.age_of_empires.game import SEATS, Game
from rules.age_of_empires.phrases import building_at, phrase
from rules.age_of_empires.state import State
from rules.ruleset import Action

_ONE = re.compile(r"\b1 (villager|monk)\b")


def also_typed(game: Game, state: State, action: Action) -> tuple[str, ...]:
    """The phrases that mean the action besides its own: a building by its space or title alone, an event by its card
    alone, one token told as several, the end of a phase as `done`."""
    listed = phrase(game, state, action)
    others = [_ONE.sub(r"1 \1s", listed)] if " 1 " in listed else []
    space = getattr(action, "space", "")
    for seat in SEATS if space else ():
        building = building_at(game, state, seat, space)
        name = building.removesuffix(f" {space}")
        if name != building and building in listed:
            either = " ".join(f"({word})" for word in (*name.split(), space))
            others.append(listed.replace(building, either))
            break
    if isinstance(action, actions.Play):
        others.append(f"(play) {action.card}")
    if isinstance(action, actions.Done) and not state.stack:
        others.append("done")
    return tuple(other for other in others if other != listed)
