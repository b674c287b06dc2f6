"""The sentences of the Sauron game alone."""

from __future__ import annotations

from collections.abc import Sequence

from rules.middle_earth.game import Game, Phrase, Telling
from rules.middle_earth.paths import face
from rules.middle_earth.rolls import Title, needed
from rules.middle_earth.sauron import actions, events
from rules.middle_earth.state import State
from rules.middle_earth.wording import named, span
from rules.ruleset import Action, Event
from rules.wording import listed

PHRASES: dict[type[Action], Phrase] = {
    actions.Inherit: lambda game, state, action: (
        f"give {game.typed(action.weapon)} (to) {game.typed(action.leader)}"
    ),
    actions.Fly: lambda game, state, action: f"fly {game.typed(action.unit)}",
    actions.Land: lambda game, state, action: f"(to) {action.hex}",
}


def _nerve(game: Game, state: State, event: events.VisionRolled) -> str:
    return face(game, state, event.unit).morale if event.unit in state.units else ""


def _visions(game: Game, state: State, parts: Sequence[str]) -> str:
    (unit,) = parts
    who = f"Visions: {named(game, state, unit)}"
    if unit not in state.units:
        return who
    nerve = face(game, state, unit).morale
    return f"{who}, morale {nerve}, {needed('disrupted', (game.board.values[nerve], 6))}"


ROLL_TITLES: dict[str, Title] = {"visions": _visions}
"""What the rolls that only this game has are for (see `rolls`)."""

TELLINGS: dict[type[Event], Telling] = {
    events.VisionRolled: lambda game, state, event: (
        f"{game.title(event.unit)} sees visions: morale {_nerve(game, state, event)} counts {event.least}, "
        f"1d6 {span((event.least, 6))}, rolled {event.die}: "
        f"{'disrupted' if event.disrupted else 'unmoved'} (SAURON-11)"
    ),
    events.WeaponFell: lambda game, state, event: (
        f"{game.title(event.weapon)} lies in {event.hex}, and more than one leader can take it up (SAURON-9)"
    ),
    events.BeastSummoned: lambda game, state, event: (
        f"{game.title(event.unit)} appears in {event.hex} (SAURON-13)"
    ),
    events.FlightBegan: lambda game, state, event: f"{game.title(event.unit)} takes off (SAURON-14)",
    events.BeastFlew: lambda game, state, event: (
        f"{game.title(event.unit)} flies to {event.hex} over all terrain and units (SAURON-14)"
    ),
    events.BreathBlown: lambda game, state, event: (
        f"The death breath of {game.title(event.beast)} reaches "
        f"{listed([game.title(unit) for unit in event.units]) if event.units else 'nobody'} (SAURON-14)"
    ),
}
