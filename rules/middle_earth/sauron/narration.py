"""The sentences of the Sauron game alone."""

from __future__ import annotations

from rules.middle_earth.game import Phrase, Telling
from rules.middle_earth.sauron import actions, events
from rules.ruleset import Action, Event

PHRASES: dict[type[Action], Phrase] = {
    actions.Inherit: lambda game, state, action: (
        f"give {game.short(action.weapon)} (to) {game.short(action.leader)}"
    ),
}

TELLINGS: dict[type[Event], Telling] = {
    events.VisionRolled: lambda game, state, event: (
        f"{game.title(event.unit)} sees visions: 1d6 {event.least}–6, rolled {event.die}: "
        f"{'disrupted' if event.disrupted else 'unmoved'} (SAURON-11)"
    ),
    events.WeaponFell: lambda game, state, event: (
        f"{game.title(event.weapon)} lies in {event.hex}, and more than one leader can take it up (SAURON-9)"
    ),
}
