"""13.3: cards of revolts, of the Helots, and of Sphacteria."""

from __future__ import annotations

from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.cards import OPERATIONS, Operation, end, stage
from rules.hellenes.game import Game
from rules.hellenes.olympians import roll
from rules.hellenes.state import CardEvent, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import (
    aid,
    is_fleet,
    outside,
    units_at,
)
from rules.ruleset import Action

REGIONAL, SPREAD = 3, 4
"""The lowest die by which a city revolts: in the named region, and elsewhere (13.3-b)."""

# Cards 7 to 13: revolts (13.3-b)


def _subject(game: Game, state: State, place: str) -> bool:
    return (
        bool(game.provinces[place].revolt_region)
        and state.control.get(place) == "athens"
        and not units_at(game, state, "athens", place)
    )


def revolting(game: Game, state: State, event: CardEvent) -> list[str]:
    """The cities that may be named in this part of a revolt."""
    region = game.cards[event.card].region
    found = []
    held = {game.provinces[place].revolt_region for place, side in state.control.items() if side == "sparta"}
    for place in game.cities:
        if not _subject(game, state, place) or place in event.picked:
            continue
        own = game.provinces[place].revolt_region
        if event.stage == "regional" and own != region:
            continue
        if event.stage == "spread" and (own == region or own not in held):
            continue
        found.append(place)
    return found


def _taxes(game: Game, state: State) -> int:
    return sum(1 for card in state.in_play if game.cards[card].name == "Raise Taxes")


def _revolt_possible(game: Game, state: State, side: str, card: str) -> bool:
    if state.peace or aid(game, state) >= 3:  # 12.0-b, S-persian-aid-3
        return False
    region = game.cards[card].region
    regional = any(
        _subject(game, state, place) and game.provinces[place].revolt_region == region
        for place in game.cities
    )
    return (regional and aid(game, state) <= 1) or _taxes(game, state) > 0


def _begin_revolt(u: Unfolding, event: CardEvent) -> None:
    _revolt_from(u, event, 0)


def _revolt_from(u: Unfolding, event: CardEvent, at: int) -> None:
    """Goes on to the next kind of revolt that may happen: Regional, Spread, Tax (S-persian-aid-1 to -3)."""
    count = aid(u.game, u.state)
    stages = [
        ("regional", 1 if count <= 1 else 0),
        ("spread", 1 if count == 0 else 0),
        ("tax", _taxes(u.game, u.state)),
    ]
    for number, (name, left) in enumerate(stages):
        if number >= at and left:
            stage(u, name, left, event.picked)
            now = u.state.stack[-1]
            assert isinstance(now, CardEvent)
            if revolting(u.game, u.state, now):
                return
    end(u)


def _revolt_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    named = tuple(a.Choose(place) for place in revolting(game, state, event))
    return named if event.stage == "regional" else (*named, a.Decline())


def _revolt(u: Unfolding, event: CardEvent, action: Action) -> None:
    if not isinstance(action, a.Choose):
        _revolt_next(u, event, True)
        return
    place = action.what
    u.happen(e.EventStage(event.stage, event.left, (*event.picked, place)))
    near = units_at(u.game, u.state, "sparta", place) or outside(
        u.game, u.state, "sparta", u.game.provinces[place].offshore or place
    )
    if event.stage == "regional" and near:
        _revolts(u, place)
        _revolt_next(u, event, False)
        return
    roll(u, "event", "apollo", event.side, 1, f"revolt:{place}", place)


def _revolt_rolled(u: Unfolding, event: CardEvent, pending: Pending) -> None:
    if pending.dice[0] >= (REGIONAL if event.stage == "regional" else SPREAD):
        _revolts(u, pending.subject)
    _revolt_next(u, event, False)


def _revolt_next(u: Unfolding, event: CardEvent, declined: bool) -> None:
    now = u.state.stack[-1]
    assert isinstance(now, CardEvent)
    if event.stage == "tax" and event.left > 1 and not declined:
        stage(u, "tax", event.left - 1, now.picked)
        following = u.state.stack[-1]
        assert isinstance(following, CardEvent)
        if revolting(u.game, u.state, following):
            return
        end(u)
        return
    _revolt_from(u, now, {"regional": 1, "spread": 2, "tax": 3}[event.stage])


def _revolts(u: Unfolding, place: str) -> None:
    if place in u.state.sieges:
        u.happen(e.SiegeEnded(place, u.state.control.get(place, "")))
    u.happen(e.ControlChanged(place, "sparta", "revolt"))


OPERATIONS["revolt"] = Operation(_revolt_possible, _begin_revolt, _revolt_options, _revolt, _revolt_rolled)


# Cards 16 and 17: the Helots (13.3-c); card 44: Sphacteria


def _helots(game: Game, state: State, side: str, card: str) -> bool:
    if state.peace or "sparta" not in game.provinces:
        return False
    if game.cards[card].operation == "helot-revolt":
        return True
    laconia = [name for name, each in game.provinces.items() if each.nation == "Laconia"]
    return any(
        state.control.get(name) == "athens" or units_at(game, state, "athens", name) for name in laconia
    )


def _begin_helots(u: Unfolding, event: CardEvent) -> None:
    game, state = u.game, u.state
    u.happen(e.EffectBegan("helots"))
    steps = sum(
        standing.steps
        for name, standing in state.blocks.items()
        if game.blocks[name].colour == "red"
        and not is_fleet(game, name)
        and _in_laconia(game, standing.place)
    )
    if steps < 4:
        u.gain("sparta", -1, "helots")
        for place in ("pylos", "methone"):
            if place not in u.state.pillaged:
                u.happen(e.Pillaged(place))
    if game.cards[event.card].operation == "helot-uprising":
        stage(u, "hoplites")
    else:
        end(u)


def _in_laconia(game: Game, place: str) -> bool:
    return place in game.provinces and game.provinces[place].nation == "Laconia"


def _hoplites(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    """The red hoplite blocks of which Sparta chooses one; without any, nothing is lost."""
    found = [
        name
        for name in sorted(state.blocks)
        if game.blocks[name].colour == "red" and game.blocks[name].type == "hoplites"
    ]
    return tuple(a.Pick(name) for name in found) or (a.Decline(),)


def _hoplite_loses(u: Unfolding, event: CardEvent, action: Action) -> None:
    from rules.hellenes.casualties import lose_step

    if isinstance(action, a.Pick):
        lose_step(u, action.block, "event")
    end(u)


def _at_sphacteria(game: Game, state: State, side: str, card: str) -> bool:
    return any(
        place in game.provinces and units_at(game, state, "athens", place) for place in ("pylos", "kythera")
    )


def _begin_sphacteria(u: Unfolding, event: CardEvent) -> None:
    u.gain("sparta", -2, "sphacteria")
    stage(u, "hoplites")


OPERATIONS["helot-revolt"] = Operation(_helots, _begin_helots)
OPERATIONS["helot-uprising"] = Operation(_helots, _begin_helots, _hoplites, _hoplite_loses, opponent=True)
OPERATIONS["sphacteria"] = Operation(
    _at_sphacteria, _begin_sphacteria, _hoplites, _hoplite_loses, opponent=True
)
