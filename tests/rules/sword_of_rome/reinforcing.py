"""The Reinforcement Phase played on to where a test begins."""

from __future__ import annotations

from collections.abc import Callable

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import End, Place
from rules.sword_of_rome.procedures import Placement
from tests.rules.sword_of_rome.harness import Given, Position, army, given, phase

CONSULS = ("camillus", "valerius")
EVERYBODY: tuple[Given, ...] = (
    army("rome", "roma", 1),
    army("greece", "syracusae", 1),
    army("gauls", "bononia", 1),
    army("etruscans", "pisae", 1),
    army("samnites", "larinum", 1),
)
"""Nobody is eliminated."""


def reinforcing(*circumstances: Given, options: dict[str, str] | None = None) -> Position:
    """The Reinforcement Phase of turn 1, with a CU for everybody."""
    return given(*EVERYBODY, *circumstances, phase("reinforcement"), options=options)


def displaced(leader: str) -> Given:
    """A named leader in the box of displaced leaders."""
    return events.LeaderGone(leader, "displaced", "given")


def places(position: Position, power: str) -> set[str]:
    """The spaces where a CU of the power may be placed now."""
    return {each.space for each in position.offered() if isinstance(each, Place) and each.power == power}


def placement(position: Position) -> Placement | None:
    """What is being placed now."""
    inner = position.state.stack[-1] if position.state.stack else None
    return inner if isinstance(inner, Placement) else None


def play_on(position: Position, until: Callable[[Position], bool]) -> Position:
    """Everybody takes what is offered first, and no more leaders than must be, until something holds; the consuls are
    `CONSULS`."""
    while not until(position):
        inner, offered = placement(position), position.offered()
        action = End() if End() in offered else offered[0]
        last = isinstance(action, Place) and action.power == "rome" and inner is not None and inner.cu == 1
        position.when(position.seat(), action, draws=CONSULS if last and inner and inner.phase else ())
    return position


def at_placement(position: Position, *powers: str) -> Position:
    """Played on until CU of these powers are to be placed."""

    def reached(position: Position) -> bool:
        inner = placement(position)
        return inner is not None and set(inner.powers) == set(powers)

    return play_on(position, reached)


def due(position: Position, *powers: str) -> int:
    """Played on until CU of these powers are to be placed: how many."""
    inner = placement(at_placement(position, *powers))
    assert inner is not None
    return inner.cu


def order_of(position: Position) -> list[str]:
    """The powers whose CU were placed, in that order, everything played on to the next turn. Level seats go in the
    order of the seats."""
    found: list[str] = []

    def over(position: Position) -> bool:
        inner = placement(position)
        if inner is not None and inner.powers[0] not in found:
            found.append(inner.powers[0])
        return position.state.turn > 1 or position.state.phase != "reinforcement"

    play_on(position, over)
    return found
