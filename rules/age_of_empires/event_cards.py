"""Playing events and carrying out their operations (event-1 to event-3, turn-10)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires.card_conditions import held, payable, usable
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.data_operations import AnyOperation
from rules.age_of_empires.data_records import Card
from rules.age_of_empires.event_operations import DO, OFFERS, possible
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.payments import pay
from rules.age_of_empires.procedures import Playing
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import cost_of
from rules.ruleset import Action


def playable(game: Game, state: State, seat: str, card: Card, timing: str) -> Refusal | None:
    """Why an event is not played at this time (turn-10); None if it may be."""
    if card.timing not in (timing, "any"):
        return "turn-10", f"{card.title} is played at another time: {card.timing}"
    refused = usable(game, state, seat, card) or payable(game, state, seat, card)
    if refused is not None:
        return refused
    most = game.numbers["event-copies-a-turn"]
    if state.counts.get(f"event:{seat}:{card.id}", 0) >= most:
        return "turn-10", f"at most {most} copies of an event are played in a turn"
    for operation in card.operations:
        refused = possible(game, state, seat, operation)
        if refused is not None:
            return refused
    return None


def why_not(game: Game, state: State, seat: str, name: str, timing: str) -> Refusal | None:
    """Why a card is not played as an event."""
    refused = held(game, state.sides[seat], name)
    if refused is not None:
        return refused
    if game.cards[name].type != "event":
        return "event-1", f"{game.title(name)} is no event"
    return playable(game, state, seat, game.cards[name], timing)


def play(unfolding: Unfolding, seat: str, name: str) -> None:
    """Pays for an event, snuffs it and begins to carry it out (event-3)."""
    game = unfolding.game
    pay(unfolding, seat, cost_of(game, unfolding.state.sides[seat], name), "event")
    unfolding.happen(events.EventPlayed(seat, name))
    unfolding.begin(Playing(seat, name))


def current(game: Game, about: Playing) -> AnyOperation | None:
    """The operation that is being carried out."""
    operations = game.cards[about.card].operations
    return operations[about.next] if about.next < len(operations) else None


def _asks(game: Game, state: State, about: Playing) -> Decision | None:
    operation = current(game, about)
    if operation is None or not about.waiting:
        return None
    return Decision(about.waiting[0], "event")


def _options(game: Game, state: State, about: Playing, now: Decision) -> Iterator[Action]:
    operation = current(game, about)
    assert operation is not None
    for what in OFFERS[type(operation)](game, state, now.seat, operation):
        yield actions.Target(what)


def _act(unfolding: Unfolding, about: Playing, action: Action) -> None:
    operation = current(unfolding.game, about)
    assert operation is not None
    assert isinstance(action, actions.Target)
    DO[type(operation)](unfolding, about, operation, action.what)


def _go_on(unfolding: Unfolding, about: Playing) -> None:
    operation = current(unfolding.game, about)
    if operation is None:
        unfolding.finish()
        return
    if about.waiting:  # asked, and nothing is left to choose from
        unfolding.happen(events.EventStepped(about.next + 1))
        return
    DO[type(operation)](unfolding, about, operation, "")


def _why(game: Game, state: State, about: Playing, now: Decision, action: Action) -> Refusal:
    return "turn-10", f"{game.title(about.card)} is being played: say what it is about"


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
