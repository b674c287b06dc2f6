"""Who decides now, and what: the options of every decision, and where an action is carried out."""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import IllegalAction
from rules.hellenes import (
    acting,
    assaults,
    battles,
    card_moves,
    cards,
    committing,
    joining_battle,
    new_year,
    olympians,
    peace,
    recruiting,
    siege_breaking,
    sieges,
    timing,
    victory,
    winter,
)
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.game import SEATS, Game
from rules.hellenes.state import (
    Assault,
    Attrition,
    Battle,
    CardEvent,
    Fortifying,
    MainGroup,
    Recruiting,
    Sallying,
    State,
)
from rules.hellenes.unfolding import Unfolding
from rules.ruleset import Action


class Asked(NamedTuple):
    """A seat, and the stable word for what it decides."""

    seat: str
    kind: str


def asked(game: Game, state: State) -> tuple[Asked, ...]:
    """Who is to decide. Between two decisions a state is always before one, so nothing is tried here."""
    if state.ending is not None or not state.step:
        return ()
    if state.pending is not None:
        word = "cleon" if state.pending.kind == "cleon" else "appeal"
        return tuple(Asked(seat, word) for seat in state.pending.asked[:1])
    if min(state.garrisons.values(), default=1) <= 0:
        seat = sieges.garrison_seat(game, state)
        if seat:
            return (Asked(seat, "garrison"),)
    if state.stack:
        return (_asked_inside(game, state),)
    step, _, seat = state.step.partition("/")
    if step == "commit":
        return tuple(Asked(each, "commit") for each in SEATS if each not in state.committed)
    if step == "expedition":
        return (Asked("athens", "expedition"),)
    return (Asked(seat, "group" if state.group else step),)


def _asked_inside(game: Game, state: State) -> Asked:
    match state.stack[-1]:
        case Fortifying(_, side, _, withdrawing):
            return Asked(side, "withdrawal" if withdrawing else "fortify")
        case Sallying(_, side):
            return Asked(side, "sally")
        case MainGroup(_, side):
            return Asked(side, "main-group")
        case Battle() as battle:
            return Asked(battles.battle_seat(game, battle), _battle_word(battle))
        case Attrition(place):
            return Asked(state.control.get(place, ""), "suffer")
        case Assault() as assault:
            if not assault.begun:
                return Asked(assault.side, "assault")
            if assault.losses or assault.routs:
                return Asked(assault.side, "loss")
            return Asked(state.control.get(assault.place, ""), "suffer")
        case Recruiting(side):
            return Asked(side, "place")
        case CardEvent() as event:
            return Asked(cards.seat_of(game, event), "group" if state.group else "event")
    raise AssertionError("nobody decides while units are on their way")


def _battle_word(battle: Battle) -> str:
    if battle.retreating:
        return "retreat"
    if battle.stratagems:
        return "stratagem"
    if battle.hits:
        return "hit"
    return "rout" if battle.routs else "fire"


def options_of(game: Game, state: State, now: Asked) -> tuple[Action, ...]:
    """Everything that the seat may do."""
    match now.kind:
        case "appeal":
            return olympians.options(state, now.seat)
        case "cleon":
            return (a.Pass(), a.RollAgain())
        case "garrison":
            return tuple(a.Choose(god) for god in sieges.given(state, now.seat))
        case "commit":
            return committing.options(game, state, now.seat)
        case "zeus":
            return (a.Pass(), a.Appeal("zeus"))
        case "expedition":
            return (a.Decline(), a.CallExpedition())
        case "peace":
            return (a.Decline(), a.EndPeace())
        case "sacrifice":
            return new_year.sacrifice_options(game, state, now.seat)
        case "offer":
            return (a.Decline(), a.OfferPeace())
        case "discard":
            return new_year.discards(game, state, now.seat)
        case "combat":
            return tuple(a.Fight(place) for place in battles.next_of(game, state, now.seat))
        case "siege":
            return sieges.siege_options(game, state, now.seat)
        case "breaking":
            return siege_breaking.breaking_options(game, state, now.seat)
        case "disband" | "shelter":
            return winter.disband_options(game, state, now.seat)
        case "winter":
            return winter.options(game, state, now.seat)
        case "actions":
            return acting.options(game, state, now.seat)
        case "group":
            return _group_options(game, state, now)
    return _options_inside(game, state, now)


