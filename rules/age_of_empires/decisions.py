"""Whose decision it is, what may be decided, and which chapter carries it out."""

from __future__ import annotations

from typing import Any

from rules.age_of_empires import (
    allocation,
    attack_course,
    attacking,
    collection,
    construction,
    destruction,
    discarding,
    event_cards,
    movement,
    own_buildings,
    payments,
    recruiting,
    research,
)
from rules.age_of_empires import procedures as begun
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.game import Game
from rules.age_of_empires.state import (
    ALLOCATION,
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    DISCARD,
    MOVEMENT,
    RESEARCH,
    State,
)
from rules.ruleset import Action

KEPT = 4
"""Of how many states the question and the options are kept: a bot tries many actions from one."""

PHASES: dict[int, Chapter] = {
    COLLECTION: collection.CHAPTER,
    CONSTRUCTION: construction.CHAPTER,
    RESEARCH: research.CHAPTER,
    MOVEMENT: movement.CHAPTER,
    ATTACK: attacking.CHAPTER,
    ALLOCATION: allocation.CHAPTER,
    DISCARD: discarding.CHAPTER,
}
"""The rules of each phase."""

PROCEDURES: dict[type[Any], Chapter] = {
    begun.Labour: payments.CHAPTER,
    begun.Playing: event_cards.CHAPTER,
    begun.Growth: research.GROWTH,
    begun.Demolition: own_buildings.DEMOLITION,
    begun.Outlook: own_buildings.OUTLOOK,
    begun.Snuffing: discarding.SNUFFING,
    begun.Recruiting: recruiting.CHAPTER,
    begun.Delivery: movement.DELIVERY,
    begun.Displacement: destruction.CHAPTER,
    begun.Attack: attack_course.CHAPTER,
}
"""The rules of everything that can have begun."""


def at_work(state: State) -> tuple[Chapter, Any]:
    """The chapter that goes on now, and what it is about (None: the phase)."""
    if state.stack:
        procedure = state.stack[-1]
        return PROCEDURES[type(procedure)], procedure
    return PHASES[state.phase], None


def asked(game: Game, state: State) -> Decision | None:
    """What is to be decided now in a turn, and by whom; None if nothing is, or the game is over."""
    if state.ending is not None or not state.turn or (not state.stack and state.phase not in PHASES):
        return None
    kept: list[tuple[State, Decision | None]] = game.kept.setdefault("asked", [])
    for known, decision in kept:
        if known is state:
            return decision
    chapter, about = at_work(state)
    found = chapter.asks(game, state, about)
    kept.append((state, found))
    del kept[:-KEPT]
    return found


def options_of(game: Game, state: State, now: Decision) -> tuple[Action, ...]:
    """Everything that may be decided now, in a fixed order."""
    kept: list[tuple[State, tuple[Action, ...]]] = game.kept.setdefault("options", [])
    for known, options in kept:
        if known is state:
            return options
    chapter, about = at_work(state)
    found = tuple(chapter.options(game, state, about, now))
    kept.append((state, found))
    del kept[:-KEPT]
    return found
