"""How good a position is for a seat, for bots: what a city is worth, what its units threaten, what an attack brings."""

from __future__ import annotations

from rules.age_of_empires.cities import card_of, garrison, labour, on_fringe, unit_at, villagers_of
from rules.age_of_empires.data_records import RESOURCES, Card
from rules.age_of_empires.evaluation_of_attacks import prospects
from rules.age_of_empires.evaluation_of_cards import hand_worth, in_city, in_data_area, on_site
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.state import ALLOCATION, Building, Side, State, Unit
from rules.age_of_empires.values import building_values, cost_of, unit_values
from rules.secrecy import UNKNOWN

AGE, ADVANCING = 90.0, 60.0
"""What an age is worth, and its card under research."""
SAVING = 2.5
"""A unit of a resource that the next age, or a wonder, still needs."""
TOWN_CENTER = 400.0
WONDER, RISING, HELD = 250.0, 60.0, 120.0
VILLAGER, MOST_VILLAGERS = 7.0, 26
RELIC = 25.0
WORTH_OF_HARM = 0.9
"""How much the other seat's city counts against one's own."""


def evaluate(game: Game, state: State, seat: str) -> float:
    """Higher is better."""
    if seat not in state.sides or other(seat) not in state.sides:
        return 0.0
    own = _city(game, state, seat) + _units(game, state, seat)
    enemy = _city(game, state, other(seat)) + _units(game, state, other(seat))
    if state.active != seat or state.phase >= ALLOCATION:
        # What is placed counts from the recall on: before that it has been spent or is called back.
        own += _workers(game, state.sides[seat])
    return own - WORTH_OF_HARM * enemy + prospects(game, state, seat)


def _city(game: Game, state: State, seat: str) -> float:
    """What a seat has but for its units; kept for a side that has not changed since it was last looked at."""
    side = state.sides[seat]
    kept: list[tuple[Side, float]] = game.kept.setdefault(("worth", seat), [])
    for known, worth in kept:
        if known is side:
            return worth
    found = _counted(game, state, seat, side)
    kept.append((side, found))
    del kept[:-4]
    return found


def _counted(game: Game, state: State, seat: str, side: Side) -> float:
    total = AGE * side.age
    total += _stock(game, side)
    villagers = min(villagers_of(side), MOST_VILLAGERS)
    total += VILLAGER * villagers
    count: dict[str, int] = {}
    for space, building in side.city.items():
        total += _building(game, side, space, building, count)
    for card in side.cards:
        total += in_data_area(game, side, card)
    for card, left in side.research.items():
        known = game.cards[card]
        if known.type == "age":
            total += ADVANCING + 4.0 * (known.researchers - left)
        else:
            total += 0.85 * in_data_area(game, side, card) - 0.3 * left
    return total + hand_worth(game, state, seat)


def _building(game: Game, side: Side, space: str, building: Building, count: dict[str, int]) -> float:
    card = card_of(space, building)
    if card == UNKNOWN:
        return 8.0
    number = count[card] = count.get(card, 0) + 1
    hit_points = building_values(game, side, card, building.stage).hit_points
    left = 1 - building.damage / hit_points
    if card == "town-center":
        worth = TOWN_CENTER if number == 1 else 40.0
    elif building.stage:
        worth = WONDER + RISING * building.stage + HELD * building.held
        return worth * (0.6 + 0.4 * left)
    else:
        worth = in_city(game, side, card, number) + on_site(game, side, card, space)
    total = worth * (0.35 + 0.65 * left) + 0.02 * building.face_down
    return total + RELIC * len(building.relics) + HELD * building.held


def _stock(game: Game, side: Side) -> float:
    """Resources: less for each that is already there, more for what the next age or a wonder costs."""
    total = 0.0
    wanted = _wanted(game, side)
    for each in RESOURCES:
        have = getattr(side, each)
        total += 6.0 * have / (have + 8.0) + 0.05 * have
        total += SAVING * min(have, wanted.get(each, 0))
    return total


