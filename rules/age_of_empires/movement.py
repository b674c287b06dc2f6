"""Phase 4, movement: each unit at most once, step by step; relics are lifted and delivered on the way (turn-5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, event_cards, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.card_conditions import hand_cards
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import open_card, own_units, spaces_of
from rules.age_of_empires.data_records import Ability
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.payments import reveal
from rules.age_of_empires.procedures import Delivery
from rules.age_of_empires.revealing import reveals, why_not_reveal
from rules.age_of_empires.spaces import neighbours
from rules.age_of_empires.state import State, Unit
from rules.age_of_empires.steps import (
    Place,
    allowance,
    find,
    named,
    occupied,
    steps_of,
    stops,
    why_no_step,
)
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action


def movable(game: Game, state: State, name: str) -> bool:
    """Whether a unit may take a step now: it has not moved yet, or it is the one that is moving."""
    unit = state.units[name]
    return (not unit.moved or state.mover == name) and (unit.soldiers > 0 or unit.monks > 0)


def liftable(game: Game, state: State, name: str) -> list[str]:
    """The relics that a unit may lift where it stands (monk-13, monk-14, move-9, move-10, relic-5)."""
    unit = state.units[name]
    if unit.relic or unit.lifted or not unit.monks or not movable(game, state, name):
        return []
    lying = state.sides[unit.city].city[unit.space].lying if unit.city else state.land
    return [
        relic
        for relic in dict.fromkeys(lying)
        if game.cards[relic.partition("/")[2]].monks_needed <= unit.monks
    ]


def _stranded(game: Game, state: State) -> str:
    """The unit that stands in its move on a building with another own unit, and must go on (move-2)."""
    name = state.mover
    unit = state.units.get(name)
    if unit is None or not unit.city:
        return ""
    others = [
        each
        for each, other in state.units.items()
        if each != name
        and (other.owner, other.city, other.space) == (unit.owner, unit.city, unit.space)
        and ("ship" in game.cards[other.card].subtypes) == ("ship" in game.cards[unit.card].subtypes)
    ]
    return name if others else ""


def _asks(game: Game, state: State, about: None) -> Decision | None:
    seat = state.active
    # As far as everybody knows: a hand may hold an event for the movement phase only where there are units.
    if any(True for name in own_units(state, seat)):
        return Decision(seat, "movement") if _could_act(game, state) else None
    return None


def _could_act(game: Game, state: State) -> bool:
    """Whether a unit can step or lift, or may be marched by an event."""
    names = own_units(state, state.active)
    if any(
        movable(game, state, name) and (liftable(game, state, name) or steps_of(game, state, name))
        for name in names
    ):
        return True
    return any(not state.units[name].moved for name in names) and bool(state.sides[state.active].hand)


def _options(game: Game, state: State, about: None, now: Decision) -> Iterator[Action]:
    stranded = _stranded(game, state)
    for name in [stranded] if stranded else own_units(state, now.seat):
        if movable(game, state, name):
            for at in steps_of(game, state, name):
                yield actions.Step(name, named(at))
            if not stranded:
                for relic in liftable(game, state, name):
                    yield actions.Lift(name, relic)
    if stranded:
        return
    side = state.sides[now.seat]
    for card in hand_cards(side):
        known = game.cards[card]
        if known.type == "event" and event_cards.playable(game, state, now.seat, known, "movement") is None:
            yield actions.Play(card)
    yield from reveals(state, now.seat)
    yield actions.Done()


def _act(unfolding: Unfolding, about: None, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    if isinstance(action, actions.Step):
        at = find(steps_of(game, state, action.unit), action.to)
        assert at is not None
        step(unfolding, action.unit, at)
    elif isinstance(action, actions.Lift):
        unfolding.happen(of_units.RelicLifted(action.unit, action.relic))
        deliver(unfolding, action.unit)
    elif isinstance(action, actions.Play):
        event_cards.play(unfolding, state.active, action.card)
    elif isinstance(action, actions.Reveal):
        reveal(unfolding, state.active, action.space)
    else:
        unfolding.happen(events.PhaseBegan(state.phase + 1))


def step(unfolding: Unfolding, name: str, at: Place) -> None:
    """A unit takes one step; contact ends its move (move-3), a Monastery near by takes its relic (monk-15)."""
    game, state = unfolding.game, unfolding.state
    unit = state.units[name]
    left = allowance(game, state, unit) - 1
    if stops(game, state, unit, at) and not occupied(game, state, unit, at):
        left = 0
    unfolding.happen(of_units.UnitStepped(name, at[0], at[1], left))
    deliver(unfolding, name)


def monasteries(game: Game, state: State, unit: Unit) -> list[str]:
    """The own Monasteries in which a unit can store its relic: the one where it stands, or those beside it."""
    if not unit.relic or not unit.monks or unit.city != unit.owner:
        return []
    side = state.sides[unit.owner]
    here = [unit.space, *neighbours(unit.space)]
    found = [
        space
        for space in spaces_of(side)
        if space in here
        and any(each.does == "stores-relics" for each in _abilities(game, space, state, unit))
    ]
    return [unit.space] if unit.space in found else found


def _abilities(game: Game, space: str, state: State, unit: Unit) -> tuple[Ability, ...]:
    card = open_card(space, state.sides[unit.owner].city[space])
    return game.cards[card].abilities if card in game.cards else ()


def deliver(unfolding: Unfolding, name: str) -> None:
    """Stores a relic that has reached a Monastery; asks in which where there are several."""
    unit = unfolding.state.units[name]
    found = monasteries(unfolding.game, unfolding.state, unit)
    if len(found) == 1:
        unfolding.happen(of_units.RelicStored(name, unit.relic, found[0]))
    elif found:
        unfolding.begin(Delivery(unit.owner, name))


def _go_on(unfolding: Unfolding, about: None) -> None:
    unfolding.happen(events.PhaseBegan(unfolding.state.phase + 1))


def _why(game: Game, state: State, about: None, now: Decision, action: Action) -> Refusal:
    if isinstance(action, actions.Step | actions.Lift):
        unit = state.units.get(action.unit)
        if unit is None or unit.owner != now.seat:
            return "turn-5", f"there is no own unit {action.unit}"
        if not movable(game, state, action.unit):
            return "turn-5", f"{action.unit} has moved in this turn"
    if isinstance(action, actions.Step):
        return why_no_step(game, state, action.unit, action.to)
    if isinstance(action, actions.Lift):
        return _why_not_lifted(game, state, action)
    if isinstance(action, actions.Play):
        refused = event_cards.why_not(game, state, now.seat, action.card, "movement")
        if refused is not None:
            return refused
    if isinstance(action, actions.Reveal):
        return why_not_reveal(state, now.seat, action)
    if _stranded(game, state):
        return "move-2", "a unit does not end its move on a building with another own unit"
    return "turn-5", "this is the movement phase: move units, or end it"


def _why_not_lifted(game: Game, state: State, action: actions.Lift) -> Refusal:
    unit = state.units[action.unit]
    if unit.relic or unit.lifted:
        return "relic-5", "a unit lifts one relic in a turn and carries one at a time"
    lying = state.sides[unit.city].city[unit.space].lying if unit.city else state.land
    if action.relic not in lying:
        return "monk-13", f"no such relic lies where {action.unit} stands"
    needed = game.cards[action.relic.partition("/")[2]].monks_needed
    return "monk-14", f"the relic needs {needed} monks; {action.unit} has {unit.monks}"


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)


# Several Monasteries


def _delivery_asks(game: Game, state: State, about: Delivery) -> Decision | None:
    return Decision(about.seat, "delivery")


def _delivery_options(game: Game, state: State, about: Delivery, now: Decision) -> Iterator[Action]:
    for space in monasteries(game, state, state.units[about.unit]):
        yield actions.Deliver(space)


def _store(unfolding: Unfolding, about: Delivery, action: Action) -> None:
    assert isinstance(action, actions.Deliver)
    relic = unfolding.state.units[about.unit].relic
    unfolding.finish()
    unfolding.happen(of_units.RelicStored(about.unit, relic, action.space))


def _delivery_goes_on(unfolding: Unfolding, about: Delivery) -> None:
    unfolding.finish()


def _why_not_stored(game: Game, state: State, about: Delivery, now: Decision, action: Action) -> Refusal:
    return "monk-15", "say in which of the Monasteries beside it the relic is stored"


DELIVERY = Chapter(_delivery_asks, _delivery_options, _store, _delivery_goes_on, _why_not_stored)
