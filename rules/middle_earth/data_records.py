"""What the data files hold: one struct a kind of record.

Every record carries where its values come from: `source` for the record, `sources` for single fields of another
origin, `note` for the rest. Everything is plain (strings, numbers, tuples, dicts with string keys), so that the
whole can be stored as JSON and read again. Hexes are "CCRR", hexsides "CCRR|CCRR", blocks of hexes
"CCRR-CCRR" (north-west and south-east corner) as in `rules.parts.hexes`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.parts.record_origin import Record
from rules.sources import Source

SHAPE = 1
"""Version of the shape of `GameData`; moves when a struct below changes."""

Identity = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
TableId = Annotated[str, Meta(pattern=r"^([0-9]+(\.[0-9]+)?|[a-z]+)$")]
Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Code = Annotated[str, Meta(pattern=r"^([A-E]e?|e)[1-4][W-Z]$")]
Block = Annotated[str, Meta(pattern=r"^[0-9]{4}(-[0-9]{4})?$")]
Hex = Annotated[str, Meta(pattern=r"^[0-9]{4}$")]
Side = Annotated[str, Meta(pattern=r"^[0-9]{4}\|[0-9]{4}$")]
Role = Literal["west", "sauron"]
Arm = Literal["infantry", "cavalry", "beast"]
Mover = Literal["infantry", "cavalry", "leader", "engine", "beast"]
Cell = tuple[int, ...] | int | str


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


TERRAIN_CELLS = ("infantry", "cavalry", "leader", "engine", "zoc", "fire", "melee")
"""The columns of the terrain effects chart; `Terrain.sources` has each."""


class Terrain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the terrain effects chart (4.3).

    `kind`: the ground of a hex, a feature of a hexside, or a path: a road, which replaces the cost of the hexes
    that it runs through. `movement`: movement points to enter (hexes, paths) or more to cross (hexsides), for
    each mover; a mover that is not there may not enter or cross. `closed_to`: roles that may not either.
    `zoc`: whether zones of control enter, leave and cross (6.13). `blocks_fire`: fire may not pass through the
    hex or across the hexside (7.13); `fire_by_path`: fire enters and leaves only along open hexsides.
    `armour_bonus`: bounds the target's hex and is fired across (7.18). `melee`: free; `assault`, only from a
    siege tower, a ladder or a higher city level (7.35); `optional`, allowed but never a duty.
    `clear`: clear terrain for formations (8.41). `cavalry_shift`: letters by which cavalry attacks worse
    into or out of it.
    """

    id: Identity
    title: str
    kind: Literal["hex", "hexside", "path"]
    movement: dict[Mover, Count] = {}
    closed_to: tuple[Role, ...] = ()
    zoc: bool = True
    blocks_fire: bool = False
    fire_by_path: bool = False
    armour_bonus: Count = 0
    melee: Literal["free", "assault", "optional"] = "free"
    clear: bool = False
    cavalry_shift: Count = 0
    colour: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    sources: dict[str, Source]
    note: str = ""
    names: dict[str, str] = {}


class Area(Record, frozen=True, kw_only=True):
    """Ground of some hexes of a map; a later area replaces an earlier one."""

    terrain: Identity
    hexes: tuple[Block, ...]


class Edge(Record, frozen=True, kw_only=True):
    """A feature of some hexsides of a map."""

    terrain: Identity
    hexsides: tuple[Side, ...]


class Path(Record, frozen=True, kw_only=True):
    """A road: its hexes from one end to the other, each next to the one before."""

    terrain: Identity
    title: str = ""
    hexes: tuple[Hex, ...]


class Region(Record, frozen=True, kw_only=True):
    """Named hexes of a map: where an army sets up, enters or must stand."""

    id: Identity
    title: str
    hexes: tuple[Block, ...]


class Level(Record, frozen=True, kw_only=True):
    """The hexes of a city level (7.35); hexes in none are level 0."""

    level: Positive
    hexes: tuple[Block, ...]


