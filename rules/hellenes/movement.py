"""5: moving one block of a group, with what it carries, and the dice on its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.casualties import cargo_of, lose_step
from rules.hellenes.game import Game
from rules.hellenes.olympians import roll
from rules.hellenes.state import Moving, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.ways import Way, remember, via, ways_of
from rules.hellenes.where import blockaded, is_fleet, own_at, room

FREE_KINDS = ("fair-winds", "any", "land", "fleets", "odrysia", "gylippus")


def reach(game: Game, name: str, kind: str = "move") -> int:
    """How many areas a block moves (5.1)."""
    word = game.blocks[name].type
    if word == "fleet":
        return game.numbers["fair-winds-range" if kind == "fair-winds" else "fleet-range"]
    return game.numbers["cavalry-range" if word == "cavalry" else "land-range"]


def ways(game: Game, state: State, name: str, kind: str = "move") -> tuple[Way, ...]:
    """The ways that a block of a moving group may take (5)."""
    standing = state.blocks[name]
    side = game.side(name)
    if _held(game, state, name):
        return ()
    fleet = is_fleet(game, name)
    found = ways_of(
        game,
        state,
        side,
        standing.place,
        reach(game, name, kind),
        fleet=fleet,
        inside=standing.inside,
        calm=kind in ("fair-winds", "gylippus"),
    )
    if kind == "fair-winds":
        found = tuple(way for way in found if not way.forced)
    if kind == "gylippus":
        found = tuple(way for way in found if way.to in game.sicily)  # card 50
    if kind == "muster":
        found = tuple(way for way in found if not way.forced and not way.deep and way.to == state.group)
    if not found:
        return ()
    limited = limits(game, state, name, found)
    if any(way.into for way in limited):
        cargo = sum(1 for carrier in state.aboard.values() if carrier == name)
        limited = tuple(way for way in limited if not way.into or room(game, state, side, way.to) > cargo)
    return limited


def _held(game: Game, state: State, name: str) -> bool:
    """Whether a block may not move at all now."""
    standing = state.blocks[name]
    if name in state.moved or name in state.aboard:
        return True  # 5.7, 5.3
    if name == "s55" and not state.gela:
        return True  # 15.2-c
    side = game.side(name)
    # 15.2-c: until Sicily is at War the Sicilian units of Sparta's side stay at home
    return bool(
        side == "sparta"
        and not state.at_war
        and standing.place in game.sicily
        and game.scenario.first_expedition
    )


def limits(game: Game, state: State, name: str, found: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways without those that a rule forbids to this block alone."""
    block, place = game.blocks[name], state.blocks[name].place
    if state.peace and block.side == "athens" and place in ("pylos", "kythera") and place in game.greece:
        return tuple(way for way in found if way.to == "athens")  # 12.0-c
    if "helots" in state.effects and block.colour == "red" and block.type != "fleet":
        found = tuple(way for way in found if _toward_laconia(game, place, way))  # 13.3-c
    leaving = block.side == "sparta" and place in game.greece and game.sicily
    if leaving and (not state.at_war or (state.peace and sicilian_room(game, state) <= 0)):
        found = tuple(way for way in found if not game.sicily.intersection(way.path))
    return found


def sicilian_room(game: Game, state: State) -> int:
    """How many more Greek blocks of Sparta's side may leave for Sicily during the Peace (12.0-b)."""
    away = sum(
        1
        for name, standing in state.blocks.items()
        if standing.place in game.sicily and game.side(name) == "sparta" and _from_greece(game, name)
    )
    return game.numbers["sicilian-limit"] - away


def _from_greece(game: Game, name: str) -> bool:
    block = game.blocks[name]
    return block.greek and any(
        home in game.data.province and game.data.province[home].map == "greece" for home in block.home
    )


def _toward_laconia(game: Game, place: str, way: Way) -> bool:
    """13.3-c: within Laconia, or nearer to it at the end than at the beginning."""
    distance = _laconian_distances(game)
    if distance.get(place) == 0:
        return all(distance.get(each) == 0 for each in way.path)
    return distance.get(way.to, 99) < distance.get(place, 99)


