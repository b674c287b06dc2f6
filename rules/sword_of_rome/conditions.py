"""When an event may be played: the conditions of `data_conditions` on the position as everybody sees it (7.1.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.sword_of_rome import data_conditions as data
from rules.sword_of_rome.control import homes, kind_of
from rules.sword_of_rome.forces import force, of_power
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.procedures import (
    Activation,
    Battle,
    BattleSide,
    CardEvent,
    Entry,
    Proposal,
    Retreat,
    SiegeRoll,
    Support,
    Voyage,
)
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.where import spaces_of


def holds(game: Game, state: State, seat: str, condition: data.AnyCondition) -> bool:
    """Whether the condition holds for a seat that would play an event now."""
    return _TESTS[type(condition)](game, state, seat, condition)


def all_hold(game: Game, state: State, seat: str, conditions: tuple[data.AnyCondition, ...]) -> bool:
    """Whether all of them hold."""
    return all(_TESTS[type(each)](game, state, seat, each) for each in conditions)


def can_test(condition: data.AnyCondition) -> bool:
    """Whether there is a test for such a condition."""
    return type(condition) in _TESTS


def own_side(game: Game, state: State, seat: str) -> tuple[str, BattleSide] | None:
    """The side on which the seat fights in the battle at hand: `attacker` or `defender`, and the side."""
    battle = find(state, Battle)
    if battle is None:
        return None
    for name, side in (("attacker", battle.attacker), ("defender", battle.defender)):
        if game.seat_of.get(side.power) == seat:
            return name, side
    flank = battle.flank
    if flank is not None and game.seat_of.get(flank.power) == seat:
        return "attacker", battle.attacker
    return None


def enemy_side(game: Game, state: State, seat: str) -> tuple[str, BattleSide] | None:
    """The side against the seat's own."""
    own = own_side(game, state, seat)
    battle = find(state, Battle)
    if own is None or battle is None:
        return None
    return ("defender", battle.defender) if own[0] == "attacker" else ("attacker", battle.attacker)


def moving_power(state: State) -> str:
    """The power of the army that is moving or was just activated."""
    for procedure in reversed(state.stack):
        if isinstance(procedure, (Activation, Entry)):
            return procedure.power
    return ""


def concerned_power(game: Game, state: State, seat: str) -> str:
    """The power of the army of the seat that is concerned now, "" if none is."""
    own = own_side(game, state, seat)
    if own is not None:
        return own[1].power
    for procedure in reversed(state.stack):
        if isinstance(procedure, (Retreat, SiegeRoll, Activation, Entry)):
            return procedure.power if game.seat_of.get(procedure.power) == seat else ""
    return ""


def _own_battle(game: Game, state: State, seat: str, condition: data.OwnBattle) -> bool:
    own = own_side(game, state, seat)
    return own is not None and condition.role in ("", own[0])


def _own_power(game: Game, state: State, seat: str, condition: data.OwnPower) -> bool:
    battle = find(state, Battle)
    if battle is not None:
        fighting = {battle.attacker.power, battle.defender.power}
        if battle.flank is not None:
            fighting.add(battle.flank.power)
        return condition.power in fighting and game.seat_of.get(condition.power) == seat
    return concerned_power(game, state, seat) == condition.power


def _battle_with(_: Game, state: State, seat: str, condition: data.BattleWith) -> bool:
    battle = find(state, Battle)
    if battle is None:
        return False
    fighting = {battle.attacker.power, battle.defender.power}
    if battle.flank is not None:
        fighting.add(battle.flank.power)
    return not fighting.isdisjoint(condition.powers)


def _enemy_is(game: Game, state: State, seat: str, condition: data.EnemyIs) -> bool:
    enemy = enemy_side(game, state, seat)
    return enemy is not None and (enemy[1].power in condition.powers) != condition.negated


def _commander(game: Game, state: State, seat: str, condition: data.Commander) -> bool:
    own = own_side(game, state, seat)
    if own is None or not own[1].commander:
        return False
    commander = game.leaders[own[1].commander]  # an ally's leader may command the side
    return commander.role in condition.roles and game.seat_of.get(commander.power) == seat


