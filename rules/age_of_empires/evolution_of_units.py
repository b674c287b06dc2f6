"""How the events of units and attacks change the state."""

from __future__ import annotations

from rules.age_of_empires import events_of_units as events
from rules.age_of_empires.evolution_of_cards import out_of_hand
from rules.age_of_empires.game import Evolve, Game
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.state import (
    State,
    Unit,
    counted,
    on_top,
    replace,
    with_building,
    with_side,
    with_unit,
)
from rules.ruleset import Event


def _mustered(game: Game, state: State, event: events.UnitMustered) -> State:
    card = game.cards[event.card]
    mode = ""
    if "ship" in card.subtypes:  # position-2, position-3
        mode = "defence" if "fishing" in card.subtypes else "attack"
    state = out_of_hand(state, event.seat, event.card)
    unit = Unit(event.card, event.seat, event.seat, event.space, event.soldiers, mode=mode)
    state = replace(state, units=state.units.set(event.unit, unit))
    return counted(state, f"soldiers:{event.trained}", event.soldiers)


def _trained(_: Game, state: State, event: events.SoldiersTrained) -> State:
    unit = state.units.get(event.unit)
    if unit is None:
        return state
    state = with_unit(state, event.unit, soldiers=unit.soldiers + event.soldiers)
    return counted(state, f"soldiers:{event.trained}", event.soldiers) if event.trained else state


def _monks_made(_: Game, state: State, event: events.MonksMade) -> State:
    unit = state.units[event.unit]
    return counted(with_unit(state, event.unit, monks=unit.monks + event.monks), "monks", event.monks)


def _tokens_lost(_: Game, state: State, event: events.TokensLost) -> State:
    unit = state.units.get(event.unit)
    if unit is None:
        return state
    return with_unit(
        state, event.unit, soldiers=unit.soldiers - event.soldiers, monks=unit.monks - event.monks
    )


def _unit_destroyed(_: Game, state: State, event: events.UnitDestroyed) -> State:
    unit = state.units.get(event.unit)
    if unit is None:
        return state
    discards = tuple(sorted((*state.sides[unit.owner].discards, unit.card)))
    return with_side(replace(state, units=state.units.delete(event.unit)), unit.owner, discards=discards)


def _stepped(_: Game, state: State, event: events.UnitStepped) -> State:
    state = with_unit(state, event.unit, city=event.city, space=event.space, steps=event.left, moved=True)
    return replace(state, mover=event.unit)


def _posted(_: Game, state: State, event: events.UnitPosted) -> State:
    state = with_unit(state, event.unit, city=event.city, space=event.space)
    if event.reason == "response":
        state = with_unit(state, event.unit, responded=True)
    return state


def _marches(_: Game, state: State, event: events.UnitMarches) -> State:
    unit = state.units.get(event.unit)
    if unit is None:
        return state
    return with_unit(state, event.unit, extra=unit.extra + event.steps)


def _turned(_: Game, state: State, event: events.ShipTurned) -> State:
    return counted(with_unit(state, event.unit, mode=event.mode), f"turned:{event.unit}")


def _relic_placed(_: Game, state: State, event: events.RelicPlaced) -> State:
    state = out_of_hand(state, event.seat, event.card)
    return replace(state, land=tuple(sorted((*state.land, f"{event.seat}/{event.card}"))))


def _relic_lifted(_: Game, state: State, event: events.RelicLifted) -> State:
    unit = state.units[event.unit]
    if unit.city:
        building = state.sides[unit.city].city[unit.space]
        lying = tuple(each for each in building.lying if each != event.relic)
        state = with_building(state, unit.city, unit.space, lying=lying)
    else:
        at = state.land.index(event.relic)
        state = replace(state, land=(*state.land[:at], *state.land[at + 1 :]))
    return replace(with_unit(state, event.unit, relic=event.relic, lifted=True, moved=True), mover=event.unit)


def _relic_dropped(_: Game, state: State, event: events.RelicDropped) -> State:
    unit = state.units.get(event.unit)
    if unit is None:
        return state
    state = with_unit(state, event.unit, relic="")
    building = state.sides[unit.city].city.get(unit.space) if unit.city else None
    if building is None:
        return replace(state, land=tuple(sorted((*state.land, event.relic))))
    lying = tuple(sorted((*building.lying, event.relic)))
    return with_building(state, unit.city, unit.space, lying=lying)