def _group_options(game: Game, state: State, now: Asked) -> tuple[Action, ...]:
    if state.group_kind == "winter":
        return winter.options(game, state, now.seat)
    return tuple(acting.group_options(game, state, now.seat))


def _options_inside(game: Game, state: State, now: Asked) -> tuple[Action, ...]:
    match state.stack[-1]:
        case Fortifying() as fortifying:
            return joining_battle.fortify_options(game, state, fortifying)
        case Sallying() as sallying:
            return joining_battle.sally_options(game, state, sallying)
        case MainGroup() as main:
            return tuple(a.Lead(group) for group in main.groups)
        case Battle() as battle:
            return battles.battle_options(game, state, battle, now.seat)
        case Attrition(place):
            return sieges.suffer_options(game, state, place)
        case Assault() as assault:
            if not assault.begun:
                return assaults.hold_options(game, state, assault)
            if assault.losses or assault.routs:
                return tuple(a.Take(name) for name in assaults.assault_struck(game, state, assault))
            return sieges.suffer_options(game, state, assault.place)
        case Recruiting() as waiting:
            return recruiting.place_options(game, state, waiting)
        case CardEvent() as event:
            return cards.operation(game, event).options(game, state, event)
    return ()


def act(u: Unfolding, now: Asked, action: Action) -> None:
    """Carries the action of the seat that is asked out. Raises IllegalAction."""
    seat = now.seat
    timing.check(seat, now.kind, action)
    match now.kind:
        case "appeal":
            olympians.answer(u, seat, action)
        case "cleon":
            assaults.cleon(u, seat, action)
        case "garrison":
            _give_up(u, seat, action)
        case "commit":
            committing.commit(u, seat, action)
        case "zeus":
            new_year.redeal(u, seat, action)
        case "expedition":
            peace.call_expedition(u, action)
        case "peace":
            peace.choose(u, seat, action)
        case "sacrifice":
            new_year.sacrifice(u, seat, action)
        case "offer":
            victory.offer(u, seat, action)
        case "discard":
            new_year.discard(u, seat, action)
        case "combat":
            _fight(u, seat, action)
        case "siege":
            sieges.besiege(u, seat, action)
        case "breaking":
            siege_breaking.breaking_act(u, seat, action)
        case "disband" | "shelter":
            winter.disband_excess(u, seat, action)
        case "winter":
            winter.act(u, seat, action)
        case "actions":
            acting.act(u, seat, action)
        case "group" if u.state.group_kind == "winter":
            winter.act(u, seat, action)
        case "group" if not u.state.stack:
            acting.group_act(u, seat, action)
        case _:
            _act_inside(u, seat, action)


def _act_inside(u: Unfolding, seat: str, action: Action) -> None:
    match u.state.stack[-1]:
        case Fortifying() as fortifying:
            joining_battle.fortify(u, fortifying, action)
        case Sallying() as sallying:
            joining_battle.sally(u, sallying, action)
        case MainGroup() as main:
            if not isinstance(action, a.Lead) or action.group not in main.groups:
                raise IllegalAction("5.4.1", "one of the groups that attack here begins the battle")
            joining_battle.join(u, main.side, main.place, action.group, main.winter)
        case Battle() as battle:
            battles.battle_act(u, battle, seat, action)
        case Assault() as assault if not assault.begun:
            assaults.prepare_assault(u, assault, action)
        case Assault() as assault if assault.losses or assault.routs:
            assaults.choose_loss(u, assault, action)
        case Attrition() | Assault():
            sieges.suffer(u, action)
        case Recruiting() as waiting:
            if not isinstance(action, a.Place):
                raise IllegalAction("4.4", "the recruit is put into one of his homes now")
            recruiting.place(u, waiting, action)
            if u.state.stack:
                card_moves.picked_placed(u)
        case CardEvent() as event:
            cards.act(u, event, action)


def _fight(u: Unfolding, seat: str, action: Action) -> None:
    if not isinstance(action, a.Fight) or action.place not in battles.next_of(u.game, u.state, seat):
        raise IllegalAction("6.1", "battles are fought one by one, smaller ones before larger")
    joining_battle.open_battle(u, seat, action.place)


def _give_up(u: Unfolding, seat: str, action: Action) -> None:
    if not isinstance(action, a.Choose) or action.what not in sieges.given(u.state, seat):
        raise IllegalAction("2.5", "a garrison block comes from an Olympian of its owner's choice")
    u.happen(e.SacrificeLost(seat, action.what))
