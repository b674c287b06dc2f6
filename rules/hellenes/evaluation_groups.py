"""What a group may reach, for bots: which of its moves are worth a look, and what the best of them promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.hellenes import actions as a
from rules.hellenes.evaluation_goals import Units, going, leaving
from rules.hellenes.evaluation_strengths import Strengths, counted, worth_of
from rules.hellenes.game import OTHER, Game
from rules.hellenes.movement import can_carry, limits, reach
from rules.hellenes.state import State
from rules.hellenes.ways import Way, ways_of
from rules.hellenes.where import friendly_city, is_fleet, own_at
from rules.hellenes.winter_moves import bound
from rules.ruleset import Action

UNSURE = 0.5
"""The part of a goal that counts where dice are rolled on the way there."""
LEAST = 0.02
EACH, ALL = 2, 8
"""How many moves of a block, and of a group, are worth a look."""


class Mover(NamedTuple):
    """A block of a group that may still move, what goes with it, and its ways."""

    name: str
    units: Units
    ways: tuple[Way, ...]


def units_of(game: Game, state: State, names: Sequence[str]) -> Units:
    """Blocks taken together."""
    table = counted(game)
    hits = power = 0.0
    steps = land = 0
    for name in names:
        block, number = table[name], state.blocks[name].steps
        hits += block.hits * number
        power += block.power * number
        if block.land:
            steps += number
            land += 1
    return Units(hits, power, steps, land)


def movers(game: Game, state: State, side: str, place: str, kind: str) -> Iterator[Mover]:
    """The blocks that may move from a place; fleets with what they carry, or could (5.3)."""
    names = [
        name
        for name in own_at(game, state, side, place)
        if name not in state.moved and name not in state.aboard
    ]
    carried: dict[str, str] = {fleet: cargo for cargo, fleet in state.aboard.items()}
    if place in game.provinces:
        _pair(game, state, names, carried)
    for name in names:
        here, fleet = state.blocks[name], is_fleet(game, name)
        if here.inside and not (fleet and game.provinces[place].port):
            continue
        ways = ways_of(
            game,
            state,
            side,
            place,
            reach(game, name, kind),
            fleet=fleet,
            inside=here.inside,
            calm=kind in ("fair-winds", "gylippus"),
        )
        if ways:
            ways = limits(game, state, name, ways)
        if ways:
            cargo = carried.get(name)
            yield Mover(name, units_of(game, state, (name, cargo) if cargo else (name,)), ways)


def _pair(game: Game, state: State, names: list[str], carried: dict[str, str]) -> None:
    """Gives the largest fleets that carry nothing the best block that each can carry."""
    fleets = [name for name in names if is_fleet(game, name) and name not in carried]
    if not fleets:
        return
    table = counted(game)
    cargo = [name for name in names if not is_fleet(game, name) and game.blocks[name].greek]
    cargo.sort(key=lambda name: (-table[name].hits * state.blocks[name].steps, name))
    for fleet in sorted(fleets, key=lambda name: (-state.blocks[name].steps, name)):
        for name in cargo:
            if can_carry(game, state, fleet, name):
                carried[fleet] = name
                cargo.remove(name)
                break


def promise(game: Game, state: State, side: str, place: str, have: Strengths) -> float:
    """What those of a group that may still move can add by their best common goal."""
    if state.group_kind == "muster":
        return 0.05
    if state.season == "winter":
        cold = (name for name in unsheltered(game, state, side) if state.blocks[name].place == place)
        return 0.8 * sum(worth_of(game, state, name) for name in cold if game.blocks[name].greek)
    together: dict[int, tuple[tuple[Way, ...], Units]] = {}
    for mover in movers(game, state, side, place, state.group_kind or "move"):
        known = together.get(id(mover.ways))
        together[id(mover.ways)] = (mover.ways, known[1].joined(mover.units) if known else mover.units)
    best = 0.0
    for ways, units in together.values():
        lost = leaving(game, state, side, place, have, units)
        best = max(best, max(_goals(game, state, side, ways, have, units).values(), default=0.0) - lost)
    return best


def unsheltered(game: Game, state: State, side: str) -> Iterator[str]:
    """The known blocks of a side that a Winter would disband as they stand (9.2.4)."""
    for name, standing in state.blocks.items():
        if game.blocks[name].side != side or standing.inside or name in state.sustained:
            continue
        if game.blocks[name].greek and (
            friendly_city(game, state, side, standing.place) or bound(game, state, name)
        ):
            continue
        yield name


def _goals(
    game: Game, state: State, side: str, ways: tuple[Way, ...], have: Strengths, units: Units
) -> dict[str, float]:
    """What going to each end of the ways brings; nothing at sea where no enemy is met."""
    goals: dict[str, float] = {}
    sure: set[str] = set()
    foes, power, provinces = game.key[OTHER[side]], have.power, game.provinces
    for way in ways:
        place = way.path[-1]
        if way.into or place in sure or (place not in provinces and foes[place] not in power):
            continue
        certain = not way.forced and not way.deep
        if place not in goals:
            goals[place] = (1.0 if certain else UNSURE) * going(game, state, side, place, have, units)
        elif certain:
            goals[place] /= UNSURE
        if certain:
            sure.add(place)
    return goals


def group_moves(
    game: Game, state: State, side: str, legal: Sequence[Action], have: Strengths
) -> list[Action]:
    """The moves of an open group that are worth a look, best first, cargo that is worth taking, and its end."""
    place = state.group
    table = {each.name: each for each in movers(game, state, side, place, state.group_kind)}
    goals: dict[tuple[int, Units], dict[str, float]] = {}
    lost: dict[Units, float] = {}
    found: list[tuple[float, str, Action]] = []
    loads: dict[str, list[a.Load]] = {}
    ends: dict[str, list[tuple[float, str, Action]]] = {}
    for action in legal:
        if isinstance(action, a.Load):
            loads.setdefault(action.fleet, []).append(action)
        if not isinstance(action, a.Move) or action.block not in table or action.into:
            continue
        mover = table[action.block]
        units = mover.units
        laden = action.block in state.aboard.values()
        if units.land and not laden and is_fleet(game, action.block):
            units = units_of(game, state, (action.block,))
        key = (id(mover.ways), units)
        if key not in goals:
            goals[key] = _goals(game, state, side, mover.ways, have, units)
        if units not in lost:
            lost[units] = leaving(game, state, side, place, have, units)
        gain = goals[key].get(action.to, 0.0) * (UNSURE if action.forced else 1.0) - lost[units]
        if gain > LEAST:
            ends.setdefault(action.block, []).append((-gain, action.to, action))
    for moves in ends.values():
        moves.sort(key=lambda each: each[:2])
        found += moves[:EACH]
    found.sort(key=lambda each: each[:2])
    taken = [action for _, _, action in found[:ALL]]
    return [*_loads(game, state, side, place, have, table, loads, ends), *taken, legal[-1]]


def _loads(
    game: Game,
    state: State,
    side: str,
    place: str,
    have: Strengths,
    table: dict[str, Mover],
    loads: dict[str, list[a.Load]],
    ends: dict[str, list[tuple[float, str, Action]]],
) -> Iterator[a.Load]:
    """The loads by which a fleet reaches more than alone, one for a fleet."""
    pairs: dict[str, str] = {}
    _pair(game, state, [each for each in own_at(game, state, side, place) if each not in state.moved], pairs)
    for fleet, cargo in sorted(pairs.items()):
        mover = table.get(fleet)
        load = next((each for each in loads.get(fleet, ()) if each.cargo == cargo), None)
        if mover is None or load is None:
            continue
        gain = max(_goals(game, state, side, mover.ways, have, mover.units).values(), default=0.0)
        gain -= leaving(game, state, side, place, have, mover.units)
        alone = max((-each[0] for name in (fleet, cargo) for each in ends.get(name, ())), default=0.0)
        if gain > alone + LEAST:
            yield load
