"""What happens when an army enters a space (9.3): who shelters within walls, who intercepts, who avoids battle, bribes,
and whether there is a battle (12.1)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.ruleset import Action, Event
from rules.sword_of_rome import (
    actions,
    avoiding_battle,
    bribes,
    combat,
    events,
    flanking,
    interception,
    sheltering,
)
from rules.sword_of_rome.activation import send_back
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import raids
from rules.sword_of_rome.course import PAUSED, after_responses, follow
from rules.sword_of_rome.forces import enemies_outside, force
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.powers import ETRUSCANS, allied, clockwise_from, decider, tied_first
from rules.sword_of_rome.procedures import Activation, Attempt, Campaign, Entry, Impulse
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, change_found, find, on_top
from rules.sword_of_rome.unfolding import Unfolding

ENTERED, WALLS, OPENING, DECLARING = "entered", "walls", "opening", "declaring"
ORDERING, INTERCEPTING, ROLLING = "ordering", "intercepting", "rolling"
AVOIDING, CONSENT, AVOID_ROLLING = "avoiding", "consent", "avoid-rolling"
LONE, BRIBES, SURPRISES, DECLINING = "lone", "bribes", "surprises", "declining"
BATTLE, RELIEF, FLANKING, FOUGHT, SEA_RETURN = "battle", "relief", "flanking", "fought", "sea-return"
STOPPED = "stopped"


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
    return interception.may_have_interceptors(game, state, power, space)


def sally(unfolding: Unfolding, march: Activation) -> None:
    """The units within the walls attack the besiegers (13.4.1); these may avoid battle."""
    own = force(unfolding.state, march.space, march.power)
    assert own is not None
    cu = min(own.inside, unfolding.game.numbers.army_most)
    unfolding.happen(events.Sallied(march.leader, march.space, cu))
    unfolding.begin(Entry(march.seat, march.power, march.space, march.space, "", sortie=True, stage=OPENING))


# The procedure


def _asks(game: Game, state: State, entry: Entry) -> Decision | None:
    stage = entry.stage
    if stage == WALLS:
        own = sheltering.shelterer(game, state, entry)
        return None if own is None else Decision(decider(game, state, own.power), "shelter", own.power)
    if stage == DECLARING and entry.queue:
        power, seat = entry.queue[0]
        return Decision(seat, "react", power)
    if stage == ORDERING and len(_waiting(game, state, entry)) > 1:
        return Decision(tied_first(game, _waiting(game, state, entry))[0], "order")
    if stage == CONSENT:
        return Decision(entry.seat, "consent", entry.power)
    if stage == BRIBES:
        seat = bribes.asked(game, state, entry)
        return Decision(seat, "bribe", ETRUSCANS) if seat else None
    if stage == DECLINING and _may_decline(game, state, entry):
        return Decision(entry.seat, "decline", entry.power)
    if stage == RELIEF and _may_relieve(game, state, entry):
        return Decision(entry.seat, "relief", entry.power)
    if stage == FLANKING and _may_flank(game, state, entry):
        return Decision(entry.seat, "flank", entry.power)
    return None


def _options(game: Game, state: State, entry: Entry, now: Decision) -> Iterator[Action]:
    kind = now.kind
    if kind == "shelter":
        own = sheltering.shelterer(game, state, entry)
        if own is not None:
            yield from sheltering.options(game, state, entry, own)
    elif kind == "react":
        yield from interception.options(game, state, entry, now.power)
        yield from avoiding_battle.options(game, state, entry, now.power)
        yield actions.End()
    elif kind == "order":
        for seat in _waiting(game, state, entry):
            yield actions.Name(seat)
    elif kind in ("consent", "relief"):
        yield actions.Accept()
        yield actions.Refuse()
    elif kind == "bribe":
        yield from bribes.options(game, state, now.seat)
        yield actions.Pass()
    elif kind == "decline":
        yield actions.TurnBack()
        yield actions.Fight()
    elif kind == "flank":
        yield from flanking.flank_leaders(game, state, entry)
        yield actions.Fight()


def _refuse(game: Game, state: State, entry: Entry, now: Decision, action: Action) -> Refusal | None:
    kind = now.kind
    if kind == "shelter":
        own = sheltering.shelterer(game, state, entry)
        assert own is not None
        return sheltering.refuse(game, state, entry, own, action)
    if kind == "react":
        if isinstance(action, actions.Intercept):
            return interception.refuse_interception(game, state, entry, now.power, action.leader, action.cu)
        if isinstance(action, actions.Avoid):
            return avoiding_battle.refuse_avoiding(
                game, state, entry, now.power, action.leader, action.cu, action.space
            )
        if isinstance(action, actions.End):
            return None
        return "9.3.2", "interceptions and attempts to avoid battle are declared first"
    if kind == "order":
        if isinstance(action, actions.Name) and action.seat in _waiting(game, state, entry):
            return None
        return "10.3", "one of the seats that intercept is named to try first"
    if kind == "consent":
        allowed: tuple[type[Action], ...] = (actions.Accept, actions.Refuse)
        return (
            None
            if isinstance(action, allowed)
            else ("11.1", "agree to the attempt to avoid battle, or refuse")
        )
    if kind == "relief":
        allowed = (actions.Accept, actions.Refuse)
        return (
            None if isinstance(action, allowed) else ("13.4.2", "say whether those within the walls join in")
        )
    if kind == "bribe":
        if isinstance(action, actions.Pass):
            return None
        if isinstance(action, actions.Play):
            return bribes.refuse(game, state, now.seat, action.card, action.use)
        return "7.2.2", "bribe the army or pass"
    if kind == "decline":
        if isinstance(action, (actions.TurnBack, actions.Fight)):
            return None
        return "10.5.1", "turn back or fight"
    if isinstance(action, actions.Fight):
        return None
    if isinstance(action, actions.Flank):
        return flanking.refuse_flank(game, state, entry, action.leader)
    return "9.5.6", "name a flanking army or fight"


def _act(unfolding: Unfolding, entry: Entry, now: Decision, action: Action) -> None:
    kind = now.kind
    if kind == "shelter":
        own = sheltering.shelterer(unfolding.game, unfolding.state, entry)
        assert own is not None
        if isinstance(action, actions.GoInside):
            unfolding.happen(events.WentInside(own.power, entry.space, action.cu, ()))
        elif isinstance(action, actions.LeadInside):
            unfolding.happen(events.WentInside(own.power, entry.space, 0, (action.leader,)))
        else:
            unfolding.reach(OPENING)
    elif kind == "react":
        if isinstance(action, actions.Intercept):
            interception.declare(unfolding, entry, now.power, action.leader, action.cu)
        elif isinstance(action, actions.Avoid):
            avoiding_battle.declare(unfolding, entry, now.power, action.leader, action.cu, action.space)
        else:
            unfolding.happen(events.DeclarationEnded(now.power))
    elif kind == "order":
        assert isinstance(action, actions.Name)
        unfolding.happen(events.InterceptorsOrdered((*entry.order, action.seat)))
    elif kind == "consent":
        if isinstance(action, actions.Accept):
            unfolding.reach(AVOIDING)
            avoiding_battle.attempt_it(unfolding, entry, entry.index, agreed=True)
        else:
            unfolding.reach(AVOID_ROLLING)
            open_window(unfolding, "avoidance")
    elif kind == "bribe":
        if isinstance(action, actions.Play):
            bribes.pay(unfolding, entry, now.seat, action.card)
        else:
            unfolding.reach(SURPRISES)
    elif kind == "decline":
        if isinstance(action, actions.TurnBack):
            turn_back(unfolding, entry)
        else:
            unfolding.reach(BATTLE)
    elif kind == "relief":
        unfolding.happen(events.ReliefDecided(isinstance(action, actions.Accept)))
    elif isinstance(action, actions.Flank):
        flanking.begin_flank(unfolding, entry, action.leader)
    else:
        unfolding.reach(FOUGHT)
        combat.join(unfolding, entry)


def _go_on(unfolding: Unfolding, entry: Entry) -> None:
    follow(unfolding, entry, _STEPS, _asks)


def _entered(unfolding: Unfolding, entry: Entry) -> str:
    return after_responses(unfolding, "space-entered", WALLS)


def _stopped(unfolding: Unfolding, entry: Entry) -> str:
    send_back(unfolding, entry, "event", "7.1")
    return PAUSED


def _walls(unfolding: Unfolding, entry: Entry) -> str:
    return OPENING


def _opening(unfolding: Unfolding, entry: Entry) -> str:
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


def _waiting(game: Game, state: State, entry: Entry) -> tuple[str, ...]:
    """The seats with interceptions whose place in the order is still open (10.3-b)."""
    seats = {decider(game, state, attempt.power) for attempt in entry.interceptions}
    return tuple(sorted(seat for seat in seats if seat not in entry.order))


def _ordering(unfolding: Unfolding, entry: Entry) -> str:
    waiting = _waiting(unfolding.game, unfolding.state, entry)
    if waiting:
        unfolding.happen(events.InterceptorsOrdered((*entry.order, *waiting)))
    return INTERCEPTING


def _intercepting(unfolding: Unfolding, entry: Entry) -> str:
    game, state = unfolding.game, unfolding.state
    for seat in entry.order:
        for index, attempt in enumerate(entry.interceptions):
            if not attempt.outcome and decider(game, state, attempt.power) == seat:
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


def _lone(unfolding: Unfolding, entry: Entry) -> str:
    game, state = unfolding.game, unfolding.state
    for each in state.forces.get(entry.space, ()):  # 11.1-e
        hostile = each.power != entry.power and not allied(game, state, each.power, entry.power)
        if hostile and each.leaders and not each.cu:
            displace_all(unfolding, each.leaders, "11.1")
    return BRIBES


def _bribes(unfolding: Unfolding, entry: Entry) -> str:
    return SURPRISES


def _surprises(unfolding: Unfolding, entry: Entry) -> str:
    return after_responses(unfolding, "reactions-over", DECLINING)


def _may_decline(game: Game, state: State, entry: Entry) -> bool:
    return (
        entry.intercepted
        and not entry.surprised
        and bool(enemies_outside(game, state, entry.space, entry.power))
    )


def _declining(unfolding: Unfolding, entry: Entry) -> str:
    return BATTLE


def turn_back(unfolding: Unfolding, entry: Entry) -> None:
    """The intercepted army declines battle and goes back (10.5.1)."""
    march = find(unfolding.state, Activation)
    if entry.link == "sea":
        unfolding.reach(SEA_RETURN)
        combat.refuse_battle_at_sea(unfolding, entry, march)
        return
    unfolding.happen(events.BattleDeclined(entry.power, entry.space, entry.origin))
    send_back(unfolding, entry, "declined", "10.5.1")


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


def _may_relieve(game: Game, state: State, entry: Entry) -> bool:
    own = force(state, entry.space, entry.power)
    return own is not None and own.inside > 0 and not entry.sortie and not entry.relief_decided


def _relief(unfolding: Unfolding, entry: Entry) -> str:
    return FLANKING


def _may_flank(game: Game, state: State, entry: Entry) -> bool:
    return entry.flank is None and next(flanking.flank_leaders(game, state, entry), None) is not None


def _flanking(unfolding: Unfolding, entry: Entry) -> str:
    unfolding.reach(FOUGHT)
    combat.join(unfolding, entry)
    return PAUSED


def _fought(unfolding: Unfolding, entry: Entry) -> str:
    unfolding.finish()
    march = find(unfolding.state, Activation)
    if march is None:
        return PAUSED
    left = enemies_outside(unfolding.game, unfolding.state, entry.space, entry.power)
    if entry.result == "automatic" and not left:  # 12.2.1-d
        if entry.flank is not None and find(unfolding.state, Campaign) is not None:
            unfolding.happen(events.FlankReleased(entry.flank))
        return PAUSED
    if find(unfolding.state, Campaign) is not None:
        _rest_of_army(unfolding, entry, march)
    if march.stage != "ended":
        unfolding.happen(events.MarchEnded(march.leader, march.space, "9.4", True))
    return PAUSED


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

# What the events do


def _opened(_: Game, state: State, event: events.ReactionsOpened) -> State:
    return on_top(state, queue=event.queue)


def _declaration_ended(_: Game, state: State, event: events.DeclarationEnded) -> State:
    entry = find(state, Entry)
    return change_found(state, Entry, queue=entry.queue[1:])


def _declared(_: Game, state: State, event: events.ReactionDeclared) -> State:
    entry = find(state, Entry)
    if event.what == interception.INTERCEPTION:
        state = change_found(state, Entry, interceptions=(*entry.interceptions, event.attempt))
        impulse = find(state, Impulse)
        if impulse is not None:
            tried = (*impulse.interceptors, event.attempt.leader, *event.attempt.followers)
            state = change_found(state, Impulse, interceptors=tried)
        return state
    return change_found(state, Entry, avoids=(*entry.avoids, event.attempt))


def _ordered(_: Game, state: State, event: events.InterceptorsOrdered) -> State:
    return change_found(state, Entry, order=event.order)


def _due(_: Game, state: State, event: events.AttemptDue) -> State:
    return change_found(state, Entry, index=event.index)


def _with_attempt(attempts: tuple[Attempt, ...], index: int, attempt: Attempt) -> tuple[Attempt, ...]:
    return (*attempts[:index], attempt, *attempts[index + 1 :])


def _modified(_: Game, state: State, event: events.AttemptModified) -> State:
    entry = find(state, Entry)
    field = "interceptions" if event.what == interception.INTERCEPTION else "avoids"
    attempts = getattr(entry, field)
    before = attempts[event.index]
    after = msgspec.structs.replace(before, modifier=before.modifier + event.value)
    return change_found(state, Entry, **{field: _with_attempt(attempts, event.index, after)})


def _interception_rolled(_: Game, state: State, event: events.InterceptionRolled) -> State:
    entry = find(state, Entry)
    outcome = "barred" if event.barred else "success" if event.success else "failure"
    after = msgspec.structs.replace(entry.interceptions[event.index], outcome=outcome)
    attempts = _with_attempt(entry.interceptions, event.index, after)
    return change_found(state, Entry, interceptions=attempts, intercepted=entry.intercepted or event.success)


def _avoidance_rolled(_: Game, state: State, event: events.AvoidanceRolled) -> State:
    entry = find(state, Entry)
    outcome = "success" if event.success else "failure"
    after = msgspec.structs.replace(entry.avoids[event.index], outcome=outcome)
    return change_found(
        state,
        Entry,
        avoids=_with_attempt(entry.avoids, event.index, after),
        failed=entry.failed or not event.success,
    )


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


def _surprised(_: Game, state: State, event: events.Surprised) -> State:
    return change_found(
        state, Entry, surprised=not event.refusable, intercepted=event.refusable or event.modifier > 0
    )


def _relief_decided(_: Game, state: State, event: events.ReliefDecided) -> State:
    return change_found(state, Entry, relief=event.joins, relief_decided=True)


def _sallied(_: Game, state: State, event: events.Sallied) -> State:
    march = find(state, Activation)
    if march is None:
        return state
    # It counts as moving, and costs no movement points (13.4.1).
    return change_found(state, Activation, cu=event.cu, used=1, total=march.total + 1)


def _move_stopped(_: Game, state: State, event: events.MoveStopped) -> State:
    return change_found(state, Entry, stage=STOPPED)


def _city_barred(_: Game, state: State, event: events.CityBarred) -> State:
    impulse = find(state, Impulse)
    if impulse is None:
        return state
    return change_found(state, Impulse, barred=(*impulse.barred, f"{event.power}/{event.space}"))


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.ReactionsOpened: _opened,
    events.DeclarationEnded: _declaration_ended,
    events.ReactionDeclared: _declared,
    events.InterceptorsOrdered: _ordered,
    events.AttemptDue: _due,
    events.AttemptModified: _modified,
    events.InterceptionRolled: _interception_rolled,
    events.AvoidanceRolled: _avoidance_rolled,
    events.PursuitRolled: _unchanged,
    events.BattleDeclined: _unchanged,
    events.Surprised: _surprised,
    events.ReliefDecided: _relief_decided,
    events.Sallied: _sallied,
    events.MoveStopped: _move_stopped,
    events.CityBarred: _city_barred,
}
