"""How battles and sieges change the state."""

from __future__ import annotations

from typing import Any

from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.evolution_of_forces import block_removed, counted
from rules.hellenes.game import SEASONS, Game
from rules.hellenes.state import (
    Assault,
    Battle,
    MainGroup,
    Sallying,
    Standing,
    State,
    changed,
    on_top,
)
from rules.secrecy import UNKNOWN

# Sieges


def siege_began(game: Game, s: State, event: e.SiegeBegan) -> State:
    garrisons = s.garrisons
    if event.side in garrisons:
        garrisons = garrisons.set(event.side, garrisons[event.side] - 1)
    return changed(s, sieges=s.sieges | {event.place}, garrisons=garrisons)


def siege_ended(game: Game, s: State, event: e.SiegeEnded) -> State:
    garrisons, place = s.garrisons, event.place
    if event.side in garrisons and place not in s.fallen:
        garrisons = garrisons.set(event.side, garrisons[event.side] + 1)
    count = s.walled.get(place, 0)
    blocks = s.blocks
    for name, standing in s.blocks.items():
        if standing.inside and standing.place == place:
            blocks = blocks.set(name, Standing(place, standing.steps))
    walled, field = s.walled, s.field
    if count:
        walled = walled.delete(place)
        field = counted(field, game.key[event.side][place], count)
    return changed(
        s,
        sieges=s.sieges - {place},
        established=s.established - {place},
        fallen=s.fallen - {place},
        garrisons=garrisons,
        blocks=blocks,
        walled=walled,
        field=field,
    )


def garrison_fell(game: Game, s: State, event: e.GarrisonFell) -> State:
    side = s.control.get(event.place, "")
    garrisons = s.garrisons
    if side in garrisons:
        garrisons = garrisons.set(side, garrisons[side] + 1)
    return changed(s, fallen=s.fallen | {event.place}, garrisons=garrisons)


def control_changed(game: Game, s: State, event: e.ControlChanged) -> State:
    place = event.place
    control = s.control.set(place, event.side) if event.side else s.control
    if not event.side and place in control:
        control = control.delete(place)
    barbarian = s.barbarian | {place} if event.barbarian else s.barbarian - {place}
    return changed(s, control=control, barbarian=barbarian)


def block_fortified(game: Game, s: State, event: e.BlockFortified) -> State:
    place, by = event.place, 1 if event.inside else -1
    s = changed(
        s,
        walled=counted(s.walled, place, by),
        field=counted(s.field, game.key[event.side][place], -by),
    )
    name = event.known or event.block
    standing = s.blocks.get(name or UNKNOWN)
    if standing is not None and name is not None:
        s = changed(s, blocks=s.blocks.set(name, Standing(place, standing.steps, event.inside)))
        if not event.inside:
            s = changed(s, came=s.came.set(name, f"{place}/inside#0"), initiated=s.initiated | {name})
    if not event.inside:
        way = f"{place}/inside#0"
        earlier = s.arrivals.get(place, ())
        if way not in earlier:
            s = changed(s, arrivals=s.arrivals.set(place, tuple(sorted((*earlier, way)))))
        if isinstance(s.stack[-1] if s.stack else None, Sallying):
            sallying = s.stack[-1]
            assert isinstance(sallying, Sallying)
            s = on_top(s, out=sallying.out + 1)
    return s


# Battles


def blocks_shown(game: Game, s: State, event: e.BlocksShown) -> State:
    blocks = s.blocks
    for name, steps in event.blocks.items():
        if name not in blocks:
            blocks = blocks.set(name, Standing(event.place, steps))
    return changed(s, blocks=blocks, shown=s.shown.union(event.blocks))


def battle_began(game: Game, s: State, event: e.BattleBegan) -> State:
    battle = Battle(
        event.place,
        event.attacker,
        Map(event.began),
        Map(event.came),
        frozenset(event.later),
        frozenset(event.landed),
        frozenset(event.fighting),
        winter=event.winter,
        stratagems=event.stratagems,
    )
    stack = s.stack[:-1] if s.stack and isinstance(s.stack[-1], MainGroup) else s.stack
    return changed(s, stack=(*stack, battle))


