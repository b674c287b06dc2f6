"""The game and its standard rules: seats, armies, phases, numbers, tables, options (2.0, 3.0)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.middle_earth.data_records.values import Cell, Identity, Positive, Role, TableId
from rules.parts.record_origin import Record
from rules.sources import Source


class Game(Record, frozen=True, kw_only=True):
    """One of the two games. `phases` are the letters of 3.0 that it plays, in order."""

    id: Identity
    title: str
    publisher: str = ""
    year: int = 0
    phases: tuple[str, ...]


class SideRecord(Record, frozen=True, kw_only=True):
    """A seat. `role` is what the standard rules call it; `counters` how many counters it has in the box (2.5)."""

    id: Identity
    title: str
    role: Role
    counters: Positive
    colour: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
    letter: Annotated[str, Meta(min_length=1, max_length=1)]


class Army(Record, frozen=True, kw_only=True):
    """What has a demoralization total of its own (9.0); its level is the scenario's."""

    id: Identity
    title: str
    side: Identity


class Nation(Record, frozen=True, kw_only=True):
    """A nationality (8.1)."""

    id: Identity
    title: str
    side: Identity


class Phase(Record, frozen=True, kw_only=True):
    """A phase of 3.0, by its letter. `order` holds the roles that act in it, in order."""

    id: Annotated[str, Meta(pattern=r"^[A-H]$")]
    title: str
    kind: Literal["magic", "siege", "movement", "combat", "rally"]
    order: tuple[Role, ...]


class Number(Record, frozen=True, kw_only=True):
    """One number of the standard rules, with the rule that prints it."""

    id: Identity
    value: int
    rule: str


class Numbers(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """All numbers of the standard rules; the ids of the `number` records are these names with hyphens."""

    allowance_infantry: int  # 4.12
    allowance_cavalry: int  # 4.11
    allowance_leader: int  # 4.11
    stack_units: int  # 5.0
    missile_range_bow: int  # 7.12
    missile_range_catapult: int  # 7.12
    wall_armour_bonus: int  # 7.18
    armour_best: int  # 7.18
    leader_hit_retreat: int  # 7.23
    early_retreat_hexes: int  # 7.7
    early_retreat_disrupted: int  # 7.7: disrupted on this roll or less
    leader_wound: int  # 8.21: a wounded leader's rating is this much lower
    leader_rating_least: int  # 8.21
    leader_shares_fate: int  # 8.24: shares it on this roll or more
    rally_units: int  # 8.32
    formation_members: int  # 8.42
    night_rating_bonus: int  # 10.0


class SiegeNumbers(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """All numbers of a siege (phase B); only a game that plays it has them, as `number` records like those above."""

    oil_cauldrons: int  # GONDOR-8: how many of the cauldrons hold oil
    oil_counters: int  # GONDOR-8: in each cauldron
    head_reach: int  # GONDOR-24
    head_points: int  # GONDOR-24, GONDOR-39
    breach_disrupts: int  # GONDOR-18: on this roll or less
    engine_shot_bonus: int  # GONDOR-27
    tower_crossing: int  # GONDOR-21: movement points
    tower_armour: int  # GONDOR-21
    tower_burns: int  # GONDOR-25: on this roll or less
    seizing: int  # GONDOR-23: movement points
    ladder_thrown_down: int  # GONDOR-22: on this roll or more
    gate_destroyed: int  # GONDOR-20, GONDOR-39
    level_lost: int  # GONDOR-23, GONDOR-39: to the garrison's total
    level_won: int  # GONDOR-23, GONDOR-39: off Sauron's
    garrison_broken: int  # GONDOR-39: off Sauron's
    eowyn_bonus: int  # GONDOR-41
    mumak_letters: int  # GONDOR-43


class Table(Record, frozen=True, kw_only=True):
    """A table of the rules by its number there. `cells` and `cell_sources` go row by row.

    A cell of a table of ranges is `[least, greatest]` (inclusive, 2d6) or `[]` for never; of a table of results
    its text as printed; of a table of values a number. `row_axis` and `column_axis` say what is looked up.
    """

    id: TableId
    title: str
    row_axis: str
    rows: tuple[str, ...]
    column_axis: str
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    cell_sources: tuple[tuple[Source, ...], ...]


class OptionRecord(Record, frozen=True, kw_only=True):
    """A switch of the rules; `default` is the ruling."""

    id: Identity
    about: str
    values: tuple[str, ...]
    default: str
