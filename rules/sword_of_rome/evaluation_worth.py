"""What spaces are worth to each seat, and which of them are near: looked up once a game, for the evaluation alone.

All worths are in hundredths of a Victory Point, and whole numbers, so that no sum depends on its order.
"""

from __future__ import annotations

import heapq

from rules.sword_of_rome.game import Game
from rules.sword_of_rome.tracing import link_for

POINT = 100
"""A space that counts a VP each turn (5.8.1)."""
DENIED = 25
"""Such a space taken from somebody by a power that gains nothing by it."""
CITY, LOOT, TRIBE = 18, 80, 8
"""Another walled city, to hold or (for Gauls) to loot (14.4), and a tribe."""
RECRUITS = 8
"""Each CU that a space gives its owner in the Reinforcement Phase (5.10.1)."""
FAR = 6
"""Movement points beyond which nothing is looked at: a march and a half."""


def worth(game: Game, seat: str) -> dict[str, int]:
    """What holding, or taking, each space is worth to a seat beyond its support; spaces worth nothing are left out."""
    found: dict[str, int] | None = game.kept.get(("worth", seat))
    if found is None:
        found = {}
        own = game.powers_of[seat]
        gains = any(game.powers[power].gains_spaces for power in own)
        gauls = any(game.powers[power].raids for power in own)
        for name, space in game.spaces.items():
            value = 0
            if space.victory_point:
                value = POINT if gains or space.home in own else DENIED
            if space.kind == "walled":
                value += CITY if not gauls else LOOT
            elif space.kind == "tribal":
                value += TRIBE
            if space.home in own:
                value += RECRUITS * space.reinforcement
            if value:
                found[name] = value
        game.kept["worth", seat] = found
    return found


def near(game: Game, power: str) -> dict[str, tuple[tuple[str, int], ...]]:
    """For each space the spaces of worth to anybody within `FAR` movement points of a power's army, with the points,
    whoever stands in between; by sea where the power can sail."""
    found: dict[str, tuple[tuple[str, int], ...]] | None = game.kept.get(("near", power))
    if found is None:
        matters = {space for seat in game.seats for space in worth(game, seat)}
        found = {}
        for origin in game.spaces:
            costs = _costs(game, power, origin)
            found[origin] = tuple((space, cost) for space, cost in sorted(costs.items()) if space in matters)
        game.kept["near", power] = found
    return found


def _costs(game: Game, power: str, origin: str) -> dict[str, int]:
    """The spaces that are not further off than `FAR`, with their cost."""
    ports = game.board.ports if power == "greece" else game.board.punic_ports if power == "carthage" else ()
    lands = game.powers[power].lands
    costs: dict[str, int] = {}
    heap = [(0, origin)]
    while heap:
        cost, here = heapq.heappop(heap)
        if here in costs:
            continue
        costs[here] = cost
        steps = [
            (name, game.board.data.terrain[link_for(game, power, here, name)].movement)
            for name in game.links[here]
        ]
        if here in ports:
            steps += [(name, game.numbers.cost_sea) for name in ports]
        for name, step in steps:
            if cost + step <= FAR and name not in costs and game.spaces[name].land in lands:
                heapq.heappush(heap, (cost + step, name))
    return costs
