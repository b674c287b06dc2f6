"""Movement of an activated army (9): step by step, leaving and taking units along the way."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, command, events, gauls, reactions, siege
from rules.sword_of_rome.activation import CALLED, ENDED, MARCHING, end_march
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import is_plain
from rules.sword_of_rome.flanking import join_attack
from rules.sword_of_rome.forces import enemies_outside, force, is_consul, is_minor, moved, ranked
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import kept_back
from rules.sword_of_rome.procedures import Activation, Campaign, Impulse, Voyage
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import Force, State, change_found, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.used_points import (
    DONE,
    Batches,
    batches,
    carried,
    exhausted,
    freshest,
    movable,
    noted,
    points_of,
    points_with,
    taken_up,
    with_leader,
    with_units,
    without_leader,
    without_units,
)
from rules.sword_of_rome.ways import (
    needs_naval_combat,
    ports_for,
    refuse_sailing,
    refuse_step,
    refuse_stop,
    sea_limit,
    step_cost,
    step_link,
)

COLONY = "7.2.1"

# What may be done on the way


def own_force(state: State, march: Activation) -> Force:
    """What the moving army's power has where it stands."""
    return force(state, march.space, march.power) or Force(march.power)


def standing(state: State, march: Activation) -> Batches:
    """The CU that stand where the moving army is and do not go with it, by the points that they have used."""
    own = own_force(state, march)
    return batches(state, march.space, march.power, own.cu - march.cu)


def refuse_leaving(game: Game, state: State, march: Activation, cu: int) -> Refusal | None:
    """Why so many CU may not be left behind here, or None (9.1)."""
    if not 1 <= cu <= march.cu:
        return "9.1", f"{game.title(march.leader)} has {march.cu} CU with him"
    if march.left_here or march.took_here:
        return "9.1", "CU have been left or picked up here already: they are left first, all at once"
    consuls = [each for each in (march.leader, *march.followers) if is_consul(game, each)]
    if consuls and cu == march.cu:
        return "9.1", f"{game.title(consuls[0])} is a consul and keeps at least 1 CU"
    if march.space != march.start:
        if enemies_outside(game, state, march.space, march.power):  # 7.2.2-b
            return "9.4", f"enemy CU stand in {game.title(march.space)}: nobody stops beside them"
        return refuse_stop(game, state, march.power, march.space, cu)
    return None


def refuse_taking(game: Game, state: State, march: Activation, cu: int) -> Refusal | None:
    """Why so many CU may not be picked up here, or None (9.1)."""
    own = own_force(state, march)
    staying = tuple(each for each in own.leaders if each != march.leader and each not in march.followers)
    there = own.cu - march.cu
    able = movable(standing(state, march))
    free = min(able, there - kept_back(game, staying)) - march.left_here
    if march.took_here:
        return "9.1", "CU have been picked up here already"
    if not 1 <= cu <= free:
        if there - march.left_here >= cu > able - march.left_here:
            return "9.5.2", f"only {able} of the CU here may move again in this impulse"
        return "9.1", f"{max(free, 0)} CU can be picked up here"
    if march.cu + cu > game.numbers.army_most:
        return "9.1", f"a leader moves with at most {game.numbers.army_most} CU"
    return None


def refuse_leaving_leader(game: Game, state: State, march: Activation, leader: str) -> Refusal | None:
    """Why a subordinate may not be left behind here, or None (9.1)."""
    if leader not in march.followers:
        return "9.1", f"{game.title(leader)} is not with {game.title(march.leader)}"
    if leader in march.handled:
        return "9.1", f"{game.title(leader)} has just joined here"
    if is_consul(game, leader) and own_force(state, march).cu - march.cu < 1:
        return "9.1", f"{game.title(leader)} is a consul: at least 1 CU must stay with him"
    if march.space != march.start:
        return refuse_stop(game, state, march.power, march.space, 0)
    return None


