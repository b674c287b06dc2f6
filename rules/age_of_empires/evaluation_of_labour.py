"""Where a bot puts its villagers: labour for what comes next, repairs, and production by what is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.age_of_empires.card_conditions import buildings_of_age
from rules.age_of_empires.cities import card_of, in_play, spaces_of, town_centers, unit_at, villager_cap
from rules.age_of_empires.data_records import RESOURCES, Card
from rules.age_of_empires.evaluation_of_cards import is_of_use, lacking
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.state import Building, Side, State
from rules.age_of_empires.values import builders, cost_of, unit_values
from rules.secrecy import UNKNOWN

LABOUR_SHARE = 0.45
"""Of all villagers at most this share waits on Town Centers for buildings and research."""
TARGETS = {1: 13, 2: 19, 3: 25, 4: 28}
"""How many villagers a city wants in each age."""
URGENT, WANTED, SPARE = 3.5, 1.2, 0.35
"""What a unit of a resource is worth that the next age, another card, or nothing yet asks for."""
REPAIRS = {"town-center": 2.2, "castle": 1.3}
REPAIR, REPAIR_WONDER = 0.8, 4.0
"""What it is worth to take off a damage marker, against producing."""


class Wishes(NamedTuple):
    """What a seat wants: resources for the next step of its city, for everything else, and villagers to work."""

    urgent: dict[str, float]
    wanted: dict[str, float]
    labour: int


def villagers_wanted(game: Game, side: Side) -> int:
    """How many villagers a city wants to have now."""
    return min(TARGETS[side.age], villager_cap(game, side))


def next_step(game: Game, side: Side) -> Card | None:
    """The next age, or in the last one the wonder, unless it has been begun."""
    if side.age < 4:
        card = game.cards[game.ages[side.age + 1]]
        return None if card.id in side.research else card
    wonder = game.cards.get(f"wonder-{side.civilization}")
    if wonder is None or any(building.stage for building in side.city.values()):
        return None
    return wonder


def _may_begin(game: Game, side: Side, card: Card) -> bool:
    if card.type == "wonder":
        return card.id in side.hand
    needed = card.requires_buildings
    return needed is None or buildings_of_age(game, side, needed.age) >= needed.different_names


def wishes(game: Game, state: State, seat: str, villagers: int) -> Wishes:
    """What a seat wants of its next production and of its villagers."""
    side = state.sides[seat]
    urgent = dict.fromkeys(RESOURCES, 0.0)
    wanted = dict.fromkeys(RESOURCES, 0.0)
    labour = 0
    step = next_step(game, side)
    if step is not None:
        cost = cost_of(game, side, step.id)
        for each in RESOURCES:
            urgent[each] += getattr(cost, each)
        soon = all(getattr(side, each) + villagers * 0.7 >= getattr(cost, each) for each in RESOURCES)
        if soon and _may_begin(game, side, step):
            labour += builders(game, side, step) if step.type == "wonder" else step.researchers
    lacked = lacking(game, side)
    if lacked is not None:
        cost = cost_of(game, side, lacked.id)
        for each in RESOURCES:
            urgent[each] += getattr(cost, each)
        labour += builders(game, side, lacked)
    short = villagers_wanted(game, side) - villagers
    urgent["food"] += min(max(short, 0), 5)
    most = labour + max(2, int(villagers * LABOUR_SHARE) - labour)
    for name in dict.fromkeys(side.hand):
        card = game.cards.get(name)
        if card is None or card.age > side.age or not is_of_use(game, state, side, card):
            continue
        cost = cost_of(game, side, name)
        times = 3 if card.type == "unit" and card.max_tokens > 1 else 1
        for each in RESOURCES:
            wanted[each] += times * getattr(cost, each)
        if all(in_play(side, required) for required in card.requires):
            work = builders(game, side, card) if card.type == "building" else card.researchers
            labour = min(labour + work, most)
    for unit in state.units.values():
        if unit.owner == seat:
            missing = unit_values(game, side, unit.card).max_tokens - unit.soldiers
            wanted["food"] += 1
            if missing > 0 and unit.city == seat:
                cost = cost_of(game, side, unit.card)
                for each in RESOURCES:
                    wanted[each] += missing * getattr(cost, each)
    return Wishes(urgent, wanted, labour)


def plan(game: Game, state: State, seat: str) -> dict[str, int]:
    """How many villagers stand on each building in the end, from those in the pool and those placed already."""
    side = state.sides[seat]
    left = side.pool + sum(building.villagers for building in side.city.values())
    found: dict[str, int] = {}
    centers = town_centers(side)
    if not left or not centers:
        return found
    asked = wishes(game, state, seat, left)
    labour = min(asked.labour, left)
    left -= labour
    slots = sorted(_slots(game, state, seat), key=lambda slot: slot.space)
    urgent = {each: asked.urgent[each] - getattr(side, each) for each in RESOURCES}
    wanted = {each: asked.wanted[each] + urgent[each] for each in RESOURCES}
    room = {slot.space: slot.most for slot in slots}
    for slot in slots:
        if slot.repairs > WANTED and left:
            number = min(slot.markers, slot.most, left)
            found[slot.space] = number
            room[slot.space] -= number
            left -= number
    while left:
        best, most = None, 0.0
        for slot in slots:
            if not slot.resource or room[slot.space] < slot.villagers or left < slot.villagers:
                continue
            worth = slot.amount / slot.villagers * _weight(side, slot.resource, urgent, wanted)
            if worth > most:
                best, most = slot, worth
        if best is None:
            break
        found[best.space] = found.get(best.space, 0) + best.villagers
        room[best.space] -= best.villagers
        left -= best.villagers
        urgent[best.resource] -= best.amount
        wanted[best.resource] -= best.amount
    for slot in slots:
        if slot.markers and slot.repairs <= WANTED and left:
            number = min(slot.markers, room[slot.space], left)
            if number > 0:
                found[slot.space] = found.get(slot.space, 0) + number
                left -= number
    if labour + left:
        found[centers[0]] = found.get(centers[0], 0) + labour + left
    return found


class _Slot(NamedTuple):
    """A building on which villagers do something."""

    space: str
    most: int
    resource: str
    villagers: int
    amount: int
    markers: int
    repairs: float


def _slots(game: Game, state: State, seat: str) -> Iterator[_Slot]:
    side, token = state.sides[seat], game.data.token["villager"]
    for space in spaces_of(side):
        building = side.city[space]
        card = card_of(space, building)
        made = None if card == UNKNOWN else game.cards[card].produces
        markers = 0
        if building.damage and not unit_at(game, state, other(seat), seat, space, None):
            markers = -(-building.damage // game.numbers["marker"])
        if made is None and not markers:
            continue
        most = token.per_building if made is None else min(token.per_building, made.max_villagers)
        if card == "town-center":
            most = markers
        yield _Slot(
            space,
            most,
            made.resource if made is not None else "",
            made.villagers if made is not None else 1,
            made.amount if made is not None else 0,
            markers,
            _repairs(card, building),
        )


def _repairs(card: str, building: Building) -> float:
    return REPAIR_WONDER if building.stage else REPAIRS.get(card, REPAIR)


def _weight(side: Side, resource: str, urgent: dict[str, float], wanted: dict[str, float]) -> float:
    if urgent[resource] > 0:
        return URGENT + 0.02 * urgent[resource]
    if wanted[resource] > 0:
        return WANTED + 0.02 * wanted[resource]
    return float(SPARE * 12.0 / (12.0 + getattr(side, resource)))
