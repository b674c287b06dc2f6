"""6.9: where routed and retreating blocks go."""

from __future__ import annotations

from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.casualties import cargo_of, remove
from rules.hellenes.game import OTHER, Game
from rules.hellenes.state import State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.ways import closed
from rules.hellenes.where import friendly, friendly_city, is_fleet, outside


def destinations(game: Game, state: State, name: str, came: str) -> tuple[a.RetreatTo, ...]:
    """Where a block may retreat to from where it stands; `came`: where it attacked from, if it did (6.9, 6.10)."""
    side, place = game.side(name), state.blocks[name].place
    if came.endswith("/inside"):  # a sally goes back behind its walls
        return (a.RetreatTo(place, True),) if walls(game, state, side, place, name) else ()
    found = _sea(game, state, side, place) if place in game.seas else _land(game, state, side, place, name)
    if came and place not in game.seas and came in game.seas:
        # 6.10: a Sea Landing goes back to the sea that it came from
        if is_fleet(game, name):
            back = [each for each in _seas(game, state, side, place) if each == came]
        else:
            back = (
                [came]
                if _carrier(game, state, name, came) and not outside(game, state, OTHER[side], came)
                else []
            )
        return tuple(a.RetreatTo(each) for each in back)
    if came and (came in game.provinces or came in game.seas) and _open(game, state, side, place, came):
        return (a.RetreatTo(came),)
    if walls(game, state, side, place, name):
        found = [a.RetreatTo(place, True), *found]
    return tuple(found)


def _open(game: Game, state: State, side: str, place: str, to: str) -> bool:
    """Whether a block can go back to an adjacent place without enemies."""
    if outside(game, state, OTHER[side], to) or to in closed(game, state, side):
        return False
    if to in game.provinces and state.walled.get(to) and state.control.get(to) == OTHER[side]:
        return False
    if place in game.seas and to in game.seas:
        return to not in game.seas[place].deep
    return place in game.seas or to in game.provinces or to in game.provinces[place].seas


def walls(game: Game, state: State, side: str, place: str, name: str) -> bool:
    """Whether a block can go within the walls where it stands: its own side's city, with room (7.1)."""
    if not friendly_city(game, state, side, place) or state.control.get(place) != side:
        return False
    if is_fleet(game, name) and not game.provinces[place].port:
        return False
    from rules.hellenes.where import capacity

    return state.walled.get(place, 0) < capacity(game, state, place)


def _land(game: Game, state: State, side: str, place: str, name: str) -> list[a.RetreatTo]:
    if is_fleet(game, name):
        return [a.RetreatTo(sea) for sea in _seas(game, state, side, place)]
    shut = closed(game, state, side)
    found = []
    for to in game.provinces[place].adjacent:
        if to not in game.provinces or to in shut or outside(game, state, OTHER[side], to):
            continue
        if state.control.get(to) == OTHER[side]:
            continue  # neither friendly nor empty
        found.append(a.RetreatTo(to))
    return found


def _seas(game: Game, state: State, side: str, place: str) -> list[str]:
    """The seas that an area touches without enemies."""
    shut = closed(game, state, side)
    return [
        sea
        for sea in game.provinces[place].seas
        if sea in game.seas and sea not in shut and not outside(game, state, OTHER[side], sea)
    ]


def _sea(game: Game, state: State, side: str, place: str) -> list[a.RetreatTo]:
    """From a battle at sea: an adjacent sea without enemies, not over a Deep Sea border, or a friendly port."""
    shut = closed(game, state, side)
    sea = game.seas[place]
    found = [
        a.RetreatTo(to)
        for to in sea.adjacent
        if to in game.seas
        and to not in sea.deep
        and to not in shut
        and not outside(game, state, OTHER[side], to)
    ]
    for coast in sea.coasts:
        port = game.provinces.get(coast)
        if port is None or not port.port or not friendly(game, state, side, coast):
            continue
        if coast in state.sieges:
            if port.offshore == place and _room(game, state, coast):
                found.append(a.RetreatTo(coast, True))
        elif not outside(game, state, OTHER[side], coast):
            found.append(a.RetreatTo(coast))
    return found


def _room(game: Game, state: State, place: str) -> bool:
    from rules.hellenes.where import capacity

    return state.walled.get(place, 0) < capacity(game, state, place)


def _carrier(game: Game, state: State, name: str, sea: str) -> str:
    """A fleet in the sea that can take a land block aboard (5.3)."""
    laden = set(state.aboard.values())
    for fleet in sorted(state.blocks):
        standing = state.blocks[fleet]
        if (
            standing.place == sea
            and game.side(fleet) == game.side(name)
            and is_fleet(game, fleet)
            and fleet not in laden
            and standing.steps > state.blocks[name].steps
            and game.blocks[name].greek
        ):
            return fleet
    return ""


def go(u: Unfolding, name: str, to: a.RetreatTo) -> None:
    """A block makes its retreat, with what it carries."""
    game, state = u.game, u.state
    side, standing = game.side(name), state.blocks[name]
    if to.place == standing.place:
        known = name in state.shown
        u.happen(e.BlockFortified(side, to.place, None if known else name, name if known else ""))
        return
    cargo = tuple(cargo_of(u, name)) if standing.place in game.seas else ()
    shown = name in state.shown
    u.happen(
        e.BlocksMoved(
            side,
            cargo if shown else (name, *cargo),
            (name,) if shown else (),
            standing.place,
            to.place,
            standing.place,
            standing.inside,
            to.inside,
            "retreat",
        )
    )
    if to.place in game.seas and not is_fleet(game, name):
        fleet = _carrier(game, u.state, name, to.place)
        if fleet:
            u.happen(e.CargoLoaded(side, to.place, (fleet, name)))


def lost(u: Unfolding, name: str) -> None:
    """A block with nowhere to go is lost (6.9)."""
    remove(u, name, "no-retreat")
