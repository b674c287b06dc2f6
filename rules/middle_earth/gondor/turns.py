"""What the siege forgets when a phase or a turn begins."""

from __future__ import annotations

import msgspec

from rules.middle_earth import events, sequence
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.state import State, changed
from rules.ruleset import Event


def _phase_began(game: Game, state: State, event: events.PhaseBegan) -> State:
    state = sequence.EVOLVE[events.PhaseBegan](game, state, event)
    siege = state.siege
    if siege.entered or siege.asked or siege.poured:
        siege = msgspec.structs.replace(siege, entered=frozenset(), asked=frozenset(), poured=frozenset())
        state = changed(state, siege=siege)
    return state


def _turn_began(game: Game, state: State, event: events.TurnBegan) -> State:
    state = sequence.EVOLVE[events.TurnBegan](game, state, event)
    if state.siege.bannered:
        state = changed(state, siege=msgspec.structs.replace(state.siege, bannered=frozenset()))
    return state


EVOLVE: dict[type[Event], Evolve] = {events.PhaseBegan: _phase_began, events.TurnBegan: _turn_began}
