"""Moments for responses (7.1.1) and for Desperate Times (7.4).

Who is asked follows from what is open: a seat whose hand could still hold a card for the moment. With the option
`responses=held` only those are asked that do hold one. A window lies on the stack above what it is about; the seats are
asked once around, the active one first, and each may play as many cards as it likes in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.conditions import all_hold
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.operations import concerned_armies, operable
from rules.sword_of_rome.powers import GAULS, active_seat, clockwise_from, lowest_first
from rules.sword_of_rome.preparing import CANCELS
from rules.sword_of_rome.procedures import CardEvent, Desperation, Window
from rules.sword_of_rome.state import State, on_top
from rules.sword_of_rome.strategy_cards import could_hold, has_card, refuse_holding
from rules.sword_of_rome.unfolding import Unfolding

BEFORE_ACTION = "before-action"
"""The moment for Desperate Times (7.4-b)."""


def open_window(unfolding: Unfolding, name: str, seat: str = "") -> bool:
    """Asks for responses if anybody could have one; whether a window was opened."""
    game, state = unfolding.game, unfolding.state
    if state.phase != "action":  # 5.4-d
        return False
    found = asked(game, state, name)
    if found:
        unfolding.begin(Window(name, found, seat or active_seat(state)))
    return bool(found)


def asked(game: Game, state: State, name: str) -> tuple[str, ...]:
    """The seats that are asked in a window, the active one first, then clockwise (7.1.1-b)."""
    first = (
        GAULS if name == "gallic-event" else active_seat(state)
    )  # 5.4: it is their impulse, though nobody's
    return tuple(
        seat for seat in clockwise_from(game, state, first) if could_respond(game, state, seat, name)
    )


def could_respond(game: Game, state: State, seat: str, name: str) -> bool:
    """Whether by what is open (or, with `responses=held`, indeed) the seat has a card for the moment."""
    if not state.hands.get(seat):
        return False
    held = game.options["responses"] == "held"
    for card, play in game.windows.get((seat, name), ()):
        if not could_hold(state, seat, card) or (held and not has_card(game, state, seat, card)):
            continue
        if suits(game, state, seat, card, play):
            return True
    return False


def suits(game: Game, state: State, seat: str, card: str, play: int) -> bool:
    """Whether the open conditions of a play hold now, and something of it can be carried out."""
    if play == CANCELS:
        return True
    made = game.cards[card].plays[play]
    if not all_hold(game, state, seat, made.requires):
        return False
    event = CardEvent(seat, card, play)
    return any(operable(game, state, event, operation) for operation in made.operations) or bool(
        concerned_armies(game, state, event)
    )


def playable_in(game: Game, state: State, seat: str, card: str, name: str) -> int | None:
    """The number of the card's play in a window if it may be played there now, else None."""
    for each, play in game.windows.get((seat, name), ()):
        if each == card and suits(game, state, seat, card, play):
            return play
    return None


# Desperate Times


def open_desperate_times(unfolding: Unfolding, before: str, seats: tuple[str, ...]) -> None:
    """Asks these seats for Desperate Times, from the lowest VP up, as far as they have one (7.4)."""
    state = unfolding.state
    having = tuple(
        seat for seat in lowest_first(unfolding.game, state) if seat in seats and state.desperate.get(seat)
    )
    unfolding.begin(Window(BEFORE_ACTION, having, before))


def desperate_options(game: Game, state: State, seat: str) -> Iterator[Action]:
    """The Desperate Times of a seat."""
    for card in state.desperate.get(seat, ()):
        yield actions.Play(card, "desperate")


# The window as a procedure


def _asks(game: Game, state: State, window: Window) -> Decision | None:
    if not window.asked:
        return None
    return Decision(window.asked[0], "desperate" if window.name == BEFORE_ACTION else "respond")


def _options(game: Game, state: State, window: Window, now: Decision) -> Iterator[Action]:
    if window.name == BEFORE_ACTION:
        yield from desperate_options(game, state, now.seat)
    else:
        for card, play in game.windows.get((now.seat, window.name), ()):
            if has_card(game, state, now.seat, card) and suits(game, state, now.seat, card, play):
                yield actions.Play(card, "event")
    yield actions.Pass()


def _refuse(game: Game, state: State, window: Window, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.Pass):
        return None
    if not isinstance(action, actions.Play):
        return "7.1.1", "a moment for responses is open: play one or pass"
    if window.name == BEFORE_ACTION:
        if action.use != "desperate" or action.card not in state.desperate.get(now.seat, ()):
            return "7.4", "only Desperate Times of your own can be played before a seat acts"
        return None
    refused = refuse_holding(game, state, now.seat, action.card)
    if refused is not None:
        return refused
    if action.use != "event":
        return "5.4", "cards are played for their Ops only in the own impulse"
    if playable_in(game, state, now.seat, action.card, window.name) is None:
        return (
            "7.1.1",
            f"{game.title(action.card)} is no response for this moment, or what it asks for does not hold",
        )
    return None


def _act(unfolding: Unfolding, window: Window, now: Decision, action: Action) -> None:
    game = unfolding.game
    if isinstance(action, actions.Pass):
        unfolding.happen(events.Passed(now.seat))
        return
    assert isinstance(action, actions.Play)
    if window.name == BEFORE_ACTION:
        order = lowest_first(game, unfolding.state)
        concerned = (*window.asked, *window.passed)  # 7.4-h: after the last round each alone
        lower = tuple(
            seat
            for seat in order[: order.index(now.seat)]
            if seat in concerned and unfolding.state.desperate.get(seat)
        )
        unfolding.happen(events.DesperateTimesAnnounced(now.seat, action.card, lower))
        return
    play = playable_in(game, unfolding.state, now.seat, action.card, window.name)
    assert play is not None
    removed = game.cards[action.card].removed
    unfolding.happen(events.CardPlayed(now.seat, action.card, "event", removed))
    unfolding.begin(CardEvent(now.seat, action.card, play))


def _go_on(unfolding: Unfolding, window: Window) -> None:
    unfolding.finish()
    if window.claim:
        seat, card = window.claim
        unfolding.happen(events.CardPlayed(seat, card, "desperate", removed=True, source="desperate"))
        unfolding.begin(Desperation(seat, card))


def settle(unfolding: Unfolding, window: Window) -> bool:
    """Passes over the seat whose turn it is if it can have nothing more for the moment; whether it did."""
    if window.name == BEFORE_ACTION or not window.asked:
        return False
    if could_respond(unfolding.game, unfolding.state, window.asked[0], window.name):
        return False
    unfolding.happen(events.CardAnswered(window.asked[1:]))
    return True


def _passed(_: Game, state: State, event: events.Passed) -> State:
    window = state.stack[-1]
    if not isinstance(window, Window):
        return state
    return on_top(state, asked=window.asked[1:], passed=(*window.passed, event.seat))


def _card_answered(_: Game, state: State, event: events.CardAnswered) -> State:
    return on_top(state, asked=event.asked)


def _announced(_: Game, state: State, event: events.DesperateTimesAnnounced) -> State:
    return on_top(state, asked=event.asked, claim=(event.seat, event.card))


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.Passed: _passed,
    events.CardAnswered: _card_answered,
    events.DesperateTimesAnnounced: _announced,
}
