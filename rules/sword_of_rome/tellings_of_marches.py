"""Marches, Campaigns and reactions to them, told in one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.flanking import attack_flanked
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Activation
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.wording import cited, dice_told, group, reasons, signed, titles
from rules.wording import capital

Telling = Callable[[Game, State, Any], str]


def _army_moved(game: Game, state: State, event: events.ArmyMoved) -> str:
    who = group(game, event.cu, (event.leader, *event.followers))
    how = " by sea" if event.link == "sea" else ""
    return f"{who}, {game.title(event.origin)} to {game.title(event.space)}{how} (9.2)"


def _interception(game: Game, state: State, event: events.InterceptionRolled) -> str:
    who = game.title(event.leader)
    if event.barred:
        return f"{who} does not try: another power has intercepted (10.2)"
    added = f" ({reasons(event.modifiers)})" if event.modifiers else ""
    result = "intercepts" if event.success else "fails to intercept"
    return f"{who} {result}: {event.die}{added} against {event.tactics} (10.4)"


def _avoidance(game: Game, state: State, event: events.AvoidanceRolled) -> str:
    who = game.title(event.leader)
    if not event.die:
        return f"{who} {'avoids battle with consent' if event.success else 'cannot avoid battle'} (11.1)"
    added = f" ({reasons(event.modifiers)})" if event.modifiers else ""
    result = "avoids battle" if event.success else "fails to avoid battle"
    return f"{who} {result}: {event.die}{added} against {event.tactics} (11.1)"


def _declared(game: Game, state: State, event: events.ReactionDeclared) -> str:
    attempt = event.attempt
    who = group(game, attempt.cu, (attempt.leader, *attempt.followers))
    if event.what == "interception":
        return f"{who} try to intercept in {game.title(attempt.space)} (10.3)"
    return f"{who} try to avoid battle to {game.title(attempt.space)} (11.1)"


def _naval(game: Game, state: State, event: events.NavalCombatRolled) -> str:
    lost = f", {event.lost} CU lost" if event.lost else ""
    rolled = dice_told((event.die,), event.modifiers, event.total)
    return f"Naval combat off {game.title(event.space)}: {rolled}: {event.result}{lost} (9.6.4)"


def _march_title(game: Game, state: State) -> str:
    march = find(state, Activation)
    return game.title(march.leader) if march is not None else "The army"


def _march_ended(game: Game, state: State, event: events.MarchEnded) -> str:
    """Where the leader stops; one who has lost his army there does not stop there."""
    leader, rule = game.title(event.leader), cited(event.rule)
    if state.leaders.get(event.leader) != event.space:
        return f"The march of {leader} is over{rule}"
    told = f"{leader} stops in {game.title(event.space)}{rule}"
    march = find(state, Activation)
    if march is None or not march.flank_of or attack_flanked(game, state, march) is not None:
        return told
    return f"{told}; from there it does not support the attack on {game.title(march.flank_of)} (9.5.6)"


TELLINGS: dict[type[Event], Telling] = {
    events.MovementChanged: lambda game, state, event: (
        f"{_march_title(game, state)} has {event.left} MP left{cited(event.why)}"
    ),
    events.ActivationCancelled: lambda game, state, event: f"{event.why}: the army is not activated",
    events.TerrainEased: lambda game, state, event: (
        f"{event.why}: {' and '.join(event.terrain)} links are easy for the {game.title(event.power)}"
    ),
    events.UnitsLeft: lambda game, state, event: (
        f"{_march_title(game, state)} leaves {event.cu} CU in {game.title(event.space)} (9.1)"
    ),
    events.LeaderLeft: lambda game, state, event: (
        f"{game.title(event.leader)} stays in {game.title(event.space)} (9.1)"
    ),
    events.UnitsTaken: lambda game, state, event: (
        f"{_march_title(game, state)} takes {event.cu} CU along from {game.title(event.space)} (9.1)"
    ),
    events.LeaderTaken: lambda game, state, event: (
        f"{game.title(event.leader)} joins {_march_title(game, state)} in {game.title(event.space)} (9.1)"
    ),
    events.ArmyMoved: _army_moved,
    events.MarchEnded: _march_ended,
    events.UnitsDone: lambda game, state, event: (
        f"The {game.title(event.power)} in {game.title(event.space)} have fought and stay ({event.rule})"
    ),
    events.AttemptDue: lambda game, state, event: "",
    events.PassageBribed: lambda game, state, event: (
        f"The {game.title(event.power)} in {game.title(event.space)} are bribed and let the Etruscans pass (7.2.2)"
    ),
    events.NavalCombatRolled: _naval,
    events.SeaMoveCancelled: lambda game, state, event: (
        f"{event.why}: the voyage of the {game.title(event.power)} to {game.title(event.space)} does not take place"
    ),
    events.ConsentAnswered: lambda game, state, event: (
        f"{game.title(event.leader)} {'takes' if event.agreed else 'does not take'} part in the Campaign (9.5.5)"
    ),
    events.ReactionsOpened: lambda game, state, event: (
        f"May react: {titles(game, [power for power, _ in event.queue])} (9.3.2)"
    ),
    events.DeclarationEnded: lambda game, state, event: (
        f"The {game.title(event.power)} declare nothing more (9.3.2)"
    ),
    events.ReactionDeclared: _declared,
    events.FollowerDeclared: lambda game, state, event: (
        f"{game.title(event.leader)} goes along ({'10.3' if event.what == 'interception' else '11.1'})"
    ),
    events.InterceptorsOrdered: lambda game, state, event: (
        f"{capital(titles(game, event.order))} try to intercept in this order (10.3)"
        if len(event.order) > 1
        else ""
    ),
    events.AttemptModified: lambda game, state, event: f"{event.why}: {signed(event.value)} to the die",
    events.InterceptionRolled: _interception,
    events.AvoidanceRolled: _avoidance,
    events.PursuitRolled: lambda game, state, event: (
        f"{game.title(event.leader)} {'pursues and may go on' if event.success else 'cannot pursue'}: "
        f"{event.die} against {event.tactics} (11.3)"
    ),
    events.BattleDeclined: lambda game, state, event: (
        f"The {game.title(event.power)} decline battle at {game.title(event.space)} (10.5.1)"
    ),
    events.Surprised: lambda game, state, event: (
        f"The {game.title(event.power)} fall on the enemy, "
        f"who {'may' if event.refusable else 'may not'} decline (10.5.2)"
    ),
    events.MoveStopped: lambda game, state, event: f"{event.why}: the moving army is to turn back",
    events.CityBarred: lambda game, state, event: (
        f"{event.why}: the {game.title(event.power)} may not go within the walls of {game.title(event.space)}"
    ),
    events.FlankJoined: lambda game, state, event: (
        f"{game.title(event.flank.leader)} and {event.flank.cu} CU flank the attack "
        f"from {game.title(event.flank.space)} (9.5.6)"
    ),
    events.FlankReleased: lambda game, state, event: (
        f"{game.title(event.flank.leader)} {'goes on' if event.now else 'may go on afterwards'} (9.5.7)"
    ),
    events.CampaignStepped: lambda game, state, event: (
        f"{game.title(event.leader)} takes part in the Campaign (9.5)"
    ),
}
"""One line for each of these events."""
