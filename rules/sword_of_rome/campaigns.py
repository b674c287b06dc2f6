"""Campaigns (9.5): several armies one after another, an ally's among them, and flanking armies (9.5.6)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.activation import MARCHING, allowance, begin_activation
from rules.sword_of_rome.alliances import allies_of
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import enemies_outside, force, of_power
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import refuse_activation, used_points
from rules.sword_of_rome.powers import CARTHAGE
from rules.sword_of_rome.procedures import Activation, Campaign, Consent, Entry, Flank, Operation
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.tracing import link_for
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import is_eased, refuse_passing, refuse_stop

CAMPAIGN = "campaign"


def operation_of(game: Game, state: State, campaign: Campaign) -> Operation:
    """What each army of the Campaign is activated with: as with a value-3 play (9.5)."""
    powers: list[str] = list(game.powers_of[campaign.seat])
    if campaign.allies:
        for own in game.powers_of[campaign.seat]:
            powers += [other for other in allies_of(state, own) if other not in powers]
    return Operation(campaign.seat, campaign.value, tuple(powers), campaign.card, only=CAMPAIGN)


def refuse_leader(game: Game, state: State, campaign: Campaign, leader: str) -> Refusal | None:
    """Why a leader cannot be the next army of the Campaign, or None."""
    if not campaign.left:
        return "9.5", "the Campaign activates no more armies"
    if leader in campaign.done:
        return "9.5", f"{game.title(leader)} has been activated already, or may not take part"
    refused = refuse_activation(game, state, operation_of(game, state, campaign), leader)
    if refused is not None:
        return refused
    power = game.leaders[leader].power
    if power == CARTHAGE and (power in state.activated or state.carthage_beaten):
        return "16.1.1", "Carthage has been activated in this round already"
    return None


def _asks(game: Game, state: State, campaign: Campaign) -> Decision | None:
    if campaign.waiting is not None:
        return None
    return Decision(campaign.seat, "campaign") if campaign.left else None


def _options(game: Game, state: State, campaign: Campaign, now: Decision) -> Iterator[Action]:
    for power in operation_of(game, state, campaign).powers:
        for _, own in of_power(state, power):
            for leader in (*own.leaders, *own.shut):
                if refuse_leader(game, state, campaign, leader) is None:
                    yield actions.Activate(leader)
    yield actions.End()


def _refuse(game: Game, state: State, campaign: Campaign, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.End):
        return None
    if isinstance(action, actions.Activate):
        return refuse_leader(game, state, campaign, action.leader)
    return "9.5", "the next army of the Campaign is activated, or the Campaign is ended"


def _act(unfolding: Unfolding, campaign: Campaign, now: Decision, action: Action) -> None:
    if isinstance(action, actions.Activate):
        call(unfolding, campaign, action.leader)
    else:
        unfolding.finish()


def call(unfolding: Unfolding, campaign: Campaign, leader: str, flank_of: str = "") -> None:
    """Activates an army of the Campaign; an ally is asked first, but for Carthage (9.5.5-c)."""
    game = unfolding.game
    power = game.leaders[leader].power
    owner = game.seat_of.get(power)
    if owner is not None and owner != campaign.seat:
        unfolding.begin(Consent(owner, leader, flank_of))
        return
    unfolding.happen(events.CampaignStepped(leader, owner is None))
    if owner is None:
        unfolding.happen(events.PowerActivated(power, campaign.seat))
    begin_activation(unfolding, operation_of(game, unfolding.state, campaign), leader, flank_of)


def _go_on(unfolding: Unfolding, campaign: Campaign) -> None:
    flank = campaign.waiting
    if flank is None:
        unfolding.finish()
        return
    unfolding.happen(events.FlankReleased(None))
    own = force(unfolding.state, flank.space, flank.power)
    if own is None or flank.leader not in own.leaders:
        return
    unfolding.begin(
        Activation(
            seat=campaign.seat,
            power=flank.power,
            leader=flank.leader,
            value=campaign.value,
            left=flank.left,
            space=flank.space,
            start=flank.space,
            cu=min(flank.cu, own.cu),
            followers=tuple(each for each in flank.followers if each in own.leaders),
            card=campaign.card,
            used=1,
            stage=MARCHING,
        )
    )


# 9.5.5: consent


def _consent_asks(game: Game, state: State, consent: Consent) -> Decision | None:
    return Decision(consent.seat, "campaign-consent", game.leaders[consent.leader].power)


def _consent_options(game: Game, state: State, consent: Consent, now: Decision) -> Iterator[Action]:
    yield actions.Accept()
    yield actions.Refuse()


def _consent_refuse(
    game: Game, state: State, consent: Consent, now: Decision, action: Action
) -> Refusal | None:
    if isinstance(action, (actions.Accept, actions.Refuse)):
        return None
    return "9.5.5", f"say first whether {game.title(consent.leader)} takes part in the Campaign"


def _consent_act(unfolding: Unfolding, consent: Consent, now: Decision, action: Action) -> None:
    agreed = isinstance(action, actions.Accept)
    unfolding.happen(events.ConsentAnswered(consent.leader, agreed))
    unfolding.finish()
    if not agreed:
        return
    campaign = find(unfolding.state, Campaign)
    unfolding.happen(events.CampaignStepped(consent.leader, True))
    operation = operation_of(unfolding.game, unfolding.state, campaign)
    begin_activation(unfolding, operation, consent.leader, consent.flank_of)


def _consent_go_on(unfolding: Unfolding, consent: Consent) -> None:
    unfolding.finish()


# 9.5.6: flanking


def refuse_flank(game: Game, state: State, entry: Entry, leader: str) -> Refusal | None:
    """Why a leader cannot be activated to flank the attack that is due, or None (9.5.6)."""
    campaign = find(state, Campaign)
    march = find(state, Activation)
    if campaign is None or march is None or march.flank_of:
        return "9.5.6", "only a Campaign brings a flanking army"
    if entry.flank is not None:
        return "9.5.6", "the attack has a flanking army already"
    refused = refuse_leader(game, state, campaign, leader)
    if refused is not None:
        return refused
    power = game.leaders[leader].power
    place = state.leaders[leader]
    own = force(state, place, power)
    if leader in (march.leader, *march.followers) or place == entry.space:
        return "9.5.6", f"{game.title(leader)} is with the attacking army"
    if own is None or leader in own.shut or not own.cu:
        return "9.5.6", f"{game.title(leader)} has no CU to flank with"
    if not _can_flank(game, state, entry, leader, campaign.value):
        return "9.5.6", f"{game.title(leader)} cannot come near enough to {game.title(entry.space)} to flank"
    return None


def flank_leaders(game: Game, state: State, entry: Entry) -> Iterator[actions.Flank]:
    """The leaders that may be activated to flank the attack that is due."""
    campaign = find(state, Campaign)
    if campaign is None or not campaign.left or entry.flank is not None:
        return
    for power in operation_of(game, state, campaign).powers:
        for _, own in of_power(state, power):
            for leader in own.leaders:
                if refuse_flank(game, state, entry, leader) is None:
                    yield actions.Flank(leader)


def in_position(
    game: Game,
    state: State,
    power: str,
    space: str,
    left: int,
    target: str,
    origin: str,
    *,
    eased: bool = True,
) -> bool:
    """Whether an army in the space supports an attack on the target: it has the points for the last link and comes
    from elsewhere than the pinning army (9.5.6-b). `eased`: an event for the army on the move counts for it."""
    if space == origin or target not in game.links[space]:
        return False
    link = link_for(game, power, space, target)
    cost = 1 if eased and is_eased(state, power, link) else game.board.data.terrain[link].movement
    return (
        cost <= left
        and not enemies_outside(game, state, space, power)
        and refuse_stop(game, state, power, space, 1) is None
        and refuse_passing(game, state, power, space, target, 1) is None
    )


def _can_flank(game: Game, state: State, entry: Entry, leader: str, value: int) -> bool:
    power = game.leaders[leader].power
    points = allowance(game, Operation(entry.seat, value, (power,)), power) - used_points(state, leader)
    start = state.leaders[leader]
    best = {start: points}
    queue = [start]
    while queue:
        here = queue.pop()
        if in_position(
            game, state, power, here, best[here], entry.space, entry.origin, eased=False
        ):
            return True
        for name in game.links[here]:
            if name == entry.space or enemies_outside(game, state, name, power):
                continue
            cost = game.board.data.terrain[link_for(game, power, here, name)].movement
            rest = best[here] - cost
            if rest < 0 or best.get(name, -1) >= rest:
                continue
            if refuse_passing(game, state, power, here, name, 1) is None:
                best[name] = rest
                queue.append(name)
    return False


def join_attack(unfolding: Unfolding, march: Activation) -> None:
    """A flanking army has come to a stop: it supports the attack if it is in position (9.5.6)."""
    game, state = unfolding.game, unfolding.state
    entry = next(
        (each for each in reversed(state.stack) if isinstance(each, Entry) and each.space == march.flank_of),
        None,
    )
    if entry is None or not march.cu:
        return
    if in_position(game, state, march.power, march.space, march.left, march.flank_of, entry.origin):
        unfolding.happen(
            events.FlankJoined(
                march.flank_of,
                Flank(march.power, march.space, march.leader, march.cu, march.followers, march.left),
            )
        )


# What the events do


def _stepped(_: Game, state: State, event: events.CampaignStepped) -> State:
    campaign = find(state, Campaign)
    if campaign is None:
        return state
    return change_found(
        state,
        Campaign,
        left=campaign.left - 1,
        allies=campaign.allies - int(event.ally),
        done=(*campaign.done, event.leader),
    )


def _answered(_: Game, state: State, event: events.ConsentAnswered) -> State:
    campaign = find(state, Campaign)
    if campaign is None or event.agreed:
        return state
    return change_found(state, Campaign, done=(*campaign.done, event.leader))


def _flank_joined(_: Game, state: State, event: events.FlankJoined) -> State:
    for index in range(len(state.stack) - 1, -1, -1):
        each = state.stack[index]
        if isinstance(each, Entry) and each.space == event.space:
            joined = msgspec.structs.replace(each, flank=event.flank)
            return msgspec.structs.replace(
                state, stack=(*state.stack[:index], joined, *state.stack[index + 1 :])
            )
    return state


def _released(_: Game, state: State, event: events.FlankReleased) -> State:
    return change_found(state, Campaign, waiting=event.flank)


CAMPAIGNS = Chapter(_go_on, _asks, _options, _refuse, _act)
CONSENT = Chapter(_consent_go_on, _consent_asks, _consent_options, _consent_refuse, _consent_act)
EVOLVE: dict[type[Event], Evolve] = {
    events.CampaignStepped: _stepped,
    events.ConsentAnswered: _answered,
    events.FlankJoined: _flank_joined,
    events.FlankReleased: _released,
}
