"""Operations on a battle: the roll, the dice, the losses, the retreat, the political consequences (12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.ruleset import Action
from rules.sword_of_rome import actions, battle_losses, events, strength
from rules.sword_of_rome import data_effects as data
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.conditions import HARMS, enemy_side, own_side
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.leaders import displace
from rules.sword_of_rome.operations import WORKS, Work, next_operation
from rules.sword_of_rome.powers import friendly_space
from rules.sword_of_rome.procedures import Battle, CardEvent, Retreat
from rules.sword_of_rome.retreat_by_sea import havens
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.succession import replace_commander
from rules.sword_of_rome.unfolding import Unfolding


def side_meant(game: Game, state: State, seat: str, who: str) -> str:
    """The side of the battle that is meant: `attacker` or `defender`, "" if none is."""
    battle = find(state, Battle)
    if battle is None:
        return ""
    if who == "own":
        own = own_side(game, state, seat)
        return own[0] if own is not None else ""
    if who == "enemy":
        enemy = enemy_side(game, state, seat)
        return enemy[0] if enemy is not None else ""
    if battle.attacker.power == who or (battle.flank is not None and battle.flank.power == who):
        return strength.ATTACKER
    return strength.DEFENDER if battle.defender.power == who else ""


def _on_a_side(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
    return bool(side_meant(game, state, event.seat, operation.side))


def _in_battle(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
    return find(state, Battle) is not None


def _has_won(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
    """Whether the seat has a victory for which support is given (12.5)."""
    battle, own = find(state, Battle), own_side(game, state, event.seat)
    return battle is not None and own is not None and battle.winner == own[0]


def _modify(unfolding: Unfolding, event: CardEvent, who: str, **changes: Any) -> None:
    side = side_meant(unfolding.game, unfolding.state, event.seat, who)
    unfolding.happen(events.BattleModified(side, unfolding.game.title(event.card), **changes))


def _combat_modifier(unfolding: Unfolding, event: CardEvent, operation: data.CombatModifier) -> None:
    _modify(unfolding, event, operation.side, value=operation.value)


def _combat_dice(unfolding: Unfolding, event: CardEvent, operation: data.CombatDice) -> None:
    _modify(unfolding, event, operation.side, dice=operation.dice)


def _tactics(unfolding: Unfolding, event: CardEvent, operation: data.TacticsModifier) -> None:
    _modify(unfolding, event, operation.side, tactics=operation.value)


def _no_losses(unfolding: Unfolding, event: CardEvent, operation: data.NoCombatLosses) -> None:
    unfolding.happen(
        events.BattleModified(strength.ATTACKER, unfolding.game.title(event.card), bloodless=True)
    )


def _political_bonus(unfolding: Unfolding, event: CardEvent, operation: data.PoliticalBonus) -> None:
    unfolding.happen(
        events.BattleModified(strength.ATTACKER, unfolding.game.title(event.card), points=operation.count)
    )


def _retreating(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The powers of the seat with an army that must retreat from the battle (12.4, 9.5.6-h)."""
    battle = find(state, Battle)
    if battle is None or not battle.winner:
        return ()
    side = strength.other(battle.winner)
    loser = strength.side_of(battle, side)
    found = []
    stays = battle.automatic or (side == strength.ATTACKER and battle.sortie)
    if battle_losses.fighting(state, battle, side) and not stays and game.seat_of.get(loser.power) == seat:
        found.append(loser.power)
    flank = battle.flank
    if flank is not None and side == strength.ATTACKER and game.seat_of.get(flank.power) == seat:
        standing = force(state, flank.space, flank.power)
        if standing is not None and standing.cu and not friendly_space(game, state, flank.power, flank.space):
            found.append(flank.power)
    return tuple(dict.fromkeys(found))


def _retreat_possible(game: Game, state: State, event: CardEvent, operation: data.RetreatLosses) -> bool:
    return bool(_retreating(game, state, event.seat))


def _retreat_losses(unfolding: Unfolding, event: CardEvent, operation: data.RetreatLosses) -> None:
    unfolding.happen(
        events.BattleModified(
            strength.ATTACKER,
            unfolding.game.title(event.card),
            retreat_losses=operation.set,
            powers=_retreating(unfolding.game, unfolding.state, event.seat),
        )
    )


def _sea_possible(game: Game, state: State, event: CardEvent, operation: data.SeaPermission) -> bool:
    """Whether the beaten army stands in a port and another could take it in (12.4.3)."""
    battle = find(state, Battle)
    if battle is None or not battle.winner:
        return False
    loser = strength.side_of(battle, strength.other(battle.winner))
    if loser.power not in _retreating(game, state, event.seat):
        return False
    trial = Retreat(loser.power, event.seat, battle.space, naval=operation.units)
    return bool(havens(game, state, trial))


def _sea_permission(unfolding: Unfolding, event: CardEvent, operation: data.SeaPermission) -> None:
    unfolding.happen(
        events.BattleModified(strength.ATTACKER, unfolding.game.title(event.card), naval=operation.units)
    )


