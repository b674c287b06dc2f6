"""What happens when an army enters a space (9.3): who shelters within walls, who intercepts, who avoids battle, bribes,
and whether there is a battle (12.1)."""

from __future__ import annotations

from rules.sword_of_rome import (
    avoiding_battle,
    events,
    interception,
    joining_battle,
    reaction_changes,
    reaction_choices,
)
from rules.sword_of_rome.activation import send_back
from rules.sword_of_rome.chapter import Chapter
from rules.sword_of_rome.control import raids
from rules.sword_of_rome.course import PAUSED, after_responses, follow
from rules.sword_of_rome.forces import enemies_outside, force
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.leaders import displace_all, in_distress, in_hiding
from rules.sword_of_rome.powers import ETRUSCANS, SAMNITES, allied, clockwise_from, decider
from rules.sword_of_rome.procedures import Activation, Campaign, Entry
from rules.sword_of_rome.reaction_stages import (
    AVOID_ROLLING,
    AVOIDING,
    BATTLE,
    BRIBES,
    CONSENT,
    DECLARING,
    DECLINING,
    ENTERED,
    FLANKING,
    FOUGHT,
    INTERCEPTING,
    LONE,
    OPENING,
    ORDERING,
    RELIEF,
    ROLLING,
    SEA_RETURN,
    STOPPED,
    SURPRISES,
    WALLS,
    asks,
    waiting,
)
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding


def begin(unfolding: Unfolding, seat: str, power: str, space: str, origin: str, link: str) -> None:
    """An army has entered a space: reactions follow, if anybody could react."""
    if _concerns_anybody(unfolding.game, unfolding.state, power, space):
        unfolding.begin(Entry(seat, power, space, origin, link))


def _concerns_anybody(game: Game, state: State, power: str, space: str) -> bool:
    if any(
        each.power != power and not allied(game, state, power, each.power)
        for each in state.forces.get(space, ())
    ):
        return True
    if raids(game, power) and game.spaces[space].home == ETRUSCANS:  # an event may stop them
        return True
    if not allied(game, state, power, SAMNITES) and any(  # 9.3.3: they may fall on him over any link
        own is not None and own.cu and own.leaders
        for own in (force(state, near, SAMNITES) for near in game.board.adjacent[space])
    ):
        return True
    return interception.may_have_interceptors(game, state, power, space)


def sally(unfolding: Unfolding, march: Activation) -> None:
    """The units within the walls attack the besiegers (13.4.1); these may avoid battle."""
    own = force(unfolding.state, march.space, march.power)
    assert own is not None
    cu = min(own.inside, unfolding.game.numbers.army_most)
    unfolding.happen(events.Sallied(march.leader, march.space, cu))
    unfolding.begin(Entry(march.seat, march.power, march.space, march.space, "", sortie=True, stage=OPENING))


# The procedure


def _go_on(unfolding: Unfolding, entry: Entry) -> None:
    follow(unfolding, entry, _STEPS, asks)


def _entered(unfolding: Unfolding, entry: Entry) -> str:
    return after_responses(unfolding, "space-entered", WALLS)


def _stopped(unfolding: Unfolding, entry: Entry) -> str:
    send_back(unfolding, entry, "event", "7.1")
    return PAUSED


def _walls(unfolding: Unfolding, entry: Entry) -> str:
    return OPENING


def _opening(unfolding: Unfolding, entry: Entry) -> str:
    _displace_lone_leaders(unfolding, entry)
    game, state = unfolding.game, unfolding.state
    queue: list[tuple[str, str]] = []
    present = {each.power for each in state.forces.get(entry.space, ())}
    near = {each.power for name in game.board.adjacent[entry.space] for each in state.forces.get(name, ())}
    for power in game.powers:
        if power == entry.power or power not in present | near or allied(game, state, power, entry.power):
            continue
        can = next(interception.interceptors(game, state, entry, power), None) is not None or (
            next(avoiding_battle.options(game, state, entry, power), None) is not None
        )
        if can:
            queue.append((power, decider(game, state, power)))
    if not queue:
        return LONE
    around = clockwise_from(game, state, entry.seat)
    queue.sort(key=lambda item: around.index(item[1]) if item[1] in around else len(around))
    unfolding.happen(events.ReactionsOpened(tuple(queue)))
    return DECLARING


def _declaring(unfolding: Unfolding, entry: Entry) -> str:
    return ORDERING if entry.interceptions else AVOIDING


def _ordering(unfolding: Unfolding, entry: Entry) -> str:
    last = waiting(entry)
    if last:
        unfolding.happen(events.InterceptorsOrdered((*entry.order, *last)))
    return INTERCEPTING


def _intercepting(unfolding: Unfolding, entry: Entry) -> str:
    for power in entry.order:
        for index, attempt in enumerate(entry.interceptions):
            if not attempt.outcome and attempt.power == power:
                unfolding.happen(events.AttemptDue("interception", index))
                unfolding.reach(ROLLING)
                open_window(unfolding, "interception")
                return PAUSED
    return AVOIDING


def _rolling(unfolding: Unfolding, entry: Entry) -> str:
    unfolding.reach(INTERCEPTING)
    interception.attempt_it(unfolding, entry, entry.index)
    return PAUSED


def _avoiding(unfolding: Unfolding, entry: Entry) -> str:
    for index, attempt in enumerate(entry.avoids):
        if not attempt.outcome:
            unfolding.happen(events.AttemptDue("avoidance", index))
            return CONSENT
    return LONE


def _avoid_rolling(unfolding: Unfolding, entry: Entry) -> str:
    unfolding.reach(AVOIDING)
    avoiding_battle.attempt_it(unfolding, entry, entry.index, agreed=False)
    return PAUSED


