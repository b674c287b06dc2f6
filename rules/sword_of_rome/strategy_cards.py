"""Strategy cards (6): hands, discards, drawing, reshuffling, and what of them everybody can know.

Nothing keeps the order or the content of a deck: it is what of a seat's cards is neither discarded, nor removed, nor in
its hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.secrecy import UNKNOWN
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.powers import clockwise_from, playing
from rules.sword_of_rome.procedures import Discarding
from rules.sword_of_rome.state import State, changed, on_top
from rules.sword_of_rome.unfolding import Unfolding

# Looking up


def hand_of(state: State, seat: str) -> tuple[str, ...]:
    """The seat's hand, `?` for each card that is not known."""
    return state.hands.get(seat, ())


def unseen(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The seat's cards that lie neither among its discards nor among those removed: deck and hand together."""
    out = {*state.discards.get(seat, ()), *state.removed.get(seat, ())}
    return tuple(card for card in game.deck[seat] if card not in out)


def deck_of(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The cards that the seat may draw; where cards of its hand are not known, these are among them."""
    hand = hand_of(state, seat)
    return tuple(card for card in unseen(game, state, seat) if card not in hand)


def deck_size(game: Game, state: State, seat: str) -> int:
    """How many cards are left in the deck (6.1-b)."""
    return len(unseen(game, state, seat)) - len(hand_of(state, seat))


def could_hold(state: State, seat: str, card: str) -> bool:
    """Whether by what is open the seat could have the card in its hand."""
    return (
        bool(state.hands.get(seat))
        and card not in state.discards.get(seat, ())
        and card not in state.removed.get(seat, ())
    )


def holdings(game: Game, state: State, seat: str) -> Iterator[str]:
    """The cards that the seat may play from its hand, each once; any that could be one not known."""
    hand = hand_of(state, seat)
    if UNKNOWN not in hand:
        yield from hand
        return
    yield from unseen(game, state, seat)


def has_card(game: Game, state: State, seat: str, card: str) -> bool:
    """Whether the seat holds the card, or may hold it as far as is known."""
    hand = hand_of(state, seat)
    return card in hand or (UNKNOWN in hand and card in unseen(game, state, seat))


def refuse_holding(game: Game, state: State, seat: str, card: str) -> Refusal | None:
    """Why the seat cannot play or discard the card, or None."""
    if card not in game.cards:
        return "6.1", f"there is no card {card}"
    if game.cards[card].deck != seat:
        owner = game.seat_title(game.cards[card].deck)
        return "6.3", f"{game.title(card)} is a card of {owner}, and cards never change hands"
    if card in game.desperate.get(seat, ()):
        return "7.4", "Desperate Times are never in the hand"
    if not has_card(game, state, seat, card):
        return "6.1", f"{game.title(card)} is not in your hand"
    return None


# Drawing


def draw(unfolding: Unfolding, seat: str, count: int) -> None:
    """Draws cards one by one; an empty deck is made new of the discards (6.4.2)."""
    game = unfolding.game
    for _ in range(count):
        if deck_size(game, unfolding.state, seat) <= 0:
            if not unfolding.state.discards.get(seat):
                return
            unfolding.happen(events.DeckReshuffled(seat, "6.4.2"))
        card = unfolding.chance.draw(
            f"card:{seat}", seat, deck_of(game, unfolding.state, seat), known_to=(seat,)
        )
        unfolding.happen(events.CardDrawn(seat, card))


def fill_hands(unfolding: Unfolding) -> None:
    """Every seat draws up to its limit (6.2.2)."""
    game = unfolding.game
    first = game.seats[0]
    for seat in clockwise_from(game, unfolding.state, first):
        limit = game.scenario.hands[seat]  # type: ignore[index]
        draw(unfolding, seat, limit - len(hand_of(unfolding.state, seat)))


def reshuffle_due(unfolding: Unfolding) -> None:
    """The end of the turn: decks for which a RESHUFFLE card was seen are made new (6.4.1)."""
    for seat in unfolding.game.seats:
        if seat in unfolding.state.reshuffle:
            unfolding.happen(events.DeckReshuffled(seat, "6.4.1"))


# The draw phase


def begin_drawing(unfolding: Unfolding) -> None:
    """Left-over hands are discarded in part, then everybody draws (5.2)."""
    game = unfolding.game
    for seat in playing(game, unfolding.state):
        if seat in game.scenario.discards_all:  # 6.2.1-b
            for card in hand_of(unfolding.state, seat):
                unfolding.happen(events.CardDiscarded(seat, card, "6.2.1"))
    queue = tuple(seat for seat in playing(game, unfolding.state) if hand_of(unfolding.state, seat))
    unfolding.begin(Discarding(queue))


def _asks(game: Game, state: State, procedure: Discarding) -> Decision | None:
    for seat in procedure.queue:
        if hand_of(state, seat):
            return Decision(seat, "discard")
    return None


def _options(game: Game, state: State, procedure: Discarding, now: Decision) -> Iterator[Action]:
    for card in holdings(game, state, now.seat):
        yield actions.Discard(card)
    yield actions.End()


def _refuse(game: Game, state: State, procedure: Discarding, now: Decision, action: Action) -> Refusal | None:
    if isinstance(action, actions.Discard):
        return refuse_holding(game, state, now.seat, action.card)
    return None if isinstance(action, actions.End) else ("6.2.1", "left-over cards are discarded first")


def _act(unfolding: Unfolding, procedure: Discarding, now: Decision, action: Action) -> None:
    if isinstance(action, actions.Discard):
        unfolding.happen(events.CardDiscarded(now.seat, action.card, "6.2.1"))
        return
    left = procedure.queue[procedure.queue.index(now.seat) + 1 :]
    unfolding.happen(events.DiscardingEnded(left))


def _go_on(unfolding: Unfolding, procedure: Discarding) -> None:
    unfolding.finish()
    fill_hands(unfolding)


# What the events do


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    gone = card if card in cards else UNKNOWN
    if gone not in cards:
        return cards
    index = cards.index(gone)
    return cards[:index] + cards[index + 1 :]


def _leaves_hand(state: State, seat: str, card: str) -> State:
    state = changed(state, hands=state.hands.set(seat, _without(state.hands.get(seat, ()), card)))
    seen = state.seen
    for key in sorted(seen):
        if key.endswith("/" + seat) and card in seen[key]:
            seen = seen.set(key, tuple(each for each in seen[key] if each != card))
    return state if seen is state.seen else changed(state, seen=seen)


def _piled(state: State, seat: str, card: str, *, removed: bool) -> State:
    if removed:
        return changed(state, removed=state.removed.set(seat, (*state.removed.get(seat, ()), card)))
    return changed(state, discards=state.discards.set(seat, (*state.discards.get(seat, ()), card)))


def _card_drawn(_: Game, state: State, event: events.CardDrawn) -> State:
    hand = tuple(sorted((*state.hands.get(event.seat, ()), event.card)))
    return changed(state, hands=state.hands.set(event.seat, hand))


def _flagged(game: Game, state: State, seat: str, card: str) -> State:
    if game.cards[card].reshuffle:
        return changed(state, reshuffle=state.reshuffle | {seat})
    return state


def _card_discarded(game: Game, state: State, event: events.CardDiscarded) -> State:
    state = _leaves_hand(state, event.seat, event.card)
    state = _piled(state, event.seat, event.card, removed=False)
    return _flagged(game, state, event.seat, event.card) if event.card in game.cards else state


def _card_played(game: Game, state: State, event: events.CardPlayed) -> State:
    seat, card = event.seat, event.card
    if event.source == "hand":
        state = _leaves_hand(state, seat, card)
    elif event.source == "discards":
        left = tuple(each for each in state.discards.get(seat, ()) if each != card)
        state = changed(state, discards=state.discards.set(seat, left))
    elif event.source == "desperate":
        left = tuple(each for each in state.desperate.get(seat, ()) if each != card)
        state = changed(state, desperate=state.desperate.set(seat, left))
    state = _piled(state, seat, card, removed=event.removed)
    return _flagged(game, state, seat, card)


def _deck_reshuffled(_: Game, state: State, event: events.DeckReshuffled) -> State:
    return changed(
        state,
        discards=state.discards.set(event.seat, ()),
        reshuffle=state.reshuffle - {event.seat},
    )


def _hand_seen(_: Game, state: State, event: events.HandSeen) -> State:
    if not event.cards:
        return state
    cards = tuple(sorted(event.cards))
    return changed(
        state, seen=state.seen.set(f"{event.by}/{event.of}", cards), hands=state.hands.set(event.of, cards)
    )


def _discarding_ended(_: Game, state: State, event: events.DiscardingEnded) -> State:
    return on_top(state, queue=event.queue)


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.CardDrawn: _card_drawn,
    events.CardDiscarded: _card_discarded,
    events.CardPlayed: _card_played,
    events.DeckReshuffled: _deck_reshuffled,
    events.HandSeen: _hand_seen,
    events.DiscardingEnded: _discarding_ended,
}
