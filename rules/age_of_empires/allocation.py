"""Phase 6, allocation: recall, then make and place tokens in any order (turn-7, turn-8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, event_cards, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.card_conditions import hand_cards
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import (
    own_units,
    spaces_of,
    times_payable,
    told_cost,
    town_centers,
    villager_cap,
    villagers_of,
)
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.payments import pay, reveal
from rules.age_of_empires.procedures import Recruiting
from rules.age_of_empires.recruiting import may_recruit, why_not_recruited
from rules.age_of_empires.revealing import reveals, why_not_reveal
from rules.age_of_empires.settling import reserves, room_on, settle, why_not_settled
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.victory import check_villagers
from rules.ruleset import Action

MAKING = "making"


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
    if may_recruit(game, state, seat):
        yield actions.Recruit()
    for name in own_units(state, seat):
        if turnable(game, state, name):
            yield actions.Turn(name)
    for card in hand_cards(side):
        known = game.cards[card]
        if known.type == "event" and event_cards.playable(game, state, seat, known, "allocation") is None:
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


def turnable(game: Game, state: State, name: str) -> bool:
    """Whether a ship can be turned (sea-11): a Fishing Ship is always in defence mode."""
    unit = state.units[name]
    if not unit.mode or "fishing" in game.cards[unit.card].subtypes or state.counts.get(f"turned:{name}"):
        return False
    return unit.city == unit.owner or unit.mode == "defence"


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
    elif isinstance(action, actions.Recruit):
        unfolding.begin(Recruiting(seat))
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
    if isinstance(action, actions.Turn):
        unit = state.units.get(action.unit)
        if unit is None or unit.owner != seat:
            return "soldier-6", f"there is no own unit {action.unit}"
        return (
            "sea-11",
            "warships in the own city are turned, once in a turn; a Fishing Ship stays in defence mode",
        )
    if isinstance(action, actions.Recruit):
        return "soldier-2", "no soldier or monk can be made now"
    if isinstance(action, actions.Train | actions.MakeMonks | actions.Muster):
        return why_not_recruited(game, state, seat, action)
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


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
