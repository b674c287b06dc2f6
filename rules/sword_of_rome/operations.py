"""The operations that events of cards are made of (7.1-e): a registry of how each kind is carried out.

`WORKS` says for each kind whether it can be carried out, what is to be chosen for it, and what it does. An event may be
played if at least one of its operations can be carried out in part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.ruleset import Action
from rules.sword_of_rome import events
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.conditions import armies_at
from rules.sword_of_rome.data_board import CANCEL_GALLIC_EVENT
from rules.sword_of_rome.data_conditions import ArmyAt
from rules.sword_of_rome.data_effects import AnyOperation
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.preparing import CANCELS
from rules.sword_of_rome.procedures import CardEvent
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding

GALLIC = "gallic-event-"
"""The name of a Gallic event where a card's would stand (5.4)."""


def _always(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
    return True


def _no_options(game: Game, state: State, event: CardEvent, operation: Any) -> Iterator[Action]:
    return iter(())


@dataclass(frozen=True)
class Work:
    """How one kind of operation is carried out.

    `do` begins it, after the event has moved on to its next operation; it may begin a procedure. Where something is to
    be chosen first, `asks` names the seat and the decision, `options` lists what may be chosen, `choose` carries the
    choice out and moves the event on itself when the operation is done.
    """

    do: Callable[[Unfolding, CardEvent, Any], None]
    possible: Callable[[Game, State, CardEvent, Any], bool] = _always
    asks: Callable[[Game, State, CardEvent, Any], Decision | None] = lambda game, state, event, operation: (
        None
    )
    options: Callable[[Game, State, CardEvent, Any], Iterator[Action]] = _no_options
    choose: Callable[[Unfolding, CardEvent, Any, Any], None] = lambda unfolding, event, operation, action: (
        None
    )
    rule: str = "7.1"
    why: Callable[[Game, State, CardEvent, Any, Any], Refusal | None] = (
        lambda game, state, event, operation, action: None
    )
    """Says more exactly why something cannot be chosen than `rule` does."""


WORKS: dict[type[Any], Work] = {}
"""Every kind of operation; the files `events_…` add theirs when they are imported."""


def operations_of(game: Game, event: CardEvent) -> tuple[AnyOperation, ...]:
    """The operations of an event that is being carried out."""
    if event.card.startswith(GALLIC):
        return game.board.gallic_events[int(event.card.removeprefix(GALLIC))].operations
    if event.play == CANCELS:
        return CANCEL_GALLIC_EVENT.operations
    return game.cards[event.card].plays[event.play].operations


def operable(game: Game, state: State, event: CardEvent, operation: AnyOperation) -> bool:
    """Whether the operation can be carried out at least in part now."""
    work = WORKS.get(type(operation))
    return work is not None and work.possible(game, state, event, operation)


def concerned_armies(game: Game, state: State, event: CardEvent) -> tuple[str, ...]:
    """The spaces of the armies that an event may be about, where it is about one (`ArmyAt`); else none."""
    if event.card.startswith(GALLIC) or event.play == CANCELS:
        return ()
    play = game.cards[event.card].plays[event.play]
    condition = next((each for each in play.requires if isinstance(each, ArmyAt)), None)
    if condition is None or not any(_is_about_army(each) for each in play.operations):
        return ()
    return tuple(
        space
        for space in armies_at(game, state, event.seat, condition)
        if any(
            operable(game, state, msgspec.structs.replace(event, space=space), each)
            for each in play.operations
        )
    )


def _is_about_army(operation: AnyOperation) -> bool:
    if getattr(operation, "power", "") == "holder":
        return True
    wheres = (*getattr(operation, "at", ()), *getattr(operation, "within", ()))
    return any(where.stands == "concerned" or "concerned" in where.adjacent for where in wheres)


def next_operation(unfolding: Unfolding, event: CardEvent, *, space: str = "") -> None:
    """Moves an event on to its next operation."""
    unfolding.happen(events.EventStepped(event.next + 1, "", space or event.space, -1))


def title_of(game: Game, event: CardEvent) -> str:
    """What people call the event."""
    if event.card.startswith(GALLIC):
        return game.board.gallic_events[int(event.card.removeprefix(GALLIC))].title
    return game.title(event.card)
