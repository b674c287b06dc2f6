"""How the events of units and attacks are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.age_of_empires import events_of_units as events
from rules.age_of_empires.game import Game
from rules.age_of_empires.phrases import building_at, seat_title
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.state import State
from rules.ruleset import Event

Telling = Callable[[Game, State, Any], str]


def unit_title(game: Game, state: State, name: str) -> str:
    """A unit by the title of its card and its number."""
    unit = state.units.get(name)
    if unit is None:
        return name
    return f"{game.title(unit.card)} {name.rpartition('-')[2]} of {unit.owner}"


def _relic(game: Game, relic: str) -> str:
    return game.title(relic.partition("/")[2])


def _at(game: Game, state: State, city: str, space: str) -> str:
    return building_at(game, state, city, space) if city else "no man's land"


def _lost(game: Game, state: State, event: events.TokensLost) -> str:
    parts = [f"{event.soldiers} soldiers"] if event.soldiers else []
    parts += [f"{event.monks} monks"] if event.monks else []
    return f"{unit_title(game, state, event.unit)} loses {' and '.join(parts) or 'nobody'} (unit-5)"


def _target(game: Game, state: State) -> str:
    about = state.stack[-1] if state.stack else None
    if not isinstance(about, Attack):
        return ""
    if about.kind == "building":
        return f" {_at(game, state, about.city, about.space)} of {seat_title(game, state, about.city)}"
    return f" {unit_title(game, state, about.target)} at {_at(game, state, about.city, about.space)}"


def _joined(game: Game, state: State, event: events.AttackerJoined) -> str:
    target = _target(game, state)
    if event.villagers:
        return f"{event.villagers} villagers attack{target} (combat-22)"
    if event.fire:
        return f"The building at {event.fire} fires at{target} (combat-20)"
    return f"{unit_title(game, state, event.unit)} attacks{target}{' from afar' if event.afar else ''} (combat-1)"


def _defenders(game: Game, state: State, event: events.DefendersChosen) -> str:
    parts = [unit_title(game, state, event.unit)] if event.unit else []
    parts += [f"{event.villagers} villagers"] if event.villagers else []
    return f"{' and '.join(parts) or 'Nobody'} defends (combat-5)"


def _rolled(game: Game, state: State, event: events.ConversionRolled) -> str:
    outcome = f"a {event.token} is converted" if event.success else "in vain"
    return (
        f"{unit_title(game, state, event.unit)} tries to convert and rolls {event.die}: {outcome} (monk-10)"
    )


def _round(game: Game, state: State, event: events.RoundFought) -> str:
    building = f", {event.building} on the building" if event.building else ""
    return f"{event.round.capitalize()} round: {event.attack} against {event.defence}{building} (combat-9)"


_RULES: dict[str, str] = {"response": "combat-4", "retreat": "combat-8", "displaced": "combat-15"}

TELLINGS: dict[type[Event], Telling] = {
    events.UnitMustered: lambda g, s, e: (
        f"{seat_title(g, s, e.seat)} musters {g.title(e.card)} with {e.soldiers} soldiers at "
        f"{building_at(g, s, e.seat, e.space)} (card-unit-5)"
    ),
    events.SoldiersTrained: lambda g, s, e: (
        f"{unit_title(g, s, e.unit)} has {e.soldiers} soldiers more (soldier-6)"
    ),
    events.MonksMade: lambda g, s, e: f"{unit_title(g, s, e.unit)} has {e.monks} monks more (monk-1)",
    events.TokensLost: _lost,
    events.UnitDestroyed: lambda g, s, e: f"{unit_title(g, s, e.unit)} is destroyed (card-unit-14)",
    events.UnitStepped: lambda g, s, e: (
        f"{unit_title(g, s, e.unit)} moves to {_at(g, s, e.city, e.space)} (move-1)"
    ),
    events.UnitPosted: lambda g, s, e: (
        f"{unit_title(g, s, e.unit)} goes to {_at(g, s, e.city, e.space)} ({_RULES.get(e.reason, 'combat-15')})"
    ),
    events.UnitMarches: lambda g, s, e: f"{unit_title(g, s, e.unit)} marches {e.steps} farther (turn-10)",
    events.ShipTurned: lambda g, s, e: f"{unit_title(g, s, e.unit)} is in {e.mode} mode (sea-11)",
    events.RelicPlaced: lambda g, s, e: (
        f"{seat_title(g, s, e.seat)} places {g.title(e.card)} in no man's land (relic-4)"
    ),
    events.RelicLifted: lambda g, s, e: f"{unit_title(g, s, e.unit)} lifts {_relic(g, e.relic)} (move-9)",
    events.RelicDropped: lambda g, s, e: f"{unit_title(g, s, e.unit)} drops {_relic(g, e.relic)} (move-10)",
    events.RelicStored: lambda g, s, e: (
        f"{unit_title(g, s, e.unit)} stores {_relic(g, e.relic)} at {e.space} (monk-15)"
    ),
    events.AttackerJoined: _joined,
    events.DefendersChosen: _defenders,
    events.GunFired: lambda g, s, e: f"{building_at(g, s, e.seat, e.space)} fires (combat-5)",
    events.Withdrawn: lambda g, s, e: f"{unit_title(g, s, e.unit)} takes no further part (combat-8)",
    events.ConversionRolled: _rolled,
    events.HealingRolled: lambda g, s, e: (
        f"{unit_title(g, s, e.unit)} tries to heal and rolls {e.die}: "
        f"{'one lives' if e.success else 'in vain'} (monk-12)"
    ),
    events.RoundFought: _round,
}
"""How each event is told."""
