"""Cards, windows and all that begins and ends, told in one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome import procedures as begun
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from rules.sword_of_rome.wording import (
    capital,
    card_title,
    cited,
    group,
    seats,
    titles,
)

Telling = Callable[[Game, State, Any], str]


def _began(game: Game, state: State, event: events.ProcedureBegan) -> str:
    inner = event.procedure
    if isinstance(inner, begun.Activation):
        who = group(game, inner.cu, (inner.leader, *inner.followers))
        told = f"{capital(who)} in {game.title(inner.space)}"
        return f"{told} {'are' if inner.cu else 'is'} activated, {inner.left} MP (7.1)"
    if isinstance(inner, begun.Battle):
        return (
            f"Battle at {game.title(inner.space)}: {game.title(inner.attacker.power)} with {inner.attacker.cu} CU "
            f"against {game.title(inner.defender.power)} with {inner.defender.cu} (12.1)"
        )
    if isinstance(inner, begun.Window):
        if inner.name == "before-action":
            asked = seats(game, inner.asked)
            return f"Desperate Times before {game.seat_title(inner.seat)}: {asked} may announce (7.4)"
        return f"A moment for responses: {seats(game, inner.asked)} (7.1.1)"
    if isinstance(inner, begun.Support):
        verb = {"lose": "give up", "lower": "take away", "victory": "win"}.get(inner.mode, "gain")
        return f"{capital(game.title(inner.power))} {verb} {inner.points} support (7.3)"
    if isinstance(inner, begun.Entry):
        return f"Reactions in {game.title(inner.space)} to the {game.title(inner.power)} (9.3)"
    if isinstance(inner, begun.SiegeRoll):
        return f"{capital(game.title(inner.power))}: {inner.purpose} roll at {game.title(inner.space)} (13.2)"
    if isinstance(inner, begun.Retreat):
        return f"The {game.title(inner.power)} must retreat from {game.title(inner.space)} (12.4)"
    if isinstance(inner, begun.Fall):
        return f"{game.title(inner.space)} falls to the {game.title(inner.power)} (13.5)"
    if isinstance(inner, begun.Voyage):
        return f"{capital(group(game, inner.cu, inner.leaders))} sail for {game.title(inner.space)} (9.6)"
    if isinstance(inner, begun.Placement):
        return f"{capital(titles(game, inner.powers))}: {inner.cu} CU to place{cited(inner.why)}"
    kind = str(type(inner).__struct_config__.tag).replace("-", " ")
    return f"{capital(kind)} begins"


def _stage(game: Game, state: State, event: events.StageReached) -> str:
    kind = str(type(state.stack[-1]).__struct_config__.tag).replace("-", " ") if state.stack else "play"
    return f"{capital(kind)}: {event.stage.replace('-', ' ') or 'goes on'}"


def _card_played(game: Game, state: State, event: events.CardPlayed) -> str:
    record = game.cards[event.card]
    use = {
        "ops": f"for {record.ops} Ops",
        "event": "as an event",
        "bribe": "as a bribe (7.2.2)",
        "sail": "for a retreat by sea (12.4.3)",
        "desperate": "(7.4)",
    }[event.use]
    gone = ", out of the game" if event.removed else ""
    return f"{capital(game.seat_title(event.seat))}: {game.title(event.card)} {use}{gone}"


TELLINGS: dict[type[Event], Telling] = {
    events.CardDrawn: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {card_title(game, event.card)} drawn (6.2)"
    ),
    events.CardDiscarded: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {card_title(game, event.card)} discarded{cited(event.rule)}"
    ),
    events.DiscardingEnded: lambda game, state, event: "The rest of the hand is kept (6.2.1)",
    events.CardPlayed: _card_played,
    events.DeckReshuffled: lambda game, state, event: (
        f"The deck of {game.seat_title(event.seat)} is made new of the discards{cited(event.rule)}"
    ),
    events.SwordsRefused: lambda game, state, event: f"{capital(game.seat_title(event.seat))}: no, thanks",
    events.HandSeen: lambda game, state, event: (
        f"{capital(game.seat_title(event.by))}: a look at the hand of {game.seat_title(event.of)}"
        + (f": {titles(game, event.cards)}" if event.cards else "")
    ),
    events.ProcedureBegan: _began,
    events.StageReached: _stage,
    events.ProcedureEnded: lambda game, state, event: f"{capital(event.kind.replace('-', ' '))} is over",
    events.Passed: lambda game, state, event: f"{capital(game.seat_title(event.seat))}: no response (7.1.1)",
    events.CardAnswered: lambda game, state, event: (
        "Nobody more to be asked"
        if not event.asked
        else (f"Next to be asked: {seats(game, event.asked)} (7.1.1)")
    ),
    events.EventStepped: lambda game, state, event: (
        f"The event goes on with {game.title(event.chosen) if event.chosen else 'its next part'} (7.1)"
    ),
    events.EventCancelled: lambda game, state, event: f"{game.title(event.card)} has no effect: {event.why}",
    events.CardsPutAway: lambda game, state, event: f"{event.count} cards put away (7.4)",
}
"""One line for each of these events."""
