"""Destroying an own building (unit-9), and looking from an Outpost."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.construction import hidden_buildings, razeable
from rules.age_of_empires.destruction import destroy
from rules.age_of_empires.game import Game, Refusal, other
from rules.age_of_empires.payments import reveal
from rules.age_of_empires.procedures import Demolition, Outlook
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action


def _asks(game: Game, state: State, about: Demolition) -> Decision | None:
    return Decision(about.seat, "demolition")


def _options(game: Game, state: State, about: Demolition, now: Decision) -> Iterator[Action]:
    """Every building that may go; then the same once more, since it is lost for good."""
    if about.space:
        yield actions.Raze(about.space, about.snuffed)
    else:
        for space in razeable(game, state, about.seat):
            yield actions.Raze(space, snuffed=False)
            yield actions.Raze(space, snuffed=True)
    yield actions.Decline()


def _act(unfolding: Unfolding, about: Demolition, action: Action) -> None:
    unfolding.finish(idle=not isinstance(action, actions.Raze))
    if isinstance(action, actions.Raze) and not about.space:
        unfolding.begin(Demolition(about.seat, action.space, action.snuffed))
    elif isinstance(action, actions.Raze):
        reveal(unfolding, about.seat, action.space)
        destroy(unfolding, about.seat, action.space, action.snuffed)


def _go_on(unfolding: Unfolding, about: Demolition) -> None:
    unfolding.finish()


def _why(game: Game, state: State, about: Demolition, now: Decision, action: Action) -> Refusal:
    return "unit-9", "say which own building is destroyed, or none"


DEMOLITION = Chapter(_asks, _options, _act, _go_on, _why)


def _outlook_asks(game: Game, state: State, about: Outlook) -> Decision | None:
    return Decision(about.seat, "outlook") if len(hidden_buildings(state, about.seat)) > 1 else None


def _outlook_options(game: Game, state: State, about: Outlook, now: Decision) -> Iterator[Action]:
    for space in hidden_buildings(state, about.seat):
        yield actions.LookAt(space)


def _look(unfolding: Unfolding, about: Outlook, action: Action) -> None:
    assert isinstance(action, actions.LookAt)
    unfolding.finish()
    _see(unfolding, about.seat, action.space)


def _see(unfolding: Unfolding, seat: str, space: str) -> None:
    seen = other(seat)
    building = unfolding.state.sides[seen].city[space]
    unfolding.happen(
        events.BuildingSeen(seen, seat, space, building.part, building.card, tuple(sorted((seat, seen))))
    )


def _outlook_goes_on(unfolding: Unfolding, about: Outlook) -> None:
    unfolding.finish()
    hidden = hidden_buildings(unfolding.state, about.seat)
    if hidden:
        _see(unfolding, about.seat, hidden[0])


def _why_not_seen(game: Game, state: State, about: Outlook, now: Decision, action: Action) -> Refusal:
    return "card-building-6", "look at a building of the opponent that lies face down"


OUTLOOK = Chapter(_outlook_asks, _outlook_options, _look, _outlook_goes_on, _why_not_seen)
