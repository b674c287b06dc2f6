"""How a part of the rules takes part in deciding: a phase of the turn, or something on the stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action


class Decision(NamedTuple):
    """Who decides now, and what: a stable word."""

    seat: str
    kind: str


class Chapter(NamedTuple):
    """The functions of a part of the rules. `about`: the procedure on the stack, None for a phase.

    `asks`: what is to be decided now, or None where the rules go on by themselves, which `go_on` does; `options`: all
    that may be decided; `why`: why an action is not among them; `act`: what an action among them brings about.
    """

    asks: Callable[[Game, State, Any], Decision | None]
    options: Callable[[Game, State, Any, Decision], Iterable[Action]]
    act: Callable[[Unfolding, Any, Action], None]
    go_on: Callable[[Unfolding, Any], None]
    why: Callable[[Game, State, Any, Decision, Action], Refusal]
