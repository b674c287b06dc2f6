"""Powers and seats: alliances, reinforcements, points, the turn, told in one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from rules.sword_of_rome.wording import cited, seats, titles
from rules.wording import capital, listed

Telling = Callable[[Game, State, Any], str]


def _attrition(game: Game, state: State, event: events.AttritionRolled) -> str:
    lost = f"{event.lost} of {event.cu} CU lost"
    return f"Attrition in {game.title(event.space)}: {game.title(event.power)} {event.die}, {lost} (5.5)"


def _phase(game: Game, state: State, event: events.PhaseBegan) -> str:
    phase = next((each for each in game.board.phases if each.id == event.phase), None)
    return f"{phase.title} (5.{phase.number})" if phase is not None else event.phase


def _ended(game: Game, state: State, event: events.GameEnded) -> str:
    how = {
        "automatic-victory": "automatic victory (4.2)",
        "victory-points": "most VP at the end (4.3)",
        "last-standing": "nobody else is left (5.10.3)",
        "resigned": "the other side gives up",
    }.get(event.how, event.how)
    scores = ", ".join(f"{game.seat_title(seat)} {value:g}" for seat, value in sorted(event.scores.items()))
    return f"Victory of {seats(game, event.winners)}: {how}; {scores}"


TELLINGS: dict[type[Event], Telling] = {
    events.AllianceOffered: lambda game, state, event: (
        f"The {game.title(event.power)} offer the {game.title(event.other)} an alliance (15.1)"
    ),
    events.AllianceMade: lambda game, state, event: (
        f"{capital(game.title(event.power))} and {game.title(event.other)} are allied{cited(event.rule)}"
    ),
    events.AllianceRefused: lambda game, state, event: (
        f"The {game.title(event.other)} refuse the alliance (15.1)"
    ),
    events.AllianceEnded: lambda game, state, event: (
        f"The alliance of {game.title(event.power)} and {game.title(event.other)} is over{cited(event.rule)}"
    ),
    events.AllianceLocked: lambda game, state, event: (
        f"The alliance of {game.title(event.power)} and {game.title(event.other)} holds for this turn (15.5)"
    ),
    events.RenewalDeclared: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: ready to renew "
        f"{listed([titles(game, each.split('+')) for each in event.pairs]) if event.pairs else 'nothing more'} (15.4)"
    ),
    events.RenewalsOrdered: lambda game, state, event: f"Next: {seats(game, event.queue)} (15.4, 4.4)",
    events.PowerActivated: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: the {game.title(event.power)} are activated (16.1.1)"
    ),
    events.SeatEliminated: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: no CU left, out of the game (5.10.3)"
    ),
    events.CarthageBeaten: lambda game, state, event: (
        "Carthage is beaten at home and out of the game (17.2.2)"
    ),
    events.TurnBegan: lambda game, state, event: f"Turn {event.turn} (5)",
    events.PhaseBegan: _phase,
    events.RoundBegan: lambda game, state, event: (
        f"Round {event.round} (5.4)"
        if event.round <= game.numbers.rounds
        else "Desperate Times after the last round (7.4)"
    ),
    events.QueueSet: lambda game, state, event: (
        f"Still to come: {seats(game, event.queue)} (7.4)"
        if event.queue
        else "Everybody has had a chance (7.4)"
    ),
    events.FirstPlayerNamed: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))} to go first, named by {game.seat_title(event.by)} (5.3)"
    ),
    events.ImpulseBegan: lambda game, state, event: f"The impulse of {game.seat_title(event.seat)} (5.4)",
    events.ImpulseEnded: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {'passed' if event.passed else 'done'} (5.4)"
    ),
    events.DesperateTimesAnnounced: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: Desperate Times announced (7.4)"
    ),
    events.GallicEventRolled: lambda game, state, event: (
        f"Gallic event, {' '.join(map(str, event.dice))}: {event.title} (5.4)"
    ),
    events.GameEnded: _ended,
    events.NormalPlayMade: lambda game, state, event: "",
    events.AttritionRolled: _attrition,
    events.UnitsAllotted: lambda game, state, event: (
        f"Still to place: {listed([*([f'{event.cu} CU'] if event.cu else []), *map(game.title, event.leaders)])} (5.10)"
        if event.cu or event.leaders
        else ""
    ),
    events.UnitsForgone: lambda game, state, event: (
        f"{event.cu} CU of the {titles(game, event.powers)} have nowhere to go and are lost{cited(event.rule)}"
    ),
    events.PenaltyDecided: lambda game, state, event: (
        f"The Greeks {'keep' if event.kept else 'dismiss'} {game.title(event.leader)} (8.2.3)"
    ),
    events.SurrenderRolled: lambda game, state, event: (
        f"{capital(game.title(event.power))} roll for {game.title(event.space)} (13.1.3)"
        if event.space
        else f"{capital(game.title(event.power))} are done (5.6)"
    ),
    events.SurrenderOrdered: lambda game, state, event: f"Next: {titles(game, event.queue)} (5.6, 4.4)",
    events.ReinforcingOrdered: lambda game, state, event: (
        f"Reinforcements next: {titles(game, event.queue)} (5.10)"
        if event.queue
        else "All have reinforced (5.10)"
    ),
}
"""One line for each of these events."""
