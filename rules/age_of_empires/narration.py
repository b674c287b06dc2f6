"""One line for every event, and which moments stand out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.age_of_empires import actions, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.game import Game
from rules.age_of_empires.phrases import phrase, seat_title
from rules.age_of_empires.retelling import retold
from rules.age_of_empires.state import State
from rules.age_of_empires.tellings import TELLINGS
from rules.age_of_empires.tellings_of_units import TELLINGS as OF_UNITS
from rules.ruleset import Event, Mark, Step

_ALL = {**TELLINGS, **OF_UNITS}


SILENT: frozenset[type[Event]] = frozenset(
    (
        events.StepReached,
        events.ProcedureBegan,
        events.ProcedureEnded,
        events.EventStepped,
        of_units.AttackWent,
        of_units.LossesAssigned,
    )
)
"""Events that only carry a turn or an attack on; what they bring is told by others."""


_IDLE = {
    1: "gathers nothing",
    2: "builds nothing",
    4: "moves no unit",
    5: "attacks nobody",
    6: "makes no tokens",
    7: "discards nothing",
}
"""What a seat does that ends a phase at once (turn-1)."""


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """A run of batches in sentences; the state is the one before the first of them."""
    story = retold(game, state, (event for step in steps for event in step.events))
    if story:
        return story
    action = steps[0].action if steps else None
    if action is None:
        return "Nothing happens."
    who = seat_title(game, state, steps[0].seat)
    if isinstance(action, actions.Decline):
        return f"{who} lets the moment go by."
    if isinstance(action, actions.Done) and not state.stack:
        return f"{who} {_IDLE.get(state.phase, 'does nothing')}."
    return f"{who}: {phrase(game, state, action).replace('(', '').replace(')', '')}."


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event, none for one that is silent; the state is the one before it."""
    return "" if type(event) in SILENT else _ALL[type(event)](game, state, event)


_MARKS: Mapping[type[Event], Mark] = {
    of_units.RoundFought: "battle",
    of_units.TokensLost: "loss",
    of_units.UnitDestroyed: "loss",
    events.VillagersLost: "loss",
    events.BuildingDestroyed: "loss",
    of_units.UnitStepped: "move",
    of_units.UnitPosted: "move",
    events.BuildingPlaced: "control",
    events.AgeReached: "control",
    of_units.RelicStored: "control",
    events.EventPlayed: "card",
    events.ResearchCompleted: "card",
    of_units.UnitMustered: "card",
    events.BuildingRevealed: "reveal",
    events.HandSeen: "reveal",
    events.BuildingSeen: "reveal",
    of_units.ConversionRolled: "roll",
    of_units.HealingRolled: "roll",
    events.HuntRolled: "roll",
}


def mark(event: Event) -> Mark | None:
    """What kind of moment an event is, for jumps."""
    return _MARKS.get(type(event))
