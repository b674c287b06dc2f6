"""What a side has where: the strength of its blocks, as far as they are known, found in one pass for bots."""

from __future__ import annotations

from typing import NamedTuple

from rules.hellenes.game import SEATS, Game
from rules.hellenes.state import State

BLOCK, STEP = 0.16, 0.13
"""What a block and each of its steps is worth, in Prestige."""
HIDDEN = 2.2
"""The steps that a block is taken to have that is not known."""
POWER = {"hoplites": 1.0, "infantry": 0.7, "archers": 0.7, "cavalry": 0.8, "fleet": 0.6}
"""How a step of each type counts in a battle."""
UNKNOWN_POWER = HIDDEN * 0.8
UNKNOWN_HITS = HIDDEN / 4


class Counted(NamedTuple):
    """What of a block does not change: its side, the keys of places for it, and what its steps are worth."""

    side: str
    keys: dict[str, str]
    step: float
    power: float
    hits: float
    land: bool


class Strengths(NamedTuple):
    """For every key of a side and a place (`State.field`) the power, the hits that an assault makes on the mean, and
    the known land steps outside walls; the land blocks in and outside walls; for each side what its army is worth."""

    power: dict[str, float]
    hits: dict[str, float]
    steps: dict[str, int]
    land: dict[str, int]
    armies: dict[str, float]


def counted(game: Game) -> dict[str, Counted]:
    """The blocks of a game as they are counted."""
    known: dict[str, Counted] | None = game.remembered.get("counted")
    if known is None:
        known = {
            name: Counted(
                block.side,
                dict(game.key[block.side]),
                STEP * (0.6 + 0.2 * block.strength),
                POWER[block.type] * (0.6 + 0.2 * block.strength),
                (1 if block.type == "fleet" else block.strength) / 6,
                block.type != "fleet",
            )
            for name, block in game.blocks.items()
        }
        game.remembered["counted"] = known
    return known


def strengths(game: Game, state: State) -> Strengths:
    """What each side has where; blocks that are not known count at a mean."""
    table = counted(game)
    power: dict[str, float] = {}
    hits: dict[str, float] = {}
    steps: dict[str, int] = {}
    land: dict[str, int] = {}
    seen: dict[str, int] = {}
    armies = dict.fromkeys(SEATS, 0.0)
    known = dict.fromkeys(SEATS, 0)
    for name, standing in state.blocks.items():
        block = table[name]
        side, number = block.side, standing.steps
        key = block.keys[standing.place]
        known[side] += 1
        armies[side] += BLOCK + block.step * number
        if block.land:
            land[key] = land.get(key, 0) + 1
        if not standing.inside:
            seen[key] = seen.get(key, 0) + 1
            power[key] = power.get(key, 0.0) + block.power * number
            hits[key] = hits.get(key, 0.0) + block.hits * number
            if block.land:
                steps[key] = steps.get(key, 0) + number
    total = dict.fromkeys(SEATS, 0)
    where = game.where
    for key, number in state.field.items():
        total[where[key][0]] += number
        hidden = number - seen.get(key, 0)
        if hidden:
            power[key] = power.get(key, 0.0) + UNKNOWN_POWER * hidden
            hits[key] = hits.get(key, 0.0) + UNKNOWN_HITS * hidden
            if where[key][1] in game.provinces:
                steps[key] = steps.get(key, 0) + 2 * hidden
    for place, number in state.walled.items():
        holder = state.control.get(place, "")
        if holder:
            total[holder] += number
    for side in SEATS:
        armies[side] += (total[side] - known[side]) * (BLOCK + STEP * HIDDEN)
    return Strengths(power, hits, steps, land, armies)


def worth_of(game: Game, state: State, name: str) -> float:
    """What a block that is known is worth."""
    return BLOCK + counted(game)[name].step * state.blocks[name].steps


def share(own: float, enemy: float) -> float:
    """The part of its battles that a side wins on the mean, from the power of both."""
    return own * own / (own * own + enemy * enemy) if own or enemy else 0.5


def greater(game: Game, side: str) -> dict[str, int]:
    """The values of the cities loyal to a side that are worth a guard."""
    known: dict[str, int] | None = game.remembered.get(("greater", side))
    if known is None:
        known = {
            place: province.value
            for place, province in game.provinces.items()
            if province.loyalty == side and province.value > 1
        }
        game.remembered["greater", side] = known
    return known