def refuse_taking_leader(game: Game, state: State, march: Activation, leader: str) -> Refusal | None:
    """Why a leader may not be picked up here, or None (9.1)."""
    own = own_force(state, march)
    if leader == march.leader or leader in march.followers:
        return "9.1", f"{game.title(leader)} is with the army already"
    if leader in march.handled:
        return "9.1", f"{game.title(leader)} has just been left here"
    if leader not in own.leaders:
        return "9.1", f"{game.title(leader)} does not stand here"
    if is_minor(game, march.leader) and not is_minor(game, leader):
        return "9.1", "a minor leader may not pick up a named one"
    if game.leaders[leader].role == "dictator":
        return "8.2.1", f"{game.title(leader)} commands any stack that he joins and follows nobody"
    if points_of(state, leader) >= DONE:
        return "9.5.2", f"{game.title(leader)} is done for this impulse"
    if is_consul(game, leader) and not march.cu:
        return "9.1", f"{game.title(leader)} is a consul and goes only with at least 1 CU"
    return None


def refuse_departing(game: Game, state: State, march: Activation) -> Refusal | None:
    """Why the army may not set out at all, or None: a consul leaves no CU behind without keeping one (9.1-e)."""
    consuls = [each for each in (march.leader, *march.followers) if is_consul(game, each)]
    if consuls and not march.cu and not march.origin and own_force(state, march).cu:
        return "9.1", f"{game.title(consuls[0])} is a consul and does not set out without a CU from here"
    return None


def refuse_deed(game: Game, march: Activation) -> Refusal | None:
    """Why the army may do nothing but move, or None."""
    if march.flank_of:
        return "9.5.6", f"{game.title(march.leader)} supports the attack on {game.title(march.flank_of)}"
    if march.resumed and not march.origin:
        return "9.5.7", f"{game.title(march.leader)} goes on moving and does nothing instead of it"
    return None


def refuse_halt(game: Game, state: State, march: Activation) -> Refusal | None:
    """Why the army may not stop here, or None."""
    if not march.origin:  # it has not gone anywhere
        return None
    hostile = enemies_outside(game, state, march.space, march.power)
    if hostile and march.leader not in own_force(state, march).shut:  # 7.2.2-b
        return "9.4", f"enemy CU stand in {game.title(march.space)}: the army cannot stop beside them"
    refused = refuse_stop(game, state, march.power, march.space, march.cu)
    if refused is not None and refused[0] == "16.3" and march.raided:  # 16.3-e
        return None
    if refused is not None and not _goes_further(game, state, march):
        return None
    return refused


def _goes_further(game: Game, state: State, march: Activation) -> bool:
    """Whether the army has a step or a voyage left: one that cannot stop here and cannot go on stays after all."""
    if any(refuse_step(game, state, march, space) is None for space in game.links[march.space]):
        return True
    return any(
        refuse_sailing(game, state, march, space) is None for space in ports_for(game, state, march.power)
    )


def refuse_colony(game: Game, state: State, march: Activation) -> Refusal | None:
    """Why no colony can be founded here, or None (7.2.1)."""
    numbers, space = game.numbers, march.space
    if not game.powers[march.power].colonies:
        return "7.2.1", f"{game.title(march.power)} found no colonies"
    if march.used:
        return "7.2.1", "a colony is founded instead of moving"
    if state.control[space] != march.power or not is_plain(game, state, space):
        return "7.2.1", f"{game.title(space)} is no Roman PC"
    if own_force(state, march).cu < numbers.colony_units:
        return "7.2.1", f"a colony takes an army of {numbers.colony_units} CU"
    return None


# The procedure


def _asks(game: Game, state: State, march: Activation) -> Decision | None:
    if march.stage != MARCHING or march.cancelled:
        return None
    return Decision(march.seat, "march", march.power)


def _is_shut(state: State, march: Activation) -> bool:
    return march.leader in own_force(state, march).shut


