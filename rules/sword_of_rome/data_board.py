"""What the rules look up: the data of one scenario, with neighbours, tables and cards made ready.

A `Board` never changes; one is made for a scenario of one `GameData` and kept.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast, get_args

import msgspec

from rules.sword_of_rome.data_cards import Card, GallicEvent, Leader, MinorLeader
from rules.sword_of_rome.data_conditions import Power, Window
from rules.sword_of_rome.data_effects import CancelEvent, Play
from rules.sword_of_rome.data_map import Road, Space, Terrain
from rules.sword_of_rome.data_origin import Home, SeatId
from rules.sword_of_rome.data_records import GameData
from rules.sword_of_rome.data_rules import Numbers, Phase, Places, PowerRecord, SeatRecord, Turn
from rules.sword_of_rome.data_scenarios import City, Force, Holding, Scenario

_KEPT = 8

CANCEL_GALLIC_EVENT = Play(window="gallic-event", operations=(CancelEvent(),))
"""What a card marked `gallic_cancel` does where Gallic events are rolled."""


class Way(NamedTuple):
    """A connection as one power finds it, from one of its spaces to the other."""

    space: str
    terrain: Terrain


class StrengthModifier(NamedTuple):
    """What the larger army has for its size (12.2.1): a modifier, or an automatic victory."""

    modifier: int
    automatic: bool


class Losses(NamedTuple):
    """CU that a die costs (12.3)."""

    winner: int
    loser: int


class SiegePoints(NamedTuple):
    """What a siege or subjugation roll gives (13.2)."""

    points: int
    units_lost: int


class Response(NamedTuple):
    """A way to play a card at some moment."""

    card: Card
    play: Play


@dataclass(frozen=True, kw_only=True, eq=False)
class Board:
    """One scenario made ready. What is not in the scenario (powers, their spaces, leaders and cards) is left out."""

    data: GameData
    scenario: Scenario
    numbers: Numbers
    places: Places
    phases: tuple[Phase, ...]
    turns: tuple[Turn, ...]
    levels: tuple[int, ...]
    """The automatic victory level of each turn."""

    seats: Mapping[SeatId, SeatRecord]
    """Clockwise (5.4)."""
    powers: Mapping[Power, PowerRecord]
    """Those of seats in tie order, best first (4.4), then the neutral ones by id."""
    neutral: tuple[Power, ...]
    seat_of: Mapping[Power, SeatId]
    tie_rank: Mapping[SeatId, int]
    """0 is best (4.4-a); a seat with two powers has the better of their places."""

    spaces: Mapping[str, Space]
    adjacent: Mapping[str, tuple[str, ...]]
    """Spaces connected by any line, whichever way it may be walked; sorted."""
    ways: Mapping[Power, Mapping[str, tuple[Way, ...]]]
    """For a power and a space, where its armies can go from there by land; sorted."""
    ports: tuple[str, ...]
    """Open to all."""
    punic_ports: tuple[str, ...]
    """All ports, those of Africa too (9.6.2)."""
    roads: Mapping[str, Road]
    regions: Mapping[str, frozenset[str]]
    homes: Mapping[Home, tuple[str, ...]]
    reinforcements: Mapping[Power, Mapping[str, int]]
    """For a power, its home spaces with a printed number of CU (5.10.1)."""
    victory_spaces: tuple[str, ...]

    leaders: Mapping[str, Leader]
    consuls: tuple[str, ...]
    minor_leaders: Mapping[Power, MinorLeader]

    cards: Mapping[str, Card]
    decks: Mapping[SeatId, tuple[str, ...]]
    """The cards that are drawn, by number; those set aside are not among them."""
    set_aside: Mapping[SeatId, tuple[str, ...]]
    titled: Mapping[tuple[SeatId, str], tuple[str, ...]]
    """The cards of a deck with a title, by number."""
    responses: Mapping[Window, Mapping[SeatId, tuple[Response, ...]]]
    """For each moment but `own-action`, the cards of a seat that can be played at it. With Gallic events, cards that
    cancel them have no other event."""

    control: Mapping[str, Home]
    """Who controls each space at the start."""
    loyalty: Mapping[str, int]
    """The loyalty of each walled city at the start."""
    forces: tuple[Force, ...]

    strengths: Mapping[tuple[int, int], StrengthModifier]
    ratios: tuple[tuple[int, int, StrengthModifier], ...]
    """Larger and smaller of each threshold, the highest first."""
    winner_dice: tuple[Losses, ...]
    loser_dice: tuple[Losses, ...]
    """By the die less one."""
    sieges: Mapping[int, SiegePoints]
    voyages: tuple[Literal["success", "return", "attrition"], ...]
    attritions: tuple[tuple[int, tuple[int, ...]], ...]
    """The most CU of each row and its losses by the die less one."""
    gallic_events: Mapping[int, GallicEvent]

    def strength(self, larger: int, smaller: int) -> StrengthModifier:
        """What the larger army has for its size (12.2.1), both at least 1 CU."""
        printed = self.strengths.get((larger, smaller))
        if printed is not None:
            return printed
        return next(found for high, low, found in self.ratios if larger * low >= smaller * high)

    def siege(self, roll: int) -> SiegePoints:
        """What a modified roll gives (13.2); beyond the ends of the table, its ends."""
        return self.sieges[min(max(roll, min(self.sieges)), max(self.sieges))]

    def voyage(self, die: int) -> Literal["success", "return", "attrition"]:
        """What a modified die gives in naval combat (9.6.4); beyond the ends of the table, its ends."""
        return self.voyages[min(max(die, 1), len(self.voyages)) - 1]

    def attrition(self, units: int, die: int) -> int:
        """CU lost by so many in an enemy space (5.5)."""
        rows = (losses for most, losses in self.attritions if units <= most)
        return next(rows, self.attritions[-1][1])[die - 1]


_boards: OrderedDict[tuple[int, str], Board] = OrderedDict()


def board(data: GameData, scenario: str) -> Board:
    """The board of a scenario; KeyError if there is none of that name. The same data object gives the same board."""
    key = (id(data), scenario)
    found = _boards.get(key)
    if found is None:
        # The board keeps `data` alive, so no other object can have its id while this entry stands.
        found = _boards[key] = build_board(data, data.scenario[scenario])
        while len(_boards) > _KEPT:
            _boards.popitem(last=False)
    return found


def build_board(data: GameData, scenario: Scenario) -> Board:
    """The board of any scenario, also one that is not among the data's own, made anew."""
    seats = {
        data.seat[name].id: data.seat[name]
        for name in data.order["clockwise"].members
        if name in scenario.seats
    }
    absent = set(scenario.without)
    ties = [cast(Power, name) for name in data.order["ties"].members]
    neutral = sorted(
        cast(Power, name)
        for name, power in data.power.items()
        if power.kind == "neutral" and name not in absent
    )
    powers = {name: data.power[name] for name in (*ties, *neutral) if name not in absent}
    spaces = {name: space for name, space in data.space.items() if space.home not in absent}
    deployment = data.deployment[scenario.deployment]
    cities = [city for city in deployment.cities if city.space in spaces]
    turns = sorted(data.turn.values(), key=lambda turn: turn.number)[: scenario.turns]
    larger_first = sorted(data.ratio.values(), key=lambda row: row.larger / row.smaller, reverse=True)
    dice = [data.combat_loss[str(die)] for die in range(1, 7)]
    cards = {name: card for name, card in data.card.items() if card.deck in seats}
    return Board(
        data=data,
        scenario=scenario,
        numbers=numbers_of(data),
        places=places_of(data),
        phases=tuple(sorted(data.phase.values(), key=lambda phase: phase.number)),
        turns=tuple(turns),
        levels=scenario.levels or tuple(turn.automatic_victory for turn in turns),
        seats=seats,
        powers=powers,
        neutral=tuple(neutral),
        seat_of={power: name for name, seat in seats.items() for power in seat.powers},
        tie_rank=_tie_rank(seats, ties),
        spaces=spaces,
        adjacent=_adjacent(data, spaces),
        ways={power: _ways(data, spaces, power) for power in powers},
        ports=tuple(name for name, space in spaces.items() if space.port == "open"),
        punic_ports=tuple(name for name, space in spaces.items() if space.port != "none"),
        roads=data.road,
        regions={
            name: frozenset(each for each in region.spaces if each in spaces)
            for name, region in data.region.items()
        },
        homes={
            cast(Home, power): tuple(name for name, space in spaces.items() if space.home == power)
            for power in data.power
        },
        reinforcements={
            power: {
                name: space.reinforcement
                for name, space in spaces.items()
                if space.home == power and space.reinforcement
            }
            for power in powers
        },
        victory_spaces=tuple(name for name, space in spaces.items() if space.victory_point),
        leaders={name: leader for name, leader in data.leader.items() if leader.power in powers},
        consuls=tuple(name for name, leader in data.leader.items() if leader.role == "consul"),
        minor_leaders={power: data.minor_leader[power] for power in powers if power in data.minor_leader},
        cards=cards,
        decks={name: _numbered(each for each in cards.values() if _drawn(each, name)) for name in seats},
        set_aside={
            name: _numbered(each for each in cards.values() if each.deck == name and each.set_aside)
            for name in seats
        },
        titled=_titled(cards),
        responses=_responses(cards, seats, scenario.gallic_events),
        control=_control(cities, deployment.holdings, spaces),
        loyalty={city.space: city.loyalty for city in cities},
        forces=tuple(force for force in deployment.forces if force.power in powers),
        strengths={
            (cell.larger, cell.smaller): StrengthModifier(cell.modifier, cell.automatic)
            for cell in data.strength.values()
        },
        ratios=tuple(
            (row.larger, row.smaller, StrengthModifier(row.modifier, row.automatic)) for row in larger_first
        ),
        winner_dice=tuple(Losses(*row.winner_die) for row in dice),
        loser_dice=tuple(Losses(*row.loser_die) for row in dice),
        sieges={row.roll: SiegePoints(row.points, row.units_lost) for row in data.siege_result.values()},
        voyages=tuple(data.naval_result[str(die)].result for die in range(1, 7)),
        attritions=tuple(sorted((row.most, row.losses) for row in data.attrition.values())),
        gallic_events={event.roll: event for event in data.gallic_event.values()},
    )


