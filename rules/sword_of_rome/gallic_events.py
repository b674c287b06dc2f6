"""Gallic events of the three-player game (5.4-f): rolled each time the Gallic impulse comes up."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.operations import GALLIC
from rules.sword_of_rome.powers import lowest_first
from rules.sword_of_rome.procedures import CardEvent
from rules.sword_of_rome.state import State, changed
from rules.sword_of_rome.unfolding import Unfolding


def roll(unfolding: Unfolding, seat: str) -> None:
    """Rolls on the table; the event may be cancelled by a card before it takes effect."""
    game = unfolding.game
    dice = unfolding.chance.roll("gallic-event", "", 2)
    found = game.board.gallic_events[sum(dice)]
    unfolding.happen(events.GallicEventRolled(dice, found.title))
    chooser = lowest_first(game, unfolding.state)[0]
    unfolding.begin(CardEvent(chooser, f"{GALLIC}{sum(dice)}"))


def _rolled(_: Game, state: State, event: events.GallicEventRolled) -> State:
    return changed(state, queue=state.queue[1:], announced="")


EVOLVE: dict[type[Event], Evolve] = {events.GallicEventRolled: _rolled}
