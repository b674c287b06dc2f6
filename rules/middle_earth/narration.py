"""The narrated log: events one by one, runs of batches in one line, and which moments stand out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.middle_earth import events
from rules.middle_earth.decisions import decision, options
from rules.middle_earth.game import Game
from rules.middle_earth.phrases import decision_title, phrase
from rules.middle_earth.state import State, lead_of
from rules.middle_earth.tellings import TELLINGS
from rules.middle_earth.wording import named
from rules.ruleset import Event, Mark, Step
from rules.wording import capital, listed

__all__ = ["decision_title", "mark", "narrate", "phrase", "retell"]


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event; the state is the one before it. What was decided without being asked is said to be so."""
    telling = game.exclusive.tellings.get(type(event)) or TELLINGS[type(event)]
    told = telling(game, state, event)
    return f"{told}, the only choice" if type(event) in _DECIDED and _is_only_choice(game, state) else told


_DECIDED = (
    events.AttackDeclared,
    events.EarlyRetreatDeclined,
    events.FormationTaken,
    events.LeaderRelocated,
    events.MarchBegan,
    events.RallyRolled,
    events.UnitAdvanced,
    events.UnitRetreated,
)
"""Events with which what a seat decided begins: a single option is taken in the same batch (3.0)."""


def _is_only_choice(game: Game, state: State) -> bool:
    now = decision(game, state)
    return now is not None and len(options(game, state, now)) == 1


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
    events.SpellTookHold,
    events.ArmyDemoralized,
    events.VictoryPointsChanged,
    events.GameEnded,
    events.UnitDisplaced,
    events.LeaderRelocated,
    events.ArrivalRolled,
    events.ReinforcementsDue,
    events.HexsideOpened,
)
"""Events of a run that are told; those between are left out."""

_RETREATS = ("7.54", "7.57", "7.65", "7.7")
"""Rules by which a unit is disrupted because it gave way: its way tells that."""

_BEGINNINGS = (events.TurnBegan, events.PhaseBegan, events.StepBegan, events.MarchEnded, events.SetUpBegan)
"""Events that headings tell."""


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """One line for a run of batches: what was set up, where the pieces went, then the fights and their results."""
    parts: list[str] = []
    ways: dict[str, list[str]] = {}
    stands: dict[tuple[str, str], list[str]] = {}
    struck: dict[str, list[str]] = {}
    first, before = "", state
    for step in steps:
        for event in step.events:
            if isinstance(event, (events.UnitPlaced, events.LeaderPlaced)):
                piece = event.unit if isinstance(event, events.UnitPlaced) else event.leader
                stands.setdefault((game.seat_of[piece], event.hex), []).append(game.title(piece))
            elif isinstance(event, (events.PieceMoved, events.UnitRetreated, events.PieceEntered)):
                piece = event.unit if isinstance(event, events.UnitRetreated) else event.piece
                if isinstance(event, events.PieceMoved) and piece in state.units:
                    piece = lead_of(state, piece)
                ways.setdefault(piece, []).append(event.hex)
            elif isinstance(event, events.UnitDisrupted):
                if event.rule not in _RETREATS:
                    struck.setdefault(event.rule, []).append(game.title(event.unit))
            elif isinstance(event, _IN_SHORT) or type(event) in game.exclusive.headlines:
                parts += [*_told_struck(struck), *_told_ways(game, state, ways)]
                parts.append(narrate(game, state, event))
            elif not isinstance(event, _BEGINNINGS):
                first = first or narrate(game, state, event)
            state = game.evolution[type(event)](game, state, event)
    parts += [*_told_struck(struck), *_told_ways(game, state, ways)]
    if stands:
        return "; ".join((*_told_stands(game, stands), *parts))
    who = game.board.sides[steps[0].seat].title if steps and steps[0].seat in game.board.sides else ""
    told = "; ".join(parts) or first
    if not told:
        where = f" in {decision_title(game, before, before.step)}" if before.step and who else ""
        return f"{who} does nothing more{where}".strip()
    return f"{who}: {told}" if who else told


def _told_struck(struck: dict[str, list[str]]) -> list[str]:
    """Which units were disrupted where they stood, with the rule."""
    told = [
        f"{listed(names)} {'is' if len(names) == 1 else 'are'} disrupted ({rule})"
        for rule, names in struck.items()
    ]
    struck.clear()
    return told


def _told_stands(game: Game, stands: Mapping[tuple[str, str], list[str]]) -> list[str]:
    """Who stands where when all is set up, side by side: `Sauron: Orcs 1 in 1417, Gorgol and Wargs 1 in 2017`."""
    told = []
    for seat in game.seats:
        places = [
            f"{listed(names)} in {name}" for (whose, name), names in sorted(stands.items()) if whose == seat
        ]
        if places:
            told.append(f"{game.board.sides[seat].title}: {', '.join(places)}")
    return told


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
