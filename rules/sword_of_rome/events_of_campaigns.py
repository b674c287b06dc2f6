"""Operations that activate armies: Campaign (9.5) and one army at once."""

from __future__ import annotations

from rules.sword_of_rome import data_effects as data
from rules.sword_of_rome.campaigns import operation_of, refuse_leader
from rules.sword_of_rome.forces import of_power
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.leaders import activations
from rules.sword_of_rome.operations import WORKS, Work
from rules.sword_of_rome.procedures import Campaign, CardEvent, Operation
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.where import spaces_of

# Campaign


def _campaign_possible(game: Game, state: State, event: CardEvent, operation: data.Campaign) -> bool:
    campaign = Campaign(event.seat, operation.armies, event.card, operation.value, operation.allies)
    return any(
        refuse_leader(game, state, campaign, leader) is None
        for power in operation_of(game, state, campaign).powers
        for _, own in of_power(state, power)
        for leader in (*own.leaders, *own.shut)
    )


def _campaign(unfolding: Unfolding, event: CardEvent, operation: data.Campaign) -> None:
    unfolding.begin(Campaign(event.seat, operation.armies, event.card, operation.value, operation.allies))


WORKS[data.Campaign] = Work(_campaign, _campaign_possible, rule="9.5")

# One army


def _operation(game: Game, state: State, event: CardEvent, operation: data.Activate) -> Operation:
    at: tuple[str, ...] = ()
    if operation.where_added:
        at = (event.space,) if event.space else ("-",)
    elif operation.at:
        at = spaces_of(game, state, operation.at, operation.power)
    return Operation(
        event.seat,
        operation.value,
        (operation.power,),
        event.card,
        naval=operation.sea,
        bonus=operation.movement,
        only="activate",
        at=at,
        optional=operation.optional,
    )


def _activate_possible(game: Game, state: State, event: CardEvent, operation: data.Activate) -> bool:
    if operation.where_added and event.stage == "announced":
        return False  # the CU that it waits for come first
    return next(activations(game, state, _operation(game, state, event, operation)), None) is not None


def _activate(unfolding: Unfolding, event: CardEvent, operation: data.Activate) -> None:
    unfolding.begin(_operation(unfolding.game, unfolding.state, event, operation))


WORKS[data.Activate] = Work(_activate, _activate_possible, rule="7.1")
