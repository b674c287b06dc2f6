"""What seats know (6.1-b): hands are hidden, all else is open; and what a bot may imagine of the rest."""

from __future__ import annotations

from rules.chance import Chance
from rules.secrecy import UNKNOWN
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State, changed
from rules.sword_of_rome.strategy_cards import unseen

MANY = 2**31
"""The faces of a die that picks one of a few things, each almost exactly as likely as another."""


def view(game: Game, state: State, seats: tuple[str, ...]) -> State:
    """The state with `?` for each card that these seats together do not know."""
    hands = state.hands
    for owner in sorted(hands):
        if owner in seats:
            continue
        known: set[str] = set()
        for viewer in seats:
            known.update(state.seen.get(f"{viewer}/{owner}", ()))
        hand = tuple(sorted(card if card in known else UNKNOWN for card in hands[owner]))
        if hand != hands[owner]:
            hands = hands.set(owner, hand)
    seen = state.seen
    for key in sorted(seen):
        if key.partition("/")[0] not in seats:
            seen = seen.delete(key)
    if hands is state.hands and seen is state.seen:
        return state
    return changed(state, hands=hands, seen=seen)


def resample(game: Game, state: State, seat: str, chance: Chance) -> State:
    """A full state that contradicts nothing that the seat knows: unknown cards are drawn from those that could be in a
    hand."""
    hands = state.hands
    for owner in sorted(hands):
        hand = hands[owner]
        if UNKNOWN not in hand:
            continue
        known = [card for card in hand if card != UNKNOWN]
        left = [card for card in unseen(game, state, owner) if card not in known]
        hidden = min(hand.count(UNKNOWN), len(left))
        if hidden:
            # One roll for all: it is dear to ask for each card.
            for number in chance.roll(f"imagined:{owner}", seat, hidden, MANY):
                known.append(left.pop((number - 1) % len(left)))
        hands = hands.set(owner, tuple(sorted(known)))
    return changed(state, hands=hands)
