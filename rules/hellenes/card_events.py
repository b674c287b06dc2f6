"""13: cards of sieges and battles, of storm, earthquake and plague."""

from __future__ import annotations

from rules.hellenes import acting
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.card_politics import leave
from rules.hellenes.cards import OPERATIONS, Operation, always, end, stage
from rules.hellenes.casualties import lose_step
from rules.hellenes.game import SEATS, Game
from rules.hellenes.olympians import roll
from rules.hellenes.state import CardEvent, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import (
    besieger,
    capacity,
    is_fleet,
    leader,
    leads,
    names_at,
    outside,
    own_at,
    units_at,
)
from rules.ruleset import Action

STORM = PLAGUE = 3
"""The highest die by which a storm or the Plague takes a step."""


# Card 2: Storm


def _storm_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Choose(sea) for sea in game.seas)


def _storm(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Choose)
    sea = action.what
    u.happen(e.EffectBegan(f"storm/{sea}"))
    fleets = [name for name in names_at(u.state, sea) if is_fleet(u.game, name)]
    if fleets:
        roll(u, "event", "poseidon", event.side, len(fleets), f"storm:{sea}", sea)
    else:
        end(u)


def _storm_rolled(u: Unfolding, event: CardEvent, pending: Pending) -> None:
    fleets = [name for name in names_at(u.state, pending.subject) if is_fleet(u.game, name)]
    for name, die in zip(fleets, pending.dice, strict=True):
        if die <= STORM:
            lose_step(u, name, "storm")
    end(u)


OPERATIONS["storm"] = Operation(
    always, lambda u, event: stage(u, "sea"), _storm_options, _storm, _storm_rolled
)


# Cards 3, 4, 5, 22: sieges and truce


def _betrayable(game: Game, state: State, side: str, card: str = "") -> bool:
    return any(besieger(game, state, place) == side for place in state.established)


def _treachery_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(
        a.Choose(place) for place in sorted(state.established) if besieger(game, state, place) == event.side
    )


def _treachery(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Choose)
    u.happen(e.EffectBegan(f"treachery/{action.what}"))
    end(u)


OPERATIONS["treachery"] = Operation(
    _betrayable, lambda u, event: stage(u, "city"), _treachery_options, _treachery
)


def _effect(word: str) -> Operation:
    def begin(u: Unfolding, event: CardEvent) -> None:
        u.happen(e.EffectBegan(f"{word}/{event.side}"))
        end(u)

    return Operation(always, begin)


OPERATIONS["siege-engines"] = _effect("engines")
OPERATIONS["circumvallation"] = _effect("circumvallation")
OPERATIONS["sacred-truce"] = _effect("truce")


# Card 6: Rich Plunder


def _plunder_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return (*(a.Pillage(place) for place in acting.pillage_places(game, state, event.side)), a.Decline())


def _plunder(u: Unfolding, event: CardEvent, action: Action) -> None:
    if not isinstance(action, a.Pillage):
        end(u)
        return
    acting.pillage(u, event.side, action.place, 0, 2)
    if event.left > 1:
        stage(u, "pillage", event.left - 1)
    else:
        end(u)


OPERATIONS["rich-plunder"] = Operation(
    always, lambda u, event: stage(u, "pillage", 2), _plunder_options, _plunder
)


# Card 29: Earthquake


def _nations(game: Game) -> list[str]:
    return sorted({province.nation for province in game.provinces.values()})


def _quake_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Choose(nation) for nation in _nations(game))


def _quake(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Choose)
    u.happen(e.EffectBegan(f"earthquake/{action.what}"))
    end(u)


OPERATIONS["earthquake"] = Operation(always, lambda u, event: stage(u, "nation"), _quake_options, _quake)


# Card 34: Surprise at Plataea


def _surprise_possible(game: Game, state: State, side: str, card: str) -> bool:
    return (
        state.control.get("plataea") == "athens"
        and outside(game, state, "sparta", "thebes") > 0
        and units_at(game, state, "athens", "plataea") <= capacity(game, state, "plataea")
        and "plataea" not in state.sieges
        and not outside(game, state, "sparta", "plataea")
    )


def _surprise_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Pick(name) for name in own_at(game, state, "sparta", "thebes"))


def _surprise(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Pick)
    u.happen(e.BlocksMoved("sparta", (action.block,), (), "thebes", "plataea", "thebes"))
    for name in own_at(u.game, u.state, "athens", "plataea", inside=False):
        u.happen(e.BlockFortified("athens", "plataea", name))
    u.happen(e.SiegeBegan("plataea", "athens"))
    u.happen(e.SiegeEstablished("plataea"))
    u.happen(e.ProcedureEnded())
    u.finish_step()
    u.happen(e.AssaultPrepared("plataea", "sparta", True))


OPERATIONS["surprise"] = Operation(
    _surprise_possible, lambda u, event: stage(u, "block"), _surprise_options, _surprise
)


# Cards 37 and 38: the Plague (13.4)


def _stricken(game: Game, state: State) -> list[str]:
    return [
        name
        for place in ("athens", "eleusis")
        if place in game.provinces
        for side in SEATS
        for name in own_at(game, state, side, place)
    ]


def _begin_plague(u: Unfolding, event: CardEvent) -> None:
    u.happen(e.PlagueStruck())
    names = _stricken(u.game, u.state)
    stage(u, "plague")
    if names:
        roll(u, "event", "apollo", event.side, len(names), "plague", "plague")
    else:
        _pericles(u, event)


def _plague_rolled(u: Unfolding, event: CardEvent, pending: Pending) -> None:
    if pending.subject == "pericles":
        if pending.dice[0] == 1:
            leave(u, leader(u.game, u.state, "athens"), "plague")
        end(u)
        return
    for name, die in zip(_stricken(u.game, u.state), pending.dice, strict=True):
        if die <= PLAGUE:
            lose_step(u, name, "plague")
    _pericles(u, event)


def _pericles(u: Unfolding, event: CardEvent) -> None:
    """13.4-b: the first Plague takes Pericles on a 1, the second for certain."""
    if not leads(u.game, u.state, "athens", "Pericles"):
        end(u)
    elif u.state.plagues >= 2:
        leave(u, leader(u.game, u.state, "athens"), "plague")
        end(u)
    else:
        roll(u, "event", "apollo", event.side, 1, "pericles", "pericles")


OPERATIONS["plague"] = Operation(
    lambda game, state, side, card: "plague" not in state.yearly and "athens" in game.provinces,
    _begin_plague,
    rolled=_plague_rolled,
)


# Card 40: the Megarian Decree


def _ports(game: Game) -> list[str]:
    if "megara" not in game.provinces:
        return []
    return [
        place
        for place in game.provinces["megara"].adjacent
        if place in game.provinces
        and game.provinces[place].port
        and game.provinces[place].loyalty == "sparta"
    ]


def _begin_decree(u: Unfolding, event: CardEvent) -> None:
    if "megara" not in u.state.pillaged:
        u.happen(e.Pillaged("megara"))
    at_sea = any(
        u.game.blocks[name].colour == "orange" and is_fleet(u.game, name) and standing.place in u.game.seas
        for name, standing in u.state.blocks.items()
    )
    if not at_sea:
        u.gain("sparta", -1, "decree")
    stage(u, "port")


def _decree_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Choose(place) for place in _ports(game))


def _decree(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Choose)
    if action.what not in u.state.pillaged:
        u.happen(e.Pillaged(action.what))
    end(u)


OPERATIONS["megarian-decree"] = Operation(
    lambda game, state, side, card: bool(_ports(game)), _begin_decree, _decree_options, _decree
)
