"""Leader combat (7.2): a leader attacks an adjacent enemy leader; a harmed leader's unit gives way."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.casualties import order_retreat
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.leaders import DEATH, WOUND, harm, rating, relocate_survivors, share_fate
from rules.middle_earth.paths import hex_of
from rules.middle_earth.pieces import eliminate, leaders_with
from rules.middle_earth.retreat import LEADER, can_retreat
from rules.middle_earth.state import State, changed, members
from rules.middle_earth.terrain import free_melee, raised_melee
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import distance
from rules.ruleset import Action, Event


def refuse_attacker(game: Game, state: State, leader: str, seat: str) -> Refusal | None:
    """Why the leader may not attack anybody now, or None."""
    if leader not in state.leaders or game.seat_of[leader] != seat:
        return "7.25", f"{game.title(leader)} is no leader of yours on the map"
    if state.duelled.get(leader, 0) >= game.exclusive.duels(game, state, leader):
        return "7.24", f"{game.title(leader)} has already attacked in this phase"
    return game.exclusive.forbids_duel(game, state, leader)


def refuse_duel(game: Game, state: State, attacker: str, defender: str, seat: str) -> Refusal | None:
    """Why one leader may not attack the other, or None."""
    if attacker in game.board.units:
        return "7.25", "leaders fight only leaders"
    refused = refuse_attacker(game, state, attacker, seat)
    if refused is not None:
        return refused
    if defender in game.board.units and defender not in game.exclusive.quarry(game, state, attacker):
        return "7.25", "leaders fight only leaders"
    if not hex_of(state, defender) or game.seat_of[defender] == seat:
        return "7.25", f"{game.title(defender)} is no enemy leader on the map"
    here, there = state.leaders[attacker].hex, hex_of(state, defender)
    if distance(here, there) != 1:
        return "7.21", f"{game.title(defender)} is not next to {game.title(attacker)}"
    if there not in _reached(game, state, attacker, here):
        return (
            "7.35",
            f"{game.title(attacker)} cannot attack from {here} into {there}: the terrain forbids it",
        )
    return None


def _reached(game: Game, state: State, leader: str, here: str) -> tuple[str, ...]:
    role = game.role(leader)
    return (
        *free_melee(game, state, role, "leader", here),
        *raised_melee(game, state, leader, "leader", here),
    )


def options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """All leader combat that is allowed now (7.21)."""
    found: list[Action] = []
    for attacker in game.leaders_of[seat]:
        if attacker not in state.leaders or refuse_attacker(game, state, attacker, seat) is not None:
            continue
        for name in _reached(game, state, attacker, state.leaders[attacker].hex):
            found += [
                actions.Duel(attacker, each)
                for each in state.leaders_at.get(name, ())
                if game.seat_of[each] != seat
            ]
            found += [
                actions.Duel(attacker, each)
                for each in state.at.get(name, ())
                if each in game.exclusive.quarry(game, state, attacker)
            ]
    return tuple(found)


def _attacking_rating(
    game: Game, state: State, attacker: str, defender: str
) -> tuple[int, tuple[events.Modifier, ...]]:
    value, modifiers = rating(game, state, attacker)
    spurred = game.exclusive.duel_modifiers(game, state, attacker, defender)
    return value + sum(each.amount for each in spurred), (*modifiers, *spurred)


def differential_of(game: Game, state: State, attacker: str, defender: str) -> int:
    """The attacker's rating less the defender's (7.22)."""
    own, _ = _attacking_rating(game, state, attacker, defender)
    other, _ = _defending_rating(game, state, attacker, defender)
    return own - other


def duel(unfolding: Unfolding, seat: str, action: actions.Duel) -> None:
    """One leader attacks another (7.22); the harmed leader's unit retreats (7.23)."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_duel(game, state, action.attacker, action.defender, seat)
    if refused is not None:
        raise IllegalAction(*refused)
    own, own_modifiers = _attacking_rating(game, state, action.attacker, action.defender)
    other, other_modifiers = _defending_rating(game, state, action.attacker, action.defender)
    differential = own - other
    least, greatest = game.board.duel_bounds
    die = unfolding.chance.roll(
        f"duel:{game.in_purpose(action.attacker)}>{game.in_purpose(action.defender)}", seat
    )[0]
    result = game.board.duel[die, max(least, min(differential, greatest))]  # 7.26
    unfolding.happen(
        events.DuelFought(
            attacker=action.attacker,
            defender=action.defender,
            attacker_rating=own,
            defender_rating=other,
            differential=differential,
            die=die,
            result=result.text,
            attacker_modifiers=own_modifiers,
            defender_modifiers=other_modifiers,
            hex=hex_of(state, action.defender),
        )
    )
    if not result.harmed:
        return
    harmed = action.attacker if result.harmed == "attacker" else action.defender
    if harmed in state.units:
        _wound_unit(unfolding, harmed)
        return
    place = state.leaders[harmed].hex
    here = state.at.get(place, ())
    harm(unfolding, harmed, DEATH if result.killed else WOUND, "7.26")
    if here:
        give_way(unfolding, here[0])


def _defending_rating(
    game: Game, state: State, attacker: str, defender: str
) -> tuple[int, tuple[events.Modifier, ...]]:
    if defender in state.units:
        return game.exclusive.quarry(game, state, attacker)[defender], ()
    return rating(game, state, defender)


def _wound_unit(unfolding: Unfolding, unit: str) -> None:
    """A unit that a leader fights as if it were a leader is flipped, then eliminated, and stays where it is (8.21)."""
    if unfolding.state.units[unit].reduced:
        eliminate(unfolding, unit, "7.26")
    else:
        unfolding.happen(events.UnitReduced(unit, "7.26"))


def give_way(unfolding: Unfolding, unit: str) -> None:
    """The unit with a harmed leader must retreat (7.23)."""
    game, state = unfolding.game, unfolding.state
    units = members(state, unit)
    leaders = leaders_with(game, state, unit)
    hexes = game.board.numbers.leader_hit_retreat
    if len(units) > 1 and not any(can_retreat(game, state, each, hexes) for each in units):
        _lose_in_place(unfolding, units, leaders)
    else:
        order_retreat(unfolding, units, hexes, LEADER)
        if not any(each in unfolding.state.units for each in units):  # 7.57
            share_fate(unfolding, leaders, DEATH)  # 8.24
    relocate_survivors(unfolding, leaders, "8.24")


def _lose_in_place(unfolding: Unfolding, units: tuple[str, ...], leaders: tuple[str, ...]) -> None:
    """A formation of which neither unit can retreat: both are flipped, or eliminated if they were already (7.23)."""
    state = unfolding.state
    eliminated = state.units[units[0]].reduced or state.units[units[0]].disrupted  # 7.57
    for unit in units:
        if eliminated:
            eliminate(unfolding, unit, "7.23")
        else:
            unfolding.happen(events.UnitReduced(unit, "7.23"))
    share_fate(unfolding, leaders, DEATH if eliminated else WOUND)


def _duel_fought(_: Game, state: State, event: events.DuelFought) -> State:
    fought = state.duelled.get(event.attacker, 0) + 1
    return changed(state, duelled=state.duelled.set(event.attacker, fought))  # 7.24


EVOLVE: dict[type[Event], Evolve] = {events.DuelFought: _duel_fought}
