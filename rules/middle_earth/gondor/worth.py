"""What bots should know of the siege: engines belong at the wall, ladders under it, the garrison on it, oil under
climbers, spells where they tell.

`ground` is what a hex is worth to a unit because of the siege, `worth` all else.
"""

from __future__ import annotations

from collections.abc import Hashable

from rules.middle_earth.game import Game
from rules.middle_earth.gondor import spells
from rules.middle_earth.gondor.city import GATE, behind, great_gate, hexes_of_level, hexsides, level_of
from rules.middle_earth.gondor.engines import CATAPULT, SIEGE_TOWER, crew_of
from rules.middle_earth.gondor.grond import RAM
from rules.middle_earth.gondor.ladders import wall_sides
from rules.middle_earth.gondor.walls import heads
from rules.middle_earth.outlook import Front
from rules.middle_earth.state import State
from rules.parts.hexes import distance

ON_THE_WALL, AT_THE_OIL, OUTSIDE = 1.2, 1.5, -5.0
"""To a unit of the garrison."""
LEVEL_KEPT = 4.0
"""To the only unit that keeps a level which is next to be lost."""
IN_THE_CITY, UNDER_THE_WALL = 3.0, 0.4
"""To a unit of Sauron's."""
ROLL_ON = 0.8
"""For each hex that an engine is nearer to where it works."""
CREWLESS = -4.0
SERVED = 0.4
"""For an engine used in the siege phase."""
SET, READY, AWAKE, OPEN_GREAT_GATE, BREACHED, OPEN_LEVEL_GATE = 4.0, 3.0, 8.0, 12.0, 5.0, 6.0
CLIMBABLE = 2.0
BANNER = 5.0
"""For the royal banner: the Lord of the Nazgul casts no more, and units rally to it."""
STOCK = 0.6
"""For a counter of oil that is kept."""


def fixtures(game: Game, state: State) -> Hashable:
    """Where cauldrons stand and heads lie, and from where Fear spreads."""
    cauldrons = frozenset([now.hex for name, now in state.markers.items() if name in state.siege.cauldrons])
    thrown = frozenset([state.markers[head].hex for head in heads(game)[: state.siege.thrown]])
    nazgul = state.leaders.get(game.counter(spells.NAZGUL)) if spells.in_force(state, spells.FEAR) else None
    return cauldrons, thrown, nazgul and nazgul.hex


def passages(game: Game, state: State) -> Hashable:
    """What has been opened, and the siege towers over which a free hex can be entered."""
    towers = [
        (now.hex, now.hexside)
        for now in state.engines.values()
        if now.kind == SIEGE_TOWER and now.hexside and behind(game, now.hexside)[1] not in state.at
    ]
    return state.openings, frozenset(towers)


def ground(game: Game, state: State, unit: str, here: str) -> float:
    """What the siege makes of a hex for a unit."""
    card = game.board.units[unit]
    inside = level_of(game, here)
    if card.army == "garrison":
        if not inside:
            return OUTSIDE
        value = ON_THE_WALL if inside == 1 else 0.0
        if any(now.hex == here for name, now in state.markers.items() if name in state.siege.cauldrons):
            value += AT_THE_OIL
        return value
    if card.role == "sauron":
        if inside:
            return IN_THE_CITY + 0.5 * inside
        return UNDER_THE_WALL if wall_sides(game, here) else 0.0
    return 0.0


def worth(game: Game, state: State, seat: str, faced: Front) -> float:
    """What the siege is worth to the seat as it stands."""
    sign = 1.0 if game.board.sides[seat].role == "sauron" else -1.0
    total = sign * (_train(game, state) + _walls(game, state))
    total += _levels(game, state, seat)
    if sign < 0:
        total += STOCK * sum(each.left for each in state.siege.cauldrons.values())
        total += sum(
            1.5 for engine, now in state.engines.items() if now.seat == seat and engine in game.board.engines
        )
    return total + _magic(game, state, seat, faced)


# Sauron's siege train, walls and gates


def _train(game: Game, state: State) -> float:
    total = 0.0
    marching = state.marching
    for engine, now in sorted(state.engines.items()):
        card = game.board.engines.get(engine)
        if card is None:
            total += CLIMBABLE  # a ladder
            continue
        if card.side != "sauron":
            continue
        total += 6.0
        away = _away(game, card.kind, now.hex)
        if marching is not None and marching.carrying == engine:
            away = max(away - marching.left, 0)  # it can still come so much nearer
        total -= ROLL_ON * away
        if not crew_of(game, state, engine):
            total += CREWLESS
        if engine in state.besieging:
            total += SERVED
        if card.kind == SIEGE_TOWER and now.hexside:
            total += SET
        if card.kind == RAM and not away:
            total += READY
    return total + (AWAKE if state.siege.ram_active else 0.0)


def _away(game: Game, kind: str, name: str) -> int:
    """How many hexes an engine is from where it works: the wall, the Great Gate, a catapult's best range."""
    if kind == RAM:
        return distance(name, behind(game, great_gate(game))[0])
    key = ("from the wall", name)
    away: int | None = game.kept.get(key)
    if away is None:
        outer = hexes_of_level(game, 1)
        away = game.kept[key] = min((distance(name, inside) for inside in outer), default=0)
    return max(away - (2 if kind == CATAPULT else 1), 0)


def _walls(game: Game, state: State) -> float:
    gates = hexsides(game, GATE)
    total = 0.0
    for side in state.openings:
        if side == great_gate(game):
            total += OPEN_GREAT_GATE
        else:
            total += OPEN_LEVEL_GATE if side in gates else BREACHED
    return total


def _levels(game: Game, state: State, seat: str) -> float:
    """The level that is next to be lost: to West its keepers, to Sauron their absence and his own presence."""
    if game.board.siege is None:
        return 0.0
    level = next((each for each in range(1, 8) if each not in state.siege.held), 0)
    if not level:
        return 0.0
    roles = [game.role(state.at[name][0]) for name in hexes_of_level(game, level) if name in state.at]
    keepers, takers = roles.count("west"), roles.count("sauron")
    value = LEVEL_KEPT * (min(keepers, 2) / 2) - min(takers, 3)
    return value if game.board.sides[seat].role == "west" else -value


# Magic


def _magic(game: Game, state: State, seat: str, faced: Front) -> float:
    west = game.board.seat_of["west"]
    total = BANNER if spells.banner_hex(game, state) else 0.0
    if not state.in_force:
        return total if seat == west else -total
    day = not state.night
    close = _close(game, state, seat, faced)
    if spells.in_force(state, spells.BREAK_DARKNESS):
        total += 0.35 * close if day else 0.05 * close
    if spells.in_force(state, spells.STALEMATE):
        total += 0.5
    if spells.in_force(state, spells.FEAR):
        reached = sum(
            1
            for unit in game.units_of[west]
            if unit in state.units and spells.is_afraid(game, state, state.units[unit].hex)
        )
        total -= 0.3 * min(reached, close)
    total -= sum(1.2 for each in state.in_force if each.spell == spells.FREEZE)
    return total if seat == west else -total


def _close(game: Game, state: State, seat: str, faced: Front) -> int:
    """How many units of the seat could fight soon."""
    near = faced.near
    return sum(
        1
        for unit in game.units_of[seat]
        if (now := state.units.get(unit)) is not None and near.get(now.hex, 9) <= 2
    )
