"""What a seat could form from the board, legal or not: for questions of the kind "why not?"."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions
from rules.sword_of_rome.decisions import asked
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Activation, Entry, Retreat, Support
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.strategy_cards import unseen

USES = ("ops", "event", "bribe", "sail")
WAYS = ("raise", "convert", "regain", "take", "claim", "found", "remove", "lower")
OF_SPACES = ("place", "which-space", "come-home")
"""Decisions for which a power and a space are named."""


def conceivable(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Every action that names the seat's own cards and leaders, those it decides for, and spaces; any leader where
    armies are activated and react."""
    yield from (actions.End(), actions.Pass(), actions.Halt(), actions.Fight(), actions.TurnBack())
    yield from (actions.Accept(), actions.Refuse(), actions.Raid(), actions.FoundColony(), actions.Sally())
    yield from (actions.Loot(), actions.Occupy())
    now = asked(game, state)
    own = [
        name for name in sorted(game.leaders) if game.seat_of.get(game.leaders[name].power) in (None, seat)
    ]
    on_map = [name for name in own if state.leaders.get(name) in game.spaces]
    yield from (actions.Activate(name) for name in sorted(game.leaders))
    yield from _of_cards(game, state, seat)
    yield from _of_the_march(game, state, on_map)
    yield from _of_reactions(game, state, on_map)
    for name in on_map:
        yield actions.LeadInside(name)
        yield actions.Flank(name)
        yield actions.Appoint(name)
    for cu in range(1, game.numbers.shelter_most + 2):
        yield actions.GoInside(cu)
        yield actions.GiveUpMilitia(cu - 1)
    if find(state, Retreat) is not None:
        for space in game.spaces:
            yield actions.RetreatTo(space)
            yield actions.RetreatBySea(space)
    support = find(state, Support)
    for space in game.spaces:
        if support is not None:
            yield from (actions.Spend(way, space) for way in WAYS)
        yield actions.RollSiege(space)
        yield actions.Restore(space)
    powers = [power for power in game.powers if game.seat_of.get(power) in (None, seat)]
    kind = now.kind if now is not None else ""
    if kind in OF_SPACES:
        for power in powers:
            yield from (actions.Place(power, space) for space in game.spaces)
    yield from _of_events(game, state, seat, kind)
    for name in own:
        yield actions.Keep(name)
        yield actions.Dismiss(name)
        if game.leaders[name].role == "minor" or kind in OF_SPACES:
            yield from (actions.PlaceLeader(name, space) for space in game.spaces)
    for power in powers:
        yield actions.RaiseSupport(power)
        yield actions.Reinforce(power)
        yield actions.Choose(power)
        for other in game.powers:
            if other != power:
                yield actions.Offer(power, other)
                yield actions.Break(power, other)
                yield actions.Renew(power, other)
    yield from (actions.Name(each) for each in dict.fromkeys((*game.seats, *game.powers)))


def _of_events(game: Game, state: State, seat: str, kind: str) -> Iterator[Action]:
    """What may be named where an event, or Desperate Times, lets choose (7.1-e, 7.4)."""
    if kind in ("which-army", "which-space"):
        yield from (actions.Choose(space) for space in game.spaces)
    elif kind in ("which-power", "neutral-power", "beneficiary"):
        yield from (actions.Choose(power) for power in game.powers if game.seat_of.get(power) != seat)
    elif kind == "roll-again":
        yield from (actions.Choose(str(number)) for number in range(1, game.numbers.combat_dice + 2))
    elif kind == "which-units":
        yield from (actions.Take(cu) for cu in range(1, game.numbers.army_most + 2))
    elif kind == "desperate-use":
        yield from (actions.Choose(what) for what in ("ops", "redraw", *game.deck[seat]))


def _of_cards(game: Game, state: State, seat: str) -> Iterator[Action]:
    for card in unseen(game, state, seat):
        yield from (actions.Play(card, use) for use in USES)
        yield actions.Discard(card)
    for card in game.desperate.get(seat, ()):
        yield from (actions.Play(card, use) for use in ("desperate", *USES))
    for other in game.seats:
        if other != seat:
            for card in (*game.deck[other], *game.desperate.get(other, ())):
                yield from (actions.Play(card, use) for use in ("event", "ops"))  # 6.3: all of them refused


def _of_the_march(game: Game, state: State, leaders: list[str]) -> Iterator[Action]:
    for space in game.spaces:
        yield actions.Step(space)
        yield actions.Sail(space)
    if find(state, Activation) is None:
        return
    for cu in range(1, game.numbers.army_most + 2):
        yield actions.Leave(cu)
        yield actions.Take(cu)
    for name in leaders:
        yield actions.LeaveLeader(name)
        yield actions.TakeLeader(name)


def _of_reactions(game: Game, state: State, leaders: list[str]) -> Iterator[Action]:
    entry = find(state, Entry)
    if entry is None:
        return
    for name in sorted(game.leaders):
        for cu in range(1, game.numbers.army_most + 2):
            yield actions.Intercept(name, cu)
            yield from (actions.Avoid(name, cu, space) for space in game.board.adjacent[entry.space])
    yield from (actions.Accompany(name, other) for name in leaders for other in leaders if other != name)
