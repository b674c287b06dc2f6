"""A Campaign, up to the point that a test is about."""

from __future__ import annotations

from rules.sword_of_rome.actions import Activate, End, Flank, Halt, Pass, Play, Step
from rules.sword_of_rome.procedures import Activation, Support, Window
from rules.sword_of_rome.state import find
from tests.rules.sword_of_rome.harness import Given, Position, given, hand, impulse

SAMNITES = "etruria-samnium"
"""The seat of Etruscans and Samnites."""

CAMPAIGN = {"rome": "r-1", "gauls": "a-1", "greece": "g-1", SAMNITES: "e-3"}


def campaign(seat: str, *circumstances: Given, card: str = "") -> Position:
    """A position in which the seat has played a Campaign."""
    card = card or CAMPAIGN[seat]
    position = given(*circumstances, hand(seat, card), impulse(seat)).when(seat, Play(card, "event"))
    return let_pass(position).awaits(seat, "campaign")


def let_pass(position: Position) -> Position:
    """Lets moments for responses go by, and leaves support where it is."""
    while position.state.stack and isinstance(position.state.stack[-1], (Window, Support)):
        still = Pass() if isinstance(position.state.stack[-1], Window) else End()
        position.when(position.seat(), still)
    return position


def march_of(position: Position) -> Activation:
    """The army on the move."""
    march = find(position.state, Activation)
    assert isinstance(march, Activation)
    return march


def points_left(position: Position) -> int:
    """The movement points of the army on the move."""
    return march_of(position).left


def steps(position: Position, seat: str, *spaces: str) -> Position:
    """One step after another."""
    for space in spaces:
        position.when(seat, Step(space))
    return position


def pinned(leader: str, target: str, *circumstances: Given, card: str = "") -> Position:
    """A Roman leader has attacked a space, and the seat may name a flanking army."""
    position = campaign("rome", *circumstances, card=card).when("rome", Activate(leader))
    position.when("rome", Step(target))
    while position.seat() != "rome":
        position.when(position.seat(), End())
    return position.awaits("rome", "flank")


def flank(position: Position, leader: str, *spaces: str, dice: tuple[int, ...] = ()) -> Position:
    """A flanking army comes and stops; give the dice of the battle."""
    position.when("rome", Flank(leader))
    steps(position, "rome", *spaces)
    return position.when("rome", Halt(), dice=dice)
