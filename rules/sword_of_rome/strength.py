"""What decides a battle: sizes, modifiers and the losses that the dice cost (12.2, 12.3)."""

from __future__ import annotations

from rules.sword_of_rome.forces import is_minor
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import GAULS, GREECE, ROME, friendly_space
from rules.sword_of_rome.procedures import Battle, BattleSide, Modifier
from rules.sword_of_rome.state import State
from rules.sword_of_rome.ways import is_eased

ATTACKER, DEFENDER = "attacker", "defender"


def other(side: str) -> str:
    """The side against this one."""
    return DEFENDER if side == ATTACKER else ATTACKER


def side_of(battle: Battle, side: str) -> BattleSide:
    """One of the two sides."""
    return battle.attacker if side == ATTACKER else battle.defender


def strength(battle: Battle, side: str) -> int:
    """The size of a side: its CU, with half of a flanking army's, rounded up (12.2.1-a)."""
    size = side_of(battle, side).cu
    if side == ATTACKER and battle.flank is not None:
        size += (battle.flank.cu + 1) // 2
    return size


def superiority(game: Game, battle: Battle) -> tuple[str, int, bool]:
    """The larger side, its modifier, and whether it wins without a roll (12.2.1); "" where both are level."""
    attack, defence = strength(battle, ATTACKER), strength(battle, DEFENDER)
    if attack == defence or not attack or not defence:
        return "", 0, False
    larger = ATTACKER if attack > defence else DEFENDER
    found = game.board.strength(max(attack, defence), min(attack, defence))
    return larger, found.modifier, found.automatic


def tactics(game: Game, side: BattleSide) -> int:
    """The tactics of a side's commander, 0 where there is none (12.2.2)."""
    if not side.commander:
        return 0
    return max(game.leaders[side.commander].tactics + side.tactics, 0)


def modifiers(game: Game, state: State, battle: Battle, side: str) -> tuple[Modifier, ...]:
    """All that a side adds to its roll, each with its rule (12.2.3)."""
    own, enemy = side_of(battle, side), side_of(battle, other(side))
    numbers = game.numbers
    found: list[Modifier] = []
    larger, value, _ = superiority(game, battle)
    if larger == side and value:
        found.append(Modifier("strength ratio", value, "12.2.1"))
    better = tactics(game, own) - tactics(game, enemy)
    if better > 0:
        found.append(Modifier("leadership", better, "12.2.2"))
    if friendly_space(game, state, own.power, battle.space):
        found.append(Modifier("friendly space", numbers.combat_friendly, "12.2.3"))
    if side == ATTACKER:
        if battle.flank is not None:
            found.append(Modifier("flanking army", numbers.combat_flanking, "9.5.6"))
        terrain = game.board.data.terrain.get(battle.link)
        if terrain is not None and terrain.attack and not is_eased(state, own.power, battle.link):
            attack = terrain.attack
            if own.power == ROME and "maniples" in state.markers and battle.link == "rough":
                attack = game.markers["maniples"].value
            found.append(Modifier(f"over a {battle.link} link", attack, "12.2.3"))
    else:
        if battle.intercepted:
            found.append(Modifier("intercepted", numbers.combat_intercepted, "10.5.2"))
        if battle.failed_avoid:
            found.append(Modifier("failed to avoid battle", numbers.combat_avoidance_failed, "11.1"))
    if enemy.power == GAULS and f"wild-beasts:{own.power}" in state.markers:
        found.append(Modifier("Wild Beasts", game.markers["wild-beasts"].value, "7.1"))
    if own.power == GREECE and "elephants" in state.markers and is_named(game, own.commander):
        found.append(Modifier("Elephants", game.markers["elephants"].value, "7.1"))
    return (*found, *own.modifiers)


def is_named(game: Game, leader: str) -> bool:
    """Whether a named leader commands (8.2)."""
    return bool(leader) and not is_minor(game, leader)


def hurts(game: Game, size: int, die: int) -> bool:
    """Whether a die of an army of this size hurts the enemy: small armies hurt with high dice only (12.3-d)."""
    if size == 1:
        return die >= game.numbers.combat_single_unit
    if size == 2:
        return die >= game.numbers.combat_two_units
    return True


def losses(game: Game, battle: Battle, winner: str) -> tuple[int, int]:
    """The CU that winner and loser should lose by the unmodified dice and by cards (12.3)."""
    loser = other(winner)
    first, second = side_of(battle, winner), side_of(battle, loser)
    won = lost = 0
    if not battle.bloodless:
        size = strength(battle, winner)
        for die in first.rolled:
            row = game.board.winner_dice[die - 1]
            won += row.winner
            if hurts(game, size, die):
                lost += row.loser
        size = strength(battle, loser)
        for die in second.rolled:
            row = game.board.loser_dice[die - 1]
            lost += row.loser
            if hurts(game, size, die):
                won += row.winner
    return (
        max(won + first.losses, 0),
        max(lost + second.losses + second.losses_if_enemy_wins, 0),
    )
