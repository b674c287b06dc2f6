"""The city (GONDOR-2 to GONDOR-4, GONDOR-19, GONDOR-23): its hexes and levels, gates, who holds what.

A level is lost at the end of Sauron's combat phase, and won back at the end of West's; its first loss alone counts.
"""

from __future__ import annotations

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth.events import HexsideOpened, MarchBegan, TotalChanged
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.gondor.actions import SeizeGate
from rules.middle_earth.gondor.events import CityEntered, GateSeized, LevelRetaken, LevelTaken
from rules.middle_earth.movement import crowded, may_march, refuse_march
from rules.middle_earth.paths import allowance
from rules.middle_earth.stacking import can_rest_in
from rules.middle_earth.state import Marching, State, changed
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone
from rules.ruleset import Action, Event

WALL, TOWER, GATE, GREAT_GATE = "wall", "tower", "gate", "great-gate"
BREACH, OPEN_GATE = "breach", "open-gate"
GARRISON, SAURON = "garrison", "sauron"


def level_of(game: Game, name: str) -> int:
    """The city level of a hex, 0 outside."""
    return game.board.levels.get(name, 0)


def behind(game: Game, hexside: str) -> tuple[str, str]:
    """The two hexes of a hexside: the lower one, outside, and the higher one behind it."""
    first, second = hexside.split("|")
    return (first, second) if level_of(game, first) <= level_of(game, second) else (second, first)


def feature(game: Game, state: State, hexside: str) -> str:
    """What the hexside is now, by the id of its terrain; "" for nothing."""
    opened = state.openings.get(hexside)
    if opened is not None:
        return opened
    edge = game.board.edges.get(hexside)
    return edge.id if edge is not None else ""


def hexsides(game: Game, kind: str) -> tuple[str, ...]:
    """The hexsides that were built as this kind of feature, sorted."""
    kept: tuple[str, ...] | None = game.kept.get(("hexsides", kind))
    if kept is None:
        kept = game.kept["hexsides", kind] = tuple(
            sorted(side for side, edge in game.board.edges.items() if edge.id == kind)
        )
    return kept


def great_gate(game: Game) -> str:
    """The hexside of the Great Gate."""
    return hexsides(game, GREAT_GATE)[0]


def hexes_of_level(game: Game, level: int) -> tuple[str, ...]:
    """The hexes of a level."""
    kept: tuple[str, ...] | None = game.kept.get(("level", level))
    if kept is None:
        kept = game.kept["level", level] = tuple(
            sorted(name for name, own in game.board.levels.items() if own == level)
        )
    return kept


def top_level(game: Game) -> int:
    """The highest level."""
    return max(game.board.levels.values())


# GONDOR-23: seizing a gate


def refuse_seizing(game: Game, state: State, unit: str, hexside: str) -> Refusal | None:
    """Why the unit may not seize the gate now, or None."""
    title = game.title(unit)
    if unit not in state.units or game.role(unit) != "sauron":
        return "GONDOR-23", f"{title} is no unit of Sauron’s on the map"
    if feature(game, state, hexside) != GATE:
        return "GONDOR-23", f"{hexside} is no unbroken gate between two levels"
    lower, upper = behind(game, hexside)
    if state.units[unit].hex != lower:
        return "GONDOR-23", f"{title} is not before the gate {hexside}, in {lower}"
    if game.board.units[unit].arm != "infantry":
        return "GONDOR-23", f"{title} is cavalry, and only infantry seizes a gate"
    there = state.at.get(upper, ())
    if any(game.role(each) == "west" and not state.units[each].disrupted for each in there):
        return "GONDOR-23", f"the gate {hexside} is defended from {upper}"
    if in_enemy_zone(game, state, lower, game.seat_of[unit]):
        return "6.11", f"{title} is in an enemy zone of control and may do no more in this phase"
    assert game.board.siege is not None
    cost = game.board.siege.seizing
    marching = state.marching
    if marching is None:
        if not _may_begin(game, state, unit):
            return "GONDOR-23", f"{title} may not move now, and seizing costs movement points"
        left = allowance(game, state, unit)
    elif marching.piece != unit or marching.carrying:
        return "4.0", f"{game.title(marching.piece)} must finish its move first"
    elif not can_rest_in(game, state, unit, lower):
        return "5.0", f"{title} could not stay in {lower} beside another unit"
    else:
        left = marching.left
    return (
        None if left >= cost else ("4.26", f"a gate costs {cost} movement points and {title} has {left} left")
    )


def _may_begin(game: Game, state: State, unit: str) -> bool:
    now = state.units[unit]
    if unit in state.moved or now.disrupted or unit in state.besieging or crowded(game, state):
        return False
    return may_march(game, state, unit) or refuse_march(game, state, unit, game.seat_of[unit]) == (
        "4.26",
        f"{game.title(unit)} has no hex that it could enter",
    )


