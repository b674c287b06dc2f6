"""What happens, told in a line."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.ruleset import Event, Mark, Step


def narrate(game: Game, state: State, event: Event) -> str:
    return str(event.__struct_config__.tag)


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    return "; ".join(narrate(game, state, event) for step in steps for event in step.events)


def mark(event: Event) -> Mark | None:
    return None


_ = e
