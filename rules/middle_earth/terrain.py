"""Terrain (4.29, 4.3): where a piece can go and what it costs, what lies between two hexes, lines of fire (7.13, 7.18).

The board holds everything for hexsides as they were built; where one has been opened (a breach, a gate) it is looked
up anew.
"""

from __future__ import annotations

from rules.middle_earth.board import Step
from rules.middle_earth.data_records import Terrain
from rules.middle_earth.game import Game
from rules.middle_earth.state import State
from rules.parts.hexes import crossed, distance, line

LADDERS_AND_TOWERS = ("ladder", "siege-tower")
SIEGE_TOWER = "siege-tower"


def mover(game: Game, piece: str) -> str:
    """As what a piece moves: its arm (4.13), or as a leader."""
    unit = game.board.units.get(piece)
    return unit.arm if unit is not None else "leader"


def edge(game: Game, state: State, first: str, second: str) -> Terrain | None:
    """The feature of the hexside between two adjacent hexes, as it is now."""
    board = game.board
    if not board.edges:
        return None
    side = board.grid.hexsides[first, second]
    opened = state.openings.get(side)
    return board.data.terrain[opened] if opened is not None else board.edges.get(side)


def steps(game: Game, state: State, role: str, mover: str, name: str) -> tuple[Step, ...]:
    """The hexes that such a mover of this role can enter from a hex, with their costs (4.0)."""
    board = game.board
    built = board.steps[role, mover][name]
    if name not in state.ajar:
        return built
    costs = dict(built)
    for after in board.grid.neighbours[name]:
        if board.grid.hexsides[name, after] in state.openings:
            costs.pop(after, None)
            feature = edge(game, state, name, after)
            ground = board.paths.get((name, after), board.terrain[after])
            entered = ground.movement.get(mover)  # type: ignore[call-overload]
            crossing = 0 if feature is None else feature.movement.get(mover)  # type: ignore[call-overload]
            closed = role in board.terrain[after].closed_to or (
                feature is not None and role in feature.closed_to
            )
            if entered is not None and crossing is not None and not closed:
                costs[after] = entered + crossing
    return tuple((after, costs[after]) for after in board.grid.neighbours[name] if after in costs)


def cost(game: Game, state: State, role: str, mover: str, first: str, second: str) -> int | None:
    """The movement points to go from a hex to an adjacent one, None where that is prohibited."""
    for after, points in steps(game, state, role, mover, first):
        if after == second:
            return points
    return None


def is_clear_way(game: Game, state: State, first: str, second: str) -> bool:
    """Whether a formation may go there: into a clear hex, or along a road, over a hexside without terrain (8.41)."""
    ground = game.board.paths.get((first, second), game.board.terrain[second])  # 4.3: a road counts as clear
    return ground.clear and edge(game, state, first, second) is None  # 8.41


def is_clear(game: Game, name: str) -> bool:
    """Whether a formation may be taken in the hex: clear, or with a road that counts as clear (8.41, 4.3)."""
    board = game.board
    if board.terrain[name].clear:
        return True
    return name in board.road and any(
        (name, after) in board.paths and board.paths[name, after].clear
        for after in board.grid.neighbours[name]
    )


def free_melee(game: Game, state: State, role: str, mover: str, name: str) -> tuple[str, ...]:
    """The hexes that can be attacked from a hex without engine or higher ground (7.35, 7.36)."""
    if name not in state.ajar:
        return game.assaults[role, mover][name]
    found = []
    for after, _ in steps(game, state, role, mover, name):
        feature = edge(game, state, name, after)
        if feature is None or feature.melee != "assault":
            found.append(after)
    return tuple(found)


def raised_melee(game: Game, state: State, piece: str, mover: str, name: str) -> tuple[str, ...]:
    """The hexes that can be attacked over an unbreached wall, thanks to an engine or a higher level (7.35)."""
    board = game.board
    if not board.edges:
        return ()
    found = []
    for after in _over_walls(game, name):
        feature = edge(game, state, name, after)
        if feature is None or feature.melee != "assault" or mover not in board.terrain[after].movement:
            continue
        higher = board.levels.get(name, 0) > board.levels.get(after, 0)
        if higher or has_engine_against(game, state, piece, name, after):
            found.append(after)
    return tuple(found)


def _over_walls(game: Game, name: str) -> tuple[str, ...]:
    """The adjacent hexes behind what was built as a wall (7.35)."""
    kept: dict[str, tuple[str, ...]] = game.kept.setdefault("over walls", {})
    found = kept.get(name)
    if found is None:
        found = kept[name] = tuple(
            after
            for after in game.board.grid.neighbours[name]
            if (feature := edge(game, State(), name, after)) is not None and feature.melee == "assault"
        )
    return found


