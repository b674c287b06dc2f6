"""What an army on the move can still do, and what a battle that is due promises, in hundredths of a Victory Point."""

from __future__ import annotations

import math

from rules.sword_of_rome.control import is_plain
from rules.sword_of_rome.evaluation_board import SUPPORT, SURRENDER, Friends, besieged, friendships, pull
from rules.sword_of_rome.evaluation_cards import wished
from rules.sword_of_rome.evaluation_worth import worth
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Activation, Battle, Entry
from rules.sword_of_rome.state import INDEPENDENT, Force, State
from rules.sword_of_rome.strength import ATTACKER, DEFENDER, modifiers, strength
from rules.sword_of_rome.tracing import link_for

KILLED, VICTORY = 7, 8
"""A CU lost or destroyed in battle, and the support that goes with a victory (12.5)."""
LOSER_LOSES, WINNER_LOSES = 4, 1
"""The CU that two equal armies lose on average."""
SPREAD = 4.2
"""The standard deviation of the difference of two rolls of three dice."""
LAID, ROLLED = 35, 30
"""Hundredths of a city that an army before it is worth, before the siege is laid, and a roll that can be made."""
RAIDED = 13
"""A raid: plunder in seven rolls of twelve, and support of the enemy, against CU lost (14.2)."""
FACES = 6
RISK = 3
"""What a failed attempt to avoid battle costs (11.1)."""
LIKELY = 9
"""Tenths of what an army could do that count before it does."""


def chance_of(difference: float) -> float:
    """How likely a side wins that adds so much more to its roll; level, the defender wins ties."""
    return 1.0 / (1.0 + math.exp(-1.7 * (difference - 0.5) / SPREAD))


def promise(chance: float, attackers: int, defenders: int, prize: int) -> int:
    """What a battle is worth to its attacker, and costs the defender."""
    won = KILLED * (min(LOSER_LOSES, defenders) - WINNER_LOSES) + VICTORY + prize
    lost = KILLED * (min(LOSER_LOSES, attackers) - WINNER_LOSES) + VICTORY
    return round(chance * won - (1.0 - chance) * lost)


def odds(game: Game, attackers: int, defenders: int, better: int) -> float:
    """How likely so many CU beat so many, with a leader better by so many points of tactics (12.2)."""
    if not attackers or not defenders:
        return 1.0 if attackers else 0.0
    found = game.board.strength(max(attackers, defenders), min(attackers, defenders))
    if found.automatic:
        return 1.0 if attackers > defenders else 0.0
    return chance_of(better + (found.modifier if attackers > defenders else -found.modifier))


def battle_due(game: Game, state: State, battle: Battle) -> int:
    """What a battle that is not decided promises its attacker."""
    attack, defence = strength(battle, ATTACKER), strength(battle, DEFENDER)
    found = game.board.strength(max(attack, defence), max(min(attack, defence), 1))
    if found.automatic and attack != defence:
        chance = 1.0 if attack > defence else 0.0
    else:
        difference: float = sum(each.value for each in modifiers(game, state, battle, ATTACKER))
        difference -= sum(each.value for each in modifiers(game, state, battle, DEFENDER))
        if battle.attacker.rolled and battle.defender.rolled:
            difference += sum(battle.attacker.rolled) - sum(battle.defender.rolled)
            chance = 1.0 if difference > 0 else 0.0
        else:
            chance = chance_of(difference)
    spread = battle.defender.losses - battle.attacker.losses
    prize = _prize(game, state, battle.attacker.power, attack, battle.space)
    return promise(chance, attack, defence, prize) + KILLED * spread


def entry_due(game: Game, state: State, entry: Entry, march: Activation) -> tuple[int, str]:
    """What the battle that an army brings about promises it, and the power that it meets ("": none)."""
    friends = friendships(game, state.alliances)
    enemy = largest_enemy(state, entry.space, friends[march.power])
    if enemy is None:
        return 0, ""
    at_home = state.control[entry.space] in friends[enemy.power]
    prize = _prize(game, state, march.power, march.cu, entry.space)
    return _met(game, march, enemy, at_home, prize), enemy.power


def attempts_due(game: Game, state: State, entry: Entry, march: Activation, due: int) -> int:
    """What declared reactions that are still to be tried take from the moving army: an interception promises a battle
    to the interceptor, and who avoids battle escapes the one that is due."""
    best = 0.0
    tactics = game.leaders[march.leader].tactics
    for attempt in entry.interceptions:
        if attempt.outcome:
            continue
        own = game.leaders[attempt.leader].tactics
        chance = odds(game, march.cu, attempt.cu, tactics - own - 1)
        best = max(best, -promise(chance, march.cu, attempt.cu, 0) * own / FACES)
    for attempt in entry.avoids:
        if not attempt.outcome:
            likely = game.leaders[attempt.leader].tactics / FACES
            best = max(best, due * likely - RISK * (1 - likely))
    return round(best)


