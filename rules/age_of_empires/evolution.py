"""How the events of turns and cities change the state; those of cards and of units have files of their own."""

from __future__ import annotations

from immutables import Map

from rules.age_of_empires import events
from rules.age_of_empires.evolution_of_cards import out_of_hand
from rules.age_of_empires.game import Evolve, Game
from rules.age_of_empires.procedures import Labour
from rules.age_of_empires.state import (
    Building,
    Ending,
    State,
    counted,
    on_top,
    replace,
    with_building,
    with_side,
)
from rules.ruleset import Event
from rules.secrecy import UNKNOWN


def _sea_agreed(_: Game, state: State, event: events.SeaAgreed) -> State:
    return replace(state, with_sea=event.on)


def _first_rolled(_: Game, state: State, event: events.FirstRolled) -> State:
    return replace(state, starter=event.seat)


def _turn_began(_: Game, state: State, event: events.TurnBegan) -> State:
    units = state.units
    for name, unit in sorted(units.items()):
        fresh = replace(
            unit, steps=-1, extra=0, moved=False, fought=False, attacked=False, lifted=False, responded=False
        )
        if fresh != unit:
            units = units.set(name, fresh)
    return replace(
        state, turn=event.turn, active=event.seat, phase=0, step="", units=units, counts=Map(), mover=""
    )


def _phase_began(_: Game, state: State, event: events.PhaseBegan) -> State:
    return replace(state, phase=event.phase, step="", mover="")


def _step_reached(_: Game, state: State, event: events.StepReached) -> State:
    return replace(state, step=event.step)


def _procedure_began(_: Game, state: State, event: events.ProcedureBegan) -> State:
    return replace(state, stack=(*state.stack, event.procedure))


def _procedure_ended(_: Game, state: State, event: events.ProcedureEnded) -> State:
    state = replace(state, stack=state.stack[:-1])
    return counted(state, f"idle:{event.kind}") if event.idle else _with_new_means(state)


def _with_new_means(state: State) -> State:
    """The state after something that may make it possible to recruit (soldier-2)."""
    if "idle:recruiting" not in state.counts:
        return state
    return replace(state, counts=state.counts.delete("idle:recruiting"))


def _stock_changed(_: Game, state: State, event: events.StockChanged) -> State:
    side = state.sides[event.seat]
    state = with_side(
        state,
        event.seat,
        food=side.food + event.food,
        wood=side.wood + event.wood,
        stone=side.stone + event.stone,
        gold=side.gold + event.gold,
    )
    if event.reason == "more":  # a gift of Wheelbarrow or Hand Cart
        name = next(each for each in ("food", "wood", "stone", "gold") if getattr(event, each))
        return counted(state, f"more:{name}")
    return state


def _upkeep_owed(_: Game, state: State, event: events.UpkeepOwed) -> State:
    return counted(state, "owed", event.units)


def _produced(_: Game, state: State, event: events.Produced) -> State:
    side = state.sides[event.seat]
    building = side.city[event.space]
    city = side.city.set(event.space, replace(building, villagers=building.villagers - event.villagers))
    stock = getattr(side, event.resource) + event.amount
    state = with_side(
        state, event.seat, city=city, pool=side.pool + event.villagers, **{event.resource: stock}
    )
    if event.villagers:
        state = counted(state, f"batches:{event.space}")
    return counted(state, f"produced:{event.resource}", event.amount)


def _wonder_rose(_: Game, state: State, event: events.WonderRose) -> State:
    return with_building(state, event.seat, event.space, stage=event.stage)


def _revealed(_: Game, state: State, event: events.BuildingRevealed) -> State:
    state = with_building(state, event.seat, event.space, card=event.card, face_down=False, known=False)
    return _with_new_means(state)


def _seen(_: Game, state: State, event: events.BuildingSeen) -> State:
    building = state.sides[event.seat].city.get(event.space)
    if building is None:
        return state
    card = building.card if event.card == UNKNOWN else event.card
    return counted(with_building(state, event.seat, event.space, card=card, known=True), "outpost")


def _placed(game: Game, state: State, event: events.BuildingPlaced) -> State:
    side = state.sides[event.seat]
    building = Building(event.card, stage=1 if game.cards[event.card].type == "wonder" else 0)
    state = out_of_hand(state, event.seat, event.card)
    return with_side(
        state,
        event.seat,
        city=side.city.set(event.space, building),
        gaps=tuple(gap for gap in side.gaps if gap != event.space),
    )


def _sea_began(_: Game, state: State, event: events.SeaBegan) -> State:
    if not state.sea:
        return replace(state, sea=event.side)
    return replace(state, coasts=tuple(sorted({*state.coasts, event.seat})))


def _repaired(_: Game, state: State, event: events.BuildingRepaired) -> State:
    side = state.sides[event.seat]
    building = side.city.get(event.space)
    if building is None:
        return state
    city = side.city.set(
        event.space,
        replace(
            building,
            damage=max(building.damage - event.damage, 0),
            villagers=building.villagers - event.villagers,
        ),
    )
    return with_side(state, event.seat, city=city, pool=side.pool + event.villagers)


def _damaged(_: Game, state: State, event: events.BuildingDamaged) -> State:
    building = state.sides[event.seat].city.get(event.space)
    if building is None:
        return state
    return with_building(state, event.seat, event.space, damage=building.damage + event.damage)


def _destroyed(_: Game, state: State, event: events.BuildingDestroyed) -> State:
    side = state.sides[event.seat]
    building = side.city.get(event.space)
    if building is None:
        return state
    pile = (
        {"snuffed": (*side.snuffed, building.card)}
        if event.snuffed
        else {"discards": tuple(sorted((*side.discards, building.card)))}
    )
    state = with_side(
        state,
        event.seat,
        city=side.city.delete(event.space),
        gaps=(*side.gaps, event.space),
        pool=side.pool + building.villagers,
        **pile,
    )
    relics = (*building.relics, *building.lying)
    return replace(state, land=tuple(sorted((*state.land, *relics)))) if relics else state


