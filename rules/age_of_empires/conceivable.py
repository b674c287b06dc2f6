"""What a seat could form from the board now, legal or not: for `why`, and for samples of what must be refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.age_of_empires import actions
from rules.age_of_empires.building_sites import empty_sites
from rules.age_of_empires.card_conditions import hand_cards
from rules.age_of_empires.cities import own_units, spaces_of
from rules.age_of_empires.data_records import RESOURCES, Card
from rules.age_of_empires.game import SEATS, Game, other
from rules.age_of_empires.spaces import named, place
from rules.age_of_empires.state import State
from rules.ruleset import Action

SPACES = tuple(named(line, rank) for line in range(-9, 10) for rank in (1, 2, 3))
"""Where somebody might want to build, beside the city or not (layout-13)."""
NUMBERS = (1, 2, 3, 4, 5, 6)
"""How many tokens somebody may name: one more than any building or unit takes."""


def conceivable(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Every action that names own cards, units and buildings, and enemy ones, in a fixed order."""
    side = state.sides.get(seat)
    if side is None:
        return
    if not state.turn:
        buildings = (known.id for known in game.cards.values() if known.type == "building" and known.age == 1)
        for card in dict.fromkeys((*side.starters, *buildings, "town-center", "castle")):
            for space in SPACES:
                if abs(place(space)[0]) <= len(side.starters) + len(side.laid):
                    yield actions.Lay(card, space)
    yield actions.Done()
    yield actions.Decline()
    yield from (
        actions.ProduceAll(),
        actions.LookOut(),
        actions.Demolish(),
        actions.LookThrough(),
        actions.Recruit(),
    )
    spaces, units = spaces_of(side), own_units(state, seat)
    enemies = own_units(state, other(seat))
    for space in (*spaces, *empty_sites(side)[:2]):
        yield actions.Reveal(space)
        for number in NUMBERS:
            yield actions.Produce(space, number)
            yield actions.Repair(space, number)
            yield actions.Place(space, number)
        yield actions.Exchange(space, "wood", "gold")
        yield actions.Fire(space)
    for card in (*hand_cards(side), *game.ages.values()):
        yield actions.Research(card)
        yield actions.Play(card)
        yield actions.PlaceRelic(card)
        yield actions.Discard(card)
        for space in (*empty_sites(side), *spaces[:1]):
            yield actions.Build(card, space)
        for trained in spaces:
            for soldiers in NUMBERS:
                yield actions.Muster(card, soldiers, trained, trained)
    for known in game.cards.values():
        if known.id not in side.hand:
            yield from _of_card(known, (*empty_sites(side), *spaces))
    yield from map(actions.MakeVillagers, NUMBERS)
    yield from map(actions.Settle, range(side.pool + 2))
    for name in (*units, *enemies[:1]):
        yield from _of_unit(state, seat, name, spaces, enemies)
    for target in enemies:
        yield actions.AttackUnit(target, villagers=1)
    yield from (actions.Take(each) for each in RESOURCES)  # type: ignore[arg-type]
    yield from (actions.Convert(token) for token in ("soldier", "villager"))
    yield from (actions.Defend(unit, number) for unit in (False, True) for number in (0, 2, 7))
    yield from (actions.Heal(), actions.Lose(1), actions.Grow(discards=True))
    for card in hand_cards(side):
        yield from (actions.Build(card, space) for space in SPACES)


def _of_card(card: Card, sites: Iterable[str]) -> Iterator[Action]:
    """What a card would be for that is not in the hand."""
    yield actions.Discard(card.id)
    if card.type in ("building", "wonder"):
        yield from (actions.Build(card.id, space) for space in sites)
    elif card.type in ("technology", "upgrade"):
        yield actions.Research(card.id)
    elif card.type == "relic":
        yield actions.PlaceRelic(card.id)
    elif card.type == "event":
        yield actions.Play(card.id)


def _of_unit(state: State, seat: str, name: str, spaces: list[str], enemies: list[str]) -> Iterator[Action]:
    for city in SEATS:
        for space in spaces_of(state.sides[city]):
            yield actions.Step(name, f"{city}:{space}")
    yield actions.Step(name, "land")
    for relic in state.land:
        yield actions.Lift(name, relic)
    for space in spaces_of(state.sides[other(seat)]):
        yield actions.AttackBuilding(space, name)
    for target in enemies:
        yield actions.AttackUnit(target, name)
    for trained in spaces:
        yield from (actions.Train(name, soldiers, trained) for soldiers in NUMBERS)
    yield from (actions.MakeMonks(name, monks) for monks in NUMBERS)
    yield actions.Turn(name)
    yield actions.GiveUp(name)
    yield actions.Respond(name)