def _options(game: Game, state: State, march: Activation, now: Decision) -> Iterator[Action]:
    if _is_shut(state, march):
        if siege.refuse_sally(game, state, march) is None:
            yield actions.Sally()
        yield actions.Halt()
        return
    if refuse_departing(game, state, march) is None:
        for space in game.links[march.space]:
            if refuse_step(game, state, march, space) is None:
                yield actions.Step(space)
        if march.space in game.board.punic_ports and sea_limit(game, state, march, "") >= 0:
            for space in ports_for(game, state, march.power):
                if refuse_sailing(game, state, march, space) is None:
                    yield actions.Sail(space)
    yield from gauls.cohesion_options(game, state, march.seat)
    if refuse_deed(game, march) is None:
        if gauls.refuse_raid(game, state, march) is None:
            yield actions.Raid()
        if siege.refuse_roll(game, state, march, march.space) is None:
            yield actions.RollSiege(march.space)
        if refuse_colony(game, state, march) is None:
            yield actions.FoundColony()
    own = own_force(state, march)
    if not (march.left_here or march.took_here):
        for cu in range(1, march.cu + 1):
            if refuse_leaving(game, state, march, cu) is None:
                yield actions.Leave(cu)
    if not march.took_here:
        for cu in range(1, min(own.cu - march.cu, game.numbers.army_most - march.cu) + 1):
            if refuse_taking(game, state, march, cu) is None:
                yield actions.Take(cu)
    for leader in march.followers:
        if refuse_leaving_leader(game, state, march, leader) is None:
            yield actions.LeaveLeader(leader)
    for leader in own.leaders:
        if refuse_taking_leader(game, state, march, leader) is None:
            yield actions.TakeLeader(leader)
    if refuse_halt(game, state, march) is None:
        yield actions.Halt()


def _refuse(game: Game, state: State, march: Activation, now: Decision, action: Action) -> Refusal | None:
    if _is_shut(state, march) and not isinstance(action, (actions.Sally, actions.Halt)):
        rule = {actions.Step: "9.3.1", actions.Sail: "9.6.1"}.get(type(action), "13.4.1")
        return rule, f"{game.title(march.leader)} is shut in {game.title(march.space)} and can only sally"
    if isinstance(action, (actions.Raid, actions.RollSiege, actions.FoundColony)):
        bound = refuse_deed(game, march)
        if bound is not None:
            return bound
    if isinstance(action, actions.Step):
        return refuse_departing(game, state, march) or refuse_step(game, state, march, action.space)
    if isinstance(action, actions.Sail):
        return refuse_departing(game, state, march) or refuse_sailing(game, state, march, action.space)
    if isinstance(action, actions.Halt):
        return refuse_halt(game, state, march) if not _is_shut(state, march) else None
    if isinstance(action, actions.Leave):
        return refuse_leaving(game, state, march, action.cu)
    if isinstance(action, actions.Take):
        return refuse_taking(game, state, march, action.cu)
    if isinstance(action, actions.LeaveLeader):
        return refuse_leaving_leader(game, state, march, action.leader)
    if isinstance(action, actions.TakeLeader):
        return refuse_taking_leader(game, state, march, action.leader)
    if isinstance(action, actions.Raid):
        return gauls.refuse_raid(game, state, march)
    if isinstance(action, actions.Restore):
        return gauls.refuse_cohesion(game, state, march.seat, action.space)
    if isinstance(action, actions.RollSiege):
        return siege.refuse_roll(game, state, march, action.space)
    if isinstance(action, actions.FoundColony):
        return refuse_colony(game, state, march)
    if isinstance(action, actions.Sally):
        return siege.refuse_sally(game, state, march)
    if isinstance(action, actions.Activate) and find(state, Campaign) is not None:
        return "9.5.1", f"{game.title(march.leader)} finishes before {game.title(action.leader)} is activated"
    return "9.1", f"{game.title(march.leader)} is on the move and finishes first"


