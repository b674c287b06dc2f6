"""4: the actions of a player turn, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes import movement, recruiting
from rules.hellenes.game import OTHER, TITLES, Game
from rules.hellenes.olympians import draw_recruit
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.ways import Way, remember, ways_of
from rules.hellenes.where import (
    aid,
    held,
    is_city,
    is_fleet,
    leader,
    outside,
    own_at,
    under_peace,
)
from rules.ruleset import Action


def actions_of(game: Game, state: State, side: str, card: str) -> int:
    """The actions that a card gives (4.0, 3.7, 4.7)."""
    number = game.cards[card].value
    chief = leader(game, state, side)
    if chief:
        number += game.cards[chief].leader_value
    if side == "athens":
        if "four-hundred" not in state.yearly:
            number += sum(1 for each in state.in_play if game.cards[each].name == "Raise Taxes")
        if "hermae" in state.yearly:
            number -= 1
    else:
        number += aid(game, state)
    return number


def begin(u: Unfolding, side: str) -> None:
    """The actions of a player turn are counted."""
    card = u.state.revealed[side].partition("/")[0]
    u.happen(e.ActionsGained(side, actions_of(u.game, u.state, side, card)))
    if side == "athens" and "hermae" in u.state.yearly:
        u.happen(e.EffectEnded("hermae"))


def is_over(state: State) -> bool:
    """Whether nothing more can be done: no actions, no open group and no step left to rebuild."""
    return state.actions <= 0 and not state.group and not state.credit


def options(game: Game, state: State, side: str) -> tuple[Action, ...]:
    """What the acting side may do."""
    if state.group:
        return tuple(group_options(game, state, side))
    found: list[Action] = []
    if state.actions > 0:
        found += _groups(game, state, side)
        found += (a.Pillage(place) for place in pillage_places(game, state, side))
        if recruiting.eligible(game, state, side):
            found.append(a.Recruit())
        found += (a.Sally(place) for place in sally_places(game, state, side))
    if state.actions > 0 or state.credit:
        found += (
            a.Rebuild(name)
            for name in sorted(state.blocks)
            if game.blocks[name].side == side and recruiting.can_rebuild(game, state, name)
        )
    found.append(a.Finish())
    return tuple(found)


def _movers(game: Game, state: State, side: str) -> Iterator[tuple[str, tuple[Way, ...]]]:
    """The blocks that can move, with their ways before what forbids one to this block alone."""
    for name in sorted(state.blocks):
        if game.blocks[name].side != side or name in state.moved or name in state.aboard:
            continue
        standing = state.blocks[name]
        fleet = is_fleet(game, name)
        if standing.inside and not (fleet and game.provinces[standing.place].port):
            continue
        yield (
            name,
            ways_of(
                game,
                state,
                side,
                standing.place,
                movement.reach(game, name),
                fleet=fleet,
                inside=standing.inside,
            ),
        )


def _groups(game: Game, state: State, side: str) -> list[Action]:
    """The groups that can move, and the areas in which one can be mustered."""
    known: tuple[State, str, list[Action]] | None = game.remembered.get("groups")
    if known is None or known[0] is not state or known[1] != side:
        known = (state, side, _find_groups(game, state, side))
        game.remembered["groups"] = known
    return known[2]


def _find_groups(game: Game, state: State, side: str) -> list[Action]:
    origins: set[str] = set()
    ends: dict[str, set[str]] = {}
    counted: set[tuple[str, int]] = set()
    for name, found in _movers(game, state, side):
        place = state.blocks[name].place
        if not found or (place in origins and (place, id(found)) in counted):
            continue
        if movement.ways(game, state, name):
            origins.add(place)
            if (place, id(found)) not in counted:
                counted.add((place, id(found)))
                for end in plain_ends(game, found):
                    ends.setdefault(end, set()).add(place)
    groups: list[Action] = [a.GroupMove(place) for place in sorted(origins)]
    enemies = held(game, state, OTHER[side])
    own = held(game, state, side)
    groups += (
        a.Muster(place)
        for place in sorted(ends)
        if len(ends[place]) > 1
        and place not in enemies
        and (place in own or (is_city(game, place) and state.control.get(place) == side))
        and (state.control.get(place) == side or not state.walled.get(place))
    )
    return groups


def plain_ends(game: Game, found: tuple[Way, ...]) -> frozenset[str]:
    """Where normal movement alone leads: no forced moves, no Deep Sea (4.2)."""
    key = ("plain", id(found))
    known: tuple[tuple[Way, ...], frozenset[str]] | None = game.remembered.get(key)
    if known is None or known[0] is not found:
        known = (found, frozenset(way.to for way in found if not way.forced and not way.deep))
        remember(game, key, known)
    return known[1]


def group_options(game: Game, state: State, side: str) -> Iterator[Action]:
    """What the open group may still do."""
    if state.group_kind == "muster":
        for name, found in _movers(game, state, side):
            if state.group in plain_ends(game, found):
                yield from movement.move_options(
                    game, state, name, movement.ways(game, state, name, "muster")
                )
    else:
        for name in own_at(game, state, side, state.group):
            if suits(game, state, name):
                yield from movement.move_options(
                    game, state, name, movement.ways(game, state, name, state.group_kind)
                )
        yield from movement.loads(game, state, side, state.group)
    yield a.Finish()


def suits(game: Game, state: State, name: str) -> bool:
    """Whether a free move of this kind is for this block (13)."""
    block, kind = game.blocks[name], state.group_kind
    if kind in ("fair-winds", "fleets"):
        return block.type == "fleet"
    if kind == "land":
        return block.type != "fleet"
    return kind != "odrysia" or name in ("a45", "a46")


def pillage_places(game: Game, state: State, side: str) -> Iterator[str]:
    """The areas that a group of the side may pillage (4.3)."""
    if any(each.startswith("truce/") for each in state.effects):
        return
    for place in sorted(held(game, state, side)):
        province = game.provinces.get(place)
        if province is None or province.loyalty != OTHER[side] or place in state.pillaged:
            continue
        if under_peace(state, game, place) or outside(game, state, OTHER[side], place):
            continue
        names = own_at(game, state, side, place, inside=False)
        if sum(state.blocks[name].steps for name in names if not is_fleet(game, name)) >= 2:
            yield place


def pillage(u: Unfolding, side: str, place: str, cost: int, gain: int) -> None:
    """An area is pillaged. Raises IllegalAction."""
    if place not in pillage_places(u.game, u.state, side):
        raise IllegalAction(
            "4.3",
            "a group of two land steps pillages an area loyal to the enemy, without a marker or enemies outside",
        )
    u.happen(e.Pillaged(place, side, cost))
    u.gain(side, gain, "pillage")


def sally_places(game: Game, state: State, side: str) -> Iterator[str]:
    """The besieged cities from which a sally may be decided upon (4.6)."""
    for place in sorted(state.sieges):
        if state.control.get(place) != side or place in state.sallies or not state.walled.get(place):
            continue
        shaken = f"earthquake/{game.provinces[place].nation}" in state.effects
        if not under_peace(state, game, place) and not shaken:
            yield place


def act(u: Unfolding, side: str, action: Action) -> None:
    """Carries one action out. Raises IllegalAction."""
    game, state = u.game, u.state
    if state.group:
        group_act(u, side, action)
        return
    if isinstance(action, a.Finish):
        u.finish_step()
        return
    if isinstance(action, a.Rebuild):
        if state.credit:
            recruiting.rebuild(u, side, action.block, 0, 0)
        elif state.actions > 0:
            recruiting.rebuild(u, side, action.block, 1, 1)
        else:
            raise IllegalAction("4.0", "no actions are left")
        return
    if state.actions <= 0:
        raise IllegalAction("4.0", "no actions are left")
    match action:
        case a.GroupMove(place):
            if not any(movement.ways(game, state, name) for name in own_at(game, state, side, place)):
                raise IllegalAction(
                    "4.1", f"{TITLES[side]} has no unit at {game.title(place)} that can still move"
                )
            u.happen(e.GroupBegan(side, place, "move"))
        case a.Muster(place):
            if action not in _groups(game, state, side):
                raise IllegalAction(
                    "4.2", "units of two areas at least muster in one with a friendly city or own unit"
                )
            u.happen(e.GroupBegan(side, place, "muster"))
        case a.Pillage(place):
            pillage(u, side, place, 1, 1)
        case a.Recruit():
            found = recruiting.eligible(game, state, side)
            if not found:
                raise IllegalAction("4.4", "no block of the pool has a home that can take it in")
            draw_recruit(u, side, found, 1)
        case a.Sally(place):
            if place not in sally_places(game, state, side):
                raise IllegalAction("4.6", "fortified units of a besieged city sally")
            u.happen(e.SallyPlanned(side, place, 1))
        case _:
            raise IllegalAction("4.0", "this is no action of this season")


def group_act(u: Unfolding, side: str, action: Action) -> None:
    """The open group does something. Raises IllegalAction."""
    match action:
        case a.Finish():
            end_group(u, side)
        case a.Move():
            if action.block in u.state.blocks and not suits(u.game, u.state, action.block):
                raise IllegalAction("4.1", "this free move is not for this block")
            movement.move(u, side, action)
        case a.Load():
            movement.load(u, side, action, u.state.group)
        case _:
            raise IllegalAction("4.1", "first the group moves, or is done")


def end_group(u: Unfolding, side: str) -> None:
    """The group is done."""
    u.happen(e.GroupEnded(side))


__all__ = [
    "act",
    "actions_of",
    "begin",
    "group_act",
    "group_options",
    "is_over",
    "options",
    "outside",
    "pillage",
]
