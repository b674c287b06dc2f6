"""9.3: breaking sieges in Winter – Return battles, then sallies, first by the first player."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.game import OTHER, SEATS, Game
from rules.hellenes.joining_battle import gather
from rules.hellenes.state import Battle, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import is_fleet, outside, own_at, room, under_peace
from rules.hellenes.winter import field
from rules.ruleset import Action


def waiting(game: Game, state: State, side: str) -> list[str]:
    """Where returning units of a side stand before the enemy."""
    return sorted(
        place for place in (game.where[key][1] for key in state.returns if game.where[key][0] == side)
    )


def sallies(game: Game, state: State, side: str) -> list[str]:
    """The besieged cities from which a side may still sally (9.3.2)."""
    return sorted(
        place
        for place in state.sieges
        if state.control.get(place) == side
        and state.walled.get(place)
        and place not in state.done
        and f"sally/{place}" not in state.done
        and outside(game, state, OTHER[side], place)
        and not under_peace(state, game, place)
    )


def breaking_step(u: Unfolding, side: str) -> bool:
    """Goes on with a side's siege-breaking; False where it chooses."""
    game, state = u.game, u.state
    places = waiting(game, state, side)
    for place in places:
        if not outside(game, state, side, place):
            u.happen(e.ReturnSettled(side, place))
            return True
        if not outside(game, state, OTHER[side], place):
            enter(u, side, place)  # 9.3.1-d: unopposed
            return True
    if len(places) > 1:
        return False
    if places:
        gather(u, side, places[0], "return")
        return True
    if sallies(game, state, side):
        return False
    u.finish_step()
    return True


def breaking_options(game: Game, state: State, side: str) -> tuple[Action, ...]:
    """Which Return battle is next; then whether and where to sally (9.3-b)."""
    places = waiting(game, state, side)
    if len(places) > 1:
        return tuple(a.Fight(place) for place in places)
    return (*(a.Sally(place) for place in sallies(game, state, side)), a.Decline())


def breaking_act(u: Unfolding, side: str, action: Action) -> None:
    """The side chooses. Raises IllegalAction."""
    if action not in breaking_options(u.game, u.state, side):
        if isinstance(action, a.Fight):
            raise IllegalAction(
                "9.3-c", "only returning or besieged units begin fights now, Return battles first"
            )
        raise IllegalAction(
            "9.3-a", "in Winter only Return battles and sallies are fought before siege combat"
        )
    match action:
        case a.Fight(place):
            gather(u, side, place, "return")
        case a.Sally(place):
            u.happen(e.SallyBegan(place, side))
        case _:
            u.finish_step()


def enter(u: Unfolding, side: str, place: str) -> None:
    """Returning units go into their city at once, as far as there is room (9.3.1-d)."""
    game = u.game
    city = u.state.returns[game.key[side][place]]
    u.happen(e.ReturnSettled(side, place))
    if place in game.seas:
        for name in own_at(game, u.state, side, place, inside=False):
            if not is_fleet(game, name) or name not in u.state.blocks:
                continue
            cargo = tuple(sorted(each for each, carrier in u.state.aboard.items() if carrier == name))
            names = (name, *cargo)
            if room(game, u.state, side, city) < len(names):
                continue
            walls = city in u.state.sieges
            shown = tuple(each for each in names if each in u.state.shown)
            hidden = tuple(each for each in names if each not in u.state.shown)
            u.happen(e.BlocksMoved(side, hidden, shown, place, city, place, False, walls, "enter"))
    field(u, side)


def battle_over(u: Unfolding, battle: Battle) -> None:
    """After a Winter battle the winners enter, and survivors without shelter disband (9.3.1-d, -g)."""
    side, game = battle.attacker, u.game
    key = game.key[side][battle.place]
    if battle.winter == "return" and key in u.state.returns:
        enter(u, side, battle.place)  # of the beaten nobody is left to go in
    for each in SEATS:
        field(u, each)
