"""9.1 and 9.2: Winter actions – moves into shelter, sustaining, disbanding."""

from __future__ import annotations

from collections.abc import Iterator

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes import movement, recruiting
from rules.hellenes.casualties import cargo_of, remove
from rules.hellenes.game import Game
from rules.hellenes.olympians import draw_recruit
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.ways import Way
from rules.hellenes.where import (
    leads,
    names_at,
    own_at,
)
from rules.hellenes.winter_moves import (
    bound,
    counts_outside,
    excess,
    group_ways,
    quarters,
    return_options,
    sheltered,
)
from rules.ruleset import Action

AGIS = ("Boeotia", "Attica")


# Options


def options(game: Game, state: State, side: str) -> tuple[Action, ...]:
    """What a side may do in its Winter actions (9.2-a)."""
    if state.group:
        return (*_group_options(game, state, side), a.Finish())
    own = [name for name in sorted(state.blocks) if game.blocks[name].side == side]
    found: list[Action] = []
    for name in own:
        if game.blocks[name].greek:
            found += (a.Quarter(name, city) for city, _ in quarters(game, state, name))
            found += return_options(game, state, name)
            if state.actions > 0 and can_sustain(game, state, name):
                found.append(a.Sustain(name))
        if may_disband(game, state, name):
            found.append(a.Disband(name))
    for place in sorted({state.blocks[name].place for name in own}):
        found += movement.loads(game, state, side, place)
    if state.actions > 0:
        found += (
            a.GroupMove(place)
            for place in sorted({state.blocks[name].place for name in own if group_ways(game, state, name)})
        )
        if recruiting.eligible(game, state, side):
            found.append(a.Recruit())
    if state.actions > 0 or state.credit:
        found += (a.Rebuild(name) for name in own if recruiting.can_rebuild(game, state, name))
    return (*found, a.Finish())


def _group_options(game: Game, state: State, side: str) -> Iterator[Action]:
    for name in own_at(game, state, side, state.group):
        for way in group_ways(game, state, name):
            yield _move(state, name, way)


def _move(state: State, name: str, way: Way) -> a.Move:
    last = way.path[-2] if len(way.path) > 1 else state.blocks[name].place
    return a.Move(name, way.to, last, way.forced, way.into)


def can_sustain(game: Game, state: State, name: str) -> bool:
    """Whether a block can be sustained: Greek, outside friendly cities, not yet sustained (9.2.2-a, 9.2.4-a)."""
    return game.blocks[name].greek and name not in state.sustained and counts_outside(game, state, name)


def may_disband(game: Game, state: State, name: str) -> bool:
    """Whether a block is due to disband, and may do so early (9.2-a)."""
    if not game.blocks[name].greek:
        return True
    return name not in state.sustained and not bound(game, state, name) and counts_outside(game, state, name)


# Acting


def act(u: Unfolding, side: str, action: Action) -> None:
    """Carries one Winter action out. Raises IllegalAction."""
    game, state = u.game, u.state
    if isinstance(action, a.Finish):
        if state.group:
            u.happen(e.GroupEnded(side))
        else:
            u.finish_step()
        return
    if state.group and not isinstance(action, a.Move):
        raise IllegalAction("4.1", "first the group moves, or is done")
    name = getattr(action, "block", None)
    if name is not None and (name not in state.blocks or game.side(name) != side):
        raise IllegalAction("9.2-a", f"{name} is no block of {side} on the map")
    match action:
        case a.Quarter(block, to):
            quarter(u, block, to)
        case a.Return():
            go_home(u, action)
        case a.Move(block):
            for way in group_ways(game, state, block):
                if _move(state, block, way) == action and state.blocks[block].place == state.group:
                    movement.set_out(u, block, way, "winter", "winter")
                    return
            raise IllegalAction(
                "9.2.1-a", "a Winter move ends inside a city of its side, never through besiegers"
            )
        case a.GroupMove(place):
            if state.actions <= 0:
                raise IllegalAction("9.2.1-d", "a Winter group move costs an action")
            if not any(group_ways(game, state, each) for each in own_at(game, state, side, place)):
                raise IllegalAction("9.2.1.4-a", "no unit there can reach a city of its side")
            u.happen(e.GroupBegan(side, place, "winter"))
        case a.Load():
            movement.load(
                u, side, action, state.blocks[action.fleet].place if action.fleet in state.blocks else ""
            )
        case a.Sustain(block):
            sustain(u, block)
        case a.Disband(block):
            if not may_disband(game, state, block):
                raise IllegalAction("9.2-a", "only a unit that is due to disband disbands early")
            disband(u, block)
        case a.Recruit():
            found = recruiting.eligible(game, state, side)
            if state.actions <= 0 or not found:
                raise IllegalAction("4.4", "recruiting takes an action and a home that can take a block in")
            draw_recruit(u, side, found, 1)
        case a.Rebuild(block):
            if state.credit:
                recruiting.rebuild(u, side, block, 0, 0)
            elif state.actions > 0:
                recruiting.rebuild(u, side, block, 1, 1)
            else:
                raise IllegalAction("4.0", "no actions are left")
        case a.Muster() | a.Pillage():
            raise IllegalAction("9.2.1-b", "there is no Muster and no pillage in Winter")
        case _:
            raise IllegalAction(
                "9.2-a", "Winter actions move into shelter, recruit, rebuild, sustain and disband"
            )


