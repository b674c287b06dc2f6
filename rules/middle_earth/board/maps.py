"""A map made ready: ground, roads, where one can go and what a zone of control or a melee reaches (4.3, 6.13, 7.35)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

from rules.middle_earth.data_records import GameData, Map, Mover, Role, Terrain
from rules.parts.hexes import Grid, block, blocks, hexside

Step = tuple[str, int]
"""A hex that can be entered next, and its cost in movement points."""


def board_hexes(map_: Map, window: str = "") -> tuple[str, ...]:
    """The hexes of a map, or of a block of it, sorted."""
    hexes = blocks(map_.hexes)
    if not window:
        return hexes
    inside = frozenset(block(window))
    return tuple(name for name in hexes if name in inside)


def ground(map_: Map) -> dict[str, str]:
    """The terrain id of each hex of a map; a later area replaces an earlier one."""
    found = dict.fromkeys(blocks(map_.hexes), map_.ground)
    for area in map_.areas:
        found.update((name, area.terrain) for name in blocks(area.hexes) if name in found)
    return found


def paths_between(data: GameData, map_: Map, table: Grid) -> dict[tuple[str, str], Terrain]:
    """The road between each two hexes along it, in both directions."""
    found: dict[tuple[str, str], Terrain] = {}
    for path in map_.paths:
        for first, second in pairwise(path.hexes):
            if first in table and second in table:
                found[first, second] = found[second, first] = data.terrain[path.terrain]
    return found


def steps_from(
    table: Grid,
    terrain: Mapping[str, Terrain],
    edges: Mapping[str, Terrain],
    paths: Mapping[tuple[str, str], Terrain],
    role: Role,
    mover: Mover,
) -> dict[str, tuple[Step, ...]]:
    found: dict[str, tuple[Step, ...]] = {}
    for name in table.hexes:
        steps = []
        for after in table.neighbours[name]:
            entered = paths.get((name, after), terrain[after])
            edge = edges.get(table.hexsides[name, after])
            cost = entered.movement.get(mover)
            crossing = 0 if edge is None else edge.movement.get(mover)
            closed = role in terrain[after].closed_to or (edge is not None and role in edge.closed_to)
            if cost is not None and crossing is not None and not closed:
                steps.append((after, cost + crossing))
        found[name] = tuple(steps)
    return found


def reach_from(
    table: Grid, terrain: Mapping[str, Terrain], edges: Mapping[str, Terrain], what: Literal["zoc", "melee"]
) -> dict[str, tuple[str, ...]]:
    """Neighbours to which zones of control (6.13) or melee over free ground (7.35) go from each hex."""

    def passes(first: str, second: str) -> bool:
        edge = edges.get(hexside(first, second))
        if what == "melee":
            return (edge is None or edge.melee != "assault") and bool(terrain[second].movement)
        return terrain[first].zoc and terrain[second].zoc and (edge is None or edge.zoc)

    return {
        name: tuple(each for each in table.neighbours[name] if passes(name, each)) for name in table.hexes
    }
