"""Withdrawal into a walled city (9.3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.procedures import Entry, Impulse
from rules.sword_of_rome.state import Force, State, find
from rules.sword_of_rome.unfolding import Unfolding


def shelterer(game: Game, state: State, entry: Entry) -> Force | None:
    """The force that may go within the walls of the entered space, or None (9.3.1)."""
    holder = state.control[entry.space]
    if entry.space not in state.loyalty or holder == entry.power or allied(game, state, holder, entry.power):
        return None
    own = force(state, entry.space, holder)
    if own is None or not (own.cu or own.leaders):
        return None
    impulse = find(state, Impulse)
    if impulse is not None and f"{holder}/{entry.space}" in impulse.barred:
        return None
    if entry.space == game.places.punic_capital:
        return None
    return own


def could_shut_in(game: Game, state: State, space: str, power: str) -> Force | None:
    """The force that would go within its walls if an army of the power came back to the space: one that is small enough
    to have come out of them when that army left (9.3.1)."""
    holder = state.control[space]
    own = force(state, space, holder)
    if own is None or not (own.cu or own.leaders) or allied(game, state, holder, power):
        return None
    if space not in state.loyalty or space == game.places.punic_capital:
        return None
    return own if own.cu + own.inside <= game.numbers.shelter_most else None


def shut_in(unfolding: Unfolding, space: str, power: str) -> None:
    """An army goes back to a city that it has just left: those who came out of it go within the walls again."""
    own = could_shut_in(unfolding.game, unfolding.state, space, power)
    if own is not None:
        unfolding.happen(events.WentInside(own.power, space, own.cu, own.leaders))


def options(game: Game, state: State, entry: Entry, own: Force) -> Iterator[Action]:
    """Who may still go within the walls."""
    room = game.numbers.shelter_most - own.inside
    if not entry.sheltered:
        for cu in range(1, min(room, own.cu) + 1):
            yield actions.GoInside(cu)
    for leader in own.leaders:
        yield actions.LeadInside(leader)
    yield actions.End()


def refuse(game: Game, state: State, entry: Entry, own: Force, action: Action) -> Refusal | None:
    """Why that cannot be said of who shelters, or None."""
    if isinstance(action, actions.End):
        return None
    if isinstance(action, actions.LeadInside):
        if action.leader not in own.leaders:
            return (
                "9.3.1",
                f"{game.title(action.leader)} does not stand outside the walls of {game.title(entry.space)}",
            )
        return None
    if isinstance(action, actions.GoInside):
        room = game.numbers.shelter_most - own.inside
        if entry.sheltered:
            return "9.3.1", "it has been said already how many CU go inside"
        if not 1 <= action.cu <= min(room, own.cu):
            return (
                "9.3.1",
                f"at most {game.numbers.shelter_most} CU are within walls: {max(min(room, own.cu), 0)} more can go",
            )
        return None
    return "9.3", "who goes within the walls is settled first"
