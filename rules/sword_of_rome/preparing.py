"""Making a game of data, scenario and options: every look-up that the rules need, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rules.errors import OptionError
from rules.ruleset import Event
from rules.sword_of_rome.data_board import Board, board
from rules.sword_of_rome.data_records import GameData
from rules.sword_of_rome.data_rules import PowerRecord
from rules.sword_of_rome.game import Evolve, Game, Leader

NEUTRAL_ORDER = ("transalpine", "volsci", "carthage")
"""Non-player powers in the order of 5.10.1."""
CANCELS = -1
"""Instead of the number of a play: the card only cancels a Gallic event (5.4)."""


def prepare(
    data: GameData, scenario: str, options: Mapping[str, str], evolution: Mapping[type[Event], Evolve]
) -> Game:
    """A scenario made ready. Raises OptionError for a scenario or an option that there is not."""
    if scenario not in data.scenario:
        raise OptionError(f"there is no scenario {scenario}; there are {', '.join(sorted(data.scenario))}")
    for name, value in sorted(options.items()):
        if name not in data.option:
            raise OptionError(f"there is no option {name}; there are {', '.join(sorted(data.option))}")
        if data.option[name].values and value not in data.option[name].values:
            raise OptionError(f"{name} is one of {', '.join(data.option[name].values)}, not {value}")
    complete = {name: options.get(name, record.default) for name, record in sorted(data.option.items())}
    return game_for(board(data, scenario), complete, evolution)


def game_for(ground: Board, options: Mapping[str, str], evolution: Mapping[type[Event], Evolve]) -> Game:
    """A board made ready, also one made by hand."""
    data = ground.data
    links: dict[str, dict[str, str]] = {name: {} for name in sorted(ground.spaces)}
    clear_for: dict[tuple[str, str], tuple[str, ...]] = {}
    for connection in data.connection.values():
        first, second = connection.id.split("|")
        if first not in links or second not in links:
            continue
        links[first][second] = connection.terrain
        if not connection.one_way:
            links[second][first] = connection.terrain
        if connection.clear_for:
            clear_for[first, second] = clear_for[second, first] = tuple(connection.clear_for)
    leaders = {
        record.id: Leader(
            record.id,
            record.title,
            record.power,
            record.role,
            record.activation,
            record.tactics,
            record.penalty,
            record.entry,
            record.lands,
            record.leaves,
        )
        for record in ground.leaders.values()
    }
    minors: dict[str, tuple[str, ...]] = {}
    for power, minor in ground.minor_leaders.items():
        minors[power] = tuple(f"{power}-{number}" for number in range(1, minor.count + 1))
        for number, name in enumerate(minors[power], start=1):
            title = f"{data.power[power].adjective} leader {number}"
            leaders[name] = Leader(name, title, power, "minor", minor.activation, minor.tactics)
    seats = tuple(ground.seats)
    powers_of = {seat: tuple(ground.seats[seat].powers) for seat in seats}
    owned = [power for seat in seats for power in powers_of[seat]]
    neutral = tuple(power for power in NEUTRAL_ORDER if power in ground.powers)
    windows: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for card in sorted(ground.cards.values(), key=lambda card: (card.deck, card.number)):
        if ground.scenario.gallic_events and card.gallic_cancel:
            windows.setdefault((card.deck, "gallic-event"), []).append((card.id, CANCELS))
            continue
        for index, play in enumerate(card.plays):
            windows.setdefault((card.deck, play.window), []).append((card.id, index))
    powers = cast(Mapping[str, PowerRecord], ground.powers)
    return Game(
        board=ground,
        scenario=ground.scenario,
        options=options,
        numbers=ground.numbers,
        places=ground.places,
        spaces={name: ground.spaces[name] for name in sorted(ground.spaces)},
        links={name: dict(sorted(near.items())) for name, near in links.items()},
        clear_for=clear_for,
        road=next((tuple(road.spaces) for road in ground.roads.values()), ()),
        leaders=leaders,
        minors=minors,
        cards=dict(ground.cards),
        markers=dict(data.marker),
        deck=cast(Mapping[str, tuple[str, ...]], ground.decks),
        desperate=cast(Mapping[str, tuple[str, ...]], ground.set_aside),
        seats=cast(tuple[str, ...], seats),
        clockwise=data.order["clockwise"].members,
        powers={name: powers[name] for name in (*owned, *neutral)},
        powers_of=cast(Mapping[str, tuple[str, ...]], powers_of),
        seat_of=cast(Mapping[str, str], {power: seat for seat in seats for power in powers_of[seat]}),
        neutral=neutral,
        arch_enemy={
            power: next((seat for seat in seats if data.power[power].enemy in powers_of[seat]), "")
            for power in neutral
        },
        tie=cast(Mapping[str, int], ground.tie_rank),
        evolution=evolution,
        windows={key: tuple(found) for key, found in windows.items()},
    )
