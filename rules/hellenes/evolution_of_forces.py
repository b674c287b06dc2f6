"""How blocks come, move, lose steps and go."""

from __future__ import annotations

from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import (
    Moving,
    Standing,
    State,
    changed,
    pushed,
)
from rules.secrecy import UNKNOWN


def counted(counts: Map[str, int], key: str, by: int) -> Map[str, int]:
    """The counts with one of them changed; none is left out."""
    number = counts.get(key, 0) + by
    if number:
        return counts.set(key, number)
    return counts.delete(key) if key in counts else counts


# Groups and movement


def group_began(game: Game, s: State, event: e.GroupBegan) -> State:
    return changed(
        s,
        group=event.place,
        group_kind=event.kind,
        group_number=s.group_number + 1,
        actions=s.actions - event.cost,
        credit=0,
    )


def cargo_loaded(game: Game, s: State, event: e.CargoLoaded) -> State:
    fleet, cargo = event.names
    if UNKNOWN in (fleet, cargo):
        return s
    return changed(s, aboard=s.aboard.set(cargo, fleet))


def move_began(game: Game, s: State, event: e.MoveBegan) -> State:
    return pushed(
        s,
        Moving(
            event.side,
            event.names,
            event.start,
            event.path,
            event.at,
            event.forced,
            event.into,
            event.kind,
        ),
    )


def blocks_moved(game: Game, s: State, event: e.BlocksMoved) -> State:
    names = (*event.known, *event.names)
    count, key, place = len(names), game.key[event.side], event.place
    field, walled = s.field, s.walled
    if event.inside_before:
        walled = counted(walled, event.start, -count)
    else:
        field = counted(field, key[event.start], -count)
    if event.inside:
        walled = counted(walled, place, count)
    else:
        field = counted(field, key[place], count)
    blocks, aboard = s.blocks, s.aboard
    fleet = names[0]
    for name in names:
        standing = blocks.get(name)
        if standing is None:
            continue
        blocks = blocks.set(name, Standing(place, standing.steps, event.inside))
        if name != fleet and place in game.seas:
            aboard = aboard.set(name, fleet)
        elif name in aboard:
            aboard = aboard.delete(name)
    s = changed(s, field=field, walled=walled, blocks=blocks, aboard=aboard)
    if event.kind not in ("move", "winter"):
        return s
    known = frozenset(name for name in names if name != UNKNOWN)
    way = f"{event.via}#{s.group_number}"
    earlier = s.arrivals.get(place, ())
    return changed(
        s,
        moved=s.moved | known,
        came=s.came.update(dict.fromkeys(known, way)),
        arrivals=s.arrivals if way in earlier else s.arrivals.set(place, tuple(sorted((*earlier, way)))),
    )


def step_lost(game: Game, s: State, event: e.StepLost) -> State:
    return steps(s, event.known or event.block, -1)


def steps(s: State, name: str | None, by: int) -> State:
    standing = s.blocks.get(name or UNKNOWN)
    if standing is None or name is None:
        return s
    return changed(
        s, blocks=s.blocks.set(name, Standing(standing.place, standing.steps + by, standing.inside))
    )


def step_rebuilt(game: Game, s: State, event: e.StepRebuilt) -> State:
    s = steps(s, event.block, 1)
    return changed(s, actions=s.actions - event.cost, credit=event.credit)


def block_removed(game: Game, s: State, event: e.BlockRemoved) -> State:
    if event.inside:
        s = changed(s, walled=counted(s.walled, event.place, -1))
    else:
        s = changed(s, field=counted(s.field, game.key[event.side][event.place], -1))
    name = event.known or event.block
    if name is None or name not in s.blocks:
        return s
    return changed(
        s,
        blocks=s.blocks.delete(name),
        shown=s.shown - {name},
        moved=s.moved - {name},
        sustained=s.sustained - {name},
        aboard=Map({cargo: fleet for cargo, fleet in s.aboard.items() if name not in (cargo, fleet)})
        if s.aboard
        else s.aboard,
        came=s.came.delete(name) if name in s.came else s.came,
    )


def pillaged(game: Game, s: State, event: e.Pillaged) -> State:
    here = [
        name
        for name, standing in s.blocks.items()
        if standing.place == event.place and game.side(name) == event.side
    ]
    return changed(
        s,
        pillaged=s.pillaged | {event.place},
        actions=s.actions - event.cost,
        moved=s.moved.union(here),
        group="",
        group_kind="",
        credit=0,
    )


def prestige_gained(game: Game, s: State, event: e.PrestigeGained) -> State:
    return changed(s, prestige=s.prestige + (event.amount if event.side == "athens" else -event.amount))
