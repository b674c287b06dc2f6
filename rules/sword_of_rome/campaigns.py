"""Campaigns (9.5): several armies one after another, an ally's among them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.activation import MARCHING, begin_activation
from rules.sword_of_rome.alliances import allies_of
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import force, of_power
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import refuse_activation
from rules.sword_of_rome.powers import CARTHAGE
from rules.sword_of_rome.procedures import Activation, Campaign, Consent, Entry, Flank, Operation
from rules.sword_of_rome.state import State, change_found, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.used_points import batches, freshest, heads_of, movable, points_of, rested

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
    who = game.leaders.get(leader)
    if who is not None and not campaign.allies and game.seat_of.get(who.power) != campaign.seat:
        return "9.5.5", f"the Campaign moves no {'more ' if campaign.done else ''}army of an ally"
    refused = refuse_activation(game, state, operation_of(game, state, campaign), leader)
    if refused is not None:
        return refused
    power = game.leaders[leader].power
    if power == CARTHAGE and (power in state.activated or state.carthage_beaten):
        return "16.1.1", "Carthage has been activated in this round already"
    return None


def _asks(game: Game, state: State, campaign: Campaign) -> Decision | None:
    if campaign.waiting:
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
    if campaign.waiting:
        release(unfolding, campaign, campaign.waiting[0])
    else:
        unfolding.finish()


def release(unfolding: Unfolding, campaign: Campaign, flank: Flank, flank_of: str = "") -> None:
    """A flanking army goes on after an automatic victory with the points that it has left (9.5.7), alone or to flank
    another attack."""
    state = unfolding.state
    unfolding.happen(events.FlankReleased(flank, now=True))
    own = force(state, flank.space, flank.power)
    if own is None or flank.leader not in own.leaders:
        return
    before = points_of(state, flank.leader)
    found = batches(state, flank.space, flank.power, own.cu)
    cu = min(flank.cu, movable(found))
    followers = tuple(each for each in flank.followers if each in own.leaders)
    behind = tuple((each, 0, points_of(state, each) - before) for each in followers)
    unfolding.begin(
        rested(
            Activation(
                seat=campaign.seat,
                power=flank.power,
                leader=flank.leader,
                value=campaign.value,
                left=0,
                space=flank.space,
                start=flank.space,
                cu=cu,
                followers=followers,
                card=campaign.card,
                total=flank.total,
                before=before,
                heads=(*heads_of(freshest(found, cu), before), *(each for each in behind if each[2])),
                resumed=True,
                flank_of=flank_of,
                stage=MARCHING,
            )
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
    campaign = find(state, Campaign)
    if campaign is None:
        return state
    others = tuple(each for each in campaign.waiting if each.leader != event.flank.leader)
    return change_found(state, Campaign, waiting=others if event.now else (*others, event.flank))


CAMPAIGNS = Chapter(_go_on, _asks, _options, _refuse, _act)
CONSENT = Chapter(_consent_go_on, _consent_asks, _consent_options, _consent_refuse, _consent_act)
EVOLVE: dict[type[Event], Evolve] = {
    events.CampaignStepped: _stepped,
    events.ConsentAnswered: _answered,
    events.FlankJoined: _flank_joined,
    events.FlankReleased: _released,
}
