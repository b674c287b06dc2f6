"""Making soldiers and monks: units are refilled, unit cards played with their first soldiers (turn-8, soldier-2).

To recruit is one thing to do in the allocation phase; who is recruited is said next, one after another.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.card_conditions import hand_cards, held, usable
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import (
    card_of,
    free_beside,
    own_units,
    room,
    times_payable,
    told_cost,
    unit_at,
)
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.payments import pay, reveal
from rules.age_of_empires.procedures import Recruiting
from rules.age_of_empires.spaces import order
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import cost_of, soldiers_a_turn, unit_values
from rules.ruleset import Action

MONASTERY = "monastery"


def may_recruit(game: Game, state: State, seat: str) -> bool:
    """Whether a soldier or a monk can be made; not again where nobody was chosen and nothing has changed since."""
    return not state.counts.get("idle:recruiting") and next(recruits(game, state, seat), None) is not None


def recruits(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Every way to make soldiers and monks now."""
    for name in own_units(state, seat):
        for trained in trainers(game, state, seat, state.units[name].card):
            for count in range(1, trainable(game, state, name, trained) + 1):
                yield actions.Train(name, count, trained)
        for count in range(1, monks_makeable(game, state, name) + 1):
            yield actions.MakeMonks(name, count)
    for card in hand_cards(state.sides[seat]):
        if game.cards[card].type == "unit":
            yield from musters(game, state, seat, card)


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


def _asks(game: Game, state: State, about: Recruiting) -> Decision | None:
    return Decision(about.seat, "recruiting")


def _options(game: Game, state: State, about: Recruiting, now: Decision) -> Iterator[Action]:
    yield from recruits(game, state, about.seat)
    yield actions.Done()


def _act(unfolding: Unfolding, about: Recruiting, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    seat, side = about.seat, state.sides[about.seat]
    unfolding.finish(idle=isinstance(action, actions.Done))
    if isinstance(action, actions.Train):
        reveal(unfolding, seat, action.trained)
        pay(unfolding, seat, cost_of(game, side, state.units[action.unit].card), "soldiers", action.soldiers)
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


def _go_on(unfolding: Unfolding, about: Recruiting) -> None:
    unfolding.finish()


def _why(game: Game, state: State, about: Recruiting, now: Decision, action: Action) -> Refusal:
    if isinstance(action, actions.Train | actions.MakeMonks | actions.Muster):
        return why_not_recruited(game, state, about.seat, action)
    return "turn-8", "say who is recruited, or nobody"


def why_not_recruited(
    game: Game, state: State, seat: str, action: actions.Train | actions.MakeMonks | actions.Muster
) -> Refusal:
    """Why these are not made; where they could be, that it is to be said first that somebody is recruited."""
    if not state.stack and may_recruit(game, state, seat) and action in recruits(game, state, seat):
        return "turn-8", "say first that you recruit, then whom"
    if isinstance(action, actions.Muster):
        return _why_no_muster(game, state, seat, action)
    unit = state.units.get(action.unit)
    if unit is None or unit.owner != seat:
        return "soldier-6", f"there is no own unit {action.unit}"
    if not refillable(game, state, action.unit):
        return (
            "soldier-7",
            "a unit is refilled in its own city if it has neither moved nor fought in this turn",
        )
    if isinstance(action, actions.MakeMonks):
        return _why_no_monks(game, state, action.unit)
    return _why_no_soldiers(game, state, seat, unit.card, action.trained, unit.soldiers)


def _why_no_muster(game: Game, state: State, seat: str, action: actions.Muster) -> Refusal:
    refused = held(game, state.sides[seat], action.card)
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
