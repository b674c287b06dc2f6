"""A scenario's board: its map and pieces made ready, with everything that is looked up often.

Nothing here is stored: a board is made from the data and the name of a scenario, and kept while it is used.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Literal, TypeVar, cast

import msgspec

from rules.middle_earth.data_records import (
    Arm,
    Formation,
    Game,
    GameData,
    LeaderRecord,
    Map,
    MarkerRecord,
    Mover,
    Numbers,
    Phase,
    Role,
    Scenario,
    SideRecord,
    SiegeNumbers,
    Spell,
    Table,
    Terrain,
    Turn,
    UnitType,
)
from rules.parts.hexes import Grid, block, blocks, grid, hexside

ATTACKS = ("A", "B", "C", "D", "E", "-")
"""Attack letters from best to worst; "-" is an E that a rule makes one letter worse."""
MORALES = ("W", "X", "Y", "Z")
"""Morale from best to worst."""

NUMBERED = ("cauldron", "ladder", "head")
"""Kinds of marker of which each has a number."""

Some = TypeVar("Some")

Step = tuple[str, int]
"""A hex that can be entered next, and its cost in movement points."""


class Ratings(msgspec.Struct, frozen=True):
    """One side of a unit's counter (2.3). `attack` is "" for a unit that only fires; `missile` whether it fires."""

    attack: str
    missile: bool
    armour: int
    morale: str
    code: str


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A combat unit. `allowance` in movement points; `missile_range` in hexes, 0 for none; `value` by 9.12."""

    id: str
    title: str
    short: str
    type: str
    number: int
    side: str
    role: Role
    army: str
    nation: str
    arm: Arm
    full: Ratings
    reduced: Ratings
    allowance: int
    missile_range: int
    missile_only: bool
    never_disrupted: bool
    traits: frozenset[str]
    value: int


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """A leader. `nation` is "any" for one who leads all of his side; `magic` his points in this scenario, 0 if he
    has no magic; `inherits` nations that are his too once the leader named there is dead (ids of pieces)."""

    id: str
    title: str
    short: str
    side: str
    role: Role
    nation: str
    rating: int
    wounded: int
    magic: int
    allowance: int
    inherits: Mapping[str, tuple[str, ...]]


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A marker that stands on the map: a weapon with its first bearer (a piece) and bonus, or the pedestal."""

    id: str
    title: str
    kind: str
    side: str
    bearer: str
    bonus: int
    allowance: int


class Engine(msgspec.Struct, frozen=True, kw_only=True):
    """A siege engine. `allowance` in movement points, with its crew."""

    id: str
    title: str
    short: str
    kind: str
    side: str
    allowance: int


class CasualtyResult(msgspec.Struct, frozen=True):
    """A cell of 7.42: eliminated, or flipped, or neither, and then the hexes of retreat. `text` as printed."""

    text: str
    eliminated: bool
    flipped: bool
    retreat: int


class LeaderResult(msgspec.Struct, frozen=True):
    """A cell of 7.26: who is harmed, and how. `text` as printed."""

    text: str
    harmed: Literal["", "attacker", "defender"]
    killed: bool


