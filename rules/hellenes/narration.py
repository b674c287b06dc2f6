"""The narrated log: events one by one, and which moments stand out."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.hellenes.tellings import TELLINGS
from rules.ruleset import Event, Mark

SILENT: frozenset[type[Event]] = frozenset(
    {
        e.AgendaSet, e.StepBegan, e.PartBegan, e.ProcedureEnded, e.RollStood, e.HitsSettled, e.EventStage, e.StepTaken,
        e.BlockRetreated, e.MoveReached, e.AssaultFired, e.ReturnSettled,
    }
)  # fmt: skip
"""Events that move the sequence of play alone, or part of what another event tells; some are told in some places."""


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event; the state is the one before it."""
    told = TELLINGS[type(event)](game, state, event)
    return told[:1].upper() + told[1:]


_MARKS: Mapping[type[Event], Mark] = {
    e.BattleBegan: "battle",
    e.BattleEnded: "battle",
    e.AssaultPrepared: "battle",
    e.AttritionBegan: "battle",
    e.StepLost: "loss",
    e.BlockRemoved: "loss",
    e.GarrisonFell: "loss",
    e.BlocksMoved: "move",
    e.ControlChanged: "control",
    e.SiegeBegan: "control",
    e.CardsRevealed: "reveal",
    e.BlocksShown: "reveal",
    e.EventBegan: "card",
    e.CardStays: "card",
    e.CardLeaves: "card",
    e.RollMade: "roll",
    e.Appealed: "roll",
}


def mark(event: Event) -> Mark | None:
    """What kind of moment an event is, for jumps."""
    return _MARKS.get(type(event))
