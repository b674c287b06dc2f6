"""The narrated log: events one by one, runs of batches in one line, and which moments stand out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.ruleset import Event, Mark, Step
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from rules.sword_of_rome.tellings import TELLINGS
from rules.sword_of_rome.wording import capital, dice_told, group


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event; the state is the one before it."""
    return TELLINGS[type(event)](game, state, event)


_TOLD = (
    events.InterceptionRolled,
    events.AvoidanceRolled,
    events.PursuitRolled,
    events.BattleDeclined,
    events.Retreated,
    events.SiegeRolled,
    events.NavalCombatRolled,
    events.CityLooted,
    events.ControlChanged,
    events.LoyaltyChanged,
    events.TribeSubjugated,
    events.CityFounded,
    events.VictoryPointsChanged,
    events.AllianceMade,
    events.AllianceEnded,
    events.AllianceRefused,
    events.MarkerPlaced,
    events.GameEnded,
    events.SeatEliminated,
    events.FlankJoined,
    events.EventCancelled,
    events.PenaltyDecided,
    events.MinesDepleted,
)
"""Events of a run that are told as they are; most others are left out."""


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """One line for a run of batches.

    `Rome R-1 Campaign (3 Ops): Camillus and 7 CU, Capua to Fregellae. Battle: Romans 5 2 2 +3 = 12, Samnites 5 5 4 =
    14; Samnites win; Romans lose 5, Samnites 1 (12)`.
    """
    parts: list[str] = []
    head, first = "", ""
    way: list[str] = []
    for step in steps:
        for event in step.events:
            first = first or narrate(game, state, event)
            if isinstance(event, events.CardPlayed):
                parts += _way(way)
                way = []
                card = game.cards[event.card]
                told = f"{game.title(event.card)} ({card.ops} Ops)"
                if not head:
                    head = told
                else:
                    parts.append(told)
            elif isinstance(event, events.ArmyMoved):
                who = group(game, event.cu, (event.leader, *event.followers))
                if way and way[0] == who:
                    way.append(game.title(event.space))
                else:
                    parts += _way(way)
                    way = [who, game.title(event.origin), game.title(event.space)]
            elif isinstance(event, events.BattleRolled):
                parts += _way(way)
                way = []
                parts.append(_battle(game, event))
            elif isinstance(event, events.BattleWon):
                parts += _way(way)
                way = []
                if event.automatic or not parts:
                    parts.append(_won(game, event))
                else:
                    parts[-1] = f"{parts[-1]}; {_won(game, event)}"
            elif isinstance(event, _TOLD):
                parts += _way(way)
                way = []
                parts.append(narrate(game, state, event))
            state = game.evolution[type(event)](game, state, event)
    parts += _way(way)
    who = steps[0].seat if steps else ""
    name = capital(game.seat_title(who)) if who else ""
    if head:
        name = f"{name} {head}".strip()
    told = ". ".join(parts) or ("" if head else first.removeprefix(f"{name}: ") or "nothing happens")
    return f"{name}: {told}" if name and told else name or told


def _way(way: list[str]) -> list[str]:
    return [f"{way[0]}, {way[1]} to {' – '.join(way[2:])}"] if way else []


def _battle(game: Game, event: events.BattleRolled) -> str:
    attack = dice_told(event.attacker_dice, event.attacker_modifiers, event.attacker_total)
    defence = dice_told(event.defender_dice, event.defender_modifiers, event.defender_total)
    return f"Battle: {game.title(event.attacker)} {attack}, {game.title(event.defender)} {defence}"


def _won(game: Game, event: events.BattleWon) -> str:
    how = " without a roll" if event.automatic else ""
    return (
        f"{capital(game.title(event.winner))} win{how}; {game.title(event.loser)} lose {event.loser_loses}, "
        f"{game.title(event.winner)} {event.winner_loses} (12)"
    )


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
