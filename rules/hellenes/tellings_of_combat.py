"""One line for each event of a battle or a siege."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import Assault, Battle, State
from rules.hellenes.wording import block, block_of, blocks, number, side
from rules.ruleset import Event

Telling = Callable[[Game, State, Any], str]


def _battle(game: Game, s: State, x: e.BattleBegan) -> str:
    strengths = " against ".join(
        f"{side(seat)} with {number(x.began[seat], 'block')}"
        for seat in sorted(x.began, key=lambda seat: seat != x.attacker)
    )
    told = f"Battle {where(game, x.place)}: {strengths}; {side(x.attacker)} attacks"
    if x.landed:
        told += f"; from the sea (6.10): {blocks(game, x.landed)}"
    if x.later:
        told += f"; from round 2 on (5.4.1): {blocks(game, x.later)}"
    return f"{told} (6.1)"


def where(game: Game, place: str) -> str:
    """`in the …` at sea, `at …` on land."""
    return f"{'in the' if place in game.seas else 'at'} {game.title(place)}"


def _fired(game: Game, s: State, x: e.BlockFired) -> str:
    if not x.hits and not x.routs:
        return f"{block(game, x.block)} does no harm (6.4)"
    scored = [number(count, word) for count, word in ((x.hits, "hit"), (x.routs, "rout")) if count]
    return f"{block(game, x.block)} scores {' and '.join(scored)} (6.4)"


def _routed(game: Game, s: State, x: e.BlockRouted) -> str:
    return f"{block(game, x.block)} {'breaks off and retreats (6.7)' if x.by_choice else 'is routed (6.6)'}"


def _over(game: Game, s: State, x: e.BattleEnded) -> str:
    if not x.winner:
        return f"Nobody is left of the battle {where(game, x.place)} (6.8)"
    return f"{side(x.winner)} wins the battle {where(game, x.place)} (6.8)"


def _fortified(game: Game, s: State, x: e.BlockFortified) -> str:
    told = block_of(game, x.side, x.known or x.block)
    if x.inside:
        return f"{told} goes within the walls of {game.title(x.place)} (7.1)"
    return f"{told} comes out of {game.title(x.place)} (4.6)"


def _assault_fired(game: Game, s: State, x: e.AssaultFired) -> str:
    """Told once, when the dice are used; afterwards losses are taken one by one."""
    assault = s.stack[-1] if s.stack else None
    if not isinstance(assault, Assault):
        return ""
    if (x.losses or x.routs) and not (assault.losses or assault.routs):
        scored = [number(count, word) for count, word in ((x.losses, "hit"), (x.routs, "rout")) if count]
        return f"The walls score {' and '.join(scored)} (8.4)"
    if x.hits > assault.hits:
        told = f"The assault scores {number(x.hits, 'hit')}"
        return f"{told}: {number(x.steps, 'step')} (8.3)"
    return ""


def _round(game: Game, s: State, x: e.RoundBegan) -> str:
    place = s.stack[-1].place if s.stack and isinstance(s.stack[-1], Battle) else ""
    return f"Round {x.round}{f' {where(game, place)}' if place else ''} (6.3)"


def _steps_left(game: Game, s: State, x: e.StepTaken) -> str:
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Assault) or getattr(top, "rolled", True):
        return ""  # told with the block that loses it
    return (
        f"{number(x.left, 'step').capitalize()} to be taken by the besieged (8.2)"
        if x.left
        else "Hunger takes nothing (8.2)"
    )


def _stratagem(game: Game, s: State, x: e.StratagemUsed) -> str:
    word, _, seat = x.stratagem.partition("/")
    told = f"uses {word.capitalize()}" if x.used else f"keeps {word.capitalize()} for another battle"
    return f"{side(seat)} {told} (13)"


COMBAT: dict[type[Event], Telling] = {
    e.SiegeBegan: lambda g, s, x: f"{g.title(x.place)} is besieged (7.2)",
    e.SiegeEstablished: lambda g, s, x: f"The siege of {g.title(x.place)} is established at once (card 34)",
    e.SiegeEnded: lambda g, s, x: f"The siege of {g.title(x.place)} is over (7.5)",
    e.GarrisonFell: lambda g, s, x: f"The garrison of {g.title(x.place)} is lost (8.2)",
    e.SallyPlanned: lambda g, s, x: f"{side(x.side)} will sally from {g.title(x.place)} (4.6)",
    e.SallyBegan: lambda g, s, x: f"{side(x.side)} sallies from {g.title(x.place)} (4.6)",
    e.FortifyingBegan: lambda g, s, x: (
        f"{side(x.procedure.attacker)} attacks {where(g, x.procedure.place)}; "
        f"{side(x.procedure.side)} says who fights (6.2)"
    ),
    e.WithdrawalBegan: lambda g, s, x: "The defender withdraws before the battle (6.8)",
    e.BlockFortified: _fortified,
    e.MainGroupAsked: lambda g, s, x: (
        f"{side(x.procedure.side)} attacks {where(g, x.procedure.place)} in several groups (5.4.1)"
    ),
    e.BlocksShown: lambda g, s, x: f"Turned up {where(g, x.place)}: {_shown(g, x)} (2.8)",
    e.BattleBegan: _battle,
    e.StratagemUsed: _stratagem,
    e.RoundBegan: _round,
    e.BlockFired: _fired,
    e.HitsSettled: lambda g, s, x: "",
    e.BlockRouted: _routed,
    e.BlockRetreated: lambda g, s, x: "",
    e.BattleEnded: _over,
    e.AttritionBegan: lambda g, s, x: (
        f"{side(x.side)} starves {g.title(x.place)}{' with Circumvallation' if x.tight else ''} (8.2)"
    ),
    e.AssaultPrepared: lambda g, s, x: f"{side(x.side)} prepares to storm {g.title(x.place)} (8.4)",
    e.BlockHeldBack: lambda g, s, x: f"{side(x.side)} holds back {block(g, x.block)} (8.4)",
    e.AssaultBegan: lambda g, s, x: f"To the walls: {blocks(g, x.fighting)} (8.4)",
    e.AssaultFired: _assault_fired,
    e.AssaulterDropped: lambda g, s, x: f"{block(g, x.block)} drops out of the assault (8.4)",
    e.StepTaken: _steps_left,
    e.SiegeSettled: lambda g, s, x: f"No more siege combat at {g.title(x.place)} in this turn (8.1)",
    e.ProcedureEnded: lambda g, s, x: "",
}


def _shown(game: Game, x: e.BlocksShown) -> str:
    return ", ".join(f"{block(game, name)} ({x.blocks[name]})" for name in sorted(x.blocks))
