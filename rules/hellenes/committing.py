"""3: what a card may be committed for, and how both are revealed."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.cards import possible
from rules.hellenes.game import SEATS, Game
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.parts import decks
from rules.ruleset import Action
from rules.secrecy import UNKNOWN


def pack(game: Game, state: State) -> list[str]:
    """The cards that are not in play, not out of the game and not yet revealed this year."""
    away = state.removed | frozenset(state.in_play) | state.played
    return [card for card in game.cards if card not in away]


def unseen(game: Game, state: State) -> list[str]:
    """The cards of the pack that no hand is known to hold."""
    known = {card for hand in state.hands.values() for card in hand}
    known |= {use.partition("/")[0] for use in state.committed.values()}
    return [card for card in pack(game, state) if card not in known]


def options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """The cards that a seat may commit, and what for (3.2)."""
    if seat in state.committed:
        return ()
    cards = decks.may_be(state.hands[seat], unseen(game, state))
    other = "sacrifice" if state.season == "new-year" else "actions"
    found: list[Action] = []
    for card in sorted(cards, key=lambda card: game.cards[card].number):
        found.append(a.Commit(card, other))
        if may_play(game, state, seat, card):
            found.append(a.Commit(card, "event"))
    return tuple(found)


def may_play(game: Game, state: State, seat: str, card: str) -> bool:
    """Whether a seat may commit a card for its event (3.5, 10.4-b)."""
    record = game.cards[card]
    if record.side not in (seat, "either"):
        return False
    if state.season == "new-year" and record.new_year == "barred":
        return False
    return possible(game, state, seat, card)


def commit(u: Unfolding, seat: str, action: Action) -> None:
    """A seat commits a card; the second one carries the reveal. Raises IllegalAction."""
    game, state = u.game, u.state
    if seat in state.committed:
        raise IllegalAction("3.3", f"{seat} has committed a card; both are revealed together")
    if not isinstance(action, a.Commit) or action not in options(game, state, seat):
        raise IllegalAction(*_why_not(game, state, seat, action))
    _commit(u, seat, action.card, action.use)
    if all(each in u.state.committed for each in SEATS):
        u.finish_step()


def _why_not(game: Game, state: State, seat: str, action: Action) -> tuple[str, str]:
    if not isinstance(action, a.Commit):
        return "3.3", "both players commit a card now"
    if action.card not in state.hands[seat] and UNKNOWN not in state.hands[seat]:
        return "3.3", "a card is committed from the own hand"
    if action.use == "event" and action.card in game.cards:
        record = game.cards[action.card]
        if record.side not in (seat, "either"):
            return "3.5", f"{record.name} is no event of {seat}; the card gives actions or a sacrifice"
        if state.season == "new-year" and record.new_year == "barred":
            return "10.4-b", f"{record.name} is not played as an event at New Year"
        return "3.5", f"the condition of {record.name} is not met; the card gives actions or a sacrifice"
    return "3.2", "a card is used for its event, or for actions; at New Year for its event, or as a sacrifice"


def _commit(u: Unfolding, seat: str, card: str, use: str) -> None:
    stem = f"{seat}-{u.state.year}-{u.state.season}"
    u.happen(e.CardCommitted(seat, f"card-{stem}", f"use-{stem}", card, use))


def commit_last(u: Unfolding) -> None:
    """In Winter each commits the one card that is left (9.1-a): nobody has a choice, as everybody knows."""
    for seat in SEATS:
        if seat not in u.state.committed:
            _commit(u, seat, u.state.hands[seat][0], "actions")
    u.finish_step()


def reveal(u: Unfolding) -> None:
    """Both cards are revealed; the lower Action Value goes first, an event counts 0, ties go to Sparta (3.3)."""
    cards, uses = {}, {}
    for seat in SEATS:
        cards[seat], _, uses[seat] = u.state.committed[seat].partition("/")
    value = {seat: 0 if uses[seat] == "event" else u.game.cards[cards[seat]].value for seat in SEATS}
    first = "athens" if value["athens"] < value["sparta"] else "sparta"
    stems = [f"{seat}-{u.state.year}-{u.state.season}" for seat in SEATS]
    names = tuple(f"{word}-{stem}" for stem in stems for word in ("card", "use"))
    u.happen(e.CardsRevealed(names, cards, uses, first))
