"""Lines and ranges of bombardment (combat-17)."""

from __future__ import annotations

from functools import lru_cache

from immutables import Map

from rules.age_of_empires.cities import on_fringe
from rules.age_of_empires.data_records import Bombard
from rules.age_of_empires.spaces import front, named, place
from rules.age_of_empires.state import Building, State
from rules.age_of_empires.steps import Place


@lru_cache(maxsize=1024)
def depth(city: Map[str, Building], space: str) -> int:
    """How far a building is from no man's land: 1 on the fringe, 2 behind it in line or rank, and so on."""
    found = []
    line, rank = place(space)
    steps, ahead = 1, front(space)
    while ahead and ahead in city:
        steps, ahead = steps + 1, front(ahead)
    found.append(steps)
    for sign in (-1, 1):
        steps = 1
        while named(line + sign * steps, rank) in city:
            steps += 1
        found.append(steps)
    return min(found)


def distance(state: State, here: Place, there: Place) -> int | None:
    """The range between two places in a straight line; None where there is no line."""
    if here == there:
        return 0
    if here[0] and here[0] == there[0]:
        line, rank = place(here[1])
        other_line, other_rank = place(there[1])
        if line == other_line or rank == other_rank:
            return abs(line - other_line) + abs(rank - other_rank)
        return None
    if not here[0]:
        return depth(state.sides[there[0]].city, there[1]) if there[1] in state.sides[there[0]].city else None
    if not on_fringe(state.sides[here[0]].city, here[1]):
        return None
    beyond = distance(state, ("", ""), there) if there[0] else 0
    return None if beyond is None else 1 + beyond


def reaches(state: State, bombard: Bombard | None, here: Place, there: Place) -> bool:
    """Whether a bombardment from a place reaches another."""
    if bombard is None:
        return False
    far = distance(state, here, there)
    return far is not None and bombard.least_range <= far <= bombard.range
