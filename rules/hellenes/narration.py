"""The narrated log: events one by one, runs of batches in one line, and which moments stand out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.hellenes.tellings import TELLINGS
from rules.ruleset import Event, Mark, Step

QUIET: frozenset[type[Event]] = frozenset(
    {
        e.AgendaSet, e.StepBegan, e.PartBegan, e.PartEnded, e.ProcedureEnded, e.RollStood, e.HitsSettled, e.GroupEnded,
        e.EventStage, e.StepTaken, e.SiegeSettled, e.BlockRetreated, e.MoveBegan, e.MoveReached, e.AssaultFired,
        e.BlocksHidden, e.RecruitAwaitsPlace, e.ReturnSettled, e.FortifyingBegan,
    }
)  # fmt: skip
"""What a run leaves out, unless there is nothing else in it."""


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event; the state is the one before it."""
    told = TELLINGS[type(event)](game, state, event)
    return told[:1].upper() + told[1:]


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """What matters of a run, in one line; the state is the one before it."""
    told: list[str] = []
    quiet = ""
    for step in steps:
        for event in step.events:
            line = narrate(game, state, event)
            if type(event) in QUIET:
                quiet = quiet or line
            else:
                told.append(line)
            state = game.evolution[type(event)](game, state, event)
    return "; ".join(told) or quiet or "nothing happens"


_MARKS: Mapping[type[Event], Mark] = {
    e.BattleBegan: "battle",
    e.BattleEnded: "battle",
    e.AssaultBegan: "battle",
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
