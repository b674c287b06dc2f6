"""CU and leaders on the map: looking them up, and how events move them.

What stands within walls is told apart from what stands outside (9.3.1). Units within come out again as soon as no
enemy CU stand outside (`tidy`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.procedures import Activation, Entry, Impulse, Retreat
from rules.sword_of_rome.state import AWAY, CUP, DISPLACED, Force, State, change_found, changed, find


def force(state: State, space: str, power: str) -> Force | None:
    """What the power has in the space, or None."""
    for each in state.forces.get(space, ()):
        if each.power == power:
            return each
    return None


def units(state: State, space: str, power: str) -> int:
    """CU of the power in the space, within walls and outside."""
    own = force(state, space, power)
    return 0 if own is None else own.cu + own.inside


def outside(state: State, space: str, power: str) -> int:
    """CU of the power in the space outside walls."""
    own = force(state, space, power)
    return 0 if own is None else own.cu


def total(state: State, power: str) -> int:
    """All CU of a power on the map."""
    return sum(
        each.cu + each.inside for forces in state.forces.values() for each in forces if each.power == power
    )


def of_power(state: State, power: str) -> Iterator[tuple[str, Force]]:
    """The spaces with something of the power, in the order of the alphabet."""
    for space in sorted(state.forces):
        for each in state.forces[space]:
            if each.power == power:
                yield space, each


def enemies_outside(game: Game, state: State, space: str, power: str) -> list[Force]:
    """Forces in the space with CU outside walls that are enemies of the power, the largest first."""
    found = [
        each
        for each in state.forces.get(space, ())
        if each.cu and each.power != power and not allied(game, state, power, each.power)
    ]
    if len(found) > 1:
        found.sort(key=lambda each: (-each.cu, each.power))
    return found


def enemy_units(game: Game, state: State, space: str, power: str) -> bool:
    """Whether CU of an enemy of the power stand in the space, within walls or outside."""
    return any(
        (each.cu or each.inside) and each.power != power and not allied(game, state, power, each.power)
        for each in state.forces.get(space, ())
    )


def foreign_outside(state: State, space: str, power: str) -> bool:
    """Whether units of any other power, allies too, stand in the space outside walls (15.3)."""
    return any(each.power != power and (each.cu or each.leaders) for each in state.forces.get(space, ()))


def foreign_units(state: State, space: str, power: str) -> bool:
    """Whether CU of any other power are in the space."""
    return any(each.power != power and (each.cu or each.inside) for each in state.forces.get(space, ()))


def besieging_units(game: Game, state: State, space: str, owner: str) -> bool:
    """Whether an enemy of the owner has CU outside the walls of the space."""
    return bool(enemies_outside(game, state, space, owner))


def is_minor(game: Game, leader: str) -> bool:
    """Whether he is no named leader (8.2)."""
    return game.leaders[leader].role == "minor"


def is_consul(game: Game, leader: str) -> bool:
    """Every named Roman leader but the Dictator (8.2.2)."""
    return game.leaders[leader].role == "consul"


def ranked(game: Game, leaders: Iterable[str], first: str = "") -> tuple[str, ...]:
    """Leaders in the order of command: `first` where he may command, named ones before minor ones (8.2.1)."""
    ordered = sorted(
        leaders,
        key=lambda each: (
            game.leaders[each].role != "dictator",  # he commands any stack that he joins
            game.leaders[each].role == "minor",
            -game.leaders[each].tactics,
            game.leaders[each].activation,
            each,
        ),
    )
    if (
        first in ordered
        and (not is_minor(game, first) or is_minor(game, ordered[0]))
        and game.leaders[ordered[0]].role != "dictator"
    ):
        ordered.remove(first)
        ordered.insert(0, first)
    return tuple(ordered)


# Changing


def with_force(state: State, space: str, power: str, **changes: Any) -> State:
    """The state with what the power has in the space changed; a force of nothing is taken away."""
    here = state.forces.get(space, ())
    own = next((each for each in here if each.power == power), None)
    made = msgspec.structs.replace(own, **changes) if own is not None else Force(power, **changes)
    others = tuple(each for each in here if each.power != power)
    if made.cu or made.inside or made.leaders or made.shut:
        left: tuple[Force, ...] = (*others, made)
        if len(left) > 1:
            left = tuple(sorted(left, key=lambda each: each.power))
    else:
        left = others
    watched = any(each.inside or each.shut or (each.leaders and not each.cu) for each in left)
    watch = state.watch
    if watched != (space in watch):
        watch = watch | {space} if watched else watch - {space}
    forces = state.forces.set(space, left) if left else state.forces.delete(space) if here else state.forces
    return msgspec.structs.replace(state, forces=forces, watch=watch)


def _with_leaders(state: State, leaders: Sequence[str], place: str) -> State:
    if not leaders:
        return state
    where = state.leaders
    for leader in leaders:
        where = where.set(leader, place)
    return changed(state, leaders=where)


def _board_set(game: Game, state: State, event: events.BoardSet) -> State:
    kind = state.control.__class__
    return changed(
        state,
        control=kind(event.control),
        loyalty=state.loyalty.__class__(event.loyalty),
        vp=state.vp.__class__(event.vp),
        leaders=state.leaders.__class__(event.leaders),
        desperate=state.desperate.__class__((seat, game.desperate.get(seat, ())) for seat in game.seats),
    )


def _units_placed(_: Game, state: State, event: events.UnitsPlaced) -> State:
    own = force(state, event.space, event.power)
    return with_force(
        state,
        event.space,
        event.power,
        cu=(own.cu if own else 0) + event.cu,
        militia=(own.militia if own else 0) + event.militia,
    )


def _units_lost(_: Game, state: State, event: events.UnitsLost) -> State:
    own = force(state, event.space, event.power)
    if own is None:
        return state
    left = max(own.cu - (event.cu - event.inside), 0)
    within = max(own.inside - event.inside, 0)
    state = with_force(
        state, event.space, event.power, cu=left, inside=within, militia=max(own.militia - event.militia, 0)
    )
    march = find(state, Activation)
    if march is not None and march.power == event.power and march.space == event.space:
        most = left if march.leader in own.leaders else within
        if event.rule in (
            "14.2",
            "9.6.4",
            "12.4.5",
        ):  # those on the way lose it, not those who stood there before
            most = min(most, max(march.cu - event.cu, 0))
        if march.cu > most:
            state = change_found(state, Activation, cu=most)
    return state


def moved(
    game: Game,
    state: State,
    power: str,
    origin: str,
    space: str,
    cu: int,
    leaders: Sequence[str],
    commander: str = "",
) -> State:
    """The state after CU and leaders have gone from one space to another, outside walls there."""
    own = force(state, origin, power)
    militia = 0
    if own is not None:
        from_inside = max(cu - own.cu, 0)
        if own.militia:  # 17.1: they go only where all others have gone before
            militia = max(cu - (own.cu + own.inside - own.militia), 0)
        state = with_force(
            state,
            origin,
            power,
            cu=own.cu - (cu - from_inside),
            inside=own.inside - from_inside,
            leaders=tuple(each for each in own.leaders if each not in leaders),
            shut=tuple(each for each in own.shut if each not in leaders),
            militia=own.militia - militia,
        )
        if militia and state.casualties:
            state = changed(
                state,
                casualties=tuple(
                    (who, space if (who, where) == (power, origin) else where, lost)
                    for who, where, lost in state.casualties
                ),
            )
    there = force(state, space, power)
    state = with_force(
        state,
        space,
        power,
        cu=(there.cu if there else 0) + cu,
        militia=(there.militia if there else 0) + militia,
        leaders=ranked(game, (*(there.leaders if there else ()), *leaders), commander),
    )
    return _with_leaders(state, leaders, space)


def _force_moved(game: Game, state: State, event: events.ForceMoved) -> State:
    there = force(state, event.space, event.power)
    first = (*(there.leaders if there is not None else ()), *event.leaders, "")[0]  # who commanded goes on to
    state = moved(game, state, event.power, event.origin, event.space, event.cu, event.leaders, first)
    march = find(state, Activation)
    entry = find(state, Entry) if event.why == "retreat" else None
    flank = entry.flank if entry is not None else None
    if flank is not None and (flank.power, flank.space) == (event.power, event.origin):
        flank = msgspec.structs.replace(flank, space=event.space)
        state = change_found(state, Entry, flank=flank)
    if march is None or march.power != event.power:
        return state
    if event.why == "retreat" and event.origin == march.space:  # all who fought go back together (12.4)
        return change_found(state, Activation, space=event.space, cu=event.cu)
    if march.leader in event.leaders:
        return change_found(state, Activation, space=event.space, cu=min(march.cu, event.cu))
    return state


def _went_inside(game: Game, state: State, event: events.WentInside) -> State:
    own = force(state, event.space, event.power)
    if own is None:
        return state
    state = with_force(
        state,
        event.space,
        event.power,
        cu=own.cu - event.cu,
        inside=own.inside + event.cu,
        leaders=tuple(each for each in own.leaders if each not in event.leaders),
        shut=ranked(game, (*own.shut, *event.leaders), (*own.shut, *event.leaders, "")[0]),
    )
    if not event.cu or not state.stack:
        return state
    return change_found(state, Retreat if isinstance(state.stack[-1], Retreat) else Entry, sheltered=True)


def _came_out(game: Game, state: State, event: events.CameOut) -> State:
    own = force(state, event.space, event.power)
    if own is None:
        return state
    return with_force(
        state,
        event.space,
        event.power,
        cu=own.cu + own.inside,
        inside=0,
        leaders=ranked(game, (*own.leaders, *own.shut), own.leaders[0] if own.leaders else ""),
        shut=(),
    )


def removed_leader(state: State, leader: str, power: str) -> State:
    """The state without the leader on the map."""
    place = state.leaders.get(leader, AWAY)
    own = force(state, place, power)
    if own is None:
        return state
    return with_force(
        state,
        place,
        power,
        leaders=tuple(each for each in own.leaders if each != leader),
        shut=tuple(each for each in own.shut if each != leader),
    )


def _leader_placed(game: Game, state: State, event: events.LeaderPlaced) -> State:
    power = game.leaders[event.leader].power
    state = removed_leader(state, event.leader, power)
    own = force(state, event.space, power)
    leaders, shut = (own.leaders, own.shut) if own else ((), ())
    if event.inside:
        state = with_force(
            state, event.space, power, shut=ranked(game, (*shut, event.leader), shut[0] if shut else "")
        )
    else:
        first = leaders[0] if leaders else ""
        state = with_force(state, event.space, power, leaders=ranked(game, (*leaders, event.leader), first))
    return _with_leaders(state, (event.leader,), event.space)


def _leader_gone(game: Game, state: State, event: events.LeaderGone) -> State:
    state = removed_leader(state, event.leader, game.leaders[event.leader].power)
    impulse = find(state, Impulse) if event.to == AWAY and is_minor(game, event.leader) else None
    if impulse is not None:  # 8.4-c
        state = change_found(state, Impulse, lost=(*impulse.lost, event.leader))
    return _with_leaders(state, (event.leader,), event.to)


def _commander_appointed(game: Game, state: State, event: events.CommanderAppointed) -> State:
    power = game.leaders[event.leader].power
    own = force(state, event.space, power)
    if own is None:
        return state
    if event.leader in own.leaders:
        return with_force(
            state,
            event.space,
            power,
            leaders=(event.leader, *(each for each in own.leaders if each != event.leader)),
        )
    return with_force(
        state, event.space, power, shut=(event.leader, *(each for each in own.shut if each != event.leader))
    )


def where_displaced(game: Game, leader: str) -> str:
    """Where a leader in distress goes: named ones to the box, minor ones off the map (8.4)."""
    return AWAY if is_minor(game, leader) else DISPLACED


def off_map(state: State, leader: str) -> bool:
    """Whether the leader is in no space."""
    return state.leaders.get(leader, AWAY) in (AWAY, CUP, DISPLACED, "gone")


EVOLVE: dict[type[Event], Evolve] = {
    events.BoardSet: _board_set,
    events.UnitsPlaced: _units_placed,
    events.UnitsLost: _units_lost,
    events.ForceMoved: _force_moved,
    events.WentInside: _went_inside,
    events.CameOut: _came_out,
    events.LeaderPlaced: _leader_placed,
    events.LeaderGone: _leader_gone,
    events.CommanderAppointed: _commander_appointed,
}
