"""How decisions and actions are said: what a seat is asked, and what it types."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rules.ruleset import Action, Resign
from rules.sword_of_rome import actions
from rules.sword_of_rome.decisions import asked
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Activation, Battle, Entry, Support, Window
from rules.sword_of_rome.state import State, find

_DECISIONS = {
    "discard": "what of the left-over hand to discard",
    "first-player": "who goes first in this turn",
    "impulse": "its impulse",
    "operate": "what the play is used for",
    "campaign": "the next army of the Campaign",
    "campaign-consent": "whether its army takes part in the ally's Campaign",
    "respond": "whether to respond",
    "desperate": "whether to play Desperate Times",
    "desperate-use": "the use of Desperate Times",
    "put-away": "which cards to put away",
    "march": "the march",
    "shelter": "who goes within the walls",
    "react": "interceptions and attempts to avoid battle",
    "order": "who acts next",
    "consent": "whether to let the enemy avoid battle",
    "bribe": "whether to bribe",
    "decline": "whether to decline battle",
    "relief": "whether those within the walls join the attack",
    "flank": "whether an army flanks the attack",
    "retreat-inside": "who retreats within the walls",
    "retreat": "the retreat",
    "retreat-or-sail": "the retreat",
    "support": "the support points",
    "surrender": "sieges in the Surrender Phase",
    "fall": "whether the city is looted",
    "casualties": "how many of the CU lost are citizen militia",
    "place": "where reinforcements are placed",
    "penalty": "which city loses loyalty for a leader",
    "keep": "whether a leader is kept",
    "renew": "which alliances to renew",
    "alliance": "the alliance that is offered",
    "come-home": "where the army in Africa comes home",
    "neutral-power": "which non-player power is activated",
    "which-power": "which power the event is about",
    "which-space": "where",
    "which-army": "which army the event is about",
    "which-seat": "whose hand to look at",
    "hire": "whether to hire the Gauls",
    "hirer": "to whom the Gauls are offered",
    "which-units": "how many CU",
    "command": "who commands",
    "support-wish": "whether to ask for the support of the ally's victory",
    "succession": "who takes command in the battle",
    "beneficiary": "which ally gains the support",
    "roll-again": "which die is rolled again",
    "surprise": "who falls on the enemy",
}

MOMENTS = {
    "activation": "to an activation",
    "space-entered": "to an army that has entered",
    "interception": "to an interception",
    "avoidance": "to an attempt to avoid battle",
    "reactions-over": "after all reactions",
    "battle-certain": "before the battle roll",
    "battle-rolled": "after the battle roll",
    "retreat": "before the retreat",
    "battle-over": "after the battle",
    "siege-roll": "to a siege roll",
    "sea-move": "to a voyage",
    "support-change": "to a loss of support",
    "alliance": "to an alliance",
    "event-played": "to an event",
    "gallic-event": "to a Gallic event",
}


def decision_title(game: Game, state: State, kind: str) -> str:
    """What is to be decided, in a few words."""
    inner = state.stack[-1] if state.stack else None
    if kind == "respond" and isinstance(inner, Window):
        battle, entry = find(state, Battle), find(state, Entry)
        place = battle or entry
        where = f" at {game.title(place.space)}" if place is not None else ""
        return f"whether to respond {MOMENTS.get(inner.name, '')}{where}"
    if kind == "march" and isinstance(inner, Activation):
        aim = f", to flank the attack on {game.title(inner.flank_of)}" if inner.flank_of else ""
        return f"the march of {game.title(inner.leader)} ({inner.left} MP, {inner.cu} CU){aim}"
    if kind == "support" and isinstance(inner, Support):
        of = "" if inner.power in game.powers_of.get(inner.seat, ()) else f" of the {game.title(inner.power)}"
        return f"{inner.points} support point{'' if inner.points == 1 else 's'}{of}"
    return _DECISIONS.get(kind, kind)


_ENDS = {
    "impulse": "end (impulse)",
    "discard": "end (discarding)",
    "react": "end (declaring)",
    "support": "end (spending)",
    "place": "end (placing)",
    "campaign": "end (campaign)",
}


def _end(game: Game, state: State, action: actions.End) -> str:
    now = asked(game, state)
    return _ENDS.get(now.kind, "end") if now is not None else "end"


def _called(game: Game, card: str) -> str:
    """What need not be typed after a card's number: its name, and `for`."""
    title = game.cards[card].title if card in game.cards else ""
    return f"({re.sub(r'[()]', '', title)} for) " if title else "(for) "


