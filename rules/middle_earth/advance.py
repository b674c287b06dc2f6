"""Advance after melee (7.51 to 7.53), and following up a retreat before combat (7.7)."""

from __future__ import annotations

from itertools import combinations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.leaders import with_leaders_moved
from rules.middle_earth.melee import EARLY, end_melee, is_emptied
from rules.middle_earth.movement import enter
from rules.middle_earth.paths import shuns_zones
from rules.middle_earth.pieces import changed_unit, leaders_with
from rules.middle_earth.state import State, changed, members, with_unit
from rules.middle_earth.terrain import cost, edge, has_engine_against, is_clear_way, mover
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone
from rules.ruleset import Action, Event


def refuse_advance(game: Game, state: State, unit: str, name: str) -> Refusal | None:
    """Why a victorious unit may not go into the emptied hex, or None (7.51, 7.53, 8.41)."""
    here = state.units[unit].hex
    title = game.title(unit)
    if state.units[unit].partner and not is_clear_way(game, state, here, name):
        return "8.41", f"a formation advances in clear terrain only, and the way to {name} is not clear"
    shuns = shuns_zones(game, state, unit)
    if shuns is not None and in_enemy_zone(game, state, name, game.seat_of[unit]):
        return shuns
    forbidden = game.exclusive.forbids_step(game, state, unit, here, name, "")
    if forbidden is not None:
        return forbidden
    feature = edge(game, state, here, name)
    is_wall = feature is not None and feature.melee == "assault"  # 7.53: also a whole gate, though one's own
    if is_wall or cost(game, state, game.role(unit), mover(game, unit), here, name) is None:
        ground = mover(game, unit) in game.board.terrain[name].movement
        if not (ground and has_engine_against(game, state, unit, here, name)):
            return (
                "7.53",
                f"{title} may not go from {here} to {name}: no breach, siege tower or ladder is there",
            )
    return None


def candidates(game: Game, state: State) -> tuple[str, ...]:
    """The units that may move into the emptied hex: the one whose attack emptied it, or any of those followed up."""
    melee = state.melee
    assert melee is not None
    units = melee.assigned if melee.stage == EARLY else (melee.striker,)
    return tuple(
        unit for unit in units if unit in state.units and refuse_advance(game, state, unit, melee.hex) is None
    )


def options(game: Game, state: State) -> tuple[Action, ...]:
    """Who may advance, with any of the leaders who stand with him, or nobody (7.51)."""
    found: list[Action] = []
    for unit in candidates(game, state):
        leaders = leaders_with(game, state, unit)
        for number in range(len(leaders) + 1):
            found += [actions.Advance(unit, some) for some in combinations(leaders, number)]
    return (*found, actions.HoldPosition())


def advance(unfolding: Unfolding, action: actions.Advance) -> None:
    """A unit moves into the emptied hex."""
    game, state = unfolding.game, unfolding.state
    melee = state.melee
    if melee is None or not is_emptied(state, melee):
        raise IllegalAction("7.51", "no hex has been emptied by melee into which a unit could advance")
    units = melee.assigned if melee.stage == EARLY else (melee.striker,)
    if action.unit not in units:
        raise IllegalAction("7.51", f"{game.title(action.unit)} did not empty {melee.hex}")
    refused = refuse_advance(game, state, action.unit, melee.hex)
    if refused is not None:
        raise IllegalAction(*refused)
    leaders = leaders_with(game, state, action.unit)
    if (
        any(leader not in leaders for leader in action.leaders)
        or tuple(sorted(set(action.leaders))) != action.leaders
    ):
        raise IllegalAction(
            "7.51", f"only leaders who stand with {game.title(action.unit)} may go along, each once"
        )
    unfolding.happen(events.UnitAdvanced(action.unit, melee.hex, action.leaders))
    enter(unfolding, action.unit, melee.hex)
    end_melee(unfolding)


def hold(unfolding: Unfolding) -> None:
    """Nobody moves into the emptied hex."""
    melee = unfolding.state.melee
    if melee is None or not is_emptied(unfolding.state, melee):
        raise IllegalAction("7.51", "no hex has been emptied into which a unit could advance")
    unfolding.happen(events.AdvanceDeclined(melee.hex))
    end_melee(unfolding)


# What the events do


def _advanced(game: Game, state: State, event: events.UnitAdvanced) -> State:
    units = members(state, event.unit)
    for unit in units:
        state = with_unit(state, game.seat_of[unit], unit, changed_unit(state.units[unit], hex=event.hex))
    state = with_leaders_moved(state, event.leaders, event.hex)
    return changed(state, advanced=state.advanced.union(units))  # 7.52


def _declined(_: Game, state: State, event: events.AdvanceDeclined) -> State:
    return state


EVOLVE: dict[type[Event], Evolve] = {
    events.UnitAdvanced: _advanced,
    events.AdvanceDeclined: _declined,
}
