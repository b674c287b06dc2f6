"""Whose decision it is, what may be decided, and which chapter carries it out."""

from __future__ import annotations

from typing import Any

from rules.ruleset import Action
from rules.sword_of_rome import (
    africa,
    alliances,
    campaigns,
    card_operations,
    card_play,
    casualties,
    combat,
    command,
    desperate_times,
    movement,
    naming,
    naval,
    penalties,
    reactions,
    reinforcement,
    responses,
    retreat,
    siege,
    strategy_cards,
    succession,
    support,
    surrender,
)
from rules.sword_of_rome import procedures as begun
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State

CHAPTERS: dict[type[Any], Chapter] = {
    begun.Discarding: strategy_cards.CHAPTER,
    begun.Naming: naming.CHAPTER,
    begun.Impulse: card_play.IMPULSE,
    begun.Operation: card_play.OPERATION,
    begun.Window: responses.CHAPTER,
    begun.Campaign: campaigns.CAMPAIGNS,
    begun.Consent: campaigns.CONSENT,
    begun.Activation: movement.CHAPTER,
    begun.Entry: reactions.CHAPTER,
    begun.Battle: combat.CHAPTER,
    begun.Retreat: retreat.CHAPTER,
    begun.Succession: succession.CHAPTER,
    begun.Support: support.CHAPTER,
    begun.SiegeRoll: siege.ROLL,
    begun.Fall: siege.FALL,
    begun.Casualties: casualties.CHAPTER,
    begun.Placement: reinforcement.PLACEMENT,
    begun.Penalties: penalties.CHAPTER,
    begun.Surrendering: surrender.CHAPTER,
    begun.Reinforcing: reinforcement.REINFORCING,
    begun.Renewing: alliances.RENEWING,
    begun.Proposal: alliances.PROPOSAL,
    begun.Command: command.CHAPTER,
    begun.CardEvent: card_operations.CHAPTER,
    begun.Homecoming: africa.HOMECOMING,
    begun.Voyage: naval.CHAPTER,
    begun.Desperation: desperate_times.CHAPTER,
}
"""The rules of everything that can have begun."""


def asked(game: Game, state: State) -> Decision | None:
    """What is to be decided now, and by whom; None when the game is over or has not begun."""
    if state.ending is not None or not state.stack:
        return None
    procedure = state.stack[-1]
    return CHAPTERS[type(procedure)].asks(game, state, procedure)


def options_of(game: Game, state: State, now: Decision) -> tuple[Action, ...]:
    """Everything that may be decided now, in a fixed order."""
    procedure = state.stack[-1]
    return tuple(CHAPTERS[type(procedure)].options(game, state, procedure, now))
