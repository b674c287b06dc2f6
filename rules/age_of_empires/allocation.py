"""Phase 6, allocation: recall, then make and place tokens in any order (turn-7, turn-8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, event_cards, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.card_conditions import hand_cards, held, usable
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import (
    card_of,
    free_beside,
    own_units,
    room,
    spaces_of,
    times_payable,
    told_cost,
    town_centers,
    unit_at,
    villager_cap,
    villagers_of,
)
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.payments import pay, reveal
from rules.age_of_empires.revealing import reveals, why_not_reveal
from rules.age_of_empires.settling import reserves, room_on, settle, why_not_settled
from rules.age_of_empires.spaces import order
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import cost_of, soldiers_a_turn, unit_values
from rules.age_of_empires.victory import check_villagers
from rules.ruleset import Action

MAKING = "making"
MONASTERY = "monastery"


def _asks(game: Game, state: State, about: None) -> Decision | None:
    return Decision(state.active, "allocation") if state.step == MAKING else None


def _options(game: Game, state: State, about: None, now: Decision) -> Iterator[Action]:
    seat, side = now.seat, state.sides[now.seat]
    for count in range(1, villagers_makeable(game, state, seat) + 1):
        yield actions.MakeVillagers(count)
    yield from map(actions.Settle, reserves(game, side))
    for space in spaces_of(side):
        for count in range(1, min(side.pool, room_on(game, side, space)) + 1):
            yield actions.Place(space, count)
    for name in own_units(state, seat):
        for trained in trainers(game, state, seat, state.units[name].card):
            for count in range(1, trainable(game, state, name, trained) + 1):
                yield actions.Train(name, count, trained)
        for count in range(1, monks_makeable(game, state, name) + 1):
            yield actions.MakeMonks(name, count)
        if turnable(game, state, name):
            yield actions.Turn(name)
    for card in hand_cards(side):
        known = game.cards[card]
        if known.type == "unit":
            yield from musters(game, state, seat, card)
        elif known.type == "event" and event_cards.playable(game, state, seat, known, "allocation") is None:
            yield actions.Play(card)
    yield from reveals(state, seat)
    yield actions.Done()


def villagers_makeable(game: Game, state: State, seat: str) -> int:
    """How many villagers may be made now (villager-1 to villager-3)."""
    side, token = state.sides[seat], game.data.token["villager"]
    if not town_centers(side):
        return 0
    most = token.per_turn - state.counts.get("villagers", 0)
    most = min(most, villager_cap(game, side) - villagers_of(side))
    return times_payable(side, token.cost, most)


def refillable(game: Game, state: State, name: str) -> bool:
    """Whether a unit takes tokens: in its own city, neither moved nor fought in this turn (soldier-7)."""
    unit = state.units[name]
    return unit.city == unit.owner and not unit.moved and not unit.fought


def trainers(game: Game, state: State, seat: str, card: str) -> list[str]:
    """The own buildings that train a unit card."""
    side, wanted = state.sides[seat], game.cards[card].trained_at
    found = [space for space, building in side.city.items() if card_of(space, building) == wanted]
    return sorted(found, key=order)


def makeable_at(game: Game, state: State, seat: str, card: str, trained: str) -> int:
    """How many soldiers for a card may be made at a building now (soldier-2 to soldier-4)."""
    side = state.sides[seat]
    building = side.city[trained]
    most = soldiers_a_turn(game, side, building.card) - state.counts.get(f"soldiers:{trained}", 0)
    space = room(game, state, seat)
    if building.face_down:
        space += game.cards[building.card].garrison  # it is turned up by this
    return times_payable(side, cost_of(game, side, card), min(most, space))


def trainable(game: Game, state: State, name: str, trained: str) -> int:
    """How many soldiers may be made at a building for a unit (soldier-5, soldier-6)."""
    unit = state.units[name]
    if not refillable(game, state, name):
        return 0
    most = unit_values(game, state.sides[unit.owner], unit.card).max_tokens - unit.soldiers
    return min(most, makeable_at(game, state, unit.owner, unit.card, trained))


def monks_makeable(game: Game, state: State, name: str) -> int:
    """How many monks may be made for a unit (monk-1 to monk-6)."""
    unit = state.units[name]
    side, token = state.sides[unit.owner], game.data.token["monk"]
    if not refillable(game, state, name) or unit_values(game, side, unit.card).max_tokens == 1:
        return 0
    if not any(card_of(space, side.city[space]) == MONASTERY for space in side.city):
        return 0
    most = min(token.per_turn - state.counts.get("monks", 0), token.per_unit - unit.monks)
    return times_payable(side, token.cost, min(most, room(game, state, unit.owner)))


def turnable(game: Game, state: State, name: str) -> bool:
    """Whether a ship can be turned (sea-11): a Fishing Ship is always in defence mode."""
    unit = state.units[name]
    if not unit.mode or "fishing" in game.cards[unit.card].subtypes or state.counts.get(f"turned:{name}"):
        return False
    return unit.city == unit.owner or unit.mode == "defence"


def entries(game: Game, state: State, seat: str, card: str, trained: str) -> list[str]:
    """Where a new unit enters: where it was trained, or beside it if an own unit is there (layout-16, sea-20)."""
    if "ship" in game.cards[card].subtypes:
        return [] if unit_at(game, state, seat, seat, trained, True) else [trained]
    if not unit_at(game, state, seat, seat, trained):
        return [trained]
    return free_beside(game, state, seat, trained)


def musterable(game: Game, state: State, seat: str, card: str) -> Refusal | None:
    """Why a unit card may not be played, its soldiers aside (card-unit-5, detail-7)."""
    known = game.cards[card]
    refused = _usable(game, state, seat, card)
    if refused is not None:
        return refused
    there = any(unit.card == card and unit.owner == seat for unit in state.units.values())
    if "unique" in known.subtypes and there:
        return "detail-7", f"{known.title} is unique and in play already"
    return None


def _usable(game: Game, state: State, seat: str, card: str) -> Refusal | None:
    refused = usable(game, state, seat, game.cards[card])
    if refused is not None and trainers(game, state, seat, card):
        others = [name for name in game.cards[card].requires if name != game.cards[card].trained_at]
        if not others and game.cards[card].age <= state.sides[seat].age:
            return None  # the building lies face down and is turned up by training
    return refused


def musters(game: Game, state: State, seat: str, card: str) -> Iterator[Action]:
    """Every way to play a unit card (unit-8: with at least 1 soldier)."""
    if musterable(game, state, seat, card) is not None:
        return
    most_tokens = unit_values(game, state.sides[seat], card).max_tokens
    for trained in trainers(game, state, seat, card):
        most = min(makeable_at(game, state, seat, card, trained), most_tokens)
        if most < 1:
            continue
        for space in entries(game, state, seat, card, trained):
            for count in range(1, most + 1):
                yield actions.Muster(card, count, trained, space)


def new_name(state: State, seat: str, card: str) -> str:
    """A name for a new unit: its seat, its card and the lowest number that is free."""
    number = 1
    while f"{seat}-{card}-{number}" in state.units:
        number += 1
    return f"{seat}-{card}-{number}"


def _act(unfolding: Unfolding, about: None, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    seat, side = state.active, state.sides[state.active]
    if isinstance(action, actions.MakeVillagers):
        reveal(unfolding, seat, town_centers(side)[0])
        pay(unfolding, seat, game.data.token["villager"].cost, "villagers", action.count)
        unfolding.happen(events.VillagersMade(seat, action.count))
    elif isinstance(action, actions.Place):
        unfolding.happen(events.VillagersPlaced(seat, action.space, action.villagers))
    elif isinstance(action, actions.Settle):
        settle(unfolding, seat, action.reserve)
    elif isinstance(action, actions.Train):
        card = state.units[action.unit].card
        reveal(unfolding, seat, action.trained)
        pay(unfolding, seat, cost_of(game, side, card), "soldiers", action.soldiers)
        unfolding.happen(of_units.SoldiersTrained(action.unit, action.soldiers, action.trained))
    elif isinstance(action, actions.MakeMonks):
        pay(unfolding, seat, game.data.token["monk"].cost, "monks", action.count)
        unfolding.happen(of_units.MonksMade(action.unit, action.count))
    elif isinstance(action, actions.Muster):
        reveal(unfolding, seat, action.trained)
        pay(unfolding, seat, cost_of(game, side, action.card), "soldiers", action.soldiers)
        name = new_name(state, seat, action.card)
        unfolding.happen(
            of_units.UnitMustered(seat, name, action.card, action.space, action.soldiers, action.trained)
        )
    elif isinstance(action, actions.Turn):
        mode = "attack" if state.units[action.unit].mode == "defence" else "defence"
        unfolding.happen(of_units.ShipTurned(action.unit, mode))
    elif isinstance(action, actions.Play):
        event_cards.play(unfolding, seat, action.card)
    elif isinstance(action, actions.Reveal):
        reveal(unfolding, seat, action.space)
    else:
        check_villagers(unfolding, seat)
        if unfolding.state.ending is None:
            unfolding.happen(events.PhaseBegan(state.phase + 1))


def _go_on(unfolding: Unfolding, about: None) -> None:
    unfolding.happen(events.VillagersRecalled(unfolding.state.active))
    unfolding.happen(events.StepReached(MAKING))


def _why(game: Game, state: State, about: None, now: Decision, action: Action) -> Refusal:
    seat, side = now.seat, state.sides[now.seat]
    if isinstance(action, actions.MakeVillagers):
        return _why_no_villagers(game, state, seat)
    if isinstance(action, actions.Place):
        if action.space not in side.city:
            return "villager-13", f"no own building stands at {action.space}; villagers stay in the city"
        if action.villagers > side.pool:
            return "villager-5", f"there are {side.pool} villagers in the pool"
        left = room_on(game, side, action.space)
        return "villager-5", f"{action.space} takes {left} villagers more"
    if isinstance(action, actions.Settle):
        return why_not_settled(game, side)
    if isinstance(action, actions.Train | actions.MakeMonks | actions.Turn):
        unit = state.units.get(action.unit)
        if unit is None or unit.owner != seat:
            return "soldier-6", f"there is no own unit {action.unit}"
        if isinstance(action, actions.Turn):
            return (
                "sea-11",
                "warships in the own city are turned, once in a turn; a Fishing Ship stays in defence mode",
            )
        if not refillable(game, state, action.unit):
            return (
                "soldier-7",
                "a unit is refilled in its own city if it has neither moved nor fought in this turn",
            )
        if isinstance(action, actions.MakeMonks):
            return _why_no_monks(game, state, action.unit)
        return _why_no_soldiers(game, state, seat, unit.card, action.trained, unit.soldiers)
    if isinstance(action, actions.Muster):
        refused = held(game, side, action.card)
        if refused is None and game.cards[action.card].type != "unit":
            refused = "card-unit-1", f"{game.title(action.card)} is no unit"
        refused = refused or musterable(game, state, seat, action.card)
        if refused is not None:
            return refused
        if action.soldiers < 1:
            return "unit-8", "a unit card comes into play with at least 1 soldier"
        trained = action.trained in trainers(game, state, seat, action.card)
        if trained and action.space not in entries(game, state, seat, action.card, action.trained):
            return "layout-16", "a new unit enters where it was trained, or beside it if a unit is there"
        return _why_no_soldiers(game, state, seat, action.card, action.trained, 0)
    if isinstance(action, actions.Play):
        refused = event_cards.why_not(game, state, seat, action.card, "allocation")
        if refused is not None:
            return refused
    if isinstance(action, actions.Reveal):
        return why_not_reveal(state, seat, action)
    return "turn-8", "this is the allocation phase: make and place tokens, or end it"


def _why_no_villagers(game: Game, state: State, seat: str) -> Refusal:
    side, token = state.sides[seat], game.data.token["villager"]
    if villager_cap(game, side) <= villagers_of(side):
        return "villager-3", f"the city has room for {villager_cap(game, side)} villagers"
    left = token.per_turn - state.counts.get("villagers", 0)
    if left < 1 or side.food >= left:
        return "villager-2", f"at most {token.per_turn} villagers are made in a turn"
    return "villager-1", f"a villager costs {told_cost(token.cost)}"


def _why_no_monks(game: Game, state: State, name: str) -> Refusal:
    unit, token = state.units[name], game.data.token["monk"]
    side = state.sides[unit.owner]
    if unit_values(game, side, unit.card).max_tokens == 1:
        return "monk-6", "a card that holds only 1 token holds no monks"
    if not any(card_of(space, side.city[space]) == MONASTERY for space in side.city):
        return "monk-1", "monks are made at a Monastery"
    if unit.monks >= token.per_unit:
        return "monk-5", f"a unit holds up to {token.per_unit} monks"
    if state.counts.get("monks", 0) >= token.per_turn:
        return "monk-2", f"at most {token.per_turn} monks are made in a turn"
    if not room(game, state, unit.owner):
        return "monk-3", "the garrison values of the city leave no room for monks"
    return "monk-1", f"a monk costs {told_cost(token.cost)}"


def _why_no_soldiers(game: Game, state: State, seat: str, card: str, trained: str, soldiers: int) -> Refusal:
    side = state.sides[seat]
    if trained not in trainers(game, state, seat, card):
        return "soldier-1", f"{game.title(card)} is trained at a {game.title(game.cards[card].trained_at)}"
    most = unit_values(game, side, card).max_tokens
    if soldiers >= most:
        return "soldier-5", f"the card holds up to {most} soldiers"
    a_turn = soldiers_a_turn(game, side, side.city[trained].card)
    if state.counts.get(f"soldiers:{trained}", 0) >= a_turn:
        return "soldier-3", f"at most {a_turn} soldiers are made at a building in a turn"
    if not room(game, state, seat):
        return "soldier-4", "the garrison values of the city leave no room for soldiers"
    cost = cost_of(game, side, card)
    if not times_payable(side, cost, 1):
        return "soldier-2", f"a soldier costs {told_cost(cost)}"
    return (
        "soldier-5",
        f"so many cannot be made: the card holds {most}, the building makes {a_turn} in a turn",
    )


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
