"""The game made ready: data of one scenario with the look-ups that the rules need again and again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.errors import OptionError
from rules.hellenes.data_records import Block, Card, GameData, Province, Scenario, Sea
from rules.ruleset import Event

SEATS = ("athens", "sparta")
OTHER = {"athens": "sparta", "sparta": "athens"}
TITLES = {"athens": "Athens", "sparta": "Sparta"}
SEASONS = ("new-year", "spring", "early-summer", "late-summer", "fall", "winter")
SEASON_TITLES = {
    "new-year": "New Year",
    "spring": "Spring",
    "early-summer": "Early Summer",
    "late-summer": "Late Summer",
    "fall": "Fall",
    "winter": "Winter",
}
CAPITALS = ("athens", "sparta", "corinth", "thebes", "syracuse")
"""The cities of 13.5."""
PERSIA = ("lydia", "phrygia")
THESSALY = ("larissa", "pherae")
EXPEDITION_BASE = "corcyra"


@dataclass(frozen=True, eq=False)
class Game:
    """A scenario made ready. `blocks` are those that it uses, `deck` its cards, `places` its areas and seas."""

    data: GameData
    scenario: Scenario
    blocks: Mapping[str, Block]
    provinces: Mapping[str, Province]
    seas: Mapping[str, Sea]
    cards: Mapping[str, Card]
    numbers: Mapping[str, int]
    key: Mapping[str, Mapping[str, str]]
    """For each side and place the key of its units outside walls there (`State.field`)."""
    where: Mapping[str, tuple[str, str]]
    """Side and place of such a key."""
    cities: tuple[str, ...]
    greece: frozenset[str]
    sicily: frozenset[str]
    homes: Mapping[str, tuple[str, ...]]
    """For each block the cities of its colour (2.7)."""
    evolution: Mapping[type[Event], Callable[[Any, Any, Any], Any]]
    bid: tuple[str, int] = ("", 0)
    """Who took his side by bidding Prestige, and how much (0.1)."""
    remembered: dict[Any, Any] = field(default_factory=dict)
    """Ways that were found before, by what they depend on; pure, so that it changes nothing."""

    def side(self, block: str) -> str:
        """The side of a block."""
        return self.blocks[block].side

    def title(self, place: str) -> str:
        """How people call an area (by its city, if that has another name) or a sea."""
        found = self.provinces.get(place) or self.seas.get(place)
        return found.name if found is not None else place

    def is_sea(self, place: str) -> bool:
        """Whether it is a sea."""
        return place in self.seas

    def other(self, side: str) -> str:
        """The other side."""
        return OTHER[side]


def prepare(
    data: GameData,
    scenario: str,
    options: Mapping[str, str],
    evolution: Mapping[type[Event], Callable[[Any, Any, Any], Any]],
) -> Game:
    """The scenario made ready. Raises OptionError where there is none of that name."""
    if scenario not in data.scenario:
        known = ", ".join(sorted(data.scenario))
        raise OptionError(f"hellenes has no scenario {scenario}; the scenarios are {known}")
    chosen = data.scenario[scenario]
    bid = _bid(options.get("bid", ""), data.number["victory"].value)
    provinces = {
        name: each
        for name, each in sorted(data.province.items())
        if each.map in chosen.maps or name in chosen.extra
    }
    seas = {
        name: each
        for name, each in sorted(data.sea.items())
        if each.map in chosen.maps or name in chosen.extra
    }
    deck = {
        card.id: card
        for card in sorted(data.card.values(), key=lambda card: card.number)
        if any(each.first <= card.number <= each.last for each in chosen.deck)
    }
    blocks = _blocks(data, chosen, provinces)
    places = (*provinces, *seas)
    homes = {}
    for name, block in blocks.items():
        cities = [each.id for each in provinces.values() if each.city and each.colour == block.colour]
        if chosen.id == "sicily" and block.colour == "dark-blue":
            cities.append(EXPEDITION_BASE)  # 15.2-a
        homes[name] = tuple(sorted(cities))
    return Game(
        data=data,
        scenario=chosen,
        blocks=blocks,
        provinces=provinces,
        seas=seas,
        cards=deck,
        numbers={name: number.value for name, number in sorted(data.number.items())},
        key={side: {place: f"{side}/{place}" for place in places} for side in SEATS},
        where={f"{side}/{place}": (side, place) for side in SEATS for place in places},
        cities=tuple(name for name, each in provinces.items() if each.city),
        greece=frozenset(
            [name for name, each in provinces.items() if each.map == "greece"]
            + [name for name, sea in seas.items() if sea.map == "greece"]
        ),
        sicily=frozenset(
            [name for name, each in provinces.items() if each.map == "sicily"]
            + [name for name, sea in seas.items() if sea.map == "sicily"]
        ),
        homes=homes,
        evolution=evolution,
        bid=bid,
    )


def _bid(text: str, victory: int) -> tuple[str, int]:
    """A bid, as `athens:3` (0.1); less than the Prestige with which the opponent would have won (14.2.1)."""
    seat, _, prestige = text.partition(":")
    if not text:
        return "", 0
    if seat not in SEATS or not prestige.isdecimal():
        raise OptionError(f"option bid takes SEAT:PRESTIGE, as athens:3, not {text}")
    if len(prestige) > len(str(victory)) or int(prestige) >= victory:
        raise OptionError(
            f"option bid takes less than {victory} Prestige, with which the opponent would have won (14.2.1)"
        )
    return seat, int(prestige)


def _blocks(data: GameData, scenario: Scenario, provinces: Mapping[str, Province]) -> dict[str, Block]:
    """The blocks of a scenario (15.5): those with a home on its maps; in Sicily those that it names (15.2-a)."""
    named = {
        block for each in data.deployment.values() if each.scenario == scenario.id for block in each.blocks
    } | set(scenario.second_expedition)
    found = {}
    for name, block in sorted(data.block.items()):
        at_home = any(home in provinces for home in block.home)
        if name in named or (at_home and (scenario.id != "sicily" or block.available == "sicily")):
            found[name] = block
    return found
