"""Phase 2, construction: repair, buildings, wonders, relics, research begun, exchange, events (turn-3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, event_cards, events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.building_sites import DOCK, dock_flank, sites, why_not_there
from rules.age_of_empires.card_conditions import (
    buildable,
    hand_cards,
    held,
    researchable,
    usable,
)
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import (
    card_of,
    sea_sides,
    side_of,
    spaces_of,
    unit_at,
)
from rules.age_of_empires.game import SEATS, Game, Refusal, other
from rules.age_of_empires.market import exchange as exchange_at
from rules.age_of_empires.market import exchanges, why_not_exchange
from rules.age_of_empires.payments import pay, reveal, send_labour
from rules.age_of_empires.procedures import Demolition, Outlook
from rules.age_of_empires.revealing import reveals, why_not_reveal
from rules.age_of_empires.state import Building, State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import builders, cost_of
from rules.ruleset import Action

RESEARCHED = ("technology", "upgrade", "age")


def _asks(game: Game, state: State, about: None) -> Decision | None:
    return Decision(state.active, "construction") if not state.step else None


def _options(game: Game, state: State, about: None, now: Decision) -> Iterator[Action]:
    seat, side = now.seat, state.sides[now.seat]
    for space in spaces_of(side):
        for villagers in range(1, repairable(game, state, seat, space) + 1):
            yield actions.Repair(space, villagers)
    for name in hand_cards(side):
        card = game.cards[name]
        if card.type in ("building", "wonder"):
            if buildable(game, state, seat, card) is None:
                for space in sites(game, state, seat, name):
                    yield actions.Build(name, space)
        elif card.type in RESEARCHED:
            if researchable(game, state, seat, card) is None:
                yield actions.Research(name)
        elif card.type == "relic":
            if placeable(game, state, seat, name) is None:
                yield actions.PlaceRelic(name)
        elif card.type == "event" and event_cards.playable(game, state, seat, card, "construction") is None:
            yield actions.Play(name)
    if side.age < 4 and researchable(game, state, seat, game.cards[game.ages[side.age + 1]]) is None:
        yield actions.Research(game.ages[side.age + 1])
    yield from exchanges(game, state, seat)
    yield from reveals(state, seat)
    if can_look(game, state, seat) is None:
        yield actions.LookOut()
    if not state.counts.get("idle:demolition") and razeable(game, state, seat):
        yield actions.Demolish()
    yield actions.Done()


def repairable(game: Game, state: State, seat: str, space: str) -> int:
    """How many markers the villagers on a building can remove now (villager-9)."""
    building = state.sides[seat].city.get(space)
    if building is None or not building.damage or not building.villagers:
        return 0
    if unit_at(game, state, other(seat), seat, space, None):
        return 0
    marker = game.numbers["marker"]
    return min(building.villagers, -(-building.damage // marker))


def placeable(game: Game, state: State, seat: str, name: str) -> Refusal | None:
    """Why a relic may not be placed in no man's land (relic-4, relic-9)."""
    card = game.cards[name]
    own = f"{seat}/{name}"
    lying = [relic for building in _all_buildings(state) for relic in (*building.relics, *building.lying)]
    carried = [unit.relic for unit in state.units.values()]
    if own in (*state.land, *lying, *carried):
        return "detail-7", f"{card.title} is unique and in play already"
    return usable(game, state, seat, card)


def _all_buildings(state: State) -> Iterator[Building]:
    for seat in SEATS:
        yield from state.sides[seat].city.values()


def outposts(game: Game, state: State, seat: str) -> list[str]:
    """The own Outposts."""
    side = state.sides[seat]
    return [space for space in spaces_of(side) if card_of(space, side.city[space]) == "outpost"]


def can_look(game: Game, state: State, seat: str) -> Refusal | None:
    """Why an Outpost cannot be used: each looks at one face-down building in a turn."""
    own = outposts(game, state, seat)
    if len(own) <= state.counts.get("outpost", 0):
        return "turn-3", "each Outpost in play looks at one building in a turn"
    if not hidden_buildings(state, seat):
        return "card-building-6", "the opponent has no building face down that you have not looked at"
    return None


def hidden_buildings(state: State, seat: str) -> list[str]:
    """The face-down buildings of the opponent that the seat has not looked at."""
    side = state.sides[other(seat)]
    return [space for space in spaces_of(side) if side.city[space].face_down and not side.city[space].known]


def razeable(game: Game, state: State, seat: str) -> list[str]:
    """The own buildings that may be destroyed to make room for another that can be built now (unit-9): any but the last
    Town Center, whose loss is the game's (victory-5 is for giving up)."""
    side = state.sides[seat]
    able = (
        game.cards[name].type in ("building", "wonder")
        and buildable(game, state, seat, game.cards[name]) is None
        for name in hand_cards(side)
    )
    if not any(able):
        return []
    centers = [space for space in spaces_of(side) if card_of(space, side.city[space]) == "town-center"]
    return [space for space in spaces_of(side) if len(centers) > 1 or space not in centers]


