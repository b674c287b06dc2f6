"""What the events of a battle change (12)."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.procedures import Battle, BattleSide, Entry, Modifier
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.strength import ATTACKER, DEFENDER, side_of


def _with_side(state: State, side: str, **changes: Any) -> State:
    battle = find(state, Battle)
    if battle is None:
        return state
    after = msgspec.structs.replace(side_of(battle, side), **changes)
    return change_found(state, Battle, **{side: after})


def _battle_rolled(_: Game, state: State, event: events.BattleRolled) -> State:
    state = _with_side(state, ATTACKER, rolled=event.attacker_dice, ordinal=event.attacker_ordinal)
    return _with_side(state, DEFENDER, rolled=event.defender_dice, ordinal=event.defender_ordinal)


def _die_rolled_again(_: Game, state: State, event: events.DieRolledAgain) -> State:
    battle = find(state, Battle)
    if battle is None:
        return state
    rolled = side_of(battle, event.side).rolled
    return _with_side(state, event.side, rolled=(*rolled[: event.die], event.after, *rolled[event.die + 1 :]))


def _modified(_: Game, state: State, event: events.BattleModified) -> State:
    battle = find(state, Battle)
    if battle is None:
        return state
    side = side_of(battle, event.side)
    state = _with_side(
        state,
        event.side,
        modifiers=(*side.modifiers, Modifier(event.why, event.value, "7.1"))
        if event.value
        else side.modifiers,
        dice=event.dice or side.dice,
        tactics=side.tactics + event.tactics,
        losses=side.losses + event.losses,
        losses_if_enemy_wins=side.losses_if_enemy_wins + event.losses_if_enemy_wins,
        afterwards=(*side.afterwards, event.afterwards) if event.afterwards else side.afterwards,
    )
    changes: dict[str, Any] = {}
    if event.bloodless:
        changes["bloodless"] = True
    if event.points:
        changes["points"] = battle.points + event.points
    if event.retreat_losses >= 0:
        changes["retreat_losses"] = event.retreat_losses
        changes["spared"] = event.powers
    if event.naval:
        changes["naval"] = event.naval
    return change_found(state, Battle, **changes) if changes else state


def _commander_lost(_: Game, state: State, event: events.CommanderLost) -> State:
    return _with_side(state, event.side, commander=event.commander)


def _battle_won(_: Game, state: State, event: events.BattleWon) -> State:
    state = change_found(state, Battle, winner=event.side, automatic=event.automatic)
    if event.side == ATTACKER:
        result = "automatic" if event.automatic else "won"
    else:
        result = "lost"
    return change_found(state, Entry, result=result)


def _losses_counted(_: Game, state: State, event: events.LossesCounted) -> State:
    battle = find(state, Battle)
    if battle is None:
        return state
    return _with_side(state, event.side, lost=side_of(battle, event.side).lost + event.cu)


def _fought_again(game: Game, state: State, event: events.BattleFoughtAgain) -> State:
    battle = find(state, Battle)
    if battle is None:
        return state
    sides = {}
    for side in (ATTACKER, DEFENDER):
        before = side_of(battle, side)
        own = force(state, battle.space, before.power)
        standing = 0 if own is None else own.inside if battle.sortie and side == ATTACKER else own.cu
        sides[side] = BattleSide(
            before.power, before.commander, standing, game.numbers.combat_dice, lost=before.lost
        )
    return change_found(
        state,
        Battle,
        attacker=sides[ATTACKER],
        defender=sides[DEFENDER],
        winner="",
        bloodless=False,
        points=0,
        retreat_losses=-1,
        spared=(),
        naval=0,
        replays=battle.replays + 1,
        stage="joined",
    )


def _wished(_: Game, state: State, event: events.SupportWished) -> State:
    return change_found(state, Battle, wish="yes" if event.wishes else "no")


def _beneficiary(_: Game, state: State, event: events.BeneficiaryNamed) -> State:
    return change_found(state, Battle, beneficiary=event.power)


EVOLVE: dict[type[Event], Evolve] = {
    events.BattleRolled: _battle_rolled,
    events.DieRolledAgain: _die_rolled_again,
    events.BattleModified: _modified,
    events.CommanderLost: _commander_lost,
    events.BattleWon: _battle_won,
    events.LossesCounted: _losses_counted,
    events.BattleFoughtAgain: _fought_again,
    events.SupportWished: _wished,
    events.BeneficiaryNamed: _beneficiary,
}
