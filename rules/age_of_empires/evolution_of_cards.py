"""How the events of decks, hands and piles change the state."""

from __future__ import annotations

from immutables import Map

from rules.age_of_empires import events
from rules.age_of_empires.game import Evolve, Game, other
from rules.age_of_empires.procedures import Playing
from rules.age_of_empires.spaces import ORIGIN
from rules.age_of_empires.state import Building, Side, State, counted, on_top, replace, with_side, without_one
from rules.ruleset import Event
from rules.secrecy import UNKNOWN


def _deck_laid_out(game: Game, state: State, event: events.DeckLaidOut) -> State:
    start = game.cards[event.civilization].start
    assert start is not None
    age_1 = game.ages[1]
    side = Side(
        civilization=event.civilization,
        age=game.numbers["age"],
        food=start.food,
        wood=start.wood,
        stone=start.stone,
        gold=start.gold,
        starters=event.starters,
        deck=event.first,
        later=Map({"2": event.second, "3": event.third, "4": event.fourth}),
        cards=(age_1, *game.cards[event.civilization].start_cards),  # agecard-3, setting-12
    )
    return replace(state, sides=state.sides.set(event.seat, side))


def _starter_laid(_: Game, state: State, event: events.StarterLaid) -> State:
    side = state.sides[event.seat]
    return with_side(
        state,
        event.seat,
        laid=(*side.laid, (event.card, event.space, event.part)),
        starters=without_one(side.starters, event.card if event.card in side.starters else UNKNOWN),
    )


def _city_laid(game: Game, state: State, event: events.CityLaid) -> State:
    side = state.sides[event.seat]
    hidden_center = game.cards[side.civilization].town_center_face_down
    cards = {part: card for card, _, part in side.laid}
    city = {
        space: Building(
            (event.center or "town-center") if space == ORIGIN else cards.get(part, UNKNOWN),
            face_down=space != ORIGIN or hidden_center,
            part=part,
        )
        for part, space in zip(event.parts, event.spaces, strict=True)
    }
    city[ORIGIN] = replace(city[ORIGIN], villagers=event.villagers)  # setup-4
    return with_side(state, event.seat, city=Map(city), laid=())


def _card_drawn(_: Game, state: State, event: events.CardDrawn) -> State:
    side = state.sides[event.seat]
    deck, missing = without_one(side.deck, event.card), side.missing
    if len(deck) == len(side.deck):
        missing += 1
    return with_side(
        state, event.seat, deck=deck, missing=missing, hand=tuple(sorted((*side.hand, event.card)))
    )


def _deck_reshuffled(_: Game, state: State, event: events.DeckReshuffled) -> State:
    side = state.sides[event.seat]
    # What nobody recorded as drawn stays unrecorded: it may be any card that was in the deck.
    return with_side(state, event.seat, deck=tuple(sorted((*side.deck, *side.discards))), discards=())


def out_of_hand(state: State, seat: str, card: str) -> State:
    """A card leaves the hand; one that nobody knew there leaves the cards that may have been drawn, too."""
    side = state.sides[seat]
    if card in side.hand:
        state = with_side(state, seat, hand=without_one(side.hand, card))
    elif side.missing and card in side.deck:
        state = with_side(
            state,
            seat,
            hand=without_one(side.hand, UNKNOWN),
            deck=without_one(side.deck, card),
            missing=side.missing - 1,
        )
    else:
        state = with_side(state, seat, hand=without_one(side.hand, UNKNOWN))
    watcher = other(seat)
    seen = state.sides[watcher].seen_hand
    return with_side(state, watcher, seen_hand=without_one(seen, card)) if card in seen else state


def _deck_joined(_: Game, state: State, event: events.DeckJoined) -> State:
    side = state.sides[event.seat]
    joining = side.later.get(str(event.age), ())
    discards = side.discards if event.discards else ()
    return with_side(
        state,
        event.seat,
        deck=tuple(sorted((*side.deck, *joining, *discards))),
        later=side.later.set(str(event.age), ()),
        discards=() if event.discards else side.discards,
    )


def _event_played(_: Game, state: State, event: events.EventPlayed) -> State:
    state = out_of_hand(state, event.seat, event.card)
    side = state.sides[event.seat]
    state = with_side(state, event.seat, snuffed=(*side.snuffed, event.card))
    return counted(state, f"event:{event.seat}:{event.card}")


def _event_stepped(_: Game, state: State, event: events.EventStepped) -> State:
    if not state.stack or not isinstance(state.stack[-1], Playing):
        return state
    return on_top(state, next=event.next, left=event.left, waiting=event.waiting, about=event.about)


def _hand_seen(_: Game, state: State, event: events.HandSeen) -> State:
    state = with_side(state, event.by, seen_hand=tuple(sorted(event.cards)))
    if UNKNOWN in event.cards:
        return state
    return with_side(state, event.seat, hand=tuple(sorted(event.cards)))


def _card_found(_: Game, state: State, event: events.CardFound) -> State:
    side = state.sides[event.seat]
    gone = event.card if event.card in side.deck else UNKNOWN
    state = with_side(
        state,
        event.seat,
        deck=without_one(side.deck, gone),
        hand=tuple(sorted((*side.hand, event.card))),
    )
    watcher = other(event.seat)
    seen = (*state.sides[watcher].seen_hand, event.card)
    return with_side(state, watcher, seen_hand=tuple(sorted(seen)))


def _discarded(_: Game, state: State, event: events.CardDiscarded) -> State:
    state = out_of_hand(state, event.seat, event.card)
    discards = (*state.sides[event.seat].discards, event.card)
    state = with_side(state, event.seat, discards=tuple(sorted(discards)))
    return counted(state, "discarded")


def _snuffed(_: Game, state: State, event: events.CardSnuffed) -> State:
    side = state.sides[event.seat]
    return with_side(
        state,
        event.seat,
        discards=without_one(side.discards, event.card),
        snuffed=(*side.snuffed, event.card),
    )


EVOLVE: dict[type[Event], Evolve] = {
    events.DeckLaidOut: _deck_laid_out,
    events.StarterLaid: _starter_laid,
    events.CityLaid: _city_laid,
    events.CardDrawn: _card_drawn,
    events.DeckReshuffled: _deck_reshuffled,
    events.DeckJoined: _deck_joined,
    events.EventPlayed: _event_played,
    events.EventStepped: _event_stepped,
    events.HandSeen: _hand_seen,
    events.CardFound: _card_found,
    events.CardDiscarded: _discarded,
    events.CardSnuffed: _snuffed,
}
"""How each of these events changes the state."""
