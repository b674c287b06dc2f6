"""Leaders (8): who can be activated, who commands, minor leaders, displaced leaders."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sword_of_rome import actions, events
from rules.sword_of_rome.control import is_walled
from rules.sword_of_rome.forces import (
    enemies_outside,
    enemy_units,
    force,
    is_consul,
    is_minor,
    of_power,
    where_displaced,
)
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import CARTHAGE, ROME, allied, friendly_space
from rules.sword_of_rome.procedures import Activation, Impulse, Operation
from rules.sword_of_rome.state import AWAY, GONE, Force, State, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.used_points import DONE, points_of

# Activation


def refuse_activation(game: Game, state: State, operation: Operation, leader: str) -> Refusal | None:
    """Why a leader cannot be activated with what was played, or None (8.1)."""
    who = game.leaders.get(leader)
    if who is None:
        return "8.1", f"there is no leader {leader}"
    if who.power not in operation.powers:
        if who.power == CARTHAGE and ROME in operation.powers and allied(game, state, ROME, CARTHAGE):  # 18-b
            if CARTHAGE in state.activated:
                return "16.1.1", "Carthage has been activated in this round already"
            return "18", f"a card of {game.numbers.sea_ops} Ops activates allied Carthage"
        if any(allied(game, state, own, who.power) for own in game.powers_of[operation.seat]):
            return "9.5.5", f"{who.title} is an ally's leader, whom only a Campaign moves"
        return "9.1", f"{who.title} is no leader that you can activate with this play"
    place = state.leaders.get(leader, AWAY)
    own = force(state, place, who.power)
    if own is None:
        return "8.4", f"{who.title} is not on the map"
    if who.activation > operation.value and operation.only != "campaign":
        return "8.1", f"{who.title} needs a card of {who.activation} Ops, and this is worth {operation.value}"
    if operation.at and place not in operation.at:
        return "7.1", f"{who.title} does not stand where the event activates an army"
    if leader in own.shut and not own.inside:
        return "13.4.1", f"{who.title} is shut in {game.title(place)} without CU and cannot sally"
    if points_of(state, leader) >= DONE:
        return "9.5.2", f"{who.title} is done for this impulse"
    return None


def activations(game: Game, state: State, operation: Operation) -> Iterator[actions.Activate]:
    """The leaders that can be activated now."""
    for power in operation.powers:
        for _, own in of_power(state, power):
            for leader in (*own.leaders, *own.shut):
                if refuse_activation(game, state, operation, leader) is None:
                    yield actions.Activate(leader)


def would_follow(game: Game, leader: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """The leaders that go along as subordinates: no named one with a minor leader (8.2.1-d, 9.1-d), and never the
    Dictator, who commands any stack that he joins."""
    return tuple(
        each
        for each in others
        if each != leader
        and (not is_minor(game, leader) or is_minor(game, each))
        and game.leaders[each].role != "dictator"
    )


def kept_back(game: Game, staying: tuple[str, ...]) -> int:
    """The CU that must stay with the leaders left behind: 1 if a consul is among them (9.1-e)."""
    return 1 if any(is_consul(game, each) for each in staying) else 0


# Minor leaders


def refuse_minor(
    game: Game, state: State, leader: str, space: str, placed: tuple[str, ...]
) -> Refusal | None:
    """Why a minor leader cannot be placed or relocated there, or None (8.3)."""
    who = game.leaders.get(leader)
    if who is None or who.role != "minor":
        return "8.3", f"{game.title(leader)} is no minor leader"
    if leader in placed:
        return "8.3", f"{who.title} has been placed already in this impulse"
    if leader in taken_off(state):
        return (
            "8.4",
            f"{who.title} was taken off the map in this impulse and comes back in the next one of yours",
        )
    if space not in game.spaces:
        return "8.3", f"there is no space {space}"
    if state.leaders.get(leader, AWAY) == GONE:
        return "8.3", f"{who.title} is out of the game"
    if state.leaders.get(leader) == space:
        return "8.3", f"{who.title} is in {game.title(space)} already"
    waiting = _waiting(game, state, who.power, placed)
    if leader in waiting and leader != waiting[0]:
        return "8.3", f"{game.title(waiting[0])} comes before {who.title}: off the map they are all alike"
    own = force(state, space, who.power)
    if own is None or not own.cu + own.inside:
        return "8.3", f"no CU of {game.title(who.power)} stand in {game.title(space)}"
    activation = find(state, Activation)
    if activation is not None:
        return "8.3", "minor leaders are placed before or after an activation, not during it"
    return None


def taken_off(state: State) -> tuple[str, ...]:
    """Minor leaders who were taken off the map in this impulse (8.4-c)."""
    impulse = find(state, Impulse)
    return impulse.lost if impulse is not None else ()


def _waiting(game: Game, state: State, power: str, placed: tuple[str, ...]) -> list[str]:
    """The minor leaders of a power off the map who may come: all alike, the first of them stands for all."""
    lost = taken_off(state)
    return [
        name
        for name in game.minors.get(power, ())
        if state.leaders.get(name, AWAY) == AWAY and name not in placed and name not in lost
    ]


def minor_options(
    game: Game, state: State, powers: tuple[str, ...], placed: tuple[str, ...]
) -> Iterator[actions.PlaceLeader]:
    """Where minor leaders of these powers may be placed or relocated."""
    for power in powers:
        names = [
            name
            for name in game.minors.get(power, ())
            if name not in placed and name not in taken_off(state) and state.leaders.get(name) != GONE
        ]
        if not names:
            continue
        waiting = _waiting(game, state, power, placed)
        spaces = [space for space, own in of_power(state, power) if own.cu + own.inside]
        for name in names:
            if name in waiting and name != waiting[0]:
                continue
            for space in spaces:
                if state.leaders.get(name) != space:
                    yield actions.PlaceLeader(name, space)


def place_minor(unfolding: Unfolding, leader: str, space: str) -> None:
    """Places a minor leader, within the walls if all CU there are within."""
    power = unfolding.game.leaders[leader].power
    own = force(unfolding.state, space, power)
    inside = own is not None and not own.cu and own.inside > 0
    unfolding.happen(events.LeaderPlaced(leader, space, "8.3", inside))


# Displaced leaders


def displace(unfolding: Unfolding, leader: str, rule: str = "8.4") -> None:
    """A leader goes to the box of displaced leaders; a minor one off the map."""
    unfolding.happen(events.LeaderGone(leader, where_displaced(unfolding.game, leader), rule))


def displace_all(unfolding: Unfolding, leaders: tuple[str, ...], rule: str = "8.4") -> None:
    """Several leaders are displaced."""
    for leader in leaders:
        displace(unfolding, leader, rule)


def in_distress(game: Game, state: State, space: str, own: Force) -> tuple[str, ...]:
    """The leaders of a force without CU who stand among enemy CU, within walls or outside, where no friendly walled
    city takes them in (8.4)."""
    if not own.leaders or own.cu or own.inside or not enemy_units(game, state, space, own.power):
        return ()
    return () if _takes_in(game, state, space, own.power) else own.leaders


def _takes_in(game: Game, state: State, space: str, power: str) -> bool:
    """Whether the space is a friendly walled city whose gates no event has shut."""
    impulse = find(state, Impulse)
    barred = impulse is not None and f"{power}/{space}" in impulse.barred
    return is_walled(state, space) and friendly_space(game, state, power, space) and not barred


def in_hiding(game: Game, state: State, space: str, own: Force) -> tuple[str, ...]:
    """The leaders without CU before the walls of their own city among enemies: they go within (8.4)."""
    if not own.leaders or own.cu or not enemies_outside(game, state, space, own.power):
        return ()
    own_city = state.control[space] == own.power  # 9.3.1-b
    return own.leaders if own_city and _takes_in(game, state, space, own.power) else ()