class Map(Record, frozen=True, kw_only=True):
    """A map: `hexes` are its blocks, `ground` the terrain of hexes that no area names."""

    id: Identity
    title: str
    hexes: tuple[Block, ...]
    ground: Identity
    areas: tuple[Area, ...] = ()
    edges: tuple[Edge, ...] = ()
    paths: tuple[Path, ...] = ()
    regions: tuple[Region, ...] = ()
    levels: tuple[Level, ...] = ()


class UnitType(Record, frozen=True, kw_only=True):
    """A kind of combat unit and how many there are. `full` and `reduced` are the codes on its two sides (2.3): attack
    letter, `e` for missiles, armour, morale. `short` is for small drawings. `allowance`: movement points where
    not those of its arm. `missile`: the weapon that sets its range (7.12). `traits`: no ladder or siege tower; into a
    city by its destroyed Great Gate alone; cavalry attacks it worse (GONDOR-43)."""

    id: Identity
    title: str
    short: Annotated[str, Meta(min_length=1, max_length=4)]
    side: Identity
    army: Identity
    nation: Identity
    arm: Arm
    count: Positive
    full: Code
    reduced: Code
    missile: Literal["", "bow", "catapult"] = ""
    allowance: Count = 0
    never_disrupted: bool = False
    traits: tuple[Literal["no-climbing", "by-the-great-gate", "dreaded-by-cavalry"], ...] = ()


class LeaderRecord(Record, frozen=True, kw_only=True):
    """A leader. `nation`: whose units he leads (8.1, 8.31), "any" for all of his side. `magic`: his points, 0 if he has
    no magic. `inherits`: nations that he also leads once the leader named there is dead."""

    id: Identity
    title: str
    short: Annotated[str, Meta(min_length=1, max_length=4)]
    side: Identity
    nation: Identity
    rating: Positive
    wounded: Positive
    magic: Count = 0
    inherits: dict[str, tuple[Identity, ...]] = msgspec.field(default_factory=dict)


class MarkerRecord(Record, frozen=True, kw_only=True):
    """A counter that is neither unit nor leader. `bearer`: the leader who begins with a weapon; `bonus` what it adds to
    his rating. `allowance`: movement points of one that moves."""

    id: Identity
    title: str
    kind: Literal[
        "weapon", "pedestal", "turn", "total", "disrupted", "cauldron", "oil", "ladder", "head", "breach", "gate",
        "control", "demoralized", "banner", "spell",
    ]  # fmt: skip
    side: Identity
    count: Positive
    bearer: str = ""
    bonus: Count = 0
    allowance: Count = 0


class EngineRecord(Record, frozen=True, kw_only=True):
    """A kind of siege engine and how many there are. `allowance`: movement points with its crew."""

    id: Identity
    title: str
    short: Annotated[str, Meta(min_length=1, max_length=4)]
    kind: Literal["catapult", "siege-tower", "ram"]
    side: Identity
    count: Positive
    allowance: Positive


class Formation(Record, frozen=True, kw_only=True):
    """A special formation (8.4). `types`: the kinds of unit that may take it; none named: all of the arm."""

    id: Identity
    title: str
    role: Role
    arm: Arm
    types: tuple[Identity, ...] = ()
    attack: Annotated[str, Meta(pattern=r"^[A-E]$")]
    armour: Annotated[int, Meta(ge=1, le=4)]
    allowance: Positive


class Spell(Record, frozen=True, kw_only=True):
    """A spell: who casts it, the fewest points (8.54), the piece that must be on the map, and its numbers. `lasting`:
    it works to the end of the game, not of the turn."""

    id: Identity
    title: str
    caster: Identity
    minimum: Positive
    needs: str = ""
    once: bool = False
    lasting: bool = False
    rule: str
    numbers: dict[str, int] = msgspec.field(default_factory=dict)


class OptionRecord(Record, frozen=True, kw_only=True):
    """A switch of the rules; `default` is the ruling."""

    id: Identity
    about: str
    values: tuple[str, ...]
    default: str


class Turn(Record, frozen=True, kw_only=True):
    """A turn of the turn record track (10.0)."""

    number: Positive
    night: bool


