"""What a decision unfolds into: its events so far and the state after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from rules.chance import Chance
from rules.ruleset import Event


class Evolving(Protocol):
    """A prepared game that tells of every type of event how it changes the state."""

    @property
    def evolution(self) -> Mapping[type[Event], Callable[..., Any]]: ...


G = TypeVar("G", bound=Evolving)
S = TypeVar("S")


class Unfolding(Generic[G, S]):
    """Collects the events of one `decide`. `happen` adds an event and moves the state on; dice come from `chance`."""

    __slots__ = ("chance", "events", "game", "state")

    def __init__(self, game: G, state: S, chance: Chance) -> None:
        self.game = game
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Adds an event."""
        self.events.append(event)
        self.state = self.game.evolution[type(event)](self.game, self.state, event)
