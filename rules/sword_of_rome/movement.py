"""Movement of an activated army (9): step by step, leaving and taking units along the way."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions, command, events, gauls, reactions, siege
from rules.sword_of_rome.activation import CALLED, MARCHING, end_march
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.flanking import join_attack
from rules.sword_of_rome.forces import force, ranked
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.march_changes import COLONY
from rules.sword_of_rome.march_limits import (
    own_force,
    refuse_colony,
    refuse_deed,
    refuse_departing,
    refuse_halt,
    refuse_leaving,
    refuse_leaving_leader,
    refuse_taking,
    refuse_taking_leader,
)
from rules.sword_of_rome.procedures import Activation, Campaign, Impulse, Voyage
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import (
    needs_naval_combat,
    ports_for,
    refuse_sailing,
    refuse_step,
    sea_limit,
    step_cost,
    step_link,
)


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
    if march.origin:  # 13.1.1: those left behind on the way have ended their movement
        siege.lay(unfolding, march.power, march.space)
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


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