def _losses(unfolding: Unfolding, event: CardEvent, operation: data.CombatLosses) -> None:
    """Before the losses are fixed they are changed; afterwards they are taken at once."""
    game, state = unfolding.game, unfolding.state
    battle = find(state, Battle)
    side = side_meant(game, state, event.seat, operation.side)
    if battle.winner:
        battle_losses.lose(unfolding, battle, side, operation.change, "7.1", counts=operation.support)
        return
    if not operation.only_if:
        unfolding.happen(events.BattleModified(side, game.title(event.card), losses=operation.change))
        return
    own = side_meant(game, state, event.seat, "own")
    loses = side == own
    if (operation.only_if == "won") != loses:  # the side concerned has lost whenever that holds
        unfolding.happen(
            events.BattleModified(side, game.title(event.card), losses_if_enemy_wins=operation.change)
        )


def _replay_possible(game: Game, state: State, event: CardEvent, operation: data.CombatReplay) -> bool:
    battle = find(state, Battle)
    if battle is None or battle.automatic:
        return False
    return all(battle_losses.fighting(state, battle, side) for side in (strength.ATTACKER, strength.DEFENDER))


def _replay(unfolding: Unfolding, event: CardEvent, operation: data.CombatReplay) -> None:
    unfolding.happen(events.BattleFoughtAgain(unfolding.game.title(event.card)))


def _displace(unfolding: Unfolding, event: CardEvent, operation: data.DisplaceCommander) -> None:
    game, state = unfolding.game, unfolding.state
    battle = find(state, Battle)
    side = side_meant(game, state, event.seat, operation.side)
    leader = strength.side_of(battle, side).commander
    if operation.time == "after":
        unfolding.happen(events.BattleModified(side, game.title(event.card), afterwards=leader))
        return
    displace(unfolding, leader, "12.2.4")
    replace_commander(unfolding, battle, side)


def _displace_possible(game: Game, state: State, event: CardEvent, operation: data.DisplaceCommander) -> bool:
    battle = find(state, Battle)
    side = side_meant(game, state, event.seat, operation.side)
    return bool(side) and bool(strength.side_of(battle, side).commander)


# Rolling again


def _reroll_asks(game: Game, state: State, event: CardEvent, operation: data.CombatReroll) -> Decision | None:
    return Decision(event.seat, "roll-again")


def _reroll_options(
    game: Game, state: State, event: CardEvent, operation: data.CombatReroll
) -> Iterator[Action]:
    own = own_side(game, state, event.seat)
    if own is not None:
        for number in range(1, len(own[1].rolled) + 1):
            yield actions.Choose(str(number))


def _reroll_possible(game: Game, state: State, event: CardEvent, operation: data.CombatReroll) -> bool:
    own = own_side(game, state, event.seat)
    return own is not None and bool(own[1].rolled)


def _reroll(
    unfolding: Unfolding, event: CardEvent, operation: data.CombatReroll, action: actions.Choose
) -> None:
    game, state = unfolding.game, unfolding.state
    own = own_side(game, state, event.seat)
    battle = find(state, Battle)
    assert own is not None
    name, side = own
    index = int(action.what) - 1
    left = (event.left if event.left >= 0 else operation.dice) - 1
    if left:
        unfolding.happen(events.EventStepped(event.next, "", event.space, left))
    else:
        next_operation(unfolding, event)
    (die,) = unfolding.chance.roll(
        f"battle:{battle.space}:{side.power}",
        event.seat,
        replaces=side.ordinal,
        replaced_dice=(index,),
    )
    unfolding.happen(events.DieRolledAgain(name, index, side.rolled[index], die, game.title(event.card)))


def _never(unfolding: Unfolding, event: CardEvent, operation: Any) -> None:
    raise AssertionError("a choice comes first")


def _costs_units(game: Game, state: State, event: CardEvent, operation: data.CombatLosses, seat: str) -> bool:
    """Whether the event would cost an army of the seat CU, if its own condition comes true."""
    battle = find(state, Battle)
    side = side_meant(game, state, event.seat, operation.side)
    if battle is None or not side or operation.change <= 0:
        return False
    own = own_side(game, state, seat)
    return own is not None and own[0] == side


HARMS[data.CombatLosses] = _costs_units
WORKS.update(
    {
        data.CombatModifier: Work(_combat_modifier, _on_a_side),
        data.CombatDice: Work(_combat_dice, _on_a_side),
        data.TacticsModifier: Work(_tactics, _on_a_side),
        data.CombatLosses: Work(_losses, _on_a_side),
        data.NoCombatLosses: Work(_no_losses, _in_battle),
        data.PoliticalBonus: Work(_political_bonus, _has_won),
        data.RetreatLosses: Work(_retreat_losses, _retreat_possible),
        data.SeaPermission: Work(_sea_permission, _sea_possible),
        data.CombatReplay: Work(_replay, _replay_possible),
        data.DisplaceCommander: Work(_displace, _displace_possible),
        data.CombatReroll: Work(_never, _reroll_possible, _reroll_asks, _reroll_options, _reroll),
    }
)