def _entry(_: Game, state: State, seat: str, condition: data.Entry) -> bool:
    battle = find(state, Battle)
    if battle is None or battle.sortie:
        return False
    link = "clear" if battle.link in ("", "road") else battle.link
    return link in condition.terrain


def _battle_in(game: Game, state: State, seat: str, condition: data.BattleIn) -> bool:
    battle = find(state, Battle)
    own = own_side(game, state, seat)
    return (
        battle is not None
        and own is not None
        and battle.space in spaces_of(game, state, condition.at, own[1].power)
    )


def _outcome(game: Game, state: State, seat: str, condition: data.Outcome) -> bool:
    battle = find(state, Battle)
    own = own_side(game, state, seat)
    return (
        battle is not None
        and own is not None
        and bool(battle.winner)
        and (battle.winner == own[0]) == condition.won
    )


def _siege_roll(game: Game, state: State, seat: str, condition: data.SiegeRoll) -> bool:
    roll = find(state, SiegeRoll)
    if roll is None or roll.purpose == "raid" or kind_of(game, state, roll.space) != condition.kind:
        return False
    if condition.by and roll.power not in condition.by:
        return False
    if condition.of == "own":
        return game.seat_of.get(roll.power) == seat
    return game.seat_of.get(state.control[roll.space]) == seat


def _moving(game: Game, state: State, seat: str, condition: data.Moving) -> bool:
    power = moving_power(state)
    if not power or (condition.powers and power not in condition.powers):
        return False
    own = game.seat_of.get(power) == seat
    return condition.whose == "any" or own == (condition.whose == "own")


def _neutral_army(_: Game, state: State, seat: str, condition: data.NeutralArmyActivated) -> bool:
    return moving_power(state) == condition.power


def _enters_army(game: Game, state: State, seat: str, condition: data.EntersArmy) -> bool:
    entry = find(state, Entry)
    return entry is not None and any(
        (each.cu or each.inside)
        and (each.leaders or each.shut)
        and not allied(game, state, entry.power, each.power)
        for each in state.forces.get(entry.space, ())
    )


def _enters_home(game: Game, state: State, seat: str, condition: data.EntersHome) -> bool:
    entry = find(state, Entry)
    return entry is not None and game.spaces[entry.space].home == condition.power


def _trying(game: Game, state: State, seat: str, condition: data.Trying) -> bool:
    entry = find(state, Entry)
    return entry is not None and game.seat_of.get(entry.power) == seat


def _adjacent_army(game: Game, state: State, seat: str, condition: data.AdjacentArmy) -> bool:
    return bool(adjacent_armies(game, state, seat, condition.power))


def adjacent_armies(game: Game, state: State, seat: str, power: str) -> tuple[str, ...]:
    """The leaders of armies of this power next to the entered space that have tried nothing in this action."""
    entry = find(state, Entry)
    if entry is None or game.seat_of.get(power) != seat:
        return ()
    pinned = {each.space for each in state.stack if isinstance(each, Entry) and each is not entry}  # 9.5.6-c
    tried = {attempt.leader for attempt in (*entry.interceptions, *entry.avoids)}
    found = []
    for near in sorted(game.board.adjacent[entry.space]):
        own = force(state, near, power)
        if near in pinned:
            continue
        if own is not None and own.cu and own.leaders and own.leaders[0] not in tried:
            found.append(own.leaders[0])
    return tuple(found)


def _at_sea(_: Game, state: State, seat: str, condition: data.AtSea) -> bool:
    voyage = find(state, Voyage)
    return voyage is not None and voyage.why in condition.moves


def _marker_in_play(_: Game, state: State, seat: str, condition: data.MarkerInPlay) -> bool:
    return condition.marker in state.markers


