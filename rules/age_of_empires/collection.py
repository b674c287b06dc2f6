"""Phase 1, collection: the own wonder, production, relics and Fishing Ships, upkeep (turn-2, turn-11)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import card_of, open_card, own_units, room, spaces_of
from rules.age_of_empires.data_records import RESOURCES, Produces
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.payments import reveal
from rules.age_of_empires.revealing import reveals, why_not_reveal
from rules.age_of_empires.state import Side, State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import ability, building_names, can, changed_by, unit_values
from rules.ruleset import Action
from rules.secrecy import UNKNOWN

PRODUCTION, MORE, UPKEEP, OVER = "production", "more", "upkeep", "over"


def production_of(game: Game, side: Side, space: str) -> Produces | None:
    """What a building of the seat produces, if it does and its card is known."""
    card = card_of(space, side.city[space])
    return None if card == UNKNOWN else game.cards[card].produces


def batches(game: Game, state: State, space: str) -> int:
    """How many batches the villagers on a building can produce (turn-2)."""
    side = state.sides[state.active]
    found = production_of(game, side, space)
    return 0 if found is None else side.city[space].villagers // found.villagers


def yielded(game: Game, state: State, space: str, number: int) -> int:
    """What so many batches of a building yield: once in a turn with what technologies add (card field `yield`)."""
    side = state.sides[state.active]
    found = production_of(game, side, space)
    if found is None:
        return 0
    more = 0
    if not state.counts.get(f"batches:{space}"):
        card = game.cards[side.city[space].card]
        more = changed_by(game, side, building_names(card), "yield") + _fishing(game, state, card.id)
    return found.amount * number + more


def _fishing(game: Game, state: State, card: str) -> int:
    """What Master Fishermen add to a Fish Trap, or without the sea to a Mill."""
    wanted = "fish-trap" if state.with_sea else "mill"
    return sum(each.amount for each in ability(game, state.sides[state.active], "fishes-more")) * (
        card == wanted
    )


def produce(unfolding: Unfolding, space: str, number: int) -> None:
    """A building produces so many batches (cost-7)."""
    seat = unfolding.state.active
    reveal(unfolding, seat, space)
    found = production_of(unfolding.game, unfolding.state.sides[seat], space)
    assert found is not None
    amount = yielded(unfolding.game, unfolding.state, space, number)
    unfolding.happen(events.Produced(seat, space, found.villagers * number, found.resource, amount))


def gifts(game: Game, state: State) -> int:
    """How many more resources are still to be taken for Wheelbarrow and Hand Cart."""
    side = state.sides[state.active]
    had = sum(number for what, number in state.counts.items() if what.startswith("more:"))
    return sum(each.amount for each in ability(game, side, "gains-more")) - had


def _may_take(game: Game, state: State) -> list[str]:
    """The resources of which one more may be taken: for one card at most one of each (the card Hand Cart)."""
    if gifts(game, state) <= 0:
        return []
    cards = len(ability(game, state.sides[state.active], "gains-more"))
    return [
        each
        for each in RESOURCES
        if state.counts.get(f"produced:{each}") and state.counts.get(f"more:{each}", 0) < cards
    ]


def _asks(game: Game, state: State, about: None) -> Decision | None:
    seat = state.active
    if state.step == PRODUCTION:
        return Decision(seat, "collection") if _could_produce(game, state) else None
    if state.step == MORE and _may_take(game, state):
        return Decision(seat, "more")
    if state.step == UPKEEP and _chooses(game, state):
        return Decision(seat, "upkeep")
    return None


def _could_produce(game: Game, state: State) -> bool:
    """Whether, as far as everybody knows, something may be produced."""
    for space, building in state.sides[state.active].city.items():
        if building.villagers:
            card = open_card(space, building)
            found = None if card == UNKNOWN else game.cards[card].produces
            if card == UNKNOWN or (found is not None and building.villagers >= found.villagers):
                return True
    return False


def owed(game: Game, state: State) -> int:
    """For how many units upkeep was not paid and no soldier removed yet (turn-11)."""
    left = state.counts.get("owed", 0)
    able = sum(state.units[name].soldiers for name in own_units(state, state.active))
    return min(left, able)


def _paying(state: State) -> list[str]:
    """The units that can lose a soldier for want of upkeep."""
    return [name for name in own_units(state, state.active) if state.units[name].soldiers]


def _chooses(game: Game, state: State) -> bool:
    """Whether it is a choice which unit loses a soldier: one unit alone loses it, and where all are lost, all do."""
    able = _paying(state)
    return len(able) > 1 and 0 < owed(game, state) < sum(state.units[name].soldiers for name in able)


def _options(game: Game, state: State, about: None, now: Decision) -> Iterator[Action]:
    side = state.sides[now.seat]
    if now.kind == "collection":
        able = [(space, batches(game, state, space)) for space in spaces_of(side)]
        if any(number for _, number in able):
            yield actions.ProduceAll()
        for space, most in able:
            for number in range(1, most + 1):
                yield actions.Produce(space, number)
        yield from reveals(state, now.seat)
        yield actions.Done()
    elif now.kind == "more":
        for each in _may_take(game, state):
            yield actions.Take(each)  # type: ignore[arg-type]
    else:
        yield from map(actions.GiveUp, _paying(state))


def _act(unfolding: Unfolding, about: None, action: Action) -> None:
    state = unfolding.state
    if isinstance(action, actions.Produce):
        produce(unfolding, action.space, action.batches)
    elif isinstance(action, actions.ProduceAll):
        for space in spaces_of(state.sides[state.active]):
            number = batches(unfolding.game, state, space)
            if number:
                produce(unfolding, space, number)
        unfolding.happen(events.StepReached(MORE))
    elif isinstance(action, actions.Reveal):
        reveal(unfolding, state.active, action.space)
    elif isinstance(action, actions.Take):
        unfolding.happen(events.StockChanged(state.active, reason="more", **{action.resource: 1}))
    elif isinstance(action, actions.GiveUp):
        give_up(unfolding, action.unit)
    else:
        unfolding.happen(events.StepReached(MORE))


def give_up(unfolding: Unfolding, name: str) -> None:
    """A unit loses a soldier for one that was not paid for (turn-11)."""
    unfolding.happen(events.UpkeepOwed(unfolding.state.active, -1))
    remove_soldier(unfolding, name, "upkeep")


def remove_soldier(unfolding: Unfolding, name: str, reason: str) -> None:
    """A unit loses a soldier; without any token it is gone (card-unit-14)."""
    unfolding.happen(of_units.TokensLost(name, 1, 0, reason))
    unit = unfolding.state.units[name]
    if not unit.soldiers and not unit.monks:
        unfolding.happen(of_units.UnitDestroyed(name))


def _go_on(unfolding: Unfolding, about: None) -> None:
    step = unfolding.state.step
    if not step:
        _raise_wonder(unfolding)
        unfolding.happen(events.StepReached(PRODUCTION))
    elif step == PRODUCTION:
        unfolding.happen(events.StepReached(MORE))
    elif step == MORE:
        _yields(unfolding)
        _upkeep(unfolding)
        unfolding.happen(events.StepReached(UPKEEP))
    elif owed(unfolding.game, unfolding.state):
        give_up(unfolding, _paying(unfolding.state)[0])
    else:
        unfolding.happen(events.PhaseBegan(unfolding.state.phase + 1))


def _raise_wonder(unfolding: Unfolding) -> None:
    """The own wonder reaches its next stage at the start of the turn (wonder-7)."""
    seat = unfolding.state.active
    for space in spaces_of(unfolding.state.sides[seat]):
        stage = unfolding.state.sides[seat].city[space].stage
        if 0 < stage < 4:
            unfolding.happen(events.WonderRose(seat, space, stage + 1))


def _yields(unfolding: Unfolding) -> None:
    """Relics stored give gold (relic-7), Fishing Ships food; Berserks regain a soldier."""
    game, seat = unfolding.game, unfolding.state.active
    side = unfolding.state.sides[seat]
    gold = sum(
        game.cards[relic.partition("/")[2]].gold_yield
        for building in side.city.values()
        for relic in building.relics
    )
    if gold:
        unfolding.happen(events.StockChanged(seat, gold=gold, reason="relics"))
    more = sum(each.amount for each in ability(game, side, "fishes-more"))
    for name in own_units(unfolding.state, seat):
        unit = unfolding.state.units[name]
        food = can(game.cards[unit.card], "yields-food")
        if food is not None and unit.soldiers:
            unfolding.happen(events.StockChanged(seat, food=food.amount + more, reason="fishing"))
        regains = can(game.cards[unit.card], "regains-soldiers")
        most = unit_values(game, side, unit.card).max_tokens
        if regains is not None and 0 < unit.soldiers < most and room(game, unfolding.state, seat):
            unfolding.happen(of_units.SoldiersTrained(name, regains.amount))


def _upkeep(unfolding: Unfolding) -> None:
    """A unit with soldiers costs food; what cannot be paid is owed as soldiers (turn-11)."""
    game, seat = unfolding.game, unfolding.state.active
    state = unfolding.state
    due = [
        game.cards[unit.card].upkeep_food
        for unit in state.units.values()
        if unit.owner == seat and unit.soldiers
    ]
    food = state.sides[seat].food
    paid = min(food, sum(due))
    if paid:
        unfolding.happen(events.StockChanged(seat, food=-paid, reason="upkeep"))
    if sum(due) > paid:
        unfolding.happen(events.UpkeepOwed(seat, sum(due) - paid))


def _why(game: Game, state: State, about: None, now: Decision, action: Action) -> Refusal:
    if isinstance(action, actions.Produce):
        if now.kind != "collection":
            return "turn-2", "production comes before the rest of the collection phase"
        side = state.sides[now.seat]
        if action.space not in side.city or production_of(game, side, action.space) is None:
            return "resource-3", f"nothing is produced at {action.space}"
        can_make = batches(game, state, action.space)
        return "cost-7", f"the villagers at {action.space} suffice for {can_make} batches"
    if isinstance(action, actions.Reveal):
        return why_not_reveal(state, now.seat, action)
    if now.kind == "upkeep":
        return "turn-11", "a unit with soldiers loses one for each unit that was not paid for"
    if now.kind == "more":
        return "turn-2", "one more is taken of a resource that was produced in this turn"
    return "turn-2", "this is the collection phase: produce, or go on to construction"


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
