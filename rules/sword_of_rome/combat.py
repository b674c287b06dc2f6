"""Battles (12), part by part: the ratio, the dice, the losses, the retreat, and what follows."""

from __future__ import annotations

from rules.sword_of_rome import africa, battle_changes, consequences, events, retreat, siege
from rules.sword_of_rome.battle_losses import destroy, displace_beaten, lose
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.course import PAUSED, after_responses, follow
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.leaders import displace
from rules.sword_of_rome.powers import GREECE, friendly_space
from rules.sword_of_rome.procedures import Activation, Battle
from rules.sword_of_rome.state import State, find
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
from rules.sword_of_rome.unfolding import Unfolding

JOINED, BEFORE, ROLLED, BEATEN = "joined", "before", "rolled", "beaten"
RETREATING, RETREATED, AFTER, CONSEQUENCES = "retreating", "retreated", "after", "consequences"


def _joined(unfolding: Unfolding, battle: Battle) -> str:
    larger, _, automatic = superiority(unfolding.game, battle)
    if automatic:
        _win_outright(unfolding, battle, larger)
        return PAUSED
    return after_responses(unfolding, "battle-certain", BEFORE)


def _win_outright(unfolding: Unfolding, battle: Battle, side: str) -> None:
    """An automatic victory: the smaller army is destroyed (12.2.1-c)."""
    winner, loser = side_of(battle, side), side_of(battle, other(side))
    cu = loser.cu + (battle.flank.cu if battle.flank is not None and side == DEFENDER else 0)
    unfolding.happen(events.BattleWon(battle.space, winner.power, loser.power, side, 0, cu, automatic=True))
    destroy(unfolding, battle, other(side))
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


# After the roll


def _beaten(unfolding: Unfolding, battle: Battle) -> str:
    """Leaders of destroyed armies are displaced (12.3-e); then the loser retreats."""
    for side in (ATTACKER, DEFENDER):
        displace_beaten(unfolding, battle, side)
    return after_responses(unfolding, "retreat", RETREATING)


def _retreating(unfolding: Unfolding, battle: Battle) -> str:
    """The loser retreats (12.4), and a flanking army that is not at home already (9.5.6-h)."""
    side = other(battle.winner)
    unfolding.reach(RETREATED)
    if side == ATTACKER:
        _flank_retreats(unfolding, battle)
    _loser_retreats(unfolding, battle, side)
    return PAUSED


def _flank_retreats(unfolding: Unfolding, battle: Battle) -> None:
    game, state, flank = unfolding.game, unfolding.state, battle.flank
    if flank is None or battle.automatic or friendly_space(game, state, flank.power, flank.space):
        return
    standing = force(state, flank.space, flank.power)
    if standing is None or not standing.cu:
        return
    spared = battle.retreat_losses if flank.power in battle.spared else -1
    retreat.begin(unfolding, flank.power, flank.space, losses=spared, flank=True)


def _loser_retreats(unfolding: Unfolding, battle: Battle, side: str) -> None:
    game, state = unfolding.game, unfolding.state
    loser = side_of(battle, side)
    own = force(state, battle.space, loser.power)
    stays = (
        battle.automatic
        or (side == ATTACKER and battle.sortie)  # 12.4.4-b
        or africa.ends_carthage(game, battle.space, loser.power)
    )
    if own is None or not own.cu or stays:
        return
    naval = battle.naval
    march = find(state, Activation)
    if side == ATTACKER and battle.link == "sea" and march is not None:  # 12.4.3-c: the ships are there
        naval = max(naval, march.naval)
    retreat.begin(
        unfolding,
        loser.power,
        battle.space,
        first=battle.origin if side == ATTACKER else "",
        link=battle.link if side == ATTACKER else "",
        barred=battle.origin if side == DEFENDER and not battle.sortie else "",
        losses=battle.retreat_losses if loser.power in battle.spared else -1,
        defender=side == DEFENDER,
        naval=naval,
    )


def _retreated(unfolding: Unfolding, battle: Battle) -> str:
    """The winner lays siege (13.1.2); then responses after the battle."""
    winner = side_of(battle, battle.winner)
    siege.lay_after_battle(unfolding, winner.power, battle.space)
    return after_responses(unfolding, "battle-over", AFTER)


def _after(unfolding: Unfolding, battle: Battle) -> str:
    """Leaders whom a card takes out after the battle go; then political consequences (12.5)."""
    unfolding.reach(CONSEQUENCES)
    for side in (ATTACKER, DEFENDER):
        for leader in side_of(battle, side).afterwards:
            if unfolding.state.leaders.get(leader) in unfolding.game.spaces:
                displace(unfolding, leader, "7.1")
    consequences.settle(unfolding, battle)
    return PAUSED


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


def _asks(game: Game, state: State, battle: Battle) -> Decision | None:
    return consequences.asks(game, state, battle) if battle.stage == AFTER else None


CHAPTER = Chapter(_go_on, _asks, consequences.options, consequences.refuse, consequences.act)
EVOLVE = battle_changes.EVOLVE
