"""What cards are worth to a seat: in its city, in its data area, in its hand; for bots."""

from __future__ import annotations

from rules.age_of_empires import actions
from rules.age_of_empires.card_conditions import buildings_of_age
from rules.age_of_empires.cities import in_play, is_sea_card
from rules.age_of_empires.data_records import Card
from rules.age_of_empires.evaluation_of_units import worth_of_soldier
from rules.age_of_empires.game import Game
from rules.age_of_empires.spaces import place
from rules.age_of_empires.state import Side, State
from rules.secrecy import UNKNOWN

FIRST = {
    "mill": 12.0,
    "lumber-camp": 13.0,
    "farm": 13.0,
    "gold-mine": 13.0,
    "stone-mine": 12.0,
    "house": 12.0,
    "barracks": 16.0,
    "archery-range": 15.0,
    "stable": 15.0,
    "blacksmith": 14.0,
    "market": 12.0,
    "monastery": 16.0,
    "university": 16.0,
    "siege-workshop": 18.0,
    "castle": 55.0,
    "dock": 14.0,
    "fish-trap": 8.0,
    "outpost": 2.0,
    "watch-tower": 8.0,
    "bombard-tower": 16.0,
    "palisade-wall": 1.0,
    "stone-wall": 2.0,
    "gate": 2.0,
}
"""What the first building of a name is worth."""
A_DRAW = 3.2
"""What a free place in the hand is worth: a card will be drawn."""
KEEP_NOT = frozenset(
    {"outpost", "palisade-wall", "stone-wall", "gate", "watch-tower", "bombard-tower", "fish-trap"}
)
"""Buildings of which a city does not miss the first."""
OUTDATED = {1: 0.0, 2: 3.4, 3: 4.3, 4: 5.0}
"""By age the worth of a soldier below which a unit card is not kept in the hand."""
A_DRAW_WANTED = 4.6
"""And where a certain card is waited for."""
MANY = {
    "house": 5,
    "farm": 5,
    "gold-mine": 3,
    "lumber-camp": 3,
    "stone-mine": 2,
    "mill": 2,
    "dock": 2,
    "watch-tower": 2,
    "barracks": 2,
    "archery-range": 2,
    "stable": 2,
    "castle": 2,
}
"""Of how many of a name the worth does not fall much."""


def in_city(game: Game, side: Side, card: str, number: int) -> float:
    """The worth of the so-manieth building of a name."""
    first = FIRST.get(card, 6.0)
    most = MANY.get(card, 1)
    if number <= most:
        return first * (1.0 - 0.08 * (number - 1))
    return first * 0.25


def on_site(game: Game, side: Side, card: str, space: str) -> float:
    """A little for a good place: producers behind, walls and towers in front, a compact city."""
    line, rank = place(space)
    front = card in ("watch-tower", "bombard-tower", "castle") or "wall" in game.cards[card].subtypes
    return (0.2 * (3 - rank) if front else 0.2 * (rank - 1)) - 0.05 * abs(line)


def worth_of_site(game: Game, side: Side, action: actions.Build) -> float:
    """How good a place for a building is, among others for the same card."""
    return on_site(game, side, action.card, action.space)


def in_data_area(game: Game, side: Side, card: str) -> float:
    """The worth of a technology or an upgrade."""
    known = game.cards.get(card)
    if known is None or known.type == "age":
        return 0.0
    if known.type == "upgrade":
        return 14.0 + 3.0 * known.age
    return 11.0 + 1.5 * known.age


def hand_worth(game: Game, state: State, seat: str) -> float:
    """Cards in hand: those that are of use later; a place that is free is worth a card to be drawn."""
    side = state.sides[seat]
    total = 0.0
    seen: dict[str, int] = {}
    for card in side.hand:
        if card == UNKNOWN:
            total += A_DRAW - 0.2
            continue
        seen[card] = seen.get(card, 0) + 1
        total += _of_use(game, state, side, game.cards[card], seen[card])
    return total + A_DRAW * max(game.numbers["hand"] - len(side.hand), 0)


def missing_names(game: Game, side: Side) -> int:
    """How many more different buildings the next age asks for."""
    if side.age >= 4:
        return 0
    needed = game.cards[game.ages[side.age + 1]].requires_buildings
    if needed is None:
        return 0
    return max(needed.different_names - buildings_of_age(game, side, needed.age), 0)


def lacks(game: Game, side: Side, card: Card) -> bool:
    """Whether a building is one of those that the next age asks for and that are not yet in play."""
    return card.age == side.age and not in_play(side, card.id) and bool(missing_names(game, side))


def lacking(game: Game, side: Side) -> Card | None:
    """A building in the hand that the next age asks for and that could be built now but for its cost."""
    if not missing_names(game, side):
        return None
    held = (game.cards[name] for name in dict.fromkeys(side.hand) if name in game.cards)
    fits = (card for card in held if card.type == "building" and lacks(game, side, card))
    return next((card for card in fits if all(in_play(side, name) for name in card.requires)), None)


def worth_of_draw(game: Game, side: Side) -> float:
    """What a card drawn in place of one in the hand is worth: more where the next age or the wonder waits for one."""
    waits = bool(missing_names(game, side))
    if side.age == 4:
        wonder = f"wonder-{side.civilization}"
        waits = wonder not in side.hand and not any(building.stage for building in side.city.values())
    return A_DRAW_WANTED if waits else A_DRAW


def use_of(game: Game, state: State, side: Side, card: str) -> float:
    """The use of the last copy of a card in the hand."""
    return _of_use(game, state, side, game.cards[card], side.hand.count(card))


def is_of_use(game: Game, state: State, side: Side, card: Card) -> bool:
    """Whether a card is worth paying for."""
    return _of_use(game, state, side, card, 1) > 1.0


def _of_use(game: Game, state: State, side: Side, card: Card, copies: int) -> float:
    if not state.with_sea and is_sea_card(game, card):
        return 0.0
    if card.type == "wonder":
        return 30.0 if side.age >= 3 else 6.0
    if card.type in ("technology", "upgrade") and (
        card.id in side.cards or card.id in side.research or copies > 1
    ):
        return 0.0
    if card.age > side.age:
        return 2.6 if card.age == side.age + 1 else 1.0
    ready = all(in_play(side, name) for name in card.requires)
    if card.type == "building":
        if card.id not in KEEP_NOT and copies == 1 and not in_play(side, card.id):
            if lacks(game, side, card):
                return 9.0 if ready else 5.5
            return 6.0 if ready else 3.0
        there = sum(1 for building in side.city.values() if building.card == card.id)
        if there + copies > MANY.get(card.id, 1):
            return 1.0
        return 4.5 if ready else 2.8
    if card.type == "relic":
        return 2.4
    if card.type == "event":
        return 3.4 if card.timing == "response" else 2.8
    if card.type == "unit" and "siege" in card.subtypes:
        return (5.9 if ready else 4.7) if copies < 3 else 1.8
    if not ready:
        return 2.0
    if card.type == "unit" and worth_of_soldier(game, side, card.id) < OUTDATED[side.age]:
        return 3.0
    return 5.0 if copies < 3 else 1.8
