"""Battles, retreats, sieges and raids, told in one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Battle
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.wording import dice_told, reasons, signed
from rules.wording import capital

Telling = Callable[[Game, State, Any], str]


def _battle_rolled(game: Game, state: State, event: events.BattleRolled) -> str:
    attack = dice_told(event.attacker_dice, event.attacker_modifiers, event.attacker_total)
    defence = dice_told(event.defender_dice, event.defender_modifiers, event.defender_total)
    why = "; ".join(
        f"{game.title(power)}: {reasons(modifiers)}"
        for power, modifiers in (
            (event.attacker, event.attacker_modifiers),
            (event.defender, event.defender_modifiers),
        )
        if modifiers
    )
    sides = f"{game.title(event.attacker)} {attack}, {game.title(event.defender)} {defence}"
    told = f"Battle at {game.title(event.space)}: {sides} (12.2.3)"
    return f"{told} [{why}]" if why else told


def _battle_won(game: Game, state: State, event: events.BattleWon) -> str:
    how = "win without a roll (12.2.1)" if event.automatic else "win (12.2.5)"
    losses = f"{game.title(event.loser)} to lose {event.loser_loses}, {game.title(event.winner)} {event.winner_loses}"
    return f"{capital(game.title(event.winner))} {how}; {losses} (12.3)"


def _modified(game: Game, state: State, event: events.BattleModified) -> str:
    battle = find(state, Battle)
    power = ""
    if battle is not None:
        power = game.title(battle.attacker.power if event.side == "attacker" else battle.defender.power)
    parts = []
    if event.value:
        parts.append(f"{power} {signed(event.value)} on the roll")
    if event.dice:
        parts.append(f"{power} roll {event.dice} dice")
    if event.tactics:
        parts.append(f"tactics of the {power} {signed(event.tactics)}")
    if event.losses or event.losses_if_enemy_wins:
        parts.append(f"{power} lose {signed(event.losses + event.losses_if_enemy_wins)}")
    if event.bloodless:
        parts.append("no losses")
    if event.points:
        parts.append(f"{signed(event.points)} support for the winner")
    if event.retreat_losses >= 0:
        parts.append(f"the retreat costs {event.retreat_losses}")
    if event.naval:
        parts.append(f"{event.naval} CU may retreat by sea")
    if event.afterwards:
        parts.append(f"{game.title(event.afterwards)} is displaced after the battle")
    return f"{event.why}: {', '.join(parts) or 'nothing changes'}"


def _retreated(game: Game, state: State, event: events.Retreated) -> str:
    way = "–".join(game.title(space) for space in event.path)
    lost = f", losing {event.lost} on the way" if event.lost else ""
    how = " by sea (12.4.3)" if event.by_sea else " (12.4)"
    return f"The {game.title(event.power)} retreat {way}{lost}{how}"


def _spent(game: Game, state: State, event: events.SupportSpent) -> str:
    if not event.space:
        return f"The {game.title(event.power)} take plunder for a point (14.5)"
    verb = {
        "raise": "loyalty up in",
        "convert": "PC converted in",
        "regain": "home regained:",
        "take": "taken over:",
        "remove": "PC removed in",
        "lower": "loyalty down in",
        "claim": "won over:",
        "found": "city founded:",
    }.get(event.how, event.how)
    return f"{capital(game.title(event.power))}, 1 support: {verb} {game.title(event.space)} (7.3)"


def _siege_rolled(game: Game, state: State, event: events.SiegeRolled) -> str:
    lost = f", {event.lost} CU lost" if event.lost else ""
    rule = "14.2" if event.purpose == "raid" else "13.2"
    points = f"{event.points} point{'s' if event.points != 1 else ''}"
    rolled = dice_told(event.dice, event.modifiers, event.total)
    return f"{capital(event.purpose)} at {game.title(event.space)}: {rolled}: {points}{lost} ({rule})"


TELLINGS: dict[type[Event], Telling] = {
    events.ReliefDecided: lambda game, state, event: (
        f"Those within the walls {'join the attack' if event.joins else 'stay where they are'} (13.4.2)"
    ),
    events.Sallied: lambda game, state, event: (
        f"{game.title(event.leader)} sallies from {game.title(event.space)} with {event.cu} CU (13.4.1)"
    ),
    events.BattleModified: _modified,
    events.CommanderLost: lambda game, state, event: (
        f"{game.title(event.commander) if event.commander else 'Nobody'} commands now (12.2.4)"
    ),
    events.BattleRolled: _battle_rolled,
    events.DieRolledAgain: lambda game, state, event: (
        f"{event.why}: {event.before} is rolled again: {event.after}"
    ),
    events.BattleWon: _battle_won,
    events.LossesCounted: lambda game, state, event: f"The {event.side} has lost {event.cu} CU (12.5)",
    events.BattleFoughtAgain: lambda game, state, event: f"{event.why}: the battle is fought again",
    events.SupportWished: lambda game, state, event: (
        f"The {game.title(event.power)} {'ask' if event.wishes else 'do not ask'} for the support of the victory (12.5)"
    ),
    events.BeneficiaryNamed: lambda game, state, event: (
        f"The {game.title(event.power)} gain the support of the victory (12.5)"
    ),
    events.Retreated: _retreated,
    events.SeaRetreatAllowed: lambda game, state, event: (
        f"Up to {event.cu} CU may retreat by sea (12.4.3)"
        if event.cu > 0
        else "The retreat by sea fails (12.4.3)"
    ),
    events.SupportLossLimited: lambda game, state, event: (
        f"{event.why}: at most {event.most} support"
        f"{' of ' + game.title(event.power) if event.power else ''} is lost"
    ),
    events.SupportSpent: _spent,
    events.SiegeRolled: _siege_rolled,
    events.SiegeRollModified: lambda game, state, event: (
        f"{event.why}: the roll is not made"
        if event.cancelled
        else f"{event.why}: {signed(event.value)} to the siege roll"
        if event.value
        else f"{event.why}: the roll costs {max(event.losses, 0)} CU"
    ),
    events.CityLooted: lambda game, state, event: (
        f"The {game.title(event.power)} loot {game.title(event.space)} (14.4)"
    ),
}
"""One line for each of these events."""