def quarter(u: Unfolding, name: str, to: str) -> None:
    """A block goes into an adjacent friendly city, free. Raises IllegalAction."""
    for city, inside in quarters(u.game, u.state, name):
        if city == to:
            names = (name, *cargo_of(u, name))
            movement.arrive(u, names, u.state.blocks[name].place, (to,), inside, "winter")
            return
    raise IllegalAction(
        "9.2.1.1-a", "a unit outside quarters in an adjacent friendly city with room, not besieged on land"
    )


def go_home(u: Unfolding, action: a.Return) -> None:
    """A block goes home, free; before besiegers or blockaders it stops for a Return battle. Raises IllegalAction."""
    game, state, name = u.game, u.state, action.block
    found = return_options(game, state, name).get(action)
    if found is None:
        raise IllegalAction(
            "9.2.1.2-a",
            "a unit that is not at home goes to a home city of its side within reach, once a Winter",
        )
    way, stop = found
    side = game.side(name)
    if stop:
        u.happen(e.ReturnContested(side, stop, action.to))
    movement.set_out(u, name, way, "winter", "winter")


def sustain(u: Unfolding, name: str, cost: int = 1) -> None:
    """A block in the field is sustained. Raises IllegalAction."""
    if not u.game.blocks[name].greek:
        raise IllegalAction("9.2.4-a", "barbarians cannot be sustained")
    if cost and u.state.actions <= 0:
        raise IllegalAction("9.2.2-a", "sustaining a unit takes an action")
    if not can_sustain(u.game, u.state, name):
        raise IllegalAction("9.2.2-a", "only a unit outside friendly cities is sustained, once")
    u.happen(e.BlockSustained(u.game.side(name), u.state.blocks[name].place, name, cost))


def disband(u: Unfolding, name: str) -> None:
    """A block goes to its pool (9.2.4-b); what it carries at sea is lost with it."""
    remove(u, name, "disbanded")


def compulsory(u: Unfolding, side: str) -> None:
    """At the end of a side's Winter actions barbarians, and Greeks in the field without supply, disband (9.2.4)."""
    game = u.game
    if u.state.aboard:
        u.happen(e.GroupEnded(side))
    own = [name for name in sorted(u.state.blocks) if game.blocks[name].side == side]
    for name in own:
        if not game.blocks[name].greek:
            disband(u, name)
    if side == "sparta" and leads(game, u.state, side, "Agis"):
        for name in own:
            if name in u.state.blocks and _under_agis(game, u.state, name):
                sustain(u, name, 0)
    field(u, side)


def _under_agis(game: Game, state: State, name: str) -> bool:
    """Card 21: Spartan hoplites in Boeotia or Attica are sustained without an action."""
    province = game.provinces.get(state.blocks[name].place)
    block = game.blocks[name]
    return (
        province is not None
        and province.nation in AGIS
        and block.name == "Spartan hoplites"
        and not sheltered(game, state, name)
        and can_sustain(game, state, name)
    )


def field(u: Unfolding, side: str) -> None:
    """Greeks in the field that are not sustained disband, save those before a Return battle (9.2.4-c, -d)."""
    game = u.game
    for name in sorted(u.state.blocks):
        state = u.state
        if name not in state.blocks or game.blocks[name].side != side:
            continue
        if sheltered(game, state, name) or name in state.sustained or bound(game, state, name):
            continue
        disband(u, name)


def overfull(game: Game, state: State, side: str) -> str:
    """The first friendly city in which more blocks stand than it shelters (9.2.1.3-b), or nothing."""
    for place in game.cities:
        if excess(game, state, side, place) > 0:
            return place
    return ""


def disband_options(game: Game, state: State, side: str) -> tuple[a.Disband, ...]:
    """Who of an overfull city is outside it and disbands (9.2.4-c)."""
    place = overfull(game, state, side)
    return tuple(
        a.Disband(name)
        for name in names_at(state, place)
        if game.side(name) == side and name not in state.sustained
    )


def disband_excess(u: Unfolding, side: str, action: Action) -> None:
    """The owner says who is outside. Raises IllegalAction."""
    if not isinstance(action, a.Disband) or action not in disband_options(u.game, u.state, side):
        raise IllegalAction(
            "9.2.4-c",
            "blocks above the capacity of a city are outside it and disband; their owner says which",
        )
    disband(u, action.block)
