"""Both cities as the rules look at them: fringe, caps, who stands where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from immutables import Map

from rules.age_of_empires.data_records import RESOURCES, Card, Cost
from rules.age_of_empires.game import Game
from rules.age_of_empires.spaces import EAST, ORIGIN, WEST, flanks, front, neighbours, order, place
from rules.age_of_empires.state import Building, Side, State, Unit
from rules.age_of_empires.values import BuildingValues, building_values
from rules.secrecy import UNKNOWN

TOWN_CENTER = "town-center"


def spaces_of(side: Side) -> list[str]:
    """The spaces of a city in which buildings are, from the rear to the front."""
    return sorted(side.city, key=order)


def card_of(space: str, building: Building) -> str:
    """The card of a building as far as it is known; what lies at the deepest middle is the Town Center (setup-3)."""
    return TOWN_CENTER if building.face_down and space == ORIGIN else building.card


def open_card(space: str, building: Building) -> str:
    """The card of a building as everybody knows it; "?" for a face-down one."""
    if building.face_down:
        return TOWN_CENTER if space == ORIGIN else UNKNOWN
    return building.card


def values_at(game: Game, state: State, seat: str, space: str) -> BuildingValues:
    """The values of a building whose card is known."""
    building = state.sides[seat].city[space]
    return building_values(game, state.sides[seat], card_of(space, building), building.stage)


def is_complete(building: Building) -> bool:
    """Whether it is no wonder that still rises (wonder-6)."""
    return building.stage in (0, 4)


def holds(game: Game, building: Building) -> bool:
    """Whether a building wins by standing: a wonder that is complete, or five relics in a Monastery (win-3, win-4)."""
    return (bool(building.stage) and is_complete(building)) or (
        len(building.relics) >= game.numbers["relics-to-win"]
    )


def standing(side: Side) -> Iterator[tuple[str, str, Building]]:
    """The buildings whose standing values count: those face up (card-building-6), and the first Town Center."""
    for space, building in side.city.items():
        if not building.face_down or space == ORIGIN:
            yield space, card_of(space, building), building


@lru_cache(maxsize=512)
def on_fringe(city: Map[str, Building], space: str) -> bool:
    """Whether a building has an empty place before it or beside it (layout-14)."""
    ahead = front(space)
    return not ahead or ahead not in city or any(each not in city for each in flanks(space))


def fringe(side: Side) -> list[str]:
    """The fringe of a city."""
    return [space for space in spaces_of(side) if on_fringe(side.city, space)]


def in_play(side: Side, card: str) -> bool:
    """Whether a card is in play for a seat: a building face up, or a card that lies complete in the data area."""
    return card in side.cards or any(found == card for _, found, _ in standing(side))


def count_of(side: Side, card: str) -> int:
    """How many buildings of a name are in play."""
    return sum(1 for _, found, _ in standing(side) if found == card)


def villagers_of(side: Side) -> int:
    """All villagers of a seat: in the city, in the pool, on cards under research (villager-3)."""
    return (
        side.pool + sum(building.villagers for building in side.city.values()) + sum(side.research.values())
    )


def villager_cap(game: Game, side: Side) -> int:
    """How many villagers a seat may have (villager-3, setting-9)."""
    return sum(game.cards[card].villager_cap for _, card, _ in standing(side))


def garrison(game: Game, side: Side) -> int:
    """How many soldiers and monks a seat may have (monk-3, soldier-4, card-building-7)."""
    kept: list[tuple[Map[str, Building], tuple[str, ...], int]] = game.kept.setdefault("garrison", [])
    for city, cards, number in kept:
        if city is side.city and cards is side.cards:
            return number
    found = sum(
        building_values(game, side, card, building.stage).garrison for _, card, building in standing(side)
    )
    kept.append((side.city, side.cards, found))
    del kept[:-4]
    return found


def own_units(state: State, seat: str) -> list[str]:
    """The units of a seat, sorted."""
    return sorted(name for name, unit in state.units.items() if unit.owner == seat)


def tokens_of(state: State, seat: str) -> int:
    """Soldiers and monks of a seat in play."""
    return sum(unit.soldiers + unit.monks for unit in state.units.values() if unit.owner == seat)


def room(game: Game, state: State, seat: str) -> int:
    """How many more soldiers and monks a seat may have."""
    return max(garrison(game, state.sides[seat]) - tokens_of(state, seat), 0)


def is_ship(game: Game, unit: Unit) -> bool:
    """Whether a unit is a ship (sea-10)."""
    return "ship" in game.cards[unit.card].subtypes


def unit_at(game: Game, state: State, owner: str, city: str, space: str, ship: bool | None = False) -> str:
    """The unit of a seat on a building: its land unit, its ship (`ship`), or any (None); "" if there is none (unit-3,
    sea-20)."""
    if not city:
        return ""
    land, ship_there = _standing_at(game, state).get((owner, city, space), ("", ""))
    if ship is None:
        return min(land, ship_there) if land and ship_there else land or ship_there
    return ship_there if ship else land


def _standing_at(game: Game, state: State) -> dict[tuple[str, str, str], tuple[str, str]]:
    """The land unit and the ship of each seat on each building, the first by name; kept for the last few positions of
    the units."""
    kept: list[tuple[Map[str, Unit], dict[tuple[str, str, str], tuple[str, str]]]]
    kept = game.kept.setdefault("standing-at", [])
    for units, places in kept:
        if units is state.units:
            return places
    found: dict[tuple[str, str, str], tuple[str, str]] = {}
    for name, unit in state.units.items():
        at = unit.owner, unit.city, unit.space
        land, ship = found.get(at, ("", ""))
        if is_ship(game, unit):
            ship = min(ship, name) if ship else name
        else:
            land = min(land, name) if land else name
        found[at] = land, ship
    kept.append((state.units, found))
    del kept[:-4]
    return found


def is_wall(game: Game, space: str, building: Building) -> bool:
    """Whether a building is known to all as a wall or a gate (card-building-8)."""
    card = open_card(space, building)
    return card != UNKNOWN and "wall" in game.cards[card].subtypes


def is_gate(game: Game, space: str, building: Building) -> bool:
    """Whether a building is known to all as a gate (move-8)."""
    card = open_card(space, building)
    return card != UNKNOWN and "gate" in game.cards[card].subtypes


def beside(side: Side, space: str) -> list[str]:
    """The buildings beside a space of a city (card-building-9)."""
    return [each for each in neighbours(space) if each in side.city]


def free_beside(game: Game, state: State, seat: str, space: str) -> list[str]:
    """Own buildings beside a space on which no own land unit stands."""
    return [each for each in beside(state.sides[seat], space) if not unit_at(game, state, seat, seat, each)]


def can_pay(side: Side, cost: Cost, times: int = 1) -> bool:
    """Whether the stock has so much (cost-2)."""
    return all(getattr(side, each) >= getattr(cost, each) * times for each in RESOURCES)


def times_payable(side: Side, cost: Cost, most: int) -> int:
    """How often a cost can be paid, at most so often."""
    for each in RESOURCES:
        price = getattr(cost, each)
        if price:
            most = min(most, getattr(side, each) // price)
    return max(most, 0)


def told_cost(cost: Cost) -> str:
    """A cost in words."""
    parts = [f"{getattr(cost, each)} {each}" for each in RESOURCES if getattr(cost, each)]
    return ", ".join(parts) or "nothing"


def labour(side: Side) -> int:
    """Villagers on Town Centers, ready to pay costs (layout-17)."""
    return sum(side.city[space].villagers for space in town_centers(side))


def town_centers(side: Side) -> list[str]:
    """The Town Centers of a city."""
    return sorted((space for space, card, _ in standing(side) if card == TOWN_CENTER), key=order)


# The sea


def sea_sides(state: State, seat: str) -> tuple[int, ...]:
    """The flanks of a seat that are coast, as the sign of their lines (sea-4, sea-5). `first` faces north and has the
    west at its left; `second` faces it."""
    if not state.sea:
        return ()
    left_is = WEST if seat == "first" else EAST
    found = [-1 if state.sea == left_is else 1]
    if seat in state.coasts:
        found.append(-found[0])
    return tuple(sorted(found))


def side_of(seat: str, line: int) -> str:
    """On which side of the field a line of a city lies (sea-4)."""
    left = line < 0
    return (WEST if left else EAST) if seat == "first" else (EAST if left else WEST)


def on_coast(state: State, seat: str, space: str) -> bool:
    """Whether a building is on the coastal fringe: nothing is beside it on a side that is sea (sea-6)."""
    city = state.sides[seat].city
    if space not in city:
        return False
    line, rank = place(space)
    for sign in sea_sides(state, seat):
        outer = [each for each in city if place(each)[1] == rank and (place(each)[0] - line) * sign > 0]
        if not outer:
            return True
    return False


def coast(state: State, seat: str) -> list[str]:
    """The coastal fringe of a city."""
    if not state.sea:
        return []
    return [space for space in spaces_of(state.sides[seat]) if on_coast(state, seat, space)]


def is_sea_card(game: Game, card: Card) -> bool:
    """Whether a card needs the sea (product-2)."""
    return "ship" in card.subtypes or card.id in ("dock", "fish-trap")
