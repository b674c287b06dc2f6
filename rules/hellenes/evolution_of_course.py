"""How cards, rolls, Olympians and the years change the state."""

from __future__ import annotations

from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.evolution_of_forces import counted, prestige_gained
from rules.hellenes.game import SEATS, Game
from rules.hellenes.state import (
    Pending,
    Standing,
    State,
    changed,
)
from rules.parts import decks
from rules.secrecy import UNKNOWN

# The course of the game


def scenario_began(game: Game, s: State, event: e.ScenarioBegan) -> State:
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


def block_placed(game: Game, s: State, event: e.BlockPlaced) -> State:
    if event.inside:
        s = changed(s, walled=counted(s.walled, event.place, 1))
    else:
        s = changed(s, field=counted(s.field, game.key[event.side][event.place], 1))
    if event.block == UNKNOWN or event.block is None:
        return s
    return changed(s, blocks=s.blocks.set(event.block, Standing(event.place, event.steps, event.inside)))


def year_began(game: Game, s: State, event: e.YearBegan) -> State:
    return changed(
        s,
        year=event.year,
        turn=s.turn + 1,
        season="new-year",
        played=frozenset(),
        yearly=frozenset(),
        revealed=Map(),
    )


def season_began(game: Game, s: State, event: e.SeasonBegan) -> State:
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


def step_began(game: Game, s: State, event: e.StepBegan) -> State:
    return changed(s, step=event.step, agenda=s.agenda[1:])


def part_began(game: Game, s: State, event: e.PartBegan) -> State:
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


def part_ended(game: Game, s: State, event: e.PartEnded) -> State:
    return changed(s, group="", group_kind="", credit=0, actions=0)


def blocks_hidden(game: Game, s: State, event: e.BlocksHidden) -> State:
    own = [name for name in s.shown if game.side(name) == event.side]
    shown = s.shown.difference(own)
    if UNKNOWN not in event.blocks:
        return changed(s, shown=shown)
    blocks = s.blocks
    for name in own:
        if name in blocks:
            blocks = blocks.delete(name)
    return changed(s, shown=shown, blocks=blocks)


def card_drawn(game: Game, s: State, event: decks.CardDrawn) -> State:
    return changed(s, hands=s.hands.set(event.seat, (*s.hands[event.seat], event.card)))


def card_committed(game: Game, s: State, event: e.CardCommitted) -> State:
    use = f"{event.card}/{event.use}"
    return changed(
        s,
        hands=decks.without(s.hands, event.seat, event.card),
        committed=s.committed.set(event.seat, use if UNKNOWN not in (event.card, event.use) else UNKNOWN),
    )


def cards_revealed(game: Game, s: State, event: e.CardsRevealed) -> State:
    return changed(
        s,
        committed=Map(),
        revealed=Map({seat: f"{card}/{event.uses[seat]}" for seat, card in event.cards.items()}),
        played=s.played.union(event.cards.values()),
        first=event.first,
    )


def card_leaves(game: Game, s: State, event: e.CardLeaves) -> State:
    removed = s.removed | {event.card} if event.forever else s.removed
    in_play = s.in_play.delete(event.card) if event.card in s.in_play else s.in_play
    return changed(s, in_play=in_play, removed=removed)


# Chance and the Olympians


def roll_made(game: Game, s: State, event: e.RollMade) -> State:
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


def block_drawn(game: Game, s: State, event: e.BlockDrawn) -> State:
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


def deal_stood(game: Game, s: State, event: e.DealStood) -> State:
    return changed(
        s,
        pending=Pending(
            "deal", event.purpose, "zeus", event.side, (), "", "", event.asked, True, event.ordinal
        ),
    )


def passed(game: Game, s: State, event: e.Passed) -> State:
    if s.pending is None:
        return s
    return changed(s, pending=changed(s.pending, asked=s.pending.asked[1:]))


def appealed(game: Game, s: State, event: e.Appealed) -> State:
    return changed(
        s,
        sacrifices=s.sacrifices - {f"{event.seat}/{event.olympian}"},
        garrisons=s.garrisons.set(event.seat, s.garrisons[event.seat] + 1),
        appealed=s.appealed | {event.olympian},
    )


def sacrificed(game: Game, s: State, event: e.Sacrificed) -> State:
    if not event.olympian:
        return s
    return changed(
        s,
        sacrifices=s.sacrifices | {f"{event.seat}/{event.olympian}"},
        garrisons=s.garrisons.set(event.seat, s.garrisons[event.seat] - 1),
    )


def sacrifice_lost(game: Game, s: State, event: e.SacrificeLost) -> State:
    return changed(
        s,
        sacrifices=s.sacrifices - {f"{event.seat}/{event.olympian}"},
        garrisons=s.garrisons.set(event.seat, s.garrisons[event.seat] + 1),
    )


# Winter, New Year, events


def block_sustained(game: Game, s: State, event: e.BlockSustained) -> State:
    name = event.block
    return changed(
        s,
        sustained=s.sustained | {name} if name and name != UNKNOWN else s.sustained,
        supplied=counted(s.supplied, game.key[event.side][event.place], 1),
        actions=s.actions - event.cost,
        credit=0,
    )


def winter_ended(game: Game, s: State, event: e.WinterEnded) -> State:
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


def return_settled(game: Game, s: State, event: e.ReturnSettled) -> State:
    key = game.key[event.side][event.place]
    return changed(s, returns=s.returns.delete(key) if key in s.returns else s.returns)


def effect_began(game: Game, s: State, event: e.EffectBegan) -> State:
    if event.yearly:
        return changed(s, yearly=s.yearly | {event.effect})
    return changed(s, effects=s.effects | {event.effect})


def sally_planned(game: Game, s: State, event: e.SallyPlanned) -> State:
    return changed(
        s,
        sallies=s.sallies | {event.place},
        actions=s.actions - event.cost,
        credit=0,
        group="",
        group_kind="",
    )


def tribute(game: Game, s: State, event: e.TributeTaken) -> State:
    return changed(s, prestige=s.prestige + event.sums["athens"] - event.sums["sparta"])


def peace_ended(game: Game, s: State, event: e.PeaceEnded) -> State:
    s = prestige_gained(game, s, e.PrestigeGained(event.side, -event.price))
    return changed(s, peace=False, resumed=True)
