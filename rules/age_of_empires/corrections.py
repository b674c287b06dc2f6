"""Corrections made by people at the table: the events of a ruling."""

from __future__ import annotations

from typing import Any

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.cities import values_at
from rules.age_of_empires.data_records import RESOURCES
from rules.age_of_empires.game import SEATS, Game
from rules.age_of_empires.state import LAND, State
from rules.errors import IllegalAction
from rules.ruleset import Event

KINDS = (*RESOURCES, "pool", "villagers", "damage", "soldiers", "monks", "unit", "destroy")


def adjust(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    """The events of one correction.

    `{"food": seat, "value": amount}`, so too wood, stone, gold · `{"pool": seat, "value": villagers}` · `{"villagers":
    space, "seat": seat, "value": number}` · `{"damage": space, "seat": seat, "value": points}` · `{"soldiers": unit,
    "value": number}`, so too monks · `{"unit": unit, "seat": city, "space": space}`, `"seat": ""` for no man's land ·
    `{"destroy": unit}`. Raises IllegalAction for anything else.
    """
    kind = next((word for word in KINDS if word in ruling), "")
    if not kind:
        raise IllegalAction("", f"a correction says one of {', '.join(KINDS)}")
    if kind in (*RESOURCES, "pool"):
        return _of_seat(state, kind, ruling)
    if kind in ("villagers", "damage"):
        return _of_building(game, state, kind, ruling)
    return _of_unit(state, kind, ruling)


def _number(ruling: dict[str, Any], most: int = 999) -> int:
    value = ruling.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise IllegalAction("", f'"value" is a number from 0 to {most}')
    return value


def _seat(state: State, name: Any) -> str:
    if name not in SEATS or name not in state.sides:
        raise IllegalAction("", f'"{name}" is none of the seats {" and ".join(SEATS)}')
    return str(name)


def _of_seat(state: State, kind: str, ruling: dict[str, Any]) -> tuple[Event, ...]:
    seat, wanted = _seat(state, ruling[kind]), _number(ruling)
    change = wanted - getattr(state.sides[seat], kind)
    if not change:
        raise IllegalAction("", f"{seat} has {wanted} already")
    if kind == "pool":
        if change > 0:
            return (events.VillagersMade(seat, change, "ruling"),)
        return (events.VillagersLost(seat, "pool", -change, "ruling"),)
    changed: dict[str, Any] = {kind: change}
    return (events.StockChanged(seat, reason="ruling", **changed),)


def _of_building(game: Game, state: State, kind: str, ruling: dict[str, Any]) -> tuple[Event, ...]:
    seat, space = _seat(state, ruling.get("seat")), ruling[kind]
    building = state.sides[seat].city.get(space)
    if building is None:
        raise IllegalAction("", f'no building of {seat} stands at "{space}"')
    wanted = _number(ruling)
    change = wanted - getattr(building, kind)
    if not change:
        raise IllegalAction("", f"{space} has {wanted} already")
    if kind == "villagers":
        if change < 0:
            return (events.VillagersLost(seat, space, -change, "ruling"),)
        return (
            events.VillagersMade(seat, change, "ruling"),
            events.VillagersPlaced(seat, space, change),
        )
    if building.card in game.cards and wanted >= values_at(game, state, seat, space).hit_points:
        raise IllegalAction("card-building-5", "a building with so much damage is destroyed")
    if change < 0:
        return (events.BuildingRepaired(seat, space, -change, 0),)
    return (events.BuildingDamaged(seat, space, change, "ruling"),)


def _of_unit(state: State, kind: str, ruling: dict[str, Any]) -> tuple[Event, ...]:
    name = ruling[kind]
    unit = state.units.get(name)
    if unit is None:
        raise IllegalAction("", f'there is no unit "{name}"')
    if kind == "destroy":
        return (of_units.UnitDestroyed(name),)
    if kind == "unit":
        city = ruling.get("seat")
        if city == LAND:
            return (of_units.UnitPosted(name, LAND, "", "ruling"),)
        seat, space = _seat(state, city), ruling.get("space")
        if space not in state.sides[seat].city:
            raise IllegalAction("", f'no building of {seat} stands at "{space}"')
        return (of_units.UnitPosted(name, seat, str(space), "ruling"),)
    wanted = _number(ruling, 9)
    change = wanted - getattr(unit, kind)
    if not change:
        raise IllegalAction("", f"{name} has {wanted} already")
    if kind == "soldiers":
        if change > 0:
            return (of_units.SoldiersTrained(name, change),)
        return (of_units.TokensLost(name, -change, 0, "ruling"),)
    if change > 0:
        return (of_units.MonksMade(name, change),)
    return (of_units.TokensLost(name, 0, -change, "ruling"),)
