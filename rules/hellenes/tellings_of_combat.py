"""One line for each event of a battle or a siege."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import Battle, State
from rules.hellenes.wording import block, blocks, number, side
from rules.ruleset import Event

Telling = Callable[[Game, State, Any], str]


def _battle(game: Game, s: State, x: e.BattleBegan) -> str:
    strengths = " against ".join(
        f"{side(seat)} {number(count, 'block')}" for seat, count in sorted(x.began.items())
    )
    where = "at sea, in" if x.place in game.seas else "at"
    return f"Battle {where} {game.title(x.place)}: {side(x.attacker)} attacks; {strengths} (6.1)"


def _fired(game: Game, s: State, x: e.BlockFired) -> str:
    return f"{block(game, x.block)} scores {number(x.hits, 'hit')} and {number(x.routs, 'rout')} (6.4)"


def _routed(game: Game, s: State, x: e.BlockRouted) -> str:
    return f"{block(game, x.block)} {'retreats (6.7)' if x.by_choice else 'is routed (6.6)'}"


def _over(game: Game, s: State, x: e.BattleEnded) -> str:
    return f"{side(x.winner)} wins the battle at {game.title(x.place)} (6.8)"


def _fortified(game: Game, s: State, x: e.BlockFortified) -> str:
    told = block(game, x.known or x.block)
    how = "goes within the walls of" if x.inside else "comes out of"
    told = f"{told} of {side(x.side)} {how} {game.title(x.place)} ({'7.1' if x.inside else '4.6'})"
    return told[:1].upper() + told[1:]


def _assault_fired(game: Game, s: State, x: e.AssaultFired) -> str:
    if x.losses or x.routs:
        return f"Of the assaulters {number(x.losses, 'step')} and {number(x.routs, 'rout')} (8.4)"
    if x.steps:
        return f"The walls lose {number(x.steps, 'step')} (8.3)"
    return "The assault goes on (8.4)"


def _round(game: Game, s: State, x: e.RoundBegan) -> str:
    place = s.stack[-1].place if s.stack and isinstance(s.stack[-1], Battle) else ""
    return f"Round {x.round}{f' at {game.title(place)}' if place else ''} (6.3)"


COMBAT: dict[type[Event], Telling] = {
    e.SiegeBegan: lambda g, s, x: f"{g.title(x.place)} is besieged (7.2)",
    e.SiegeEstablished: lambda g, s, x: f"The siege of {g.title(x.place)} is established at once",
    e.SiegeEnded: lambda g, s, x: f"The siege of {g.title(x.place)} is over (7.5)",
    e.GarrisonFell: lambda g, s, x: f"The garrison of {g.title(x.place)} is lost (8.2)",
    e.SallyPlanned: lambda g, s, x: f"{side(x.side)} will sally from {g.title(x.place)} (4.6)",
    e.SallyBegan: lambda g, s, x: f"{side(x.side)} sallies from {g.title(x.place)} (4.6)",
    e.FortifyingBegan: lambda g, s, x: (
        f"{side(x.procedure.attacker)} attacks at {g.title(x.procedure.place)}; "
        f"{side(x.procedure.side)} decides who fights (6.2)"
    ),
    e.WithdrawalBegan: lambda g, s, x: "The defender withdraws before the battle (6.8)",
    e.BlockFortified: _fortified,
    e.MainGroupAsked: lambda g, s, x: (
        f"{side(x.procedure.side)} attacks {g.title(x.procedure.place)} in several groups (5.4.1)"
    ),
    e.BlocksShown: lambda g, s, x: f"Turned up at {g.title(x.place)}: {blocks(g, sorted(x.blocks))} (2.8)",
    e.BattleBegan: _battle,
    e.StratagemUsed: lambda g, s, x: (
        f"{x.stratagem.partition('/')[0].capitalize()} is {'used' if x.used else 'kept for another battle'} (13)"
    ),
    e.RoundBegan: _round,
    e.BlockFired: _fired,
    e.HitsSettled: lambda g, s, x: (
        f"Still to take: {number(x.hits, 'hit')} and {number(x.routs, 'rout')}"
        if x.hits or x.routs
        else "All taken"
    ),
    e.BlockRouted: _routed,
    e.BlockRetreated: lambda g, s, x: f"The retreat of {block(g, x.block)} is settled (6.9)",
    e.BattleEnded: _over,
    e.AttritionBegan: lambda g, s, x: f"{side(x.side)} starves {g.title(x.place)} (8.2)",
    e.AssaultPrepared: lambda g, s, x: f"{side(x.side)} prepares to storm {g.title(x.place)} (8.4)",
    e.BlockHeldBack: lambda g, s, x: f"{side(x.side)} holds back {block(g, x.block)} (8.4)",
    e.AssaultBegan: lambda g, s, x: f"{blocks(g, x.fighting)} storm the walls (8.4)",
    e.AssaultFired: _assault_fired,
    e.AssaulterDropped: lambda g, s, x: f"{block(g, x.block)} drops out of the assault (8.4)",
    e.StepTaken: lambda g, s, x: (
        f"{number(x.left, 'step').capitalize()} to be taken by the besieged (8.2)"
        if x.left
        else "No more steps (8.2)"
    ),
    e.SiegeSettled: lambda g, s, x: f"Siege combat at {g.title(x.place)} is over (8.1)",
    e.ProcedureEnded: lambda g, s, x: "Done",
}
