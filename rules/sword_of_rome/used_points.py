"""What CU and leaders have used of their movement points in this impulse (9.5.2): a Campaign may move them again with
another leader, but nobody goes further in all than the points of an activation.

CU cannot be told apart, so that the freshest are taken first. What stays in a space is kept with the impulse; what
goes with the moving army, with its activation: `heads` says who is ahead of the leader (has used more points than he)
or behind him, as (leader or "", CU, points).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.sword_of_rome.procedures import Activation, Impulse
from rules.sword_of_rome.state import State, change_found, find

DONE = 99
"""Movement points of units that may not move again in this impulse (9.5.2-b)."""

Batches = tuple[tuple[int, int], ...]
"""Points used and CU, the freshest first."""


def points_of(state: State, leader: str) -> int:
    """The movement points that a leader has used in this impulse."""
    impulse = find(state, Impulse)
    if impulse is None:
        return 0
    for name, _, cu, used in impulse.marched:
        if name == leader and not cu:
            return int(used)
    return 0


def batches(state: State, space: str, power: str, present: int) -> Batches:
    """The CU of the power in the space that do not go with the moving army, `present` in all, by the points that they
    have used; where some of those that moved were lost, they are the ones that had used most."""
    impulse = find(state, Impulse)
    if impulse is None or not impulse.marched:
        return ((0, present),) if present > 0 else ()
    found: dict[int, int] = {}
    for name, whose, cu, used in impulse.marched:
        if cu and name == space and whose == power:
            found[used] = found.get(used, 0) + cu
    left = present
    made = []
    fresh = present - sum(found.values())
    for used, cu in sorted(((0, fresh), *found.items())):
        taken = min(cu, left)
        if taken > 0:
            made.append((used, taken))
            left -= taken
    return tuple(made)


def freshest(found: Batches, cu: int) -> Batches:
    """So many of the CU, those that have used least first."""
    made = []
    for used, count in found:
        taken = min(count, cu)
        if taken > 0:
            made.append((used, taken))
            cu -= taken
    return tuple(made)


def movable(found: Batches) -> int:
    """How many of the CU may move at all."""
    return sum(cu for used, cu in found if used < DONE)


def heads_of(found: Batches, leader_used: int) -> tuple[tuple[str, int, int], ...]:
    """How far these CU are ahead of a leader who has used so many points."""
    return tuple(("", cu, used - leader_used) for used, cu in found if used != leader_used)


# The moving army


def carried(march: Activation) -> Batches:
    """The CU that go with the leader, by the points that they have used."""
    used = march.before + march.used
    if not march.heads:
        return ((used, march.cu),) if march.cu else ()
    found = [(used + head, cu) for leader, cu, head in march.heads if not leader]
    level = march.cu - sum(cu for _, cu in found)
    if level > 0:
        found.append((used, level))
    return freshest(tuple(sorted(found)), march.cu)


def rested(march: Activation) -> Activation:
    """The march with the points that are left: those of the leader, or of whoever with him has used most."""
    most = max((head for _, _, head in march.heads), default=0)
    left = max(march.total - march.before - march.used - max(most, 0), 0)
    return march if left == march.left else msgspec.structs.replace(march, left=left)


def with_units(march: Activation, taken: Batches) -> Activation:
    """The march with CU picked up."""
    used = march.before + march.used
    cu = march.cu + sum(count for _, count in taken)
    return rested(msgspec.structs.replace(march, cu=cu, heads=(*march.heads, *heads_of(taken, used))))


def without_units(march: Activation, cu: int) -> tuple[Activation, Batches]:
    """The march without so many CU, and these: the ones that hold the leader up, and then the freshest, which another
    leader can use."""
    used = march.before + march.used
    found = list(carried(march))
    left: list[tuple[int, int]] = []
    while cu and found:
        index = -1 if found[-1][0] > used else 0
        points, count = found.pop(index)
        gone = min(count, cu)
        left.append((points, gone))
        cu -= gone
        if count > gone:
            found.insert(len(found) if index else 0, (points, count - gone))
    leaders = tuple(each for each in march.heads if each[0])
    after = msgspec.structs.replace(
        march, cu=sum(count for _, count in found), heads=(*leaders, *heads_of(tuple(found), used))
    )
    return rested(after), tuple(left)


def with_leader(march: Activation, leader: str, used: int) -> Activation:
    """The march with a leader picked up who has used so many points."""
    head = used - march.before - march.used
    heads = (*march.heads, (leader, 0, head)) if head else march.heads
    return rested(msgspec.structs.replace(march, followers=(*march.followers, leader), heads=heads))


def without_leader(march: Activation, leader: str) -> tuple[Activation, int]:
    """The march without a subordinate, and the points that he has used."""
    head = next((head for name, _, head in march.heads if name == leader), 0)
    after = msgspec.structs.replace(
        march,
        followers=tuple(each for each in march.followers if each != leader),
        heads=tuple(each for each in march.heads if each[0] != leader),
    )
    return rested(after), march.before + march.used + head


def points_with(march: Activation, leader: str) -> int:
    """The points that the leader, or a subordinate of his, has used."""
    head = next((head for name, _, head in march.heads if name == leader), 0)
    return march.before + march.used + head


# The impulse


def noted(state: State, space: str, power: str, found: Batches, leaders: Iterable[tuple[str, int]]) -> State:
    """The state in which CU in a space, and leaders, have used so many points."""
    impulse = find(state, Impulse)
    if impulse is None:
        return state
    named = {leader: used for leader, used in leaders if used}
    entries = [each for each in impulse.marched if each[2] or each[0] not in named]
    entries += [(space, power, cu, used) for used, cu in found if cu and used]
    entries += [(leader, "", 0, used) for leader, used in named.items()]
    return change_found(state, Impulse, marched=tuple(entries))


def taken_up(state: State, space: str, power: str, found: Batches, taken: Batches) -> State:
    """The state in which some of the CU in a space (`found`) go with the moving army (`taken`)."""
    impulse = find(state, Impulse)
    if impulse is None or not impulse.marched:
        return state
    gone = dict(taken)
    entries = [each for each in impulse.marched if not (each[2] and each[0] == space and each[1] == power)]
    for used, cu in found:
        if used and cu > gone.get(used, 0):
            entries.append((space, power, cu - gone.get(used, 0), used))
    return change_found(state, Impulse, marched=tuple(entries))


def exhausted(state: State, space: str, power: str, cu: int, leaders: Iterable[str], present: int) -> State:
    """The state in which so many CU in a space, and leaders, may not move again in this impulse."""
    found = batches(state, space, power, present)
    spent = sum(count for used, count in found if used >= DONE)
    fresh = freshest(tuple(each for each in found if each[0] < DONE), max(min(cu, present) - spent, 0))
    state = taken_up(state, space, power, found, fresh)
    done = sum(count for _, count in fresh)
    return noted(state, space, power, ((DONE, done),), ((leader, DONE) for leader in leaders))
