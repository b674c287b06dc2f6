"""Positions in which neither seat can ever win: what a seat can still come to, whatever is drawn and decided.

Labour and garrisons aside, all that might be is taken to be, so that a position is called dead only if it is. The hands
and decks of both seats are looked at for that; a card that nobody recorded may be any card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.age_of_empires import data_operations as operations
from rules.age_of_empires.cities import card_of, holds, is_sea_card, villagers_of
from rules.age_of_empires.data_records import RESOURCES, Card
from rules.age_of_empires.game import SEATS, Game, other
from rules.age_of_empires.state import Side, State
from rules.age_of_empires.values import can, cost_of
from rules.secrecy import UNKNOWN

LAST_AGE = 4
MONASTERY, MARKET = "monastery", "market"


class Reach(NamedTuple):
    """What a seat can come to: its age, the cards that it has or can bring into play, the resources that it can gain
    without end; `unknown`: a card is not recorded."""

    age: int
    cards: frozenset[str]
    flowing: frozenset[str]
    unknown: bool = False


def is_dead(game: Game, state: State) -> bool:
    """Whether neither seat can win any more, so that the game is drawn (victory-4)."""
    if any(building.stage for seat in SEATS for building in state.sides[seat].city.values()):
        return False
    for seat in SEATS:  # told at once, for most positions
        armed = any(unit.owner == seat and unit.soldiers for unit in state.units.values())
        if armed and state.sides[other(seat)].age > 1:
            return False
    reaches = {seat: reach(game, state, seat) for seat in SEATS}
    if any(found.unknown for found in reaches.values()):
        return False
    return not any(_can_win(game, state, seat, reaches) for seat in SEATS)


def _can_win(game: Game, state: State, seat: str, reaches: dict[str, Reach]) -> bool:
    own, enemy = reaches[seat], reaches[other(seat)]
    kinds = {game.cards[card].type for card in own.cards}
    if "wonder" in kinds or any(
        isinstance(each, operations.Plague | operations.Hunt)
        for name in own.cards | enemy.cards
        for each in game.cards[name].operations
    ):
        return True
    if any(holds(game, building) for building in state.sides[seat].city.values()):
        return True
    if MONASTERY in own.cards and _relics(game, state, reaches) >= game.numbers["relics-to-win"]:
        return True
    armed = any(unit.owner == seat for unit in state.units.values()) or "unit" in kinds
    harmful = any(
        isinstance(each, operations.Damage) for name in own.cards for each in game.cards[name].operations
    )
    return enemy.age > 1 and (armed or harmful)  # age-2


def _relics(game: Game, state: State, reaches: dict[str, Reach]) -> int:
    """How many relics are in play or can come into it (relic-6)."""
    count = len(state.land) + sum(1 for unit in state.units.values() if unit.relic)
    for seat in SEATS:
        count += sum(
            len(building.relics) + len(building.lying) for building in state.sides[seat].city.values()
        )
        count += sum(1 for card in reaches[seat].cards if game.cards[card].type == "relic")
    return count


def reach(game: Game, state: State, seat: str) -> Reach:
    """What a seat can come to, at most."""
    side = state.sides[seat]
    in_city = {card_of(space, building) for space, building in side.city.items()}
    cards = {*in_city, *side.cards, *side.research}
    if side.missing or any(UNKNOWN in each for each in (side.hand, side.deck, cards, *side.later.values())):
        return Reach(LAST_AGE, frozenset(), frozenset(RESOURCES), unknown=True)
    pool = {*side.hand, *side.deck, *side.discards}
    age = side.age
    flowing: set[str] = set()
    while True:
        before = (age, len(cards), len(flowing))
        flowing |= set(_gained(game, state, seat, cards, flowing))
        cards |= {card for card in pool if _comes(game, state, side, game.cards[card], age, cards, flowing)}
        if age < LAST_AGE and _advances(game, side, game.cards[game.ages[age + 1]], cards, flowing):
            age += 1
            pool |= set(side.later.get(str(age), ()))
        if (age, len(cards), len(flowing)) == before:
            return Reach(age, frozenset(cards), frozenset(flowing))


def _affordable(game: Game, side: Side, name: str, flowing: set[str]) -> bool:
    cost = cost_of(game, side, name)
    return all(each in flowing or getattr(side, each) >= getattr(cost, each) for each in RESOURCES)


def _comes(
    game: Game, state: State, side: Side, card: Card, age: int, cards: set[str], flowing: set[str]
) -> bool:
    if (
        card.age > age
        or not set(card.requires) <= cards
        or (card.trained_at and card.trained_at not in cards)
    ):
        return False
    if not state.with_sea and is_sea_card(game, card):
        return False
    return _affordable(game, side, card.id, flowing)


def _advances(game: Game, side: Side, card: Card, cards: set[str], flowing: set[str]) -> bool:
    """Whether the next age can be reached: its cost, and buildings of the age before (agecard-5)."""
    if card.id in side.research:
        return True
    needed = card.requires_buildings
    have = [game.cards[name] for name in cards if game.cards[name].type == "building"]
    names = sum(
        2 if can(each, "counts-twice-for-age") else 1
        for each in have
        if needed is not None and each.age == needed.age
    )
    enough = needed is None or names >= needed.different_names
    return enough and _affordable(game, side, card.id, flowing)


def _gained(game: Game, state: State, seat: str, cards: set[str], flowing: set[str]) -> Iterator[str]:
    """The resources of which a seat with these cards can gain any number."""
    side = state.sides[seat]
    working = bool(villagers_of(side)) or "food" in flowing or side.food > 0
    for name in cards:
        card = game.cards[name]
        if card.produces is not None and working:
            yield card.produces.resource
        if can(card, "yields-food") is not None:
            yield "food"
        if card.type == "relic":
            yield "gold"
        for operation in card.operations:
            if isinstance(operation, operations.Gain):
                yield operation.resource
    for unit in state.units.values():
        if unit.owner == seat and can(game.cards[unit.card], "yields-food") is not None:
            yield "food"
    if MONASTERY in cards:
        yield "gold"  # a relic that is brought there
    if MARKET in cards and (flowing or any(getattr(side, each) for each in RESOURCES)):
        yield from RESOURCES
