"""The narrated log: events one by one, runs of batches in one line, and which moments stand out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.middle_earth import events
from rules.middle_earth.game import Game
from rules.middle_earth.phrases import decision_title, phrase
from rules.middle_earth.state import State, lead_of
from rules.middle_earth.tellings import TELLINGS
from rules.middle_earth.wording import capital, named
from rules.ruleset import Event, Mark, Step

__all__ = ["decision_title", "mark", "narrate", "phrase", "retell"]


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event; the state is the one before it."""
    telling = TELLINGS.get(type(event)) or game.exclusive.tellings[type(event)]
    return telling(game, state, event)


_IN_SHORT = (
    events.AttackResolved,
    events.DuelFought,
    events.UnitEliminated,
    events.LeaderKilled,
    events.LeaderWounded,
    events.UnitAdvanced,
    events.FormationTaken,
    events.RallyRolled,
    events.SpellCast,
    events.ArmyDemoralized,
    events.GameEnded,
    events.UnitDisplaced,
)
"""Events of a run that are told; those between are left out."""


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """One line for a run of batches: where the pieces went, then the fights and their results."""
    parts: list[str] = []
    ways: dict[str, list[str]] = {}
    first = ""
    for step in steps:
        for event in step.events:
            first = first or narrate(game, state, event)
            if isinstance(event, (events.PieceMoved, events.UnitRetreated)):
                piece = event.piece if isinstance(event, events.PieceMoved) else event.unit
                if isinstance(event, events.PieceMoved) and piece in state.units:
                    piece = lead_of(state, piece)
                ways.setdefault(piece, []).append(event.hex)
            elif isinstance(event, _IN_SHORT):
                parts += _told_ways(game, state, ways)
                parts.append(narrate(game, state, event))
            state = game.evolution[type(event)](game, state, event)
    parts += _told_ways(game, state, ways)
    who = game.board.sides[steps[0].seat].title if steps and steps[0].seat in game.board.sides else ""
    told = "; ".join(parts) or first or "nothing happens"
    return f"{who}: {told}" if who else told


def _told_ways(game: Game, state: State, ways: dict[str, list[str]]) -> list[str]:
    told = [f"{capital(named(game, state, piece))} to {'–'.join(hexes)}" for piece, hexes in ways.items()]
    ways.clear()
    return told


_MARKS: Mapping[type[Event], Mark] = {
    events.AttackResolved: "battle",
    events.DuelFought: "battle",
    events.UnitReduced: "loss",
    events.UnitEliminated: "loss",
    events.LeaderWounded: "loss",
    events.LeaderKilled: "loss",
    events.ArmyDemoralized: "loss",
    events.PieceMoved: "move",
    events.UnitRetreated: "move",
    events.UnitDisplaced: "move",
    events.UnitAdvanced: "move",
    events.LeaderRelocated: "move",
    events.FormationTaken: "move",
    events.FateRolled: "roll",
    events.RallyRolled: "roll",
    events.SpellCast: "roll",
    events.EarlyRetreatRolled: "roll",
    events.HexsideOpened: "control",
}


def mark(event: Event) -> Mark | None:
    """What kind of moment an event is, for jumps."""
    return _MARKS.get(type(event))
