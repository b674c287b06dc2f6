"""How the events of cards and cities change the state; `evolution_of_units` has those of units and attacks."""

from __future__ import annotations

from immutables import Map

from rules.age_of_empires import events
from rules.age_of_empires.game import Evolve, Game, other
from rules.age_of_empires.procedures import Labour, Playing
from rules.age_of_empires.spaces import ORIGIN
from rules.age_of_empires.state import (
    Building,
    Ending,
    Side,
    State,
    counted,
    on_top,
    replace,
    with_building,
    with_side,
    without_one,
)
from rules.ruleset import Event
from rules.secrecy import UNKNOWN


def _sea_agreed(_: Game, state: State, event: events.SeaAgreed) -> State:
    return replace(state, with_sea=event.on)


def _deck_laid_out(game: Game, state: State, event: events.DeckLaidOut) -> State:
    start = game.cards[event.civilization].start
    assert start is not None
    age_1 = game.ages[1]
    side = Side(
        civilization=event.civilization,
        age=game.numbers["age"],
        food=start.food,
        wood=start.wood,
        stone=start.stone,
        gold=start.gold,
        starters=event.starters,
        deck=event.first,
        later=Map({"2": event.second, "3": event.third, "4": event.fourth}),
        cards=(age_1, *game.cards[event.civilization].start_cards),  # agecard-3, setting-12
    )
    return replace(state, sides=state.sides.set(event.seat, side))


def _starter_laid(_: Game, state: State, event: events.StarterLaid) -> State:
    side = state.sides[event.seat]
    return with_side(
        state,
        event.seat,
        laid=(*side.laid, (event.card, event.space, event.part)),
        starters=without_one(side.starters, event.card if event.card in side.starters else UNKNOWN),
    )


def _city_laid(game: Game, state: State, event: events.CityLaid) -> State:
    side = state.sides[event.seat]
    hidden_center = game.cards[side.civilization].town_center_face_down
    cards = {part: card for card, _, part in side.laid}
    city = {
        space: Building(
            (event.center or "town-center") if space == ORIGIN else cards.get(part, UNKNOWN),
            face_down=space != ORIGIN or hidden_center,
            part=part,
        )
        for part, space in zip(event.parts, event.spaces, strict=True)
    }
    city[ORIGIN] = replace(city[ORIGIN], villagers=event.villagers)  # setup-4
    return with_side(state, event.seat, city=Map(city), laid=())


def _card_drawn(_: Game, state: State, event: events.CardDrawn) -> State:
    side = state.sides[event.seat]
    deck, missing = without_one(side.deck, event.card), side.missing
    if len(deck) == len(side.deck):
        missing += 1
    return with_side(
        state, event.seat, deck=deck, missing=missing, hand=tuple(sorted((*side.hand, event.card)))
    )


def _deck_reshuffled(_: Game, state: State, event: events.DeckReshuffled) -> State:
    side = state.sides[event.seat]
    # What nobody recorded as drawn stays unrecorded: it may be any card that was in the deck.
    return with_side(state, event.seat, deck=tuple(sorted((*side.deck, *side.discards))), discards=())


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
    return replace(state, stack=state.stack[:-1])


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
    return with_building(state, event.seat, event.space, card=event.card, face_down=False, known=False)


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


def out_of_hand(state: State, seat: str, card: str) -> State:
    """A card leaves the hand; one that nobody knew there leaves the cards that may have been drawn, too."""
    side = state.sides[seat]
    if card in side.hand:
        state = with_side(state, seat, hand=without_one(side.hand, card))
    elif side.missing and card in side.deck:
        state = with_side(
            state,
            seat,
            hand=without_one(side.hand, UNKNOWN),
            deck=without_one(side.deck, card),
            missing=side.missing - 1,
        )
    else:
        state = with_side(state, seat, hand=without_one(side.hand, UNKNOWN))
    watcher = other(seat)
    seen = state.sides[watcher].seen_hand
    return with_side(state, watcher, seen_hand=without_one(seen, card)) if card in seen else state


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