class Placed(Record, frozen=True, kw_only=True):
    """A piece that a scenario begins with in a hex."""

    piece: str
    hex: Hex


class SetUp(Record, frozen=True, kw_only=True):
    """Pieces that their side places itself, in the order of these records: anywhere in a region, at least `apart`
    hexes from every enemy unit; `rule` says so."""

    side: Identity
    pieces: tuple[str, ...]
    region: Identity
    apart: Count = 0
    rule: str = "3.0"


class Arrival(Record, frozen=True, kw_only=True):
    """Reinforcements: from `turn` on `pieces` may enter in the region; `choice` names as many of a group of which the
    owner picks. `each_hex`: combat units a hex a turn, 0 for no limit. `title`: what the log calls them. `least`:
    they come on this roll of a die or more, rolled for each turn, and surely in the turn `surely`. `totals`: what
    their coming does to demoralization totals, by army; `rule` prints it."""

    title: str = ""
    rule: str = "4.0"
    least: Count = 0
    surely: Count = 0
    totals: dict[Identity, int] = msgspec.field(default_factory=dict)
    turn: Positive
    side: Identity
    region: Identity
    pieces: tuple[str, ...] = ()
    choice: tuple[str, ...] = ()
    number: Count = 0
    each_hex: Count = 0


class Deployment(Record, frozen=True, kw_only=True):
    """Ready positions for everything that a scenario's sides set up; "SCENARIO-historical" is the usual one."""

    id: Identity
    title: str
    scenario: Identity
    placed: tuple[Placed, ...]


class ArmyLevel(Record, frozen=True, kw_only=True):
    """The demoralization level of an army in a scenario (9.21): demoralized when its total exceeds it."""

    army: Identity
    level: Count


class Shock(Record, frozen=True, kw_only=True):
    """What a leader's death adds to a demoralization total."""

    leader: str
    army: Identity
    value: int


class Prize(Record, frozen=True, kw_only=True):
    """Points at the end for a seat, for each of the hexes in which it has a combat unit."""

    side: Identity
    title: str
    hexes: tuple[Block, ...]
    points: Positive


class Kill(Record, frozen=True, kw_only=True):
    """Points for a seat for the death of an enemy leader or of a unit with points of its own."""

    side: Identity
    piece: str
    points: Positive


class AtOnce(Record, frozen=True, kw_only=True):
    """A win at once: these pieces dead and all of these hexes held by the seat."""

    side: Identity
    dead: tuple[str, ...]
    held: tuple[Hex, ...]


class Victory(Record, frozen=True, kw_only=True):
    """How a scenario is won. Each seat has the demoralization values (9.12) of eliminated enemy units times
    `unit_value`, `demoralized` points for each enemy army that is, and its prizes and kills. The higher total
    wins, decisively with a lead of `decisive` or more; `tie`: the seat that wins on equal points, "" for a draw.
    `annihilation`: a seat without combat units loses at once. `at_once`: pieces that must be dead and hexes that
    must be held by `side` for a win at once.
    """

    unit_value: Count
    demoralized: Count
    decisive: Count
    tie: str = ""
    annihilation: bool = False
    prizes: tuple[Prize, ...] = ()
    kills: tuple[Kill, ...] = ()
    at_once: tuple[AtOnce, ...] = ()


class Scenario(Record, frozen=True, kw_only=True):
    """A starting position. `window` cuts a block out of the map. `spells` may be cast; `magic` gives leaders, by
    their pieces, other points than printed. `turns` is the turn record track."""

    id: Identity
    title: str
    about: str
    map: Identity
    window: str = ""
    turns: tuple[Turn, ...]
    placed: tuple[Placed, ...] = ()
    set_up: tuple[SetUp, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    spells: tuple[Identity, ...] = ()
    magic: dict[str, Count] = msgspec.field(default_factory=dict)
    levels: tuple[ArmyLevel, ...]
    shocks: tuple[Shock, ...] = ()
    victory: Victory


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