def has_engine_against(game: Game, state: State, piece: str, name: str, other: str) -> bool:
    """Whether a tower or a ladder that the piece may use stands in the hex against the hexside (7.35, 7.53)."""
    if not state.engines:
        return False
    side = game.board.grid.hexsides[name, other]
    return any(
        engine.hex == name
        and engine.hexside == side
        and engine.kind in LADDERS_AND_TOWERS
        and game.exclusive.may_assault(game, state, piece, name_of_engine)
        for name_of_engine, engine in sorted(state.engines.items())
    )


# 7.13, 7.18: lines of fire


def fire_blocked(game: Game, state: State, firer: str, target: str, but: str = "") -> str:
    """What keeps fire from passing from hex to hex (7.13), as a sentence; "" if nothing does. `but`: a hexside that
    does not count, since it is what is fired at."""
    if but or game.board.terrain[firer].fire_by_path or game.board.terrain[target].fire_by_path:
        return _fire_blocked(game, state, firer, target, but)
    key = ("fire", firer, target)
    kept: tuple[str, frozenset[str], frozenset[str]] | None = game.kept.get(key)
    if kept is None:
        between = frozenset(name for step in line(firer, target)[1:-1] for name in step)
        sides = frozenset(side for step in crossed(firer, target) for side in step)
        kept = game.kept[key] = (_fire_blocked(game, State(), firer, target), between, sides)
    built, between, sides = kept
    changed = any(now.kind == SIEGE_TOWER and now.hex in between for now in state.engines.values()) or (
        state.openings and not sides.isdisjoint(state.openings)
    )
    return _fire_blocked(game, state, firer, target) if changed else built


def _fire_blocked(game: Game, state: State, firer: str, target: str, but: str = "") -> str:
    board = game.board
    if board.terrain[firer].fire_by_path or board.terrain[target].fire_by_path:
        if _connected(game, state, firer, target):  # 7.13
            return ""
        return f"no tunnel joins {firer} to {target}"
    passed = line(firer, target)
    towers = {engine.hex for engine in state.engines.values() if engine.kind == SIEGE_TOWER}
    for between in passed[1:-1]:
        reasons = [_hex_blocks(game, name, towers) for name in between]
        if all(reasons):  # 7.13: along a hexside only if both hexes block
            return reasons[0]
    for number, sides in enumerate(crossed(firer, target)):
        if number == 0:
            continue  # 7.13: a hexside of the firer's own hex never blocks
        blocking = [side for side in sides if side != but and _side_blocks(game, state, side)]
        if sides and len(blocking) == len(sides):
            feature = edge(game, state, *blocking[0].split("|"))
            return f"the {feature.title.lower() if feature else 'hexside'} {blocking[0]} blocks it"
    return ""


def _hex_blocks(game: Game, name: str, towers: set[str]) -> str:
    terrain = game.board.terrain.get(name)
    if terrain is None:
        return f"{name} is off the map"
    if terrain.blocks_fire:
        return f"{terrain.title.lower()} in {name} blocks it"
    return f"the siege tower in {name} blocks it" if name in towers else ""


def _side_blocks(game: Game, state: State, side: str) -> bool:
    first, second = side.split("|")
    if first not in game.board.grid or second not in game.board.grid:
        return False
    feature = edge(game, state, first, second)
    return feature is not None and feature.blocks_fire


def _connected(game: Game, state: State, firer: str, target: str) -> bool:
    """Whether a tunnel's path joins the hexes in as many steps as they are apart (7.13)."""
    board = game.board
    reached = {firer}
    for _ in range(distance(firer, target)):
        reached = {
            after
            for name in reached
            if name == firer or board.terrain[name].fire_by_path
            for after, _ in steps(game, state, "west", "infantry", name)
            if board.terrain[after].fire_by_path or after == target
        }
    return target in reached


def wall_bonus(game: Game, state: State, firer: str, target: str) -> int:
    """What a hexside of the target's hex that the fire crosses adds to its armour (7.18)."""
    if not game.board.edges:
        return 0
    bonuses = []
    for side in crossed(firer, target)[-1]:
        first, second = side.split("|")
        if target in (first, second) and first in game.board.grid and second in game.board.grid:
            feature = edge(game, state, first, second)
            bonuses.append(feature.armour_bonus if feature is not None else 0)
    return min(bonuses, default=0)