def _displace_lone_leaders(unfolding: Unfolding, entry: Entry) -> None:
    """Leaders without CU are no army: their city takes them in, or they are displaced at once (11.1-e, 8.4)."""
    game, state = unfolding.game, unfolding.state
    for each in state.forces.get(entry.space, ()):
        if each.power == entry.power or allied(game, state, each.power, entry.power):
            continue
        hiding = in_hiding(game, state, entry.space, each)
        if hiding:
            unfolding.happen(events.WentInside(each.power, entry.space, 0, hiding, "8.4"))
        else:
            displace_all(unfolding, in_distress(game, state, entry.space, each), "11.1")


def _lone(unfolding: Unfolding, entry: Entry) -> str:
    _displace_lone_leaders(unfolding, entry)  # whom an army has left behind that avoided battle
    return BRIBES


def _bribes(unfolding: Unfolding, entry: Entry) -> str:
    return SURPRISES


def _surprises(unfolding: Unfolding, entry: Entry) -> str:
    return after_responses(unfolding, "reactions-over", DECLINING)


def _declining(unfolding: Unfolding, entry: Entry) -> str:
    return BATTLE


def _sea_return(unfolding: Unfolding, entry: Entry) -> str:
    """The voyage back is over: away, or still there and fighting."""
    march = find(unfolding.state, Activation)
    if march is None or march.space == entry.space:
        return BATTLE
    unfolding.happen(events.MarchEnded(march.leader, march.space, "10.5.1", True))
    unfolding.finish()
    return PAUSED


def _battle(unfolding: Unfolding, entry: Entry) -> str:
    game, state = unfolding.game, unfolding.state
    march = find(state, Activation)
    if enemies_outside(game, state, entry.space, entry.power):
        return RELIEF
    avoided = any(attempt.outcome == "success" for attempt in entry.avoids)
    goes_on = True
    if avoided and march is not None:  # 9.4-d, 11.3
        goes_on = avoiding_battle.pursue(unfolding, entry, march.leader)
    unfolding.finish()
    if march is not None and not goes_on:
        unfolding.happen(events.MarchEnded(march.leader, entry.space, "11.3", True))
    return PAUSED


def _relief(unfolding: Unfolding, entry: Entry) -> str:
    return FLANKING


def _flanking(unfolding: Unfolding, entry: Entry) -> str:
    unfolding.reach(FOUGHT)
    joining_battle.join(unfolding, entry)
    return PAUSED


def _fought(unfolding: Unfolding, entry: Entry) -> str:
    """The battle is over: the movement ends, unless the victory was automatic (9.4-b, -c)."""
    if _goes_for_another(unfolding.game, unfolding.state, entry):
        unfolding.reach(FOUGHT)
        joining_battle.join(unfolding, entry)
        return PAUSED
    unfolding.finish()
    march = find(unfolding.state, Activation)
    if march is None:
        return PAUSED
    if entry.result == "automatic":  # 12.2.1-d
        if entry.flank is not None and find(unfolding.state, Campaign) is not None:
            unfolding.happen(events.FlankReleased(entry.flank))
        return PAUSED
    if find(unfolding.state, Campaign) is not None:
        _rest_of_army(unfolding, entry, march)
    if march.stage != "ended":
        unfolding.happen(events.MarchEnded(march.leader, march.space, "9.4", True))
    return PAUSED


def _goes_for_another(game: Game, state: State, entry: Entry) -> bool:
    """Whether the army has beaten one of two powers that stood together and must attack the other (9.4-b)."""
    own = force(state, entry.space, entry.power)
    return (
        entry.result in ("won", "automatic")
        and own is not None
        and bool(own.inside if entry.sortie else own.cu)
        and bool(enemies_outside(game, state, entry.space, entry.power))
    )


def _rest_of_army(unfolding: Unfolding, entry: Entry, march: Activation) -> None:
    """Who fought beside the moving army is done, too, and so is a flanking army (9.5.2-b)."""
    own = force(unfolding.state, entry.space, entry.power)
    if own is not None:
        leaders = (*own.leaders, *(own.shut if entry.relief or entry.sortie else ()))
        cu = own.cu + (own.inside if entry.relief or entry.sortie else 0)
        if march.space == entry.space:
            cu -= march.cu
            leaders = tuple(each for each in leaders if each not in (march.leader, *march.followers))
        if cu > 0 or leaders:
            unfolding.happen(events.UnitsDone(entry.power, entry.space, max(cu, 0), leaders))
    flank = entry.flank
    standing = force(unfolding.state, flank.space, flank.power) if flank is not None else None
    if flank is not None and standing is not None:
        leaders = tuple(each for each in (flank.leader, *flank.followers) if each in standing.leaders)
        unfolding.happen(events.UnitsDone(flank.power, flank.space, min(flank.cu, standing.cu), leaders))


_STEPS = {
    ENTERED: _entered,
    WALLS: _walls,
    OPENING: _opening,
    DECLARING: _declaring,
    ORDERING: _ordering,
    INTERCEPTING: _intercepting,
    ROLLING: _rolling,
    AVOIDING: _avoiding,
    AVOID_ROLLING: _avoid_rolling,
    LONE: _lone,
    BRIBES: _bribes,
    SURPRISES: _surprises,
    DECLINING: _declining,
    BATTLE: _battle,
    RELIEF: _relief,
    FLANKING: _flanking,
    FOUGHT: _fought,
    SEA_RETURN: _sea_return,
    STOPPED: _stopped,
}

CHAPTER = Chapter(_go_on, asks, reaction_choices.options, reaction_choices.refuse, reaction_choices.act)
EVOLVE = reaction_changes.EVOLVE