def _deck_joined(_: Game, state: State, event: events.DeckJoined) -> State:
    side = state.sides[event.seat]
    joining = side.later.get(str(event.age), ())
    discards = side.discards if event.discards else ()
    return with_side(
        state,
        event.seat,
        deck=tuple(sorted((*side.deck, *joining, *discards))),
        later=side.later.set(str(event.age), ()),
        discards=() if event.discards else side.discards,
    )


def _villager_exchanged(_: Game, state: State, event: events.VillagerExchanged) -> State:
    side = state.sides[event.seat]
    building = side.city[event.space]
    city = side.city.set(event.space, replace(building, villagers=building.villagers - 1))
    state = with_side(state, event.seat, city=city, pool=side.pool + 1)
    return counted(state, "doubled") if event.doubled else state


def _event_played(_: Game, state: State, event: events.EventPlayed) -> State:
    state = out_of_hand(state, event.seat, event.card)
    side = state.sides[event.seat]
    state = with_side(state, event.seat, snuffed=(*side.snuffed, event.card))
    return counted(state, f"event:{event.seat}:{event.card}")


def _event_stepped(_: Game, state: State, event: events.EventStepped) -> State:
    if not state.stack or not isinstance(state.stack[-1], Playing):
        return state
    return on_top(state, next=event.next, left=event.left, waiting=event.waiting, about=event.about)


def _hand_seen(_: Game, state: State, event: events.HandSeen) -> State:
    state = with_side(state, event.by, seen_hand=tuple(sorted(event.cards)))
    if UNKNOWN in event.cards:
        return state
    return with_side(state, event.seat, hand=tuple(sorted(event.cards)))


def _card_found(_: Game, state: State, event: events.CardFound) -> State:
    side = state.sides[event.seat]
    gone = event.card if event.card in side.deck else UNKNOWN
    state = with_side(
        state,
        event.seat,
        deck=without_one(side.deck, gone),
        hand=tuple(sorted((*side.hand, event.card))),
    )
    watcher = other(event.seat)
    seen = (*state.sides[watcher].seen_hand, event.card)
    return with_side(state, watcher, seen_hand=tuple(sorted(seen)))


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


def _discarded(_: Game, state: State, event: events.CardDiscarded) -> State:
    state = out_of_hand(state, event.seat, event.card)
    discards = (*state.sides[event.seat].discards, event.card)
    return with_side(state, event.seat, discards=tuple(sorted(discards)))


def _snuffed(_: Game, state: State, event: events.CardSnuffed) -> State:
    side = state.sides[event.seat]
    return with_side(
        state,
        event.seat,
        discards=without_one(side.discards, event.card),
        snuffed=(*side.snuffed, event.card),
    )


def _held(_: Game, state: State, event: events.HoldCounted) -> State:
    return with_building(state, event.seat, event.space, held=event.turns)


def _game_ended(_: Game, state: State, event: events.GameEnded) -> State:
    return replace(state, ending=Ending(event.winners, event.how, event.scores, state.turn), stack=())


EVOLVE: dict[type[Event], Evolve] = {
    events.SeaAgreed: _sea_agreed,
    events.DeckLaidOut: _deck_laid_out,
    events.StarterLaid: _starter_laid,
    events.CityLaid: _city_laid,
    events.CardDrawn: _card_drawn,
    events.DeckReshuffled: _deck_reshuffled,
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
    events.DeckJoined: _deck_joined,
    events.VillagerExchanged: _villager_exchanged,
    events.EventPlayed: _event_played,
    events.EventStepped: _event_stepped,
    events.HandSeen: _hand_seen,
    events.CardFound: _card_found,
    events.TruceBegan: _truce_began,
    events.HuntRolled: _unchanged,
    events.VillagersMade: _villagers_made,
    events.VillagersLost: _villagers_lost,
    events.VillagersRecalled: _recalled,
    events.VillagersPlaced: _villagers_placed,
    events.CardDiscarded: _discarded,
    events.CardSnuffed: _snuffed,
    events.HoldCounted: _held,
    events.GameEnded: _game_ended,
}
"""How each of these events changes the state."""
