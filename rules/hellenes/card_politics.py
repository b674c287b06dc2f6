"""13: cards of leaders, alliances and the fortunes of cities; 3.6 to 3.8."""

from __future__ import annotations

from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.cards import OPERATIONS, Operation, always, end, stage
from rules.hellenes.game import CAPITALS, OTHER, THESSALY, Game
from rules.hellenes.olympians import roll
from rules.hellenes.state import CardEvent, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import (
    aid,
    is_fleet,
    leader,
    leads,
    outside,
    own_at,
    units_at,
)
from rules.ruleset import Action

WON = 3
"""The lowest die by which an embassy wins a city (card 25)."""


def leave(u: Unfolding, card: str, why: str) -> None:
    """A Leader leaves play (3.8): Archidamos for good, and whom the Plague takes."""
    forever = why == "plague" or u.game.cards[card].name == "Archidamos"
    u.happen(e.CardLeaves(card, forever, why))


def lead(u: Unfolding, side: str, card: str) -> None:
    """A Leader comes into play; the one before him is discarded (3.11)."""
    old = leader(u.game, u.state, side)
    if old and old != card:
        leave(u, old, "replaced")
    u.happen(e.CardStays(side, card))


# 3.6, 3.7: what stays in play


def _begin_stay(u: Unfolding, event: CardEvent) -> None:
    if u.game.cards[event.card].type == "leader":
        lead(u, event.side, event.card)
    else:
        u.happen(e.CardStays(event.side, event.card))
    end(u)


def _stays(game: Game, state: State, side: str, card: str) -> bool:
    if game.cards[card].name == "Persian Aid":  # 13.3-a
        return state.resumed and aid(game, state) < 3
    return True


OPERATIONS["stay"] = Operation(_stays, _begin_stay)
OPERATIONS["lead"] = Operation(always, _begin_stay)


# Card 19: Ostracism


def _leaders(game: Game, state: State) -> list[str]:
    return [card for card in sorted(state.in_play) if game.cards[card].type == "leader"]


def _ostracise_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Choose(card) for card in _leaders(game, state))


def _ostracise(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Choose)
    leave(u, action.what, "ostracism")
    end(u)


OPERATIONS["ostracism"] = Operation(
    lambda game, state, side, card: bool(_leaders(game, state)),
    lambda u, event: stage(u, "leader"),
    _ostracise_options,
    _ostracise,
)


# Cards 25, 26, 28, 33: cities won by words


def neutral_targets(game: Game, state: State, side: str) -> list[str]:
    """The neutral cities to which an embassy may go (card 25)."""
    found = []
    for place in game.cities:
        province = game.provinces[place]
        if place in state.control or province.loyalty == "persia" or (place == "gela" and not state.gela):
            continue
        if outside(game, state, OTHER[side], place):
            continue
        near = any(state.control.get(each) == side for each in province.adjacent)
        fleet = any(
            is_fleet(game, name)
            for sea in province.seas
            if sea in game.seas
            for name in own_at(game, state, side, sea)
        )
        if near or fleet:
            found.append(place)
    return found


def _embassy_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Choose(place) for place in neutral_targets(game, state, event.side)) or (a.Decline(),)


def _embassy(u: Unfolding, event: CardEvent, action: Action) -> None:
    if isinstance(action, a.Choose):
        roll(u, "event", "apollo", event.side, 1, f"embassy:{action.what}", action.what)
    else:
        end(u)


def _embassy_rolled(u: Unfolding, event: CardEvent, pending: Pending) -> None:
    if pending.dice[0] >= WON:
        win(u, pending.subject, event.side)
    end(u)


def win(u: Unfolding, place: str, side: str) -> None:
    """A city changes sides without a fight."""
    if place in u.state.sieges:
        u.happen(e.SiegeEnded(place, u.state.control.get(place, "")))
    u.happen(e.ControlChanged(place, side, "event"))


OPERATIONS["embassy"] = Operation(
    always, lambda u, event: stage(u, "city"), _embassy_options, _embassy, _embassy_rolled
)


def _argos(game: Game, state: State, side: str, card: str) -> bool:
    if "argos" not in game.provinces:
        return False
    holder = state.control.get("argos", "")
    return not holder or (holder == OTHER[side] and not units_at(game, state, holder, "argos"))


def _begin_argos(u: Unfolding, event: CardEvent) -> None:
    win(u, "argos", "" if u.state.control.get("argos") else event.side)
    end(u)


OPERATIONS["argive-alliance"] = Operation(_argos, _begin_argos)


