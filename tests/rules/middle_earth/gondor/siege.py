"""Positions of the siege for tests: the real map, empty, on which a test puts what it needs (see `harness`).

The outer wall at the Great Gate: 1211 is the hex behind it, 1311 before it. 1210, 1212, 1213 are level 1 beside it;
1210|1310, 1212|1312, 1212|1313 are walls, 1210|1311, 1211|1312, 1213|1313 towers. 1112 and 1110 are level 2.
"""

from __future__ import annotations

from functools import lru_cache

from rules.middle_earth import standard
from rules.middle_earth.data import board
from rules.middle_earth.data_records import GameData
from rules.middle_earth.events import EnginePlaced, LeaderPlaced, MarkerPlaced
from rules.middle_earth.game import Game
from rules.middle_earth.gondor.events import CauldronFilled, LadderRaised
from rules.middle_earth.gondor.ruleset import EXCLUSIVE, load, prepare, ruleset
from rules.ruleset import Event
from tests.rules.middle_earth.harness import Given, phase

DEFAULTS = {option.name: option.default for option in ruleset.options}


@lru_cache(maxsize=1)
def installed_data() -> GameData:
    """The data of the Gondor game."""
    return load(None)


@lru_cache(maxsize=8)
def siege(**options: str) -> Game:
    """The siege's map, turns and rules, with nothing on the map."""
    return standard.game_for(board(installed_data(), "siege"), EXCLUSIVE, {**DEFAULTS, **options})


def whole_game(**options: str) -> Game:
    """The siege as it is played, made ready."""
    return prepare(installed_data(), "siege", {**DEFAULTS, **options})


def leader(name: str, place: str, *, wounded: bool = False, points: int | None = None) -> Event:
    """A leader in a hex, with the magic points printed unless said otherwise."""
    printed = installed_data().leader[name].magic
    return LeaderPlaced(name, place, wounded, printed if points is None else points)


def engine(name: str, place: str, *, against: str = "") -> Event:
    """An engine in a hex, perhaps against a hexside."""
    record = installed_data().engine[name.rpartition("-")[0]]
    return EnginePlaced(name, record.kind, place, record.side, against)


def cauldron(number: int, place: str, content: str = "oil", counters: int = 3) -> tuple[Event, ...]:
    """A cauldron in a hex; put a star before it."""
    name = f"cauldron-{number}"
    return (MarkerPlaced(name, place), CauldronFilled(name, "west", place, content, counters))


def ladder(number: int, unit: str, place: str, hexside: str, *, turn: int = 1) -> tuple[Given, ...]:
    """A ladder that a unit, placed before, raised in this turn; put a star before it."""
    return (phase("C", turn=turn), LadderRaised(unit, f"ladder-{number}", place, hexside))