def ahead(game: Game, state: State, march: Activation, seat: str) -> int:
    """The best that the army could still do with the movement points that it has left."""
    if not march.cu:
        return 0
    friends = friendships(game, state.alliances)
    wanted = worth(game, seat)
    terrain = game.board.data.terrain
    best = _here(game, state, march, friends, wanted)
    drawn, to = pull(game, state, seat, march.power, march.space)
    wishes = wished(game, state, seat, march.power, march.cu)
    costs = {march.space: 0}
    reached = [march.space]
    for here in reached:
        for name in game.links[here]:
            cost = costs[here] + terrain[link_for(game, march.power, here, name)].movement
            if cost > march.left or costs.get(name, 99) <= cost:
                continue
            costs[name] = cost
            enemy = largest_enemy(state, name, friends[march.power])
            if enemy is None:
                reached.append(name)
            gain = _gain(game, state, march, name, enemy, friends, march.left - cost) + wishes.get(name, 0)
            # What draws the army from afar draws it no longer once it is there.
            best = max(best, LIKELY * gain // 10 - cost - (drawn if name == to else 0))
    return best


def _here(game: Game, state: State, march: Activation, friends: Friends, wanted: dict[str, int]) -> int:
    """What the army can do where it stands: roll for its siege, or lay one by staying (13.1)."""
    space = march.space
    siege = state.sieges.get(space)
    if siege is not None:
        ready = siege.power == march.power and not march.used and march.cu >= game.numbers.siege_least
        return ROLLED * wanted.get(space, 0) // 100 if ready else 0
    holder = state.control[space]
    if holder in friends[march.power]:
        return 0
    if is_plain(game, state, space):
        return LIKELY * _raids(game, march, holder, march.left) // 10
    if march.cu < game.numbers.siege_least:
        return 0
    return LIKELY * LAID * wanted.get(space, 0) // 1000


def _raids(game: Game, march: Activation, holder: str, left: int) -> int:
    """What the raids of an army at a PC of an enemy are worth: one there, and one for each two points more."""
    if not left or holder == INDEPENDENT or not game.powers[march.power].raids:
        return 0
    return RAIDED * ((left + 1) // 2)


def largest_enemy(state: State, space: str, friends: frozenset[str]) -> Force | None:
    """The largest force with CU outside walls that is none of these powers'."""
    enemies = [each for each in state.forces.get(space, ()) if each.cu and each.power not in friends]
    return max(enemies, key=lambda each: (each.cu, each.power)) if enemies else None


def _met(game: Game, march: Activation, enemy: Force, at_home: bool, prize: int) -> int:
    """What it promises to meet an enemy; a friendly space is a point for him (12.2.3)."""
    tactics = game.leaders[enemy.leaders[0]].tactics if enemy.leaders else 0
    better = game.leaders[march.leader].tactics - tactics - at_home
    return promise(odds(game, march.cu, enemy.cu, better), march.cu, enemy.cu, prize)


def _gain(
    game: Game,
    state: State,
    march: Activation,
    space: str,
    enemy: Force | None,
    friends: Friends,
    left: int,
) -> int:
    """What it is worth to bring the army there, with so many movement points left."""
    holder = state.control[space]
    prize = _prize(game, state, march.power, march.cu, space)
    if holder not in friends[march.power] and is_plain(game, state, space):
        prize = max(prize, _raids(game, march, holder, left))
    if enemy is None or _shelters(game, state, space, enemy):
        return prize
    return _met(game, march, enemy, holder in friends[enemy.power], prize)


def _shelters(game: Game, state: State, space: str, enemy: Force) -> bool:
    """Whether the enemy can go within walls of his own with all that he has, so that there is no battle (9.3.1)."""
    room = game.numbers.shelter_most - enemy.inside
    return space in state.loyalty and state.control[space] == enemy.power and enemy.cu <= room


def _prize(game: Game, state: State, power: str, cu: int, space: str) -> int:
    """What holding the field in the space is worth to a power with so many CU: a siege laid or lifted, a PC."""
    owner = game.seat_of.get(power)
    if owner is None:
        return 0
    friends, wanted = friendships(game, state.alliances)[power], worth(game, owner).get(space, 0)
    if state.control[space] in friends:
        siege = state.sieges.get(space)
        if siege is None or siege.power in friends:
            return 0
        return besieged(siege.level, state.loyalty.get(space, 1)) * wanted // 100
    if not is_plain(game, state, space):
        laid = space in state.sieges and state.sieges[space].power == power
        return LAID * wanted // 100 if cu >= game.numbers.siege_least and not laid else 0
    if any(each.power in friends and each.cu for each in state.forces.get(space, ())):
        return 0  # what CU stand on counts already
    return SURRENDER * (SUPPORT + wanted // 4) // 10
