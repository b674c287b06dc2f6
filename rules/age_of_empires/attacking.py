"""Phase 5, attack: attacks one after another, each resolved in full (turn-6, combat-1 to combat-3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.attackers import (
    attackable_units,
    attacks,
    bombards,
    may_attack_city,
    may_fight_in_land,
    shoots_from_afar,
)
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import is_ship
from rules.age_of_empires.game import Game, Refusal, other
from rules.age_of_empires.payments import reveal
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.state import LAND, State
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action


def _asks(game: Game, state: State, about: None) -> Decision | None:
    if next(iter(attacks(game, state, state.active)), None) is None:
        return None
    return Decision(state.active, "attack")


def _options(game: Game, state: State, about: None, now: Decision) -> Iterator[Action]:
    yield from attacks(game, state, now.seat)
    yield actions.Done()


def _act(unfolding: Unfolding, about: None, action: Action) -> None:
    state, seat = unfolding.state, unfolding.state.active
    if isinstance(action, actions.AttackBuilding):
        enemy = other(seat)
        reveal(unfolding, enemy, action.space)  # combat-3
        unfolding.begin(Attack(seat, "building", enemy, action.space))
        join(unfolding, action.unit, 0, "")
    elif isinstance(action, actions.AttackUnit):
        unit = state.units[action.target]
        kind = "unit" if unit.city else "land"
        unfolding.begin(Attack(seat, kind, unit.city, unit.space, action.target))
        join(unfolding, action.unit, action.villagers, action.fire)
    else:
        unfolding.happen(events.PhaseBegan(state.phase + 1))


def join(unfolding: Unfolding, unit: str, villagers: int, fire: str) -> None:
    """A unit, villagers or a building join the attack that has been declared."""
    about = unfolding.state.stack[-1]
    assert isinstance(about, Attack)
    afar = False
    if fire:
        reveal(unfolding, about.seat, fire)
    if unit and about.kind == "building" and unfolding.state.units[unit].city == LAND:
        there = (about.city, about.space)
        afar = not bombards(unfolding.game, unfolding.state, unit, there) and shoots_from_afar(
            unfolding.game, unfolding.state, unit, about.city, about.space
        )
    unfolding.happen(of_units.AttackerJoined(unit, villagers, fire, afar))


def _go_on(unfolding: Unfolding, about: None) -> None:
    unfolding.happen(events.PhaseBegan(unfolding.state.phase + 1))


def _why(game: Game, state: State, about: None, now: Decision, action: Action) -> Refusal:
    seat = now.seat
    if isinstance(action, actions.AttackBuilding | actions.AttackUnit) and action.unit:
        unit = state.units.get(action.unit)
        if unit is None or unit.owner != seat:
            return "combat-1", f"there is no own unit {action.unit}"
        if unit.attacked:
            return "combat-2", f"{action.unit} has attacked in this phase"
        if not unit.soldiers:
            return "unit-7", f"{action.unit} has no soldiers and cannot attack"
        if unit.mode == "defence":
            return "sea-14", f"{action.unit} is in defence mode and does not attack"
    if isinstance(action, actions.AttackBuilding):
        enemy = state.sides[other(seat)]
        if enemy.age == 1:
            return "age-2", "a seat in age 1 cannot be attacked"
        if action.space not in enemy.city:
            return "combat-1", f"no enemy building stands at {action.space}"
        if not may_attack_city(state, seat):
            return "turn-12", "The King is Dead: no unit may attack that city in this turn"
        return "combat-1", f"{action.unit} neither stands on that building nor bombards it from where it is"
    if isinstance(action, actions.AttackUnit):
        return _why_not_unit(game, state, seat, action)
    return "turn-6", "this is the attack phase: attack, or end it"


def _why_not_unit(game: Game, state: State, seat: str, action: actions.AttackUnit) -> Refusal:
    target = state.units.get(action.target)
    if target is None or target.owner == seat:
        return "combat-1", f"there is no enemy unit {action.target}"
    if action.target not in attackable_units(game, state, seat):
        if not target.city:
            return "age-2", "the units of a seat in age 1 are safe in no man's land"
        return "combat-1", f"{action.target} stands in its own city: attack the building"
    if not target.city and not may_fight_in_land(game, state, seat) and not is_ship(game, target):
        return "combat-21", "units in no man's land are attacked by Franks, Mongols, or with Tracking"
    if action.villagers:
        return "combat-22", "villagers strike an enemy unit on their own building"
    if action.fire:
        return "combat-20", f"the building at {action.fire} cannot fire at that unit"
    return "combat-1", f"{action.unit} can do nothing against {action.target} from where it is"


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
