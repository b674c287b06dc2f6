"""What the data files hold: one struct a kind of record.

Every record carries where its values come from: `source` for the record, `sources` for single fields of another
origin, `note` for the rest. Everything is plain (strings, numbers, tuples, dicts with string keys), so that the
whole can be stored as JSON and read again. Hexes are "CCRR", hexsides "CCRR|CCRR", blocks of hexes
"CCRR-CCRR" (north-west and south-east corner) as in `rules.parts.hexes`. One file a concept; all are names
of this package.
"""
# ruff: noqa: F403, F405

from collections.abc import Mapping

import msgspec

from rules.middle_earth.data_records.counters import *
from rules.middle_earth.data_records.maps import *
from rules.middle_earth.data_records.rules import *
from rules.middle_earth.data_records.scenarios import *
from rules.middle_earth.data_records.values import *

SHAPE = 2
"""Version of the shape of `GameData`; moves when a struct below changes, or how records name each other."""

KINDS: dict[str, type[msgspec.Struct]] = {
    "army": Army,
    "deployment": Deployment,
    "engine": EngineRecord,
    "formation": Formation,
    "game": Game,
    "leader": LeaderRecord,
    "map": Map,
    "marker": MarkerRecord,
    "nation": Nation,
    "number": Number,
    "option": OptionRecord,
    "phase": Phase,
    "scenario": Scenario,
    "side": SideRecord,
    "spell": Spell,
    "table": Table,
    "terrain": Terrain,
    "unit": UnitType,
}
"""The kinds of record that a file may hold, each as an array of tables `[[kind]]` with an `id`."""


RULES: Mapping[str, str] = {
    "army": "9.0",
    "deployment": "3.0",
    "formation": "8.4",
    "nation": "8.1",
    "phase": "3.0",
    "scenario": "3.0",
    "terrain": "4.3",
    "unit": "2.3",
}
"""The rule that speaks of a kind, for kinds whose records do not name one."""


class GameData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All data of one game: the records of each kind by id. The fields are the kinds of `KINDS`."""

    shape: int = SHAPE
    game: dict[str, Game]
    side: dict[str, SideRecord]
    army: dict[str, Army]
    nation: dict[str, Nation]
    phase: dict[str, Phase]
    number: dict[str, Number]
    table: dict[str, Table]
    terrain: dict[str, Terrain]
    map: dict[str, Map]
    unit: dict[str, UnitType]
    leader: dict[str, LeaderRecord]
    marker: dict[str, MarkerRecord]
    formation: dict[str, Formation]
    spell: dict[str, Spell]
    option: dict[str, OptionRecord]
    scenario: dict[str, Scenario]
    engine: dict[str, EngineRecord] = {}
    deployment: dict[str, Deployment] = {}
