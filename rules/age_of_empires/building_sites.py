"""Where a building may be placed (card-building-9 to card-building-15, sea-5 to sea-8, sea-19)."""

from __future__ import annotations

from rules.age_of_empires.cities import beside, open_card, sea_sides, spaces_of
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.spaces import named, neighbours, order, place
from rules.age_of_empires.state import Side, State

DOCK, FISH_TRAP = "dock", "fish-trap"


def empty_sites(side: Side) -> list[str]:
    """The empty spaces beside a city, from the rear to the front."""
    key = side.city
    found = {each for space in key for each in neighbours(space)}
    return sorted(found.difference(key), key=order)


def sites(game: Game, state: State, seat: str, card: str) -> list[str]:
    """Where a seat may place a building now: in a gap first, if it fits there (card-building-12)."""
    side = state.sides[seat]
    free = [space for space in empty_sites(side) if fits(game, state, seat, card, space) is None]
    gaps = [space for space in side.gaps if space in free]
    return gaps or free


def fits(game: Game, state: State, seat: str, card: str, space: str) -> Refusal | None:
    """Why a building does not fit on an empty space beside the city, gaps aside; None if it does."""
    side = state.sides[seat]
    if state.sea and _outside_dock(state, seat, space):
        return "sea-7", f"{space} is on the outer side of a Dock and stays coast"
    if card == DOCK:
        return _dock(state, seat, space)
    if card == FISH_TRAP:
        outer = [sign for sign in sea_sides(state, seat) if _outermost(side, space, sign)]
        if not outer:
            return "sea-6", "a Fish Trap is placed on the coastal fringe"
    return None


def _outermost(side: Side, space: str, sign: int) -> bool:
    """Whether nothing of the city lies farther out in the rank of a space, on one flank."""
    line, rank = place(space)
    return not any(place(each)[1] == rank and (place(each)[0] - line) * sign > 0 for each in side.city)


def _outside_dock(state: State, seat: str, space: str) -> bool:
    line, rank = place(space)
    side = state.sides[seat]
    for sign in sea_sides(state, seat):
        for each in spaces_of(side):
            there = place(each)
            if there[1] == rank and open_card(each, side.city[each]) == DOCK and (line - there[0]) * sign > 0:
                return True
    return False


def _dock(state: State, seat: str, space: str) -> Refusal | None:
    side = state.sides[seat]
    line, rank = place(space)
    for sign in (-1, 1):
        outer = named(line + sign, rank)
        if _outermost(side, space, sign) and outer not in side.city and beside(side, space):
            return None
    return (
        "sea-19",
        "a Dock is the outermost building of its rank, with nothing beside it on the side of the sea",
    )


def dock_flank(state: State, seat: str, space: str) -> int:
    """On which flank a Dock on this space lies: the sign of its lines; one on the coast already lies on that."""
    side = state.sides[seat]
    coast = [sign for sign in sea_sides(state, seat) if _outermost(side, space, sign)]
    if coast:
        return coast[0]
    line, _ = place(space)
    able = [sign for sign in (-1, 1) if _outermost(side, space, sign)]
    wished = 1 if line > 0 else -1
    return wished if wished in able else able[0]


def why_not_there(game: Game, state: State, seat: str, card: str, space: str) -> Refusal:
    """Why a building is not placed on a space."""
    side = state.sides[seat]
    if space in side.city:
        return "card-building-9", f"there is a building at {space}"
    if space not in empty_sites(side):
        try:
            rank = place(space)[1]
        except ValueError:
            return "layout-13", f"{space} is no space: say a line and a rank, as c-2 or l1-3"
        if rank > game.numbers["ranks"]:
            return "card-building-15", "nothing is placed behind the first Town Center"
        if rank < 1:
            return "card-building-14", f"a city is at most {game.numbers['ranks']} ranks deep"
        return "card-building-9", f"{space} is not beside a building of the city"
    refused = fits(game, state, seat, card, space)
    if refused is not None:
        return refused
    return "card-building-12", "a gap in the city is filled first"
