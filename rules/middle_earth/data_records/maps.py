"""Maps and the terrain effects chart (2.1, 4.3)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.middle_earth.data_records.values import Block, Count, Hex, Identity, Mover, Positive, Role, Side
from rules.parts.record_origin import Record
from rules.sources import Source

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
