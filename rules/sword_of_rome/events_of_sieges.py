"""Operations on sieges (13)."""

from __future__ import annotations

from typing import Any

from rules.sword_of_rome import data_effects as data
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.operations import WORKS, Work
from rules.sword_of_rome.procedures import CardEvent, SiegeRoll
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.where import spaces_of


def _rolling(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
    roll = find(state, SiegeRoll)
    return roll is not None and not roll.cancelled


def _modifier(unfolding: Unfolding, event: CardEvent, operation: data.SiegeModifier) -> None:
    unfolding.happen(events.SiegeRollModified(unfolding.game.title(event.card), operation.value))


def _losses(unfolding: Unfolding, event: CardEvent, operation: data.SiegeLosses) -> None:
    unfolding.happen(events.SiegeRollModified(unfolding.game.title(event.card), losses=operation.set))


def _cancel(unfolding: Unfolding, event: CardEvent, operation: data.CancelSiegeRoll) -> None:
    unfolding.happen(events.SiegeRollModified(unfolding.game.title(event.card), cancelled=True))


def _besieged(game: Game, state: State, event: CardEvent, operation: data.LiftSieges) -> tuple[str, ...]:
    power = game.powers_of[event.seat][0]
    return tuple(
        space for space in spaces_of(game, state, operation.at, power, event.space) if space in state.sieges
    )


def _lift_possible(game: Game, state: State, event: CardEvent, operation: data.LiftSieges) -> bool:
    return bool(_besieged(game, state, event, operation))


def _lift(unfolding: Unfolding, event: CardEvent, operation: data.LiftSieges) -> None:
    for space in _besieged(unfolding.game, unfolding.state, event, operation):
        unfolding.happen(events.SiegeChanged(space, unfolding.state.sieges[space].power, -1, "7.1"))


WORKS.update(
    {
        data.SiegeModifier: Work(_modifier, _rolling),
        data.SiegeLosses: Work(_losses, _rolling),
        data.CancelSiegeRoll: Work(_cancel, _rolling),
        data.LiftSieges: Work(_lift, _lift_possible),
    }
)
