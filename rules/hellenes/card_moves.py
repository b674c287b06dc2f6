"""13: cards that move, recruit and rebuild."""

from __future__ import annotations

from rules.hellenes import acting, recruiting
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.cards import OPERATIONS, Operation, always, current, end, stage
from rules.hellenes.game import Game
from rules.hellenes.movement import ways
from rules.hellenes.state import CardEvent, State, changed
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import aid, friendly_city, leads, own_at
from rules.ruleset import Action

FREE = {
    "fair-winds": ("fair-winds", 2, ""),
    "ambush": ("land", 1, "ambush"),
    "panic": ("any", 1, "panic"),
    "phormio": ("fleets", 1, "phormio"),
    "gylippus": ("gylippus", 1, "gylippus"),
    "thracian-alliance": ("odrysia", 1, ""),
}
"""For each operation: the kind of its free group moves, how many, and the effect on a battle that follows."""


def _groups(game: Game, state: State, side: str, kind: str) -> list[Action]:
    """The places from which a free group move of this kind can start."""
    moving = changed(state, group_kind=kind)
    places = {
        standing.place
        for name, standing in state.blocks.items()
        if game.side(name) == side and acting.suits(game, moving, name) and ways(game, moving, name, kind)
    }
    return [a.GroupMove(place) for place in sorted(places)]


def _begin_free(u: Unfolding, event: CardEvent) -> None:
    kind, left, effect = FREE[u.game.cards[event.card].operation]
    if kind == "odrysia":
        _place_odrysians(u, event)
    if effect:
        u.happen(e.EffectBegan(f"{effect}/{event.side}"))
    stage(u, "groups", left)


def _place_odrysians(u: Unfolding, event: CardEvent) -> None:
    for name in ("a45", "a46"):
        if name not in u.state.blocks:
            u.happen(e.BlockPlaced("athens", "odrysia", name, u.game.blocks[name].steps, why="event"))


def _free_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    kind = FREE[game.cards[event.card].operation][0]
    if state.group:
        return tuple(acting.group_options(game, state, event.side))
    return (*_groups(game, state, event.side, kind), a.Decline())


def _free_choose(u: Unfolding, event: CardEvent, action: Action) -> None:
    kind = FREE[u.game.cards[event.card].operation][0]
    if u.state.group:
        acting.group_act(u, event.side, action)
        if not u.state.group and not current(u).left:
            end(u)
    elif isinstance(action, a.GroupMove):
        u.happen(e.EventStage("groups", event.left - 1))
        u.happen(e.GroupBegan(event.side, action.place, kind, 0))
    else:
        end(u)


def _has_odrysians(game: Game, state: State, side: str, card: str) -> bool:
    return "odrysia" in game.provinces and any(name not in state.blocks for name in ("a45", "a46"))


def _sicily_used(game: Game, state: State, side: str, card: str) -> bool:
    return bool(game.sicily) and state.at_war


for _name in FREE:
    _condition = {"thracian-alliance": _has_odrysians, "gylippus": _sicily_used}.get(_name, always)
    OPERATIONS[_name] = Operation(_condition, _begin_free, _free_options, _free_choose)


# Card 23: blocks of one's choice from the pool; card 55: E1 fleets in Ionian ports


def _picks(game: Game, state: State, event: CardEvent) -> list[str]:
    if game.cards[event.card].operation == "cyrus":
        return [name for name in recruiting.pool(game, state, "sparta") if ionian(game, state, name)]
    return recruiting.eligible(game, state, event.side)


def ionian(game: Game, state: State, name: str) -> tuple[str, ...]:
    """The friendly Ionian ports in which an improved fleet can be placed (card 55)."""
    return tuple(
        place
        for place, province in game.provinces.items()
        if province.nation == "Ionia"
        and province.port
        and friendly_city(game, state, "sparta", place)
        and place not in state.sieges
        and place in recruiting.homes(game, state, name)
    )


def _begin_picks(u: Unfolding, event: CardEvent) -> None:
    stage(u, "pick", 2)


def _pick_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    return (*(a.Pick(name) for name in _picks(game, state, event)), a.Decline())


def _pick_choose(u: Unfolding, event: CardEvent, action: Action) -> None:
    match action:
        case a.Pick(name):
            u.happen(e.RecruitAwaitsPlace(event.side, name, True))
        case _:
            end(u)


def _aided(game: Game, state: State, side: str, card: str) -> bool:
    return aid(game, state) > 0


OPERATIONS["mercenaries"] = Operation(always, _begin_picks, _pick_options, _pick_choose)
OPERATIONS["cyrus"] = Operation(_aided, _begin_picks, _pick_options, _pick_choose)


def picked_placed(u: Unfolding) -> None:
    """A chosen block has its place: one choice fewer."""
    event = current(u)
    if event.left > 1:
        stage(u, "pick", event.left - 1)
    else:
        end(u)


# Cards 24 and 39: rebuilding


def _begin_levy(u: Unfolding, event: CardEvent) -> None:
    stage(u, "rebuild", u.game.numbers["levy"])


def _oration(game: Game, state: State, side: str, card: str) -> bool:
    return leads(game, state, "athens", "Pericles")


def _begin_oration(u: Unfolding, event: CardEvent) -> None:
    u.gain("athens", 1, "oration")
    stage(u, "rebuild", 2)


def _rebuild_options(game: Game, state: State, event: CardEvent) -> tuple[Action, ...]:
    if game.cards[event.card].operation == "funeral-oration":
        names = own_at(game, state, "athens", "athens", inside=False)
    else:
        names = [name for name in sorted(state.blocks) if game.side(name) == event.side]
    return (*(a.Rebuild(name) for name in names if recruiting.can_rebuild(game, state, name)), a.Decline())


def _rebuild_choose(u: Unfolding, event: CardEvent, action: Action) -> None:
    if not isinstance(action, a.Rebuild):
        end(u)
        return
    u.happen(e.StepRebuilt(event.side, u.state.blocks[action.block].place, action.block))
    if event.left > 1:
        stage(u, "rebuild", event.left - 1)
    else:
        end(u)


OPERATIONS["general-levy"] = Operation(always, _begin_levy, _rebuild_options, _rebuild_choose)
OPERATIONS["funeral-oration"] = Operation(_oration, _begin_oration, _rebuild_options, _rebuild_choose)
