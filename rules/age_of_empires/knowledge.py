"""What seats know (layout-18), and what a bot may imagine of the rest."""

from __future__ import annotations

from collections import Counter

from immutables import Map

from rules.age_of_empires.deck_checks import AGES, card_counts, needs_sea
from rules.age_of_empires.game import SEATS, Game, other
from rules.age_of_empires.spaces import ORIGIN, neighbours, order
from rules.age_of_empires.state import Building, Side, State, replace
from rules.chance import Chance
from rules.secrecy import UNKNOWN

MANY = 2**31
"""The faces of a die that picks one of a few things, each almost exactly as likely as another."""


def view(game: Game, state: State, seats: tuple[str, ...]) -> State:
    """The state with `?` for what these seats together do not know."""
    sides = state.sides
    for owner in sorted(sides):
        side = sides[owner]
        shown = side
        if owner not in seats:
            watcher = sides.get(other(owner)) if other(owner) in seats else None
            seen = watcher.seen_hand if watcher is not None else ()
            shown = _kept_hidden(game, owner, side, seen, other(owner) in seats)
        if not seats and shown.seen_hand:
            shown = replace(shown, seen_hand=())
        if shown is not side:
            sides = sides.set(owner, shown)
    return state if sides is state.sides else replace(state, sides=sides)


def _kept_hidden(game: Game, owner: str, side: Side, seen: tuple[str, ...], watches: bool) -> Side:
    """As `_hidden`; the last result is kept, since the side of who does not act stays the same for long."""
    key = ("hidden", owner, watches)
    kept = game.kept.get(key)
    if kept is not None and (kept[0] is side or kept[2] is side) and kept[1] == seen:
        found: Side = kept[2]
        return found
    found = _hidden(side, seen, watches)
    game.kept[key] = (side, seen, found)
    return found


def _hidden(side: Side, seen: tuple[str, ...], watches: bool) -> Side:
    city = side.city
    for space, building in side.city.items():
        if building.face_down and not (building.known and watches) and building.card != UNKNOWN:
            city = city.set(space, replace(building, card=UNKNOWN))
    known = Counter(seen)
    hand = []
    for card in side.hand:
        if known[card]:
            known[card] -= 1
            hand.append(card)
        else:
            hand.append(UNKNOWN)
    return replace(
        side,
        city=city,
        hand=tuple(sorted(hand)),
        deck=(UNKNOWN,) * (len(side.deck) - side.missing),
        missing=0,
        later=Map({age: (UNKNOWN,) * len(cards) for age, cards in side.later.items()}),
        starters=(UNKNOWN,) * len(side.starters),
        laid=tuple((UNKNOWN, UNKNOWN, part) for _, _, part in side.laid),
    )


def imagined_deck(game: Game, side: Side) -> dict[int, list[str]]:
    """The cards by age of a deck that a seat of this civilization could have: a ready one, or the cards of every age
    that it may use; without what is known to be elsewhere."""
    key = ("imagined", side.civilization)
    found: dict[int, list[str]] | None = game.kept.get(key)
    if found is None:
        found = {}
        ready = [deck for _, deck in sorted(game.data.deck.items()) if deck.civilization == side.civilization]
        for age in AGES:
            if ready:
                found[age] = sorted(
                    card for card in card_counts(ready[0], age).elements() if card != game.ages[age]
                )
            else:
                found[age] = _any_cards(game, side, age)
        game.kept[key] = found
    return found


def _any_cards(game: Game, side: Side, age: int) -> list[str]:
    barred = game.cards[side.civilization].barred
    return sorted(
        card.id
        for card in game.cards.values()
        if card.type not in ("civilization", "age")
        and card.age <= age
        and card.id not in barred
        and card.civilization in ("", side.civilization)
        and not needs_sea(card)
    )


def resample(game: Game, state: State, seat: str, chance: Chance) -> State:
    """A full state that contradicts nothing that the seat knows."""
    for owner in SEATS:
        if owner in state.sides:
            state = _filled(game, state, seat, owner, chance)
    return state


def _filled(game: Game, state: State, seat: str, owner: str, chance: Chance) -> State:
    side = state.sides[owner]
    places = (side.hand, side.deck, side.starters, *side.later.values())
    dark = any(UNKNOWN in cards for cards in places)
    hidden = any(building.card == UNKNOWN for building in side.city.values())
    laid = any(UNKNOWN in each for each in side.laid)
    if not (dark or hidden or laid):
        return state
    wanted = sum(cards.count(UNKNOWN) for cards in (side.hand, side.deck)) + sum(
        cards.count(UNKNOWN) for cards in side.later.values()
    )
    deck = imagined_deck(game, side)
    pools = {age: list(deck[age]) for age in AGES}
    start = chance.roll(f"imagined:{owner}", seat, 1, MANY)[0] if wanted else 0
    for age in AGES[1:]:
        if str(age) not in side.later or not side.later[str(age)]:
            pools[1] += pools[age]
    _take_away(pools[1], side)
    turn = start % max(len(pools[1]), 1)
    near = pools[1][turn:] + pools[1][:turn]
    step = 7
    near = [near[index] for first in range(step) for index in range(first, len(near), step)]
    hand = _fill(side.hand, near, deck[1])
    filled = replace(
        side,
        hand=tuple(sorted(hand)),
        deck=tuple(sorted(_fill(side.deck, near, deck[1]))),
        later=Map(
            {age: tuple(_fill(cards, pools[int(age)], deck[int(age)])) for age, cards in side.later.items()}
        ),
    )
    return replace(state, sides=state.sides.set(owner, _with_starters(game, filled)))


def _take_away(cards: list[str], side: Side) -> None:
    """What is known to be elsewhere cannot be drawn."""
    known = [*side.discards, *side.snuffed, *side.hand, *side.research, *side.cards]
    known += [building.card for building in side.city.values() if not building.part]
    for card in known:
        if card in cards:
            cards.remove(card)


def _fill(cards: tuple[str, ...], pool: list[str], rest: list[str]) -> list[str]:
    """The cards with others in place of those that are unknown: of the pool, and where that is empty of all."""
    found = []
    for number, card in enumerate(cards):
        if card == UNKNOWN:
            card = pool.pop(0) if pool else rest[number % len(rest)]
        found.append(card)
    return found


def _with_starters(game: Game, side: Side) -> Side:
    """Face-down and unlaid starting buildings become those that are recommended (setting-11)."""
    usual = ["house", "lumber-camp", "mill"]
    for building in side.city.values():
        if building.part and building.card in usual:
            usual.remove(building.card)
    city: Map[str, Building] = side.city
    for space in sorted(side.city, key=order):
        building = side.city[space]
        if building.card == UNKNOWN:
            card = "town-center" if space == ORIGIN else usual.pop(0) if usual else "house"
            city = city.set(space, replace(building, card=card))
    laid: list[tuple[str, str, str]] = []
    taken = [ORIGIN, *(space for _, space, _ in side.laid if space != UNKNOWN)]
    for card, space, part in side.laid:
        if UNKNOWN in (card, space):
            card = usual.pop(0) if usual else "house"
            free = sorted({each for at in taken for each in neighbours(at)} - set(taken), key=order)
            space = free[0]
            taken.append(space)
        laid.append((card, space, part))
    starters = tuple(
        (usual.pop(0) if usual else "house") if card == UNKNOWN else card for card in side.starters
    )
    return replace(side, city=city, laid=tuple(laid), starters=tuple(sorted(starters)))
