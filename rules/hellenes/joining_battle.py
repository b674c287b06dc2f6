"""6.1, 6.2, 5.4.1, 4.6: battles that are due – who fortifies, who withdraws, which group begins, who sallies."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes import retreats
from rules.hellenes.battles import next_of
from rules.hellenes.game import OTHER, SEATS, Game
from rules.hellenes.state import Fortifying, MainGroup, Sallying, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import (
    capacity,
    is_city,
    is_fleet,
    outside,
    own_at,
)
from rules.ruleset import Action


def combat_step(u: Unfolding, side: str) -> bool:
    """Goes on with a Combat phase; False where the acting side is to choose."""
    for place in sorted(u.state.sallies):
        u.happen(e.SallyBegan(place, side))
        return True
    places = next_of(u.game, u.state, side)
    if not places:
        u.finish_step()
        return True
    if len(places) > 1:
        return False
    open_battle(u, side, places[0])
    return True


def open_battle(u: Unfolding, side: str, place: str) -> None:
    """A battle is due: its defender first decides who fights (6.2)."""
    u.happen(e.FortifyingBegan(Fortifying(place, OTHER[side], side)))


# 6.2, 6.8: before the battle


def may_fortify(game: Game, state: State, fortifying: Fortifying) -> bool:
    """Whether the defender may still put blocks within the walls, as far as everybody sees (6.2, 7.1)."""
    place, side = fortifying.place, fortifying.side
    return (
        is_city(game, place)
        and state.control.get(place) == side
        and state.walled.get(place, 0) < capacity(game, state, place)
    )


def fortify_options(game: Game, state: State, fortifying: Fortifying) -> tuple[Action, ...]:
    """Who goes within the walls; whether the rest stands or withdraws, and whither."""
    place, side = fortifying.place, fortifying.side
    names = own_at(game, state, side, place, inside=False)
    if fortifying.withdrawing:
        found: list[Action] = []
        for name in names:
            if name in state.aboard and place in game.seas:
                continue
            ends = retreats.destinations(game, state, name, "")
            found += (a.Flee(name, to.place, to.inside) for to in ends)
            if not ends:
                found.append(a.Flee(name))
        return tuple(found)
    options: list[Action] = []
    if may_fortify(game, state, fortifying):
        port = game.provinces[place].port
        options += (a.Fortify(name) for name in names if port or not is_fleet(game, name))
    return (*options, a.Stand(), a.Withdraw())


def fortify(u: Unfolding, fortifying: Fortifying, action: Action) -> None:
    """The defender decides. Raises IllegalAction."""
    if action not in fortify_options(u.game, u.state, fortifying):
        if isinstance(action, a.Fortify):
            raise IllegalAction(
                "7.1", "blocks go within the walls of a city of their side, fleets in ports, up to capacity"
            )
        raise IllegalAction("6.2", "the defender fortifies, stands or withdraws, and may retreat by 6.9")
    side, place = fortifying.side, fortifying.place
    match action:
        case a.Fortify(name):
            u.happen(e.BlockFortified(side, place, name))
        case a.Stand():
            u.happen(e.ProcedureEnded())
            gather(u, fortifying.attacker, place)
        case a.Withdraw():
            u.happen(e.WithdrawalBegan())
            u.gain(side, -1, "withdrawal")
        case a.Flee(name, to, inside):
            if to:
                retreats.go(u, name, a.RetreatTo(to, inside))
            else:
                retreats.lost(u, name)


def fortifying_goes_on(u: Unfolding, fortifying: Fortifying) -> bool:
    """Ends the choice where nobody is left outside."""
    if outside(u.game, u.state, fortifying.side, fortifying.place):
        return False
    u.happen(e.ProcedureEnded())
    return True


# 5.4.1: groups


def gather(u: Unfolding, attacker: str, place: str, winter: str = "") -> None:
    """The attackers' groups: one begins, others join later (5.4.1)."""
    groups = u.state.arrivals.get(place, ())
    if len(groups) > 1:
        u.happen(e.MainGroupAsked(MainGroup(place, attacker, groups, winter)))
    else:
        join(u, attacker, place, groups[0] if groups else "", winter)


def join(u: Unfolding, attacker: str, place: str, main: str, winter: str = "") -> None:
    """The battle begins: all that fight are turned up (2.8)."""
    game, state = u.game, u.state
    naval = place in game.seas
    fighting = {
        side: [
            name
            for name in own_at(game, state, side, place, inside=False)
            if not naval or is_fleet(game, name)
        ]
        for side in SEATS
    }
    came = {name: state.came[name] for name in fighting[attacker] if name in state.came}
    later = tuple(sorted(name for name, way in came.items() if way != main))
    landed = tuple(
        sorted(name for name, way in came.items() if not naval and way.partition("#")[0] in game.seas)
    )
    everybody = sorted((*fighting["athens"], *fighting["sparta"]))
    hidden = {name: state.blocks[name].steps for name in everybody if name not in state.shown}
    if hidden:
        u.happen(e.BlocksShown(place, hidden))
    u.happen(
        e.BattleBegan(
            place,
            attacker,
            {side: len(fighting[side]) for side in SEATS},
            {name: way.partition("#")[0] for name, way in came.items()},
            later,
            landed,
            tuple(everybody),
            _stratagems(game, state, attacker, place, naval, fighting),
            winter,
        )
    )


def _stratagems(
    game: Game, state: State, attacker: str, place: str, naval: bool, fighting: dict[str, list[str]]
) -> tuple[str, ...]:
    """The cards that may be used on this battle, each with its side (31, 32, 41, 50)."""
    found = []
    for effect in sorted(state.effects):
        word, _, side = effect.partition("/")
        if (
            (word == "ambush" and side == attacker and not naval)
            or (word == "panic" and side == attacker)
            or (word == "phormio" and naval and fighting["athens"])
            or (word == "gylippus" and place in game.sicily)
        ):
            found.append(effect)
    return tuple(found)


# 4.6: sallies


def sally_options(game: Game, state: State, sallying: Sallying) -> tuple[Action, ...]:
    """Which besieged blocks come out (4.6)."""
    names = own_at(game, state, sallying.side, sallying.place, inside=True)
    return (*(a.ComeOut(name) for name in names), a.Finish())


def sally(u: Unfolding, sallying: Sallying, action: Action) -> None:
    """A block comes out, or all that should have. Raises IllegalAction."""
    if action not in sally_options(u.game, u.state, sallying):
        raise IllegalAction("4.6", "fortified blocks come out one by one; the garrison never sallies")
    if isinstance(action, a.ComeOut):
        u.happen(e.BlockFortified(sallying.side, sallying.place, action.block, inside=False))
        return
    u.happen(e.ProcedureEnded())
    if u.state.season == "winter" and sallying.out:
        gather(u, sallying.side, sallying.place, "sally")
