"""3.4 to 3.6 and 13: playing a card for its event. Each operation of a card is entered by name in `OPERATIONS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.errors import IllegalAction
from rules.hellenes import events as e
from rules.hellenes.game import OTHER, Game
from rules.hellenes.state import CardEvent, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.ruleset import Action


class Operation(NamedTuple):
    """What a card's event does: whether its condition is met (3.5), how it begins, what is chosen in it, and what a
    roll of it brings. `opponent`: the other side chooses."""

    possible: Callable[[Game, State, str, str], bool]
    begin: Callable[[Unfolding, CardEvent], None]
    options: Callable[[Game, State, CardEvent], tuple[Action, ...]] = lambda game, state, event: ()
    choose: Callable[[Unfolding, CardEvent, Action], None] = lambda u, event, action: None
    rolled: Callable[[Unfolding, CardEvent, Pending], None] = lambda u, event, pending: None
    opponent: bool = False


OPERATIONS: dict[str, Operation] = {}


def always(game: Game, state: State, side: str, card: str) -> bool:
    """No condition."""
    return True


def possible(game: Game, state: State, side: str, card: str) -> bool:
    """Whether the condition of a card's event is met (3.5)."""
    return OPERATIONS[game.cards[card].operation].possible(game, state, side, card)


def event_step(u: Unfolding, side: str) -> None:
    """The event of the card that a side revealed is resolved (3.4); it does nothing where its condition has lapsed, or
    at New Year where it belongs to battles (10.4-c)."""
    card = u.state.revealed[side].partition("/")[0]
    record = u.game.cards[card]
    u.happen(e.EventBegan(card, side))
    idle = u.state.season == "new-year" and record.new_year == "no-effect"
    if idle or not possible(u.game, u.state, side, card):
        end(u)
        return
    event = current(u)
    OPERATIONS[record.operation].begin(u, event)


def current(u: Unfolding) -> CardEvent:
    """The event that is being carried out."""
    event = u.state.stack[-1]
    assert isinstance(event, CardEvent)
    return event


def stage(u: Unfolding, name: str, left: int = 1, picked: tuple[str, ...] = ()) -> None:
    """The event goes on to something that is chosen."""
    u.happen(e.EventStage(name, left, picked))


def end(u: Unfolding) -> None:
    """The event is over, and with it the step."""
    u.happen(e.ProcedureEnded())
    u.finish_step()


def operation(game: Game, event: CardEvent) -> Operation:
    """The operation of an event."""
    return OPERATIONS[game.cards[event.card].operation]


def seat_of(game: Game, event: CardEvent) -> str:
    """Who chooses in an event."""
    return OTHER[event.side] if operation(game, event).opponent else event.side


def act(u: Unfolding, event: CardEvent, action: Action) -> None:
    """A choice in an event. Raises IllegalAction."""
    found = operation(u.game, event)
    if action not in found.options(u.game, u.state, event):
        record = u.game.cards[event.card]
        raise IllegalAction("3.4", f"{record.name}: {record.effect}")
    found.choose(u, event, action)
