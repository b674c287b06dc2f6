"""What the events of interception and avoiding battle change (10, 11)."""

from __future__ import annotations

import msgspec

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.interception import INTERCEPTION
from rules.sword_of_rome.procedures import Activation, Attempt, Entry, Impulse
from rules.sword_of_rome.reaction_stages import STOPPED
from rules.sword_of_rome.state import State, change_found, find, on_top


def _opened(_: Game, state: State, event: events.ReactionsOpened) -> State:
    return on_top(state, queue=event.queue)


def _declaration_ended(_: Game, state: State, event: events.DeclarationEnded) -> State:
    entry = find(state, Entry)
    return change_found(state, Entry, queue=entry.queue[1:])


def _declared(_: Game, state: State, event: events.ReactionDeclared) -> State:
    entry = find(state, Entry)
    if event.what == INTERCEPTION:
        state = change_found(state, Entry, interceptions=(*entry.interceptions, event.attempt))
        impulse = find(state, Impulse)
        if impulse is not None:
            attempt = event.attempt
            state = change_found(
                state,
                Impulse,
                interceptors=(*impulse.interceptors, attempt.leader, *attempt.followers),
                tried=(*impulse.tried, (attempt.origin, attempt.power, attempt.cu)),
            )
        return state
    return change_found(state, Entry, avoids=(*entry.avoids, event.attempt))


def _follower_declared(_: Game, state: State, event: events.FollowerDeclared) -> State:
    entry, impulse = find(state, Entry), find(state, Impulse)
    if entry is None:
        return state
    field = "interceptions" if event.what == INTERCEPTION else "avoids"
    attempts = getattr(entry, field)
    before = attempts[event.index]
    after = msgspec.structs.replace(before, followers=(*before.followers, event.leader))
    if event.what == INTERCEPTION and impulse is not None:
        state = change_found(state, Impulse, interceptors=(*impulse.interceptors, event.leader))
    return change_found(state, Entry, **{field: _with_attempt(attempts, event.index, after)})


def _ordered(_: Game, state: State, event: events.InterceptorsOrdered) -> State:
    return change_found(state, Entry, order=event.order)


def _due(_: Game, state: State, event: events.AttemptDue) -> State:
    return change_found(state, Entry, index=event.index)


def _with_attempt(attempts: tuple[Attempt, ...], index: int, attempt: Attempt) -> tuple[Attempt, ...]:
    return (*attempts[:index], attempt, *attempts[index + 1 :])


def _modified(_: Game, state: State, event: events.AttemptModified) -> State:
    entry = find(state, Entry)
    field = "interceptions" if event.what == INTERCEPTION else "avoids"
    attempts = getattr(entry, field)
    before = attempts[event.index]
    after = msgspec.structs.replace(before, modifier=before.modifier + event.value)
    return change_found(state, Entry, **{field: _with_attempt(attempts, event.index, after)})


def _interception_rolled(_: Game, state: State, event: events.InterceptionRolled) -> State:
    entry = find(state, Entry)
    outcome = "barred" if event.barred else "success" if event.success else "failure"
    after = msgspec.structs.replace(entry.interceptions[event.index], outcome=outcome)
    impulse = find(state, Impulse)
    if event.success and impulse is not None:  # the CU that tried stand elsewhere now
        here, there = ((place, after.power, after.cu) for place in (after.origin, after.space))
        tried = list(impulse.tried)
        if here in tried:
            tried[tried.index(here)] = there
        state = change_found(state, Impulse, tried=tuple(tried))
    attempts = _with_attempt(entry.interceptions, event.index, after)
    return change_found(state, Entry, interceptions=attempts, intercepted=entry.intercepted or event.success)


def _avoidance_rolled(_: Game, state: State, event: events.AvoidanceRolled) -> State:
    entry = find(state, Entry)
    outcome = "success" if event.success else "failure"
    after = msgspec.structs.replace(entry.avoids[event.index], outcome=outcome)
    return change_found(
        state,
        Entry,
        avoids=_with_attempt(entry.avoids, event.index, after),
        failed=entry.failed or not event.success,
    )


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


def _surprised(_: Game, state: State, event: events.Surprised) -> State:
    entry = find(state, Entry)
    return change_found(
        state,
        Entry,
        surprised=not event.refusable,
        intercepted=entry.intercepted or event.refusable or event.modifier > 0,
    )


def _relief_decided(_: Game, state: State, event: events.ReliefDecided) -> State:
    return change_found(state, Entry, relief=event.joins, relief_decided=True)


def _sallied(_: Game, state: State, event: events.Sallied) -> State:
    march = find(state, Activation)
    if march is None:
        return state
    # It counts as moving, and costs no movement points (13.4.1).
    return change_found(state, Activation, cu=event.cu, used=1, total=march.total + 1)


def _move_stopped(_: Game, state: State, event: events.MoveStopped) -> State:
    return change_found(state, Entry, stage=STOPPED)


def _city_barred(_: Game, state: State, event: events.CityBarred) -> State:
    impulse = find(state, Impulse)
    if impulse is None:
        return state
    return change_found(state, Impulse, barred=(*impulse.barred, f"{event.power}/{event.space}"))


EVOLVE: dict[type[Event], Evolve] = {
    events.ReactionsOpened: _opened,
    events.DeclarationEnded: _declaration_ended,
    events.ReactionDeclared: _declared,
    events.FollowerDeclared: _follower_declared,
    events.InterceptorsOrdered: _ordered,
    events.AttemptDue: _due,
    events.AttemptModified: _modified,
    events.InterceptionRolled: _interception_rolled,
    events.AvoidanceRolled: _avoidance_rolled,
    events.PursuitRolled: _unchanged,
    events.BattleDeclined: _unchanged,
    events.Surprised: _surprised,
    events.ReliefDecided: _relief_decided,
    events.Sallied: _sallied,
    events.MoveStopped: _move_stopped,
    events.CityBarred: _city_barred,
}
