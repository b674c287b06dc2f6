"""Units, leaders, control and support on the map, told in one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import INDEPENDENT, State
from rules.sword_of_rome.wording import cited, group, signed
from rules.wording import capital

Telling = Callable[[Game, State, Any], str]


def _board_set(game: Game, state: State, event: events.BoardSet) -> str:
    return f"{game.scenario.title}: the board is set up (3)"


def _units_placed(game: Game, state: State, event: events.UnitsPlaced) -> str:
    return (
        f"{capital(game.title(event.power))}: {event.cu} CU in {game.title(event.space)}{cited(event.rule)}"
    )


def _units_lost(game: Game, state: State, event: events.UnitsLost) -> str:
    return f"{capital(game.title(event.power))} lose {event.cu} CU in {game.title(event.space)}{cited(event.rule)}"


_WHY = {
    "interception": "intercept in",
    "avoidance": "avoid battle to",
    "retreat": "retreat to",
    "declined": "turn back to",
    "refuse-battle": "turn back to",
    "bribed": "are bribed to turn back to",
    "return-to-africa": "sail home to",
    "come-home": "come home to",
}


def _force_moved(game: Game, state: State, event: events.ForceMoved) -> str:
    who = group(game, event.cu, event.leaders, event.power)
    return f"{capital(who)} {_WHY.get(event.why, 'go to')} {game.title(event.space)}{cited(event.rule)}"


def _went_inside(game: Game, state: State, event: events.WentInside) -> str:
    who = group(game, event.cu, event.leaders, event.power)
    return f"{capital(who)} go within the walls of {game.title(event.space)}{cited(event.rule)}"


def _came_out(game: Game, state: State, event: events.CameOut) -> str:
    return f"The gates of {game.title(event.space)} are opened{cited(event.rule)}"


def _leader_gone(game: Game, state: State, event: events.LeaderGone) -> str:
    what = {
        "displaced": "is displaced",
        "cup": "goes back into the cup",
        "away": "leaves the map",
        "gone": "leaves the game",
    }[event.to]
    return f"{game.title(event.leader)} {what}{cited(event.rule)}"


def _control(game: Game, state: State, event: events.ControlChanged) -> str:
    if event.power == INDEPENDENT:
        return f"{game.title(event.space)} becomes independent{cited(event.rule)}"
    return f"{game.title(event.space)} passes to the {game.title(event.power)}{cited(event.rule)}"


def _siege(game: Game, state: State, event: events.SiegeChanged) -> str:
    if event.level < 0:
        return f"The siege of {game.title(event.space)} is over{cited(event.rule)}"
    if event.space not in state.sieges:
        laid = f"The {game.title(event.power)} lay siege to {game.title(event.space)}"
        return f"{laid}, level {event.level}{cited(event.rule)}"
    return f"The siege of {game.title(event.space)} stands at {event.level}{cited(event.rule)}"


def _vp(game: Game, state: State, event: events.VictoryPointsChanged) -> str:
    return f"{capital(game.seat_title(event.seat))}: {signed(event.change)} VP, now {event.vp}{cited(event.rule)}"


def _plunder(game: Game, state: State, event: events.PlunderChanged) -> str:
    if not event.change and not event.track:
        return "The plunder track is full and is emptied (14.1)"
    whose = "Gallic" if event.track > 0 else "Transalpine"
    stands = f"{abs(event.track)} {whose}" if event.track else "none"
    return f"Plunder of the {game.title(event.power)} {signed(event.change)}: {stands} on the track{cited(event.rule)}"


TELLINGS: dict[type[Event], Telling] = {
    events.BoardSet: _board_set,
    events.UnitsPlaced: _units_placed,
    events.UnitsLost: _units_lost,
    events.CasualtiesOpen: lambda game, state, event: (
        f"Up to {event.cu} of the CU lost in {game.title(event.space)} may be citizen militia (17.1)"
    ),
    events.CasualtiesNamed: lambda game, state, event: (
        f"{event.militia or 'None'} of the CU lost in {game.title(event.space)} "
        f"{'is' if event.militia < 2 else 'are'} citizen militia (17.1)"
    ),
    events.ForceMoved: _force_moved,
    events.WentInside: _went_inside,
    events.CameOut: _came_out,
    events.LeaderPlaced: lambda game, state, event: (
        f"{game.title(event.leader)} in {game.title(event.space)}{cited(event.rule)}"
    ),
    events.LeaderGone: _leader_gone,
    events.CommanderAppointed: lambda game, state, event: (
        f"{game.title(event.leader)} commands in {game.title(event.space)} (8.2.1)"
    ),
    events.ControlChanged: _control,
    events.LoyaltyChanged: lambda game, state, event: (
        f"{game.title(event.space)}: loyalty {state.loyalty.get(event.space, 0)} to {event.loyalty}{cited(event.rule)}"
    ),
    events.TribeSubjugated: lambda game, state, event: (
        f"{game.title(event.space)} is subjugated by the {game.title(event.power)} (13.5)"
    ),
    events.CityFounded: lambda game, state, event: (
        f"{game.title(event.space)} becomes a walled city of the {game.title(event.power)}{cited(event.rule)}"
    ),
    events.SiegeChanged: _siege,
    events.VictoryPointsChanged: _vp,
    events.PlunderChanged: _plunder,
    events.MinesDepleted: lambda game, state, event: (
        f"The Etruscan mines are depleted: {event.lost} home spaces are lost (7.2.3)"
    ),
    events.MarkerPlaced: lambda game, state, event: (
        f"{game.title(event.marker)} is in play"
        + (f" against the {game.title(event.against)}" if event.against else "")
        + " (7.1)"
    ),
    events.MarkerRemoved: lambda game, state, event: (
        f"{game.title(event.marker.partition(':')[0])} leaves play (7.1)"
    ),
    events.MinorPlaced: lambda game, state, event: "",
}
"""One line for each of these events."""
