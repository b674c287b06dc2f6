"""Operations on armies that are activated, on the move, intercepting or at sea (9 to 11, 17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.ruleset import Action
from rules.sword_of_rome import actions, command, events, retreat
from rules.sword_of_rome import data_effects as data
from rules.sword_of_rome.activation import MARCHING, begin_activation
from rules.sword_of_rome.avoiding_battle import AVOIDANCE
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.conditions import adjacent_armies, all_hold
from rules.sword_of_rome.forces import enemies_outside, force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.interception import INTERCEPTION
from rules.sword_of_rome.operations import WORKS, Work, next_operation
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.procedures import Activation, CardEvent, Entry, Operation, Voyage
from rules.sword_of_rome.reaction_stages import AVOID_ROLLING, ROLLING
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import refuse_land, refuse_stop


def _marching(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
    return find(state, Activation) is not None


def _entering(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
    return find(state, Entry) is not None


def _move_bonus(unfolding: Unfolding, event: CardEvent, operation: data.MoveBonus) -> None:
    march = find(unfolding.state, Activation)
    left = max(march.left + operation.movement, 0)
    unfolding.happen(events.MovementChanged(left, unfolding.game.title(event.card)))


def _ease_terrain(unfolding: Unfolding, event: CardEvent, operation: data.EaseTerrain) -> None:
    march = find(unfolding.state, Activation)
    unfolding.happen(events.TerrainEased(march.power, unfolding.game.title(event.card), operation.terrain))


def _cancel_activation(unfolding: Unfolding, event: CardEvent, operation: data.CancelActivation) -> None:
    unfolding.happen(events.ActivationCancelled(unfolding.game.title(event.card)))


def _stop_move(unfolding: Unfolding, event: CardEvent, operation: data.StopMove) -> None:
    unfolding.happen(events.MoveStopped(unfolding.game.title(event.card)))


def _fall_back_possible(game: Game, state: State, event: CardEvent, operation: data.FallBack) -> bool:
    entry = find(state, Entry)
    return entry is not None and bool(enemies_outside(game, state, entry.space, entry.power))


def _fall_back(unfolding: Unfolding, event: CardEvent, operation: data.FallBack) -> None:
    """The enemy army in the space leaves it with the losses of a retreat, without a battle."""
    game, state = unfolding.game, unfolding.state
    entry = find(state, Entry)
    enemy = enemies_outside(game, state, entry.space, entry.power)[0]
    retreat.begin(unfolding, enemy.power, entry.space, barred=entry.origin, counts=operation.support)


def _bar_city_possible(game: Game, state: State, event: CardEvent, operation: data.BarCity) -> bool:
    entry = find(state, Entry)
    if entry is None or entry.space not in state.loyalty:
        return False
    holder = force(state, entry.space, state.control[entry.space])
    return holder is not None and bool(holder.cu) and not allied(game, state, entry.power, holder.power)


def _bar_city(unfolding: Unfolding, event: CardEvent, operation: data.BarCity) -> None:
    entry = find(unfolding.state, Entry)
    holder = unfolding.state.control[entry.space]
    unfolding.happen(events.CityBarred(holder, entry.space, unfolding.game.title(event.card)))


def _die_possible(game: Game, state: State, event: CardEvent, operation: data.DieModifier) -> bool:
    entry = find(state, Entry)
    return entry is not None and entry.stage in (ROLLING, AVOID_ROLLING)


def _die_modifier(unfolding: Unfolding, event: CardEvent, operation: data.DieModifier) -> None:
    entry = find(unfolding.state, Entry)
    what = INTERCEPTION if entry.stage == ROLLING else AVOIDANCE
    unfolding.happen(
        events.AttemptModified(what, entry.index, operation.value, unfolding.game.title(event.card))
    )


def _sailing(game: Game, state: State, event: CardEvent, operation: data.CancelSeaMove) -> bool:
    voyage = find(state, Voyage)
    return voyage is not None and not voyage.outcome


def _cancel_sea_move(unfolding: Unfolding, event: CardEvent, operation: data.CancelSeaMove) -> None:
    voyage = find(unfolding.state, Voyage)
    unfolding.happen(events.SeaMoveCancelled(voyage.power, voyage.space, unfolding.game.title(event.card)))


# Caudine Forks


def _surprising(game: Game, state: State, event: CardEvent) -> tuple[str, ...]:
    entry = find(state, Entry)
    if entry is None or event.card not in game.cards:
        return ()
    play = game.cards[event.card].plays[event.play]
    found: list[str] = []
    for power in game.powers_of[event.seat]:
        conditions = tuple(each for each in play.requires if getattr(each, "power", power) == power)
        if len(conditions) != len(play.requires) or not all_hold(game, state, event.seat, conditions):
            continue
        foreign = any(
            each.power not in (power, entry.power) and (each.cu or each.inside)
            for each in state.forces.get(entry.space, ())
        )
        if foreign or refuse_land(game, power, entry.space, ()) is not None:
            continue
        found += adjacent_armies(game, state, event.seat, power)
    return tuple(found)


def _surprise_possible(
    game: Game, state: State, event: CardEvent, operation: data.SuddenInterception
) -> bool:
    return bool(_surprising(game, state, event))


def _surprise_asks(
    game: Game, state: State, event: CardEvent, operation: data.SuddenInterception
) -> Decision | None:
    return Decision(event.seat, "surprise")


def _surprise_options(
    game: Game, state: State, event: CardEvent, operation: data.SuddenInterception
) -> Iterator[Action]:
    for leader in _surprising(game, state, event):
        own = force(state, state.leaders[leader], game.leaders[leader].power)
        for cu in range(1, min(own.cu if own is not None else 0, game.numbers.army_most) + 1):
            yield actions.Intercept(leader, cu)


def _surprise(
    unfolding: Unfolding, event: CardEvent, operation: data.SuddenInterception, action: actions.Intercept
) -> None:
    game, state = unfolding.game, unfolding.state
    entry = find(state, Entry)
    power, near = game.leaders[action.leader].power, state.leaders[action.leader]
    own = force(state, near, power)
    assert own is not None
    leaders = own.leaders if action.cu == own.cu else (action.leader,)
    next_operation(unfolding, event)
    unfolding.happen(events.ForceMoved(power, near, entry.space, action.cu, leaders, "event", "9.3.3"))
    unfolding.happen(events.Surprised(power, operation.refusable, operation.modifier))
    command.hand_over(unfolding, state, power, near)
    command.meet(unfolding, state, power, entry.space)  # 8.2.1


# Africa


def _landing_units(game: Game, state: State, operation: data.LandInAfrica) -> int:
    """The most CU that can go along."""
    own = force(state, state.leaders.get(operation.leader, ""), game.leaders[operation.leader].power)
    if own is None or operation.leader not in own.leaders:
        return 0
    return min(own.cu, operation.units)


def _landing_possible(game: Game, state: State, event: CardEvent, operation: data.LandInAfrica) -> bool:
    power, landing = game.leaders[operation.leader].power, game.places.african_landing
    return (
        bool(_landing_units(game, state, operation)) and refuse_stop(game, state, power, landing, 1) is None
    )


def _landing_asks(
    game: Game, state: State, event: CardEvent, operation: data.LandInAfrica
) -> Decision | None:
    return Decision(event.seat, "which-units", game.leaders[operation.leader].power)


def _landing_options(
    game: Game, state: State, event: CardEvent, operation: data.LandInAfrica
) -> Iterator[Action]:
    for cu in range(1, _landing_units(game, state, operation) + 1):
        yield actions.Take(cu)


def _landing(
    unfolding: Unfolding, event: CardEvent, operation: data.LandInAfrica, action: actions.Take
) -> None:
    """The leader sails to Africa without a naval roll and may go on with the points that are left (17.2)."""
    game = unfolding.game
    power = game.leaders[operation.leader].power
    next_operation(unfolding, event)
    begin_activation(
        unfolding, Operation(event.seat, operation.value, (power,), event.card), operation.leader
    )
    march = unfolding.state.stack[-1]
    assert isinstance(march, Activation)
    unfolding.reach(MARCHING)
    if march.cu > action.cu:
        unfolding.happen(events.UnitsLeft(march.space, march.cu - action.cu))
    unfolding.happen(events.MovementChanged(max(march.left - game.numbers.cost_sea, 0), "9.2"))
    unfolding.begin(
        Voyage(
            event.seat,
            power,
            march.space,
            game.places.african_landing,
            min(march.cu, action.cu),
            (march.leader, *march.followers),
            "move",
        )
    )
    open_window(unfolding, "activation")  # he has been activated and has not moved yet


def _never(unfolding: Unfolding, event: CardEvent, operation: Any) -> None:
    raise AssertionError("a choice comes first")


WORKS.update(
    {
        data.MoveBonus: Work(_move_bonus, _marching),
        data.EaseTerrain: Work(_ease_terrain, _marching),
        data.CancelActivation: Work(_cancel_activation, _marching),
        data.StopMove: Work(_stop_move, _entering),
        data.FallBack: Work(_fall_back, _fall_back_possible),
        data.BarCity: Work(_bar_city, _bar_city_possible),
        data.DieModifier: Work(_die_modifier, _die_possible),
        data.CancelSeaMove: Work(_cancel_sea_move, _sailing),
        data.SuddenInterception: Work(
            _never, _surprise_possible, _surprise_asks, _surprise_options, _surprise, "9.3.3"
        ),
        data.LandInAfrica: Work(_never, _landing_possible, _landing_asks, _landing_options, _landing, "17.2"),
    }
)