def _laconian_distances(game: Game) -> dict[str, int]:
    known: dict[str, int] | None = game.remembered.get("laconia")
    if known is not None:
        return known
    distance = {name: 0 for name, each in game.provinces.items() if each.nation == "Laconia"}
    frontier = sorted(distance)
    while frontier:
        following = []
        for here in frontier:
            for place in game.provinces[here].adjacent:
                if place in game.provinces and place not in distance:
                    distance[place] = distance[here] + 1
                    following.append(place)
        frontier = following
    remember(game, "laconia", distance)
    return distance


def move_options(game: Game, state: State, name: str, found: tuple[Way, ...]) -> tuple[a.Move, ...]:
    """The actions by which a block takes these ways; `via` is named where several lead to one end."""
    key = ("moves", name, state.blocks[name].place, id(found))
    known: tuple[tuple[Way, ...], tuple[a.Move, ...]] | None = game.remembered.get(key)
    if known is not None and known[0] is found:
        return known[1]
    ends = Counter((way.to, way.forced, way.into) for way in found)
    made = tuple(
        a.Move(
            name,
            way.to,
            via(state.blocks[name].place, way) if ends[way.to, way.forced, way.into] > 1 else "",
            way.forced,
            way.into,
        )
        for way in found
    )
    remember(game, key, (found, made))
    return made


def loads(game: Game, state: State, side: str, place: str) -> Iterator[a.Load]:
    """What the fleets of a group may take aboard (5.3): one Greek land block each, of fewer steps."""
    if place in game.seas:
        return
    names = [name for name in own_at(game, state, side, place) if name not in state.moved]
    laden = set(state.aboard.values())
    if place in state.sieges and state.control.get(place) == side and blockaded(game, state, place):
        names = [name for name in names if not state.blocks[name].inside]  # 7.4
    for fleet in names:
        if not is_fleet(game, fleet) or fleet in laden:
            continue
        for cargo in names:
            if can_carry(game, state, fleet, cargo) and cargo not in state.aboard:
                yield a.Load(fleet, cargo)


def can_carry(game: Game, state: State, fleet: str, cargo: str) -> bool:
    """Whether a fleet can carry a block: a Greek land block with fewer current steps (5.3)."""
    block = game.blocks[cargo]
    if block.type == "fleet" or not block.greek:
        return False
    if "helots" in state.effects and block.colour == "red":
        return False  # 13.3-c
    first, second = state.blocks[fleet], state.blocks[cargo]
    return second.steps < first.steps and first.inside == second.inside


def load(u: Unfolding, side: str, action: a.Load, place: str) -> None:
    """A fleet takes a block aboard. Raises IllegalAction."""
    if action not in tuple(loads(u.game, u.state, side, place)):
        raise IllegalAction(
            "5.3", "a fleet carries one Greek land block of fewer steps, from where both stand unmoved"
        )
    u.happen(e.CargoLoaded(side, place, (action.fleet, action.cargo)))


def move(u: Unfolding, side: str, action: a.Move) -> None:
    """One block of the group goes its way. Raises IllegalAction."""
    game, state = u.game, u.state
    name = action.block
    if name not in state.blocks or game.blocks[name].side != side:
        raise IllegalAction("4.1", "a group is moved by its own side, block by block")
    if state.group_kind != "muster" and state.blocks[name].place != state.group:
        raise IllegalAction("4.1", "only units that start together move as one group")
    found = ways(game, state, name, state.group_kind)
    options = move_options(game, state, name, found)
    if action not in options:
        raise IllegalAction(*why_not(game, state, name, action))
    set_out(u, name, found[options.index(action)], state.group_kind)


def why_not(game: Game, state: State, name: str, action: a.Move) -> tuple[str, str]:
    """The rule that forbids a move, and what it says."""
    if name in state.moved:
        return "5.7", "nobody moves twice in a player turn"
    if name in state.aboard:
        return "5.3", "what is aboard a fleet moves with it alone"
    if state.blocks[name].inside:
        return "7.4", "besieged land units are shut in; fleets leave by their port alone"
    if action.to in game.seas and not is_fleet(game, name):
        return "5.3", "land units cross the sea aboard fleets"
    if is_fleet(game, name) and action.to in game.provinces and not game.provinces[action.to].seas:
        return "5.2", "a fleet enters no area that touches no sea"
    if "helots" in state.effects and game.blocks[name].colour == "red":
        return "13.3-c", "while the Helots are in revolt Laconian land units stay in Laconia or go there"
    if state.group_kind == "muster":
        return "4.2", "units muster by normal movement in the chosen area, without forced moves or Deep Sea"
    if state.peace and action.to in game.greece:
        return "12.0-b", "the Peace of Nicias, enemies or the range forbid this move"
    return "5.1", "the place is not within reach, or enemies or closed areas lie between"


