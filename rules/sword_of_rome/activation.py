"""Activating a leader (7.1, 8.1), and how a march ends."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.leaders import kept_back, would_follow
from rules.sword_of_rome.procedures import Activation, Entry, Operation
from rules.sword_of_rome.sheltering import shut_in
from rules.sword_of_rome.state import find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.used_points import batches, freshest, heads_of, movable, points_of, rested

CALLED, MARCHING, ENDED = "called", "marching", "ended"


def allowance(game: Game, operation: Operation, power: str) -> int:
    """The movement points of an activation (9.2.1 to 9.2.3)."""
    return game.powers[power].movement[min(max(operation.value, 1), 3) - 1] + operation.bonus


def begin_activation(unfolding: Unfolding, operation: Operation, leader: str, flank_of: str = "") -> None:
    """Activates a leader (7.1-b): up to 10 CU and all who may follow go with him until he leaves them. Those that moved
    further than he in this impulse already (9.5.2) go along when he takes them; CU, too, where there are no others."""
    game, state = unfolding.game, unfolding.state
    power = game.leaders[leader].power
    space = state.leaders[leader]
    own = force(state, space, power)
    assert own is not None
    before = points_of(state, leader)
    cu = 0
    followers: tuple[str, ...] = ()
    heads: tuple[tuple[str, int, int], ...] = ()
    if leader not in own.shut:
        followers = tuple(
            each for each in would_follow(game, leader, own.leaders) if points_of(state, each) <= before
        )
        staying = tuple(each for each in own.leaders if each != leader and each not in followers)
        found = batches(state, space, power, own.cu)
        free = max(movable(found) - kept_back(game, staying), 0)
        rested_ones = sum(count for used, count in found if used <= before)
        cu = min(rested_ones or free, free, game.numbers.army_most)
        behind = tuple((each, 0, points_of(state, each) - before) for each in followers)
        heads = (*heads_of(freshest(found, cu), before), *(each for each in behind if each[2]))
    unfolding.begin(
        rested(
            Activation(
                seat=operation.seat,
                power=power,
                leader=leader,
                value=operation.value,
                left=0,
                space=space,
                start=space,
                cu=cu,
                followers=followers,
                card=operation.card,
                total=allowance(game, operation, power),
                before=before,
                heads=heads,
                naval=operation.naval,
                flank_of=flank_of,
            )
        )
    )


def end_march(unfolding: Unfolding, march: Activation, rule: str, *, done: bool = False) -> None:
    """The army moves no further; `done`: its units may not move again in this impulse (9.5.2-b)."""
    unfolding.happen(events.MarchEnded(march.leader, march.space, rule, done))


def send_back(unfolding: Unfolding, entry: Entry, why: str, rule: str) -> None:
    """The moving army goes back to the space it came from, and its movement ends."""
    march = find(unfolding.state, Activation)
    if march is not None:
        leaders = (march.leader, *march.followers)
        shut_in(unfolding, entry.origin, entry.power)
        unfolding.happen(
            events.ForceMoved(entry.power, entry.space, entry.origin, march.cu, leaders, why, rule)
        )
        # 9.5.2-b: who declines battle is done; who was made to turn back by gold or an event has only stopped.
        unfolding.happen(events.MarchEnded(march.leader, entry.origin, rule, rule == "10.5.1"))
    unfolding.finish()