def _choose(game: Game, state: State, action: actions.Choose) -> str:
    card = game.cards.get(action.what)
    return f"choose {action.what} ({re.sub(r'[()]', '', card.title)})" if card else f"choose {action.what}"


def _spend(game: Game, state: State, action: actions.Spend) -> str:
    return f"{action.how} {action.space}" if action.space else action.how


_PHRASES: dict[type[Action], Callable[[Game, State, Any], str]] = {
    actions.Discard: lambda game, state, action: f"discard {action.card}",
    actions.Name: lambda game, state, action: f"name {action.seat}",
    actions.Play: lambda game, state, action: (
        f"(play) {action.card} {_called(game, action.card)}{action.use}"
    ),
    actions.Pass: lambda game, state, action: "(pass)",
    actions.End: _end,
    actions.Activate: lambda game, state, action: f"(activate) {action.leader}",
    actions.RaiseSupport: lambda game, state, action: f"support (for) {action.power}",
    actions.Reinforce: lambda game, state, action: f"reinforce {action.power}",
    actions.Leave: lambda game, state, action: f"leave {action.cu} (cu)",
    actions.LeaveLeader: lambda game, state, action: f"leave {action.leader}",
    actions.Take: lambda game, state, action: f"take {action.cu} (cu)",
    actions.TakeLeader: lambda game, state, action: f"take {action.leader}",
    actions.Step: lambda game, state, action: f"(to) {action.space}",
    actions.Sail: lambda game, state, action: f"sail (to) {action.space}",
    actions.Raid: lambda game, state, action: "raid",
    actions.RollSiege: lambda game, state, action: f"siege (of) {action.space}",
    actions.FoundColony: lambda game, state, action: "(found) colony",
    actions.Sally: lambda game, state, action: "sally",
    actions.Halt: lambda game, state, action: "(halt)",
    actions.GoInside: lambda game, state, action: f"inside {action.cu} (cu)",
    actions.LeadInside: lambda game, state, action: f"inside {action.leader}",
    actions.GiveUpMilitia: lambda game, state, action: f"lose {action.cu} militia",
    actions.Intercept: lambda game, state, action: f"intercept (with) {action.leader} (and) {action.cu} (cu)",
    actions.Avoid: lambda game, state, action: (
        f"avoid (battle with) {action.leader} (and) {action.cu} (cu to) {action.space}"
    ),
    actions.Accompany: lambda game, state, action: f"{action.leader} (goes along with) {action.commander}",
    actions.Accept: lambda game, state, action: "accept",
    actions.Refuse: lambda game, state, action: "refuse",
    actions.TurnBack: lambda game, state, action: "turn back",
    actions.Fight: lambda game, state, action: "fight",
    actions.Flank: lambda game, state, action: f"flank (with) {action.leader}",
    actions.RetreatTo: lambda game, state, action: (
        f"(retreat to) {action.space}{' by ' if action.via else ''}{' '.join(action.via)}"
    ),
    actions.RetreatBySea: lambda game, state, action: f"sail (back to) {action.space}",
    actions.Spend: _spend,
    actions.Place: lambda game, state, action: f"(place) {action.power} (in) {action.space}",
    actions.PlaceLeader: lambda game, state, action: f"(place) {action.leader} (in) {action.space}",
    actions.Keep: lambda game, state, action: f"keep {action.leader}",
    actions.Dismiss: lambda game, state, action: f"dismiss {action.leader}",
    actions.Offer: lambda game, state, action: f"offer (alliance of) {action.power} (to) {action.other}",
    actions.Break: lambda game, state, action: f"break (alliance of) {action.power} (with) {action.other}",
    actions.Renew: lambda game, state, action: f"renew (alliance of) {action.power} (with) {action.other}",
    actions.Restore: lambda game, state, action: f"restore {action.space}",
    actions.Loot: lambda game, state, action: "loot",
    actions.Occupy: lambda game, state, action: "occupy",
    actions.Appoint: lambda game, state, action: f"command (to) {action.leader}",
    actions.Choose: _choose,
    Resign: lambda game, state, action: "resign",
}


def text_of(game: Game, name: str) -> str:
    """What the card of this id says, after its name and Ops; the empty text where there is none."""
    card = game.cards.get(name)
    if card is None:
        return ""
    gone = " Out of the game when played as an event." if card.removed else ""
    return f"{game.title(name)}, {card.ops} Ops: {card.text}{gone}"


def phrase(game: Game, state: State, action: Action) -> str:
    """The action as it is listed and typed."""
    return _PHRASES[type(action)](game, state, action)