def _relic_stored(_: Game, state: State, event: events.RelicStored) -> State:
    unit = state.units[event.unit]
    building = state.sides[unit.owner].city[event.space]
    relics = tuple(sorted((*building.relics, event.relic)))
    state = with_building(state, unit.owner, event.space, relics=relics)
    return with_unit(state, event.unit, relic="")


def _joined(_: Game, state: State, event: events.AttackerJoined) -> State:
    attack = state.stack[-1] if state.stack else None
    if not isinstance(attack, Attack):
        return state
    if event.villagers:
        state = counted(state, f"struck:{attack.space}")
        return on_top(state, villagers=attack.villagers + event.villagers)
    if event.fire:
        return counted(on_top(state, fire=(*attack.fire, event.fire)), f"attacked:{event.fire}")
    unit = state.units[event.unit]
    state = with_unit(state, event.unit, attacked=True, fought=True)
    if event.afar:
        return on_top(state, afar=event.unit)
    if (unit.city, unit.space) == (attack.city, attack.space):
        return on_top(state, main=event.unit)
    return on_top(state, bombers=(*attack.bombers, event.unit))


def _went(_: Game, state: State, event: events.AttackWent) -> State:
    return on_top(state, stage=event.stage, round=event.round)


def _defenders_chosen(_: Game, state: State, event: events.DefendersChosen) -> State:
    if event.unit:
        state = with_unit(state, event.unit, fought=True)
    return on_top(state, defender=event.unit, guards=event.villagers)


def _gun_fired(_: Game, state: State, event: events.GunFired) -> State:
    attack = state.stack[-1] if state.stack else None
    if not isinstance(attack, Attack):
        return state
    return counted(on_top(state, guns=(*attack.guns, event.space)), f"fired:{event.space}")


def _withdrawn(_: Game, state: State, event: events.Withdrawn) -> State:
    attack = state.stack[-1] if state.stack else None
    if not isinstance(attack, Attack):
        return state
    if attack.defender == event.unit:
        return on_top(state, defender="")
    if attack.main == event.unit:
        return on_top(state, main="")
    if attack.afar == event.unit:
        return on_top(state, afar="")
    return on_top(state, bombers=tuple(each for each in attack.bombers if each != event.unit))


def _conversion(_: Game, state: State, event: events.ConversionRolled) -> State:
    attack = state.stack[-1] if state.stack else None
    if not isinstance(attack, Attack):
        return state
    return on_top(state, converted=(*attack.converted, event.unit))


def _healing(_: Game, state: State, event: events.HealingRolled) -> State:
    attack = state.stack[-1] if state.stack else None
    if not isinstance(attack, Attack):
        return state
    return on_top(state, healed=(*attack.healed, event.unit))


def _round_fought(_: Game, state: State, event: events.RoundFought) -> State:
    attack = state.stack[-1] if state.stack else None
    if not isinstance(attack, Attack):
        return state
    return on_top(
        state,
        stage="losses",
        hits=event.hits,
        losses=(),
        damage=attack.damage + event.building,
        exploding=event.exploding,
    )


def _assigned(_: Game, state: State, event: events.LossesAssigned) -> State:
    return on_top(state, hits=event.hits, losses=event.losses)


EVOLVE: dict[type[Event], Evolve] = {
    events.UnitMustered: _mustered,
    events.SoldiersTrained: _trained,
    events.MonksMade: _monks_made,
    events.TokensLost: _tokens_lost,
    events.UnitDestroyed: _unit_destroyed,
    events.UnitStepped: _stepped,
    events.UnitPosted: _posted,
    events.UnitMarches: _marches,
    events.ShipTurned: _turned,
    events.RelicPlaced: _relic_placed,
    events.RelicLifted: _relic_lifted,
    events.RelicDropped: _relic_dropped,
    events.RelicStored: _relic_stored,
    events.AttackerJoined: _joined,
    events.AttackWent: _went,
    events.DefendersChosen: _defenders_chosen,
    events.GunFired: _gun_fired,
    events.Withdrawn: _withdrawn,
    events.ConversionRolled: _conversion,
    events.HealingRolled: _healing,
    events.RoundFought: _round_fought,
    events.LossesAssigned: _assigned,
}
"""How each of these events changes the state."""
