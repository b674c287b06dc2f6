"""How each event changes the state. Nothing here judges or rolls; a name that is not known is `"?"` and only counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.game import OTHER, SEATS, SEASONS, Game
from rules.hellenes.state import (
    Assault,
    Attrition,
    Battle,
    CardEvent,
    Ending,
    MainGroup,
    Moving,
    Pending,
    Recruiting,
    Sallying,
    Standing,
    State,
    changed,
    on_top,
    pushed,
)
from rules.parts import decks
from rules.ruleset import Event
from rules.secrecy import UNKNOWN

Evolve = Callable[[Game, State, Any], State]


def counted(counts: Map[str, int], key: str, by: int) -> Map[str, int]:
    """The counts with one of them changed; none is left out."""
    number = counts.get(key, 0) + by
    if number:
        return counts.set(key, number)
    return counts.delete(key) if key in counts else counts


# The course of the game


def _scenario_began(game: Game, s: State, event: e.ScenarioBegan) -> State:
    return changed(
        s,
        year=event.year,
        prestige=event.prestige,
        control=Map(event.control),
        in_play=Map(event.leaders),
        peace=event.peace,
        resumed=event.resumed,
        at_war=event.resumed,
        gela=event.resumed,
        garrisons=Map(dict.fromkeys(SEATS, event.garrisons)),
        hands=Map(dict.fromkeys(SEATS, ())),
    )


def _block_placed(game: Game, s: State, event: e.BlockPlaced) -> State:
    if event.inside:
        s = changed(s, walled=counted(s.walled, event.place, 1))
    else:
        s = changed(s, field=counted(s.field, game.key[event.side][event.place], 1))
    if event.block == UNKNOWN or event.block is None:
        return s
    return changed(s, blocks=s.blocks.set(event.block, Standing(event.place, event.steps, event.inside)))


def _year_began(game: Game, s: State, event: e.YearBegan) -> State:
    return changed(
        s,
        year=event.year,
        turn=s.turn + 1,
        season="new-year",
        played=frozenset(),
        yearly=frozenset(),
        revealed=Map(),
    )


def _season_began(game: Game, s: State, event: e.SeasonBegan) -> State:
    return changed(
        s,
        season=event.season,
        effects=frozenset(),
        revealed=Map(),
        established=frozenset(event.established),
        initiated=frozenset(),
        moved=frozenset(),
        came=Map(),
        arrivals=Map(),
    )


def _step_began(game: Game, s: State, event: e.StepBegan) -> State:
    return changed(s, step=event.step, agenda=s.agenda[1:])


def _part_began(game: Game, s: State, event: e.PartBegan) -> State:
    if s.season == "winter":  # who has moved, and whence, counts till the end of Winter
        return changed(
            s, active=event.side, appealed=frozenset(), done=frozenset(), group="", credit=0, actions=0
        )
    return changed(
        s,
        active=event.side,
        appealed=frozenset(),
        done=frozenset(),
        moved=frozenset(),
        came=Map(),
        arrivals=Map(),
        group="",
        group_kind="",
        group_number=0,
        credit=0,
        actions=0,
        sallies=frozenset(),
    )


def _part_ended(game: Game, s: State, event: e.PartEnded) -> State:
    return changed(s, group="", group_kind="", credit=0, actions=0)


def _blocks_hidden(game: Game, s: State, event: e.BlocksHidden) -> State:
    own = [name for name in s.shown if game.side(name) == event.side]
    shown = s.shown.difference(own)
    if UNKNOWN not in event.blocks:
        return changed(s, shown=shown)
    blocks = s.blocks
    for name in own:
        if name in blocks:
            blocks = blocks.delete(name)
    return changed(s, shown=shown, blocks=blocks)


def _card_drawn(game: Game, s: State, event: decks.CardDrawn) -> State:
    return changed(s, hands=s.hands.set(event.seat, (*s.hands[event.seat], event.card)))


def _card_committed(game: Game, s: State, event: e.CardCommitted) -> State:
    use = f"{event.card}/{event.use}"
    return changed(
        s,
        hands=decks.without(s.hands, event.seat, event.card),
        committed=s.committed.set(event.seat, use if UNKNOWN not in (event.card, event.use) else UNKNOWN),
    )


def _cards_revealed(game: Game, s: State, event: e.CardsRevealed) -> State:
    return changed(
        s,
        committed=Map(),
        revealed=Map({seat: f"{card}/{event.uses[seat]}" for seat, card in event.cards.items()}),
        played=s.played.union(event.cards.values()),
        first=event.first,
    )


def _card_leaves(game: Game, s: State, event: e.CardLeaves) -> State:
    removed = s.removed | {event.card} if event.forever else s.removed
    in_play = s.in_play.delete(event.card) if event.card in s.in_play else s.in_play
    return changed(s, in_play=in_play, removed=removed)


# Groups and movement


def _group_began(game: Game, s: State, event: e.GroupBegan) -> State:
    return changed(
        s,
        group=event.place,
        group_kind=event.kind,
        group_number=s.group_number + 1,
        actions=s.actions - event.cost,
        credit=0,
    )


def _cargo_loaded(game: Game, s: State, event: e.CargoLoaded) -> State:
    fleet, cargo = event.names
    if UNKNOWN in (fleet, cargo):
        return s
    return changed(s, aboard=s.aboard.set(cargo, fleet))


def _move_began(game: Game, s: State, event: e.MoveBegan) -> State:
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


def _blocks_moved(game: Game, s: State, event: e.BlocksMoved) -> State:
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


def _step_lost(game: Game, s: State, event: e.StepLost) -> State:
    return _steps(s, event.known or event.block, -1)


def _steps(s: State, name: str | None, by: int) -> State:
    standing = s.blocks.get(name or UNKNOWN)
    if standing is None or name is None:
        return s
    return changed(
        s, blocks=s.blocks.set(name, Standing(standing.place, standing.steps + by, standing.inside))
    )


def _step_rebuilt(game: Game, s: State, event: e.StepRebuilt) -> State:
    s = _steps(s, event.block, 1)
    return changed(s, actions=s.actions - event.cost, credit=event.credit)


def _block_removed(game: Game, s: State, event: e.BlockRemoved) -> State:
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
        aboard=s.aboard.delete(name) if name in s.aboard else s.aboard,
        came=s.came.delete(name) if name in s.came else s.came,
    )


def _pillaged(game: Game, s: State, event: e.Pillaged) -> State:
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


def _prestige_gained(game: Game, s: State, event: e.PrestigeGained) -> State:
    return changed(s, prestige=s.prestige + (event.amount if event.side == "athens" else -event.amount))


# Chance and the Olympians


def _roll_made(game: Game, s: State, event: e.RollMade) -> State:
    pending = Pending(
        event.kind,
        event.purpose,
        event.god,
        event.seat,
        event.dice,
        "",
        event.subject,
        event.asked,
        event.appealed,
        event.ordinal,
    )
    return changed(s, pending=pending)


def _block_drawn(game: Game, s: State, event: e.BlockDrawn) -> State:
    pending = Pending(
        "recruit",
        event.purpose,
        "hermes",
        event.side,
        (),
        event.block,
        "",
        event.asked,
        event.appealed,
        event.ordinal,
    )
    return changed(s, pending=pending, actions=s.actions - event.cost, credit=0, group="", group_kind="")


def _deal_stood(game: Game, s: State, event: e.DealStood) -> State:
    return changed(
        s,
        pending=Pending(
            "deal", event.purpose, "zeus", event.side, (), "", "", event.asked, True, event.ordinal
        ),
    )


def _passed(game: Game, s: State, event: e.Passed) -> State:
    if s.pending is None:
        return s
    return changed(s, pending=changed(s.pending, asked=s.pending.asked[1:]))


def _appealed(game: Game, s: State, event: e.Appealed) -> State:
    return changed(
        s,
        sacrifices=s.sacrifices - {f"{event.seat}/{event.olympian}"},
        garrisons=s.garrisons.set(event.seat, s.garrisons[event.seat] + 1),
        appealed=s.appealed | {event.olympian},
    )


def _sacrificed(game: Game, s: State, event: e.Sacrificed) -> State:
    if not event.olympian:
        return s
    return changed(
        s,
        sacrifices=s.sacrifices | {f"{event.seat}/{event.olympian}"},
        garrisons=s.garrisons.set(event.seat, s.garrisons[event.seat] - 1),
    )


def _sacrifice_lost(game: Game, s: State, event: e.SacrificeLost) -> State:
    return changed(
        s,
        sacrifices=s.sacrifices - {f"{event.seat}/{event.olympian}"},
        garrisons=s.garrisons.set(event.seat, s.garrisons[event.seat] + 1),
    )


# Sieges


def _siege_began(game: Game, s: State, event: e.SiegeBegan) -> State:
    garrisons = s.garrisons
    if event.side in garrisons:
        garrisons = garrisons.set(event.side, garrisons[event.side] - 1)
    return changed(s, sieges=s.sieges | {event.place}, garrisons=garrisons)


def _siege_ended(game: Game, s: State, event: e.SiegeEnded) -> State:
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


def _garrison_fell(game: Game, s: State, event: e.GarrisonFell) -> State:
    side = s.control.get(event.place, "")
    garrisons = s.garrisons
    if side in garrisons:
        garrisons = garrisons.set(side, garrisons[side] + 1)
    return changed(s, fallen=s.fallen | {event.place}, garrisons=garrisons)


def _control_changed(game: Game, s: State, event: e.ControlChanged) -> State:
    place = event.place
    control = s.control.set(place, event.side) if event.side else s.control
    if not event.side and place in control:
        control = control.delete(place)
    barbarian = s.barbarian | {place} if event.barbarian else s.barbarian - {place}
    return changed(s, control=control, barbarian=barbarian)


def _block_fortified(game: Game, s: State, event: e.BlockFortified) -> State:
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


def _blocks_shown(game: Game, s: State, event: e.BlocksShown) -> State:
    blocks = s.blocks
    for name, steps in event.blocks.items():
        if name not in blocks:
            blocks = blocks.set(name, Standing(event.place, steps))
    return changed(s, blocks=blocks, shown=s.shown.union(event.blocks))


def _battle_began(game: Game, s: State, event: e.BattleBegan) -> State:
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


def _battle(s: State) -> Battle:
    battle = s.stack[-1]
    assert isinstance(battle, Battle)
    return battle


def _stratagem_used(game: Game, s: State, event: e.StratagemUsed) -> State:
    battle = _battle(s)
    word = event.stratagem.partition("/")[0]
    used = battle.used | {word} if event.used else battle.used
    twice = battle.twice
    if event.used and word == "phormio":
        twice = frozenset(name for name in battle.fighting if game.side(name) == "athens")
    s = on_top(s, stratagems=battle.stratagems[1:], used=used, twice=twice)
    return changed(s, effects=s.effects - {event.stratagem}) if event.used else s


def _group_ended(game: Game, s: State, event: e.GroupEnded) -> State:
    aboard = s.aboard
    for cargo in s.aboard:
        if s.blocks[cargo].place not in game.seas:
            aboard = aboard.delete(cargo)
    return changed(s, group="", group_kind="", aboard=aboard)


def _cleon_asked(game: Game, s: State, event: e.CleonAsked) -> State:
    assert s.pending is not None
    return changed(s, pending=changed(s.pending, kind="cleon", asked=("athens",)))


def _attrition_left(game: Game, s: State, left: int) -> State:
    return on_top(s, left=left, rolled=True)


def _block_fired(game: Game, s: State, event: e.BlockFired) -> State:
    battle = _battle(s)
    twice = battle.twice - {event.block} if event.again else battle.twice
    queue = battle.queue if event.again else tuple(each for each in battle.queue if each != event.block)
    return on_top(s, hits=event.hits, routs=event.routs, target=event.target, queue=queue, twice=twice)


def _block_routed(game: Game, s: State, event: e.BlockRouted) -> State:
    battle = _battle(s)
    return on_top(
        s,
        retreating=event.block,
        fighting=battle.fighting - {event.block},
        queue=tuple(each for each in battle.queue if each != event.block),
    )


def _battle_ended(game: Game, s: State, event: e.BattleEnded) -> State:
    s = changed(s, stack=s.stack[:-1], done=s.done | {event.place})
    if event.naval and event.winner == "athens" and event.fought:
        s = changed(s, naval_victory=season_number(s))
    return s


def season_number(s: State) -> int:
    """A number that grows by one with every season."""
    return s.turn * len(SEASONS) + SEASONS.index(s.season)


def _in_battle(game: Game, s: State, event: Any) -> State:
    """A removed block leaves its battle or assault."""
    s = _block_removed(game, s, event)
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


def _assault_fired(game: Game, s: State, event: e.AssaultFired) -> State:
    return on_top(
        s, queue=event.queue, losses=event.losses, routs=event.routs, hits=event.hits, steps=event.steps
    )


def _step_taken(game: Game, s: State, event: e.StepTaken) -> State:
    if isinstance(s.stack[-1], Assault):
        return on_top(s, steps=event.left)
    return _attrition_left(game, s, event.left)


def _assaulter_dropped(game: Game, s: State, event: e.AssaulterDropped) -> State:
    inner = s.stack[-1]
    assert isinstance(inner, Assault)
    return on_top(s, fighting=inner.fighting - {event.block}, dropped=inner.dropped + 1)


def _held_back(game: Game, s: State, event: e.BlockHeldBack) -> State:
    inner = s.stack[-1]
    assert isinstance(inner, Assault)
    name = event.block
    return on_top(s, held=inner.held | {name}) if name and name != UNKNOWN else s


# Winter, New Year, events


def _block_sustained(game: Game, s: State, event: e.BlockSustained) -> State:
    name = event.block
    return changed(
        s,
        sustained=s.sustained | {name} if name and name != UNKNOWN else s.sustained,
        supplied=counted(s.supplied, game.key[event.side][event.place], 1),
        actions=s.actions - event.cost,
        credit=0,
    )


def _winter_ended(game: Game, s: State, event: e.WinterEnded) -> State:
    return changed(
        s,
        sustained=frozenset(),
        supplied=Map(),
        returns=Map(),
        moved=frozenset(),
        came=Map(),
        arrivals=Map(),
        active="",
    )


def _return_settled(game: Game, s: State, event: e.ReturnSettled) -> State:
    key = game.key[event.side][event.place]
    return changed(s, returns=s.returns.delete(key) if key in s.returns else s.returns)


def _effect_began(game: Game, s: State, event: e.EffectBegan) -> State:
    if event.yearly:
        return changed(s, yearly=s.yearly | {event.effect})
    return changed(s, effects=s.effects | {event.effect})


def _sally_planned(game: Game, s: State, event: e.SallyPlanned) -> State:
    return changed(
        s,
        sallies=s.sallies | {event.place},
        actions=s.actions - event.cost,
        credit=0,
        group="",
        group_kind="",
    )


def _tribute(game: Game, s: State, event: e.TributeTaken) -> State:
    return changed(s, prestige=s.prestige + event.sums["athens"] - event.sums["sparta"])


def _peace_ended(game: Game, s: State, event: e.PeaceEnded) -> State:
    s = _prestige_gained(game, s, e.PrestigeGained(event.side, -event.price))
    return changed(s, peace=False, resumed=True)


EVOLUTION: dict[type[Event], Evolve] = {
    e.ScenarioBegan: _scenario_began,
    e.BlockPlaced: _block_placed,
    e.AgendaSet: lambda g, s, x: changed(s, agenda=x.steps),
    e.StepBegan: _step_began,
    e.YearBegan: _year_began,
    e.SeasonBegan: _season_began,
    e.PartBegan: _part_began,
    e.PartEnded: _part_ended,
    e.BlocksHidden: _blocks_hidden,
    e.HandReturned: lambda g, s, x: changed(s, hands=s.hands.set(x.seat, ())),
    decks.CardDrawn: _card_drawn,
    e.CardCommitted: _card_committed,
    e.CardsRevealed: _cards_revealed,
    e.CardStays: lambda g, s, x: changed(s, in_play=s.in_play.set(x.card, x.side)),
    e.CardLeaves: _card_leaves,
    e.ActionsGained: lambda g, s, x: changed(s, actions=x.actions),
    e.GroupBegan: _group_began,
    e.GroupEnded: _group_ended,
    e.CargoLoaded: _cargo_loaded,
    e.MoveBegan: _move_began,
    e.MoveReached: lambda g, s, x: on_top(s, at=x.at),
    e.BlocksMoved: _blocks_moved,
    e.StepLost: _step_lost,
    e.StepRebuilt: _step_rebuilt,
    e.BlockRemoved: _in_battle,
    e.Pillaged: _pillaged,
    e.PrestigeGained: _prestige_gained,
    e.PrestigeSet: lambda g, s, x: changed(s, prestige=x.prestige),
    e.RollMade: _roll_made,
    e.BlockDrawn: _block_drawn,
    e.DealStood: _deal_stood,
    e.Passed: _passed,
    e.Appealed: _appealed,
    e.CleonAsked: _cleon_asked,
    e.RollStood: lambda g, s, x: changed(s, pending=None),
    e.Sacrificed: _sacrificed,
    e.SacrificeLost: _sacrifice_lost,
    e.SiegeBegan: _siege_began,
    e.SiegeEstablished: lambda g, s, x: changed(s, established=s.established | {x.place}),
    e.SiegeEnded: _siege_ended,
    e.GarrisonFell: _garrison_fell,
    e.ControlChanged: _control_changed,
    e.CityHeld: lambda g, s, x: changed(s, barbarian=s.barbarian - {x.place}),
    e.SallyPlanned: _sally_planned,
    e.SallyBegan: lambda g, s, x: changed(
        pushed(s, Sallying(x.place, x.side)), sallies=s.sallies - {x.place}
    ),
    e.FortifyingBegan: lambda g, s, x: pushed(s, x.procedure),
    e.BlockFortified: _block_fortified,
    e.MainGroupAsked: lambda g, s, x: pushed(s, x.procedure),
    e.BlocksShown: _blocks_shown,
    e.BattleBegan: _battle_began,
    e.WithdrawalBegan: lambda g, s, x: on_top(s, withdrawing=True),
    e.StratagemUsed: _stratagem_used,
    e.RoundBegan: lambda g, s, x: on_top(s, round=x.round, queue=x.queue),
    e.BlockFired: _block_fired,
    e.HitsSettled: lambda g, s, x: on_top(s, hits=x.hits, routs=x.routs),
    e.BlockRouted: _block_routed,
    e.BlockRetreated: lambda g, s, x: on_top(s, retreating=""),
    e.BattleEnded: _battle_ended,
    e.AttritionBegan: lambda g, s, x: pushed(s, Attrition(x.place, x.side, x.tight)),
    e.AssaultPrepared: lambda g, s, x: pushed(s, Assault(x.place, x.side, x.free)),
    e.BlockHeldBack: _held_back,
    e.AssaultBegan: lambda g, s, x: on_top(s, begun=True, fighting=frozenset(x.fighting), queue=x.queue),
    e.AssaultFired: _assault_fired,
    e.AssaulterDropped: _assaulter_dropped,
    e.StepTaken: _step_taken,
    e.SiegeSettled: lambda g, s, x: changed(s, done=s.done | {f"siege/{x.place}"}),
    e.ProcedureEnded: lambda g, s, x: changed(s, stack=s.stack[:-1]),
    e.RecruitAwaitsPlace: lambda g, s, x: pushed(s, Recruiting(x.side, x.block, x.full)),
    e.BlockSustained: _block_sustained,
    e.ReturnContested: lambda g, s, x: changed(s, returns=s.returns.set(g.key[x.side][x.place], x.city)),
    e.ReturnSettled: _return_settled,
    e.EventBegan: lambda g, s, x: pushed(s, CardEvent(x.card, x.side)),
    e.EventStage: lambda g, s, x: on_top(s, stage=x.stage, left=x.left, picked=x.picked),
    e.EffectBegan: _effect_began,
    e.EffectEnded: lambda g, s, x: changed(s, effects=s.effects - {x.effect}, yearly=s.yearly - {x.effect}),
    e.CivilWarPlaced: lambda g, s, x: changed(s, civil_war=x.place),
    e.PeaceEnded: _peace_ended,
    e.SicilyAtWar: lambda g, s, x: changed(s, at_war=True),
    e.GelaJoined: lambda g, s, x: changed(s, gela=True, control=s.control.set("gela", "sparta")),
    e.SecondExpedition: lambda g, s, x: changed(s, second=True),
    e.WinterEnded: _winter_ended,
    e.MarkersRemoved: lambda g, s, x: changed(s, pillaged=frozenset(), civil_war=""),
    e.PlagueStruck: lambda g, s, x: changed(s, plagues=s.plagues + 1, yearly=s.yearly | {"plague"}),
    e.TributeTaken: _tribute,
    e.GameEnded: lambda g, s, x: changed(s, ending=Ending(x.winners, x.how)),
}
_: Iterable[str] = OTHER
