"""What the events of a march do to the state (9)."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.activation import ENDED
from rules.sword_of_rome.forces import force, moved
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.march_limits import standing
from rules.sword_of_rome.procedures import Activation, Campaign
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.used_points import (
    DONE,
    Batches,
    batches,
    carried,
    exhausted,
    freshest,
    noted,
    points_of,
    points_with,
    taken_up,
    with_leader,
    with_units,
    without_leader,
    without_units,
)

COLONY = "7.2.1"


def _army_moved(game: Game, state: State, event: events.ArmyMoved) -> State:
    state = moved(
        game,
        state,
        event.power,
        event.origin,
        event.space,
        event.cu,
        (event.leader, *event.followers),
        event.leader,
    )
    march = find(state, Activation)
    if march is None:
        return state
    return change_found(
        state,
        Activation,
        space=event.space,
        origin=event.origin,
        link=event.link,
        left=march.left - event.points,
        used=march.used + event.points,
        left_here=0,
        took_here=False,
        handled=(),
        raided=False,
    )


def _changed(state: State, march: Activation) -> State:
    return change_found(
        state, Activation, cu=march.cu, left=march.left, followers=march.followers, heads=march.heads
    )


def _units_left(_: Game, state: State, event: events.UnitsLeft) -> State:
    march, left = without_units(find(state, Activation), event.cu)
    state = noted(state, march.space, march.power, left, ())
    return change_found(_changed(state, march), Activation, left_here=march.left_here + event.cu)


def _units_taken(_: Game, state: State, event: events.UnitsTaken) -> State:
    march = find(state, Activation)
    found = standing(state, march)
    taken = freshest(found, event.cu)
    state = taken_up(state, march.space, march.power, found, taken)
    return change_found(_changed(state, with_units(march, taken)), Activation, took_here=True)


def _leader_left(_: Game, state: State, event: events.LeaderLeft) -> State:
    march, used = without_leader(find(state, Activation), event.leader)
    state = noted(state, march.space, march.power, (), ((event.leader, used),))
    return change_found(_changed(state, march), Activation, handled=(*march.handled, event.leader))


def _leader_taken(_: Game, state: State, event: events.LeaderTaken) -> State:
    march = with_leader(find(state, Activation), event.leader, points_of(state, event.leader))
    return change_found(_changed(state, march), Activation, handled=(*march.handled, event.leader))


def called(state: State, march: Activation) -> State:
    """The state in which an activation has just begun: its CU are with its leader, not in their space (9.5.2)."""
    own = force(state, march.space, march.power)
    found = batches(state, march.space, march.power, own.cu if own is not None else 0)
    return taken_up(state, march.space, march.power, found, freshest(found, march.cu))


def _march_ended(_: Game, state: State, event: events.MarchEnded) -> State:
    march = find(state, Activation)
    if march is None:
        return state
    state = change_found(state, Activation, stage=ENDED, cu=0 if event.done else march.cu)
    campaign = find(state, Campaign)
    if campaign is not None and event.rule == COLONY:  # 7.2.1-c: it may still move, as the next activation
        done = tuple(each for each in campaign.done if each != event.leader)
        state = change_found(state, Campaign, done=done)
    leaders = (march.leader, *march.followers)
    if event.done:
        there: Batches = ((DONE, march.cu),)
        return noted(state, march.space, march.power, there, ((each, DONE) for each in leaders))
    used = ((each, points_with(march, each)) for each in leaders)
    return noted(state, march.space, march.power, carried(march), used)


def _units_done(_: Game, state: State, event: events.UnitsDone) -> State:
    march = find(state, Activation)
    own = force(state, event.space, event.power)
    present = own.cu + own.inside if own is not None else 0
    if march is not None and march.power == event.power and march.space == event.space:
        present -= march.cu
    return exhausted(state, event.space, event.power, event.cu, event.leaders, present)


def _movement_changed(_: Game, state: State, event: events.MovementChanged) -> State:
    march = find(state, Activation)
    if march is None:
        return state
    if event.why == "9.2":  # spent, not changed by an event
        return change_found(state, Activation, left=event.left, used=march.used + march.left - event.left)
    return change_found(state, Activation, left=event.left, total=march.total + event.left - march.left)


def _cancelled(_: Game, state: State, event: events.ActivationCancelled) -> State:
    return change_found(state, Activation, cancelled=True)


def _eased(_: Game, state: State, event: events.TerrainEased) -> State:
    march = find(state, Activation)
    if march is None:
        return state
    return change_found(state, Activation, eased=(*march.eased, *event.terrain))


EVOLVE: dict[type[Event], Evolve] = {
    events.ArmyMoved: _army_moved,
    events.UnitsLeft: _units_left,
    events.UnitsTaken: _units_taken,
    events.LeaderLeft: _leader_left,
    events.LeaderTaken: _leader_taken,
    events.MarchEnded: _march_ended,
    events.UnitsDone: _units_done,
    events.MovementChanged: _movement_changed,
    events.ActivationCancelled: _cancelled,
    events.TerrainEased: _eased,
}
