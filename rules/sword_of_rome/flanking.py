"""Coordinated attacks (9.5.6, 9.5.7): a second army of a Campaign supports the attack from another side."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sword_of_rome import actions, events
from rules.sword_of_rome.activation import allowance
from rules.sword_of_rome.campaigns import call, operation_of, refuse_leader, release
from rules.sword_of_rome.forces import enemies_outside, force, of_power
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.procedures import Activation, Campaign, Entry, Flank, Operation
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.used_points import points_of
from rules.sword_of_rome.ways import ROAD, on_road, overruns, path_cost, refuse_passing, refuse_stop


def refuse_flank(game: Game, state: State, entry: Entry, leader: str) -> Refusal | None:
    """Why a leader cannot be activated to flank the attack that is due, or None (9.5.6)."""
    campaign = find(state, Campaign)
    march = find(state, Activation)
    if campaign is None or march is None or march.flank_of:
        return "9.5.6", "only a Campaign brings a flanking army"
    if entry.flank is not None:
        return "9.5.6", "the attack has a flanking army already"
    waiting = _waiting(campaign, leader)  # 9.5.7
    refused = None if waiting is not None else refuse_leader(game, state, campaign, leader)
    if refused is not None:
        return refused
    power = game.leaders[leader].power
    place = state.leaders[leader]
    own = force(state, place, power)
    if leader in (march.leader, *march.followers) or place == entry.space:
        return "9.5.6", f"{game.title(leader)} is with the attacking army"
    if own is None or leader in own.shut or not own.cu:
        return "9.5.6", f"{game.title(leader)} has no CU to flank with"
    if any(
        each.cu and allied(game, state, power, each.power)
        for each in state.forces[entry.space]
        if each.power != march.power
    ):
        return "15.2", f"{game.title(power)} are allied with those who are attacked"
    if waiting is not None:
        points = waiting.left
    else:
        operation = Operation(entry.seat, campaign.value, (power,))
        points = allowance(game, operation, power) - points_of(state, leader)
    if not _can_flank(game, state, entry, leader, points):
        return "9.5.6", f"{game.title(leader)} cannot come near enough to {game.title(entry.space)} to flank"
    return None


def flank_leaders(game: Game, state: State, entry: Entry) -> Iterator[actions.Flank]:
    """The leaders that may be activated to flank the attack that is due."""
    campaign = find(state, Campaign)
    if campaign is None or entry.flank is not None:
        return
    for waiting in campaign.waiting:
        if refuse_flank(game, state, entry, waiting.leader) is None:
            yield actions.Flank(waiting.leader)
    if not campaign.left:
        return
    for power in operation_of(game, state, campaign).powers:
        for _, own in of_power(state, power):
            for leader in own.leaders:
                if refuse_flank(game, state, entry, leader) is None:
                    yield actions.Flank(leader)


def begin_flank(unfolding: Unfolding, entry: Entry, leader: str) -> None:
    """Activates a flanking army; one that flanked an automatic victory goes on from there (9.5.7)."""
    campaign = find(unfolding.state, Campaign)
    waiting = _waiting(campaign, leader)
    if waiting is not None:
        release(unfolding, campaign, waiting, entry.space)
    else:
        call(unfolding, campaign, leader, entry.space)


def _waiting(campaign: Campaign, leader: str) -> Flank | None:
    return next((each for each in campaign.waiting if each.leader == leader), None)


def in_position(
    game: Game,
    state: State,
    power: str,
    space: str,
    left: int,
    target: str,
    origin: str,
    *,
    road: bool = False,
    eased: bool = True,
    cu: int = 0,
) -> bool:
    """Whether an army in the space supports an attack on the target: it has the points for the last link and comes
    from elsewhere than the pinning army (9.5.6-b). `road`: it came on the Appian Way; `eased`: an event for the army on
    the move counts for it; `cu`: it overruns weaker enemies there."""
    if space == origin or target not in game.links[space]:
        return False
    return (
        path_cost(game, state, power, space, target, road=road, eased=eased) <= left
        and _open(game, state, power, space, cu)
        and refuse_stop(game, state, power, space, 1) is None
        and refuse_passing(game, state, power, space, target, 1) is None
    )


def _open(game: Game, state: State, power: str, space: str, cu: int) -> bool:
    """Whether no enemies bar the space, or the army overruns them (9.4-c)."""
    return not enemies_outside(game, state, space, power) or overruns(game, state, power, space, cu)


def _can_flank(game: Game, state: State, entry: Entry, leader: str, points: int) -> bool:
    power = game.leaders[leader].power
    start = state.leaders[leader]
    own = force(state, start, power)
    cu = min(own.cu, game.numbers.army_most) if own is not None else 0
    best = {(start, False): points}
    queue = [(start, False)]
    while queue:
        here, road = queue.pop()
        left = best[here, road]
        if in_position(
            game, state, power, here, left, entry.space, entry.origin, road=road, eased=False, cu=cu
        ):
            return True
        for name in game.links[here]:
            if name == entry.space or not _open(game, state, power, name, cu):
                continue
            rest = left - path_cost(game, state, power, here, name, road=road, eased=False)
            then = (name, on_road(game, state, here, name))
            if rest < 0 or best.get(then, -1) >= rest:
                continue
            if refuse_passing(game, state, power, here, name, 1) is None:
                best[then] = rest
                queue.append(then)
    return False


def attack_flanked(game: Game, state: State, march: Activation) -> Entry | None:
    """The attack that a flanking army supports if it stops where it stands now, or None (9.5.6-b)."""
    entry = next(
        (each for each in reversed(state.stack) if isinstance(each, Entry) and each.space == march.flank_of),
        None,
    )
    if entry is None or not march.cu:
        return None
    placed = in_position(
        game,
        state,
        march.power,
        march.space,
        march.left,
        march.flank_of,
        entry.origin,
        road=march.link == ROAD,
    )
    return entry if placed else None


def join_attack(unfolding: Unfolding, march: Activation) -> None:
    """A flanking army has come to a stop: it supports the attack if it is in position (9.5.6)."""
    if attack_flanked(unfolding.game, unfolding.state, march) is not None:
        unfolding.happen(
            events.FlankJoined(
                march.flank_of,
                Flank(
                    march.power,
                    march.space,
                    march.leader,
                    march.cu,
                    march.followers,
                    march.left,
                    march.total,
                ),
            )
        )