def _act(unfolding: Unfolding, march: Activation, now: Decision, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    if isinstance(action, actions.Step):
        link = step_link(game, state, march.power, march.space, action.space)
        enter(unfolding, march, action.space, link, step_cost(game, state, march, action.space))
    elif isinstance(action, actions.Sail):
        sail(unfolding, march, action.space)
    elif isinstance(action, actions.Halt):
        end_march(unfolding, march, "9.1")
    elif isinstance(action, actions.Leave):
        unfolding.happen(events.UnitsLeft(march.space, action.cu))
    elif isinstance(action, actions.Take):
        unfolding.happen(events.UnitsTaken(march.space, action.cu))
    elif isinstance(action, actions.LeaveLeader):
        unfolding.happen(events.LeaderLeft(march.space, action.leader))
    elif isinstance(action, actions.TakeLeader):
        unfolding.happen(events.LeaderTaken(march.space, action.leader))
    elif isinstance(action, actions.Raid):
        siege.announce(unfolding, march.seat, march.power, march.space, "raid")
    elif isinstance(action, actions.Restore):
        gauls.restore_home(unfolding, action.space)
    elif isinstance(action, actions.RollSiege):
        siege.announce(
            unfolding, march.seat, march.power, march.space, siege.purpose(game, state, march.space)
        )
    elif isinstance(action, actions.FoundColony):
        unfolding.happen(events.UnitsLost(march.power, march.space, game.numbers.colony_cost, COLONY))
        unfolding.happen(events.CityFounded(march.space, march.power, COLONY))
        end_march(unfolding, march, COLONY)
    elif isinstance(action, actions.Sally):
        reactions.sally(unfolding, march)


def enter(unfolding: Unfolding, march: Activation, space: str, link: str, points: int) -> None:
    """The army enters a space, and the enemy may react (9.3); those left behind get a commander first."""
    before = unfolding.state
    unfolding.happen(
        events.ArmyMoved(
            march.power, march.leader, march.space, space, march.cu, march.followers, points, link
        )
    )
    siege.lay(unfolding, march.power, march.space)  # those left behind have ended their movement (13.1.1)
    if march.cu:
        reactions.begin(unfolding, march.seat, march.power, space, march.space, link)
    command.hand_over(unfolding, before, march.power, march.space)


def sail(unfolding: Unfolding, march: Activation, space: str) -> None:
    """The army goes to sea; responses and naval combat come before it lands (9.6.4)."""
    game, state = unfolding.game, unfolding.state
    unfolding.happen(events.MovementChanged(march.left - game.numbers.cost_sea, "9.2"))
    unfolding.begin(
        Voyage(
            march.seat,
            march.power,
            march.space,
            space,
            march.cu,
            (march.leader, *march.followers),
            "move",
            needs_naval_combat(game, state, march.power, space),
        )
    )


def _go_on(unfolding: Unfolding, march: Activation) -> None:
    game, state = unfolding.game, unfolding.state
    if march.cancelled:
        unfolding.finish()
    elif march.stage == CALLED:
        unfolding.reach(MARCHING)
        open_window(unfolding, "activation")
    else:
        if march.flank_of:
            join_attack(unfolding, march)
        own = force(state, march.space, march.power)
        if own is not None and march.leader in own.leaders:
            first = ranked(game, own.leaders, march.leader)[0]
            if own.leaders[0] != first:
                unfolding.happen(events.CommanderAppointed(first, march.space))
            if not _has_rolled(state, march):
                siege.lay(unfolding, march.power, march.space)
        unfolding.finish()
        if march.origin and own is not None and set(own.leaders) - {march.leader, *march.followers}:
            command.ask(unfolding, march.power, march.space)


def _has_rolled(state: State, march: Activation) -> bool:
    """Whether it has rolled for the space instead of moving (13.1.1-b): a city that it has looted is besieged anew only
    when an army ends its movement there."""
    impulse = find(state, Impulse)
    return not march.origin and impulse is not None and march.space in impulse.rolled


def settle(unfolding: Unfolding, march: Activation) -> bool:
    """Ends a march whose leader is not with it any more; whether it did."""
    if march.stage != MARCHING:
        return False
    own = force(unfolding.state, march.space, march.power)
    if own is None or march.leader not in (*own.leaders, *own.shut):
        end_march(unfolding, march, "8.4", done=True)
        return True
    return False


# What the events do


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


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
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
