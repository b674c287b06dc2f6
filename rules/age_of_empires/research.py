"""Phase 3, research: a villager leaves each card, and what has none left is complete (turn-4, cost-6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.procedures import Growth
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action

COMPLETING = "completing"


def finished(state: State) -> list[str]:
    """The cards of the active seat that have no villager left."""
    research = state.sides[state.active].research
    return [card for card in sorted(research) if not research[card]]


def complete(unfolding: Unfolding, seat: str, name: str) -> None:
    """A card takes effect: a technology, an upgrade, or an age with its deck (agecard-5, agecard-6)."""
    card = unfolding.game.cards[name]
    unfolding.happen(events.ResearchCompleted(seat, name))
    if card.type == "age":
        unfolding.happen(events.AgeReached(seat, card.age))
        unfolding.begin(Growth(seat, card.age))


def _asks(game: Game, state: State, about: None) -> Decision | None:
    if state.step == COMPLETING and len(finished(state)) > 1:
        return Decision(state.active, "research")
    return None


def _options(game: Game, state: State, about: None, now: Decision) -> Iterator[Action]:
    for card in finished(state):
        yield actions.Complete(card)


def _act(unfolding: Unfolding, about: None, action: Action) -> None:
    assert isinstance(action, actions.Complete)
    complete(unfolding, unfolding.state.active, action.card)


def _go_on(unfolding: Unfolding, about: None) -> None:
    state = unfolding.state
    seat = state.active
    if not state.step:
        for card in sorted(state.sides[seat].research):
            if state.sides[seat].research[card]:
                unfolding.happen(events.ResearchAdvanced(seat, card, 1))
        unfolding.happen(events.StepReached(COMPLETING))
        return
    ready = finished(state)
    if ready:
        complete(unfolding, seat, ready[0])
    else:
        unfolding.happen(events.PhaseBegan(state.phase + 1))


def _why(game: Game, state: State, about: None, now: Decision, action: Action) -> Refusal:
    return "turn-4", "several cards are complete: say which takes effect next"


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)


# The deck of a new age


def _growth_asks(game: Game, state: State, about: Growth) -> Decision | None:
    return Decision(about.seat, "new-age") if state.sides[about.seat].discards else None


def _growth_options(game: Game, state: State, about: Growth, now: Decision) -> Iterator[Action]:
    yield actions.Grow(discards=False)
    yield actions.Grow(discards=True)


def _grow(unfolding: Unfolding, about: Growth, action: Action) -> None:
    assert isinstance(action, actions.Grow)
    unfolding.finish()
    unfolding.happen(events.DeckJoined(about.seat, about.age, action.discards))


def _growth_goes_on(unfolding: Unfolding, about: Growth) -> None:
    unfolding.finish()
    unfolding.happen(events.DeckJoined(about.seat, about.age, discards=False))


def _why_not_grown(game: Game, state: State, about: Growth, now: Decision, action: Action) -> Refusal:
    return "agecard-6", "say whether the whole discard pile joins the deck with the deck of the new age"


GROWTH = Chapter(_growth_asks, _growth_options, _grow, _growth_goes_on, _why_not_grown)
