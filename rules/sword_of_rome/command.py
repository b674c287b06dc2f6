"""Picking a commander where leaders of a power come together or stay behind without the one they had (8.2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import force, is_minor
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import decider
from rules.sword_of_rome.procedures import Command, Impulse
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.used_points import points_of


def candidates(game: Game, state: State, power: str, space: str) -> tuple[str, ...]:
    """The leaders outside walls there who may command: named ones, whom no minor leader commands (8.2.1-d); where there
    are none, the minor ones, or the first of them where nothing tells them apart."""
    own = force(state, space, power)
    if own is None:
        return ()
    named = tuple(each for each in own.leaders if not is_minor(game, each))
    if named:
        return tuple(each for each in named if game.leaders[each].role == "dictator") or named
    alike = len({_marks(game, state, each) for each in own.leaders}) < 2
    return own.leaders[:1] if alike else own.leaders


def _marks(game: Game, state: State, leader: str) -> tuple[int, int, int, bool]:
    """What tells minor leaders apart: their ratings, and what they have done in this impulse."""
    who, impulse = game.leaders[leader], find(state, Impulse)
    tried = impulse is not None and leader in impulse.interceptors
    return who.activation, who.tactics, points_of(state, leader), tried


def commander(state: State, power: str, space: str) -> str:
    """Who commands the units of the power outside walls there; "" if nobody does."""
    own = force(state, space, power)
    return own.leaders[0] if own is not None and own.leaders else ""


def ask(unfolding: Unfolding, power: str, space: str) -> None:
    """Asks for the commander, where there is a choice."""
    game, state = unfolding.game, unfolding.state
    if len(candidates(game, state, power, space)) > 1:
        unfolding.begin(Command(decider(game, state, power), power, space))


def meet(unfolding: Unfolding, before: State, power: str, space: str) -> None:
    """Asks for the commander where leaders have come to others that stood there already."""
    if commander(before, power, space):
        ask(unfolding, power, space)


def hand_over(unfolding: Unfolding, before: State, power: str, space: str) -> None:
    """Asks for the commander of those who stay behind, where the one they had has gone."""
    gone = commander(before, power, space)
    own = force(unfolding.state, space, power)
    if gone and own is not None and gone not in own.leaders:
        ask(unfolding, power, space)


def _asks(game: Game, state: State, command: Command) -> Decision | None:
    if command.stage or len(candidates(game, state, command.power, command.space)) < 2:
        return None
    return Decision(command.seat, "command", command.power)


def _options(game: Game, state: State, command: Command, now: Decision) -> Iterator[Action]:
    for leader in candidates(game, state, command.power, command.space):
        yield actions.Appoint(leader)


def _refuse(game: Game, state: State, command: Command, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.Appoint):
        if action.leader in candidates(game, state, command.power, command.space):
            return None
        where = game.title(command.space)
        who = game.leaders.get(action.leader)
        if who is not None and who.role == "minor" and state.leaders.get(action.leader) == command.space:
            return "8.2.1", f"{who.title} is a minor leader and commands no named one"
        return "8.2.1", f"{game.title(action.leader)} is no leader of the army in {where} who may command it"
    return "8.2.1", f"the commander in {game.title(command.space)} is picked first"


def _act(unfolding: Unfolding, command: Command, now: Decision, action: Action) -> None:
    assert isinstance(action, actions.Appoint)
    unfolding.happen(events.CommanderAppointed(action.leader, command.space))
    unfolding.finish()


def _go_on(unfolding: Unfolding, command: Command) -> None:
    unfolding.finish()


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
