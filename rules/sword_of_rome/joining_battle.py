"""How a battle is joined: who fights, with how many CU, and whether the ratio settles it (12.1, 12.2.1)."""

from __future__ import annotations

from rules.sword_of_rome.control import controlled
from rules.sword_of_rome.forces import enemies_outside, force, is_minor
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Activation, Battle, BattleSide, Entry, Voyage
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.strength import superiority
from rules.sword_of_rome.unfolding import Unfolding


def joined(game: Game, state: State, entry: Entry) -> Battle | None:
    """The battle between the army that entered and the enemy outside walls; None if there is none to be fought."""
    enemies = enemies_outside(game, state, entry.space, entry.power)
    own = force(state, entry.space, entry.power)
    if not enemies or own is None:
        return None
    cu = own.inside if entry.sortie else own.cu + (own.inside if entry.relief else 0)  # 12.2.1-a
    if not cu:  # the army may have been lost at sea meanwhile
        return None
    enemy = enemies[0]
    march = find(state, Activation)
    commander = march.leader if march is not None else (own.leaders or own.shut or ("",))[0]
    if entry.relief and own.shut and is_minor(game, commander) and not is_minor(game, own.shut[0]):
        commander = own.shut[0]  # 13.4.2-b
    held = [
        f"{power}/{space}"
        for power in dict.fromkeys((entry.power, enemy.power, *((entry.flank.power,) if entry.flank else ())))
        for space in controlled(state, power)
    ]
    return Battle(
        seat=entry.seat,
        space=entry.space,
        attacker=BattleSide(entry.power, commander, cu, game.numbers.combat_dice),
        defender=BattleSide(
            enemy.power, enemy.leaders[0] if enemy.leaders else "", enemy.cu, game.numbers.combat_dice
        ),
        origin=entry.origin,
        link=entry.link,
        intercepted=_intercepted(entry, enemy.power),
        failed_avoid=any(each.outcome == "failure" and each.power == enemy.power for each in entry.avoids),
        sortie=entry.sortie,
        relief=entry.relief,
        flank=entry.flank,
        held=tuple(held),
    )


def _intercepted(entry: Entry, enemy: str) -> bool:
    """Whether the defender has intercepted (10.5.2); an event may make up for a roll."""
    succeeded = [each.power for each in entry.interceptions if each.outcome == "success"]
    return enemy in succeeded or (entry.intercepted and not succeeded)


def is_settled(game: Game, state: State, entry: Entry) -> bool:
    """Whether the ratio gives one side an automatic victory before any flanking army is activated (12.1 D)."""
    battle = joined(game, state, entry)
    return battle is not None and superiority(game, battle)[2]


def join(unfolding: Unfolding, entry: Entry) -> None:
    """The battle begins, if there is anybody to fight (12.1)."""
    battle = joined(unfolding.game, unfolding.state, entry)
    if battle is not None:
        unfolding.begin(battle)


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
