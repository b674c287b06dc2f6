"""What follows when a building has taken all the damage that it stands, and when a unit has no place (combat-15)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import coast, free_beside, is_ship, unit_at, values_at
from rules.age_of_empires.game import Game, Refusal, other
from rules.age_of_empires.procedures import Displacement
from rules.age_of_empires.spaces import place
from rules.age_of_empires.state import LAND, State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.victory import check_town_centers
from rules.ruleset import Action


def check_building(unfolding: Unfolding, seat: str, space: str) -> None:
    """Destroys a building whose damage has reached its hit points (card-building-5)."""
    building = unfolding.state.sides[seat].city.get(space)
    if building is None:
        return
    if building.damage >= values_at(unfolding.game, unfolding.state, seat, space).hit_points:
        destroy(unfolding, seat, space)


def destroy(unfolding: Unfolding, seat: str, space: str, snuffed: bool = False) -> None:
    """A building is gone: what stood there finds another place, or is in no man's land (combat-15, sea-22)."""
    game = unfolding.game
    unfolding.happen(events.BuildingDestroyed(seat, space, snuffed))
    check_town_centers(unfolding)
    if unfolding.state.ending is not None:
        return
    for owner in (other(seat), seat):
        for ship in (False, True):
            name = unit_at(game, unfolding.state, owner, seat, space, ship)
            if not name:
                continue
            if owner == seat and (
                not ship or "fishing" in game.cards[unfolding.state.units[name].card].subtypes
            ):
                unfolding.begin(Displacement(seat, name, space))
            else:
                unfolding.happen(of_units.UnitPosted(name, LAND, "", "displaced"))
                if ship and unfolding.state.units[name].mode == "defence":  # sea-22
                    unfolding.happen(of_units.ShipTurned(name, "attack"))


def _places(game: Game, state: State, about: Displacement) -> list[str]:
    unit = state.units[about.unit]
    if is_ship(game, unit):
        rank = place(about.space)[1]
        return [
            space
            for space in coast(state, about.seat)
            if abs(place(space)[1] - rank) <= 1
            and not unit_at(game, state, about.seat, about.seat, space, True)
        ]
    return free_beside(game, state, about.seat, about.space)


def _asks(game: Game, state: State, about: Displacement) -> Decision | None:
    if about.unit not in state.units or not _waiting(state, about):
        return None
    return Decision(about.seat, "displaced") if len(_places(game, state, about)) > 1 else None


def _waiting(state: State, about: Displacement) -> bool:
    unit = state.units.get(about.unit)
    return unit is not None and unit.city == about.seat and unit.space == about.space


def _options(game: Game, state: State, about: Displacement, now: Decision) -> Iterator[Action]:
    for space in _places(game, state, about):
        yield actions.Retreat(space)


def _act(unfolding: Unfolding, about: Displacement, action: Action) -> None:
    assert isinstance(action, actions.Retreat)
    unfolding.happen(of_units.UnitPosted(about.unit, about.seat, action.to, "displaced"))


def _go_on(unfolding: Unfolding, about: Displacement) -> None:
    if _waiting(unfolding.state, about):
        places = _places(unfolding.game, unfolding.state, about)
        if places:
            unfolding.happen(of_units.UnitPosted(about.unit, about.seat, places[0], "displaced"))
        elif is_ship(unfolding.game, unfolding.state.units[about.unit]):
            unfolding.happen(of_units.UnitDestroyed(about.unit))
        else:
            unfolding.happen(of_units.UnitPosted(about.unit, LAND, "", "displaced"))
    unfolding.finish()


def _why(game: Game, state: State, about: Displacement, now: Decision, action: Action) -> Refusal:
    return "combat-15", "the unit goes to an own building beside the ruin on which no own unit stands"


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