def seizing_options(game: Game, state: State) -> tuple[Action, ...]:
    """The gates that may be seized now, by the moving unit or by one that has not moved."""
    found: list[Action] = []
    for side in hexsides(game, GATE):
        lower, _ = behind(game, side)
        for unit in state.at.get(lower, ()):
            if game.role(unit) == "sauron" and refuse_seizing(game, state, unit, side) is None:
                found.append(SeizeGate(unit, side))
    return tuple(found)


def seize(unfolding: Unfolding, seat: str, action: SeizeGate) -> None:
    """The gate is open to both sides from now on (GONDOR-19)."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_seizing(game, state, action.unit, action.hexside)
    if refused is not None:
        raise IllegalAction(*refused)
    assert game.board.siege is not None
    if state.marching is None:
        unfolding.happen(MarchBegan(action.unit, allowance(game, state, action.unit)))
    unfolding.happen(GateSeized(action.unit, action.hexside, game.board.siege.seizing))
    unfolding.happen(HexsideOpened(action.hexside, OPEN_GATE))


# GONDOR-23: levels


def on_phase_ended(unfolding: Unfolding, phase: str) -> None:
    """Levels are taken at the end of D and retaken at the end of G."""
    if phase == "D":
        _take_levels(unfolding)
    elif phase == "G":
        _retake_levels(unfolding)


def _present(game: Game, state: State, level: int) -> tuple[bool, bool]:
    """Whether West and Sauron have units in a level."""
    roles = {game.role(state.at[name][0]) for name in hexes_of_level(game, level) if name in state.at}
    return "west" in roles, "sauron" in roles


def gate_above(game: Game, level: int) -> str:
    """The gate that leads up from a level, "" for the highest."""
    for side in hexsides(game, GATE):
        lower, upper = behind(game, side)
        if (level_of(game, lower), level_of(game, upper)) == (level, level + 1):
            return side
    return ""


def _take_levels(unfolding: Unfolding) -> None:
    game = unfolding.game
    numbers = game.board.siege
    assert numbers is not None
    for level in range(1, top_level(game) + 1):
        state = unfolding.state
        if level in state.siege.held:
            continue
        west, sauron = _present(game, state, level)
        above = gate_above(game, level)
        taken = not west and (sauron or (bool(above) and above in state.openings))
        counted = level in state.siege.taken
        if not taken:
            if counted:
                continue
            return  # levels are taken in order
        unfolding.happen(LevelTaken(level, not counted))
        if not counted:
            unfolding.happen(TotalChanged(GARRISON, numbers.level_lost, "GONDOR-39"))
            unfolding.happen(TotalChanged(SAURON, -numbers.level_won, "GONDOR-39"))
            unfolding.losses = True  # level 7 ends the game (GONDOR-42)


def _retake_levels(unfolding: Unfolding) -> None:
    game = unfolding.game
    for level in sorted(unfolding.state.siege.held):
        west, sauron = _present(game, unfolding.state, level)
        if west and not sauron:
            unfolding.happen(LevelRetaken(level))


# What a unit's coming into a hex of the city does


def on_entered(unfolding: Unfolding, piece: str, name: str) -> None:
    """A unit of Sauron's in the city raises no ladder in this phase (GONDOR-22)."""
    game = unfolding.game
    if game.role(piece) == "sauron" and name in game.board.levels:
        unfolding.happen(CityEntered(piece, name))


# What the events do


def _seized(_: Game, state: State, event: GateSeized) -> State:
    marching = state.marching
    if marching is None:
        return state
    now = Marching(marching.piece, marching.left - event.cost, marching.carrying, marching.steps + 1)
    return changed(state, marching=now)


def _taken(_: Game, state: State, event: LevelTaken) -> State:
    siege = state.siege
    taken = (*siege.taken, event.level) if event.counts else siege.taken
    return changed(state, siege=msgspec.structs.replace(siege, taken=taken, held=siege.held | {event.level}))


def _retaken(_: Game, state: State, event: LevelRetaken) -> State:
    siege = state.siege
    return changed(state, siege=msgspec.structs.replace(siege, held=siege.held - {event.level}))


def _entered(_: Game, state: State, event: CityEntered) -> State:
    siege = state.siege
    return changed(state, siege=msgspec.structs.replace(siege, entered=siege.entered | {event.unit}))


EVOLVE: dict[type[Event], Evolve] = {
    GateSeized: _seized,
    LevelTaken: _taken,
    LevelRetaken: _retaken,
    CityEntered: _entered,
}
