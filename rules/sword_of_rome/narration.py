"""The narrated log: events one by one, runs of batches in one line, and which moments stand out."""

from __future__ import annotations

from collections.abc import Mapping

from rules.ruleset import Event, Mark
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.narration_of_runs import retell
from rules.sword_of_rome.state import State
from rules.sword_of_rome.tellings import TELLINGS

__all__ = ["SILENT", "mark", "narrate", "retell"]

SILENT: frozenset[type[Event]] = frozenset(
    {
        events.ProcedureBegan, events.StageReached, events.ProcedureEnded, events.EventStepped, events.NormalPlayMade,
        events.CardAnswered, events.CardsPutAway, events.MinorPlaced, events.AttemptDue, events.InterceptorsOrdered,
        events.UnitsAllotted,
    }
)  # fmt: skip
"""Events that only move the sequence of play, in most places or in all."""


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event; the state is the one before it."""
    return TELLINGS[type(event)](game, state, event)


_MARKS: Mapping[type[Event], Mark] = {
    events.BattleRolled: "battle",
    events.BattleWon: "battle",
    events.DieRolledAgain: "roll",
    events.UnitsLost: "loss",
    events.LeaderGone: "loss",
    events.SeatEliminated: "loss",
    events.ArmyMoved: "move",
    events.ForceMoved: "move",
    events.Retreated: "move",
    events.ControlChanged: "control",
    events.LoyaltyChanged: "control",
    events.TribeSubjugated: "control",
    events.CityFounded: "control",
    events.CityLooted: "control",
    events.CardPlayed: "card",
    events.CardDiscarded: "card",
    events.HandSeen: "reveal",
    events.InterceptionRolled: "roll",
    events.AvoidanceRolled: "roll",
    events.PursuitRolled: "roll",
    events.SiegeRolled: "roll",
    events.NavalCombatRolled: "roll",
    events.AttritionRolled: "roll",
    events.GallicEventRolled: "roll",
}


def mark(event: Event) -> Mark | None:
    """What kind of moment an event is, for jumps."""
    return _MARKS.get(type(event))
