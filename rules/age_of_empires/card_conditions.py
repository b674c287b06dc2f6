"""Whether a seat may use a card now: its age, what it requires, what it costs (age-7, cost-2, detail-7)."""

from __future__ import annotations

from rules.age_of_empires.cities import can_pay, in_play, is_sea_card, labour, standing, told_cost
from rules.age_of_empires.data_records import Card
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.spaces import ORIGIN
from rules.age_of_empires.state import Side, State
from rules.age_of_empires.values import builders, can, cost_of
from rules.secrecy import UNKNOWN


def hand_cards(side: Side) -> list[str]:
    """The cards that may be in the own hand, each once; any of the deck for one that nobody recorded."""
    found = dict.fromkeys(card for card in side.hand if card != UNKNOWN)
    if UNKNOWN in side.hand:
        found |= dict.fromkeys(side.deck)
    found.pop(UNKNOWN, None)
    return list(found)


def held(game: Game, side: Side, name: str) -> Refusal | None:
    """Why a card is not played from the hand: it is not there."""
    if name not in game.cards:
        return "deck-4", f"there is no card {name}"
    if name not in hand_cards(side):
        return "cost-1", f"{game.title(name)} is not in the hand"
    return None


def usable(game: Game, state: State, seat: str, card: Card) -> Refusal | None:
    """Why a card may not be used for its age or what it requires."""
    side = state.sides[seat]
    if card.age > side.age:
        return "age-7", f"{card.title} is a card of age {card.age}; you are in age {side.age}"
    if not state.with_sea and is_sea_card(game, card):
        return "sea-1", f"{card.title} is for the sea, which is not in use"
    missing = [name for name in card.requires if not in_play(side, name)]
    if missing:
        names = ", ".join(game.title(name) for name in missing)
        rule = "soldier-1" if card.type == "unit" else "cost-1"
        return rule, f"{card.title} requires {names} in play"
    return None


def payable(game: Game, state: State, seat: str, card: Card) -> Refusal | None:
    """Why a card cannot be paid for: resources."""
    cost = cost_of(game, state.sides[seat], card.id)
    if not can_pay(state.sides[seat], cost):
        return "cost-2", f"{card.title} costs {told_cost(cost)}, which the stock does not have"
    return None


def buildable(game: Game, state: State, seat: str, card: Card) -> Refusal | None:
    """Why a building or wonder cannot be begun, its place aside."""
    side = state.sides[seat]
    refused = usable(game, state, seat, card) or payable(game, state, seat, card)
    if refused is not None:
        return refused
    if card.type == "wonder" and any(building.stage for building in side.city.values()):
        return "wonder-9", "a wonder is unique: one is in play already"
    needed = builders(game, side, card)
    if labour(side) < needed:
        return "cost-4", f"{card.title} needs {needed} villagers on Town Centers; there are {labour(side)}"
    return None


def researchable(game: Game, state: State, seat: str, card: Card) -> Refusal | None:
    """Why a technology, an upgrade or an age cannot be begun."""
    side = state.sides[seat]
    if card.id in side.research:
        return "cost-5", f"{card.title} is under research already"
    if card.id in side.cards:
        return "technology-4", f"{card.title} is in play for good already"
    if card.type == "age":
        refused = _next_age(game, side, card)
    else:
        refused = usable(game, state, seat, card)
    refused = refused or payable(game, state, seat, card)
    if refused is not None:
        return refused
    if labour(side) < card.researchers:
        return (
            "cost-5",
            f"{card.title} needs {card.researchers} villagers on Town Centers; there are {labour(side)}",
        )
    return None


def _next_age(game: Game, side: Side, card: Card) -> Refusal | None:
    if card.age != side.age + 1:
        return "agecard-4", f"the next age is {game.title(game.ages[side.age + 1])}" if side.age < 4 else (
            "there is no age after the last"
        )
    needed = card.requires_buildings
    if needed is None:
        return None
    have = buildings_of_age(game, side, needed.age)
    if have < needed.different_names:
        return (
            "agecard-5",
            (
                f"{card.title} needs {needed.different_names} different buildings of age {needed.age} in play; "
                f"there are {have}"
            ),
        )
    return None


def buildings_of_age(game: Game, side: Side, age: int) -> int:
    """How many different buildings of an age are in play; the first Town Center does not count, a Castle is two."""
    names: dict[str, int] = {}
    for space, name, _ in standing(side):
        card = game.cards[name]
        if card.age == age and card.type == "building" and not (space == ORIGIN and name == "town-center"):
            names[name] = 2 if can(card, "counts-twice-for-age") else 1
    return sum(names.values())