class Board(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Everything about a scenario that never changes in play.

    Hexes: `grid`; `terrain` the ground of each; `road` those with a road; `edges` the hexsides with a feature;
    `paths` the road between two hexes along it (4.3);
    `levels` city levels (7.35; hexes that are not there are level 0); `regions` named hexes, sorted.
    `steps[role, mover][hex]`: where it can go next, with costs (4.0), features of hexsides counted as built.
    `zoc[hex]`: the hexes into which a unit there exerts a zone of control (6.13). `melee[hex]`: those that can
    be attacked from there over free or optional hexsides, prohibited ground aside.
    Tables: `casualty[attack, armour]` range or None; `result[die, morale]`; `duel[die, differential]` with the
    differential between `duel_bounds`; `rally[rating]` range or None up to `rally_best`; `magic[spell]` ranges
    by the points above the minimum, the last for all beyond; `values` of 9.12.
    """

    data: GameData
    scenario: Scenario
    game: Game
    sides: Mapping[str, SideRecord]
    seat_of: Mapping[str, str]
    phases: tuple[Phase, ...]
    turns: Mapping[int, Turn]
    numbers: Numbers
    grid: Grid
    terrain: Mapping[str, Terrain]
    road: frozenset[str]
    paths: Mapping[tuple[str, str], Terrain]
    edges: Mapping[str, Terrain]
    levels: Mapping[str, int]
    regions: Mapping[str, tuple[str, ...]]
    steps: Mapping[tuple[str, str], Mapping[str, tuple[Step, ...]]]
    zoc: Mapping[str, tuple[str, ...]]
    melee: Mapping[str, tuple[str, ...]]
    units: Mapping[str, Unit]
    leaders: Mapping[str, Leader]
    markers: Mapping[str, Marker]
    engines: Mapping[str, Engine]
    spells: Mapping[str, Spell]
    formations: Mapping[str, Formation]
    placed: Mapping[str, str]
    levels_of: Mapping[str, int]
    casualty: Mapping[tuple[str, int], tuple[int, int] | None]
    result: Mapping[tuple[int, str], CasualtyResult]
    duel: Mapping[tuple[int, int], LeaderResult]
    duel_bounds: tuple[int, int]
    rally: Mapping[int, tuple[int, int] | None]
    rally_best: int
    magic: Mapping[str, tuple[tuple[int, int] | None, ...]]
    values: Mapping[str, int]
    breach: Mapping[tuple[int, str], int]
    """GONDOR-17: by range and kind of hexside, the sum of two dice that breaches it, or less; 0 for never."""
    ram: tuple[int, int] | None
    """GONDOR-20."""
    siege: SiegeNumbers | None


_KEPT = 32
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
    game = next(iter(data.game.values()))
    numbers = numbers_of(data)
    map_ = data.map[scenario.map]
    hexes = board_hexes(map_, scenario.window)
    table = grid(frozenset(hexes))
    terrain = {name: data.terrain[kind] for name, kind in ground(map_).items() if name in table}
    edges = {
        side: data.terrain[edge.terrain]
        for edge in map_.edges
        for side in edge.hexsides
        if all(name in table for name in side.split("|"))
    }
    paths = _paths(data, map_, table)
    values = {row: cast(int, cells[0]) for row, cells in _rows(data.table["9.12"])}
    duel = data.table["7.26"]
    differentials = tuple(int(column) for column in duel.columns)
    rally = {int(row): _range(cells[0]) for row, cells in _rows(data.table["8.37"])}
    return Board(
        data=data,
        scenario=scenario,
        game=game,
        sides=data.side,
        seat_of={side.role: side.id for side in data.side.values()},
        phases=tuple(data.phase[letter] for letter in game.phases),
        turns={turn.number: turn for turn in scenario.turns},
        numbers=numbers,
        grid=table,
        terrain=terrain,
        road=frozenset(name for pair in paths for name in pair),
        paths=paths,
        edges=edges,
        levels={name: level.level for level in map_.levels for name in blocks(level.hexes) if name in table},
        regions={
            region.id: tuple(name for name in blocks(region.hexes) if name in table)
            for region in map_.regions
        },
        steps={
            (role, mover): _steps(table, terrain, edges, paths, role, mover)
            for role in ("west", "sauron")
            for mover in ("infantry", "cavalry", "leader", "engine", "beast")
        },
        zoc=_reach(table, terrain, edges, "zoc"),
        melee=_reach(table, terrain, edges, "melee"),
        units=_units(data, game.id, numbers, values),
        leaders=_leaders(data, game.id, numbers, scenario),
        markers={
            name: _marker(game.id, each, number)
            for each in data.marker.values()
            for number, name in enumerate(marker_ids(game.id, each), start=1)
        },
        engines=_engines(data, game.id),
        spells={name: data.spell[name] for name in scenario.spells},
        formations=data.formation,
        placed={each.piece: each.hex for each in scenario.placed},
        levels_of={each.army: each.level for each in scenario.levels},
        casualty={
            (row, int(column)): _range(cell)
            for row, cells in _rows(data.table["7.41"])
            for column, cell in zip(data.table["7.41"].columns, cells, strict=True)
        },
        result={
            (int(row), column): casualty_result(cast(str, cell))
            for row, cells in _rows(data.table["7.42"])
            for column, cell in zip(data.table["7.42"].columns, cells, strict=True)
        },
        duel={
            (int(row), differential): leader_result(cast(str, cell))
            for row, cells in _rows(duel)
            for differential, cell in zip(differentials, cells, strict=True)
        },
        duel_bounds=(differentials[0], differentials[-1]),
        rally=rally,
        rally_best=max(rally),
        magic={
            row: tuple(_range(cell) for cell in cells[_least_column(data, row) :])
            for row, cells in _rows(data.table["8.57"])
            if row in scenario.spells
        },
        values=values,
        breach={
            (int(row), column): cast(int, cell)
            for row, cells in (_rows(data.table["breach"]) if "breach" in data.table else ())
            for column, cell in zip(data.table["breach"].columns, cells, strict=True)
        },
        ram=_range(data.table["ram"].cells[0][0]) if "ram" in data.table else None,
        siege=_numbers(data, SiegeNumbers) if "oil-counters" in data.number else None,
    )


def numbers_of(data: GameData) -> Numbers:
    """The single numbers of the standard rules by name."""
    return _numbers(data, Numbers)


def _numbers(data: GameData, kind: type[Some]) -> Some:
    wanted = kind.__struct_encode_fields__  # type: ignore[attr-defined]
    return msgspec.convert({name: data.number[name].value for name in wanted if name in data.number}, kind)


# Maps


def board_hexes(map_: Map, window: str = "") -> tuple[str, ...]:
    """The hexes of a map, or of a block of it, sorted."""
    hexes = blocks(map_.hexes)
    if not window:
        return hexes
    inside = frozenset(block(window))
    return tuple(name for name in hexes if name in inside)


def ground(map_: Map) -> dict[str, str]:
    """The terrain id of each hex of a map; a later area replaces an earlier one."""
    found = dict.fromkeys(blocks(map_.hexes), map_.ground)
    for area in map_.areas:
        found.update((name, area.terrain) for name in blocks(area.hexes) if name in found)
    return found


def _paths(data: GameData, map_: Map, table: Grid) -> dict[tuple[str, str], Terrain]:
    """The road between each two hexes along it, in both directions."""
    found: dict[tuple[str, str], Terrain] = {}
    for path in map_.paths:
        for first, second in pairwise(path.hexes):
            if first in table and second in table:
                found[first, second] = found[second, first] = data.terrain[path.terrain]
    return found


def _steps(
    table: Grid,
    terrain: Mapping[str, Terrain],
    edges: Mapping[str, Terrain],
    paths: Mapping[tuple[str, str], Terrain],
    role: Role,
    mover: Mover,
) -> dict[str, tuple[Step, ...]]:
    found: dict[str, tuple[Step, ...]] = {}
    for name in table.hexes:
        steps = []
        for after in table.neighbours[name]:
            entered = paths.get((name, after), terrain[after])
            edge = edges.get(table.hexsides[name, after])
            cost = entered.movement.get(mover)
            crossing = 0 if edge is None else edge.movement.get(mover)
            closed = role in terrain[after].closed_to or (edge is not None and role in edge.closed_to)
            if cost is not None and crossing is not None and not closed:
                steps.append((after, cost + crossing))
        found[name] = tuple(steps)
    return found


def _reach(
    table: Grid, terrain: Mapping[str, Terrain], edges: Mapping[str, Terrain], what: Literal["zoc", "melee"]
) -> dict[str, tuple[str, ...]]:
    """Neighbours to which zones of control (6.13) or melee over free ground (7.35) go from each hex."""

    def passes(first: str, second: str) -> bool:
        edge = edges.get(hexside(first, second))
        if what == "melee":
            return (edge is None or edge.melee != "assault") and bool(terrain[second].movement)
        return terrain[first].zoc and terrain[second].zoc and (edge is None or edge.zoc)

    return {
        name: tuple(each for each in table.neighbours[name] if passes(name, each)) for name in table.hexes
    }


# Pieces


def ratings(code: str) -> Ratings:
    """The ratings of a code: "Be3X" attacks as B, fires, armour 3, morale X; "e1Y" only fires (2.3)."""
    attack = code[0] if code[0] in ATTACKS else ""
    return Ratings(attack, "e" in code, int(code[-2]), code[-1], code)


def demoralization_value(full: Ratings, values: Mapping[str, int]) -> int:
    """The demoralization value of a unit from its full side (9.12)."""
    letters = ([full.attack] if full.attack else []) + (["E"] if full.missile else []) + [full.morale]
    return sum(values[letter] for letter in letters) + full.armour


def unit_ids(game: str, type_: UnitType) -> tuple[str, ...]:
    """The ids of the units of a type, from 1: "sauron-men-footmen-1" and on."""
    return tuple(f"{game}-{type_.id}-{number}" for number in range(1, type_.count + 1))


def _units(data: GameData, game: str, numbers: Numbers, values: Mapping[str, int]) -> dict[str, Unit]:
    allowances = {"infantry": numbers.allowance_infantry, "cavalry": numbers.allowance_cavalry}
    ranges = {"": 0, "bow": numbers.missile_range_bow, "catapult": numbers.missile_range_catapult}
    found: dict[str, Unit] = {}
    for type_ in data.unit.values():
        full, reduced = ratings(type_.full), ratings(type_.reduced)
        for number, name in enumerate(unit_ids(game, type_), start=1):
            found[name] = Unit(
                id=name,
                title=type_.title if type_.count == 1 else f"{type_.title} {number}",
                short=type_.short,
                type=type_.id,
                number=number,
                side=type_.side,
                role=data.side[type_.side].role,
                army=type_.army,
                nation=type_.nation,
                arm=type_.arm,
                full=full,
                reduced=reduced,
                allowance=type_.allowance or allowances.get(type_.arm, numbers.allowance_infantry),
                missile_range=ranges[type_.missile],
                missile_only=not full.attack,
                never_disrupted=type_.never_disrupted,
                traits=frozenset(type_.traits),
                value=demoralization_value(full, values),
            )
    return found


def _leaders(data: GameData, game: str, numbers: Numbers, scenario: Scenario) -> dict[str, Leader]:
    def leader(record: LeaderRecord) -> Leader:
        name = f"{game}-{record.id}"
        return Leader(
            id=name,
            title=record.title,
            short=record.short,
            side=record.side,
            role=data.side[record.side].role,
            nation=record.nation,
            rating=record.rating,
            wounded=record.wounded,
            magic=scenario.magic.get(name, record.magic),
            allowance=numbers.allowance_leader,
            inherits={f"{game}-{dead}": nations for dead, nations in record.inherits.items()},
        )

    return {f"{game}-{record.id}": leader(record) for record in data.leader.values()}


def _engines(data: GameData, game: str) -> dict[str, Engine]:
    return {
        f"{game}-{record.id}-{number}": Engine(
            id=f"{game}-{record.id}-{number}",
            title=record.title if record.count == 1 else f"{record.title} {number}",
            short=record.short,
            kind=record.kind,
            side=record.side,
            allowance=record.allowance,
        )
        for record in data.engine.values()
        for number in range(1, record.count + 1)
    }


def marker_ids(game: str, record: MarkerRecord) -> tuple[str, ...]:
    """The ids of the markers that stand on the map each by itself: single ones, and those with numbers."""
    if record.count == 1:
        return (f"{game}-{record.id}",)
    if record.kind not in NUMBERED:
        return ()
    return tuple(f"{game}-{record.id}-{number}" for number in range(1, record.count + 1))


def _marker(game: str, record: MarkerRecord, number: int) -> Marker:
    return Marker(
        id=marker_ids(game, record)[number - 1],
        title=record.title if record.count == 1 else f"{record.title} {number}",
        kind=record.kind,
        side=record.side,
        bearer=f"{game}-{record.bearer}" if record.bearer else "",
        bonus=record.bonus,
        allowance=record.allowance,
    )


# Tables


def _least_column(data: GameData, spell: str) -> int:
    """The first column of the magic table that can be used: a table by the points used (8.57) begins at 1 point, one by
    those above the minimum at 0."""
    first = int(data.table["8.57"].columns[0])
    return data.spell[spell].minimum - first if first else 0


def casualty_result(text: str) -> CasualtyResult:
    """A cell of 7.42: "E", "1/2", "R2", "1/2 R1" or "-"."""
    parts = text.split()
    retreat = next((int(part[1:]) for part in parts if part.startswith("R")), 0)
    return CasualtyResult(text, "E" in parts, "1/2" in parts, retreat)


def leader_result(text: str) -> LeaderResult:
    """A cell of 7.26: "AW", "AK", "DW", "DK" or "-"."""
    harmed: Literal["", "attacker", "defender"] = ""
    if text != "-":
        harmed = "attacker" if text.startswith("A") else "defender"
    return LeaderResult(text, harmed, text.endswith("K"))


def _rows(table: Table) -> Iterable[tuple[str, tuple[object, ...]]]:
    return zip(table.rows, table.cells, strict=True)


def _range(cell: object) -> tuple[int, int] | None:
    least_greatest = cast(tuple[int, ...], cell)
    return (least_greatest[0], least_greatest[1]) if least_greatest else None