def _wanted(game: Game, side: Side) -> dict[str, int]:
    if side.age < 4:
        card = game.ages[side.age + 1]
        if card in side.research:
            return {}
    else:
        card = f"wonder-{side.civilization}"
        if card not in game.cards or any(building.stage for building in side.city.values()):
            return {}
    cost = cost_of(game, side, card)
    return {each: getattr(cost, each) for each in RESOURCES}


def _needed_labour(game: Game, side: Side) -> int:
    """How many villagers it is good to have on Town Centers for what comes next."""
    if side.age < 4:
        card: Card = game.cards[game.ages[side.age + 1]]
        return card.researchers + 2 if card.id not in side.research else 3
    return 10 if any(card.startswith("wonder-") for card in side.hand) else 4


def _workers(game: Game, side: Side) -> float:
    """Villagers where they will produce, or on a Town Center where they can pay."""
    total = 0.0
    need = {each: _need(side, each) for each in RESOURCES}
    for space, building in side.city.items():
        if not building.villagers:
            continue
        card = card_of(space, building)
        found = None if card == UNKNOWN else game.cards[card].produces
        if found is not None:
            made = building.villagers // found.villagers * found.amount
            total += made * need[found.resource]
    ready, needed = labour(side), _needed_labour(game, side)
    return total + 1.6 * min(ready, needed) + 0.2 * max(min(ready, 12) - needed, 0)


def _need(side: Side, resource: str) -> float:
    have = getattr(side, resource)
    usual = {"food": 1.6, "wood": 0.9, "stone": 0.9, "gold": 1.2}[resource]
    return float(usual * 14.0 / (14.0 + have))


def _units(game: Game, state: State, seat: str) -> float:
    total = 0.0
    side = state.sides[seat]
    enemy_side = state.sides[other(seat)]
    for unit in state.units.values():
        if unit.owner == seat:
            total += _unit(game, state, side, enemy_side, unit)
    used = sum(unit.soldiers + unit.monks for unit in state.units.values() if unit.owner == seat)
    return total + 0.3 * min(max(garrison(game, side) - used, 0), 10)


def worth_of_soldier(game: Game, side: Side, card: str) -> float:
    """What a soldier of a card is worth."""
    values = unit_values(game, side, card)
    bombard = values.bombard
    strength = values.hit_points + 1.5 * values.attack + 2.0 * values.ranged
    strength += (bombard.units + 0.6 * bombard.buildings) if bombard is not None else 0.0
    strength += 0.5 * sum(bonus.add for bonus in values.bonuses)
    if "yields-food" in values.abilities:
        strength += 25.0
    return 0.30 * strength


def _unit(game: Game, state: State, side: Side, enemy: Side, unit: Unit) -> float:
    early = 0.4 if side.age == 1 else 1.0
    total = unit.soldiers * worth_of_soldier(game, side, unit.card) * early + 2.0 * unit.monks + 1.0
    total += 8.0 if unit.relic else 0.0
    if unit.city == unit.owner or enemy.age == 1:
        return total
    if not unit.city:
        return total + 2.0 * min(unit.soldiers, 3)
    building = enemy.city.get(unit.space) if unit.city != unit.owner else None
    if building is None:
        return total
    # Within the enemy city: the nearer to what can be destroyed the better.
    values = unit_values(game, side, unit.card)
    blow = values.attack + sum(each.add for each in values.bonuses if each.against == "building")
    hurt = min(blow * unit.soldiers / 40.0, 2.0)
    prize = 14.0 if card_of(unit.space, building) == "town-center" else 6.0
    if building.stage:
        prize = 20.0
    total += 9.0 + prize * hurt + (0.0 if on_fringe(enemy.city, unit.space) else 2.0)
    guard = unit_at(game, state, other(unit.owner), unit.city, unit.space)
    if guard:
        against = state.units[guard]
        total -= 0.15 * worth_of_soldier(game, enemy, against.card) * against.soldiers
    return total
