"""The first player (5.3): the seat with the lowest VP names who goes first."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import playing
from rules.sword_of_rome.procedures import Naming
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding


def _asks(game: Game, state: State, naming: Naming) -> Decision | None:
    return Decision(naming.seat, "first-player")


def _options(game: Game, state: State, naming: Naming, now: Decision) -> Iterator[Action]:
    for seat in playing(game, state):
        yield actions.Name(seat)


def _refuse(game: Game, state: State, naming: Naming, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.Name) and action.seat in playing(game, state):
        return None
    return "5.3", f"one of the seats is named to go first: {', '.join(playing(game, state))}"


def _act(unfolding: Unfolding, naming: Naming, now: Decision, action: Action) -> None:
    assert isinstance(action, actions.Name)
    unfolding.happen(events.FirstPlayerNamed(action.seat, now.seat))


def _go_on(unfolding: Unfolding, naming: Naming) -> None:
    unfolding.finish()


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