def _free_of(game: Game, state: State, side: str, place: str) -> bool:
    return (
        place in game.provinces
        and state.control.get(place) != side
        and not units_at(game, state, OTHER[side], place)
    )


def _begin_pella(u: Unfolding, event: CardEvent) -> None:
    win(u, "pella", event.side)
    end(u)


OPERATIONS["perdiccas"] = Operation(
    lambda game, state, side, card: _free_of(game, state, side, "pella"), _begin_pella
)


def _thessaly_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Choose(place) for place in THESSALY if _free_of(game, state, event.side, place))


def _thessaly(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Choose)
    win(u, action.what, event.side)
    u.happen(e.EffectBegan(f"thessaly/{event.side}", True))
    end(u)


OPERATIONS["thessalian-friendship"] = Operation(
    lambda game, state, side, card: any(_free_of(game, state, side, place) for place in THESSALY),
    lambda u, event: stage(u, "city"),
    _thessaly_options,
    _thessaly,
)


# Card 30: Civil War (13.5)


def civil_war_targets(game: Game, state: State, side: str) -> list[str]:
    """The cities in which a Civil War may break out (13.5)."""
    return [
        place
        for place in game.cities
        if state.control.get(place) == OTHER[side]
        and place != state.civil_war
        and (place not in CAPITALS or place in state.sieges)
        and not (place == "athens" and leads(game, state, "athens", "Pericles"))
        and not (state.peace and place in game.greece)
    ]


def _civil_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return tuple(a.Choose(place) for place in civil_war_targets(game, state, event.side))


def _civil(u: Unfolding, event: CardEvent, action: Action) -> None:
    assert isinstance(action, a.Choose)
    u.happen(e.CivilWarPlaced(action.what))
    end(u)


OPERATIONS["civil-war"] = Operation(
    lambda game, state, side, card: bool(civil_war_targets(game, state, side)),
    lambda u, event: stage(u, "city"),
    _civil_options,
    _civil,
)


# Cards 51 to 54


def _begin_mutilation(u: Unfolding, event: CardEvent) -> None:
    if leads(u.game, u.state, "athens", "Alcibiades"):
        leave(u, leader(u.game, u.state, "athens"), "mutilation")
    else:
        u.happen(e.EffectBegan("hermae", True))
    end(u)


OPERATIONS["mutilation"] = Operation(always, _begin_mutilation)


def _begin_four_hundred(u: Unfolding, event: CardEvent) -> None:
    if not leads(u.game, u.state, "athens", "Alcibiades"):
        u.gain("athens", -2, "four-hundred")
        u.happen(e.EffectBegan("four-hundred", True))
    end(u)


OPERATIONS["four-hundred"] = Operation(always, _begin_four_hundred)


def _alcibiades(game: Game) -> str:
    return next((card for card, each in game.cards.items() if each.name == "Alcibiades"), "")


def _begin_recall(u: Unfolding, event: CardEvent) -> None:
    card = _alcibiades(u.game)
    held = any(card in hand for hand in u.state.hands.values())
    committed = any(use.startswith(card) for use in u.state.committed.values())
    if not held and not committed:
        if card in u.state.in_play:
            leave(u, card, "recalled")
        lead(u, "athens", card)
        u.gain("athens", -1, "recall")
    end(u)


OPERATIONS["recall"] = Operation(
    lambda game, state, side, card: state.in_play.get(_alcibiades(game)) != "athens", _begin_recall
)


def _trial(game: Game, state: State, side: str, card: str) -> bool:
    from rules.hellenes.evolution_of_combat import season_number

    return season_number(state) - state.naval_victory <= 2


def _begin_trial(u: Unfolding, event: CardEvent) -> None:
    chief = leader(u.game, u.state, "athens")
    if chief:
        leave(u, chief, "trial")
    stage(u, "fleets", 2)


def _trial_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    found = [
        name
        for name in sorted(state.blocks)
        if game.side(name) == "athens" and is_fleet(game, name) and name not in event.picked
    ]
    return tuple(a.Pick(name) for name in found) or (a.Decline(),)


def _trial_choose(u: Unfolding, event: CardEvent, action: Action) -> None:
    from rules.hellenes.casualties import lose_step

    if not isinstance(action, a.Pick):
        end(u)
        return
    lose_step(u, action.block, "event")
    if event.left > 1:
        stage(u, "fleets", event.left - 1)
    else:
        end(u)


OPERATIONS["trial"] = Operation(_trial, _begin_trial, _trial_options, _trial_choose, opponent=True)
