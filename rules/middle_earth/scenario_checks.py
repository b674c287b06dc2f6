"""What must hold of a scenario: its board, who comes and where, levels and victory."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.middle_earth.board import board_hexes, counter_id, counter_ids, ground, marker_ids
from rules.middle_earth.data_blocks import expand
from rules.middle_earth.data_records import Scenario
from rules.parts.hexes import HexError, block
from rules.parts.record_faults import Found


class _Pieces(NamedTuple):
    """All pieces of the game by id: their kind and their record."""

    kinds: dict[str, str]
    records: dict[str, Any]


def _pieces(found: Found) -> _Pieces:
    game = next(iter(found.records["game"]), "")
    kinds: dict[str, str] = {}
    records: dict[str, Any] = {}
    for type_ in found.records["unit"].values():
        for name in counter_ids(game, type_):
            kinds[name], records[name] = "unit", type_
    for engine in found.records["engine"].values():
        for name in counter_ids(game, engine):
            kinds[name], records[name] = "engine", engine
    for leader in found.records["leader"].values():
        name = counter_id(game, leader.id)
        kinds[name], records[name] = "leader", leader
    for record in found.records["marker"].values():
        for name in marker_ids(game, record):
            kinds[name], records[name] = "marker", record
    return _Pieces(kinds, records)


def scenario_problems(found: Found) -> Iterator[str]:
    pieces = _pieces(found)
    if not any(kind == "scenario" for kind, _ in found.files):
        yield "data: there is no scenario; add [[scenario]]."
    for name, scenario in found.records["scenario"].items():
        hexes, problems = _scenario_hexes(found, scenario)
        yield from problems
        if [turn.number for turn in scenario.turns] != list(
            range(1, len(scenario.turns) + 1)
        ) or not scenario.turns:
            yield found.say("scenario", name, "turns", "the turns must be numbered from 1 up, each once.")
        for spell in scenario.spells:
            yield from found.refer("scenario", name, "spells", "spell", spell)
        yield from _magic(found, scenario, pieces)
        yield from _who_comes(found, scenario, pieces)
        if hexes:
            yield from _placement(found, scenario, pieces, hexes)
        yield from _armies(found, scenario, pieces)
        yield from _victory(found, scenario, pieces, hexes)


def _scenario_hexes(found: Found, scenario: Scenario) -> tuple[dict[str, str], list[str]]:
    """The terrain of each hex of the scenario; empty if the map or the window cannot be used."""
    problems = list(found.refer("scenario", scenario.id, "map", "map", scenario.map))
    map_ = found.records["map"].get(scenario.map)
    if map_ is None:
        return {}, problems
    try:
        kinds = ground(map_)
        if scenario.window:
            outside = [each for each in block(scenario.window) if each not in kinds]
            if outside:
                text = f"{outside[0]} is not on the map; the window must lie within it."
                problems.append(found.say("scenario", scenario.id, "window", text))
        return {each: kinds[each] for each in board_hexes(map_, scenario.window)}, problems
    except HexError as error:
        if scenario.window:
            problems.append(found.say("scenario", scenario.id, "window", str(error)))
        return {}, problems


def _magic(found: Found, scenario: Scenario, pieces: _Pieces) -> Iterator[str]:
    for piece, points in sorted(scenario.magic.items()):
        key = f"magic.{piece}"
        if pieces.kinds.get(piece) != "leader":
            yield found.say("scenario", scenario.id, key, f'"{piece}" is no leader; name one with magic.')
        elif points > pieces.records[piece].magic:
            text = f"{points} points are more than the {pieces.records[piece].magic} printed; give no more than these."
            yield found.say("scenario", scenario.id, key, text)


def _who_comes(found: Found, scenario: Scenario, pieces: _Pieces) -> Iterator[str]:
    """Every piece that the scenario names exists, is on the right side, and comes once."""
    come: list[tuple[str, str, str]] = [
        (f"placed[{number}].piece", each.piece, "") for number, each in enumerate(scenario.placed)
    ]
    for key in ("set_up", "arrivals"):
        for number, part in enumerate(getattr(scenario, key)):
            where = f"{key}[{number}]"
            yield from found.refer("scenario", scenario.id, f"{where}.side", "side", part.side)
            yield from _region(found, scenario, f"{where}.region", part.region)
            come += [(f"{where}.pieces", piece, part.side) for piece in part.pieces]
    seen: set[str] = set()
    for key, piece, side in come:
        if piece not in pieces.kinds:
            yield found.say(
                "scenario", scenario.id, key, f'there is no piece "{piece}"; name one of the counters.'
            )
        elif piece in seen:
            yield found.say("scenario", scenario.id, key, f"{piece} comes twice; name each piece once.")
        elif side and pieces.records[piece].side != side:
            text = f"{piece} is of the side {pieces.records[piece].side}; name pieces of {side}."
            yield found.say("scenario", scenario.id, key, text)
        seen.add(piece)
    yield from _choices(found, scenario, pieces, seen)


def _choices(found: Found, scenario: Scenario, pieces: _Pieces, seen: set[str]) -> Iterator[str]:
    chosen = 0
    types: set[str] = set()
    for number, arrival in enumerate(scenario.arrivals):
        if arrival.turn > len(scenario.turns):
            text = f"there is no turn {arrival.turn}; the last is {len(scenario.turns)}."
            yield found.say("scenario", scenario.id, f"arrivals[{number}].turn", text)
        for type_ in arrival.choice:
            yield from found.refer("scenario", scenario.id, f"arrivals[{number}].choice", "unit", type_)
        if arrival.choice:
            chosen += arrival.number
            types.update(arrival.choice)
    free = [name for name, record in pieces.records.items() if record.id in types and name not in seen]
    if chosen > len(free):
        text = f"{chosen} units are to be chosen from {len(free)}; there must be as many counters."
        yield found.say("scenario", scenario.id, "arrivals", text)


def _region(found: Found, scenario: Scenario, key: str, region: str) -> Iterator[str]:
    map_ = found.records["map"].get(scenario.map)
    if map_ is not None and region not in {each.id for each in map_.regions}:
        regions = ", ".join(sorted(each.id for each in map_.regions)) or "none"
        yield found.say("scenario", scenario.id, key, f'the map has no region "{region}"; it has {regions}.')


def _placement(found: Found, scenario: Scenario, pieces: _Pieces, hexes: dict[str, str]) -> Iterator[str]:
    """Pieces stand in hexes of the board that they may enter, as stacking allows (5.0, 8.1)."""
    stacks: dict[str, list[str]] = {}
    for number, each in enumerate(scenario.placed):
        key = f"placed[{number}].hex"
        if each.hex not in hexes:
            yield found.say(
                "scenario", scenario.id, key, f"{each.hex} is not on the board; choose a hex that is."
            )
        elif each.piece in pieces.kinds:
            stacks.setdefault(each.hex, []).append(each.piece)
            terrain = found.records["terrain"].get(hexes[each.hex])
            mover = {"unit": getattr(pieces.records[each.piece], "arm", ""), "leader": "leader"}.get(
                pieces.kinds[each.piece]
            )
            if terrain is not None and mover and mover not in terrain.movement:
                text = f"{each.hex} is {terrain.title.lower()}, closed to {mover}; choose another hex."
                yield found.say("scenario", scenario.id, key, text)
    for name, stack in sorted(stacks.items()):
        units = [piece for piece in stack if pieces.kinds[piece] == "unit"]
        if len(units) > 1:
            text = f"{name} holds {' and '.join(units)}; a hex holds one combat unit (5.0)."
            yield found.say("scenario", scenario.id, "placed", text)
        if len({pieces.records[piece].side for piece in stack}) > 1:
            yield found.say("scenario", scenario.id, "placed", f"{name} holds both sides; it must hold one.")
        nations = {pieces.records[piece].nation for piece in units}
        for piece in stack:
            leader = pieces.records[piece]
            if pieces.kinds[piece] == "leader" and not (
                leader.nation in nations or (leader.nation == "any" and units)
            ):
                text = f"{piece} stands in {name} without a unit of his nation; put him with one (8.1)."
                yield found.say("scenario", scenario.id, "placed", text)


def _armies(found: Found, scenario: Scenario, pieces: _Pieces) -> Iterator[str]:
    levels = Counter(each.army for each in scenario.levels)
    for number, each in enumerate(scenario.levels):
        yield from found.refer("scenario", scenario.id, f"levels[{number}].army", "army", each.army)
    for army in sorted(name for kind, name in found.files if kind == "army"):
        if levels[army] != 1:
            text = f'the army "{army}" has {levels[army]} levels; it must have one.'
            yield found.say("scenario", scenario.id, "levels", text)
    for number, shock in enumerate(scenario.shocks):
        yield from found.refer("scenario", scenario.id, f"shocks[{number}].army", "army", shock.army)
        if pieces.kinds.get(shock.leader) != "leader":
            text = f'"{shock.leader}" is no leader; name one.'
            yield found.say("scenario", scenario.id, f"shocks[{number}].leader", text)


def _victory(found: Found, scenario: Scenario, pieces: _Pieces, hexes: dict[str, str]) -> Iterator[str]:
    victory = scenario.victory
    if victory.tie:
        yield from found.refer("scenario", scenario.id, "victory.tie", "side", victory.tie)
    for number, prize in enumerate(victory.prizes):
        key = f"victory.prizes[{number}]"
        yield from found.refer("scenario", scenario.id, f"{key}.side", "side", prize.side)
        if hexes:
            yield from expand(found, "scenario", scenario.id, f"{key}.hexes", prize.hexes, set(hexes))[1]
    for number, kill in enumerate(victory.kills):
        key = f"victory.kills[{number}]"
        yield from found.refer("scenario", scenario.id, f"{key}.side", "side", kill.side)
        record = pieces.records.get(kill.piece)
        if record is None or record.side == kill.side:
            text = f'"{kill.piece}" is no piece of the other side; name one.'
            yield found.say("scenario", scenario.id, f"{key}.piece", text)
    for number, rule in enumerate(victory.at_once):
        key = f"victory.at_once[{number}]"
        yield from found.refer("scenario", scenario.id, f"{key}.side", "side", rule.side)
        for piece in rule.dead:
            if piece not in pieces.kinds:
                yield found.say(
                    "scenario", scenario.id, f"{key}.dead", f'there is no piece "{piece}"; name a counter.'
                )
        if hexes:
            yield from expand(found, "scenario", scenario.id, f"{key}.held", rule.held, set(hexes))[1]