def numbers_of(data: GameData) -> Numbers:
    """The numbers of the rules under their names."""
    return msgspec.convert({name: number.value for name, number in data.number.items()}, Numbers)


def places_of(data: GameData) -> Places:
    """The spaces that the rules name."""
    return msgspec.convert({name: place.space for name, place in data.place.items()}, Places)


def _tie_rank(seats: Mapping[SeatId, SeatRecord], ties: list[Power]) -> dict[SeatId, int]:
    best = {name: min(ties.index(power) for power in seat.powers) for name, seat in seats.items()}
    return {name: rank for rank, name in enumerate(sorted(best, key=lambda name: best[name]))}


# The map


def _adjacent(data: GameData, spaces: Mapping[str, Space]) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {name: set() for name in spaces}
    for name in data.connection:
        first, second = name.split("|")
        if first in spaces and second in spaces:
            found[first].add(second)
            found[second].add(first)
    return {name: tuple(sorted(others)) for name, others in found.items()}


def _ways(data: GameData, spaces: Mapping[str, Space], power: Power) -> dict[str, tuple[Way, ...]]:
    found: dict[str, list[Way]] = {name: [] for name in spaces}
    for name, connection in data.connection.items():
        first, second = name.split("|")
        if first not in spaces or second not in spaces:
            continue
        terrain = data.terrain["clear" if power in connection.clear_for else connection.terrain]
        found[first].append(Way(second, terrain))
        if not connection.one_way:
            found[second].append(Way(first, terrain))
    return {name: tuple(sorted(ways, key=lambda way: way.space)) for name, ways in found.items()}