def _labour_sent(_: Game, state: State, event: events.LabourSent) -> State:
    side = state.sides[event.seat]
    building = side.city[event.space]
    city = side.city.set(event.space, replace(building, villagers=building.villagers - event.villagers))
    if event.onto:
        research = side.research.set(event.onto, side.research.get(event.onto, 0) + event.villagers)
        state = with_side(state, event.seat, city=city, research=research)
    else:
        state = with_side(state, event.seat, city=city, pool=side.pool + event.villagers)
    labour = state.stack[-1] if state.stack else None
    if isinstance(labour, Labour):
        state = on_top(state, left=labour.left - event.villagers)
    return state


def _research_began(_: Game, state: State, event: events.ResearchBegan) -> State:
    if not event.aged:
        state = out_of_hand(state, event.seat, event.card)
    side = state.sides[event.seat]
    return with_side(state, event.seat, research=side.research.set(event.card, 0))


def _research_advanced(_: Game, state: State, event: events.ResearchAdvanced) -> State:
    side = state.sides[event.seat]
    left = side.research.get(event.card, 0) - event.villagers
    return with_side(
        state, event.seat, research=side.research.set(event.card, left), pool=side.pool + event.villagers
    )


def _research_completed(_: Game, state: State, event: events.ResearchCompleted) -> State:
    side = state.sides[event.seat]
    research = side.research.delete(event.card) if event.card in side.research else side.research
    return with_side(state, event.seat, research=research, cards=(*side.cards, event.card))


def _age_reached(_: Game, state: State, event: events.AgeReached) -> State:
    return with_side(state, event.seat, age=event.age)


def _villager_exchanged(_: Game, state: State, event: events.VillagerExchanged) -> State:
    side = state.sides[event.seat]
    building = side.city[event.space]
    city = side.city.set(event.space, replace(building, villagers=building.villagers - 1))
    state = with_side(state, event.seat, city=city, pool=side.pool + 1)
    return counted(state, "doubled") if event.doubled else state


def _truce_began(_: Game, state: State, event: events.TruceBegan) -> State:
    return with_side(state, event.seat, truce=event.until)


def _unchanged(_: Game, state: State, event: Event) -> State:
    return state


def _villagers_made(_: Game, state: State, event: events.VillagersMade) -> State:
    side = state.sides[event.seat]
    state = with_side(state, event.seat, pool=side.pool + event.count)
    return state if event.reason else counted(state, "villagers", event.count)


def _villagers_lost(_: Game, state: State, event: events.VillagersLost) -> State:
    side = state.sides[event.seat]
    if event.where == "pool":
        return with_side(state, event.seat, pool=side.pool - event.count)
    if event.where in side.research:
        left = side.research[event.where] - event.count
        return with_side(state, event.seat, research=side.research.set(event.where, left))
    building = side.city.get(event.where)
    if building is None:
        return state
    return with_building(state, event.seat, event.where, villagers=building.villagers - event.count)


def _recalled(_: Game, state: State, event: events.VillagersRecalled) -> State:
    side = state.sides[event.seat]
    city, pool = side.city, side.pool
    for space, building in sorted(city.items()):
        if building.villagers:
            pool += building.villagers
            city = city.set(space, replace(building, villagers=0))
    return with_side(state, event.seat, city=city, pool=pool)


def _villagers_placed(_: Game, state: State, event: events.VillagersPlaced) -> State:
    side = state.sides[event.seat]
    building = side.city[event.space]
    city = side.city.set(event.space, replace(building, villagers=building.villagers + event.count))
    return with_side(state, event.seat, city=city, pool=side.pool - event.count)


def _held(_: Game, state: State, event: events.HoldCounted) -> State:
    return with_building(state, event.seat, event.space, held=event.turns)


def _game_ended(_: Game, state: State, event: events.GameEnded) -> State:
    return replace(state, ending=Ending(event.winners, event.how, event.scores, state.turn), stack=())


EVOLVE: dict[type[Event], Evolve] = {
    events.SeaAgreed: _sea_agreed,
    events.FirstRolled: _first_rolled,
    events.TurnBegan: _turn_began,
    events.PhaseBegan: _phase_began,
    events.StepReached: _step_reached,
    events.ProcedureBegan: _procedure_began,
    events.ProcedureEnded: _procedure_ended,
    events.StockChanged: _stock_changed,
    events.UpkeepOwed: _upkeep_owed,
    events.Produced: _produced,
    events.WonderRose: _wonder_rose,
    events.BuildingRevealed: _revealed,
    events.BuildingSeen: _seen,
    events.BuildingPlaced: _placed,
    events.SeaBegan: _sea_began,
    events.BuildingRepaired: _repaired,
    events.BuildingDamaged: _damaged,
    events.BuildingDestroyed: _destroyed,
    events.LabourSent: _labour_sent,
    events.ResearchBegan: _research_began,
    events.ResearchAdvanced: _research_advanced,
    events.ResearchCompleted: _research_completed,
    events.AgeReached: _age_reached,
    events.VillagerExchanged: _villager_exchanged,
    events.TruceBegan: _truce_began,
    events.HuntRolled: _unchanged,
    events.VillagersMade: _villagers_made,
    events.VillagersLost: _villagers_lost,
    events.VillagersRecalled: _recalled,
    events.VillagersPlaced: _villagers_placed,
    events.HoldCounted: _held,
    events.GameEnded: _game_ended,
}
"""How each of these events changes the state."""