def battle_of(s: State) -> Battle:
    battle = s.stack[-1]
    assert isinstance(battle, Battle)
    return battle


def stratagem_used(game: Game, s: State, event: e.StratagemUsed) -> State:
    battle = battle_of(s)
    word = event.stratagem.partition("/")[0]
    used = battle.used | {word} if event.used else battle.used
    twice = battle.twice
    if event.used and word == "phormio":
        twice = frozenset(name for name in battle.fighting if game.side(name) == "athens")
    s = on_top(s, stratagems=battle.stratagems[1:], used=used, twice=twice)
    return changed(s, effects=s.effects - {event.stratagem}) if event.used else s


def group_ended(game: Game, s: State, event: e.GroupEnded) -> State:
    aboard = s.aboard
    for cargo in s.aboard:
        if s.blocks[cargo].place not in game.seas:
            aboard = aboard.delete(cargo)
    return changed(s, group="", group_kind="", aboard=aboard)


def cleon_asked(game: Game, s: State, event: e.CleonAsked) -> State:
    return changed(s, pending=changed(event.pending, kind="cleon", asked=("athens",)))


def attrition_left(game: Game, s: State, left: int) -> State:
    return on_top(s, left=left, rolled=True)


def block_fired(game: Game, s: State, event: e.BlockFired) -> State:
    battle = battle_of(s)
    twice = battle.twice - {event.block} if event.again else battle.twice
    queue = battle.queue if event.again else tuple(each for each in battle.queue if each != event.block)
    return on_top(s, hits=event.hits, routs=event.routs, target=event.target, queue=queue, twice=twice)


def block_routed(game: Game, s: State, event: e.BlockRouted) -> State:
    battle = battle_of(s)
    return on_top(
        s,
        retreating=event.block,
        fighting=battle.fighting - {event.block},
        queue=tuple(each for each in battle.queue if each != event.block),
    )


def battle_ended(game: Game, s: State, event: e.BattleEnded) -> State:
    s = changed(s, stack=s.stack[:-1], done=s.done | {event.place})
    if event.naval and event.winner == "athens" and event.fought:
        s = changed(s, naval_victory=season_number(s))
    return s


def season_number(s: State) -> int:
    """A number that grows by one with every season."""
    return s.turn * len(SEASONS) + SEASONS.index(s.season)


def in_battle(game: Game, s: State, event: Any) -> State:
    """A removed block leaves its battle or assault."""
    s = block_removed(game, s, event)
    name = event.known
    if name and s.stack:
        inner = s.stack[-1]
        if isinstance(inner, Battle):
            return on_top(
                s,
                fighting=inner.fighting - {name},
                queue=tuple(each for each in inner.queue if each != name),
            )
        if isinstance(inner, Assault):
            return on_top(s, fighting=inner.fighting - {name})
    return s


def assault_fired(game: Game, s: State, event: e.AssaultFired) -> State:
    return on_top(
        s, queue=event.queue, losses=event.losses, routs=event.routs, hits=event.hits, steps=event.steps
    )


def step_taken(game: Game, s: State, event: e.StepTaken) -> State:
    if isinstance(s.stack[-1], Assault):
        return on_top(s, steps=event.left)
    return attrition_left(game, s, event.left)


def assaulter_dropped(game: Game, s: State, event: e.AssaulterDropped) -> State:
    inner = s.stack[-1]
    assert isinstance(inner, Assault)
    return on_top(s, fighting=inner.fighting - {event.block}, dropped=inner.dropped + 1)


def held_back(game: Game, s: State, event: e.BlockHeldBack) -> State:
    inner = s.stack[-1]
    assert isinstance(inner, Assault)
    name = event.block
    return on_top(s, held=inner.held | {name}) if name and name != UNKNOWN else s
