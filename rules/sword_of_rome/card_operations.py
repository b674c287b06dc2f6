"""Carrying out an event, operation by operation (7.1-e)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.data_effects import AnyOperation
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.operations import (
    GALLIC,
    WORKS,
    concerned_armies,
    next_operation,
    operable,
    operations_of,
    title_of,
)
from rules.sword_of_rome.procedures import CardEvent
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, change_found, changed, find, on_top
from rules.sword_of_rome.unfolding import Unfolding

WHICH_ARMY = "which-army"


def _current(game: Game, event: CardEvent) -> AnyOperation | None:
    if event.cancelled or event.stage == "announced":
        return None
    operations = operations_of(game, event)
    return operations[event.next] if event.next < len(operations) else None


def _asks(game: Game, state: State, event: CardEvent) -> Decision | None:
    operation = _current(game, event)
    first = operation is not None and not event.space and not event.next
    if first and concerned_armies(game, state, event):
        return Decision(event.seat, WHICH_ARMY)
    if operation is None or not operable(game, state, event, operation):
        return None
    return WORKS[type(operation)].asks(game, state, event, operation)


def _options(game: Game, state: State, event: CardEvent, now: Decision) -> Iterator[Action]:
    if now.kind == WHICH_ARMY:
        for space in concerned_armies(game, state, event):
            yield actions.Choose(space)
        return
    operation = _current(game, event)
    if operation is not None:
        yield from WORKS[type(operation)].options(game, state, event, operation)


def _refuse(game: Game, state: State, event: CardEvent, now: Decision, action: Action) -> Refusal | None:
    if now.kind == WHICH_ARMY:
        if isinstance(action, actions.Choose) and action.what in concerned_armies(game, state, event):
            return None
        return "7.1", f"{title_of(game, event)} is about one of your armies, which is to be chosen"
    operation = _current(game, event)
    assert operation is not None
    work = WORKS[type(operation)]
    if action in work.options(game, state, event, operation):
        return None
    refused = work.why(game, state, event, operation, action)
    if refused is not None:
        return refused
    return work.rule, f"{title_of(game, event)} does not allow that choice"


def _act(unfolding: Unfolding, event: CardEvent, now: Decision, action: Action) -> None:
    if now.kind == WHICH_ARMY:
        unfolding.happen(events.EventStepped(event.next, "", action.what, -1))  # type: ignore[attr-defined]
        return
    operation = _current(unfolding.game, event)
    assert operation is not None
    WORKS[type(operation)].choose(unfolding, event, operation, action)


def _go_on(unfolding: Unfolding, event: CardEvent) -> None:
    if event.stage == "announced":
        unfolding.reach("working")
        if not event.card.startswith(GALLIC):
            open_window(unfolding, "event-played", event.seat)
        elif operations_of(unfolding.game, event):  # nobody cancels a quiet year
            open_window(unfolding, "gallic-event", event.seat)
        return
    operation = _current(unfolding.game, event)
    if operation is None:
        unfolding.finish()
    elif not operable(unfolding.game, unfolding.state, event, operation):
        next_operation(unfolding, event)
    else:
        next_operation(unfolding, event)
        WORKS[type(operation)].do(unfolding, event, operation)


def _event_stepped(_: Game, state: State, event: events.EventStepped) -> State:
    return on_top(state, next=event.next, chosen=event.chosen, space=event.space, left=event.left)


def _event_cancelled(_: Game, state: State, event: events.EventCancelled) -> State:
    for index, procedure in enumerate(state.stack):
        if isinstance(procedure, CardEvent) and procedure.card == event.card:
            cancelled = msgspec.structs.replace(procedure, cancelled=True)
            return changed(state, stack=(*state.stack[:index], cancelled, *state.stack[index + 1 :]))
    return state


def _refused(_: Game, state: State, event: events.SwordsRefused) -> State:
    inner = find(state, CardEvent)
    if inner is None:
        return state
    return change_found(state, CardEvent, refused=(*inner.refused, event.seat), chosen="", left=-1)


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.EventStepped: _event_stepped,
    events.EventCancelled: _event_cancelled,
    events.SwordsRefused: _refused,
}
