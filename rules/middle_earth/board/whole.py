"""All of a scenario's board in one record, and how it is made and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import cast

import msgspec

from rules.middle_earth.board.counters import (
    Engine,
    Leader,
    Marker,
    Unit,
    engine_cards,
    leader_cards,
    marker_card,
    marker_ids,
    unit_cards,
)
from rules.middle_earth.board.maps import Step, board_hexes, ground, paths_between, reach_from, steps_from
from rules.middle_earth.board.tables import (
    CasualtyResult,
    LeaderResult,
    casualty_result,
    leader_result,
    least_column,
    numbers_in,
    numbers_of,
    range_of,
    rows_of,
)
from rules.middle_earth.data_records import (
    Formation,
    Game,
    GameData,
    Numbers,
    Phase,
    Scenario,
    SideRecord,
    SiegeNumbers,
    Spell,
    Terrain,
    Turn,
)
from rules.parts.hexes import Grid, blocks, grid


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
    paths = paths_between(data, map_, table)
    values = {row: cast(int, cells[0]) for row, cells in rows_of(data.table["9.12"])}
    duel = data.table["7.26"]
    differentials = tuple(int(column) for column in duel.columns)
    rally = {int(row): range_of(cells[0]) for row, cells in rows_of(data.table["8.37"])}
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
            (role, mover): steps_from(table, terrain, edges, paths, role, mover)
            for role in ("west", "sauron")
            for mover in ("infantry", "cavalry", "leader", "engine", "beast")
        },
        zoc=reach_from(table, terrain, edges, "zoc"),
        melee=reach_from(table, terrain, edges, "melee"),
        units=unit_cards(data, game.id, numbers, values),
        leaders=leader_cards(data, game.id, numbers, scenario),
        markers={
            name: marker_card(game.id, each, number)
            for each in data.marker.values()
            for number, name in enumerate(marker_ids(game.id, each), start=1)
        },
        engines=engine_cards(data, game.id),
        spells={name: data.spell[name] for name in scenario.spells},
        formations=data.formation,
        placed={each.piece: each.hex for each in scenario.placed},
        levels_of={each.army: each.level for each in scenario.levels},
        casualty={
            (row, int(column)): range_of(cell)
            for row, cells in rows_of(data.table["7.41"])
            for column, cell in zip(data.table["7.41"].columns, cells, strict=True)
        },
        result={
            (int(row), column): casualty_result(cast(str, cell))
            for row, cells in rows_of(data.table["7.42"])
            for column, cell in zip(data.table["7.42"].columns, cells, strict=True)
        },
        duel={
            (int(row), differential): leader_result(cast(str, cell))
            for row, cells in rows_of(duel)
            for differential, cell in zip(differentials, cells, strict=True)
        },
        duel_bounds=(differentials[0], differentials[-1]),
        rally=rally,
        rally_best=max(rally),
        magic={
            row: tuple(range_of(cell) for cell in cells[least_column(data, row) :])
            for row, cells in rows_of(data.table["8.57"])
            if row in scenario.spells
        },
        values=values,
        breach={
            (int(row), column): cast(int, cell)
            for row, cells in (rows_of(data.table["breach"]) if "breach" in data.table else ())
            for column, cell in zip(data.table["breach"].columns, cells, strict=True)
        },
        ram=range_of(data.table["ram"].cells[0][0]) if "ram" in data.table else None,
        siege=numbers_in(data, SiegeNumbers) if "oil-counters" in data.number else None,
    )
