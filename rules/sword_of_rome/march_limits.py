"""What a moving army may leave, pick up and do on the way (9.1), and where it may stop."""

from __future__ import annotations

from rules.sword_of_rome.control import is_plain
from rules.sword_of_rome.forces import enemies_outside, force, is_consul, is_minor
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.leaders import kept_back
from rules.sword_of_rome.procedures import Activation
from rules.sword_of_rome.state import Force, State
from rules.sword_of_rome.used_points import DONE, Batches, batches, movable, points_of
from rules.sword_of_rome.ways import ports_for, refuse_sailing, refuse_step, refuse_stop


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
