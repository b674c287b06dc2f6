"""What must hold between the records of the data: games, numbers, tables, terrain, maps and pieces."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from rules.middle_earth.board import ATTACKS, MORALES, ids_in_the_box, ratings
from rules.middle_earth.data_blocks import expand
from rules.middle_earth.data_records import (
    TERRAIN_CELLS,
    Map,
    Numbers,
    SiegeNumbers,
    Table,
    Terrain,
    UnitType,
)
from rules.middle_earth.scenario_checks import scenario_problems
from rules.parts.hexes import HexError, distance, hexes_of
from rules.parts.record_faults import Found

_RESULT = re.compile(r"E|-|1/2|R[1-9]|1/2 R[1-9]")
_DIE = ("1", "2", "3", "4", "5", "6")


def problems_of(found: Found) -> list[str]:
    """Every problem of the records taken together."""
    checks: tuple[Callable[[Found], Iterable[str]], ...] = (
        _games,
        _numbers,
        _tables,
        _terrain,
        _maps,
        _units,
        _leaders_and_markers,
        _formations_and_spells,
        _counters,
        scenario_problems,
    )
    return [problem for check in checks for problem in check(found)]


def _games(found: Found) -> Iterator[str]:
    games = found.records["game"]
    if len([name for kind, name in found.files if kind == "game"]) != 1:
        yield f"data: there are {len(games)} game records; there must be exactly one."
    for name, game in games.items():
        for letter in game.phases:
            yield from found.refer("game", name, "phases", "phase", letter)
        if list(game.phases) != sorted(set(game.phases)):
            yield found.say("game", name, "phases", "the phases must stand once each in the order of 3.0.")
    roles = Counter(side.role for side in found.records["side"].values())
    for role in ("west", "sauron"):
        if roles[role] != 1:
            yield f'data: {roles[role]} side records have the role "{role}"; exactly one must.'
    for kind in ("army", "nation"):
        for name, record in found.records[kind].items():
            yield from found.refer(kind, name, "side", "side", record.side)
    for name, option in found.records["option"].items():
        if option.values and option.default not in option.values:
            yield found.say("option", name, "default", f"it must be one of {', '.join(option.values)}.")


def _numbers(found: Found) -> Iterator[str]:
    wanted = set(Numbers.__struct_encode_fields__)
    if any("B" in game.phases for game in found.records["game"].values()):
        wanted |= set(SiegeNumbers.__struct_encode_fields__)
    have = {name for kind, name in found.files if kind == "number"}
    for name in sorted(wanted - have):
        yield f'data: there is no number "{name}"; add [[number]] with this id and its value.'
    for name in sorted(have - wanted):
        yield found.say(
            "number", name, "", f"the rules know no such number; they are {', '.join(sorted(wanted))}."
        )
    for name, number in found.records["number"].items():
        most = 12 if name in Numbers.__struct_encode_fields__ else 40
        if not 0 <= number.value <= most:
            yield found.say(
                "number", name, "value", f"{number.value} is out of range; it must be 0 to {most}."
            )


# Tables


def _tables(found: Found) -> Iterator[str]:
    spells = tuple(sorted(found.records["spell"]))
    axes: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
        "7.26": (_DIE, (), "leader"),
        "7.41": (ATTACKS, ("1", "2", "3", "4"), "range"),
        "7.42": (_DIE, MORALES, "result"),
        "8.37": ((), ("success",), "range"),
        "8.57": (spells, (), "range"),
        "9.12": ((*ATTACKS[:5], *MORALES), ("value",), "value"),
    }
    if any("B" in game.phases for game in found.records["game"].values()):
        axes["breach"] = ((), ("wall", "tower", "gate"), "sum")
        axes["ram"] = (("great-gate",), ("destroyed",), "range")
    for name in sorted(axes):
        if not found.known("table", name):
            yield f'data: there is no table "{name}"; add [[table]] with this id.'
    for name, table in found.records["table"].items():
        if name not in axes:
            yield found.say(
                "table", name, "", f"the rules know no such table; they are {', '.join(sorted(axes))}."
            )
            continue
        rows, columns, cell = axes[name]
        yield from _axis(found, table, "rows", table.rows, rows)
        yield from _axis(found, table, "columns", table.columns, columns)
        if name in ("8.37", "breach"):
            yield from _counting(found, table, "rows", table.rows, 1)
        if name == "8.57":  # by the points used, or by those above the minimum
            first = 1 if table.columns[:1] == ("1",) else 0
            yield from _counting(found, table, "columns", table.columns, first)
        if name == "7.26":
            yield from _differentials(found, table)
        yield from _shape(found, table, "cells", table.cells)
        yield from _shape(found, table, "cell_sources", table.cell_sources)
        yield from _cells(found, table, cell)


def _axis(
    found: Found, table: Table, key: str, have: tuple[str, ...], want: tuple[str, ...]
) -> Iterator[str]:
    # The order of spells is the table's own; all other axes are in the order of the rules.
    same = set(have) == set(want) and len(have) == len(want) if table.id == "8.57" else have == want
    if want and not same:
        yield found.say(
            "table", table.id, key, f"they are {', '.join(have)}; they must be {', '.join(want)}."
        )


def _counting(found: Found, table: Table, key: str, have: tuple[str, ...], first: int) -> Iterator[str]:
    if not have or list(have) != [str(first + number) for number in range(len(have))]:
        yield found.say("table", table.id, key, f"they must count up by one from {first}.")


def _differentials(found: Found, table: Table) -> Iterator[str]:
    try:
        values = [int(column) for column in table.columns]
    except ValueError:
        values = []
    if 0 not in values or values != list(range(values[0], values[-1] + 1)):
        yield found.say(
            "table", table.id, "columns", "they must be whole numbers that count up by one, with 0."
        )


def _shape(found: Found, table: Table, key: str, rows: tuple[tuple[object, ...], ...]) -> Iterator[str]:
    if len(rows) != len(table.rows):
        yield found.say(
            "table", table.id, key, f"there are {len(rows)} rows; there must be {len(table.rows)}."
        )
    for label, row in zip(table.rows, rows, strict=False):
        if len(row) != len(table.columns):
            text = f"row {label} has {len(row)} entries; it must have {len(table.columns)}."
            yield found.say("table", table.id, key, text)


def _cells(found: Found, table: Table, kind: str) -> Iterator[str]:
    for label, row in zip(table.rows, table.cells, strict=False):
        for column, cell in zip(table.columns, row, strict=False):
            where = f"cells, row {label}, column {column}"
            wrong = _wrong_cell(cell, kind)
            if wrong:
                yield found.say("table", table.id, where, f"{wrong}.")


def _wrong_cell(cell: object, kind: str) -> str:
    if kind == "range":
        if cell == ():
            return ""
        if isinstance(cell, tuple) and len(cell) == 2 and 2 <= cell[0] <= cell[1] <= 12:
            return ""
        shown = list(cell) if isinstance(cell, tuple) else cell
        return f"{shown} is no range of two dice; write [least, greatest] between 2 and 12, or [] for never"
    if kind == "value":
        good = isinstance(cell, int) and 1 <= cell <= 5
        return "" if good else f"{cell} is no value; write a number from 1 to 5"
    if kind == "sum":
        good = isinstance(cell, int) and 0 <= cell <= 12
        return "" if good else f"{cell} is no sum of two dice; write a number from 2 to 12, or 0 for never"
    if kind == "leader":
        return (
            "" if cell in ("AW", "AK", "DW", "DK", "-") else f"{cell} is no result; write AW, AK, DW, DK or -"
        )
    good = isinstance(cell, str) and bool(_RESULT.fullmatch(cell))
    return (
        "" if good else f'{cell} is no result; write E, 1/2, R1, "1/2 R1" (or another number of hexes) or -'
    )


# Terrain and maps


def _terrain(found: Found) -> Iterator[str]:
    for name, terrain in found.records["terrain"].items():
        if set(terrain.sources) != set(TERRAIN_CELLS):
            yield found.say("terrain", name, "sources", f"it must have exactly {', '.join(TERRAIN_CELLS)}.")
        if terrain.kind != "hexside" and any(cost < 1 for cost in terrain.movement.values()):
            text = "a hex costs at least 1 movement point (4.0); leave a mover out to close it."
            yield found.say("terrain", name, "movement", text)
        if terrain.clear and terrain.kind == "hexside":
            text = "only the ground of a hex or a road can be clear; take it out."
            yield found.say("terrain", name, "clear", text)


def _maps(found: Found) -> Iterator[str]:
    for name, map_ in found.records["map"].items():
        hexes, problems = expand(found, "map", name, "hexes", map_.hexes, None)
        yield from problems
        yield from found.refer("map", name, "ground", "terrain", map_.ground)
        for key in ("areas", "regions", "levels"):
            for number, part in enumerate(getattr(map_, key)):
                yield from expand(found, "map", name, f"{key}[{number}].hexes", part.hexes, hexes)[1]
        yield from _terrain_kinds(found, map_)
        yield from _hexsides(found, map_, hexes)
        for number, path in enumerate(map_.paths):
            key = f"paths[{number}].hexes"
            wrong = expand(found, "map", name, key, path.hexes, hexes)[1]
            yield from wrong
            if not wrong:
                for before, after in pairwise(path.hexes):
                    if distance(before, after) != 1:
                        yield found.say(
                            "map", name, key, f"{after} must be next to {before}, the hex before it."
                        )
        doubled = [region for region, times in Counter(each.id for each in map_.regions).items() if times > 1]
        for region in sorted(doubled):
            yield found.say(
                "map", name, "regions", f'"{region}" stands there twice; each id must stand once.'
            )


def _terrain_kinds(found: Found, map_: Map) -> Iterator[str]:
    for key, kind in (("areas", "hex"), ("edges", "hexside"), ("paths", "path")):
        for number, part in enumerate(getattr(map_, key)):
            where = f"{key}[{number}].terrain"
            yield from found.refer("map", map_.id, where, "terrain", part.terrain)
            terrain = found.records["terrain"].get(part.terrain)
            if isinstance(terrain, Terrain) and terrain.kind != kind:
                text = f'"{part.terrain}" is of the kind {terrain.kind}; here it must be of the kind {kind}.'
                yield found.say("map", map_.id, where, text)


def _hexsides(found: Found, map_: Map, hexes: set[str]) -> Iterator[str]:
    for number, edge in enumerate(map_.edges):
        key = f"edges[{number}].hexsides"
        for side in edge.hexsides:
            try:
                outside = [name for name in hexes_of(side) if name not in hexes]
            except HexError as error:
                yield found.say("map", map_.id, key, str(error))
                continue
            if outside:
                text = f"{outside[0]} of {side} is not on the map; take the hexside out or correct it."
                yield found.say("map", map_.id, key, text)


# Pieces


def _units(found: Found) -> Iterator[str]:
    for name, unit in found.records["unit"].items():
        for key in ("side", "army", "nation"):
            if key == "nation" and unit.nation == "any":
                continue
            yield from found.refer("unit", name, key, key, getattr(unit, key))
        for key in ("army", "nation"):
            owner = found.records[key].get(getattr(unit, key))
            if owner is not None and owner.side != unit.side:
                text = f'"{owner.id}" is of the side {owner.side}; it must be one of the side {unit.side}.'
                yield found.say("unit", name, key, text)
        if ("e" in unit.full) != bool(unit.missile):
            text = 'a unit with an "e" in its code must have a missile weapon, and no other unit.'
            yield found.say("unit", name, "missile", text)
        if not _no_better(unit):
            text = f"{unit.reduced} is better than the full side {unit.full}; no rating may be better."
            yield found.say("unit", name, "reduced", text)
        if unit.arm == "beast" and not unit.allowance:
            yield found.say("unit", name, "allowance", "a beast must have movement points of its own.")


def _no_better(unit: UnitType) -> bool:
    full, reduced = ratings(unit.full), ratings(unit.reduced)
    order = (*ATTACKS, "")
    return (
        order.index(reduced.attack) >= order.index(full.attack)
        and reduced.missile <= full.missile
        and reduced.armour <= full.armour
        and MORALES.index(reduced.morale) >= MORALES.index(full.morale)
    )


def _leaders_and_markers(found: Found) -> Iterator[str]:
    for name, leader in found.records["leader"].items():
        yield from found.refer("leader", name, "side", "side", leader.side)
        if leader.nation != "any":
            yield from found.refer("leader", name, "nation", "nation", leader.nation)
        if leader.wounded > leader.rating:
            text = f"{leader.wounded} is above the rating {leader.rating}; it must not be."
            yield found.say("leader", name, "wounded", text)
        for dead, nations in leader.inherits.items():
            yield from found.refer("leader", name, "inherits", "leader", dead)
            for nation in nations:
                yield from found.refer("leader", name, "inherits", "nation", nation)
    for name, marker in found.records["marker"].items():
        yield from found.refer("marker", name, "side", "side", marker.side)
        if marker.bearer:
            yield from found.refer("marker", name, "bearer", "leader", marker.bearer)


def _formations_and_spells(found: Found) -> Iterator[str]:
    for name, formation in found.records["formation"].items():
        for type_ in formation.types:
            yield from found.refer("formation", name, "types", "unit", type_)
    for name, spell in found.records["spell"].items():
        yield from found.refer("spell", name, "caster", "leader", spell.caster)
        caster = found.records["leader"].get(spell.caster)
        if caster is not None and caster.magic < spell.minimum:
            text = f"{caster.title} has {caster.magic} magic points, too few; the caster must have {spell.minimum}."
            yield found.say("spell", name, "caster", text)
        if spell.needs and not (found.known("unit", spell.needs) or found.known("leader", spell.needs)):
            text = f'there is no unit or leader "{spell.needs}"; name one, or take it out.'
            yield found.say("spell", name, "needs", text)


def _counters(found: Found) -> Iterator[str]:
    """2.5: the counters of the box."""
    undecoded = [
        name
        for kind, name in found.files
        if kind in ("unit", "marker", "engine", "leader") and name not in found.records[kind]
    ]
    if undecoded:
        return
    box = ids_in_the_box(found.records)
    for piece, times in Counter(piece for piece, _ in box).items():
        if times > 1:
            yield f"data: {times} counters have the id {piece}; rename one of their types, so that each has its own."
    totals = Counter(side for _, side in box)
    for name, side in found.records["side"].items():
        if totals[name] != side.counters:
            text = f"units, leaders and markers make {totals[name]}; they must make {side.counters} (2.5)."
            yield found.say("side", name, "counters", text)
