"""What begins and ends, told in one line each where it is more than a step of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome import procedures as begun
from rules.sword_of_rome.decisions import asked
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.phrases import MOMENTS
from rules.sword_of_rome.state import State
from rules.sword_of_rome.wording import cited, group, seats, titles
from rules.wording import capital

Telling = Callable[[Game, State, Any], str]

NAMED: dict[type[Any], tuple[str, str]] = {
    begun.Discarding: ("what is left of the hands", "6.2.1"),
    begun.Naming: ("who goes first", "5.3"),
    begun.Impulse: ("the impulse", "5.4"),
    begun.Window: ("the moment for responses", "7.1.1"),
    begun.Operation: ("the use of the card", "7.1"),
    begun.Campaign: ("the Campaign", "9.5"),
    begun.Consent: ("an ally's consent", "9.5.5"),
    begun.Activation: ("the march", "9.1"),
    begun.Entry: ("the reactions", "9.3"),
    begun.Battle: ("the battle", "12.2"),
    begun.Retreat: ("the retreat", "12.4"),
    begun.Succession: ("the succession in command", "12.2.4"),
    begun.Support: ("the change of support", "7.3"),
    begun.SiegeRoll: ("the siege roll", "13.2"),
    begun.Casualties: ("the casualties", "17.1"),
    begun.Fall: ("the fall of the city", "13.5"),
    begun.Placement: ("the placing of CU", "5.10"),
    begun.Penalties: ("the price of Greek leaders", "8.2.3"),
    begun.Surrendering: ("the surrender", "5.6"),
    begun.Reinforcing: ("the reinforcement", "5.10"),
    begun.Renewing: ("the renewal of alliances", "5.9"),
    begun.Proposal: ("the offer of an alliance", "15.1"),
    begun.CardEvent: ("the event", "7.1"),
    begun.Command: ("the choice of a commander", "8.2.1"),
    begun.Homecoming: ("the way home from Africa", "17.2.2"),
    begun.Voyage: ("the voyage", "9.6"),
    begun.Desperation: ("Desperate Times", "7.4"),
}
"""What everything that can have begun is called, and its rule."""


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
            others = seats(game, inner.asked)
            return f"Desperate Times before {game.seat_title(inner.seat)}: {others} may announce (7.4)"
        to = f" {MOMENTS[inner.name]}" if inner.name in MOMENTS else ""
        return f"A moment for responses{to}: {seats(game, inner.asked)} (7.1.1)"
    if isinstance(inner, begun.Support):
        verb = {"lose": "give up", "lower": "take away", "victory": "win"}.get(inner.mode, "gain")
        return f"{capital(game.title(inner.power))} {verb} {inner.points} support (7.3)"
    if isinstance(inner, begun.SiegeRoll):
        return f"{capital(game.title(inner.power))}: {inner.purpose} roll at {game.title(inner.space)} (13.2)"
    if isinstance(inner, begun.Retreat):
        return f"The {game.title(inner.power)} must retreat from {game.title(inner.space)} (12.4)"
    if isinstance(inner, begun.Fall):
        return f"{game.title(inner.space)} falls to the {game.title(inner.power)} (13.5)"
    if isinstance(inner, begun.Operation) and inner.card in game.desperate.get(inner.seat, ()):
        return f"{capital(game.seat_title(inner.seat))}: a play as with {inner.value} Ops (7.4)"
    if isinstance(inner, begun.Consent):
        who = capital(game.seat_title(inner.seat))
        return f"{who}: whether {game.title(inner.leader)} takes part in the Campaign (9.5.5)"
    if isinstance(inner, begun.Voyage):
        return f"{capital(group(game, inner.cu, inner.leaders))} sail for {game.title(inner.space)} (9.6)"
    if isinstance(inner, begun.Placement):
        return f"{capital(titles(game, inner.powers))}: {inner.cu} CU to place{cited(inner.why)}"
    return ""


_ANSWERED = {
    ("shelter", "opening"): "nobody else goes within the walls (9.3.1)",
    ("bribe", "surprises"): "no bribe (7.2.2)",
    ("decline", "battle"): "battle is not declined (10.5.1)",
}
"""What was said by going on, by what was asked and the stage that is reached then."""


def _stage(game: Game, state: State, event: events.StageReached) -> str:
    """Only that cards are exchanged with Desperate Times, and what was answered by going on: nothing else says it."""
    inner = state.stack[-1] if state.stack else None
    if isinstance(inner, begun.Entry):
        now = asked(game, state)
        told = _ANSWERED.get((now.kind, event.stage)) if now is not None else None
        return f"{capital(game.seat_title(now.seat))}: {told}" if now is not None and told else ""
    if not isinstance(inner, begun.Desperation) or event.stage != "redraw":
        return ""
    return f"{capital(game.seat_title(inner.seat))}: cards of the hand for new ones (7.4)"


def _ended(game: Game, state: State, event: events.ProcedureEnded) -> str:
    """Only what a seat ends itself: nothing else says that it did."""
    inner = state.stack[-1] if state.stack else None
    if isinstance(inner, begun.Operation) and inner.neutral:
        return f"The activation of the {game.title(inner.neutral)} is over (16.1.1)"
    if isinstance(inner, begun.Placement) and inner.minors:
        return f"{capital(titles(game, inner.powers))}: the placing is over{cited(inner.why or '5.10')}"
    if isinstance(inner, begun.Operation) and inner.stage == "":
        return f"{capital(game.seat_title(inner.seat))}: the Ops are not used (7.1)"
    if isinstance(inner, begun.Support | begun.Campaign):
        return f"{capital(NAMED[type(inner)][0])} is over{cited(NAMED[type(inner)][1])}"
    return ""


TELLINGS: dict[type[Event], Telling] = {
    events.ProcedureBegan: _began,
    events.StageReached: _stage,
    events.ProcedureEnded: _ended,
    events.Passed: lambda game, state, event: f"{capital(game.seat_title(event.seat))}: no response (7.1.1)",
    events.CardAnswered: lambda game, state, event: (
        "" if not event.asked else f"Next to be asked: {seats(game, event.asked)} (7.1.1)"
    ),
}
"""One line for each of these events."""