def _leader_at(game: Game, state: State, seat: str, condition: data.LeaderAt) -> bool:
    place = state.leaders.get(condition.leader, "")
    power = game.leaders[condition.leader].power if condition.leader in game.leaders else ""
    own = force(state, place, power)
    return (
        own is not None
        and condition.leader in own.leaders
        and own.cu > 0
        and place in spaces_of(game, state, condition.at, power)
    )


def armies_at(game: Game, state: State, seat: str, condition: data.ArmyAt) -> tuple[str, ...]:
    """The spaces in which an army stands that satisfies the condition."""
    found: set[str] = set()
    for power in condition.powers or game.powers_of[seat]:
        if power not in game.powers:
            continue
        places = spaces_of(game, state, condition.at, power)
        for space, own in of_power(state, power):
            strong = own.cu if condition.outside else own.cu + own.inside
            led = own.leaders if condition.outside else own.leaders or own.shut
            if led and strong >= condition.units and space in places:
                found.add(space)
    return tuple(sorted(found))


def _army_at(game: Game, state: State, seat: str, condition: data.ArmyAt) -> bool:
    return bool(armies_at(game, state, seat, condition))


def _army_near(game: Game, state: State, seat: str, condition: data.ArmyNear) -> bool:
    own = frozenset(game.powers_of[seat])
    for power in condition.powers:
        for space, there in of_power(state, power):
            if not (there.cu + there.inside and (there.leaders or there.shut)):
                continue
            if state.control[space] in own or any(
                state.control[near] in own for near in game.board.adjacent[space]
            ):
                return True
    return False


def _homes_lost(game: Game, state: State, seat: str, condition: data.HomesLost) -> bool:
    lost = sum(1 for space in homes(game, condition.power) if state.control[space] != condition.power)
    return lost >= condition.count


def _alliance_made(game: Game, state: State, seat: str, condition: data.AllianceMade) -> bool:
    proposal = find(state, Proposal)
    return proposal is not None and seat in (
        game.seat_of.get(proposal.power),
        game.seat_of.get(proposal.other),
    )


def _event_hurts_own(game: Game, state: State, seat: str, condition: data.EventHurtsOwn) -> bool:
    event = find(state, CardEvent)
    if event is None or event.seat == seat or event.card not in game.cards:
        return False
    operations = game.cards[event.card].plays[event.play].operations
    return any(
        HARMS[type(each)](game, state, event, each, seat) for each in operations if type(each) in HARMS
    )


HARMS: dict[type[Any], Callable[[Game, State, CardEvent, Any, str], bool]] = {}
"""For each kind of operation that can lower support or remove CU: whether it would do so to a seat. The files
`events_…` add theirs."""


def _support_loss(game: Game, state: State, seat: str, condition: data.SupportLossBy) -> bool:
    support = find(state, Support)
    return (
        support is not None
        and support.mode in ("victory", "lower")
        and condition.power in support.target
        and support.cause in condition.causes
    )


def _mines_working(_: Game, state: State, seat: str, condition: data.MinesWorking) -> bool:
    return not state.mines_depleted


_TESTS: dict[type[Any], Callable[[Game, State, str, Any], bool]] = {
    data.OwnBattle: _own_battle,
    data.OwnPower: _own_power,
    data.BattleWith: _battle_with,
    data.EnemyIs: _enemy_is,
    data.Commander: _commander,
    data.Entry: _entry,
    data.BattleIn: _battle_in,
    data.Outcome: _outcome,
    data.SiegeRoll: _siege_roll,
    data.Moving: _moving,
    data.NeutralArmyActivated: _neutral_army,
    data.EntersArmy: _enters_army,
    data.EntersHome: _enters_home,
    data.Trying: _trying,
    data.AdjacentArmy: _adjacent_army,
    data.AtSea: _at_sea,
    data.MarkerInPlay: _marker_in_play,
    data.LeaderAt: _leader_at,
    data.ArmyAt: _army_at,
    data.ArmyNear: _army_near,
    data.HomesLost: _homes_lost,
    data.AllianceMade: _alliance_made,
    data.EventHurtsOwn: _event_hurts_own,
    data.SupportLossBy: _support_loss,
    data.MinesWorking: _mines_working,
}
