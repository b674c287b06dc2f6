"""Phase 7, discard and draw (turn-9), and snuffing (unit-9)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires.card_conditions import hand_cards
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.drawing import can_draw, draw_card
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.procedures import Snuffing
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action

DRAWING = "drawing"


def _asks(game: Game, state: State, about: None) -> Decision | None:
    side = state.sides[state.active]
    if state.step == DRAWING or not (side.hand or side.discards):
        return None
    return Decision(state.active, "discard")


def _options(game: Game, state: State, about: None, now: Decision) -> Iterator[Action]:
    side = state.sides[now.seat]
    for card in hand_cards(side):
        yield actions.Discard(card)
    if may_snuff(state, now.seat):
        yield actions.LookThrough()
    if len(side.hand) <= game.numbers["hand-limit"]:
        yield actions.Done()


def may_snuff(state: State, seat: str) -> bool:
    """Whether a seat may still snuff: before it discards from its hand, and before it has looked in vain."""
    counts = state.counts
    return bool(state.sides[seat].discards) and not (counts.get("idle:snuffing") or counts.get("discarded"))


def _act(unfolding: Unfolding, about: None, action: Action) -> None:
    seat = unfolding.state.active
    if isinstance(action, actions.Discard):
        unfolding.happen(events.CardDiscarded(seat, action.card))
    elif isinstance(action, actions.LookThrough):
        unfolding.begin(Snuffing(seat))
    else:
        unfolding.happen(events.StepReached(DRAWING))


def _go_on(unfolding: Unfolding, about: None) -> None:
    state = unfolding.state
    side = state.sides[state.active]
    if state.step != DRAWING:  # there is nothing to discard or to snuff
        unfolding.happen(events.StepReached(DRAWING))
    elif len(side.hand) < unfolding.game.numbers["hand"] and can_draw(side):
        draw_card(unfolding, state.active)
    else:
        unfolding.happen(events.PhaseBegan(state.phase + 1))


def _why(game: Game, state: State, about: None, now: Decision, action: Action) -> Refusal:
    side = state.sides[now.seat]
    if isinstance(action, actions.Discard):
        return "turn-9", f"{game.title(action.card)} is not in the hand"
    if isinstance(action, actions.Done):
        return (
            "setting-4",
            f"the hand is at most {game.numbers['hand-limit']} cards: discard {len(side.hand)}",
        )
    if isinstance(action, actions.LookThrough):
        return "unit-9", "the discard pile is looked through once, before cards of the hand are discarded"
    return "turn-9", "this is the discard phase: discard, or end the turn"


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)


def _snuffing_asks(game: Game, state: State, about: Snuffing) -> Decision | None:
    return Decision(about.seat, "snuffing")


def _snuffing_options(game: Game, state: State, about: Snuffing, now: Decision) -> Iterator[Action]:
    """A card of the pile; then the same once more, since a snuffed card does not return (layout-11)."""
    for card in (about.card,) if about.card else dict.fromkeys(state.sides[about.seat].discards):
        yield actions.Snuff(card)
    yield actions.Done()


def _snuff(unfolding: Unfolding, about: Snuffing, action: Action) -> None:
    unfolding.finish(idle=not isinstance(action, actions.Snuff))
    if not isinstance(action, actions.Snuff):
        return
    if about.card:
        unfolding.happen(events.CardSnuffed(about.seat, action.card))
    else:
        unfolding.begin(Snuffing(about.seat, action.card))


def _snuffing_goes_on(unfolding: Unfolding, about: Snuffing) -> None:
    unfolding.finish()


def _why_not_snuffed(game: Game, state: State, about: Snuffing, now: Decision, action: Action) -> Refusal:
    return "unit-9", "a card of the own discard pile is snuffed, or none"


SNUFFING = Chapter(_snuffing_asks, _snuffing_options, _snuff, _snuffing_goes_on, _why_not_snuffed)