def set_out(u: Unfolding, name: str, way: Way, kind: str, moved: str = "move") -> None:
    """Blocks go their way, up to the first roll that is due."""
    side, origin = u.game.side(name), u.state.blocks[name].place
    names = (name, *cargo_of(u, name))
    if roll_points(u.game, u.state, origin, way.path, way.forced, kind):
        u.happen(e.MoveBegan(side, names, origin, way.path, 0, way.forced, way.into, kind))
    else:
        arrive(u, names, origin, way.path, way.into, moved)


def roll_points(
    game: Game, state: State, origin: str, path: tuple[str, ...], forced: bool, kind: str
) -> list[tuple[int, str]]:
    """Where on a way dice are rolled: a place on it and what for (5.5, 5.6)."""
    points = []
    here = origin
    for at, place in enumerate(path):
        crosses = here in game.seas and place in game.seas[here].deep
        if crosses and kind not in ("fair-winds", "gylippus"):
            points.append((at, "deep-sea"))
        here = place
    if forced and state.season != "winter":
        points.append((len(path) - 1, "forced"))  # 9.2.1-h: not in Winter
    return points


def go_on(u: Unfolding, moving: Moving) -> None:
    """The next roll on a way, or its end."""
    points = roll_points(u.game, u.state, moving.origin, moving.path, moving.forced, moving.kind)
    if moving.at < len(points):
        at, what = points[moving.at]
        before = moving.path[at - 1] if at else moving.origin
        sea = before in u.game.seas or moving.path[at] in u.game.seas
        subject = f"{before}:{moving.path[at]}"
        roll(u, what, "poseidon" if sea else "hermes", moving.side, 1, subject)
        return
    u.happen(e.ProcedureEnded())
    kind = "winter" if u.state.season == "winter" else "move"
    arrive(u, moving.names, moving.origin, moving.path, moving.into, kind)


def rolled(u: Unfolding, pending: Pending) -> None:
    """The dice on a way are used (5.5, 5.6)."""
    moving = u.state.stack[-1]
    assert isinstance(moving, Moving)
    points = roll_points(u.game, u.state, moving.origin, moving.path, moving.forced, moving.kind)
    what = points[moving.at][1]
    die, name = pending.dice[0], moving.names[0]
    if what == "deep-sea":
        if die == 1:  # 5.5: and its cargo loses one too
            for each in reversed(moving.names):
                if each in u.state.blocks:
                    lose_step(u, each, "deep-sea")
        if name in u.state.blocks:
            u.happen(e.MoveReached(moving.at + 1))
        else:
            u.happen(e.ProcedureEnded())
        return
    if die > 2:
        u.happen(e.MoveReached(moving.at + 1))
        return
    u.happen(e.ProcedureEnded())
    if die == 1:
        lose_step(u, name, "forced")
    if name in u.state.blocks:
        left = tuple(each for each in moving.names if each in u.state.blocks)
        path = moving.path[:-1] or (moving.origin,)
        arrive(u, left, moving.origin, path, False, "move")


def arrive(
    u: Unfolding, names: tuple[str, ...], origin: str, path: tuple[str, ...], into: bool, kind: str
) -> None:
    """Blocks are where their way ends, and what follows from it."""
    state, game = u.state, u.game
    names = tuple(name for name in names if name in state.blocks)
    side, place = game.side(names[0]), path[-1]
    last = path[-2] if len(path) > 1 else origin
    inside = into and place in state.sieges
    u.happen(
        e.BlocksMoved(
            side,
            names,
            (),
            origin,
            place,
            "" if place == origin else last,
            state.blocks[names[0]].inside,
            inside if place != origin else state.blocks[names[0]].inside,
            kind,
        )
    )
    held = place in state.barbarian and state.control.get(place) == side
    if held and game.blocks[names[0]].greek:
        u.happen(e.CityHeld(place))  # 10.1-b
    if side == "athens" and not state.at_war and place in game.sicily and place in game.provinces:
        province = game.provinces[place]
        if province.nation == "Magna Graecia" or province.loyalty == "sparta":
            u.happen(e.SicilyAtWar())  # 15.2-c