def _control(
    cities: Iterable[City], holdings: Iterable[Holding], spaces: Mapping[str, Space]
) -> dict[str, Home]:
    control = {name: space.home for name, space in spaces.items()}
    control.update((city.space, city.control) for city in cities)
    control.update((holding.space, holding.control) for holding in holdings if holding.space in spaces)
    return control


# The cards


def _drawn(card: Card, seat: SeatId) -> bool:
    return card.deck == seat and not card.set_aside


def _numbered(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.id for card in sorted(cards, key=lambda card: (card.deck, card.number)))


def _titled(cards: Mapping[str, Card]) -> dict[tuple[SeatId, str], tuple[str, ...]]:
    found: dict[tuple[SeatId, str], list[Card]] = {}
    for card in cards.values():
        found.setdefault((card.deck, card.title), []).append(card)
    return {title: _numbered(copies) for title, copies in found.items()}


def _responses(
    cards: Mapping[str, Card], seats: Iterable[SeatId], gallic_events: bool
) -> dict[Window, dict[SeatId, tuple[Response, ...]]]:
    found: dict[Window, dict[SeatId, list[Response]]] = {
        window: {seat: [] for seat in seats} for window in get_args(Window) if window != "own-action"
    }
    for name in _numbered(cards.values()):
        card = cards[name]
        if gallic_events and card.gallic_cancel:
            found["gallic-event"][card.deck].append(Response(card, CANCEL_GALLIC_EVENT))
            continue
        for play in card.plays:
            if play.window != "own-action":
                found[play.window][card.deck].append(Response(card, play))
    return {
        window: {seat: tuple(each) for seat, each in by_seat.items()} for window, by_seat in found.items()
    }
