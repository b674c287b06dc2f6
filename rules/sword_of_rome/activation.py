"""Activating a leader (7.1, 8.1), and how a march ends."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.leaders import DONE, kept_back, most_used, tired_units, used_points, would_follow
from rules.sword_of_rome.procedures import Activation, Entry, Operation
from rules.sword_of_rome.state import find
from rules.sword_of_rome.unfolding import Unfolding

CALLED, MARCHING, ENDED = "called", "marching", "ended"


def allowance(game: Game, operation: Operation, power: str) -> int:
    """The movement points of an activation (9.2.1 to 9.2.3)."""
    return game.powers[power].movement[min(max(operation.value, 1), 3) - 1] + operation.bonus


def begin_activation(unfolding: Unfolding, operation: Operation, leader: str, flank_of: str = "") -> None:
    """Activates a leader (7.1-b): up to 10 CU and all who may follow go with him until he leaves them."""
    game, state = unfolding.game, unfolding.state
    power = game.leaders[leader].power
    space = state.leaders[leader]
    own = force(state, space, power)
    assert own is not None
    left = max(allowance(game, operation, power) - used_points(state, leader), 0)
    cu = 0
    followers: tuple[str, ...] = ()
    if leader not in own.shut:
        followers = tuple(
            each for each in would_follow(game, leader, own.leaders) if used_points(state, each) < DONE
        )
        staying = tuple(each for each in own.leaders if each != leader and each not in followers)
        done, used = tired_units(state, space, power)
        free = max(own.cu - done - kept_back(game, staying), 0)
        fresh = max(free - used, 0)
        cu = min(fresh or free, game.numbers.army_most)
        if not fresh and cu:
            left = min(left, max(allowance(game, operation, power) - most_used(state, space, power), 0))
        for each in followers:
            left = min(left, max(allowance(game, operation, power) - used_points(state, each), 0))
    unfolding.begin(
        Activation(
            seat=operation.seat,
            power=power,
            leader=leader,
            value=operation.value,
            left=left,
            space=space,
            start=space,
            cu=cu,
            followers=followers,
            card=operation.card,
            naval=operation.naval,
            flank_of=flank_of,
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
        unfolding.happen(
            events.ForceMoved(entry.power, entry.space, entry.origin, march.cu, leaders, why, rule)
        )
        unfolding.happen(events.MarchEnded(march.leader, entry.origin, rule, True))
    unfolding.finish()
