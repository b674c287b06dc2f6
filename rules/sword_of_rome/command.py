"""Picking a commander where several named leaders come together (8.2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import force, is_minor
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import decider
from rules.sword_of_rome.procedures import Command
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding


def candidates(game: Game, state: State, power: str, space: str) -> tuple[str, ...]:
    """The named leaders outside walls there, who may all command; minor ones never command them (8.2.1-d)."""
    own = force(state, space, power)
    if own is None:
        return ()
    named = tuple(each for each in own.leaders if not is_minor(game, each))
    return tuple(each for each in named if game.leaders[each].role == "dictator") or named


def ask(unfolding: Unfolding, power: str, space: str) -> None:
    """Asks for the commander, where there is a choice."""
    game, state = unfolding.game, unfolding.state
    if len(candidates(game, state, power, space)) > 1:
        unfolding.begin(Command(decider(game, state, power), power, space))


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
        return "8.2.1", f"{game.title(action.leader)} is no named leader of the army in {where}"
    return "8.2.1", f"the commander in {game.title(command.space)} is picked first"


def _act(unfolding: Unfolding, command: Command, now: Decision, action: Action) -> None:
    assert isinstance(action, actions.Appoint)
    unfolding.happen(events.CommanderAppointed(action.leader, command.space))
    unfolding.finish()


def _go_on(unfolding: Unfolding, command: Command) -> None:
    unfolding.finish()


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
