"""How good a position is for a seat, for bots: its city, its cards, its units, and what an attack will bring."""

from __future__ import annotations

from rules.age_of_empires.cities import card_of, garrison, villagers_of
from rules.age_of_empires.data_records import RESOURCES
from rules.age_of_empires.evaluation_of_attacks import prospects
from rules.age_of_empires.evaluation_of_cards import (
    hand_worth,
    in_city,
    in_data_area,
    lacking,
    missing_names,
    on_site,
)
from rules.age_of_empires.evaluation_of_labour import next_step
from rules.age_of_empires.evaluation_of_units import power
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.state import CONSTRUCTION, Building, Side, State
from rules.age_of_empires.values import building_values, cost_of
from rules.secrecy import UNKNOWN

AGE, ADVANCING = 90.0, 60.0
"""What an age is worth, and its card under research."""
MISSING = 18.0
"""And each building that the next age still asks for."""
SAVING = 3.0
"""A unit of a resource that the next age, or a wonder, still needs."""
TOWN_CENTER = 400.0
WONDER, RISING, HELD = 250.0, 60.0, 120.0
VILLAGER, MOST_VILLAGERS = 7.0, 30
RELIC = 25.0
TRUCE = 3.0
WORTH_OF_HARM = 0.9
"""How much the other seat's city counts against one's own."""
FEAR = 0.5
"""What it costs to be weaker in the field, for each point of strength."""
MOST_ROOM = 10


def evaluate(game: Game, state: State, seat: str) -> float:
    """Higher is better."""
    if seat not in state.sides or other(seat) not in state.sides:
        return 0.0
    enemy = other(seat)
    worth = _city(game, state, seat) - WORTH_OF_HARM * _city(game, state, enemy)
    own, their, tokens = 0.0, 0.0, 0
    invaded = False
    for unit in state.units.values():
        strength = power(game, state, unit) + 2.0 * unit.monks + 1.0 + (8.0 if unit.relic else 0.0)
        if unit.owner == seat:
            own += strength
            tokens += unit.soldiers + unit.monks
        else:
            their += strength
            invaded = invaded or unit.city == seat
    side = state.sides[seat]
    early = 0.4 if side.age == 1 else 1.0
    worth += early * own - WORTH_OF_HARM * their - FEAR * max(their - own, 0.0)
    worth += 0.3 * min(max(garrison(game, side) - tokens, 0), MOST_ROOM)
    if side.truce > state.turn:
        worth += TRUCE * (4.0 if invaded else 1.0)
    return worth + prospects(game, state, seat)


def _city(game: Game, state: State, seat: str) -> float:
    """What a seat has but for its units; kept for a side that has not changed since it was last looked at."""
    side = state.sides[seat]
    # What the research phase of this turn will bring is counted before it, so that to go on to it is worth nothing.
    soon = seat == state.active and state.phase <= CONSTRUCTION
    kept: list[tuple[Side, float]] = game.kept.setdefault(("worth", seat, soon), [])
    for known, worth in kept:
        if known is side:
            return worth
    found = _counted(game, state, seat, side, 1 if soon else 0)
    kept.append((side, found))
    del kept[:-4]
    return found


def _counted(game: Game, state: State, seat: str, side: Side, advances: int) -> float:
    total = AGE * side.age - MISSING * missing_names(game, side)
    total += _stock(game, side)
    total += VILLAGER * min(villagers_of(side), MOST_VILLAGERS)
    count: dict[str, int] = {}
    for space, building in side.city.items():
        total += _building(game, side, space, building, count)
    for card in side.cards:
        total += in_data_area(game, side, card)
    for card, left in side.research.items():
        known = game.cards[card]
        left = max(left - advances, 0)
        if known.type == "age":
            total += AGE if not left else ADVANCING + 4.0 * (known.researchers - left)
        else:
            total += (0.85 if left else 1.0) * in_data_area(game, side, card) - 0.3 * left
    return total + hand_worth(game, state, seat)


def _building(game: Game, side: Side, space: str, building: Building, count: dict[str, int]) -> float:
    card = card_of(space, building)
    if card == UNKNOWN:
        return 8.0
    number = count[card] = count.get(card, 0) + 1
    left = 1.0
    if building.damage:
        left -= building.damage / building_values(game, side, card, building.stage).hit_points
    if card == "town-center":
        worth = TOWN_CENTER if number == 1 else 40.0
    elif building.stage:
        worth = WONDER + RISING * building.stage + HELD * building.held
        return worth * (0.6 + 0.4 * left)
    else:
        worth = in_city(game, side, card, number) + on_site(game, side, card, space)
    total = worth * (0.35 + 0.65 * left)
    return total + RELIC * len(building.relics) + HELD * building.held


def _stock(game: Game, side: Side) -> float:
    """Resources: less for each that is already there, more for what the next age or a wonder costs."""
    total = 0.0
    step = next_step(game, side)
    cost = None if step is None else cost_of(game, side, step.id)
    missing = lacking(game, side)
    also = None if missing is None else cost_of(game, side, missing.id)
    for each in RESOURCES:
        have = getattr(side, each)
        total += 6.0 * have / (have + 8.0) + 0.05 * have
        wanted = (getattr(cost, each) if cost is not None else 0) + (
            getattr(also, each) if also is not None else 0
        )
        total += SAVING * min(have, wanted)
    return total
