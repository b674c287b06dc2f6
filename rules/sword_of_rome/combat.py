"""Battles (12): strength, dice, modifiers, losses, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, africa, events, retreat, siege
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import controlled
from rules.sword_of_rome.course import PAUSED, after_responses, follow
from rules.sword_of_rome.forces import enemies_outside, force, is_minor
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import displace, displace_all
from rules.sword_of_rome.powers import GREECE, decider, friendly_space
from rules.sword_of_rome.procedures import Activation, Battle, BattleSide, Entry, Modifier, Support, Voyage
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.strength import (
    ATTACKER,
    DEFENDER,
    is_named,
    losses,
    modifiers,
    other,
    side_of,
    strength,
    superiority,
)
from rules.sword_of_rome.support import shielded
from rules.sword_of_rome.unfolding import Unfolding

JOINED, BEFORE, ROLLED, BEATEN = "joined", "before", "rolled", "beaten"
RETREATING, RETREATED, AFTER, CONSEQUENCES = "retreating", "retreated", "after", "consequences"


# Joining battle


def join(unfolding: Unfolding, entry: Entry) -> None:
    """A battle begins between the army that entered and the enemy outside walls (12.1)."""
    game, state = unfolding.game, unfolding.state
    enemies = enemies_outside(game, state, entry.space, entry.power)
    own = force(state, entry.space, entry.power)
    if not enemies or own is None:  # the army may have been lost at sea meanwhile
        return
    enemy = enemies[0]
    march = find(state, Activation)
    commander = march.leader if march is not None else (own.leaders or own.shut or ("",))[0]
    if entry.relief and own.shut and is_minor(game, commander) and not is_minor(game, own.shut[0]):
        commander = own.shut[0]  # 13.4.2-b
    cu = own.inside if entry.sortie else own.cu + (own.inside if entry.relief else 0)
    held = [
        f"{power}/{space}"
        for power in dict.fromkeys((entry.power, enemy.power, *((entry.flank.power,) if entry.flank else ())))
        for space in controlled(state, power)
    ]
    unfolding.begin(
        Battle(
            seat=entry.seat,
            space=entry.space,
            attacker=BattleSide(entry.power, commander, cu, game.numbers.combat_dice),
            defender=BattleSide(
                enemy.power, enemy.leaders[0] if enemy.leaders else "", enemy.cu, game.numbers.combat_dice
            ),
            origin=entry.origin,
            link=entry.link,
            intercepted=entry.intercepted
            and not entry.surprised
            and any(each.outcome == "success" and each.power == enemy.power for each in entry.interceptions),
            failed_avoid=any(
                each.outcome == "failure" and each.power == enemy.power for each in entry.avoids
            ),
            sortie=entry.sortie,
            relief=entry.relief,
            flank=entry.flank,
            held=tuple(held),
        )
    )


def refuse_battle_at_sea(unfolding: Unfolding, entry: Entry, march: Activation) -> None:
    """An army that came by sea declines battle by sailing back; that is always rolled for (10.5.1-b)."""
    unfolding.begin(
        Voyage(
            entry.seat,
            entry.power,
            entry.space,
            entry.origin,
            march.cu,
            (march.leader, *march.followers),
            "refuse-battle",
            roll=True,
        )
    )


def _joined(unfolding: Unfolding, battle: Battle) -> str:
    larger, _, automatic = superiority(unfolding.game, battle)
    if automatic:
        _win_outright(unfolding, battle, larger)
        return PAUSED
    return after_responses(unfolding, "battle-certain", BEFORE)


def _win_outright(unfolding: Unfolding, battle: Battle, side: str) -> None:
    """An automatic victory: the smaller army is destroyed (12.2.1-c)."""
    winner, loser = side_of(battle, side), side_of(battle, other(side))
    unfolding.happen(
        events.BattleWon(battle.space, winner.power, loser.power, side, 0, loser.cu, automatic=True)
    )
    lose(unfolding, battle, other(side), loser.cu, "12.2.1", flank_too=False)
    unfolding.reach(BEATEN)


def _before(unfolding: Unfolding, battle: Battle) -> str:
    """The battle roll (12.2.3)."""
    game, state = unfolding.game, unfolding.state
    attacker, defender = battle.attacker, battle.defender
    attack = unfolding.chance.roll(
        f"battle:{battle.space}:{attacker.power}", game.seat_of.get(attacker.power, ""), attacker.dice
    )
    defence = unfolding.chance.roll(
        f"battle:{battle.space}:{defender.power}", game.seat_of.get(defender.power, ""), defender.dice
    )
    attack_by = modifiers(game, state, battle, ATTACKER)
    defence_by = modifiers(game, state, battle, DEFENDER)
    first, second = (outcome.ordinal for outcome in unfolding.chance.outcomes[-2:])
    unfolding.happen(
        events.BattleRolled(
            battle.space,
            attacker.power,
            strength(battle, ATTACKER),
            attack,
            attack_by,
            sum(attack) + sum(each.value for each in attack_by),
            defender.power,
            strength(battle, DEFENDER),
            defence,
            defence_by,
            sum(defence) + sum(each.value for each in defence_by),
            first,
            second,
        )
    )
    return after_responses(unfolding, "battle-rolled", ROLLED)


# 12.3: losses


def _rolled(unfolding: Unfolding, battle: Battle) -> str:
    """Who wins, and what both sides lose (12.2.5, 12.3)."""
    game, state = unfolding.game, unfolding.state
    totals = {
        side: sum(side_of(battle, side).rolled)
        + sum(each.value for each in modifiers(game, state, battle, side))
        for side in (ATTACKER, DEFENDER)
    }
    side = ATTACKER if totals[ATTACKER] > totals[DEFENDER] else DEFENDER
    winner, loser = side_of(battle, side), side_of(battle, other(side))
    won, lost = losses(game, battle, side)
    if winner.power == GREECE and "elephants" in state.markers and is_named(game, winner.commander):
        lost += game.markers["elephants"].losses
    unfolding.happen(events.BattleWon(battle.space, winner.power, loser.power, side, won, lost))
    lose(unfolding, battle, side, won, "12.3")
    lose(unfolding, battle, other(side), lost, "12.3")
    unfolding.reach(BEATEN)
    return PAUSED


def lose(
    unfolding: Unfolding,
    battle: Battle,
    side: str,
    cu: int,
    rule: str,
    *,
    flank_too: bool = True,
    counts: bool = True,
) -> None:
    """A side loses CU, at most what it has; a flanking army bears half, an odd one falls on the pinning army
    (9.5.6-f)."""
    power = side_of(battle, side).power
    here = fighting(unfolding.state, battle, side)
    flank = battle.flank if side == ATTACKER and flank_too else None
    there = 0
    if flank is not None:
        standing = force(unfolding.state, flank.space, flank.power)
        there = min(flank.cu, standing.cu if standing is not None else 0)
    main = min(cu - cu // 2 if flank is not None else cu, here)
    aside = min(cu - main, there)
    main = min(cu - aside, here)
    if main:
        lose_units(
            unfolding, power, battle.space, main, rule, inside_first=battle.sortie and side == ATTACKER
        )
    if aside and flank is not None:
        lose_units(unfolding, flank.power, flank.space, aside, rule)
    if counts and main + aside:
        unfolding.happen(events.LossesCounted(side, main + aside))


def fighting(state: State, battle: Battle, side: str) -> int:
    """The CU of a side that are still in the battle space."""
    own = force(state, battle.space, side_of(battle, side).power)
    if own is None:
        return 0
    if side == DEFENDER:
        return own.cu
    return own.inside if battle.sortie else own.cu + (own.inside if battle.relief else 0)


# After the roll


def _beaten(unfolding: Unfolding, battle: Battle) -> str:
    """Leaders of destroyed armies are displaced (12.3-e); then the loser retreats."""
    for side in (ATTACKER, DEFENDER):
        _displace_of(unfolding, battle, side)
    return after_responses(unfolding, "retreat", RETREATING)


def _displace_of(unfolding: Unfolding, battle: Battle, side: str) -> None:
    own = force(unfolding.state, battle.space, side_of(battle, side).power)
    if own is None:
        return
    if side == ATTACKER and battle.sortie:
        if not own.inside and not own.cu:
            displace_all(unfolding, own.shut, "12.3")
        return
    relieved = side == ATTACKER and battle.relief and battle.winner == ATTACKER and own.inside  # 8.4
    if not own.cu and own.leaders and not relieved:
        displace_all(unfolding, own.leaders, "12.3")


def _retreating(unfolding: Unfolding, battle: Battle) -> str:
    """The loser retreats (12.4), and a flanking army that is not at home already (9.5.6-h)."""
    game, state = unfolding.game, unfolding.state
    side = other(battle.winner)
    loser = side_of(battle, side)
    flank = battle.flank if side == ATTACKER else None
    if flank is not None and not friendly_space(game, state, flank.power, flank.space):  # 9.5.6-h
        standing = force(state, flank.space, flank.power)
        if standing is not None and standing.cu:
            unfolding.reach(RETREATED)
            spared = battle.retreat_losses if flank.power in battle.spared else -1
            retreat.begin(unfolding, flank.power, flank.space, losses=spared, flank=True)
    own = force(state, battle.space, loser.power)
    stays = (
        battle.automatic
        or (side == ATTACKER and battle.sortie)  # 12.4.4-b
        or africa.ends_carthage(game, battle.space, loser.power)
    )
    if own is not None and own.cu and not stays:
        if type(unfolding.state.stack[-1]) is Battle:
            unfolding.reach(RETREATED)
        retreat.begin(
            unfolding,
            loser.power,
            battle.space,
            first=battle.origin if side == ATTACKER else "",
            link=battle.link if side == ATTACKER else "",
            barred=battle.origin if side == DEFENDER and not battle.sortie else "",
            losses=battle.retreat_losses if loser.power in battle.spared else -1,
            defender=side == DEFENDER,
            naval=battle.naval,
        )
    return PAUSED if type(unfolding.state.stack[-1]) is not Battle else RETREATED


def _retreated(unfolding: Unfolding, battle: Battle) -> str:
    """The winner lays siege (13.1.2); then responses after the battle."""
    winner = side_of(battle, battle.winner)
    siege.lay_after_battle(unfolding, winner.power, battle.space)
    return after_responses(unfolding, "battle-over", AFTER)


def _after(unfolding: Unfolding, battle: Battle) -> str:
    """Political consequences (12.5), and what a battle in Africa brings about (17.2)."""
    unfolding.reach(CONSEQUENCES)
    game = unfolding.game
    for side in (ATTACKER, DEFENDER):
        for leader in side_of(battle, side).afterwards:
            if unfolding.state.leaders.get(leader) in game.spaces:
                displace(unfolding, leader, "7.1")
    winner, loser = side_of(battle, battle.winner), side_of(battle, other(battle.winner))
    if africa.ends_carthage(game, battle.space, loser.power):  # in place of political consequences
        africa.end_carthage(unfolding)
        return PAUSED
    targets = [loser.power]
    if battle.winner == DEFENDER and battle.flank is not None and battle.flank.power != loser.power:  # 12.5-d
        targets.append(battle.flank.power)
    points = {winner.power: battle.points}  # what an event adds is its own seat's, whoever gains the rest
    power = battle.beneficiary or winner.power
    points[power] = points.get(power, 0) + (loser.lost + 1) // 2
    for each, count in points.items():
        if count:
            _gain_support(unfolding, battle, each, count, tuple(targets))
    africa.call_hamilcar_home(unfolding, battle.space, winner.power)
    return PAUSED


def _gain_support(
    unfolding: Unfolding, battle: Battle, power: str, points: int, targets: tuple[str, ...]
) -> None:
    game = unfolding.game
    winner = side_of(battle, battle.winner)
    held = tuple(each.partition("/")[2] for each in battle.held if each.partition("/")[0] == power)
    unfolding.begin(
        Support(
            battle.seat if power != winner.power else decider(game, unfolding.state, winner.power),
            power,
            points,
            "victory",
            target=targets,
            held=held,
            limits=shielded(game, unfolding.state, targets, points),
            cause="victory",
            why="12.5",
        )
    )


def _consequences(unfolding: Unfolding, battle: Battle) -> str:
    unfolding.finish()
    return PAUSED


_STEPS = {
    JOINED: _joined,
    BEFORE: _before,
    ROLLED: _rolled,
    BEATEN: _beaten,
    RETREATING: _retreating,
    RETREATED: _retreated,
    AFTER: _after,
    CONSEQUENCES: _consequences,
}


def _go_on(unfolding: Unfolding, battle: Battle) -> None:
    follow(unfolding, battle, _STEPS, _asks)


# What the events do


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
        stage=JOINED,
    )


# 12.5-c: support for an ally whose army flanked


def _asks(game: Game, state: State, battle: Battle) -> Decision | None:
    if battle.stage != AFTER or battle.winner != ATTACKER or battle.beneficiary:
        return None
    flank = battle.flank
    if flank is None or game.seat_of.get(flank.power, battle.seat) == battle.seat or not battle.defender.lost:
        return None
    return Decision(battle.seat, "beneficiary", flank.power)


def _options(game: Game, state: State, battle: Battle, now: Decision) -> Iterator[Action]:
    yield actions.Choose(battle.attacker.power)
    yield actions.Choose(now.power)


def _refuse(game: Game, state: State, battle: Battle, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.Choose) and action.what in (battle.attacker.power, now.power):
        return None
    return (
        "12.5",
        f"say whether {game.title(battle.attacker.power)} or {game.title(now.power)} gain the support",
    )


def _act(unfolding: Unfolding, battle: Battle, now: Decision, action: Action) -> None:
    assert isinstance(action, actions.Choose)
    unfolding.happen(events.BeneficiaryNamed(action.what))


def _beneficiary(_: Game, state: State, event: events.BeneficiaryNamed) -> State:
    return change_found(state, Battle, beneficiary=event.power)


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.BattleRolled: _battle_rolled,
    events.DieRolledAgain: _die_rolled_again,
    events.BattleModified: _modified,
    events.CommanderLost: _commander_lost,
    events.BattleWon: _battle_won,
    events.LossesCounted: _losses_counted,
    events.BattleFoughtAgain: _fought_again,
    events.BeneficiaryNamed: _beneficiary,
}
