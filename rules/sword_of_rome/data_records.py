"""What the data files hold: one struct a kind of record, and all of them together.

Every record carries where its values come from: `source` for the record, `sources` for single fields of another
origin, `note` for the rest. Everything is plain (strings, numbers, tuples, dicts with string keys), so that the whole
can be stored as JSON and read again.
"""

from collections.abc import Mapping

import msgspec

from rules.sword_of_rome.data_cards import Card, Deck, GallicEvent, Leader, Marker, MinorLeader
from rules.sword_of_rome.data_map import Connection, Region, Road, Space, Terrain
from rules.sword_of_rome.data_origin import Record
from rules.sword_of_rome.data_rules import (
    Attrition,
    CombatLoss,
    Game,
    NavalResult,
    Number,
    OptionRecord,
    Order,
    Phase,
    Place,
    PowerRecord,
    Ratio,
    SeatRecord,
    SiegeResult,
    Strength,
    Turn,
)
from rules.sword_of_rome.data_scenarios import Deployment, Scenario

SHAPE = 1
"""Version of the shape of `GameData`; moves when a struct of a record, a condition or an operation changes."""

KINDS: dict[str, type[Record]] = {
    "attrition": Attrition,
    "card": Card,
    "combat-loss": CombatLoss,
    "connection": Connection,
    "deck": Deck,
    "deployment": Deployment,
    "gallic-event": GallicEvent,
    "game": Game,
    "leader": Leader,
    "marker": Marker,
    "minor-leader": MinorLeader,
    "naval-result": NavalResult,
    "number": Number,
    "option": OptionRecord,
    "order": Order,
    "phase": Phase,
    "place": Place,
    "power": PowerRecord,
    "ratio": Ratio,
    "region": Region,
    "road": Road,
    "scenario": Scenario,
    "seat": SeatRecord,
    "siege-result": SiegeResult,
    "space": Space,
    "strength": Strength,
    "terrain": Terrain,
    "turn": Turn,
}
"""The kinds of record that a file may hold, each as an array of tables `[[kind]]` with an `id`."""


RULES: Mapping[str, str] = {
    "attrition": "5.5",
    "card": "7.1",
    "combat-loss": "12.3",
    "connection": "2.3",
    "deck": "6.1",
    "deployment": "3",
    "gallic-event": "5.4",
    "game": "1",
    "leader": "8.1",
    "marker": "7.1",
    "minor-leader": "8.3",
    "naval-result": "9.6.4",
    "order": "4.4",
    "phase": "5",
    "power": "1",
    "ratio": "12.2.1",
    "region": "2.2",
    "road": "9.2",
    "scenario": "3",
    "seat": "1",
    "siege-result": "13.2",
    "space": "2.2",
    "strength": "12.2.1",
    "terrain": "9.2",
    "turn": "4.2",
}
"""The rule that speaks of each kind, for kinds whose records do not name one."""


class GameData(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """All data of the game: the records of each kind by id. The fields are the kinds of `KINDS`."""

    shape: int = SHAPE
    game: dict[str, Game]
    seat: dict[str, SeatRecord]
    power: dict[str, PowerRecord]
    order: dict[str, Order]
    phase: dict[str, Phase]
    turn: dict[str, Turn]
    number: dict[str, Number]
    place: dict[str, Place]
    option: dict[str, OptionRecord]
    terrain: dict[str, Terrain]
    space: dict[str, Space]
    connection: dict[str, Connection]
    road: dict[str, Road]
    region: dict[str, Region]
    leader: dict[str, Leader]
    minor_leader: dict[str, MinorLeader]
    deck: dict[str, Deck]
    card: dict[str, Card]
    marker: dict[str, Marker]
    ratio: dict[str, Ratio]
    strength: dict[str, Strength]
    combat_loss: dict[str, CombatLoss]
    siege_result: dict[str, SiegeResult]
    naval_result: dict[str, NavalResult]
    attrition: dict[str, Attrition]
    gallic_event: dict[str, GallicEvent]
    deployment: dict[str, Deployment]
    scenario: dict[str, Scenario]


CELLS: Mapping[type, dict[str, int]] = {
    Attrition: {"losses": 6},
    CombatLoss: {"winner_die": 2, "loser_die": 2},
    NavalResult: {"result": 1},
    Ratio: {"modifier": 1},
    SiegeResult: {"points": 1, "units_lost": 1},
    Strength: {"modifier": 1},
}
"""The rows of tables: how many cells each of their fields has; the tally counts these singly."""


def field(kind: str) -> str:
    """The field of `GameData` that holds the records of a kind."""
    return kind.replace("-", "_")