def _act(unfolding: Unfolding, about: None, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    seat = state.active
    if isinstance(action, actions.Done):
        unfolding.happen(events.PhaseBegan(state.phase + 1))
    elif isinstance(action, actions.Repair):
        reveal(unfolding, seat, action.space)
        damage = state.sides[seat].city[action.space].damage
        mended = min(action.villagers * game.numbers["marker"], damage)
        unfolding.happen(events.BuildingRepaired(seat, action.space, mended, action.villagers))
    elif isinstance(action, actions.Build):
        build(unfolding, seat, action.card, action.space)
    elif isinstance(action, actions.Research):
        research(unfolding, seat, action.card)
    elif isinstance(action, actions.PlaceRelic):
        unfolding.happen(of_units.RelicPlaced(seat, action.card))
    elif isinstance(action, actions.Play):
        event_cards.play(unfolding, seat, action.card)
    elif isinstance(action, actions.Exchange):
        exchange_at(unfolding, seat, action)
    elif isinstance(action, actions.Reveal):
        reveal(unfolding, seat, action.space)
    elif isinstance(action, actions.LookOut):
        own = outposts(game, state, seat)
        up = [space for space in own if not state.sides[seat].city[space].face_down]
        if len(up) <= state.counts.get("outpost", 0):
            reveal(unfolding, seat, next(space for space in own if space not in up))
        unfolding.begin(Outlook(seat))
    elif isinstance(action, actions.Demolish):
        unfolding.begin(Demolition(seat))


def build(unfolding: Unfolding, seat: str, name: str, space: str) -> None:
    """Places a building: its cost is paid, its builders go to the pool (card-building-9, cost-4)."""
    game, side = unfolding.game, unfolding.state.sides[seat]
    card = game.cards[name]
    pay(unfolding, seat, cost_of(game, side, name), "building")
    unfolding.happen(events.BuildingPlaced(seat, name, space))
    if name == DOCK:
        flank = dock_flank(unfolding.state, seat, space)
        if flank not in sea_sides(unfolding.state, seat):
            unfolding.happen(events.SeaBegan(seat, side_of(seat, flank)))
    send_labour(unfolding, seat, builders(game, side, card))


def research(unfolding: Unfolding, seat: str, name: str) -> None:
    """Lays a card into the data area with its researchers (cost-5); without any it is complete (technology-3)."""
    game, side = unfolding.game, unfolding.state.sides[seat]
    card = game.cards[name]
    pay(unfolding, seat, cost_of(game, side, name), "research")
    unfolding.happen(events.ResearchBegan(seat, name, card.type == "age"))
    if card.researchers:
        send_labour(unfolding, seat, card.researchers, name)
    else:
        unfolding.happen(events.ResearchCompleted(seat, name))


def _go_on(unfolding: Unfolding, about: None) -> None:
    unfolding.happen(events.PhaseBegan(unfolding.state.phase + 1))


def _why(game: Game, state: State, about: None, now: Decision, action: Action) -> Refusal:
    seat, side = now.seat, state.sides[now.seat]
    found: Refusal | None = None
    if isinstance(action, actions.Repair):
        return _why_not_repaired(game, state, seat, action)
    if isinstance(action, actions.Build):
        found = held(game, side, action.card)
        if found is None and game.cards[action.card].type not in ("building", "wonder"):
            found = "card-building-1", f"{game.title(action.card)} is no building"
        found = found or buildable(game, state, seat, game.cards[action.card])
        return found or why_not_there(game, state, seat, action.card, action.space)
    if isinstance(action, actions.Research):
        if action.card not in game.cards or game.cards[action.card].type not in RESEARCHED:
            return "technology-3", f"{game.title(action.card)} is nothing to research"
        if game.cards[action.card].type != "age":
            found = held(game, side, action.card)
        found = found or researchable(game, state, seat, game.cards[action.card])
    elif isinstance(action, actions.PlaceRelic):
        found = held(game, side, action.card)
        if found is None and game.cards[action.card].type != "relic":
            found = "relic-1", f"{game.title(action.card)} is no relic"
        found = found or placeable(game, state, seat, action.card)
    elif isinstance(action, actions.Play):
        found = event_cards.why_not(game, state, seat, action.card, "construction")
    elif isinstance(action, actions.Exchange):
        found = why_not_exchange(game, state, seat, action)
    elif isinstance(action, actions.Reveal):
        found = why_not_reveal(state, seat, action)
    elif isinstance(action, actions.LookOut):
        found = can_look(game, state, seat)
    elif isinstance(action, actions.Demolish):
        found = "unit-9", "an own building is destroyed to make room for one that can be built now"
    return found or ("turn-3", "this is the construction phase: build, repair, begin research, or end it")


def _why_not_repaired(game: Game, state: State, seat: str, action: actions.Repair) -> Refusal:
    building = state.sides[seat].city.get(action.space)
    if building is None:
        return "villager-9", f"no own building stands at {action.space}"
    if unit_at(game, state, other(seat), seat, action.space, None):
        return "villager-9", f"an enemy unit stands at {action.space}: it cannot be repaired"
    return (
        "villager-9",
        (
            f"{action.space} has {building.damage} damage and {building.villagers} villagers: each of them removes "
            f"{game.numbers['marker']}"
        ),
    )


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
