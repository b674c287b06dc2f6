"""What a chapter of the rules gives for each kind of thing that can have begun: who is asked, what may be done, what
it does, and how it goes on where nobody decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.ruleset import Action
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding


class Decision(NamedTuple):
    """A seat that is to decide, what (a stable word), and for which power."""

    seat: str
    kind: str
    power: str = ""


def _nothing(*_: Any) -> None:
    """Nobody is asked."""


@dataclass(frozen=True)
class Chapter:
    """The rules of one kind of procedure. `refuse` judges an action exactly; `options` lists what it lets pass."""

    go_on: Callable[[Unfolding, Any], None]
    asks: Callable[[Game, State, Any], Decision | None] = _nothing
    options: Callable[[Game, State, Any, Decision], Iterable[Action]] = lambda game, state, procedure, now: ()
    refuse: Callable[[Game, State, Any, Decision, Any], Refusal | None] = _nothing
    act: Callable[[Unfolding, Any, Decision, Any], None] = _nothing
